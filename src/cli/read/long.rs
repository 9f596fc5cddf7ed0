//! Tables with a row for every frame, or for every ball: the rows that follow each other with the same name, date and game
//! are one game, and its first frame starts the next.

use super::cell_game::{Part, read_frames, roll};
use super::cells::{CellError, Row};
use super::layout::LongColumns;
use super::row::claim_of_frames;
use super::table::{Spot, TableRow, diagnostic, whole};
use super::totals::total;
use super::{Emit, ReadOptions};
use crate::cli::event::{Diagnostic, Event, Place, Tag, Uncounted};
use crate::game::{FRAMES, Game, Rules};
use crate::sheet::reader::SheetRules;

/// The game whose rows are being read.
#[derive(Debug)]
pub struct LongGame {
    /// The texts that tell it from other games.
    key: Vec<String>,
    line: u64,
    name: Option<String>,
    tags: Vec<Option<Tag<'static>>>,
    rules: Rules,
    /// The number of its first frame: they are counted from 1, or from 0.
    first: u8,
    /// The number of the frame, and of the ball if there is one on each row, of its last row.
    last: (u8, u8),
    /// The texts of its frames, where a row holds one as a text.
    texts: Vec<(String, Place)>,
    /// The totals of its frames, from the first on.
    totals: Vec<(u16, Place)>,
    game: Game,
    error: Option<Diagnostic>,
}

impl LongGame {
    /// Adds a row to a game. If it is a row of the next one, the game is reported first.
    pub fn add(
        current: &mut Option<Box<Self>>,
        (cells, columns): (&Row<'_>, &LongColumns),
        (rules, tags): (&SheetRules, &[Option<Tag<'_>>]),
        options: &ReadOptions,
        emit: &mut Emit<'_>,
    ) {
        let number = |column| cells.value(column).and_then(|text| whole(text).parse::<u8>().ok());
        let found = number(Some(columns.frame)).filter(|frame| *frame <= FRAMES);
        let Some(found) = found else {
            let (place, value) = (&cells.place(Some(columns.frame), 0), cells.value(Some(columns.frame)));
            let value = value.unwrap_or_default();
            return emit(Event::LeftOut { why: Uncounted::Row, place, value });
        };
        let ball = number(columns.ball).unwrap_or_default();
        let text = |column: &usize| cells.value(Some(*column)).unwrap_or_default().to_owned();
        let key: Vec<String> = columns.key.iter().map(text).collect();
        let is_same = current.as_ref().is_some_and(|game| game.key == key && game.goes_on(found, ball, columns));
        if !is_same {
            Self::end(current, options, emit);
        }
        let new = || {
            Box::new(Self {
                key,
                line: cells.line,
                name: cells.name().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()),
                tags: tags.iter().map(|tag| tag.as_ref().map(owned)).collect(),
                rules: rules.as_ref().copied().unwrap_or_default(),
                first: found.min(1),
                last: (0, 0),
                texts: Vec::new(),
                totals: Vec::new(),
                game: Game::new(rules.as_ref().copied().unwrap_or_default()),
                error: None,
            })
        };
        let game = current.get_or_insert_with(new);
        game.last = (found, ball);
        let frame = found + 1 - game.first;
        // With a row for every ball, that of the last ball counts.
        game.totals.truncate(usize::from(frame) - 1);
        if let Some(Ok(total)) = cells.value(columns.total).map(total)
            && game.totals.len() + 1 == usize::from(frame)
        {
            game.totals.push((total, cells.place(columns.total, 0)));
        }
        if game.error.is_none()
            && let Err(error) = game.roll(cells, columns, frame)
        {
            game.error = Some(cells.diagnostic(error));
        }
    }

    /// Whether a row is not the first of the next game.
    fn goes_on(&self, frame: u8, ball: u8, columns: &LongColumns) -> bool {
        match frame.cmp(&self.last.0) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal if columns.balls.len() != 1 => false,
            std::cmp::Ordering::Equal if columns.ball.is_some() => ball > self.last.1,
            std::cmp::Ordering::Equal => frame > self.first || self.game.lane().frame == 0,
        }
    }

    fn roll(&mut self, cells: &Row<'_>, columns: &LongColumns, frame: u8) -> Result<(), CellError> {
        if let Some(column) = columns.text {
            if let Some(text) = cells.value(Some(column)) {
                self.texts.push((text.into(), cells.place(Some(column), 0)));
            }
            return Ok(());
        }
        for &column in &columns.balls {
            let Some(text) = cells.value(Some(column)) else { continue };
            let rolled = roll(&mut self.game, text, Some(frame - 1));
            rolled.map_err(|error| CellError { column: Some(column), error })?;
        }
        Ok(())
    }

    /// Reports the game.
    pub fn end(current: &mut Option<Box<Self>>, options: &ReadOptions, emit: &mut Emit<'_>) {
        let Some(mut game) = current.take() else { return };
        if !game.texts.is_empty() {
            let parts: Vec<Part<'_>> = (0..)
                .zip(&game.texts)
                .map(|(frame, (text, _)): (u8, _)| Part { text, frame: Some(frame.min(FRAMES - 1)), is_ball: false })
                .collect();
            match read_frames(&parts, game.rules) {
                Ok(read) => game.game = read,
                Err((at, error)) => {
                    let place =
                        game.texts.get(at).map_or_else(|| Place::bare(game.line, 1), |(_, place)| place.clone());
                    game.error = Some(diagnostic(place, error));
                }
            }
        }
        let line = game.line;
        let totals: Vec<u16> = game.totals.iter().map(|(total, _)| *total).collect();
        // The scores of frames may be anything.
        let claim = claim_of_frames(&totals, &game.game).filter(|_| totals.is_sorted());
        let place = |spot: Spot| {
            let at = if let Spot::Claim(frame) = spot { frame.unwrap_or(1) } else { 0 };
            let total = usize::from(at).checked_sub(1).and_then(|at| game.totals.get(at));
            total.map_or_else(|| Place::bare(line, 1), |(_, place)| place.clone())
        };
        let mut row = TableRow {
            line,
            claim: claim.map(Ok),
            name: game.name.as_deref(),
            rules: game.rules,
            game: game.error.is_none().then_some(game.game),
            error: game.error,
            is_game: true,
            tags: &game.tags,
            ..TableRow::default()
        };
        row.report(options, &place, emit);
    }
}

fn owned(tag: &Tag<'_>) -> Tag<'static> {
    Tag { text: tag.text.clone().into_owned().into(), json: None }
}
