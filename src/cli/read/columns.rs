//! The value of `--columns`: which columns of a table hold what, if their names do not say so.

use std::str::FromStr;

use super::tags::plain;

/// What a column can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Name,
    Rules,
    Total,
    Totals,
    Game,
    Frames,
    Balls,
    Date,
}

/// Every role in order, with its name in `--columns` and its help.
pub const ROLES: [(Role, &str, &str); 8] = [
    (Role::Name, "name", "the player; several columns are joined"),
    (Role::Rules, "rules", "the rules of the game"),
    (Role::Total, "total", "the claim: a total, or running totals"),
    (Role::Totals, "totals", "the total of one game in each column: totals=Score*"),
    (Role::Game, "game", "a whole game"),
    (Role::Frames, "frames", "one frame in each column: frames=fr*"),
    (Role::Balls, "balls", "one roll in each column, in this order: balls=shot*"),
    (Role::Date, "date", "the date; games of one date form a series"),
];

impl Role {
    pub const fn name(self) -> &'static str {
        ROLES[self as usize].1
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
    ROLES.into_iter().find(|row| row.1 == name).map(|row| row.0).ok_or_else(|| {
        let roles = ROLES.map(|row| row.1).join(", ");
        format!("'{name}' is not a role, the roles are {roles}")
    })
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

/// Whether a pattern matches a name. Each `*` stands for any text.
pub(super) fn matches(pattern: &str, name: &str) -> bool {
    let name = plain(name);
    let mut parts = pattern.split('*').map(plain);
    let Some(mut rest) = parts.next().and_then(|first| name.strip_prefix(first.as_str())) else { return false };
    let mut parts: Vec<String> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    // The leftmost match of each part leaves the most for the parts after it.
    for part in parts {
        let Some(at) = rest.find(part.as_str()) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dozen_columns_are_listed() {
        let names = |count: u8| listed(&(1..=count).map(|name| name.to_string()).collect::<Vec<_>>());
        assert_eq!(names(12), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12");
        assert_eq!(names(13), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, …");
    }

    #[test]
    fn a_pattern_may_have_several_stars() {
        for (pattern, name, is_match) in [
            ("Score*", "Score 1", true),
            ("score*", "Total Score", false),
            ("*score*", "Total Score 1", true),
            ("g*_s*e", "Game 1 Score", true),
            ("a*a", "a", false),
            ("a*b*b", "ab", false),
            ("*", "", true),
            ("Score 1", "score_1", true),
        ] {
            assert_eq!(matches(pattern, name), is_match, "{pattern} {name}");
        }
        for wrong in ["", "x", "who=x", "name="] {
            assert!(wrong.parse::<Columns>().is_err(), "{wrong}");
        }
    }
}
