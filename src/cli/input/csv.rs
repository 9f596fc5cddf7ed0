//! CSV (RFC 4180): a header line, and one game per row.
//!
//! A row without quotes is split where it stands. The crate `csv-core` takes rows with quotes apart.
//! Ordinary rows take the fast path, see [`ordinary`](super::ordinary).

use std::sync::Arc;

use memchr::memchr;

use super::columns::{BallColumn, Columns, GameColumns, Layout, listed};
use super::ordinary::{Batch, BatchRow, RowPlan, is_ordinary};
use super::records::{CsvRow, csv_row};
use super::table::{self, Entry, Fault, Places, Spot, value};
use super::{Chunk, InputGame, Place, ReadOptions, Reader, Visitor};
use crate::error::{LineError, Problem};
use crate::fast::{Cards, Scanner, empty_cards};
use crate::game::{FRAMES, Game, Rules};
use crate::notation::Dialect;
use crate::sheet::Claim;
use crate::sheet::line::{LineKind, text};
use crate::sheet::reader::SheetRules;

/// A shorter chunk is not worth the set-up of the fast path.
const WORTH_SCANNING: usize = 4 * 1024;

/// What may separate cells.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];

/// A reader of CSV.
pub struct Csv {
    options: ReadOptions,
    /// What the header says; `None` before it, or if it is in error.
    header: Option<Arc<Header>>,
    /// The header is in error: no row can be read.
    is_lost: bool,
    /// How far the chunk has been read, and the number of the line there.
    at: usize,
    line: u64,
    /// The cells of the current row.
    cells: Cells,
    /// Made when the first large chunk is read.
    scanner: Option<Box<Scanner>>,
    cards: Box<Cards>,
}

/// What the header says.
#[derive(Debug)]
struct Header {
    separator: u8,
    /// The line as it was written: files are often joined, and each has its header.
    text: Vec<u8>,
    layout: Layout,
    /// How ordinary rows are read.
    plan: Option<RowPlan>,
}

impl Csv {
    pub(super) fn new(options: ReadOptions) -> Self {
        let (cells, cards) = (Cells::default(), empty_cards());
        Self { options, header: None, is_lost: false, at: 0, line: 1, cells, scanner: None, cards }
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

    /// Reads a row. `row` has no line end.
    fn row(&mut self, row: &[u8], line: u64, rules: &SheetRules, visitor: &mut impl Visitor) {
        if is_blank(row) || self.is_lost {
            return;
        }
        let Some(header) = &self.header else {
            // Comments may stand before the header. `#` alone is a name for a column of numbers.
            if !(matches!(LineKind::of(row), LineKind::Game)
                || row.get(1).is_some_and(|sign| SEPARATORS.contains(sign)))
            {
                return;
            }
            match read_header(row, &self.options.columns) {
                Ok(header) => self.header = Some(Arc::new(header)),
                Err(error) => {
                    self.is_lost = true;
                    visitor.error(line, &error);
                }
            }
            return;
        };
        let header = Arc::clone(header);
        if header.is_comment(row) || row == header.text {
            return;
        }
        let rules = rules.clone();
        let mut entry = Entry::new(line, rules.as_ref().copied().unwrap_or_default());
        let places = match text(row) {
            Ok(text) => {
                self.cells.split(text, header.separator);
                let cells = self.cells.of(text);
                if let Err(fault) = read_row(&header.layout, &cells, rules, self.options.rules, &mut entry) {
                    entry.fault = Some(fault);
                    entry.game = None;
                }
                RowPlaces { row, line, header: &header }
            }
            Err(error) => {
                visitor.game(&InputGame { error: Some((line, &error)), ..InputGame::new(line, entry.rules, b"") });
                return;
            }
        };
        entry.report(self.options.complete, &places, visitor);
    }
}

impl Reader for Csv {
    fn read(&mut self, chunk: &Chunk, visitor: &mut impl Visitor) -> bool {
        if self.at == 0 {
            self.line = chunk.first_line;
        }
        let bytes = chunk.bytes();
        let mut batch = Batch::default();
        while self.at < bytes.len() {
            if visitor.is_full() {
                return true;
            }
            match self.header.clone().as_ref().and_then(|header| header.plan.as_ref()).zip(chunk.rules.as_ref().ok()) {
                Some((plan, &rules)) if bytes.len() >= WORTH_SCANNING && is_ordinary(rules) => {
                    self.ordinary_rows(plan, chunk, rules, &mut batch, visitor);
                }
                _ => {
                    let (row, is_whole) = self.next_row(bytes);
                    self.any_row(row, is_whole, chunk, visitor);
                }
            }
        }
        self.at = 0;
        visitor.end_chunk();
        false
    }

    fn for_worker(&self) -> Option<Self> {
        // Only a header that has been read can be shared.
        (self.header.is_some() || self.is_lost).then(|| Self {
            header: self.header.clone(),
            is_lost: self.is_lost,
            ..Self::new(self.options.clone())
        })
    }

    fn continues_group(&self, chunk: &Chunk) -> bool {
        chunk.continues_group
    }
}

impl Csv {
    /// Finds the next row and moves behind it. Returns whether it is whole.
    fn next_row(&mut self, bytes: &[u8]) -> (BatchRow, bool) {
        let rest = &bytes[self.at..];
        let (len, is_whole) = match csv_row(rest) {
            CsvRow::Whole(len) => (len, true),
            CsvRow::Broken(len) => (len, false),
            // Its line is in error, and the next one may be good.
            CsvRow::Unclosed => (memchr(b'\n', rest).map_or(rest.len(), |end| end + 1), false),
        };
        let row = BatchRow { start: self.at, end: self.at + trim_end(&rest[..len]).len(), line: self.line };
        self.at += len;
        self.line += memchr::memchr_iter(b'\n', &rest[..len]).count() as u64;
        (row, is_whole)
    }

    /// Reads any row by the reference code.
    fn any_row(&mut self, row: BatchRow, is_whole: bool, chunk: &Chunk, visitor: &mut impl Visitor) {
        let text = &chunk.bytes()[row.start..row.end];
        if is_whole {
            self.row(text, row.line, &chunk.rules, visitor);
        } else {
            self.unclosed(text, row.line, &chunk.rules, visitor);
        }
    }

    /// Reads a batch of rows, the ordinary ones by the fast path. If the visitor is full before the
    /// end of the batch, the rest is read again later.
    fn ordinary_rows<'a>(
        &mut self,
        plan: &RowPlan,
        chunk: &'a Chunk,
        rules: Rules,
        batch: &mut Batch<'a>,
        visitor: &mut impl Visitor,
    ) {
        let bytes = chunk.bytes();
        batch.clear();
        let mut broken = None;
        while self.at < bytes.len() && !batch.is_full() && broken.is_none() {
            match self.next_row(bytes) {
                (row, true) => batch.push(plan, row, bytes),
                (row, false) => broken = Some(row),
            }
        }
        let mut scanner = self.scanner.take().unwrap_or_else(|| Box::new(Scanner::new()));
        let mut piece = scanner.load(&batch.lines);
        let mut next = 0;
        let totals_only = visitor.wants_totals_only();
        while !piece.is_done() && !visitor.is_full() {
            let walked = if totals_only {
                piece.totals(rules, Dialect::Rolls)
            } else {
                piece.cards(rules, Dialect::Rolls, &mut self.cards)
            };
            for at in 0..walked.len() {
                let game = walked.line(at).game;
                let (row, parts) = batch.rows[next];
                next += 1;
                match game.filter(|game| parts.claim.is_none_or(|claim| claim == game.total)) {
                    Some(game) if totals_only => visitor.total(parts.name.unwrap_or_default().as_bytes(), game.total),
                    Some(_) => visitor.game(&InputGame {
                        name: parts.name,
                        card: Some(&self.cards[at]),
                        claim: parts.claim.map(|total| Claim::Total(total.into())).as_ref(),
                        claim_text: parts.claim_text,
                        date: parts.date,
                        ..InputGame::new(row.line, rules, b"")
                    }),
                    None => self.any_row(row, true, chunk, visitor),
                }
            }
        }
        self.scanner = Some(scanner);
        match (batch.rows.get(next), broken) {
            (Some((row, _)), _) => (self.at, self.line) = (row.start, row.line),
            (None, Some(row)) => self.any_row(row, false, chunk, visitor),
            (None, None) => {}
        }
    }

    fn unclosed(&mut self, row: &[u8], line: u64, rules: &SheetRules, visitor: &mut impl Visitor) {
        if self.is_lost {
            return;
        }
        let quote = row.iter().rposition(|&byte| byte == b'"').unwrap_or_default();
        let error = LineError::new(row, quote, None, Problem::UnclosedQuote);
        if self.header.is_none() {
            self.is_lost = true;
            visitor.error(line, &error);
            return;
        }
        let rules = rules.as_ref().copied().unwrap_or_default();
        visitor.game(&InputGame { error: Some((line, &error)), ..InputGame::new(line, rules, b"") });
    }
}

/// Whether a row holds nothing: spreadsheets write their empty rows as separators alone.
pub(super) fn is_blank(row: &[u8]) -> bool {
    row.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b';' | b'"'))
}

fn trim_end(record: &[u8]) -> &[u8] {
    let record = record.strip_suffix(b"\n").unwrap_or(record);
    record.strip_suffix(b"\r").unwrap_or(record)
}

impl Header {
    /// A line that starts with `#` and is not divided into cells.
    fn is_comment(&self, row: &[u8]) -> bool {
        row.first() == Some(&b'#') && self.layout.names.len() > 1 && memchr(self.separator, row).is_none()
    }
}

fn read_header(row: &[u8], columns: &Columns) -> Result<Header, LineError> {
    let line = text(row)?;
    let (separator, layout) = split_header(line, columns);
    let error = |(column, problem)| {
        let at = raw_start(line.as_bytes(), separator, column);
        let hint = crate::cli::diagnostic::hint(&problem);
        LineError::new(row, at, None, problem).with_hint(hint)
    };
    let layout = layout.map_err(error)?;
    if !layout.has_games() {
        return Err(error((0, Problem::NoGameColumn(listed(&layout.names)))));
    }
    let plan = RowPlan::new(&layout, separator);
    Ok(Header { separator, text: row.to_vec(), layout, plan })
}

/// The separator that makes the most columns of a header, and what they hold.
fn split_header(line: &str, columns: &Columns) -> (u8, Result<Layout, (usize, Problem)>) {
    let mut cells = Cells::default();
    let mut split = |separator| {
        cells.split(line, separator);
        let cells = cells.of(line);
        (0..cells.len()).map(|at| cells.get(at).to_owned()).collect::<Vec<String>>()
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

/// The cells of one row. Keeps its memory for the next.
#[derive(Default)]
struct Cells {
    /// The cells, one after the other, if the row has quotes.
    unquoted: Option<String>,
    ranges: Vec<(usize, usize)>,
}

impl Cells {
    /// Finds the cells of a row.
    fn split(&mut self, row: &str, separator: u8) {
        self.ranges.clear();
        self.unquoted = None;
        if memchr(b'"', row.as_bytes()).is_some() {
            self.split_quoted(row, separator);
            return;
        }
        let mut start = 0;
        for (at, &byte) in row.as_bytes().iter().enumerate() {
            if byte == separator {
                self.ranges.push((start, at));
                start = at + 1;
            }
        }
        self.ranges.push((start, row.len()));
    }

    fn split_quoted(&mut self, row: &str, separator: u8) {
        let mut reader =
            csv_core::ReaderBuilder::new().delimiter(separator).terminator(csv_core::Terminator::Any(b'\n')).build();
        // No cell is longer than the row, and no row has more cells than bytes, plus one.
        let (mut out, mut ends) = (vec![0; row.len() + 1], vec![0; row.len() + 2]);
        let (_, read, mut wrote, mut count) = reader.read_record(row.as_bytes(), &mut out, &mut ends);
        // The end of the input ends the last cell.
        let (_, _, more, last) = reader.read_record(&row.as_bytes()[read..], &mut out[wrote..], &mut ends[count..]);
        (wrote, count) = (wrote + more, count + last);
        let mut start = 0;
        for &end in &ends[..count] {
            self.ranges.push((start, end));
            start = end;
        }
        out.truncate(wrote);
        self.unquoted = Some(String::from_utf8(out).unwrap_or_default());
    }

    /// The cells of the row that was split last.
    fn of<'a>(&'a self, row: &'a str) -> CellTexts<'a> {
        CellTexts { text: self.unquoted.as_deref().unwrap_or(row), ranges: &self.ranges }
    }
}

/// The texts of the cells of a row.
struct CellTexts<'a> {
    text: &'a str,
    ranges: &'a [(usize, usize)],
}

impl<'a> CellTexts<'a> {
    fn len(&self) -> usize {
        self.ranges.len()
    }

    /// The text of a cell; empty if the row is too short.
    fn get(&self, at: usize) -> &'a str {
        self.ranges.get(at).and_then(|&(start, end)| self.text.get(start..end)).unwrap_or_default()
    }

    /// What a cell holds, if the header has the column and the cell is not empty.
    fn value(&self, column: Option<usize>) -> Option<(usize, &'a str)> {
        column.and_then(|column| Some((column, value(self.get(column))?)))
    }
}

/// Reads the cells of a row. Whatever is wrong with one of them is a fault of the game.
fn read_row<'a>(
    layout: &Layout,
    cells: &CellTexts<'a>,
    rules: SheetRules,
    wanted: Option<Rules>,
    entry: &mut Entry<'a>,
) -> Result<(), Fault> {
    entry.name = layout.name.map(|column| name(cells.get(column))).filter(|name| !name.is_empty());
    entry.date = cells.value(layout.date).map(|(_, date)| date);
    entry.rules = match cells.value(layout.rules) {
        Some((part, name)) => table::rules(name, wanted).map_err(|problem| Fault::new(part, problem))?,
        None => rules.map_err(|problem| Fault::new(0, problem))?,
    };
    let columns = layout.names.len();
    if let Some(extra) = (columns..cells.len()).find(|&at| !cells.get(at).trim().is_empty()) {
        return Err(Fault::new(extra, Problem::TooManyCells { cells: cells.len(), columns }));
    }
    let claim = cells.value(layout.claim).map(|(part, text)| Ok((table::claim(text, part)?, part))).transpose();
    if let Ok(claim) = &claim {
        entry.claim.clone_from(claim);
    }
    let game = read_game(layout, cells, entry);
    if let Some((part, message)) = cells.value(layout.error) {
        entry.game = game.unwrap_or_default();
        entry.fault = Some(table::recorded(message, part));
        return Ok(());
    }
    entry.game = game?;
    claim?;
    if entry.game.is_none() {
        // The totals of games without rolls.
        entry.is_series = !layout.totals.is_empty();
        for &column in &layout.totals {
            if let Some((part, text)) = cells.value(Some(column)) {
                entry.totals.push(table::total(text, part)?);
            }
        }
        let claimed = entry.claim.take();
        if let (Some((part, text)), true) = (cells.value(layout.claim), entry.totals.is_empty()) {
            entry.totals.push(table::total(text, part)?);
        }
        if !entry.totals.is_empty() {
            let part = claimed.map(|(_, part)| part).or(layout.totals.first().copied()).unwrap_or_default();
            return Err(Fault::new(part, Problem::OnlyTotal));
        }
        entry.game = Some(Game::new(entry.rules));
    }
    Ok(())
}

fn name(cell: &str) -> &str {
    // `NA` may be a player's initials.
    value(cell).unwrap_or_else(|| cell.trim())
}

/// Reads the game of a row; `None` if none of its cells holds a roll.
fn read_game(layout: &Layout, cells: &CellTexts<'_>, entry: &mut Entry<'_>) -> Result<Option<Game>, Fault> {
    let rules = entry.rules;
    let mut end = entry.end;
    let game = match &layout.game {
        GameColumns::None => Ok(None),
        GameColumns::Whole { column, may_be_number } => match cells.value(Some(*column)) {
            None => Ok(None),
            // A number beside a total: the first, second, third game of an evening.
            Some((_, text))
                if *may_be_number && layout.claim.is_some() && table::whole(text).parse::<u32>().is_ok() =>
            {
                Ok(None)
            }
            Some((part, text)) => {
                end = Spot { part, at: text.len() };
                table::read_whole(text, part, Dialect::Auto, rules).map(Some)
            }
        },
        GameColumns::Frames(columns) => {
            let frames = columns.iter().zip(0..).map(|(&column, frame)| (column, Some(FRAMES.min(frame))));
            play(frames, cells, rules, &mut end, |game, text, part, frame| {
                table::roll_frame(game, text, part, frame.unwrap_or_default())
            })
        }
        GameColumns::Balls(balls) => {
            let played = play_balls(balls.iter().copied(), cells, rules, &mut end);
            // Columns that were named by hand may be padded too: two (or three) for every frame.
            let per_frame = usize::from(rules.row().balls);
            let columns = per_frame * usize::from(FRAMES);
            let is_padded = balls.iter().all(|ball| ball.frame.is_none())
                && (columns..=columns + usize::from(rules.row().marked_tenth) - per_frame).contains(&balls.len());
            match played {
                Err(fault) if is_padded => {
                    let frame = |at: usize| Some((at / per_frame).min(usize::from(FRAMES) - 1) as u8);
                    let padded = balls.iter().enumerate().map(|(at, ball)| BallColumn { frame: frame(at), ..*ball });
                    play_balls(padded, cells, rules, &mut end).map_err(|_| fault)
                }
                played => played,
            }
        }
    };
    entry.end = end;
    game
}

fn play_balls(
    balls: impl Iterator<Item = BallColumn>,
    cells: &CellTexts<'_>,
    rules: Rules,
    end: &mut Spot,
) -> Result<Option<Game>, Fault> {
    play(balls.map(|ball| (ball.column, ball.frame)), cells, rules, end, table::roll)
}

/// Rolls what the cells of some columns hold, each with its frame.
fn play(
    columns: impl Iterator<Item = (usize, Option<u8>)>,
    cells: &CellTexts<'_>,
    rules: Rules,
    end: &mut Spot,
    mut roll: impl FnMut(&mut Game, &str, usize, Option<u8>) -> Result<(), Fault>,
) -> Result<Option<Game>, Fault> {
    let mut game = None;
    for (column, frame) in columns {
        if let Some((part, text)) = cells.value(Some(column)) {
            roll(game.get_or_insert_with(|| Game::new(rules)), text, part, frame)?;
            *end = Spot { part, at: text.len() };
        }
    }
    Ok(game)
}

/// Where the cells of a row are.
struct RowPlaces<'a> {
    row: &'a [u8],
    line: u64,
    header: &'a Header,
}

impl Places for RowPlaces<'_> {
    fn place(&self, Spot { part, at }: Spot) -> Place<'_> {
        let start = raw_start(self.row, self.header.separator, part);
        let cell = self.row.get(start..).unwrap_or_default();
        // Blanks and a quote are not part of the value.
        let blanks = cell.iter().take_while(|byte| matches!(byte, b' ' | b'"')).count();
        let before = &self.row[..(start + blanks + at).min(self.row.len())];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        let line = self.line + memchr::memchr_iter(b'\n', before).count() as u64;
        let column = 1 + before[line_start..].iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        let field = self.header.layout.names.get(part).map_or("", |name| name.trim());
        Place { line, column, field }
    }

    fn row(&self) -> &[u8] {
        self.row
    }
}

/// The byte that a cell starts at, counted from 0.
fn raw_start(row: &[u8], separator: u8, cell: usize) -> usize {
    let (mut start, mut is_quoted) = (0, false);
    let mut left = cell;
    for (at, &byte) in row.iter().enumerate() {
        if left == 0 {
            break;
        }
        match byte {
            b'"' if is_quoted || at == start => is_quoted = !is_quoted,
            _ if byte == separator && !is_quoted => {
                left -= 1;
                start = at + 1;
            }
            _ => {}
        }
    }
    start
}
