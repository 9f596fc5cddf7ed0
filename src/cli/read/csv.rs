//! CSV (RFC 4180): a header line, and one game per row.

use std::sync::Arc;

use memchr::{memchr, memchr_iter};

use super::cells::{Cell, Row, RowSource, cell_texts, row_cells};
use super::columns::Columns;
use super::header::{Header, HeaderSearch, Likely, SEPARATORS, holds_game, is_comment};
use super::hint::hint;
use super::layout::{GameColumns, Layout, PartColumn};
use super::long::LongGame;
use super::row;
use super::table::TableRow;
use super::{Emit, LineTags, Position, ReadOptions, advice};
use crate::cli::event::{Diagnostic, Entry, Event, Outcome, Place, Tag};
use crate::cli::problem::{InputError, InputProblem};
use crate::cli::source::csv::{self, first_row, is_blank};
use crate::sheet::line::text;

pub struct CsvReader {
    options: ReadOptions,
    state: State,
    /// The game whose rows are being read, in a table with a row for every frame or ball.
    long: Option<Box<LongGame>>,
}

/// What is known of the header.
enum State {
    Searching(Box<HeaderSearch>),
    /// It is read; whether a row has been, too.
    Reading(Arc<Header>, bool),
    /// It is in error: no row can be read.
    Failed,
}

impl CsvReader {
    /// A reader of a table whose header is perhaps known to be on a line.
    pub(super) fn new(options: ReadOptions, header: Option<u64>) -> Self {
        Self { options, state: State::Searching(Box::new(HeaderSearch::new(header))), long: None }
    }

    /// Reads a row without its line end, whose quotes may not match. Its cells take the place of those of another row.
    fn row<'a>(
        &mut self,
        (row, is_whole): (&'a [u8], bool),
        cells: &mut Vec<Cell<'a>>,
        at: &Position,
        emit: &mut Emit<'_>,
    ) {
        if is_whole && is_blank(row) {
            return;
        }
        let error = |byte, error| Box::new(Diagnostic::new(Place::of_byte(at.line, row, byte), error));
        let unclosed = (!is_whole).then(|| {
            let (byte, problem) = match first_row(row) {
                csv::RowEnd::Broken { at, .. } => (at, InputProblem::TextAfterQuote),
                _ => (row.iter().rposition(|&byte| byte == b'"').unwrap_or_default(), InputProblem::UnclosedQuote),
            };
            error(byte, InputError::new(None, problem))
        });
        let (header, is_first) = match &mut self.state {
            State::Searching(search) => {
                let look = || search.look_at(row, at.line, &self.options);
                match unclosed.map_or_else(look, |error| Err(Box::new(Likely::new(*error)))) {
                    Ok(None) => {}
                    Ok(Some(header)) => {
                        let (first, titles) = (search.first_title, search.titles);
                        warn_about_titles(first, titles, emit);
                        warn_about_columns(&header.layout, at.line, &self.options, emit);
                        self.state = State::Reading(Arc::new(header), false);
                    }
                    Err(likely) => self.fail_at(*likely, emit),
                }
                return;
            }
            State::Failed => return,
            State::Reading(header, _) if row == header.text => return,
            State::Reading(header, has_rows) => (&**header, !std::mem::replace(has_rows, true)),
        };
        let known = at.rules.as_ref().copied().unwrap_or_default();
        let read = || text(row).map_err(|problem| error(problem.at(), problem.into()));
        let line = match unclosed.map_or_else(read, Err) {
            Ok(line) => line,
            Err(mut error) => {
                error.error.hint = hint(&error.error.problem).map(Into::into);
                return emit(Event::Entry(&Entry::new(at.line, known, Outcome::Refused(&error, None))));
            }
        };
        cells.clear();
        cells.extend(row_cells(line, header.separator).map(Cell::csv));
        let cells = Row { cells, line: at.line, layout: &header.layout, source: RowSource::Csv(line), error: None };
        if is_first && has_other_shape(&cells) && holds_game(row) {
            let problem = InputProblem::NotARow { columns: header.layout.names.len() };
            return self.fail(&error(0, InputError::new(None, problem)), emit);
        }
        if is_first && numbers_balls(&cells) {
            return;
        }
        let tags = row_tags(&cells, &at.tags);
        if let Some(columns) = &header.layout.long {
            let tags = tags.as_deref().unwrap_or(&at.tags);
            return LongGame::add(&mut self.long, (&cells, columns), (&at.rules, tags), &self.options, emit);
        }
        let name = cells.name();
        let values = TableRow {
            name: name.as_deref().map(str::trim).filter(|name| !name.is_empty()),
            // What comment lines say counts where the table has no such column.
            tags: tags.as_deref().unwrap_or(&at.tags),
            ..TableRow::default()
        };
        row::report(&cells, &at.rules, values, &self.options, emit);
    }

    /// Reports why there is no header, and which columns would make one of the row that most likely is meant as one.
    fn fail_at(&mut self, likely: Likely, emit: &mut Emit<'_>) {
        let Likely { mut error, unnamed, rows, .. } = likely;
        let asked = unnamed.and_then(|(separator, header)| columns_for(&header, separator, &rows, &self.options));
        if let Some(asked) = asked {
            let do_they = if asked.contains(['*', ',']) { "do" } else { "does" };
            error.error.hint = Some(format!("--columns {asked} says which {do_they}").into());
        }
        self.fail(&error, emit);
    }

    /// Reports why no row can be read.
    fn fail(&mut self, error: &Diagnostic, emit: &mut Emit<'_>) {
        emit(Event::Error(error));
        self.state = State::Failed;
    }

    /// The text of a comment: a row that starts with `#` and is not divided into cells.
    fn comment<'a>(&self, row: &'a [u8]) -> Option<&'a [u8]> {
        if row.trim_ascii_start().first() != Some(&b'#') {
            return None;
        }
        // A spreadsheet pads a comment with separators.
        let text = row.trim_ascii_end();
        let end = text.iter().rposition(|byte| !SEPARATORS.contains(byte)).map_or(0, |last| last + 1);
        let is_divided = |separator: &u8| memchr(*separator, &text[..end]).is_some();
        let is_comment = match &self.state {
            State::Searching(_) => is_comment(row),
            State::Reading(header, _) => header.layout.names.len() > 1 && !is_divided(&header.separator),
            State::Failed => true,
        };
        is_comment.then_some(&text[..end])
    }

    /// Reads a chunk and moves the position past it.
    pub fn read(&mut self, bytes: &[u8], at: &mut Position, emit: &mut Emit<'_>) {
        let mut cells = Vec::new();
        for (row, lines, is_whole) in rows(bytes) {
            if let Some(comment) = self.comment(row) {
                at.take_line(comment);
            } else {
                self.row((row, is_whole), &mut cells, at, emit);
            }
            at.line += lines;
        }
    }

    /// Moves a position past some bytes that another reader reads.
    pub fn advance(&self, bytes: &[u8], at: &mut Position) {
        at.line += memchr_iter(b'\n', bytes).count() as u64;
        if memchr(b'#', bytes).is_some() {
            for comment in rows(bytes).filter_map(|(row, ..)| self.comment(row)) {
                at.take_line(comment);
            }
        }
    }

    /// Ends the source, which may have no header.
    pub fn end(&mut self, emit: &mut Emit<'_>) {
        LongGame::end(&mut self.long, &self.options, emit);
        if let State::Searching(search) = &mut self.state
            && let Err(likely) = search.fail()
        {
            self.fail_at(*likely, emit);
        }
    }

    /// A reader for other rows; `None` before the first row, and where a game has
    /// several rows.
    pub fn another(&self) -> Option<Self> {
        match &self.state {
            State::Reading(header, true) if header.layout.long.is_none() => {
                let state = State::Reading(Arc::clone(header), true);
                Some(Self { options: self.options.clone(), state, long: None })
            }
            _ => None,
        }
    }
}

/// The value of `--columns` with which some rows below a header can be read. It has been tried.
fn columns_for(header: &[u8], separator: u8, rows: &[Vec<u8>], options: &ReadOptions) -> Option<String> {
    let names = cell_texts(text(header).ok()?, separator);
    let cells: Vec<Vec<String>> =
        rows.iter().map(|row| text(row).map(|row| cell_texts(row, separator))).collect::<Result<_, _>>().ok()?;
    let below = rows.join(&b'\n');
    advice::columns_for(&names, &cells, &|columns| {
        let layout = Layout::new(names.clone(), columns, &options.tags).ok()?;
        let header = Arc::new(Header { separator, text: header.to_vec(), layout });
        let trial = ReadOptions { bare_totals: true, complete: false, ..options.clone() };
        let mut reader = CsvReader { options: trial, state: State::Reading(header, false), long: None };
        let (mut games, mut complete, mut others) = (0, 0, 0);
        let mut count = |event: Event<'_>| match event {
            Event::Entry(entry) => match (&entry.outcome, entry.game()) {
                (Outcome::OnlyTotals(_), _) => (games, complete) = (games + 1, complete + 1),
                (_, Some(game)) if game.rolls().count() > 1 => {
                    (games, complete) = (games + 1, complete + u32::from(game.is_complete()));
                }
                _ => others += 1,
            },
            Event::Error(_) => others += 1,
            _ => {}
        };
        reader.read(&below, &mut Position::start(options.rules, options.tags.clone()), &mut count);
        reader.end(&mut count);
        (games > 0 && others == 0).then_some(games == complete)
    })
}

/// The tags of a row, if the table has a column for one that is asked for. A comment line counts where it has none.
fn row_tags<'a>(cells: &'a Row<'_>, lines: &'a LineTags) -> Option<Vec<Option<Tag<'a>>>> {
    let columns = &cells.layout.tags;
    let tag = |(at, column): (usize, &Option<usize>)| match column {
        Some(column) => cells.plain_text(*column).map(|text| Tag { text, json: None }),
        None => lines.get(at).cloned().flatten(),
    };
    columns.iter().any(Option::is_some).then(|| columns.iter().enumerate().map(tag).collect())
}

/// Whether a row has one cell where its header has several, or more cells than the header.
fn has_other_shape(row: &Row<'_>) -> bool {
    let (cells, columns) = (row.cells.len(), row.layout.names.len());
    (cells == 1 && columns > 1) || cells > columns
}

/// Whether a row goes on with a header, and numbers the balls of each of its frames.
fn numbers_balls(row: &Row<'_>) -> bool {
    let Some(GameColumns::Balls(columns)) = row.layout.games.first() else { return false };
    let is_unnamed = |part: &PartColumn| row.layout.names[part.column].trim().is_empty();
    let mut last = (None, 0);
    let is_numbered = |part: &PartColumn| {
        last = (part.frame, if part.frame == last.0 { last.1 + 1 } else { 1 });
        row.value(Some(part.column)).is_some_and(|text| text.parse() == Ok(last.1))
    };
    columns.iter().any(is_unnamed) && row.name().is_none() && columns.iter().all(is_numbered)
}

/// Says which lines above the header are skipped.
fn warn_about_titles(line: u64, titles: u32, emit: &mut Emit<'_>) {
    let message = match titles {
        0 => return,
        1 => "a line above the header, which holds no game, is skipped",
        _ => &format!("{titles} lines above the header, which hold no game, are skipped"),
    };
    emit(Event::Warning { line, message });
}

/// Says what the columns of a header leave open.
fn warn_about_columns(layout: &Layout, line: u64, options: &ReadOptions, emit: &mut Emit<'_>) {
    if let Some(GameColumns::Balls(columns)) = layout.games.first()
        && columns.len() <= usize::from(options.rules.unwrap_or_default().row().marked_tenth)
        && columns.iter().all(|part| part.frame.is_none())
        && options.columns == Columns::default()
    {
        let message = "a row has the balls of one frame (a column frame with its number joins rows to games)";
        emit(Event::Warning { line, message });
    }
    let about_names = if layout.name.is_empty() {
        Some("no column holds names, so all games are one row (--columns name=NAME says which does)")
    } else if layout.has_half_names {
        Some(
            "a column holds first or last names alone, so players who share one are one row \
             (--columns name=NAME says which does)",
        )
    } else {
        None
    };
    if let Some(message) = about_names.filter(|_| options.needs_names) {
        emit(Event::Warning { line, message });
    }
    if layout.has_handicap && layout.games.is_empty() && layout.totals.is_empty() {
        let message = "the total may include the handicap beside it (--columns total=NAME says what counts)";
        emit(Event::Warning { line, message });
    }
}

/// The rows of a chunk without their line ends, each with its number of lines and whether its quotes match.
fn rows(bytes: &[u8]) -> impl Iterator<Item = (&[u8], u64, bool)> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (len, is_whole) = match first_row(rest) {
            csv::RowEnd::Whole(len) => (len, true),
            csv::RowEnd::Broken { line, .. } => (line, false),
            // Its line is in error, and the next one may be good.
            csv::RowEnd::Unclosed => (memchr(b'\n', rest).map_or(rest.len(), |end| end + 1), false),
        };
        let (whole, after) = rest.split_at(len);
        rest = after;
        let row = whole.strip_suffix(b"\n").unwrap_or(whole);
        let lines = memchr_iter(b'\n', whole).count() as u64;
        Some((row.strip_suffix(b"\r").unwrap_or(row), lines, is_whole))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_is_made_from_the_cells() {
        for (header, rows, expected) in [
            ("name,Result A,Result B", "Ann,171,180", Some("totals=Result A,Result B")),
            ("name,lane,pins1,pins2", "Ann,12,171,180", Some("totals=pins*")),
            ("name,first,second", "Ann,171,a180", Some("totals=first,second")),
            ("name,line", "Ann,X 5/ 9-", Some("game=line")),
            ("name,f1,f2,f3", "Ann,X,X,X", Some("balls=f*")),
            ("name,f1,f2,f3", "Ann,X,5/,9-", Some("frames=f*")),
            ("name,f1,f2,f3", "Ann,X,5/,9-\nBob,5,5,55", None),
            ("name,a,b", "Ann,X,5/", Some("frames=a,b")),
            ("name,a,b", "Ann,5,4", None),
            (
                "name,t1,t2,t3,t4,t5,t6,t7,t8,t9,t10,t11,t12",
                "Ann,10,10,10,10,10,10,10,10,10,10,10,10",
                Some("balls=t*"),
            ),
            ("name,week", "Ann,Week 7", None),
            ("name,lane", "Ann,5", None),
            ("name,a=b", "Ann,X 5/ 9-", None),
            ("name,line", "Ann,5 4 3", Some("game=line")),
            ("name,line", "Ann,5 4", None),
            ("1,2", "171,180", Some("totals=1,2")),
            ("name,frame,result,score", "Ann,1,X,20\nAnn,2,7/,39\nAnn,3,9-,48", Some("frames=result")),
        ] {
            let rows: Vec<Vec<u8>> = rows.lines().map(|row| row.as_bytes().to_vec()).collect();
            let found = columns_for(header.as_bytes(), b',', &rows, &ReadOptions::default());
            assert_eq!(found.as_deref(), expected, "{header}");
        }
    }
}
