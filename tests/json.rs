//! JSON as input: whole or broken, in the shapes that people have, and our own.
#![cfg(feature = "cli")]

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::{Outcome, accepted, run};

/// The records and the diagnostics of JSON in which something is wrong.
fn wrong(args: &[&str], input: &str) -> (String, Vec<String>) {
    let Outcome { status, out, err } = run(&[&["--from=json"], args].concat(), input);
    assert_eq!(status, 1, "{input:.80}: {out}{err}");
    (out, err.lines().map(Into::into).collect())
}

#[test]
fn text_that_is_not_json_is_an_error() {
    for (text, out, messages) in [
        ("]", "error\n", &["1:1: unmatched ]"][..]),
        (",,,", "error\n", &["1:1: a game is an object"]),
        ("[[]", "error\n", &["1: a game is an object", "1: unmatched ["]),
        ("[{\"rolls\":[5,4]}]]", "9\nerror\n", &["1:18: unmatched ]"]),
        ("[{\"rolls\":[5,4]}", "9\n", &["1: unmatched ["]),
        // Text that is not JSON ends an array.
        (
            "[{\"rolls\":[5,4]},{\"rolls\":[x \"0]}, {\"rolls\":[5,4]}]",
            "9\nerror\n",
            &["1:28: not JSON, expected value"],
        ),
        ("{\"a\"r\nb\"}", "error\nerror\n", &["1:5: not JSON, expected `:`", "2:1: a game is an object"]),
        ("games: 3\n", "error\n", &["1:1: a game is an object"]),
        ("\"X 5/ 9-\"", "error\n", &["1: a game is an object"]),
        ("{\"rolls\":\"X \\ud800 5/ 9-\"}", "error\n", &["1:19: not JSON, unexpected end of hex escape"]),
        ("{\"name\":\"\\udc00\",\"rolls\":[5,4]}", "error\n", &["1:15: not JSON, "]),
    ] {
        let (records, errors) = wrong(&[], text);
        assert_eq!((records.as_str(), errors.len()), (out, messages.len()), "{text}: {errors:?}");
        for (error, message) in errors.iter().zip(messages) {
            assert!(error.starts_with(&format!("-:{message}")), "{text}: {error}");
        }
    }
    let latin = run(&[], b"{\"name\":\"Jos\xe9\",\"rolls\":[5,4]}");
    assert_eq!(latin.err, "-:1:13: bytes that are not UTF-8 (iconv -f LATIN1 -t UTF-8 converts Latin-1)\n");
    let (out, err) = wrong(&[], &"[".repeat(140_000));
    assert_eq!((out.as_str(), err.len()), ("error\n", 1), "{err:?}");
    for (nothing, warning) in [("", ""), ("\n \n", ""), ("[]", "-:1:1: there is no game in it\n")] {
        let Outcome { status, out, err } = run(&["--from=json"], nothing);
        assert_eq!((status, out.as_str(), err.as_str()), (0, "", warning));
    }
}

/// Values that are not a game.
const BROKEN: [&str; 9] = [
    "{\"rolls\":[5,4}",
    "{\"rolls\":5,4]}",
    "{\"rolls\":[5,4]",
    "{\"rolls\":[5,o]}",
    "{rolls:[5,4]}",
    "{\"name\":\"the \"x\" y\",\"rolls\":[5,4]}",
    "{\"name\":\"x,\"rolls\":[5,4]}",
    "nonsense",
    "{\"name\":\"x",
];

#[test]
fn a_line_that_is_not_json_costs_that_line() {
    let game = "{\"rolls\":[5,3]}";
    for value in ["null", "17", "[1,2]", "[{\"rolls\":[5,4]}]", "\"{\""].into_iter().chain(BROKEN) {
        let (out, err) = wrong(&[], &format!("{game}\n{value}\n{game}\n{game}\n"));
        assert_eq!((out.as_str(), err.len()), ("8\nerror\n8\n8\n", 1), "{value}: {err:?}");
        assert!(err[0].starts_with("-:2:"), "{err:?}");
    }
}

#[test]
fn text_that_is_not_json_ends_an_array_and_other_values_do_not() {
    let game = "{\"rolls\":[5,3]}";
    let arrays =
        |value: &str| [format!("[{game},{value},{game},{game}]"), format!("[{game},\n{value},\n{game},\n{game}\n]\n")];
    for text in
        ["null", "17", "[1,2]", "[{\"rolls\":[5,4]}]", "\"{\"", "{\"rolls\":[8,5]}"].into_iter().flat_map(arrays)
    {
        let (out, err) = wrong(&[], &text);
        assert_eq!((out.as_str(), err.len()), ("8\nerror\n8\n8\n", 1), "{text}: {err:?}");
    }
    for text in BROKEN.into_iter().flat_map(arrays) {
        let (out, err) = wrong(&[], &text);
        assert_eq!((out.as_str(), err.len()), ("8\nerror\n", 1), "{text}: {err:?}");
    }
}

#[test]
fn objects_over_several_lines_follow_each_other() {
    let game = "{\n  \"rolls\": [\n    5,\n    3\n  ]\n}\n";
    let broken = "{\n  \"rolls\": [\n    5,\n    oops\n  ]\n}\n";
    assert_eq!(accepted(&[], game.repeat(3)), "8\n8\n8\n");
    let (out, err) = wrong(&[], &[game, broken, game].concat());
    assert_eq!((out.as_str(), &*err), ("8\nerror\n8\n", &["-:10:5: not JSON, expected value".to_owned()][..]));
    let lines: Vec<Value> =
        run(&["--json"], game.repeat(2)).out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["line"], &lines[1]["line"]), (&json!(1), &json!(7)));
}

#[test]
fn megabytes_of_nonsense_are_read_once() {
    for text in [
        format!("{{\"rolls\":[5,4]}}{}", "\n".repeat(4_000_000)),
        "{".repeat(4_000_000),
        "[".repeat(4_000_000),
        "{\"a\":".repeat(800_000),
        "{\"a\":\n".repeat(800_000),
        format!("{{\"a\":\"{}", "x".repeat(4_000_000)),
        format!("[{}", "\\\"".repeat(2_000_000)),
    ] {
        for format in ["--to=totals", "--board"] {
            let Outcome { out, err, .. } = run(&["--from=json", format], &text);
            // An object that is too deep is an error, and another one may start after it.
            let most = 3 + text.len() / 200;
            assert!(out.lines().count() <= most && err.lines().count() <= most, "{text:.20}: {err:.200}");
        }
    }
}

#[test]
fn a_string_in_an_array_is_a_frame_if_another_one_is() {
    for (game, total) in [
        (json!(["X", "43"]), 24),
        (json!(["X", "72", "9-"]), 37),
        (json!(["X", "X", "72", "90"]), 64),
        (json!(["72", "-1"]), 10),
        (json!(["72"]), 9),
        (json!(["X5/9-"]), 48),
        (json!(["10", "7 3", "9 0"]), 48),
        (json!(["X", "7/", "", "9-", null]), 48),
        (json!(["7", "2", "X"]), 9),
        (json!(["10", "7 /", "9 -"]), 48),
        (json!(["10", "7-3", "9-0"]), 48),
        (json!(["10", "5/", "90"]), 0),
        (json!(["X", "X", "X", "X", "X", "X", "X", "X", "X", "X", "X", "72"]), 0),
    ] {
        if total == 0 {
            wrong(&[], &json!({ "rolls": game }).to_string());
            continue;
        }
        for key in ["rolls", "frames", "game"] {
            assert_eq!(accepted(&[], json!({ key: game }).to_string()), format!("{total}\n"), "{game}");
        }
    }
}

#[test]
fn the_first_value_that_holds_something_counts() {
    for object in [
        r#"{"rolls":null,"notation":"X 5/ 9-"}"#,
        r#"{"rolls":[],"throws":"","frames":["X","5/","9-"]}"#,
        r#"{"player":"","name":null,"bowler":null,"rolls":[10,5,5,9,0],"total":null,"score":48}"#,
    ] {
        assert_eq!(accepted(&[], object), "48\n", "{object}");
    }
    assert_eq!(accepted(&["--columns", "game=a,b"], r#"{"b":[10,5,5,9,0]}"#), "48\n");
    assert_eq!(accepted(&["--columns", "game=a,b"], r#"{"b":[10,5,5,9,0],"a":[5,4]}"#), "9\n");
    assert_eq!(accepted(&[], r#"{"rolls":[]}"#), "0\n");
}

#[test]
fn frames_may_have_padding_marks_and_fill_balls_of_their_own() {
    for (frames, notation) in [
        // Nine pins leave no split.
        (json!([{ "rolls": [9, 1], "split": true }]), "9/"),
        (json!([{ "rolls": [10, 0], "marks": ["X", "F"] }, { "rolls": [5, 4] }]), "X 54"),
        (json!([[10]].repeat(12)), "X X X X X X X X X XXX"),
        (json!([{ "rolls": [{ "pins": 8, "leave": [7, 10] }, 1] }]), "8{7-10}1"),
    ] {
        assert_eq!(accepted(&["--to=notation"], json!({ "frames": frames }).to_string()), format!("{notation}\n"));
    }
}

#[test]
fn values_that_are_unclear_are_errors() {
    for (object, message) in [
        (r#"{"rolls":[5,4],"rules":["world"]}"#, "1: rules: [\"world\"]: no such rules"),
        (r#"{"rolls":[5,4],"rolls":[5,3]}"#, "1: rolls: the key rolls appears twice"),
        (r#"{"Name":"A","name":"B","rolls":[5,3]}"#, "1: name: the key name appears twice"),
        (r#"{"rolls":[5,4],"claim":"zz"}"#, "1: claim: zz is not a claim"),
        (r#"{"rolls":[5,4],"claim":{"says":{"says":9}}}"#, "1: claim: "),
        (r#"{"frames":[["72"]]}"#, "1: frames[0][0]: 72 is not a roll, a roll is 0 to 10"),
        (r#"{"frames":[[7.5]]}"#, "1: frames[0][0]: 7.5 is not a roll, a roll is 0 to 10"),
        (r#"{"frames":[{"shot1":{"pins":8,"leave":[7]}}]}"#, "1: frames[0].shot1.leave: 7 is a leave of 1 pin"),
        ("{\"rolls\":[\n1,\nq]}", "3:1: not JSON, expected value"),
        (r#"{"a":tru"#, "1:1: unmatched {"),
        (r#"{"scores":[180,"301"]}"#, "1: scores[1]: 301 is not a total"),
        (r#"{"name":"A","frames":[[10],[7,3],[8,5]]}"#, "1: frames[2][1]: 8 then 5 is 13 pins"),
        (r#"{"frames":[{"rolls":[10]},{"rolls":[8,5]}]}"#, "1: frames[1].rolls[1]: 8 then 5 is 13 pins"),
    ] {
        let (out, err) = wrong(&[], object);
        assert_eq!((out.lines().count(), err.len()), (1, 1), "{object}: {out}{err:?}");
        assert!(out.ends_with("error\n") && err[0].starts_with(&format!("-:{message}")), "{object}: {err:?}");
    }
    assert_eq!(accepted(&[], r#"{"x":1,"x":2,"rolls":[5,4]}"#), "9\n");
    let Outcome { status, out, .. } = run(&["--check"], r#"{"rolls":[5,4],"claim":[]}"#);
    assert!(status == 1 && out.contains("not ok 1 - 9: no claim"), "{out}");
}

#[test]
fn frames_may_be_objects_with_a_key_for_each_ball() {
    for frames in [
        json!([{ "shot1": 10, "shot2": 0 }, { "shot1": 5, "shot2": 5 }, { "shot1": 9, "shot2": 0 }]),
        json!([{ "roll_1": "X", "roll_2": "" }, { "roll_1": "5", "roll_2": "/" }, { "roll_1": "9", "roll_2": "-" }]),
        json!([{ "ball1": { "pins": 10 } }, { "ball1": { "pins": 5 }, "ball2": { "pins": 5 } }, { "ball1": "9-" }]),
        json!([{ "frame": 1, "throw1": 10, "throw2": null }, { "throw2": 5, "throw1": 5 }, { "throw1": "9-" }]),
        json!([{ "rolls": [{ "pins": 10 }] }, { "rolls": [{ "pins": 5 }, { "pins": 5 }] }, { "throws": "9-" }]),
        json!([{ "Rolls": [10] }, { "ROLLS": [5, 5] }, { "Throws": "9-" }]),
    ] {
        assert_eq!(accepted(&[], json!({ "frames": frames }).to_string()), "48\n", "{frames}");
    }
    let (_, err) = wrong(&[], r#"{"frames":[{"shot1":8,"shot2":5}]}"#);
    assert!(err[0].starts_with("-:1: frames[0].shot2: 8 then 5 is 13 pins"), "{err:?}");
    let (_, err) = wrong(&[], r#"{"frames":[{"lane":7}]}"#);
    assert!(err[0].starts_with("-:1: frames[0]: no game: it needs the key rolls"), "{err:?}");
}

#[test]
fn games_are_found_in_the_shapes_that_people_have() {
    for (object, out) in [
        (r#"{"shots":[10,5,5,9,0]}"#, "48\n"),
        (r#"{"balls":["X","5","/","9","-"]}"#, "48\n"),
        (r#"{"pins":[10,5,5,9,0]}"#, "48\n"),
        (r#"{"frames":[{"r1":10},{"r1":5,"r2":5},{"r1":9,"r2":0}]}"#, "48\n"),
        (r#"{"frames":[{"first":10,"second":null},{"first":5,"second":5},{"firstRoll":9,"secondRoll":0}]}"#, "48\n"),
        (r#"{"frames":[{"balls":[{"value":10}]},{"shots":[5,{"pins":5}]},{"balls":[9,0]}]}"#, "48\n"),
        (r#"{"frames":{"1":[10],"2":[5,5],"3":"9-"}}"#, "48\n"),
        (r#"{"frame1":"X","frame2":"5/","frame3":"9-"}"#, "48\n"),
        (r#"{"f1b1":10,"f2b1":5,"f2b2":5,"f3b1":9,"f3b2":0}"#, "48\n"),
        (r#"{"players":[{"name":"Ann","rolls":[10,5,5,9,0]},{"name":"Bob","rolls":[5,4]}]}"#, "Ann\t48\nBob\t9\n"),
        (r#"{"lane":7,"players":{"Ann":{"rolls":[5,4]},"Bob":{"frames":["X"]}}}"#, "Ann\t9\nBob\t0\n"),
        (r#"{"Ann":{"rolls":[10,5,5,9,0]},"Bob":{"frames":["9-"]}}"#, "Ann\t48\nBob\t9\n"),
        (r#"{"Ann":[10,5,5,9,0],"Bob":[[10],["5","/"],"9-"]}"#, "Ann\t48\nBob\t48\n"),
        (r#"{"players":{"Ann":["X","5/","9-"]}}"#, "Ann\t48\n"),
        (
            r#"{"players":[{"name":"Ann","games":[[5,4],"X 5/ 9-"]},{"name":"Bob","games":[{"rolls":[1]}]}]}"#,
            "Ann\t9\nAnn\t48\nBob\t0\n",
        ),
        (r#"{"rolls":[10,0,7,3,9,0,10,0,0,8,8,2,0,6,10,0,10,0,10,8,1]}"#, "167\n"),
        (r#"{"rolls":[{"pins":10},{"pins":5},{"pins":5},{"pins":9}]}"#, "39\n"),
        (r#"{"game":{"id":7,"frames":[{"first":10},{"ball1Score":5,"ball2Score":5},"90"]}}"#, "48\n"),
        (r#"{"name":"Ann","frame_scores":[8,5],"frames":[[0,8],[5,0]],"total_score":13}"#, "Ann\t13\n"),
        (r#"{"frames":{}}"#, "0\n"),
        (r#"{"data":{"games":[{"rolls":[5,4]}]}}"#, "9\n"),
        (r#"{"frames":[{"roll0":10,"roll1":null},{"roll0":5,"roll1":5},{"ballOne":9,"ballTwo":{"roll":0}}]}"#, "48\n"),
        (r#"{"frames":[{"rolls":[{"pinsKnocked":10}]},{"throws":[{"value":5},{"value":5,"pins":{}}]},[9,0]]}"#, "48\n"),
        (r#"{"club":{"members":[{"name":"Ann","lanes":{"card":{"frames":["9-"]}}},{"rolls":[5]}]}}"#, "Ann\t9\n0\n"),
        (r#"{"rolls":{"0":10,"1":5,"2":5,"10":{"pins":9}}}"#, "39\n"),
        (r#"{"game":{"players":[{"name":"Ann","rolls":[5,4]},{"name":"Bob","rolls":[9]}]}}"#, "Ann\t9\nBob\t0\n"),
        (r#"{"rolls":[5,5,5,4,8,2,7,3,8,0,10,0,4,5,5,2,7,3,7,0]}"#, "116\n"),
    ] {
        assert_eq!(accepted(&[], object), out, "{object}");
        assert_eq!(accepted(&["--from=json"], format!("[{object}]")), out, "{object}");
    }
    let nine = vec!["9-"; 9];
    let tenth = |tenth: Value| json!({"frames": nine, "tenthFrame": tenth}).to_string();
    for value in [json!(["X", "X", 9]), json!({"first": 10, "second": 10, "third": 9}), json!("XX9")] {
        assert_eq!(accepted(&[], tenth(value)), "110\n");
    }
    let Outcome { out, err, .. } = run(&[], r#"{"rolls":[5,4],"f1b1":3,"frame2":"7/","lane":4}"#);
    assert_eq!((&*out, &*err), ("9\n", "-:1: f1b1: left out: 2 keys that are not read, the first is 3\n"));
    for (key, value) in [("tenthFrame", "\"XX9\""), ("finalFrame", "[10]"), ("fillBalls", "[10,9]"), ("bonus", "[7]")] {
        let Outcome { out, err, .. } = run(&[], format!("{{\"rolls\":\"9-\",\"bonusPoints\":3,\"{key}\":{value}}}"));
        assert_eq!((&*out, err), ("9\n", format!("-:1: {key}: left out: 1 key that is not read: {value}\n")));
    }
}

#[test]
fn running_totals_are_claims() {
    let game = |extra: &str| format!(r#"{{"rolls":[10,5,5,9,0],{extra}}}"#);
    let frames = |key: &str, totals: [u8; 3]| {
        let frame = |rolls, total| json!({ "rolls": rolls, key: total });
        json!({ "frames": [frame(json!([10]), totals[0]), frame(json!([5, 5]), totals[1]), frame(json!([9, 0]), totals[2])] })
            .to_string()
    };
    for object in [
        game(r#""frame_scores":[20,39,48]"#),
        game(r#""cumulative":["20","39",null]"#),
        frames("score", [20, 39, 48]),
        frames("total", [20, 39, 48]),
        // Points of each frame claim nothing.
        frames("score", [20, 19, 9]),
    ] {
        assert_eq!(accepted(&[], &object), "48\n", "{object}");
    }
    for object in [game(r#""frameScores":[20,38]"#), frames("total", [20, 38, 48]), frames("score", [20, 38, 48])] {
        let (out, err) = wrong(&[], &object);
        assert!(out == "48\n" && err[0].contains("frame 2: the sheet says 38, the score is 39"), "{err:?}");
    }
    let both = r#"{"frames":[{"rolls":[10],"score":20,"total":20},{"rolls":[5,5],"score":19,"total":39},{"rolls":[9,0],"score":9,"total":48}]}"#;
    assert_eq!(accepted(&[], both), "48\n");
}

#[test]
fn an_object_may_hold_a_series() {
    let series = r#"{"name":"Ann","date":"2026-01-17","games":[[10,5,5,9,0],"X 5/ 9-",{"frames":["9-"],"total":9},{"name":"Bob","rolls":[5,4]}]}"#;
    assert_eq!(accepted(&[], series), "Ann\t48\nAnn\t48\nAnn\t9\nBob\t9\n");
    // The number of the game is not a game, and an object that has one holds no other.
    assert_eq!(accepted(&[], r#"{"game":2,"games":["X 5/ 9-"]}"#), "48\n");
    assert_eq!(accepted(&[], r#"{"rolls":[5,4],"games":["X 5/","9-"]}"#), "9\n");
    let (out, err) = wrong(&[], r#"{"name":"Ann","rules":"world","games":[[10,10],[8,5]]}"#);
    assert_eq!(out, "Ann\t60\nAnn\terror\n");
    assert!(err[0].starts_with("-:1: games[1][1]: frame 1: 8 then 5 is 13 pins"), "{err:?}");
    for key in ["games", "gameScores", "scores"] {
        let totals = json!({ "name": "Ann", key: [180, "190", null] }).to_string();
        assert_eq!(wrong(&[], &totals).0, "Ann\terror\n");
        let err = run(&["stats"], totals.replace("null", "true")).err;
        assert!(err.contains("left out: 1 cell that is not a total: true"), "{err}");
        let stats = accepted(&["stats", "--json"], format!("{totals}\n{totals}\n"));
        let row: Value = serde_json::from_str(&stats).unwrap();
        assert_eq!((&row["games"], &row["pins"]), (&json!(4), &json!(740)), "{row}");
    }
    let perfect = format!("[{}]", ["10"; 12].join(","));
    let evening = format!(r#"{{"name":"Ann","games":[{perfect},{perfect},{perfect}]}}"#);
    let row: Value = serde_json::from_str(&accepted(&["stats", "--json"], format!("{evening}\n{evening}\n"))).unwrap();
    assert_eq!((&row["series"], &row["high_series"]), (&json!(2), &json!(900)), "{row}");
}

/// The name, the games, the pins and the highest series of each row of statistics, and what is said beside them.
fn stats(args: &[&str], input: &str) -> (Vec<String>, String) {
    let Outcome { out, err, .. } = run(&[&["stats", "--json", "--sort=name"], args].concat(), input);
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).unwrap();
        ["name", "games", "pins", "high_series"].map(|key| row[key].to_string().replace('"', "")).join(" ")
    };
    (out.lines().map(row).collect(), err)
}

#[test]
fn keys_are_called_what_columns_are() {
    for key in ["playerName", "bowler_name", "fullName", "nombre", "jugador", "이름", "선수"] {
        assert_eq!(accepted(&[], json!({ key: "Ann", "rolls": [5, 4] }).to_string()), "Ann\t9\n");
    }
    for (object, row) in [
        (json!({"firstName": "Ann", "lastName": "Lee", "total": 150}), "Ann Lee 1 150 null"),
        (json!({"given name": "Ann", "surname": "Lee", "total": 150}), "Ann Lee 1 150 null"),
        (json!({"name": "A", "score": 150, "handicap": 30, "total": 180}), "A 1 150 null"),
        (json!({"name": "A", "scratch": 200, "total": 230}), "A 1 200 null"),
        (json!({"name": "A", "scratch": 201}), "A 1 201 null"),
    ] {
        assert_eq!(stats(&[], &object.to_string()), (vec![row.to_owned()], String::new()), "{object}");
    }
    for (columns, object) in [
        ("name=who,totals=s", json!({"who": "A", "s": [150, 160]})),
        ("name=who,totals=s*", json!({"who": "A", "s1": 150, "s2": 160})),
        ("name=who,of,totals=s", json!({"who": "A", "of": "B", "s": ["150", 160]})),
    ] {
        let name = if object["of"].is_null() { "A" } else { "A B" };
        let row = format!("{name} 2 310 null");
        assert_eq!(stats(&["--columns", columns], &object.to_string()), (vec![row], String::new()), "{object}");
    }
}

#[test]
fn totals_are_marked_missing_and_summed_as_in_csv() {
    let cells = "left out: 1 cell that is not a total: ";
    for (object, rows, said) in [
        (json!({"name": "C", "scores": [150, 150, 160]}), &["C 3 460 460"][..], ""),
        (
            json!({"name": "C", "scores": [150, "a150", 160]}),
            &["C 2 310 460"],
            "-:1: scores[1]: left out: 1 marked total, which counts for the series alone: a150\n",
        ),
        (json!({"name": "C", "g1": 150, "g2": "abs"}), &["C 1 150 null"], cells),
        (json!({"name": "C", "games": [150, "abs", 160]}), &["C 2 310 null"], cells),
        (json!({"name": "C", "games": ["-", 170, 160]}), &["C 2 330 null"], cells),
        (json!({"name": "C", "game1": 150, "game2": 140, "game4": 130}), &["C 3 420 420"], ""),
        (json!({"name": "C", "game1": 150, "game2": 140, "series": 290}), &["C 2 290 null"], ""),
        (
            json!({"name": "C", "game1": 150, "game2": 140, "series": 300}),
            &["C 2 290 null"],
            "-:1: series: the series says 300, the sum of the games is 290\n",
        ),
        (json!({"name": "C", "game1": 150, "hcp": 20, "series": 300}), &["C 1 150 null"], ""),
        (
            json!({"games": [{"game": 1, "scores": [{"name": "A", "score": 123}, {"name": "B", "score": 76}]}]}),
            &["A 1 123 null", "B 1 76 null"],
            "",
        ),
        (json!({"name": "Total", "total": 300}), &[], "-:1:1: left out: 1 row that is not a player: Total\n"),
    ] {
        let (found, err) = stats(&[], &object.to_string());
        assert_eq!(found, rows, "{object}");
        assert!(err.contains(said) && err.is_empty() == said.is_empty(), "{object}: {err}");
    }
    // What has balls, or an error, is a game of a player of that name.
    let totals = "Total: 8 7\nTotal: 5 4\nTotal:\n";
    assert_eq!(run(&[], run(&["--json"], totals).out).out, run(&[], totals).out);
    for game in ["XXXXXXXXXXXX", "--------------------", "X 5/ 9O"] {
        assert_eq!(run(&[], json!({"games": [game]}).to_string()).out, run(&[], game).out);
    }
}

/// The objects that the program writes, without the places of errors.
fn written(input: &str) -> (String, Vec<Value>) {
    let Outcome { out, .. } = run(&["--from=json", "--json"], input);
    let without_place = |line: &str| {
        let mut object: Value = serde_json::from_str(line).unwrap();
        if let Some(error) = object["error"].as_object_mut() {
            error.remove("column");
        }
        object
    };
    let objects = out.lines().map(without_place).collect();
    (out, objects)
}

#[test]
fn what_is_no_claim_is_written_as_one_that_does_not_hold() {
    let first = run(&["--json"], "5 4 = zz\n").out;
    assert!(first.contains(r#""claim":{"says":"zz","holds":false}"#), "{first}");
    assert!(written(&first).0.contains(r#""claim":{"says":"zz","holds":false}"#));
    assert_eq!(written(&first).1, written(&written(&first).0).1);
    for empty in [r#"{"rolls":[]}"#, r#"{"rolls":null}"#, r#"{"rolls":[],"claim":{"says":0}}"#] {
        let first = written(empty).0;
        assert_eq!(written(&first).0, first);
    }
    let running = written(r#"{"rolls":[10,5,5],"claim":[20]}"#).0;
    assert!(running.contains(r#""claim":{"says":[20],"holds":true}"#), "{running}");
    assert_eq!(written(&running).0, running);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Games and errors read back to the same records; without errors, to the same bytes.
    #[test]
    fn what_is_written_is_read_back(
        names in prop::collection::vec(any::<String>(), 1..6),
        message in any::<String>(),
        claim in any::<u16>(),
    ) {
        let object = |(at, name): (usize, &String)| match at % 3 {
            0 => json!({ "name": name, "rolls": [10, 5, 5, 9, 0], "claim": [claim % 30, null, 48] }),
            1 => json!({ "name": name, "frames": ["S8/", "F-", "X"], "claim": claim }),
            _ => json!({ "name": name, "error": { "message": message, "frame": 2 }, "frames": [[5, 4]], "claim": message }),
        };
        let objects: Vec<String> = names.iter().enumerate().map(|pair| object(pair).to_string()).collect();
        let (first, records) = written(&objects.join("\n"));
        prop_assert_eq!(records.len(), names.len());
        let (second, again) = written(&first);
        prop_assert_eq!(&again, &records);
        prop_assert!(names.len() > 2 || first == second, "{} {}", first, second);
        let as_array = format!("[{}]", first.trim_end().replace('\n', ","));
        let on_one_line: Vec<Value> = written(&as_array).1;
        prop_assert_eq!(on_one_line.len(), records.len());
        for (one, other) in on_one_line.iter().zip(&records) {
            prop_assert_eq!((&one["name"], &one["frames"], &one["claim"]), (&other["name"], &other["frames"], &other["claim"]));
            prop_assert_eq!(&one["error"]["message"], &other["error"]["message"]);
        }
    }
}
