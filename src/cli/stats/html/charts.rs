//! Charts as inline SVG. Each has a title, and a description with its values for screen readers.
#![expect(clippy::cast_precision_loss, reason = "places in a picture are rounded")]

use std::fmt::Write as _;

use maud::{Markup, html};

use crate::stats::{CLASS, FrameCounts, Point, Stats};

/// The size of a chart, with room on the left for the numbers and below for the labels.
const WIDTH: f64 = 352.0;
const HEIGHT: f64 = 150.0;
const LEFT: f64 = 30.0;
const BOTTOM: f64 = 18.0;
const TOP: f64 = 14.0;
/// Where the numbers of the left axis end, and how far below the chart its labels stand.
const AXIS: f64 = LEFT - 6.0;
const LABEL: f64 = HEIGHT - 4.0;

/// The moving average is that of so many points.
const WINDOW: usize = 5;
/// More points are too close to each other for a dot each.
const MOST_DOTS: usize = 64;
/// More bars are too narrow for a number over each.
const MOST_NUMBERS: usize = 16;

/// The charts of a row, given its number in the page.
pub fn charts(stats: &Stats, number: usize) -> Markup {
    html! {
        div.charts {
            (totals(stats.timeline(), number))
            (distribution(stats.distribution(), number))
            @if stats.scored_games() > 0 { (frames(&stats.by_frame(), number)) }
        }
    }
}

/// A chart with its title and description.
fn chart(id: &str, title: &str, description: &str, caption: &str, picture: &Markup) -> Markup {
    html! {
        figure {
            svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } width=(WIDTH) height=(HEIGHT) role="img" aria-labelledby={ (id) "-title " (id) "-values" } {
                title id={ (id) "-title" } { (title) }
                desc id={ (id) "-values" } { (description) }
                (picture)
            }
            figcaption { (caption) }
        }
    }
}

/// A line across the chart, with its number.
fn grid_line(y: f64, text: &str) -> Markup {
    html! {
        line.grid x1=(LEFT) x2=(WIDTH) y1=(place(y)) y2=(place(y)) {}
        text x=(AXIS) y=(place(y + 4.0)) text-anchor="end" { (text) }
    }
}

/// A coordinate with one decimal.
fn place(at: f64) -> String {
    format!("{at:.1}")
}

/// The totals over time, and their moving average.
fn totals(points: &[Point], number: usize) -> Markup {
    let averages: Vec<f64> = points.iter().map(|point| average(std::slice::from_ref(point))).collect();
    let moving: Vec<f64> = (1..=points.len()).map(|end| average(&points[end.saturating_sub(WINDOW)..end])).collect();
    let (low, high) = scale(&averages);
    let x = |at: usize| LEFT + 6.0 + (WIDTH - LEFT - 12.0) * at as f64 / (points.len().max(2) - 1) as f64;
    let y = |value: f64| HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (value - low) / (high - low);
    let line = |values: &[f64]| {
        values.iter().enumerate().fold(String::new(), |mut line, (at, &value)| {
            // Writing to memory cannot fail.
            let _ = write!(line, "{:.1},{:.1} ", x(at), y(value));
            line
        })
    };
    let games: u64 = points.iter().map(|point| point.games).sum();
    let per_point = points.iter().map(|point| point.games).max().unwrap_or(1);
    let values: Vec<String> = averages.iter().map(|value| format!("{value:.0}")).collect();
    let description = match per_point {
        1 => format!("In order: {}.", values.join(", ")),
        _ => format!("In order, each the average of up to {per_point} games: {}.", values.join(", ")),
    };
    let window = WINDOW as u64 * per_point;
    let picture = html! {
        @for value in [low, f64::midpoint(low, high), high] { (grid_line(y(value), &format!("{value:.0}"))) }
        polyline.totals points=(line(&averages)) {}
        @if points.len() <= MOST_DOTS {
            g.dots {
                @for (at, (&value, text)) in averages.iter().zip(&values).enumerate() {
                    circle cx=(place(x(at))) cy=(place(y(value))) r="2.5" { title { (text) } }
                }
            }
        }
        polyline.moving points=(line(&moving)) {}
        text x=(LEFT) y=(LABEL) { "game 1" }
        @if games > 1 { text x=(WIDTH) y=(LABEL) text-anchor="end" { "game " (games) } }
    };
    let caption = format!("Totals, and the average of the last {window} games (thick)");
    chart(&format!("p{number}-totals"), "Totals over time", &description, &caption, &picture)
}

fn average(points: &[Point]) -> f64 {
    let (games, pins) = points.iter().fold((0, 0), |(games, pins), point| (games + point.games, pins + point.pins));
    pins as f64 / games.max(1) as f64
}

/// Round limits around some totals.
fn scale(values: &[f64]) -> (f64, f64) {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(0.0, f64::max);
    let low = if low.is_finite() { (low / 20.0).floor() * 20.0 } else { 0.0 };
    (low, ((high / 20.0).ceil() * 20.0).max(low + 40.0))
}

/// How many games have a total in each class of ten.
fn distribution(classes: &[u64], number: usize) -> Markup {
    let first = classes.iter().position(|&games| games > 0).unwrap_or(0);
    let last = classes.iter().rposition(|&games| games > 0).unwrap_or(0);
    // A single bar would fill the chart.
    let last = last.max((first + 4).min(classes.len() - 1));
    let shown = &classes[first..=last];
    let most = shown.iter().copied().max().unwrap_or(1).max(1);
    let width = (WIDTH - LEFT) / shown.len() as f64;
    let height = |games: u64| (HEIGHT - BOTTOM - TOP) * games as f64 / most as f64;
    let label = |class: usize| class * usize::from(CLASS);
    // Labels need room.
    let step = shown.len().div_ceil(8);
    let counted = shown.iter().enumerate().filter(|&(_, &games)| games > 0);
    let values: Vec<String> = counted
        .clone()
        .map(|(at, games)| format!("{} to {}: {games}", label(first + at), (label(first + at) + 9).min(300)))
        .collect();
    let picture = html! {
        (grid_line(HEIGHT - BOTTOM, "0"))
        (grid_line(TOP, &most.to_string()))
        @for (at, &games) in counted {
            @let left = LEFT + width * at as f64;
            rect.bar x=(place(left + 1.0)) y=(place(HEIGHT - BOTTOM - height(games))) width=(place(width - 2.0)) height=(place(height(games))) {
                title { (values[shown[..at].iter().filter(|&&games| games > 0).count()]) }
            }
            @if shown.len() <= MOST_NUMBERS {
                text x=(place(left + width / 2.0)) y=(place(HEIGHT - BOTTOM - height(games) - 3.0)) text-anchor="middle" { (games) }
            }
        }
        @for at in (0..shown.len()).step_by(step) {
            text x=(place(LEFT + width * at as f64 + 1.0)) y=(LABEL) { (label(first + at)) }
        }
    };
    let description = format!("{}.", values.join(", "));
    chart(&format!("p{number}-distribution"), "Games by total", &description, "Games by total, in tens", &picture)
}

/// What each frame came to, in percent.
fn frames(frames: &[FrameCounts], number: usize) -> Markup {
    let width = (WIDTH - LEFT) / frames.len() as f64;
    let full = HEIGHT - BOTTOM - TOP;
    let values: Vec<String> = (1..)
        .zip(frames)
        .map(|(frame, FrameCounts { strikes, spares, opens })| {
            format!("frame {frame}: {strikes} strikes, {spares} spares, {opens} opens")
        })
        .collect();
    let picture = html! {
        @for percent in [0_u8, 50, 100] {
            (grid_line(HEIGHT - BOTTOM - full * f64::from(percent) / 100.0, &percent.to_string()))
        }
        @for (at, frame) in frames.iter().enumerate() {
            @let left = LEFT + width * at as f64;
            g {
                title { (values[at]) }
                @for (class, from, count) in stacked(*frame) {
                    @let all = (frame.strikes + frame.spares + frame.opens).max(1) as f64;
                    @if count > 0 {
                        rect class={ "bar " (class) } x=(place(left + 4.0)) width=(place(width - 8.0))
                            y=(place(HEIGHT - BOTTOM - full * (from + count) as f64 / all))
                            height=(place(full * count as f64 / all)) {}
                    }
                }
            }
            text x=(place(left + width / 2.0)) y=(LABEL) text-anchor="middle" { (at + 1) }
        }
    };
    let description = format!("{}.", values.join("; "));
    let caption = "Strikes (full), spares (light), opens (dotted), in %";
    chart(&format!("p{number}-frames"), "Strikes, spares and opens by frame", &description, caption, &picture)
}

/// The class of each part of a bar, where it starts and how large it is.
const fn stacked(frame: FrameCounts) -> [(&'static str, u64, u64); 3] {
    let FrameCounts { strikes, spares, opens } = frame;
    [("strikes", 0, strikes), ("spares", strikes, spares), ("opens", strikes + spares, opens)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_has_round_limits_around_the_totals() {
        assert_eq!(scale(&[87.0, 213.0]), (80.0, 220.0));
        assert_eq!(scale(&[150.0]), (140.0, 180.0));
        assert_eq!(scale(&[]), (0.0, 40.0));
    }

    #[test]
    fn an_average_counts_games_not_points() {
        assert!((average(&[Point { games: 1, pins: 100 }, Point { games: 3, pins: 600 }]) - 175.0).abs() < 1e-9);
    }
}
