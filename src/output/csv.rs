//! `csv` (RFC 4180): a row a game, running totals in the frame columns.
//!
//! Numbers need no quotes and are written as they are; every text goes through the crate `csv`
//! unless it is plain. A test holds whole rows against the crate.

use super::{Format, Record, number};
use crate::game::step::FRAMES;

/// The columns before and after those of the frames.
const BEFORE: [&str; 3] = ["file", "line", "name"];
const AFTER: [&str; 4] = ["total", "max", "complete", "error"];

pub struct Csv {
    pub header: bool,
}

impl Format for Csv {
    fn head(&self, out: &mut Vec<u8>) {
        if self.header {
            let frames = (1..=FRAMES).map(|frame| format!("frame{frame}"));
            let columns: Vec<String> =
                BEFORE.into_iter().map(String::from).chain(frames).chain(AFTER.into_iter().map(String::from)).collect();
            out.extend_from_slice(columns.join(",").as_bytes());
            out.push(b'\n');
        }
    }

    fn game(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        text(record.file, out);
        out.push(b',');
        line_number(record.line, out);
        out.push(b',');
        text(record.name.unwrap_or_default(), out);
        out.push(b',');
        let mut frames = 0;
        if let Some(game) = record.game {
            for frame in game.frames() {
                frames += 1;
                if let Some(total) = frame.total {
                    number(total, out);
                }
                out.push(b',');
            }
        }
        out.extend((frames..FRAMES).map(|_| b','));
        if let Some(game) = record.game {
            number(game.score(), out);
            out.push(b',');
            number(game.max(), out);
        } else {
            out.push(b',');
        }
        let complete = record.game.is_some_and(crate::Game::is_complete);
        out.extend_from_slice(if complete { b",true," } else { b",false," });
        if let Some((_, error)) = record.error {
            text(&error.to_string(), out);
        }
        out.push(b'\n');
    }
}

fn line_number(line: u64, out: &mut Vec<u8>) {
    if line <= 300 {
        number(line as u16, out);
    } else {
        out.extend_from_slice(line.to_string().as_bytes());
    }
}

/// A text, quoted where it must be, and never a formula to a spreadsheet.
fn text(text: &str, out: &mut Vec<u8>) {
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'.' | b'/' | b'_')) || text == "-"
    {
        out.extend_from_slice(text.as_bytes());
        return;
    }
    let shown = super::text::visible(text);
    // The wide forms are formulas too where wide letters are typed.
    let formula = shown.starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}']);
    let guarded = if formula { format!("'{shown}") } else { shown.into_owned() };
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Two fields, so that an empty one is not quoted; the comma and the line end go again.
    let written = writer.write_record([guarded.as_str(), "x"]).ok().and_then(|()| writer.into_inner().ok());
    if let Some(field) = written.as_deref().and_then(|row| row.strip_suffix(b",x\n")) {
        out.extend_from_slice(field);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(of: &str) -> String {
        let mut out = Vec::new();
        text(of, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn texts_are_quoted_where_they_must_be() {
        assert_eq!(field("Lou"), "Lou");
        assert_eq!(field("Smith, Jane"), "\"Smith, Jane\"");
        assert_eq!(field("the \"Hammer\""), "\"the \"\"Hammer\"\"\"");
        assert_eq!(field("홍길동"), "홍길동");
        assert_eq!(field(""), "");
        assert_eq!(field("-"), "-");
    }

    #[test]
    fn a_spreadsheet_finds_no_formula() {
        assert_eq!(field("=1+2"), "'=1+2");
        assert_eq!(field("@SUM(A1)"), "'@SUM(A1)");
        assert_eq!(field("+1,2"), "\"'+1,2\"");
        assert_eq!(field("-x"), "'-x");
        assert_eq!(field("\u{ff1d}1"), "'\u{ff1d}1");
        assert_eq!(field("a\nb"), "a\\u{a}b");
    }
}
