//! Bowling games: validated, scored and explained.
//!
//! This crate is the library behind the filter `bowling`. It knows six rule sets and reads games as
//! people write them. Ambiguous input is an error: a game either is possible and has a score, or is
//! refused with the place and the reason.
//!
//! # Reading a sheet
//!
//! [`SheetReader`] reads games from anything that implements [`BufRead`](std::io::BufRead), one game
//! per line: `[NAME:] GAME [= CLAIM] [# comment]`. A game is written as rolls (`10 5 5 9 0`) or in
//! the notation of score sheets (`X 5/ 9-`).
//!
//! ```
//! use bowling::SheetReader;
//!
//! let sheet = "\
//! PJS: X 5/ 9- = 20 39 48
//! KYJ: 8 5 1
//! LOU: X 5/ 9- = 10 29 38";
//!
//! let mut report = Vec::new();
//! for entry in SheetReader::new(sheet.as_bytes()) {
//!     let entry = entry?;
//!     let name = entry.name.as_deref().unwrap_or("-");
//!     report.push(match (&entry.game, entry.verify()) {
//!         (Err(error), _) => format!("{name}, line {}, column {}: {error}", entry.line, error.column()),
//!         (Ok(_), Err(mismatch)) => format!("{name}: {mismatch}"),
//!         (Ok(game), Ok(())) => format!("{name}: {}", game.score()),
//!     });
//! }
//! assert_eq!(report, [
//!     "PJS: 48",
//!     "KYJ, line 2, column 8: frame 1: 8 then 5 is 13 pins, a rack has 10",
//!     "LOU: frame 1: the sheet says 10, the score is 20 (as if the strike's bonus were left out)",
//! ]);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! [`score_line`] does the same for a single line. A [`Game`] is also read with
//! [`str::parse`] and written with [`ToString`].
//!
//! # A game, ball by ball
//!
//! [`Game::roll`] takes a ball, or refuses it and leaves the game unchanged. [`Game::score`] is the
//! total of the frames that are settled, and [`Game::frames`] has every frame.
//!
//! ```
//! use bowling::{Game, Mark, RollErrorKind, Rules};
//!
//! let mut game = Game::new(Rules::Tenpin);
//! for pins in [10, 5, 5, 9, 0] {
//!     game.roll(pins)?;
//! }
//! assert_eq!(game.score(), 48);
//! assert_eq!(game.max_score(), 258); // strikes from here on
//! assert!(!game.is_complete());
//!
//! assert_eq!(game.running_totals(), [20, 39, 48]);
//! let marks: Vec<_> = game.frames().map(|frame| frame.mark()).collect();
//! assert_eq!(marks, [Some(Mark::Strike), Some(Mark::Spare), None]);
//!
//! game.roll(8)?;
//! let error = game.roll(5).unwrap_err();
//! assert_eq!(error.kind(), RollErrorKind::TooManyPins);
//! assert_eq!(error.to_string(), "ball 7: 8 then 5 is 13 pins, a rack has 10");
//! # Ok::<(), bowling::RollError>(())
//! ```
//!
//! # Statistics
//!
//! [`stats::Stats`] adds up games: averages, series, strikes and spares by rack. A sheet says which games were bowled in
//! one [`Evening`], by blank lines and by comments such as `# date: 2026-01-17`. These are a series.
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use bowling::stats::Stats;
//! use bowling::{Rules, SheetReader};
//!
//! let sheet = "\
//! Ann: X X X X X X X X X XXX
//! Ann: X X 9- 9- 9- 9- 9- 9- 9- 9-
//! Ann: 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/5
//!
//! Ann: 9/ 9/ 9/ 9/ 9/ 9/ 9/ 9/ 9/ 9/9
//! Ann: X X X X X X X X X XX9
//! Ann: 8- 9- 9- 9- 9- 9- 9- 9- 9- 9/X";
//!
//! let mut players = BTreeMap::new();
//! for entry in SheetReader::new(sheet.as_bytes()) {
//!     let entry = entry?;
//!     let player = (entry.name.clone(), entry.rules);
//!     let stats = players.entry(player).or_insert_with(|| Stats::new(entry.rules));
//!     stats.set_evening(entry.evening());
//!     match &entry.game {
//!         Ok(game) => stats.add_game(game).unwrap_or_default(), // an unfinished game does not count
//!         Err(_) => stats.skip_game(),
//!     }
//! }
//! let ann = &players[&(Some("Ann".into()), Rules::Tenpin)];
//! let high = ann.high_series().unwrap();
//! assert_eq!((ann.series(), high.pins, high.games), (2, 589, 3));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Statistics of parts of a season, made on many machines, are [merged](stats::Stats::merge).
//!
//! # Leaves
//!
//! A [`PinSet`] is the pins that a ball left standing, and tells whether they are a split. A [`Roll`] may carry one
//! ([`Roll::leave`]), and a [`Game`] accepts it if those pins can stand there.
//!
//! # Rules
//!
//! | [`Rules`] | balls | strike | spare | tenth frame |
//! |---|---|---|---|---|
//! | [`Tenpin`](Rules::Tenpin) | 2 | 10 plus the next two balls | 10 plus the next ball | fill balls |
//! | [`World`](Rules::World) | 2 | 30 | 10 plus the frame's first ball | like any other |
//! | [`Candlepin`](Rules::Candlepin), [`Duckpin`](Rules::Duckpin) | 3 | as tenpin | as tenpin | three balls |
//! | [`Notap9`](Rules::Notap9), [`Notap8`](Rules::Notap8) | 2 | from 9 (8) pins on | as tenpin | as tenpin |
//!
//! # Features
//!
//! `cli`, on by default, is the program. With `default-features = false` the library depends on
//! `nom` and `memchr` only. `generate`, part of `cli`, is the module for random games; it adds `rand_pcg`.
//! `serde`, part of `cli`, implements `Serialize` for [`Game`], [`Claim`], [`Rules`] and [`stats::Stats`]
//! in the shape of the program's JSON, and `Deserialize` for all of them but statistics: a line of
//! `bowling --json` is read as the [`Game`] that it was written from.
#![warn(missing_docs)]

mod error;
mod game;
#[cfg(feature = "generate")]
pub mod generate;
mod parse;
mod reading;
#[cfg(feature = "serde")]
mod serialize;
mod sheet;
pub mod stats;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "cli")]
mod scan;

pub use error::{LONGEST_LINE, LineError, LineErrorKind};
pub use game::{
    Ball, FRAMES, Frame, Game, Lane, MAX_ROLLS, MAX_TOTAL, Mark, PinIter, PinSet, PinSetError, Pins, RACK, Roll,
    RollError, RollErrorKind, Rules, UnknownRules,
};
pub use parse::score;
pub use reading::Dialect;
pub use sheet::{
    Claim, Evening, FrameMistake, LaterTotals, Mismatch, Mistake, Right, ScoredLine, SheetEntry, SheetReader,
    score_line, verify,
};

/// Runs the Rust examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
