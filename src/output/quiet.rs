//! `--quiet`: no records, the exit status and the diagnostics are the answer.

use super::{Format, Record};

pub struct Quiet;

impl Format for Quiet {
    fn game(&mut self, _record: &Record<'_>, _out: &mut Vec<u8>) {}
}
