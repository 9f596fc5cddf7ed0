//! Decides how a source is read: by one thread or by several, and in which chunks.

use crate::cli::record::{GAMES_PER_GROUP, Needs};
use crate::cli::split::Records;

/// How a source is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Whether several threads may read it, if the input can be read so.
    pub may_use_threads: bool,
    /// Whether chunks are cut after whole groups, and after how many games a longer group is cut.
    pub group: Option<usize>,
}

/// The plan for a format and an input.
pub fn plan(needs: Needs, records: Records) -> Plan {
    // Objects of JSON may share a line.
    let has_unique_lines = records != Records::Json;
    Plan {
        may_use_threads: (has_unique_lines || !needs.unique_lines) && !needs.input_order,
        group: if needs.whole_groups { Some(GAMES_PER_GROUP) } else { None },
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::cli::color::LineStyle;
    use crate::cli::format::{Format, OutputFormat, Tap};
    use crate::cli::input::TagKeys;

    #[test]
    fn formats_and_inputs_make_the_plan() {
        let make = |to: OutputFormat| to.make(true, TagKeys::default(), LineStyle::default(), Arc::default());
        let tap: Box<Format> = Box::new(Tap::new(LineStyle::default()));
        let groups = Some(GAMES_PER_GROUP);
        for (format, group, may_use_threads) in [
            (make(OutputFormat::Totals), None, [true, true]),
            (make(OutputFormat::Csv), None, [true, true]),
            (make(OutputFormat::Json), None, [true, true]),
            (make(OutputFormat::Notation), None, [true, true]),
            (make(OutputFormat::Rolls), None, [true, true]),
            (make(OutputFormat::Explain), None, [true, true]),
            (make(OutputFormat::Board), groups, [true, true]),
            (make(OutputFormat::Html), groups, [true, false]),
            (make(OutputFormat::Sheet), None, [false, false]),
            (tap, None, [false, false]),
        ] {
            let needs = format.needs();
            for (records, may_use_threads) in [Records::Lines, Records::Json].into_iter().zip(may_use_threads) {
                assert_eq!(plan(needs, records), Plan { may_use_threads, group }, "{needs:?} {records:?}");
            }
        }
    }
}
