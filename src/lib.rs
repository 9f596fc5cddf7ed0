//! Bowling games: validated, scored and explained.
//!
//! This crate is the library of the filter `bowling`. It knows six rule sets and reads games as people write them.
//! Ambiguous input is an error: a game either is possible and has a score, or is refused with the place and the reason.
//!
//! ```
//! assert_eq!(bowling::score("X 5/ 9-")?, 48);
//! # Ok::<(), bowling::LineError>(())
//! ```
//!
//! The root has what a game is made of: [`Game`], its [`Frame`]s and [`Ball`]s, a [`Roll`], the [`Rules`]. The format of
//! a score sheet is the module [`sheet`], averages and series are [`stats`]. Five small programs follow.
//!
//! # A game, ball by ball
//!
//! [`Game::roll`] takes a ball, or refuses it and leaves the game unchanged. [`Game::score`] is the total of the frames
//! that are settled, and [`Game::frames`] has every frame.
//!
//! ```
//! use bowling::{Game, Mark, RollErrorKind};
//!
//! let mut game = Game::default();
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
//! # A sheet with claims
//!
//! [`SheetReader`](sheet::SheetReader) reads games from anything that implements [`BufRead`](std::io::BufRead), one game
//! per line: `[NAME:] GAME [= CLAIM] [# comment]`. A game is written as rolls (`10 5 5 9 0`) or in the notation of score
//! sheets (`X 5/ 9-`). [`score_line`](sheet::score_line) reads a single line.
//!
//! ```
//! use bowling::sheet::SheetReader;
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
//!     let place = |column| format!("line {}, column {column}", entry.line);
//!     report.push(match (&entry.game, entry.verify()) {
//!         (Err(error), _) => format!("{name}, {}: {error}", place(error.column())),
//!         (Ok(_), Err(wrong)) => format!("{name}, {}: {wrong}", place(wrong.column.unwrap_or(1))),
//!         (Ok(game), Ok(())) => format!("{name}: {}", game.score()),
//!     });
//! }
//! assert_eq!(report, [
//!     "PJS: 48",
//!     "KYJ, line 2, column 8: frame 1: 8 then 5 is 13 pins, a rack has 10",
//!     "LOU, line 3, column 16: frame 1: the sheet says 10, the score is 20 \
//!      (as if the strike's bonus were left out)",
//! ]);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # A JSON request
//!
//! With the feature `serde` a game is read from a record of `bowling --json`, from `{"rolls": […]}`, from an array and
//! from text, and written as such a record.
//!
//! ```
//! # #[cfg(feature = "serde")] {
//! #[derive(serde::Deserialize)]
//! struct Request {
//!     player: String,
//!     game: bowling::Game,
//! }
//!
//! fn answer(body: &str) -> String {
//!     match serde_json::from_str::<Request>(body) {
//!         Ok(Request { player, game }) => serde_json::json!({ "player": player, "game": game }).to_string(),
//!         Err(error) => serde_json::json!({ "error": error.to_string() }).to_string(),
//!     }
//! }
//!
//! let body = answer(r#"{"player": "PJS", "game": {"rolls": [10, 5, 5, 9, 0]}}"#);
//! let value: serde_json::Value = serde_json::from_str(&body).unwrap();
//! assert_eq!(value["game"]["total"], 48);
//! assert!(answer(r#"{"player": "KYJ", "game": [8, 5]}"#).contains("8 then 5 is 13 pins"));
//! # }
//! ```
//!
//! # A season
//!
//! [`Stats`](stats::Stats) adds up games: averages, series, strikes and spares by rack. A sheet says which games were
//! bowled in one [`Evening`](sheet::Evening), by blank lines and by comments such as `# date: 2026-01-17`. These are a
//! series.
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use bowling::Rules;
//! use bowling::sheet::SheetReader;
//! use bowling::stats::Stats;
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
//!     stats.set_evening(&entry.evening());
//!     match &entry.game {
//!         Ok(game) => stats.extend([game]), // an unfinished game does not count
//!         Err(_) => stats.skip_game(),
//!     }
//! }
//! let ann = &players[&(Some("Ann".into()), Rules::Tenpin)];
//! assert_eq!((ann.series(), ann.high_series(), ann.high_series_games()), (2, Some(589), Some(3)));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Statistics of parts of a season, made on many machines, are [merged](stats::Stats::merge).
//!
//! # A chat bot's one line
//!
//! The error of a game is one line, and says nothing about sheets.
//!
//! ```
//! let reply = |message: &str| match message.parse::<bowling::Game>() {
//!     Ok(game) if game.is_complete() => format!("{}", game.score()),
//!     Ok(game) => format!("{} so far, {} at best", game.score(), game.max_score()),
//!     Err(error) => format!("{error} (character {})", error.column()),
//! };
//! assert_eq!(reply("X 7/ 9- X -8 8/ -6 X X X81\n"), "167");
//! assert_eq!(reply("X 5/ 9-"), "48 so far, 258 at best");
//! assert_eq!(reply("X 5/ 94"), "frame 3: 9 then 4 is 13 pins, a rack has 10 (character 7)");
//! assert_eq!(reply(""), "there is no game (character 1)");
//! ```
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
//! `serde`, part of `cli`, implements `Serialize` for [`Game`], [`Claim`](sheet::Claim), [`Rules`] and [`stats::Stats`]
//! in the shape of the program's JSON, and `Deserialize` to read them again.
#![warn(missing_docs)]

mod error;
mod game;
#[cfg(feature = "generate")]
pub mod generate;
mod parse;
mod reading;
#[cfg(feature = "serde")]
mod serialize;
pub mod sheet;
pub mod stats;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "cli")]
mod scan;

pub use error::{LineError, LineErrorKind};
pub use game::{
    Ball, FRAMES, Frame, Game, Lane, MAX_TOTAL, Mark, PinSet, PinSetError, PinSetErrorKind, Pins, RACK, Roll,
    RollError, RollErrorKind, Rules, UnknownRules,
};
pub use parse::score;
pub use reading::Dialect;

/// Runs the Rust examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
