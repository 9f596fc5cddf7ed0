//! Reads whole sheets: one game after the other, from anything that can be read by lines.

use std::io::{self, BufRead};

use super::claim::Claim;
use super::evening::Evening;
use super::line::{LineKind, ScoredLine, score_game_line};
use super::tags::{self, LineTags, TagKeys};
use super::verify::Mismatch;
use crate::error::{LONGEST_LINE, LineError, Problem};
use crate::game::{Game, Rules};
use crate::reading::Dialect;

/// Where a line stands, and what the lines before it say of its game.
#[derive(Clone, Debug)]
pub struct Position {
    /// The number of the next line, from 1.
    pub line: u64,
    pub rules: SheetRules,
    /// The rules that were asked for.
    wanted: Option<Rules>,
    /// The values of comment lines `# key: value`.
    pub tags: LineTags,
    /// The keys whose values are asked for.
    keys: TagKeys,
}

impl Position {
    /// The first line of a sheet, given the rules and the keys that are asked for.
    pub(crate) fn start(wanted: Option<Rules>, keys: TagKeys) -> Self {
        Self { line: 1, rules: Ok(wanted.unwrap_or_default()), wanted, tags: LineTags::default(), keys }
    }

    /// Takes a line, and returns what it is: a blank line ends a group, and a comment line may say the rules or a tag of
    /// the games that follow.
    pub(crate) fn take_line<'l>(&mut self, line: &'l [u8]) -> LineKind<'l> {
        let kind = LineKind::of(line);
        match kind {
            LineKind::Rules(name) => self.rules = sheet_rules(name, self.wanted),
            LineKind::Comment => self.keys.take_line(line, &mut self.tags),
            LineKind::Game | LineKind::Blank | LineKind::Players(_) => {}
        }
        kind
    }

    /// The rules of the next game, also of one in error.
    pub(crate) fn known_rules(&self) -> Rules {
        self.rules.as_ref().copied().unwrap_or_default()
    }

    /// Scores a line that holds a game, without its line feed. Without known rules nothing can be said about it.
    pub(crate) fn score<'l>(&self, line: &'l [u8], dialect: Dialect) -> ScoredLine<'l> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let mut scored = score_game_line(line, dialect, self.known_rules());
        if let Err(problem) = &self.rules {
            scored.game = Err(LineError::new(line, 0, None, problem.clone()));
        }
        scored
    }
}

/// One game of a sheet, from [`SheetReader`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SheetEntry {
    /// The number of its line, from 1.
    pub line: u64,
    /// The number of its group, from 1. A blank line ends a group.
    pub group: u64,
    /// The player, if the line names one.
    pub name: Option<String>,
    /// The rules in force at this line, also for a game in error.
    pub rules: Rules,
    /// The game, or what is wrong with it.
    pub game: Result<Game, LineError>,
    /// What the line claims about its game.
    pub claim: Option<Claim>,
    keys: TagKeys,
    tags: LineTags,
    verified: Result<(), Mismatch>,
}

impl SheetEntry {
    /// The value that a comment line `# key: value` before the game gives it. The case of the key, blanks and `_ - .` in
    /// it mean nothing. [`SheetReader::tags`] says which keys are read; `date` and `week` always are.
    pub fn tag(&self, key: &str) -> Option<&str> {
        self.value(self.keys.place(key)?)
    }

    /// The keys of [`SheetReader::tags`] that have a value here, and their values.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        let asked = self.keys.iter().enumerate().take(self.keys.before_date());
        asked.filter_map(|(at, key)| Some((key.name.as_str(), self.value(at)?)))
    }

    fn value(&self, at: usize) -> Option<&str> {
        self.tags.get(at)?.as_ref().map(|tag| &*tag.text)
    }

    /// When the game was bowled: its group, and its date or week if a tag says so. The games that a player bowls in one
    /// evening are a series. Each sheet numbers its own groups, so a new sheet is a new evening.
    pub fn evening(&self) -> Evening {
        Evening::new(self.group, tags::date(self.keys.before_date(), |at| self.value(at)))
    }

    /// Checks the claim, if there is one.
    ///
    /// # Errors
    ///
    /// If the claim does not hold.
    pub fn verify(&self) -> Result<(), Mismatch> {
        self.verified.clone()
    }
}

/// Reads the games of a sheet, in order. Blank lines end a group of games, comments are passed over,
/// `# rules: NAME` sets the rules for the lines that follow, and a line that is not a game is an
/// entry with an error.
///
/// ```
/// use bowling::sheet::SheetReader;
///
/// let sheet = "# league night\nPJS: X 5/ 9- = 48\n\n# rules: world\nKYJ: X 5/\n";
/// let mut totals = Vec::new();
/// for entry in SheetReader::new(sheet.as_bytes()) {
///     let entry = entry?;
///     entry.verify()?;
///     totals.push((entry.line, entry.name.unwrap_or_default(), entry.game?.score()));
/// }
/// assert_eq!(totals, [(2, "PJS".into(), 48), (5, "KYJ".into(), 45)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SheetReader<R> {
    input: R,
    dialect: Dialect,
    at: Position,
    group: u64,
    /// Whether the next game belongs to the group of the one before.
    in_group: bool,
    buffer: Vec<u8>,
}

impl<R: BufRead> SheetReader<R> {
    /// A reader that detects the dialect per line and takes the rules from the sheet.
    pub fn new(input: R) -> Self {
        Self {
            input,
            dialect: Dialect::Auto,
            at: Position::start(None, TagKeys::and_date([])),
            group: 0,
            in_group: false,
            buffer: Vec::new(),
        }
    }

    /// Reads every game in this dialect.
    #[must_use]
    pub const fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// Scores every game by these rules. A sheet that names other rules is an error.
    #[must_use]
    pub fn rules(mut self, rules: Rules) -> Self {
        self.at.rules = Ok(rules);
        self.at.wanted = Some(rules);
        self
    }

    /// Reads the values of these keys: a comment line `# key: value`, with one word before the colon, gives the games that
    /// follow a tag, until the next line with that key. An empty value ends it.
    ///
    /// ```
    /// use bowling::sheet::SheetReader;
    ///
    /// let sheet = "# team: Reds\nPJS: X 5/\n# team: Blues\nKYJ: 9-\n# team:\nLOU: X\n";
    /// let mut teams = Vec::new();
    /// for entry in SheetReader::new(sheet.as_bytes()).tags(["team"]) {
    ///     teams.push(entry?.tag("team").map(str::to_owned));
    /// }
    /// assert_eq!(teams, [Some("Reds".into()), Some("Blues".into()), None]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn tags<K: AsRef<str>>(mut self, keys: impl IntoIterator<Item = K>) -> Self {
        let keys: Vec<K> = keys.into_iter().collect();
        self.at.keys = TagKeys::and_date(keys.iter().map(AsRef::as_ref));
        self
    }

    /// The input, from the line after the last entry on.
    pub fn into_inner(self) -> R {
        self.input
    }

    /// Reads the next line, without its end; of an over-long line only the start.
    fn next_line(&mut self) -> io::Result<bool> {
        self.buffer.clear();
        let limit = (LONGEST_LINE + BYTE_ORDER_MARK.len() + "\r\n".len()) as u64;
        if io::Read::take(&mut self.input, limit).read_until(b'\n', &mut self.buffer)? == 0 {
            return Ok(false);
        }
        match self.buffer.last() {
            Some(b'\n') => drop(self.buffer.pop()),
            _ if self.buffer.len() as u64 == limit => drop(self.input.skip_until(b'\n')?),
            _ => {}
        }
        if self.at.line == 1 && self.buffer.starts_with(BYTE_ORDER_MARK) {
            self.buffer.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(true)
    }

    /// Reads the line in the buffer; `None` if it holds no game.
    fn entry(&mut self) -> Option<SheetEntry> {
        let kind = self.at.take_line(&self.buffer);
        self.in_group &= kind != LineKind::Blank;
        if kind != LineKind::Game {
            return None;
        }
        let scored = self.at.score(&self.buffer, self.dialect);
        self.group += u64::from(!std::mem::replace(&mut self.in_group, true));
        Some(SheetEntry {
            line: self.at.line,
            group: self.group,
            name: scored.name.map(Into::into),
            rules: self.at.known_rules(),
            verified: scored.verify(),
            game: scored.game,
            claim: scored.claim,
            keys: self.at.keys.clone(),
            tags: self.at.tags.clone(),
        })
    }
}

impl<R: BufRead> Iterator for SheetReader<R> {
    type Item = io::Result<SheetEntry>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.next_line() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
            let entry = self.entry();
            self.at.line += 1;
            if entry.is_some() {
                return entry.map(Ok);
            }
        }
    }
}

/// The mark that some editors put before UTF-8 text.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The rules in force at a line of a sheet, or why there are none.
pub type SheetRules = Result<Rules, Problem>;

/// The rules after `# rules: NAME`, given the rules that were asked for.
pub(crate) fn sheet_rules(name: &str, wanted: Option<Rules>) -> SheetRules {
    match (name.parse::<Rules>(), wanted) {
        // Repeated with every game that follows, so it is kept short.
        (Err(_), _) => Err(Problem::UnknownRules(name.chars().take(32).collect())),
        (Ok(sheet), Some(wanted)) if sheet != wanted => Err(Problem::OtherRules { sheet, wanted }),
        (Ok(sheet), _) => Ok(sheet),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(sheet: &[u8]) -> Vec<(u64, Result<u16, String>)> {
        let entries = SheetReader::new(sheet).map(Result::unwrap);
        entries
            .map(|entry| (entry.line, entry.game.map(|game| game.score()).map_err(|error| error.to_string())))
            .collect()
    }

    #[test]
    fn every_game_is_an_entry_with_its_line_number() {
        assert_eq!(entries(b"\xEF\xBB\xBFX 5/ 9-\r\n\n# c\n3 4"), [(1, Ok(48)), (4, Ok(7))]);
    }

    #[test]
    fn blank_lines_end_groups_and_comments_give_tags() {
        let sheet = "\n# Home-Team: Reds\nX\n# date: 2026-01-17T19:00\n8 5\n\n \n# a comment\nX\n# home_team:\n# week: 3\nX\n\
                     # date:\nX\n";
        let entries = SheetReader::new(sheet.as_bytes()).tags(["home team", "lane"]).map(Result::unwrap);
        let read: Vec<_> = entries
            .map(|entry| {
                let date = entry.tag("DATE").or(entry.tag("week")).map(str::to_owned);
                assert_eq!(entry.evening(), Evening::new(entry.group, date.as_deref()));
                let tags: Vec<_> = entry.tags().map(|(key, value)| format!("{key}={value}")).collect();
                (entry.line, entry.group, tags.join(" "), date.unwrap_or_default())
            })
            .collect();
        let entry = |line, group, tags: &str, date: &str| (line, group, tags.to_owned(), date.to_owned());
        assert_eq!(
            read,
            [
                entry(3, 1, "home team=Reds", ""),
                entry(5, 1, "home team=Reds", "2026-01-17T19:00"),
                entry(9, 2, "home team=Reds", "2026-01-17T19:00"),
                entry(12, 2, "", "2026-01-17T19:00"),
                entry(14, 2, "", "3"),
            ]
        );
    }

    #[test]
    fn an_over_long_line_is_one_error() {
        let sheet = [&vec![b'5'; 3 * LONGEST_LINE][..], b"\n3 4\n"].concat();
        let entries = entries(&sheet);
        assert!(entries[0].1.as_ref().is_err_and(|error| error.contains("longer than")));
        assert_eq!(entries[1..], [(2, Ok(7))]);
    }

    #[test]
    fn a_byte_order_mark_does_not_count_for_the_length_of_a_line() {
        let game = |len: usize| [BYTE_ORDER_MARK, b"3 4 5", &vec![b' '; len - 7], b" 2\n"].concat();
        assert_eq!(entries(&game(LONGEST_LINE)), [(1, Ok(14))]);
        assert!(entries(&game(LONGEST_LINE + 1))[0].1.is_err());
        assert!(entries(&game(3 * LONGEST_LINE))[0].1.is_err());
    }

    #[test]
    fn unknown_rules_are_an_error_of_every_game_that_follows() {
        let entries = entries(b"3 4\n# rules: ninepin\n3 4\n# rules: tenpin\n3 4\n");
        assert_eq!((&entries[0], &entries[2]), (&(1, Ok(7)), &(5, Ok(7))));
        assert!(entries[1].1.as_ref().is_err_and(|error| error.starts_with("# rules: ninepin: ")));
    }
}
