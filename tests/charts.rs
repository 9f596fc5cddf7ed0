//! The charts of `stats --html`, read back from their pictures: every number is that of `--json`.
#![cfg(feature = "cli")]

use std::fmt::Write as _;

use scraper::{ElementRef, Html, Selector};
use serde_json::Value;

use crate::common::random::Random;
use crate::common::scratch::ScratchDir;
use crate::common::{accepted, run};

/// A season of three players over twenty dates, every game by a plain random walk of balls. Cid bowls every other date.
fn season() -> String {
    let mut random = Random::new(7);
    let mut sheet = String::new();
    for date in 0..20 {
        writeln!(sheet, "# date: 2026-{:02}-{:02}", 1 + date / 4, 1 + date % 4 * 7).unwrap();
        for _ in 0..3 {
            for (player, skill) in [("Ann", 9), ("Bob <b>", 5), ("Cid", 2)] {
                if player != "Cid" || date % 2 == 0 {
                    writeln!(sheet, "{player}: {}", game(skill, &mut random)).unwrap();
                }
            }
        }
    }
    sheet
}

/// A complete game: a strike in `skill` of 20 frames, else a spare in half of them.
fn game(skill: usize, random: &mut Random) -> String {
    let mut frame = |_| match random.below(20) {
        roll if roll < skill => "X ".to_owned(),
        roll if roll < 10 + skill / 2 => format!("{}/ ", 1 + random.below(9)),
        _ => format!("{}- ", 1 + random.below(9)),
    };
    (0..9).map(&mut frame).collect::<String>() + ["XX5", "7/X", "9-", "XXX"][random.below(4)]
}

fn all<'a>(of: ElementRef<'a>, selector: &str) -> Vec<ElementRef<'a>> {
    of.select(&Selector::parse(selector).unwrap()).collect()
}

fn text(element: ElementRef<'_>) -> String {
    element.text().collect()
}

fn number(element: ElementRef<'_>, name: &str) -> f64 {
    element.attr(name).unwrap().parse().unwrap()
}

/// A scale, found from the numbers of an axis and where they stand.
struct Axis {
    values: Vec<f64>,
    places: Vec<f64>,
}

impl Axis {
    /// The axis on the left of a chart, whose numbers stand beside its lines.
    fn left(chart: ElementRef<'_>) -> Self {
        let places = all(chart, ".grid").into_iter().map(|line| number(line, "y1")).collect();
        let values = all(chart, ".grid + text").into_iter().map(|label| text(label).parse().unwrap()).collect();
        Self { values, places }
    }

    fn value(&self, place: f64) -> f64 {
        let ([first, .., last], [start, .., end]) = (&self.values[..], &self.places[..]) else { panic!("two ticks") };
        first + (last - first) * (place - start) / (end - start)
    }

    /// Whether the values, and their places, are at even distances.
    fn is_even(&self) -> bool {
        let is_even = |numbers: &[f64]| {
            let steps: Vec<f64> = numbers.windows(2).map(|pair| pair[1] - pair[0]).collect();
            steps.iter().all(|step| (step - steps[0]).abs() < 0.11)
        };
        self.values.len() > 1 && is_even(&self.values) && is_even(&self.places)
    }
}

fn rows(args: &[&str], input: &str) -> Vec<Value> {
    let out = accepted(&[&["stats", "--json"], args].concat(), input);
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn corners(line: ElementRef<'_>) -> Vec<(f64, f64)> {
    let corner = |pair: &str| {
        let (x, y) = pair.split_once(',').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    };
    line.attr("points").unwrap().split_whitespace().map(corner).collect()
}

/// A place in a picture has one decimal, so a value that is read back is close to the true one.
#[track_caller]
fn assert_close(found: f64, value: &Value, within: f64) {
    let value = value.as_f64().unwrap();
    assert!((found - value).abs() <= within, "{found} is drawn, and {value} is true");
}

#[test]
fn every_number_of_a_line_over_time_is_that_of_its_date() {
    let sheet = season();
    let page = Html::parse_document(&accepted(&["stats", "--html"], &sheet));
    let players = rows(&[], &sheet);
    assert_eq!(players.len(), 3);
    for (at, player) in (1..).zip(&players) {
        let name = player["name"].as_str().unwrap();
        let games: String = sheet
            .lines()
            .filter(|line| line.starts_with('#') || line.starts_with(&format!("{name}:")))
            .map(|line| line.to_owned() + "\n")
            .collect();
        // The dates are in order.
        let dates = rows(&["--by=date"], &games);
        assert_eq!(dates.len(), if name == "Cid" { 10 } else { 20 });
        let chart = all(page.root_element(), &format!("#p{at} .wide svg"))[0];
        let axis = Axis::left(chart);
        assert!(axis.is_even() && axis.values.ends_with(&[100.0, 200.0, 300.0]), "{:?}", axis.values);
        let line = corners(all(chart, ".totals")[0]);
        let days = all(chart, ".day");
        assert_eq!((line.len(), days.len()), (dates.len(), dates.len()));
        for ((date, (x, y)), day) in dates.iter().zip(&line).zip(days) {
            assert_close(axis.value(*y), &date["average"], 0.1);
            let [dot, span] = ["circle", ".span"].map(|part| all(day, part)[0]);
            let places = [number(dot, "cx"), number(dot, "cy"), number(span, "x1"), number(span, "x2")];
            assert!(places.iter().zip([x, y, x, x]).all(|(place, other)| (place - other).abs() < 0.01), "{places:?}");
            assert_close(axis.value(number(span, "y1")), &date["low"], 0.1);
            assert_close(axis.value(number(span, "y2")), &date["high"], 0.1);
            // The words that are shown on the day.
            let average = format!("{:.1}", date["average"].as_f64().unwrap() + 1e-9);
            let title = format!(
                "{}: {} games, average {average}, {} to {}",
                date["date"].as_str().unwrap(),
                date["games"],
                date["low"],
                date["high"]
            );
            assert_eq!(text(all(day, "title")[0]), title);
        }
        // The trend ends at the average of the last five dates.
        let trend = corners(all(chart, ".moving")[0]);
        assert_eq!(trend.len(), dates.len() - 4);
        for (window, (_, y)) in dates.windows(5).zip(trend) {
            let sum = |key: &str| window.iter().map(|date| date[key].as_f64().unwrap()).sum::<f64>();
            assert_close(axis.value(y), &(sum("pins") / sum("games")).into(), 0.1);
        }
        let mean = all(chart, ".mean")[0];
        assert_close(axis.value(number(mean, "y1")), &player["average"], 0.1);
        assert_close(axis.value(number(mean, "y2")), &player["average"], 0.1);
        // The best game and the last date are labelled where they are.
        let best = all(chart, ".best")[0];
        assert_close(axis.value(number(best, "cy")), &player["high"], 0.1);
        let labels: Vec<String> = all(chart, ".last").into_iter().map(text).collect();
        let last = dates.last().unwrap()["average"].as_f64().unwrap();
        assert_eq!(labels, [player["high"].to_string(), format!("{:.1}", last + 1e-9)]);
        // Months start where their first day is.
        let ticks: Vec<String> = all(chart, ".tick + text").into_iter().map(text).collect();
        assert_eq!(ticks, ["2026", "Feb", "Mar", "Apr", "May"]);
        let months = ["01", "02", "03", "04", "05"].map(|month| format!("2026-{month}-01"));
        for (tick, month) in all(chart, ".tick").into_iter().zip(months) {
            if let Some(at) = dates.iter().position(|date| date["date"] == month) {
                assert!((number(tick, "x1") - line[at].0).abs() < 0.11, "{month}");
            }
        }
    }
}

#[test]
fn every_bar_is_as_high_as_its_number_of_games() {
    let sheet = season();
    let page = Html::parse_document(&accepted(&["stats", "--html"], &sheet));
    for (at, player) in (1..).zip(rows(&[], &sheet)) {
        let chart = all(page.root_element(), &format!("#p{at} figure:nth-child(2) svg"))[0];
        let axis = Axis::left(chart);
        assert!(axis.is_even() && axis.values[0] == 0.0, "{:?}", axis.values);
        let bars = all(chart, ".bar");
        let mut games = 0.0;
        let name = player["name"].as_str().unwrap();
        let own: Vec<u64> = totals(&sheet, name);
        for bar in bars {
            let (top, height) = (number(bar, "y"), number(bar, "height"));
            let count = axis.value(top) - axis.value(top + height);
            let title = text(bar);
            let (class, said) = title.split_once(": ").unwrap();
            let (from, to) = class.split_once(" to ").unwrap();
            let class = from.parse::<u64>().unwrap()..=to.parse().unwrap();
            let expected = own.iter().filter(|total| class.contains(total)).count();
            assert_eq!(said, expected.to_string());
            assert_close(count, &expected.into(), 0.2);
            games += said.parse::<f64>().unwrap();
        }
        assert_close(games, &player["games"], 0.0);
    }
}

/// The totals of a player, by the program's own filter.
fn totals(sheet: &str, name: &str) -> Vec<u64> {
    let out = run(&[], sheet).out;
    let own = out.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix('\t'));
    own.map(|total| total.parse().unwrap()).collect()
}

#[test]
fn every_frame_is_divided_by_its_marks() {
    let sheet = season();
    let page = Html::parse_document(&accepted(&["stats", "--html"], &sheet));
    for (at, player) in (1..).zip(rows(&[], &sheet)) {
        let chart = all(page.root_element(), &format!("#p{at} figure:nth-child(3) svg"))[0];
        let axis = Axis::left(chart);
        assert!(axis.is_even() && axis.values == [0.0, 25.0, 50.0, 75.0, 100.0], "{:?}", axis.values);
        let games = player["games"].as_f64().unwrap();
        let mut opens = 0.0;
        let frames = all(chart, "g");
        assert_eq!(frames.len(), 10);
        for frame in frames {
            let title = text(all(frame, "title")[0]);
            let said: Vec<f64> = title.split([' ', ',', ':']).filter_map(|word| word.parse().ok()).skip(1).collect();
            for (class, count) in [".strikes", ".spares", ".opens"].into_iter().zip(&said) {
                let drawn: f64 = all(frame, class)
                    .into_iter()
                    .map(|bar| axis.value(number(bar, "y")) - axis.value(number(bar, "y") + number(bar, "height")))
                    .sum();
                assert_close(drawn, &(100.0 * count / games).into(), 0.2);
            }
            assert!((said.iter().sum::<f64>() - games).abs() < 0.5, "{title}");
            opens += said[2];
        }
        assert_close(opens, &player["opens"], 0.0);
    }
}

/// The tables and the sentences of a page have the figures of the rows and of `--by all`.
#[test]
fn the_tables_and_the_highlights_are_the_figures_of_the_rows() {
    let sheet = season();
    let page = Html::parse_document(&accepted(&["stats", "--html"], &sheet));
    let root = page.root_element();
    let (players, sum) = (rows(&[], &sheet), rows(&["--by=all"], &sheet));
    let decimals = |value: &Value, digits: usize| format!("{:.digits$}", value.as_f64().unwrap() + 1e-9);
    let cells = |selector: &str| -> Vec<Vec<String>> {
        all(root, selector).into_iter().map(|row| all(row, "td").into_iter().map(text).collect()).collect()
    };
    let overview = cells(".overview tbody tr, .overview tfoot tr");
    let marks = cells("main > .figures table:first-child tbody tr, main > .figures table:first-child tfoot tr");
    for (row, (overview, marks)) in players.iter().chain(&sum).zip(overview.iter().zip(&marks)) {
        let expected = [row["games"].to_string(), decimals(&row["average"], 2), row["low"].to_string()];
        assert_eq!(overview[..3], expected);
        assert_eq!(overview[4], row["high"].to_string());
        let series = format!("{}/{}", row["high_series"], row["high_series_games"]);
        let percents = ["strike_percent", "spare_percent", "open_percent"].map(|key| decimals(&row[key], 1));
        let counts = ["clean", "run"].map(|key| row[key].to_string());
        assert_eq!(marks[..], [&[series][..], &percents, &counts].concat());
    }
    // The unit of the small charts is a pin.
    let ranges = all(root, ".overview tbody svg, .overview tfoot svg");
    assert_eq!(ranges.len(), players.len() + 1);
    for (row, chart) in players.iter().chain(&sum).zip(ranges) {
        let [range, dot] = [".range", ".dot"].map(|part| all(chart, part)[0]);
        assert_close(number(range, "x1"), &row["low"], 0.0);
        assert_close(number(range, "x2"), &row["high"], 0.0);
        assert_close(number(dot, "x1"), &row["average"], 0.051);
    }
    // A share is said once on a page: in the tables.
    assert!(all(root, "figcaption").into_iter().all(|caption| !text(caption).contains('%')));
    let said: Vec<String> = all(root, ".highlights li").into_iter().map(text).collect();
    assert!((3..=6).contains(&said.len()), "{said:?}");
    let sum = &sum[0];
    let holder = |key: &str| sum[key].as_str().unwrap().to_owned();
    assert!(said[0].starts_with(&format!("The high game is {}, by {}", sum["high"], holder("high_name"))), "{said:?}");
    let series = format!(
        "The high series is {} in {} games, by {} on ",
        sum["high_series"],
        sum["high_series_games"],
        holder("high_series_name")
    );
    assert!(said[1].starts_with(&series), "{said:?}");
    assert_eq!(text(all(root, "h1")[0]), "3 players, 1 January to 22 May 2026");
    // Every name in the sentences leads to its charts.
    for link in all(root, ".highlights a, tbody th a") {
        let target = all(root, &format!("{} h3", link.attr("href").unwrap()))[0];
        assert_eq!(text(link), text(target));
    }
}

/// The days of a row with several players have different players, so it has no line over time.
#[test]
fn a_trend_is_of_one_player() {
    let sheet = season();
    for (by, charts) in [("name", 3), ("all", 0), ("name,year", 3), ("month", 0)] {
        let page = Html::parse_document(&accepted(&["stats", "--html", "--by", by], &sheet));
        assert_eq!(all(page.root_element(), ".wide").len(), charts, "{by}");
    }
    let ann: String =
        sheet.lines().filter(|line| !line.starts_with(['B', 'C'])).map(|line| line.to_owned() + "\n").collect();
    let page = Html::parse_document(&accepted(&["stats", "--html", "--by", "all"], &ann));
    assert_eq!(all(page.root_element(), ".wide").len(), 1, "all games of one player");
}

/// Of very many rows, a page shows the first, says so, and adds up all.
#[test]
fn a_page_of_many_rows_is_bounded() {
    let scratch = ScratchDir::new();
    let rows = (0..10_001).map(|row| format!("Player {row},{}\n", 100 + row % 101));
    let file = scratch.write("many.csv", format!("name,total\n{}", rows.collect::<String>()));
    let text = accepted(&["stats", "--html", &file], "");
    assert!(text.len() < 1_000_000, "{}", text.len());
    let page = Html::parse_document(&text);
    let root = page.root_element();
    assert_eq!(all(root, ".overview tbody tr").len(), 1000);
    assert_eq!((all(root, ".player").len(), all(root, "tbody a").len()), (0, 0));
    assert!(self::text(all(root, ".overview tfoot tr")[0]).starts_with("total10001"));
    let said = self::text(all(root, "#summary")[0]);
    assert!(said.contains("The tables show the first 1000; their totals are of all."), "{said}");
    assert!(said.contains("There are no charts of so many players."), "{said}");
    // A chart of one row would be empty.
    let page = accepted(&["stats", "--html", "--by=all", &file], "");
    assert!(page.contains("There are no charts of so many players."));
    assert!(!page.contains("<figure"));
}
