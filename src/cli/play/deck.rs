//! The pins that stand, as lines of text: ten signs in a triangle.

use super::live_match::Player;
use crate::game::pin_set::place;
use crate::game::{PinSet, RACK};

/// The rows of a deck.
const ROWS: i8 = 4;

/// The pins that stand in front of a player, if the last ball says which.
pub fn standing(player: &Player) -> Option<PinSet> {
    player.game.rolls_at_rack().last()?.leave()
}

/// The deck as the bowler sees it: `O` stands, `.` is down.
pub fn deck_lines(standing: PinSet) -> Vec<String> {
    let line = |row: i8| -> String {
        let sign = |side: i8| match (1..=RACK).find(|&pin| place(pin) == (row, side)) {
            Some(pin) if standing.contains(pin) => 'O',
            Some(_) => '.',
            None => ' ',
        };
        let text: String = (1 - ROWS..ROWS).map(sign).collect();
        format!("  {}", text.trim_end())
    };
    (0..ROWS).rev().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_pin_is_in_front() {
        let deck = |pins: &str| deck_lines(pins.parse().unwrap());
        assert_eq!(deck("7-10"), ["  O . . O", "   . . .", "    . .", "     ."]);
        assert_eq!(deck("1-2-4-5-8"), ["  . O . .", "   O O .", "    O .", "     O"]);
    }
}
