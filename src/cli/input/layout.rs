//! What the columns of a table hold: found by the names in the header, or as `--columns` says.

use super::columns::{Columns, Role, listed, matches, plain};
use super::names::{LeaveName, ball_column, leave_column, running_total_column};
use super::tags::{DATES, TagKeys};
use crate::error::Problem;
use crate::game::FRAMES;
use crate::notation::parse::is_one_roll;

/// The columns of a header and what they hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The names as they were written.
    pub names: Vec<String>,
    /// The columns whose texts together are the name.
    pub name: Vec<usize>,
    pub rules: Option<usize>,
    pub claim: Option<usize>,
    /// Whether a column holds dates or weeks.
    pub has_date: bool,
    /// The columns of the tags that are asked for.
    pub tags: Vec<Option<usize>>,
    /// The message of a record in error, in our own output.
    pub error: Option<usize>,
    pub game: GameColumns,
    /// The columns of the pins that balls left.
    pub leaves: Vec<LeaveColumn>,
    /// The columns of a series of totals.
    pub totals: Vec<usize>,
    /// The claim about the sum of these.
    pub series: Option<usize>,
    /// The columns of running totals, from frame 1 on.
    pub running_totals: Vec<usize>,
    /// Whether this is our own output, in which every row has all its cells.
    pub is_own: bool,
}

/// Where the game of a row is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum GameColumns {
    /// One roll in each column. The columns of a frame say so.
    Balls(Vec<BallColumn>),
    Frames(Vec<usize>),
    /// A whole game in one column. A lone number there may number the games of an evening.
    Whole {
        column: usize,
        may_be_number: bool,
    },
    /// Nowhere.
    #[default]
    None,
}

/// A column that holds one roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BallColumn {
    pub column: usize,
    /// The frame that the roll must be in, from 0.
    pub frame: Option<u8>,
}

/// A column that holds the pins that one ball left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaveColumn {
    pub column: usize,
    pub ball: LeaveName,
}

/// The names of a column with the claim, the best first.
const CLAIMS: [&str; 4] = ["claim", "scratch", "total", "score"];

/// The names of a column with the player, the best first.
const NAMES: [&str; 11] = [
    "name",
    "bowler",
    "player",
    "bowlername",
    "playername",
    "fullname",
    "nombre",
    "jugador",
    "이름",
    "선수",
    "선수이름",
];

impl Layout {
    /// Finds out what the columns of a header hold. An error says in which column it is.
    pub fn new(names: Vec<String>, columns: &Columns, tags: &TagKeys) -> Result<Self, (usize, Problem)> {
        let header = HeaderNames { names: &names, plain: names.iter().map(|name| plain(name)).collect() };
        let has_handicap = ["hdcp", "hcp", "handicap"].iter().any(|name| header.has(name));
        // A total beside a handicap has the handicap in it.
        let claims = if has_handicap { ["claim", "scratch", "score", "total"] } else { CLAIMS };
        // In our own output, other columns are tags, whatever they are called.
        let is_own = ["notation", "error", "holds"].iter().all(|name| header.has(name));
        let date = header.role(columns, Role::Date, &DATES)?;
        let layout = Self {
            name: header.name(columns)?,
            rules: header.role(columns, Role::Rules, &["rules"])?,
            claim: header.role(columns, Role::Total, &claims)?,
            has_date: date.is_some() || header.has("week"),
            tags: tags
                .iter()
                .map(|key| if key.is_date() { Ok(date) } else { header.find(&key.plain) })
                .collect::<Found<_>>()?,
            error: header.find("error")?,
            game: header.game(columns, is_own)?,
            leaves: if is_own { Vec::new() } else { header.leaves()? },
            totals: if is_own { header.asked(columns, Role::Totals)? } else { header.totals(columns)? },
            series: if has_handicap { None } else { header.find("series")? },
            running_totals: if is_own { Vec::new() } else { header.running_totals()? },
            is_own,
            names: Vec::new(),
        };
        Ok(Self { names, ..layout })
    }

    /// Whether a row can hold a game, or totals.
    pub fn has_games(&self) -> bool {
        self.game != GameColumns::None || self.claim.is_some() || !self.totals.is_empty()
    }

    /// Whether no line of a sheet, and no title above one, could be this header.
    pub fn is_certain(&self) -> bool {
        let is_roll = |(at, name): (usize, &String)| self.name.contains(&at) || is_one_roll(name.trim());
        let is_several = self.names.len() > 1;
        let has_name = !self.name.is_empty();
        let has_role = has_name || self.rules.is_some() || self.claim.is_some() || self.has_date;
        match self.game {
            // `Game` or `Tuesday, Game 1` may be the title of a sheet.
            GameColumns::Whole { may_be_number: true, .. } => is_several && has_role,
            GameColumns::None if !self.totals.is_empty() => is_several && (has_role || self.totals.len() > 1),
            GameColumns::None => has_name && is_several && !self.names.iter().enumerate().all(is_roll),
            _ => true,
        }
    }

    /// The first column of the game, or of the totals where only totals are.
    pub fn first_of_game(&self) -> Option<usize> {
        match &self.game {
            GameColumns::Balls(balls) => balls.iter().map(|ball| ball.column).min(),
            GameColumns::Frames(frames) => frames.iter().copied().min(),
            GameColumns::Whole { column, .. } => Some(*column),
            GameColumns::None => self.totals.iter().copied().min().or(self.claim),
        }
    }
}

/// A header whose columns are looked for.
struct HeaderNames<'a> {
    names: &'a [String],
    /// The names without case, blanks and punctuation.
    plain: Vec<String>,
}

type Found<T> = Result<T, (usize, Problem)>;

impl HeaderNames<'_> {
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
        (at, Problem::DuplicateColumn(self.names[at].trim().into()))
    }

    fn has(&self, name: &str) -> bool {
        self.plain.iter().any(|plain| plain == name)
    }

    /// The column of a role: the one that was asked for, or the first of these names.
    fn role(&self, columns: &Columns, role: Role, names: &[&str]) -> Found<Option<usize>> {
        if let Some(asked) = self.asked_one(columns, role)? {
            return Ok(Some(asked));
        }
        for name in names {
            if let Some(found) = self.find(name)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The columns of the name: as asked, one of the usual names, or the parts of a name.
    fn name(&self, columns: &Columns) -> Found<Vec<usize>> {
        if columns.of(Role::Name).count() > 1 {
            return self.asked(columns, Role::Name);
        }
        if let Some(one) = self.role(columns, Role::Name, &NAMES)? {
            return Ok(vec![one]);
        }
        Ok(self.find("firstname")?.into_iter().chain(self.find("lastname")?).collect())
    }

    fn asked_one(&self, columns: &Columns, role: Role) -> Found<Option<usize>> {
        match self.asked(columns, role)?[..] {
            [] => Ok(None),
            [one] => Ok(Some(one)),
            [_, second, ..] => {
                let wanted = columns.of(role).collect::<Vec<_>>().join(",");
                Err((second, Problem::SeveralColumns { role: role.name(), wanted }))
            }
        }
    }

    /// The columns that were asked for, `*` standing for any text. Each pattern must match.
    fn asked(&self, columns: &Columns, role: Role) -> Found<Vec<usize>> {
        let mut all = Vec::new();
        for wanted in columns.of(role) {
            let is_match = |at: &usize| matches(wanted, &self.names[*at]);
            let found: Vec<usize> = (0..self.names.len()).filter(is_match).collect();
            if found.is_empty() {
                let wanted = wanted.into();
                return Err((0, Problem::NoSuchColumn { wanted, columns: listed(self.names) }));
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

    /// Where the game is: as asked, or in the first family of names that the header has.
    fn game(&self, columns: &Columns, is_own: bool) -> Found<GameColumns> {
        let balls = self.asked(columns, Role::Balls)?;
        if !balls.is_empty() {
            return Ok(GameColumns::Balls(
                balls.into_iter().map(|column| BallColumn { column, frame: None }).collect(),
            ));
        }
        let frames = self.asked(columns, Role::Frames)?;
        if !frames.is_empty() {
            return Ok(GameColumns::Frames(frames));
        }
        if let Some(column) = self.asked_one(columns, Role::Game)? {
            return Ok(GameColumns::Whole { column, may_be_number: false });
        }
        let balls = if is_own { Vec::new() } else { self.balls()? };
        if !balls.is_empty() {
            return Ok(GameColumns::Balls(balls));
        }
        for name in ["notation", "rolls", "frames"] {
            if let Some(column) = self.find(name)? {
                return Ok(GameColumns::Whole { column, may_be_number: false });
            }
        }
        // `x1` is what R makes of a column `1`.
        for prefix in ["frame", "f", "fr", "", "x"] {
            let frames = (1..=FRAMES).map(|frame| self.find(&format!("{prefix}{frame}")));
            if let Some(frames) = frames.collect::<Found<Option<Vec<usize>>>>()? {
                return Ok(GameColumns::Frames(frames));
            }
        }
        Ok(match self.find("game")? {
            Some(column) => GameColumns::Whole { column, may_be_number: true },
            None => GameColumns::None,
        })
    }

    /// The columns of single rolls such as `f1_t1`, in the order of the game. A header has them if it
    /// has the first two.
    fn balls(&self) -> Found<Vec<BallColumn>> {
        let mut balls: Vec<(u8, u8, usize)> = Vec::new();
        for (at, name) in self.names.iter().enumerate() {
            if let Some((frame, ball)) = ball_column(name) {
                if balls.iter().any(|other| (other.0, other.1) == (frame, ball)) {
                    return Err(self.duplicate(at));
                }
                balls.push((frame, ball, at));
            }
        }
        balls.sort_unstable();
        if !matches!(balls[..], [(1, 1, _), (1, 2, _), ..]) {
            return Ok(Vec::new());
        }
        Ok(balls.into_iter().map(|(frame, _, column)| BallColumn { column, frame: Some(frame - 1) }).collect())
    }

    /// The columns of the pins that balls left, in the order of the game.
    fn leaves(&self) -> Found<Vec<LeaveColumn>> {
        let of = |(column, name): (usize, &String)| Some(LeaveColumn { column, ball: leave_column(name)? });
        let mut leaves: Vec<LeaveColumn> = self.names.iter().enumerate().filter_map(of).collect();
        let key = |leave: &LeaveColumn| (leave.ball.frame, leave.ball.ball, leave.ball.may_be_count);
        leaves.sort_by_key(key);
        match leaves.windows(2).find(|pair| key(&pair[0]) == key(&pair[1])) {
            Some(pair) => Err(self.duplicate(pair[1].column)),
            None => Ok(leaves),
        }
    }

    /// The columns of a series: as asked, or `game1`, `game2`, …, in the order of their numbers.
    fn totals(&self, columns: &Columns) -> Found<Vec<usize>> {
        let asked = self.asked(columns, Role::Totals)?;
        if !asked.is_empty() {
            return Ok(asked);
        }
        for prefix in ["game", "g"] {
            let number = |(at, name): (usize, &String)| {
                let digits = name.strip_prefix(prefix)?;
                let is_number = !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
                Some((digits.parse::<u32>().ok().filter(|_| is_number)?, at))
            };
            let mut found: Vec<_> = self.plain.iter().enumerate().filter_map(number).collect();
            found.sort_unstable();
            if let Some(twice) = found.windows(2).find(|pair| pair[0].0 == pair[1].0) {
                return Err(self.duplicate(twice[1].1));
            }
            if !found.is_empty() {
                return Ok(found.into_iter().map(|(_, at)| at).collect());
            }
        }
        Ok(Vec::new())
    }

    /// The columns of running totals, as far as they go from frame 1 on.
    fn running_totals(&self) -> Found<Vec<usize>> {
        let mut columns = [None; FRAMES as usize];
        for (at, name) in self.names.iter().enumerate() {
            if let Some(frame) = running_total_column(name)
                && columns[usize::from(frame) - 1].replace(at).is_some()
            {
                return Err(self.duplicate(at));
            }
        }
        Ok(columns.into_iter().map_while(|column| column).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(header: &str, columns: &str) -> Result<Layout, (usize, Problem)> {
        let columns = if columns.is_empty() { Columns::default() } else { columns.parse().unwrap() };
        Layout::new(header.split(',').map(Into::into).collect(), &columns, &TagKeys::default())
    }

    #[test]
    fn the_first_family_that_the_header_has_holds_the_game() {
        let frames = (1..=10).map(|frame| format!("F{frame}")).collect::<Vec<_>>().join(",");
        let whole = |column, may_be_number| GameColumns::Whole { column, may_be_number };
        for (header, game) in [
            ("Bowler,notation,game", whole(1, false)),
            ("game,frames", whole(1, false)),
            ("name,game", whole(1, true)),
            ("name,score", GameColumns::None),
            (&format!("name,{frames}"), GameColumns::Frames((1..=10).collect())),
            ("1,2,3,4,5,6,7,8,9,10", GameColumns::Frames((0..10).collect())),
            ("1,2,3", GameColumns::None),
        ] {
            assert_eq!(layout(header, "").unwrap().game, game, "{header}");
        }
        let balls = layout("f1_t2,name,f1_t1,rolls", "").unwrap().game;
        let ball = |column| BallColumn { column, frame: Some(0) };
        assert_eq!(balls, GameColumns::Balls(vec![ball(2), ball(0)]));
    }

    #[test]
    fn other_names_can_be_given() {
        let found = layout("who,Shot 1,Shot 2,sum", "name=who,balls=shot*,total=sum").unwrap();
        assert_eq!((&*found.name, found.claim), (&[0][..], Some(3)));
        let ball = |column| BallColumn { column, frame: None };
        assert_eq!(found.game, GameColumns::Balls(vec![ball(1), ball(2)]));
        let missing = Problem::NoSuchColumn { wanted: "x".into(), columns: "a, b".into() };
        assert_eq!(layout("a,b", "game=x"), Err((0, missing)));
    }

    #[test]
    fn a_duplicate_is_an_error_where_it_matters() {
        assert_eq!(layout("f1_t1,F1T1,f1_t2", ""), Err((1, Problem::DuplicateColumn("F1T1".into()))));
        assert_eq!(layout("name,Name,rolls", ""), Err((1, Problem::DuplicateColumn("Name".into()))));
        assert!(layout("note,note,rolls", "").is_ok());
    }

    #[test]
    fn a_series_of_totals_is_found() {
        assert_eq!(layout("name,Game 1,Game 2,Game 4", "").unwrap().totals, [1, 2, 3]);
        assert_eq!(layout("g1,g2", "").unwrap().totals, [0, 1]);
    }
}
