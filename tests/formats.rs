//! The output formats, byte for byte.
#![cfg(feature = "cli")]

use crate::common::scratch::ScratchDir;
use crate::common::{Outcome, accepted, bowling, run, run_bytes, run_in, without_unfinished};

/// Three groups, a game in error, wide characters, a split, a foul, a claim and unfinished games.
const LEAGUE: &str = "\
PJS: X 8/
KYJ: 8/ X

X|7/|9-|X|-8|8/|-6|X|X|X||81 = 167
홍길동: S7/ F9 X 34
bad: 8 5

Alexander: 9/ 5
";
const DIAGNOSTIC: &str = "-:6:8: frame 1: 8 then 5 is 13 pins, a rack has 10\n\
    bowling: 4 of 5 games are unfinished (--complete reports them)\n";

fn assert_output(format: &str, expected: &str) {
    let ran = run(&["--to", format], LEAGUE);
    assert_eq!(ran, Outcome { status: 1, out: expected.into(), err: DIAGNOSTIC.into() }, "{format}\n{}", ran.out);
}

#[test]
fn totals() {
    assert_output("totals", "PJS\t20\nKYJ\t20\n167\n홍길동\t43\nbad\terror\nAlexander\t15\n");
    assert_eq!(run(&[], LEAGUE), run(&["-t", "totals"], LEAGUE));
}

#[test]
fn board() {
    assert_output(
        "board",
        "\
| NAME |  01  |  02  |  03  |  04  |  05  |  06  |  07  |  08  |  09  |  10  |
|  PJS |  X   |  8|/ |      |      |      |      |      |      |      |      |
|      |  20  |      |      |      |      |      |      |      |      |      |
|  KYJ |  8|/ |  X   |      |      |      |      |      |      |      |      |
|      |  20  |      |      |      |      |      |      |      |      |      |

| NAME   |  01  |  02  |  03  |  04  |  05  |  06  |  07  |  08  |  09  |  10  |
|        |  X   |  7|/ |  9|- |  X   |  -|8 |  8|/ |  -|6 |  X   |  X   | X|8|1|
|        |  20  |  39  |  48  |  66  |  74  |  84  |  90  |  120 |  148 |  167 |
|  홍길동|  7|/ |  F|9 |  X   |  3|4 |      |      |      |      |      |      |
|        |  10  |  19  |  36  |  43  |      |      |      |      |      |      |
|  bad   | error|      |      |      |      |      |      |      |      |      |
|        |      |      |      |      |      |      |      |      |      |      |

| NAME      |  01  |  02  |  03  |  04  |  05  |  06  |  07  |  08  |  09  |  10  |
|  Alexander|  9|/ |  5   |      |      |      |      |      |      |      |      |
|           |  15  |      |      |      |      |      |      |      |      |      |
",
    );
    assert_eq!(run(&["--board"], LEAGUE), run(&["-t", "board"], LEAGUE));
}

#[test]
fn csv() {
    let header = "file,line,name,frame1,frame2,frame3,frame4,frame5,frame6,frame7,frame8,frame9,frame10,total,max,complete,error,rules,notation,claim,holds\n";
    let rows = "\
-,1,PJS,20,,,,,,,,,,20,280,false,,tenpin,X 8/,,
-,2,KYJ,20,,,,,,,,,,20,290,false,,tenpin,8/ X,,
-,4,,20,39,48,66,74,84,90,120,148,167,167,167,true,,tenpin,X 7/ 9- X -8 8/ -6 X X X81,167,true
-,5,홍길동,10,19,36,43,,,,,,,43,223,false,,tenpin,S7/ F9 X 34,,
-,6,bad,,,,,,,,,,,,,false,\"frame 1: 8 then 5 is 13 pins, a rack has 10\",tenpin,,,
-,8,Alexander,15,,,,,,,,,,15,275,false,,tenpin,9/ 5,,
";
    assert_output("csv", &format!("{header}{rows}"));
    assert_eq!(run(&["--csv"], LEAGUE), run(&["-t", "csv"], LEAGUE));
    assert_eq!(run(&["--csv", "--no-header"], LEAGUE).out, rows);
    // Input without games has a header, too.
    assert_eq!(accepted(&["--csv"], ""), header);
    assert_eq!(accepted(&["--csv", "--no-header"], ""), "");
}

/// Short starts of records are written in another way than long ones, and the lines after the 1,000th in another way
/// than those before.
#[test]
fn csv_and_json_have_the_file_and_the_line_whatever_their_length() {
    let folder = ScratchDir::new();
    let names: Vec<String> = (1..=80).map(|length| "n".repeat(length)).collect();
    let game = "X X X X X X X X X XXX\n";
    let sheet = format!("{}{}{}", game.repeat(2), "\n".repeat(994), game.repeat(6));
    for name in &names {
        std::fs::write(folder.join(name), &sheet).unwrap();
    }
    let files: Vec<&str> = names.iter().map(String::as_str).collect();
    let csv = run_in(&folder, &[&["--csv", "--no-header"], &files[..]].concat()).out;
    let json = run_in(&folder, &[&["--json"], &files[..]].concat()).out;
    let (mut rows, mut objects) = (csv.lines(), json.lines());
    let totals = "30,60,90,120,150,180,210,240,270,300,300,300,true,,tenpin,X X X X X X X X X XXX,,";
    for name in names {
        for line in (1..=2).chain(997..=1002) {
            assert_eq!(rows.next().unwrap(), format!("{name},{line},,{totals}"));
            let object = objects.next().unwrap();
            let start = format!(r#"{{"file":"{name}","line":{line},"name":null,"rules":"tenpin","total":300,"#);
            assert!(object.starts_with(&start), "{object}");
        }
    }
    assert_eq!((rows.next(), objects.next()), (None, None));
}

#[test]
fn csv_quotes_names_where_needed_and_escapes_hidden_characters() {
    for (name, written) in [
        ("Smith, Jane", "\"Smith, Jane\""),
        ("the \"Hammer\"", "\"the \"\"Hammer\"\"\""),
        ("'=1+2", "''=1+2"),
        ("+1,2", "\"'+1,2\""),
        ("a\u{1b}b", r"a\u{1b}b"),
        (r"a\u{a}b", r"a\u{5c}u{a}b"),
        ("a\u{200d}b", "a\\u{200d}b"),
        ("\u{1f468}\u{200d}\u{1f469}", "\u{1f468}\u{200d}\u{1f469}"),
    ] {
        let out = accepted(&["--csv", "--no-header"], format!("{name}: 5 4\n"));
        assert_eq!(out, format!("-,1,{written},9,,,,,,,,,,9,279,false,,tenpin,5 4,,\n"));
    }
}

#[test]
fn json() {
    let expected = [
        r#"{"file":"-","line":1,"name":"PJS","rules":"tenpin","total":20,"max":280,"complete":false,"frames":[{"rolls":[10],"marks":["X"],"kind":"strike","score":20,"total":20},{"rolls":[8,2],"marks":["8","/"],"kind":"spare","score":null,"total":null}],"claim":null,"error":null}"#,
        r#"{"file":"-","line":2,"name":"KYJ","rules":"tenpin","total":20,"max":290,"complete":false,"frames":[{"rolls":[8,2],"marks":["8","/"],"kind":"spare","score":20,"total":20},{"rolls":[10],"marks":["X"],"kind":"strike","score":null,"total":null}],"claim":null,"error":null}"#,
        r#"{"file":"-","line":4,"name":null,"rules":"tenpin","total":167,"max":167,"complete":true,"frames":[{"rolls":[10],"marks":["X"],"kind":"strike","score":20,"total":20},{"rolls":[7,3],"marks":["7","/"],"kind":"spare","score":19,"total":39},{"rolls":[9,0],"marks":["9","-"],"kind":"open","score":9,"total":48},{"rolls":[10],"marks":["X"],"kind":"strike","score":18,"total":66},{"rolls":[0,8],"marks":["-","8"],"kind":"open","score":8,"total":74},{"rolls":[8,2],"marks":["8","/"],"kind":"spare","score":10,"total":84},{"rolls":[0,6],"marks":["-","6"],"kind":"open","score":6,"total":90},{"rolls":[10],"marks":["X"],"kind":"strike","score":30,"total":120},{"rolls":[10],"marks":["X"],"kind":"strike","score":28,"total":148},{"rolls":[10,8,1],"marks":["X","8","1"],"kind":"strike","score":19,"total":167}],"claim":{"says":167,"holds":true},"error":null}"#,
        r#"{"file":"-","line":5,"name":"홍길동","rules":"tenpin","total":43,"max":223,"complete":false,"frames":[{"rolls":[7,3],"marks":["7","/"],"kind":"spare","score":10,"total":10,"split":true},{"rolls":[0,9],"marks":["F","9"],"kind":"open","score":9,"total":19,"foul":true},{"rolls":[10],"marks":["X"],"kind":"strike","score":17,"total":36},{"rolls":[3,4],"marks":["3","4"],"kind":"open","score":7,"total":43}],"claim":null,"error":null}"#,
        r#"{"file":"-","line":6,"name":"bad","rules":"tenpin","total":null,"max":null,"complete":false,"frames":[],"claim":null,"error":{"line":6,"column":8,"frame":1,"message":"8 then 5 is 13 pins, a rack has 10"}}"#,
        r#"{"file":"-","line":8,"name":"Alexander","rules":"tenpin","total":15,"max":275,"complete":false,"frames":[{"rolls":[9,1],"marks":["9","/"],"kind":"spare","score":15,"total":15},{"rolls":[5],"marks":["5"],"kind":null,"score":null,"total":null}],"claim":null,"error":null}"#,
    ];
    assert_output("json", &(expected.join("\n") + "\n"));
    assert_eq!(run(&["--json"], LEAGUE), run(&["-t", "json"], LEAGUE));
}

/// JSON remembers what it wrote for a frame. Before its fill balls, a tenth frame has the balls of another strike.
#[test]
fn json_has_no_kind_for_a_frame_that_is_not_over() {
    let json = accepted(&["--json"], "X\n-- -- -- -- -- -- -- -- -- X\n");
    let kinds: Vec<bool> = json.lines().map(|game| game.contains(r#""marks":["X"],"kind":null,"#)).collect();
    assert_eq!(kinds, [false, true], "{json}");
}

#[test]
fn json_has_the_claim_and_whether_it_is_right() {
    let out = run(&["--json"], "X 5/ 9- = 20 39 49\nX 5 = _ _\n8 5 = error\nX = error: rack\n").out;
    let claims: Vec<&str> = out.lines().map(|line| &line[line.find("\"claim\"").unwrap()..]).collect();
    let error = r#""error":{"line":3,"column":3,"frame":1,"message":"8 then 5 is 13 pins, a rack has 10"}}"#;
    assert_eq!(
        claims,
        [
            r#""claim":{"says":[20,39,49],"holds":false},"error":null}"#.into(),
            r#""claim":{"says":[null,null],"holds":true},"error":null}"#.into(),
            format!(r#""claim":{{"says":"error","holds":true}},{error}"#),
            r#""claim":{"says":"error: rack","holds":false},"error":null}"#.into(),
        ]
    );
}

#[test]
fn notation_and_rolls_have_no_names_or_totals() {
    assert_output("notation", "X 8/\n8/ X\nX 7/ 9- X -8 8/ -6 X X X81\nS7/ F9 X 34\nerror\n9/ 5\n");
    assert_output("rolls", "10 8 2\n8 2 10\n10 7 3 9 0 10 0 8 8 2 0 6 10 10 10 8 1\n7 3 F 9 10 3 4\nerror\n9 1 5\n");
    // Digits that could be read as a number are separated, and a game without balls is `[]`.
    assert_eq!(
        accepted(&["-t", "notation"], "2 7 3\n2 7 3 4\n0 1\n1 0\n5\n0\nF\n[]\n"),
        "2 7 3\n27 34\n0 1\n1-\n5\n-\nF\n[]\n"
    );
    assert_eq!(accepted(&["-t", "rolls"], "5\n[]\n"), "5\n[]\n");
}

#[test]
fn sheet() {
    assert_output(
        "sheet",
        "\
PJS: X 8/ = 20
KYJ: 8/ X = 20

X 7/ 9- X -8 8/ -6 X X X81 = 20 39 48 66 74 84 90 120 148 167
홍길동: S7/ F9 X 34 = 10 19 36 43
bad: 8 5 = error

Alexander: 9/ 5 = 15
",
    );
}

#[test]
fn a_sheet_escapes_names_that_would_start_something_else() {
    let (cells, shown): (Vec<&str>, Vec<&str>) = [
        ("#x", r"\u{23}x"),
        ("X#c", r"X\u{23}c"),
        ("Team #2", "Team #2"),
        ("\"{\"\"x\"", r#"\u{7b}"x"#),
        ("{x", "{x"),
        ("a:b", r"a\u{3a}b"),
        ("'=1+2", "=1+2"),
        ("x = error", r"x \u{3d} error"),
        ("a\u{1b}", r"a\u{1b}"),
    ]
    .into_iter()
    .unzip();
    let table = format!("name,game\n{},X 5/\n", cells.join(",X 5/\n"));
    let sheet = accepted(&["--to", "sheet"], table);
    let names: Vec<&str> = sheet.lines().map(|line| line.strip_suffix(": X 5/ = 20").unwrap()).collect();
    assert_eq!(names, shown);
    assert_eq!(accepted(&[], sheet.as_str()).lines().count(), names.len());
}

#[test]
fn explain() {
    assert_output(
        "explain",
        "\
PJS
frame 1  X   10 + 8 + 2 = 20       20
frame 2  8/  8 + 2 + ? (waits for one more ball)
total    20, 280 still possible

KYJ
frame 1  8/  8 + 2 + 10 = 20       20
frame 2  X   10 + ? + ? (waits for two more balls)
total    20, 290 still possible

frame 1  X   10 + 7 + 3 = 20       20
frame 2  7/  7 + 3 + 9 = 19        39
frame 3  9-  9 + 0 = 9             48
frame 4  X   10 + 0 + 8 = 18       66
frame 5  -8  0 + 8 = 8             74
frame 6  8/  8 + 2 + 0 = 10        84
frame 7  -6  0 + 6 = 6             90
frame 8  X   10 + 10 + 10 = 30    120
frame 9  X   10 + 10 + 8 = 28     148
frame 10 X81 10 + 8 + 1 = 19      167
total    20 + 19 + 9 + 18 + 8 + 10 + 6 + 30 + 28 + 19 = 167

홍길동
frame 1  S7/ 7 + 3 + 0 = 10        10
frame 2  F9  0 + 9 = 9             19
frame 3  X   10 + 3 + 4 = 17       36
frame 4  34  3 + 4 = 7             43
total    10 + 9 + 17 + 7 = 43, 223 still possible

bad
error: frame 1: 8 then 5 is 13 pins, a rack has 10

Alexander
frame 1  9/  9 + 1 + 5 = 15        15
frame 2  5   5 + ? (the frame is not over)
total    15, 275 still possible
",
    );
}

#[test]
fn explain_shows_a_wrong_claim_beside_its_frame() {
    let explained = |args: &[&str], sheet| run(&[&["-t", "explain"], args].concat(), sheet).out;
    assert_eq!(
        explained(&[], "X 5/ 9- X = 20 29 48 10\nX 5/ 9- = 49\nX 5/ 9- = 20 39 48\n"),
        "\
frame 1  X   10 + 5 + 5 = 20       20
frame 2  5/  5 + 5 + 9 = 19        39, the sheet says 29
frame 3  9-  9 + 0 = 9             48
frame 4  X   10 + ? + ? (waits for two more balls), the sheet says 10
total    20 + 19 + 9 = 48, 258 still possible

frame 1  X   10 + 5 + 5 = 20       20
frame 2  5/  5 + 5 + 9 = 19        39
frame 3  9-  9 + 0 = 9             48
total    20 + 19 + 9 = 48, 258 still possible, the sheet says 49

frame 1  X   10 + 5 + 5 = 20       20
frame 2  5/  5 + 5 + 9 = 19        39
frame 3  9-  9 + 0 = 9             48
total    20 + 19 + 9 = 48, 258 still possible
"
    );
    let red = explained(&["--color=always"], "X 5/ 9- = 10 39 48\n8 5\n");
    assert!(red.contains(" 20, \x1b[31mthe sheet says 10\x1b[0m\n"), "{red}");
    assert!(red.ends_with("\n\x1b[31merror\x1b[0m: frame 1: 8 then 5 is 13 pins, a rack has 10\n"), "{red}");
}

#[test]
fn explain_shows_the_bonus_of_each_rule_set() {
    let world = "frame 1  X   30 for a strike = 30  30\nframe 2  7/  10 + 7 = 17           47\ntotal    30 + 17 = 47, 287 still possible\n";
    assert_eq!(accepted(&["-r", "world", "-t", "explain"], "X 7/\n"), world);
    let candlepin = "frame 1  532 5 + 3 + 2 = 10        10\nframe 2  X   10 + 3 + ? (waits for one more ball)\nframe 3  3   3 + ? (the frame is not over)\ntotal    10, 260 still possible\n";
    assert_eq!(accepted(&["-r", "candlepin", "-t", "explain"], "532 X 3\n"), candlepin);
    let notap = "frame 1  X   10 + 3 + 4 = 17       17\nframe 2  34  3 + 4 = 7             24\ntotal    17 + 7 = 24, 264 still possible\n";
    assert_eq!(accepted(&["-r", "notap9", "-t", "explain"], "9 3 4\n"), notap);
    assert_eq!(accepted(&["-t", "explain"], "[]\n"), "total    0, 300 still possible\n");
}

/// The boards of the original exercise, one after each roll of two players.
#[test]
fn boards_of_two_players_after_each_roll() {
    let header = "| NAME |  01  |  02  |  03  |  04  |  05  |  06  |  07  |  08  |  09  |  10  |\n";
    let row = |name: &str, first: &str, second: &str| {
        let rest = "      |".repeat(8);
        format!("| {name} |{first:<6}|{second:<6}|{rest}\n")
    };
    let boards = [
        ("", "", ["", "", ""], ["", "", ""]),
        ("10", "", ["  X", "", ""], ["", "", ""]),
        ("10", "8", ["  X", "", ""], ["  8", "", ""]),
        ("10", "8 2", ["  X", "", ""], ["  8|/", "", ""]),
        ("10 8", "8 2", ["  X", "  8", ""], ["  8|/", "", ""]),
        ("10 8 2", "8 2", ["  X", "  8|/", "  20"], ["  8|/", "", ""]),
        ("10 8 2", "8 2 10", ["  X", "  8|/", "  20"], ["  8|/", "  X", "  20"]),
    ];
    let sheet: Vec<String> = boards.iter().map(|(pjs, kyj, ..)| format!("PJS: {pjs}\nKYJ: {kyj}\n")).collect();
    let expected: Vec<String> = boards
        .iter()
        .map(|(_, _, pjs, kyj)| {
            let rows = [
                row(" PJS", pjs[0], pjs[1]),
                row("    ", pjs[2], ""),
                row(" KYJ", kyj[0], kyj[1]),
                row("    ", kyj[2], ""),
            ];
            format!("{header}{}", rows.concat())
        })
        .collect();
    assert_eq!(accepted(&["--board"], sheet.join("\n")), expected.join("\n"));
}

#[test]
fn board_cells_are_six_wide_and_fit_three_balls_of_a_tenth_frame() {
    let out = accepted(&["--board"], "X X X X X X X X X XXX\n9/ 9- -9 -/ -- F9 9F (7)/ S7- 9/X\n");
    let expected = "\
| NAME |  01  |  02  |  03  |  04  |  05  |  06  |  07  |  08  |  09  |  10  |
|      |  X   |  X   |  X   |  X   |  X   |  X   |  X   |  X   |  X   | X|X|X|
|      |  30  |  60  |  90  |  120 |  150 |  180 |  210 |  240 |  270 |  300 |
|      |  9|/ |  9|- |  -|9 |  -|/ |  -|- |  F|9 |  9|F |  7|/ |  7|- | 9|/|X|
|      |  19  |  28  |  37  |  47  |  47  |  56  |  65  |  82  |  89  |  109 |
";
    assert_eq!(out, expected);
}

#[test]
fn a_board_shows_fouls_of_complete_games_without_a_name() {
    let board = accepted(&["--board"], "9F F/ S7/ 9- 9- 9- 9- 9- 9- 9-\n9- 9- 9- 9- 9- 9- 9- 9- 9- 9-\n");
    let rows: Vec<&str> = board.lines().collect();
    assert!(rows[1].starts_with("|      |  9|F |  F|/ |  7|/ |"), "{board}");
    assert!(rows[3].starts_with("|      |  9|- |  9|- |  9|- |"), "{board}");
}

#[test]
fn board_cells_are_eight_wide_for_frames_of_three_balls() {
    let out = accepted(&["--board", "-r", "candlepin"], "X 5/ 532 7-2 81- X X 4/ 6-- 9/8\n");
    let expected = "\
| NAME |  01    |  02    |  03    |  04    |  05    |  06    |  07    |  08    |  09    |  10    |
|      |  X     |  5|/   |  5|3|2 |  7|-|2 |  8|1|- |  X     |  X     |  4|/   |  6|-|- |  9|/|8 |
|      |  20    |  35    |  45    |  54    |  63    |  87    |  107   |  123   |  129   |  147   |
";
    assert_eq!(out, expected);
}

#[test]
fn ten_pins_with_the_third_ball_are_written_as_10() {
    let rolls = "0 0 10 10\n";
    let row = "|      |  -|-|10|  X     |";
    assert_eq!(accepted(&["--board", "-r", "duckpin"], rolls).lines().nth(1).map(|line| &line[..row.len()]), Some(row));
    let coloured = accepted(&["--board", "-r", "duckpin", "--color=always"], rolls);
    assert_eq!(without_colour(&coloured), accepted(&["--board", "-r", "duckpin"], rolls));
    let json = accepted(&["--json", "-r", "duckpin"], rolls);
    assert!(
        json.contains(r#"{"rolls":[0,0,10],"marks":["-","-","10"],"kind":"open","score":10,"total":10}"#),
        "{json}"
    );
    assert_eq!(accepted(&["-t", "notation", "-r", "duckpin"], rolls), "0 0 10 X\n");
    assert!(
        accepted(&["-t", "explain", "-r", "duckpin"], rolls).starts_with("frame 1  --10 0 + 0 + 10 = 10      10\n")
    );
}

#[test]
fn the_boards_of_tables_and_json_depend_on_the_records_alone() {
    for input in [format!("name,game\n{}", "Ann,5 4\n".repeat(130)), "{\"rolls\":[5,4]}\n".repeat(130)] {
        let out = accepted(&["--board"], input);
        assert!(!out.contains("\n\n"), "the records are one group");
        let boards = out.split("| NAME").skip(1).map(|board| board.lines().count() / 2);
        assert_eq!(boards.collect::<Vec<_>>(), [64, 64, 2]);
    }
}

#[test]
fn a_board_repeats_its_header_after_64_games() {
    for (games, headers) in [(63, 1), (64, 1), (65, 2), (129, 3)] {
        let out = accepted(&["--board"], "X 5\n".repeat(games));
        assert_eq!(out.lines().filter(|line| line.starts_with("| NAME")).count(), headers, "{games}");
        assert_eq!(out.lines().filter(|line| line.starts_with("|      |  X")).count(), games);
        // A blank line separates groups only.
        assert!(!out.contains("\n\n"), "{games}");
    }
    let out = accepted(&["--board"], format!("{}\n5 5\n", "X 5\n".repeat(64)));
    assert_eq!(out.matches("\n\n").count(), 1);
    assert_eq!(out.lines().filter(|line| line.starts_with("| NAME")).count(), 2);
}

/// Plain games of consecutive lines are read many at a time, and some formats write them so.
#[test]
fn every_format_has_every_game_of_a_large_file() {
    let games = 5000;
    let input = "10 7 3 9 0 10 0 8 8 2 0 6 10 10 10 8 1\n".repeat(games);
    for (format, part_of_a_game) in [
        ("--to=totals", "167"),
        ("--board", "|  167 |"),
        ("--csv", ",148,167,167,167,true,,tenpin,"),
        ("--json", r#""score":19,"total":167}],"#),
        ("--to=notation", "X 7/ 9- X -8 8/ -6 X X X81"),
        ("--to=rolls", "10 10 10 8 1"),
        ("--to=sheet", "= 20 39 48 66 74 84 90 120 148 167"),
        ("--to=explain", " = 167"),
        ("--html", "<b>167</b>"),
        ("--check", "167: no claim"),
    ] {
        let out = run(&[format], &input).out;
        assert_eq!(out.lines().filter(|line| line.contains(part_of_a_game)).count(), games, "{format}");
    }
}

#[test]
fn one_blank_line_separates_groups_and_files() {
    let folder = ScratchDir::new();
    std::fs::write(folder.join("a"), "\n\n5 5\n\n\n\n# c\n5 5\n\n").unwrap();
    // Neither has a last line end.
    std::fs::write(folder.join("b"), "5 5").unwrap();
    std::fs::write(folder.join("c"), "\u{feff}5 5").unwrap();
    let Outcome { status, out, .. } = run_in(&folder, &["--board", "a", "b", "c"]);
    assert_eq!(status, 0);
    let boards: Vec<&str> = out.split("\n\n").collect();
    assert_eq!(boards.len(), 4);
    assert!(boards.iter().all(|board| board.trim_end().lines().count() == 3), "{out}");
}

#[test]
fn wide_characters_in_names_stay_aligned() {
    let out = accepted(&["--board"], "李: X\n홍길동: X\nZoë: X\nA: X\n");
    let rows: Vec<&str> = out.lines().filter(|line| line.contains('X')).collect();
    assert_eq!(rows.len(), 4);
    for line in rows {
        let name = line.split('|').nth(1).unwrap();
        let wide = name.chars().filter(|character| u32::from(*character) > 0x1100).count();
        assert_eq!(name.chars().count() + wide, 8, "{line}");
    }
}

#[test]
fn quiet_keeps_the_diagnostics_and_the_status() {
    for format in ["totals", "board", "csv", "json", "explain"] {
        assert_eq!(
            run(&["-q", "-t", format], LEAGUE),
            Outcome { status: 1, out: String::new(), err: without_unfinished(DIAGNOSTIC) }
        );
    }
    assert_eq!(run(&["--quiet"], "X 5/ 9- = 48\n"), Outcome { status: 0, out: String::new(), err: String::new() });
}

#[test]
fn complete_refuses_unfinished_games() {
    let ran = run(&["--complete"], "X X X X X X X X X XXX\nPJS: X 5/\n9- 9- 9- 9- 9- 9- 9- 9- 9- 9/ # one ball\n");
    assert_eq!((ran.status, ran.out.as_str()), (1, "300\nPJS\terror\nerror\n"));
    assert_eq!(
        ran.err,
        "-:2:10: frame 3: the game is not over (--complete requires all ten frames)\n\
         -:3:30: frame 10: the game is not over (--complete requires all ten frames)\n"
    );
}

#[test]
fn a_game_without_an_x_or_a_slash_is_not_packed() {
    // Packed, the strikes of the tenth frame would read as a total. Written twice, the frames are known.
    for game in ["9 9 9 9 9 9 9 9 9 9 9 9\n", "9 9 9 9 9 9 9 9 9 8 1\n"] {
        let twice = game.repeat(2);
        assert_eq!(accepted(&["--rules", "notap9", "--to", "notation"], &twice), twice);
    }
}

#[test]
fn colour_of_marks_and_positions_only_on_request() {
    let sheet = "X 8/ S73\n8 5\n";
    let plain = run(&["--board"], sheet);
    assert!(!plain.out.contains('\u{1b}') && !plain.err.contains('\u{1b}'));
    assert_eq!(run(&["--board", "--color", "never"], sheet), plain);
    assert_eq!(run(&["--board", "--color", "auto"], sheet), plain);

    let coloured = run(&["--board", "--color", "always"], sheet);
    for mark in ["\u{1b}[1;32mX\u{1b}[0m", "\u{1b}[1;36m/\u{1b}[0m", "\u{1b}[1;31m7\u{1b}[0m"] {
        assert!(coloured.out.contains(mark), "{}", coloured.out);
    }
    // Three marks, a split and the error, and no other ball.
    assert_eq!(coloured.out.matches("\u{1b}[0m").count(), 5, "{}", coloured.out);
    assert!(coloured.out.contains("| \u{1b}[31merror"), "{}", coloured.out);
    assert!(coloured.err.starts_with("\u{1b}[1m-:2:3:\u{1b}[0m frame 1"), "{}", coloured.err);
    assert_eq!(without_colour(&coloured.out), plain.out);
    assert_eq!(without_colour(&coloured.err), plain.err);

    // The option takes precedence over the environment.
    for (name, value) in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        let always = bowling().env(name, value).args(["--board", "--color=always"]).write_stdin(sheet).output();
        assert_eq!(Outcome::from(always.unwrap()), coloured);
        let auto = bowling().env(name, value).args(["--board"]).write_stdin(sheet).output();
        assert_eq!(Outcome::from(auto.unwrap()), plain);
    }
}

fn without_colour(text: &str) -> String {
    let mut rest = text;
    let mut plain = String::new();
    while let Some(start) = rest.find('\u{1b}') {
        plain += &rest[..start];
        rest = &rest[start + rest[start..].find('m').unwrap() + 1..];
    }
    plain + rest
}

#[cfg(target_os = "linux")]
#[test]
fn a_board_is_folded_to_the_width_of_the_terminal() {
    let folder = ScratchDir::new();
    let path = folder.write("game.sheet", "PJS: X 5/ 9- X X X X X X XXX\n\nAlexander: 7\n");
    let board = |columns, boards| {
        let mut window = crate::common::pty::Window::run(columns, 80, &["--board", "--color", "never", &path]);
        let is_second_row = |line: &&String| line.starts_with("|      |") || line.starts_with("|           |");
        let shown = window.wait(|shown| shown.lines.iter().filter(is_second_row).count() == boards);
        window.end();
        shown.lines
    };
    assert_eq!(board(20, 20).len(), 80);
    let expected = [
        "| NAME |  01  |  02  |  03  |  04  |",
        "|  PJS |  X   |  5|/ |  9|- |  X   |",
        "|      |  20  |  39  |  48  |  78  |",
        "| NAME |  05  |  06  |  07  |  08  |",
        "|  PJS |  X   |  X   |  X   |  X   |",
        "|      |  108 |  138 |  168 |  198 |",
        "| NAME |  09  |  10  |",
        "|  PJS |  X   | X|X|X|",
        "|      |  228 |  258 |",
        "",
        "| NAME      |  01  |  02  |  03  |",
        "|  Alexander|  7   |      |      |",
    ];
    assert_eq!(board(40, 7)[1..13], expected);
}

#[test]
fn a_comment_that_is_not_utf8_does_not_make_a_sheet_a_log() {
    let sheet = run_bytes(&["--to", "sheet"], b"# players: A\xfbC\nPJS: X 5/ 9-\n").stdout;
    assert_eq!(run_bytes(&["--check"], &sheet).status.code(), Some(0), "{}", String::from_utf8_lossy(&sheet));
}
