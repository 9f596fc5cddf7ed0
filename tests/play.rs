//! `bowling play`: prompts, refused entries and the end of a game.
#![cfg(feature = "cli")]

use std::io::{Read, Write};

use crate::common::child::{Running, piped};
use crate::common::random::Random;
use crate::common::transcript::{HEADER, boards, play, player_name, random_match, totals};
use crate::common::{Outcome, bowling, run};
use predicates::prelude::*;

/// The boards of the original exercise: the empty one, and one after each of ROLLS. Empty cells are left out.
const BOARDS: [[&str; 4]; 7] = [
    ["|  PJS |", "|      |", "|  KYJ |", "|      |"],
    ["|  PJS |  X   |", "|      |", "|  KYJ |", "|      |"],
    ["|  PJS |  X   |", "|      |", "|  KYJ |  8   |", "|      |"],
    ["|  PJS |  X   |", "|      |", "|  KYJ |  8|/ |", "|      |"],
    ["|  PJS |  X   |  8   |", "|      |", "|  KYJ |  8|/ |", "|      |"],
    ["|  PJS |  X   |  8|/ |", "|      |  20  |", "|  KYJ |  8|/ |", "|      |"],
    ["|  PJS |  X   |  8|/ |", "|      |  20  |", "|  KYJ |  8|/ |  X   |", "|      |  20  |"],
];

/// A board with its header and its empty cells.
fn full_board(rows: &[&str; 4]) -> String {
    let full = |row: &str| format!("{row}{}\n", "      |".repeat((HEADER.len() - row.len()) / 7));
    format!("{HEADER}\n{}", rows.iter().map(|row| full(row)).collect::<String>())
}

const ROLLS: [&str; 6] = ["10", "8", "2", "8", "2", "10"];
const TURNS: [&str; 7] = ["PJS", "KYJ", "KYJ", "PJS", "PJS", "KYJ", "PJS"];

/// The transcript of the original exercise as it is printed there, with what was typed.
const EXERCISE: &str = include_str!("../fixtures/exercise.transcript");

#[test]
fn the_transcript_of_the_original_exercise_in_korean() {
    let mut entries = Vec::new();
    let mut expected = String::new();
    for line in EXERCISE.lines() {
        // What follows a question was typed. When input is piped, nothing echoes it.
        let question =
            ["How many people? ", "letters): ", "turn : "].iter().find_map(|end| Some(line.find(end)? + end.len()));
        let (shown, typed) = line.split_at(question.unwrap_or(line.len()));
        entries.extend((!typed.is_empty()).then_some(typed));
        expected += &[shown, "\n"].concat();
    }
    assert_eq!(entries, ["2", "PJS", "KYJ", "10", "8", "2", "8", "2", "10"]);
    let Outcome { status, out, err } = play(&["--lang", "ko"], &entries);
    let rest = out.strip_prefix(&expected).unwrap_or_else(|| panic!("{out}"));
    assert_eq!(rest, full_board(&BOARDS[6]) + "\nPJS\t20\nKYJ\t20\n경기가 아직 끝나지 않았습니다.\n");
    assert_eq!((status, err.as_str()), (1, ""));
}

#[test]
fn the_transcript_of_the_original_exercise_in_english() {
    let mut expected = String::from("How many people? \n");
    expected += "Player 1's name?(3 english letters): \nPlayer 2's name?(3 english letters): \n";
    for (board, turn) in BOARDS.iter().zip(TURNS) {
        expected += &[&full_board(board), "\n", turn, "'s turn : \n"].concat();
    }
    let last = full_board(&BOARDS[6]);
    expected += &[&last, "\nPJS\t20\nKYJ\t20\nThe game is not over.\n"].concat();

    let entries: Vec<&str> = ["2", "PJS", "KYJ"].into_iter().chain(ROLLS).collect();
    let Outcome { status, out, err } = play(&["--lang", "en"], &entries);
    assert_eq!(out, expected);
    assert_eq!((status, err.as_str()), (1, ""));
}

#[test]
fn names_as_arguments_skip_the_prompts() {
    let asked = play(&[], &["2", "pjs", "KyJ", "10"]);
    let given = play(&["pjs", "KyJ"], &["10"]);
    assert!(given.out.starts_with(HEADER));
    assert_eq!(boards(&given.out), boards(&asked.out));
    assert_eq!(boards(&given.out)[1], full_board(&BOARDS[1]));
}

#[test]
fn any_names_can_be_given_as_arguments() {
    let Outcome { out, .. } = play(&["Dad", "José", "홍길동", "7"], &["X", "72"]);
    let row = "|  Dad   |  X   |";
    assert!(boards(&out).last().unwrap().contains(row) && out.contains("\nJosé's turn : \n"), "{out}");
    assert_eq!(totals(&out), ["Dad\t0", "José\t0", "홍길동\t0", "7\t0"]);
}

#[test]
fn a_bad_name_as_an_argument_is_a_usage_error() {
    let too_long = "n".repeat(65);
    for bad in ["", "P S", "a:b", "#1", "a,b", "a;b", "a|b", "a\u{3000}b", "가나 다", "a\u{202e}b", &too_long] {
        let Outcome { status, out, err } = play(&["KYJ", bad], &["10"]);
        assert_eq!((status, out.as_str()), (2, ""), "{bad}");
        let shown = bad.replace('\u{202e}', "\\u{202e}");
        assert_eq!(err, format!("bowling: {shown}: a name has no blanks, none of : # , ; | and at most 64 bytes\n"));
    }
    let too_many: Vec<String> = (0..=10_000).map(|number| format!("P{number}")).collect();
    let Outcome { status, err, .. } = play(&too_many.iter().map(String::as_str).collect::<Vec<_>>(), &[]);
    assert_eq!((status, err.as_str()), (2, "bowling: 1 to 10000 people can play\n"));
    for (first, second) in [("KYJ", "kyj"), ("José", "JOSÉ")] {
        let Outcome { status, err, .. } = play(&[first, second], &["10"]);
        assert_eq!((status, err.ends_with(" is taken, another name please\n")), (2, true), "{err}");
    }
}

#[test]
fn the_number_of_people_is_asked_for_until_it_is_valid() {
    let bad = ["0", "-1", "two", "", "1.5", "10001", "99999999999999999999999", "2 people", "0x2"];
    let entries: Vec<&str> = bad.into_iter().chain(["1", "PJS"]).collect();
    let Outcome { out, .. } = play(&[], &entries);
    let refused = "How many people? \n1 to 10000 people can play\n";
    assert!(out.starts_with(&(refused.repeat(bad.len()) + "How many people? \nPlayer 1's name?")), "{out}");
}

#[test]
fn a_name_is_asked_for_until_it_is_valid_and_unique() {
    let Outcome { out, .. } = play(&[], &[" 2 ", "Jeff", "", "1st", "pjs", "PJS", "가나다", " kyj ", "10"]);
    let (first, second) = ("Player 1's name?(3 english letters): \n", "Player 2's name?(3 english letters): \n");
    let bad = "enter three English letters, such as PJS; for other names: bowling play Dad José\n";
    let expected = format!(
        "How many people? \n{}{first}{second}PJS is taken, another name please\n{second}{bad}{second}{HEADER}\n",
        format!("{first}{bad}").repeat(3)
    );
    assert!(out.starts_with(&expected), "{out}");
}

#[test]
fn a_bad_roll_gets_the_possible_range_and_changes_nothing() {
    let bad = [
        ("8", "3", "0 to 2: 8 pins are down"),
        ("8", "11", "0 to 2: 8 pins are down"),
        ("8", "-1", "0 to 2: 8 pins are down"),
        ("8", "X", "0 to 2: 8 pins are down"),
        ("8", "S1", "0 to 2: 8 pins are down"),
        ("1", "10", "0 to 9: 1 pin is down"),
        ("0", "X", "0 to 10: all pins stand"),
        ("10", "/", "0 to 10: all pins stand"),
        ("10", "11", "0 to 10: all pins stand"),
        ("10", "999999999999", "0 to 10: all pins stand"),
        ("8", "ten", "0 to 2: 8 pins are down (type help for what can be typed)"),
        ("8", "", "0 to 2: 8 pins are down (type help for what can be typed)"),
        ("0", "72", "0 to 10: all pins stand"),
        ("8", "1/", "0 to 2: 8 pins are down (type help for what can be typed)"),
        ("8", "1 1", "0 to 2: 8 pins are down (type help for what can be typed)"),
        ("8", "\u{1b}[2J", "0 to 2: 8 pins are down (type help for what can be typed)"),
    ];
    for (first, entry, message) in bad {
        let with = play(&["PJS"], &[first, entry, "2"]);
        let without = play(&["PJS"], &[first, "2"]);
        assert_eq!(boards(&with.out), boards(&without.out), "{entry}");
        let asked_again = format!("PJS's turn : \n{message}\nPJS's turn : \n");
        assert_eq!(with.out.matches(&asked_again).count(), 1, "{entry}: {}", with.out);
        assert_eq!(with.out.replacen(&format!("PJS's turn : \n{message}\n"), "", 1), without.out);
    }
}

#[test]
fn rolls_can_be_typed_as_symbols() {
    let Outcome { out, .. } = play(&["PJS"], &["x", "g", "/", "s7", "F", "-", "9", "(6)", "4", "5\r"]);
    let row = "|  PJS |  X   |  -|/ |  7|F |  -|9 |  6|/ |  5   |      |      |      |      |";
    assert_eq!(boards(&out).last().unwrap().lines().nth(1), Some(row));
}

#[test]
fn undo_works_across_frames_and_players() {
    let Outcome { out, .. } = play(&["PJS", "KYJ"], &[&ROLLS[..], &["undo"; 8], &["UNDO", "7"]].concat());
    let boards = boards(&out);
    for (back, board) in boards[6..13].iter().enumerate() {
        assert_eq!(*board, full_board(&BOARDS[6 - back]), "{back}");
    }
    assert_eq!(out.matches("there is no roll to undo\n").count(), 3);
    let turns: Vec<&str> = out.lines().filter_map(|line| line.strip_suffix("'s turn : ")).collect();
    let there: Vec<&str> = TURNS.to_vec();
    let back: Vec<&str> = TURNS[..6].iter().rev().copied().collect();
    assert_eq!(turns, [&there[..], &back, &["PJS"; 3], &["PJS"]].concat());
    assert!(boards.last().unwrap().contains("|  PJS |  7   |"));
}

#[test]
fn help_lists_the_entries_and_prompts_again() {
    let Outcome { out, .. } = play(&["PJS"], &["help"]);
    for word in ["0 to 10", "strike", "undo", "fix", "help", "Ctrl-D"] {
        assert!(out.contains(word), "{word}");
    }
    assert!(out.lines().all(|line| line.len() <= HEADER.len()));
    assert_eq!(boards(&out).len(), 2);
    assert_eq!(out.matches("PJS's turn : \n").count(), 2);
}

#[test]
fn the_commands_of_the_screen_work_in_a_pipe() {
    let Outcome { status, out, .. } = play(&["PJS", "KYJ"], &["8", "1", "7", "U", "fix pjs 1 8/", "fix", "q", "9"]);
    assert_eq!(status, 1);
    let boards = boards(&out);
    assert!(boards.last().unwrap().contains("|  PJS |  8|/ |      |"), "{out}");
    assert_eq!(boards.len(), 1 + 5 + 1);
    assert!(out.contains("fix NAME FRAME ROLLS, such as: fix KYJ 3 8/\n"), "{out}");
    let Outcome { out, .. } = play(&["PJS", "--lang", "es"], &["8", "deshacer", "spare", "salir", "7"]);
    assert!(
        out.contains("\npara 'spare' escriba /\n") && out.ends_with("\nPJS\t0\nEl juego no ha terminado.\n"),
        "{out}"
    );
}

#[test]
fn the_end_shows_the_board_the_ranking_and_the_winner() {
    let rolls: Vec<&str> = [["3", "4"], ["5", "4"]].concat().repeat(10);
    let Outcome { status, out, err } = play(&["PJS", "KYJ"], &rolls);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.ends_with("\n\nKYJ\t90\nPJS\t70\nKYJ wins.\n"), "{out}");
    let boards = boards(&out);
    assert_eq!(boards.len(), 1 + 40 + 1);
    assert_eq!(boards[40], boards[41]);
}

#[test]
fn a_tie_names_all_leaders() {
    let round = ["1", "0", "4", "4", "8", "-", "-", "8"];
    let Outcome { out, .. } = play(&["LOU", "PJS", "KYJ", "ABE"], &round.repeat(10));
    assert!(out.ends_with("\nPJS\t80\nKYJ\t80\nABE\t80\nLOU\t10\nA tie: PJS, KYJ, ABE.\n"), "{out}");
}

#[test]
fn a_single_player_has_no_winner_line() {
    let Outcome { status, out, .. } = play(&["PJS"], &["X"; 12]);
    assert!(out.ends_with(
        "| X|X|X|\n|      |  30  |  60  |  90  |  120 |  150 |  180 |  210 |  240 |  270 |  300 |\n\nPJS\t300\n"
    ));
    assert_eq!(status, 0);
}

#[test]
fn entries_after_the_last_roll_are_not_read() {
    let Outcome { status, out, .. } = play(&["PJS"], &["X"; 20]);
    assert_eq!((status, boards(&out).len()), (0, 14));
}

#[test]
fn end_of_input_ends_the_game_at_any_prompt() {
    for (args, entries) in [(&[][..], &[][..]), (&[], &["2"]), (&[], &["2", "PJS"])] {
        let Outcome { status, out, err } = play(args, entries);
        assert_eq!((status, err.as_str(), boards(&out).len()), (1, "", 0));
        assert!(out.ends_with(": \n") || out.ends_with("? \n"), "{out}");
    }
    let Outcome { status, out, .. } = play(&["PJS"], &[]);
    assert_eq!(status, 1);
    assert!(out.ends_with("\n\nPJS\t0\nThe game is not over.\n"), "{out}");
    assert_eq!(boards(&out).len(), 2);
    // The last entry may lack a line end.
    let Outcome { out, .. } = run(&["play", "PJS"], "3\n4");
    assert!(out.ends_with("\n\nPJS\t7\nThe game is not over.\n"), "{out}");
}

#[test]
fn the_option_sets_the_language_before_the_locale() {
    let refusal = |args: &[&str], variables: &[(&str, &str)]| {
        let mut command = bowling();
        command.arg("play").args(args).write_stdin("0\n");
        for name in ["LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"] {
            command.env_remove(name);
        }
        let output = command.envs(variables.iter().copied()).output().unwrap();
        String::from_utf8(output.stdout).unwrap().lines().nth(1).unwrap().to_owned()
    };
    let (en, ko, es) = (
        "1 to 10000 people can play",
        "인원은 1명부터 10000명까지 가능합니다",
        "el número de personas va de 1 a 10000",
    );
    assert_eq!(refusal(&[], &[]), en);
    assert_eq!(refusal(&[], &[("LANG", "ko_KR.UTF-8")]), ko);
    assert_eq!(refusal(&[], &[("LANG", "ko_KR.UTF-8"), ("LC_MESSAGES", "es_CO.UTF-8")]), es);
    assert_eq!(refusal(&[], &[("LANG", "ko_KR.UTF-8"), ("LC_ALL", "C")]), en);
    assert_eq!(refusal(&[], &[("LANG", "es_ES"), ("LC_ALL", ""), ("LC_MESSAGES", "")]), es);
    assert_eq!(refusal(&["--lang", "ko"], &[("LC_ALL", "es_ES.UTF-8")]), ko);
    assert_eq!(refusal(&["--lang", "en"], &[("LC_ALL", "ko_KR.UTF-8")]), en);
    bowling().args(["play", "--lang", "fr"]).assert().code(2).stderr(predicate::str::contains("possible values"));
}

#[test]
fn a_game_can_be_played_in_every_language() {
    for (lang, turn, refusal, ending) in [
        ("en", "PJS's turn : ", "0 to 2: 8 pins are down", "KYJ wins."),
        ("ko", "PJS's turn : ", "0~2: 핀 8개가 쓰러져 있습니다", "KYJ님이 이겼습니다."),
        ("es", "Turno de PJS : ", "de 0 a 2: hay 8 pines derribados", "Gana KYJ."),
    ] {
        let rolls = [&["8", "5", "1", "4", "6"][..], &["3", "4", "4", "5"].repeat(9)].concat();
        let Outcome { status, out, err } = play(&["PJS", "KYJ", "--lang", lang], &rolls);
        assert_eq!((status, err.as_str()), (0, ""));
        let lines: Vec<&str> = out.lines().collect();
        assert!(lines.contains(&turn) && lines.contains(&refusal), "{out}");
        assert_eq!(lines.last(), Some(&ending));
        assert_eq!(totals(&out), ["KYJ\t95", "PJS\t72"]);
    }
}

#[test]
fn a_game_can_be_played_with_other_rules() {
    let Outcome { out, .. } = play(&["PJS", "--rules", "world"], &["X", "4", "/"]);
    assert!(out.ends_with("\nPJS\t44\nThe game is not over.\n"), "{out}");
    let Outcome { status, out, .. } = play(&["PJS", "-r", "candlepin"], &["1", "2", "3"].repeat(10));
    assert!(out.contains("|  1|2|3 |") && out.ends_with("\nPJS\t60\n"), "{out}");
    assert_eq!(status, 0);
}

#[test]
fn colour_only_on_request_if_the_output_is_not_a_terminal() {
    assert!(!play(&["PJS"], &["X"]).out.contains('\u{1b}'));
    assert!(play(&["PJS", "--color", "always"], &["X"]).out.contains("\u{1b}[1;32mX\u{1b}[0m"));
}

#[test]
fn a_match_may_have_thousands_of_players() {
    let names: Vec<String> = (0..5000).map(player_name).collect();
    let entries: Vec<&str> = ["5000"].into_iter().chain(names.iter().map(String::as_str)).chain(["7"]).collect();
    let Outcome { status, out, err } = play(&[], &entries);
    assert_eq!((status, err.as_str()), (1, ""));
    assert_eq!(out.lines().filter(|line| line.starts_with("|  AAA |  7   |")).count(), 2);
    assert_eq!(totals(&out).len(), 5000);
    assert_eq!(boards(&out).iter().map(|board| board.lines().count() - 1).sum::<usize>(), 3 * 2 * 5000);
}

#[test]
fn closed_output_ends_the_game_without_a_message() {
    let mut child = Running::start(&mut piped(&["play", "PJS"]));
    drop(child.stdout.take());
    // The input stays open, so only the closed output can end the game. That may take a few entries: a process
    // that another test is just starting may still hold a copy of the pipe.
    let mut input = child.stdin.take().unwrap();
    while input.write_all(b"7\nundo\n").is_ok() {}
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    let status = child.wait().unwrap();
    drop(input);
    assert_eq!((status.code(), err.as_str()), (Some(1), ""));
}

#[test]
fn a_very_long_entry_is_refused_once() {
    let Outcome { out, .. } = run(&["play", "PJS"], [&b"x".repeat(3_000_000)[..], b"\n7\n"].concat());
    assert_eq!(out.matches("0 to 10: all pins stand (type help for what can be typed)").count(), 1);
    assert!(boards(&out).last().unwrap().contains("|  7   |"));
    // A file of rolls may start with a byte order mark.
    let Outcome { out, .. } = run(&["play", "PJS"], b"\xEF\xBB\xBF7\r\n\xFF\n2");
    assert!(boards(&out).last().unwrap().contains("|  7|2 |"), "{out}");
}

#[test]
fn random_matches_end_with_the_totals_of_the_filter() {
    let mut random = Random::new(1);
    let mut matches = Vec::new();
    let mut log = String::new();
    for _ in 0..250 {
        let players = 1 + random.below(8);
        let rolls = random_match("tenpin", players, &mut random);
        for (player, entry) in &rolls {
            log += &[&player_name(*player), " ", entry, "\n"].concat();
        }
        log.push('\n');
        matches.push((players, rolls));
    }
    let filtered = run(&["--from", "log", "--complete"], log);
    assert_eq!((filtered.status, filtered.err.as_str()), (0, ""));
    assert!(filtered.out.lines().count() > 1000, "fewer than a thousand games");

    let mut expected = filtered.out.lines();
    for (players, rolls) in matches {
        let names: Vec<String> = (0..players).map(player_name).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let entries: Vec<&str> = rolls.iter().map(|(_, entry)| entry.as_str()).collect();
        let Outcome { status, out, err } = play(&names, &entries);
        assert_eq!((status, err.as_str()), (0, ""));
        let mut totals = totals(&out);
        totals.sort_unstable();
        assert_eq!(totals, expected.by_ref().take(players).collect::<Vec<_>>());
    }
    assert_eq!(expected.next(), None);
}
