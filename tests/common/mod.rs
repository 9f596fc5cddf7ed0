//! What the tests share: a reference scorer, random numbers, runs of the real program and scratch directories.
#![cfg_attr(not(feature = "cli"), allow(dead_code, reason = "most users of these helpers test the program"))]

pub mod random;
pub mod reference;

#[cfg(feature = "cli")]
pub mod child;
#[cfg(feature = "cli")]
mod program;
#[cfg(all(feature = "cli", target_os = "linux"))]
pub mod pty;
#[cfg(feature = "cli")]
pub mod scratch;
#[cfg(feature = "cli")]
pub mod transcript;

#[cfg(feature = "cli")]
pub use program::*;
