//! Finds the header of CSV: below titles, or behind a line such as `sep=;`.

use std::cmp::Reverse;
use std::collections::HashSet;

use nom::Offset;

use super::cells::{cell_text, row_cells};
use super::columns::{Columns, listed, matches};
use super::hint::hint;
use super::layout::Layout;
use super::table::{read_whole, roll_frame, value};
use super::totals::{TotalCell, total_cell};
use super::{InputFormat, ReadOptions, TagKeys, plain};
use crate::error::{InputProblem, LineError, Problem};
use crate::game::{Game, Rules};
use crate::reading::Dialect;
use crate::reading::symbols::is_one_roll;
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

/// Whether a line is a header and could not be anything else.
pub fn is_header(line: &[u8], columns: &Columns) -> bool {
    let Ok(line) = text(line) else { return false };
    // What ends a name or starts a claim is in no header, but in every line that `--to sheet` writes.
    if line.contains([':', '=']) || is_comment(line.as_bytes()) {
        return false;
    }
    // A column that appears twice is an error of the table.
    let mut known = HashSet::new();
    let mut names = split_names(line, likely_separator(line));
    names.retain(|name| known.insert(plain(name)));
    Layout::new(names, columns, &TagKeys::default()).is_ok_and(|layout| layout.is_certain())
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

pub fn holds_game(line: &[u8]) -> bool {
    let scored = score_line(line, Dialect::Auto, Rules::default());
    scored.is_some_and(|scored| scored.game.is_ok_and(|game| game.has_begun()))
}

/// The search for the header among the first rows.
#[derive(Debug, Default)]
pub struct HeaderSearch {
    separator: Option<u8>,
    /// How many rows are above the header, and the line of the first.
    pub titles: u32,
    pub first_title: u64,
    /// The row that is most likely meant as a header, and what is wrong with it.
    likely: Option<Likely>,
}

/// A row that may be meant as a header.
#[derive(Debug)]
struct Likely {
    line: u64,
    error: LineError,
    /// The columns, if all that is wrong is that none holds a game. The next row shows which might.
    names: Option<(u8, Vec<String>)>,
    /// Whether it is a header without doubt.
    is_certain: bool,
}

/// The header, if it is found; `None` if more rows are needed. An error is placed in its line.
type HeaderStep = Result<Option<Header>, (u64, LineError)>;

impl HeaderSearch {
    /// Looks at a row that is not blank and not a comment.
    pub fn look_at(&mut self, row: &[u8], line: u64, options: &ReadOptions) -> HeaderStep {
        if self.titles == 0
            && self.separator.is_none()
            && let Some(separator) = named_separator(row)
        {
            self.separator = Some(separator);
            return Ok(None);
        }
        if let Some(likely) = &mut self.likely {
            if let Some((separator, names)) = likely.names.take()
                && let Some(advice) = advice(&names, separator, row)
            {
                likely.error = likely.error.clone().with_hint(Some(advice));
            }
            if likely.is_certain {
                return self.fail();
            }
        }
        let found = match self.read(row, line, options) {
            Ok(header) => return Ok(Some(header)),
            Err(likely) => *likely,
        };
        if holds_game(row) {
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
        if self.titles == 0 {
            self.first_title = line;
        }
        self.titles += 1;
        if self.titles > MOST_TITLES { self.fail() } else { Ok(None) }
    }

    /// Ends the search: an error, unless there was no row.
    pub fn fail(&mut self) -> HeaderStep {
        let no_game = || LineError::at_column(1, None, Problem::Input(InputProblem::NoGameColumn(String::new())));
        match self.likely.take() {
            Some(likely) => Err((likely.line, likely.error)),
            None if self.titles == 0 => Ok(None),
            None => Err((self.first_title, no_game())),
        }
    }

    fn read(&self, row: &[u8], line: u64, options: &ReadOptions) -> Result<Header, Box<Likely>> {
        let likely = |error| Likely { line, error, names: None, is_certain: false };
        let names = text(row).map_err(|error| Box::new(likely(error)))?;
        let separator = self.separator.unwrap_or_else(|| likely_separator(names));
        let layout = Layout::new(split_names(names, separator), &options.columns, &options.tags);
        let error = |(column, problem): (usize, Problem)| {
            let at = row_cells(names, separator).nth(column).map_or(0, |cell| names.offset(cell));
            let hint = hint(&problem);
            LineError::new(row, at, None, problem).with_hint(hint)
        };
        let layout = layout.map_err(|failure| {
            let is_certain = matches!(
                failure.1,
                Problem::Input(InputProblem::DuplicateColumn(_) | InputProblem::SeveralColumns { .. })
            );
            Box::new(Likely { is_certain, ..likely(error(failure)) })
        })?;
        let no_game_column =
            |layout: &Layout| error((0, Problem::Input(InputProblem::NoGameColumn(listed(&layout.names)))));
        // A heading over some columns, not the names of all.
        let is_heading = layout.names.len() > 1 && filled(names, separator) == 1;
        if !layout.has_games() || is_heading {
            let is_certain = !layout.name.is_empty() && layout.names.len() > 1;
            let error = no_game_column(&layout);
            return Err(Box::new(Likely { names: Some((separator, layout.names)), is_certain, ..likely(error) }));
        }
        let is_sniffed = options.from == InputFormat::Auto && options.columns == Columns::default();
        if is_sniffed && self.separator.is_none() && !layout.is_certain() {
            return Err(Box::new(likely(no_game_column(&layout))));
        }
        Ok(Header { separator, text: row.to_vec(), layout })
    }
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

/// The names of the columns of a header.
fn split_names(line: &str, separator: u8) -> Vec<String> {
    row_cells(line, separator).map(|cell| cell_text(cell).into_owned()).collect()
}

/// The option that would help with a header that names no game, by what the first row looks like.
fn advice(names: &[String], separator: u8, row: &[u8]) -> Option<String> {
    let cells = split_names(text(row).ok()?, separator);
    let can_be_named = |name: &str| !name.is_empty() && !name.contains([',', '=', '*']);
    let columns = names.iter().map(|name| name.trim()).enumerate().filter(|(_, name)| can_be_named(name));
    let holding = |is_held: &dyn Fn(&str) -> bool| -> Vec<&str> {
        let is_column = |(at, _): &(usize, &str)| cells.get(*at).is_some_and(|cell| value(cell).is_some_and(is_held));
        columns.clone().filter(is_column).map(|(_, name)| name).collect()
    };
    // Numbered columns belong together; a number of a lane does not.
    let pattern = |name: &str| format!("{}*", name.trim_end_matches(|sign: char| sign.is_ascii_digit()).trim_end());
    let family = |columns: &[&str]| {
        columns.iter().map(|name| pattern(name)).find(|pattern| {
            let is_match = |name: &&str| matches(pattern, name);
            let found = names.iter().map(String::as_str).filter(is_match).count();
            pattern.len() > 1 && found > 1 && found == columns.iter().copied().filter(is_match).count()
        })
    };
    let is_marked = |text: &str| text.contains(['X', 'x', '/']);
    let is_frame = |text: &str| roll_frame(&mut Game::new(Rules::default()), text, 0).is_ok();
    let parts = holding(&|text| is_one_roll(text) || is_frame(text));
    if parts.len() > 1 && !holding(&|text| is_marked(text) && (is_one_roll(text) || is_frame(text))).is_empty() {
        let family = family(&parts)?;
        let is_frames = matches!(plain(&family).as_str(), "f*" | "fr*" | "frame*")
            || holding(&|text| !is_one_roll(text)).iter().any(|name| matches(&family, name));
        let role = if is_frames { "frames" } else { "balls" };
        return Some(format!("--columns {role}={family} says which do"));
    }
    let is_game = |text: &str| {
        (is_marked(text) || text.split_whitespace().count() > 2) && read_whole(text, Rules::default()).is_ok()
    };
    if let Some(game) = holding(&is_game).first() {
        return Some(format!("--columns game={game} says which does"));
    }
    let is_total = |text: &str| matches!(total_cell(text), Ok(TotalCell::Counted(11..) | TotalCell::Marked(11..)));
    let totals = holding(&is_total);
    match (family(&totals), totals.first()) {
        (Some(family), _) => Some(format!("--columns totals={family} says which do")),
        (None, Some(_)) => Some(format!("--columns totals={} says which do", totals.join(","))),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_no_header() {
        for line in [
            "name,rolls",
            "Bowler;Game 1",
            "#,name,game",
            "f1_t1,f1_t2",
            "Game 1,Game 2",
            "Week,Game",
            "이름,1번",
            "Bowler,1,2,3",
            "name,rolls,rolls",
        ] {
            assert!(is_header(line.as_bytes(), &Columns::default()), "{line}");
        }
        for line in [
            "Tuesday, Game 1",
            "Tuesday, Game",
            "# name,rolls",
            "#name,rolls",
            "Game 1",
            "Name,5,4",
            "Nombre,1,2",
            "name: 5 4",
            "1,5,1,5",
        ] {
            assert!(!is_header(line.as_bytes(), &Columns::default()), "{line}");
        }
    }

    #[test]
    fn a_separator_may_be_named() {
        assert_eq!(named_separator(b"sep=;"), Some(b';'));
        assert_eq!(named_separator(b"SEP=\t\r"), Some(b'\t'));
        assert_eq!(named_separator(b"\"sep=,\""), Some(b','));
        assert_eq!((named_separator(b"sep=x"), named_separator(b"sep="), named_separator(b"")), (None, None, None));
    }

    #[test]
    fn advice_is_made_from_the_cells() {
        for (header, row, expected) in [
            ("name,Score 1,Score 2", "Ann,171,180", Some("totals=Score*")),
            ("name,lane,Score 1,Score 2", "Ann,12,171,180", Some("totals=Score*")),
            ("name,first,second", "Ann,171,a180", Some("totals=first,second")),
            ("name,line", "Ann,X 5/ 9-", Some("game=line")),
            ("name,f1,f2,f3", "Ann,X,X,X", Some("frames=f*")),
            ("name,box 1,box 2", "Ann,X,5/", Some("frames=box*")),
            ("name,shot1,shot2,shot3", "Ann,8,/,X", Some("balls=shot*")),
            ("name,a,b", "Ann,X,5/", None),
            ("name,week", "Ann,Week 7", None),
            ("name,lane", "Ann,5", None),
            ("name,a=b", "Ann,X 5/ 9-", None),
            ("name,line", "Ann,5 4 3", Some("game=line")),
            ("name,line", "Ann,5 4", None),
            ("1,2", "171,180", Some("totals=1,2")),
        ] {
            let names: Vec<String> = header.split(',').map(Into::into).collect();
            let found = advice(&names, b',', row.as_bytes());
            let expected = expected.map(|columns| format!("--columns {columns} "));
            assert_eq!(found.is_some(), expected.is_some(), "{header}");
            assert!(found.is_none_or(|found| found.starts_with(&expected.unwrap())), "{header}");
        }
    }
}
