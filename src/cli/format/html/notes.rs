//! What is wrong with a game, in words under its frames: what would be right first, the place last.

use maud::{Markup, html};

use super::super::{Record, explain};
use super::verdict::Verdict;
use crate::cli::input::Refusal;
use crate::cli::text::{cut, first_characters, last_characters, split_at_column, visible};
use crate::error::{InputProblem, Problem};
use crate::game::{FRAMES, Frame, RACK, ScoreCard};
use crate::sheet::{Claim, Mismatch, Right};

/// Advice repeats at most this many columns of a token.
const WIDEST_TOKEN: usize = 30;

/// More characters than this before or after the mark are left out.
const MOST_AROUND: usize = 120;

/// The row that says what is wrong; nothing if nothing is.
pub fn notes(record: &Record<'_>, verdict: Verdict) -> Markup {
    let refusal = record.entry.refusal();
    if refusal.is_none() && record.mismatch.is_none() && record.difference.is_none() {
        return Markup::default();
    }
    html! {
        tr {
            td.note colspan=(FRAMES) {
                @match (refusal, record.mismatch) {
                    (Some(refusal), mismatch) => {
                        (error_note(refusal, record))
                        @match verdict {
                            Verdict::Right => p { "\u{2713} The sheet says so." },
                            Verdict::Wrong => @if let Some(mismatch) = mismatch { p { "\u{2717} " (in_words(mismatch)) } },
                            Verdict::Error | Verdict::Unclaimed => {}
                        }
                    }
                    (None, Some(mismatch)) => (mismatch_note(mismatch, record)),
                    (None, None) => {}
                }
                @if let Some(difference) = record.difference { p { (sentence(difference)) } }
            }
        }
    }
}

/// A claim that does not hold: for a wrong frame, its arithmetic between what the sheet says and the likely mistake.
fn mismatch_note(mismatch: &Mismatch, record: &Record<'_>) -> Markup {
    let in_frame = record.entry.played().zip(mismatch.frame);
    let arithmetic = in_frame.and_then(|(card, frame)| arithmetic(card, frame));
    html! {
        p {
            @match (mismatch.frame, arithmetic) {
                (Some(frame), Some(arithmetic)) => {
                    "Frame " (frame) ": the sheet says " (mismatch.says) ". " strong { (arithmetic) "." }
                    @if let Some(mistake) = &mismatch.mistake { " " (sentence(&mistake.to_string())) }
                }
                _ => (in_words(mismatch)),
            }
        }
        @if let Some((card, first)) = in_frame {
            @for (frame, added) in later_mistakes(record.entry.claim(), card, first) {
                @if let Some(arithmetic) = arithmetic_of_frame(card, frame) {
                    p { "Frame " (frame) ": the sheet adds " (added) ". " strong { (arithmetic) "." } }
                }
            }
        }
    }
}

/// What the sheet says, what is right, and the likely mistake.
fn in_words(mismatch: &Mismatch) -> Markup {
    let says = &mismatch.says;
    html! {
        @if let Some(frame) = mismatch.frame { "Frame " (frame) ": the sheet says " } @else { "The sheet says " }
        (visible(says))
        @match &mismatch.right {
            Right::Error => ", but the game is in error.",
            Right::Message(message) => { ", the error is: " (visible(message)) "." }
            Right::NotSettled => ", but the frame is not settled yet.",
            right => { ", the score is " (right.to_string()) "." }
        }
        @if let Some(mistake) = &mismatch.mistake { " " (sentence(&mistake.to_string())) }
    }
}

/// `Strike: 10 + 5 + 5 = 20`.
fn arithmetic_of_frame(card: &ScoreCard, number: u8) -> Option<String> {
    let frame = card.frames().nth(usize::from(number) - 1)?;
    let (mark, _) = (frame.mark()?, frame.score()?);
    Some(format!("{}: {}", capital(mark.name()), explain::sum(card, frame)))
}

/// The arithmetic of a settled frame, up to its running total: `Spare: 5 + 5 + 9 = 19, and 20 + 19 = 39`.
fn arithmetic(card: &ScoreCard, number: u8) -> Option<String> {
    let frame = card.frames().nth(usize::from(number) - 1)?;
    let (score, total) = (frame.score()?, frame.total()?);
    let own = arithmetic_of_frame(card, number)?;
    Some(if number == 1 { own } else { format!("{own}, and {} + {score} = {total}", total - score) })
}

/// The frames after the first wrong one in which the sheet has both a wrong total and a wrong addition, with what it
/// adds there. A frame that only carries an earlier mistake on is none of them.
fn later_mistakes(claim: Option<&Claim>, card: &ScoreCard, first: u8) -> Vec<(u8, u32)> {
    let Some(Claim::Running(says)) = claim else { return Vec::new() };
    let first = usize::from(first);
    let later = card.frames().skip(first).zip(says.windows(2).skip(first - 1));
    let mistake = |frame: Frame<'_>, pair: &[Option<u32>]| {
        let (before, now) = (pair[0]?, pair[1]?);
        let added = now.checked_sub(before)?;
        let is_wrong = now != u32::from(frame.total()?) && added != u32::from(frame.score()?);
        is_wrong.then_some((frame.number(), added))
    };
    later.filter_map(|(frame, pair)| mistake(frame, pair)).collect()
}

/// A game in error: the line as it was written with the offending part marked, what to write, and the place.
fn error_note(Refusal { error, line, field, .. }: &Refusal, record: &Record<'_>) -> Markup {
    let (text, column) = record.entry.error_text().unwrap_or_default();
    let written = String::from_utf8_lossy(text);
    html! {
        @if !written.is_empty() {
            @let [before, marked, after] = split(&written, column, error.problem());
            // A name that is written from right to left would change the order of the rolls behind it.
            @let (name, before) = before.split_at(before.find(':').unwrap_or(0));
            code dir="ltr" {
                @if !name.is_empty() { bdi { (visible(&last_characters(name, MOST_AROUND))) } }
                (visible(&last_characters(before, MOST_AROUND)))
                mark { @if marked.is_empty() { "\u{a0}" } @else { (visible(marked)) } }
                (visible(&first_characters(after, MOST_AROUND)))
            }
        }
        p {
            @if let Some(advice) = advice(error.problem()) { strong { (advice) "." } " " }
            (sentence(&error.to_string()))
            " "
            small {
                "Line " (line)
                @if !written.is_empty() || field.is_some() { ", column " (error.column()) }
                @if let Some(field) = field { ", " (visible(field)) }
            }
        }
    }
}

/// What could be written instead, where the message only says what is wrong.
fn advice(problem: &Problem) -> Option<String> {
    Some(match problem {
        Problem::TooManyPins { before, .. } => {
            let standing = RACK.saturating_sub(before.iter().sum());
            let last = before.last()?;
            match (before.len(), standing) {
                (_, 0) => format!("After {last}, only 0 can follow"),
                (1, _) => format!("After {last}, write 0 to {standing}, or / for a spare"),
                _ => format!("After {last}, write 0 to {standing}"),
            }
        }
        Problem::GameOver => "Write a new game on a new line".into(),
        Problem::PerhapsTotal { number, .. } => format!("For a total, write = {}", cut(&visible(number), WIDEST_TOKEN)),
        Problem::StrikeOnBrokenRack { spare: true, .. } => "Write / for a spare".into(),
        Problem::StrikeOnBrokenRack { standing, .. } => format!("Write 0 to {standing}"),
        Problem::SpareOnFullRack => "Write X for a strike".into(),
        Problem::SpareOnThirdBall { standing } => format!("Write {standing}"),
        Problem::NotARoll { .. } => "Write 0 to 10".into(),
        Problem::UnknownSymbol(_) | Problem::Word(_) => "Write 0 to 10, X, /, - or F".into(),
        Problem::Input(InputProblem::OnlyTotal) => "Write the rolls".into(),
        _ => return None,
    })
}

fn sentence(message: &str) -> String {
    let message = capital(&visible(message));
    if message.ends_with(['.', '?', '!']) { message } else { message + "." }
}

fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// The line before the offending part, that part, and the line after it.
fn split<'a>(line: &'a str, column: usize, problem: &Problem) -> [&'a str; 3] {
    let (before, rest) = split_at_column(line, column);
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
        Problem::Input(InputProblem::OnlyTotal) => {
            return rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len());
        }
        _ => "10",
    };
    match rest.strip_prefix(token) {
        // A longer number is not ten.
        Some(after) if !token.is_empty() && !after.starts_with(|sign: char| sign.is_ascii_digit()) => token.len(),
        _ => rest.chars().next().map_or(0, char::len_utf8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, Rules, ScoredLine, score_line};

    fn scored(line: &str, rules: Rules) -> ScoredLine<'_> {
        score_line(line.as_bytes(), Dialect::Auto, rules).unwrap()
    }

    fn marked(line: &str) -> [&str; 3] {
        let error = scored(line, Rules::Tenpin).game.unwrap_err();
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
        assert_eq!(split("Ada,138,151", 5, &Problem::Input(InputProblem::OnlyTotal)), ["Ada,", "138", ",151"]);
        assert_eq!(split("X 5/", 5, &Problem::Input(InputProblem::Unfinished)), ["X 5/", "", ""]);
    }

    #[test]
    fn a_wrong_frame_says_its_arithmetic() {
        let card = |line: &str, rules| scored(line, rules).game.unwrap().score_card();
        let tenpin = card("X 5/ 9- F8 X 72 X", Rules::Tenpin);
        for (frame, expected) in [
            (1, Some("Strike: 10 + 5 + 5 = 20")),
            (2, Some("Spare: 5 + 5 + 9 = 19, and 20 + 19 = 39")),
            (3, Some("Open: 9 + 0 = 9, and 39 + 9 = 48")),
            (4, Some("Open: 0 + 8 = 8, and 48 + 8 = 56")),
            (7, None),
            (8, None),
        ] {
            assert_eq!(arithmetic(&tenpin, frame).as_deref(), expected, "{frame}");
        }
        let world = card("X 5/", Rules::World);
        assert_eq!(arithmetic(&world, 1).as_deref(), Some("Strike: 30 for a strike = 30"));
        assert_eq!(arithmetic(&world, 2).as_deref(), Some("Spare: 10 + 5 = 15, and 30 + 15 = 45"));
    }

    #[test]
    fn later_frames_with_a_mistake_of_their_own_are_found() {
        let mistakes = |line: &str, first| {
            let scored = scored(line, Rules::Tenpin);
            later_mistakes(scored.claim.as_ref(), &scored.game.unwrap().score_card(), first)
        };
        assert_eq!(mistakes("X 5/ 9- = 10 29 38", 1), []);
        assert_eq!(mistakes("X 5/ 9- = 10 20 29", 1), [(2, 10)]);
        assert_eq!(mistakes("X 5/ 9- = 21 39 48", 1), []);
        assert_eq!(mistakes("X 5/ 9- = 10 _ 37", 1), []);
        assert_eq!(mistakes("X 5/ 9- = 49", 1), []);
    }

    #[test]
    fn what_to_write_comes_before_what_is_wrong() {
        let advice = |before: &[u8]| advice(&Problem::TooManyPins { before: before.to_vec(), pins: 9 });
        assert_eq!(advice(&[8]).as_deref(), Some("After 8, write 0 to 2, or / for a spare"));
        assert_eq!(advice(&[3, 4]).as_deref(), Some("After 4, write 0 to 3"));
        assert_eq!(advice(&[]), None);
        let of_line = |line| super::advice(scored(line, Rules::Tenpin).game.unwrap_err().problem()).unwrap_or_default();
        for (line, expected) in [
            ("XXXXXXXXXXXX X", "Write a new game on a new line"),
            ("XXXXXXXXXXXX 300", "For a total, write = 300"),
            ("5 X", "Write / for a spare"),
            ("X / 5", "Write X for a strike"),
            ("5 11 3", "Write 0 to 10"),
            ("X 5/ 9O", ""),
            ("X 5/ foo", "Write 0 to 10, X, /, - or F"),
        ] {
            assert_eq!(of_line(line), expected, "{line}");
        }
        let strike = Problem::StrikeOnBrokenRack { standing: 2, spare: false };
        assert_eq!(super::advice(&strike).as_deref(), Some("Write 0 to 2"));
        assert_eq!(advice(&[3, 7]).as_deref(), Some("After 7, only 0 can follow"));
        assert_eq!(super::advice(&Problem::SpareOnThirdBall { standing: 2 }).as_deref(), Some("Write 2"));
        assert_eq!(sentence("frame 1: élan"), "Frame 1: élan.");
    }

    #[test]
    fn a_long_line_is_cut_around_the_mark() {
        let long = "é".repeat(500);
        assert_eq!(last_characters(&long, MOST_AROUND).chars().count(), MOST_AROUND + 1);
        assert_eq!(first_characters(&long, MOST_AROUND).chars().count(), MOST_AROUND + 1);
        assert_eq!(html! { (visible(&first_characters("<&", MOST_AROUND))) }.into_string(), "&lt;&amp;");
    }
}
