//! Random seasons by every rule set: the statistics agree with a second computation in every column.
//!
//! The second computation is plain. It starts from the balls of the reference scorer, keeps all games,
//! and shares no code with the program.
#![expect(clippy::cast_precision_loss, reason = "the sums of a few games are exact as floating point numbers")]

use crate::common::random::Random;
use crate::common::reference::{Ball, Frames, RULES, is_complete, random_complete_game, random_game, total};
use bowling::stats::{Handicap, Stats};
use bowling::{Dialect, Rules, ScoredLine, score_line};

/// A game of a season as it was bowled and written.
#[derive(Clone)]
struct Game {
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "only the program tells players apart"))]
    player: usize,
    rules: &'static str,
    /// The number of the group.
    group: usize,
    frames: Frames,
    /// Which balls are written with a split mark, in the order of the balls.
    splits: Vec<bool>,
}

impl Game {
    fn random(player: usize, rules: &'static str, group: usize, random: &mut Random) -> Self {
        // One in ten may stop early.
        let play = if random.one_in(10) { random_game } else { random_complete_game };
        let frames = play(rules, random);
        let may_be_split =
            |ball: &Ball| ball.full_rack && ball.mark == ' ' && (1..=8).contains(&ball.pins) && rules != "world";
        let splits = frames.iter().flatten().map(|ball| may_be_split(ball) && random.one_in(6)).collect();
        Self { player, rules, group, frames, splits }
    }

    /// One token per ball, in notation.
    fn text(&self) -> String {
        let balls = self.frames.iter().flatten().zip(&self.splits);
        let text: String =
            balls.map(|(ball, split)| if *split { "S" } else { "" }.to_owned() + &ball.symbol() + " ").collect();
        crate::common::unambiguous(&text)
    }
}

/// The statistics of the games of one player by one rule set, column by column.
fn expected(games: &[&Game], percent: u64, base: u64) -> Vec<(&'static str, String)> {
    let complete: Vec<&Game> = games.iter().copied().filter(|game| is_complete(game.rules, &game.frames)).collect();
    let totals: Vec<u64> = complete.iter().map(|game| u64::from(total(game.rules, &game.frames))).collect();
    let (count, pins) = (totals.len() as u64, totals.iter().sum::<u64>());

    // A series: the complete games of one group.
    let mut groups: Vec<usize> = complete.iter().map(|game| game.group).collect();
    groups.dedup();
    let series: Vec<Vec<u64>> = groups
        .iter()
        .map(|group| complete.iter().zip(&totals).filter(|(game, _)| game.group == *group).map(|(_, total)| *total))
        .map(Iterator::collect)
        .collect();
    let long = series.iter().filter(|series| series.len() >= 3);
    // The highest; of equal ones, the shortest.
    let high_series = long.map(|series| (series.iter().sum::<u64>(), usize::MAX - series.len())).max();

    let (mut strikes, mut strike_chances, mut spares, mut spare_chances) = (0, 0, 0, 0);
    let (mut opens, mut first_ball_pins, mut clean, mut splits, mut converted) = (0, 0, 0, 0, 0);
    for game in &complete {
        for (frame, balls) in game.frames.iter().enumerate() {
            let before = game.frames[..frame].iter().flatten().count();
            for (at, ball) in balls.iter().enumerate() {
                let is_split = game.splits[before + at];
                if ball.full_rack {
                    strike_chances += 1;
                    strikes += u64::from(ball.mark == 'X');
                    first_ball_pins += u64::from(ball.pins);
                    splits += u64::from(is_split);
                    // The rack is a spare chance if another ball was rolled at what it left.
                    if let Some(next) = balls.get(at + 1).filter(|_| ball.mark != 'X') {
                        spare_chances += 1;
                        spares += u64::from(next.mark == '/');
                        converted += u64::from(is_split && next.mark == '/');
                    }
                }
            }
        }
        let is_open = |balls: &&Vec<Ball>| !balls.iter().any(|ball| ball.mark != ' ');
        let open_frames = game.frames.iter().filter(is_open).count() as u64;
        opens += open_frames;
        clean += u64::from(open_frames == 0);
    }

    // All balls at a full rack as text: a game that does not count, and a new group, end a run.
    let mut racks = String::new();
    let mut group = None;
    for game in games {
        if group.replace(game.group) != Some(game.group) || !is_complete(game.rules, &game.frames) {
            racks.push('|');
        }
        if is_complete(game.rules, &game.frames) {
            racks.extend(game.frames.iter().flatten().filter(|ball| ball.full_rack).map(|ball| ball.mark));
        }
    }
    let run = racks.split(|mark| mark != 'X').map(str::len).max().unwrap_or(0);

    let real = |sum: u64, count: u64| if count == 0 { String::new() } else { (sum as f64 / count as f64).to_string() };
    let maybe = |value: Option<u64>| value.map(|value| value.to_string()).unwrap_or_default();
    let squares: u64 = totals.iter().map(|total| total * total).sum();
    let stddev = if count < 2 {
        String::new()
    } else {
        ((count * squares - pins * pins) as f64 / (count * (count - 1)) as f64).sqrt().to_string()
    };
    let handicap = percent * (base * count).saturating_sub(pins) / (100 * count);
    vec![
        ("rules", complete[0].rules.to_owned()),
        ("games", count.to_string()),
        ("pins", pins.to_string()),
        ("average", real(pins, count)),
        ("high", maybe(totals.iter().max().copied())),
        ("low", maybe(totals.iter().min().copied())),
        ("stddev", stddev),
        ("series", series.len().to_string()),
        ("high_series", maybe(high_series.map(|(pins, _)| pins))),
        ("strikes", strikes.to_string()),
        ("strike_percent", real(100 * strikes, strike_chances)),
        ("spares", spares.to_string()),
        ("spare_percent", real(100 * spares, spare_chances)),
        ("opens", opens.to_string()),
        ("open_percent", real(100 * opens, 10 * count)),
        ("first_ball", real(first_ball_pins, strike_chances)),
        ("clean", clean.to_string()),
        ("splits", splits.to_string()),
        ("converted", converted.to_string()),
        ("run", run.to_string()),
        ("over_200", totals.iter().filter(|total| **total >= 200).count().to_string()),
        ("perfect", totals.iter().filter(|total| **total == 300).count().to_string()),
        ("high_series_games", maybe(high_series.map(|(_, less)| (usize::MAX - less) as u64))),
        ("scored_games", count.to_string()),
        ("sum_of_squares", squares.to_string()),
        ("strike_chances", strike_chances.to_string()),
        ("spare_chances", spare_chances.to_string()),
        ("first_ball_pins", first_ball_pins.to_string()),
        ("handicap", handicap.to_string()),
        ("average_with_handicap", (pins as f64 / count as f64 + handicap as f64).to_string()),
    ]
}

/// The library, over thousands of seasons: added one by one, and merged from three parts.
#[test]
fn the_accumulator_agrees_with_a_second_computation() {
    let mut random = Random::new(15);
    for season in 0..4000 {
        let rules = RULES[season % RULES.len()];
        let mut group = 0;
        let games: Vec<Game> = (0..=random.below(12))
            .map(|_| {
                group += usize::from(random.one_in(4));
                Game::random(0, rules, group, &mut random)
            })
            .collect();
        let all: Vec<&Game> = games.iter().collect();
        if !all.iter().any(|game| is_complete(rules, &game.frames)) {
            continue;
        }
        let cuts = [random.below(games.len() + 1), random.below(games.len() + 1)];
        let cuts = [cuts[0].min(cuts[1]), cuts[0].max(cuts[1])];
        let whole = add(rules.parse().unwrap(), &games, None);
        let mut merged = add(rules.parse().unwrap(), &games[..cuts[0]], None);
        let group_before = |cut: usize| cut.checked_sub(1).map(|last| games[last].group);
        merged.merge(&add(rules.parse().unwrap(), &games[cuts[0]..cuts[1]], group_before(cuts[0]))).unwrap();
        merged.merge(&add(rules.parse().unwrap(), &games[cuts[1]..], group_before(cuts[1]))).unwrap();
        let expected = expected(&all, 90, 220);
        let handicap: Handicap = "90%220".parse().unwrap();
        for stats in [&whole, &merged] {
            let real = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
            let column = |name: &str| match name {
                "rules" => stats.rules().to_string(),
                "games" => stats.games().to_string(),
                "pins" => stats.pins().to_string(),
                "average" => real(stats.average()),
                "high" => stats.high().unwrap().to_string(),
                "low" => stats.low().unwrap().to_string(),
                "stddev" => real(stats.stddev()),
                "series" => stats.series().to_string(),
                "high_series" => stats.high_series().map(|series| series.pins.to_string()).unwrap_or_default(),
                "high_series_games" => stats.high_series().map(|series| series.games.to_string()).unwrap_or_default(),
                "strikes" => stats.strikes().count.to_string(),
                "strike_chances" => stats.strikes().of.to_string(),
                "strike_percent" => real(stats.strikes().percent()),
                "spares" => stats.spares().count.to_string(),
                "spare_chances" => stats.spares().of.to_string(),
                "spare_percent" => real(stats.spares().percent()),
                "opens" => stats.opens().count.to_string(),
                "open_percent" => real(stats.opens().percent()),
                "first_ball" => real(stats.first_ball()),
                "first_ball_pins" => stats.first_ball_pins().to_string(),
                "clean" => stats.clean().to_string(),
                "splits" => stats.splits().to_string(),
                "converted" => stats.converted().to_string(),
                "run" => stats.run().to_string(),
                "over_200" => stats.over_200().to_string(),
                "perfect" => stats.perfect().to_string(),
                "scored_games" => stats.scored_games().to_string(),
                "sum_of_squares" => stats.sum_of_squares().to_string(),
                "handicap" => handicap.of(stats).unwrap().to_string(),
                "average_with_handicap" => {
                    real(stats.average().map(|average| average + f64::from(handicap.of(stats).unwrap())))
                }
                name => panic!("unknown column {name}"),
            };
            for (name, value) in &expected {
                assert_eq!(column(name), *value, "{name} of season {season}, {rules}, cut at {cuts:?}");
            }
            // What the page shows adds up to the same figures.
            let frames = stats.by_frame();
            assert_eq!(frames.iter().map(|frame| frame.opens).sum::<u64>(), stats.opens().count);
            assert!(frames.iter().all(|frame| frame.strikes + frame.spares + frame.opens == stats.scored_games()));
            assert_eq!(stats.distribution().iter().sum::<u64>(), stats.games());
            assert_eq!(stats.timeline().iter().map(|point| point.pins).sum::<u64>(), stats.pins());
        }
    }
}

/// Adds games in order, given the group of the game before.
fn add(rules: Rules, games: &[Game], mut group: Option<usize>) -> Stats {
    let mut stats = Stats::new(rules);
    for game in games {
        if group.replace(game.group).is_some_and(|before| before != game.group) {
            stats.end_series();
        }
        let text = game.text();
        let ScoredLine { game: scored, .. } = score_line(text.as_bytes(), Dialect::Auto, rules).unwrap();
        let counts = stats.add_game(&scored.unwrap()).is_ok();
        assert_eq!(counts, is_complete(game.rules, &game.frames));
    }
    stats
}

#[cfg(feature = "cli")]
mod program {
    use super::*;
    use crate::common::scratch::ScratchDir;
    use crate::common::{Outcome, run, sheet};

    const PLAYERS: usize = 40;

    /// Random games of many players by all rule sets, and the sheet that they are written in.
    fn season(games: usize, blank_lines: bool, random: &mut Random) -> (Vec<Game>, String) {
        let mut lines = vec!["# rules: tenpin".to_owned()];
        let (mut group, mut rules) = (0, "tenpin");
        let games = (0..games)
            .map(|_| {
                if blank_lines && random.one_in(20) {
                    lines.push(String::new());
                    group += 1;
                }
                if random.one_in(30) {
                    rules = RULES[random.below(RULES.len())];
                    lines.push(format!("# rules: {rules}"));
                }
                let game = Game::random(random.below(PLAYERS), rules, group, random);
                let text = if game.splits.contains(&true) || random.one_in(2) {
                    game.text()
                } else {
                    game.frames.iter().flatten().map(|ball| ball.pins.to_string() + " ").collect()
                };
                lines.push(format!("Player {}: {text}", game.player));
                game
            })
            .collect();
        (games, sheet(lines))
    }

    /// Compares the output of the program with the second computation, row by row and column by column.
    fn assert_agrees(csv: &str, games: &[Game], context: &str) {
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let header = reader.headers().unwrap().clone();
        let mut found = 0;
        for row in reader.records().map(Result::unwrap) {
            let cell = |name: &str| row.get(header.iter().position(|column| column == name).unwrap()).unwrap();
            let player: usize = cell("name").strip_prefix("Player ").unwrap().parse().unwrap();
            let own: Vec<&Game> =
                games.iter().filter(|game| game.player == player && game.rules == cell("rules")).collect();
            let expected = expected(&own, 80, 210);
            assert_eq!(header.len(), 1 + expected.len());
            for (name, value) in expected {
                assert_eq!(cell(name), value, "{name} of player {player}, {context}");
            }
            found += 1;
        }
        let mut rows: Vec<(usize, &str)> = games
            .iter()
            .filter(|game| is_complete(game.rules, &game.frames))
            .map(|game| (game.player, game.rules))
            .collect();
        rows.sort_unstable();
        rows.dedup();
        assert_eq!(found, rows.len(), "{context}");
    }

    #[test]
    fn the_program_agrees_with_a_second_computation() {
        let mut random = Random::new(150);
        for round in 0..30 {
            let (games, sheet) = season(1 + random.below(600), round % 3 > 0, &mut random);
            let Outcome { status, out, err } = run(&["stats", "--csv", "--handicap=80%210"], &sheet);
            assert_eq!(status, 0, "{err}");
            assert_agrees(&out, &games, &format!("round {round}"));
        }
    }

    /// Groups, runs and rules cross the borders of chunks, and chunks are read by several threads.
    #[test]
    fn large_seasons_do_not_depend_on_threads() {
        let scratch = ScratchDir::new();
        for blank_lines in [false, true] {
            let (games, sheet) = season(40_000, blank_lines, &mut Random::new(1500));
            assert!(sheet.len() > 1_200_000, "large enough for threads");
            let file = scratch.write("season", &sheet);
            let run_with = |threads: &str| {
                let Outcome { status, out, err } = run(&["stats", "--csv", "--handicap=80%210", threads, &file], "");
                assert_eq!(status, 0, "{err}");
                (out, err)
            };
            let one = run_with("-j1");
            assert_agrees(&one.0, &games, &format!("blank lines: {blank_lines}"));
            for threads in ["-j2", "-j5"] {
                assert_eq!(run_with(threads), one, "{threads}, blank lines: {blank_lines}");
            }
        }
    }
}
