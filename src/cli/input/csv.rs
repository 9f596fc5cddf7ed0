//! CSV (RFC 4180): a header line, and one game per row.

use std::ops::ControlFlow;
use std::sync::Arc;

use memchr::{memchr, memchr_iter, memrchr};
use nom::Offset;

use super::cells::{Cells, row_cells};
use super::columns::plain;
use super::header::{Header, HeaderSearch, SEPARATORS, Step, holds_game, is_comment};
use super::hint::table_hint;
use super::layout::{BallColumn, GameColumns, Layout};
use super::table::{self, Places, Row, TotalCell};
use super::{Chunk, Entry, EntryText, Outcome, Place, Played, Position, ReadOptions, Reader, Refusal, Visitor};
use crate::cli::split::csv::{self, first_row, is_blank};
use crate::error::{LineError, Problem, characters};
use crate::game::{FRAMES, Game, Rules};
use crate::notation::parse::Failure;
use crate::sheet::claim::Claim;
use crate::sheet::line::{LineKind, text};
use crate::sheet::reader::{SheetRules, sheet_rules};
use crate::sheet::verify::verify_card;

/// A reader of CSV.
pub struct Csv {
    options: ReadOptions,
    state: State,
    /// The places of the cells of the current row.
    cells: Vec<(usize, usize)>,
}

/// What is known of the header.
enum State {
    Searching(HeaderSearch),
    /// It is read; whether a row has been, too.
    Reading(Arc<Header>, bool),
    /// It is in error: no row can be read.
    Failed,
}

impl Csv {
    pub(super) fn new(options: ReadOptions) -> Self {
        Self { options, state: State::Searching(HeaderSearch::default()), cells: Vec::new() }
    }

    /// Reads a row without its line end.
    fn row(&mut self, row: &[u8], at: &Position, visitor: &mut impl Visitor) -> ControlFlow<()> {
        if is_blank(row) {
            return ControlFlow::Continue(());
        }
        let (header, is_first) = match &mut self.state {
            State::Searching(search) => {
                let step = search.look_at(row, at.line, &self.options);
                let titles = (search.first_title, search.titles);
                self.pass_header(step, titles, visitor);
                return ControlFlow::Continue(());
            }
            State::Failed => return ControlFlow::Continue(()),
            State::Reading(header, _) if row == header.text => return ControlFlow::Continue(()),
            State::Reading(header, has_rows) => (Arc::clone(header), !std::mem::replace(has_rows, true)),
        };
        let known = at.rules.as_ref().copied().unwrap_or_default();
        let line = match text(row) {
            Ok(line) => line,
            Err(error) => {
                let hint = table_hint(error.problem());
                return refuse(&Refusal::new(at.line, error.with_hint(hint)), known, visitor);
            }
        };
        self.cells.clear();
        self.cells.extend(row_cells(row, header.separator));
        let cells = Cells { row: line, places: &self.cells };
        let layout = &header.layout;
        if is_first && has_other_shape(&cells, layout) && holds_game(row) {
            let problem = Problem::NotARow { columns: layout.names.len() };
            visitor.error(&Refusal::new(at.line, LineError::at_column(1, None, problem)));
            self.state = State::Failed;
            return ControlFlow::Continue(());
        }
        let (name, date) = (cells.name(&layout.name), cells.text(layout.date));
        let mut values = Row::new(at.line, known);
        values.name = name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        values.date = date.as_deref();
        if let Err(failure) = read_row(layout, &cells, &at.rules, self.options.rules, &mut values) {
            (values.failure, values.game) = (Some(failure), None);
        }
        if values.name.is_some_and(is_no_player) && !has_balls(layout, &cells) {
            visitor.left_out(at.line);
            return ControlFlow::Continue(());
        }
        let places = RowPlaces { row: line, line: at.line, cells: &self.cells, names: &layout.names };
        values.report(self.options.complete, &places, visitor)
    }

    /// Takes the result of a step of the search for the header.
    fn pass_header(&mut self, step: Step, (first, titles): (u64, u32), visitor: &mut impl Visitor) {
        match step {
            Step::More => {}
            Step::Failed(line, error) => {
                visitor.error(&Refusal::new(line, error));
                self.state = State::Failed;
            }
            Step::Found(header) => {
                match titles {
                    0 => {}
                    1 => visitor.warn(first, "a line above the header, which holds no game, is skipped"),
                    _ => visitor
                        .warn(first, &format!("{titles} lines above the header, which hold no game, are skipped")),
                }
                if header.layout.name.is_empty() {
                    visitor.no_names(header.line);
                }
                self.state = State::Reading(Arc::new(header), false);
            }
        }
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
        match &mut self.state {
            State::Failed => ControlFlow::Continue(()),
            State::Reading(_, has_rows) => {
                *has_rows = true;
                refuse(&refusal, at.rules.as_ref().copied().unwrap_or_default(), visitor)
            }
            State::Searching(_) => {
                self.state = State::Failed;
                visitor.error(&refusal);
                ControlFlow::Continue(())
            }
        }
    }
}

/// Whether a row has one cell where its header has several, or more cells than the header.
fn has_other_shape(cells: &Cells<'_>, layout: &Layout) -> bool {
    let columns = layout.names.len();
    (cells.len() == 1 && columns > 1) || cells.len() > columns
}

/// Whether a name is that of a sum, or of a player who is not there.
fn is_no_player(name: &str) -> bool {
    const NAMES: [&str; 8] = ["total", "totals", "average", "blind", "vacant", "bye", "absent", "handicap"];
    NAMES.contains(&plain(name.trim_end_matches(':')).as_str())
}

/// Whether a cell of a row may hold a ball.
fn has_balls(layout: &Layout, cells: &Cells<'_>) -> bool {
    let holds = |column: usize| cells.value(Some(column)).is_some();
    match &layout.game {
        GameColumns::None => false,
        GameColumns::Whole { column, may_be_number } => {
            !is_number_of_game(layout, cells, *column, *may_be_number) && holds(*column)
        }
        GameColumns::Frames(columns) => columns.iter().any(|&column| holds(column)),
        GameColumns::Balls(balls) => balls.iter().any(|ball| holds(ball.column)),
    }
}

/// Whether a column of games holds a number beside a total: the first, second, third game of an evening.
fn is_number_of_game(layout: &Layout, cells: &Cells<'_>, column: usize, may_be_number: bool) -> bool {
    let is_number = |text: &str| table::whole(text).parse::<u32>().is_ok();
    may_be_number && layout.claim.is_some() && cells.value(Some(column)).is_some_and(|text| is_number(&text))
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

    fn end(&mut self, _position: &Position, visitor: &mut impl Visitor) -> ControlFlow<()> {
        if let State::Searching(search) = &mut self.state
            && let Some((line, error)) = search.end()
        {
            visitor.error(&Refusal::new(line, error));
        }
        ControlFlow::Continue(())
    }

    fn another(&self) -> Self {
        let state = match &self.state {
            State::Reading(header, has_rows) => State::Reading(Arc::clone(header), *has_rows),
            State::Searching(_) | State::Failed => State::Failed,
        };
        Self { state, ..Self::new(self.options.clone()) }
    }

    fn is_ready(&self) -> bool {
        !matches!(self.state, State::Searching(_) | State::Reading(_, false))
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
    let least = if layout.is_own { columns } else { layout.first_of_game().map_or(0, |first| first + 1) };
    if cells.len() < least {
        return Err(cells.failure(None, Problem::TooFewCells { cells: cells.len(), columns }));
    }
    let claim = cells.parse(layout.claim, table::claim);
    if let Ok(Some(claim)) = &claim {
        row.claim = Some((claim.clone(), cells.raw_value(layout.claim)));
    }
    let game = read_game(layout, cells, row);
    if let Some(message) = cells.text(layout.error) {
        row.game = game.unwrap_or_default();
        row.failure = Some(table::recorded(&message, cells.raw_value(layout.error)));
        return Ok(());
    }
    row.game = game?;
    // In our own output, a game without rolls is one.
    if row.game.is_none() && !layout.is_own && (!layout.totals.is_empty() || layout.claim.is_some()) {
        row.claim = None;
        let has_totals = read_totals(layout, cells, row)?;
        if has_totals {
            let column = layout.claim.filter(|_| cells.value(layout.claim).is_some());
            return Err(cells.failure(column.or(layout.totals.first().copied()), Problem::OnlyTotal));
        }
        if layout.game == GameColumns::None {
            return Err(cells.failure(layout.first_of_game(), Problem::NoTotal));
        }
    }
    claim?;
    let game = row.game.get_or_insert_with(|| Game::new(row.rules));
    if !layout.running_totals.is_empty() {
        let (claimed, texts) = running_totals(layout, cells)?;
        // A total beside running totals is checked too, after them.
        let is_needed = row.claim.is_none() || verify_card(&claimed, Ok(&game.score_card())).is_err();
        if is_needed && let Some(&first) = texts.first() {
            row.claim = Some((claimed, first));
            row.claimed_frames = texts;
        }
    }
    Ok(())
}

/// Reads the claimed running totals of a row, up to the first that is missing, and their texts.
fn running_totals<'a>(layout: &Layout, cells: &Cells<'a>) -> Result<(Claim, Vec<&'a str>), Failure<'a>> {
    let (mut totals, mut texts) = (Vec::new(), Vec::new());
    for &column in &layout.running_totals {
        match cells.parse(Some(column), table::total)? {
            Some(total) => totals.push(Some(total.into())),
            None => break,
        }
        texts.push(cells.raw_value(Some(column)));
    }
    Ok((Claim::Running(totals), texts))
}

/// Reads the totals of games without rolls. Returns whether there are any, marked ones and missing games included.
fn read_totals<'a>(layout: &Layout, cells: &Cells<'a>, row: &mut Row<'a>) -> Result<bool, Failure<'a>> {
    let totals = &mut row.totals;
    totals.is_series = !layout.totals.is_empty();
    let claim = layout.claim.filter(|_| layout.totals.is_empty());
    for column in layout.totals.iter().copied().chain(claim) {
        match cells.parse(Some(column), table::total_cell)? {
            Some(TotalCell::Counted(total)) => totals.totals.push(total),
            Some(TotalCell::Marked(total)) => totals.marked.push(total),
            Some(TotalCell::Absent) => totals.absent += 1,
            None => {}
        }
    }
    let is_series = totals.is_series && !(totals.totals.is_empty() && totals.marked.is_empty());
    if let Some(says) = cells.value(layout.series).filter(|_| is_series)
        && let Ok(says) = table::whole(&says).parse()
    {
        let sum = totals.totals.iter().chain(&totals.marked).map(|&total| u32::from(total)).sum();
        row.wrong_series = (says != sum).then(|| cells.failure(layout.series, Problem::WrongSeries { says, sum }));
    }
    Ok(is_series || totals.absent > 0 || !(totals.totals.is_empty() && totals.marked.is_empty()))
}

/// Reads the game of a row; `None` if none of its cells holds a roll.
fn read_game<'a>(layout: &Layout, cells: &Cells<'a>, row: &mut Row<'a>) -> Result<Option<Game>, Failure<'a>> {
    let rules = row.rules;
    match &layout.game {
        GameColumns::None => Ok(None),
        GameColumns::Whole { column, may_be_number } => {
            if is_number_of_game(layout, cells, *column, *may_be_number) || cells.value(Some(*column)).is_none() {
                return Ok(None);
            }
            row.end = cells.end(*column);
            cells.parse(Some(*column), |text| table::read_whole(text, rules))
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
