//! `html`: a page of score sheets as people know them from paper.
//!
//! A page starts with its summary, and a file with its mark, so that the page is read in the order of its elements.
//! They are known only after their games: a page is held in memory until it ends. One that gets too long for that is
//! written as it goes from there on, and its marks and its summary come last.

mod about;
mod card;
mod class_list;
mod mistakes;
mod notes;
mod rows;
mod section;
mod tally;

pub use about::tag_keys;

use maud::{Markup, PreEscaped, html};

use super::{Consumer, Entry, Event, MissingGame};
use crate::Rules;
use crate::cli::page::{self, Kind, frames};
use crate::cli::text::{cut, visible};
use card::Card;
use mistakes::Mistakes;
use tally::{File, GameId, Listed, Tally};

/// A longer group goes on in another table, because browsers are slow to lay out a long one.
const GAMES_PER_TABLE: usize = 64;

/// A page of more bytes is long. It has some thousand games.
const MOST_HELD: usize = 4 << 20;

/// More lines of comments above a group, and more columns of each, are left out. Bounds memory.
const MOST_COMMENTS: usize = 8;
const WIDEST_COMMENT: usize = 300;

/// The title of a page that has no better one.
const TITLE: &str = "Score sheets";

/// The writer of a page.
#[derive(Default)]
pub struct Html {
    /// The files so far. The last one is being read.
    files: Vec<File>,
    /// The bytes of the tables that are held.
    held: usize,
    is_long: bool,
    last: GameId,
    /// The comments since the last game or the last end of a group.
    comments: Vec<String>,
    table: Option<Table>,
    mistakes: Mistakes,
    /// The card of the first game.
    card: Option<Card>,
}

/// The table that is open. Other games get another one.
#[derive(PartialEq, Eq)]
struct Table {
    rules: Rules,
    /// When and where its games were bowled.
    occasion: Vec<String>,
    rows: usize,
}

impl Consumer for Html {
    type Item = u8;

    /// A game is in the table of those before it, and has a number if it shares its line with them.
    fn needs_order(&self) -> bool {
        true
    }

    fn event(&mut self, event: &Event<'_>, out: &mut Vec<u8>) {
        match *event {
            Event::BeginFile(path) => self.begin_file(path, out),
            Event::Entry(entry) => self.add(entry),
            Event::Text(line) => self.add_comment(line),
            Event::EndGroup | Event::EndMatch => self.end_group(),
            Event::Missing(missing) => self.add_missing(missing),
            Event::EndFile => self.end_file(out),
            _ => {}
        }
        if self.is_long || self.held > MOST_HELD {
            self.write_held(out);
        }
    }

    fn tail(&mut self, _games: u64, _wrong: u64, out: &mut Vec<u8>) {
        let summary = || section::summary(&self.files, &self.mistakes);
        let is_card = matches!(&self.files[..], [file] if file.tally.games() + file.tally.missing == 1);
        if self.is_long {
            out.extend_from_slice(page::end_long(&summary()).as_bytes());
        } else if let Some(Card { title, content }) = self.card.take().filter(|_| is_card) {
            out.extend_from_slice(&page::page(&title, Kind::Card, &Markup::default(), content.0.as_bytes()));
        } else {
            let kind = if self.files.len() > 1 { Kind::Cover } else { Kind::Plain };
            out.extend_from_slice(&page::page(&self.title(), kind, &summary(), &self.sections()));
        }
    }
}

impl Html {
    fn begin_file(&mut self, path: &str, out: &mut Vec<u8>) {
        self.files.push(File { path: path.into(), ..File::default() });
        if self.is_long {
            section::start(path, self.files.len(), out);
        }
    }

    fn end_file(&mut self, out: &mut Vec<u8>) {
        self.end_group();
        if self.is_long {
            self.write_held(out);
            self.files.last().into_iter().for_each(|file| section::end(file, out));
        }
    }

    /// Writes the tables that are held, and before the first of them the start of the page.
    fn write_held(&mut self, out: &mut Vec<u8>) {
        if !self.is_long {
            self.is_long = true;
            out.extend_from_slice(page::start_long(TITLE).as_bytes());
            let current = self.files.len();
            for (number, file) in (1..).zip(&mut self.files) {
                if number == current {
                    section::start(&file.path, number, out);
                } else {
                    section::whole(file, number, false, false, out);
                    file.tables = Vec::new();
                }
            }
        }
        if let Some(file) = self.files.last_mut() {
            out.append(&mut file.tables);
        }
        self.held = 0;
    }

    fn title(&self) -> String {
        match &self.files[..] {
            [file] if file.path != "-" => visible(&section::who(&file.path, false)).into_owned(),
            files if files.len() > 1 && files.iter().any(|file| file.tally.is_graded()) => "Class list".into(),
            _ => TITLE.into(),
        }
    }

    /// The sections of all files.
    fn sections(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let is_only = self.files.len() == 1;
        for ((number, file), same_name) in (1..).zip(&self.files).zip(section::same_names(&self.files)) {
            section::whole(file, number, is_only, same_name, &mut out);
        }
        out
    }

    /// Appends to the tables of the current file.
    fn hold(&mut self, markup: &Markup) {
        let Some(file) = self.files.last_mut() else { return };
        file.tables.extend_from_slice(markup.0.as_bytes());
        self.held += markup.0.len();
    }

    fn add(&mut self, entry: &Entry<'_>) {
        let table = Table { rules: entry.rules, occasion: about::occasion(entry), rows: 0 };
        let goes_on = self.table.as_ref().is_some_and(|open| {
            open.rules == table.rules && open.occasion == table.occasion && open.rows < GAMES_PER_TABLE
        });
        if !goes_on {
            self.close_table();
            self.hold(&table_head(&table, &self.comments));
            self.table = Some(table);
        }
        let (id, verdict) = (self.next_id(entry.line), entry.verdict());
        if let Some(mistake) = entry.mismatch().and_then(|mismatch| mismatch.error.mistake.as_ref()) {
            self.mistakes.add(mistake, id);
        }
        let Some(file) = self.files.last_mut() else { return };
        let number = file.tally.games() + 1;
        if number == 1 {
            let who = (file.path != "-").then(|| section::who(&file.path, false));
            self.card = Card::of(entry, id, who.as_deref(), &self.comments);
        }
        file.tally.merge(&Tally::of(entry, id, verdict));
        let name = entry.name.map(Into::into);
        file.list(Listed { id: id.to_string(), name, verdict: Some(verdict), total: entry.total() });
        self.comments.clear();
        self.table.iter_mut().for_each(|table| table.rows += 1);
        self.hold(&rows::rows(entry, number, id, verdict));
    }

    fn next_id(&mut self, line: u64) -> GameId {
        let file = self.files.len();
        let is_shared = (self.last.file, self.last.line) == (file, line);
        self.last = GameId { file, line, before: if is_shared { self.last.before + 1 } else { 0 } };
        self.last
    }

    fn add_missing(&mut self, missing: MissingGame<'_>) {
        self.end_group();
        let id = format!("m{}-{}", self.files.len(), missing.number);
        self.hold(&section::missing(missing, &id));
        if let Some(file) = self.files.last_mut() {
            file.tally.missing += 1;
            let name = missing.name.map(Into::into);
            file.list(Listed { id, name, verdict: None, total: None });
        }
    }

    fn add_comment(&mut self, line: &[u8]) {
        let text = String::from_utf8_lossy(line);
        let comment = text.trim().trim_start_matches('#').trim_start();
        let is_text = !comment.is_empty() && !is_directive(comment) && !about::is_shown_tag(line);
        if is_text && self.comments.len() < MOST_COMMENTS {
            self.comments.push(visible(&cut(comment, WIDEST_COMMENT)).into_owned());
        }
    }

    fn close_table(&mut self) {
        if self.table.take().is_some() {
            self.hold(&PreEscaped(frames::TABLE_END.into()));
        }
    }

    fn end_group(&mut self) {
        self.close_table();
        // Comments without a game below them.
        if !self.comments.is_empty() {
            self.hold(&html! { p.above { (lines(&self.comments)) } (PreEscaped("\n")) });
            self.comments.clear();
        }
    }
}

/// Whether a comment is for the program. Its rules are in the caption anyway.
fn is_directive(comment: &str) -> bool {
    let word = comment.split_once(':').map(|(word, _)| word.trim_end().to_ascii_lowercase());
    word.is_some_and(|word| ["rule", "rules", "players"].contains(&word.as_str()))
}

/// The start of a table, up to its first game. Its caption has the comments above the group, the date and the rules.
fn table_head(table: &Table, comments: &[String]) -> Markup {
    let rules = (table.rules != Rules::default()).then(|| format!("{} rules", table.rules));
    let facts: Vec<String> = table.occasion.iter().cloned().chain(rules).collect();
    let caption = html! {
        @if !comments.is_empty() || !facts.is_empty() {
            caption {
                (lines(comments))
                @if !facts.is_empty() { bdi { (notes::capital(&facts.join(", "))) } }
            }
        }
    };
    frames::table_head(table.rules, &caption)
}

fn lines(comments: &[String]) -> Markup {
    html! {
        @for comment in comments { bdi { (comment) } }
    }
}
