//! The ways to write a game, and ambiguous lines that are refused.
#![cfg(feature = "cli")]

use crate::common::{accepted, assert_totals, refused, run};

/// The output lines of games that must all be accepted.
fn lines(args: &[&str], sheet: &str) -> Vec<String> {
    accepted(args, sheet).lines().map(Into::into).collect()
}

fn rolls(args: &[&str], sheet: &str) -> Vec<String> {
    lines(&[args, &["--to", "rolls"]].concat(), sheet)
}

#[test]
fn any_grouping_of_notation_is_the_same_game() {
    let spellings = [
        "X 5/ 9-",
        "X5/9-",
        "X|5/|9-",
        "X 5 / 9 -",
        "x 5/ 9-",
        "X,5/,9-",
        "X, 5/, 9-",
        "X;5/;9-",
        "X\t5/\t9-",
        "| X | 5/ | 9- |",
        "X ,;| 5/ ||| 9-",
        "  X 5/ 9-  ",
        "[X 5/ 9-]",
        "[\"X\",\"5/\",\"9-\"]",
        "[ \"X\", \"5/\", \"9-\" ]",
        "[\"X\",\"5\",\"/\",\"9\",\"-\"]",
        "X 55 9-",
        "10 5 / 9 -",
    ];
    let expected = vec!["10 5 5 9 0"; spellings.len()];
    assert_eq!(rolls(&[], &spellings.join("\n")), expected);
}

#[test]
fn gutters_and_fouls_count_no_pins_in_every_spelling() {
    let games = ["X 5/ 9-", "X 5/ 90", "X 5/ 9G", "X 5/ 9g", "X 5/ 9F", "X 5/ 9f", "10 5 5 9 F", "10 5 5 9 f"];
    assert_totals(&[], &games.map(|game| (game, 48)));
    assert_eq!(rolls(&[], "F 5 - F\n"), ["F 5 0 F"]);
}

#[test]
fn splits_are_kept_in_every_spelling() {
    let spellings = "S7/ 1-\ns7/ 1-\n(7)/ 1-\n⑦/ 1-\nS7 / 1 -\n(7) / 1 -\n⑦ / 1 -\n[\"S7/\",\"1-\"]\n";
    assert_eq!(lines(&["--to", "notation"], spellings), vec!["S7/ 1-"; 8]);
    assert_eq!(
        lines(&["--to", "notation"], "⑤- ⑥- ⑦- ⑧-\n(1)- S2- s3- (4)-\n"),
        ["S5- S6- S7- S8-", "S1- S2- S3- S4-"]
    );
    let json = accepted(&["--json"], "S7/ 1-\n");
    assert!(
        json.contains(r#"{"rolls":[7,3],"marks":["7","/"],"kind":"spare","score":11,"total":11,"split":true}"#),
        "{json}"
    );
}

#[test]
fn rolls_have_any_separator_any_number_of_times() {
    let spellings = [
        "10 5 5 9 0",
        "10,5,5,9,0",
        "10, 5, 5, 9, 0",
        "10;5;5;9;0",
        "10|5|5|9|0",
        "10\t5\t5\t9\t0",
        "10,,5 ;; 5 | 9 || 0,",
        "[10,5,5,9,0]",
        " [ 10, 5, 5, 9, 0 ] ",
        "[10 5 5 9 0]",
    ];
    assert_totals(&[], &spellings.map(|game| (game, 48)));
    assert_totals(&["--from", "rolls"], &spellings.map(|game| (game, 48)));
}

#[test]
fn a_name_ends_with_a_colon_or_after_letters_with_a_comma_or_a_tab() {
    let sheet = "\
PJS: X 5/ 9-
  PJS  :X 5/ 9-
LOU,0,8,6,0
LOU\t0\t8\t6\t0
Smith, Jane: 10 5 5 9 0
홍길동: X 5/ 9-
7: 10 5 5 9 0
X: 10 5 5 9 0
G Smith,0,8
X,5,/,9,-
G,5
F,5,5
: X 5/ 9-
";
    let expected = [
        "PJS\t48",
        "PJS\t48",
        "LOU\t14",
        "LOU\t14",
        "Smith, Jane\t48",
        "홍길동\t48",
        "7\t48",
        "X\t48",
        "G Smith\t8",
        "48",
        "5",
        "5",
        "48",
    ];
    assert_eq!(lines(&[], sheet), expected);
}

#[test]
fn words_before_a_game_are_its_name() {
    let sheet =
        "Ann X 5/ 9-\nF Smith 9/ 8-\nSmith J 10 5 5 9 0\n1. X 5/\n2) X 5/ 9-\nAnn\u{a0}X X X X X X X X X XXX 300\n";
    assert_eq!(lines(&[], sheet), ["Ann\t48", "F Smith\t26", "Smith J\t48", "1\t20", "2\t48", "Ann\t300"]);
    for (line, message) in [
        ("N 10 10", "a name ends with a colon, write N: 10 10"),
        ("Game 1 X 5/", "a name ends with a colon, write Game 1: X 5/"),
        ("Week 7", "Week 7 is not a game"),
        ("Lanes 3 4", "Lanes 3 4 is not a game"),
        ("Partida 2 X 5/", "a name ends with a colon, write Partida 2: X 5/"),
        ("\u{ac8c}\u{c784} 1 X 5/", "a name ends with a colon"),
        // Signs of other scripts that look like X and a colon.
        ("\u{425} 5/ 9-", "is not X, a strike is written X"),
        ("PJS\u{ff1a} X 5/", "is not a colon"),
        ("strike spare 9 -", "a strike is written X"),
    ] {
        let error = run(&[], format!("5 5\n{line}\n")).err;
        assert!(error.starts_with("-:2:") && error.contains(message), "{line}: {error}");
    }
}

#[test]
fn quotes_blanks_and_totals_around_a_game_are_dropped() {
    assert_totals(
        &[],
        &[
            ("\"X 5/ 9-\"", 48),
            ("'10 5 5 9 0'", 48),
            ("\u{201c}X 5/ 9-\u{201d} = 48", 48),
            ("X\u{a0}5/\u{2009}9-", 48),
            ("X X X X X X X X X X81 287", 287),
            ("X X X X X X X X X X81 (287)", 287),
            ("9- 9- 9- 9- 9- 9- 9- 9- 9- 9- 90", 90),
            ("X 5/ 9- = 48 \u{2713}", 48),
            ("X 5/ 9- = 20+19+9 = 48", 48),
            // A claim says that it is a game.
            ("18 27 36 = 27", 27),
        ],
    );
    assert_eq!(accepted(&[], "\"Ann: X 5/ 9- = 48\"\n"), "Ann\t48\n");
    let diagnostics = refused(&[], "X X X X X X X X X X81 27\n");
    assert!(diagnostics[0].contains("the game is over"), "{diagnostics:?}");
    assert_eq!(run(&[], "\"X 5/ 98\"\n").err.split(" frame").next(), Some("-:1:8:"));
}

#[test]
fn comments_claims_and_blank_lines_are_not_rolls() {
    let sheet =
        "# a league\n\nPJS: X 5/ 9- = 48 # with a note\n   # another\n10 5 5 9 0# close by\n\t\nX 5/ 9-=20 39 48\n";
    assert_eq!(lines(&[], sheet), ["PJS\t48", "48", "48"]);
    assert_eq!(lines(&[], ""), Vec::<String>::new());
    assert_eq!(lines(&[], "\n \n"), Vec::<String>::new());
}

#[test]
fn a_line_of_integers_is_rolls_and_any_other_is_notation() {
    assert_totals(
        &[],
        &[("5", 0), ("10", 0), ("1 0", 1), ("10 1 0", 12), ("5 5 3 F", 16), ("1-", 1), ("-", 0), ("5/ 3", 13)],
    );
}

#[test]
fn a_single_token_of_digits_is_notation_if_it_is_a_complete_game() {
    assert_totals(
        &[],
        &[
            ("9181726354453627180-", 90),
            ("91817263544536271809", 99),
            ("9-", 9),
            ("[91817263544536271809]", 99),
            ("9-9-9-", 27),
        ],
    );
    let diagnostics = refused(&[], "123\n[9172]\n9181726354453627180\n---\n");
    assert_eq!(diagnostics.len(), 4, "{diagnostics:?}");
    assert_totals(&["--from", "notation"], &[("123", 3), ("[9172]", 26), ("---", 0)]);
}

#[test]
fn two_or_more_digit_pairs_without_10_are_notation() {
    assert_totals(
        &[],
        &[
            ("27 34 -8 81", 33),
            ("34 27", 16),
            ("72 81", 18),
            ("81 81 81", 27),
            ("63 91 5", 24),
            ("55 34", 20),
            ("-1 -2", 3),
            ("[\"27\",\"34\"]", 16),
        ],
    );
    // A pair next to anything that could be a roll is an error with a hint.
    let diagnostics = refused(&[], "11\n-1\n5 11 3\n27 34 10\n27\nF 27 5\n");
    let positions = ["1:1", "2:1", "3:3", "4:1", "5:1", "6:3"];
    let tokens = ["11", "-1", "11", "27", "27", "27"];
    for ((diagnostic, position), token) in diagnostics.iter().zip(positions).zip(tokens) {
        let expected = format!("-:{position}: frame 1: {token} is not a roll, a roll is 0 to 10");
        assert_eq!(diagnostic, &expected);
    }
    assert_eq!(diagnostics.len(), 6);
    assert_totals(&["--from", "notation"], &[("11", 2), ("-1", 1), ("27 34", 16), ("27 34 5", 16), ("F 27", 2)]);
}

#[test]
fn a_10_is_a_strike_where_it_can_be_nothing_else() {
    assert_totals(
        &[],
        &[
            ("10 5 / 9 -", 48),
            ("10 5/ 9-", 48),
            ("34 10 5-", 27),
            ("X 10 5 / 9 -", 73),
            ("[\"10\",\"5\",\"/\",\"9\",\"-\"]", 48),
            ("S7 / 10", 20),
        ],
    );
    let diagnostics = refused(&[], "10 5/ 90\nX 5/ 10\nX 10 9-\n");
    assert_eq!(
        diagnostics,
        [
            "-:1:1: two readings: 1- 5/ 9- is 29, X 5/ 9- is 48: write X or 1-",
            "-:2:1: two readings: X 5/ 1- is 32, X 5/ X is 40: write X or 1-",
            "-:3:3: 10 may be a strike, or 1 then 0: write X or 1-",
        ]
    );
}

#[test]
fn from_notation_reads_each_digit_as_a_roll() {
    let sheet = "10 5/ 9-\n10 10\n07 34\nX 5/ 9-\n10 5 5 9 0\n";
    let expected = ["1 0 5 5 9 0", "1 0 1 0", "0 7 3 4", "10 5 5 9 0", "1 0 5 5 9 0"];
    assert_eq!(rolls(&["--from", "notation"], sheet), expected);
}

#[test]
fn from_rolls_refuses_symbols() {
    let diagnostics = refused(&["-f", "rolls"], "10 5 / 9\nX\n5-\n27 34\n");
    assert_eq!(
        diagnostics,
        [
            "-:1:6: frame 2: / is not a number of pins (--from auto reads symbols)",
            "-:2:1: frame 1: X is not a number of pins (--from auto reads symbols)",
            "-:3:1: frame 1: 5- is not a number of pins (--from auto reads symbols)",
            "-:4:1: frame 1: 27 is not a roll, a roll is 0 to 10",
        ]
    );
}

#[test]
fn brackets_are_one_pair_around_the_whole_game() {
    let diagnostics = refused(&[], "[X 5/\nX 5/]\n[X] 5/\n[[X]\n[\"X]\n\"X\n[X]]\n[[X\n['X]\n");
    let positions: Vec<&str> =
        diagnostics.iter().map(|line| &line[..line.match_indices(':').nth(2).unwrap().0]).collect();
    assert_eq!(positions, ["-:1:1", "-:2:5", "-:3:5", "-:4:1", "-:5:2", "-:6:1", "-:7:4", "-:8:2", "-:9:2"]);
    assert!(diagnostics[0].ends_with(": unmatched [") && diagnostics[1].ends_with(": unmatched ]"), "{diagnostics:?}");
}

#[test]
fn crlf_and_a_byte_order_mark_are_accepted() {
    let expected = "PJS\t48\n48\n";
    for sheet in [
        "PJS: X 5/ 9-\r\n10 5 5 9 0\r\n",
        "\u{feff}PJS: X 5/ 9-\n10 5 5 9 0",
        "\u{feff}PJS: X 5/ 9- = 48\r\n10 5 5 9 0 = 48",
    ] {
        assert_eq!(accepted(&[], sheet), expected, "{sheet:?}");
    }
    // A line with only a carriage return is blank, and a blank line ends a group.
    let boards = accepted(&["--board"], "X\r\n\r\n5 4\r\n");
    assert_eq!(boards.matches("NAME").count(), 2);
}

#[test]
fn a_first_line_with_a_name_and_one_roll_makes_a_log() {
    let log = "Jeff 10\nJohn 3\nJohn 7\nJeff 7\nJeff 3\nJohn 6\nJohn 3\nJeff 9\nJeff 0\n";
    assert_eq!(lines(&[], log), ["Jeff\t48", "John\t25"]);
    assert_eq!(lines(&["--from", "log"], log), ["Jeff\t48", "John\t25"]);
    assert_eq!(lines(&[], "# lane 4\n\nJeff\t10\nJeff\t5\nJeff\t/\n\nJeff X\n"), ["Jeff\t20", "Jeff\t0"]);
    // With a colon, a comma or no name at all, the first line is a sheet line.
    for sheet in ["Jeff: 10\n5 5\n", "Jeff,10\n5 5\n", "X 10\n5 5\n", "10 5\n5 5\n", "X; 5/; 9\n5 5\n"] {
        let ran = run(&[], sheet);
        assert_eq!((ran.status, ran.out.lines().nth(1)), (0, Some("0")), "{sheet} {}", ran.err);
    }
}
