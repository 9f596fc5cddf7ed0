//! Options: help, repeated options, usage errors and completions.
#![cfg(feature = "cli")]

use std::ffi::{OsStr, OsString};

#[cfg(target_os = "linux")]
use crate::common::pty::Window;
use crate::common::scratch::ScratchDir;
use crate::common::{BOWLING, Outcome, accepted, has_tool, run};

/// Runs a command line that must be refused, and returns the message.
fn usage_error(args: &[&str]) -> String {
    let Outcome { status, out, err } = run(args, "X\n");
    assert_eq!((status, out.as_str()), (2, ""), "{args:?}");
    err
}

#[test]
fn short_help_fits_on_one_screen_and_has_examples() {
    for (args, examples) in [
        (&["-h"][..], 3),
        (&["stats", "-h"], 3),
        (&["play", "-h"], 3),
        (&["generate", "-h"], 3),
        (&["completions", "-h"], 3),
        (&["man", "-h"], 2),
    ] {
        let help = accepted(args, "");
        assert!(help.lines().count() <= 26, "{help}");
        for line in help.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
        let shown = help.lines().skip_while(|line| !line.starts_with("Examples")).skip(1);
        assert_eq!(shown.filter(|line| line.contains("bowling")).count(), examples, "{help}");
    }
}

#[test]
fn long_help_explains_the_notation_and_has_examples() {
    let help = accepted(&["--help"], "");
    for topic in [
        "X   strike",
        "/   spare",
        "Examples:",
        "Exit status:",
        "[NAME:] GAME [= CLAIM] [# comment]",
        "the player; several columns",
    ] {
        assert!(help.contains(topic), "{topic} is missing in\n{help}");
    }
}

#[test]
fn long_help_fits_80_columns() {
    for command in [
        &["--help"][..],
        &["stats", "--help"],
        &["play", "--help"],
        &["generate", "--help"],
        &["completions", "--help"],
    ] {
        for line in accepted(command, "").lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}

#[test]
fn long_help_names_every_option_and_short_help_the_usual_ones() {
    use clap::CommandFactory;
    let (short, long) = (accepted(&["-h"], ""), accepted(&["--help"], ""));
    for option in bowling::cli::testing::Cli::command().get_arguments().filter_map(clap::Arg::get_long) {
        assert!(long.contains(&format!("--{option}")), "{option}");
    }
    for option in ["--from", "--rules", "--to", "--board", "--csv", "--json", "--check", "--complete", "--quiet"] {
        assert!(short.contains(option), "{option}");
    }
    assert!(short.lines().count() < long.lines().count());
    assert!(accepted(&["play", "--help"], "").contains("--journal"));
}

#[test]
fn help_is_also_a_command() {
    assert_eq!(accepted(&["help"], ""), accepted(&["--help"], ""));
    assert_eq!(accepted(&["help", "play"], ""), accepted(&["play", "--help"], ""));
}

#[test]
fn version_is_the_version_of_the_package() {
    let version = format!("bowling {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!((accepted(&["-V"], ""), accepted(&["--version"], "")), (version.clone(), version));
}

#[test]
fn typing_mistakes_get_a_suggestion() {
    for (args, suggestion) in [
        (&["--bord"][..], "'--board'"),
        (&["--jsn"], "'--json'"),
        (&["--cheque"], "'--check'"),
        (&["--complet"], "'--complete'"),
        (&["--to", "jsn"], "'json'"),
        (&["--to", "boards"], "'board'"),
        (&["--from", "notatoin"], "'notation'"),
        (&["--from", "roll"], "'rolls'"),
        (&["--rules", "tenpins"], "'tenpin'"),
        (&["completions", "bsh"], "'bash'"),
    ] {
        let message = usage_error(args);
        assert!(message.contains("tip:") && message.contains(suggestion), "{args:?}: {message}");
    }
}

#[test]
fn threads_are_a_number_from_1() {
    assert!(usage_error(&["-j", "0"]).contains("a number from 1 to 1024"));
    for threads in ["0", "x", "-1"] {
        usage_error(&["--threads", threads]);
    }
}

#[test]
fn games_given_as_arguments_get_a_hint() {
    let err = usage_error(&["10", "5", "no-such.sheet", "X 5/ 9-"]);
    let hint = "(games are read from files or from standard input: echo 'X 5/ 9-' | bowling)";
    let lines: Vec<&str> = err.lines().collect();
    assert_eq!(lines[0], format!("bowling: 10: No such file or directory {hint}"));
    assert_eq!(lines[2], "bowling: no-such.sheet: No such file or directory");
    assert_eq!(err.matches(hint).count(), 1, "{err}");
}

/// The folders of programs, the one with ours first: completion scripts call it.
fn with_bowling() -> OsString {
    let program = std::path::Path::new(BOWLING);
    [program.parent().unwrap().as_os_str(), &std::env::var_os("PATH").unwrap()].join(OsStr::new(":"))
}

/// What a user types before TAB, and the candidates or the whole line.
const COMPLETIONS: [(&str, &str); 13] = [
    ("bowling sta", "stats"),
    ("bowling --to ht", "html"),
    ("bowling -t ht", "html"),
    ("bowling --rules no", "notap9 notap8"),
    ("bowling -j 2 --from js", "json"),
    ("bowling stats --rules w", "world"),
    ("bowling stats --handi", "--handicap"),
    ("bowling generate --to ht", "html"),
    ("bowling play --lang k", "ko"),
    ("bowling --board --thr", "--threads"),
    ("bowling completions z", "zsh"),
    ("bowling help ge", "generate"),
    ("bowling lane.log la", "lane.log"),
];

/// A shell in a folder with one file, which may be completed.
fn shell(name: &str, args: &[&str]) -> Option<(ScratchDir, std::process::Command)> {
    has_tool(name, "completions").then(|| {
        let folder = ScratchDir::new();
        folder.write("lane.log", "");
        let mut shell = std::process::Command::new(name);
        shell.args(args).current_dir(&folder).env("HOME", folder.path("")).env("PATH", with_bowling());
        (folder, shell)
    })
}

#[test]
fn bash_and_fish_complete_files_commands_options_and_values() {
    for (line, expected) in COMPLETIONS {
        let words: Vec<&str> = line.split(' ').collect();
        let (bash, fish) = (
            "source <(bowling completions bash); COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMP_TYPE=9
            _clap_complete_bowling bowling \"${COMP_WORDS[-1]}\"; echo \"${COMPREPLY[*]}\"",
            format!("source (bowling completions fish | psub); complete -C '{line}'"),
        );
        for (name, args) in [("bash", &["-c", bash, "bash"][..]), ("fish", &["-N", "-c", &fish])] {
            let Some((_folder, mut shell)) = shell(name, args) else { continue };
            let output = if name == "bash" { shell.args(&words).output() } else { shell.output() };
            let out = String::from_utf8(output.unwrap().stdout).unwrap();
            let found: Vec<&str> = out.lines().map(|line| line.split('\t').next().unwrap()).collect();
            assert_eq!(found.join(" ").trim(), expected, "{name}: {line}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn zsh_completes_files_commands_options_and_values() {
    if !has_tool("zsh", "completions in zsh") {
        return;
    }
    let folder = ScratchDir::new();
    folder.write("lane.log", "");
    let wait = |window: &mut Window, line: &str| drop(window.wait(|shown| shown.before_cursor.trim_end() == line));
    let mut window = Window::open(80, 24);
    let zsh = pty_process::blocking::Command::new("zsh").args(["-f", "-i"]).current_dir(folder.path(""));
    window.start(zsh.env("PS1", "> ").env("PATH", with_bowling()));
    wait(&mut window, ">");
    window.type_in("autoload -U compinit; compinit -u -D; source <(bowling completions zsh); echo ready\n");
    window.wait_for("ready");
    for (line, completed) in COMPLETIONS.iter().filter(|(_, completed)| !completed.contains(' ')) {
        window.type_in(&format!("{line}\t"));
        wait(&mut window, &format!("> {} {completed}", line.rsplit_once(' ').unwrap().0));
        window.type_in("\u{15}");
        wait(&mut window, ">");
    }
}

#[test]
fn completions_exist_for_every_shell() {
    for (shell, sign) in [
        ("bash", "complete -o nospace"),
        ("zsh", "#compdef bowling"),
        ("fish", "--command bowling"),
        ("elvish", "edit:completion"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let script = accepted(&["completions", shell], "");
        assert!(script.contains(sign) && script.contains("BOWLING_COMPLETE"), "{shell}: {script}");
    }
    let message = usage_error(&["completions", "cmd"]);
    assert!(message.contains("bash") && message.contains("fish"), "{message}");
}

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
fn usage_errors_suggest_what_was_meant() {
    for (args, start) in [
        (&["--nonsense"][..], "error: unexpected argument '--nonsense' found\n"),
        (&["--bord"], "error: unexpected argument '--bord' found\n\n  tip: a similar argument exists: '--board'\n"),
        (&["-t", "jsno"], "error: invalid value 'jsno' for '--to <FORMAT>'\n"),
        (&["help", "nonsense"], "error: unrecognized subcommand 'nonsense'\n"),
        (&["plya"], "bowling: plya: No such file or directory (perhaps the command: bowling play)\n"),
        (&["Play"], "bowling: Play: No such file or directory (perhaps the command: bowling play)\n"),
        (
            &["completion"],
            "bowling: completion: No such file or directory (perhaps the command: bowling completions)\n",
        ),
        (&["sheet"], "bowling: sheet: No such file or directory\n"),
        (&[""], "bowling: a file name is empty, perhaps an unset variable (- is standard input)\n"),
        (&["stats", ""], "bowling: a file name is empty, perhaps an unset variable (- is standard input)\n"),
    ] {
        let Outcome { status, out, err } = run(args, "");
        assert_eq!((status, out.as_str()), (2, ""), "{args:?}");
        assert!(err.starts_with(start), "{args:?}: {err}");
    }
    assert_eq!(accepted(&["--format", "csv"], "X\n"), accepted(&["--csv"], "X\n"));
    assert_eq!(
        accepted(&["generate", "--seed=1", "--format=csv"], ""),
        accepted(&["generate", "--seed=1", "--csv"], "")
    );
}

#[test]
fn a_check_and_a_format_contradict_each_other() {
    for args in [&["--check", "--json"][..], &["--json", "--check"], &["-c", "-t", "csv"], &["--html", "-c"]] {
        let Outcome { status, out, err } = run(args, "X 5/ 9- = 48\n");
        assert_eq!((status, out.as_str()), (2, ""), "{args:?}");
        assert!(err.contains("cannot be used with"), "{args:?}: {err}");
    }
}

#[test]
fn shared_options_may_stand_before_a_command_and_others_may_not() {
    let sheet = "Ann: X X X X X X X X X X\n";
    let expected = accepted(&["stats", "--csv", "-r", "world"], sheet);
    assert_eq!(accepted(&["-r", "world", "stats", "--csv"], sheet), expected);
    assert_eq!(accepted(&["--color", "always", "stats", "-r", "world", "--csv"], sheet), expected);
    for args in [&["--board", "stats"][..], &["-qj2", "--board", "stats"], &["--board", "--color=never", "stats", "-"]]
    {
        let Outcome { status, err, .. } = run(args, sheet);
        assert_eq!(status, 2, "{args:?}");
        assert!(err.contains("must follow the command stats (a file of that name is ./stats)"), "{args:?}: {err}");
    }
    // A value, what follows a file, and what follows `--`, are not commands.
    for args in [&["--key", "stats", "-"][..], &["-", "stats"], &["--", "stats"]] {
        assert!(run(args, sheet).err.contains("stats: No such file"), "{args:?}");
    }
}
