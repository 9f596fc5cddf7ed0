//! Cuts a source into chunks of whole lines, or of whole groups.

use std::io::{self, Read};
use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr, memrchr_iter};

use super::json::is_json_start;
use super::records;
use crate::error::LONGEST_LINE;
use crate::game::Rules;
use crate::sheet::line::LineKind;
use crate::sheet::reader::{BYTE_ORDER_MARK, SheetRules, sheet_rules};

/// The first read is small, because most inputs are. After each full read the next one doubles.
const FIRST_READ: usize = 16 * 1024;
/// A group that is spread over more text than this is cut. Bounds memory.
const LONGEST_GROUP: usize = 4 * 1024 * 1024;
/// A record that has no end within this many bytes is cut. Bounds memory. Longer than a line may be,
/// so that a line which is too long by itself is reported as such.
const LONGEST_RECORD: usize = 2 * LONGEST_LINE;

/// A run of whole lines, with everything needed to read it without the chunks before it.
#[derive(Debug)]
pub struct Chunk {
    buffer: Vec<u8>,
    len: usize,
    /// The number of its first line, from 1.
    pub first_line: u64,
    /// The rules at its start.
    pub rules: SheetRules,
    /// How many games of the source are before it, if the chunker counts games.
    pub games_before: u64,
    /// Whether its first game belongs to the group of the chunk before.
    pub continues_group: bool,
    /// The characters before it on its first line: JSON may be cut inside a line.
    pub first_column: usize,
    /// Whether the last line has no line end: it may have been cut short. In JSON, whether the array
    /// of the objects has no end.
    pub is_torn: bool,
}

impl Default for Chunk {
    fn default() -> Self {
        Self {
            buffer: Vec::new(),
            len: 0,
            first_line: 1,
            rules: Ok(Rules::default()),
            games_before: 0,
            continues_group: false,
            first_column: 0,
            is_torn: false,
        }
    }
}

impl Chunk {
    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[..self.len]
    }

    /// Room for more bytes behind its own.
    fn room(&mut self, size: usize) -> io::Result<&mut [u8]> {
        let end = self.len + size;
        if self.buffer.len() < end {
            // Little memory is an error to report, not a reason to abort.
            self.buffer.try_reserve(end - self.buffer.len())?;
            self.buffer.resize(end, 0);
        }
        Ok(&mut self.buffer[self.len..end])
    }

    /// Drops a part of its bytes.
    fn remove(&mut self, part: Range<usize>) {
        self.buffer.copy_within(part.end..self.len, part.start);
        self.len -= part.len();
    }
}

/// Where chunks may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// After any line.
    Lines,
    /// After any line, and games are counted.
    CountedLines,
    /// After a group, or after this many games of a longer group.
    Groups(usize),
}

/// What a source consists of. A chunk has whole records only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Records {
    /// Lines.
    #[default]
    Lines,
    /// Rows of CSV, whose quoted cells may hold line ends.
    Csv,
    /// JSON objects, which may be spread over lines or share one.
    Json,
    /// JSON objects in an array. Set by the chunker.
    JsonArray,
}

impl Records {
    /// Whether the source is JSON.
    #[must_use]
    pub const fn is_json(self) -> bool {
        matches!(self, Self::Json | Self::JsonArray)
    }
}

/// How a source is cut.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Where chunks may end.
    pub cut: Cut,
    /// The size that reads grow to.
    pub largest_read: usize,
    /// The value of `--rules`.
    pub rules: Option<Rules>,
}

/// Cuts a source into chunks.
pub struct Chunker {
    input: Box<dyn Read + Send>,
    plan: Plan,
    records: Records,
    /// The format of the source is not known yet.
    is_undetected: bool,
    /// What was read beyond the end of the last chunk.
    carry: Vec<u8>,
    read_size: usize,
    total_read: u64,
    line: u64,
    column: usize,
    games: u64,
    rules: SheetRules,
    groups: GroupSearch,
    /// The rest of an over-long line is being skipped.
    is_skipping: bool,
    /// A byte order mark has been looked for.
    is_started: bool,
    is_ended: bool,
    /// The lines are counted by the reader.
    is_told: bool,
}

impl Chunker {
    /// Cuts an open source.
    #[must_use]
    pub fn new(input: Box<dyn Read + Send>, plan: Plan) -> Self {
        Self {
            input,
            plan,
            records: Records::default(),
            is_undetected: true,
            carry: Vec::new(),
            read_size: FIRST_READ.min(plan.largest_read),
            total_read: 0,
            line: 1,
            column: 0,
            games: 0,
            rules: Ok(plan.rules.unwrap_or_default()),
            groups: GroupSearch::default(),
            is_skipping: false,
            is_started: false,
            is_ended: false,
            is_told: false,
        }
    }

    /// Sets what the source consists of, once that is known.
    pub const fn set_records(&mut self, records: Records) {
        self.records = records;
        self.is_undetected = false;
    }

    /// Takes back chunks, to cut their text again.
    pub fn take_back(&mut self, chunks: &[Chunk]) {
        let Some(first) = chunks.first() else { return };
        self.carry.splice(..0, chunks.iter().flat_map(Chunk::bytes).copied());
        (self.line, self.column) = (first.first_line, first.first_column);
        self.games = first.games_before;
        self.rules.clone_from(&first.rules);
        self.groups = GroupSearch::default();
    }

    /// Lets reads grow to this size from now on.
    pub const fn set_largest_read(&mut self, largest: usize) {
        self.plan.largest_read = largest;
    }

    /// How many bytes have been read.
    #[must_use]
    pub const fn total_read(&self) -> u64 {
        self.total_read
    }

    /// Fills the next chunk; `false` at the end. Returns as soon as there is a whole line (or
    /// group), so that a slow source is answered line by line.
    pub fn next(&mut self, chunk: &mut Chunk) -> io::Result<bool> {
        chunk.len = 0;
        chunk.room(self.carry.len())?.copy_from_slice(&self.carry);
        chunk.len = self.carry.len();
        self.carry.clear();
        chunk.continues_group = self.groups.continues;
        let mut searched = 0;
        loop {
            if let Some(end) = self.end_of_chunk(chunk.bytes(), searched) {
                self.carry.try_reserve(chunk.len - end)?;
                self.carry.extend_from_slice(&chunk.bytes()[end..]);
                chunk.len = end;
                break;
            }
            if self.is_ended {
                break;
            }
            searched = chunk.len;
            self.fill(chunk)?;
        }
        if chunk.len > 0 {
            self.finish(chunk);
        }
        Ok(chunk.len > 0)
    }

    /// Reads once, behind what the chunk already holds.
    fn fill(&mut self, chunk: &mut Chunk) -> io::Result<()> {
        let start = chunk.len;
        let room = chunk.room(self.read_size)?;
        let count = loop {
            match self.input.read(room) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.is_ended = count == 0;
        self.total_read += count as u64;
        if count == self.read_size {
            self.read_size = (2 * self.read_size).min(self.plan.largest_read);
        }
        chunk.len += count;
        if self.is_skipping {
            let end = memchr(b'\n', &chunk.bytes()[start..]).map_or(chunk.len, |at| start + at);
            self.is_skipping = end == chunk.len;
            chunk.remove(start..end);
        }
        self.skip_byte_order_mark(chunk);
        if self.records.is_json() {
            return Ok(());
        }
        let last_line = memrchr(b'\n', chunk.bytes()).map_or(0, |at| at + 1);
        let is_long = chunk.len - last_line > LONGEST_LINE + 1;
        if is_long && self.is_undetected && is_json_start(&chunk.bytes()[last_line..]) {
            // A whole array may be one line.
            self.records = Records::Json;
        } else if is_long {
            // Two bytes over: the last byte of a line that is just short enough may be a carriage return.
            self.is_skipping = true;
            chunk.len = last_line + LONGEST_LINE + 2;
        }
        Ok(())
    }

    /// Drops a byte order mark at the start. A line shorter than the mark is not held back, unless
    /// it may still become one.
    fn skip_byte_order_mark(&mut self, chunk: &mut Chunk) {
        if self.is_started || (!self.is_ended && BYTE_ORDER_MARK.starts_with(chunk.bytes())) {
            return;
        }
        self.is_started = true;
        if chunk.bytes().starts_with(BYTE_ORDER_MARK) {
            chunk.remove(0..BYTE_ORDER_MARK.len());
        }
    }

    fn end_of_chunk(&mut self, bytes: &[u8], searched: usize) -> Option<usize> {
        if !self.is_started {
            return None;
        }
        match self.plan.cut {
            cut if self.records != Records::Lines => self.end_of_records(bytes, cut),
            Cut::Lines | Cut::CountedLines => {
                // A byte order mark may have been dropped since the last search.
                let searched = searched.min(bytes.len());
                memrchr(b'\n', &bytes[searched..]).map(|at| searched + at + 1)
            }
            Cut::Groups(most) => self.groups.end(bytes, most),
        }
    }

    /// The end of the last whole record, or of the last whole group of records.
    fn end_of_records(&mut self, bytes: &[u8], cut: Cut) -> Option<usize> {
        // The first sign of the source says whether its objects are in an array.
        if self.line == 1 && self.records == Records::Json && bytes.trim_ascii_start().starts_with(b"[") {
            self.records = Records::JsonArray;
        }
        let last = records::last_end(bytes, self.records);
        if let Cut::Groups(most) = cut {
            let end = records::end_of_groups(bytes, self.records, most);
            self.groups.continues |= end.is_some();
            if end.is_some() || bytes.len() <= LONGEST_GROUP && bytes.len() - last.unwrap_or(0) <= LONGEST_RECORD {
                return end;
            }
        }
        if last.is_some() || bytes.len() <= LONGEST_RECORD {
            return last;
        }
        // A record without an end must not fill the memory. It is cut after its first line, or if that
        // is as long, the line is skipped. The reader finds that the end is missing.
        memchr(b'\n', bytes).map(|end| end + 1).or_else(|| {
            self.is_skipping = true;
            Some(bytes.len())
        })
    }

    /// Sets what the chunk must know of the ones before it, and what the next must know of this one.
    fn finish(&mut self, chunk: &mut Chunk) {
        (chunk.first_line, chunk.first_column) = (self.line, self.column);
        chunk.games_before = self.games;
        chunk.rules.clone_from(&self.rules);
        let is_last = self.is_ended && self.carry.is_empty();
        chunk.is_torn = is_last && chunk.bytes().last() != Some(&b'\n');
        if is_last {
            self.groups = GroupSearch::default();
        }
        if self.is_told {
            return;
        }
        self.line += memchr_iter(b'\n', chunk.bytes()).count() as u64;
        if self.records.is_json() {
            self.finish_json(chunk, is_last);
            return;
        }
        let counts_games = self.plan.cut == Cut::CountedLines;
        if counts_games || memchr(b'#', chunk.bytes()).is_some() {
            for line in chunk.bytes().split_inclusive(|&byte| byte == b'\n') {
                match LineKind::of(line.strip_suffix(b"\n").unwrap_or(line)) {
                    LineKind::Game if counts_games => self.games += 1,
                    LineKind::Rules(name) => self.rules = sheet_rules(name, self.plan.rules),
                    _ => {}
                }
            }
        }
    }

    /// Moves to the line after the last chunk and the rules there, which its reader knows. From now on
    /// it must be told, until it [counts](Self::count_lines) again.
    pub fn move_to(&mut self, line: u64, rules: SheetRules) {
        (self.line, self.rules, self.is_told) = (line, rules, true);
    }

    /// Counts lines again, and games from 0.
    pub const fn count_lines(&mut self) {
        (self.is_told, self.games) = (false, 0);
    }
}

impl Chunker {
    fn finish_json(&mut self, chunk: &mut Chunk, is_last: bool) {
        let last_line = memrchr(b'\n', chunk.bytes()).map(|at| at + 1);
        let characters = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        self.column = match last_line {
            Some(start) => characters(&chunk.bytes()[start..]),
            None => self.column + characters(chunk.bytes()),
        };
        let last = chunk.bytes().trim_ascii_end().last();
        chunk.is_torn = is_last && self.records == Records::JsonArray && last != Some(&b']');
    }
}

/// How far the search for the end of a group has come.
#[derive(Debug, Default)]
struct GroupSearch {
    scanned: usize,
    games: usize,
    first_game: usize,
    /// The next chunk starts inside a group.
    continues: bool,
}

impl GroupSearch {
    /// The end of the last whole group in these bytes.
    fn end(&mut self, bytes: &[u8], most_games: usize) -> Option<usize> {
        let mut end = self.pass_games(bytes, most_games);
        while let Some(line) = memchr(b'\n', &bytes[self.scanned..]) {
            let (start, after) = (self.scanned, self.scanned + line + 1);
            match LineKind::of(&bytes[start..after - 1]) {
                LineKind::Blank => {
                    (self.games, self.continues) = (0, false);
                    end = Some(after);
                }
                LineKind::Game => {
                    if self.games == 0 {
                        self.first_game = start;
                    }
                    self.games += 1;
                }
                // Comments go with the group below them, unless there are too many.
                _ if self.games == 0 && after - end.unwrap_or(0) > LONGEST_RECORD => end = Some(after),
                _ => {}
            }
            self.scanned = after;
            let is_long = self.games > 0 && after - self.first_game > LONGEST_GROUP;
            if is_long || self.games == most_games {
                (self.games, self.continues) = (0, true);
                end = Some(after);
            }
            if is_long {
                break;
            }
        }
        let end = end?;
        self.scanned -= end;
        self.first_game = self.first_game.saturating_sub(end);
        Some(end)
    }

    /// Passes all whole lines at once if each is a game, as is usual. Returns the end of the last group
    /// that is full.
    fn pass_games(&mut self, bytes: &[u8], most_games: usize) -> Option<usize> {
        let start = self.scanned;
        let lines = &bytes[start..=start + memrchr(b'\n', &bytes[start..])?];
        if bytes.len() > LONGEST_GROUP || !are_games(lines) {
            return None;
        }
        if self.games == 0 {
            self.first_game = start;
        }
        let games = self.games + memchr_iter(b'\n', lines).count();
        (self.scanned, self.games) = (start + lines.len(), games % most_games);
        if games < most_games {
            return None;
        }
        // The games of the next group come after it.
        let end = start + memrchr_iter(b'\n', lines).nth(self.games)? + 1;
        (self.first_game, self.continues) = (end, true);
        Some(end)
    }
}

/// Whether each line is a game: none is blank or starts with a blank or a `#`. The loop is one that the
/// compiler vectorizes.
fn are_games(lines: &[u8]) -> bool {
    let is_other = |byte: u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'#');
    let Some((&first, rest)) = lines.split_first() else { return true };
    let others = lines
        .iter()
        .zip(rest)
        .fold(0, |others, (&before, &after)| others | u8::from(before == b'\n') & u8::from(is_other(after)));
    others == 0 && !is_other(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUPS: Cut = Cut::Groups(64);

    /// A source that returns its bytes a few at a time.
    struct Drip(Vec<u8>, usize);

    impl Read for Drip {
        fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(space.len()).min(self.0.len());
            space[..count].copy_from_slice(&self.0[..count]);
            self.0.drain(..count);
            Ok(count)
        }
    }

    /// The chunks of a source that is read `drip` bytes at a time: first line, games before, text.
    fn chunks(bytes: &[u8], drip: usize, cut: Cut) -> Vec<(u64, u64, Vec<u8>)> {
        let plan = Plan { cut, largest_read: 1 << 16, rules: None };
        let mut chunker = Chunker::new(Box::new(Drip(bytes.to_vec(), drip)), plan);
        let mut chunk = Chunk::default();
        let mut all = Vec::new();
        while chunker.next(&mut chunk).unwrap() {
            all.push((chunk.first_line, chunk.games_before, chunk.bytes().to_vec()));
        }
        all
    }

    fn text(chunks: &[(u64, u64, Vec<u8>)]) -> Vec<u8> {
        chunks.iter().flat_map(|(_, _, bytes)| bytes.clone()).collect()
    }

    #[test]
    fn every_byte_is_in_one_chunk_and_chunks_know_their_line() {
        for bytes in [&b"5 5\n"[..], b"5 5", b"5 5\n\n", b"# c\n", b"\n", b"5 5\n\n3 4\n# c\n", b"1 2\n3\n\n4 5"] {
            for (drip, cut) in (1..9).flat_map(|drip| [(drip, Cut::Lines), (drip, GROUPS)]) {
                let all = chunks(&[BYTE_ORDER_MARK, bytes].concat(), drip, cut);
                assert_eq!(text(&all), bytes, "{drip}");
                assert_eq!(text(&chunks(bytes, drip, cut)), bytes, "{drip}");
                let mut expected = 1;
                for (line, _, bytes) in all {
                    assert_eq!(line, expected);
                    expected += memchr_iter(b'\n', &bytes).count() as u64;
                }
            }
        }
    }

    #[test]
    fn an_over_long_line_is_cut_and_the_next_one_is_whole() {
        let bytes = [&vec![b'1'; 3 * LONGEST_LINE][..], b"\n5 5\n"].concat();
        for drip in [1000, 1 << 20] {
            let text = text(&chunks(&bytes, drip, Cut::Lines));
            assert!(text == [&vec![b'1'; LONGEST_LINE + 2][..], b"\n5 5\n"].concat(), "{drip}");
        }
    }

    #[test]
    fn a_line_shorter_than_a_byte_order_mark_is_not_held_back() {
        assert_eq!(chunks(b"5\n6\n", 2, Cut::Lines), [(1, 0, b"5\n".to_vec()), (2, 0, b"6\n".to_vec())]);
        assert_eq!(chunks(b"\n6\n", 1, Cut::Lines)[0], (1, 0, b"\n".to_vec()));
    }

    #[test]
    fn groups_are_cut_at_blank_lines_and_after_64_games() {
        let group = b"5 5\n# c\n3 4\n".repeat(40);
        let bytes = [&group[..], b"\n1 2\n", b"\n\n7 2"].concat();
        for drip in [1, 7, 100, 1 << 20] {
            let games = |bytes: &[u8]| {
                bytes.split(|&byte| byte == b'\n').filter(|line| LineKind::of(line) == LineKind::Game).count()
            };
            let counts: Vec<usize> = chunks(&bytes, drip, GROUPS).iter().map(|(_, _, bytes)| games(bytes)).collect();
            let counts: Vec<usize> = counts.into_iter().filter(|&games| games > 0).collect();
            assert_eq!(counts.iter().sum::<usize>(), 82);
            assert!(drip > 1 || counts == [64, 16, 1, 1], "{counts:?}");
        }
        // The end of the source ends a group.
        for drip in [1, 3, 100] {
            assert_eq!(chunks(b"5 5\n3 4\n", drip, GROUPS), [(1, 0, b"5 5\n3 4\n".to_vec())], "{drip}");
        }
    }

    #[test]
    fn games_are_counted_over_chunks() {
        let all = chunks(b"5 5\n\n# c\n8 5\n3 4\n", 4, Cut::CountedLines);
        assert_eq!(all.last(), Some(&(5, 2, b"3 4\n".to_vec())));
    }
}
