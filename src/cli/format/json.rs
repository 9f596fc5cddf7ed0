//! `json`: JSON Lines, one object per game.
//!
//! `serde_json` writes everything that varies in its characters. Punctuation and numbers are
//! written directly, and frames are kept in a [`FrameCache`]. A test compares whole objects with
//! what the crate writes.

use std::io::Write as _;
use std::sync::LazyLock;

use serde::{Serialize, Serializer};

use super::buffer::{Block, Cursor, block};
use super::frame_cache::FrameCache;
use super::number::{Numbers, Totals};
use super::row_start::RowStart;
use super::{Buffer, Format, Record, write_cards};
use crate::LineError;
use crate::cli::text::is_hidden;
use crate::game::{FRAMES, Frame, Mark, RACK, Rules, ScoreCard};
use crate::notation::display::shown;
use crate::sheet::Claim;

/// The part of a frame that follows from its balls.
#[derive(Serialize)]
struct FrameHead {
    rolls: Vec<u8>,
    marks: Vec<&'static str>,
    kind: Option<&'static str>,
}

impl FrameHead {
    fn new(frame: Frame<'_>) -> Self {
        Self {
            rolls: frame.balls().iter().map(|ball| ball.pins()).collect(),
            marks: frame.balls().iter().map(|&ball| shown(ball)).collect(),
            kind: frame.mark().map(Mark::name),
        }
    }
}

#[derive(Serialize)]
struct ClaimObject<'a> {
    #[serde(serialize_with = "serialize_claim")]
    says: &'a Claim,
    holds: bool,
}

impl<'a> ClaimObject<'a> {
    fn new(record: &Record<'a>) -> Option<Self> {
        record.game.claim.map(|says| Self { says, holds: record.mismatch.is_none() })
    }
}

fn serialize_claim<S: Serializer>(claim: &Claim, serializer: S) -> Result<S::Ok, S::Error> {
    match claim {
        Claim::Total(total) => total.serialize(serializer),
        Claim::Running(totals) => totals.serialize(serializer),
        Claim::Error(_) => serializer.collect_str(claim),
    }
}

#[derive(Serialize)]
struct ErrorObject {
    line: u64,
    column: usize,
    frame: Option<u8>,
    message: String,
}

impl ErrorObject {
    fn new((line, error): (u64, &LineError)) -> Self {
        Self { line, column: error.column(), frame: error.frame(), message: error.message() }
    }
}

#[derive(Default)]
pub struct Json {
    start: RowStart,
    heads: FrameCache<64>,
}

impl Format for Json {
    fn begin(&mut self, file: &str, _continues_group: bool, _games_before: u64) {
        self.start.set_file(file, |file, out| {
            out.extend_from_slice(b"{\"file\":");
            write_json(&file, out);
            out.extend_from_slice(b",\"line\":");
        });
    }

    fn record(&mut self, record: &Record<'_>, out: &mut Buffer) {
        let game = record.game;
        self.start.write(game.line, out);
        out.extend(b",\"name\":");
        match game.name {
            Some(name) => out.with_vec(|out| write_json(&name, out)),
            None => out.extend(b"null"),
        }
        if let Some(card) = record.good()
            && game.claim.is_none()
            && out.with_cursor::<1408>(|out| write_usual_card(card, &self.heads, out))
        {
            return;
        }
        if let Some(card) = game.card {
            self.write_card(card, out);
        } else {
            write_rules(game.rules, out);
            out.extend(b"null,\"max\":null,\"complete\":false,\"frames\":[");
        }
        out.extend(b"],\"claim\":");
        out.with_vec(|out| write_json(&ClaimObject::new(record), out));
        out.extend(b",\"error\":");
        out.with_vec(|out| write_json(&game.error.map(ErrorObject::new), out));
        out.extend(b"}\n");
    }

    fn takes_cards(&self) -> bool {
        true
    }

    fn cards(&mut self, first_line: u64, cards: &[ScoreCard], out: &mut Buffer) {
        let digits = self.start.prepare(first_line, cards.len()).unwrap_or_default();
        write_cards(self, first_line, cards, out, |json, at, card, out| {
            let Some(&digits) = digits.get(at) else { return false };
            out.with_cursor::<1536>(|out| {
                json.start.write_prepared(digits, out);
                out.bytes(b",\"name\":null");
                write_usual_card(card, &json.heads, out)
            })
        });
    }
}

impl Json {
    fn write_card(&mut self, card: &ScoreCard, out: &mut Buffer) {
        write_rules(card.rules(), out);
        let (total, max, complete) = (card.total(), card.max(), card.is_complete());
        out.extend(format!("{total},\"max\":{max},\"complete\":{complete},\"frames\":[").as_bytes());
        for (at, frame) in card.frames().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            out.text(self.heads.text(frame, |head| write_head(frame, head)));
            match frame.score().zip(frame.total()) {
                Some((score, total)) => out.extend(format!(",\"score\":{score},\"total\":{total}").as_bytes()),
                None => out.extend(b",\"score\":null,\"total\":null"),
            }
            if frame.balls().iter().any(|ball| ball.roll.is_split()) {
                out.extend(b",\"split\":true");
                write_splits(frame, out);
            }
            if frame.balls().iter().any(|ball| ball.roll.is_foul()) {
                out.extend(b",\"foul\":true");
            }
            out.push(b'}');
        }
    }
}

/// Writes what follows the name of the usual game: complete, without fouls and splits, without a claim,
/// all of whose frames have been written before. Returns `false` for any other.
#[inline]
fn write_usual_card<const N: usize>(card: &ScoreCard, heads: &FrameCache<64>, out: &mut Cursor<'_, N>) -> bool {
    let Some((frames, totals)) = card.complete() else { return false };
    out.text(&RULES[card.rules() as usize]);
    out.text(TOTALS.get(totals[FRAMES as usize - 1]));
    out.bytes(b"\"complete\":true,\"frames\":[");
    let (heads, mut before) = (heads.known(card.rules()), 0);
    for (at, (frame, &total)) in frames.iter().zip(totals).enumerate() {
        let Some(head) = heads.get(frame.key()) else { return false };
        // Frames of two balls need no more than 48 bytes, so a quarter of the copy can be left out.
        let is_tenth = at + 1 == FRAMES as usize;
        if is_tenth || !out.short_text::<48, 64>(head) {
            out.text(head);
        }
        out.text(SCORES.get(total - before));
        out.text(FRAME_ENDS.get(total));
        before = total;
    }
    out.take_back();
    out.bytes(NO_CLAIM_NO_ERROR);
    true
}

fn write_rules(rules: Rules, out: &mut Buffer) {
    out.text(&RULES[rules as usize]);
}

/// `{"rolls":[8,2],"marks":["8","/"],"kind":"spare"`, without the end of the object.
fn write_head(frame: Frame<'_>, out: &mut Vec<u8>) {
    write_json(&FrameHead::new(frame), out);
    out.pop();
}

/// Which balls of a tenth frame left a split, from 1. In other frames only the first can.
fn write_splits(frame: Frame<'_>, out: &mut Buffer) {
    let splits: Vec<usize> =
        (1..).zip(frame.balls()).filter(|(_, ball)| ball.roll.is_split()).map(|(at, _)| at).collect();
    if frame.number() == FRAMES {
        out.extend(b",\"splits\":");
        out.with_vec(|out| write_json(&splits, out));
    }
}

const NO_CLAIM_NO_ERROR: &[u8; 29] = b"],\"claim\":null,\"error\":null}\n";
/// The total and the best total of a complete game.
static TOTALS: Totals<16> = Numbers::between(&[b"", b",\"max\":", b","]);
/// The rules, and the key of the total.
static RULES: LazyLock<[Block<32>; Rules::ALL.len()]> =
    LazyLock::new(|| Rules::ALL.map(|rules| block(format!(",\"rules\":\"{rules}\",\"total\":").as_bytes())));
/// The scores of frames. In blocks of 24 bytes, a look-up would take longer.
static SCORES: Numbers<32, { 3 * RACK as usize + 1 }> = Numbers::between(&[b",\"score\":", b",\"total\":"]);
static FRAME_ENDS: Totals<8> = Numbers::between(&[b"", b"},"]);

/// Appends a value as JSON. The types here cannot fail to serialize, and writing to memory cannot fail.
pub fn write_json(value: &impl Serialize, out: &mut Vec<u8>) {
    let start = out.len();
    let _ = serde_json::to_writer(&mut *out, value);
    escape_hidden(start, out);
}

/// JSON escapes control characters up to U+001F only. A terminal acts on others as well.
#[inline(never)]
fn escape_hidden(start: usize, out: &mut Vec<u8>) {
    if out[start..].iter().any(|&byte| byte >= 0x7F) {
        let text = String::from_utf8_lossy(&out.split_off(start)).into_owned();
        let mut units = [0; 2];
        for character in text.chars() {
            if is_hidden(character) {
                for unit in character.encode_utf16(&mut units) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            } else {
                out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{TEST_FILE, with_record};
    use super::*;
    use crate::Rules;

    /// The whole object, as the crate would write it.
    #[derive(Serialize)]
    struct GameObject<'a> {
        file: &'a str,
        line: u64,
        name: Option<&'a str>,
        rules: &'static str,
        total: Option<u16>,
        max: Option<u16>,
        complete: bool,
        frames: Vec<FrameObject>,
        claim: Option<ClaimObject<'a>>,
        error: Option<ErrorObject>,
    }

    #[derive(Serialize)]
    struct FrameObject {
        #[serde(flatten)]
        head: FrameHead,
        score: Option<u16>,
        total: Option<u16>,
        #[serde(skip_serializing_if = "Option::is_none")]
        split: Option<bool>,
        #[serde(skip_serializing_if = "Option::is_none")]
        splits: Option<Vec<usize>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        foul: Option<bool>,
    }

    fn object(record: &Record<'_>) -> String {
        let frames = record.game.card.iter().flat_map(|card| card.frames()).map(|frame| FrameObject {
            head: FrameHead::new(frame),
            score: frame.score(),
            total: frame.total(),
            split: frame.balls().iter().any(|ball| ball.roll.is_split()).then_some(true),
            splits: Some((1..).zip(frame.balls()).filter(|(_, ball)| ball.roll.is_split()).map(|(at, _)| at).collect())
                .filter(|splits: &Vec<usize>| frame.number() == 10 && !splits.is_empty()),
            foul: frame.balls().iter().any(|ball| ball.roll.is_foul()).then_some(true),
        });
        let object = GameObject {
            file: record.file,
            line: record.game.line,
            name: record.game.name,
            rules: record.game.rules.name(),
            total: record.game.card.map(ScoreCard::total),
            max: record.game.card.map(ScoreCard::max),
            complete: record.game.card.is_some_and(ScoreCard::is_complete),
            frames: frames.collect(),
            claim: ClaimObject::new(record),
            error: record.game.error.map(ErrorObject::new),
        };
        serde_json::to_string(&object).unwrap() + "\n"
    }

    #[test]
    fn the_bytes_are_those_of_the_crate() {
        // One writer for all rule sets, so that cached frames of other rules would show.
        let mut writer = Json::default();
        writer.begin(TEST_FILE, false, 0);
        // The second time all frames are known.
        for rules in Rules::ALL.into_iter().chain(Rules::ALL) {
            for line in [
                "X 5/ 9-",
                "8 1 7",
                "\"q\"\t\u{1b}: X S7/ F9 F- = 48",
                "9 9 9 8 1",
                "[]",
                "0 0 10 10",
                "8 5",
                "11 = error",
                "X X X X X X X X X XXX = 30 60 _",
                "9/ 9/ 9/ 9/ 9/ 9/ 9/ 9/ 9/ 9/9",
                "x: 5 4 = 10",
                "5 5 5 5 5 5",
                "X X X X X X X X X S7/S8",
            ] {
                with_record(line, rules, |record| {
                    let mut out = Buffer::default();
                    writer.record(record, &mut out);
                    assert_eq!(String::from_utf8_lossy(&out), object(record), "{rules}: {line}");
                });
            }
        }
    }
}
