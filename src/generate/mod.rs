//! Random games from a seed: games to test a scorer with, sheets to practise on.
//!
//! A [`Generator`] is an endless iterator of games that the rules allow. The same [`Options`] give the
//! same games on every machine and in every later version.
//!
//! ```
//! use bowling::Rules;
//! use bowling::generate::{Generator, Options};
//!
//! let mut options = Options::new(Rules::Tenpin, 7);
//! options.average = Some(190);
//! for generated in Generator::new(options)?.take(3) {
//!     println!("{} = {}", generated.game, generated.game.score());
//! }
//! # Ok::<(), bowling::generate::BadOptions>(())
//! ```
//!
//! # How it works
//!
//! - `random` draws numbers, from one stream for each purpose. An option therefore changes nothing but
//!   what it is about: the games of a seed are the same with and without mistakes, errors or leaves.
//! - `bowler` turns numbers into balls, with chances that depend on the average; `score` works out the mean
//!   score, so that the average is met.
//! - `leaves` draws which pins a ball leaves.
//! - `edge_cases` are games that scorers get wrong, `impossible` makes games that the rules refuse, and
//!   `mistakes` makes wrong claims.

mod bowler;
mod edge_cases;
mod impossible;
mod leaves;
mod mistakes;
mod random;
mod score;

use std::fmt;

use crate::game::{Game, MAX_TOTAL, Rules};
use crate::reading::Dialect;
use crate::sheet::Claim;
use bowler::Bowler;
use leaves::Leaves;
use random::{Purpose, Random};

pub use random::random_seed;

/// Which games a [`Generator`] makes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The rules of the games.
    pub rules: Rules,
    /// What the games are drawn from: the same seed gives the same games. See [`random_seed`].
    pub seed: u64,
    /// The mean score, 0 to 300: 0 is a bowler of gutter balls, 300 one of strikes. Without it, games with
    /// large balls are those of a bowler who averages 160 at tenpin, whatever that gives under other rules, and
    /// games with small balls are those of a league bowler, who averages 95 at candlepin.
    pub average: Option<u16>,
    /// Whether the first games are those that scorers get wrong. They are never unfinished or impossible.
    pub edge_cases: bool,
    /// Whether to say which pins each ball leaves.
    pub leaves: bool,
    /// How many games of a hundred stop after a random ball.
    pub unfinished: u8,
    /// How many games of a hundred are impossible.
    pub errors: u8,
    /// How impossible games are written: in rolls, in notation, or in either.
    pub error_dialect: Dialect,
    /// How many games of a hundred have a wrong claim.
    pub mistakes: u8,
}

impl Options {
    /// Complete games of a usual bowler.
    pub const fn new(rules: Rules, seed: u64) -> Self {
        Self {
            rules,
            seed,
            average: None,
            edge_cases: false,
            leaves: false,
            unfinished: 0,
            errors: 0,
            error_dialect: Dialect::Auto,
            mistakes: 0,
        }
    }
}

/// Why [`Options`] are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadOptions {
    /// An average over that of a perfect game.
    Average(u16),
    /// A percentage over 100.
    Percent(u8),
}

impl fmt::Display for BadOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Average(average) => write!(f, "{average} is not an average, an average is 0 to {MAX_TOTAL}"),
            Self::Percent(percent) => write!(f, "{percent} is not a percentage, a percentage is 0 to 100"),
        }
    }
}

impl std::error::Error for BadOptions {}

/// A game, and what else was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Generated {
    /// A game that the rules allow. Its balls name the pins that they left if leaves were asked for.
    pub game: Game,
    /// The text of an impossible game to write in its place.
    pub impossible: Option<String>,
    /// A wrong claim about it. An impossible game has none.
    pub wrong_claim: Option<Claim>,
}

/// An endless iterator of random games.
#[derive(Clone, Debug)]
pub struct Generator {
    options: Options,
    bowler: Bowler,
    usual_leaves: Leaves,
    /// The edge cases that are still to come.
    edge_cases: std::vec::IntoIter<Game>,
    balls: Random,
    leaves: Random,
    cuts: Random,
    errors: Random,
    mistakes: Random,
}

impl Generator {
    /// A generator of the games that the options describe.
    ///
    /// # Errors
    ///
    /// If the average or a percentage is out of range.
    pub fn new(options: Options) -> Result<Self, BadOptions> {
        if let Some(average) = options.average.filter(|&average| average > MAX_TOTAL) {
            return Err(BadOptions::Average(average));
        }
        for percent in [options.unfinished, options.errors, options.mistakes] {
            if percent > 100 {
                return Err(BadOptions::Percent(percent));
            }
        }
        let random = |purpose| Random::new(options.seed, purpose);
        let edge_cases = if options.edge_cases { edge_cases::edge_cases(options.rules) } else { Vec::new() };
        let bowler = Bowler::new(options.rules, options.average);
        Ok(Self {
            usual_leaves: Leaves::new(&bowler),
            bowler,
            edge_cases: edge_cases.into_iter(),
            balls: random(Purpose::Balls),
            leaves: random(Purpose::Leaves),
            cuts: random(Purpose::Cuts),
            errors: random(Purpose::Errors),
            mistakes: random(Purpose::Mistakes),
            options,
        })
    }

    /// A complete game.
    fn draw(&mut self) -> Game {
        let mut game = Game::new(self.options.rules);
        while !game.is_complete() {
            // A bowler knocks down no more pins than stand.
            let _ = game.roll(self.bowler.ball(game.lane(), &mut self.balls));
        }
        game
    }

    /// The game up to a random ball, but not the last one.
    fn cut(&mut self, game: Game) -> Game {
        let balls = 1 + self.cuts.below(game.rolls().count() - 1);
        Game::of(game.rules(), game.rolls().take(balls)).unwrap_or(game)
    }
}

impl Iterator for Generator {
    type Item = Generated;

    fn next(&mut self) -> Option<Generated> {
        let edge_case = self.edge_cases.next();
        let is_random = edge_case.is_none();
        let mut game = edge_case.unwrap_or_else(|| self.draw());
        let mut impossible = None;
        if is_random && self.options.errors > 0 && self.errors.percent(self.options.errors) {
            // Which games are impossible must not depend on the dialect, and kinds take a varying count of numbers.
            let mut random = self.errors.fork(Purpose::Errors);
            impossible = Some(impossible::spoil(&game, self.options.error_dialect, &mut random).1);
        }
        if is_random && self.options.unfinished > 0 && self.cuts.percent(self.options.unfinished) {
            game = self.cut(game);
        }
        if self.options.leaves {
            game = self.usual_leaves.of_game(&game, &mut self.leaves);
        }
        let is_mistaken = self.options.mistakes > 0 && self.mistakes.percent(self.options.mistakes);
        let wrong_claim =
            (is_mistaken && impossible.is_none()).then(|| mistakes::wrong_claim(&game, &mut self.mistakes));
        Some(Generated { game, impossible, wrong_claim })
    }
}

#[cfg(test)]
mod tests;
