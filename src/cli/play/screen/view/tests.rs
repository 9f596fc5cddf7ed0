use super::*;
use crate::cli::color::Paint;
use crate::cli::play::PlayOptions;
use crate::cli::play::screen::edit::tests::keys;
use crate::cli::play::session::Start;
use crate::cli::text::is_hidden;
use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// Plays a game: every entry is typed with Enter. Returns whether the last one ends the game.
fn enter(game: &mut GameView<'_>, entries: &[&str]) -> bool {
    let mut press = |key| game.key(key).transpose().unwrap().is_some();
    entries.iter().map(|entry| keys(&format!("{entry}\r")).map(&mut press).last().unwrap()).last().unwrap_or(false)
}

/// A window of a game in which something was typed.
struct Played {
    lines: Vec<String>,
    cursor: (u16, u16),
}

impl Played {
    fn has(&self, line: &str) -> bool {
        self.lines.iter().any(|shown| shown == line)
    }
}

/// Runs a test with a game of some players, in English and without color.
fn with_game<T>(names: &[&str], test: impl FnOnce(&mut GameView<'_>) -> T) -> T {
    let names = names.iter().map(|&name| name.into()).collect();
    let options = PlayOptions { names, lang: Some(Lang::En), ..PlayOptions::default() };
    let session = Start::new(&options).unwrap().begin(Vec::new(), true).unwrap();
    test(&mut GameView::new(session, true, String::new()))
}

/// The lines of a window, without the blanks at their ends, and the place of the cursor.
fn window(game: &GameView<'_>, columns: u16, rows: u16) -> Played {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal.draw(|frame| game.draw(frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let line = |y| {
        let (mut line, mut x) = (String::new(), 0);
        while x < columns {
            let symbol = buffer[(x, y)].symbol();
            line += symbol;
            x += width(symbol).max(1) as u16;
        }
        line.trim_end().to_owned()
    };
    Played { lines: (0..rows).map(line).collect(), cursor: terminal.backend().cursor_position().into() }
}

#[test]
fn four_players_fit_a_common_window_with_their_totals() {
    with_game(&["DAD", "MOM", "JOS", "ANN"], |game| {
        enter(game, &["7 2", "8/", "X", "9-", "X", "7/", "X", "63", "8 1", "X", "X", "9"]);
        let shown = window(game, 80, 24);
        let expected = [
            "        1     2     3     4     5     6     7     8     9     10     TOTAL  MAX",
            "      ┌─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┬──────┐",
            "  DAD │ 7|2 │ X   │ 8|1 │     │     │     │     │     │     │      │    37  247",
            "      │ 9   │ 28  │ 37  │     │     │     │     │     │     │      │",
            "      ├─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┼──────┤",
            "  MOM │ 8|/ │ 7|/ │ X   │     │     │     │     │     │     │      │    47+ 277",
            "      │ 17  │ 37  │     │     │     │     │     │     │     │      │",
            "      ├─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┼──────┤",
            "  JOS │ X   │ X   │ X   │     │     │     │     │     │     │      │ ★  50+ 300",
            "      │ 30  │     │     │     │     │     │     │     │     │      │",
            "      ├─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┼──────┤",
            "▸ ANN │ 9|- │ 6|3 │▸9   │     │     │     │     │     │     │      │    18  248",
            "      │ 9   │ 18  │     │     │     │     │     │     │     │      │",
            "      └─────┴─────┴─────┴─────┴─────┴─────┴─────┴─────┴─────┴──────┘",
            "",
            "Frame 3, ball 2, pins standing: 1. JOS leads by 3.                        Game 1",
            "ANN's turn :",
            "u undo · fix · help · q quit",
        ];
        assert_eq!(shown.lines[..expected.len()], expected);
        assert_eq!(shown.cursor, (13, 16));
        // Frames and the balls in them move together, and then boxes and players go.
        let expected = [
            "       1   2   3   4   5   6   7   8   9   10     TOTAL",
            "  DAD │7|2│X  │8|1│   │   │   │   │   │   │     │    37",
            "  MOM │8|/│7|/│X  │   │   │   │   │   │   │     │    47+",
            "  JOS │X  │X  │X  │   │   │   │   │   │   │     │ ★  50+",
            "▸ ANN │9|-│6|3│9 ▸│   │   │   │   │   │   │     │    18",
            "F3 B2 1 up max 248                                Game 1",
            "ANN's turn :",
        ];
        assert_eq!(window(game, 56, 7).lines, expected);
        let players = ["  MOM     47+", "  JOS  ★  50+", "▸ ANN     18"];
        assert_eq!(
            window(game, 16, 6).lines,
            [&["… +1 … TOTAL"], &players[..], &["3.2 1 248", "ANN's turn :"]].concat()
        );
        assert_eq!(window(game, 16, 3).lines, ["… +3 … TOTAL", "▸ ANN     18", "ANN's turn :"]);
    });
}

#[test]
fn the_marks_of_the_board_follow_the_game() {
    with_game(&["PJS", "KYJ", "LOU"], |game| {
        let count = |game: &GameView<'_>, sign| window(game, 80, 24).lines.concat().matches(sign).count();
        assert_eq!((count(game, "★"), count(game, "▸")), (0, 2));
        enter(game, &["9-", "9-", "8-"].repeat(6));
        assert_eq!((count(game, "★"), count(game, "leads by")), (2, 0));
        assert_eq!(window(game, 40, 12).lines[0], "     …  5    6    7    8  … TOTAL");
        enter(game, &["9-", "9-", "8-"].repeat(4));
        assert_eq!((count(game, "★"), count(game, "▸")), (2, 0));
    });
}

#[test]
fn the_sum_of_the_series_and_the_number_of_the_game_are_shown() {
    with_game(&["PJS", "KYJ"], |game| {
        enter(game, &["9-", "81"].repeat(10));
        let shown = window(game, 80, 24);
        assert!(shown.lines[10].starts_with("The game is over. A tie at 90: PJS, KYJ."), "{:#?}", shown.lines);
        enter(game, &["again", "X", "72"]);
        let lines = window(game, 80, 24).lines;
        assert!(lines[0].ends_with("TOTAL  SERIES  MAX"), "{lines:#?}");
        assert!(lines[2].ends_with("★  10+    100+ 300") && lines[5].ends_with("9      99  279"), "{lines:#?}");
        assert!(lines.iter().any(|line| line.ends_with("PJS leads by 1.                       Game 2")), "{lines:#?}");
        enter(game, &["undo"]);
        assert!(window(game, 80, 24).lines[2].ends_with("★  10+    100+ 300"));
    });
}

#[test]
fn the_result_is_in_the_order_of_the_totals_on_the_screen() {
    with_game(&["PJS", "KYJ"], |game| {
        enter(game, &["9-", "X"]);
        let result = game.session.result(&game.session.live, Paint::Plain, None);
        assert!(result.ends_with("\nKYJ\t10+\nPJS\t9\nThe game is not over.\n"), "{result}");
    });
}

#[test]
fn words_of_joy_leave_room_for_how_digits_were_taken_and_may_be_unwanted() {
    with_game(&["PJS"], |game| {
        enter(game, &["9/"; 9]);
        enter(game, &["X", "82"]);
        let shown = window(game, 80, 24);
        assert!(shown.has("A clean game, PJS!") && shown.has("took 8, 2; undo takes the last one back"));
    });
    with_game(&["PJS"], |game| {
        enter(game, &["X", "X"]);
        assert!(window(game, 80, 24).has("X X  A double, PJS!"));
        enter(game, &["fix PJS 1 X"]);
        assert!(!window(game, 80, 24).has("X X  A double, PJS!"));
        enter(game, &["undo"]);
        assert!(window(game, 80, 24).has("Undid PJS's last roll."));
        game.has_cheers = false;
        enter(game, &["X"]);
        assert!(!window(game, 80, 24).has("X X  A double, PJS!"));
    });
}

#[test]
fn the_best_totals_are_whole_in_every_window_that_shows_them() {
    with_game(&["José", "Ann"], |game| {
        for columns in 50..130 {
            let lines = window(game, columns, 24).lines;
            let is_whole = lines[0].ends_with("  MAX") && lines[2].ends_with(" 300");
            assert!(is_whole || lines[0].ends_with(" TOTAL"), "{columns}: {lines:#?}");
        }
    });
}

#[test]
fn a_korean_name_is_asked_in_korean_and_english_letters_as_in_the_exercise() {
    for (name, lang, question) in [
        ("민수", Lang::Ko, "민수 님 차례 : "),
        ("PJS", Lang::Ko, "PJS's turn : "),
        ("José", Lang::En, "José's turn : "),
        ("PJS", Lang::Es, "Turno de PJS : "),
    ] {
        assert_eq!(turn_question(name, lang), question);
    }
}

#[test]
fn the_end_is_final_only_when_it_is_confirmed() {
    with_game(&["PJS"], |game| {
        let mut press = |typed| keys(typed).map(|key| game.key(key).is_some()).last();
        for typed in ["\u{3}", "n\r", "\u{3}", "\r", "\u{4}", "x\r"] {
            assert_eq!(press(typed), Some(false), "{typed:?}");
        }
        assert_eq!((press("\u{3}"), press("\u{3}"), press("q\ry\r")), (Some(false), Some(true), Some(true)));
        assert!(!enter(game, &[&["X"; 12].join(" ")]));
        let lines = window(game, 80, 24).lines;
        assert_eq!(lines[6], "300, PJS: a perfect game!");
        assert!(lines[7].starts_with("The game is over.") && lines[8] == "Enter to finish, again to play on :");
        assert!(!enter(game, &["undo"]) && !enter(game, &[""]) && !enter(game, &["9"]));
        assert!(enter(game, &[""]));
    });
}

#[test]
fn a_low_window_shows_the_note_rather_than_the_status() {
    with_game(&["PJS", "KYJ"], |game| {
        enter(game, &["X", "?"]);
        let lines = window(game, 80, 12).lines;
        assert!(lines[0].starts_with("… +1") && lines[1].starts_with("▸ KYJ"), "{lines:#?}");
        assert!(lines[9..11].iter().any(|line| line.starts_with("quit, q")), "{lines:#?}");
        let note: Vec<String> = game.note.lines(80, 1).iter().map(ToString::to_string).collect();
        assert_eq!(note, ["u undo · fix · help · q quit"]);
        enter(game, &["foo"]);
        for (rows, expected) in [(2, [true, false, false]), (3, [true, true, false]), (7, [true, true, true])] {
            let lines = window(game, 30, rows).lines;
            let starts = ["▸ KYJ", "! 'foo' is not a roll: ", "F1 B1"];
            let shown = starts.map(|start| lines.iter().any(|line| line.starts_with(start)));
            assert_eq!(shown, expected, "{lines:#?}");
        }
    });
    with_game(&["A", "B", "C"], |game| assert!(window(game, 80, 4).lines[0].starts_with("+2 ")));
    // Without a column to spare, there is no blank after the prompt.
    assert_eq!(prompt_lines("A B", &EditLine::default(), 2, 5), (vec!["A".into(), "B".into()], 1));
}

#[test]
fn the_pins_that_stand_are_drawn_if_they_are_known_and_there_is_room() {
    let deck = |pins: &str| deck_lines(pins.parse().unwrap());
    assert_eq!(deck("7-10"), ["  O . . O", "   . . .", "    . .", "     ."]);
    assert_eq!(deck("1-2-4-5-8"), ["  . O . .", "   O O .", "    O .", "     O"]);
    with_game(&["PJS", "KYJ"], |game| {
        let has_deck = |game: &GameView<'_>, rows| window(game, 80, rows).has("  O . . O");
        enter(game, &["8{7-10}"]);
        assert!(has_deck(game, 24) && !has_deck(game, 12));
        let lines = window(game, 80, 24).lines;
        assert!(lines.iter().any(|line| line.contains("pins standing: 2 (7-10)")), "{lines:#?}");
        // After undo, the pins that stand are unknown.
        enter(game, &["u", "7{7-9-10}", "u", "7"]);
        assert!(!has_deck(game, 24));
    });
}

proptest! {
    #![proptest_config(crate::cli::same_cases())]

    #[test]
    fn every_window_shows_the_player_who_is_up_and_the_prompt(
        players in 1_usize..14, columns in 1_u16..120, rows in 1_u16..40,
        entries in prop::collection::vec("X|8/|72|8\\{7-10\\}|[0-9]|u|foo|\\?|fix AAA 1 X|핀|[0-9]{40}", 0..30), typed in "[0-9\\x01-\\x02\u{202e}]{0,50}",
    ) {
        let names: Vec<String> = (0..players).map(|player| format!("{0}{0}{0}", char::from(b'A' + player as u8))).collect();
        with_game(&names.iter().map(String::as_str).collect::<Vec<_>>(), |game| {
            enter(game, &entries.iter().map(String::as_str).collect::<Vec<_>>());
            assert!(keys(&typed).all(|key| game.key(key).is_none()));
            let Played { lines, cursor: (x, y) } = window(game, columns, rows);
            assert!(!lines.iter().any(|line| line.contains(is_hidden)), "{lines:#?}");
            assert!(x < columns && y < rows);
            if let Some(up) = game.session.live.turn().filter(|_| rows >= 4 && columns >= 21) {
                assert!(lines.iter().any(|line| line.starts_with(&format!("▸ {} ", up.name))), "{lines:#?}");
                assert!(lines[usize::from(y)].starts_with(format!("{}'s turn : ", up.name).trim_end()), "{lines:#?}");
            }
        });
    }
}
