//! A word of joy where people at a lane would cheer.

use std::fmt::Display;

use super::messages::ScreenMessage;
use crate::cli::play::live_match::Player;
use crate::cli::play::messages::Lang;
use crate::game::{Frame, MAX_TOTAL, Mark};

/// What is said after a roll of a player, the best first; nothing after most rolls. `best` is the player's best earlier
/// game.
pub fn cheers(player: &Player, best: Option<u16>, lang: Lang) -> Vec<String> {
    let (name, game) = (&player.name, &player.game);
    let balls: Vec<_> = game.balls().collect();
    let strikes = balls.iter().rev().take_while(|ball| ball.mark == Some(Mark::Strike)).count();
    let is_converted = matches!(balls.as_slice(),
        [.., first, last] if last.mark == Some(Mark::Spare) && first.roll.left_split());
    let (is_over, total) = (game.is_complete(), game.score());
    let is_perfect = is_over && total == MAX_TOTAL;
    let is_over = is_over && !is_perfect;
    let all = [
        (is_perfect, ScreenMessage::Perfect),
        (is_over && total >= 200, ScreenMessage::TwoHundred),
        (is_over && best.is_some_and(|best| total > best), ScreenMessage::Best),
        (is_over && game.frames().all(|frame: Frame<'_>| frame.mark().is_some()), ScreenMessage::Clean),
        (is_converted, ScreenMessage::Converted),
        (strikes == 2, ScreenMessage::Double),
        (strikes == 3, ScreenMessage::Turkey),
        (strikes > 3 && !is_perfect, ScreenMessage::InARow),
    ];
    let values: [(&str, &dyn Display); 3] = [("name", name), ("total", &total), ("count", &strikes)];
    all.iter().filter(|(applies, _)| *applies).map(|(_, message)| message.text(lang, &values)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::play::name::Name;

    fn said(line: &str, best: Option<u16>) -> String {
        let player = Player { name: Name::any("Ann").unwrap(), game: line.parse().unwrap() };
        cheers(&player, best, Lang::En).join(" ")
    }

    #[test]
    fn people_cheer_where_there_is_a_reason() {
        let strikes = |count| said(&["X"; 9][..count].join(" "), None);
        assert_eq!(strikes(1), "");
        assert_eq!(strikes(2), "X X  A double, Ann!");
        assert_eq!(strikes(3), "X X X  A turkey, Ann!");
        assert_eq!(strikes(5), "5 strikes in a row, Ann!");
        assert_eq!(said("X X 9", None), "");
        assert_eq!(said("8{7-10}/", None), "Split converted, Ann!");
        assert_eq!(said("S8/", None), "Split converted, Ann!");
        assert_eq!(said("8/", None), "");
        let spares = "9/ 9/ 9/ 9/ 9/ 9/ 9/ 9/ 9/ 9/";
        assert_eq!(said(&format!("{spares}9"), Some(190)), "A clean game, Ann!");
        assert_eq!(said(&format!("{spares}9"), Some(189)), "Ann's best so far: 190! A clean game, Ann!");
        assert_eq!(said("X X X X X X X X X XXX", Some(300)), "300, Ann: a perfect game!");
        assert_eq!(said("X X X X X X X X X 9-", None), "267, Ann: a 200 game!");
    }
}
