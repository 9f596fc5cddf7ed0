//! Charts as inline SVG. Each has a title, and a description with its values for screen readers.
#![expect(clippy::cast_precision_loss, reason = "places in a picture are rounded")]

use std::fmt::Write as _;

use maud::{Markup, html};

use super::super::date;
use super::scale::{Limits, Scale};
use crate::stats::{FrameCounts, Point, Stats};

/// The size of a chart, with room around it for numbers and labels. It is small, so that three of them fit side by
/// side on paper with text that can be read.
const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 132.0;
const LEFT: f64 = 30.0;
const RIGHT: f64 = 36.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 18.0;
/// Where the numbers of the left axis end, and where the labels below the chart stand.
const AXIS: f64 = LEFT - 4.0;
const LABEL: f64 = HEIGHT - 4.0;
/// Where lines end, with room beside them for their values.
const END: f64 = WIDTH - RIGHT;
/// The distance of two lines of text, and the width of a number of three digits.
const LINE: f64 = 11.0;
const NUMBER: f64 = 24.0;

/// The moving average is that of this many points.
const WINDOW: usize = 5;
/// More points are too close to each other for a dot each.
const MOST_DOTS: usize = 64;
/// A larger number does not fit over its bar.
const MOST_OVER_BAR: u64 = 99;

/// The charts of a row, given its number in the page.
pub fn charts(stats: &Stats, limits: Limits, number: usize) -> Markup {
    html! {
        div.charts {
            (totals(stats, limits, number))
            (distribution(stats, limits, number))
            @if stats.scored_games() > 0 { (frames(&stats.by_frame(), number)) }
        }
    }
}

fn chart(id: &str, title: &str, description: &str, caption: &Markup, picture: &Markup) -> Markup {
    html! {
        figure {
            svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-labelledby={ (id) "-title " (id) "-values" } {
                title id={ (id) "-title" } { (title) }
                desc id={ (id) "-values" } { (description) }
                (picture)
            }
            figcaption { (caption) }
        }
    }
}

/// A line across the chart, with its number.
fn grid_line(y: f64, end: f64, text: &str) -> Markup {
    html! {
        line.grid x1=(LEFT) x2=(end) y1=(place(y)) y2=(place(y)) {}
        text x=(AXIS) y=(place(y + 4.0)) text-anchor="end" { (text) }
    }
}

/// A sample of what a word of the caption means, drawn like the chart itself: right in light and in dark mode.
fn sample(class: &str) -> Markup {
    html! { svg.sample viewBox="0 0 10 10" aria-hidden="true" { rect class=(class) x="1" y="1" width="8" height="8" {} } }
}

/// A coordinate with one decimal.
fn place(at: f64) -> String {
    let text = format!("{at:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// A scale that goes upwards.
fn upwards((from, to): (u16, u16)) -> Scale {
    Scale { from: from.into(), to: to.into(), first: HEIGHT - BOTTOM, last: TOP }
}

/// The totals over time, their average and their moving average.
fn totals(stats: &Stats, limits: Limits, number: usize) -> Markup {
    let points = stats.timeline();
    let days = days(points);
    let has_days = days.is_some();
    // Without days, points are at equal distances.
    let places = days.unwrap_or_else(|| (0..).take(points.len()).collect());
    let [first, last] = [places.first(), places.last()].map(|place| place.copied().unwrap_or_default());
    let x = Scale { from: first.into(), to: last.into(), first: LEFT + 4.0, last: END - 4.0 };
    let y = upwards(limits.totals);
    let at = |index: usize| x.place(places[index].into());
    let line = |values: &[(usize, f64)]| {
        values.iter().fold(String::new(), |mut line, &(index, value)| {
            // Writing to memory cannot fail.
            let _ = write!(line, "{},{} ", place(at(index)), place(y.place(value)));
            line
        })
    };
    let values: Vec<f64> = points.iter().map(|point| average(std::slice::from_ref(point))).collect();
    let texts: Vec<String> = values.iter().map(|value| format!("{value:.0}")).collect();
    let per_point = points.iter().map(|point| point.games).max().unwrap_or(1);
    let mean = stats.average().unwrap_or_default();
    let (line_of_totals, line_of_averages) = (daily(&values, &places), moving(points, &places));
    let last_value = line_of_totals.last().map_or(mean, |&(_, value)| value);
    // Beside their lines, and never over each other.
    let mut ends_at = [last_value, mean].map(|value| y.place(value) + 4.0);
    let apart = (LINE - (ends_at[0] - ends_at[1]).abs()).max(0.0) / 2.0;
    let up = if last_value > mean { apart } else { -apart };
    ends_at = [ends_at[0] - up, ends_at[1] + up];
    let ends =
        if has_days { [first, last].map(date::text) } else { ["game 1".into(), format!("game {}", stats.games())] };
    let picture = html! {
        @for value in [y.from, f64::midpoint(y.from, y.to), y.to] { (grid_line(y.place(value), END, &format!("{value:.0}"))) }
        polyline.totals points=(line(&line_of_totals)) {}
        @if points.len() <= MOST_DOTS {
            g.dots {
                @for (index, (&value, text)) in values.iter().zip(&texts).enumerate() {
                    circle cx=(place(at(index))) cy=(place(y.place(value))) r="2" { title { (text) } }
                }
            }
        }
        polyline.moving points=(line(&line_of_averages)) {}
        line.mean x1=(LEFT) x2=(END) y1=(place(y.place(mean))) y2=(place(y.place(mean))) {}
        text.last x=(END + 2.0) y=(place(ends_at[0])) { (format!("{last_value:.0}")) }
        text x=(END + 2.0) y=(place(ends_at[1])) { (format!("{mean:.1}")) }
        text x=(LEFT) y=(LABEL) { (ends[0]) }
        text x=(END) y=(LABEL) text-anchor="end" { (ends[1]) }
    };
    let unit = date::unit(first);
    let window = WINDOW as u64 * per_point;
    let is_daily = line_of_totals.len() < points.len();
    let what = match per_point {
        _ if is_daily => format!("Average of each {unit}"),
        1 => "Totals".into(),
        _ => format!("Averages of {per_point} games"),
    };
    let caption = html! {
        (sample("thin")) " " (what)
        @if is_daily && points.len() <= MOST_DOTS { ", a dot for each game" }
        @if !line_of_averages.is_empty() { ", " (sample("thick")) " average of the last " (window) " games" }
        ", dashed: average of all games"
    };
    let order = if has_days { format!("By {unit}") } else { "In order".into() };
    let description = match per_point {
        1 => format!("{order}: {}.", texts.join(", ")),
        _ => format!("{order}, each the average of up to {per_point} games: {}.", texts.join(", ")),
    };
    chart(&format!("p{number}-totals"), "Totals over time", &description, &caption, &picture)
}

/// The days or weeks of all points, if they are known and differ.
fn days(points: &[Point]) -> Option<Vec<i32>> {
    let days: Vec<i32> = points.iter().map(|point| point.day).collect::<Option<_>>()?;
    let (first, last) = (*days.first()?, *days.last()?);
    (first != last && date::are_alike(first, last)).then_some(days)
}

/// The values of a line, with their points: one for each place, the average of its points.
fn daily(values: &[f64], places: &[i32]) -> Vec<(usize, f64)> {
    let mut first = 0;
    let mean = |day: &[i32]| {
        let of_day = &values[first..first + day.len()];
        first += day.len();
        (first - 1, of_day.iter().sum::<f64>() / of_day.len() as f64)
    };
    places.chunk_by(|one, other| one == other).map(mean).collect()
}

/// The moving averages, each with its last point: the last of each place, from the first [`WINDOW`] points on.
/// One alone is no line.
fn moving(points: &[Point], places: &[i32]) -> Vec<(usize, f64)> {
    let averages = (WINDOW - 1..).zip(points.windows(WINDOW).map(average));
    let line: Vec<_> = averages.filter(|&(index, _)| places.get(index + 1) != Some(&places[index])).collect();
    if line.len() > 1 { line } else { Vec::new() }
}

fn average(points: &[Point]) -> f64 {
    let (games, pins) = points.iter().fold((0, 0), |(games, pins), point| (games + point.games, pins + point.pins));
    pins as f64 / games.max(1) as f64
}

/// The share of games with a total in each class, each bar with its number of games, or its percentage where numbers
/// of games are too wide.
fn distribution(stats: &Stats, limits: Limits, number: usize) -> Markup {
    let classes = limits.classes(stats);
    let width = (WIDTH - LEFT) / classes.len() as f64;
    let y = upwards((0, limits.share.into()));
    // Labels need room.
    let step = classes.len().div_ceil(5);
    let is_counted = limits.games <= MOST_OVER_BAR;
    let bars = || classes.iter().enumerate().filter(|(_, class)| class.games > 0);
    let values: Vec<String> =
        bars().map(|(_, class)| format!("{} to {}: {}", class.from, class.to, class.games)).collect();
    let picture = html! {
        (grid_line(y.first, WIDTH, "0"))
        (grid_line(y.last, WIDTH, &format!("{}%", limits.share)))
        @for ((at, class), text) in bars().zip(&values) {
            @let left = LEFT + width * at as f64;
            @let top = y.place(class.percent);
            rect.bar x=(place(left + 0.5)) y=(place(top)) width=(place(width - 1.0)) height=(place(y.first - top)) {
                title { (text) }
            }
            text x=(place(left + width / 2.0)) y=(place(top - 3.0)) text-anchor="middle" {
                @if is_counted { (class.games) } @else if class.percent < 1.0 { "<1" } @else { (format!("{:.0}", class.percent)) }
            }
        }
        // The end has a label of its own.
        @for (at, class) in classes.iter().enumerate().step_by(step) {
            @let left = LEFT + width * at as f64;
            @if left + 2.0 * NUMBER < WIDTH { text x=(place(left)) y=(LABEL) { (class.from) } }
        }
        text x=(WIDTH) y=(LABEL) text-anchor="end" { (limits.totals.1) }
    };
    let caption = html! {
        "Games by total, in " (if limits.class_width() == 10 { "tens" } else { "twenties" })
        @if !is_counted { ", in percent" }
    };
    let description = format!("{}.", values.join(", "));
    chart(&format!("p{number}-distribution"), "Games by total", &description, &caption, &picture)
}

/// The marks of each frame, in percent.
fn frames(frames: &[FrameCounts], number: usize) -> Markup {
    let width = (WIDTH - LEFT) / frames.len() as f64;
    let y = upwards((0, 100));
    let values: Vec<String> = (1..)
        .zip(frames)
        .map(|(frame, FrameCounts { strikes, spares, opens })| {
            format!("frame {frame}: {strikes} strikes, {spares} spares, {opens} opens")
        })
        .collect();
    let picture = html! {
        @for percent in [0_u8, 50, 100] { (grid_line(y.place(percent.into()), WIDTH, &format!("{percent}%"))) }
        @for (at, frame) in frames.iter().enumerate() {
            @let left = LEFT + width * at as f64;
            g {
                title { (values[at]) }
                @for (class, from, to) in stacked(*frame).into_iter().filter(|(_, from, to)| from < to) {
                    rect class=(class) x=(place(left + 2.0)) width=(place(width - 4.0))
                        y=(place(y.place(to))) height=(place(y.place(from) - y.place(to))) {}
                }
            }
            text x=(place(left + width / 2.0)) y=(LABEL) text-anchor="middle" { (at + 1) }
        }
        text x="0" y=(LABEL) { "frame" }
    };
    let sum = |count: fn(&FrameCounts) -> u64| frames.iter().map(count).sum();
    let sum = FrameCounts { strikes: sum(|of| of.strikes), spares: sum(|of| of.spares), opens: sum(|of| of.opens) };
    let caption = html! {
        "Frames: "
        @for (at, (class, from, to)) in stacked(sum).into_iter().enumerate() {
            @if at > 0 { ", " }
            (sample(class)) " " (class) " " (format!("{:.0}", to - from)) "%"
        }
    };
    let description = format!("{}.", values.join("; "));
    chart(&format!("p{number}-frames"), "Strikes, spares and opens by frame", &description, &caption, &picture)
}

/// The parts of a bar, each with the percentages at which it starts and ends.
fn stacked(FrameCounts { strikes, spares, opens }: FrameCounts) -> [(&'static str, f64, f64); 3] {
    let all = (strikes + spares + opens).max(1) as f64;
    let percent = |count: u64| 100.0 * count as f64 / all;
    [
        ("strikes", 0.0, percent(strikes)),
        ("spares", percent(strikes), percent(strikes + spares)),
        ("opens", percent(strikes + spares), percent(strikes + spares + opens)),
    ]
}

#[cfg(test)]
mod tests;
