//! What the recorder tells the collector, as bytes: one event of a fixed size per game.

use crate::game::Rules;
use crate::stats::GameFigures;

/// The bytes of an event: what it is, the number of the player, the rules, and the figures of the game.
///
/// ```text
///   byte  0      1 … 4    5       6 … 13                                      14 … 18
///        +------+--------+-------+-------------------------------------------+--------------------------+
///        | kind | player | rules | total, strike frames, spare frames, racks | the five one-byte counts |
///        +------+--------+-------+-------------------------------------------+--------------------------+
/// ```
pub const SIZE: usize = 19;

/// A player, by number, and the rules of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerId {
    pub number: u32,
    pub rules: Rules,
}

/// Something that happens to the statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A complete game.
    Game(PlayerId, GameFigures),
    /// A game of which only the total is known.
    Total(PlayerId, u16),
    /// An unfinished game.
    Unfinished(PlayerId),
    /// A game in error.
    Error(PlayerId),
    /// The end of a group of games.
    GroupEnd,
    /// The end of a player's series.
    SeriesEnd(PlayerId),
    /// The date of the games that follow, as a number.
    Date(u64),
}

impl Event {
    #[inline]
    pub fn to_bytes(self) -> [u8; SIZE] {
        let (kind, player, game) = match self {
            Self::Game(player, game) => (0, player, game),
            Self::Total(player, total) => (1, player, GameFigures { total, ..GameFigures::default() }),
            Self::Unfinished(player) => (2, player, GameFigures::default()),
            Self::Error(player) => (3, player, GameFigures::default()),
            Self::GroupEnd => (4, PlayerId::default(), GameFigures::default()),
            Self::SeriesEnd(player) => (5, player, GameFigures::default()),
            Self::Date(_) => (6, PlayerId::default(), GameFigures::default()),
        };
        let mut bytes = [0; SIZE];
        bytes[0] = kind;
        if let Self::Date(date) = self {
            bytes[6..14].copy_from_slice(&date.to_le_bytes());
            return bytes;
        }
        bytes[1..5].copy_from_slice(&player.number.to_le_bytes());
        bytes[5] = player.rules as u8;
        let pairs = [game.total, game.strike_frames, game.spare_frames, game.racks];
        for (place, pair) in bytes[6..14].chunks_exact_mut(2).zip(pairs) {
            place.copy_from_slice(&pair.to_le_bytes());
        }
        bytes[14..].copy_from_slice(&[
            game.spares,
            game.spare_chances,
            game.first_ball_pins,
            game.splits,
            game.converted,
        ]);
        bytes
    }

    #[inline]
    pub fn from_bytes(bytes: &[u8; SIZE]) -> Self {
        let pair = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let player = PlayerId {
            number: u32::from_le_bytes([bytes[1], bytes[2], bytes[3], bytes[4]]),
            rules: Rules::ALL.get(usize::from(bytes[5])).copied().unwrap_or_default(),
        };
        match bytes[0] {
            0 => Self::Game(
                player,
                GameFigures {
                    total: pair(6),
                    strike_frames: pair(8),
                    spare_frames: pair(10),
                    racks: pair(12),
                    spares: bytes[14],
                    spare_chances: bytes[15],
                    first_ball_pins: bytes[16],
                    splits: bytes[17],
                    converted: bytes[18],
                },
            ),
            1 => Self::Total(player, pair(6)),
            2 => Self::Unfinished(player),
            3 => Self::Error(player),
            4 => Self::GroupEnd,
            5 => Self::SeriesEnd(player),
            _ => Self::Date(u64::from_le_bytes(std::array::from_fn(|at| bytes[6 + at]))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_survives_as_bytes() {
        let game = GameFigures {
            total: 300,
            strike_frames: 0x3ff,
            spare_frames: 0x155,
            racks: 0x1fff,
            spares: 1,
            spare_chances: 2,
            first_ball_pins: 120,
            splits: 3,
            converted: 4,
        };
        let player = PlayerId { number: 70_000, rules: Rules::Notap8 };
        for event in [
            Event::Game(player, game),
            Event::Total(player, 299),
            Event::Unfinished(player),
            Event::Error(player),
            Event::GroupEnd,
            Event::SeriesEnd(player),
            Event::Date(u64::MAX - 7),
        ] {
            assert_eq!(Event::from_bytes(&event.to_bytes()), event);
        }
    }
}
