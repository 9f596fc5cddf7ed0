//! What is wrong with a game, in words under its frames.

use std::borrow::Cow;

use maud::{Markup, html};

use super::super::Record;
use super::COLUMNS;
use super::card::name;
use super::tally::Verdict;
use crate::cli::input::{Entry, EntryText, Refusal};
use crate::cli::text::visible;
use crate::error::Problem;

/// More characters than this before or after the mark are left out.
const MOST_AROUND: usize = 120;

/// The row of a claim that does not hold: what the sheet says, what is right, and the likely mistake.
pub fn mismatch_note(record: &Record<'_>) -> Markup {
    let mismatch = record.mismatch.filter(|_| record.entry.refusal().is_none());
    html! {
        @if let Some(mismatch) = mismatch {
            tr { td.note colspan=(COLUMNS) { p { (visible(&mismatch.to_string())) } } }
        }
    }
}

/// The row of a game in error: the line as it was written, and the message.
pub fn error_note(record: &Record<'_>, verdict: Verdict) -> Markup {
    let Some(Refusal { line, error, field, .. }) = record.entry.refusal() else { return Markup::default() };
    let written = written(record.entry, *line);
    let has_card = record.entry.played().is_some();
    html! {
        tr {
            @if !has_card { (name(record)) }
            td.note colspan=(if has_card { COLUMNS } else { COLUMNS - 1 }) {
                @if !written.is_empty() {
                    @let [before, marked, after] = split(&written, error.column(), error.problem());
                    code dir="ltr" {
                        (excerpt_end(before))
                        mark { @if marked.is_empty() { "\u{a0}" } @else { (visible(marked)) } }
                        (excerpt_start(after))
                    }
                }
                p {
                    "Line " (line)
                    @if written.is_empty() && field.is_none() {} @else { ", column " (error.column()) }
                    ": "
                    @if let Some(field) = field { (visible(field)) ": " }
                    (visible(&error.to_string()))
                }
                @match verdict {
                    Verdict::Right => p { "\u{2713} The sheet says so." },
                    Verdict::Wrong => @if let Some(mismatch) = record.mismatch {
                        p { "\u{2717} " (visible(&mismatch.to_string())) }
                    },
                    Verdict::Error | Verdict::Unclaimed => {}
                }
            }
        }
    }
}

/// The line that the error is on, if the game is one line or one row of a table.
fn written<'a>(entry: &Entry<'a>, line: u64) -> Cow<'a, str> {
    let text = match entry.text {
        EntryText::Line(text) | EntryText::Row(text) => text,
        EntryText::Elsewhere => b"",
    };
    // A quoted cell may hold line ends.
    let nth = usize::try_from(line - entry.line.min(line)).unwrap_or(usize::MAX);
    String::from_utf8_lossy(text.split(|&byte| byte == b'\n').nth(nth).unwrap_or_default().trim_ascii_end())
}

/// The line before the offending part, that part, and the line after it.
fn split<'a>(line: &'a str, column: usize, problem: &Problem) -> [&'a str; 3] {
    let start = line.char_indices().nth(column.saturating_sub(1)).map_or(line.len(), |(at, _)| at);
    let (before, rest) = line.split_at(start);
    let (marked, after) = rest.split_at(marked_length(rest, problem));
    [before, marked, after]
}

/// The length of the part that a problem is about: its token, ten pins, or one character.
fn marked_length(rest: &str, problem: &Problem) -> usize {
    let token = match problem {
        Problem::NotARoll { token, .. }
        | Problem::LeadingZero(token)
        | Problem::NotationAmongRolls(token)
        | Problem::Word(token)
        | Problem::NotASymbol { token, .. }
        | Problem::Packed(token)
        | Problem::Straddle { token, .. }
        | Problem::BadClaim(token)
        | Problem::Heading(token)
        | Problem::PerhapsTotal { number: token, .. }
        | Problem::NameWithoutColon { name: token, .. }
        | Problem::NameOrRolls { name: token, .. } => token,
        _ => "10",
    };
    match rest.strip_prefix(token) {
        // A longer number is not ten.
        Some(after) if !token.is_empty() && !after.starts_with(|sign: char| sign.is_ascii_digit()) => token.len(),
        _ => rest.chars().next().map_or(0, char::len_utf8),
    }
}

/// The last characters of a text.
fn excerpt_end(text: &str) -> Markup {
    let cut = text.char_indices().rev().nth(MOST_AROUND).map(|(at, sign)| at + sign.len_utf8());
    html! {
        @if cut.is_some() { "\u{2026}" }
        (visible(&text[cut.unwrap_or(0)..]))
    }
}

/// The first characters of a text.
fn excerpt_start(text: &str) -> Markup {
    let cut = text.char_indices().nth(MOST_AROUND).map(|(at, _)| at);
    html! {
        (visible(&text[..cut.unwrap_or(text.len())]))
        @if cut.is_some() { "\u{2026}" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, Rules, score_line};

    fn marked(line: &str) -> [&str; 3] {
        let error = score_line(line.as_bytes(), Dialect::Auto, Rules::Tenpin).unwrap().game.unwrap_err();
        split(line, error.column(), error.problem())
    }

    #[test]
    fn the_offending_roll_is_marked() {
        for (line, expected) in [
            ("8 5 1", ["8 ", "5", " 1"]),
            ("1 10 3", ["1 ", "10", " 3"]),
            ("Zoë: 3 11", ["Zoë: 3 ", "11", ""]),
            ("X 5/ 85", ["X 5/ 8", "5", ""]),
            ("X 5/ foo", ["X 5/ ", "foo", ""]),
            ("Ann: 187", ["Ann: ", "187", ""]),
            ("X5/9O", ["X5/9", "O", ""]),
            ("XXXXXXXXXXXX 1000", ["XXXXXXXXXXXX ", "1", "000"]),
        ] {
            assert_eq!(marked(line), expected, "{line}");
        }
        assert_eq!(split("X 5/", 5, &Problem::Unfinished), ["X 5/", "", ""]);
    }

    #[test]
    fn a_long_line_is_cut_around_the_mark() {
        let long = "é".repeat(500);
        assert_eq!(excerpt_end(&long).into_string().chars().count(), MOST_AROUND + 1);
        assert_eq!(excerpt_start(&long).into_string().chars().count(), MOST_AROUND + 1);
        assert_eq!(excerpt_start("<&").into_string(), "&lt;&amp;");
    }
}
