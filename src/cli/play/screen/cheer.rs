//! A word of joy where people at a lane would cheer.

use crate::cli::monitor::messages::Lang;
use crate::cli::monitor::players::Player;
use crate::game::{MAX_TOTAL, Mark};

/// The best that can be said after a roll of a player, in a line; nothing after most rolls.
pub fn cheer(player: &Player, lang: Lang) -> Option<String> {
    let (name, game, best) = (&player.name, &player.game, player.earlier.map(|earlier| earlier.best));
    let balls: Vec<_> = game.balls().collect();
    let strikes = balls.iter().rev().take_while(|ball| ball.mark == Some(Mark::Strike)).count();
    let is_converted = matches!(balls.as_slice(),
        [.., first, last] if last.mark == Some(Mark::Spare) && first.roll.left_split());
    let (is_over, total) = (game.is_complete(), game.score());
    let is_perfect = is_over && total == MAX_TOTAL;
    let is_over = is_over && !is_perfect;
    let all = [
        is_perfect.then(|| lang.perfect(name)),
        (is_over && total >= 200).then(|| lang.two_hundred(&total, name)),
        (is_over && best.is_some_and(|best| total > best)).then(|| lang.best(name, &total)),
        (is_over && game.frames().all(|frame| frame.mark().is_some())).then(|| lang.clean(name)),
        is_converted.then(|| lang.converted(name)),
        (strikes == 2).then(|| lang.double(name)),
        (strikes == 3).then(|| lang.turkey(name)),
        (strikes > 3 && !is_perfect).then(|| lang.in_a_row(&strikes, name)),
    ];
    all.into_iter().flatten().take(2).reduce(|best, next| best + "  " + &next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::monitor::players::Earlier;

    fn said(line: &str, best: Option<u16>) -> String {
        let earlier = best.map(|best| Earlier { pins: 0, best });
        cheer(&Player { name: "Ann".into(), game: line.parse().unwrap(), earlier }, Lang::En).unwrap_or_default()
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
        assert_eq!(said(&format!("{spares}9"), Some(189)), "Ann's best so far: 190!  A clean game, Ann!");
        assert_eq!(said("X X X X X X X X X XXX", Some(300)), "300, Ann: a perfect game!");
        assert_eq!(said("X X X X X X X X X 9-", None), "267, Ann: a 200 game!");
    }
}
