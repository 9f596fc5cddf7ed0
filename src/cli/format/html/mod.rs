//! `html`: a page of score sheets as people know them from paper.
//!
//! The page is written as it goes: a section per file, a table per group, three rows at most per game. The mark of a
//! file and the class list are known only after their games. They stand there in the page, and the style shows them
//! first. So memory grows with the number of files, not of games. What is counted is kept in a [`Page`] that the
//! writers of all threads share.

mod card;
mod notes;
mod section;
mod tally;

use std::sync::Arc;

use maud::{Markup, PreEscaped, html};

pub use tally::Page;

use super::{Consumer, GAMES_PER_GROUP, MissingGame, Needs, Record, Verdict};
use crate::Rules;
use crate::cli::page::{self, frames};
use crate::cli::text::{cut, visible};
use tally::{File, GameId, Tally};

/// A longer group goes on in another table. A table is never split over pages, and neither are its heads and games.
const GAMES_PER_TABLE: usize = 8;
// Threads take over between tables.
const _: () = assert!(GAMES_PER_GROUP.is_multiple_of(GAMES_PER_TABLE));

/// More lines of comments above a group, and more columns of each, are left out. Bounds memory.
const MOST_COMMENTS: usize = 8;
const WIDEST_COMMENT: usize = 300;

/// The writer of the page, or the games of one thread.
#[derive(Default)]
pub struct Html {
    page: Arc<Page>,
    last: GameId,
    in_group: bool,
    /// The comments since the last game or the last end of a group.
    comments: Vec<String>,
    /// The rules of the table that is open. Games of other rules get another one.
    table: Option<Rules>,
    rows: usize,
}

impl Html {
    pub fn new(page: Arc<Page>) -> Self {
        Self { page, ..Self::default() }
    }

    fn close_table(&mut self, out: &mut Vec<u8>) {
        if self.table.take().is_some() {
            out.extend_from_slice(frames::TABLE_END.as_bytes());
        }
        self.rows = 0;
    }

    fn next_id(&mut self, line: u64) -> GameId {
        let file = self.page.files().len();
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

    /// A page links to its games by their lines.
    fn needs(&self) -> Needs {
        Needs { whole_groups: true, unique_lines: true, growth: 32, ..Needs::RECORDS }
    }

    fn head(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(page::head("Score sheets").as_bytes());
    }

    fn begin_source(&mut self, file: &str, out: &mut Vec<u8>) {
        let mut files = self.page.files();
        files.push(File { path: file.into(), tally: Tally::default() });
        out.extend_from_slice(b"<section class=\"file\">\n");
        // The name of standard input says nothing.
        if file != "-" {
            write(&section::heading(file, files.len()), out);
        }
    }

    fn missing(&mut self, missing: &MissingGame<'_>, out: &mut Vec<u8>) {
        self.page.add(&Tally { missing: 1, ..Tally::default() });
        write(&section::missing(missing), out);
    }

    fn end_source(&mut self, out: &mut Vec<u8>) {
        if let Some(file) = self.page.files().last() {
            write(&section::result(&file.tally), out);
        }
        out.extend_from_slice(b"</section>\n");
    }

    fn begin_chunk(&mut self, _file: &str, in_group: bool) {
        self.in_group = in_group;
    }

    fn record(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        let rules = record.entry.rules;
        if self.rows == GAMES_PER_TABLE || self.table.is_some_and(|open| open != rules) {
            self.in_group |= self.rows == GAMES_PER_TABLE;
            self.close_table(out);
        }
        if self.table.replace(rules).is_none() {
            write(&table_head(record, &self.comments, self.in_group), out);
            self.in_group = false;
        }
        self.comments.clear();
        self.rows += 1;
        let (id, verdict) = (self.next_id(record.entry.line), Verdict::of(record));
        self.page.add(&Tally::of(record, id, verdict));
        write(&card::rows(record, id, verdict), out);
    }

    fn text(&mut self, line: &[u8], _out: &mut Vec<u8>) {
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

    fn end_chunk(&mut self, out: &mut Vec<u8>) {
        self.end_group(out);
    }

    fn tail(&mut self, _games: u64, _wrong: u64, out: &mut Vec<u8>) {
        let files = self.page.files();
        out.extend_from_slice(page::tail(section::kind(&files), &section::summary(&files)).as_bytes());
    }
}

/// Whether a comment is for the program. Its rules are in the caption anyway.
fn is_directive(comment: &str) -> bool {
    let word = comment.split_once(':').map(|(word, _)| word.trim_end().to_ascii_lowercase());
    word.is_some_and(|word| ["rule", "rules", "players"].contains(&word.as_str()))
}

/// The start of a table, up to its first game. Comments above a group are its caption.
fn table_head(record: &Record<'_>, comments: &[String], in_group: bool) -> Markup {
    let from = match (comments.is_empty(), in_group) {
        (true, true) => Some("from more"),
        (true, false) => Some("from"),
        (false, _) => None,
    };
    let caption = html! {
        caption class=[from] {
            @if comments.is_empty() {
                "From line " (record.entry.line)
                @if in_group { ", continued" }
            } @else { (lines(comments)) }
            @if record.entry.rules != Rules::default() { " (" (record.entry.rules.name()) " rules)" }
        }
    };
    frames::table_head(record.entry.rules, &caption)
}

fn lines(comments: &[String]) -> Markup {
    html! {
        @for comment in comments { bdi { (comment) } }
    }
}
