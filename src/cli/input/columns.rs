//! Which column of a table holds what: found by the names in the header, or as `--columns` says.

use std::str::FromStr;

use crate::error::Problem;
use crate::game::FRAMES;
use crate::notation::parse::is_one_roll;

/// What a column can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Name,
    Rules,
    Total,
    Game,
    Frames,
    Balls,
    Date,
}

impl Role {
    /// Every role, in the order of the help.
    pub const ALL: [Self; 7] =
        [Self::Name, Self::Rules, Self::Total, Self::Game, Self::Frames, Self::Balls, Self::Date];

    /// The name in `--columns`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Rules => "rules",
            Self::Total => "total",
            Self::Game => "game",
            Self::Frames => "frames",
            Self::Balls => "balls",
            Self::Date => "date",
        }
    }

    /// A description for the help.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Name => "the player",
            Self::Rules => "the rules of the game",
            Self::Total => "the claim: a total, or running totals",
            Self::Game => "a whole game",
            Self::Frames => "one frame in each column: frames=fr*",
            Self::Balls => "one roll in each column, in this order: balls=shot*",
            Self::Date => "the date; games of one date form a series",
        }
    }
}

/// The value of `--columns`: roles and the columns that have them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns(Vec<(Role, String)>);

impl Columns {
    /// The columns that were named for a role.
    pub fn of(&self, role: Role) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(other, _)| *other == role).map(|(_, column)| column.as_str())
    }
}

impl FromStr for Columns {
    type Err = String;

    /// Reads `name=who,game=line`. A column without a role has the role of the one before it.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut columns: Vec<(Role, String)> = Vec::new();
        for part in text.split(',') {
            let (role, column) = match (part.split_once('='), columns.last()) {
                (Some((role, column)), _) => (parse_role(role.trim())?, column),
                (None, Some((role, _))) => (*role, part),
                (None, None) => return Err(format!("expected ROLE=COLUMN, found '{part}'")),
            };
            if column.trim().is_empty() {
                return Err(format!("no column is named for {}", role.name()));
            }
            columns.push((role, column.trim().into()));
        }
        Ok(Self(columns))
    }
}

fn parse_role(name: &str) -> Result<Role, String> {
    // A total may be called what it is called in a header.
    let name = if matches!(name, "claim" | "score") { "total" } else { name };
    Role::ALL.into_iter().find(|role| role.name() == name).ok_or_else(|| {
        let roles = Role::ALL.map(Role::name).join(", ");
        format!("'{name}' is not a role, the roles are {roles}")
    })
}

/// The columns of a header and what they hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The names as they were written.
    pub names: Vec<String>,
    pub name: Option<usize>,
    pub rules: Option<usize>,
    pub claim: Option<usize>,
    pub date: Option<usize>,
    /// The message of a record in error, in our own output.
    pub error: Option<usize>,
    pub game: GameColumns,
    /// The columns of a series of totals.
    pub totals: Vec<usize>,
}

/// Where the game of a row is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum GameColumns {
    /// One roll in each column. The columns of a frame say so.
    Balls(Vec<BallColumn>),
    /// One frame in each column.
    Frames(Vec<usize>),
    /// A whole game in one column. A lone number there may number the games of an evening.
    Whole { column: usize, may_be_number: bool },
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

impl Layout {
    /// Finds out what the columns of a header hold. An error says in which column it is.
    pub fn new(names: Vec<String>, columns: &Columns) -> Result<Self, (usize, Problem)> {
        let header = Header { names: &names, plain: names.iter().map(|name| plain(name)).collect() };
        let layout = Self {
            name: header.role(columns, Role::Name, &["name", "bowler", "player"])?,
            rules: header.role(columns, Role::Rules, &["rules"])?,
            claim: header.role(columns, Role::Total, &["claim", "total", "score"])?,
            date: header.role(columns, Role::Date, &["date"])?,
            error: header.find("error")?,
            game: header.game(columns)?,
            totals: header.numbered(&["game", "g"], usize::MAX)?,
            names: Vec::new(),
        };
        Ok(Self { names, ..layout })
    }

    /// Whether a row can hold a game, or totals.
    pub fn has_games(&self) -> bool {
        self.game != GameColumns::None || self.claim.is_some() || !self.totals.is_empty()
    }

    /// Whether no line of a sheet could be this header.
    pub fn is_certain(&self) -> bool {
        let is_roll = |(at, name): (usize, &String)| Some(at) == self.name || is_one_roll(name.trim());
        let is_several = self.names.len() > 1;
        match self.game {
            // `Game` or `Game 1` alone may be the title of a sheet.
            GameColumns::Whole { may_be_number: true, .. } => is_several,
            GameColumns::None if !self.totals.is_empty() => is_several,
            GameColumns::None => self.name.is_some() && is_several && !self.names.iter().enumerate().all(is_roll),
            _ => true,
        }
    }
}

/// A header whose columns are looked for.
struct Header<'a> {
    names: &'a [String],
    /// The names without case, blanks and punctuation.
    plain: Vec<String>,
}

type Found<T> = Result<T, (usize, Problem)>;

impl Header<'_> {
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

    /// The column of a role: the one that was asked for, or the first of these names.
    fn role(&self, columns: &Columns, role: Role, names: &[&str]) -> Found<Option<usize>> {
        if let Some(&first) = self.asked(columns, role)?.first() {
            return Ok(Some(first));
        }
        for name in names {
            if let Some(found) = self.find(name)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
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
    fn game(&self, columns: &Columns) -> Found<GameColumns> {
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
        if let Some(&column) = self.asked(columns, Role::Game)?.first() {
            return Ok(GameColumns::Whole { column, may_be_number: false });
        }
        let balls = self.balls()?;
        if !balls.is_empty() {
            return Ok(GameColumns::Balls(balls));
        }
        for name in ["notation", "rolls", "frames"] {
            if let Some(column) = self.find(name)? {
                return Ok(GameColumns::Whole { column, may_be_number: false });
            }
        }
        // `x1` is what R makes of a column `1`.
        let frames = self.numbered(&["frame", "f", "fr", "", "x"], usize::from(FRAMES))?;
        if frames.len() == usize::from(FRAMES) {
            return Ok(GameColumns::Frames(frames));
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

    /// The columns that a prefix and 1, 2, 3, … name, for the first prefix that has any.
    fn numbered(&self, prefixes: &[&str], most: usize) -> Found<Vec<usize>> {
        for prefix in prefixes {
            let mut columns = Vec::new();
            while columns.len() < most {
                match self.find(&format!("{prefix}{}", columns.len() + 1))? {
                    Some(column) => columns.push(column),
                    None => break,
                }
            }
            if !columns.is_empty() && (most == usize::MAX || columns.len() == most) {
                return Ok(columns);
            }
        }
        Ok(Vec::new())
    }
}

/// The columns of a header for a message.
pub fn listed(names: &[String]) -> String {
    const MOST: usize = 12;
    let mut list = names.iter().take(MOST).map(|name| name.trim()).collect::<Vec<_>>().join(", ");
    if names.len() > MOST {
        list += ", \u{2026}";
    }
    list
}

/// Whether a character of a column name means nothing. R writes `.` for a blank.
const fn is_ignored(sign: char) -> bool {
    matches!(sign, ' ' | '_' | '-' | '.')
}

/// A name without case, blanks and punctuation.
pub fn plain(name: &str) -> String {
    name.trim().chars().filter(|&sign| !is_ignored(sign)).flat_map(char::to_lowercase).collect()
}

/// Whether a pattern with at most one `*` matches a name.
fn matches(pattern: &str, name: &str) -> bool {
    let name = plain(name);
    match pattern.split_once('*') {
        Some((start, end)) => {
            let (start, end) = (plain(start), plain(end));
            name.len() >= start.len() + end.len() && name.starts_with(&start) && name.ends_with(&end)
        }
        None => name == plain(pattern),
    }
}

/// The frame and the ball that a name such as `f1_t2`, `frame1_ball2`, `f1_2` or `frame1b` says, from 1.
fn ball_column(name: &str) -> Option<(u8, u8)> {
    let name = name.trim().to_lowercase();
    let rest = name.trim_start_matches(|sign: char| sign.is_ascii_alphabetic());
    if !matches!(&name[..name.len() - rest.len()], "f" | "fr" | "frame") {
        return None;
    }
    let rest = rest.trim_start_matches(is_ignored);
    let after = rest.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let frame: u8 = rest[..rest.len() - after.len()].parse().ok()?;
    let rest = after.trim_start_matches(is_ignored);
    let number = rest.trim_start_matches(|sign: char| sign.is_ascii_alphabetic());
    let (word, number) = (&rest[..rest.len() - number.len()], number.trim_start_matches(is_ignored));
    let ball = match (word, number) {
        ("a" | "b" | "c", "") => word.as_bytes()[0] - b'a' + 1,
        // Without a word, something else must separate the numbers: `f11` is no first ball.
        ("", _) if rest.len() == after.len() => return None,
        ("" | "t" | "b" | "r" | "s" | "throw" | "ball" | "roll" | "shot", _) => number.parse().ok()?,
        _ => return None,
    };
    ((1..=FRAMES).contains(&frame) && (1..=3).contains(&ball)).then_some((frame, ball))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(header: &str, columns: &str) -> Result<Layout, (usize, Problem)> {
        let columns = if columns.is_empty() { Columns::default() } else { columns.parse().unwrap() };
        Layout::new(header.split(',').map(Into::into).collect(), &columns)
    }

    #[test]
    fn columns_of_single_rolls_are_found_by_any_usual_name() {
        for (name, place) in [
            ("f1_t1", Some((1, 1))),
            ("F10T3", Some((10, 3))),
            ("f1b2", Some((1, 2))),
            ("Frame 1 Ball 2", Some((1, 2))),
            ("frame1_ball1", Some((1, 1))),
            ("f1_1", Some((1, 1))),
            ("f.10.2", Some((10, 2))),
            ("frame1a", Some((1, 1))),
            ("Frame10-c", Some((10, 3))),
            ("f11", None),
            ("f1", None),
            ("f11_1", None),
            ("f1_4", None),
            ("g1_1", None),
            ("f1_x1", None),
            ("fünf1_1", None),
        ] {
            assert_eq!(ball_column(name), place, "{name}");
        }
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
        assert_eq!((found.name, found.claim), (Some(0), Some(3)));
        let ball = |column| BallColumn { column, frame: None };
        assert_eq!(found.game, GameColumns::Balls(vec![ball(1), ball(2)]));
        let missing = Problem::NoSuchColumn { wanted: "x".into(), columns: "a, b".into() };
        assert_eq!(layout("a,b", "game=x"), Err((0, missing)));
        for wrong in ["", "x", "who=x", "name="] {
            assert!(wrong.parse::<Columns>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_duplicate_is_an_error_where_it_matters() {
        assert_eq!(layout("f1_t1,F1T1,f1_t2", ""), Err((1, Problem::DuplicateColumn("F1T1".into()))));
        assert_eq!(layout("name,Name,rolls", ""), Err((1, Problem::DuplicateColumn("Name".into()))));
        assert!(layout("note,note,rolls", "").is_ok());
    }

    #[test]
    fn a_series_of_totals_is_found() {
        assert_eq!(layout("name,Game 1,Game 2,Game 4", "").unwrap().totals, [1, 2]);
        assert_eq!(layout("g1,g2", "").unwrap().totals, [0, 1]);
    }
}
