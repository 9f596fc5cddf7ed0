//! The library as its users call it, compared with the program.

use std::collections::BTreeMap;
use std::fs;

use bowling::Rules;
use bowling::sheet::SheetReader;
use bowling::stats::Stats;

use crate::common::in_repository;

type Players = BTreeMap<(Option<String>, Rules), Stats>;

/// The statistics of each player of a sheet, as in the documentation of the library.
fn players(sheet: &[u8]) -> Players {
    let mut players = Players::new();
    for entry in SheetReader::new(sheet) {
        let entry = entry.unwrap();
        let player = (entry.name.clone(), entry.rules);
        let stats = players.entry(player).or_insert_with(|| match &entry.name {
            Some(name) => Stats::of_player(entry.rules, name),
            None => Stats::new(entry.rules),
        });
        stats.set_evening(&entry.evening());
        match &entry.game {
            Ok(game) => stats.extend([game]),
            Err(_) => stats.skip_game(),
        }
    }
    players
}

#[test]
fn the_season_of_the_fixture_has_the_series_that_the_documentation_names() {
    let sheet = fs::read(in_repository("fixtures/season.sheet")).unwrap();
    let players = players(&sheet);
    let ann = &players[&(Some("Ann".into()), Rules::Tenpin)];
    assert_eq!((ann.series(), ann.high_series(), ann.high_series_games()), (2, Some(589), Some(3)));
}

#[cfg(feature = "cli")]
mod program {
    use super::*;
    use crate::common::run;

    /// Sheets whose games are divided into series in every way that a sheet knows.
    fn sheets() -> Vec<String> {
        const GAMES: [&str; 6] = [
            "X X X X X X X X X XXX",
            "9/ 9/ 9/ 9/ 9/ 9/ 9/ 9/ 9/ 9/X",
            "X X X",
            "8 5",
            "S8- 9- 9- 9- 9- 9- 9- 9- 9- 9/X",
            "X 7/ 9- X -8 8/ -6 X X X81",
        ];
        const LINES: [&str; 10] = [
            "",
            " \t",
            "# a comment",
            "# date: 2026-01-17",
            "# Fecha: 2026-01-17T20:15",
            "# date:",
            "# week: 3",
            "# week: W3",
            "# rules: notap9",
            "# rules: tenpin",
        ];
        let line = |number: usize| match number % 3 {
            0 => LINES[number / 3 % LINES.len()].to_owned(),
            _ => format!("{}: {}", ["Ann", "Bob"][number / 7 % 2], GAMES[number / 11 % GAMES.len()]),
        };
        // Consecutive squares, so that every pair of lines meets.
        let sheet = |start: usize| (start..start + 60).map(|number| line(number * number) + "\n").collect();
        (0..40).map(sheet).collect()
    }

    #[test]
    fn the_library_and_the_program_find_the_same_series() {
        let fixtures = ["season", "league", "tenpin", "world", "candlepin", "notap", "refused", "leaves"];
        let fixtures =
            fixtures.iter().map(|name| fs::read_to_string(in_repository(&format!("fixtures/{name}.sheet"))).unwrap());
        let mut high_series = 0;
        for sheet in fixtures.chain(sheets()) {
            let out = run(&["stats", "--json", "--by", "name"], &sheet).out;
            let mut rows: Vec<_> = out
                .lines()
                .map(|row| {
                    let row: serde_json::Value = serde_json::from_str(row).unwrap();
                    let number = |key: &str| row[key].as_u64();
                    let [games, pins, series, run] = ["games", "pins", "series", "run"].map(number);
                    let high = number("high_series").zip(number("high_series_games"));
                    (
                        (row["name"].as_str().map(str::to_owned), row["rules"].as_str().unwrap().parse().unwrap()),
                        (games, pins, series, run, high),
                    )
                })
                .collect();
            rows.sort_unstable();
            let players = players(sheet.as_bytes());
            let counted = players.iter().filter(|(_, stats)| stats.games() > 0);
            let own: Vec<_> = counted
                .map(|((name, rules), stats)| {
                    let [games, pins, series, run] =
                        [stats.games(), stats.pins(), stats.series(), stats.run()].map(Some);
                    let high = stats.high_series().zip(stats.high_series_games());
                    high_series += u32::from(high.is_some());
                    ((name.clone(), *rules), (games, pins, series, run, high))
                })
                .collect();
            assert_eq!(own, rows, "{sheet}");
        }
        assert!(high_series > 20, "the sheets have {high_series} high series");
    }
}

/// The shape of the feature `serde` is that of the program's JSON.
#[cfg(feature = "cli")]
mod serde_shape {
    use bowling::Game;
    use bowling::sheet::Claim;
    use serde_json::{Map, Value};

    use super::*;
    use crate::common::run;

    const FIXTURES: [&str; 10] =
        ["season", "league", "tenpin", "world", "candlepin", "duckpin", "notap", "refused", "leaves", "spellings"];

    fn fixture(name: &str) -> Vec<u8> {
        fs::read(in_repository(&format!("fixtures/{name}.sheet"))).unwrap()
    }

    #[test]
    fn serde_games_and_claims_are_those_of_the_records() {
        let mut games = 0;
        for name in FIXTURES {
            let sheet = fixture(name);
            let out = run(&["--json"], &sheet).out;
            let entries: Vec<_> = SheetReader::new(&sheet[..]).map(Result::unwrap).collect();
            assert_eq!(out.lines().count(), entries.len());
            for (record, entry) in out.lines().zip(entries) {
                let read = serde_json::from_str::<Game>(record);
                let value: Map<String, Value> = serde_json::from_str(record).unwrap();
                if let Some(claim) = &entry.claim {
                    let says = &value["claim"]["says"];
                    assert_eq!(&serde_json::to_value(claim).unwrap(), says);
                    assert_eq!(&serde_json::from_value::<Claim>(says.clone()).unwrap(), claim);
                }
                let Ok(game) = entry.game else {
                    assert!(read.is_err(), "{record}");
                    continue;
                };
                games += 1;
                assert_eq!(read.unwrap(), game, "{record}");
                // The same keys in the same order, less those that are not about the game.
                let own = serde_json::to_string(&game).unwrap();
                let start = record.find("\"rules\"").unwrap();
                let end = record.rfind(",\"claim\":").unwrap();
                assert_eq!(own, format!("{{{}}}", &record[start..end]));
                assert_eq!(serde_json::from_str::<Game>(&own).unwrap(), game);
            }
        }
        assert!(games > 100, "{games} games");
    }

    #[test]
    fn serde_reads_games_and_claims_in_every_form() {
        let game: Game = "X 5/ 9-".parse().unwrap();
        for json in [
            r#""X 5/ 9-""#,
            r#"" 10 5 5 9 0\n""#,
            "[10, 5, 5, 9, 0]",
            r#"["X", "5/", "9-"]"#,
            "[[10], [5, 5], [9, 0]]",
            "[[10, null], [5, 5], [9, 0], []]",
            r#"{"rolls": [10, 5, 5, 9, 0]}"#,
            r#"{"rolls": ["X", "5/", "9-"], "rules": "tenpin", "name": "PJS"}"#,
            r#"{"frames": [{"rolls": [10]}, {"rolls": [5, 5]}, {"rolls": [9, 0]}]}"#,
        ] {
            assert_eq!(serde_json::from_str::<Game>(json).unwrap(), game, "{json}");
            assert_eq!(serde_json::from_value::<Game>(serde_json::from_str(json).unwrap()).unwrap(), game, "{json}");
        }
        let world: Game = serde_json::from_str(r#"{"rules": "world", "rolls": [10, 7, 3]}"#).unwrap();
        assert_eq!((world.rules(), world.score()), (Rules::World, 47));
        for (json, message) in [
            ("[10, 8, 5]", "frame 2: 8 then 5 is 13 pins, a rack has 10"),
            (r#"{"rolls": [11]}"#, "frame 1: 11 is not a roll, a roll is 0 to 10"),
            (r#"{"total": 48}"#, "a game has the key frames or rolls"),
            (r#""""#, "there is no game"),
            ("48", "invalid type: integer `48`, expected a game as an object, an array or text"),
            ("[-1]", "an array of a game holds numbers of pins, symbols, frames and null"),
        ] {
            let error = serde_json::from_str::<Game>(json).unwrap_err().to_string();
            assert!(error.starts_with(message), "{json}: {error}");
        }
        let claim = Claim::Running(vec![Some(20), Some(39), None]);
        for json in [
            "[20, 39, null]",
            r#""20 39 _""#,
            r#"{"says": [20, 39, null], "holds": true}"#,
            r#"{"name": "PJS", "claim": {"says": [20, 39, null], "holds": true}}"#,
        ] {
            assert_eq!(serde_json::from_str::<Claim>(json).unwrap(), claim, "{json}");
        }
        assert_eq!(serde_json::from_str::<Claim>("48").unwrap(), Claim::Total(48));
    }

    #[test]
    fn serde_refuses_games_that_are_impossible() {
        for frames in [
            r#"[{"rolls":[8,5]}]"#,
            r#"[{"rolls":[11]}]"#,
            r#"[{"rolls":[8]},{"rolls":[1]}]"#,
            r#"[{"rolls":[10,3]}]"#,
            r#"[{"rolls":[8],"leaves":[[7,11]]}]"#,
            r#"[{"rolls":[8],"leaves":[[7]]}]"#,
            r#"[{"rolls":[10],"split":true}]"#,
            r#"[{"rolls":[0,8],"split":true}]"#,
            r#"[{"rolls":[8],"splits":[2]}]"#,
            r#"[{"rolls":[8],"leaves":[null,[7]]}]"#,
        ] {
            let record = format!(r#"{{"rules":"tenpin","frames":{frames}}}"#);
            assert!(serde_json::from_str::<Game>(&record).is_err(), "{record}");
        }
        assert!(serde_json::from_str::<Claim>("[]").is_err());
        assert!(serde_json::from_str::<Claim>("\"many\"").is_err());
    }

    #[test]
    fn serde_figures_are_those_of_the_rows() {
        for name in ["season", "league", "world", "leaves"] {
            let sheet = fixture(name);
            let out = run(&["stats", "--json"], &sheet).out;
            let players = players(&sheet);
            let mut rows = 0;
            for row in out.lines() {
                let mut row: Map<String, Value> = serde_json::from_str(row).unwrap();
                let name = row.remove("name").unwrap().as_str().map(str::to_owned);
                let rules = row["rules"].as_str().unwrap().parse().unwrap();
                // Both are read from text, which rounds alike.
                let stats = &players[&(name, rules)];
                let text = serde_json::to_string(stats).unwrap();
                assert_eq!(serde_json::from_str::<Stats>(&text).unwrap(), *stats, "{text}");
                let own: Map<String, Value> = serde_json::from_str(&text).unwrap();
                for (key, value) in &row {
                    let is_same =
                        *value == own[key] || value.as_f64().is_some_and(|value| own[key].as_f64() == Some(value));
                    assert!(is_same, "{key}: {value} and {}", own[key]);
                }
                rows += 1;
            }
            assert!(rows > 0);
        }
    }
}
