//! Finds the columns of a header by their names.

use std::collections::HashMap;

use super::column_name::{ColumnName, LeaveName, column_names, is_frame_number};
use super::columns::{Columns, Role, listed, matches};
use super::layout::{GameColumns, LongColumns, PartColumn};
use super::tags::{DATES, plain};
use super::words::{
    BALL_NUMBERS, FIRST_NAMES, FRAME_TOTALS, GAME_KEYS, LAST_NAMES, LONG_KEYS, NAMES, PINS, Spelling, WHOLE,
};
use crate::cli::problem::InputProblem;
use crate::game::FRAMES;

/// A header whose columns are looked for.
pub struct HeaderNames<'a> {
    pub names: &'a [String],
    /// The names without case, blanks and punctuation.
    pub plain: Vec<String>,
    /// The first column of each of them, and the second if there are several.
    places: HashMap<String, (usize, Option<usize>)>,
    /// What the names say of frames, balls and games.
    said: Vec<Option<ColumnName>>,
    /// What `--columns` asks for.
    columns: &'a Columns,
    /// Whether these are the keys of an object. Those of other objects may be others, so each may be missing.
    is_object: bool,
}

pub type Found<T> = Result<T, (usize, InputProblem)>;

impl<'a> HeaderNames<'a> {
    pub fn new(names: &'a [String], columns: &'a Columns, is_object: bool) -> Self {
        let plain: Vec<String> = names.iter().map(|name| plain(name)).collect();
        let mut places: HashMap<String, (usize, Option<usize>)> = HashMap::with_capacity(plain.len());
        for (at, name) in plain.iter().enumerate() {
            let place = |(_, second): &mut (usize, Option<usize>)| _ = second.get_or_insert(at);
            places.entry(name.clone()).and_modify(place).or_insert((at, None));
        }
        let said = column_names(names.iter().map(String::as_str));
        Self { names, plain, places, said, columns, is_object }
    }

    /// The one column of this name.
    pub fn find(&self, name: &str) -> Found<Option<usize>> {
        match self.places.get(name) {
            Some(&(_, Some(second))) => Err(self.duplicate(second)),
            Some(&(first, None)) => Ok(Some(first)),
            None => Ok(None),
        }
    }

    fn duplicate(&self, at: usize) -> (usize, InputProblem) {
        let name = self.names[at].trim().into();
        let problem =
            if self.is_object { InputProblem::DuplicateKey(name) } else { InputProblem::DuplicateColumn(name) };
        (at, problem)
    }

    pub fn has(&self, name: &str) -> bool {
        self.places.contains_key(name)
    }

    /// The column of a role: the one that was asked for, or the first of these names.
    pub fn role(&self, role: Role, names: &[&str]) -> Found<Option<usize>> {
        let asked = self.asked_one(role)?;
        let is_asked = asked.is_some() || (self.is_object && self.columns.of(role).next().is_some());
        if is_asked { Ok(asked) } else { self.first(names) }
    }

    /// The column of the first of these names that the header has.
    fn first(&self, names: &[&str]) -> Found<Option<usize>> {
        names.iter().find_map(|name| self.find(name).transpose()).transpose()
    }

    /// The columns of the name: as asked, one of the usual names, or the parts of a name. Then whether a part is missing.
    pub fn name(&self, is_own: bool) -> Found<(Vec<usize>, bool)> {
        if self.columns.of(Role::Name).count() > 1 {
            return Ok((self.asked(Role::Name)?, false));
        }
        if let Some(one) = self.asked_one(Role::Name)? {
            return Ok((vec![one], false));
        }
        if is_own {
            return Ok((self.find(NAMES[0])?.into_iter().collect(), false));
        }
        let parts = [self.first(&FIRST_NAMES)?, self.first(&LAST_NAMES)?];
        // `Nom` is a name, and a last name beside `Prénom`.
        let is_whole = parts[0].is_none() || !self.has("nom");
        if let Some(one) = self.first(&NAMES)? {
            let parts = [parts[0].filter(|_| !is_whole), Some(one)];
            return Ok((parts.into_iter().flatten().collect(), false));
        }
        let name: Vec<usize> = parts.into_iter().flatten().collect();
        let is_half = name.len() == 1;
        Ok((name, is_half))
    }

    fn asked_one(&self, role: Role) -> Found<Option<usize>> {
        match self.asked(role)?[..] {
            [] => Ok(None),
            [one] => Ok(Some(one)),
            [first, ..] if self.is_object => Ok(Some(first)),
            [_, second, ..] => {
                let wanted = self.columns.of(role).collect::<Vec<_>>().join(",");
                Err((second, InputProblem::SeveralColumns { role: role.name(), wanted }))
            }
        }
    }

    /// The columns that were asked for, `*` standing for any text. Each pattern must match.
    pub fn asked(&self, role: Role) -> Found<Vec<usize>> {
        if self.columns.of(role).next().is_none() {
            return Ok(Vec::new());
        }
        // Thousands may be asked for.
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, name) in self.plain.iter().enumerate() {
            places.entry(name).or_default().push(at);
        }
        let mut all = Vec::new();
        // A star does not mean the players and the dates.
        let is_other = |at: usize| {
            [&NAMES[..], &FIRST_NAMES, &LAST_NAMES, &DATES].iter().any(|words| words.contains(&&*self.plain[at]))
        };
        for wanted in self.columns.of(role) {
            let is_match = |at: &usize| matches(wanted, &self.names[*at]) && (role == Role::Name || !is_other(*at));
            let found: Vec<usize> = if wanted.contains('*') {
                (0..self.names.len()).filter(is_match).collect()
            } else {
                places.get(plain(wanted).as_str()).cloned().unwrap_or_default()
            };
            if found.is_empty() && !self.is_object {
                let wanted = wanted.into();
                return Err((0, InputProblem::NoSuchColumn { wanted, columns: listed(self.names) }));
            }
            if !wanted.contains('*')
                && let [_, second, ..] = found[..]
            {
                return Err(self.duplicate(second));
            }
            all.extend(found);
        }
        Ok(all)
    }

    /// Where the game may be: as asked, or in the families of names that the header has, the best first.
    pub fn games(&self, is_own: bool) -> Found<Vec<GameColumns>> {
        let whole = |column| GameColumns::Whole { column, spelling: Spelling::Any };
        let (balls, frames) = (self.asked(Role::Balls)?, self.asked(Role::Frames)?);
        match (&balls[..], &frames[..]) {
            // A value of JSON may hold all of them.
            ([one], _) | ([], [one]) if self.is_object => return Ok(vec![whole(*one)]),
            ([], []) => {}
            ([], frames) => {
                let frames = (0..FRAMES).chain(std::iter::repeat(FRAMES)).zip(frames);
                return Ok(vec![GameColumns::Frames(
                    frames.map(|(frame, column)| self.frame(frame, *column)).collect(),
                )]);
            }
            (balls, _) => {
                let ball = |&column| PartColumn { column, frame: None, is_ball: true };
                return Ok(vec![GameColumns::Balls(balls.iter().map(ball).collect())]);
            }
        }
        if self.is_object {
            if [Role::Game, Role::Balls, Role::Frames].iter().any(|role| self.columns.of(*role).next().is_some()) {
                return Ok(self.asked(Role::Game)?.into_iter().map(whole).collect());
            }
            return if is_own { self.whole(&[("frames", Spelling::Any)]) } else { self.whole(&GAME_KEYS) };
        }
        if let Some(column) = self.asked_one(Role::Game)? {
            return Ok(vec![whole(column)]);
        }
        if is_own {
            return self.whole(&WHOLE);
        }
        let mut games: Vec<GameColumns> = self.balls()?.into_iter().collect();
        games.append(&mut self.whole(&WHOLE)?);
        games.extend(self.frames()?);
        games.append(&mut self.whole(&[("frames", Spelling::Any), ("game", Spelling::Game)])?);
        Ok(games)
    }

    /// The columns of these names, which hold whole games.
    fn whole(&self, names: &[(&str, Spelling)]) -> Found<Vec<GameColumns>> {
        let column = |&(name, spelling): &(&str, Spelling)| {
            Ok(self.find(name)?.map(|column| GameColumns::Whole { column, spelling }))
        };
        names.iter().map(column).filter_map(Result::transpose).collect()
    }

    fn frame(&self, frame: u8, column: usize) -> PartColumn {
        match self.said[column] {
            Some(ColumnName::Ball { frame: FRAMES, .. }) => {
                PartColumn { column, frame: Some(FRAMES - 1), is_ball: true }
            }
            _ => PartColumn { column, frame: Some(frame), is_ball: false },
        }
    }

    /// A column for every roll. A header has them if it has the first two.
    fn balls(&self) -> Found<Option<GameColumns>> {
        let part = |frame: Option<u8>, column| PartColumn { column, frame, is_ball: true };
        let balls = self.family(|said| match said {
            ColumnName::Ball { frame, ball } => Some((frame, ball)),
            _ => None,
        })?;
        if matches!(balls[..], [((1, 1), _), ((1, 2), _), ..]) {
            let balls = balls.into_iter().map(|((frame, _), column)| part(Some(frame - 1), column));
            return Ok(Some(GameColumns::Balls(balls.collect())));
        }
        let balls = self.family(|said| if let ColumnName::BallInOrder(ball) = said { Some(ball) } else { None })?;
        if matches!(balls[..], [(1, _), (2, _), ..]) {
            return Ok(Some(GameColumns::Balls(balls.into_iter().map(|(_, column)| part(None, column)).collect())));
        }
        Ok(None)
    }

    /// A column for every frame, or several: those without a name belong to the frame before them.
    fn frames(&self) -> Found<Option<GameColumns>> {
        let frames = self.family(|said| if let ColumnName::Frame(frame) = said { Some(frame) } else { None })?;
        let is_all = |frames: &[(u8, usize)]| (1..).zip(frames).all(|(wanted, (frame, _))| *frame == wanted);
        let tenth = self.family(|said| match said {
            ColumnName::Ball { frame: FRAMES, ball } => Some(ball),
            _ => None,
        })?;
        let count = frames.len() + usize::from(!tenth.is_empty() && frames.len() == usize::from(FRAMES) - 1);
        // Fewer are frames if their names say so. `Bowler,1,2,3` has the totals of three games.
        let has_word = |&(_, column): &(u8, usize)| self.names[column].contains(char::is_alphabetic);
        let is_started = frames.len() > 1 && frames.iter().all(has_word);
        // Of more numbers, each is a game.
        let has_eleven = frames.iter().all(|part| !has_word(part)) && self.has("11");
        if has_eleven || !is_all(&frames) || !(count == usize::from(FRAMES) || is_started) {
            return Ok(None);
        }
        let unnamed =
            |column: usize| self.plain.iter().skip(column + 1).take_while(|name| name.is_empty()).count().min(2);
        if frames.iter().take(usize::from(FRAMES) - 1).all(|&(_, column)| unnamed(column) > 0) {
            let balls = frames.iter().flat_map(|&(frame, column)| {
                let ball = move |column| PartColumn { column, frame: Some(frame - 1), is_ball: true };
                (column..=column + unnamed(column)).map(ball)
            });
            return Ok(Some(GameColumns::Balls(balls.collect())));
        }
        let mut columns: Vec<PartColumn> = frames
            .iter()
            .map(|&(frame, column)| PartColumn { column, frame: Some(frame - 1), is_ball: false })
            .collect();
        if columns.len() < usize::from(FRAMES) {
            columns.extend(tenth.into_iter().map(|(_, column)| self.frame(FRAMES - 1, column)));
        }
        Ok(Some(GameColumns::Frames(columns)))
    }

    /// The column of the numbers of frames, in a table with a row for every frame or ball.
    pub fn frame_number(&self) -> Option<usize> {
        if self.is_object { None } else { self.plain.iter().position(|name| is_frame_number(name)) }
    }

    /// The columns of a table with a row for every frame or ball.
    pub fn long(&self, name: &[usize], date: Option<usize>, tags: &[Option<usize>]) -> Found<Option<LongColumns>> {
        let (mut balls, texts) = (self.asked(Role::Balls)?, self.asked(Role::Frames)?);
        let is_other = [Role::Game, Role::Totals].iter().any(|role| self.columns.of(*role).next().is_some());
        let Some(frame) = self.frame_number().filter(|_| !is_other && balls.len() < 4 && texts.len() < 2) else {
            return Ok(None);
        };
        if balls.is_empty() && texts.is_empty() {
            let found = self.family(|said| match said {
                ColumnName::BallInOrder(ball @ 1..=3) => Some(ball),
                _ => None,
            })?;
            balls.extend(found.into_iter().map(|(_, column)| column));
            if balls.is_empty() {
                balls.extend(self.first(&PINS)?);
            }
        }
        let total = self.first(&FRAME_TOTALS)?;
        let text = match texts.first() {
            None if balls.is_empty() => self.first(&WHOLE.map(|(word, _)| word))?,
            asked => asked.copied(),
        };
        if balls.is_empty() && text.is_none() {
            return Ok(None);
        }
        let mut key: Vec<usize> = name.iter().copied().chain(date).chain(self.find("week")?).collect();
        for word in LONG_KEYS {
            key.extend(self.find(word)?);
        }
        key.extend(tags.iter().flatten());
        let ball = if balls.len() == 1 { self.first(&BALL_NUMBERS)? } else { None };
        Ok(Some(LongColumns { frame, ball, balls, text, total, key }))
    }

    /// The columns whose names say something, in the order of what they say. No two may say the same.
    fn family<K: Ord>(&self, says: impl Fn(ColumnName) -> Option<K>) -> Found<Vec<(K, usize)>> {
        let said = self.said.iter().enumerate();
        let mut found: Vec<(K, usize)> = said.filter_map(|(at, said)| Some((says((*said)?)?, at))).collect();
        found.sort_unstable();
        let twice = found.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1).min();
        twice.map_or(Ok(found), |at| Err(self.duplicate(at)))
    }

    pub fn leaves(&self) -> Found<Vec<(LeaveName, usize)>> {
        self.family(|said| if let ColumnName::Leave(leave) = said { Some(leave) } else { None })
    }

    /// The columns of a series: as asked, or `game1`, `game2`, …, in the order of their numbers.
    pub fn totals(&self) -> Found<Vec<usize>> {
        let asked = self.asked(Role::Totals)?;
        if !asked.is_empty() {
            return Ok(asked);
        }
        let found = self.family(|said| if let ColumnName::Game(game) = said { Some(game) } else { None })?;
        Ok(found.into_iter().map(|(_, at)| at).collect())
    }

    /// The columns of running totals, from frame 1 up to the first gap.
    pub fn running_totals(&self) -> Found<Vec<usize>> {
        let found = self.family(|said| if let ColumnName::RunningTotal(frame) = said { Some(frame) } else { None })?;
        Ok((1..).zip(found).map_while(|(wanted, (frame, at))| (frame == wanted).then_some(at)).collect())
    }
}
