//! What is wrong with a game, in words under its frames: what would be right first, the place last.

use maud::{Markup, html};

use super::super::{Entry, Verdict, explain};
use crate::cli::event::{Diagnostic, Place};
use crate::cli::problem::InputProblem;
use crate::cli::text::{cut, first_characters, last_characters, visible};
use crate::error::Problem;
use crate::game::{BallProblem, FRAMES, Frame, Game, RACK};
use crate::sheet::{Claim, Mismatch, Right};

/// Advice repeats at most this many columns of a token.
const WIDEST_TOKEN: usize = 30;

/// More characters than this before or after the mark are left out.
const MOST_AROUND: usize = 120;

/// The row that says what is wrong; nothing if nothing is.
pub fn notes(entry: &Entry<'_>, verdict: Verdict) -> Markup {
    let error = entry.error();
    if error.is_none() && entry.mismatch().is_none() && entry.difference.is_none() {
        return Markup::default();
    }
    html! {
        tr {
            td.note colspan=(FRAMES) {
                @if let Some(error) = error {
                    (error_note(error))
                    @if verdict == Verdict::Right { p { "\u{2713} The sheet says so." } }
                }
                @if let Some(mismatch) = entry.mismatch().filter(|_| verdict == Verdict::Wrong) {
                    (mismatch_note(&mismatch.error, entry))
                }
                @if let Some(difference) = entry.difference { p { (sentence(difference)) } }
            }
        }
    }
}

/// A claim that does not hold: what the sheet says, the arithmetic of a wrong frame or what is right, and the likely
/// mistake.
fn mismatch_note(mismatch: &Mismatch, entry: &Entry<'_>) -> Markup {
    let in_frame = entry.played().zip(mismatch.frame);
    let arithmetic_of = |(card, number): (&Game, u8)| running_arithmetic(card.frames().nth(usize::from(number) - 1)?);
    html! {
        p {
            @if entry.error().is_some() { "\u{2717} " }
            @if let Some(frame) = mismatch.frame { "Frame " (frame) ": the sheet says " } @else { "The sheet says " }
            (visible(&mismatch.says))
            @match (in_frame.and_then(arithmetic_of), &mismatch.right) {
                (Some(arithmetic), _) => { ". " strong { (arithmetic) "." } }
                (None, Right::Error) => ", but the game is in error.",
                (None, Right::Message(message)) => { ", the error is: " (visible(message)) "." }
                (None, Right::NotSettled) => ", but the frame is not settled yet.",
                (None, right) => { ", the score is " (right.to_string()) "." }
            }
            @if let Some(mistake) = &mismatch.mistake { " " (sentence(&mistake.to_string())) }
        }
        @if let Some((card, first)) = in_frame {
            @let later = later_mistakes(entry.claim(), card, first);
            @if !later.is_empty() {
                div {
                    @for (frame, added) in later {
                        @if let Some(arithmetic) = arithmetic(frame) {
                            p { "Frame " (frame.number()) ": the sheet adds " (added) ". " strong { (arithmetic) "." } }
                        }
                    }
                }
            }
        }
    }
}

/// The arithmetic of a settled frame: `Strike: 10 + 5 + 5 = 20`.
fn arithmetic(frame: Frame<'_>) -> Option<String> {
    let (kind, _) = (frame.kind()?, frame.score()?);
    Some(format!("{}: {}", capital(kind), explain::sum(frame)))
}

/// The arithmetic of a settled frame, up to its running total: `Spare: 5 + 5 + 9 = 19, and 20 + 19 = 39`.
fn running_arithmetic(frame: Frame<'_>) -> Option<String> {
    let (own, score, total) = (arithmetic(frame)?, frame.score()?, frame.total()?);
    Some(if frame.number() == 1 { own } else { format!("{own}, and {} + {score} = {total}", total - score) })
}

/// The frames after the first wrong one in which the sheet has both a wrong total and a wrong addition, with what it
/// adds there. A frame that only carries on an earlier mistake is left out.
fn later_mistakes<'a>(claim: Option<&Claim>, card: &'a Game, first: u8) -> Vec<(Frame<'a>, u32)> {
    let Some(Claim::Running(says)) = claim else { return Vec::new() };
    let first = usize::from(first);
    let later = card.frames().skip(first).zip(says.windows(2).skip(first - 1));
    let mistake = |frame: Frame<'a>, pair: &[Option<u32>]| {
        let (before, now) = (pair[0]?, pair[1]?);
        let added = now.checked_sub(before)?;
        let is_wrong = now != u32::from(frame.total()?) && added != u32::from(frame.score()?);
        is_wrong.then_some((frame, added))
    };
    later.filter_map(|(frame, pair)| mistake(frame, pair)).collect()
}

/// A game in error: the line as it was written with the offending part marked, what to write, and the place.
fn error_note(Diagnostic { place, error, .. }: &Diagnostic) -> Markup {
    let Place { line, field, .. } = place;
    let [before, rest] = &place.around;
    let is_known = !(before.is_empty() && rest.is_empty());
    // In a table, a total does not follow the game.
    let has_advice = field.is_none() || !matches!(error.problem, InputProblem::Game(Problem::PerhapsTotal { .. }));
    let advice = advice(&error.problem).filter(|_| has_advice);
    html! {
        @if is_known {
            @let (marked, after) = rest.split_at(marked_length(before, rest));
            // A name that is written from right to left would change the order of the rolls after it.
            @let (name, before) = before.split_at(before.find(':').unwrap_or(0));
            code dir="ltr" {
                @if !name.is_empty() { bdi { (visible(&last_characters(name, MOST_AROUND))) } }
                (visible(&last_characters(before, MOST_AROUND)))
                mark { @if marked.is_empty() { "\u{a0}" } @else { (visible(marked)) } }
                (visible(&first_characters(after, MOST_AROUND)))
            }
        }
        p {
            @if let Some(advice) = advice { strong { (advice) "." } " " }
            (sentence(&error.to_string()))
            " "
            small {
                "Line " (line)
                @if let Some(column) = place.known_column().filter(|_| is_known || field.is_some()) {
                    ", column " (column)
                }
                @if let Some(field) = field { ", " (visible(field)) }
            }
        }
    }
}

/// What could be written instead, where the message only says what is wrong.
fn advice(problem: &InputProblem) -> Option<String> {
    let problem = match problem {
        InputProblem::Game(problem) => problem,
        InputProblem::OnlyTotal => return Some("Write the rolls".into()),
        _ => return None,
    };
    Some(match problem {
        Problem::Ball(BallProblem::TooManyPins { before, .. }) => {
            let standing = RACK.saturating_sub(before.iter().sum());
            let spare = if before.len() == 1 { ", or / for a spare" } else { "" };
            format!("After {}, write 0 to {standing}{spare}", before.last()?)
        }
        Problem::Ball(BallProblem::GameOver) => "Write a new game on a new line".into(),
        Problem::PerhapsTotal { number, .. } => format!("For a total, write = {}", cut(&visible(number), WIDEST_TOKEN)),
        Problem::StrikeOnBrokenRack { spare: true, .. } => "Write / for a spare".into(),
        Problem::StrikeOnBrokenRack { standing, .. } => format!("Write 0 to {standing}"),
        Problem::SpareOnFullRack => "Write X for a strike".into(),
        Problem::SpareOnThirdBall { standing } => format!("Write {standing}"),
        Problem::NotARoll { .. } => "Write 0 to 10".into(),
        Problem::UnknownSymbol(_) | Problem::Word(_) | Problem::Remark(_) => "Write 0 to 10, X, /, - or F".into(),
        _ => return None,
    })
}

fn sentence(message: &str) -> String {
    let message = capital(&visible(message));
    if message.ends_with(['.', '?', '!']) { message } else { message + "." }
}

/// A text with its first letter in upper case.
pub fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// The length of what is marked: the token at a place, or one character inside a token.
fn marked_length(before: &str, rest: &str) -> usize {
    let is_separator = |sign: char| sign.is_whitespace() || ",;|:=[](){}\"'".contains(sign);
    let one = rest.chars().next().map_or(0, char::len_utf8);
    if before.ends_with(is_separator) || before.is_empty() {
        rest.find(is_separator).unwrap_or(rest.len()).max(one)
    } else {
        one
    }
}
