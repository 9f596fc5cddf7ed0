use super::*;
use crate::cli::play::screen::keys;
use crate::cli::text::is_hidden;
use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};

fn game(names: &[&str]) -> GameView {
    GameView::new(Session::on_screen(names, None), Paint::Plain, true, String::new())
}

fn control(letter: char) -> KeyEvent {
    KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL)
}

/// Whether a key ends the game.
fn press(state: &mut GameView, key: KeyEvent) -> bool {
    state.key(key).transpose().unwrap().is_some()
}

/// Types entries, each with Enter. Returns whether the last one ends the game.
fn enter(state: &mut GameView, entries: &[&str]) -> bool {
    let press = |entry: &&str| keys(&format!("{entry}\r")).map(|key| press(state, key)).last().unwrap();
    entries.iter().map(press).last().unwrap()
}

/// The lines of a window, without the blanks at their ends, and the place of the cursor.
fn window(state: &GameView, columns: u16, rows: u16) -> (Vec<String>, (u16, u16)) {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal.draw(|frame| state.draw(frame)).unwrap();
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
    let cursor = terminal.backend().cursor_position();
    ((0..rows).map(line).collect(), (cursor.x, cursor.y))
}

fn lines(state: &GameView, columns: u16, rows: u16) -> Vec<String> {
    window(state, columns, rows).0
}

#[test]
fn four_players_fit_a_common_window_with_their_totals() {
    let mut state = game(&["DAD", "MOM", "JOS", "ANN"]);
    enter(&mut state, &["7 2", "8/", "X", "9-", "X", "7/", "X", "63", "8 1", "X", "X", "9"]);
    let (lines, cursor) = window(&state, 80, 24);
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
    assert_eq!(lines[..expected.len()], expected);
    assert_eq!(cursor, (13, 16));
}

#[test]
fn the_board_of_eight_has_no_lines_between_players_and_a_low_window_one_line_each() {
    let names = ["AAA", "BBB", "CCC", "DDD", "EEE", "FFF", "GGG", "HHH"];
    let state = game(&names);
    let shown = lines(&state, 80, 24);
    assert!(names.iter().all(|name| shown.iter().any(|line| line.contains(name))), "{shown:#?}");
    assert!(shown[1].starts_with("      ┌") && shown[4].starts_with("  BBB │"), "{shown:#?}");
    let shown = lines(&state, 40, 12);
    assert_eq!(shown[0], "        1    2    3    4  … TOTAL");
    assert!(shown[1].starts_with("▸ AAA │▸   │") && shown[8].starts_with("  HHH │"), "{shown:#?}");
    let shown = lines(&state, 20, 6);
    assert_eq!(shown[..3], ["     … TOTAL", "▸ AAA      0", "  BBB      0"], "{shown:#?}");
}

#[test]
fn the_sum_of_the_series_and_the_number_of_the_game_are_shown() {
    let mut state = game(&["PJS", "KYJ"]);
    for _ in 0..10 {
        enter(&mut state, &["9-", "81"]);
    }
    let shown = lines(&state, 80, 24);
    assert!(shown[10].starts_with("The game is over. A tie at 90: PJS, KYJ."), "{shown:#?}");
    enter(&mut state, &["again", "X", "72"]);
    let shown = lines(&state, 80, 24);
    assert!(shown[0].ends_with("TOTAL  SERIES  MAX"), "{shown:#?}");
    assert!(shown[2].ends_with("★  10+    100+ 300") && shown[5].ends_with("9      99  279"), "{shown:#?}");
    assert!(shown.iter().any(|line| line.ends_with("PJS leads by 1.                       Game 2")), "{shown:#?}");
}

#[test]
fn there_are_words_of_joy_unless_they_are_not_wanted() {
    let says = |state: &GameView, text: &str| lines(state, 80, 24).iter().any(|line| line == text);
    let mut state = game(&["PJS"]);
    enter(&mut state, &["X", "X"]);
    assert!(says(&state, "X X  A double, PJS!"));
    enter(&mut state, &["undo"]);
    assert!(says(&state, "Undid PJS's last roll."));
    state.has_cheers = false;
    enter(&mut state, &["X"]);
    assert!(!says(&state, "X X  A double, PJS!"));
    // They do not hide how digits were taken.
    let mut state = game(&["PJS"]);
    enter(&mut state, &["9/"; 9]);
    enter(&mut state, &["X", "82"]);
    assert!(says(&state, "A clean game, PJS!") && says(&state, "took 8, 2; undo takes them back"));
}

#[test]
fn the_best_totals_are_whole_in_every_window_that_shows_them() {
    let state = game(&["José", "Ann"]);
    for columns in 50..130 {
        let shown = lines(&state, columns, 24);
        let is_whole = shown[0].ends_with("  MAX") && shown[2].ends_with(" 300");
        assert!(is_whole || shown[0].ends_with(" TOTAL"), "{columns}: {shown:#?}");
    }
    assert!(
        lines(&state, 80, 24)[2].ends_with("│▸    │     │     │     │     │     │     │     │     │      │     0  300")
    );
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
    let mut state = game(&["PJS"]);
    for letter in ['c', 'd'] {
        assert!(!press(&mut state, control('c')) && press(&mut state, control(letter)));
    }
    assert!(!enter(&mut state, &[&["X"; 12].join(" ")]));
    let shown = lines(&state, 80, 24);
    assert_eq!(shown[6], "300, PJS: a perfect game!");
    assert!(
        shown[7].starts_with("The game is over.") && shown[8] == "Enter to finish, again to play on :",
        "{shown:#?}"
    );
    assert!(!enter(&mut state, &["undo"]) && !enter(&mut state, &[""]) && !enter(&mut state, &["9"]));
    assert!(enter(&mut state, &[""]));
}

#[test]
fn a_long_help_leaves_the_player_who_is_up_visible() {
    let mut state = game(&["PJS", "KYJ"]);
    enter(&mut state, &["X", "?"]);
    let shown = lines(&state, 80, 12);
    assert!(shown[0].starts_with("… +1") && shown[1].starts_with("▸ KYJ"), "{shown:#?}");
    assert!(shown[10].starts_with("quit, q") || shown[9].starts_with("quit, q"), "{shown:#?}");
    let note = |rows| state.note(80, rows).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(note(1), ["u undo · fix · help · q quit"]);
}

#[test]
fn a_low_window_shows_the_note_rather_than_the_status() {
    let mut state = game(&["PJS"]);
    enter(&mut state, &["foo"]);
    let shows = |rows, start| lines(&state, 30, rows).iter().any(|line| line.starts_with(start));
    for (rows, board, note, status) in
        [(2, true, false, false), (3, true, true, false), (5, true, true, false), (7, true, true, true)]
    {
        let seen = (shows(rows, "▸ PJS"), shows(rows, "! 'foo' is not a roll: "), shows(rows, "F1 B1"));
        assert_eq!(seen, (board, note, status), "{rows}");
    }
    // Without a column to spare, there is no blank after the prompt.
    assert_eq!(prompt_lines("AB", &EditLine::default(), 2, 5), (vec!["A".into(), "B".into()], 1));
}

#[test]
fn the_pins_that_stand_are_drawn_if_they_are_known_and_there_is_room() {
    let mut state = game(&["PJS", "KYJ"]);
    enter(&mut state, &["8{7-10}"]);
    let deck = ["  O . . O", "   . . .", "    . .", "     ."];
    let has_deck = |state: &GameView, rows| lines(state, 80, rows).windows(4).any(|lines| lines == deck);
    assert!(has_deck(&state, 24) && !has_deck(&state, 12));
    assert!(lines(&state, 80, 24).iter().any(|line| line.contains("pins standing: 2 (7-10)")));
    enter(&mut state, &["/"]);
    assert!(!has_deck(&state, 24));
    // What stands is not known any more.
    enter(&mut state, &["7{3-6-10}", "u", "7"]);
    assert!(!has_deck(&state, 24));
}

proptest! {
    #![proptest_config(crate::cli::same_cases())]

    #[test]
    fn every_window_shows_the_player_who_is_up_and_the_prompt(
        players in 1_usize..14, columns in 1_u16..120, rows in 1_u16..40,
        entries in prop::collection::vec("X|8/|72|8\\{7-10\\}|[0-9]|u|foo|\\?|fix AAA 1 X|핀|[0-9]{40}", 0..30), typed in "[0-9\\x00-\\x1f\u{202e}]{0,50}",
    ) {
        let names: Vec<String> = (0..players).map(|player| format!("{0}{0}{0}", char::from(b'A' + player as u8))).collect();
        let mut state = game(&names.iter().map(String::as_str).collect::<Vec<_>>());
        for entry in &entries {
            enter(&mut state, &[entry]);
        }
        for key in typed.chars().map(|sign| KeyCode::Char(sign).into()) {
            prop_assert!(!press(&mut state, key));
        }
        let (lines, (x, y)) = window(&state, columns, rows);
        prop_assert!(!lines.iter().any(|line| line.contains(is_hidden)), "{lines:#?}");
        prop_assert!(x < columns && y < rows);
        if let Some(up) = state.session.live.turn().filter(|_| rows >= 4 && columns >= 21) {
            prop_assert!(lines.iter().any(|line| line.starts_with(&format!("▸ {} ", up.name))), "{lines:#?}");
            prop_assert!(lines[usize::from(y)].starts_with(format!("{}'s turn : ", up.name).trim_end()), "{lines:#?}");
        }
    }
}
