//! What a page says about each file: who it is, its mark, the legend, and its row in the class list.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

use maud::{Markup, PreEscaped, html};

use super::super::{MissingGame, Verdict};
use super::tally::{File, GameId, SIGNS, Tally};
use crate::cli::page::{Figure, figures};
use crate::cli::text::{counted, visible};

/// The heading of a file: its name without folder and ending, and the path.
pub fn heading(path: &str, number: usize) -> Markup {
    html! {
        h2 id={ "f" (number) } {
            bdi { (visible(&who(path))) }
            " "
            small { (visible(path)) }
        }
        (PreEscaped("\n"))
    }
}

/// The name of a file without folder and ending.
fn who(path: &str) -> Cow<'_, str> {
    Path::new(path).file_stem().map_or(Cow::Borrowed(path), |stem| stem.to_string_lossy())
}

/// A game of the answer key that the file does not have.
pub fn missing(MissingGame { name, line, .. }: MissingGame<'_>) -> Markup {
    html! {
        p.missing {
            "\u{2717} "
            @if let Some(name) = name { bdi { (visible(name)) } ": a" } @else { "A" }
            " game is missing, that of line " (line) " of the key."
        }
        (PreEscaped("\n"))
    }
}

/// The mark and the legend of a file. They are known at the end of its section, and the style shows them at its start.
pub fn result(tally: &Tally) -> Markup {
    let legend = legend(tally);
    html! {
        div.result.graded[tally.is_graded()] {
            p { (mark(tally)) }
            @if !legend.is_empty() { p.legend { (legend.join(", ")) } }
        }
        (PreEscaped("\n"))
    }
}

/// `1 of 5 right`, and the other counts.
fn mark(tally: &Tally) -> Markup {
    let (games, is_graded) = (tally.games(), tally.is_graded());
    let same = |count, label| (count, label, label);
    let others = counted(&[
        same(tally.count(Verdict::Wrong), "wrong"),
        same(tally.count(Verdict::Error), "in error"),
        same(if is_graded { tally.count(Verdict::Unclaimed) } else { 0 }, "without a claim"),
        same(tally.missing, "missing"),
    ]);
    html! {
        b {
            @if is_graded { (tally.count(Verdict::Right)) " of " (games + tally.missing) " right" }
            @else { (counted(&[(games, "game", "games")]).unwrap_or("No games".into())) }
        }
        @if let Some(others) = others { " " span { (others) } }
    }
}

/// The meaning of the signs that are there.
fn legend(tally: &Tally) -> Vec<&'static str> {
    let verdicts = [
        (Verdict::Right, "\u{2713} the sheet is right"),
        (Verdict::Wrong, "\u{2717} it is wrong, its number is crossed out"),
        (Verdict::Error, "boxed: where an error is"),
    ];
    let verdicts = verdicts.map(|(verdict, text)| (tally.count(verdict) > 0, text));
    let all = tally.signs.into_iter().zip(SIGNS).chain(verdicts);
    all.filter_map(|(is_there, text)| is_there.then_some(text)).collect()
}

/// The kind of page, for its style.
pub fn kind(files: &[File]) -> Option<&'static str> {
    match files {
        [File { tally, .. }] if tally.games() == 1 && tally.count(Verdict::Error) + tally.missing == 0 => Some("alone"),
        [_, _, ..] => Some("cover"),
        _ => None,
    }
}

/// The summary: the counts of all games, and with several files the class list.
pub fn summary(files: &[File]) -> Markup {
    let mut all = Tally::default();
    for file in files {
        all.merge(&file.tally);
    }
    html! {
        (figures(&counts(&all)))
        @if files.len() > 1 { (class_list(files, &all)) }
    }
}

/// The numbers of the summary.
fn counts(all: &Tally) -> Vec<Figure> {
    let is_shown = |verdict| match verdict {
        Verdict::Right | Verdict::Wrong => all.is_graded(),
        Verdict::Error => true,
        Verdict::Unclaimed => all.is_graded() && all.count(verdict) > 0,
    };
    let figure = |label, value, first: Option<GameId>| Figure { label, value, link: first.map(|id| id.to_string()) };
    let verdicts = COLUMNS.into_iter().filter(|(_, verdict)| is_shown(*verdict));
    let mut counts = vec![figure("games", all.games(), all.first_game())];
    counts.extend(verdicts.map(|(label, verdict)| figure(label, all.count(verdict), all.first(verdict))));
    counts.extend((all.missing > 0).then(|| figure("missing", all.missing, None)));
    counts
}

/// A row for each file, in order.
fn class_list(files: &[File], all: &Tally) -> Markup {
    let is_shown = |verdict| match verdict {
        Verdict::Right => all.is_graded(),
        Verdict::Error => all.count(verdict) > 0,
        _ => all.is_graded() && all.count(verdict) > 0,
    };
    let mut same_name: HashMap<_, usize> = HashMap::new();
    for file in files {
        *same_name.entry(who(&file.path)).or_default() += 1;
    }
    let columns = COLUMNS.iter().filter(|(_, verdict)| is_shown(*verdict));
    html! {
        h2 { @if all.is_graded() { "Class list" } @else { "Files" } }
        table.list {
            thead {
                tr {
                    th scope="col" { "name" }
                    th scope="col" { "games" }
                    @for (label, _) in columns.clone() { th scope="col" { (label) } }
                    @if all.missing > 0 { th scope="col" { "missing" } }
                }
            }
            tbody {
                @for (number, File { path, tally }) in (1..).zip(files) {
                    tr {
                        th scope="row" {
                            a href={ "#f" (number) } { bdi { (visible(&who(path))) } }
                            @if same_name.get(&who(path)).is_some_and(|&files| files > 1) { " " small { (visible(path)) } }
                        }
                        td { (tally.games()) }
                        @for (_, verdict) in columns.clone() { td { (tally.count(*verdict)) } }
                        @if all.missing > 0 { td { (tally.missing) } }
                    }
                    (PreEscaped("\n"))
                }
            }
        }
    }
}

const COLUMNS: [(&str, Verdict); 4] = [
    ("right", Verdict::Right),
    ("wrong", Verdict::Wrong),
    ("in error", Verdict::Error),
    ("no claim", Verdict::Unclaimed),
];
