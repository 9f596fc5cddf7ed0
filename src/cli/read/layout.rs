//! What the columns of a table hold: found by the names in the header, or as `--columns` says.

use super::column_name::{LeaveName, is_after_the_tenth};
use super::columns::{Columns, Role};
use super::header_names::{Found, HeaderNames};
use super::tags::{DATES, TagKeys, plain};
use super::words::{FIRST_NAMES, HANDICAPS, LAST_NAMES, NAMES, OTHER_WORDS, Spelling, WHOLE, claims};

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
    /// Columns that look like balls, and are not read.
    pub unread: Vec<usize>,
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
    /// The running total, or the points of the frame.
    pub total: Option<usize>,
    /// The columns that tell one game from another.
    pub key: Vec<usize>,
}

impl Layout {
    /// Finds out what the columns of a header hold. An error says in which column it is.
    pub fn new(names: Vec<String>, columns: &Columns, tags: &TagKeys) -> Found<Self> {
        let header = HeaderNames::new(&names, columns, false);
        let is_own = ["notation", "error", "holds"].iter().all(|name| header.has(name));
        let layout = Self::find(&header, is_own, columns, tags)?;
        Ok(Self { names, ..layout })
    }

    /// Finds out what the keys of an object hold.
    pub fn of_keys(names: Vec<String>, is_own: bool, columns: &Columns, tags: &TagKeys) -> Found<Self> {
        let layout = Self::find(&HeaderNames::new(&names, columns, true), is_own, columns, tags)?;
        Ok(Self { names, ..layout })
    }

    fn find(header: &HeaderNames<'_>, is_own: bool, columns: &Columns, tags: &TagKeys) -> Found<Self> {
        let has_handicap = HANDICAPS.iter().any(|name| header.has(name));
        let date = header.role(Role::Date, &DATES)?;
        let (name, has_half_names) = header.name(is_own)?;
        // In our own output, other columns are tags, whatever they are called.
        let claims = claims(has_handicap);
        let claim = header.role(Role::Total, if is_own { &claims[..1] } else { &claims })?;
        let is_total = |at: usize| header.plain[at] == "total" && columns.of(Role::Total).next().is_none();
        let tags = tags.iter().map(|key| if key.is_date() { Ok(date) } else { header.find(&key.plain) });
        let tags = tags.collect::<Found<Vec<_>>>()?;
        let long = if is_own { None } else { header.long(&name, date, &tags)? };
        let games = if long.is_some() { Vec::new() } else { header.games(is_own)? };
        let is_in_parts = games.iter().any(|columns| !matches!(columns, GameColumns::Whole { .. }));
        let is_unread = |at: &usize| is_in_parts && !is_own && is_after_the_tenth(&header.names[*at]);
        // Where a row is a frame, its score is not that of a game.
        let is_row_a_frame = long.is_some() || (games.is_empty() && header.frame_number().is_some());
        Ok(Self {
            has_half_names,
            rules: header.role(Role::Rules, &["rules"])?,
            has_handicap: has_handicap && claim.is_some_and(is_total),
            has_date: date.is_some() || header.has("week"),
            error: header.find("error")?,
            unread: (0..header.names.len()).filter(is_unread).collect(),
            games,
            leaves: if is_own { Vec::new() } else { header.leaves()? },
            totals: if is_own || long.is_some() { header.asked(Role::Totals)? } else { header.totals()? },
            series: if has_handicap { None } else { header.find("series")? },
            running_totals: if is_own { Vec::new() } else { header.running_totals()? },
            claim: claim.filter(|_| !is_row_a_frame),
            names: Vec::new(),
            name,
            tags,
            long,
            is_own,
        })
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
