//! Random seasons by every rule set: the statistics agree with a second computation in every column.
//!
//! The second computation is plain. It starts from the balls of the reference scorer, keeps all games,
//! and shares no code with the program.
#![expect(clippy::cast_precision_loss, reason = "the sums of a few games are exact as floating point numbers")]

use crate::common::random::Random;
use crate::common::reference::{
    Ball, Frames, RULES, is_complete, random_complete_game, random_game, running_totals, total,
};
use bowling::sheet::{Evening, ScoredLine, score_line};
use bowling::stats::{Figure, Handicap, Stats};
use bowling::{Dialect, Rules};
use std::collections::BTreeMap;

/// A game of a season as it was bowled and written.
#[derive(Clone)]
struct Game {
    /// A game without a name is that of player 0.
    player: usize,
    rules: &'static str,
    /// The number of the group.
    group: usize,
    tags: Tags,
    frames: Frames,
    /// Which balls are written with a split mark, in the order of the balls.
    splits: Vec<bool>,
}

/// What is known of a game besides its balls; empty where nothing is.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Tags {
    date: &'static str,
    week: &'static str,
    team: &'static str,
}

impl Tags {
    /// A player's games of one date are a series, and without a date those of one week.
    fn day(self) -> &'static str {
        if self.date.is_empty() { self.week } else { self.date }
    }
}

impl Game {
    fn random(player: usize, rules: &'static str, group: usize, random: &mut Random) -> Self {
        // One in ten may stop early.
        let play = if random.one_in(10) { random_game } else { random_complete_game };
        let frames = play(rules, random);
        let may_be_split =
            |ball: &Ball| ball.full_rack && ball.mark == ' ' && (1..=8).contains(&ball.pins) && rules != "world";
        let splits = frames.iter().flatten().map(|ball| may_be_split(ball) && random.one_in(6)).collect();
        Self { player, rules, group, tags: Tags::default(), frames, splits }
    }

    /// One token per ball, in notation.
    fn text(&self) -> String {
        let balls = self.frames.iter().flatten().zip(&self.splits);
        let text: String =
            balls.map(|(ball, split)| if *split { "S" } else { "" }.to_owned() + &ball.symbol() + " ").collect();
        crate::common::unambiguous(&text)
    }

    fn name(&self) -> String {
        if self.player == 0 { String::new() } else { format!("Player {}", self.player) }
    }

    fn is_complete(&self) -> bool {
        is_complete(self.rules, &self.frames)
    }

    fn total(&self) -> u64 {
        u64::from(total(self.rules, &self.frames))
    }
}

/// A series of a player: games one after the other of one day, or without a day, of one group.
struct PlayerSeries<'a> {
    name: String,
    day: &'static str,
    /// With those that do not count.
    games: Vec<&'a Game>,
}

impl PlayerSeries<'_> {
    fn totals(&self) -> Vec<u64> {
        self.games.iter().filter(|game| game.is_complete()).map(|game| game.total()).collect()
    }
}

/// The series of some games, in the order of their first games.
fn series_of<'a>(games: &[&'a Game]) -> Vec<PlayerSeries<'a>> {
    let mut all: Vec<PlayerSeries<'a>> = Vec::new();
    for game in games {
        let last = all.iter_mut().rfind(|series| series.games[0].player == game.player);
        match last {
            Some(series)
                if series.day == game.tags.day() && (!series.day.is_empty() || series.games[0].group == game.group) =>
            {
                series.games.push(game);
            }
            _ => all.push(PlayerSeries { name: game.name(), day: game.tags.day(), games: vec![game] }),
        }
    }
    all
}

/// The most strikes in a row. A game that does not count, and a new series, end a run.
fn longest_run(all_series: &[PlayerSeries<'_>]) -> usize {
    // All balls at a full rack as text.
    let mut racks = String::new();
    for series in all_series {
        racks.push('|');
        for game in &series.games {
            if game.is_complete() {
                racks.extend(game.frames.iter().flatten().filter(|ball| ball.full_rack).map(|ball| ball.mark));
            } else {
                racks.push('|');
            }
        }
    }
    racks.split(|mark| mark != 'X').map(str::len).max().unwrap_or(0)
}

/// The statistics of the games of one row by one rule set, column by column. The share of the handicap is in hundredths
/// of a percent.
#[expect(clippy::too_many_lines, reason = "a column after the other")]
fn expected(games: &[&Game], share: u64, base: u64) -> Vec<(&'static str, String)> {
    let complete: Vec<&Game> = games.iter().copied().filter(|game| game.is_complete()).collect();
    let totals: Vec<u64> = complete.iter().map(|game| game.total()).collect();
    let (count, pins) = (totals.len() as u64, totals.iter().sum::<u64>());
    let high = complete.iter().rev().max_by_key(|game| game.total()).unwrap();

    let all_series = series_of(games);
    let series = all_series.iter().filter(|series| !series.totals().is_empty()).count();
    let long = all_series.iter().filter(|series| series.totals().len() >= 3);
    // The highest; of equal ones, the shortest, and of those the first.
    let high_series = long
        .map(|series| (series.totals().iter().sum::<u64>(), usize::MAX - series.totals().len(), series))
        .rev()
        .max_by_key(|(pins, less, _)| (*pins, *less));

    let (mut strikes, mut strike_chances, mut spares, mut spare_chances) = (0, 0, 0, 0);
    let (mut single, mut single_chances) = (0, 0);
    let (mut gaining_strikes, mut strike_gain, mut gaining_spares, mut spare_gain) = (0, 0, 0, 0);
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
                        single_chances += u64::from(ball.pins == 9);
                        single += u64::from(ball.pins == 9 && next.mark == '/');
                    }
                }
            }
        }
        // A frame that is followed by no ball of the game gained nothing.
        let totals = running_totals(game.rules, &game.frames);
        for (frame, balls) in game.frames.iter().enumerate().take(9) {
            let score = u64::from(totals[frame] - if frame == 0 { 0 } else { totals[frame - 1] });
            match balls.last().unwrap().mark {
                'X' => (gaining_strikes, strike_gain) = (gaining_strikes + 1, strike_gain + score - 10),
                '/' => (gaining_spares, spare_gain) = (gaining_spares + 1, spare_gain + score - 10),
                _ => {}
            }
        }
        let is_open = |balls: &&Vec<Ball>| !balls.iter().any(|ball| ball.mark != ' ');
        let open_frames = game.frames.iter().filter(is_open).count() as u64;
        opens += open_frames;
        clean += u64::from(open_frames == 0);
    }

    let run = longest_run(&all_series);
    let real = |sum: u64, count: u64| if count == 0 { String::new() } else { (sum as f64 / count as f64).to_string() };
    let maybe = |value: Option<u64>| value.map(|value| value.to_string()).unwrap_or_default();
    let squares: u64 = totals.iter().map(|total| total * total).sum();
    let stddev = if count < 2 {
        String::new()
    } else {
        ((count * squares - pins * pins) as f64 / (count * (count - 1)) as f64).sqrt().to_string()
    };
    // The average without its fraction, then the result without its own.
    let handicap = share * base.saturating_sub(pins / count) / 10_000;
    let held = |series: Option<&PlayerSeries<'_>>, column: &str| match (series, column) {
        (Some(series), "name") => series.name.clone(),
        (Some(series), _) => series.day.to_owned(),
        (None, _) => String::new(),
    };
    let high_series_held = high_series.as_ref().map(|(_, _, series)| *series);
    vec![
        ("rules", complete[0].rules.to_owned()),
        ("games", count.to_string()),
        ("pins", pins.to_string()),
        ("average", real(pins, count)),
        ("high", maybe(totals.iter().max().copied())),
        ("low", maybe(totals.iter().min().copied())),
        ("stddev", stddev),
        ("series", series.to_string()),
        ("high_series", maybe(high_series.as_ref().map(|(pins, ..)| *pins))),
        ("strikes", strikes.to_string()),
        ("strike_percent", real(100 * strikes, strike_chances)),
        ("spares", spares.to_string()),
        ("spare_percent", real(100 * spares, spare_chances)),
        ("single", single.to_string()),
        ("single_percent", real(100 * single, single_chances)),
        ("opens", opens.to_string()),
        ("open_percent", real(100 * opens, 10 * count)),
        ("first_ball", real(first_ball_pins, strike_chances)),
        ("clean", clean.to_string()),
        ("splits", splits.to_string()),
        ("converted", converted.to_string()),
        ("run", run.to_string()),
        ("over_200", totals.iter().filter(|total| **total >= 200).count().to_string()),
        ("perfect", totals.iter().filter(|total| **total == 300).count().to_string()),
        ("high_series_games", maybe(high_series.as_ref().map(|(_, less, _)| (usize::MAX - less) as u64))),
        ("scored_games", count.to_string()),
        ("sum_of_squares", squares.to_string()),
        ("strike_chances", strike_chances.to_string()),
        ("spare_chances", spare_chances.to_string()),
        ("single_chances", single_chances.to_string()),
        ("first_ball_pins", first_ball_pins.to_string()),
        ("high_name", high.name()),
        ("high_date", high.tags.day().to_owned()),
        ("high_series_name", held(high_series_held, "name")),
        ("high_series_date", held(high_series_held, "date")),
        ("strike_gain", real(strike_gain, gaining_strikes)),
        ("spare_gain", real(spare_gain, gaining_spares)),
        ("gaining_strikes", gaining_strikes.to_string()),
        ("strike_gain_pins", strike_gain.to_string()),
        ("gaining_spares", gaining_spares.to_string()),
        ("spare_gain_pins", spare_gain.to_string()),
        ("left_leaves", String::new()),
        ("right_leaves", String::new()),
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
        let expected = expected(&all, 6667, 220);
        let handicap: Handicap = "66.67%220".parse().unwrap();
        for stats in [&whole, &merged] {
            let figures: BTreeMap<_, _> =
                stats.figures().into_iter().map(|(name, value)| (name, text(value))).collect();
            let handicap = handicap.of(stats).unwrap();
            let column = |name: &str| match name {
                "rules" => stats.rules().to_string(),
                "handicap" => handicap.to_string(),
                "average_with_handicap" => (stats.average().unwrap() + f64::from(handicap)).to_string(),
                name => figures[name].clone(),
            };
            // The games have no names and no dates here.
            let is_text = |name: &str| name.ends_with("_name") || name.ends_with("_date");
            for (name, value) in expected.iter().filter(|(name, _)| !is_text(name)) {
                assert_eq!(column(name), *value, "{name} of season {season}, {rules}, cut at {cuts:?}");
            }
            // What the page shows adds up to the same figures.
            let frames = stats.by_frame();
            assert_eq!(frames.iter().map(|frame| frame.opens).sum::<u64>(), stats.opens());
            assert!(frames.iter().all(|frame| frame.strikes + frame.spares + frame.opens == stats.scored_games()));
            assert_eq!(stats.distribution().iter().sum::<u64>(), stats.games());
        }
    }
}

/// A figure as CSV has it.
fn text(figure: Figure<'_>) -> String {
    match figure {
        Figure::Count(count) => count.to_string(),
        Figure::Real(real) => real.to_string(),
        Figure::Text(text) => text.to_owned(),
        _ => String::new(),
    }
}

/// Seasons of several players in several files: what is made of each file elsewhere, and sent as JSON, merges to what one
/// pass makes, for each player and for all.
#[cfg(feature = "cli")]
#[test]
fn parts_made_elsewhere_merge_to_one_pass() {
    let mut random = Random::new(42);
    for season in 0..300 {
        let rules = RULES[season % RULES.len()];
        let mut group = 0;
        let games: Vec<Game> = (0..40)
            .map(|_| {
                group += usize::from(random.one_in(6));
                let mut game = Game::random(random.below(4), rules, group, &mut random);
                game.tags.date = ["", "2026-01-10", "2026-01-17", "7 Feb"][group / 2 % 4];
                game
            })
            .collect();
        let whole = players(rules.parse().unwrap(), &games);
        let parts = 1 + random.below(7);
        let mut merged: BTreeMap<usize, Stats> = BTreeMap::new();
        for part in games.chunks(games.len().div_ceil(parts)) {
            for (player, stats) in players(rules.parse().unwrap(), part) {
                let stats: Stats = serde_json::from_str(&serde_json::to_string(&stats).unwrap()).unwrap();
                match merged.get_mut(&player) {
                    Some(merged) => merged.merge(&stats).unwrap(),
                    None => drop(merged.insert(player, stats)),
                }
            }
        }
        assert_eq!(merged, whole, "season {season} in {parts} parts");
        // Different players have no series in common, in whatever order they are put together.
        let all = |stats: Vec<&Stats>| {
            let mut all = Stats::new(rules.parse().unwrap());
            for stats in stats {
                all.merge(stats).unwrap();
            }
            all
        };
        let (forwards, backwards) = (all(whole.values().collect()), all(whole.values().rev().collect()));
        let (first, second) = (all(whole.values().take(2).collect()), all(whole.values().skip(2).collect()));
        let grouped = all(vec![&first, &second]);
        for all in [&forwards, &backwards, &grouped] {
            assert_eq!(all.series(), whole.values().map(Stats::series).sum::<u64>());
            assert_eq!(all.high_series(), whole.values().filter_map(Stats::high_series).max());
            assert_eq!(all.run(), whole.values().map(Stats::run).max().unwrap());
        }
        assert_eq!(grouped, forwards, "season {season}");
    }
}

/// The statistics of each player, in one pass.
#[cfg(feature = "cli")]
fn players(rules: Rules, games: &[Game]) -> BTreeMap<usize, Stats> {
    let mut players = BTreeMap::new();
    for game in games {
        let player = players.entry(game.player);
        let stats = player.or_insert_with(|| Stats::of_player(rules, &game.name()));
        let date = Some(game.tags.date).filter(|date| !date.is_empty());
        stats.set_evening(&Evening::new(game.group as u64, date));
        let ScoredLine { game, .. } = score_line(game.text().as_bytes(), Dialect::Auto, rules).unwrap();
        stats.extend([&game.unwrap()]);
    }
    players
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
        let before = stats.clone();
        let counts = stats.add_game(&scored.unwrap()).is_ok();
        assert_eq!(counts, is_complete(game.rules, &game.frames));
        if !counts {
            assert_eq!(stats, before, "a game that does not count changes nothing");
            stats.skip_game();
        }
    }
    stats
}

#[cfg(feature = "cli")]
mod program {
    use super::*;
    use crate::common::scratch::ScratchDir;
    use crate::common::{Outcome, run, sheet};

    const PLAYERS: usize = 40;
    const DATES: [&str; 5] = ["", "2026-01-10", "2026-01-17", "2025-12-31T20:15", "7 Feb"];
    const WEEKS: [&str; 3] = ["", "1", "2"];
    const TEAMS: [&str; 4] = ["", "Reds", "the \"Blues\", 2nd", "홍팀"];
    const FORMATS: [&str; 4] = ["sheet", "csv", "json", "log"];

    /// Random games of many players by all rule sets. A table has no groups, and a match of a log has one game of each
    /// player, who must have a name.
    fn season(games: usize, format: &str, has_groups: bool, random: &mut Random) -> Vec<Game> {
        let (mut group, mut rules, mut tags) = (0, "tenpin", Tags::default());
        let mut in_match = Vec::new();
        (0..games)
            .map(|_| {
                if random.one_in(30) {
                    rules = RULES[random.below(RULES.len())];
                }
                // Tags of a sheet stay until they change.
                if random.one_in(4) {
                    tags = Tags {
                        date: DATES[random.below(DATES.len())],
                        week: WEEKS[random.below(WEEKS.len())],
                        team: TEAMS[random.below(TEAMS.len())],
                    };
                }
                let player = random.below(PLAYERS);
                let player = if format == "log" { 1 + player } else { player };
                let ends_match = format == "log" && in_match.contains(&player);
                if ends_match || (format != "csv" && format != "json" && has_groups && random.one_in(20)) {
                    group += 1;
                    in_match.clear();
                }
                in_match.push(player);
                let mut game = Game::random(player, rules, group, random);
                if format == "log" {
                    // A game begins with a roll, and logs have no splits.
                    game.splits.iter_mut().for_each(|split| *split = false);
                }
                Game { tags, ..game }
            })
            // A game without a ball is a blank line, if it has no name.
            .filter(|game| game.frames.iter().flatten().next().is_some())
            .collect()
    }

    /// The games in a format.
    fn written(games: &[Game], format: &str) -> String {
        match format {
            "csv" => {
                let mut csv = csv::Writer::from_writer(Vec::new());
                csv.write_record(["Team", "name", "rules", "Week", "notation", "date"]).unwrap();
                for game in games {
                    let Tags { date, week, team } = game.tags;
                    csv.write_record([team, &game.name(), game.rules, week, &game.text(), date]).unwrap();
                }
                String::from_utf8(csv.into_inner().unwrap()).unwrap()
            }
            "json" => sheet(games.iter().map(|game| {
                let Tags { date, week, team } = game.tags;
                let week = if week.is_empty() { "null" } else { week };
                let [name, team, date] =
                    [&game.name(), team, date].map(|text| serde_json::to_string(text).unwrap());
                let (rules, game) = (game.rules, game.text());
                format!(
                    r#"{{"Team":{team},"name":{name},"rules":"{rules}","week":{week},"notation":"{game}","date":{date}}}"#
                )
            })),
            _ => lines(games, format == "log"),
        }
    }

    /// The games as a sheet, or as a log whose lines are one roll each.
    fn lines(games: &[Game], is_log: bool) -> String {
        let mut lines = vec!["# rules: tenpin".to_owned()];
        let (mut group, mut rules, mut tags) = (0, "tenpin", Tags::default());
        for game in games {
            if game.group != group {
                lines.push(String::new());
                group = game.group;
            }
            if game.rules != rules {
                rules = game.rules;
                lines.push(format!("# rules: {rules}"));
            }
            let Tags { date, week, team } = game.tags;
            let changed = [("date", tags.date, date), ("WEEK", tags.week, week), ("team", tags.team, team)];
            lines
                .extend(changed.iter().filter(|tag| tag.1 != tag.2).map(|(key, _, value)| format!("# {key}: {value}")));
            tags = game.tags;
            let (name, pins) = (game.name(), game.frames.iter().flatten().map(|ball| ball.pins.to_string()));
            if is_log {
                lines.extend(pins.map(|pins| format!("{name}\t{pins}")));
                continue;
            }
            let text = if game.splits.contains(&true) { game.text() } else { pins.map(|pins| pins + " ").collect() };
            lines.push(if name.is_empty() { text } else { format!("{name}: {text}") });
        }
        sheet(lines)
    }

    /// The value of a key of `--by` for a game.
    fn key_value(game: &Game, key: &str) -> String {
        let iso = if game.tags.date.starts_with("20") { game.tags.date } else { "" };
        match key {
            "name" => game.name(),
            "team" => game.tags.team.into(),
            "date" => game.tags.day().into(),
            "week" => game.tags.week.into(),
            "year" => iso.get(..4).unwrap_or_default().into(),
            "month" => iso.get(..7).unwrap_or_default().into(),
            key => panic!("unknown key {key}"),
        }
    }

    /// Compares the output of the program with the second computation, row by row and column by column.
    fn assert_agrees(csv: &str, games: &[Game], by: &str, context: &str) {
        let keys: Vec<&str> = by.split(',').filter(|key| *key != "all").collect();
        let key_of = |game: &Game| -> Vec<String> {
            keys.iter().map(|key| key_value(game, key)).chain([game.rules.to_owned()]).collect()
        };
        let mut rows: BTreeMap<Vec<String>, Vec<&Game>> = BTreeMap::new();
        for game in games {
            rows.entry(key_of(game)).or_default().push(game);
        }
        rows.retain(|_, games| games.iter().any(|game| game.is_complete()));
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let header = reader.headers().unwrap().clone();
        for row in reader.records().map(Result::unwrap) {
            let cell = |name: &str| row.get(header.iter().position(|column| column == name).unwrap()).unwrap();
            let key: Vec<String> = keys.iter().copied().chain(["rules"]).map(|key| cell(key).to_owned()).collect();
            let own = rows.remove(&key).unwrap_or_else(|| panic!("no game is in {key:?}, {context}"));
            let expected = expected(&own, 8050, 210);
            assert_eq!(header.len(), keys.len().max(1) + expected.len(), "{header:?}");
            for (name, value) in expected {
                assert_eq!(cell(name), value, "{name} of {key:?}, {context}");
            }
        }
        assert!(rows.is_empty(), "missing: {:?}, {context}", rows.keys());
    }

    const BY: [&str; 8] = ["name", "team", "team,name", "date", "month,team", "name,year", "week", "all"];

    #[test]
    fn the_program_agrees_with_a_second_computation() {
        let mut random = Random::new(150);
        for round in 0..64 {
            let (format, by) = (FORMATS[round % 4], BY[round / 4 % BY.len()]);
            let games = season(1 + random.below(300), format, round % 3 > 0, &mut random);
            let text = written(&games, format);
            let from = if format == "log" { "--from=log" } else { "--from=auto" };
            let args = ["stats", "--csv", "--handicap=80.5%210", "--by", by, from];
            let Outcome { status, out, err } = run(&args, &text);
            let context = format!("round {round}, {format}, --by {by}: {err}");
            assert_eq!(status, 0, "{context}");
            assert_agrees(&out, &games, by, &context);
        }
    }

    /// Groups, tags, runs and rules cross the borders of chunks, and chunks are read by several threads.
    #[test]
    fn large_seasons_do_not_depend_on_threads() {
        let scratch = ScratchDir::new();
        for (format, has_groups, by) in [
            ("sheet", false, "name"),
            ("sheet", true, "team,month"),
            ("csv", false, "name,team"),
            ("json", false, "team"),
        ] {
            let games = season(30_000, format, has_groups, &mut Random::new(1500));
            let text = written(&games, format);
            assert!(text.len() > 1_000_000, "large enough for threads");
            let file = scratch.write("season", &text);
            let run_with = |threads: &str| {
                let args = ["stats", "--csv", "--handicap=80.5%210", "--by", by, threads, &file];
                let Outcome { status, out, err } = run(&args, "");
                assert_eq!(status, 0, "{err}");
                (out, err)
            };
            let one = run_with("-j1");
            assert_agrees(&one.0, &games, by, &format!("{format}, groups: {has_groups}, --by {by}"));
            for threads in ["-j2", "-j5"] {
                assert_eq!(run_with(threads), one, "{threads}, {format}, groups: {has_groups}");
            }
        }
    }
}
