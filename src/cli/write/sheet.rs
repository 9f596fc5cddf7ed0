//! `sheet`: `NAME: notation = running totals`, a line that `--check` accepts.

use std::borrow::Cow;

use super::notation::Notation;
use super::short::write_number;
use super::{Consumer, Entry, Event};
use crate::cli::read::is_json_start;
use crate::cli::text::visible;
use crate::game::Game;
use crate::sheet::kind::start;
use crate::sheet::line::{LineKind, parts};
use crate::sheet::score_line;
use crate::{Dialect, Rules};

/// Names the rules where they change, so that the sheet is scored by the same rules.
#[derive(Default)]
pub struct Sheet {
    rules: Rules,
    notation: Notation,
}

impl Consumer for Sheet {
    type Item = u8;

    /// The rules are named where they differ from those of the game before.
    fn needs_order(&self) -> bool {
        true
    }

    fn event(&mut self, event: &Event<'_>, out: &mut Vec<u8>) {
        match event {
            Event::Entry(entry) => self.write_game(entry, out),
            Event::Text(line) => self.write_line(line, out),
            _ => {}
        }
    }
}

impl Sheet {
    fn write_game(&mut self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        let rules = entry.rules;
        if std::mem::replace(&mut self.rules, rules) != rules {
            out.extend_from_slice(format!("# rules: {}\n", rules.name()).as_bytes());
        }
        if let Some(name) = entry.name {
            out.extend_from_slice(sheet_name(name).as_bytes());
            out.extend_from_slice(b": ");
        }
        match entry.game() {
            Some(card) => {
                self.notation.write(card, b'-', out);
                write_claim(card, out);
            }
            None => out.extend_from_slice(format!("{} = error", refused_game(entry)).as_bytes()),
        }
        end_line(entry, out);
    }

    /// Writes a line without a game.
    fn write_line(&mut self, line: &[u8], out: &mut Vec<u8>) {
        // As it will be read again: bytes that are not UTF-8 are replaced.
        let line = String::from_utf8_lossy(line);
        let line = line.as_bytes();
        let rules = match LineKind::of(line) {
            LineKind::Rules(name) => name.parse().ok(),
            LineKind::Players(_) => None,
            _ => Some(self.rules),
        };
        match rules {
            // Named here, the rules must not be named again before the next game.
            Some(rules) => self.rules = rules,
            // The line would make the games that follow errors, or the sheet a log.
            None => out.push(b'#'),
        }
        // Shown as an escape, a carriage return before a comment would make it a game.
        let (blanks, text) = line.split_at(start(line).unwrap_or(line.len()));
        if !text.is_empty() {
            blanks.iter().filter(|&&byte| byte != b'\r').for_each(|&byte| out.push(byte));
        }
        write_text(text, out);
        out.push(b'\n');
    }
}

/// Claims the running totals of a game. A single number claims the total.
pub fn write_claim(card: &Game, out: &mut Vec<u8>) {
    out.extend_from_slice(b" =");
    let totals = if card.running_totals().is_empty() { &[0][..] } else { card.running_totals() };
    for &total in totals {
        out.push(b' ');
        write_number(total, out);
    }
}

/// Ends the line of a game with its comment.
fn end_line(entry: &Entry<'_>, out: &mut Vec<u8>) {
    let line = entry.text;
    if memchr::memchr(b'#', line).is_some()
        && let Ok(line) = std::str::from_utf8(line)
        && let Some(comment) = parts(line).comment
    {
        out.extend_from_slice(b" #");
        write_text(comment.as_bytes(), out);
    }
    out.push(b'\n');
}

/// Text of a sheet, safe to print. TABs are kept.
fn write_text(text: &[u8], out: &mut Vec<u8>) {
    let text = String::from_utf8_lossy(text);
    let shown: Vec<Cow<'_, str>> = text.trim_end().split('\t').map(visible).collect();
    out.extend_from_slice(shown.join("\t").as_bytes());
}

/// A name as a sheet can hold it. Some names of logs would end early there, or start a comment.
pub fn sheet_name(name: &str) -> Cow<'_, str> {
    let shown = visible(name);
    let is_read_back = || {
        parts(&format!("{shown}: []")).name == Some(&shown)
            && !shown.starts_with('#')
            && !is_json_start(shown.as_bytes())
    };
    let is_special = |sign: char| [':', '#', '=', '{', '['].contains(&sign);
    if !shown.contains(is_special) || is_read_back() {
        return shown;
    }
    let escaped = |sign: char| if is_special(sign) { sign.escape_unicode().to_string() } else { sign.into() };
    shown.chars().map(escaped).collect()
}

/// The game as it was written if it would be refused again, else a word that always is.
fn refused_game(entry: &Entry<'_>) -> String {
    let written = || {
        let line = std::str::from_utf8(entry.text).ok()?;
        let game = visible(parts(line.trim_end()).game).into_owned();
        let again = score_line(game.as_bytes(), Dialect::Auto, entry.rules)?;
        let is_refused = again.game.is_err() && again.name.is_none() && again.claim.is_none();
        (is_refused && game.len() < 256 && !is_json_start(game.as_bytes())).then_some(game)
    };
    written().unwrap_or_else(|| "error".into())
}
