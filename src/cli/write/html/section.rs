//! What a page says about each file: who it is, its mark, the legend, and its row in the class list.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::Path;

use maud::{Markup, PreEscaped, html};

use super::super::{MissingGame, Verdict};
use super::class_list::class_list;
use super::mistakes::Mistakes;
use super::tally::{File, GameId, SIGNS, Tally, VERDICTS, words};
use crate::cli::page::{Figure, figures};
use crate::cli::text::{counted, visible};

/// A file: its name, its mark, the legend, and its tables.
pub fn whole(file: &File, number: usize, is_only: bool, same_name: bool, out: &mut Vec<u8>) {
    out.extend_from_slice(START.as_bytes());
    if !is_only {
        out.extend_from_slice(heading(&file.path, number, same_name).0.as_bytes());
    }
    out.extend_from_slice(result(&file.tally, is_only).0.as_bytes());
    out.extend_from_slice(&file.tables);
    out.extend_from_slice(END.as_bytes());
}

/// The start of a file of a long page, up to its tables.
pub fn start(path: &str, number: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(START.as_bytes());
    out.extend_from_slice(heading(path, number, false).0.as_bytes());
}

/// The end of a file of a long page.
pub fn end(file: &File, out: &mut Vec<u8>) {
    out.extend_from_slice(result(&file.tally, false).0.as_bytes());
    out.extend_from_slice(END.as_bytes());
}

const START: &str = "<section class=\"file\">\n";
const END: &str = "</section>\n";

/// The heading of a file: its name without its ending. The name of standard input says nothing.
pub fn heading(path: &str, number: usize, same_name: bool) -> Markup {
    html! {
        h2 id={ "f" (number) } { bdi { (visible(&who(path, same_name))) } }
        (PreEscaped("\n"))
    }
}

/// The name of a file without folder and ending. Files of the same name have that of their folder before it.
pub fn who(path: &str, same_name: bool) -> String {
    if path == "-" {
        return "Standard input".into();
    }
    let path = Path::new(path);
    let text = |part: Option<&OsStr>| part.map(|part| part.to_string_lossy().into_owned());
    let stem = text(path.file_stem()).unwrap_or_default();
    match text(path.parent().and_then(Path::file_name)).filter(|_| same_name) {
        Some(folder) => format!("{folder}/{stem}"),
        None => stem,
    }
}

/// A game of the answer key that the file does not have.
pub fn missing(MissingGame { name, line, .. }: MissingGame<'_>, id: &str) -> Markup {
    html! {
        p.missing id=(id) {
            "\u{2717} "
            @if let Some(name) = name { bdi { (visible(name)) } ": a" } @else { "A" }
            " game is missing, that of line " (line) " of the key."
        }
        (PreEscaped("\n"))
    }
}

/// The mark and the legend of a file. Of the only one, the summary has the mark.
pub fn result(tally: &Tally, is_only: bool) -> Markup {
    let legend = legend(tally);
    html! {
        div.result.graded[tally.is_graded()] {
            @if !is_only || tally.games() == 0 { p { (mark(tally)) } }
            @if !legend.is_empty() { p.legend { (legend.join(", ")) } }
            @if !is_only { a href="#top" { "Top" } }
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

/// The summary: the counts of all games, the class list of several files, and the commonest mistakes.
pub fn summary(files: &[File], mistakes: &Mistakes) -> Markup {
    let mut all = Tally::default();
    for file in files {
        all.merge(&file.tally);
    }
    html! {
        (figures(&counts(&all)))
        (class_list(files, all.is_graded()))
        (mistakes.list())
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
    let verdicts = VERDICTS.into_iter().filter(|&verdict| is_shown(verdict));
    let mut counts = vec![figure("games", all.games(), all.first_game())];
    counts.extend(verdicts.map(|verdict| figure(words(Some(verdict)).2, all.count(verdict), all.first(verdict))));
    counts.extend((all.missing > 0).then(|| figure("missing", all.missing, None)));
    counts
}

/// Which files have the name of another one.
pub fn same_names(files: &[File]) -> Vec<bool> {
    let mut count: HashMap<String, usize> = HashMap::new();
    for file in files {
        *count.entry(who(&file.path, false)).or_default() += 1;
    }
    files.iter().map(|file| count.get(&who(&file.path, false)).is_some_and(|&files| files > 1)).collect()
}
