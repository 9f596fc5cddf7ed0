//! The pins that stand, as lines of text: ten signs in a triangle.

use crate::cli::play::live_match::Player;
use crate::game::PinSet;

/// The pins as the bowler sees them: the head pin is in front.
const ROWS: [&[u8]; 4] = [&[7, 8, 9, 10], &[4, 5, 6], &[2, 3], &[1]];

/// The pins that stand in front of a player, if the last ball says which.
pub fn standing(player: &Player) -> Option<PinSet> {
    player.game.balls_at_rack().last()?.roll.leave()
}

/// The deck: `O` stands, `.` is down.
pub fn deck_lines(standing: PinSet) -> Vec<String> {
    let sign = |&pin: &u8| if standing.contains(pin) { "O" } else { "." };
    let line = |row: &[u8]| row.iter().map(sign).collect::<Vec<_>>().join(" ");
    ROWS.iter().enumerate().map(|(indent, row)| format!("{:1$}{2}", "", 2 + indent, line(row))).collect()
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
