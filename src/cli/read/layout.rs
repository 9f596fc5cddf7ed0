//! What the columns of a table hold: found by the names in the header, or as `--columns` says.

use super::column_name::{
    ColumnName, FIRST_NAMES, HANDICAPS, LAST_NAMES, LeaveName, NAMES, OTHER_WORDS, claims, column_name,
};
use super::columns::{Columns, Role, listed, matches};
use super::tags::{DATES, TagKeys, plain};
use crate::error::{InputProblem, Problem};
use crate::game::FRAMES;

/// The columns of a header and what they hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The names as they were written.
    pub names: Vec<String>,
    /// The columns whose texts together are the name.
    pub name: Vec<usize>,
    /// Whether that is a first or a last name alone, which players may share.
    pub has_half_names: bool,
    pub rules: Option<usize>,
    pub claim: Option<usize>,
    /// Whether the claim is a total that may have a handicap in it.
    pub has_handicap: bool,
    /// Whether a column holds dates or weeks.
    pub has_date: bool,
    /// The columns of the tags that are asked for.
    pub tags: Vec<Option<usize>>,
    /// The message of a record in error, in our own output.
    pub error: Option<usize>,
    /// Where the game may be: in the first of these that is not empty.
    pub games: Vec<GameColumns>,
    /// The columns of a table with a row for every frame or ball.
    pub long: Option<LongColumns>,
    /// The columns of the pins that balls left, in the order of the game.
    pub leaves: Vec<(LeaveName, usize)>,
    /// The columns of a series of totals.
    pub totals: Vec<usize>,
    /// The claim about the sum of these.
    pub series: Option<usize>,
    /// The columns of running totals, from frame 1 on.
    pub running_totals: Vec<usize>,
    /// Whether this is our own output, in which every row has all its cells.
    pub is_own: bool,
}

/// Columns that hold a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameColumns {
    /// A roll in each.
    Balls(Vec<PartColumn>),
    /// A frame in each. The balls of the tenth may have columns of their own.
    Frames(Vec<PartColumn>),
    /// A whole game.
    Whole { column: usize, spelling: Spelling },
}

/// A column that holds a part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartColumn {
    pub column: usize,
    /// The frame that it belongs to, from 0, if the header says so.
    pub frame: Option<u8>,
    /// Whether it holds one ball.
    pub is_ball: bool,
}

/// How the name of a column, or a key, says that its games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    Notation,
    Rolls,
    /// In any way.
    Any,
    /// In any way, and a number may count the games of an evening.
    Game,
}

/// The columns of a table with a row for every frame or every ball.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongColumns {
    /// The number of the frame.
    pub frame: usize,
    /// The number of the ball, where a row holds one.
    pub ball: Option<usize>,
    /// The columns of its balls, in their order.
    pub balls: Vec<usize>,
    /// A column that holds the frame as a text.
    pub text: Option<usize>,
    /// The columns that tell one game from another.
    pub key: Vec<usize>,
}

/// The words for a column that holds games, each with its spelling.
const WHOLE: [(&str, Spelling); 3] =
    [("notation", Spelling::Notation), ("rolls", Spelling::Rolls), ("throws", Spelling::Rolls)];
/// The words for the number of a frame, and for what a row of it holds.
const FRAME_NUMBERS: [&str; 4] = ["frame", "framenumber", "frameno", "frame#"];
const BALL_NUMBERS: [&str; 7] = ["ball", "ballnumber", "ballno", "roll", "rollnumber", "throw", "shot"];
const PINS: [&str; 5] = ["pins", "pinfall", "pinsdown", "pinsknocked", "pinsknockeddown"];
/// The words for what tells one game from another where a game has many rows.
const GAME_KEYS: [&str; 12] =
    ["game", "gamenumber", "gameno", "gameid", "game#", "match", "matchid", "series", "session", "lane", "team", "id"];

impl Layout {
    /// Finds out what the columns of a header hold. An error says in which column it is.
    pub fn new(names: Vec<String>, columns: &Columns, tags: &TagKeys) -> Result<Self, (usize, Problem)> {
        let header = HeaderNames::new(&names, columns);
        let has_handicap = HANDICAPS.iter().any(|name| header.has(name));
        // In our own output, other columns are tags, whatever they are called.
        let is_own = ["notation", "error", "holds"].iter().all(|name| header.has(name));
        let date = header.role(Role::Date, &DATES)?;
        let (name, has_half_names) = header.name()?;
        let claim = header.role(Role::Total, &claims(has_handicap))?;
        let is_total = |at: usize| header.plain[at] == "total" && columns.of(Role::Total).next().is_none();
        let tags = tags.iter().map(|key| if key.is_date() { Ok(date) } else { header.find(&key.plain) });
        let tags = tags.collect::<Found<Vec<_>>>()?;
        let long = if is_own { None } else { header.long(&name, date, &tags)? };
        let layout = Self {
            has_half_names,
            rules: header.role(Role::Rules, &["rules"])?,
            has_handicap: has_handicap && claim.is_some_and(is_total),
            has_date: date.is_some() || header.has("week"),
            error: header.find("error")?,
            games: if long.is_some() { Vec::new() } else { header.games(is_own)? },
            leaves: if is_own { Vec::new() } else { header.leaves()? },
            totals: if is_own || long.is_some() { header.asked(Role::Totals)? } else { header.totals()? },
            series: if has_handicap { None } else { header.find("series")? },
            running_totals: if is_own { Vec::new() } else { header.running_totals()? },
            // The score of a row is not that of its game.
            claim: claim.filter(|_| long.is_none()),
            names: Vec::new(),
            name,
            tags,
            long,
            is_own,
        };
        Ok(Self { names, ..layout })
    }

    /// Whether a row can hold a game, or totals.
    pub fn has_games(&self) -> bool {
        !self.games.is_empty() || self.long.is_some() || self.claim.is_some() || !self.totals.is_empty()
    }

    /// The first column of the game, or of the totals where only totals are.
    pub fn first_of_game(&self) -> Option<usize> {
        let first = self.games.iter().filter_map(GameColumns::first).min();
        let first = first.or_else(|| self.long.as_ref().map(|long| long.frame));
        first.or_else(|| self.totals.iter().copied().min()).or(self.claim)
    }

    /// Whether the first column is called by a word of tables, as in `Bowler,1,2,3`.
    pub fn starts_with_word(&self) -> bool {
        let is_word = |first: &String| {
            let first = plain(first);
            [&NAMES[..], &FIRST_NAMES, &LAST_NAMES, &DATES, &HANDICAPS, &OTHER_WORDS, &claims(false)]
                .iter()
                .any(|words| words.contains(&first.as_str()))
                || WHOLE.iter().any(|(word, _)| *word == first)
                || ["game", "frames", "frame", "rules", "series", "id"].contains(&first.as_str())
        };
        self.names.first().is_some_and(is_word)
    }
}

impl GameColumns {
    fn first(&self) -> Option<usize> {
        match self {
            Self::Balls(columns) | Self::Frames(columns) => columns.iter().map(|part| part.column).min(),
            Self::Whole { column, .. } => Some(*column),
        }
    }
}

/// A header whose columns are looked for.
struct HeaderNames<'a> {
    names: &'a [String],
    /// The names without case, blanks and punctuation.
    plain: Vec<String>,
    /// What the names say of frames, balls and games.
    said: Vec<Option<ColumnName>>,
    /// What `--columns` asks for.
    columns: &'a Columns,
}

type Found<T> = Result<T, (usize, Problem)>;

impl<'a> HeaderNames<'a> {
    fn new(names: &'a [String], columns: &'a Columns) -> Self {
        let plain = names.iter().map(|name| plain(name)).collect();
        let said = names.iter().map(|name| column_name(name)).collect();
        Self { names, plain, said, columns }
    }

    /// The one column of this name.
    fn find(&self, name: &str) -> Found<Option<usize>> {
        let mut found = self.plain.iter().enumerate().filter(|(_, plain)| *plain == name).map(|(at, _)| at);
        let first = found.next();
        match found.next() {
            Some(second) => Err(self.duplicate(second)),
            None => Ok(first),
        }
    }

    fn duplicate(&self, at: usize) -> (usize, Problem) {
        (at, Problem::Input(InputProblem::DuplicateColumn(self.names[at].trim().into())))
    }

    fn has(&self, name: &str) -> bool {
        self.plain.iter().any(|plain| plain == name)
    }

    /// The column of a role: the one that was asked for, or the first of these names.
    fn role(&self, role: Role, names: &[&str]) -> Found<Option<usize>> {
        if let Some(asked) = self.asked_one(role)? {
            return Ok(Some(asked));
        }
        self.first(names)
    }

    /// The column of the first of these names that the header has.
    fn first(&self, names: &[&str]) -> Found<Option<usize>> {
        names.iter().find_map(|name| self.find(name).transpose()).transpose()
    }

    /// The columns of the name: as asked, one of the usual names, or the parts of a name. Then whether a part is missing.
    fn name(&self) -> Found<(Vec<usize>, bool)> {
        if self.columns.of(Role::Name).count() > 1 {
            return Ok((self.asked(Role::Name)?, false));
        }
        if let Some(one) = self.asked_one(Role::Name)? {
            return Ok((vec![one], false));
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
            [_, second, ..] => {
                let wanted = self.columns.of(role).collect::<Vec<_>>().join(",");
                Err((second, Problem::Input(InputProblem::SeveralColumns { role: role.name(), wanted })))
            }
        }
    }

    /// The columns that were asked for, `*` standing for any text. Each pattern must match.
    fn asked(&self, role: Role) -> Found<Vec<usize>> {
        let mut all = Vec::new();
        for wanted in self.columns.of(role) {
            let is_match = |at: &usize| matches(wanted, &self.names[*at]);
            let found: Vec<usize> = (0..self.names.len()).filter(is_match).collect();
            if found.is_empty() {
                let wanted = wanted.into();
                return Err((0, Problem::Input(InputProblem::NoSuchColumn { wanted, columns: listed(self.names) })));
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
    fn games(&self, is_own: bool) -> Found<Vec<GameColumns>> {
        let asked = self.asked(Role::Balls)?;
        if !asked.is_empty() {
            let ball = |column| PartColumn { column, frame: None, is_ball: true };
            return Ok(vec![GameColumns::Balls(asked.into_iter().map(ball).collect())]);
        }
        let asked = self.asked(Role::Frames)?;
        if !asked.is_empty() {
            let frames = (0..FRAMES).chain(std::iter::repeat(FRAMES)).zip(asked);
            return Ok(vec![GameColumns::Frames(frames.map(|(frame, column)| self.frame(frame, column)).collect())]);
        }
        if let Some(column) = self.asked_one(Role::Game)? {
            return Ok(vec![GameColumns::Whole { column, spelling: Spelling::Any }]);
        }
        let mut games = Vec::new();
        if !is_own {
            games.extend(self.balls()?);
        }
        let mut add = |word, spelling| -> Found<()> {
            games.extend(self.find(word)?.map(|column| GameColumns::Whole { column, spelling }));
            Ok(())
        };
        WHOLE.iter().try_for_each(|&(word, spelling)| add(word, spelling))?;
        if is_own {
            return Ok(games);
        }
        games.extend(self.frames()?);
        let mut add = |word, spelling| -> Found<()> {
            games.extend(self.find(word)?.map(|column| GameColumns::Whole { column, spelling }));
            Ok(())
        };
        add("frames", Spelling::Any)?;
        add("game", Spelling::Game)?;
        Ok(games)
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
        if count != usize::from(FRAMES) || !is_all(&frames) {
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

    /// The columns of a table with a row for every frame or ball.
    fn long(&self, name: &[usize], date: Option<usize>, tags: &[Option<usize>]) -> Found<Option<LongColumns>> {
        let asked = [Role::Game, Role::Balls, Role::Frames, Role::Totals];
        if asked.into_iter().any(|role| self.columns.of(role).next().is_some()) {
            return Ok(None);
        }
        let Some(frame) = self.first(&FRAME_NUMBERS)? else { return Ok(None) };
        let balls = self.family(|said| match said {
            ColumnName::BallInOrder(ball @ 1..=3) => Some(ball),
            _ => None,
        })?;
        let mut balls: Vec<usize> = balls.into_iter().map(|(_, column)| column).collect();
        if balls.is_empty() {
            balls.extend(self.first(&PINS)?);
        }
        let text = if balls.is_empty() { self.first(&WHOLE.map(|(word, _)| word))? } else { None };
        if balls.is_empty() && text.is_none() {
            return Ok(None);
        }
        let mut key: Vec<usize> = name.iter().copied().chain(date).chain(self.find("week")?).collect();
        for word in GAME_KEYS {
            key.extend(self.find(word)?);
        }
        key.extend(tags.iter().flatten());
        let ball = if balls.len() == 1 { self.first(&BALL_NUMBERS)? } else { None };
        Ok(Some(LongColumns { frame, ball, balls, text, key }))
    }

    /// The columns whose names say something, in the order of what they say. No two may say the same.
    fn family<K: Ord>(&self, says: impl Fn(ColumnName) -> Option<K>) -> Found<Vec<(K, usize)>> {
        let said = self.said.iter().enumerate();
        let mut found: Vec<(K, usize)> = said.filter_map(|(at, said)| Some((says((*said)?)?, at))).collect();
        found.sort_unstable();
        let twice = found.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1).min();
        twice.map_or(Ok(found), |at| Err(self.duplicate(at)))
    }

    fn leaves(&self) -> Found<Vec<(LeaveName, usize)>> {
        self.family(|said| if let ColumnName::Leave(leave) = said { Some(leave) } else { None })
    }

    /// The columns of a series: as asked, or `game1`, `game2`, …, in the order of their numbers.
    fn totals(&self) -> Found<Vec<usize>> {
        let asked = self.asked(Role::Totals)?;
        if !asked.is_empty() {
            return Ok(asked);
        }
        let found = self.family(|said| if let ColumnName::Game(game) = said { Some(game) } else { None })?;
        Ok(found.into_iter().map(|(_, at)| at).collect())
    }

    /// The columns of running totals, from frame 1 up to the first gap.
    fn running_totals(&self) -> Found<Vec<usize>> {
        let found = self.family(|said| if let ColumnName::RunningTotal(frame) = said { Some(frame) } else { None })?;
        Ok((1..).zip(found).map_while(|(wanted, (frame, at))| (frame == wanted).then_some(at)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(header: &str) -> Result<Layout, (usize, Problem)> {
        Layout::new(header.split(',').map(Into::into).collect(), &Columns::default(), &TagKeys::default())
    }

    #[test]
    fn the_families_of_a_header_hold_the_game_in_their_order() {
        let frames = (1..=10).map(|frame| format!("F{frame}")).collect::<Vec<_>>().join(",");
        let whole = |column, spelling| GameColumns::Whole { column, spelling };
        let part = |column, frame, is_ball| PartColumn { column, frame: Some(frame), is_ball };
        let in_frames = |first: usize| {
            GameColumns::Frames(
                (first..first + 10).zip(0..).map(|(column, frame)| part(column, frame, false)).collect(),
            )
        };
        for (header, games) in [
            ("Bowler,notation,game", vec![whole(1, Spelling::Notation), whole(2, Spelling::Game)]),
            ("game,frames", vec![whole(1, Spelling::Any), whole(0, Spelling::Game)]),
            ("name,game", vec![whole(1, Spelling::Game)]),
            ("name,score", vec![]),
            (&format!("name,{frames}"), vec![in_frames(1)]),
            ("1,2,3,4,5,6,7,8,9,10", vec![in_frames(0)]),
            (
                "1. Frame,2. Frame,3. Frame,4. Frame,5. Frame,6. Frame,7. Frame,8. Frame,9. Frame,10. Frame",
                vec![in_frames(0)],
            ),
            ("1,2,3", vec![]),
        ] {
            assert_eq!(layout(header).unwrap().games, games, "{header}");
        }
        let balls = GameColumns::Balls(vec![part(2, 0, true), part(0, 0, true)]);
        assert_eq!(layout("f1_t2,name,f1_t1,rolls").unwrap().games, [balls, whole(3, Spelling::Rolls)]);
        let GameColumns::Balls(balls) = &layout("name,1,,2,,3,,4,,5,,6,,7,,8,,9,,10,,,total").unwrap().games[0] else {
            panic!("balls")
        };
        assert_eq!((balls.len(), balls[20]), (21, part(21, 9, true)));
    }

    #[test]
    fn a_row_may_be_a_frame_or_a_ball() {
        let long = |header| layout(header).unwrap().long;
        let columns = long("date,name,frame,ball1,ball2,frame_score").unwrap();
        assert_eq!((columns.frame, columns.balls, columns.key), (2, vec![3, 4], vec![1, 0]));
        let columns = long("game,frame,ball,pins").unwrap();
        assert_eq!((columns.frame, columns.ball, columns.balls, columns.key), (1, Some(2), vec![3], vec![0]));
        assert_eq!(long("frame,rolls").unwrap().text, Some(1));
        assert_eq!((long("frame,score"), long("frame1,ball1,ball2")), (None, None));
    }

    #[test]
    fn a_duplicate_is_an_error_where_it_matters() {
        assert_eq!(layout("f1_t1,F1T1,f1_t2"), Err((1, Problem::Input(InputProblem::DuplicateColumn("F1T1".into())))));
        assert_eq!(layout("name,Name,rolls"), Err((1, Problem::Input(InputProblem::DuplicateColumn("Name".into())))));
        assert!(layout("note,note,rolls").is_ok());
    }
}
