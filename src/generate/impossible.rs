//! Impossible games: a game with one frame that cannot be.

use super::random::Random;
use crate::game::{Ball, FRAMES, Game, RACK};
use crate::reading::Dialect;
use crate::reading::display::written;

/// What is wrong with an impossible game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Impossible {
    TooManyPins,
    GameOver,
    NotARoll,
    StrikeOnBrokenRack,
    SpareOnFullRack,
    SpareOnThirdBall,
    SplitOnBrokenRack,
    NoSplit,
}

impl Impossible {
    const ALL: [Self; 8] = [
        Self::TooManyPins,
        Self::GameOver,
        Self::NotARoll,
        Self::StrikeOnBrokenRack,
        Self::SpareOnFullRack,
        Self::SpareOnThirdBall,
        Self::SplitOnBrokenRack,
        Self::NoSplit,
    ];

    /// Whether a game of the kind can be written in rolls.
    const fn is_in_rolls(self) -> bool {
        matches!(self, Self::TooManyPins | Self::GameOver | Self::NotARoll)
    }

    /// Whether a game of the kind can be written in notation.
    fn is_in_notation(self, balls: u8) -> bool {
        match self {
            Self::NotARoll => false,
            Self::SpareOnThirdBall => balls == 3,
            _ => true,
        }
    }

    /// The balls of an impossible frame of the kind, as they are written.
    fn frame(self, strike: u8, random: &mut Random) -> Vec<String> {
        let mut between = |low: u8, high: u8| low + random.below(usize::from(high - low) + 1) as u8;
        let pins = |pins: u8| pins.to_string();
        // The most pins of a first ball that is no strike.
        let most = strike - 1;
        match self {
            Self::TooManyPins => {
                let first = between(2, most);
                vec![pins(first), pins(between(RACK + 1 - first, 9))]
            }
            Self::GameOver => vec![pins(between(1, 9))],
            Self::NotARoll => vec![between(11, 19).to_string()],
            Self::StrikeOnBrokenRack => vec![pins(between(0, most)), "X".into()],
            Self::SpareOnFullRack => vec!["/".into()],
            Self::SpareOnThirdBall => vec![pins(between(2, 5)), pins(between(0, 4)), "/".into()],
            Self::SplitOnBrokenRack => vec![pins(between(1, most)), format!("S{}", between(1, 8))],
            Self::NoSplit => vec!["S9".into()],
        }
    }
}

/// Makes a complete game impossible, in a way that can be written in the dialect. Returns its text.
pub(super) fn spoil(game: &Game, dialect: Dialect, random: &mut Random) -> (Impossible, String) {
    let balls = game.rules().row().balls;
    let kinds: Vec<Impossible> = Impossible::ALL
        .into_iter()
        .filter(|kind| match dialect {
            Dialect::Rolls => kind.is_in_rolls(),
            Dialect::Notation => kind.is_in_notation(balls),
            Dialect::Auto => kind.is_in_rolls() || kind.is_in_notation(balls),
        })
        .collect();
    let kind = random.pick(&kinds).unwrap_or(Impossible::GameOver);
    let in_rolls = dialect == Dialect::Rolls || !kind.is_in_notation(balls);
    (kind, spoil_with(kind, game, in_rolls, random))
}

fn spoil_with(kind: Impossible, game: &Game, in_rolls: bool, random: &mut Random) -> String {
    let mut frames: Vec<Vec<String>> = game
        .frames()
        .map(|frame| {
            // A gutter ball is 0: in `9- 1X` the dash may be a separator.
            let is_number = |ball: &Ball| in_rolls || ball.pins() == 0;
            let written =
                |ball: &Ball| if is_number(ball) { ball.pins().to_string() } else { written(*ball).to_owned() };
            frame.balls().iter().map(written).collect()
        })
        .collect();
    let place = random.below(usize::from(FRAMES) - 1);
    let frame = kind.frame(game.rules().row().strike, random);
    match frames.get_mut(place) {
        Some(there) if kind != Impossible::GameOver => *there = frame,
        _ => frames.push(frame),
    }
    // The balls of a frame are written together where they cannot be read as a number or a total.
    let has_mark = |frame: &Vec<String>| frame.iter().any(|ball| matches!(ball.as_str(), "X" | "/"));
    let is_frame = |frame: &Vec<String>| {
        !frame.concat().contains("10") && (frame.len() <= usize::from(game.rules().row().balls) || has_mark(frame))
    };
    let is_grouped = !in_rolls && frames.iter().any(has_mark) && frames.iter().all(is_frame);
    // Written together, an X after a gutter ball is a spare.
    if let Some([first, strike]) = frames.get_mut(place).map(Vec::as_mut_slice)
        && is_grouped
        && first == "0"
        && strike == "X"
    {
        *first = "1".into();
    }
    let between_balls = if is_grouped { "" } else { " " };
    let mut text = frames.iter().map(|frame| frame.join(between_balls)).collect::<Vec<_>>().join(" ");
    // A zero may make sense as padding. Then there is a ball too many.
    while Game::parse(&text, Dialect::Auto, game.rules()).is_ok() {
        text.push_str(" 1");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::random::Purpose;
    use super::super::tests::generated;
    use super::*;
    use crate::Rules;
    use crate::sheet::score_line;

    #[test]
    fn every_kind_is_made_and_refused_for_what_it_is() {
        let mut random = Random::new(1, Purpose::Errors);
        for &rules in Rules::ALL {
            for (dialect, kinds) in [
                (Dialect::Rolls, 3),
                (Dialect::Notation, if rules.row().balls == 3 { 7 } else { 6 }),
                (Dialect::Auto, if rules.row().balls == 3 { 8 } else { 7 }),
            ] {
                let mut found = std::collections::HashSet::new();
                for generated in generated(rules, 1, |_| {}).take(2_000) {
                    let (kind, line) = spoil(&generated.game, dialect, &mut random);
                    // Ten pins with a third ball are `10`, which is two balls where all is notation.
                    let has_ten = line.contains("10");
                    for read_as in [Dialect::Auto, if has_ten { Dialect::Auto } else { dialect }] {
                        let scored = score_line(line.as_bytes(), read_as, rules).unwrap();
                        let error = scored.game.expect_err(&line);
                        let problem = format!("{:?}", error.problem());
                        let name = problem.trim_start_matches("Ball(").split([' ', '(', ')']).next();
                        assert_eq!(name, Some(&*format!("{kind:?}")), "{rules} {line}: {error}");
                    }
                    found.insert(kind);
                }
                assert_eq!(found.len(), kinds, "{rules} {dialect:?} {found:?}");
            }
        }
    }
}
