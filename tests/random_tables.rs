//! Random tables, as CSV and as JSON: the name, the claim, the date and the game of every row arrive, however the rows
//! are spread over chunks and threads.
//!
//! What is expected comes from the reference scorer and from the rows themselves, not from another run of the program.
#![cfg(feature = "cli")]

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::common::random::Random;
use crate::common::reference::{Frames, random_complete_game, running_totals};
use crate::common::scratch::ScratchDir;
use crate::common::{Outcome, run};

const ROWS: usize = 10_000;
const PLAYERS: usize = 50;

/// A row of a table.
struct Row {
    /// `None` for an empty cell.
    player: Option<usize>,
    date: String,
    game: Frames,
    claim: Option<Claim>,
}

struct Claim {
    /// The total, or the running totals.
    says: Vec<u16>,
    holds: bool,
}

impl Row {
    fn random(number: usize, random: &mut Random) -> Self {
        let game = random_complete_game("tenpin", random);
        let totals = running_totals("tenpin", &game);
        let claim = (!random.one_in(4)).then(|| {
            let mut says = if random.one_in(3) { totals.clone() } else { vec![totals[9]] };
            let holds = !random.one_in(5);
            if !holds {
                let wrong = random.below(says.len());
                says[wrong] = if says[wrong] == 0 { 1 } else { says[wrong] - 1 };
            }
            Claim { says, holds }
        });
        let player = (!random.one_in(40)).then(|| random.below(PLAYERS));
        // The dates of a player never go back.
        let evening = number / 200;
        let date = format!("2026-{:02}-{:02}", 1 + evening / 28, 1 + evening % 28);
        Self { player, date, game, claim }
    }

    /// Some names need quotes, in CSV and in JSON.
    fn name(&self) -> Option<String> {
        self.player.map(|player| match player % 5 {
            0 => format!("Müller, {player}"),
            1 => format!("\"The {player}\""),
            _ => format!("P{player}"),
        })
    }

    fn notation(&self) -> String {
        let frame = |balls: &Vec<_>| balls.iter().map(|ball: &crate::common::reference::Ball| ball.symbol()).collect();
        self.game.iter().map(frame).collect::<Vec<String>>().join(" ")
    }

    fn total(&self) -> u16 {
        running_totals("tenpin", &self.game)[9]
    }

    fn claim_text(&self) -> String {
        let says = self.claim.as_ref().map(|claim| claim.says.iter().map(u16::to_string).collect::<Vec<_>>());
        says.unwrap_or_default().join(" ")
    }
}

fn as_csv(rows: &[Row]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["total", "player", "lane", "game", "date"]).unwrap();
    for row in rows {
        let cells = [&row.claim_text(), &row.name().unwrap_or_default(), "7", &row.notation(), &row.date];
        writer.write_record(cells).unwrap();
    }
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

fn as_json(rows: &[Row], is_array: bool) -> String {
    let object = |row: &Row| {
        let claim = row
            .claim
            .as_ref()
            .map(|claim| if claim.says.len() == 1 { json!(claim.says[0]) } else { json!(claim.says) });
        json!({"date": row.date, "total": claim, "game": row.notation(), "player": row.name()}).to_string()
    };
    let objects: Vec<String> = rows.iter().map(object).collect();
    if is_array { format!("[{}]", objects.join(", ")) } else { objects.join("\n") + "\n" }
}

/// The records of `--json`, as they must be, without the file and the line.
fn expected_records(rows: &[Row]) -> Vec<(Value, u16, Value)> {
    let claim = |row: &Row| match &row.claim {
        None => Value::Null,
        Some(Claim { says, holds }) if says.len() == 1 => json!({"says": says[0], "holds": holds}),
        Some(Claim { says, holds }) => json!({"says": says, "holds": holds}),
    };
    rows.iter().map(|row| (json!(row.name()), row.total(), claim(row))).collect()
}

/// The games, the series and the best series of each player. A player's games of one date form a series.
fn expected_series(rows: &[Row]) -> BTreeMap<Option<String>, (u64, u64, Option<u64>)> {
    let mut evenings: BTreeMap<Option<String>, BTreeMap<&str, Vec<u64>>> = BTreeMap::new();
    for row in rows {
        evenings.entry(row.name()).or_default().entry(&row.date).or_default().push(row.total().into());
    }
    let sums = |dates: BTreeMap<&str, Vec<u64>>| {
        let games = dates.values().map(|games| games.len() as u64).sum();
        let best = dates.values().filter(|games| games.len() >= 3).map(|games| games.iter().sum()).max();
        (games, dates.len() as u64, best)
    };
    evenings.into_iter().map(|(name, dates)| (name, sums(dates))).collect()
}

#[test]
fn the_name_claim_and_date_of_every_row_arrive_whatever_the_threads() {
    let mut random = Random::new(32);
    let rows: Vec<Row> = (0..ROWS).map(|number| Row::random(number, &mut random)).collect();
    let (records, series) = (expected_records(&rows), expected_series(&rows));
    let wrong = rows.iter().filter(|row| row.claim.as_ref().is_some_and(|claim| !claim.holds)).count();
    assert!(wrong > 500 && series.values().all(|(_, series, best)| *series > 25 && best.is_some()));
    let folder = ScratchDir::new();
    for (file, text) in [("t.csv", as_csv(&rows)), ("t.jsonl", as_json(&rows, false)), ("t.json", as_json(&rows, true))]
    {
        assert!(text.len() > 560_000, "large enough for threads");
        let path = folder.write(file, &text);
        for threads in ["-j1", "-j5"] {
            let context = format!("{file} {threads}");
            let Outcome { status, out, err } = run(&["--json", threads, &path], "");
            let found: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            assert_eq!((status, found.len(), err.lines().count()), (1, ROWS, wrong), "{context}");
            for (at, (record, (name, total, claim))) in found.iter().zip(&records).enumerate() {
                let seen = (&record["name"], &record["total"], &record["claim"]);
                assert_eq!(seen, (name, &json!(total), claim), "{context}, row {at}");
                if file != "t.json" {
                    // The header of CSV is line 1.
                    assert_eq!(record["line"], at + 1 + usize::from(file == "t.csv"), "{context}");
                }
            }
            let Outcome { out, .. } = run(&["stats", "--json", threads, &path], "");
            let found: BTreeMap<Option<String>, (u64, u64, Option<u64>)> = out
                .lines()
                .map(|line| {
                    let row: Value = serde_json::from_str(line).unwrap();
                    let number = |key: &str| row[key].as_u64();
                    let name = row["name"].as_str().map(str::to_owned);
                    (name, (number("games").unwrap(), number("series").unwrap(), number("high_series")))
                })
                .collect();
            assert_eq!(found, series, "{context}");
        }
    }
}
