//! Bowling games: validated, scored and explained.
//!
//! This crate is the inside of the filter `bowling`, and a library of its own. It knows six rule
//! sets, reads games in every way in which people write them, and never guesses: a game is
//! possible and has a score, or it is refused with the place and the reason.
//!
//! # A game, ball by ball
//!
//! [`Game`] has two doors. [`Game::roll`] takes a ball, or refuses it and stays as it was;
//! [`Game::score`] is the total of the frames that are settled.
//!
//! ```
//! use bowling::{Game, Mark, Rules};
//! use bowling::game::Refusal;
//!
//! let mut game = Game::new(Rules::Tenpin);
//! for pins in [10, 5, 5, 9, 0] {
//!     game.roll(pins)?;
//! }
//! assert_eq!(game.score(), 48);
//! assert_eq!(game.max(), 258); // with nothing but strikes from here on
//! assert!(!game.is_complete());
//!
//! // What was rolled, frame by frame.
//! let totals: Vec<_> = game.frames().map(|frame| frame.total).collect();
//! assert_eq!(totals, [Some(20), Some(39), Some(48)]);
//! let marks: Vec<_> = game.frames().map(|frame| frame.kind).collect();
//! assert_eq!(marks, [Some(Mark::Strike), Some(Mark::Spare), Some(Mark::Open)]);
//!
//! // A ball that cannot be.
//! game.roll(8)?;
//! assert_eq!(game.roll(5), Err(Refusal::Standing { standing: 2 }));
//! # Ok::<(), Refusal>(())
//! ```
//!
//! # A line of a sheet
//!
//! [`score_line`] reads `[NAME:] GAME [= CLAIM] [# comment]`, with the game as rolls
//! (`10 5 5 9 0`) or in the notation of score sheets (`X 5/ 9-`). [`Dialect::Auto`] finds out
//! which of the two it is. [`verify`] holds what the line claims against what the game came to.
//!
//! ```
//! use bowling::{Dialect, Rules, score_line, verify};
//!
//! let sheet = "\
//! PJS: X 5/ 9- = 20 39 48
//! KYJ: 8 5 1
//! LOU: X 5/ 9- = 10 29 38";
//!
//! let mut said = Vec::new();
//! for line in sheet.lines().filter_map(|line| score_line(line.as_bytes(), Dialect::Auto, Rules::Tenpin)) {
//!     let name = line.name.unwrap_or("nobody");
//!     said.push(match (&line.game, &line.claim) {
//!         (Err(error), _) => format!("{name}, column {}: {error}", error.column()),
//!         (Ok(game), Some(claim)) => match verify(claim, Ok(game)) {
//!             Ok(()) => format!("{name}: {}, as claimed", game.score()),
//!             Err(mismatch) => format!("{name}: {mismatch}"),
//!         },
//!         (Ok(game), None) => format!("{name}: {}", game.score()),
//!     });
//! }
//! assert_eq!(said, [
//!     "PJS: 48, as claimed",
//!     "KYJ, column 8: frame 1: 8 then 5 is 13 pins, a rack has 10",
//!     "LOU: frame 1: the sheet says 10, the score is 20 (the bonus of the strike is missing)",
//! ]);
//! ```
//!
//! # How a line becomes a score
//!
//! Data walks through the house once, forwards:
//!
//! ```text
//!  bytes ── input ──> lines ── parse (nom) ──> symbols ── sheet ──> Game ── output ──> bytes
//!                                                            ^
//!                         rules (a table) ── step (a ball) ──┤
//!                                                            |
//!                                  play (asks people) ───────┘
//! ```
//!
//! - `parse` knows symbols and their places in a line, and no score.
//! - [`game`] knows the rules, and no text: one table with a row for each rule set, and one
//!   function that says what a ball does. Validation, scores, the best possible total and the fast
//!   way through ordinary lines all derive from it.
//! - `sheet` is where the two meet: a symbol is asked of the lane whether it can stand there.
//! - `input`, `output`, `filter` and `play` are the program: with the feature `cli` only, and no
//!   part of what the library promises.
//!
//! # Rules
//!
//! | [`Rules`] | balls | a strike | a spare | tenth frame |
//! |---|---|---|---|---|
//! | [`Tenpin`](Rules::Tenpin) | 2 | 10 and the next two balls | 10 and the next ball | fill balls |
//! | [`World`](Rules::World) | 2 | 30 | 10 and the frame's first ball | like any other |
//! | [`Candlepin`](Rules::Candlepin), [`Duckpin`](Rules::Duckpin) | 3 | as tenpin | as tenpin | three balls |
//! | [`Notap9`](Rules::Notap9), [`Notap8`](Rules::Notap8) | 2 | from 9 (8) pins on | as tenpin | as tenpin |
//!
//! ```
//! use bowling::{Dialect, Rules, score_line};
//!
//! let score = |rules| {
//!     let line = score_line(b"X 7/ 9- X -8 8/ -6 X X X", Dialect::Auto, rules)?;
//!     Some(line.game.ok()?.score())
//! };
//! assert_eq!(score(Rules::World), Some(208));
//! assert_eq!(score(Rules::Tenpin), Some(120)); // the last frames wait for their balls
//! ```
//!
//! # Features
//!
//! `cli`, on by default, is the program. With `default-features = false` the library brings `nom`
//! and `memchr` and nothing else.
#![warn(missing_docs)]
#![allow(rustdoc::private_intra_doc_links, reason = "the hidden rooms of the program tell of their private ones")]
#![cfg_attr(not(feature = "cli"), allow(dead_code, reason = "some of it only the program uses"))]

pub mod game;

#[doc(hidden)]
pub mod check;
#[doc(hidden)]
pub mod fast;
#[doc(hidden)]
pub mod parse;
#[doc(hidden)]
pub mod sheet;

pub use check::{Mismatch, verify};
pub use game::{Ball, Frame, Game, Mark, Rules};
pub use parse::{Claim, Dialect, LineError, Problem};
pub use sheet::{Scored, score_line};

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod diagnostic;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod exit;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod filter;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod input;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod output;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod play;

/// The Rust of the README is run too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
