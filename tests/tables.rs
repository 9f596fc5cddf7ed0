//! Tables as input: CSV with a header, and JSON.
#![cfg(feature = "cli")]

use crate::common::{Outcome, accepted, bowling, in_repository, run};

/// The columns of single rolls, as the commonest league files name them.
fn ball_columns() -> String {
    let balls = |frame: u8| if frame == 10 { 1..=3 } else { 1..=2 };
    let columns = (1..=10).flat_map(|frame| balls(frame).map(move |ball| format!("f{frame}_t{ball}")));
    columns.collect::<Vec<_>>().join(",")
}

/// The totals, and the diagnostics.
fn outcome(args: &[&str], input: &str) -> (String, Vec<String>) {
    let Outcome { out, err, .. } = run(args, input);
    (out, err.lines().map(Into::into).collect())
}

#[test]
fn files_as_people_have_them_are_read_in_one_command() {
    for (file, games) in [
        ("league.csv", 12),
        ("spreadsheet.csv", 8),
        ("frames.csv", 5),
        ("nested.json", 5),
        ("throws.json", 5),
        ("season_r.csv", 5),
        ("own.csv", 20),
        ("own.jsonl", 20),
    ] {
        let path = in_repository("fixtures").join(file);
        // The claims were calculated by another program; those of our own output are those of its sheets.
        let Outcome { status, out, err } = bowling().arg("--check").arg(&path).output().unwrap().into();
        assert_eq!((status, err.as_str()), (0, ""), "{file}: {out}");
        assert_eq!(out.lines().filter(|line| line.starts_with("ok ")).count(), games, "{file}: {out}");
    }
}

#[test]
fn a_game_is_found_in_every_family_of_columns() {
    for table in [
        "name,f1_t1,f1_t2,f2_t1,f2_t2,f3_t1,f3_t2\nAnn,10,,5,5,9,0\n",
        "name;F1B1;F1B2;F2B1;F2B2;F3B1;F3B2\nAnn;X;;5;/;9;-\n",
        "Name\tframe1_ball1\tframe1_ball2\tframe2_ball1\tframe2_ball2\tframe3_ball1\tframe3_ball2\nAnn\t10\t0\t5\t5\t9\t0\n",
        "f1_1,f1_2,f2_1,f2_2,f3_1,f3_2,Bowler\n10,NA,5,5,9,0,Ann\n",
        "player,frame1a,frame1b,frame2a,frame2b,frame3a,frame3b\nAnn,10.0,nan,5.0,5.0,9.0,0.0\n",
        "name,f1,f2,f3,f4,f5,f6,f7,f8,f9,f10\nAnn,X,5/,9-\n",
        "name,1,2,3,4,5,6,7,8,9,10\nAnn,X,5/,9 0,,,,,,,\n",
        "name,notation,total\nAnn,X 5/ 9-,48\n",
        "name,rolls\nAnn,\"10,5,5,9,0\"\n",
        "name,frames\nAnn,X|5/|9-\n",
        "name,game\r\nAnn,X5/9-\r\n",
        "\u{feff}name,game\nAnn,[10 5 5 9 0]\n",
        "# from the lanes\n\nname,game\nAnn,X5/9-",
        "#,name,game\n1,Ann,X5/9-\n",
    ] {
        assert_eq!(accepted(&[], table), "Ann\t48\n", "{table}");
        assert_eq!(accepted(&["--from", "csv"], table), "Ann\t48\n", "{table}");
    }
}

#[test]
fn columns_of_any_name_can_be_named() {
    let table = "who,shot 1,shot 2,shot 3,shot 4,shot 5,sum\nAnn,10,5,5,9,0,48\n";
    let columns = "name=who,balls=shot*,total=sum";
    assert_eq!(accepted(&["--columns", columns], table), "Ann\t48\n");
    assert_eq!(accepted(&["--columns", "name=who,game=line"], "who,line\nAnn,X 5/ 9-\n"), "Ann\t48\n");
    assert_eq!(accepted(&["--columns", "name=who,game=line"], "{\"who\":\"Ann\",\"line\":\"X 5/ 9-\"}\n"), "Ann\t48\n");
    let Outcome { status, err, .. } = run(&["--columns", "lane=3"], "");
    assert!(status == 2 && err.contains("'lane' is not a role, the roles are name, rules, total"), "{err}");
    let (out, err) = outcome(&["--columns", "game=x"], "a,b\n1,2\n");
    assert_eq!((out.as_str(), &*err), ("", &["-:1:1: there is no column x, the columns are a, b".to_owned()][..]));
}

#[test]
fn a_padded_game_in_columns_named_by_hand_is_read_by_frames() {
    let header = (1..=21).map(|shot| format!("s{shot}")).collect::<Vec<_>>().join(",");
    for row in ["10,0,".repeat(9) + "10,10,10", "10,".repeat(12) + ",,,,,,,,"] {
        assert_eq!(accepted(&["--columns", "balls=s*"], format!("{header}\n{row}\n")), "300\n", "{row}");
    }
}

#[test]
fn an_error_names_the_line_the_column_and_the_header_of_the_cell() {
    let table = format!("bowler,score,{}\nZoë,,10,0,7,2,8,5\nBob,,10,0,5,5,9,0\nCat,40,10,0,5,5,9,0\n", ball_columns());
    let (out, err) = outcome(&[], &table);
    assert_eq!(out, "Zoë\terror\nBob\t48\nCat\t48\n");
    assert_eq!(err[0], "-:2:17: f3_t2: frame 3: 8 then 5 is 13 pins, a rack has 10");
    assert!(err[1].starts_with("-:4:5: score: the sheet says 40, the score is 48"), "{}", err[1]);
    let (_, err) = outcome(&[], "name,game\n\"a\nb\",\"X 5/ 9o\"\n");
    assert!(err[0].starts_with("-:3:11: game: frame 3: 'o' "), "{}", err[0]);
    // The end of the game is where its cell ends.
    let (_, err) = outcome(&["--complete"], "name,game,total\nAnn,8 1 ,9\n");
    assert!(err[0].starts_with("-:2:8: game: frame 2: the game is not over"), "{}", err[0]);
}

#[test]
fn what_is_wrong_with_a_row_is_an_error_of_that_row_alone() {
    let head = "name,total,f1_t1,f1_t2,f2_t1,f2_t2\n";
    for (row, message) in [
        ("x,,5,,3,4", ":7: f2_t1: frame 2: a roll is missing, frame 1 is not over"),
        ("x,15,10,5,3,4", ":9: f1_t2: frame 1: the frame is over, no roll can follow in it"),
        ("x,,5/,,3,4", ":4: f1_t1: frame 1: 5/ is more than one roll"),
        ("x,,11,,,", ":4: f1_t1: frame 1: 11 is not a roll, a roll is 0 to 10"),
        ("x,,1e1,,,", ":5: f1_t1: frame 1: 'e' is not a roll"),
        ("x,12,,,,", ":3: total: only a total, no rolls"),
        ("x,ill,5,4,,", ":3: total: ill is not a claim"),
        ("x,,5,4,,,7", ":10: the row has 7 cells, the header has 6 columns"),
        ("\"x,,5,4,,", ":1: the quote is not closed"),
        ("\"x\"y,,5,4,,", ":4: text follows the closing quote (a quote inside quotes is doubled)"),
    ] {
        let (out, err) = outcome(&["--from=csv"], &format!("{head}Ann,,5,4,,\n{row}\nBob,,3,4,,\n"));
        assert!(out.starts_with("Ann\t9\n") && out.ends_with("error\nBob\t7\n"), "{row}: {out}");
        assert!(err.len() == 1 && err[0].starts_with(&format!("-:3{message}")), "{row}: {err:?}");
    }
    let bytes = [b"name,rolls\nAnn,5 4\n\"\n\xff\",5 4\nN\0,5 4\nBob,3 4\n".to_vec()].concat();
    let Outcome { out, err, .. } = run(&[], bytes);
    assert_eq!(out, "Ann\t9\nerror\nerror\nBob\t7\n");
    assert!(
        err.contains("-:4:1: bytes that are not UTF-8 (iconv -f LATIN1 -t UTF-8 ") && err.contains("-:5:2: a NUL byte"),
        "{err}"
    );
}

#[test]
fn variants_are_read_and_look_alikes_named_in_every_value() {
    let frames = "f1,f2,f3,f4,f5,f6,f7,f8,f9,f10";
    for (input, notation) in [
        (format!("{frames}\n\u{d7},5\u{2044},9\u{2013},,,,,,,\n"), "X 5/ 9-"),
        ("f1b1,f1b2\n9,\u{2013}\n".into(), "9-"),
        ("{\"frames\":[\"\u{d7}\",\"5\u{2044}\"]}".into(), "X 5/"),
        ("{\"rolls\":[\"\u{d7}\",\"\u{ff15}\",\"\u{ff0f}\"]}".into(), "X 5/"),
        ("{\"frames\":[{\"shot1\":\"\u{d7}\"}]}".into(), "X"),
    ] {
        assert_eq!(accepted(&["--to=notation"], &input), format!("{notation}\n"), "{input}");
    }
    let rolls = "is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G";
    for (input, message) in [
        ("f1b1,f1b2\n5,\\\n", "2:3: f1b2: frame 1: '\\' is not a roll, a spare is written /".into()),
        ("f1b1,f1b2\nО,5\n", "2:1: f1b1: frame 1: 'О' (U+041E) is not a digit, zero is 0 or -".into()),
        ("f1b1,f1b2\n5,strike\n", "2:3: f1b2: frame 1: strike is not a roll, a strike is written X".into()),
        ("f1b1,f1b2\n5,q\n", format!("2:3: f1b2: frame 1: 'q' {rolls}")),
        (&format!("{frames}\n\u{d7},5О,,,,,,,,\n"), "2:4: f2: frame 2: 'О' (U+041E) is not a digit".into()),
        ("{\"frames\":[\"X\",\"5\u{2044}\",\"\u{ff19}О\"]}", "1: frames[2]: 'О' (U+041E) is not a digit".into()),
        ("{\"rolls\":[\"X\",\"foo\"]}", format!("1: rolls[1]: frame 2: foo {rolls}")),
    ] {
        let (_, err) = outcome(&[], input);
        assert!(err.len() == 1 && err[0].starts_with(&format!("-:{message}")), "{input}: {err:?}");
    }
}

#[test]
fn a_total_in_place_of_a_game_is_told_its_column() {
    let total = "(a total has a column or key of its own, total)";
    for (game, message) in [
        ("X 5/ 9- 48", format!("48 is the score before it {total}")),
        ("XXXXXXXXXXXX 300", format!("300 is the score before it {total}")),
        ("187", format!("187 looks like a total: write 1 8 7 for rolls {total}")),
        ("X 5/ -> 48", "frame 3: '>' is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G".into()),
        ("X 5/ (48)", "frame 3: (48) is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G".into()),
    ] {
        for input in [format!("name,notation\nA,{game}\n"), format!("{{\"notation\":\"{game}\"}}\n")] {
            let (_, err) = outcome(&[], &input);
            assert!(err.len() == 1 && err[0].ends_with(&format!(" notation: {message}")), "{input}: {err:?}");
        }
    }
    assert!(!outcome(&["--html"], "name,notation\nA,X 5/ 9- 48\n").0.contains("write = 48"));
}

#[test]
fn two_columns_for_every_frame_and_a_fill_ball_may_be_padded() {
    for (columns, total) in [(21, "270\n"), (22, "error\n")] {
        let names: Vec<String> = (0..columns).map(|at| format!("b{at}")).collect();
        let balls = [&["10", "0"].repeat(10)[..], &["0"; 2]].concat();
        let table = format!("{}\n{}\n", names.join(","), balls[..columns].join(","));
        assert_eq!(run(&["--columns", "balls=b*"], table).out, total, "{columns}");
    }
    // Beside a total, the number of a game is not a game.
    let Outcome { err, .. } = run(&[], "name,game,total\nAnn,1,150\n");
    assert!(err.starts_with("-:2:7: total: only a total, no rolls"), "{err}");
}

#[test]
fn a_header_in_error_is_reported_once() {
    for (table, message) in [
        // Advice is given only if it works.
        ("name,lane\nAnn,5\nBob,6\n", "-:1:1: no column holds a game, the columns are name, lane\n"),
        ("name,foo\nAnn,bar\nname,game\nBob,5 4\n", "-:1:1: no column holds a game, the columns are name, foo\n"),
        (
            "name,game01\nAnn,150\n",
            "-:1:1: no column holds a game, the columns are name, game01 (--columns totals=game01 says which does)\n",
        ),
        ("sep=;\nTitle;;\na;b\nAnn;5\n", "-:3:1: no column holds a game, the columns are a, b\n"),
        // The comma is the separator if others are as many.
        ("name,a;game\nAnn,5 4;y\n", "-:1:1: no column holds a game, the columns are name, a;game\n"),
        ("f1_t1,f1_t2,F1T2\n5,4,3\n", "-:1:13: the column F1T2 appears twice"),
        ("name,\"game\n5 4\n", "-:1:6: the quote is not closed"),
    ] {
        let Outcome { status, out, err } = run(&["--from", "csv"], table);
        assert_eq!((status, out.as_str(), err.lines().count()), (1, "", 1), "{err}");
        assert!(err.starts_with(message), "{err}");
    }
}

#[test]
fn empty_rows_comments_and_repeated_headers_hold_no_game() {
    let table = "name,game\nAnn,5 4\n\n,,\n\"\",\" \"\n# joined\nname,game\nBob,3 4\n";
    assert_eq!(accepted(&[], table), "Ann\t9\nBob\t7\n");
    // A word alone is a title, also if a column could have the name.
    assert_eq!(run(&[], "name\nname,game\nAnn,5 4\n").out, "Ann\t9\n");
    let err = run(&[], "Tuesday League\nsep=;\nname;game\nAnn;5 4\n").err;
    assert!(err.starts_with("-:1:1: 2 lines above the header"), "{err}");
    // With --from, a column that may be one of a game is one.
    assert_eq!(run(&["--from=csv"], "Week 1,game\nAnn,5 4\n").out, "9\n");
    assert_eq!(accepted(&["--from=csv"], ""), "");
    // In a table of one column, a row cannot be told from a comment.
    assert_eq!(outcome(&["--from=csv"], "rolls\n# joined\n5 4\n").0, "error\n9\n");
}

#[test]
fn rules_come_from_the_row_or_from_the_option() {
    let table = "rules,rolls\nworld,10 10\n,10 10\n";
    assert_eq!(accepted(&[], table), "60\n0\n");
    assert_eq!(run(&["--rules", "candlepin"], table).err.lines().count(), 1);
    let (_, err) = outcome(&[], "rules,rolls\nninepin,10 10\n");
    assert!(err[0].starts_with("-:2:1: rules: ninepin: no such rules, there are tenpin "), "{err:?}");
}

#[test]
fn the_balls_of_the_tenth_frame_may_have_columns_of_their_own() {
    let frames = |prefix: &str| (1..10).map(|frame| format!("{prefix}{frame}")).collect::<Vec<_>>().join(",");
    for (prefix, balls) in
        [("frame", "frame10a,frame10b,frame10c"), ("f", "f10b1,f10b2,f10b3"), ("Fr", "f10_1,f10_2,f10_3")]
    {
        let header = format!("name,{},{balls}", frames(prefix));
        let nines = "9-,".repeat(9);
        let rows = format!("A,{nines}10,X,7\nB,{nines}8,/,9\nC,{nines}8,1,\nD,{nines}8,1,5\n");
        let Outcome { out, err, .. } = run(&[], format!("{header}\n{rows}"));
        assert_eq!(out, "A\t108\nB\t100\nC\t90\nD\terror\n", "{err}");
    }
}

#[test]
fn text_after_a_closing_quote_is_told_from_a_quote_that_is_not_closed() {
    for (row, message) in [
        ("\"a\"x,\"X 5/\"", "-:2:4: text follows the closing quote (a quote inside quotes is doubled)\n"),
        ("\"a,X 5/", "-:2:1: the quote is not closed\n"),
        ("\"a,5\n\"b\",6", "-:2:1: the quote is not closed\n"),
    ] {
        assert_eq!(run(&[], format!("name,notation\n{row}\n")).err, message);
    }
}

#[test]
fn sheets_that_look_a_little_like_tables_stay_sheets() {
    for (sheet, out) in [
        // Not a table, because the other fields are rolls and do not count 1, 2, 3; but not a player called Name either.
        ("Name,5,4\nBob,5,4\n", "error\nBob\t9\n"),
        ("player: 5 4\n", "player\t9\n"),
        ("Game 1\nX 5/ 9-\n", "error\n48\n"),
        ("[10, 5, 5]\n", "20\n"),
        ("[]\n", "0\n"),
    ] {
        assert!(run(&[], sheet).out.starts_with(out), "{sheet}");
    }
}

#[test]
fn every_shape_of_a_json_game_is_read() {
    for game in [
        r#""rolls":[10,5,5,9,0]"#,
        r#""rolls":[10.0, 5, 5, 9, 0, null]"#,
        r#""throws":["X","5","/","9","-"]"#,
        r#""throws":["X","","5","/",9,0]"#,
        r#""notation":"X 5/ 9-""#,
        r#""rolls":"10 5 5 9 0""#,
        r#""frames":["X","5/","9-"]"#,
        r#""frames":[[10],[5,5],[9,0]]"#,
        r#""frames":[[10,0],["5","/"],[9,0],[]]"#,
        r#""frames":[["X",""],["5/"],"9-"]"#,
        r#""frames":[{"rolls":[10]},{"throws":[5,5]},{"rolls":"9-"}]"#,
        r#""game":["X","5/","9-"],"total":48"#,
        r#""Rolls":[10,5,5,9,0],"claim":[20,39,48]"#,
        r#""rolls":[10,5,5,9,0],"score":"48""#,
    ] {
        let object = format!(r#"{{"lane":{{"x":[1]}},"player":"Ann",{game}}}"#);
        for text in
            [format!("{object}\n"), format!("[{object}]"), format!("[\n  {object}\n]\n"), object.replace(',', "\n,\n")]
        {
            assert_eq!(accepted(&[], &text), "Ann\t48\n", "{text}");
        }
        assert_eq!(accepted(&["--from=json"], format!("[{object},{object}]")), "Ann\t48\nAnn\t48\n");
    }
}

#[test]
fn what_is_wrong_with_an_object_is_an_error_of_that_object_alone() {
    for (object, message) in [
        (r#"{"rolls":[8,5]}"#, "2: rolls[1]: frame 1: 8 then 5 is 13 pins"),
        (r#"{"é":1,"frames":[[8,5]]}"#, "2: frames[0][1]: 8 then 5 is 13 pins"),
        (r#"{"rolls":[1.5,5]}"#, "2: rolls[0]: 1.5 is not a roll"),
        (r#"{"rolls":[NaN]}"#, "2:11: not JSON, expected value"),
        (r#"{"rolls":[5,4]"#, "2:1: unmatched {"),
        (r#"{"rolls":[5,"#, "2:1: unmatched {"),
        (r#"{"rolls":[5,4}"#, "2:14: not JSON, "),
        (r#"{"name":"x"#, "2:1: unmatched {"),
        (r#"{"name":"x"}"#, "2: no game: "),
        (r#"{"score":167}"#, "2: score: only a total, no rolls"),
        (r#"{"game":2,"score":167}"#, "2: score: only a total, no rolls"),
        (r#"{"rolls":[5,4],"total":8}"#, "2: total: the sheet says 8, "),
        (r#"{"rolls":true}"#, "2: rolls: true is not a roll or a frame"),
        (r#"{"frames":["X","5o"]}"#, "2: frames[1]: 'o' "),
        (r#"{"rolls":"X 5o"}"#, "2: rolls: frame 2: 'o' "),
        ("5 4", "2: a game is an object"),
        ("}", "2:1: unmatched }"),
    ] {
        let (out, err) = outcome(&[], &format!("{{\"rolls\":[5,3]}}\n{object}\n{{\"rolls\":[5,2]}}\n"));
        assert!(out.starts_with("8\n") && out.ends_with("\n7\n") && out.lines().count() == 3, "{object}: {out}");
        assert!(err.len() == 1 && err[0].starts_with(&format!("-:{message}")), "{object}: {err:?}");
    }
    let deep = format!("{{\"rolls\":{}{}}}\n{{\"rolls\":[5,4]}}\n", "[".repeat(20_000), "]".repeat(20_000));
    let (out, err) = outcome(&[], &deep);
    assert_eq!((out.as_str(), err.len()), ("error\n9\n", 1), "{err:?}");
    let (out, err) = outcome(&[], "[{\"rolls\":[5,4]},\n{\"rolls\":[5,3]}\n");
    assert_eq!((out.as_str(), &*err), ("9\n8\n", &["-:3: unmatched [".to_owned()][..]));
    assert_eq!(run(&[], "[{\"rolls\":[5,4]}").status, 1);
}

#[test]
fn a_name_with_a_line_break_stays_one_record() {
    let out = "Ann\\u{a}Lee\t9\n";
    assert_eq!(accepted(&[], "name,rolls\n\"Ann\nLee\",5 4\n"), out);
    assert_eq!(accepted(&[], "{\"name\":\"Ann\\nLee\",\"rolls\":[5,4]}\n"), out);
}

#[test]
fn a_record_in_error_is_in_error_again_with_its_message() {
    let sheet = "Ann: 8 5 = error\nBob: X 5/ 9-\nCat: 27 10\n";
    for format in ["--json", "--csv"] {
        let first = run(&[format], sheet);
        let again = run(&[format], &first.out);
        assert_eq!((first.status, again.status), (1, 1));
        let messages = |err: &str| -> Vec<String> {
            err.lines().map(|line| line.split_once("frame ").unwrap().1.to_owned()).collect()
        };
        assert_eq!(messages(&first.err), messages(&again.err));
        assert_eq!(run(&[], &first.out).out, "Ann\terror\nBob\t48\nCat\terror\n");
        if format == "--csv" {
            let rows =
                |csv: &str| csv.lines().map(|row| row.splitn(3, ',').nth(2).unwrap().to_owned()).collect::<Vec<_>>();
            assert_eq!(rows(&first.out), rows(&again.out));
        }
    }
}

#[test]
fn a_log_in_error_keeps_its_rolls_in_json_and_csv() {
    let log = "Ann 10\nAnn 8\nAnn 5\n";
    for format in ["--json", "--csv"] {
        let first = run(&[format], log).out;
        assert_eq!(run(&["--to=rolls"], &first).out, run(&["--to=rolls"], log).out);
    }
}

#[test]
fn an_unclosed_quote_or_object_costs_one_record_of_a_large_input() {
    let rows = "Ann,5 4\n".repeat(100_000);
    let (out, err) = outcome(&[], &format!("name,rolls\n\"Bob,5 4\n{rows}"));
    assert_eq!((out.lines().count(), &*err), (100_001, &["-:2:1: the quote is not closed".to_owned()][..]));
    let objects = "{\"rolls\":[5,4]}\n".repeat(50_000);
    let (out, err) = outcome(&[], &format!("{{\"rolls\":[5,4]\n{objects}"));
    assert_eq!((out.lines().count(), &*err), (50_001, &["-:1:1: unmatched {".to_owned()][..]));
}

#[test]
fn an_over_long_row_or_object_is_an_error_and_the_next_is_read() {
    let long = "x".repeat(200_000);
    let (out, err) = outcome(&[], &format!("name,rolls\n{long},5 4\nAnn,5 4\n"));
    assert_eq!((out.as_str(), err.len()), ("error\nAnn\t9\n", 1), "{err:?}");
    let (out, err) = outcome(&[], &format!("name,rolls\n\"{}\",5 4\nAnn,5 4\n", "x\n".repeat(100_000)));
    assert!(out.ends_with("Ann\t9\n") && err[0].starts_with("-:2:1: the quote is not closed"), "{err:?}");
    let game = "{\"rolls\":[5,3]}\n";
    let (out, err) = outcome(&[], &format!("{game}{{\"x\":\"{long}\",\"rolls\":[5,4]}}\n{game}"));
    assert_eq!((out.as_str(), err.len()), ("8\nerror\n8\n", 1), "{err:?}");
    // An object over several lines, or on the first, may be long.
    let (out, err) = outcome(&[], &format!("{{\"x\":\"{long}\",\"rolls\":[5,4]}}\n{game}"));
    assert_eq!((out.as_str(), err.len()), ("9\n8\n", 0), "{err:?}");
    let (out, err) = outcome(&[], &format!("[{{\"x\":\"{}\"}},{game}]", long.repeat(30)));
    assert_eq!((out.as_str(), err.len()), ("error\n", 1), "{err:?}");
}
