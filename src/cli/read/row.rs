//! Reads a row of a table, or an object of JSON: its game, its claims, or the totals of games without rolls.

use super::cell_game::{Part, PartError, is_ball, read_balls, read_frames, read_whole, roll, roll_signs};
use super::cells::{CellError, Row, RowSource};
use super::column_name::LeaveName;
use super::layout::{GameColumns, Layout, PartColumn};
use super::leaves::{BallLeave, read_list, with_leaves};
use super::table::{self, Spot, TableRow, ValueError};
use super::totals::total;
use super::words::Spelling;
use super::{Emit, ReadOptions};
use crate::cli::event::{Place, Uncounted};
use crate::cli::problem::InputProblem;
use crate::error::Problem;
use crate::game::{Ball, FRAMES, Game, Mark, PinSet, RACK, Rules};
use crate::reading::diagnose::are_running_totals;
use crate::sheet::claim::Claim;
use crate::sheet::reader::{SheetRules, sheet_rules};
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
    fn of_claim(layout: &Layout) -> Self {
        Self { claim: layout.claim, ..Self::default() }
    }

    /// The place of a part of the row.
    fn find(&self, cells: &Row<'_>, spot: Spot) -> Place {
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

/// Reads a row and reports its game, given what is known of it already: its name, its tags, the rules that apply to it.
pub fn report(
    cells: &Row<'_>,
    rules: &SheetRules,
    mut values: TableRow<'_>,
    options: &ReadOptions,
    emit: &mut Emit<'_>,
) {
    values.line = cells.line;
    values.rules = rules.as_ref().copied().unwrap_or_default();
    values.is_game = is_game(cells);
    let places = read_row(cells, rules, options.rules, &mut values).unwrap_or_else(|error| {
        (values.error, values.game) = (Some(cells.diagnostic(error)), None);
        RowPlaces::of_claim(cells.layout)
    });
    values.report(options, &|spot| places.find(cells, spot), emit);
}

/// Whether a row is a record that we wrote, of which each has its rules or an error, or a cell of it may hold a ball.
fn is_game(cells: &Row<'_>) -> bool {
    let layout = cells.layout;
    cells.value(layout.error).is_some()
        || (layout.is_own && cells.value(layout.rules).is_some())
        || layout.games.iter().any(|columns| has_balls(cells, columns))
}

/// Whether some columns hold anything of a game.
fn has_balls(cells: &Row<'_>, columns: &GameColumns) -> bool {
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
fn is_number_of_game(cells: &Row<'_>, text: &str, spelling: Spelling) -> bool {
    let has_total = || cells.layout.claim.is_some() || !cells.layout.totals.is_empty();
    spelling == Spelling::Game && has_total() && is_small_number(text)
}

/// Whether a text is a number that can count the games of an evening.
pub fn is_small_number(text: &str) -> bool {
    table::whole(text).parse::<u32>().is_ok_and(|number| number <= 99)
}

/// Reads the cells of a row. Whatever is wrong with one of them is an error of the game.
pub fn read_row(
    cells: &Row<'_>,
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
    if let RowSource::Csv(_) = cells.source {
        check_width(cells)?;
    }
    let mut places = RowPlaces::of_claim(layout);
    let claim = cells.value(layout.claim).and(layout.claim).and_then(|column| cells.plain_text(column));
    let claim = claim.map(|text| table::claim(&text).map_err(|error| (error, text.trim().to_owned())));
    row.claim = claim.clone().map(|claim| claim.map_err(|(_, text)| text));
    let game = match &cells.error {
        Some(error) => Err(error.clone()),
        None => read_game(cells, row, &mut places),
    };
    let game = if layout.leaves.is_empty() { game } else { game.and_then(|game| read_leaves(cells, game)) };
    if let Some(message) = cells.value(layout.error).and(layout.error).and_then(|column| cells.plain_text(column)) {
        row.game = game.unwrap_or_default();
        row.error = Some(cells.diagnostic(CellError { column: layout.error, error: table::recorded(&message) }));
        return Ok(places);
    }
    row.game = game?;
    for &column in layout.unread.iter().filter(|_| row.game.is_some()) {
        let value = cells.value(Some(column)).filter(|text| is_ball(text));
        row.left_out.extend(value.map(|text| (Uncounted::Column, cells.place(Some(column), 0), text.to_owned())));
    }
    // In our own output, a game without rolls is one.
    if row.game.is_none() && !layout.is_own && (!layout.totals.is_empty() || layout.claim.is_some()) {
        row.claim = None;
        read_totals(cells, row)?;
        return Ok(places);
    }
    if let Some(Err((error, _))) = claim {
        return Err(CellError { column: layout.claim, error });
    }
    let game = row.game.get_or_insert_with(|| Game::new(row.rules));
    if !layout.running_totals.is_empty() {
        // A total beside running totals is checked too, after them.
        let claimed = running_totals(cells, game)?;
        let is_needed = |claim: &Claim| row.claim.is_none() || verify(claim, Ok(game)).is_err();
        if let Some(claimed) = claimed.filter(is_needed) {
            row.claim = Some(Ok(claimed));
            places.has_running_totals = true;
        }
    }
    Ok(places)
}

/// A row of CSV may not have more cells than its header, and it must reach its game.
fn check_width(cells: &Row<'_>) -> Result<(), CellError> {
    let (count, columns) = (cells.cells.len(), cells.layout.names.len());
    if let Some(extra) = (columns..count).find(|&at| !cells.cells[at].text.trim().is_empty()) {
        let error = InputProblem::TooManyCells { cells: count, columns }.into();
        return Err(CellError { column: Some(extra), error });
    }
    let least = if cells.layout.is_own { columns } else { cells.layout.first_of_game().map_or(0, |first| first + 1) };
    if count < least {
        return Err(CellError { column: None, error: InputProblem::TooFewCells { cells: count, columns }.into() });
    }
    Ok(())
}

/// Reads the claimed running totals of a row, up to the first that is missing.
fn running_totals(cells: &Row<'_>, game: &Game) -> Result<Option<Claim>, CellError> {
    let mut totals = Vec::new();
    for &column in &cells.layout.running_totals {
        let Some(text) = cells.value(Some(column)) else { break };
        totals.push(total(text).map_err(|error| CellError { column: Some(column), error })?);
    }
    // In JSON, the score of a frame may be anything.
    let is_certain = matches!(cells.source, RowSource::Csv(_));
    Ok(claim_of_frames(&totals, game).filter(|_| is_certain || totals.is_sorted()))
}

/// The claim that the totals of frames make. The points, or the pins, of each frame claim nothing, and a number that is
/// the same for all frames is the total of the game.
pub fn claim_of_frames(totals: &[u16], game: &Game) -> Option<Claim> {
    let frames = || totals.iter().zip(game.frames());
    let is_points = frames().all(|(total, frame)| frame.score() == Some(*total));
    let is_pins = frames().all(|(total, frame)| frame.pinfall() == *total);
    match totals {
        [] => None,
        [_, _, ..] if is_points || is_pins => None,
        [first, _, rest @ ..] if *first > 0 && totals[1] == *first && rest.iter().all(|total| total == first) => {
            Some(Claim::Total((*first).into()))
        }
        _ => Some(Claim::Running(totals.iter().map(|&total| Some(total.into())).collect())),
    }
}

/// Reads the totals of games without rolls. That is an error, unless there are none or totals are enough.
fn read_totals(cells: &Row<'_>, row: &mut TableRow<'_>) -> Result<(), CellError> {
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
fn read_game(cells: &Row<'_>, row: &mut TableRow<'_>, places: &mut RowPlaces) -> Result<Option<Game>, CellError> {
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
    if let Some(game) = read_usual(cells, columns, row.rules, places) {
        return Ok(Some(game));
    }
    let (mut positions, mut parts) = (Vec::with_capacity(columns.len()), Vec::with_capacity(columns.len()));
    for (at, &PartColumn { column, frame, is_ball }) in columns.iter().enumerate() {
        if let Some(text) = cells.value(Some(column)) {
            positions.push(at);
            parts.push(Part { text, frame, is_ball });
        }
    }
    places.end = positions.last().map(|&at| columns[at].column);
    let failed =
        |(at, error): (usize, ValueError)| CellError { column: positions.get(at).map(|&at| columns[at].column), error };
    if is_frames {
        let read = match (read_frames(&parts, row.rules), &parts[..], columns.len()) {
            // An array with one text may hold a whole game.
            (Err(error), [part], 1) => read_whole(part.text, Spelling::Any, row.rules).map_err(|_| error),
            (read, ..) => read,
        };
        return read.map(Some).map_err(|error| {
            let is_totals = are_running_totals(parts.iter().map(|part| table::whole(part.text)));
            if is_totals { failed(only_running_totals(&parts, row)) } else { failed(error) }
        });
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
                for at in strays.into_iter().filter(|&at| !matches!(parts[at].text, "0" | "-" | "F")) {
                    let place = cells.place(Some(columns[positions[at]].column), 0);
                    row.left_out.push((Uncounted::AfterStrike, place, parts[at].text.into()));
                }
                Ok(Some(game))
            }
            _ => Err(failed(error)),
        }
    })
}

/// The error of a row whose frames hold running totals, and no balls. The last of ten is the total of its game.
fn only_running_totals(parts: &[Part<'_>], row: &mut TableRow<'_>) -> PartError {
    let last = parts.len() - 1;
    if parts.len() == usize::from(FRAMES)
        && let Ok(total) = total(parts[last].text)
    {
        row.totals.totals.push(total);
        return (last, InputProblem::OnlyTotal.into());
    }
    let totals = parts.iter().map(|part| part.text).collect::<Vec<_>>().join(" ");
    (0, ValueError::new(Problem::RunningTotals { totals, rolls: None }))
}

/// Reads a row of balls or frames that follow each other, without a list of its cells: most rows are so. `None` if one of
/// them does not fit or may be read in another way, or if balls may be padded.
fn read_usual(cells: &Row<'_>, columns: &[PartColumn], rules: Rules, places: &mut RowPlaces) -> Option<Game> {
    let mut game = Game::new(rules);
    let mut has_frames = false;
    for &PartColumn { column, frame, is_ball } in columns {
        let Some(text) = cells.value(Some(column)) else { continue };
        let is_rolled = if is_ball { roll(&mut game, text, frame).is_ok() } else { roll_signs(&mut game, text, frame) };
        if !is_rolled {
            return None;
        }
        places.end = Some(column);
        has_frames |= frame.is_some();
    }
    (has_frames || game.is_complete()).then_some(game)
}

/// Adds the pins that the columns of leaves hold to a game.
fn read_leaves(cells: &Row<'_>, game: Option<Game>) -> Result<Option<Game>, CellError> {
    let Some(game) = game else { return Ok(None) };
    let layout = cells.layout;
    let value = |column: usize| cells.value(Some(column));
    // In columns such as `Frame1Ball1Pins`, what is always the number of pins that the ball knocked down is that number.
    let is_count = |(name, column): &(LeaveName, usize)| {
        let count = value(*column).and_then(|text| table::whole(text).parse().ok());
        let ball = find_ball(&game, *name, PinSet::EMPTY).and_then(|at| game.balls().nth(at));
        count == Some(ball.map_or(0, Ball::pins))
    };
    let may_be_counts = layout.leaves.iter().filter(|(name, column)| name.may_be_count && value(*column).is_some());
    let has_counts = may_be_counts.into_iter().all(is_count);
    let mut leaves = Vec::new();
    for &(name, column) in layout.leaves.iter().filter(|(name, _)| !(has_counts && name.may_be_count)) {
        let Some(text) = value(column) else { continue };
        let mut frames = game.frames().flat_map(|frame| frame.balls().iter().map(move |_| frame.number()));
        let frame_of_ball = || frames.nth(usize::from(name.ball) - 1).unwrap_or(game.lane().frame_number());
        let frame = Some(name.frame).filter(|&frame| frame > 0).unwrap_or_else(frame_of_ball);
        let failed = |error: ValueError| CellError { column: Some(column), error: error.in_frame(frame) };
        let pins = read_list(text).map_err(failed)?;
        leaves.push(BallLeave { ball: find_ball(&game, name, pins), frame, pins, source: column });
    }
    with_leaves(game, &leaves).map(Some).map_err(|(column, error)| CellError { column: Some(column), error })
}

/// The ball that left some pins, counted from 0 through the game; `None` if it was not rolled.
fn find_ball(game: &Game, name: LeaveName, pins: PinSet) -> Option<usize> {
    let LeaveName { frame, ball, .. } = name;
    let Some(frame) = usize::from(frame).checked_sub(1) else {
        return Some(usize::from(ball) - 1).filter(|&at| game.balls().nth(at).is_some());
    };
    let first = game.frames().take(frame).map(|frame| frame.balls().len()).sum::<usize>();
    let balls = game.frames().nth(frame)?.balls();
    if let Some(ball) = ball.checked_sub(1) {
        return balls.get(usize::from(ball)).map(|_| first + usize::from(ball));
    }
    // The pins of one ball of the frame: of the first after which as many stand.
    let mut standing = RACK;
    let is_left = |ball: &Ball| {
        let left = standing - ball.pins();
        standing = if left == 0 || ball.mark == Some(Mark::Strike) { RACK } else { left };
        left == pins.len()
    };
    Some(first + balls.iter().position(is_left).unwrap_or(0)).filter(|_| !balls.is_empty())
}
