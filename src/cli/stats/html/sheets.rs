//! The score sheets of a player with a few games.

use maud::{Markup, PreEscaped, html};

use super::super::date;
use super::super::rows::StatsRow;
use crate::cli::page::frames;
use crate::game::{FRAMES, ScoreCard};
use crate::stats::Point;

/// A row of the table: a total, when it was bowled, and its frames if they are known.
struct DatedSheet<'a> {
    total: u64,
    day: Option<i32>,
    card: Option<&'a ScoreCard>,
}

/// The score sheets of a row in order. Of some games only the total may be known.
pub fn sheets(row: &StatsRow) -> Markup {
    let sheets = in_order(row.stats().timeline(), row.few().cards());
    let games = if sheets.len() == 1 { "1 game".into() } else { format!("{} games", sheets.len()) };
    if sheets.iter().all(|sheet| sheet.card.is_none()) {
        let totals: Vec<String> = sheets.iter().map(|sheet| sheet.total.to_string()).collect();
        return html! { p { (games) ": " (totals.join(", ")) } };
    }
    html! {
        (frames::table_head(row.stats().rules(), &html! {
            caption { (games) ", too few for charts" }
        }))
        @for (number, sheet) in (1..).zip(&sheets) { (rows(number, sheet)) }
        (PreEscaped(frames::TABLE_END))
    }
}

fn rows(number: usize, sheet: &DatedSheet<'_>) -> Markup {
    html! {
        tbody {
            tr {
                th scope="rowgroup" colspan=(FRAMES) {
                    div {
                        span { @match sheet.day { Some(day) => (date::text(day)), None => { "game " (number) } } }
                        span.sum {
                            @if sheet.card.is_none() { small { "only the total" } }
                            b { (sheet.total) }
                        }
                    }
                }
            }
            @if let Some(card) = sheet.card {
                tr { @for frame in 1..=FRAMES { td { (frames::content(card, frame)) } } }
            }
        }
    }
}

/// The games of a timeline, each with its score card if it has one. Both are in order of their days.
fn in_order<'a>(points: &[Point], cards: impl Iterator<Item = (Option<i32>, &'a ScoreCard)>) -> Vec<DatedSheet<'a>> {
    let mut cards = cards.peekable();
    let is_of = |point: &Point, (day, card): &(Option<i32>, &ScoreCard)| {
        *day == point.day && u64::from(card.total()) == point.pins
    };
    points
        .iter()
        .map(|point| DatedSheet {
            total: point.pins,
            day: point.day,
            card: cards.next_if(|next| is_of(point, next)).map(|(_, card)| card),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    #[test]
    fn games_have_their_frames_and_totals_have_none() {
        let card = |line: &str| line.parse::<Game>().unwrap().score_card();
        let cards = [(None, card("9- 9- 9- 9- 9- 9- 9- 9- 9- 9-")), (Some(7), card("X X X X X X X X X XXX"))];
        let point = |pins, day| Point { games: 1, pins, day };
        let points = [point(120, None), point(90, None), point(90, Some(6)), point(300, Some(7)), point(299, Some(7))];
        let sheets = in_order(&points, cards.iter().map(|(day, card)| (*day, card)));
        let known: Vec<_> = sheets.iter().map(|sheet| (sheet.total, sheet.day, sheet.card.is_some())).collect();
        let expected =
            [(120, None, false), (90, None, true), (90, Some(6), false), (300, Some(7), true), (299, Some(7), false)];
        assert_eq!(known, expected);
    }
}
