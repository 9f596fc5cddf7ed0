//! The frames of a score sheet as people know them from paper: balls in the corner, the running total below.

use maud::{Markup, PreEscaped, html};

use crate::game::{Ball, BallMark, FRAMES, Frame, Rules, ScoreCard};
use crate::notation::display::shown;

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

/// The content of a frame: its balls, then its running total, or what it waits for.
/// A picture of the pins that were left has its place after the balls.
pub fn content(card: &ScoreCard, number: u8) -> Markup {
    let frame = card.frames().nth(usize::from(number) - 1);
    let total = card.running_totals().get(usize::from(number) - 1);
    html! {
        span.balls { (balls(frame, number, card.rules())) }
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
    let is_strike = boxes == 2 && balls.first().is_some_and(|ball| ball.mark == Some(BallMark::Strike));
    html! {
        @if is_strike { i {} }
        @for &ball in balls { (ball_box(ball)) }
        @for _ in balls.len() + usize::from(is_strike)..boxes { i {} }
    }
}

fn ball_box(ball: Ball) -> Markup {
    let sign = shown(ball);
    html! {
        @match ball.mark {
            Some(BallMark::Strike) => i.strike { (sign) },
            Some(BallMark::Spare) => i.spare { (sign) },
            None if ball.roll.is_split() => i.split title="split" { b { (sign) } },
            None if ball.roll.is_foul() => i.foul title="foul" { (sign) },
            None => i { (sign) },
        }
    }
}

/// What an unsettled frame waits for.
fn waits_for(frame: Frame<'_>) -> Markup {
    html! {
        "waits for "
        @match (frame.mark(), frame.awaits()) {
            (None, _) => { "ball " (frame.balls().len() + 1) }
            (Some(_), 1) => "1 ball",
            (Some(_), balls) => { (balls) " balls" }
        }
    }
}
