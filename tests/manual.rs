//! The generated files in `man/` are up to date. `BLESS=1 cargo test manual::` writes them.
#![cfg(feature = "cli")]

use std::fs;

use crate::common::{accepted, assert_up_to_date, in_repository, run, run_in};
use bowling::cli::testing::Cli;
use clap::{CommandFactory, builder::Resettable};

/// The options of a command for the man page. Values are listed below their option, not in its text.
fn options(command: clap::Command) -> String {
    let command = command.disable_help_subcommand(true).mut_args(|argument| {
        let argument = argument.hide_short_help(false);
        let help = argument.get_long_help().or(argument.get_help()).map(ToString::to_string).unwrap_or_default();
        let line = help.lines().next().unwrap_or_default();
        let about = match line.split_once(": ") {
            Some((about, values)) if !argument.get_possible_values().is_empty() => {
                about.to_owned() + values.find(" [").map_or("", |at| &values[at..])
            }
            _ => line.trim_end_matches(':').to_owned(),
        };
        argument.help(about).long_help(Resettable::Reset).hide_possible_values(false)
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

/// The man pages. Those with options are made from a template with the suffix `.in`.
const PAGES: [&str; 5] = ["bowling.1", "bowling-stats.1", "bowling-play.1", "bowling-generate.1", "bowling-sheet.5"];

fn template(page: &str) -> String {
    let template = in_repository(&format!("man/{page}.in"));
    fs::read_to_string(if template.exists() { template } else { in_repository(&format!("man/{page}")) }).unwrap()
}

#[test]
fn the_man_pages_are_up_to_date() {
    // Built, a command has the options that all of them share.
    let mut cli = Cli::command();
    cli.build();
    let subcommand = |name| options(cli.find_subcommand(name).unwrap().clone());
    for page in PAGES {
        let text = template(page)
            .replace("@VERSION@", env!("CARGO_PKG_VERSION"))
            .replace("@STATS OPTIONS@", &subcommand("stats"))
            .replace("@PLAY OPTIONS@", &subcommand("play"))
            .replace("@GENERATE OPTIONS@", &subcommand("generate"))
            .replace("@OPTIONS@", &options(Cli::command()));
        assert_up_to_date(&format!("man/{page}"), &text);
    }
}

#[test]
fn every_page_has_its_sections_in_the_usual_order() {
    for (page, expected) in [
        (
            "bowling.1",
            "NAME SYNOPSIS DESCRIPTION OPTIONS INPUT RULES OUTPUT CLAIMS EXIT_STATUS ENVIRONMENT FILES EXAMPLES NOTES BUGS SEE_ALSO",
        ),
        (
            "bowling-stats.1",
            "NAME SYNOPSIS DESCRIPTION OPTIONS WHAT_COUNTS FIGURES LEAVES CSV_AND_JSON PAGES EXIT_STATUS EXAMPLES NOTES SEE_ALSO",
        ),
        (
            "bowling-play.1",
            "NAME SYNOPSIS DESCRIPTION OPTIONS ON_A_TERMINAL LINE_BY_LINE THE_JOURNAL EXIT_STATUS ENVIRONMENT FILES EXAMPLES SEE_ALSO",
        ),
        (
            "bowling-generate.1",
            "NAME SYNOPSIS DESCRIPTION OPTIONS GAMES OUTPUT ERRORS_AND_MISTAKES EXIT_STATUS EXAMPLES NOTES SEE_ALSO",
        ),
        ("bowling-sheet.5", "NAME DESCRIPTION SHEETS SYMBOLS SPELLINGS LEAVES LOGS CSV JSON LIMITS EXAMPLES SEE_ALSO"),
    ] {
        let text = template(page);
        let sections: Vec<String> =
            text.lines().filter_map(|line| line.strip_prefix(".SH ")).map(|title| title.replace(' ', "_")).collect();
        assert_eq!(sections.join(" "), expected, "{page}");
    }
}

/// The possible values of an option.
fn values(option: &str) -> Vec<String> {
    let command = Cli::command();
    let option = command.get_arguments().find(|argument| argument.get_id() == option).unwrap();
    option.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect()
}

/// Fails for a name that starts no paragraph of a page.
fn assert_paragraphs(page: &str, names: impl IntoIterator<Item = String>) {
    let text = template(page).replace("\\fR", "").replace("\\fB", "");
    for name in names {
        let has_paragraph = text.lines().any(|line| line.starts_with(".B") && line.contains(&name));
        assert!(has_paragraph, "{page} has no paragraph about {name}");
    }
}

#[test]
fn every_format_rule_set_and_figure_has_a_paragraph() {
    assert_paragraphs("bowling.1", values("to"));
    assert_paragraphs("bowling.1", bowling::Rules::ALL.iter().map(ToString::to_string));
    assert_paragraphs("bowling-sheet.5", values("from").into_iter().filter(|format| format != "auto"));
    let header = run(&["stats", "--csv", "--handicap", "90%220"], "").out;
    let described_elsewhere = ["name", "rules"];
    let figures = header.trim_end().split(',').filter(|figure| !described_elsewhere.contains(figure));
    assert_paragraphs("bowling-stats.1", figures.map(Into::into));
}

#[test]
fn the_completions_are_up_to_date() {
    for (shell, path) in [
        ("bash", "man/completions/bowling.bash"),
        ("zsh", "man/completions/_bowling"),
        ("fish", "man/completions/bowling.fish"),
    ] {
        assert_up_to_date(path, &accepted(&["completions", shell], ""));
    }
}

#[test]
fn the_program_prints_its_man_pages() {
    assert_eq!(accepted(&["man"], ""), accepted(&["man", "bowling"], ""));
    for (name, page) in ["bowling", "stats", "play", "generate", "sheet"].into_iter().zip(PAGES) {
        let roff = accepted(&["man", "--roff", name], "");
        assert!(roff == fs::read_to_string(in_repository(&format!("man/{page}"))).unwrap(), "{page}: build again");
        let text = accepted(&["man", name], "");
        assert!(text.starts_with("BOWLING") && text.contains("\n\nSEE ALSO\n"), "{text}");
        assert!(!text.contains("\\fB") && !text.contains("\n."), "{text}");
    }
    assert_eq!(run(&["man", "nothing"], "").status, 2);
}

#[path = "../examples/page_svg.rs"]
mod page_svg;

#[test]
fn the_pictures_of_the_readme_are_up_to_date() {
    let readme = fs::read_to_string(in_repository("README.md")).unwrap();
    let fixtures = in_repository("fixtures");
    let card = "# date: 2026-01-17\n# lane: 12\nPJS: X 7/ 9- X -8 8/ -6 X X X81\n";
    for (picture, page, (width, height)) in [
        ("man/card.svg", run(&["--html"], card).out, (1200, 630)),
        ("man/page.svg", run_in(&fixtures, &["--html", "class/ben.sheet"]).out, (1000, 700)),
        ("man/season.svg", run_in(&fixtures, &["stats", "--html", "season.sheet"]).out, (1000, 950)),
    ] {
        assert_up_to_date(picture, &page_svg::svg(&page, width, height));
        assert!(readme.contains(&format!("]({picture})")), "{picture}");
    }
    assert!(readme.contains(&format!("printf '{}' | bowling --html", card.replace('\n', "\\n"))));
}

#[test]
fn every_spelling_of_the_table_is_read_as_it_says() {
    let page = template("bowling-sheet.5");
    let spellings = page.split(".SH SPELLINGS").nth(1).unwrap();
    let table = spellings.split(".nf\n").nth(1).and_then(|table| table.split(".fi").next()).unwrap();
    let rows = table.replace("\\-", "-").replace("\\(dq", "\"");
    assert!(rows.lines().count() > 15, "{rows}");
    for row in rows.lines() {
        let (_, cells) = row.split_at(20);
        let (written, game) = cells.split_once("  ").unwrap();
        assert_eq!(accepted(&["--to", "notation"], written), format!("{}\n", game.trim()), "{row}");
    }
}
