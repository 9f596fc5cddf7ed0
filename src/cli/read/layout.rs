//! What the columns of a table hold: found by the names in the header, or as `--columns` says.

use super::column_name::{FIRST_NAMES, HANDICAPS, LAST_NAMES, LeaveName, NAMES, OTHER_WORDS, claims};
use super::columns::{Columns, Role};
use super::header_names::{Found, HeaderNames, WHOLE};
use super::tags::{DATES, TagKeys, plain};
use crate::cli::problem::InputProblem;

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

impl Layout {
    /// Finds out what the columns of a header hold. An error says in which column it is.
    pub fn new(names: Vec<String>, columns: &Columns, tags: &TagKeys) -> Result<Self, (usize, InputProblem)> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(header: &str) -> Result<Layout, (usize, InputProblem)> {
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
        assert_eq!(layout("f1_t1,F1T1,f1_t2"), Err((1, InputProblem::DuplicateColumn("F1T1".into()))));
        assert_eq!(layout("name,Name,rolls"), Err((1, InputProblem::DuplicateColumn("Name".into()))));
        assert!(layout("note,note,rolls").is_ok());
    }
}
