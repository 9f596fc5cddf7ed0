//! How games may be written, and what is refused rather than guessed.

mod common;

use common::{assert_totals, good, refused, run};

/// `NAME<TAB>total`, a line each.
fn totals(args: &[&str], sheet: &str) -> Vec<String> {
    good(args, sheet).lines().map(Into::into).collect()
}

fn rolls(args: &[&str], sheet: &str) -> Vec<String> {
    totals(&[args, &["--to", "rolls"]].concat(), sheet)
}

#[test]
fn every_grouping_of_notation_is_the_same_game() {
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
fn every_gutter_and_every_foul_counts_no_pins() {
    let games = ["X 5/ 9-", "X 5/ 90", "X 5/ 9G", "X 5/ 9g", "X 5/ 9F", "X 5/ 9f", "10 5 5 9 F", "10 5 5 9 f"];
    assert_totals(&[], &games.map(|game| (game, 48)));
    assert_eq!(rolls(&[], "F5 -F\n"), ["F 5 0 F"]);
}

#[test]
fn every_spelling_of_a_split_is_kept() {
    let spellings = "S7/ 1-\ns7/ 1-\n(7)/ 1-\n⑦/ 1-\nS7 / 1 -\n(7) / 1 -\n⑦ / 1 -\n[\"S7/\",\"1-\"]\n";
    assert_eq!(totals(&["--to", "notation"], spellings), vec!["S7/ 1-"; 8]);
    assert_eq!(
        totals(&["--to", "notation"], "⑤- ⑥- ⑦- ⑧-\n(1)- S2- s3- (4)-\n"),
        ["S5- S6- S7- S8-", "S1- S2- S3- S4-"]
    );
    let json = good(&["--json"], "S7/ 1-\n");
    assert!(
        json.contains(r#"{"rolls":[7,3],"marks":["7","/"],"kind":"spare","score":11,"total":11,"split":true}"#),
        "{json}"
    );
}

#[test]
fn every_separator_of_rolls_in_any_number_is_one() {
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
fn a_name_ends_at_a_colon_or_at_a_comma_or_a_tab_after_letters() {
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
GG,5
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
        "0",
        "5",
        "48",
    ];
    assert_eq!(totals(&[], sheet), expected);
}

#[test]
fn a_space_never_ends_a_name() {
    let said = refused(&[], "# a game\nN 10 10\nPJS X 5/\n");
    assert_eq!(said.len(), 2);
    assert!(
        said[0].starts_with("-:2:1: frame 1: 'N' is not a roll") && said[0].ends_with("(a name ends with a colon)")
    );
    assert!(said[1].starts_with("-:3:1: frame 1: 'P' is not a roll"));
}

#[test]
fn comments_claims_and_blank_lines_stand_beside_the_games() {
    let sheet =
        "# a league\n\nPJS: X 5/ 9- = 48 # with a note\n   # another\n10 5 5 9 0# close by\n\t\nX 5/ 9-=20 39 48\n";
    assert_eq!(totals(&[], sheet), ["PJS\t48", "48", "48"]);
    assert_eq!(totals(&[], ""), Vec::<String>::new());
    assert_eq!(totals(&[], "\n\n# nothing\n"), Vec::<String>::new());
}

#[test]
fn integers_alone_are_rolls_and_anything_else_is_notation() {
    assert_totals(
        &[],
        &[("5", 0), ("10", 0), ("1 0", 1), ("10 1 0", 12), ("5 5 3 F", 16), ("1-", 1), ("-", 0), ("5/ 3", 13)],
    );
}

#[test]
fn a_single_token_of_three_digits_or_more_is_packed_notation() {
    assert_totals(
        &[],
        &[("9181726354453627180-", 90), ("91817263544536271809", 99), ("123", 3), ("9-", 9), ("[9172]", 26)],
    );
}

#[test]
fn two_or_more_pairs_none_of_them_ten_are_notation() {
    assert_totals(&[], &[("27 34 -8 81", 33), ("27 34", 16), ("55 34", 20), ("-1 -2", 3), ("[\"27\",\"34\"]", 16)]);
    // A pair beside anything that could be a roll is an error with a hint.
    let said = refused(&[], "11\n-1\n5 11 3\n27 34 10\n27 34 5\n27\nF 27\n34 123\n");
    let places = ["1:1", "2:1", "3:3", "4:1", "5:1", "6:1", "7:3", "8:1"];
    let tokens = ["11", "-1", "11", "27", "27", "27", "27", "34"];
    for ((said, place), token) in said.iter().zip(places).zip(tokens) {
        let expected = format!(
            "-:{place}: frame 1: {token} is not a roll, a roll is 0 to 10 (--from notation reads digit pairs as frames)"
        );
        assert_eq!(said, &expected);
    }
    assert_eq!(said.len(), 8);
    assert_totals(&["--from", "notation"], &[("11", 2), ("-1", 1), ("27 34", 16), ("27 34 5", 16), ("F 27", 2)]);
}

#[test]
fn ten_among_notation_is_refused_unless_every_token_is_a_roll() {
    assert_totals(
        &[],
        &[("10 5 / 9 -", 48), ("X 10 5 / 9 -", 73), ("[\"10\",\"5\",\"/\",\"9\",\"-\"]", 48), ("S7 / 10", 20)],
    );
    let said = refused(&[], "10 5/ 9-\nX 5/ 10\n34 10 5-\nX10\n");
    let ambiguous = "10 may be a strike, or 1 then 0 (write X or 1-, or say --from notation for 1 then 0)";
    let places = ["1:1: frame 1", "2:6: frame 3", "3:4: frame 2", "4:2: frame 2"];
    assert_eq!(said, places.map(|place| format!("-:{place}: {ambiguous}")));
}

#[test]
fn under_notation_every_digit_is_a_roll_of_its_own() {
    let sheet = "10 5/ 9-\n10 10\n07 34\nX 5/ 9-\n10 5 5 9 0\n";
    let expected = ["1 0 5 5 9 0", "1 0 1 0", "0 7 3 4", "10 5 5 9 0", "1 0 5 5 9 0"];
    assert_eq!(rolls(&["--from", "notation"], sheet), expected);
}

#[test]
fn under_rolls_a_symbol_is_refused() {
    let said = refused(&["-f", "rolls"], "10 5 / 9\nX\n5-\n27 34\n");
    assert_eq!(
        said,
        [
            "-:1:6: frame 2: / is not a number of pins (--from notation reads symbols)",
            "-:2:1: frame 1: X is not a number of pins (--from notation reads symbols)",
            "-:3:1: frame 1: 5- is not a number of pins (--from notation reads symbols)",
            "-:4:1: frame 1: 27 is not a roll, a roll is 0 to 10 (--from notation reads digit pairs as frames)",
        ]
    );
}

#[test]
fn brackets_come_in_one_pair_around_the_whole_game() {
    let said = refused(&[], "[X 5/\nX 5/]\n[X] 5/\n[[X]]\n[\"X]\n\"X\"\n[X]]\n");
    let places: Vec<&str> = said.iter().map(|said| &said[..said.match_indices(':').nth(2).unwrap().0]).collect();
    assert_eq!(places, ["-:1:1", "-:2:5", "-:3:5", "-:4:5", "-:5:2", "-:6:1", "-:7:4"]);
    assert!(said[0].ends_with("[ has no partner") && said[1].ends_with("] has no partner"), "{said:?}");
}

#[test]
fn line_ends_of_any_system_and_a_byte_order_mark_are_fine() {
    let expected = "PJS\t48\n48\n";
    for sheet in [
        "PJS: X 5/ 9-\r\n10 5 5 9 0\r\n",
        "\u{feff}PJS: X 5/ 9-\n10 5 5 9 0",
        "\u{feff}PJS: X 5/ 9- = 48\r\n10 5 5 9 0 = 48",
    ] {
        assert_eq!(good(&[], sheet), expected, "{sheet:?}");
    }
    // A carriage return alone makes a line blank, and a blank line ends a group.
    let boards = good(&["--board"], "X\r\n\r\n5\r\n");
    assert_eq!(boards.matches("NAME").count(), 2);
}

#[test]
fn a_name_and_one_roll_on_the_first_line_make_a_log() {
    let log = "Jeff 10\nJohn 3\nJohn 7\nJeff 7\nJeff 3\nJohn 6\nJohn 3\nJeff 9\nJeff 0\n";
    assert_eq!(totals(&[], log), ["Jeff\t48", "John\t25"]);
    assert_eq!(totals(&["--from", "log"], log), ["Jeff\t48", "John\t25"]);
    assert_eq!(totals(&[], "# lane 4\n\nJeff\t10\nJeff\t5\nJeff\t/\n\nJeff X\n"), ["Jeff\t20", "Jeff\t0"]);
    // A sheet stays one: a colon, a comma, or no name at all.
    for sheet in ["Jeff: 10\n5 5\n", "Jeff,10\n5 5\n", "X 10\n5 5\n", "10 5\n5 5\n", "X; 5/; 9\n5 5\n"] {
        let ran = run(&[], sheet);
        assert_eq!((ran.status, ran.out.lines().nth(1)), (0, Some("0")), "{sheet} {}", ran.err);
    }
}
