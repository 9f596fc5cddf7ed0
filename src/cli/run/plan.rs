//! Decides how a source is read: by one thread or by several, and in which chunks.

use crate::cli::format::{GAMES_PER_BOARD, Needs};
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
        group: if needs.whole_groups { Some(GAMES_PER_BOARD) } else { None },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::format::{OutputFormat, TAP_NEEDS};

    #[test]
    fn formats_and_inputs_make_the_plan() {
        let groups = Some(GAMES_PER_BOARD);
        for (needs, group, may_use_threads) in [
            (OutputFormat::Totals.needs(), None, [true, true]),
            (OutputFormat::Csv.needs(), None, [true, true]),
            (OutputFormat::Json.needs(), None, [true, true]),
            (OutputFormat::Notation.needs(), None, [true, true]),
            (OutputFormat::Rolls.needs(), None, [true, true]),
            (OutputFormat::Explain.needs(), None, [true, true]),
            (OutputFormat::Board.needs(), groups, [true, true]),
            (OutputFormat::Html.needs(), groups, [true, false]),
            (OutputFormat::Sheet.needs(), None, [false, false]),
            (TAP_NEEDS, None, [false, false]),
        ] {
            for (records, may_use_threads) in [Records::Lines, Records::Json].into_iter().zip(may_use_threads) {
                assert_eq!(plan(needs, records), Plan { may_use_threads, group }, "{needs:?} {records:?}");
            }
        }
    }
}
