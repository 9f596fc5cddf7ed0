//! What the columns of a table hold: found by the names in the header, or as `--columns` says.

use super::columns::{Columns, Role, listed, matches};
use super::names::{
    FIRST_NAMES, GAME_WORDS, HANDICAPS, LAST_NAMES, LeaveName, NAMES, ball_column, claims, game_number, leave_column,
    running_total_column,
};
use super::tags::{DATES, TagKeys, plain};
use crate::error::{InputProblem, Problem};
use crate::game::FRAMES;
use crate::reading::symbols::is_one_roll;
use crate::sheet::line::is_table_header;

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
    /// The columns of the game, in its order, and what each holds.
    pub game: Vec<(usize, GameCell)>,
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

/// What a column of the game holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameCell {
    /// One roll, and the frame that it must be in, from 0.
    Ball(Option<u8>),
    /// One frame, from 0.
    Frame(u8),
    /// A whole game. A lone number there may number the games of an evening.
    Whole { may_be_number: bool },
}

impl Layout {
    /// Finds out what the columns of a header hold. An error says in which column it is.
    pub fn new(names: Vec<String>, columns: &Columns, tags: &TagKeys) -> Result<Self, (usize, Problem)> {
        let header = HeaderNames { names: &names, plain: names.iter().map(|name| plain(name)).collect(), columns };
        let has_handicap = HANDICAPS.iter().any(|name| header.has(name));
        // In our own output, other columns are tags, whatever they are called.
        let is_own = ["notation", "error", "holds"].iter().all(|name| header.has(name));
        let date = header.role(Role::Date, &DATES)?;
        let (name, has_half_names) = header.name()?;
        let claim = header.role(Role::Total, &claims(has_handicap))?;
        let is_total = |at: usize| header.plain[at] == "total" && columns.of(Role::Total).next().is_none();
        let layout = Self {
            name,
            has_half_names,
            rules: header.role(Role::Rules, &["rules"])?,
            claim,
            has_handicap: has_handicap && claim.is_some_and(is_total),
            has_date: date.is_some() || header.has("week"),
            tags: tags
                .iter()
                .map(|key| if key.is_date() { Ok(date) } else { header.find(&key.plain) })
                .collect::<Found<_>>()?,
            error: header.find("error")?,
            game: header.game(is_own)?,
            leaves: if is_own { Vec::new() } else { header.family(leave_column)? },
            totals: if is_own { header.asked(Role::Totals)? } else { header.totals()? },
            series: if has_handicap { None } else { header.find("series")? },
            running_totals: if is_own { Vec::new() } else { header.running_totals()? },
            is_own,
            names: Vec::new(),
        };
        Ok(Self { names, ..layout })
    }

    /// Whether a row can hold a game, or totals.
    pub fn has_games(&self) -> bool {
        !self.game.is_empty() || self.claim.is_some() || !self.totals.is_empty()
    }

    /// Whether no line of a sheet, and no title above one, could be this header.
    pub fn is_certain(&self) -> bool {
        let is_roll = |(at, name): (usize, &String)| self.name.contains(&at) || is_one_roll(name.trim());
        // `Nombre,1,2` may be a game of a sheet; `Bowler,1,2` may not.
        let is_numbered = || {
            let others = self.names.iter().enumerate().filter(|(at, _)| !self.name.contains(at));
            (1..).zip(others).all(|(number, (_, name))| name.trim().parse() == Ok(number))
                && self.name.iter().any(|&at| is_table_header(self.names[at].trim()))
        };
        let is_several = self.names.len() > 1;
        let has_name = !self.name.is_empty();
        let has_role = has_name || self.rules.is_some() || self.claim.is_some() || self.has_date;
        match self.game[..] {
            // `Game` or `Tuesday, Game 1` may be the title of a sheet.
            [(_, GameCell::Whole { may_be_number: true })] => is_several && has_role,
            [] if !self.totals.is_empty() => is_several && (has_role || self.totals.len() > 1),
            [] => has_name && is_several && (is_numbered() || !self.names.iter().enumerate().all(is_roll)),
            _ => true,
        }
    }

    /// The first column of the game, or of the totals where only totals are.
    pub fn first_of_game(&self) -> Option<usize> {
        let first = self.game.iter().map(|&(column, _)| column).min();
        first.or_else(|| self.totals.iter().copied().min()).or(self.claim)
    }
}

/// A header whose columns are looked for.
struct HeaderNames<'a> {
    names: &'a [String],
    /// The names without case, blanks and punctuation.
    plain: Vec<String>,
    /// What `--columns` asks for.
    columns: &'a Columns,
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
        if let Some(one) = self.role(Role::Name, &NAMES)? {
            return Ok((vec![one], false));
        }
        let parts = [self.first(&FIRST_NAMES)?, self.first(&LAST_NAMES)?];
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

    /// Where the game is: as asked, or in the first family of names that the header has.
    fn game(&self, is_own: bool) -> Found<Vec<(usize, GameCell)>> {
        let whole = |column, may_be_number| vec![(column, GameCell::Whole { may_be_number })];
        // The balls of the tenth frame may have columns of their own. A column behind that frame is behind the game.
        let frames = |columns: Vec<usize>| -> Vec<(usize, GameCell)> {
            let cell = |(frame, at): (u8, usize)| match ball_column(&self.names[at]) {
                Some((FRAMES, _)) => (at, GameCell::Ball(Some(FRAMES - 1))),
                _ => (at, GameCell::Frame(frame)),
            };
            (0..FRAMES).chain(std::iter::repeat(FRAMES)).zip(columns).map(cell).collect()
        };
        let asked = self.asked(Role::Balls)?;
        if !asked.is_empty() {
            return Ok(asked.into_iter().map(|column| (column, GameCell::Ball(None))).collect());
        }
        let asked = self.asked(Role::Frames)?;
        if !asked.is_empty() {
            return Ok(frames(asked));
        }
        if let Some(column) = self.asked_one(Role::Game)? {
            return Ok(whole(column, false));
        }
        // Columns such as `f1_t1`. A header has them if it has the first two.
        let balls = if is_own { Vec::new() } else { self.family(ball_column)? };
        if matches!(balls[..], [((1, 1), _), ((1, 2), _), ..]) {
            return Ok(balls.into_iter().map(|((frame, _), at)| (at, GameCell::Ball(Some(frame - 1)))).collect());
        }
        for name in ["notation", "rolls", "frames"] {
            if let Some(column) = self.find(name)? {
                return Ok(whole(column, false));
            }
        }
        // `x1` is what R makes of a column `1`.
        for prefix in ["frame", "f", "fr", "", "x"] {
            let find = |frame: u8| self.find(&format!("{prefix}{frame}"));
            let Some(mut found) = (1..FRAMES).map(find).collect::<Found<Option<Vec<usize>>>>()? else { continue };
            let tenth = balls.iter().filter(|((frame, _), _)| *frame == FRAMES).map(|&(_, at)| at);
            found.extend(find(FRAMES)?.map_or_else(|| tenth.collect(), |at| vec![at]));
            if found.len() >= usize::from(FRAMES) {
                return Ok(frames(found));
            }
        }
        Ok(self.find("game")?.map_or_else(Vec::new, |column| whole(column, true)))
    }

    /// The columns whose names say something, in the order of what they say. No two may say the same.
    fn family<K: Ord>(&self, says: impl Fn(&str) -> Option<K>) -> Found<Vec<(K, usize)>> {
        let names = self.names.iter().enumerate();
        let mut found: Vec<(K, usize)> = names.filter_map(|(at, name)| Some((says(name)?, at))).collect();
        found.sort_unstable();
        let twice = found.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1).min();
        twice.map_or(Ok(found), |at| Err(self.duplicate(at)))
    }

    /// The columns of a series: as asked, or `game1`, `game2`, …, in the order of their numbers.
    fn totals(&self) -> Found<Vec<usize>> {
        let asked = self.asked(Role::Totals)?;
        if !asked.is_empty() {
            return Ok(asked);
        }
        for word in GAME_WORDS {
            let found = self.family(|name| game_number(name, word))?;
            if !found.is_empty() {
                return Ok(found.into_iter().map(|(_, at)| at).collect());
            }
        }
        Ok(Vec::new())
    }

    /// The columns of running totals, from frame 1 up to the first gap.
    fn running_totals(&self) -> Found<Vec<usize>> {
        let found = self.family(running_total_column)?;
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
    fn the_first_family_that_the_header_has_holds_the_game() {
        let frames = (1..=10).map(|frame| format!("F{frame}")).collect::<Vec<_>>().join(",");
        let whole = |column, may_be_number| vec![(column, GameCell::Whole { may_be_number })];
        let in_frames = |first: usize| (first..first + 10).zip((0..).map(GameCell::Frame)).collect();
        for (header, game) in [
            ("Bowler,notation,game", whole(1, false)),
            ("game,frames", whole(1, false)),
            ("name,game", whole(1, true)),
            ("name,score", vec![]),
            (&format!("name,{frames}"), in_frames(1)),
            ("1,2,3,4,5,6,7,8,9,10", in_frames(0)),
            ("1,2,3", vec![]),
        ] {
            assert_eq!(layout(header).unwrap().game, game, "{header}");
        }
        let ball = |column| (column, GameCell::Ball(Some(0)));
        assert_eq!(layout("f1_t2,name,f1_t1,rolls").unwrap().game, [ball(2), ball(0)]);
    }

    #[test]
    fn a_duplicate_is_an_error_where_it_matters() {
        assert_eq!(layout("f1_t1,F1T1,f1_t2"), Err((1, Problem::Input(InputProblem::DuplicateColumn("F1T1".into())))));
        assert_eq!(layout("name,Name,rolls"), Err((1, Problem::Input(InputProblem::DuplicateColumn("Name".into())))));
        assert!(layout("note,note,rolls").is_ok());
    }
}
