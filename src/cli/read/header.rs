//! Finds the header of CSV: below titles, or after a line such as `sep=;`.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::cell_game::{Part, is_ball, read_frames, read_whole};
use super::cells::{Cell, CellError, Row, RowSource, cell_text, row_cells};
use super::columns::{Columns, listed, matches};
use super::hint::hint;
use super::layout::{GameColumns, Layout, Spelling};
use super::row::read_row;
use super::table::{TableRow, value};
use super::totals::{TotalCell, total_cell};
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
    let mut names = split_names(text, separator);
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

/// A row that may be meant as a header.
#[derive(Debug)]
struct Likely {
    error: Diagnostic,
    /// The columns, if all that is wrong is that none holds a game. The next row shows which might.
    names: Option<(u8, Vec<String>)>,
    /// Whether it is a header without doubt.
    is_certain: bool,
}

/// The header, if it is found; `None` if more rows are needed. An error is placed in its line.
type HeaderStep = Result<Option<Header>, Box<Diagnostic>>;

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
            if let Some((separator, names)) = likely.names.take()
                && let Some(advice) = advice(&names, separator, row, options)
            {
                likely.error.error.hint = Some(advice.into());
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
            Some(likely) => Err(Box::new(likely.error)),
            None if self.titles == 0 => Ok(None),
            None => {
                let error = InputError::new(None, InputProblem::NoGameColumn(String::new()));
                Err(Box::new(Diagnostic::new(Place::bare(self.first_title, 1), error)))
            }
        }
    }

    fn read(&mut self, row: &[u8], line: u64, options: &ReadOptions) -> Result<Header, Box<Likely>> {
        let likely = |at, error| {
            let error = Diagnostic::new(Place::of_byte(line, row, at), error);
            Likely { error, names: None, is_certain: false }
        };
        let names = text(row).map_err(|error| Box::new(likely(error.at(), error.into())))?;
        let separator = self.separator.unwrap_or_else(|| likely_separator(names));
        let of_names = |names| Layout::new(names, &options.columns, &options.tags);
        let layout = of_names(split_names(names, separator)).or_else(|failure| {
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
            let is_certain = !layout.name.is_empty() && layout.names.len() > 1;
            let error = no_game_column(&layout);
            return Err(Box::new(Likely { names: Some((separator, layout.names)), is_certain, ..error }));
        }
        Ok(Header { separator, text: row.to_vec(), layout })
    }
}

/// The names of columns under a row of headings: `Frame 1,,Frame 2,` over `1,2,1,2`. A heading is that of the columns
/// after it, too.
fn under_heading(headings: &[u8], names: &str, separator: u8) -> Option<Vec<String>> {
    let headings = split_names(text(headings).ok()?, separator);
    let names = split_names(names, separator);
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

/// The names of the columns of a header.
fn split_names(line: &str, separator: u8) -> Vec<String> {
    row_cells(line, separator).map(|cell| cell_text(cell).into_owned()).collect()
}

/// Numbers of a player that are not totals of games, and are never advised.
const NO_GAMES: &[&str] = &[
    "average",
    "avg",
    "ave",
    "schnitt",
    "moyenne",
    "promedio",
    "media",
    "média",
    "평균",
    "games",
    "spiele",
    "parties",
    "partidas",
    "pts",
    "points",
    "punkte",
    "puntos",
    "hdcp",
    "hcp",
    "handicap",
    "rank",
    "rang",
    "place",
    "platz",
    "pos",
    "position",
    "lane",
    "lanes",
    "bahn",
    "week",
    "year",
    "age",
    "number",
    "no",
    "nr",
    "id",
    "sum",
    "summe",
    "series",
    "pins",
    "weight",
    "frame",
    "framescore",
    "frametotal",
    "runningtotal",
    "cumulative",
    "gms",
    "hg",
    "hs",
    "highgame",
    "highseries",
    "high",
    "low",
    "entry",
];

/// The option that would help with a header that names no game, by what the first row looks like. It has been tried.
fn advice(names: &[String], separator: u8, row: &[u8], options: &ReadOptions) -> Option<String> {
    let row = text(row).ok()?;
    let cells = split_names(row, separator);
    let can_be_named =
        |name: &str| !name.is_empty() && !name.contains([',', '=', '*']) && !NO_GAMES.contains(&plain(name).as_str());
    let columns = names.iter().map(|name| name.trim()).enumerate().filter(|(_, name)| can_be_named(name));
    let holding = |is_held: &dyn Fn(&str) -> bool| -> Vec<&str> {
        let is_column = |(at, _): &(usize, &str)| cells.get(*at).is_some_and(|cell| value(cell).is_some_and(is_held));
        columns.clone().filter(is_column).map(|(_, name)| name).collect()
    };
    // Numbered columns belong together; a number of a lane does not.
    let pattern = |name: &str| format!("{}*", name.trim_end_matches(|sign: char| sign.is_ascii_digit()).trim_end());
    let family = |columns: &[&str]| {
        let found = columns.iter().map(|name| pattern(name)).find(|pattern| {
            let is_match = |name: &&str| matches(pattern, name);
            let found = names.iter().map(String::as_str).filter(is_match).count();
            pattern.len() > 1 && found > 1 && found == columns.iter().copied().filter(is_match).count()
        });
        found.unwrap_or_else(|| columns.join(","))
    };
    let is_frame = |text: &str| {
        let part = Part { text, frame: Some(0), is_ball: false };
        text.len() > 1 && read_frames(&[part], Rules::default()).is_ok()
    };
    let is_game = |text: &str| text.len() > 3 && read_whole(text, Spelling::Any, Rules::default()).is_ok();
    let is_total = |text: &str| {
        !text.contains(['.', ',']) && matches!(total_cell(text), Ok(TotalCell::Counted(11..) | TotalCell::Marked(11..)))
    };
    let (balls, frames) = (holding(&is_ball), holding(&|text| is_ball(text) || is_frame(text)));
    let (games, totals) = (holding(&is_game), holding(&is_total));
    let has_mark = !holding(&|text| text.contains(['X', 'x', '/'])).is_empty();
    let several =
        |role: &str, columns: &[&str]| (has_mark && columns.len() > 1).then(|| format!("{role}={}", family(columns)));
    let candidates = [
        games.first().map(|game| format!("game={game}")),
        several("frames", &frames).filter(|_| !holding(&is_frame).is_empty()),
        several("balls", &balls),
        (!totals.is_empty()).then(|| format!("totals={}", family(&totals))),
    ];
    let works = |asked: &String| {
        let Ok(columns) = asked.parse() else { return false };
        let layout = Layout::new(names.to_vec(), &columns, &TagKeys::default());
        layout.is_ok_and(|layout| is_read(row, separator, &layout, options))
    };
    let asked = candidates.into_iter().flatten().find(works)?;
    let verb = if asked.contains(['*', ',']) { "do" } else { "does" };
    Some(format!("--columns {asked} says which {verb}"))
}

/// Whether a row can be read by a layout, as a game with several balls or as totals.
fn is_read(row: &str, separator: u8, layout: &Layout, options: &ReadOptions) -> bool {
    let cells: Vec<Cell<'_>> = row_cells(row, separator).map(Cell::csv).collect();
    let cells = Row { cells: &cells, line: 1, layout, source: RowSource::Csv(row), error: None };
    let mut values = TableRow::default();
    let read = read_row(&cells, &Ok(options.rules.unwrap_or_default()), options.rules, &mut values);
    let is_only_total = |error: CellError| error.error.problem == InputProblem::OnlyTotal;
    read.map_or_else(is_only_total, |_| values.game.is_some_and(|game| game.rolls().count() > 1))
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

    #[test]
    fn advice_is_made_from_the_cells() {
        for (header, row, expected) in [
            ("name,Result A,Result B", "Ann,171,180", Some("totals=Result A,Result B")),
            ("name,lane,pins1,pins2", "Ann,12,171,180", Some("totals=pins*")),
            ("name,first,second", "Ann,171,a180", Some("totals=first,second")),
            ("name,line", "Ann,X 5/ 9-", Some("game=line")),
            ("name,f1,f2,f3", "Ann,X,X,X", Some("balls=f*")),
            ("name,f1,f2,f3", "Ann,X,5/,9-", Some("frames=f*")),
            ("name,a,b", "Ann,X,5/", Some("frames=a,b")),
            ("name,week", "Ann,Week 7", None),
            ("name,lane", "Ann,5", None),
            ("name,a=b", "Ann,X 5/ 9-", None),
            ("name,line", "Ann,5 4 3", Some("game=line")),
            ("name,line", "Ann,5 4", None),
            ("1,2", "171,180", Some("totals=1,2")),
        ] {
            let names: Vec<String> = header.split(',').map(Into::into).collect();
            let found = advice(&names, b',', row.as_bytes(), &ReadOptions::default());
            let found = found.as_deref().and_then(|found| found.strip_prefix("--columns ")?.split(" says").next());
            assert_eq!(found, expected, "{header}");
        }
    }
}
