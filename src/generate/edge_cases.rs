//! Games that scorers get wrong.

use crate::game::{FRAMES, Game, Rules};

/// A plan of a game: the balls of the first nine frames, again and again, and those of the tenth.
///
/// The plans are written for all rules at once. A ball that knocks down more pins than stand takes all of
/// them, one that the frame has no room for is left out, and missing ones are gutter balls.
type GamePlan = (&'static [&'static [u8]], &'static [u8]);

const PLANS: &[GamePlan] = &[
    // Strikes, gutter balls, and twelve balls of which one is none.
    (&[&[10]], &[10, 10, 10]),
    (&[&[0, 0]], &[0, 0]),
    (&[&[10]], &[10, 10, 9]),
    (&[&[10]], &[10, 10, 0]),
    // Spares: of fives, of nines, and where the second ball knocks down all ten.
    (&[&[5, 5]], &[5, 5, 5]),
    (&[&[5, 5]], &[5, 5, 10]),
    (&[&[7, 3]], &[7, 3, 7]),
    (&[&[9, 1]], &[9, 1, 9]),
    (&[&[0, 10]], &[0, 10, 10]),
    (&[&[0, 10]], &[0, 10, 0]),
    // Open frames. Under no-tap rules nines and eights are strikes.
    (&[&[1, 1, 1]], &[1, 1, 1]),
    (&[&[9, 0]], &[9, 0]),
    (&[&[8, 0]], &[8, 0]),
    (&[&[0, 9]], &[0, 9]),
    (&[&[8, 1]], &[8, 1]),
    (&[&[3, 4]], &[3, 4]),
    // Strikes and spares in turn: a Dutch 200, from either end.
    (&[&[10], &[5, 5]], &[5, 5, 10]),
    (&[&[5, 5], &[10]], &[10, 5, 5]),
    // Marks next to gutter balls and opens: a bonus of nothing, or of a whole frame.
    (&[&[10], &[0, 0]], &[0, 0]),
    (&[&[0, 0], &[10]], &[10, 0, 0]),
    (&[&[5, 5], &[0, 0]], &[0, 0]),
    (&[&[10], &[3, 4]], &[3, 4]),
    (&[&[10], &[10], &[3, 4]], &[10, 10, 3]),
    (&[&[10], &[10], &[10], &[0, 0]], &[0, 0]),
    (&[&[10], &[0, 10]], &[10, 0, 10]),
    // Nine strikes before each kind of tenth frame.
    (&[&[10]], &[0, 0]),
    (&[&[10]], &[3, 4]),
    (&[&[10]], &[0, 10, 10]),
    (&[&[10]], &[7, 3, 0]),
    (&[&[10]], &[7, 3, 10]),
    (&[&[10]], &[10, 0, 0]),
    (&[&[10]], &[10, 3, 4]),
    (&[&[10]], &[10, 3, 7]),
    (&[&[10]], &[10, 0, 10]),
    // Nothing before each kind of tenth frame: it is not scored like the others.
    (&[&[0, 0]], &[10, 10, 10]),
    (&[&[0, 0]], &[10, 10, 4]),
    (&[&[0, 0]], &[10, 3, 7]),
    (&[&[0, 0]], &[10, 3, 4]),
    (&[&[0, 0]], &[10, 0, 10]),
    (&[&[0, 0]], &[10, 0, 0]),
    (&[&[0, 0]], &[7, 3, 10]),
    (&[&[0, 0]], &[7, 3, 3]),
    (&[&[0, 0]], &[7, 3, 0]),
    (&[&[0, 0]], &[0, 10, 10]),
    (&[&[0, 0]], &[3, 4]),
    (&[&[0, 0]], &[0, 9]),
    // Ten in three balls is no mark.
    (&[&[5, 3, 2]], &[5, 3, 2]),
    (&[&[0, 0, 10]], &[0, 0, 10]),
    (&[&[5, 3, 2], &[10], &[5, 5]], &[10, 5, 3]),
    (&[&[0, 0]], &[5, 3, 2]),
    // A mark in one frame alone.
    (&[&[10], &[0], &[0], &[0], &[0], &[0], &[0], &[0], &[0]], &[0]),
    (&[&[0], &[0], &[0], &[0], &[0], &[0], &[0], &[0], &[10]], &[0]),
    (&[&[0], &[0], &[0], &[0], &[0], &[0], &[0], &[0], &[10]], &[3, 7, 5]),
    (&[&[0], &[0], &[0], &[0], &[0], &[0], &[0], &[0], &[4, 6]], &[10, 5, 5]),
];

/// The games of all plans under these rules, each once.
pub(super) fn edge_cases(rules: Rules) -> Vec<Game> {
    let mut games: Vec<Game> = Vec::new();
    for plan in PLANS {
        let game = play(rules, plan);
        if !games.contains(&game) {
            games.push(game);
        }
    }
    games
}

fn play(rules: Rules, (frames, tenth): &GamePlan) -> Game {
    let mut game = Game::new(rules);
    for (frame, balls) in (0..FRAMES - 1).zip(frames.iter().cycle()) {
        play_frame(&mut game, frame, balls);
    }
    play_frame(&mut game, FRAMES - 1, tenth);
    game
}

fn play_frame(game: &mut Game, frame: u8, balls: &[u8]) {
    let mut balls = balls.iter().copied();
    while game.lane().frame == frame {
        let pins = balls.next().unwrap_or_default().min(game.lane().standing);
        // Never more than stand, and the frame is not over: never refused.
        if game.roll(pins).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_set_has_complete_games_of_each_kind() {
        for (rules, least) in Rules::ALL.iter().copied().zip([45, 25, 40, 40, 40, 35]) {
            let games = edge_cases(rules);
            assert!(games.len() >= least, "{rules}: {}", games.len());
            assert!(games.iter().all(Game::is_complete), "{rules}");
            let scores: Vec<u16> = games.iter().map(Game::score).collect();
            assert_eq!(scores[..2], [300, 0], "{rules}");
        }
    }

    #[test]
    fn games_have_the_balls_of_their_plan() {
        let games: Vec<(String, u16)> =
            edge_cases(Rules::Tenpin).iter().map(|game| (game.to_string(), game.score())).collect();
        for (game, score) in [
            ("X 5/ X 5/ X 5/ X 5/ X 5/X", 200),
            ("5/ X 5/ X 5/ X 5/ X 5/ X5/", 200),
            ("X X X X X X X X X XX9", 299),
            ("X X X X X X X X X 34", 257),
            ("-/ -/ -/ -/ -/ -/ -/ -/ -/ -/X", 110),
            ("9- 9- 9- 9- 9- 9- 9- 9- 9- 9-", 90),
        ] {
            assert!(games.contains(&(game.into(), score)), "{game} {score}\n{games:?}");
        }
    }
}
