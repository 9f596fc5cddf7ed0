//! Reads whole sheets: one game after the other, from anything that can be read by lines.

use std::io::{self, BufRead};

use super::claim::Claim;
use super::line::{LineKind, ScoredLine, score_game_line};
use super::verify::{Mismatch, verify};
use crate::error::{LONGEST_LINE, LineError, Problem};
use crate::game::{Game, Rules};
use crate::notation::Dialect;

/// One game of a sheet, from [`SheetReader`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SheetEntry {
    /// The number of its line, from 1.
    pub line: u64,
    /// The player, if the line names one.
    pub name: Option<String>,
    /// The game, or what is wrong with it.
    pub game: Result<Game, LineError>,
    /// What the line claims about its game.
    pub claim: Option<Claim>,
}

impl SheetEntry {
    /// Checks the claim, if there is one.
    ///
    /// # Errors
    ///
    /// If the claim does not hold.
    pub fn verify(&self) -> Result<(), Mismatch> {
        self.claim.as_ref().map_or(Ok(()), |claim| verify(claim, self.game.as_ref()))
    }
}

/// Reads the games of a sheet, in order. Blank lines and comments are passed over, `# rules: NAME`
/// sets the rules for the lines that follow, and a line that is not a game is an entry with an
/// error.
///
/// ```
/// use bowling::SheetReader;
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
    rules: SheetRules,
    wanted: Option<Rules>,
    line: u64,
    buffer: Vec<u8>,
}

impl<R: BufRead> SheetReader<R> {
    /// A reader that detects the dialect per line and takes the rules from the sheet.
    pub fn new(input: R) -> Self {
        let rules = Ok(Rules::default());
        Self { input, dialect: Dialect::Auto, rules, wanted: None, line: 0, buffer: Vec::new() }
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
        self.rules = Ok(rules);
        self.wanted = Some(rules);
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
        self.line += 1;
        if self.line == 1 && self.buffer.starts_with(BYTE_ORDER_MARK) {
            self.buffer.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(true)
    }

    fn entry(&self) -> SheetEntry {
        let line = self.buffer.strip_suffix(b"\r").unwrap_or(&self.buffer);
        let rules = self.rules.as_ref().copied().unwrap_or_default();
        let ScoredLine { name, mut game, claim, .. } = score_game_line(line, self.dialect, rules);
        if let Err(problem) = &self.rules {
            game = Err(LineError::new(line, 0, None, problem.clone()));
        }
        SheetEntry { line: self.line, name: name.map(Into::into), game, claim }
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
            match LineKind::of(&self.buffer) {
                LineKind::Game => return Some(Ok(self.entry())),
                LineKind::Rules(name) => self.rules = sheet_rules(name, self.wanted),
                LineKind::Blank | LineKind::Comment | LineKind::Players(_) => {}
            }
        }
    }
}

/// The mark that some editors put before UTF-8 text.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The rules in force at a line of a sheet, or why there are none.
pub(crate) type SheetRules = Result<Rules, Problem>;

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
