//! Finds the header of CSV: below titles, or after a line such as `sep=;`.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::cell_game::is_ball;
use super::cells::{cell_texts, row_cells};
use super::columns::{Columns, listed};
use super::hint::hint;
use super::layout::{GameColumns, Layout};
use super::words::Spelling;
use super::{ReadOptions, TagKeys, plain};
use crate::cli::event::{Diagnostic, Place};
use crate::cli::problem::{InputError, InputProblem};
use crate::game::Rules;
use crate::reading::Dialect;
use crate::sheet::line::{score_line, text};

/// What may separate cells.
pub const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];

/// The most lines above a header.
pub const MOST_TITLES: u32 = 10;

#[derive(Debug)]
pub struct Header {
    pub separator: u8,
    /// The line as it was written: files are often joined, and each has its header.
    pub text: Vec<u8>,
    pub layout: Layout,
}

/// How sure it is that a line is a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderKind {
    No,
    /// If the row below it has as many cells: `Tuesday, Game 1` may also be the title of a sheet.
    Perhaps,
    Certain,
}

/// Whether a line is a header.
pub fn header_kind(row: &[u8], columns: &Columns) -> HeaderKind {
    let line = row.strip_suffix(b"\n").unwrap_or(row);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let Ok(text) = text(line) else { return HeaderKind::No };
    // What ends a name or starts a claim is in no header, but in every line that `--to sheet` writes.
    if text.contains([':', '=']) || is_comment(line) {
        return HeaderKind::No;
    }
    // A column that appears twice is an error of the table.
    let mut known = HashSet::new();
    let separator = likely_separator(text);
    let mut names = cell_texts(text, separator);
    if is_heading(text, separator) {
        return HeaderKind::No;
    }
    names.retain(|name| plain(name).is_empty() || known.insert(plain(name)));
    let Ok(layout) = Layout::new(names, columns, &TagKeys::default()) else { return HeaderKind::No };
    let names = &layout.names;
    let is_several = names.len() > 1;
    // `Bowler,1,2,3` or `Nom,1G,2G`.
    let is_numbered = || {
        let number = |name: &str| name.trim_matches(|sign: char| !sign.is_ascii_digit()).parse();
        let numbers = names.iter().skip(1).filter(|name| !name.trim().is_empty());
        is_several && (1..).zip(numbers).all(|(wanted, name)| number(name) == Ok(wanted))
    };
    if holds_game(line) {
        let is_header = layout.starts_with_word() && is_numbered();
        return if is_header { HeaderKind::Certain } else { HeaderKind::No };
    }
    let has_name = !layout.name.is_empty();
    let has_role = has_name || layout.rules.is_some() || layout.claim.is_some() || layout.has_date;
    let is_other = |(at, name): (usize, &String)| !layout.name.contains(&at) && !is_ball(name.trim());
    let names_other = names.iter().enumerate().any(is_other);
    let has_letters = |(at, name): (usize, &String)| Some(at) != layout.claim && name.contains(char::is_alphabetic);
    let is_game = |columns: &GameColumns| !matches!(columns, GameColumns::Whole { spelling: Spelling::Game, .. });
    let is_certain = layout.long.is_some()
        || layout.games.iter().any(is_game)
        || (is_several && has_role && !(layout.games.is_empty() && layout.totals.is_empty()))
        || layout.totals.len() > 1
        || (layout.starts_with_word() && is_numbered())
        || (is_several && layout.claim.is_some() && names.iter().enumerate().any(has_letters))
        || (is_several && has_name && names_other);
    match is_several && layout.has_games() {
        _ if is_certain => HeaderKind::Certain,
        true => HeaderKind::Perhaps,
        false => HeaderKind::No,
    }
}

/// The number of cells of a row.
pub fn count_cells(row: &[u8]) -> usize {
    text(row).map_or(0, |row| row_cells(row, likely_separator(row)).count())
}

/// Whether a line above the header is a comment. `#` alone is a name for a column of numbers.
pub fn is_comment(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    line.starts_with(b"#") && !line.get(1).is_some_and(|sign| SEPARATORS.contains(sign))
}

/// The separator that a line such as `sep=;` names.
pub fn named_separator(line: &[u8]) -> Option<u8> {
    let line = line.trim_ascii_start();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    match line.split_at_checked(4)? {
        (word, [separator]) if word.eq_ignore_ascii_case(b"sep=") && SEPARATORS.contains(separator) => Some(*separator),
        _ => None,
    }
}

/// Whether a line can be read as a game.
pub fn holds_game(line: &[u8]) -> bool {
    let scored = score_line(line, Dialect::Auto, Rules::default());
    scored.is_some_and(|scored| scored.game.is_ok_and(|game| game.has_begun()))
}

/// The search for the header among the first rows.
#[derive(Debug, Default)]
pub struct HeaderSearch {
    /// The line of the header, if it has been found before.
    known: Option<u64>,
    separator: Option<u8>,
    /// How many rows are above the header, and the line of the first.
    pub titles: u32,
    pub first_title: u64,
    /// The last of them.
    title: Vec<u8>,
    /// The row that is most likely meant as a header, and what is wrong with it.
    likely: Option<Likely>,
}

/// A row that may be meant as a header, and why it is none.
#[derive(Debug)]
pub struct Likely {
    pub error: Diagnostic,
    /// If all that is wrong is that no column holds a game, its separator and its text.
    pub unnamed: Option<(u8, Vec<u8>)>,
    /// The rows below it, which show which columns might hold one.
    pub rows: Vec<Vec<u8>>,
    /// Whether it is a header without doubt.
    is_certain: bool,
}

impl Likely {
    pub const fn new(error: Diagnostic) -> Self {
        Self { error, unnamed: None, rows: Vec::new(), is_certain: false }
    }
}

/// The most rows that are looked at for advice.
const MOST_ROWS: usize = 4;

/// The header, if it is found; `None` if more rows are needed.
type HeaderStep = Result<Option<Header>, Box<Likely>>;

impl HeaderSearch {
    /// A search for a header that is perhaps known.
    pub fn new(known: Option<u64>) -> Self {
        Self { known, ..Self::default() }
    }

    /// Looks at a row that is not blank and not a comment.
    pub fn look_at(&mut self, row: &[u8], line: u64, options: &ReadOptions) -> HeaderStep {
        if self.titles == 0
            && self.separator.is_none()
            && let Some(separator) = named_separator(row)
        {
            self.separator = Some(separator);
            return Ok(None);
        }
        if self.known.is_some_and(|header| line < header) {
            self.add_title(row, line);
            return Ok(None);
        }
        if let Some(likely) = &mut self.likely {
            likely.rows.push(row.to_vec());
            if likely.is_certain {
                return if likely.rows.len() < MOST_ROWS { Ok(None) } else { self.fail() };
            }
        }
        let found = match self.read(row, line, options) {
            Ok(header) => return Ok(Some(header)),
            Err(likely) => *likely,
        };
        if holds_game(row) && self.known != Some(line) {
            // A game in the first row: there is no header at all.
            self.likely.get_or_insert(found);
            return self.fail();
        }
        if found.is_certain {
            self.likely = Some(found);
            return Ok(None);
        }
        let text = String::from_utf8_lossy(row);
        let mut separators = SEPARATORS.into_iter().filter(|&other| self.separator.is_none_or(|known| known == other));
        let is_title = separators.all(|separator| filled(&text, separator) < 2);
        if !is_title || self.titles == MOST_TITLES {
            self.likely.get_or_insert(found);
        }
        self.add_title(row, line);
        if self.titles > MOST_TITLES { self.fail() } else { Ok(None) }
    }

    fn add_title(&mut self, row: &[u8], line: u64) {
        if self.titles == 0 {
            self.first_title = line;
        }
        self.titles += 1;
        self.title = row.to_vec();
    }

    /// Ends the search: an error, unless there was no row.
    pub fn fail(&mut self) -> HeaderStep {
        match self.likely.take() {
            Some(likely) => Err(Box::new(likely)),
            None if self.titles == 0 => Ok(None),
            None => {
                let error = InputError::new(None, InputProblem::NoGameColumn(String::new()));
                Err(Box::new(Likely::new(Diagnostic::new(Place::bare(self.first_title, 1), error))))
            }
        }
    }

    fn read(&mut self, row: &[u8], line: u64, options: &ReadOptions) -> Result<Header, Box<Likely>> {
        let likely = |at, error| Likely::new(Diagnostic::new(Place::of_byte(line, row, at), error));
        let names = text(row).map_err(|error| Box::new(likely(error.at(), error.into())))?;
        let separator = self.separator.unwrap_or_else(|| likely_separator(names));
        let of_names = |names| Layout::new(names, &options.columns, &options.tags);
        let layout = of_names(cell_texts(names, separator)).or_else(|failure| {
            let merged = under_heading(&self.title, names, separator).map(of_names);
            let merged = merged.and_then(Result::ok).ok_or(failure);
            // Then the line above is read, not skipped.
            self.titles -= u32::from(merged.is_ok());
            merged
        });
        let error = |(column, problem): (usize, InputProblem)| {
            let at = row_cells(names, separator).take(column).map(|cell| cell.len() + 1).sum();
            let hint = hint(&problem);
            likely(at, InputError::new(None, problem).with_hint(hint))
        };
        let layout = layout.map_err(|failure| {
            let is_certain =
                matches!(failure.1, InputProblem::DuplicateColumn(_) | InputProblem::SeveralColumns { .. });
            Box::new(Likely { is_certain, ..error(failure) })
        })?;
        let no_game_column = |layout: &Layout| error((0, InputProblem::NoGameColumn(listed(&layout.names))));
        if !layout.has_games() || is_heading(names, separator) {
            let is_certain = self.known == Some(line) || (!layout.name.is_empty() && layout.names.len() > 1);
            let unnamed = Some((separator, row.to_vec()));
            return Err(Box::new(Likely { unnamed, is_certain, ..no_game_column(&layout) }));
        }
        Ok(Header { separator, text: row.to_vec(), layout })
    }
}

/// The names of columns under a row of headings: `Frame 1,,Frame 2,` over `1,2,1,2`. A heading is that of the columns
/// after it, too.
fn under_heading(headings: &[u8], names: &str, separator: u8) -> Option<Vec<String>> {
    let headings = cell_texts(text(headings).ok()?, separator);
    let names = cell_texts(names, separator);
    let mut heading = "";
    let mut merged = Vec::with_capacity(names.len());
    for (own, name) in headings.iter().zip(&names) {
        heading = if own.trim().is_empty() { heading } else { own };
        merged.push(format!("{heading} {name}"));
    }
    (headings.len() == names.len()).then_some(merged)
}

/// Whether a row has headings over some columns, not the names of all: `,Game 1`, or `,,Frame 1,,Frame 2,` over
/// `Name,Date,1,2,1,2`.
fn is_heading(row: &str, separator: u8) -> bool {
    let is_blank: Vec<bool> = row_cells(row, separator).map(|cell| cell.trim_ascii().is_empty()).collect();
    let named = is_blank.iter().filter(|&&is_blank| !is_blank).count();
    let is_merged = || is_blank[0] && is_blank.windows(2).filter(|pair| pair == &[false, true]).count() == named;
    is_blank.len() > 1 && (named == 1 || is_merged())
}

/// How many cells of a row hold something.
fn filled(row: &str, separator: u8) -> usize {
    row_cells(row, separator).filter(|cell| !cell.trim_ascii().is_empty()).count()
}

/// The separator that makes the most columns of a header, the first of several.
fn likely_separator(line: &str) -> u8 {
    let most = |separator: &u8| Reverse(row_cells(line, *separator).count());
    SEPARATORS.into_iter().min_by_key(most).unwrap_or(SEPARATORS[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_not_a_header() {
        let kind = |line: &str| header_kind(line.as_bytes(), &Columns::default());
        for line in [
            "name,rolls",
            "Bowler;Game 1",
            "#,name,game",
            "f1_t1,f1_t2",
            "Game 1,Game 2",
            "Week,Game",
            "이름,1번",
            "Bowler,1,2,3",
            "Week,1,2,3",
            "Nombre,1,2",
            "name,rolls,rolls",
            "date,score",
            "Bowler;date;Game 1",
            "Nom,1G,2G",
            "Spieler;Spiel;Score 1",
            "氏名,1G,2G,3G",
            "name,frame,pins",
            "Name,1,,2,,3,,4,,5,,6,,7,,8,,9,,10,,",
        ] {
            assert_eq!(kind(line), HeaderKind::Certain, "{line}");
        }
        for line in ["Tuesday, Game 1", "Tuesday, Game", "id,game"] {
            assert_eq!(kind(line), HeaderKind::Perhaps, "{line}");
        }
        for line in [
            "# name,rolls",
            "#name,rolls",
            "Game 1",
            "Name,5,4",
            "name: 5 4",
            "1,5,1,5",
            "Ann,10,9,1,8,2,7,3,6,4,5",
            "1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 4, 7, 1, 8, 0, 9, 1, 10, 10, 10",
        ] {
            assert_eq!(kind(line), HeaderKind::No, "{line}");
        }
    }

    #[test]
    fn a_separator_may_be_named() {
        assert_eq!(named_separator(b"sep=;"), Some(b';'));
        assert_eq!(named_separator(b"SEP=\t\r"), Some(b'\t'));
        assert_eq!(named_separator(b"\"sep=,\""), Some(b','));
        assert_eq!((named_separator(b"sep=x"), named_separator(b"sep="), named_separator(b"")), (None, None, None));
    }
}
