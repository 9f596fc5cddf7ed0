//! Decides how a source is read: by one thread or by several, and in which chunks.

use crate::cli::input::Gives;
use crate::cli::record::{GAMES_PER_GROUP, Needs};

/// How a source is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Whether several threads may read it.
    pub may_use_threads: bool,
    /// Whether chunks are cut after whole groups, and after how many games a longer group is cut.
    pub group: Option<usize>,
}

/// The plan for a format and an input.
pub const fn plan(needs: Needs, gives: Gives) -> Plan {
    let is_unique = gives.unique_lines || !needs.unique_lines;
    Plan {
        may_use_threads: gives.independent_chunks && is_unique && !needs.input_order,
        group: if needs.whole_groups { Some(GAMES_PER_GROUP) } else { None },
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::cli::color::Paint;
    use crate::cli::format::{Format, OutputFormat, Tap};
    use crate::cli::input::{InputFormat, ReadOptions, TagKeys, reader};

    #[test]
    fn formats_and_inputs_make_the_plan() {
        let [sheet, json, log] = [InputFormat::Rolls, InputFormat::Json, InputFormat::Log]
            .map(|from| reader(&ReadOptions { from, ..ReadOptions::default() }, None).gives());
        let make = |to: OutputFormat| to.make(true, TagKeys::default(), Paint::Plain, None, Arc::default());
        let tap: Box<Format> = Box::<Tap>::default();
        let groups = Some(GAMES_PER_GROUP);
        for (format, group, may_use_threads) in [
            (make(OutputFormat::Totals), None, [true, true, false]),
            (make(OutputFormat::Csv), None, [true, true, false]),
            (make(OutputFormat::Json), None, [true, true, false]),
            (make(OutputFormat::Notation), None, [true, true, false]),
            (make(OutputFormat::Rolls), None, [true, true, false]),
            (make(OutputFormat::Explain), None, [true, true, false]),
            (make(OutputFormat::Board), groups, [true, true, false]),
            (make(OutputFormat::Html), groups, [true, false, false]),
            (make(OutputFormat::Sheet), None, [false, false, false]),
            (tap, None, [false, false, false]),
        ] {
            let needs = format.needs();
            for (gives, may_use_threads) in [sheet, json, log].into_iter().zip(may_use_threads) {
                assert_eq!(plan(needs, gives), Plan { may_use_threads, group }, "{needs:?} {gives:?}");
            }
        }
    }
}
