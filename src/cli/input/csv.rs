//! CSV (RFC 4180): a header line, and one game per row.

use std::ops::ControlFlow;
use std::sync::Arc;

use memchr::{memchr, memchr_iter, memrchr};
use nom::Offset;

use super::cells::{Cells, row_cells};
use super::columns::{BallColumn, Columns, GameColumns, Layout, listed};
use super::hint::table_hint;
use super::table::{self, Places, Row};
use super::{Chunk, Entry, EntryText, Outcome, Place, Played, Position, ReadOptions, Reader, Refusal, Visitor};
use crate::cli::split::csv::{self, first_row, is_blank};
use crate::error::{LineError, Problem, characters};
use crate::game::{FRAMES, Game, Rules};
use crate::notation::parse::Failure;
use crate::sheet::line::{LineKind, text};
use crate::sheet::reader::{SheetRules, sheet_rules};

/// What may separate cells.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];

/// A reader of CSV.
pub struct Csv {
    options: ReadOptions,
    /// What the header says, once it is read. `Err` if it is in error: no row can be read.
    header: Option<Result<Arc<Header>, ()>>,
    /// The places of the cells of the current row.
    cells: Vec<(usize, usize)>,
}

/// What the header says.
#[derive(Debug)]
struct Header {
    separator: u8,
    /// The line as it was written: files are often joined, and each has its header.
    text: Vec<u8>,
    layout: Layout,
}

/// Whether the first line of a source is a header and could not be anything else.
pub(super) fn is_header(line: &[u8], columns: &Columns) -> bool {
    let Ok(line) = text(line) else { return false };
    // What ends a name or starts a claim is in no header, but in every line that `--to sheet` writes.
    if line.contains([':', '=']) {
        return false;
    }
    split_header(line, columns).1.is_ok_and(|layout| layout.is_certain())
}

impl Csv {
    pub(super) const fn new(options: ReadOptions) -> Self {
        Self { options, header: None, cells: Vec::new() }
    }

    /// Reads a row without its line end.
    fn row(&mut self, row: &[u8], at: &Position, visitor: &mut impl Visitor) -> ControlFlow<()> {
        if is_blank(row) {
            return ControlFlow::Continue(());
        }
        let header = match &self.header {
            None => {
                self.read_header(row, at.line, visitor);
                return ControlFlow::Continue(());
            }
            Some(Err(())) => return ControlFlow::Continue(()),
            Some(Ok(header)) => Arc::clone(header),
        };
        if row == header.text {
            return ControlFlow::Continue(());
        }
        let known = at.rules.as_ref().copied().unwrap_or_default();
        let line = match text(row) {
            Ok(line) => line,
            Err(error) => return refuse(&Refusal::new(at.line, error), known, visitor),
        };
        self.cells.clear();
        self.cells.extend(row_cells(row, header.separator));
        let cells = Cells { row: line, places: &self.cells };
        let (name, date) = (cells.name(header.layout.name), cells.value(header.layout.date));
        let mut values = Row::new(at.line, known);
        values.name = name.as_deref().filter(|name| !name.is_empty());
        values.date = date.as_deref();
        if let Err(failure) = read_row(&header.layout, &cells, &at.rules, self.options.rules, &mut values) {
            (values.failure, values.game) = (Some(failure), None);
        }
        let places = RowPlaces { row: line, line: at.line, cells: &self.cells, names: &header.layout.names };
        values.report(self.options.complete, &places, visitor)
    }

    fn read_header(&mut self, row: &[u8], line: u64, visitor: &mut impl Visitor) {
        let header = read_header(row, &self.options.columns);
        self.header = Some(header.map(Arc::new).map_err(|error| visitor.error(&Refusal::new(line, error))));
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
        let is_comment = match &self.header {
            // `#` alone is a name for a column of numbers.
            None => !row.get(1).is_some_and(|sign| SEPARATORS.contains(sign)),
            Some(Ok(header)) => header.layout.names.len() > 1 && !is_divided(&header.separator),
            Some(Err(())) => true,
        };
        is_comment.then_some(&text[..end])
    }

    /// What a comment says of the rows behind it.
    fn pass_comment(&self, comment: &[u8], at: &mut Position) {
        if let LineKind::Rules(name) = LineKind::of(comment) {
            at.rules = sheet_rules(name, self.options.rules);
        }
    }

    /// Reports a row whose quotes do not match.
    fn unclosed(&mut self, row: &[u8], at: &Position, visitor: &mut impl Visitor) -> ControlFlow<()> {
        let quote = row.iter().rposition(|&byte| byte == b'"').unwrap_or_default();
        let refusal = Refusal::new(at.line, LineError::new(row, quote, None, Problem::UnclosedQuote));
        match self.header {
            Some(Err(())) => ControlFlow::Continue(()),
            Some(Ok(_)) => refuse(&refusal, at.rules.as_ref().copied().unwrap_or_default(), visitor),
            None => {
                self.header = Some(Err(()));
                visitor.error(&refusal);
                ControlFlow::Continue(())
            }
        }
    }
}

/// Reports a row that cannot be taken apart.
fn refuse(refusal: &Refusal, rules: Rules, visitor: &mut impl Visitor) -> ControlFlow<()> {
    visitor.entry(&Entry::new(refusal.line, rules, Outcome::Refused(refusal, Played::Nothing)))
}

impl Reader for Csv {
    const IS_INDEPENDENT: bool = true;

    fn read(&mut self, chunk: &Chunk<'_>, visitor: &mut impl Visitor) -> ControlFlow<(), Position> {
        let mut at = chunk.position.clone();
        for (row, lines, is_whole) in rows(chunk.bytes) {
            if let Some(comment) = self.comment(row) {
                self.pass_comment(comment, &mut at);
            } else if is_whole {
                self.row(row, &at, visitor)?;
            } else {
                self.unclosed(row, &at, visitor)?;
            }
            at.line += lines;
        }
        at.in_group = true;
        ControlFlow::Continue(at)
    }

    fn advance(&self, position: &mut Position, bytes: &[u8]) {
        position.line += memchr_iter(b'\n', bytes).count() as u64;
        position.in_group = true;
        if memchr(b'#', bytes).is_some() {
            for comment in rows(bytes).filter_map(|(row, ..)| self.comment(row)) {
                self.pass_comment(comment, position);
            }
        }
    }

    fn another(&self) -> Self {
        Self { header: self.header.clone(), ..Self::new(self.options.clone()) }
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
            csv::Row::Whole(len) => (len, true),
            csv::Row::Broken(len) => (len, false),
            // Its line is in error, and the next one may be good.
            csv::Row::Unclosed => (memchr(b'\n', rest).map_or(rest.len(), |end| end + 1), false),
        };
        let (whole, after) = rest.split_at(len);
        rest = after;
        let row = whole.strip_suffix(b"\n").unwrap_or(whole);
        let lines = memchr_iter(b'\n', whole).count() as u64;
        Some((row.strip_suffix(b"\r").unwrap_or(row), lines, is_whole))
    })
}

fn read_header(row: &[u8], columns: &Columns) -> Result<Header, LineError> {
    let line = text(row)?;
    let (separator, layout) = split_header(line, columns);
    let error = |(column, problem): (usize, Problem)| {
        let at = row_cells(row, separator).nth(column).map_or(0, |(start, _)| start);
        let hint = table_hint(&problem);
        LineError::new(row, at, None, problem).with_hint(hint)
    };
    let layout = layout.map_err(error)?;
    if !layout.has_games() {
        return Err(error((0, Problem::NoGameColumn(listed(&layout.names)))));
    }
    Ok(Header { separator, text: row.to_vec(), layout })
}

/// The separator that makes the most columns of a header, and what they hold.
fn split_header(line: &str, columns: &Columns) -> (u8, Result<Layout, (usize, Problem)>) {
    let split = |separator| {
        let places: Vec<_> = row_cells(line.as_bytes(), separator).collect();
        let cells = Cells { row: line, places: &places };
        (0..places.len()).map(|at| cells.get(at).into_owned()).collect::<Vec<String>>()
    };
    let mut best = (SEPARATORS[0], split(SEPARATORS[0]));
    for separator in &SEPARATORS[1..] {
        let names = split(*separator);
        if names.len() > best.1.len() {
            best = (*separator, names);
        }
    }
    (best.0, Layout::new(best.1, columns))
}

/// Reads the cells of a row. Whatever is wrong with one of them is an error of the game.
fn read_row<'a>(
    layout: &Layout,
    cells: &Cells<'a>,
    rules: &SheetRules,
    wanted: Option<Rules>,
    row: &mut Row<'a>,
) -> Result<(), Failure<'a>> {
    row.rules = match cells.value(layout.rules) {
        Some(name) => table::rules(&name, wanted).map_err(|problem| cells.failure(layout.rules, problem))?,
        None => rules.clone().map_err(|problem| cells.failure(Some(0), problem))?,
    };
    let columns = layout.names.len();
    if let Some(extra) = (columns..cells.len()).find(|&at| !cells.get(at).trim().is_empty()) {
        return Err(cells.failure(Some(extra), Problem::TooManyCells { cells: cells.len(), columns }));
    }
    let claim = cells.parse(layout.claim, table::claim);
    if let Ok(Some(claim)) = &claim {
        row.claim = Some((claim.clone(), cells.raw_value(layout.claim)));
    }
    let game = read_game(layout, cells, row);
    if let Some(message) = cells.value(layout.error) {
        row.game = game.unwrap_or_default();
        row.failure = Some(table::recorded(&message, cells.raw_value(layout.error)));
        return Ok(());
    }
    row.game = game?;
    claim?;
    if row.game.is_none() {
        // The totals of games without rolls.
        row.totals.is_series = !layout.totals.is_empty();
        for &column in &layout.totals {
            row.totals.totals.extend(cells.parse(Some(column), table::total)?);
        }
        let claimed = row.claim.take();
        if row.totals.totals.is_empty() {
            row.totals.totals.extend(cells.parse(layout.claim, table::total)?);
        }
        if !row.totals.totals.is_empty() {
            let first = layout.totals.first().copied();
            return Err(cells.failure(claimed.and(layout.claim).or(first), Problem::OnlyTotal));
        }
        row.game = Some(Game::new(row.rules));
    }
    Ok(())
}

/// Reads the game of a row; `None` if none of its cells holds a roll.
fn read_game<'a>(layout: &Layout, cells: &Cells<'a>, row: &mut Row<'a>) -> Result<Option<Game>, Failure<'a>> {
    let rules = row.rules;
    match &layout.game {
        GameColumns::None => Ok(None),
        GameColumns::Whole { column, may_be_number } => {
            let is_number = |text: &str| table::whole(text).parse::<u32>().is_ok();
            match cells.value(Some(*column)) {
                // A number beside a total: the first, second, third game of an evening.
                Some(text) if *may_be_number && layout.claim.is_some() && is_number(&text) => Ok(None),
                Some(_) => {
                    row.end = cells.end(*column);
                    cells.parse(Some(*column), |text| table::read_whole(text, rules))
                }
                None => Ok(None),
            }
        }
        GameColumns::Frames(columns) => {
            let frames = columns.iter().zip(0..).map(|(&column, frame)| (column, FRAMES.min(frame)));
            play(frames, cells, row, table::roll_frame)
        }
        GameColumns::Balls(balls) => {
            let played = play_balls(balls.iter().copied(), cells, row);
            // Columns that were named by hand may be padded too: two (or three) for every frame.
            let per_frame = usize::from(rules.row().balls);
            let columns = per_frame * usize::from(FRAMES);
            let is_padded = balls.iter().all(|ball| ball.frame.is_none())
                && (columns..=columns + usize::from(rules.row().marked_tenth) - per_frame).contains(&balls.len());
            match played {
                Err(failure) if is_padded => {
                    let frame = |at: usize| Some((at / per_frame).min(usize::from(FRAMES) - 1) as u8);
                    let padded = balls.iter().enumerate().map(|(at, ball)| BallColumn { frame: frame(at), ..*ball });
                    play_balls(padded, cells, row).map_err(|_| failure)
                }
                played => played,
            }
        }
    }
}

fn play_balls<'a>(
    balls: impl Iterator<Item = BallColumn>,
    cells: &Cells<'a>,
    row: &mut Row<'a>,
) -> Result<Option<Game>, Failure<'a>> {
    play(balls.map(|ball| (ball.column, ball.frame)), cells, row, table::roll)
}

/// Rolls what the cells of some columns hold, each with its frame.
fn play<'a, F>(
    columns: impl Iterator<Item = (usize, F)>,
    cells: &Cells<'a>,
    row: &mut Row<'a>,
    roll: impl for<'b> Fn(&mut Game, &'b str, F) -> Result<(), Failure<'b>>,
) -> Result<Option<Game>, Failure<'a>> {
    let (mut game, rules) = (None, row.rules);
    for (column, frame) in columns {
        let game = &mut game;
        let rolled =
            cells.parse(Some(column), |text| roll(game.get_or_insert_with(|| Game::new(rules)), text, frame))?;
        if rolled.is_some() {
            row.end = cells.end(column);
        }
    }
    Ok(game)
}

/// Where the cells of a row are.
struct RowPlaces<'a> {
    row: &'a str,
    line: u64,
    cells: &'a [(usize, usize)],
    names: &'a [String],
}

impl Places for RowPlaces<'_> {
    fn place(&self, text: &str) -> Place<'_> {
        let at = self.row.offset(text).min(self.row.len());
        let before = &self.row.as_bytes()[..at];
        let line_start = memrchr(b'\n', before).map_or(0, |end| end + 1);
        let cell = self.cells.partition_point(|&(start, _)| start <= at).saturating_sub(1);
        Place {
            line: self.line + memchr_iter(b'\n', before).count() as u64,
            column: 1 + characters(&before[line_start..]),
            field: self
                .names
                .get(cell)
                .map(|name| name.trim().into())
                .filter(|name: &std::borrow::Cow<'_, str>| !name.is_empty()),
        }
    }

    fn text(&self) -> EntryText<'_> {
        EntryText::Row(self.row.as_bytes())
    }
}
