//! `bowling play` on a terminal: a real pseudo-terminal, and the screen that a person sees. What a window shows is tested
//! beside the code that draws it.
#![cfg(all(feature = "screen", target_os = "linux"))]

use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;

use crate::common::child::Running;
use crate::common::pty::{Shown, Window};
use crate::common::scratch::ScratchDir;
use crate::common::transcript::HEADER;
use crate::common::{BOWLING, run};
use pty_process::blocking::Command;

/// Types entries, each after the one before has been answered with a prompt.
fn enter(window: &mut Window, entries: &[&str]) {
    for entry in entries {
        window.wait(|shown| shown.before_cursor.ends_with(" : "));
        window.type_in(entry);
        window.wait(|shown| shown.before_cursor.ends_with(entry));
        window.type_in("\r");
    }
}

/// The screen after the program: the line that was there before, and the result.
fn assert_left(shown: &Shown) {
    assert!(!shown.is_alternate && !shown.is_cursor_hidden, "{shown}");
    assert_eq!(shown.lines[0], "$ bowling", "{shown}");
}

#[test]
fn the_board_is_redrawn_in_place_with_a_status_and_the_prompt_below() {
    let mut window = Window::run(80, 24, &["play", "PJS", "KYJ"]);
    let shown = window.wait_at("PJS's turn : ");
    assert!(shown.is_alternate && shown.has("Frame 1, ball 1, pins standing: 10"), "{shown}");
    enter(&mut window, &["X", "8", "1", "7"]);
    let shown = window.wait_for("Frame 2, ball 2, pins standing: 3. PJS leads by 8.");
    assert!(shown.balls("PJS").starts_with(" X   │▸7   │") && shown.balls("KYJ").starts_with(" 8|1 │"), "{shown}");
    assert!(shown.balls("PJS").ends_with("★  17+ 280"), "{shown}");
    assert!(shown.has_color && !shown.is_cursor_hidden);
}

#[test]
fn whose_turn_it_is_stands_out_and_errors_look_different() {
    let mut window = Window::run(80, 24, &["play", "PJS", "KYJ"]);
    enter(&mut window, &["X", "8", "3"]);
    let refusal = "! '3' is not possible, 0 to 2: 8 pins are down";
    let shown = window.wait(|shown| shown.has(refusal) && shown.before_cursor == "KYJ's turn : ");
    // The name and the frame of the player who is up, and the cell of its total.
    assert_eq!(shown.reversed, ["▸ KYJ ▸8   ", "     "], "{shown}");
    assert_eq!(shown.red, [refusal]);
    assert!(shown.dim.iter().any(|line| line == "u undo · fix · help · q quit"));

    let mut window = Window::run(80, 24, &["play", "PJS", "KYJ", "--color", "never"]);
    enter(&mut window, &["X", "8", "3"]);
    let shown = window.wait(|shown| shown.has(refusal) && shown.before_cursor == "KYJ's turn : ");
    assert!(shown.reversed.is_empty() && shown.red.is_empty() && shown.dim.is_empty(), "{shown}");
    assert!(shown.has("▸ KYJ │▸8") && shown.has("★  10+"), "{shown}");
}

#[test]
fn a_whole_game_with_mistakes_undo_and_fix() {
    let mut window = Window::run(80, 24, &["play", "PJS", "KYJ"]);
    enter(&mut window, &["8", "3"]);
    window.wait_for("! '3' is not possible, 0 to 2: 8 pins are down");
    enter(&mut window, &["foo"]);
    window.wait_for("! 'foo' is not a roll: 0 to 10, X / - F, undo, fix, help, quit");
    enter(&mut window, &["Strike"]);
    window.wait_for("! for 'Strike' type X");
    enter(&mut window, &["11"]);
    window.wait_for("! '11' is not a roll; rolls entered together are separated by blanks");
    enter(&mut window, &["1 5"]);
    window.wait_for("! '1 5' is not taken: PJS's turn is over after 1 of these rolls");
    enter(&mut window, &["u"]);
    window.wait_for("Undid PJS's last roll.");
    enter(&mut window, &["81"]);
    window.wait_for("took 8, 1; undo takes the last one back");
    enter(&mut window, &["x", "5/", "72"]);
    let shown = window.wait(|shown| shown.before_cursor == "PJS's turn : " && shown.has("took 7, 2"));
    assert!(
        shown.balls("PJS").starts_with(" 8|1 │ 5|/ │") && shown.balls("KYJ").starts_with(" X   │ 7|2 │"),
        "{shown}"
    );

    enter(&mut window, &["fix pjs 1 8/"]);
    window.wait_for("Frame 1 of PJS is 8/ now, it was 81.");
    for (entry, answer) in [
        ("fix", "! fix NAME FRAME ROLLS, such as: fix PJS 3 8/"),
        ("fix ABC 1 X", "! 'ABC' is not a player: PJS KYJ"),
        ("fix PJS 11 X", "! '11' is not a frame, frames are 1 to 10"),
        ("fix PJS 3 X", "! frame 3 of PJS is not over yet"),
        ("fix KYJ 1 5", "! '5' is not one whole frame"),
        ("fix KYJ 1 8 3", "! '8 3' is not possible, 0 to 2: 8 pins are down"),
        ("fix KYJ 1 ab", "! 'ab' is not a roll"),
        ("help", "fix PJS 3 8/  replace a finished frame"),
    ] {
        enter(&mut window, &[entry]);
        window.wait_for(answer);
    }

    enter(&mut window, &["5", "fix PJS 3 X"]);
    window.wait_for("! frame 3 of PJS is not over yet");
    enter(&mut window, &["again"]);
    window.wait_for("! the next game starts when this one is over");
    enter(&mut window, &["u"]);
    enter(&mut window, &["X"; 14]);
    window.wait_for("Frame 10, ball 1");
    enter(&mut window, &["XXX", "3", "4"]);
    window.wait_for("The game is over. PJS wins, 275 to 225.");
    enter(&mut window, &["5"]);
    window.wait_for("! '5' is not taken, all ten frames are over: Enter to finish, again to play on");
    // The last roll can be corrected, and a frame of the other player.
    enter(&mut window, &["undo"]);
    window.wait_at("KYJ's turn : ");
    enter(&mut window, &["/", "X", "fix PJS 10 72"]);
    window.wait_for("Frame 10 of PJS is 72 now, it was XXX.");
    window.type_in("\r");
    let shown = window.wait_for("KYJ wins, 241 to 240.");
    assert_eq!(window.end().code(), Some(0));
    assert_left(&shown);
    assert_eq!(shown.lines[1], HEADER);
    assert!(shown.has("KYJ     241") && shown.has("PJS     240") && !shown.has("continued"), "{shown}");
}

/// The rolls of two complete games in the order of play.
const MATCH: [&str; 34] = [
    "X", "9", "/", "5", "3", "7", "2", "X", "X", "8", "1", "6", "/", "X", "-", "9", "X", "S7", "2", "F", "4", "X", "9",
    "-", "X", "3", "/", "7", "1", "X", "X", "8", "5", "4",
];

#[test]
fn nothing_that_is_typed_ahead_is_lost() {
    let folder = ScratchDir::new();
    let (path, piped) = (folder.path("lane.log"), folder.path("piped.log"));
    // In one burst, with every roll synced to the disk before the next one is taken.
    let burst = MATCH.join("\r") + "\r";
    let mut window = Window::run(80, 24, &["play", "PJS", "KYJ", "--journal", &path]);
    window.wait_at("PJS's turn : ");
    window.type_in(&burst);
    window.wait_for("The game is over.");
    run(&["play", "PJS", "KYJ", "--journal", &piped], MATCH.join("\n") + "\n");
    let expected = fs::read_to_string(&piped).unwrap();
    assert_eq!(expected.lines().count(), 2 + MATCH.len());
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
}

#[test]
fn what_is_typed_before_the_program_starts_is_not_lost() {
    let mut window = Window::open(80, 24);
    window.type_in("2\rPJS\rKYJ\rX\r8/\r7");
    // The terminal echoes it, as it does while a shell runs another program.
    window.wait(|shown| shown.before_cursor == "7");
    window.start(Command::new(BOWLING).arg("play"));
    let shown = window.wait_at("PJS's turn : 7");
    assert!(shown.balls("PJS").starts_with(" X   │") && shown.balls("KYJ").starts_with(" 8|/ │"), "{shown}");
}

#[test]
fn names_are_asked_for_on_the_screen() {
    let mut window = Window::run(80, 24, &["play"]);
    window.wait_at("How many people? ");
    window.type_in("0\r");
    window.wait_for("enter a number from 1 to 10000, or all the names: Dad José");
    window.type_in("2\r");
    window.wait_at("Player 1's name?(3 english letters): ");
    window.type_in("pjs\r");
    window.wait_at("Player 2's name?(3 english letters): ");
    window.type_in("PJS\r");
    window.wait_for("PJS is taken, another name please");
    window.type_in("Robert\r");
    window.wait_for("enter three English letters, such as PJS, or Ctrl-C to enter other names");
    window.type_in("\x03");
    window.wait_at("How many people? ");
    window.type_in("Robert dad:mom\r");
    window.wait_for("dad:mom: a name has no blanks");
    window.type_in("Robert José 홍길동\r");
    let shown = window.wait_at("Robert's turn : ");
    assert!(shown.has("▸ Robert │") && shown.has("  홍길동 │"), "{shown}");

    let mut window = Window::run(80, 24, &["play"]);
    window.wait_at("How many people? ");
    window.type_in("\x04");
    assert_eq!(window.end().code(), Some(1));
}

#[test]
fn the_line_is_edited_and_recalled() {
    let mut window = Window::run(80, 24, &["play", "PJS"]);
    window.wait_at("PJS's turn : ");
    window.type_in("82\x1b[D\x7f7");
    window.wait(|shown| shown.has("PJS's turn : 72") && shown.before_cursor == "PJS's turn : 7");
    window.type_in("\r");
    window.wait_for("Frame 2, ball 1");
    window.type_in("\x1b[A");
    window.wait_at("PJS's turn : 72");
    // The Esc key does not swallow the next key.
    window.type_in("\x1b");
    window.type_in("X");
    window.wait_at("PJS's turn : 72X");
}

#[test]
fn control_c_clears_the_line_and_asks_on_an_empty_one() {
    let mut window = Window::run(80, 24, &["play", "PJS", "KYJ"]);
    enter(&mut window, &["X"]);
    window.wait_at("KYJ's turn : ");
    window.type_in("7");
    window.wait_at("KYJ's turn : 7");
    window.type_in("\x03");
    window.wait_at("KYJ's turn : ");
    window.type_in("\x03");
    window.wait_at("End the game here? (y/n) ");
    window.type_in("n\r");
    window.wait_at("KYJ's turn : ");
    window.type_in("\x03");
    window.wait_at("End the game here? (y/n) ");
    window.type_in("y\r");
    assert_left(&window.wait_for("The game is not over."));
    assert_eq!(window.end().code(), Some(1));
}

#[test]
fn quit_and_control_d_ask_and_the_way_to_continue_is_printed() {
    let folder = ScratchDir::new();
    let path = folder.path("it's one.log");
    let journal = ["play", "PJS", "KYJ", "--lang", "en", "--journal", &path];
    let command = format!("To continue it: bowling play --lang en --journal '{}'", path.replace('\'', r"'\''"));
    let gone = "It was played without --journal and cannot be continued.";
    for (key, args, last) in [("q\r", &journal[..], &*command), ("\x04", &journal[..3], gone)] {
        let _ = fs::remove_file(&path);
        let mut window = Window::run(200, 24, args);
        enter(&mut window, &["X", "8"]);
        window.wait_for("Frame 1, ball 2");
        window.type_in(key);
        window.wait_at("End the game here? (y/n) ");
        window.type_in("\r");
        window.wait_at("KYJ's turn : ");
        window.type_in(key);
        window.wait_at("End the game here? (y/n) ");
        window.type_in("y\r");
        let shown = window.wait_for(last);
        // What waits for its bonus counts with a plus sign, as on the screen.
        assert!(shown.has("The game is not over.") && shown.has("PJS     10+"), "{shown}");
        assert_left(&shown);
        assert!(shown.has("|  PJS |  X   |"), "{shown}");
        assert_eq!(window.end().code(), Some(1));
    }
}

#[test]
fn the_next_games_of_an_evening_are_matches_of_one_journal() {
    let folder = ScratchDir::new();
    let path = folder.path("evening.log");
    let mut window = Window::run(80, 40, &["play", "Dad", "José", "--journal", &path]);
    enter(&mut window, &["X"; 18]);
    enter(&mut window, &["XXX", "9/X", "again"]);
    let shown = window.wait(|shown| shown.has("Game 2") && shown.before_cursor == "Dad's turn : ");
    assert!(!shown.has("│ X"), "{shown}");
    // A slip: the game that is over is not lost.
    enter(&mut window, &["undo"]);
    window.wait_for("The game is over. Dad wins, 300 to 279.");
    enter(&mut window, &["undo", "X"]);
    // A game that is in the journal is not forgotten, even without a roll.
    enter(&mut window, &["again", "72", "u", "u", "u"]);
    window.wait_for("! there is no roll to undo");
    enter(&mut window, &["72"]);
    window.wait_at("José's turn : ");
    let second = "\n\n# rules: tenpin\n# players: Dad José\nDad 7\nDad 2\nDad undo\nDad undo\nDad 7\nDad 2\n";
    assert!(fs::read_to_string(&path).unwrap().ends_with(second));
    window.type_in("\x03");
    window.wait_at("End the game here? (y/n) ");
    window.type_in("y\r");
    let shown = window.wait_for("To continue it: bowling play --journal ");
    assert!(shown.has("Dad wins, 300 to 279.") && shown.has("The game is not over."), "{shown}");
    assert_eq!(window.end().code(), Some(1));
    assert_eq!(run(&[&path], "").out, "Dad\t300\nJosé\t279\nDad\t9\nJosé\t0\n");

    // The journal continues the second match, with the sum of the series, and offers the third.
    let mut window = Window::run(80, 40, &["play", "--journal", &path]);
    let shown = window.wait_at("José's turn : ");
    assert!(shown.has("The game continues after roll 2.") && shown.has("SERIES"), "{shown}");
    assert!(shown.balls("Dad").contains("309"), "{shown}");
    enter(&mut window, &["X"; 17]);
    enter(&mut window, &["--", "--"]);
    window.wait_at("Enter to finish, again to play on : ");
    window.type_in("\r");
    window.wait_for("José wins,");
    assert_eq!(window.end().code(), Some(0));
    // The games of the evening are a series.
    let series = run(&["stats", "--csv", &path], "").out;
    let counts: Vec<&str> = series.lines().map(|line| line.split(',').nth(8).unwrap()).collect();
    assert_eq!(counts, ["series", "1", "1"], "{series}");
    let before = fs::read_to_string(&path).unwrap();
    let mut window = Window::run(80, 40, &["play", "dad", "josé", "--journal", &path]);
    window.wait_at("Enter to finish, again to play on : ");
    window.type_in("otra\r");
    window.wait(|shown| shown.has("Game 3"));
    // A match without a roll leaves no trace, and the evening is over.
    window.type_in("q\r");
    window.wait_at("End the game here? (y/n) ");
    window.type_in("y\r");
    window.wait_for("José wins,");
    assert_eq!(window.end().code(), Some(0));
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
}

#[test]
fn a_small_window_shows_what_matters_most_in_every_language() {
    for (lang, status, refusal, commands, winner) in [
        ("en", "F1 B1 10 up max 300", "! 'foo' is not a", "u undo · fix · help", "PJS wins, 300 to 0."),
        ("ko", "1.1 핀 10 최고 300", "! 'foo'은(는) 투구", "u 취소 · 수정 ·", "PJS님이 300 대"),
        ("es", "1.1 pin. 10 máx 300", "! 'foo' no es una", "u deshacer ·", "Gana PJS, 300 a 0."),
    ] {
        let mut window = Window::run(20, 5, &["play", "PJS", "KYJ", "--lang", lang, "--color", "never"]);
        assert!(window.wait_for(status).has("▸ PJS"));
        window.resize(16, 6);
        window.wait_for("1.1 10 300");
        for (columns, rows) in [(80, 5), (80, 3), (30, 4), (20, 5)] {
            window.resize(columns, rows);
            window.type_in("foo\r");
            window.wait(|shown| shown.has(refusal) && shown.has("▸ PJS"));
            window.type_in("7\ru\ru\r");
            window.wait(|shown| !shown.has("foo"));
        }
        window.type_in("help\r");
        window.wait_for(commands);
        window.type_in(&format!("{}XXX\r--\r", "X\r--\r".repeat(9)));
        window.wait_for(winner);
    }
}

#[test]
fn a_signal_leaves_the_terminal_as_it_was_and_prints_the_result() {
    for (name, number) in [("TERM", 15), ("HUP", 1), ("QUIT", 3), ("INT", 2)] {
        let folder = ScratchDir::new();
        let path = folder.path("lane.log");
        let mut window = Window::run(80, 24, &["play", "PJS", "KYJ", "--journal", &path]);
        enter(&mut window, &["X", "8"]);
        window.wait_for("Frame 1, ball 2");
        window.type_in("1");
        window.wait_at("KYJ's turn : 1");
        window.signal(name);
        let shown = window.wait_for("The game is not over.");
        assert_left(&shown);
        assert!(shown.has("|  KYJ |  8   |"), "{name}");
        assert_eq!(window.end().signal(), Some(number), "{name}");
        assert!(fs::read_to_string(&path).unwrap().ends_with("PJS X\nKYJ 8\n"), "{name}");
    }
}

#[test]
fn control_backslash_is_the_quit_signal() {
    let mut window = Window::run(80, 24, &["play", "PJS"]);
    window.wait_at("PJS's turn : ");
    window.type_in("\x1c");
    assert_left(&window.wait_for("The game is not over."));
    assert_eq!(window.end().signal(), Some(3));
}

#[test]
fn a_terminal_that_is_closed_ends_the_game_even_without_a_signal() {
    let folder = ScratchDir::new();
    let path = folder.path("lane.log");
    let (pty, pts) = pty_process::blocking::open().unwrap();
    pty.resize(pty_process::Size::new(24, 80)).unwrap();
    // The shell gets the signal, and ignores it.
    let script = "trap '' HUP; \"$0\" play PJS --journal \"$1\"; true";
    let mut command = Command::new("sh").args(["-c", script, BOWLING, &path]).env("TERM", "xterm");
    let mut shell = Running::start_by(|| command.spawn_borrowed(&pts).unwrap());
    drop(pts);
    (&pty).write_all(b"7\r").unwrap();
    while !fs::read_to_string(&path).is_ok_and(|text| text.ends_with("PJS 7\n")) {
        std::thread::yield_now();
    }
    drop(pty);
    shell.wait().unwrap();
}

#[test]
fn the_game_can_be_suspended() {
    let mut window = Window::open(80, 24);
    // A shell with job control, because a program that nobody could continue is not stopped.
    window.start(Command::new("bash").args([
        "--norc",
        "-ic",
        "echo '$ bowling'; \"$0\" play PJS; echo left; fg",
        BOWLING,
    ]));
    enter(&mut window, &["7"]);
    window.wait_for("Frame 1, ball 2");
    window.type_in("2\x1a");
    let shown = window.wait(|shown| shown.is_alternate && shown.before_cursor == "PJS's turn : 2");
    assert!(shown.balls("PJS").starts_with("▸7"), "{shown}");
    window.type_in("\r");
    window.wait_for("Frame 2, ball 1");
    window.type_in("q\ry\r");
    let shown = window.wait(|shown| !shown.is_alternate && shown.has("The game is not over."));
    assert!(shown.has("left") && shown.has("Stopped"), "{shown}");
}

#[test]
fn a_resized_window_is_drawn_again() {
    let mut window = Window::run(80, 24, &["play", "PJS", "KYJ"]);
    enter(&mut window, &["X", "8/", "7"]);
    window.wait_for("Frame 2, ball 2");
    window.resize(40, 15);
    window.wait(|shown| shown.lines[0].ends_with("4  … TOTAL") && shown.has("F2 B2 3 up max 280"));
    window.resize(200, 50);
    window.wait(|shown| shown.lines[0].ends_with("MAX") && shown.before_cursor == "PJS's turn : ");
    window.resize(80, 4);
    let shown = window.wait(|shown| shown.lines[3] == "PJS's turn :" && shown.lines[1].contains("PJS"));
    assert!(shown.lines[2].starts_with("Frame 2, ball 2"), "{shown}");
    // Too small for anything, but the game works.
    window.resize(1, 1);
    window.type_in("2\rq\ry\r");
    window.wait(|shown| !shown.is_alternate);
    assert_eq!(window.end().code(), Some(1));
}

#[test]
fn a_game_resumes_from_its_journal() {
    let folder = ScratchDir::new();
    let path = folder.write("lane.log", "# rules: tenpin\n# players: PJS KYJ\nPJS X\nKYJ 8\nKYJ un");
    let mut window = Window::run(80, 24, &["play", "--journal", &path]);
    let shown = window.wait_at("KYJ's turn : ");
    assert!(shown.has("The last line of the journal is cut short and ignored."), "{shown}");
    assert!(shown.has("The game continues after roll 2."), "{shown}");
    enter(&mut window, &["1", "7 2", "fix KYJ 1 8/"]);
    window.wait_for("Frame 1 of KYJ is 8/ now, it was 81.");
    let expected = "# rules: tenpin\n# players: PJS KYJ\nPJS X\nKYJ 8\nKYJ 1\nPJS 7\nPJS 2\nPJS undo\nPJS undo\nKYJ undo\nKYJ undo\n";
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{expected}KYJ 8\nKYJ 2\nPJS 7\nPJS 2\n"));
    // The filter scores the same.
    window.type_in("q\ry\r");
    window.wait_for("The game is not over.");
    assert_eq!(run(&[&path], "").out, "PJS\t28\nKYJ\t0\n");
}

#[test]
fn a_finished_game_opens_in_the_state_in_which_it_can_be_corrected() {
    let folder = ScratchDir::new();
    let strikes = "PJS X\n".repeat(12);
    let path = folder.write("lane.log", format!("# rules: tenpin\n# players: PJS\n{strikes}"));
    let finish = "Enter to finish, again to play on : ";
    let mut window = Window::run(80, 24, &["play", "--journal", &path]);
    let shown = window.wait_at(finish);
    assert!(shown.has("The game is over.") && shown.has("300"), "{shown}");
    window.type_in("undo\r");
    window.wait_at("PJS's turn : ");
    window.type_in("9\r");
    window.wait_at(finish);
    window.type_in("\r");
    let shown = window.wait_for("PJS     299");
    assert_left(&shown);
    assert_eq!(window.end().code(), Some(0));
    assert!(fs::read_to_string(&path).unwrap().ends_with("PJS X\nPJS undo\nPJS 9\n"));
}

#[test]
fn a_journal_that_cannot_be_written_ends_the_game_with_the_reason() {
    let folder = ScratchDir::new();
    let path = folder.path("lane.log");
    let mut window = Window::open(240, 24);
    // A limit on the file size stands for a full disk.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" play PJS --journal \"$1\"";
    window.start(Command::new("sh").args(["-c", script, BOWLING, &path]));
    window.wait_at("PJS's turn : ");
    window.type_in(&"7\rundo\r".repeat(100));
    let shown = window.wait(|shown| !shown.is_alternate && shown.has("not saved: File too large"));
    assert!(shown.has("To continue it: bowling play --journal "), "{shown}");
    assert_eq!(window.end().code(), Some(2));
}

#[test]
fn a_journal_changed_by_another_program_ends_the_game_with_the_reason() {
    let lost = "Its journal was removed or changed, and it cannot be continued.";
    for (added, reason, way) in [
        (Some("PJS 1\n"), "changed by another program", "To continue it: bowling play --journal "),
        (Some("KYJ 1\n"), "changed by another program", lost),
        (None, "removed or replaced", lost),
        (Some("# players: KYJ\nKYJ 1\n"), "removed or replaced", lost),
    ] {
        let folder = ScratchDir::new();
        let path = folder.path("lane.log");
        let mut window = Window::run(200, 24, &["play", "PJS", "-r", "candlepin", "--journal", &path]);
        enter(&mut window, &["0 0 10", "7"]);
        window.wait_for("Frame 2, ball 2, pins standing: 3");
        let written = fs::read_to_string(&path).unwrap();
        assert!(written.ends_with("PJS 0\nPJS 0\nPJS ten\nPJS 7\n"), "{written}");
        match added {
            Some(added) if reason.starts_with("changed") => fs::write(&path, written + added).unwrap(),
            other => {
                fs::rename(&path, folder.path("old.log")).unwrap();
                if let Some(journal) = other {
                    fs::write(&path, journal).unwrap();
                }
            }
        }
        enter(&mut window, &["２"]);
        let shown =
            window.wait(|shown| !shown.is_alternate && shown.has(&format!("not saved: the journal was {reason}")));
        assert_left(&shown);
        assert!(shown.has("The game is not over.") && shown.has(way), "{shown}");
        assert_eq!(window.end().code(), Some(2));
    }
}

#[test]
fn a_game_can_be_played_on_the_screen_in_every_language() {
    for (lang, texts) in [
        (
            "ko",
            [
                "How many people? ",
                "플레이어 1의 이름은?(3 english letters): ",
                "PJS's turn : ",
                "1프레임 1번째 투구, 남은 핀: 10",
                "! '핀'은(는) 투구가 아닙니다: 0~10, X / - F, 취소, 수정, 도움말, 종료",
                "PJS의 마지막 투구를 되돌렸습니다.",
                "여기서 경기를 끝낼까요? (y/n) ",
                "경기가 아직 끝나지 않았습니다.",
            ],
        ),
        (
            "es",
            [
                "¿Cuántas personas juegan? ",
                "¿Nombre del jugador 1?(3 letras inglesas): ",
                "Turno de PJS : ",
                "Cuadro 1, bola 1, pines en pie: 10",
                "! '핀' no es una tirada: de 0 a 10, X / - F, deshacer, corregir, ayuda, salir",
                "Se ha deshecho la última tirada de PJS.",
                "¿Terminar el juego aquí? (s/n) ",
                "El juego no ha terminado.",
            ],
        ),
    ] {
        let [people, name, turn, status, refusal, undone, quit, end] = texts;
        let mut window = Window::run(80, 24, &["play", "--lang", lang]);
        window.wait_at(people);
        window.type_in("1\r");
        window.wait_at(name);
        window.type_in("PJS\r");
        assert!(window.wait_at(turn).has(status));
        window.type_in("핀");
        window.wait_at(&format!("{turn}핀"));
        window.type_in("\r");
        window.wait_for(refusal);
        window.type_in(if lang == "es" { "7\rdeshacer\r" } else { "7\r취소\r" });
        window.wait_for(undone);
        window.type_in("\x03");
        window.wait_at(quit);
        window.type_in(if lang == "es" { "sí\r" } else { "네\r" });
        assert_left(&window.wait_for(end));
        assert_eq!(window.end().code(), Some(1));
    }
}

#[test]
fn color_can_be_turned_off() {
    let mut window = Window::open(80, 24);
    window.spawn(&mut Command::new(BOWLING).args(["play", "PJS"]).env("NO_COLOR", "1").env("TERM", "xterm"));
    enter(&mut window, &["X"]);
    assert!(!window.wait_for("Frame 2").has_color);
}

#[test]
fn a_dumb_terminal_scrolls_as_if_the_game_were_piped() {
    let mut window = Window::open(80, 50);
    window.spawn(&mut Command::new(BOWLING).args(["play", "PJS", "--lang", "en"]).env("TERM", "dumb"));
    window.wait_at("PJS's turn : ");
    window.type_in("X\r");
    let shown =
        window.wait(|shown| shown.lines.len() > 8 && shown.before_cursor == "PJS's turn : " && shown.has("  X   |"));
    assert!(!shown.is_alternate && !shown.has_color, "{shown}");
    let piped = run(&["play", "PJS"], "X\n").out.replacen("turn : ", "turn : X", 1);
    let piped: Vec<&str> = piped.lines().take(9).map(str::trim_end).collect();
    assert_eq!(shown.lines[..9], piped);
    window.type_in("\x04");
    window.wait_for("The game is not over.");
    assert_eq!(window.end().code(), Some(1));
}

#[test]
fn a_piped_game_looks_the_same_on_a_terminal() {
    let mut window = Window::open(80, 50);
    let command = format!("echo X | '{BOWLING}' play PJS --lang en");
    window.spawn(&mut Command::new("sh").args(["-c", &command]));
    let shown = window.wait_for("The game is not over.");
    assert_eq!(window.end().code(), Some(1));
    let piped = run(&["play", "PJS"], "X\n").out;
    let piped: Vec<&str> = piped.lines().take(9).map(str::trim_end).collect();
    assert_eq!(shown.lines[..9], piped, "{shown}");
    assert!(!shown.has("continued"), "{shown}");
}

#[test]
fn the_filter_says_that_it_waits_for_games_to_be_typed() {
    let mut window = Window::run(80, 10, &[]);
    window.wait_for("bowling: reading games, one per line");
    window.type_in("5 4\r");
    window.wait_for("9");
    window.type_in("\x04");
    assert_eq!(window.end().code(), Some(0));
    let mut window = Window::run(80, 10, &["-"]);
    window.type_in("5 4\r");
    let shown = window.wait_for("9");
    assert!(!shown.has("reading games"), "{shown}");
    window.type_in("\x04");
    assert_eq!(window.end().code(), Some(0));
}
