//! The value of `--by`: the keys whose values make a row.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::str::FromStr;

use super::columns::is_column;
use super::label::{ALL, NO_NAME, label};
use super::row_key::RowKey;
use super::rows::StatsRow;
use crate::cli::event::Entry;
use crate::cli::page::date;
use crate::cli::read::{ReadOptions, TagKeys, parse_keys, plain};
use crate::cli::text::visible;
use crate::game::Rules;
use crate::sheet::date::{Dates, day_or_week, iso_day};
use crate::sheet::tags;

/// The keys whose values make a row. Without any, all games are one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct By {
    /// The keys in order.
    pub keys: Vec<ByKey>,
    /// How many tags are read for them, before the date and the week.
    tags: usize,
}

/// A key of `--by`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByKey {
    /// As it was asked for: the name of its column.
    pub name: String,
    kind: KeyKind,
}

/// Where the value of a key comes from. A tag has its place among those that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeyKind {
    Name,
    File,
    Tag(usize),
    /// The date, else the week.
    Date,
    /// The tag at a place, or a number of first characters of the date if there is no such tag.
    PartOfDate(usize, usize),
}

impl Default for By {
    fn default() -> Self {
        Self { keys: vec![ByKey { name: "name".into(), kind: KeyKind::Name }], tags: 0 }
    }
}

impl FromStr for By {
    type Err = String;

    /// Reads `name`, `file`, `all` or `team,year`.
    fn from_str(text: &str) -> Result<Self, String> {
        let names = parse_keys(text)?;
        let mut by = Self { keys: Vec::new(), tags: 0 };
        if let [all] = &names[..]
            && plain(all) == "all"
        {
            return Ok(by);
        }
        for name in names {
            let kind = match plain(&name).as_str() {
                "name" => KeyKind::Name,
                "file" => KeyKind::File,
                "date" => KeyKind::Date,
                "year" => KeyKind::PartOfDate(by.tags, "2026".len()),
                "month" => KeyKind::PartOfDate(by.tags, "2026-01".len()),
                "all" => return Err("'all' has no other key beside it".into()),
                other if is_column(other) => return Err(format!("'{name}' is a column of the statistics")),
                _ => KeyKind::Tag(by.tags),
            };
            let key = ByKey { name, kind };
            by.tags += usize::from(key.is_tag());
            by.keys.push(key);
        }
        Ok(by)
    }
}

impl By {
    /// Whether all games are one row.
    pub const fn is_all(&self) -> bool {
        self.keys.is_empty()
    }

    /// Whether each player is a row, and nothing else makes one.
    pub fn is_name_alone(&self) -> bool {
        matches!(&self.keys[..], [ByKey { kind: KeyKind::Name, .. }])
    }

    /// Whether rows are by time: by date, week, month or year.
    pub fn has_time(&self) -> bool {
        self.keys.iter().any(ByKey::is_time)
    }

    /// Compares the values of rows that are by time, key by key. A row without a value is last.
    pub fn compare(&self, one: &RowKey, other: &RowKey, dates: Dates) -> Ordering {
        let both = self.keys.iter().zip(one.values().zip(other.values()));
        let mut orders = both.map(|(key, (one, other))| match (one, other) {
            (Some(one), Some(other)) if key.is_time() => time(one, dates).cmp(&time(other, dates)),
            _ => one.is_none().cmp(&other.is_none()).then_with(|| one.cmp(&other)),
        });
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }

    /// The place of the name in a key: that of the key for it, or else the last.
    pub fn name_at(&self) -> usize {
        self.keys.iter().position(|key| key.kind == KeyKind::Name).unwrap_or(self.keys.len())
    }

    /// Whether each player has rows of their own.
    pub fn has_names(&self) -> bool {
        self.keys.iter().any(|key| key.kind == KeyKind::Name)
    }

    /// The tags that are read: those of the keys, then the date and the week.
    pub fn tag_keys(&self) -> TagKeys {
        TagKeys::and_date(self.keys.iter().filter(|key| key.is_tag()).map(|key| key.name.as_str()))
    }

    /// How games are read for these rows.
    pub fn read_options(&self, read: ReadOptions) -> ReadOptions {
        ReadOptions { tags: self.tag_keys(), bare_totals: true, needs_names: self.is_name_alone(), ..read }
    }

    /// The values of the keys of a game, in order. A date that does not say by itself which of its numbers is the day
    /// stands for its part, until [`decided`](Self::decided).
    pub fn values<'a>(
        &self,
        file: &'a str,
        entry: &Entry<'a>,
    ) -> impl Iterator<Item = Option<Cow<'a, str>>> + use<'_, 'a> {
        let entry = *entry;
        let value = move |key: &ByKey| match key.kind {
            KeyKind::Name => entry.name,
            KeyKind::File => Some(file),
            KeyKind::Tag(at) | KeyKind::PartOfDate(at, _) => entry.tag(at),
            KeyKind::Date => self.date(&entry),
        };
        self.keys.iter().map(move |key| match (value(key), key.kind) {
            (None, KeyKind::PartOfDate(_, len)) => part(entry.tag(self.tags)?, len, Dates::default()),
            (value, _) => value.map(Cow::Borrowed),
        })
    }

    /// Whether a key is a part of a date.
    pub fn has_parts_of_dates(&self) -> bool {
        self.keys.iter().any(|key| matches!(key.kind, KeyKind::PartOfDate(..)))
    }

    /// A key with the parts of its dates, when all dates of the input have said which of their numbers is the day.
    pub fn decided(&self, key: &RowKey, rules: Rules, dates: Dates) -> RowKey {
        let kinds = self.keys.iter().map(|key| Some(key.kind)).chain([None]);
        let values = kinds.zip(key.values()).map(|(kind, value)| match (kind, value?) {
            (Some(KeyKind::PartOfDate(_, len)), date) if may_be_day(date) => {
                dates.day(date)?;
                part(date, len, dates)
            }
            (_, text) => Some(Cow::Borrowed(text)),
        });
        let mut bytes = Vec::new();
        RowKey::write(rules, values, &mut bytes);
        RowKey::new(&bytes)
    }

    /// The date of a game, else its week: a player's games of one date are a series.
    pub fn date<'a>(&self, entry: &Entry<'a>) -> Option<&'a str> {
        tags::date(self.tags, |at| entry.tag(at))
    }

    /// The values of the keys of a row, as people read them.
    pub fn labels(&self, row: &StatsRow) -> Vec<String> {
        if self.is_all() {
            return vec![ALL.into()];
        }
        let shown = |(key, value): (&ByKey, Option<&str>)| match value {
            // A file is never mistaken for games without a name: `-` is standard input.
            Some(NO_NAME) if key.is_file() => NO_NAME.into(),
            Some(text) => label(text).into_owned(),
            None => NO_NAME.into(),
        };
        self.keys.iter().zip(row.key.values()).map(shown).collect()
    }

    /// A row in a sentence: `Ann`, `2026-01`, or `Ann (Split Ends, 2026-01)`.
    pub fn title(&self, row: &StatsRow) -> String {
        let mut labels = self.labels(row);
        if !self.has_names() || labels.len() == 1 {
            return labels.join(", ");
        }
        let name = labels.remove(self.name_at());
        format!("{name} ({})", labels.join(", "))
    }

    /// A heading over the rows.
    pub fn heading(&self) -> String {
        match &self.keys[..] {
            [] => "All games".into(),
            [ByKey { kind: KeyKind::Name, .. }] => "Players".into(),
            [ByKey { kind: KeyKind::File, .. }] => "Files".into(),
            keys => {
                let names: Vec<_> = keys.iter().map(|key| visible(&key.name)).collect();
                format!("By {}", names.join(" and "))
            }
        }
    }

    /// The rows in a sentence.
    pub fn rows_are(&self) -> &'static str {
        match &self.keys[..] {
            [ByKey { kind: KeyKind::Name, .. }] => "players",
            [ByKey { kind: KeyKind::File, .. }] => "files",
            _ => "rows",
        }
    }
}

impl ByKey {
    const fn is_tag(&self) -> bool {
        matches!(self.kind, KeyKind::Tag(_) | KeyKind::PartOfDate(..))
    }

    fn is_time(&self) -> bool {
        matches!(self.kind, KeyKind::Date | KeyKind::PartOfDate(..)) || plain(&self.name) == "week"
    }

    /// Whether the value is a file, `-` for standard input.
    pub fn is_file(&self) -> bool {
        self.kind == KeyKind::File
    }

    /// The message if no game has the key; `None` if that is not worth one.
    pub fn missing(&self) -> Option<String> {
        match self.kind {
            KeyKind::Name | KeyKind::File => None,
            KeyKind::Tag(_) | KeyKind::Date => Some(crate::cli::read::no_game_has(&self.name)),
            KeyKind::PartOfDate(..) => {
                Some(format!("no game has a date such as 2026-01-17, which has a {}", self.name))
            }
        }
    }
}

/// The first characters of a date as `2026-01-17`; the date itself if it may be one of two days; else `None`.
fn part(date: &str, len: usize, dates: Dates) -> Option<Cow<'_, str>> {
    if iso_day(date).is_some() {
        return date.get(..len).map(Cow::Borrowed);
    }
    match dates.day(date) {
        Some(day) => date::text(day).get(..len).map(|part| part.to_owned().into()),
        None => Some(date).filter(|date| may_be_day(date)).map(Cow::Borrowed),
    }
}

/// Whether a text is a day, or one of two days.
fn may_be_day(date: &str) -> bool {
    let mut dates = Dates::default();
    dates.add(date);
    dates.are_unclear() || dates.day(date).is_some()
}

/// The order of dates, weeks, months and years: by day or number, else by text.
fn time(text: &str, dates: Dates) -> (bool, i32, &str) {
    let number = dates.day(text).or_else(|| day_or_week(text)).or_else(|| date::month_number(text));
    (number.is_none(), number.unwrap_or_default(), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_tags_unless_they_mean_something_else() {
        let tags = |by: &str| -> Vec<String> {
            let keys = by.parse::<By>().unwrap().tag_keys();
            keys.iter().map(|key| key.name.clone()).collect()
        };
        assert_eq!(tags("name"), ["date", "week"]);
        assert_eq!(tags("ALL"), ["date", "week"]);
        assert_eq!(tags("Team,Name,year,file"), ["Team", "year", "date", "week"]);
        assert_eq!("name".parse::<By>(), Ok(By::default()));
        for wrong in ["", "all,team", "team,team", "rules", "High Series", "average"] {
            assert!(wrong.parse::<By>().is_err(), "{wrong}");
        }
    }
}
