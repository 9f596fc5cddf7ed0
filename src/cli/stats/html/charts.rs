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
const RIGHT: f64 = 24.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 18.0;
/// Where the numbers of the left axis end, and where the labels below the chart stand.
const AXIS: f64 = LEFT - 4.0;
const LABEL: f64 = HEIGHT - 4.0;

/// The moving average is that of this many points.
const WINDOW: usize = 5;
/// More points are too close to each other for a dot each.
const MOST_DOTS: usize = 64;
/// The width of the label of the average.
const MEAN_LABEL: f64 = 84.0;
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
fn grid_line(y: f64, text: &str) -> Markup {
    html! {
        line.grid x1=(LEFT) x2=(WIDTH) y1=(place(y)) y2=(place(y)) {}
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

/// The scale of totals, upwards.
fn height_of_totals(limits: Limits) -> Scale {
    let (from, to) = limits.totals;
    Scale { from: from.into(), to: to.into(), first: HEIGHT - BOTTOM, last: TOP }
}

/// The scale of a percentage, upwards.
fn height_of_percent(most: u8) -> Scale {
    Scale { from: 0.0, to: most.into(), first: HEIGHT - BOTTOM, last: TOP }
}

/// The totals over time, their average and their moving average.
fn totals(stats: &Stats, limits: Limits, number: usize) -> Markup {
    let points = stats.timeline();
    let days = days(points);
    let across = match &days {
        Some(days) => (f64::from(days[0]), f64::from(days[days.len() - 1])),
        None => (0.0, (points.len().max(2) - 1) as f64),
    };
    let x = Scale { from: across.0, to: across.1, first: LEFT + 4.0, last: WIDTH - RIGHT };
    let y = height_of_totals(limits);
    let at = |index: usize| x.place(days.as_ref().map_or(index as f64, |days| days[index].into()));
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
    let (line_of_totals, line_of_averages) =
        (daily(&values, days.as_deref()), last_of_day(&moving(points), days.as_deref()));
    // Above all lines that pass where the label of the average stands.
    let near = line_of_totals.iter().chain(&line_of_averages).filter(|(index, _)| at(*index) < LEFT + MEAN_LABEL);
    let top = near.map(|&(_, value)| value).fold(mean, f64::max);
    let ends = days.as_ref().map_or_else(
        || ["game 1".into(), format!("game {}", stats.games())],
        |days| [date::iso(days[0]), date::iso(days[days.len() - 1])],
    );
    let picture = html! {
        @for value in [y.from, f64::midpoint(y.from, y.to), y.to] { (grid_line(y.place(value), &format!("{value:.0}"))) }
        polyline.totals points=(line(&line_of_totals)) {}
        @if points.len() <= MOST_DOTS {
            g.dots {
                @for (index, (&value, text)) in values.iter().zip(&texts).enumerate() {
                    circle cx=(place(at(index))) cy=(place(y.place(value))) r="2" { title { (text) } }
                }
            }
        }
        polyline.moving points=(line(&line_of_averages)) {}
        line.mean x1=(LEFT) x2=(WIDTH - RIGHT) y1=(place(y.place(mean))) y2=(place(y.place(mean))) {}
        text x=(LEFT + 2.0) y=(place((y.place(top) - 4.0).max(TOP - 4.0))) { "average " (format!("{mean:.1}")) }
        @if let Some((_, last)) = line_of_totals.last() {
            text.last x=(WIDTH) y=(place(y.place(*last) + 4.0)) text-anchor="end" { (format!("{last:.0}")) }
        }
        text x=(LEFT) y=(LABEL) { (ends[0]) }
        text x=(WIDTH) y=(LABEL) text-anchor="end" { (ends[1]) }
    };
    let window = WINDOW as u64 * per_point;
    let what = match per_point {
        _ if line_of_totals.len() < points.len() => "Average of each date".into(),
        1 => "Totals".into(),
        _ => format!("Averages of {per_point} games"),
    };
    let caption = html! {
        (sample("thin")) " " (what)
        @if points.len() >= WINDOW { ", " (sample("thick")) " average of the last " (window) " games" }
    };
    let order = if days.is_some() { "By date" } else { "In order" };
    let description = match per_point {
        1 => format!("{order}: {}.", texts.join(", ")),
        _ => format!("{order}, each the average of up to {per_point} games: {}.", texts.join(", ")),
    };
    chart(&format!("p{number}-totals"), "Totals over time", &description, &caption, &picture)
}

/// The days of all points, if they are known and differ.
fn days(points: &[Point]) -> Option<Vec<i32>> {
    let days: Vec<i32> = points.iter().map(|point| point.day).collect::<Option<_>>()?;
    (days.first() != days.last()).then_some(days)
}

/// The values of a line, with their points: one for each day, the average of its points.
fn daily(values: &[f64], days: Option<&[i32]>) -> Vec<(usize, f64)> {
    let Some(days) = days else { return values.iter().copied().enumerate().collect() };
    let mut first = 0;
    let mean = |day: &[i32]| {
        let of_day = &values[first..first + day.len()];
        first += day.len();
        (first - 1, of_day.iter().sum::<f64>() / of_day.len() as f64)
    };
    days.chunk_by(|one, other| one == other).map(mean).collect()
}

/// The moving averages, each with its last point. The first is that of the first [`WINDOW`] points.
fn moving(points: &[Point]) -> Vec<(usize, f64)> {
    (WINDOW - 1..).zip(points.windows(WINDOW).map(average)).collect()
}

fn last_of_day(values: &[(usize, f64)], days: Option<&[i32]>) -> Vec<(usize, f64)> {
    let is_last = |index: usize| days.is_none_or(|days| days.get(index + 1) != Some(&days[index]));
    values.iter().copied().filter(|&(index, _)| is_last(index)).collect()
}

fn average(points: &[Point]) -> f64 {
    let (games, pins) = points.iter().fold((0, 0), |(games, pins), point| (games + point.games, pins + point.pins));
    pins as f64 / games.max(1) as f64
}

/// The share of games with a total in each class, each bar with its number of games.
fn distribution(stats: &Stats, limits: Limits, number: usize) -> Markup {
    let classes = limits.classes(stats);
    let width = (WIDTH - LEFT) / classes.len() as f64;
    let y = height_of_percent(limits.share);
    // Labels need room.
    let step = classes.len().div_ceil(5);
    let values: Vec<String> = classes
        .iter()
        .filter(|class| class.games > 0)
        .map(|class| format!("{} to {}: {}", class.from, class.to, class.games))
        .collect();
    let mut texts = values.iter();
    let picture = html! {
        (grid_line(y.first, "0"))
        (grid_line(y.last, &format!("{}%", limits.share)))
        @for (at, class) in classes.iter().enumerate().filter(|(_, class)| class.games > 0) {
            @let left = LEFT + width * at as f64;
            @let top = y.place(class.percent);
            rect.bar x=(place(left + 0.5)) y=(place(top)) width=(place(width - 1.0)) height=(place(y.first - top)) {
                @if let Some(text) = texts.next() { title { (text) } }
            }
            @if class.games <= MOST_OVER_BAR {
                text x=(place(left + width / 2.0)) y=(place(top - 3.0)) text-anchor="middle" { (class.games) }
            }
        }
        @for (at, class) in classes.iter().enumerate().step_by(step) {
            text x=(place(LEFT + width * at as f64)) y=(LABEL) { (class.from) }
        }
    };
    let caption = html! { "Games by total, in " (if limits.class_width() == 10 { "tens" } else { "twenties" }) };
    let description = format!("{}.", values.join(", "));
    chart(&format!("p{number}-distribution"), "Games by total", &description, &caption, &picture)
}

/// The marks of each frame, in percent.
fn frames(frames: &[FrameCounts], number: usize) -> Markup {
    let width = (WIDTH - LEFT) / frames.len() as f64;
    let y = height_of_percent(100);
    let values: Vec<String> = (1..)
        .zip(frames)
        .map(|(frame, FrameCounts { strikes, spares, opens })| {
            format!("frame {frame}: {strikes} strikes, {spares} spares, {opens} opens")
        })
        .collect();
    let picture = html! {
        @for percent in [0_u8, 50, 100] { (grid_line(y.place(percent.into()), &format!("{percent}%"))) }
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
    let sum = frames.iter().fold(FrameCounts::default(), |sum, frame| FrameCounts {
        strikes: sum.strikes + frame.strikes,
        spares: sum.spares + frame.spares,
        opens: sum.opens + frame.opens,
    });
    let caption = html! {
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
mod tests {
    use super::*;
    use crate::Rules;

    fn points(pins: &[u64]) -> Vec<Point> {
        pins.iter().map(|&pins| Point { games: 1, pins, day: None }).collect()
    }

    #[test]
    fn an_average_counts_games_not_points() {
        let points = [Point { games: 1, pins: 100, day: None }, Point { games: 3, pins: 600, day: None }];
        assert!((average(&points) - 175.0).abs() < 1e-9);
    }

    #[test]
    fn the_moving_average_starts_when_it_has_its_games() {
        assert_eq!(moving(&points(&[100, 110, 120, 130])), []);
        assert_eq!(moving(&points(&[100, 110, 120, 130, 140, 200])), [(4, 120.0), (5, 140.0)]);
    }

    #[test]
    fn a_line_has_one_value_per_day() {
        let values = [100.0, 120.0, 150.0];
        assert_eq!(daily(&values, None), [(0, 100.0), (1, 120.0), (2, 150.0)]);
        assert_eq!(daily(&values, Some(&[7, 7, 14])), [(1, 110.0), (2, 150.0)]);
        assert_eq!(last_of_day(&daily(&values, None), Some(&[7, 7, 14])), [(1, 120.0), (2, 150.0)]);
    }

    #[test]
    fn days_need_to_be_known_and_to_differ() {
        let on = |days: [Option<i32>; 2]| days.map(|day| Point { games: 1, pins: 1, day });
        assert_eq!(days(&on([Some(1), Some(8)])), Some(vec![1, 8]));
        assert_eq!(days(&on([Some(1), Some(1)])), None);
        assert_eq!(days(&on([None, Some(1)])), None);
    }

    #[test]
    fn the_parts_of_a_bar_are_shares_on_top_of_each_other() {
        let parts = stacked(FrameCounts { strikes: 1, spares: 2, opens: 1 });
        assert_eq!(parts, [("strikes", 0.0, 25.0), ("spares", 25.0, 75.0), ("opens", 75.0, 100.0)]);
    }

    /// The numbers of an attribute, in order.
    fn numbers(chart: &Markup, element: &str, attribute: &str) -> Vec<f64> {
        let starts = chart.0.split(element).skip(1);
        let value = |text: &str| text.split(&format!(" {attribute}=\"")).nth(1)?.split('"').next()?.parse().ok();
        starts.filter_map(value).collect()
    }

    #[test]
    fn a_point_is_the_value_that_it_says() {
        let mut stats = Stats::new(Rules::Tenpin);
        for (total, day) in [(300, 0), (120, 7), (150, 70), (190, 7), (100, 14)] {
            stats.set_day(Some(day));
            stats.add_total(total).unwrap();
        }
        let limits = Limits::new(std::iter::once(&stats));
        let chart = totals(&stats, limits, 1);
        // The scale is from 100 at 114 to 300 at 14, and from day 0 at 34 to day 70 at 216.
        let value = |place: f64| (100.0 + (HEIGHT - BOTTOM - place) * 2.0).round();
        let day = |place: f64| ((place - LEFT - 4.0) * 70.0 / (WIDTH - RIGHT - LEFT - 4.0)).round();
        assert_eq!(
            numbers(&chart, "<circle", "cy").into_iter().map(value).collect::<Vec<_>>(),
            [300.0, 120.0, 190.0, 100.0, 150.0]
        );
        assert_eq!(
            numbers(&chart, "<circle", "cx").into_iter().map(day).collect::<Vec<_>>(),
            [0.0, 7.0, 7.0, 14.0, 70.0]
        );
        assert!(chart.0.contains(">1970-01-01</text>") && chart.0.contains(">1970-03-12</text>"));
        assert!(chart.0.contains(">average 172.0</text>") && chart.0.contains(">150</text>"));
    }

    #[test]
    fn a_bar_is_as_high_as_its_share() {
        let mut stats = Stats::new(Rules::Tenpin);
        for total in [90, 90, 90, 95, 111] {
            stats.add_total(total).unwrap();
        }
        let limits = Limits::new(std::iter::once(&stats));
        let full = HEIGHT - BOTTOM - TOP;
        // The scale ends at 80 percent.
        let share = |height: f64| (height / full * 80.0).round();
        let chart = distribution(&stats, limits, 1);
        assert_eq!(numbers(&chart, "<rect", "height").into_iter().map(share).collect::<Vec<_>>(), [80.0, 20.0]);
        let frame = FrameCounts { strikes: 1, spares: 2, opens: 1 };
        let heights = numbers(&frames(&[frame], 1), "<rect", "height");
        let share = |height: &f64| (height / full * 100.0).round();
        assert_eq!(heights.iter().take(3).map(share).collect::<Vec<_>>(), [25.0, 50.0, 25.0]);
    }
}
