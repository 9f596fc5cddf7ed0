//! `csv` (RFC 4180): one row per game, running totals in the frame columns.
//!
//! Numbers need no quotes and are written directly. Text goes through the crate `csv`. A test
//! compares whole rows with what the crate writes.

use std::cell::OnceCell;

use super::buffer::Cursor;
use super::notation::Notation;
use super::number::{Numbers, Totals};
use super::row_start::RowStart;
use super::{Buffer, Format, Record, write_cards};
use crate::cli::text::visible;
use crate::game::{FRAMES, Rules, ScoreCard};

const HEADER: &str = "file,line,name,frame1,frame2,frame3,frame4,frame5,frame6,frame7,frame8,frame9,frame10,\
                      total,max,complete,error,rules,notation,claim,holds\n";

pub struct Csv {
    header: bool,
    start: RowStart,
    notation: Notation,
    ends: Ends,
}

impl Csv {
    pub fn new(header: bool) -> Self {
        let (start, notation, ends) = Default::default();
        Self { header, start, notation, ends }
    }
}

impl Format for Csv {
    fn head(&self, out: &mut Buffer) {
        if self.header {
            out.extend(HEADER.as_bytes());
        }
    }

    fn begin(&mut self, file: &str, _continues_group: bool, _games_before: u64) {
        self.start.set_file(file, |file, out| {
            write_text(file, out);
            out.push(b',');
        });
    }

    fn record(&mut self, record: &Record<'_>, out: &mut Buffer) {
        self.start.write(record.game.line, out);
        out.push(b',');
        if let Some(name) = record.game.name {
            out.with_vec(|out| write_text(name, out));
        }
        out.push(b',');
        if let Some(card) = record.good()
            && record.game.claim_text.is_empty()
            && out.with_cursor::<256>(|out| write_usual_card(card, &self.notation, &self.ends, out))
        {
            return;
        }
        match record.game.card {
            Some(card) => write_numbers(card, out),
            None => out.extend(b",,,,,,,,,,,,false,"),
        }
        if let Some((_, error)) = record.game.error {
            out.with_vec(|out| write_text(&error.to_string(), out));
        }
        out.push(b',');
        out.extend(record.game.rules.name().as_bytes());
        out.push(b',');
        if let Some(card) = record.good() {
            let start = out.len();
            self.notation.write(card, out);
            guard_sign(out[start..].first_mut());
        }
        write_claim(record, out);
    }

    fn takes_cards(&self) -> bool {
        true
    }

    fn cards(&mut self, first_line: u64, cards: &[ScoreCard], out: &mut Buffer) {
        let digits = self.start.prepare(first_line, cards.len()).unwrap_or_default();
        write_cards(self, first_line, cards, out, |csv, at, card, out| {
            let Some(&digits) = digits.get(at) else { return false };
            out.with_cursor::<384>(|out| {
                csv.start.write_prepared(digits, out);
                out.bytes(b",,");
                write_usual_card(card, &csv.notation, &csv.ends, out)
            })
        });
    }
}

/// Writes what follows the name in the row of the usual game: complete, without a claim, and with
/// frames that have been written before. Returns `false` for any other.
#[inline]
fn write_usual_card<const N: usize>(
    card: &ScoreCard,
    notation: &Notation,
    ends: &Ends,
    out: &mut Cursor<'_, N>,
) -> bool {
    let Some((_, totals)) = card.complete() else { return false };
    let [first_frames @ .., tenth] = totals;
    for &total in first_frames {
        out.text(FIELDS.get(total));
    }
    out.text(ends.of(card.rules()).get(*tenth));
    let start = out.len();
    let is_usual = notation.write_known(card, out);
    guard_sign(out.get_mut(start));
    out.take_back();
    out.bytes(b",,\n");
    is_usual
}

/// What follows the ninth frame of a complete game: the tenth, the total, the best total, that it is
/// complete and not in error, and the rules.
#[derive(Default)]
struct Ends([OnceCell<Box<Totals<32>>>; Rules::ALL.len()]);

impl Ends {
    #[inline]
    fn of(&self, rules: Rules) -> &Totals<32> {
        let ends = || Box::new(Numbers::between(&[b"", b",", b",", format!(",true,,{rules},").as_bytes()]));
        self.0[rules as usize].get_or_init(ends)
    }
}

/// Totals with a comma.
static FIELDS: Totals<8> = Numbers::between(&[b"", b","]);

/// A sign at the start is a formula to a spreadsheet. A gutter ball is also written 0.
#[inline]
fn guard_sign(first: Option<&mut u8>) {
    if let Some(first @ b'-') = first {
        *first = b'0';
    }
}

/// The claim as it was written, and whether it holds, each after a comma; then the line end.
fn write_claim(record: &Record<'_>, out: &mut Buffer) {
    let claim = record.game.claim_text.trim_ascii();
    if claim.is_empty() {
        out.extend(b",,\n");
        return;
    }
    out.push(b',');
    out.with_vec(|out| write_text(claim, out));
    // What is not a claim cannot hold.
    let holds = record.game.claim.is_some() && record.mismatch.is_none();
    out.extend(if holds { b",true\n" } else { b",false\n" });
}

/// The frames, the total, the best total and whether the game is complete, each with a comma.
fn write_numbers(card: &ScoreCard, out: &mut Buffer) {
    for &total in card.running_totals() {
        out.text(FIELDS.get(total));
    }
    for _ in card.running_totals().len()..FRAMES.into() {
        out.push(b',');
    }
    out.text(FIELDS.get(card.total()));
    out.text(FIELDS.get(card.max()));
    out.extend(if card.is_complete() { b"true," } else { b"false," });
}

/// Text, quoted where needed, and never a formula to a spreadsheet.
pub fn write_text(text: &str, out: &mut Vec<u8>) {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'.' | b'/' | b'_');
    if text.bytes().all(is_plain) || text == "-" {
        out.extend_from_slice(text.as_bytes());
        return;
    }
    let shown = visible(text);
    // The full-width signs start formulas too, in spreadsheets for languages that type them.
    let is_formula = shown
        .trim_start_matches('\'')
        .starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}']);
    let guarded = if is_formula { format!("'{shown}") } else { shown.into_owned() };
    let mut writer = csv::Writer::from_writer(Vec::new());
    // With a second field, an empty first one is not quoted. The second field is removed again.
    let written = writer.write_record([guarded.as_str(), "x"]).ok().and_then(|()| writer.into_inner().ok());
    if let Some(field) = written.as_deref().and_then(|row| row.strip_suffix(b",x\n")) {
        out.extend_from_slice(field);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{TEST_FILE, with_record};
    use super::*;

    #[test]
    fn text_is_quoted_where_needed_and_never_a_formula() {
        for (text, written) in [
            ("Lou", "Lou"),
            ("Smith, Jane", "\"Smith, Jane\""),
            ("the \"Hammer\"", "\"the \"\"Hammer\"\"\""),
            ("홍길동", "홍길동"),
            ("", ""),
            ("-", "-"),
            ("=1+2", "'=1+2"),
            ("'=1+2", "''=1+2"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("+1,2", "\"'+1,2\""),
            ("-x", "'-x"),
            ("\u{ff1d}1", "'\u{ff1d}1"),
            ("a\nb", "a\\u{a}b"),
        ] {
            let mut out = Vec::new();
            write_text(text, &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), written);
        }
    }

    #[test]
    fn a_row_is_what_the_crate_writes() {
        let mut out = Buffer::default();
        let mut format = Csv::new(true);
        format.head(&mut out);
        format.begin(TEST_FILE, false, 0);
        for line in ["X 5/ 9-", "Smith, Jane: X X X X X X X X X XXX", "8 5", "\"Q\": 3 4"] {
            with_record(line, crate::Rules::Tenpin, |record| format.record(record, &mut out));
        }
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&*out);
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in &rows {
            writer.write_record(row).unwrap();
        }
        assert_eq!(String::from_utf8(writer.into_inner().unwrap()), String::from_utf8(out.to_vec()));
        assert_eq!(
            rows[2].iter().skip(2).collect::<Vec<_>>().join(" "),
            "Smith, Jane 30 60 90 120 150 180 210 240 270 300 300 300 true  tenpin X X X X X X X X X XXX  "
        );
        assert_eq!(&rows[3][16], "frame 1: 8 then 5 is 13 pins, a rack has 10");
    }

    #[test]
    fn no_row_has_a_sign_at_the_start_of_the_notation() {
        let (mut out, mut format) = (Buffer::default(), Csv::new(false));
        format.begin("-", false, 0);
        // The second time all frames are known, and the third time they come as a batch.
        for _ in 0..2 {
            with_record("-/ X X X X X X X X XXX", Rules::Tenpin, |record| format.record(record, &mut out));
        }
        let card = "-/ X X X X X X X X XXX".parse::<crate::Game>().unwrap().score_card();
        format.cards(12_345, &[card], &mut out);
        let row = "-,12345,,20,50,80,110,140,170,200,230,260,290,290,290,true,,tenpin,0/ X X X X X X X X XXX,,\n";
        assert_eq!(String::from_utf8_lossy(&out), row.repeat(3));
    }
}
