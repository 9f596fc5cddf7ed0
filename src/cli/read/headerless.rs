//! Recognises a row of a table whose header is missing, as in a piece of a table that was cut into pieces.

use super::header::SEPARATORS;
use super::table::{value, whole};
use crate::game::{FRAMES, Rules};
use crate::reading::Dialect;
use crate::reading::symbols::is_one_roll;
use crate::sheet::line::score_line;

/// Whether a line can only be a row of a table: of our own CSV, or with two cells for each frame.
pub fn is_row(line: &[u8]) -> bool {
    let Ok(line) = std::str::from_utf8(line) else { return false };
    let line = line.strip_suffix('\r').unwrap_or(line);
    // A claim is in a sheet: `--to sheet` writes a refused line as it was, with `= error` behind it.
    if line.contains('=') {
        return false;
    }
    SEPARATORS.iter().any(|&separator| {
        let cells: Vec<&str> = line.split(char::from(separator)).map(str::trim).collect();
        is_own(&cells) || (has_padded_frames(&cells) && !is_complete(line))
    })
}

/// Whether cells are those of our own CSV, in which `complete` and `rules` are words.
fn is_own(cells: &[&str]) -> bool {
    const COLUMNS: usize = 21;
    let is_rules = |name: &&str| Rules::ALL.iter().any(|rules| rules.name() == *name);
    let from_end = |at: usize| cells.len().checked_sub(at).and_then(|at| cells.get(at));
    cells.len() >= COLUMNS
        && cells[15..].iter().any(|cell| matches!(*cell, "true" | "false"))
        && from_end(4).is_some_and(is_rules)
}

/// Whether cells, after a few others, are frames of two cells each, with a second cell that is empty or padded after a
/// strike.
fn has_padded_frames(cells: &[&str]) -> bool {
    /// A name, a date, a total and the like.
    const MOST_BEFORE: usize = 4;
    let pairs = 2 * (usize::from(FRAMES) - 1);
    (0..=MOST_BEFORE).filter_map(|before| cells.get(before..)).any(|cells| {
        let Some((frames, tenth)) = cells.split_at_checked(pairs) else { return false };
        let is_nothing = |cell: &&str| value(cell).is_none();
        let is_ball = |cell: &&str| is_nothing(cell) || is_one_roll(whole(cell));
        let is_strike = |cell: &str| matches!(whole(cell), "10" | "X" | "x");
        let is_padded =
            |pair: &[&str]| is_strike(pair[0]) && (is_nothing(&pair[1]) || matches!(whole(pair[1]), "0" | "-"));
        let is_open = |pair: &[&str]| !is_strike(pair[0]) && !is_nothing(&pair[0]) && !is_nothing(&pair[1]);
        let has_padding = frames.chunks(2).any(is_padded);
        (2..=6).contains(&tenth.len())
            && has_padding
            && frames.iter().chain(tenth.iter().take(3)).all(is_ball)
            && frames.chunks(2).all(|pair| is_padded(pair) || is_open(pair))
    })
}

/// Whether a line is a whole game of a sheet.
fn is_complete(line: &str) -> bool {
    let scored = score_line(line.as_bytes(), Dialect::Auto, Rules::default());
    scored.is_some_and(|scored| scored.game.is_ok_and(|game| game.is_complete()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_without_its_header_is_told_from_a_game() {
        let strikes = "10,0,".repeat(9);
        let opens = "5,4,".repeat(9);
        for row in [
            format!("Ann,2026-01-17,300,{}10,10,10", "10,,".repeat(9)),
            "-,1,Ann,20,39,48,,,,,,,,48,258,false,,tenpin,X 5/ 9-,48,true".into(),
        ] {
            assert!(is_row(row.as_bytes()), "{row}");
        }
        for line in [
            format!("Ann,{opens}5,4"),
            format!("Ann,{opens}5,4,"),
            // The empty cells mean nothing: it is the same game as a line of a sheet.
            format!("Ann;{}", "X;;".repeat(9) + "X;X;X"),
            format!("Ann,{}10,10,10", "10,".repeat(9)),
            // A complete game that is padded, with and without its total.
            format!("Ann,{strikes}10,10,10"),
            format!("Ann,{}5,4,10,10,10,300", "10,0,".repeat(8)),
            // A frame that is neither padded nor open.
            format!("Ann,{}5,,10,10,10", "10,0,".repeat(8)),
            format!("Ann,{},5,10,10,10", "10,0,".repeat(8)),
            format!("Ann,{}10,4,10,10,10", "10,0,".repeat(8)),
            // A tenth frame of one cell, or of too many.
            format!("Ann,{strikes}10"),
            format!("Ann,{strikes}10,10,10,1,2,3,4"),
            "LOU,0,8,6,0".into(),
            "-,1,Ann,20,39,48,,,,,,,,48,258,false,,tenpin,X 5/ 9-,48,true = error".into(),
            "-,1,Ann,20,39,48,,,,,,,,48,258,false,,bowling,X 5/ 9-,48,true".into(),
            "tenpin,1,2,3".into(),
            "10,0,10,5,4".into(),
            String::new(),
        ] {
            assert!(!is_row(line.as_bytes()), "{line}");
        }
    }
}
