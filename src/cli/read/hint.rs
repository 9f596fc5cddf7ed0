//! Advice that names options of the program. The library's messages name none.

use crate::error::{InputProblem, Problem};

/// The advice about a problem in any input.
pub(super) fn hint(problem: &Problem) -> Option<&'static str> {
    Some(match problem {
        Problem::OtherRules { .. } => "as --rules asks",
        Problem::NotUtf8 => "iconv -f LATIN1 -t UTF-8 converts Latin-1",
        Problem::Input(InputProblem::Unfinished) => "--complete requires all ten frames",
        Problem::Input(InputProblem::SeveralColumns { role: "total", .. }) => "--columns totals= reads a series",
        _ => return None,
    })
}

/// The advice about a problem in a line of a sheet, which `--from` may read in another way.
pub(super) fn sheet_hint(problem: &Problem) -> Option<&'static str> {
    Some(match problem {
        Problem::PerhapsTotal { why, .. } => return sheet_hint(why),
        Problem::NotARoll { pairs: true, .. } => "--from notation reads digit pairs as frames",
        Problem::LeadingZero(_) => "--from notation reads each digit as a roll",
        Problem::NotationAmongRolls(_) => "--from notation reads symbols",
        Problem::AmbiguousTen => "--from notation reads it as 1 then 0",
        Problem::Packed(_) | Problem::PerhapsLabel(_) | Problem::RunningTotals { may_be_rolls: true, .. } => {
            "--from notation reads each symbol as a roll"
        }
        Problem::DashBetweenFrames => "--from notation reads it as a gutter ball",
        Problem::Straddle { .. } => "--from notation ignores blanks",
        Problem::Heading(_) => "--from log reads one roll per line",
        _ => return hint(problem),
    })
}
