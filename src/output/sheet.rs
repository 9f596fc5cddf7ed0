//! `sheet`: `NAME: notation = running totals`, a line that `--check` accepts. This is how a fixture is made.

use std::borrow::Cow;

use super::notation::spell;
use super::text::visible;
use super::{ERROR, Format, Record, number};
use crate::parse::sheet::parts;
use crate::{Dialect, Rules, score_line};

/// It remembers the rules of the lines above, so that a reader scores by the same.
#[derive(Default)]
pub struct Sheet {
    rules: Rules,
}

impl Format for Sheet {
    fn game(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        if std::mem::replace(&mut self.rules, record.rules) != record.rules {
            out.extend_from_slice(b"# rules: ");
            out.extend_from_slice(record.rules.name().as_bytes());
            out.push(b'\n');
        }
        if let Some(name) = record.name {
            out.extend_from_slice(readable(name).as_bytes());
            out.extend_from_slice(b": ");
        }
        let (Some(game), None) = (record.game, record.error) else {
            out.extend_from_slice(refused(record).as_bytes());
            out.extend_from_slice(b" = error\n");
            return;
        };
        spell(game, out);
        out.extend_from_slice(b" =");
        let mut settled = game.frames().map_while(|frame| frame.total);
        if settled.clone().nth(1).is_some() {
            settled.for_each(|total| claim(total, out));
        } else {
            // One number is a claim of the total.
            claim(settled.next().unwrap_or_default(), out);
        }
        out.push(b'\n');
    }
}

fn claim(total: u16, out: &mut Vec<u8>) {
    out.push(b' ');
    number(total, out);
}

/// A name as a sheet can hold it: a log takes some that would end early there, or start a comment.
fn readable(name: &str) -> Cow<'_, str> {
    let shown = visible(name);
    if parts(format!("{shown}: []").as_bytes()).name == Some(&shown) && !shown.starts_with('#') {
        return shown;
    }
    let escape = |sign: char| match sign {
        ':' | '#' | '=' => format!("\\u{{{:x}}}", u32::from(sign)),
        sign => sign.into(),
    };
    shown.chars().map(escape).collect()
}

/// The game as it was written, where reading it again is refused again; else a word that always is.
fn refused(record: &Record<'_>) -> String {
    let written = std::str::from_utf8(record.source).ok().and_then(|line| {
        let line = line.trim_end();
        let end = parts(line.as_bytes()).game.ok()?.1;
        let start = parts(line.as_bytes()).start;
        let game = visible(line.get(start..end)?.trim()).into_owned();
        let again = score_line(game.as_bytes(), Dialect::Auto, record.rules)?;
        (game.len() < 256 && again.game.is_err() && again.name.is_none() && again.claim.is_none()).then_some(game)
    });
    written.unwrap_or_else(|| String::from_utf8_lossy(ERROR).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_written_so_that_it_is_read_as_one() {
        for name in ["PJS", "홍길동", "Team #2", "=1+2"] {
            assert_eq!(readable(name), name);
        }
        for (name, shown) in [
            ("a:b", "a\\u{3a}b"),
            ("#c", "\\u{23}c"),
            ("X#c", "X\\u{23}c"),
            ("x = error", "x \\u{3d} error"),
            ("a\u{1b}", "a\\u{1b}"),
        ] {
            assert_eq!(readable(name), shown);
            assert_eq!(parts(format!("{shown}: X").as_bytes()).name, Some(shown));
        }
    }
}
