//! `bowling stats`: what is counted, the rows, the formats, and bad options.
#![cfg(feature = "cli")]

use std::collections::HashMap;

use crate::common::scratch::ScratchDir;
use crate::common::{Outcome, accepted, in_repository, run, sheet};
use unicode_width::UnicodeWidthStr;

const PERFECT: &str = "X X X X X X X X X XXX";
const SPARES: &str = "5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/5";
const NINES: &str = "9- 9- 9- 9- 9- 9- 9- 9- 9- 9-";

/// The columns of each row of `--csv`, by name.
fn rows(csv: &str) -> Vec<HashMap<String, String>> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}

/// The rows of good games.
fn stats(args: &[&str], input: impl AsRef<[u8]>) -> Vec<HashMap<String, String>> {
    rows(&accepted(&[&["stats", "--csv"], args].concat(), input))
}

#[track_caller]
fn assert_row(row: &HashMap<String, String>, expected: &[(&str, &str)]) {
    for (column, value) in expected {
        assert_eq!(row[*column], *value, "{column} of {:?}", row.get("name"));
    }
}

#[test]
fn a_perfect_game_is_all_strikes() {
    let rows = stats(&[], format!("Ann: {PERFECT}\n"));
    assert_eq!(rows.len(), 1);
    assert_row(
        &rows[0],
        &[
            ("name", "Ann"),
            ("rules", "tenpin"),
            ("games", "1"),
            ("pins", "300"),
            ("average", "300"),
            ("high", "300"),
            ("low", "300"),
            ("stddev", ""),
            ("series", "1"),
            ("high_series", ""),
            ("strikes", "12"),
            ("strike_chances", "12"),
            ("strike_percent", "100"),
            ("spares", "0"),
            ("spare_percent", ""),
            ("opens", "0"),
            ("open_percent", "0"),
            ("first_ball", "10"),
            ("clean", "1"),
            ("run", "12"),
            ("over_200", "1"),
            ("perfect", "1"),
        ],
    );
}

#[test]
fn a_game_of_fives_is_all_spares() {
    let rows = stats(&[], SPARES);
    let expected = [
        ("name", ""),
        ("average", "150"),
        ("strikes", "0"),
        ("strike_chances", "11"),
        ("spares", "10"),
        ("spare_chances", "10"),
        ("spare_percent", "100"),
        ("first_ball", "5"),
        ("clean", "1"),
    ];
    assert_row(&rows[0], &expected);
}

/// The season of the fixture, worked out by hand: strikes and spares with their chances, opens, pins of
/// balls at a full rack, splits and conversions of each game.
///
/// | game                         | total | strikes | spares | single | opens | first balls | splits |
/// |------------------------------|-------|---------|--------|--------|-------|-------------|--------|
/// | Ann X … XXX                  |   300 |   12/12 |    0/0 |    0/0 |     0 |         120 |        |
/// | Ann X X 9- … 9-              |   120 |    2/10 |    0/8 |    0/8 |     8 |    20 + 72  |        |
/// | Ann 5/ … 5/5                 |   150 |    0/11 |  10/10 |    0/0 |     0 |          55 |        |
/// | Ann 9/ … 9/9                 |   190 |    0/11 |  10/10 |  10/10 |     0 |          99 |        |
/// | Ann X … XX9                  |   299 |   11/12 |    0/0 |    0/0 |     0 |         119 |        |
/// | Ann S8- 9- … 9- 9/X          |   100 |    1/11 |   1/10 |    1/9 |     9 | 8+72+9+10   |   0/1  |
/// | Ann                          |  1159 |   26/67 |  21/38 |  11/27 |    17 |         584 |   0/1  |
/// | Bob 9- … 9-                  |    90 |    0/10 |   0/10 |   0/10 |    10 |          90 |        |
/// | Bob 9- … 9- XXX              |   111 |    3/12 |    0/9 |    0/9 |     9 |    81 + 30  |        |
/// | Bob X S7/ 9- … 9- X72        |   121 |    2/11 |    1/9 |    0/7 |     7 | 10+7+63+10+7|   1/1  |
/// | Bob 8/ … 8/8                 |   180 |    0/11 |  10/10 |    0/0 |     0 |          88 |        |
/// | Bob X … X X(7)/              |   287 |   10/11 |    1/1 |    0/0 |     0 |         107 |   1/1  |
/// | Bob                          |   789 |   15/55 |  12/39 |   0/26 |    26 |         493 |   2/2  |
///
/// Ann's series are 570 and 589, and her longest run is 12 strikes and the 2 that start the next game.
/// Bob's are 322 and 467, the second of two games, because the third is not complete.
///
/// In frames 1 to 9, Ann's strikes gain 9 * 20, 19 + 9 and 9 * 20 pins, and her spares 9 * 5 and 9 * 9. Bob's strikes gain
/// 10 and 8 * 20 + 17, and his spares 9 and 9 * 8.
#[test]
fn the_season_of_the_fixture_is_as_worked_out_by_hand() {
    let file = in_repository("fixtures/season.sheet");
    let Outcome { status, out, err } = run(&["stats", "--csv", "--handicap", "90%220", file.to_str().unwrap()], "");
    assert_eq!((status, err.as_str()), (0, "bowling: not counted: 1 unfinished game\n"));
    let expected = "\
        name,rules,games,pins,average,high,low,stddev,series,high_series,strikes,strike_percent,spares,spare_percent,\
        single,single_percent,opens,open_percent,first_ball,clean,splits,converted,run,over_200,perfect,\
        high_series_games,scored_games,sum_of_squares,strike_chances,spare_chances,single_chances,first_ball_pins,\
        high_name,high_date,high_series_name,high_series_date,strike_gain,spare_gain,gaining_strikes,strike_gain_pins,\
        gaining_spares,spare_gain_pins,left_leaves,right_leaves,handicap,average_with_handicap\n\
        Ann,tenpin,6,1159,193.16666666666666,300,100,87.77338244973055,2,589,26,38.80597014925373,21,\
        55.26315789473684,11,40.74074074074074,17,28.333333333333332,8.716417910447761,4,1,0,14,2,1,3,6,262401,67,38,\
        27,584,Ann,,Ann,,19.4,7,20,388,18,126,,,24,\
        217.16666666666666\n\
        Bob,tenpin,5,789,157.8,287,90,79.57197999295983,2,322,15,27.272727272727273,12,30.76923076923077,0,0,26,52,\
        8.963636363636363,2,2,2,10,1,0,3,5,149831,55,39,26,493,Bob,,Bob,,18.7,8.1,10,187,10,81,,,56,213.8\n";
    assert_eq!(out, expected);
}

#[test]
fn the_table_shows_the_main_columns() {
    let file = in_repository("fixtures/season.sheet");
    let table = run(&["stats", file.to_str().unwrap()], "").out;
    let expected = "\
name  games average high low series strike spare open clean run
Ann       6  193.17  300 100  589/3   38.8  55.3 28.3     4  14
Bob       5  157.80  287  90  322/3   27.3  30.8 52.0     2  10
total    11  177.09  300  90  589/3   33.6  42.9 39.1     6  14
";
    assert_eq!(table, expected);
    // The header and the sum stand out.
    let painted = run(&["stats", "--color=always", file.to_str().unwrap()], "").out;
    let starts: Vec<&str> = painted.lines().map(|line| line.split_at(5).0.trim_end()).collect();
    assert_eq!(starts, ["\x1b[1mn", "Ann", "Bob", "\x1b[2mt"]);
    let table = run(&["stats", "--handicap=100%200", file.to_str().unwrap()], "").out;
    let expected = "\
name  games average high low series strike spare open hdcp adjusted
Ann       6  193.17  300 100  589/3   38.8  55.3 28.3    7   200.17
Bob       5  157.80  287  90  322/3   27.3  30.8 52.0   43   200.80
total    11  177.09  300  90  589/3   33.6  42.9 39.1    -        -
";
    assert_eq!(table, expected);
}

#[test]
fn the_best_average_comes_first_and_then_the_most_games() {
    let games = [("Cid", NINES), ("Bob", PERFECT), ("Ann", NINES), ("Dee", SPARES), ("Cid", NINES)];
    let rows = stats(&[], sheet(games.map(|(name, game)| format!("{name}: {game}"))));
    let names: Vec<&str> = rows.iter().map(|row| row["name"].as_str()).collect();
    assert_eq!(names, ["Bob", "Dee", "Cid", "Ann"]);
}

#[test]
fn wide_names_line_up_and_the_table_fits_80_columns() {
    let long = "Maria del Carmen Fernández de la Vega";
    let names = ["홍길동", "李", "Zoë", "Ann", long];
    let table = accepted(&["stats"], sheet(names.map(|name| format!("{name}: {SPARES}"))));
    assert!(table.lines().all(|line| line.width() <= 80), "{table}");
    // Every number ends in the same column, also that of the long name, which has a line of its own.
    let ends: Vec<usize> = table.lines().filter(|line| *line != long).map(UnicodeWidthStr::width).collect();
    assert!(ends.iter().all(|end| *end == ends[0]), "{table}");
    assert!(table.contains(&format!("{long}\n    ")), "{table}");
    assert!(!accepted(&["stats"], format!("Ann: {SPARES}\n")).contains("total"), "one player needs no total");
}

#[test]
fn rules_are_never_mixed() {
    let notap = "9 9 9 9 9 9 9 9 9 9 9 9";
    let text = format!("Ann: {NINES}\n# rules: notap9\nAnn: {notap}\nBob: {notap}\n");
    let rows = stats(&[], &text);
    let found: Vec<[&str; 3]> = rows.iter().map(|row| ["name", "rules", "average"].map(|key| &*row[key])).collect();
    assert_eq!(found, [["Ann", "tenpin", "90"], ["Ann", "notap9", "300"], ["Bob", "notap9", "300"]]);
    let table = accepted(&["stats"], &text);
    let first_words: Vec<&str> = table.lines().map(|line| line.split("  ").next().unwrap()).collect();
    assert_eq!(first_words, ["rules: tenpin", "name", "Ann", "", "rules: notap9", "name", "Ann", "Bob", "total"]);
    assert_eq!(stats(&["--by", "all"], &text).len(), 2);
}

#[test]
fn a_row_is_a_player_a_file_or_everything() {
    let scratch = ScratchDir::new();
    let one = scratch.write("one", format!("Ann: {PERFECT}\nBob: {SPARES}\n"));
    let two = scratch.write("two", format!("Ann: {NINES}\n"));
    let names = |by: &str| -> Vec<(String, String)> {
        let rows = stats(&["--by", by, &one, &two], "");
        let key = if by == "file" { "file" } else { "name" };
        rows.into_iter().map(|row| (row[key].clone(), row["pins"].clone())).collect()
    };
    let pair = |name: &str, pins: &str| (name.to_owned(), pins.to_owned());
    assert_eq!(names("name"), [pair("Ann", "390"), pair("Bob", "150")]);
    assert_eq!(names("file"), [pair(&one, "450"), pair(&two, "90")]);
    // Of equal series the one that started first is held, also if it ends last.
    let evenings = format!("{}\nBob: {NINES}\n", format!("Ann: {SPARES}\nBob: {SPARES}\n").repeat(3));
    assert_eq!(stats(&["--by=all"], &evenings)[0]["high_series_name"], "Ann");
    // Standard input is not a game without a name.
    assert!(accepted(&["stats", "--by=file"], format!("{NINES}\n")).lines().nth(1).unwrap().starts_with("- "));
    assert_eq!(names("all"), [pair("", "540")]);
    assert!(accepted(&["stats", "--by=all", &one, &two], "").contains("\nall "));
}

/// Whatever makes a row, a series is of one player, one group and one file.
#[test]
fn a_series_is_of_one_player_and_one_group() {
    let text = sheet(["Ann", "Bob", "Ann", "Bob", "Ann", "", "Ann", "Ann"].map(|name| match name {
        "" => String::new(),
        name => format!("{name}: {SPARES}"),
    }));
    let expected = [("series", "3"), ("high_series", "450"), ("high_series_games", "3")];
    for by in ["all", "file"] {
        assert_row(&stats(&["--by", by], &text)[0], &expected);
    }
    let rows = stats(&[], &text);
    assert_row(&rows[0], &[("name", "Ann"), ("series", "2"), ("high_series", "450")]);
    assert_row(&rows[1], &[("name", "Bob"), ("series", "1"), ("high_series", "")]);
    let scratch = ScratchDir::new();
    let file = scratch.write("two", format!("Ann: {PERFECT}\nAnn: {PERFECT}\n"));
    let rows = stats(&[&file, &file], "");
    assert_row(&rows[0], &[("games", "4"), ("series", "2"), ("high_series", ""), ("run", "24")]);
}

#[test]
fn a_match_of_a_log_is_a_group() {
    let game = "Ann 10\n".repeat(12);
    let rows = stats(&[], format!("{game}\n{game}"));
    assert_row(&rows[0], &[("games", "2"), ("series", "2"), ("run", "12")]);
}

#[test]
fn what_does_not_count_is_said_with_numbers() {
    let text = format!("Ann: {PERFECT}\nAnn: 8 5\nBob: X X\nCid: 9 9\nDee: X = 12\n");
    let Outcome { status, out, err } = run(&["stats"], &text);
    assert_eq!(status, 1);
    assert_eq!(out.lines().count(), 2, "only Ann has a row: {out}");
    let filter = run(&["--quiet"], &text);
    assert_eq!(
        (filter.status, err.strip_prefix(filter.err.as_str())),
        (1, Some("bowling: not counted: 2 unfinished games, 2 games in error\n"))
    );
    let complete = run(&["stats", "--complete"], &text);
    assert_eq!(complete.status, 1);
    assert!(complete.err.ends_with("bowling: not counted: 4 games in error\n"), "{}", complete.err);
    // An unfinished game is no error, and no games are no rows.
    let Outcome { status, out, err } = run(&["stats"], "Ann: X X\n");
    assert_eq!((status, out.as_str(), err.as_str()), (0, "", "bowling: not counted: 1 unfinished game\n"));
}

/// The balls are counted, not what the sheet says about them.
#[test]
fn a_game_with_a_wrong_claim_counts_by_its_balls() {
    let Outcome { status, out, err } = run(&["stats", "--csv"], format!("Ann: {SPARES} = 151\n"));
    assert_eq!((status, rows(&out)[0]["pins"].as_str()), (1, "150"));
    assert!(err.starts_with("-:1:") && err.lines().count() == 1, "{err}");
}

#[test]
fn totals_without_balls_count_where_they_can() {
    let rows = stats(&["--handicap=90%220"], "name,total\nAnn,200\nBob,150\nAnn,210\nAnn,190\nBob,300\n");
    assert_row(
        &rows[0],
        &[
            ("name", "Bob"),
            ("games", "2"),
            ("pins", "450"),
            ("average", "225"),
            ("high", "300"),
            ("low", "150"),
            ("series", "1"),
            ("high_series", ""),
            ("over_200", "1"),
            ("perfect", "1"),
            ("scored_games", "0"),
            ("strikes", "0"),
            ("strike_percent", ""),
            ("open_percent", ""),
            ("first_ball", ""),
            ("handicap", "0"),
        ],
    );
    assert_row(&rows[1], &[("average", "200"), ("high_series", "600"), ("stddev", "10"), ("handicap", "18")]);
    let table = accepted(&["stats"], "name,total\nAnn,200\n");
    assert_eq!(table.lines().last(), Some("Ann      1  200.00  200 200      -      -     -    -     -   -"));
    // The same rows are errors of the filter.
    assert_eq!(run(&[], "name,total\nAnn,200\n").status, 1);
}

/// Balls are counted over scored games only, whatever else there is.
#[test]
fn scored_games_and_totals_are_mixed() {
    let json = format!("{{\"name\":\"Ann\",\"total\":100}}\n{{\"name\":\"Ann\",\"game\":\"{SPARES}\"}}\n");
    let rows = stats(&[], &json);
    let expected = [
        ("games", "2"),
        ("pins", "250"),
        ("scored_games", "1"),
        ("spare_percent", "100"),
        ("open_percent", "0"),
        ("clean", "1"),
    ];
    assert_row(&rows[0], &expected);
}

#[test]
fn columns_of_totals_are_a_series() {
    let table = "bowler,week,game1,game2,game3\nAnn,1,200,201,202\nBob,1,100,,\nAnn,2,150,160,299\nBob,2,110,,\n\
                 Bob,3,120,NA,\n";
    let rows = stats(&[], table);
    assert_row(&rows[0], &[("name", "Ann"), ("games", "6"), ("series", "2"), ("high_series", "609")]);
    // One game of each week is no series of three games.
    assert_row(&rows[1], &[("name", "Bob"), ("games", "3"), ("series", "3"), ("high_series", "")]);
    let json = "{\"name\":\"Ann\",\"g1\":150,\"g2\":160,\"g3\":170}\n".repeat(2);
    assert_row(&stats(&[], json)[0], &[("games", "6"), ("series", "2"), ("high_series", "480")]);
}

#[test]
fn games_of_one_date_are_a_series() {
    // By date, and by player: the rows of other players make no difference.
    let by_date = "date,name,total\n1,Ann,200\n1,Bob,100\n1,Ann,210\n1,Ann,220\n2,Ann,250\n2,Bob,100\n2,Bob,100\n";
    let by_name = "date,name,total\n1,Ann,200\n1,Ann,210\n1,Ann,220\n2,Ann,250\n1,Bob,100\n2,Bob,100\n2,Bob,100\n";
    for table in [by_date, by_name] {
        let rows = stats(&[], table);
        assert_row(&rows[0], &[("name", "Ann"), ("series", "2"), ("high_series", "630")]);
        assert_row(&rows[1], &[("name", "Bob"), ("series", "2"), ("high_series", "")]);
    }
    // A run of strikes ends with the date.
    let table = |second: &str| format!("date,name,game\n1,Ann,{PERFECT}\n{second},Ann,{PERFECT}\n");
    assert_row(&stats(&[], table("1"))[0], &[("series", "1"), ("run", "24")]);
    assert_row(&stats(&[], table("2"))[0], &[("series", "2"), ("run", "12")]);
    // Two rows of totals of the same date are one series.
    let rows = stats(&[], "name,date,g1,g2\nAnn,1,100,110\nAnn,1,120,130\n");
    assert_row(&rows[0], &[("series", "1"), ("high_series", "460"), ("high_series_games", "4")]);
}

#[test]
fn an_impossible_total_is_an_error_of_its_row() {
    let Outcome { status, out, err } = run(&["stats", "--csv"], "name,game1,game2\nAnn,150,301\nAnn,120,130\n");
    assert_eq!((status, rows(&out)[0]["pins"].as_str()), (1, "250"));
    let expected = "-:2:9: game2: 301 is not a total, a total is 0 to 300\nbowling: not counted: 1 game in error\n";
    assert_eq!(err, expected);
}

const LEAGUE: &str = "date,team,lane,name,game1,game2,game3\n\
                      2026-01-10,Reds,10,Ann,171,180,176\n\
                      2026-01-10,Reds,9,Bob,140,155,149\n\
                      2026-01-10,Blues,9,Cid,200,201,202\n\
                      2026-02-07,Reds,9,Ann,191,150,166\n\
                      2025-12-13,Blues,,Dee,201,200,202\n";

/// The values of some columns.
fn columns(args: &[&str], text: &str, columns: &[&str]) -> Vec<String> {
    let value = |row: &HashMap<String, String>| {
        columns.iter().map(|column| row[*column].as_str()).collect::<Vec<_>>().join(" ")
    };
    stats(args, text).iter().map(value).collect()
}

#[test]
fn a_row_may_be_made_by_any_keys() {
    let found = |by: &str, keys: &[&str]| columns(&["--by", by], LEAGUE, &[keys, &["games"]].concat());
    assert_eq!(found("team", &["team"]), ["Blues 6", "Reds 9"]);
    assert_eq!(found("Team,NAME", &["Team", "NAME"]), ["Blues Cid 3", "Blues Dee 3", "Reds Ann 6", "Reds Bob 3"]);
    assert_eq!(found("year", &["year"]), ["2025 3", "2026 12"]);
    assert_eq!(found("month", &["month"]), ["2025-12 3", "2026-01 9", "2026-02 3"]);
    assert_eq!(found("lane", &["lane"]), [" 3", "10 3", "9 9"]);
    let table = accepted(&["stats", "--by", "team,month"], LEAGUE);
    let expected = "\
team  month   games average high low series strike spare open clean run
Blues 2025-12     3  201.00  202 200  603/3      -     -    -     -   -
Blues 2026-01     3  201.00  202 200  603/3      -     -    -     -   -
Reds  2026-01     6  161.83  180 140  527/3      -     -    -     -   -
Reds  2026-02     3  169.00  191 150  507/3      -     -    -     -   -
total            15  178.93  202 140  603/3      -     -    -     -   -
";
    assert_eq!(table, expected);
    // A column of the table comes before a part of the date.
    assert_eq!(columns(&["--by", "year"], "year,date,name,total\n24/25,2026-01-10,Ann,150\n", &["year"]), ["24/25"]);
}

#[test]
fn rows_are_in_the_order_of_a_column() {
    let found =
        |sort: &str| columns(&["--by", "name,lane", "--sort", sort, "--handicap=90%220"], LEAGUE, &["name", "lane"]);
    let by_average = ["Cid 9", "Dee ", "Ann 10", "Ann 9", "Bob 9"];
    assert_eq!(found("-average"), by_average);
    assert_eq!(found("handicap"), by_average);
    assert_eq!(found("name"), ["Ann 10", "Ann 9", "Bob 9", "Cid 9", "Dee "]);
    assert_eq!(found("-name"), ["Dee ", "Cid 9", "Bob 9", "Ann 10", "Ann 9"]);
    // Numbers by their value, and rows without one last.
    assert_eq!(found("lane"), ["Cid 9", "Ann 9", "Bob 9", "Ann 10", "Dee "]);
    assert_eq!(found("-lane"), ["Ann 10", "Cid 9", "Ann 9", "Bob 9", "Dee "]);
    assert_eq!(found("High Date"), ["Dee ", "Cid 9", "Ann 10", "Bob 9", "Ann 9"]);
    // Numbers come before texts.
    let mixed = "lane,name,total\n10,Ann,1\n,Ann,2\nb,Ann,3\n2.5,Ann,4\na,Ann,5\ninf,Ann,6\n9,Ann,7\n";
    let found = |sort: &str| columns(&["--by", "lane", "--sort", sort], mixed, &["lane"]);
    assert_eq!(found("lane"), ["2.5", "9", "10", "a", "b", "inf", ""]);
    assert_eq!(found("-lane"), ["inf", "b", "a", "10", "9", "2.5", ""]);
}

#[test]
fn the_holder_of_a_high_is_who_bowled_it_first() {
    let highs = ["high_name", "high_date", "high_series_name", "high_series_date"];
    // Dee's series is as high as Cid's, and started later.
    assert_eq!(
        columns(&["--by", "team"], LEAGUE, &highs),
        ["Cid 2026-01-10 Cid 2026-01-10", "Ann 2026-02-07 Ann 2026-01-10"]
    );
    assert_eq!(columns(&["--by", "all"], LEAGUE, &highs), ["Cid 2026-01-10 Cid 2026-01-10"]);
    let sheet = format!("# date: 3 Jan\nAnn: {NINES}\n# week: 7\n# date:\nBob: {SPARES}\n");
    assert_eq!(columns(&["--by", "all"], &sheet, &highs), ["Bob 7  "]);
}

#[test]
fn rows_of_few_games_can_be_left_out() {
    let Outcome { status, out, err } = run(&["stats", "--min-games=4"], LEAGUE);
    assert_eq!((status, err.as_str()), (0, "bowling: left out: 3 rows of fewer than 4 games\n"));
    assert_eq!(out.lines().count(), 2, "{out}");
    assert!(out.contains("\nAnn "));
    assert_eq!(run(&["stats", "--min-games=3"], LEAGUE).err, "");
}

#[test]
fn single_pins_are_counted_by_rack() {
    let row = &stats(&[], "Ann: 9/ 9- 81 X X X X X X X9/\n")[0];
    assert_row(row, &[("single", "2"), ("single_chances", "3"), ("spares", "2"), ("spare_chances", "4")]);
    assert_eq!(&row["single_percent"][..5], "66.66");
}

/// Dates and weeks part series in sheets as in tables.
#[test]
fn a_date_of_a_sheet_parts_series() {
    let text = |second: &str| format!("# date: 2026-01-10\nAnn: {PERFECT}\n{second}\nAnn: {PERFECT}\n");
    assert_row(&stats(&[], text("# date: 2026-01-10"))[0], &[("series", "1"), ("run", "24")]);
    assert_row(&stats(&[], text("# date: 2026-01-17"))[0], &[("series", "2"), ("run", "12")]);
    assert_row(&stats(&[], text("# week: 3"))[0], &[("series", "1")]);
    assert_row(&stats(&[], text("# week: 3\n# date:"))[0], &[("series", "2")]);
    let weeks = format!("# week: 1\nAnn: {PERFECT}\n# week: 2\nAnn: {PERFECT}\n");
    assert_row(&stats(&[], weeks)[0], &[("series", "2"), ("run", "12")]);
}

/// A series is a player's games of one date, whatever stands between them.
#[test]
fn blank_lines_and_files_do_not_part_the_games_of_a_date() {
    let text = format!("# date: 2026-01-17\nAnn: {SPARES}\n\nBob: {PERFECT}\nAnn: {SPARES}\n\nAnn: {SPARES}\n");
    let expected = [("series", "1"), ("high_series", "450"), ("high_series_date", "2026-01-17")];
    assert_row(&stats(&["--sort=name"], &text)[0], &expected);
    let scratch = ScratchDir::new();
    let game = format!("# date: 2026-01-17\nAnn: {SPARES}\n");
    let files = ["one", "two", "three"].map(|name| scratch.write(name, &game));
    assert_row(&stats(&[&files[0], &files[1], &files[2]], "")[0], &expected);
    // The series of a team are those of its players.
    let table = "name,team,date,total\nAnn,T,2026-01-10,100\nBob,T,2026-01-10,101\nAnn,T,2026-01-10,100\n\
                 Ann,T,2026-01-17,100\nAnn,T,2026-01-10,100\n";
    assert_row(&stats(&["--by=team"], table)[0], &[("series", "4"), ("high_series", "")]);
    assert_row(&stats(&["--sort=-games"], table)[0], &[("series", "3"), ("high_series", "")]);
}

/// The whole column says which number of a date is the day.
#[test]
fn series_of_a_month_do_not_depend_on_how_dates_are_written() {
    for dates in [
        ["2026-02-10", "2026-02-03", "2026-02-10"],
        ["2026-02-10", "2026-2-3", "2026-02-10"],
        ["10.02.2026", "03.02.2026", "10.02.2026"],
    ] {
        let rows = dates.map(|date| format!("Ann,{date},150\n")).concat();
        assert_eq!(stats(&["--by=month"], format!("name,date,total\n{rows}"))[0]["series"], "3", "{dates:?}");
    }
}

#[test]
fn months_of_other_dates_are_in_the_order_of_time() {
    let months = |dates: &[&str], by: &str| {
        let lines = dates.iter().map(|date| format!("Ann,{date},150"));
        let table = sheet(std::iter::once("name,date,total".to_owned()).chain(lines));
        let Outcome { out, err, .. } = run(&["stats", "--csv", by], table);
        let found = rows(&out).iter().map(|row| format!("{} {}", row["month"], row["games"])).collect::<Vec<_>>();
        (found.join(", "), err)
    };
    let none = String::new;
    let european = ["3/12/2025", "17/1/2026", "2/1/2026", "2026-02-01", "05.11.2025"];
    assert_eq!(months(&european, "--by=month"), ("2025-11 1, 2025-12 1, 2026-01 2, 2026-02 1".into(), none()));
    assert_eq!(months(&european, "--by=name,month").0, "2025-11 1, 2025-12 1, 2026-01 2, 2026-02 1");
    let american = ["1/17/2026", "2/1/2026"];
    assert_eq!(months(&american, "--by=month"), ("2026-01 1, 2026-02 1".into(), none()));
    let (found, err) = months(&["1/2/2026", "2/1/2026"], "--by=month");
    assert_eq!(found, " 2");
    assert!(err.contains("the dates do not say which number is the day, such as 1/2/2026: write 2026-02-01"), "{err}");
}

/// A player who joined late has bowled elsewhere: 1550 pins in 10 games.
#[test]
fn a_starting_average_counts_for_the_handicap() {
    let table = "name,total\nAnn,170\nAnn,180\nBob,200\n";
    let row = &stats(&["--start", "Ann=150/8", "--handicap", "90%220"], table)[1];
    assert_row(
        row,
        &[
            ("name", "Ann"),
            ("average", "175"),
            ("start_games", "8"),
            ("start_pins", "1200"),
            ("average_with_start", "155"),
            ("handicap", "58"),
            ("average_with_handicap", "213"),
        ],
    );
    let Outcome { out, err, .. } = run(&["stats", "--start=Ann=150/8", "--start=Cid=100/1"], table);
    let expected = "\
name  games average high low series strike spare open start adjusted
Bob       1  200.00  200 200      -      -     -    -     -   200.00
Ann       2  175.00  180 170      -      -     -    -     8   155.00
total     3  183.33  200 170      -      -     -    -     -        -
";
    assert_eq!((out.as_str(), err.as_str()), (expected, "bowling: --start: no row is that of the player Cid\n"));
    assert_eq!(run(&["stats", "--start=Ann"], table).status, 2);
}

#[test]
fn values_that_are_almost_the_same_are_said() {
    let Outcome { err, .. } = run(&["stats", "--by=team"], "name,team,total\nAnn,Reds,150\nBob,reds,140\n");
    assert_eq!(err, "bowling: values of 'team' that differ only in case or blanks are different rows: Reds and reds\n");
}

/// Dates and series go across the borders of chunks.
#[test]
fn large_tables_do_not_depend_on_threads() {
    let scratch = ScratchDir::new();
    let row = |row: u32| format!("{},Player {},{}", row / 1200, row % 400, 100 + row % 150);
    let table = sheet(std::iter::once("date,name,total".to_owned()).chain((0..60_000).map(row)));
    assert!(table.len() > 1_000_000);
    let file = scratch.write("table", &table);
    let one = accepted(&["stats", "--csv", "-j1", &file], "");
    let rows = rows(&one);
    assert_eq!(rows.len(), 400);
    assert!(rows.iter().all(|row| row["games"] == "150" && row["series"] == "50" && row["high_series_games"] == "3"));
    for threads in ["-j2", "-j5"] {
        assert_eq!(accepted(&["stats", "--csv", threads, &file], ""), one);
    }
}

/// Names that look like other rows, or like a formula to a spreadsheet.
#[test]
fn strange_names_stay_distinguishable_in_every_format() {
    let names = ["total", "-", "\"-\"", "=1+2", "a\tb", "a b"];
    let mut lines: Vec<String> = names.iter().map(|name| format!("{name}: {SPARES}")).collect();
    lines.push(SPARES.into());
    let text = sheet(lines);

    let Outcome { out: table, err, .. } = run(&["stats"], &text);
    let alike = "names that differ only in case or blanks are different players: a\\u{9}b and a b\n";
    assert_eq!(err, format!("bowling: {alike}"));
    let mut shown: Vec<&str> = table.lines().map(|line| line.split("  ").next().unwrap()).collect();
    shown.sort_unstable();
    let expected = ["\"-\"", "\"\\\"-\\\"\"", "\"a\\u{9}b\"", "\"total\"", "-", "=1+2", "a b", "name", "total"];
    assert_eq!(shown, expected, "{table}");

    let csv = run(&["stats", "--csv"], &text).out;
    let mut shown: Vec<String> = rows(&csv).into_iter().map(|row| row["name"].clone()).collect();
    shown.sort_unstable();
    assert_eq!(shown.len(), 7);
    shown.dedup();
    assert_eq!(shown.len(), 7, "{csv}");
    assert!(!csv.lines().any(|line| line.starts_with('=')), "{csv}");

    let json = run(&["stats", "--json"], &text).out;
    let mut shown: Vec<Option<String>> = json
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["name"].as_str().map(Into::into))
        .collect();
    shown.sort_unstable();
    let mut expected: Vec<Option<String>> = names.iter().map(|name| Some((*name).to_owned())).collect();
    expected.push(None);
    expected.sort_unstable();
    assert_eq!(shown, expected);
}

/// No name acts on a terminal.
#[test]
fn hidden_characters_in_names_are_escaped() {
    let text = format!("a\u{1b}[2J\u{202e}b: {SPARES}\n");
    for format in ["--by=name", "--csv", "--json"] {
        let out = accepted(&["stats", format], &text);
        assert!(!out.contains(['\u{1b}', '\u{202e}']) && out.contains("1b"), "{format}: {out}");
    }
}

#[test]
fn json_has_the_columns_of_csv() {
    let text = format!("Ann: {PERFECT}\nBob: {SPARES}\nBob: {NINES}\n");
    let args = ["stats", "--handicap", "80%200"];
    let csv = rows(&accepted(&[&args[..], &["--csv"]].concat(), &text));
    let json = accepted(&[&args[..], &["--json"]].concat(), &text);
    assert_eq!(json.lines().count(), 2);
    for (line, row) in json.lines().zip(csv) {
        let object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line).unwrap();
        assert_eq!(object.len(), row.len());
        for (column, value) in object {
            let value = match value {
                serde_json::Value::String(text) => text,
                serde_json::Value::Null => String::new(),
                value => value.to_string(),
            };
            assert_eq!(value, row[&column], "{column}");
        }
    }
    let of_nothing = |options: &[&str]| run(&[&["stats"], options].concat(), "").out;
    let header = of_nothing(&["--csv"]);
    assert_eq!(header.lines().count(), 1);
    assert_eq!(of_nothing(&["--csv", "--no-header"]), "");
    // The last format given wins.
    assert_eq!(of_nothing(&["--csv", "--json"]), "");
    assert_eq!(of_nothing(&["--json", "--csv"]), header);
}

#[test]
fn bad_options_are_usage_errors() {
    for (args, message) in [
        (["--handicap", "120%"], "expected a percentage up to 100 and a base up to 300, such as 90%220"),
        (["--handicap", "x"], "expected a percentage"),
        (["--handicap", "110%220"], "expected a percentage"),
        (["--handicap", "90%220,50"], "expected a percentage"),
        (["--by", "all,team"], "'all' has no other key beside it"),
        (["--by", "team,team"], "'team' appears twice"),
        (["--by", "rules"], "'rules' is a column of the statistics"),
        (["--by", "high series"], "'high series' is a column of the statistics"),
        (["--min-games", "x"], "invalid value 'x'"),
        (["--sort", "colour"], "there is no column 'colour', the columns are name, rules, games, pins, average,"),
        (["--sort", "-handicap"], "there is no column 'handicap'"),
        (["--to", "board"], "unexpected argument '--to'"),
    ] {
        let Outcome { status, out, err } = run(&[&["stats"], &args[..]].concat(), "");
        assert_eq!((status, out.as_str()), (2, ""), "{args:?}");
        assert!(err.contains(message), "{args:?}: {err}");
    }
    let missing = run(&["stats", "no-such-file"], "");
    assert_eq!((missing.status, missing.err.as_str()), (2, "bowling: no-such-file: No such file or directory\n"));
}

#[test]
fn input_without_a_game_says_so() {
    for input in ["", "\n\n"] {
        assert_eq!(
            run(&["stats"], input),
            Outcome { status: 0, out: String::new(), err: "bowling: there is no game that counts\n".into() }
        );
    }
    assert_eq!(run(&["stats"], "# c\n").err, "-:1:1: there is no game in it\n");
    assert_eq!(run(&["stats"], "X 5/\n").err, "bowling: not counted: 1 unfinished game\n");
}
