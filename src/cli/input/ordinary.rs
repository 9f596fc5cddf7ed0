//! Ordinary rows of CSV: turned into lines of rolls, which the fast path scores.
//!
//! A row is *ordinary* if it is a complete tenpin game in columns of single rolls, written in digits,
//! with nothing in its cells that needs a second look: no rules, no `NA`, no quote inside a quoted
//! cell. Padding is left out. The fast path takes the lines of a batch:
//!
//! ```text
//!    Ann,2025-09-04,10,0,9,1,…,10,8,1       10 9 1 … 10 8 1
//!    Bob,2025-09-04,10,,9,x,…,10,8,1        ?
//! ```
//!
//! Every other row becomes `?`, and the reference code reads it again, as it does if the fast path
//! refuses a line or the claim is wrong. On a million rows this is 7 times as fast as the reference
//! code. The property `a_table_gives_the_games_of_its_rolls` compares both.

use memchr::memchr;

use super::columns::{GameColumns, Layout};
use super::table::value;
use crate::game::{FRAMES, RACK, Rules};

/// The lines of a batch stay in the inner caches.
const LARGEST_BATCH: usize = 12 * 1024;
/// The longest line: the rolls of a game, each with a blank.
const LONGEST: usize = 64;
/// In place of pins: the cell is empty.
const NONE: u8 = u8::MAX;

/// What a column means for an ordinary row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Ignored,
    Name,
    Date,
    Claim,
    /// An ordinary row has nothing here.
    Empty,
    Ball {
        frame: u8,
        ball: u8,
    },
}

/// How the ordinary rows of a table are read.
#[derive(Debug)]
pub struct RowPlan {
    separator: u8,
    columns: Vec<Column>,
}

/// What an ordinary row says besides its rolls.
#[derive(Clone, Copy, Debug, Default)]
pub struct RowParts<'a> {
    pub name: Option<&'a str>,
    pub date: Option<&'a str>,
    pub claim: Option<u16>,
    pub claim_text: &'a str,
}

/// Whether padding means the same in these rules as in tenpin: a strike is all pins, and only the
/// tenth frame has fill balls.
pub fn is_ordinary(rules: Rules) -> bool {
    let (row, tenpin) = (rules.row(), Rules::Tenpin.row());
    (row.balls, row.strike, row.marked_tenth) == (tenpin.balls, RACK, tenpin.marked_tenth)
}

impl RowPlan {
    /// A plan, if the table has a column for every roll, frame by frame.
    pub fn new(layout: &Layout, separator: u8) -> Option<Self> {
        let GameColumns::Balls(balls) = &layout.game else { return None };
        let mut columns = vec![Column::Ignored; layout.names.len()];
        let (mut last, mut next_ball) = (None, 0);
        for ball in balls {
            next_ball = if ball.frame == last { next_ball + 1 } else { 0 };
            last = ball.frame;
            columns[ball.column] = Column::Ball { frame: ball.frame?, ball: next_ball };
        }
        for (column, meaning) in [
            (layout.name, Column::Name),
            (layout.date, Column::Date),
            (layout.claim, Column::Claim),
            (layout.rules, Column::Empty),
            (layout.error, Column::Empty),
        ] {
            if let Some(column) = column {
                columns[column] = meaning;
            }
        }
        Some(Self { separator, columns })
    }

    /// Reads a row without its line end. Appends its rolls as a line, if it is ordinary.
    fn read<'a>(&self, row: &'a [u8], lines: &mut Vec<u8>) -> Option<RowParts<'a>> {
        if memchr(0, row).is_some() {
            return None;
        }
        let row = std::str::from_utf8(row).ok()?;
        let bytes = row.as_bytes();
        // The end of the row ends its last cell.
        let byte = |at: usize| bytes.get(at).copied().unwrap_or(self.separator);
        let mut pins = [[NONE; 3]; FRAMES as usize];
        let mut parts = RowParts::default();
        let mut at = 0;
        for &column in &self.columns {
            if let Column::Ball { frame, ball } = column {
                let first = byte(at);
                let value = if first == self.separator {
                    NONE
                } else if first.is_ascii_digit() && byte(at + 1) == self.separator {
                    at += 1;
                    first - b'0'
                } else if first == b'1' && byte(at + 1) == b'0' && byte(at + 2) == self.separator {
                    at += 2;
                    RACK
                } else {
                    return None;
                };
                *pins.get_mut(usize::from(frame))?.get_mut(usize::from(ball))? = value;
            } else {
                let rest = row.get(at..)?;
                let quoted = rest.strip_prefix('"');
                let len =
                    memchr(if quoted.is_some() { b'"' } else { self.separator }, quoted.unwrap_or(rest).as_bytes());
                let cell = match quoted {
                    Some(quoted) => &quoted[..len?],
                    None => &rest[..len.unwrap_or(rest.len())],
                };
                at += cell.len() + if quoted.is_some() { 2 } else { 0 };
                if byte(at) != self.separator {
                    return None;
                }
                parts.read(column, cell)?;
            }
            at += 1;
        }
        // Cells beyond the header are for the reference code.
        if at <= bytes.len() {
            return None;
        }
        write_line(&pins, lines)?;
        Some(parts)
    }
}

impl<'a> RowParts<'a> {
    fn read(&mut self, column: Column, cell: &'a str) -> Option<()> {
        match column {
            Column::Ignored => {}
            Column::Name | Column::Date | Column::Claim | Column::Empty if cell.is_empty() => {}
            // Only the reference code knows what else says that a cell is empty, or guards it.
            Column::Name if value(cell) == Some(cell) => self.name = Some(cell),
            Column::Date if value(cell) == Some(cell) => self.date = Some(cell),
            Column::Claim if cell.len() <= 3 && cell.bytes().all(|byte| byte.is_ascii_digit()) => {
                (self.claim, self.claim_text) = (cell.parse().ok(), cell);
            }
            _ => return None,
        }
        Some(())
    }
}

/// Writes the rolls of a complete game without the padding; `None` if they are not one.
fn write_line(pins: &[[u8; 3]; FRAMES as usize], lines: &mut Vec<u8>) -> Option<()> {
    let (mut line, mut len) = ([b' '; LONGEST], 0);
    let mut write = |pins: u8| {
        if pins == RACK {
            (line[len], line[len + 1]) = (b'1', b'0');
            len += 3;
        } else {
            line[len] = b'0' + pins;
            len += 2;
        }
    };
    let is_padding = |pins: u8| pins == NONE || pins == 0;
    let [first_frames @ .., [first, second, third]] = pins;
    for &[first, second, third] in first_frames {
        write(Some(first).filter(|&first| first != NONE && is_padding(third))?);
        if first != RACK {
            write(Some(second).filter(|&second| second != NONE)?);
        } else if !is_padding(second) {
            return None;
        }
    }
    write(Some(*first).filter(|&first| first != NONE)?);
    write(Some(*second).filter(|&second| second != NONE)?);
    if *first == RACK || first + second == RACK {
        write(Some(*third).filter(|&third| third != NONE)?);
    } else if !is_padding(*third) {
        return None;
    }
    lines.extend_from_slice(&line[..len]);
    Some(())
}

/// A row of a batch: its bytes in the chunk, without the line end, and its line.
#[derive(Clone, Copy, Debug)]
pub struct BatchRow {
    pub start: usize,
    pub end: usize,
    pub line: u64,
}

/// Some rows, and a line for each. Keeps its memory from batch to batch.
#[derive(Debug, Default)]
pub struct Batch<'a> {
    pub rows: Vec<(BatchRow, RowParts<'a>)>,
    pub lines: Vec<u8>,
}

impl<'a> Batch<'a> {
    /// Appends a row.
    pub fn push(&mut self, plan: &RowPlan, row: BatchRow, bytes: &'a [u8]) {
        let before = self.lines.len();
        let parts = plan.read(&bytes[row.start..row.end], &mut self.lines).unwrap_or_else(|| {
            self.lines.truncate(before);
            self.lines.push(b'?');
            RowParts::default()
        });
        self.lines.push(b'\n');
        self.rows.push((row, parts));
    }

    pub fn is_full(&self) -> bool {
        self.lines.len() >= LARGEST_BATCH
    }

    pub fn clear(&mut self) {
        self.rows.clear();
        self.lines.clear();
    }
}
