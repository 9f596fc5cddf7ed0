//! Advice that names options of the program. The library's messages name none.

use crate::Problem;
use crate::error::InputProblem;

/// The option that would help with a problem. The library's messages name no options.
pub(super) fn hint(problem: &Problem) -> Option<&'static str> {
    match problem {
        Problem::PerhapsTotal { why, .. } => hint(why),
        Problem::NotARoll { pairs: true, .. } => Some("--from notation reads digit pairs as frames"),
        Problem::LeadingZero(_) => Some("--from notation reads each digit as a roll"),
        Problem::NotationAmongRolls(_) => Some("--from notation reads symbols"),
        Problem::AmbiguousTen => Some("--from notation reads it as 1 then 0"),
        Problem::Packed(_) | Problem::PerhapsLabel(_) | Problem::RunningTotals { may_be_rolls: true, .. } => {
            Some("--from notation reads each symbol as a roll")
        }
        Problem::DashBetweenFrames => Some("--from notation reads it as a gutter ball"),
        Problem::Straddle { .. } => Some("--from notation ignores blanks"),
        Problem::Heading(_) => Some("--from log reads one roll per line"),
        Problem::Input(InputProblem::Unfinished) => Some("--complete requires all ten frames"),
        Problem::OtherRules { .. } => Some("as --rules asks"),
        Problem::Input(InputProblem::NoGameColumn(_)) => {
            Some("--columns game=NAME, balls=NAME* or totals=NAME* says which do")
        }
        Problem::NotUtf8 => Some("iconv -f LATIN1 -t UTF-8 converts Latin-1"),
        Problem::Input(InputProblem::SeveralColumns { role: "total", .. }) => Some("--columns totals= reads a series"),
        _ => None,
    }
}

/// The advice that is true of tables: `--from` would not help.
pub(super) fn table_hint(problem: &Problem) -> Option<&'static str> {
    match problem {
        Problem::OtherRules { .. }
        | Problem::NotUtf8
        | Problem::Input(
            InputProblem::Unfinished | InputProblem::NoGameColumn(_) | InputProblem::SeveralColumns { .. },
        ) => hint(problem),
        _ => None,
    }
}
