//! `html`: a page of score sheets as people know them from paper.
//!
//! The page is written as it goes: a section per file, a table per group, three rows at most per game. The mark of a
//! file and the class list are known only after their games. They stand there in the page, and the style shows them
//! first. So memory grows with the number of files, not of games.

mod card;
mod notes;
mod section;
mod tally;

use maud::{Markup, PreEscaped, html};

use super::{Consumer, Entry, Event, Scope};
use crate::Rules;
use crate::cli::page::{self, frames};
use crate::cli::text::{cut, visible};
use tally::{File, GameId, Tally};

/// A longer group goes on in another table. A table is never split over pages, and neither are its heads and games.
const GAMES_PER_TABLE: usize = 8;

/// More lines of comments above a group, and more columns of each, are left out. Bounds memory.
const MOST_COMMENTS: usize = 8;
const WIDEST_COMMENT: usize = 300;

/// The writer of a page.
#[derive(Default)]
pub struct Html {
    /// The files so far. The last one is being written.
    files: Vec<File>,
    last: GameId,
    in_group: bool,
    /// The comments since the last game or the last end of a group.
    comments: Vec<String>,
    /// The rules of the table that is open. Games of other rules get another one.
    table: Option<Rules>,
    rows: usize,
}

impl Html {
    fn close_table(&mut self, out: &mut Vec<u8>) {
        if self.table.take().is_some() {
            out.extend_from_slice(frames::TABLE_END.as_bytes());
        }
        self.rows = 0;
    }

    fn next_id(&mut self, line: u64) -> GameId {
        let file = self.files.len();
        let is_shared = (self.last.file, self.last.line) == (file, line);
        self.last = GameId { file, line, before: if is_shared { self.last.before + 1 } else { 0 } };
        self.last
    }
}

fn write(markup: &Markup, out: &mut Vec<u8>) {
    out.extend_from_slice(markup.0.as_bytes());
}

impl Consumer for Html {
    type Item = u8;

    /// A game is in the table of those before it, and has a number if it shares its line with them.
    fn scope(&self) -> Scope {
        Scope::Run
    }

    fn head(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(page::head("Score sheets").as_bytes());
    }

    fn event(&mut self, event: &Event<'_>, out: &mut Vec<u8>) {
        match *event {
            Event::BeginFile(file) => self.begin_file(file, out),
            Event::Entry(entry) => self.add(entry, out),
            Event::Text(line) => self.add_comment(line),
            Event::EndGroup | Event::EndMatch => self.end_group(out),
            Event::Missing(missing) => {
                self.end_group(out);
                self.count(&Tally { missing: 1, ..Tally::default() });
                write(&section::missing(missing), out);
            }
            Event::EndFile => {
                self.end_group(out);
                if let Some(file) = self.files.last() {
                    write(&section::result(&file.tally), out);
                }
                out.extend_from_slice(b"</section>\n");
            }
            _ => {}
        }
    }

    fn tail(&mut self, _games: u64, _wrong: u64, out: &mut Vec<u8>) {
        let files = &self.files;
        out.extend_from_slice(page::tail(section::kind(files), &section::summary(files)).as_bytes());
    }
}

impl Html {
    fn begin_file(&mut self, file: &str, out: &mut Vec<u8>) {
        self.files.push(File { path: file.into(), tally: Tally::default() });
        out.extend_from_slice(b"<section class=\"file\">\n");
        // The name of standard input says nothing.
        if file != "-" {
            write(&section::heading(file, self.files.len()), out);
        }
    }

    fn add(&mut self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        let rules = entry.rules;
        if self.rows == GAMES_PER_TABLE || self.table.is_some_and(|open| open != rules) {
            self.in_group |= self.rows == GAMES_PER_TABLE;
            self.close_table(out);
        }
        if self.table.replace(rules).is_none() {
            write(&table_head(entry, &self.comments, self.in_group), out);
            self.in_group = false;
        }
        self.comments.clear();
        self.rows += 1;
        let (id, verdict) = (self.next_id(entry.line), entry.verdict());
        self.count(&Tally::of(entry, id, verdict));
        write(&card::rows(entry, id, verdict), out);
    }

    /// Counts games of the current file.
    fn count(&mut self, tally: &Tally) {
        if let Some(file) = self.files.last_mut() {
            file.tally.merge(tally);
        }
    }

    fn add_comment(&mut self, line: &[u8]) {
        let text = String::from_utf8_lossy(line);
        let comment = text.trim().trim_start_matches('#').trim_start();
        if !comment.is_empty() && !is_directive(comment) && self.comments.len() < MOST_COMMENTS {
            self.comments.push(visible(&cut(comment, WIDEST_COMMENT)).into_owned());
        }
    }

    fn end_group(&mut self, out: &mut Vec<u8>) {
        self.close_table(out);
        // Comments without a game below them.
        if !self.comments.is_empty() {
            write(&html! { p.above { (lines(&self.comments)) } (PreEscaped("\n")) }, out);
            self.comments.clear();
        }
        self.in_group = false;
    }
}

/// Whether a comment is for the program. Its rules are in the caption anyway.
fn is_directive(comment: &str) -> bool {
    let word = comment.split_once(':').map(|(word, _)| word.trim_end().to_ascii_lowercase());
    word.is_some_and(|word| ["rule", "rules", "players"].contains(&word.as_str()))
}

/// The start of a table, up to its first game. Comments above a group are its caption.
fn table_head(entry: &Entry<'_>, comments: &[String], in_group: bool) -> Markup {
    let from = match (comments.is_empty(), in_group) {
        (true, true) => Some("from more"),
        (true, false) => Some("from"),
        (false, _) => None,
    };
    let caption = html! {
        caption class=[from] {
            @if comments.is_empty() {
                "From line " (entry.line)
                @if in_group { ", continued" }
            } @else { (lines(comments)) }
            @if entry.rules != Rules::default() { " (" (entry.rules.name()) " rules)" }
        }
    };
    frames::table_head(entry.rules, &caption)
}

fn lines(comments: &[String]) -> Markup {
    html! {
        @for comment in comments { bdi { (comment) } }
    }
}
