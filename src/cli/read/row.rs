//! Reads a row of CSV: its game, its claims, or the totals of games without rolls.

use super::cells::{CsvRow, unescaped};
use super::layout::GameCell;
use super::leaves::{BallLeave, read_list, with_leaves};
use super::names::LeaveName;
use super::table::{self, TableRow};
use super::totals::total;
use crate::error::{InputProblem, Problem};
use crate::game::{FRAMES, Game, Rules};
use crate::reading::symbols::Failure;
use crate::sheet::claim::Claim;
use crate::sheet::reader::SheetRules;
use crate::sheet::verify::verify;

/// Whether a row is a record that we wrote, of which each has its rules or an error, or a cell of it may hold a ball.
pub fn is_game(cells: &CsvRow<'_>) -> bool {
    let layout = cells.layout;
    if cells.value(layout.error).is_some() || (layout.is_own && cells.value(layout.rules).is_some()) {
        return true;
    }
    let holds_ball = |text, cell| !is_number_of_game(cells, text, cell);
    layout.game.iter().any(|&(column, cell)| cells.value(Some(column)).is_some_and(|text| holds_ball(text, cell)))
}

/// Whether a value is a number beside a total: the first, second, third game of an evening.
fn is_number_of_game(cells: &CsvRow<'_>, text: &str, cell: GameCell) -> bool {
    let may_be_number = cell == GameCell::Whole { may_be_number: true } && cells.layout.claim.is_some();
    may_be_number && table::whole(text).parse::<u32>().is_ok()
}

/// Reads the cells of a row. Whatever is wrong with one of them is an error of the game.
pub fn read_row<'a>(
    cells: &CsvRow<'a>,
    rules: &SheetRules,
    wanted: Option<Rules>,
    row: &mut TableRow<'a>,
) -> Result<(), Failure<'a>> {
    let layout = cells.layout;
    row.rules = match cells.value(layout.rules) {
        Some(name) => table::rules(name, wanted).map_err(|problem| cells.failure(layout.rules, problem))?,
        None => rules.clone().map_err(|problem| cells.failure(Some(0), problem))?,
    };
    let (count, columns) = (cells.cells.len(), layout.names.len());
    if let Some(extra) = (columns..count).find(|&at| !cells.cells[at].1.trim().is_empty()) {
        return Err(cells.failure(Some(extra), Problem::Input(InputProblem::TooManyCells { cells: count, columns })));
    }
    let least = if layout.is_own { columns } else { layout.first_of_game().map_or(0, |first| first + 1) };
    if count < least {
        return Err(cells.failure(None, Problem::Input(InputProblem::TooFewCells { cells: count, columns })));
    }
    let claim = cells.value(layout.claim).map(table::claim).transpose();
    if let Ok(Some(claim)) = &claim {
        row.claim = Some((Ok(claim.clone()), cells.raw_value(layout.claim)));
    }
    let game = read_game(cells, row).and_then(|game| game.map(|game| read_leaves(cells, game)).transpose());
    if let Some(message) = cells.value(layout.error) {
        row.game = game.unwrap_or_default();
        row.failure = Some(table::recorded(&unescaped(message), cells.raw_value(layout.error)));
        return Ok(());
    }
    row.game = game?;
    // In our own output, a game without rolls is one.
    if row.game.is_none() && !layout.is_own && (!layout.totals.is_empty() || layout.claim.is_some()) {
        row.claim = None;
        let has_totals = read_totals(cells, row)?;
        if has_totals {
            let column = layout.claim.filter(|_| cells.value(layout.claim).is_some());
            return Err(
                cells.failure(column.or(layout.totals.first().copied()), Problem::Input(InputProblem::OnlyTotal))
            );
        }
        if layout.game.is_empty() {
            return Err(cells.failure(layout.first_of_game(), Problem::Input(InputProblem::NoTotal)));
        }
    }
    claim?;
    let game = row.game.get_or_insert_with(|| Game::new(row.rules));
    if !layout.running_totals.is_empty() {
        let (claimed, texts) = running_totals(cells)?;
        // A total beside running totals is checked too, after them.
        let is_needed = row.claim.is_none() || verify(&claimed, Ok(game)).is_err();
        if is_needed && let Some(&first) = texts.first() {
            row.claim = Some((Ok(claimed), first));
            row.claimed_frames = texts;
        }
    }
    Ok(())
}

/// Reads the claimed running totals of a row, up to the first that is missing, and their texts.
fn running_totals<'a>(cells: &CsvRow<'a>) -> Result<(Claim, Vec<&'a str>), Failure<'a>> {
    let (mut totals, mut texts) = (Vec::new(), Vec::new());
    for &column in &cells.layout.running_totals {
        let Some(text) = cells.value(Some(column)) else { break };
        totals.push(Some(total(text)?.into()));
        texts.push(cells.raw_value(Some(column)));
    }
    Ok((Claim::Running(totals), texts))
}

/// Reads the totals of games without rolls. Returns whether there are any, marked ones and missing games included.
fn read_totals<'a>(cells: &CsvRow<'a>, row: &mut TableRow<'a>) -> Result<bool, Failure<'a>> {
    let layout = cells.layout;
    row.totals.is_series = !layout.totals.is_empty();
    let claim = layout.claim.filter(|_| layout.totals.is_empty());
    for text in layout.totals.iter().copied().chain(claim).filter_map(|column| cells.value(Some(column))) {
        row.add_total(text, text)?;
    }
    if let Some(says) = cells.value(layout.series) {
        row.check_series(says, cells.raw_value(layout.series));
    }
    Ok(row.has_totals())
}

/// Reads the game of a row; `None` if none of its cells holds a roll.
fn read_game<'a>(cells: &CsvRow<'a>, row: &mut TableRow<'a>) -> Result<Option<Game>, Failure<'a>> {
    let played = play(cells.layout.game.iter().copied(), cells, row);
    // Columns that were named by hand may be padded too: two (or three) for every frame.
    let rules = row.rules.row();
    let per_frame = usize::from(rules.balls);
    let columns = per_frame * usize::from(FRAMES);
    let padded = columns..=columns + usize::from(rules.marked_tenth) - per_frame;
    let game = &cells.layout.game;
    played.or_else(|failure| {
        if !padded.contains(&game.len()) || game.iter().any(|&(_, cell)| cell != GameCell::Ball(None)) {
            return Err(failure);
        }
        let frame = |at: usize| GameCell::Ball(Some((at / per_frame).min(usize::from(FRAMES) - 1) as u8));
        let padded = game.iter().enumerate().map(|(at, &(column, _))| (column, frame(at)));
        play(padded, cells, row).map_err(|_| failure)
    })
}

/// Adds the pins that the columns of leaves hold to a game.
fn read_leaves<'a>(cells: &CsvRow<'a>, game: Game) -> Result<Game, Failure<'a>> {
    if cells.layout.leaves.is_empty() {
        return Ok(game);
    }
    let layout = cells.layout;
    let ball =
        |name: &LeaveName| game.frames().nth(usize::from(name.frame) - 1)?.balls().get(usize::from(name.ball) - 1);
    let value = |column: usize| cells.value(Some(column));
    // In columns such as `Frame1Ball1Pins`, what is always the number of pins that the ball knocked down is that number.
    let is_count = |(name, column): &(LeaveName, usize)| {
        let count = value(*column).and_then(|text| table::whole(text).parse().ok());
        count == Some(ball(name).map_or(0, |ball| ball.pins()))
    };
    let may_be_counts = layout.leaves.iter().filter(|(name, column)| name.may_be_count && value(*column).is_some());
    let has_counts = may_be_counts.into_iter().all(is_count);
    let mut leaves = Vec::new();
    for (name, column) in layout.leaves.iter().filter(|(name, _)| !(has_counts && name.may_be_count)) {
        let LeaveName { frame, ball: number, .. } = *name;
        if let Some(text) = value(*column) {
            let pins = read_list(text).map_err(|failure| failure.in_frame(frame))?;
            let before: usize = game.frames().take(usize::from(frame) - 1).map(|frame| frame.balls().len()).sum();
            let ball = ball(name).map(|_| before + usize::from(number) - 1);
            leaves.push(BallLeave { ball, frame, pins, text: cells.raw_value(Some(*column)) });
        }
    }
    with_leaves(game, &leaves)
}

/// Rolls what the cells of some columns hold.
fn play<'a>(
    columns: impl Iterator<Item = (usize, GameCell)>,
    cells: &CsvRow<'a>,
    row: &mut TableRow<'a>,
) -> Result<Option<Game>, Failure<'a>> {
    let (mut game, mut last) = (Game::new(row.rules), None);
    for (column, cell) in columns {
        let Some(text) = cells.value(Some(column)) else { continue };
        match cell {
            GameCell::Ball(frame) => table::roll(&mut game, text, frame)?,
            GameCell::Frame(frame) => table::roll_frame(&mut game, text, frame)?,
            GameCell::Whole { .. } if is_number_of_game(cells, text, cell) => continue,
            GameCell::Whole { .. } => game = table::read_whole(text, row.rules)?,
        }
        last = Some(column);
    }
    row.end = cells.end(last);
    Ok(last.map(|_| game))
}
