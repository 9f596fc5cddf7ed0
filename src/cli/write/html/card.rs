//! The card of one game, made to be posted: the score sheet, the running total against a pace, and the facts.

use std::fmt::Write as _;

use maud::{Markup, PreEscaped, html};

use super::super::{Entry, Verdict};
use super::about;
use super::notes::capital;
use super::tally::GameId;
use crate::cli::page::frames;
use crate::cli::text::visible;
use crate::game::{FRAMES, Frame, Game, MAX_TOTAL, Mark};

/// The width of a frame in the chart, and of a tenth frame of three boxes. The style has the same for the sheet.
const FRAME: u16 = 100;
const WIDE_FRAME: u16 = 136;

/// A good total.
const GOOD_TOTAL: u16 = 200;

/// A card, and the title of its page.
pub struct Card {
    pub title: String,
    pub content: Markup,
}

impl Card {
    /// The card of a game with nothing wrong. `file` names who bowled it if the game does not.
    pub fn of(entry: &Entry<'_>, id: GameId, file: Option<&str>, comments: &[String]) -> Option<Self> {
        let game = entry.game().filter(|_| matches!(entry.verdict(), Verdict::Right | Verdict::Unclaimed))?;
        let number = about::game(entry).map(|text| capital(&text));
        let name = entry.name.or(file).map(|name| visible(name).into_owned());
        let (heading, number) = match name {
            Some(name) => (name, number),
            None => (number.unwrap_or_else(|| "Game".into()), None),
        };
        let rules = (game.rules() != crate::Rules::default()).then(|| format!("{} rules", game.rules()));
        let claim = (entry.verdict() == Verdict::Right).then(|| "\u{2713} the sheet is right".to_owned());
        let details = [number, about::date(entry), about::lane(entry), rules, claim];
        let details = [details.into_iter().flatten().collect(), comments.to_vec()].concat();
        let title = format!("{heading} {}", game.score());
        Some(Self { title, content: content(game, id, &heading, &details) })
    }
}

fn content(game: &Game, id: GameId, heading: &str, details: &[String]) -> Markup {
    let awards = awards(game);
    let has_three_boxes = boxes_of_last(game) > game.rules().row().balls;
    let is_three = game.rules().row().balls > 2;
    html! {
        div.head.gold[!awards.is_empty()] {
            div {
                h1 { bdi { (heading) } }
                @if !details.is_empty() {
                    p { @for (at, detail) in details.iter().enumerate() { @if at > 0 { " \u{b7} " } bdi { (detail) } } }
                }
                @if !awards.is_empty() { ul { @for award in &awards { li { (award) } } } }
            }
            p.total { (game.score()) }
        }
        (PreEscaped("\n"))
        ol id=(id) .frames.wide[has_three_boxes].three[is_three] {
            @for number in 1..=FRAMES { li { span.number { (number) } " " (frames::content(game, number)) } }
        }
        (PreEscaped("\n"))
        (chart(game, if has_three_boxes { WIDE_FRAME } else { FRAME }))
        (PreEscaped("\n"))
        dl { @for (label, value) in facts(game) { div { dt { (label) } dd { (value) } } } }
        (PreEscaped("\n"))
    }
}

fn boxes_of_last(game: &Game) -> u8 {
    let row = game.rules().row();
    row.marked_tenth.max(row.balls)
}

/// What is worth gold.
fn awards(game: &Game) -> Vec<&'static str> {
    let is_clean = game.is_complete() && !game.frames().any(Frame::is_open);
    let is_perfect = game.score() == MAX_TOTAL;
    [
        (is_perfect, "Perfect game"),
        (is_clean && !is_perfect, "Clean game"),
        (game.score() >= GOOD_TOTAL && !is_perfect, "200 game"),
    ]
    .into_iter()
    .filter_map(|(is_deserved, award)| is_deserved.then_some(award))
    .collect()
}

/// The running total, and a game that gains as much in every frame. With three balls a frame, half as much is good.
fn chart(game: &Game, last_frame: u16) -> Markup {
    let pace = if game.rules().row().balls > 2 { GOOD_TOTAL / 2 } else { GOOD_TOTAL };
    let totals = game.running_totals();
    let top = totals.last().copied().unwrap_or_default().max(pace);
    let even: Vec<u16> = (1..=FRAMES.into()).map(|frames| frames * pace / u16::from(FRAMES)).collect();
    // A total is that of the end of its frame. The tenth frame may be wider than the others.
    let width = FRAME * (u16::from(FRAMES) - 1) + last_frame;
    let end = |frames: usize| if frames < FRAMES.into() { usize::from(FRAME) * frames } else { width.into() };
    let line = |totals: &[u16]| {
        (1..).zip(totals).fold(format!("0,{top}"), |mut line, (frames, total)| {
            // Writing to memory cannot fail.
            let _ = write!(line, " {},{}", end(frames), top - total);
            line
        })
    };
    let against = match totals.iter().zip(&even).next_back() {
        None => String::new(),
        Some((score, due)) if score > due => format!(", {} ahead", score - due),
        Some((score, due)) if score < due => format!(", {} behind", due - score),
        Some(_) => ", even".into(),
    };
    html! {
        figure {
            svg viewBox={ "0 0 " (width) " " (top) } preserveAspectRatio="none" role="img"
                aria-label={ "The running total against a pace of " (pace) } {
                polygon.area points={ (line(totals)) " " (end(totals.len())) "," (top) } {}
                polyline.pace points=(line(&even)) {}
                polyline.run points=(line(totals)) {}
            }
            figcaption { "Running total, dashed: a pace of " (pace) (against) }
        }
    }
}

/// The numbers under the chart.
fn facts(game: &Game) -> Vec<(&'static str, String)> {
    let racks = || game.frames().flat_map(Frame::racks);
    let strikes = game.balls().filter(|ball| ball.mark == Some(Mark::Strike)).count();
    let chances = racks().filter(|rack| rack.len() > 1).count();
    let spares = game.balls().filter(|ball| ball.mark == Some(Mark::Spare)).count();
    let opens = game.frames().filter(|frame| frame.is_open()).count();
    let splits: Vec<bool> = racks()
        .filter_map(|rack| match rack {
            [first, second, ..] if first.roll.left_split() => Some(second.mark == Some(Mark::Spare)),
            _ => None,
        })
        .collect();
    let converted = splits.iter().filter(|converted| **converted).count();
    let run = longest_run(game);
    let mut facts = vec![("strikes", strikes.to_string())];
    facts.extend((chances > 0).then(|| ("spares", format!("{spares} of {chances}"))));
    facts.push(("open frames", opens.to_string()));
    facts.extend((run > 1).then(|| ("strikes in a row", run.to_string())));
    facts.extend((!splits.is_empty()).then(|| ("splits converted", format!("{converted} of {}", splits.len()))));
    facts.extend((!game.is_complete()).then(|| ("still possible", game.max_score().to_string())));
    facts
}

/// The most strikes in a row.
fn longest_run(game: &Game) -> usize {
    let (mut run, mut longest) = (0, 0);
    for rack in game.frames().flat_map(Frame::racks) {
        let is_strike = rack.first().is_some_and(|ball| ball.mark == Some(Mark::Strike));
        run = if is_strike { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> Game {
        text.parse().unwrap()
    }

    fn fact(text: &str, label: &str) -> Option<String> {
        facts(&game(text)).into_iter().find_map(|(name, value)| (name == label).then_some(value))
    }

    const PJS: &str = "X 7/ 9- X -8 8/ -6 X X X81";

    #[test]
    fn facts_are_counted_by_rack() {
        for (label, expected) in
            [("strikes", "5"), ("spares", "2 of 6"), ("open frames", "3"), ("strikes in a row", "3")]
        {
            assert_eq!(fact(PJS, label).as_deref(), Some(expected), "{label}");
        }
        let perfect = "X X X X X X X X X XXX";
        assert_eq!((fact(perfect, "strikes in a row").as_deref(), fact(perfect, "spares")), (Some("12"), None));
        assert_eq!(fact("S7/ S81 X", "splits converted").as_deref(), Some("1 of 2"));
        assert_eq!(fact("X 5/ 9-", "still possible").as_deref(), Some("258"));
        assert_eq!(fact("9- X 9-", "strikes in a row"), None);
    }

    #[test]
    fn gold_is_deserved() {
        assert_eq!(awards(&game(PJS)), [""; 0]);
        assert_eq!(awards(&game("X X X X X X X X X XXX")), ["Perfect game"]);
        assert_eq!(awards(&game("9/ 9/ 9/ 9/ 9/ 9/ 9/ 9/ 9/ 9/9")), ["Clean game"]);
        assert_eq!(awards(&game("X 9/ X 9/ X 9/ X 9/ X 9/X")), ["Clean game", "200 game"]);
        assert_eq!(awards(&game("X X X X X X X X X 9-")), ["200 game"]);
        assert_eq!(awards(&game("X X X")), [""; 0]);
    }
}
