//! Charts are tested by their values: what is drawn is read back from the picture.

use super::*;
use crate::Rules;

#[test]
fn an_average_counts_games_not_points() {
    let points = [Point { games: 1, pins: 100, day: None }, Point { games: 3, pins: 600, day: None }];
    assert!((average(&points) - 175.0).abs() < 1e-9);
}

#[test]
fn days_need_to_be_known_and_to_differ() {
    let on = |days: [Option<i32>; 2]| days.map(|day| Point { games: 1, pins: 1, day });
    assert_eq!(days(&on([Some(1), Some(8)])), Some(vec![1, 8]));
    assert_eq!(days(&on([Some(1), Some(1)])), None);
    assert_eq!(days(&on([None, Some(1)])), None);
}

/// The elements of a name, each with its attributes and text up to the next element.
fn elements<'a>(chart: &'a Markup, name: &str) -> Vec<&'a str> {
    chart.0.split('<').filter(|element| element.split([' ', '>']).next() == Some(name)).collect()
}

fn attribute<'a>(element: &'a str, name: &str) -> &'a str {
    let value = element.split(&format!(" {name}=\"")).nth(1).and_then(|rest| rest.split('"').next());
    value.unwrap_or_else(|| panic!("no {name}: {element}"))
}

fn number(element: &str, name: &str) -> f64 {
    attribute(element, name).parse().unwrap()
}

/// The text of an element, at its place: `(x, y, text)`.
fn labels(chart: &Markup) -> Vec<(f64, f64, &str)> {
    let label = |element| (number(element, "x"), number(element, "y"), text_of(element));
    elements(chart, "text").into_iter().map(label).collect()
}

/// The place of the first label with this text.
fn label(chart: &Markup, text: &str) -> (f64, f64) {
    let found = labels(chart).into_iter().find(|label| label.2 == text);
    found.map_or_else(|| panic!("{text}: {:?}", labels(chart)), |(x, y, _)| (x, y))
}

fn text_of(element: &str) -> &str {
    element.split_once('>').map_or("", |(_, text)| text)
}

/// The corners of the line of a class.
fn corners(chart: &Markup, class: &str) -> Vec<(f64, f64)> {
    let lines = elements(chart, "polyline");
    let line = lines.into_iter().find(|line| attribute(line, "class") == class).unwrap();
    let corner = |pair: &str| pair.split_once(',').map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap()));
    attribute(line, "points").split_whitespace().map(|pair| corner(pair).unwrap()).collect()
}

/// Whether values are equal up to the rounding of places.
fn is_close(one: &[f64], other: &[f64]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| (one - other).abs() < 0.2)
}

fn limits(stats: &Stats) -> Limits {
    Limits::new(std::iter::once(stats), std::iter::once(stats))
}

/// Totals with their days, and the chart of them.
fn chart_of(totals_of_days: &[(u16, Option<i32>)]) -> Markup {
    let mut stats = Stats::new(Rules::Tenpin);
    for &(total, day) in totals_of_days {
        stats.set_day(day);
        stats.add_total(total).unwrap();
    }
    totals(&stats, limits(&stats), 1)
}

/// The total at a height, on a scale from 100 to 300.
fn total_at(y: f64) -> f64 {
    100.0 + (HEIGHT - BOTTOM - y) * 200.0 / (HEIGHT - BOTTOM - TOP)
}

/// How far along the time axis a place is, from 0 to 1.
fn share_at(x: f64) -> f64 {
    (x - LEFT - 4.0) / (END - LEFT - 8.0)
}

const SEASON: [(u16, Option<i32>); 6] =
    [(300, Some(0)), (120, Some(7)), (150, Some(70)), (190, Some(7)), (100, Some(14)), (160, Some(70))];

#[test]
fn a_point_is_the_value_that_it_says() {
    let chart = chart_of(&SEASON);
    let dots = elements(&chart, "circle");
    let totals: Vec<f64> = dots.iter().map(|dot| total_at(number(dot, "cy"))).collect();
    assert!(is_close(&totals, &[300.0, 120.0, 190.0, 100.0, 150.0, 160.0]), "{totals:?}");
    let days: Vec<f64> = dots.iter().map(|dot| share_at(number(dot, "cx")) * 70.0).collect();
    assert!(is_close(&days, &[0.0, 7.0, 7.0, 14.0, 70.0, 70.0]), "{days:?}");
    let said = elements(&chart, "title").into_iter().map(text_of).skip(1).collect::<Vec<_>>();
    assert_eq!(said, ["300", "120", "190", "100", "150", "160"]);
    assert!(chart.0.contains("</svg> Average of each date, a dot for each game, dashed"), "{}", chart.0);
}

#[test]
fn lines_go_through_the_averages_of_days_and_of_the_last_games() {
    let chart = chart_of(&SEASON);
    let line = |class| -> (Vec<f64>, Vec<f64>) {
        corners(&chart, class).into_iter().map(|(x, y)| (share_at(x) * 70.0, total_at(y))).unzip()
    };
    let (days, averages) = line("totals");
    assert!(is_close(&days, &[0.0, 7.0, 14.0, 70.0]) && is_close(&averages, &[300.0, 155.0, 100.0, 155.0]));
    // One average of five games is no line, and is not in the legend.
    assert_eq!(line("moving").0, [0.0; 0]);
    assert!(!chart.0.contains("average of the last"));
    // Two are one. The first is that of the fifth game, which has another of the same day behind it.
    let longer = chart_of(&[&SEASON[..], &[(200, Some(77))]].concat());
    let averages: Vec<f64> = corners(&longer, "moving").into_iter().map(|(_, y)| total_at(y)).collect();
    assert!(is_close(&averages, &[144.0, 160.0]), "{averages:?}");
    let mean = elements(&chart, "line").into_iter().find(|line| attribute(line, "class") == "mean").unwrap();
    assert!(is_close(&[total_at(number(mean, "y1")), total_at(number(mean, "y2"))], &[170.0, 170.0]));
    assert!(is_close(&[number(mean, "x1"), number(mean, "x2")], &[LEFT, END]));
}

#[test]
fn labels_stand_where_their_values_are() {
    let chart = chart_of(&SEASON);
    let find = |text| label(&chart, text);
    // The numbers of the axis stand beside their lines, a little lower because text stands on its line.
    for (text, total) in [("100", 100.0), ("200", 200.0), ("300", 300.0)] {
        let (x, y) = find(text);
        assert!(is_close(&[x, total_at(y - 4.0)], &[AXIS, total]), "{text} {y}");
        let lines = elements(&chart, "line");
        assert!(lines.iter().any(|line| is_close(&[total_at(number(line, "y1"))], &[total])
            && is_close(&[number(line, "x1"), number(line, "x2")], &[LEFT, END])));
    }
    assert_eq!((find("1970-01-01").0, find("1970-03-12").0), (LEFT, END));
    assert!(find("1970-01-01").1 > HEIGHT - BOTTOM && find("1970-03-12").1 <= HEIGHT);
    // The last value and the average are labelled beside the ends of their lines, behind the last dot.
    let [last, mean] = ["155", "170.0"].map(find);
    assert!(is_close(&[last.0, mean.0], &[END + 2.0; 2]), "{last:?} {mean:?}");
    assert!(elements(&chart, "circle").iter().all(|dot| number(dot, "cx") + number(dot, "r") < END));
    // They are too close to each other, so they are moved apart, and the higher value stays the higher one.
    assert!(is_close(&[last.1 - mean.1, total_at(f64::midpoint(last.1, mean.1) - 4.0)], &[LINE, 162.5]));
    let far = chart_of(&[(100, None), (110, None), (100, None), (100, None), (100, None), (300, None)]);
    let [last, mean] = ["135.0", "300"].map(|text| labels(&far).into_iter().rev().find(|label| label.2 == text));
    assert!(is_close(&[total_at(last.unwrap().1 - 4.0), total_at(mean.unwrap().1 - 4.0)], &[135.0, 300.0]));
}

#[test]
fn without_dates_games_are_at_equal_distances() {
    let chart = chart_of(&[(100, None), (150, None), (200, None), (300, None), (250, None)]);
    let places: Vec<f64> = elements(&chart, "circle").into_iter().map(|dot| share_at(number(dot, "cx"))).collect();
    assert!(is_close(&places, &[0.0, 0.25, 0.5, 0.75, 1.0]), "{places:?}");
    let (last, labels) = (labels(&chart).pop().unwrap(), labels(&chart));
    assert_eq!((last.2, labels[labels.len() - 2].2), ("game 5", "game 1"));
    assert!(chart.0.contains("</svg> Totals, dashed: average of all games<"), "{}", chart.0);
    // Six games have two averages of five, which are a line.
    let chart = chart_of(&[(100, None), (150, None), (200, None), (300, None), (250, None), (200, None)]);
    let averages: Vec<f64> = corners(&chart, "moving").into_iter().map(|(_, y)| total_at(y)).collect();
    assert!(is_close(&averages, &[200.0, 220.0]), "{averages:?}");
    assert!(chart.0.contains("> average of the last 5 games,") && !chart.0.contains("a dot for each game"));
}

#[test]
fn many_games_have_a_line_without_dots() {
    let games = |count: usize| chart_of(&vec![(200, None); count]);
    assert_eq!(elements(&games(MOST_DOTS), "circle").len(), MOST_DOTS);
    let many = games(MOST_DOTS + 1);
    assert_eq!((elements(&many, "circle").len(), corners(&many, "totals").len()), (0, MOST_DOTS + 1));
    // From here on a point is the average of two games.
    let more = games(200);
    assert!(more.0.contains("> Averages of 2 games") && more.0.contains("> average of the last 10 games,"));
    assert!(more.0.contains("In order, each the average of up to 2 games: 200, 200"));
}

/// The bars of a chart: left and right end, bottom and top.
fn bars(chart: &Markup) -> Vec<[f64; 4]> {
    let bar = |element: &str| {
        let [x, width, y, height] = ["x", "width", "y", "height"].map(|name| number(element, name));
        [x, x + width, y + height, y]
    };
    let is_bar = |element: &&str| attribute(element, "x") != "1";
    elements(chart, "rect").into_iter().filter(is_bar).map(bar).collect()
}

const FULL: f64 = HEIGHT - BOTTOM - TOP;

#[test]
fn a_bar_is_as_high_as_its_share_and_stands_at_its_totals() {
    let stats = Stats::of_totals([90, 90, 90, 95, 111]);
    let chart = distribution(&stats, limits(&stats), 1);
    let bars = bars(&chart);
    // The scale ends at 80 percent, and goes from 80 to 120 in four classes.
    let shares: Vec<f64> = bars.iter().map(|[_, _, bottom, top]| (bottom - top) / FULL * 80.0).collect();
    assert!(is_close(&shares, &[80.0, 20.0]), "{shares:?}");
    assert!(bars.iter().all(|bar| is_close(&[bar[2]], &[HEIGHT - BOTTOM])));
    let total_at = |x: f64| 80.0 + (x - LEFT) / (WIDTH - LEFT) * 40.0;
    let ends: Vec<f64> = bars.iter().flat_map(|&[left, right, ..]| [total_at(left), total_at(right)]).collect();
    assert!(is_close(&ends, &[90.0, 100.0, 110.0, 120.0]), "{ends:?}");
    let labels = labels(&chart);
    // The numbers of games stand over their bars, in the middle.
    for (text, bar) in [("4", bars[0]), ("1", bars[1])] {
        let (x, y) = label(&chart, text);
        assert!(is_close(&[x, y], &[f64::midpoint(bar[0], bar[1]), bar[3] - 3.0]), "{text}");
    }
    // The numbers below start where their classes do, and the last one is the end.
    for (text, total) in [("80", 80.0), ("90", 90.0), ("100", 100.0), ("110", 110.0), ("120", 120.0)] {
        assert!(
            labels
                .iter()
                .any(|&(x, y, label)| label == text && y > HEIGHT - BOTTOM && is_close(&[total_at(x)], &[total]))
        );
    }
    assert!(is_close(&[label(&chart, "80%").1], &[TOP + 4.0]));
    assert!(chart.0.contains("90 to 99: 4, 110 to 120: 1.") && chart.0.contains("Games by total, in tens"));
}

#[test]
fn many_classes_have_few_labels_and_percentages_instead_of_numbers_that_are_too_wide() {
    let stats = Stats::of_totals((0..300).chain([0; 90]));
    let chart = distribution(&stats, limits(&stats), 1);
    let labels = labels(&chart);
    let below: Vec<&str> = labels.iter().filter(|label| label.1 > HEIGHT - BOTTOM + 8.0).map(|label| label.2).collect();
    assert_eq!(below, ["0", "60", "120", "180", "300"]);
    // 110 of 390 games have less than 20, and 20 are in each other class.
    let over: Vec<&str> = labels.iter().filter(|label| label.1 < HEIGHT - BOTTOM).map(|label| label.2).collect();
    assert_eq!(over.iter().filter(|text| ["28", "5"].contains(text)).count(), 15, "{over:?}");
    assert!(chart.0.contains("0 to 19: 110, 20 to 39: 20") && chart.0.contains("in twenties, in percent"));
}

#[test]
fn the_bar_of_a_frame_is_its_strikes_spares_and_opens() {
    let counts = |strikes, spares, opens| FrameCounts { strikes, spares, opens };
    let chart = frames(&[counts(1, 2, 1), counts(4, 0, 0)], 1);
    let bars = bars(&chart);
    let shares: Vec<f64> = bars.iter().map(|[_, _, bottom, top]| (bottom - top) / FULL * 100.0).collect();
    assert!(is_close(&shares, &[25.0, 50.0, 25.0, 100.0]), "{shares:?}");
    // Each part stands on the one before it.
    assert!(is_close(&[bars[0][2], bars[1][2], bars[2][2]], &[HEIGHT - BOTTOM, bars[0][3], bars[1][3]]));
    let half = (WIDTH - LEFT) / 2.0;
    assert!(is_close(&bars[0][..2], &[LEFT + 2.0, LEFT + half - 2.0]));
    assert!(is_close(&bars[3][..2], &[LEFT + half + 2.0, WIDTH - 2.0]));
    let labels = labels(&chart);
    let place = |text| label(&chart, text).0;
    assert!(is_close(&[place("1"), place("2"), place("frame")], &[LEFT + half / 2.0, WIDTH - half / 2.0, 0.0]));
    for (text, y) in [("0%", HEIGHT - BOTTOM), ("50%", HEIGHT - BOTTOM - FULL / 2.0), ("100%", TOP)] {
        assert!(labels.iter().any(|label| label.2 == text && is_close(&[label.1], &[y + 4.0])), "{text}");
    }
    // The caption adds the frames up: 5, 2 and 1 of 8.
    for text in ["strikes 62%", "spares 25%", "opens 12%"] {
        assert!(chart.0.contains(text), "{text}");
    }
    assert!(chart.0.contains("frame 1: 1 strikes, 2 spares, 1 opens; frame 2: 4 strikes, 0 spares, 0 opens."));
}
