//! Tags: the other columns of a table, the other keys of JSON, and `# key: value` lines, kept by `--keep` and counted
//! by `stats --by`.
#![cfg(feature = "cli")]

use serde_json::{Value, json};

use crate::common::scratch::ScratchDir;
use crate::common::{Outcome, accepted, run, sheet};

const LEAGUE: &str = "Date,Team,Bowler,Lane,Game\n\
                      2026-01-10,Reds,Ann,7,X X X X X X X X X XXX\n\
                      2026-02-07,\"Blues, the\",Bob,,9- 9- 9- 9- 9- 9- 9- 9- 9- 9-\n\
                      ,,Cid,=8,5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/5\n";

/// The values of some keys in JSON Lines.
fn values(json: &str, keys: &[&str]) -> Vec<Vec<Value>> {
    let objects = json.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    objects.map(|object| keys.iter().map(|key| object[*key].clone()).collect()).collect()
}

/// The cells of some columns of CSV.
fn cells(csv: &str, columns: &[&str]) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let header = reader.headers().unwrap().clone();
    let place = |column: &&str| header.iter().position(|name| name == *column).unwrap();
    let rows = reader.records().map(Result::unwrap);
    rows.map(|row| columns.iter().map(|column| row[place(column)].to_owned()).collect()).collect()
}

#[test]
fn columns_of_a_table_are_kept_after_the_others() {
    let csv = accepted(&["--csv", "--keep", "date,team,LANE"], LEAGUE);
    assert!(csv.lines().next().unwrap().ends_with(",claim,holds,date,team,LANE"), "{csv}");
    let expected =
        [["Ann", "2026-01-10", "Reds", "7"], ["Bob", "2026-02-07", "Blues, the", ""], ["Cid", "", "", "'=8"]];
    assert_eq!(cells(&csv, &["name", "date", "team", "LANE"]), expected);
    let json = accepted(&["--json", "--keep", "date,lane"], LEAGUE);
    let expected = [json!(["2026-01-10", "7"]), json!(["2026-02-07", null]), json!([null, "=8"])];
    assert_eq!(values(&json, &["date", "lane"]), expected.map(|row| row.as_array().unwrap().clone()));
    assert!(json.lines().all(|line| line.contains(",\"error\":null,\"date\":")), "{json}");
}

#[test]
fn json_values_are_kept_as_json() {
    let json = "[{\"name\":\"Ann\",\"rolls\":[1,2],\"lane\":7.50,\"team\":{\"id\" : 1,\n \"name\":\"R\\u0065ds\"},\
                \"ok\":true,\"oil\":\"\\u202e\",\"none\":null},\n{\"name\":\"Bob\",\"rolls\":[1]}]";
    let args = ["--json", "--keep", "lane,team,ok,oil,none"];
    let Outcome { out, err, status } = run(&args, json);
    assert_eq!((status, err.as_str()), (0, "bowling: no game has the key 'none'\n"));
    let tags = ",\"error\":null,\"lane\":7.5,\"team\":{\"id\":1,\"name\":\"Reds\"},\"ok\":true,\
                \"oil\":\"\\u202e\",\"none\":null}";
    let mut lines = out.lines();
    assert!(lines.next().unwrap().ends_with(tags), "{out}");
    assert!(lines.next().unwrap().ends_with(",\"lane\":null,\"team\":null,\"ok\":null,\"oil\":null,\"none\":null}"));
    // And once more.
    assert_eq!(run(&args, &out).out, out.replace("\"line\":3", "\"line\":2"));
    // In CSV they are text.
    let csv = run(&["--csv", "--keep", "lane,team,ok"], json).out;
    assert_eq!(cells(&csv, &["lane", "ok"]), [["7.5", "true"], ["", ""]]);
}

#[test]
fn an_empty_value_of_json_is_kept_and_says_nothing() {
    let json = "{\"rolls\":[1],\"team\":\"\"}\n{\"rolls\":[2],\"team\":\" \"}\n{\"rolls\":[3],\"team\":null}\n";
    let kept = accepted(&["--json", "--keep=team"], json);
    assert_eq!(values(&kept, &["team"]), [[json!("")], [json!(" ")], [Value::Null]]);
    assert_eq!(run(&["--csv", "--keep=team"], json).out.matches(",\n").count(), 3);
    assert!(run(&["stats", "--by=team"], json).err.contains("no game has the key 'team'"));
}

#[test]
fn the_games_of_a_series_have_its_tags() {
    let json = "{\"name\":\"Ann\",\"team\":\"Reds\",\"games\":[{\"rolls\":[1]},{\"rolls\":[2],\"team\":\"Blues\"}]}";
    assert_eq!(values(&accepted(&["--json", "--keep=team"], json), &["team"]), [[json!("Reds")], [json!("Blues")]]);
}

#[test]
fn comment_lines_of_a_sheet_give_tags_until_they_change() {
    let text = "Ann: 1\n# team: Reds #1\n# Date : 2026-01-17\nAnn: 2\n\nBob: 3 # team: none\n# a team: Blues\n#team:\nBob: 4\n";
    let json = accepted(&["--json", "--keep", "team,date"], text);
    let day = json!("2026-01-17");
    let expected = [
        [Value::Null, Value::Null],
        [json!("Reds #1"), day.clone()],
        [json!("Reds #1"), day.clone()],
        [Value::Null, day],
    ];
    assert_eq!(values(&json, &["team", "date"]), expected);
    // A sheet keeps its comments, and so its tags.
    let kept = accepted(&["--to", "sheet"], text);
    assert_eq!(values(&accepted(&["--json", "--keep", "team,date"], &kept), &["team", "date"]), expected);
}

#[test]
fn a_game_of_a_log_has_the_tags_of_its_first_roll() {
    let text = "# players: Ann Bob\n# team: Reds\nAnn 10\n# team: Blues\nBob 5\nAnn 3\n\nAnn 1\n";
    let json = accepted(&["--json", "--keep=team"], text);
    let expected = [["Ann", "Reds"], ["Bob", "Blues"], ["Ann", "Blues"]].map(|row| row.map(|text| json!(text)));
    assert_eq!(values(&json, &["name", "team"]), expected);
}

/// A comment line counts where the table has no such column.
#[test]
fn comment_lines_of_a_table_give_tags_too() {
    let text = "# house: North\n# team: nobody\nname,team,game\nAnn,Reds,1\nBob,,2\n# house: South\nCid,Reds,3\n";
    let json = accepted(&["--json", "--keep", "team,house"], text);
    let expected = [[json!("Reds"), json!("North")], [Value::Null, json!("North")], [json!("Reds"), json!("South")]];
    assert_eq!(values(&json, &["team", "house"]), expected);
}

/// Whatever the tags are called, the output reads back to the same games with the same tags.
#[test]
fn what_is_kept_reads_back() {
    let table = "who,game,rolls,f1_t1,f1_t2,frame1_score,score,g1,games,bowler,note,NA\n\
                 Ann,1,X X X X X X X X X XXX,4,4,9,250,180,\"[1]\",Zoe,\"a \"\"b\"\", c\",NA\n\
                 Bob,2,,1,2,3,4,5,6,7,'=x,n/a\n\
                 Cid,3,8 5,,,,,,,,\\u{200b},\n";
    let keys = "game,rolls,f1_t1,f1_t2,frame1_score,score,g1,games,bowler,note,NA";
    let columns: Vec<&str> = ["name", "total", "error"].into_iter().chain(keys.split(',')).collect();
    let read = |format: &str, text: &str| run(&[format, "--columns=name=who,game=rolls", "--keep", keys], text).out;
    let (csv, json) = (read("--csv", table), read("--json", table));
    let expected = cells(&csv, &columns);
    assert_eq!(expected[0][..6], ["Ann", "300", "", "1", "X X X X X X X X X XXX", "4"]);
    assert_eq!(expected[1][13], "n/a");
    for text in [&csv, &json] {
        let again = run(&["--csv", "--keep", keys], text).out;
        assert_eq!(cells(&again, &columns), expected, "{text}");
        let again = run(&["--json", "--keep", keys], text).out;
        let tags: Vec<&str> = keys.split(',').collect();
        assert_eq!(values(&again, &tags), values(&json, &tags), "{text}");
    }
}

#[test]
fn tags_do_not_depend_on_threads() {
    let scratch = ScratchDir::new();
    let game = "9- 9- 9- 9- 9- 9- 9- 9- 9- 9-";
    let lines = (0..9_000).map(|at| match at {
        at if at % 7 == 0 => format!("# team: Team {}", at / 1000),
        at if at % 31 == 0 => "# lane:".into(),
        at if at % 29 == 0 => format!("# lane: {at}"),
        at => format!("P{}: {game}", at % 50),
    });
    let text = sheet(lines);
    assert!(text.len() > 250_000, "many chunks");
    let read = |format: &str, file: &str, threads: &str| {
        accepted(&[format, "--keep", "lane,team", threads, file], "").replace(file, "")
    };
    let file = scratch.write("sheet", &text);
    let (csv, json) = (read("--csv", &file, "-j1"), read("--json", &file, "-j1"));
    let mut lane = String::new();
    let mut expected = Vec::new();
    for line in text.lines() {
        match line.split_once(": ") {
            _ if line == "# lane:" => lane.clear(),
            Some(("# lane", value)) => lane = value.into(),
            Some(("# team", _)) => {}
            _ => expected.push([lane.clone()]),
        }
    }
    assert_eq!(cells(&csv, &["lane"]), expected);
    // Each of them as the input of the others.
    let csv_file = scratch.write("csv", accepted(&["--csv", "--keep", "lane,team", &file], ""));
    let json_file = scratch.write("json", accepted(&["--json", "--keep", "lane,team", &file], ""));
    let columns = ["name", "total", "lane", "team"];
    for threads in ["-j1", "-j2", "-j5"] {
        assert_eq!(read("--csv", &file, threads), csv, "{threads}");
        assert_eq!(read("--json", &file, threads), json, "{threads}");
        for other in [&csv_file, &json_file] {
            assert_eq!(cells(&read("--csv", other, threads), &columns), cells(&csv, &columns), "{threads} {other}");
            assert_eq!(values(&read("--json", other, threads), &columns), values(&json, &columns), "{threads} {other}");
        }
    }
}

#[test]
fn a_key_without_a_place_is_a_usage_error() {
    for (args, message) in [
        (&["--keep=team"][..], "--keep needs --csv or --json"),
        (&["--keep=team", "--board"], "--keep needs --csv or --json"),
        (&["--keep=team", "--check"], "--keep needs --csv or --json"),
        (&["--keep=name", "--csv"], "--keep name: the output has a column of this name already"),
        (&["--keep=team,Frame_3", "--json"], "--keep Frame_3: the output has a column of this name already"),
        (&["--keep=a,A", "--csv"], "'A' appears twice"),
        (&["--keep=", "--csv"], "expected names with commas between them"),
    ] {
        let Outcome { status, out, err } = run(args, "Ann: X\n");
        assert_eq!((status, out.as_str()), (2, ""), "{args:?}");
        assert!(err.contains(message), "{args:?}: {err}");
    }
}

#[test]
fn a_key_that_no_game_has_is_said() {
    let Outcome { status, err, .. } = run(&["--csv", "--keep", "team,colour"], LEAGUE);
    assert_eq!((status, err.as_str()), (0, "bowling: no game has the key 'colour'\n"));
    let Outcome { status, err, .. } = run(&["stats", "--by", "colour,team"], LEAGUE);
    assert_eq!((status, err.as_str()), (0, "bowling: no game has the key 'colour'\n"));
    let Outcome { err, .. } = run(&["stats", "--by", "month"], "Ann: 9- 9- 9- 9- 9- 9- 9- 9- 9- 9-\n");
    assert_eq!(err, "bowling: no game has a date such as 2026-01-17, which has a month\n");
    assert_eq!(run(&["--csv", "--keep", "team"], "").err, "");
    assert_eq!(run(&["stats", "--by", "team"], "").err, "bowling: there is no game that counts\n");
}

#[test]
fn a_key_twice_in_a_table_is_an_error_where_it_is_asked_for() {
    let table = "name,note,Note,game\nAnn,a,b,X\n";
    assert_eq!(run(&["--csv"], table).status, 0);
    let Outcome { status, err, .. } = run(&["--csv", "--keep=note"], table);
    assert!(status == 1 && err.starts_with("-:1:11: "), "{err}");
    let json = "{\"name\":\"Ann\",\"note\":1,\"Note\":2,\"rolls\":[1]}\n";
    assert_eq!((run(&["--json"], json).status, run(&["--json", "--keep=note"], json).status), (0, 1));
}

/// The keys are columns of a page, and so are who holds the highs and the dates.
#[test]
fn a_page_has_the_keys_and_the_holders_of_the_highs() {
    let table = "date,team,name,total\n2026-01-10,Reds,Ann,150\n2026-01-17,Reds,Bob,180\n3 Jan,<b>,Cid,200\n";
    let page = accepted(&["stats", "--html", "--by", "team"], table);
    assert!(page.contains("<th class=\"key\" scope=\"col\">team</th>"), "{page}");
    assert!(page.contains("<th class=\"key\" scope=\"row\"><a href=\"#p1\"><bdi>&lt;b&gt;</bdi></a></th>"), "{page}");
    assert!(page.contains("<td>180</td><td><bdi>Bob</bdi></td><td><bdi>2026-01-17</bdi></td>"), "{page}");
    assert!(page.contains("<bdi>Cid</bdi></td><td><bdi>3 Jan</bdi></td>"), "{page}");
    let page = accepted(&["stats", "--html", "--by", "team,name"], table);
    let heads = "<th class=\"key\" scope=\"col\">team</th><th class=\"key\" scope=\"col\">name</th>";
    assert!(page.contains(heads), "{page}");
    assert!(page.contains("<th class=\"key\" scope=\"row\" colspan=\"2\"><bdi>total</bdi></th>"), "{page}");
    // The row names the player.
    assert!(!page.contains(">by</th>") && page.contains(">date</th>"), "{page}");
    // Without dates, a page by name has nothing to add.
    assert!(!accepted(&["stats", "--html"], "name,total\nAnn,150\nBob,140\n").contains("Highs"));
}

/// One more key must not cost a look at all others: with the square of their number, this takes minutes.
#[test]
fn thousands_of_keys_take_linear_time() {
    let keys = (0..16_000).map(|key| format!("k{key:x}")).collect::<Vec<_>>().join(",");
    let sheet = "# k3: x\nAnn: 9- 9- 9- 9- 9- 9- 9- 9- 9- 9-\n";
    for args in [&["--csv", "--no-header", "--keep", &keys][..], &["stats", "--csv", "--no-header", "--by", &keys]] {
        let row = run(args, sheet).out;
        assert!(row.matches(",x,").count() == 1 && row.matches(',').count() > 16_000);
    }
    let object = format!(r#"{{"rolls":[],"{}":"x"}}"#, keys.replace(',', "\":\"x\",\""));
    assert_eq!(run(&["--csv", "--no-header", "--keep", &keys], object).out.matches(",x").count(), 16_000);
    // A line has at most 64 KiB.
    let columns = (0..8_000).map(|column| format!("c{column:x}")).collect::<Vec<_>>().join(",");
    let table = format!("name,{columns}\nAnn{}\n", ",0".repeat(8_000));
    let Outcome { status, err, .. } = run(&["--columns", &format!("balls={columns}")], table);
    assert!(status == 1 && err.starts_with("-:2:45: c14: frame 10: the game is over"), "{err:.200}");
}
