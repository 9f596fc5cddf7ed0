//! The generated files in `man/` are up to date. `BLESS=1 cargo test --test manual` writes them.
#![cfg(feature = "cli")]

mod common;

use std::fs;

use bowling::cli::args::Cli;
use clap::{CommandFactory, builder::Resettable};
use common::{in_repository, run_in};

/// Compares a committed file with its expected content, or writes it if `BLESS` is set.
fn assert_up_to_date(path: &str, expected: &str) {
    let path = in_repository(path);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, expected).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap();
    let lines = || committed.lines().zip(expected.lines());
    let first = lines().position(|(actual, expected)| actual != expected).unwrap_or(lines().count());
    assert!(
        committed == expected,
        "{} is out of date at line {} (BLESS=1 cargo test --test manual writes it)",
        path.display(),
        first + 1
    );
}

/// The options of a command for the man page: the first line of the long help, and the possible values.
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
    // The template has its own headings and preamble.
    lines.retain(|line| !line.starts_with(".ie ") && !line.starts_with(".el ") && !line.starts_with(".SH "));
    // List the values below their option, without a heading.
    let values = ".br\n\n.br\n\\fIPossible values:\\fR\n.RS 14";
    lines.join("\n").replace(values, ".RS 7").replace("\\*(Aq", "\\(aq")
}

#[test]
fn the_man_page_is_up_to_date() {
    let template = include_str!("../man/bowling.1.in");
    let subcommand = |name| options(Cli::command().find_subcommand(name).unwrap().clone());
    let page = template
        .replace("@VERSION@", env!("CARGO_PKG_VERSION"))
        .replace("@STATS OPTIONS@", &subcommand("stats"))
        .replace("@PLAY OPTIONS@", &subcommand("play"))
        .replace("@OPTIONS@", &options(Cli::command()));
    assert_up_to_date("man/bowling.1", &page);
}

#[test]
fn the_man_page_has_a_paragraph_for_every_format_and_rule_set() {
    let page = include_str!("../man/bowling.1.in").replace("\\fR", "").replace("\\fB", "");
    let command = Cli::command();
    let to = command.get_arguments().find(|argument| argument.get_id() == "to").unwrap();
    let formats = to.get_possible_values().into_iter().map(|value| value.get_name().to_owned());
    let rules = bowling::Rules::ALL.iter().map(ToString::to_string);
    for name in formats.chain(rules) {
        assert!(page.lines().any(|line| line.starts_with(".B ") && line.contains(&name)), "{name} has no paragraph");
    }
}

#[test]
fn the_completions_are_up_to_date() {
    use clap_complete::Shell;
    for (shell, path) in [
        (Shell::Bash, "man/completions/bowling.bash"),
        (Shell::Zsh, "man/completions/_bowling"),
        (Shell::Fish, "man/completions/bowling.fish"),
    ] {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut Cli::command(), "bowling", &mut script);
        assert_up_to_date(path, &String::from_utf8(script).unwrap());
    }
}

#[path = "../examples/page_svg.rs"]
mod page_svg;

#[test]
fn the_picture_of_the_page_is_up_to_date() {
    let page = run_in(&in_repository("fixtures/class"), &["--html", "ben.sheet"]).out;
    assert_up_to_date("man/page.svg", &page_svg::svg(&page, 700));
}
