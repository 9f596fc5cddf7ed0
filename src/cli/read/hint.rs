//! Advice that names options of the program. The library's messages name none.

use crate::cli::problem::InputProblem;
use crate::error::Problem;
use crate::reading::symbols::is_one_roll;

/// The advice about a problem in any input.
pub(super) fn hint(problem: &InputProblem) -> Option<&'static str> {
    Some(match problem {
        InputProblem::Game(Problem::OtherRules { .. }) => "as --rules asks",
        InputProblem::Game(Problem::NotUtf8) => "iconv -f LATIN1 -t UTF-8 converts Latin-1",
        InputProblem::Unfinished => "--complete requires all ten frames",
        InputProblem::SeveralColumns { role: "total", .. } => "--columns totals= reads a series",
        _ => return None,
    })
}

/// The advice about a problem in a line of a sheet, which may be a line of a log.
pub(super) fn sheet_hint(problem: &InputProblem) -> Option<&'static str> {
    match problem {
        InputProblem::Game(Problem::NotationAmongRolls(_)) => Some("--from auto reads symbols"),
        InputProblem::Game(Problem::Heading(text)) if is_log_line(text) => Some("--from log reads one roll per line"),
        _ => hint(problem),
    }
}

/// Whether a text is a word and a roll.
fn is_log_line(text: &str) -> bool {
    let mut words = text.split_whitespace().skip(1);
    words.next().is_some_and(is_one_roll) && words.next().is_none()
}
