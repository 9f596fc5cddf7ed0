//! Options: the last one wins, and mistyped ones get help.
#![cfg(feature = "cli")]

mod common;

use common::{Outcome, accepted, run};

#[test]
fn the_last_of_several_options_counts() {
    let game = "X 5/ 9-\n";
    let csv = accepted(&["--csv"], game);
    let json = accepted(&["--json"], game);
    for (args, expected) in [
        (&["-t", "json", "-t", "csv"][..], &csv),
        (&["--board", "--csv"], &csv),
        (&["--json", "--to", "csv"], &csv),
        (&["--to=csv", "--json"], &json),
        (&["--check", "--json"], &json),
        (&["--csv", "--csv"], &csv),
        (&["-r", "world", "--csv", "-r", "tenpin"], &csv),
        (&["-f", "rolls", "--csv", "-f", "auto"], &csv),
        (&["-j", "1", "--csv", "-j", "2", "--complete", "--complete"], &csv),
    ] {
        if args.contains(&"--complete") {
            assert_eq!(run(args, game).status, 1, "{args:?}");
        } else {
            assert_eq!(&accepted(args, game), expected, "{args:?}");
        }
    }
    assert!(run(&["--json", "--check"], game).out.starts_with("TAP version 13\n"));
    assert_eq!(accepted(&["-q", "-q", "--quiet"], game), "");
    assert_eq!(accepted(&["--csv", "--no-header", "--no-header"], game).lines().count(), 1);
    let colored = accepted(&["--board", "--color", "always"], game);
    assert!(colored.contains('\u{1b}'));
    assert_eq!(accepted(&["--board", "--color", "never", "--color", "always"], game), colored);
    assert_eq!(accepted(&["--board", "--colour", "always"], game), colored);
    assert!(!accepted(&["--board", "--color=always", "--colour=never"], game).contains('\u{1b}'));
}

#[test]
fn options_of_play_may_be_repeated_too() {
    let args = [
        "play", "PJS", "--lang", "ko", "--lang", "en", "-r", "world", "-r", "tenpin", "--color", "never", "--color",
        "auto",
    ];
    let Outcome { status, out, err } = run(&args, "X\n");
    assert_eq!((status, err.as_str()), (1, ""));
    assert!(out.contains("PJS's turn : "), "{out}");
}

#[test]
fn usage_errors_start_with_the_name_of_the_program_and_suggest() {
    for (args, start) in [
        (&["--nonsense"][..], "bowling: unexpected argument '--nonsense' found\n"),
        (&["--bord"], "bowling: unexpected argument '--bord' found\n\n  tip: a similar argument exists: '--board'\n"),
        (&["--format", "csv"], "bowling: there is no option --format, perhaps --to (output) or --from (input)\n"),
        (&["--format=csv"], "bowling: there is no option --format, perhaps --to (output) or --from (input)\n"),
        (&["-t", "jsno"], "bowling: invalid value 'jsno' for '--to <FORMAT>'\n"),
        (&["plya"], "bowling: plya: No such file or directory (perhaps the command: bowling play)\n"),
        (&["Play"], "bowling: Play: No such file or directory (perhaps the command: bowling play)\n"),
        (
            &["completion"],
            "bowling: completion: No such file or directory (perhaps the command: bowling completions)\n",
        ),
        (&["sheet"], "bowling: sheet: No such file or directory\n"),
        (&["help", "nonsense"], "bowling: no such command: nonsense (see bowling --help)\n"),
        (&["help", "plya"], "bowling: no such command: plya, perhaps play (see bowling --help)\n"),
        (&[""], "bowling: a file name is empty, perhaps an unset variable (- is standard input)\n"),
        (&["stats", ""], "bowling: a file name is empty, perhaps an unset variable (- is standard input)\n"),
    ] {
        let Outcome { status, out, err } = run(args, "");
        assert_eq!((status, out.as_str()), (2, ""), "{args:?}");
        assert!(err.starts_with(start), "{args:?}: {err}");
    }
    assert_eq!(run(&["help", "play"], "").status, 0);
    assert_eq!(run(&["help"], "").status, 0);
}
