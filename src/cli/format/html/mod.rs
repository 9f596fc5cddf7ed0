//! `html`: a page of score sheets as people know them from paper.
//!
//! The page is written as it goes: a section per file, a table per group, a row per game. Only what
//! the summary needs is kept, in a [`Page`] that the writers of all threads share.

mod card;
mod mistakes;
mod tally;

use std::sync::Arc;

use maud::{Markup, PreEscaped, html};

pub use tally::Page;

use super::{Format, GAMES_PER_BOARD, Record};
use crate::Rules;
use crate::cli::page;
use crate::cli::text::visible;
use crate::game::FRAMES;
use tally::{GameId, Tally, Verdict};

/// The title of the page.
const TITLE: &str = "Score sheets";

/// The columns of a sheet: the name, the frames and the total.
const COLUMNS: u8 = FRAMES + 2;

/// Writes the page, or the games of one thread.
pub struct Html {
    page: Arc<Page>,
    /// The games since the last end of a group.
    tally: Tally,
    last: GameId,
    in_group: bool,
    /// The rules of the table that is open. Games of other rules get another one.
    table: Option<Rules>,
    rows: usize,
}

impl Html {
    pub fn new(page: Arc<Page>) -> Self {
        Self { page, tally: Tally::default(), last: GameId::default(), in_group: false, table: None, rows: 0 }
    }

    fn close_table(&mut self, out: &mut Vec<u8>) {
        if self.table.take().is_some() {
            out.extend_from_slice(b"</table></div>\n");
        }
        self.rows = 0;
    }

    fn next_id(&mut self, line: u64) -> GameId {
        let source = self.page.source();
        let is_shared = (self.last.source, self.last.line) == (source, line);
        self.last = GameId { source, line, before: if is_shared { self.last.before + 1 } else { 0 } };
        self.last
    }
}

impl Format for Html {
    fn head(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(page::head(TITLE).as_bytes());
    }

    fn begin_source(&mut self, file: &str, out: &mut Vec<u8>) {
        self.page.begin_source();
        out.extend_from_slice(b"<section class=\"file\">\n");
        // The name of standard input says nothing.
        if file != "-" {
            out.extend_from_slice(html! { h2 { (visible(file)) } (PreEscaped("\n")) }.into_string().as_bytes());
        }
    }

    fn end_source(&mut self, games: u64, out: &mut Vec<u8>) {
        if games == 0 {
            out.extend_from_slice(b"<p>No games.</p>\n");
        }
        out.extend_from_slice(b"</section>\n");
    }

    fn begin_chunk(&mut self, in_group: bool) {
        self.in_group = in_group;
    }

    fn record(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        let rules = record.entry.rules;
        if self.rows == GAMES_PER_BOARD || self.table.is_some_and(|open| open != rules) {
            self.in_group |= self.rows == GAMES_PER_BOARD;
            self.close_table(out);
        }
        if self.table.replace(rules).is_none() {
            out.extend_from_slice(table_head(record, self.in_group).into_string().as_bytes());
            self.in_group = false;
        }
        self.rows += 1;
        let (id, verdict) = (self.next_id(record.entry.line), Verdict::of(record));
        self.tally.add(verdict, id);
        out.extend_from_slice(card::row(record, id, verdict).into_string().as_bytes());
    }

    fn end_group(&mut self, out: &mut Vec<u8>) {
        self.close_table(out);
        self.in_group = false;
        self.page.add(&mut self.tally);
    }

    fn tail(&mut self, _games: u64, _wrong: u64, out: &mut Vec<u8>) {
        out.extend_from_slice(page::tail(&self.page.tally().figures(), &legend()).as_bytes());
    }
}

/// The start of a table, up to its first game.
fn table_head(record: &Record<'_>, in_group: bool) -> Markup {
    let (line, rules) = (record.entry.line, record.entry.rules);
    let class = (rules.row().balls > 2).then_some("three");
    let caption = html! {
        "From line " (line)
        @if in_group { ", continued" }
        @if rules != Rules::default() { ", " (rules.name()) " rules" }
    };
    html! {
        (PreEscaped("<div class=\"sheet\" role=\"region\" tabindex=\"0\" aria-label=\""))
        (caption)
        (PreEscaped("\">"))
        @match class {
            Some(class) => { (PreEscaped("<table class=\"")) (class) (PreEscaped("\">")) }
            None => (PreEscaped("<table>")),
        }
        caption { (caption) }
        thead {
            tr {
                th scope="col" { "Name" }
                @for frame in 1..=FRAMES {
                    th scope="col" { (frame) }
                }
                th scope="col" { "Total" }
            }
        }
        (PreEscaped("\n"))
    }
}

/// What the signs mean.
fn legend() -> Markup {
    html! {
        p {
            "X strike, / spare, - no pins, F foul, circled: a split. "
            "\u{2713} the claim of the sheet is right, \u{2717} it is wrong: its number is crossed out."
        }
    }
}
