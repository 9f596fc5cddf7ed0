//! The frames of a score sheet as people know them from paper: balls in the corner, the running total below.

use maud::{Markup, PreEscaped, html};

use super::deck::deck;
use crate::game::{Ball, FRAMES, Frame, Game, Mark, PinSet, Rules};
use crate::reading::display::shown;

/// The start of a table of games, up to its first game. Three balls a frame need more room.
pub fn table_head(rules: Rules, caption: &Markup) -> Markup {
    let class = if rules.row().balls > 2 { " class=\"three\"" } else { "" };
    html! {
        (PreEscaped("<div class=\"sheet\"><table")) (PreEscaped(class)) (PreEscaped(">"))
        (caption)
        thead { tr { @for frame in 1..=FRAMES { th scope="col" { (frame) } } } }
        (PreEscaped("\n"))
    }
}

/// The end of a table of games.
pub const TABLE_END: &str = "</table></div>\n";

/// The leave of a rack: that of its first ball whose leave is known.
pub fn leave(rack: &[Ball]) -> Option<PinSet> {
    rack.iter().find_map(|ball| ball.roll.leave())
}

/// The content of a frame: its balls, the pins that were left, then its running total, or what it waits for.
pub fn content(card: &Game, number: u8) -> Markup {
    let frame = card.frames().nth(usize::from(number) - 1);
    let total = card.running_totals().get(usize::from(number) - 1);
    let leaves = frame.into_iter().flat_map(Frame::racks).filter_map(leave);
    // Frames without a deck keep its place free, so that the totals of a game are on one line.
    let has_leaves = card.balls().any(|ball| ball.roll.leave().is_some());
    html! {
        span.balls { (balls(frame, number, card.rules())) }
        @if has_leaves {
            span.decks { @for leave in leaves { (deck(leave)) } }
        }
        @match (total, frame) {
            (Some(total), _) => (total),
            (None, Some(frame)) => small { (waits_for(frame)) },
            (None, None) => {}
        }
    }
}

/// A box for each ball that the frame can have. A strike stands in the second of two boxes, as on paper.
fn balls(frame: Option<Frame<'_>>, number: u8, rules: Rules) -> Markup {
    let row = rules.row();
    let boxes = usize::from(if number == FRAMES { row.marked_tenth.max(row.balls) } else { row.balls });
    let balls = frame.map_or(&[][..], |frame| frame.balls());
    let is_strike = boxes == 2 && balls.first().is_some_and(|ball| ball.mark == Some(Mark::Strike));
    html! {
        @if is_strike { i {} }
        @for rack in frame.into_iter().flat_map(Frame::racks) {
            @for (at, &ball) in rack.iter().enumerate() { (ball_box(ball, at == 0)) }
        }
        @for _ in balls.len() + usize::from(is_strike)..boxes { i {} }
    }
}

/// Only the first ball at a rack can leave a split.
fn ball_box(ball: Ball, is_first: bool) -> Markup {
    let sign = shown(ball);
    html! {
        @match ball.mark {
            Some(Mark::Strike) => i.strike { (sign) },
            Some(Mark::Spare) => i.spare { (sign) },
            None if is_first && ball.roll.left_split() => i.split title="split" { b { (sign) } },
            None if ball.roll.is_foul() => i.foul title="foul" { (sign) },
            None => i { (sign) },
        }
    }
}

/// What an unsettled frame waits for.
fn waits_for(frame: Frame<'_>) -> Markup {
    html! {
        "waits for "
        @match frame.awaits() {
            _ if !frame.is_over() => { "ball " (frame.balls().len() + 1) }
            1 => "1 ball",
            balls => { (balls) " balls" }
        }
    }
}
