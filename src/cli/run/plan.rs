//! Decides how a source is read: by one thread or by several, and in which chunks.

use crate::cli::format::{GAMES_PER_BOARD, Needs};
use crate::cli::input::Gives;

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
        group: if needs.whole_groups { Some(GAMES_PER_BOARD) } else { None },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::format::{OutputFormat, TAP_NEEDS};
    use crate::cli::input::{InputFormat, ReadOptions, reader};

    #[test]
    fn formats_and_inputs_make_the_plan() {
        let [sheet, json, log] = [InputFormat::Rolls, InputFormat::Json, InputFormat::Log]
            .map(|from| reader(&ReadOptions { from, ..ReadOptions::default() }, None).gives());
        let groups = Some(GAMES_PER_BOARD);
        for (needs, group, may_use_threads) in [
            (OutputFormat::Totals.needs(), None, [true, true, false]),
            (OutputFormat::Csv.needs(), None, [true, true, false]),
            (OutputFormat::Json.needs(), None, [true, true, false]),
            (OutputFormat::Notation.needs(), None, [true, true, false]),
            (OutputFormat::Rolls.needs(), None, [true, true, false]),
            (OutputFormat::Explain.needs(), None, [true, true, false]),
            (OutputFormat::Board.needs(), groups, [true, true, false]),
            (OutputFormat::Html.needs(), groups, [true, false, false]),
            (OutputFormat::Sheet.needs(), None, [false, false, false]),
            (TAP_NEEDS, None, [false, false, false]),
        ] {
            for (gives, may_use_threads) in [sheet, json, log].into_iter().zip(may_use_threads) {
                assert_eq!(plan(needs, gives), Plan { may_use_threads, group }, "{needs:?} {gives:?}");
            }
        }
    }
}
