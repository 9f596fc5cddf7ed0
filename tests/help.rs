//! Help as a newcomer meets it: it fits the screen, and what was mistyped is answered with what was meant.
#![cfg(feature = "cli")]

use assert_cmd::Command;

fn bowling(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("bowling").unwrap().args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn short_help_fits_a_screen() {
    for arguments in [&["-h"][..], &["play", "-h"]] {
        let (status, help, _) = bowling(arguments);
        assert_eq!(status, 0);
        assert!(help.lines().count() <= 24, "{help}");
        for line in help.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}

#[test]
fn long_help_teaches_the_notation_by_example() {
    let (status, help, _) = bowling(&["--help"]);
    assert_eq!(status, 0);
    for taught in ["X   strike", "/   spare", "Examples:", "Exit status:", "[NAME:] GAME [= CLAIM] [# comment]"] {
        assert!(help.contains(taught), "{taught} is missing in\n{help}");
    }
    for line in help.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn help_is_a_command_too() {
    assert_eq!(bowling(&["help"]).1, bowling(&["--help"]).1);
    assert_eq!(bowling(&["help", "play"]).1, bowling(&["play", "--help"]).1);
}

#[test]
fn what_is_mistyped_is_answered_with_what_is_near() {
    for (arguments, near) in [
        (&["--bord"][..], "'--board'"),
        (&["--colour", "never"], "'--color'"),
        (&["--to", "jsn"], "'json'"),
        (&["--from", "notatoin"], "'notation'"),
        (&["--rules", "tenpins"], "'tenpin'"),
        (&["completions", "bsh"], "'bash'"),
        (&["-j", "0"], "a number from 1 to 1024"),
        (&["--board", "--csv"], "cannot be used with"),
    ] {
        let (status, out, err) = bowling(arguments);
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(near), "{arguments:?} is answered with\n{err}");
    }
}

#[test]
fn a_wrong_dialect_names_the_option_that_reads_it() {
    for (line, arguments, said) in [
        ("5 11 3", &[][..], "(--from notation reads digit pairs as frames)"),
        ("10 5/ 9-", &[], "say --from notation for 1 then 0"),
        ("X 5/ 9-", &["--from", "rolls"], "(--from notation reads symbols)"),
        ("N 10 10", &[], "(a name ends with a colon)"),
    ] {
        let mut command = Command::cargo_bin("bowling").unwrap();
        let output = command.args(arguments).write_stdin(line).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(err.contains(said), "{line} is answered with\n{err}");
        assert_eq!(output.status.code(), Some(1), "{line}");
    }
}

#[test]
fn games_typed_as_arguments_are_told_where_games_come_from() {
    let (status, _, err) = bowling(&["10", "5", "no-such.sheet", "X 5/ 9-"]);
    assert_eq!(status, 2);
    let hint = "(games are read from files or from standard input: echo 'X 5/ 9-' | bowling)";
    let lines: Vec<&str> = err.lines().collect();
    assert_eq!(lines[0], format!("bowling: 10: No such file or directory {hint}"));
    assert_eq!(lines[2], "bowling: no-such.sheet: No such file or directory");
    assert_eq!(err.matches(hint).count(), 1, "{err}");
}
