//! The man page and the completions are in step with the program. `BLESS=1 cargo test --test manual` writes them.
#![cfg(feature = "cli")]

use std::fs;
use std::path::Path;

use bowling::cli::Cli;
use clap::{CommandFactory, builder::Resettable};

/// Compares a committed file with what it should be, or writes it where that is asked for.
fn in_step(path: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, wanted).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap();
    let lines = || committed.lines().zip(wanted.lines());
    let first = lines().position(|(is, should)| is != should).unwrap_or(lines().count());
    assert!(
        committed == wanted,
        "{} is out of step at line {} (BLESS=1 cargo test --test manual writes it)",
        path.display(),
        first + 1
    );
}

/// The options of a command as the man page shows them: what the long help starts with, and the values.
fn options(command: clap::Command) -> String {
    let command = command.disable_help_subcommand(true).mut_args(|argument| {
        let argument = argument.hide_short_help(false);
        let long = argument.get_long_help().map(ToString::to_string);
        match long.as_deref().and_then(|long| long.lines().next()) {
            Some(about) => {
                let about = about.trim_end_matches(':').to_owned();
                argument.help(about).long_help(Resettable::Reset).hide_possible_values(false)
            }
            None => argument,
        }
    });
    let mut section = Vec::new();
    clap_mangen::Man::new(command).render_options_section(&mut section).unwrap();
    let section = String::from_utf8(section).unwrap();
    let mut lines: Vec<&str> = section.lines().collect();
    // The page has its own heading, and needs the preamble of a page only once.
    lines.retain(|line| !line.starts_with(".ie ") && !line.starts_with(".el ") && !line.starts_with(".SH "));
    // The values stand below their option by themselves.
    let values = ".br\n\n.br\n\\fIPossible values:\\fR\n.RS 14";
    lines.join("\n").replace(values, ".RS 7").replace("\\*(Aq", "\\(aq")
}

#[test]
fn the_man_page_is_in_step() {
    let template = include_str!("../man/bowling.1.in");
    let play = Cli::command().find_subcommand("play").unwrap().clone();
    let page = template
        .replace("@VERSION@", env!("CARGO_PKG_VERSION"))
        .replace("@PLAY OPTIONS@", &options(play))
        .replace("@OPTIONS@", &options(Cli::command()));
    in_step("man/bowling.1", &page);
}

#[test]
fn the_man_page_names_every_format_rule_set_and_dialect() {
    use clap::ValueEnum;
    let page = include_str!("../man/bowling.1.in").replace("\\fR", "").replace("\\fB", "");
    let names = |values: Vec<clap::builder::PossibleValue>| {
        values.iter().map(|value| value.get_name().to_owned()).collect::<Vec<_>>()
    };
    let formats =
        names(bowling::output::To::value_variants().iter().filter_map(ValueEnum::to_possible_value).collect());
    let rules = bowling::Rules::ALL.iter().map(ToString::to_string);
    for name in formats.into_iter().chain(rules) {
        assert!(page.lines().any(|line| line.starts_with(".B ") && line.contains(&name)), "{name} has no paragraph");
    }
}

#[test]
fn the_completions_are_in_step() {
    use clap_complete::Shell;
    for (shell, path) in [
        (Shell::Bash, "man/completions/bowling.bash"),
        (Shell::Zsh, "man/completions/_bowling"),
        (Shell::Fish, "man/completions/bowling.fish"),
    ] {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut Cli::command(), "bowling", &mut script);
        in_step(path, &String::from_utf8(script).unwrap());
    }
}

#[path = "../examples/board_svg.rs"]
mod board_svg;

#[test]
fn the_picture_of_the_board_is_in_step() {
    let command = "bowling --board fixtures/readme.sheet";
    let mut bowling = assert_cmd::Command::cargo_bin("bowling").unwrap();
    bowling.current_dir(env!("CARGO_MANIFEST_DIR")).args(command.split(' ').skip(1)).args(["--color", "always"]);
    let board = String::from_utf8(bowling.output().unwrap().stdout).unwrap();
    in_step("man/board.svg", &board_svg::svg(&format!("$ \x1b[1m{command}\x1b[0m\n{board}")));
}
