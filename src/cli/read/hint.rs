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

/// The advice about a problem in a line of a sheet, which may be a line of a log.
pub(super) fn sheet_hint(problem: &Problem) -> Option<&'static str> {
    match problem {
        Problem::NotationAmongRolls(_) => Some("--from auto reads symbols"),
        Problem::Heading(_) => Some("--from log reads one roll per line"),
        _ => hint(problem),
    }
}
