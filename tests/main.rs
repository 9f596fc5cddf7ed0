//! The tests of the features, as one program that is built and linked once. Most run the real binary.

mod common;

mod check;
mod contributing;
mod dialects;
mod errors;
mod examples;
mod exhaustive;
mod faults;
mod follow;
mod formats;
mod fuzz_targets;
mod generate;
mod grading;
mod hostile;
mod html;
mod journal;
mod json;
mod league_tables;
mod limits;
mod logs;
mod manual;
mod messages;
mod misreadings;
mod options;
mod play;
mod play_terminal;
mod process;
mod properties;
mod random_games;
mod random_seasons;
mod readme;
mod release;
mod scores;
mod stats;
mod tables;
