//! Reads a row of CSV: its game, its claims, or the totals of games without rolls.

use super::cell_game::{Part, read_balls, read_frames, read_whole};
use super::cells::{CellError, CsvRow, unescaped};
use super::column_name::LeaveName;
use super::layout::{GameColumns, Layout, PartColumn, Spelling};
use super::leaves::{BallLeave, read_list, with_leaves};
use super::table::{self, Spot, TableRow, ValueError};
use super::totals::total;
use crate::cli::event::{Place, Uncounted};
use crate::cli::problem::InputProblem;
use crate::game::{FRAMES, Game, Rules};
use crate::sheet::claim::Claim;
use crate::sheet::reader::SheetRules;
use crate::sheet::reader::sheet_rules;
use crate::sheet::verify::verify;

/// Where the parts of a row are that have no error of their own.
#[derive(Debug, Default)]
pub struct RowPlaces {
    /// The column of the claim.
    claim: Option<usize>,
    /// Whether the columns of running totals are the claim.
    has_running_totals: bool,
    /// The last column of the game.
    end: Option<usize>,
}

impl RowPlaces {
    /// The places of a row in error.
    pub fn of_claim(layout: &Layout) -> Self {
        Self { claim: layout.claim, ..Self::default() }
    }

    /// The place of a part of the row.
    pub fn find(&self, cells: &CsvRow<'_>, spot: Spot) -> Place {
        let column = match spot {
            Spot::End => return cells.end(self.end),
            Spot::Claim(_) if !self.has_running_totals => self.claim,
            Spot::Claim(frame) => {
                let totals = &cells.layout.running_totals;
                totals.get(usize::from(frame.unwrap_or(1)).saturating_sub(1)).or(totals.first()).copied()
            }
        };
        cells.place(column, 0)
    }
}

/// Whether a row is a record that we wrote, of which each has its rules or an error, or a cell of it may hold a ball.
pub fn is_game(cells: &CsvRow<'_>) -> bool {
    let layout = cells.layout;
    cells.value(layout.error).is_some()
        || (layout.is_own && cells.value(layout.rules).is_some())
        || layout.games.iter().any(|columns| has_balls(cells, columns))
}

/// Whether some columns hold anything of a game.
fn has_balls(cells: &CsvRow<'_>, columns: &GameColumns) -> bool {
    match columns {
        GameColumns::Balls(columns) | GameColumns::Frames(columns) => {
            columns.iter().any(|part| cells.value(Some(part.column)).is_some())
        }
        GameColumns::Whole { column, spelling } => {
            cells.value(Some(*column)).is_some_and(|text| !is_number_of_game(cells, text, *spelling))
        }
    }
}

/// Whether a value is a number beside a total: the first, second, third game of an evening.
fn is_number_of_game(cells: &CsvRow<'_>, text: &str, spelling: Spelling) -> bool {
    const MOST: u32 = 99;
    let may_be_number = spelling == Spelling::Game && cells.layout.claim.is_some();
    may_be_number && table::whole(text).parse::<u32>().is_ok_and(|number| number <= MOST)
}

/// Reads the cells of a row. Whatever is wrong with one of them is an error of the game.
pub fn read_row(
    cells: &CsvRow<'_>,
    rules: &SheetRules,
    wanted: Option<Rules>,
    row: &mut TableRow<'_>,
) -> Result<RowPlaces, CellError> {
    let layout = cells.layout;
    row.rules = match cells.value(layout.rules) {
        Some(name) => sheet_rules(name, wanted)
            .map_err(|problem| CellError { column: layout.rules, error: ValueError::new(problem) })?,
        None => rules.clone().map_err(|problem| CellError { column: Some(0), error: ValueError::new(problem) })?,
    };
    let (count, columns) = (cells.cells.len(), layout.names.len());
    if let Some(extra) = (columns..count).find(|&at| !cells.cells[at].1.trim().is_empty()) {
        let error = InputProblem::TooManyCells { cells: count, columns }.into();
        return Err(CellError { column: Some(extra), error });
    }
    let least = if layout.is_own { columns } else { layout.first_of_game().map_or(0, |first| first + 1) };
    if count < least {
        return Err(CellError { column: None, error: InputProblem::TooFewCells { cells: count, columns }.into() });
    }
    let mut places = RowPlaces::of_claim(layout);
    let wrong_claim = match cells.value(layout.claim).map(|text| table::claim(&unescaped(text))).transpose() {
        Ok(claim) => {
            row.claim = claim.map(Ok);
            None
        }
        Err(error) => Some(CellError { column: layout.claim, error }),
    };
    let game = read_game(cells, row, &mut places);
    let game = game.and_then(|game| game.map(|game| read_leaves(cells, game)).transpose());
    if let Some(message) = cells.value(layout.error) {
        row.game = game.unwrap_or_default();
        row.error =
            Some(cells.diagnostic(CellError { column: layout.error, error: table::recorded(&unescaped(message)) }));
        return Ok(places);
    }
    row.game = game?;
    // In our own output, a game without rolls is one.
    if row.game.is_none() && !layout.is_own && (!layout.totals.is_empty() || layout.claim.is_some()) {
        row.claim = None;
        read_totals(cells, row)?;
        return Ok(places);
    }
    if let Some(error) = wrong_claim {
        return Err(error);
    }
    let game = row.game.get_or_insert_with(|| Game::new(row.rules));
    if !layout.running_totals.is_empty() {
        let claimed = running_totals(cells)?;
        // A total beside running totals is checked too, after them.
        let is_needed = row.claim.is_none() || verify(&claimed, Ok(game)).is_err();
        if is_needed && claimed != Claim::Running(Vec::new()) {
            row.claim = Some(Ok(claimed));
            places.has_running_totals = true;
        }
    }
    Ok(places)
}

/// Reads the claimed running totals of a row, up to the first that is missing.
fn running_totals(cells: &CsvRow<'_>) -> Result<Claim, CellError> {
    let mut totals = Vec::new();
    for &column in &cells.layout.running_totals {
        let Some(text) = cells.value(Some(column)) else { break };
        let total = total(text).map_err(|error| CellError { column: Some(column), error })?;
        totals.push(Some(total.into()));
    }
    Ok(Claim::Running(totals))
}

/// Reads the totals of games without rolls. That is an error, unless there are none or totals are enough.
fn read_totals(cells: &CsvRow<'_>, row: &mut TableRow<'_>) -> Result<(), CellError> {
    let layout = cells.layout;
    row.totals.is_series = !layout.totals.is_empty();
    let claim = layout.claim.filter(|_| layout.totals.is_empty());
    let mut first = None;
    for column in layout.totals.iter().copied().chain(claim) {
        let Some(text) = cells.value(Some(column)) else { continue };
        let kind = row.totals.add(text).map_err(|error| CellError { column: Some(column), error })?;
        row.left_out.extend(kind.map(|kind| (kind, cells.place(Some(column), 0), text.to_owned())));
        first = first.or(Some(column));
    }
    if let Some(error) = cells.value(layout.series).and_then(|says| row.wrong_series(says)) {
        row.series_error = Some(cells.diagnostic(CellError { column: layout.series, error }));
    }
    if first.is_some() {
        let column = layout.claim.filter(|_| cells.value(layout.claim).is_some()).or(first);
        return Err(CellError { column, error: InputProblem::OnlyTotal.into() });
    }
    // A player who did not play.
    let column = layout.totals.first().copied().or(layout.claim);
    row.left_out.push((Uncounted::Cell, cells.place(column, 0), String::new()));
    Ok(())
}

/// Reads the game of a row; `None` if none of its cells holds a roll.
fn read_game(cells: &CsvRow<'_>, row: &mut TableRow<'_>, places: &mut RowPlaces) -> Result<Option<Game>, CellError> {
    let Some(columns) = cells.layout.games.iter().find(|columns| has_balls(cells, columns)) else { return Ok(None) };
    let (columns, is_frames) = match columns {
        GameColumns::Whole { column, spelling } => {
            places.end = Some(*column);
            let text = cells.value(Some(*column)).unwrap_or_default();
            let game = read_whole(text, *spelling, row.rules);
            return game.map(Some).map_err(|error| CellError { column: Some(*column), error });
        }
        GameColumns::Balls(columns) => (columns, false),
        GameColumns::Frames(columns) => (columns, true),
    };
    let part = |(at, &PartColumn { column, frame, is_ball }): (usize, &PartColumn)| {
        Some((at, Part { text: cells.value(Some(column))?, frame, is_ball }))
    };
    let (positions, parts): (Vec<usize>, Vec<Part<'_>>) = columns.iter().enumerate().filter_map(part).unzip();
    places.end = positions.last().map(|&at| columns[at].column);
    let failed =
        |(at, error): (usize, ValueError)| CellError { column: positions.get(at).map(|&at| columns[at].column), error };
    if is_frames {
        return read_frames(&parts, row.rules).map(Some).map_err(failed);
    }
    read_balls(&parts, &positions, columns.len(), row.rules).map(Some).or_else(|error| {
        // What follows a strike in its frame is padding, if the game is the one that the row claims.
        let is_stray = |at: usize| {
            let strike = at.checked_sub(1).map(|before| parts[before]);
            let is_strike = |part: Part<'_>| matches!(table::whole(part.text), "X" | "x" | "10");
            strike.is_some_and(|strike| is_strike(strike) && strike.frame == parts[at].frame)
                && parts[at].frame.is_some_and(|frame| frame + 1 < FRAMES)
        };
        let (strays, kept): (Vec<usize>, Vec<usize>) = (0..parts.len()).partition(|&at| is_stray(at));
        let kept: Vec<Part<'_>> = kept.into_iter().map(|at| parts[at]).collect();
        match read_balls(&kept, &positions, columns.len(), row.rules) {
            Ok(game) if !strays.is_empty() && row.claim_agrees_with(&game) => {
                for at in strays.into_iter().filter(|&at| !matches!(parts[at].text, "0" | "-")) {
                    let place = cells.place(Some(columns[positions[at]].column), 0);
                    row.left_out.push((Uncounted::AfterStrike, place, parts[at].text.into()));
                }
                Ok(Some(game))
            }
            _ => Err(failed(error)),
        }
    })
}

/// Adds the pins that the columns of leaves hold to a game.
fn read_leaves(cells: &CsvRow<'_>, game: Game) -> Result<Game, CellError> {
    let layout = cells.layout;
    if layout.leaves.is_empty() {
        return Ok(game);
    }
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
        let Some(text) = value(*column) else { continue };
        let failed = |error: ValueError| CellError { column: Some(*column), error: error.in_frame(frame) };
        let pins = read_list(text).map_err(failed)?;
        let before: usize = game.frames().take(usize::from(frame) - 1).map(|frame| frame.balls().len()).sum();
        let ball = ball(name).map(|_| before + usize::from(number) - 1);
        leaves.push(BallLeave { ball, frame, pins, source: *column });
    }
    with_leaves(game, &leaves).map_err(|(column, error)| CellError { column: Some(column), error })
}
