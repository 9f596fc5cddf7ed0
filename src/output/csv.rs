//! `csv` (RFC 4180): a row a game, running totals in the frame columns.
//!
//! Numbers need no quotes and are written as they are; every text goes through the crate `csv`
//! unless it is plain. A test holds whole rows against the crate.

use super::{FileField, Format, Record, digits, line_number};
use crate::game::step::FRAMES;

/// The columns before and after those of the frames.
const BEFORE: [&str; 3] = ["file", "line", "name"];
const AFTER: [&str; 4] = ["total", "max", "complete", "error"];

pub struct Csv {
    header: bool,
    file: FileField,
}

impl Csv {
    pub fn new(header: bool) -> Self {
        Self { header, file: FileField::default() }
    }
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
        self.file.write(record.file, text, out);
        out.push(b',');
        line_number(record.line, out);
        out.push(b',');
        if let Some(name) = record.name {
            text(name, out);
        }
        out.push(b',');
        if let Some(game) = record.game {
            let totals = game.totals();
            let total = totals.last().copied().unwrap_or_default();
            let mut row = Numbers::new(out);
            totals.iter().for_each(|&total| row.push(total));
            (totals.len()..usize::from(FRAMES)).for_each(|_| row.comma());
            row.push(total);
            row.push(if game.is_complete() { total } else { game.max() });
            let end = row.end;
            out.truncate(end);
            out.extend_from_slice(if game.is_complete() { b"true," } else { b"false," });
        } else {
            out.extend_from_slice(b",,,,,,,,,,,,false,");
        }
        if let Some((_, error)) = record.error {
            text(&error.to_string(), out);
        }
        out.push(b'\n');
    }
}

/// Numbers with a comma behind each, written where room has been made for all of them.
struct Numbers<'a> {
    out: &'a mut [u8],
    end: usize,
}

impl<'a> Numbers<'a> {
    fn new(out: &'a mut Vec<u8>) -> Self {
        let end = out.len();
        out.resize(end + 64, b',');
        Self { out, end }
    }

    /// Four bytes are always copied, which is cheaper than the right number. Twelve numbers are the most, of three
    /// digits at the most.
    #[inline]
    fn push(&mut self, number: u16) {
        let (digits, len) = digits(number);
        if let Some(place) = self.out.get_mut(self.end..self.end + 4) {
            place.copy_from_slice(&digits);
            self.end += len;
            self.comma();
        }
    }

    #[inline]
    fn comma(&mut self) {
        if let Some(place) = self.out.get_mut(self.end) {
            *place = b',';
            self.end += 1;
        }
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

    #[test]
    fn a_row_is_that_of_the_crate() {
        let mut out = Vec::new();
        let mut format = Csv::new(true);
        format.head(&mut out);
        for line in ["X 5/ 9-", "Smith, Jane: X X X X X X X X X XXX", "8 5", "\"Q\": 3 4"] {
            let scored = crate::score_line(line.as_bytes(), crate::Dialect::Auto, crate::Rules::Tenpin).unwrap();
            let record = Record {
                name: scored.name,
                game: scored.game.as_ref().ok(),
                error: scored.game.as_ref().err().map(|error| (1, error)),
                ..Record::new("a,b.sheet", 12_345, crate::Rules::Tenpin, line.as_bytes())
            };
            format.game(&record, &mut out);
        }
        let mut reader = csv::Reader::from_reader(&out[..]);
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(reader.headers().unwrap()).unwrap();
        for row in &rows {
            writer.write_record(row).unwrap();
        }
        assert_eq!(String::from_utf8(writer.into_inner().unwrap()), String::from_utf8(out));
        assert_eq!(
            rows[1].iter().skip(2).collect::<Vec<_>>().join(" "),
            "Smith, Jane 30 60 90 120 150 180 210 240 270 300 300 300 true "
        );
        assert_eq!(&rows[2][16], "frame 1: 8 then 5 is 13 pins, a rack has 10");
    }
}
