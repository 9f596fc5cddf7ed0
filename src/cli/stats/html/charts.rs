//! Charts as inline SVG. Each has a title, and a description with its values for screen readers; parts of it say their
//! values when the pointer is over them. All numbers are those of `--json`, which a test reads back from the pictures.
#![expect(clippy::cast_precision_loss, reason = "places in a picture are rounded")]

use std::fmt::Write as _;

use maud::{Markup, html};

use super::super::columns::real;
use super::scale::{Limits, Scale, counts, even_step};
use crate::cli::page::date;
use crate::game::MAX_TOTAL;
use crate::stats::{FrameCounts, Point, Stats};

/// The room of a picture, with margins for numbers and labels.
#[derive(Clone, Copy)]
struct Area {
    width: f64,
    height: f64,
    left: f64,
    right: f64,
}

const TOP: f64 = 16.0;
const BOTTOM: f64 = 24.0;

/// A chart as wide as the page. On a phone its text is drawn twice as large, so its margins are wide.
const WIDE: Area = Area { width: 720.0, height: 220.0, left: 46.0, right: 84.0 };
/// A chart of half the width.
const HALF: Area = Area { width: 352.0, height: 150.0, left: 30.0, right: 12.0 };

/// The most labels below a wide chart.
const MOST_LABELS: i32 = 9;
/// The line of a trend goes through the averages of this many points.
const TREND: usize = 5;

/// The charts of a row, given its number in the page.
pub fn charts(stats: &Stats, limits: Limits, number: usize) -> Markup {
    html! {
        div.charts {
            @if let Some((first, last)) = days(stats.timeline()) { (over_time(stats, first, last, number)) }
            (distribution(stats, limits, number))
            @if stats.scored_games() > 0 { (frames(&stats.by_frame(), number)) }
        }
    }
}

impl Area {
    /// A scale that goes up from the bottom.
    const fn upwards(self, from: f64, to: f64) -> Scale {
        Scale { from, to, first: self.height - BOTTOM, last: TOP }
    }

    /// The place of the labels below the chart.
    const fn label(self) -> f64 {
        self.height - 6.0
    }

    /// A line across the chart, with its number.
    fn grid_line(self, y: f64, text: &str) -> Markup {
        html! {
            line.grid x1=(self.left) x2=(self.width - self.right) y1=(place(y)) y2=(place(y)) {}
            text x=(self.left - 4.0) y=(place(y + 4.0)) text-anchor="end" { (text) }
        }
    }

    fn chart(self, [id, title]: [&str; 2], description: &str, caption: &Markup, picture: &Markup) -> Markup {
        let class = (self.width > HALF.width).then_some("wide");
        html! {
            figure class=[class] {
                svg viewBox={ "0 0 " (self.width) " " (self.height) } role="img" aria-labelledby={ (id) "-title " (id) "-values" } {
                    title id={ (id) "-title" } { (title) }
                    desc id={ (id) "-values" } { (description) }
                    (picture)
                }
                figcaption { (caption) }
            }
        }
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

/// The first and the last of the days, if there are several.
fn days(points: &[Point]) -> Option<(i32, i32)> {
    let (first, last) = (points.first()?.day, points.last()?.day);
    (first != last && date::are_alike(first, last)).then_some((first, last))
}

/// The totals of one player over time: the average and the range of each day, and a trend.
fn over_time(stats: &Stats, first: i32, last: i32, number: usize) -> Markup {
    let (area, points) = (WIDE, stats.timeline());
    let x = Scale { from: first.into(), to: last.into(), first: area.left + 6.0, last: area.width - area.right - 6.0 };
    let low = if points.iter().any(|point| point.low < 100) { 0.0 } else { 100.0 };
    let y = area.upwards(low, MAX_TOTAL.into());
    let line = |values: &[(i32, f64)]| {
        values.iter().fold(String::new(), |mut line, &(day, value)| {
            // Writing to memory cannot fail.
            let _ = write!(line, "{},{} ", place(x.place(day.into())), place(y.place(value)));
            line
        })
    };
    let averages: Vec<(i32, f64)> = points.iter().map(|point| (point.day, average([point]))).collect();
    let texts: Vec<String> = points.iter().map(described).collect();
    let trend = trend(points);
    let mean = stats.average().unwrap_or_default();
    let last_average = averages.last().map_or(mean, |&(_, value)| value);
    let best = points.iter().rev().max_by_key(|point| point.high);
    let unit = date::unit(first);
    let (each, last_few) = match stats.days_of_point() {
        1 => (unit.to_owned(), format!("{TREND} {unit}s")),
        days => (format!("{days} {}s", if date::is_week(first) { "week" } else { "day" }), format!("{TREND} of these")),
    };
    let picture = html! {
        @for total in [0, 100, 200, 300_u16] {
            @if f64::from(total) >= low { (area.grid_line(y.place(total.into()), &total.to_string())) }
        }
        @for (day, label) in ticks(first, last) {
            @let at = place(x.place(day.into()));
            line.tick x1=(at) x2=(at) y1=(area.height - BOTTOM) y2=(area.height - BOTTOM + 4.0) {}
            // A whole date is at an end of the line.
            @let anchor = match label.len() { 0..=4 => "middle", _ if day == first => "start", _ => "end" };
            text x=(at) y=(area.label()) text-anchor=(anchor) { (label) }
        }
        line.mean x1=(area.left) x2=(area.width - area.right) y1=(place(y.place(mean))) y2=(place(y.place(mean))) {}
        polyline.totals points=(line(&averages)) {}
        @if !trend.is_empty() { polyline.moving points=(line(&trend)) {} }
        @for ((point, &(day, value)), text) in points.iter().zip(&averages).zip(&texts) {
            @let at = place(x.place(day.into()));
            g.day {
                title { (text) }
                line.span x1=(at) x2=(at) y1=(place(y.place(point.low.into()))) y2=(place(y.place(point.high.into()))) {}
                circle cx=(at) cy=(place(y.place(value))) r="2.5" {}
            }
        }
        @if let Some(best) = best {
            @let at = x.place(best.day.into());
            circle.best cx=(place(at)) cy=(place(y.place(best.high.into()))) r="4" {}
            text.last x=(place(at.max(area.left + 18.0))) y=(place(y.place(best.high.into()) - 6.0)) text-anchor="middle" { (best.high) }
        }
        text.last x=(area.width - area.right + 4.0) y=(place(y.place(last_average) + 4.0)) { (one_decimal(last_average)) }
    };
    let caption = html! {
        (sample("thin")) " average of each " (each) ", the last one labelled; the bar from its low to its high, the best game ringed"
        @if !trend.is_empty() { "; " (sample("thick")) " average of the last " (last_few) }
        "; dashed: average of all games, " (one_decimal(mean))
    };
    let description = format!("By {each}: {}.", texts.join("; "));
    area.chart([&format!("p{number}-totals"), "Totals over time"], &description, &caption, &picture)
}

/// A day in words.
fn described(point: &Point) -> String {
    let Point { games, low, high, .. } = *point;
    match games {
        1 => format!("{}: {high}", date::text(point.day)),
        _ => format!(
            "{}: {games} games, average {}, {low} to {high}",
            date::text(point.day),
            one_decimal(average([point]))
        ),
    }
}

pub fn one_decimal(value: f64) -> String {
    real(Some(value), 1)
}

/// The average of the games of the last points, at each point from the first that has enough before it. One alone is no
/// line.
fn trend(points: &[Point]) -> Vec<(i32, f64)> {
    let line = points.windows(TREND).filter_map(|window| Some((window.last()?.day, average(window))));
    Some(line.collect()).filter(|line: &Vec<_>| line.len() > 1).unwrap_or_default()
}

/// The average of the games of some points.
pub fn average<'a>(points: impl IntoIterator<Item = &'a Point>) -> f64 {
    let add = |(games, pins): (u64, u64), point: &Point| (games + point.games, pins + point.pins);
    let (games, pins) = points.into_iter().fold((0, 0), add);
    pins as f64 / games.max(1) as f64
}

/// The labels below a line over time: weeks at even distances, or the first days of months; of less than two months, its
/// ends.
fn ticks(first: i32, last: i32) -> Vec<(i32, String)> {
    if date::is_week(first) {
        let step = even_step(u64::from(last.abs_diff(first)), MOST_LABELS as u64 - 1) as usize;
        return (first..=last).step_by(step.max(1)).map(|week| (week, date::text(week).replace("week ", ""))).collect();
    }
    let all = last.abs_diff(first).cast_signed() / 30;
    let step = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200].into_iter().find(|step| all / step < MOST_LABELS);
    let step = step.unwrap_or(6000);
    let months = date::months(first, last).filter(|(_, year, month)| (12 * year + month - 1) % step == 0);
    let label = |(day, year, month): (i32, i32, i32)| {
        (day, if month == 1 { year.to_string() } else { date::month_name(month)[..3].to_owned() })
    };
    let months: Vec<_> = months.map(label).collect();
    if months.len() > 1 {
        return months;
    }
    [first, last].map(|day| (day, date::text(day))).into()
}

/// The games with a total in each class.
fn distribution(stats: &Stats, limits: Limits, number: usize) -> Markup {
    let (area, classes) = (HALF, limits.classes(stats));
    let x = limits.scale(area.left, area.width - area.right);
    let (y, games) = counts(classes.iter().map(|class| class.games).max().unwrap_or(0), area.height - BOTTOM, TOP);
    let bars = || classes.iter().filter(|class| class.games > 0);
    let texts: Vec<String> = bars().map(|class| format!("{} to {}: {}", class.from, class.to, class.games)).collect();
    let step = if limits.high - limits.low > 120 { 40 } else { 20 };
    let picture = html! {
        @for games in games { (area.grid_line(y.place(games as f64), &games.to_string())) }
        @for (class, text) in bars().zip(&texts) {
            @let (left, right) = (x.place(class.from.into()), x.place(f64::from(class.from + limits.class_width()).min(x.to)));
            @let top = y.place(class.games as f64);
            rect.bar x=(place(left + 0.5)) y=(place(top)) width=(place(right - left - 1.0)) height=(place(y.first - top)) {
                title { (text) }
            }
        }
        @for total in (limits.low..=limits.high).step_by(step) {
            text x=(place(x.place(total.into()))) y=(area.label()) text-anchor="middle" { (total) }
        }
    };
    let caption = html! {
        "Number of games by total, in " (if limits.class_width() == 10 { "tens" } else { "twenties" })
    };
    let description = format!("{}.", texts.join(", "));
    area.chart([&format!("p{number}-distribution"), "Games by total"], &description, &caption, &picture)
}

/// The marks of each frame, in percent of the games.
fn frames(frames: &[FrameCounts], number: usize) -> Markup {
    let area = HALF;
    let width = (area.width - area.left - area.right) / frames.len() as f64;
    let y = area.upwards(0.0, 100.0);
    let text = |(frame, FrameCounts { strikes, spares, opens }): (u8, &FrameCounts)| {
        format!("frame {frame}: {strikes} strikes, {spares} spares, {opens} opens")
    };
    let texts: Vec<String> = (1..).zip(frames).map(text).collect();
    let picture = html! {
        @for percent in [0_u8, 25, 50, 75, 100] { (area.grid_line(y.place(percent.into()), &percent.to_string())) }
        @for (at, frame) in frames.iter().enumerate() {
            @let left = area.left + width * at as f64;
            g {
                title { (texts[at]) }
                @for (class, from, to) in stacked(*frame).into_iter().filter(|(_, from, to)| from < to) {
                    rect class=(class) x=(place(left + 2.0)) width=(place(width - 4.0))
                        y=(place(y.place(to))) height=(place(y.place(from) - y.place(to))) {}
                }
            }
            text x=(place(left + width / 2.0)) y=(area.label()) text-anchor="middle" { (at + 1) }
        }
    };
    let caption = html! {
        "Each frame in percent of the games: "
        @for (at, class) in ["strikes", "spares", "opens"].into_iter().enumerate() {
            @if at > 0 { ", " }
            (sample(class)) " " (class)
        }
    };
    let description = format!("{}.", texts.join("; "));
    area.chart([&format!("p{number}-frames"), "Strikes, spares and opens by frame"], &description, &caption, &picture)
}

/// The parts of a bar, each with the percentages at which it starts and ends.
fn stacked(FrameCounts { strikes, spares, opens }: FrameCounts) -> [(&'static str, f64, f64); 3] {
    let all = (strikes + spares + opens).max(1) as f64;
    let percent = |count: u64| 100.0 * count as f64 / all;
    [
        ("strikes", 0.0, percent(strikes)),
        ("spares", percent(strikes), percent(strikes + spares)),
        ("opens", percent(strikes + spares), 100.0),
    ]
}
