//! Where bytes come from, and how they are cut: into chunks of whole lines, or of whole boards.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::PathBuf;

use memchr::{memchr, memchr_iter, memmem, memrchr};

use crate::game::Rules;
use crate::output::MOST_SEATS;
use crate::parse::error::LONGEST_LINE;
use crate::parse::sheet::{Kind, kind};
use crate::parse::{Dialect, Problem};

/// The first read is small, since most inputs are; the one after a full one is twice as large.
const FIRST_READ: usize = 16 * 1024;
/// A group that is spread over more text than this goes on under a new header.
const LONGEST_BOARD: usize = 4 * 1024 * 1024;
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Where games come from. The type says whether standard input was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file.
    Path(PathBuf),
    /// `-`.
    Stdin,
    /// No file was named.
    Implied,
}

impl Source {
    /// The sources that a command line names.
    #[must_use]
    pub fn list(files: Vec<PathBuf>) -> Vec<Self> {
        if files.is_empty() {
            return vec![Self::Implied];
        }
        files.into_iter().map(|path| if path.as_os_str() == "-" { Self::Stdin } else { Self::Path(path) }).collect()
    }

    /// Its name in records and diagnostics.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Path(path) => path.to_string_lossy().into_owned(),
            Self::Stdin | Self::Implied => "-".into(),
        }
    }

    /// Is somebody expected to type?
    #[must_use]
    pub fn is_by_hand(&self) -> bool {
        *self == Self::Implied && io::stdin().is_terminal()
    }

    /// Is its name a game, or a roll, that was meant to be scored?
    #[must_use]
    pub fn looks_like_a_game(&self) -> bool {
        let game = crate::score_line(self.name().as_bytes(), Dialect::Auto, Rules::default()).map(|line| line.game);
        game.and_then(Result::ok).is_some_and(|game| !game.balls().is_empty())
    }

    /// Opens it.
    pub fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        Ok(match self {
            Self::Path(path) => Box::new(File::open(path)?),
            Self::Stdin | Self::Implied => Box::new(Stdin::open()?),
        })
    }

    /// How many bytes it holds, where that is known.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        match self {
            Self::Path(path) => path.metadata().ok().filter(std::fs::Metadata::is_file).map(|file| file.len()),
            Self::Stdin | Self::Implied => None,
        }
    }
}

/// Standard input without the buffer that the library puts before it: chunks are buffers enough.
struct Stdin;

impl Stdin {
    #[cfg(unix)]
    fn open() -> io::Result<File> {
        use std::os::fd::AsFd;
        Ok(File::from(io::stdin().as_fd().try_clone_to_owned()?))
    }

    #[cfg(not(unix))]
    fn open() -> io::Result<io::Stdin> {
        Ok(io::stdin())
    }
}

/// Makes a pipe on standard input larger, for an input that is: its writer and its readers then wait less for
/// each other. Where it is no pipe, or may not grow, it stays as it is.
pub fn widen_stdin() {
    #[cfg(target_os = "linux")]
    let _ = nix::fcntl::fcntl(io::stdin(), nix::fcntl::FcntlArg::F_SETPIPE_SZ(1024 * 1024));
}

/// The rules that hold at a place of a sheet, or why none do.
pub type SheetRules = Result<Rules, Problem>;

/// What `# rules: NAME` makes of the rules, given the option.
pub fn directed(name: &str, option: Option<Rules>) -> SheetRules {
    match (name.parse::<Rules>(), option) {
        // It is repeated with every game that follows: a start tells enough.
        (Err(_), _) => Err(Problem::UnknownRules(name.chars().take(32).collect())),
        (Ok(sheet), Some(option)) if sheet != option => Err(Problem::OtherRules { sheet, option }),
        (Ok(sheet), _) => Ok(sheet),
    }
}

/// A run of whole lines, with all that must be known to score it without what came before.
#[derive(Debug)]
pub struct Chunk {
    buffer: Vec<u8>,
    len: usize,
    /// The number of its first line, from 1.
    pub first_line: u64,
    /// The rules at its start.
    pub rules: SheetRules,
    /// Its first board must be set apart from one before it.
    pub apart: bool,
    /// The last line has no line end: it may have been cut short.
    pub torn: bool,
}

impl Default for Chunk {
    fn default() -> Self {
        Self { buffer: Vec::new(), len: 0, first_line: 1, rules: Ok(Rules::default()), apart: false, torn: false }
    }
}

impl Chunk {
    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[..self.len]
    }
}

/// Where chunks may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// After any line.
    Lines,
    /// After a group, or after as many games as a board holds.
    Boards,
}

/// What a chunker knows beyond its bytes.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Where chunks may end.
    pub cut: Cut,
    /// The size that reads grow to.
    pub read: usize,
    /// The rules of the option.
    pub option: Option<Rules>,
    /// A board was printed before this source.
    pub boards_before: bool,
}

/// Cuts a source into chunks.
pub struct Chunker {
    input: Box<dyn Read + Send>,
    plan: Plan,
    carry: Vec<u8>,
    read: usize,
    line: u64,
    rules: SheetRules,
    skipping: bool,
    started: bool,
    ended: bool,
    board: BoardCut,
    total: u64,
}

/// How far the search for the end of a board has come.
#[derive(Debug, Default)]
struct BoardCut {
    scanned: usize,
    games: usize,
    first_game: usize,
    /// A board has been cut off before, and this one goes on with its group.
    any: bool,
    continued: bool,
}

impl Chunker {
    /// Chunks of an open source.
    #[must_use]
    pub fn new(input: Box<dyn Read + Send>, plan: Plan) -> Self {
        Self {
            input,
            plan,
            carry: Vec::new(),
            read: FIRST_READ.min(plan.read),
            line: 1,
            rules: Ok(plan.option.unwrap_or_default()),
            skipping: false,
            started: false,
            ended: false,
            board: BoardCut { any: plan.boards_before, ..BoardCut::default() },
            total: 0,
        }
    }

    /// From now on reads may grow to this size.
    pub const fn read_up_to(&mut self, most: usize) {
        self.plan.read = most;
    }

    /// How many bytes have been read.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// Has a board been cut off, here or before this source?
    #[must_use]
    pub const fn any_board(&self) -> bool {
        self.board.any
    }

    /// Fills the next chunk; `false` at the end. It returns as soon as there is a whole line (or
    /// board), so that a slow source is answered line by line.
    pub fn next(&mut self, chunk: &mut Chunk) -> io::Result<bool> {
        chunk.len = self.carry.len();
        if chunk.buffer.len() < chunk.len {
            chunk.buffer.resize(chunk.len, 0);
        }
        chunk.buffer[..chunk.len].copy_from_slice(&self.carry);
        self.carry.clear();
        chunk.apart = self.board.any && !self.board.continued;
        let mut searched = 0;
        loop {
            if let Some(end) = self.end_of_chunk(&chunk.buffer[..chunk.len], searched) {
                self.carry.extend_from_slice(&chunk.buffer[end..chunk.len]);
                chunk.len = end;
                break;
            }
            if self.ended {
                if chunk.len == 0 {
                    return Ok(false);
                }
                break;
            }
            searched = chunk.len;
            self.fill(chunk)?;
        }
        self.finish(chunk);
        Ok(true)
    }

    /// One read, behind what the chunk already holds.
    fn fill(&mut self, chunk: &mut Chunk) -> io::Result<()> {
        let start = chunk.len;
        if chunk.buffer.len() < start + self.read {
            chunk.buffer.resize(start + self.read, 0);
        }
        let space = &mut chunk.buffer[start..start + self.read];
        let count = loop {
            match self.input.read(space) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.ended = count == 0;
        self.total += count as u64;
        if count == self.read {
            self.read = (2 * self.read).min(self.plan.read);
        }
        chunk.len += count;
        if self.skipping {
            // The rest of an over-long line: only its end matters.
            let end = memchr(b'\n', &chunk.buffer[start..chunk.len]).map_or(chunk.len, |at| start + at);
            self.skipping = end == chunk.len;
            chunk.buffer.copy_within(end..chunk.len, start);
            chunk.len -= end - start;
        }
        // A line shorter than the mark is answered at once too, unless it may still become one.
        if !self.started && (self.ended || !BYTE_ORDER_MARK.starts_with(&chunk.buffer[..chunk.len])) {
            self.started = true;
            if chunk.buffer[..chunk.len].starts_with(BYTE_ORDER_MARK) {
                chunk.buffer.copy_within(BYTE_ORDER_MARK.len()..chunk.len, 0);
                chunk.len -= BYTE_ORDER_MARK.len();
            }
        }
        let last_line = memrchr(b'\n', &chunk.buffer[..chunk.len]).map_or(0, |at| at + 1);
        if chunk.len - last_line > LONGEST_LINE + 1 {
            // Two bytes over: a carriage return may be the last of a line that is just short enough.
            self.skipping = true;
            chunk.len = last_line + LONGEST_LINE + 2;
        }
        Ok(())
    }

    fn end_of_chunk(&mut self, bytes: &[u8], searched: usize) -> Option<usize> {
        if !self.started {
            return None;
        }
        match self.plan.cut {
            Cut::Lines => {
                // A byte order mark may have gone since the search before.
                let searched = searched.min(bytes.len());
                memrchr(b'\n', &bytes[searched..]).map(|at| searched + at + 1)
            }
            Cut::Boards => self.board.end(bytes),
        }
    }

    /// What the next chunk must know of this one.
    fn finish(&mut self, chunk: &mut Chunk) {
        chunk.first_line = self.line;
        chunk.rules.clone_from(&self.rules);
        chunk.torn = self.ended && self.carry.is_empty() && chunk.bytes().last() != Some(&b'\n');
        self.line += memchr_iter(b'\n', chunk.bytes()).count() as u64;
        if memmem::find(chunk.bytes(), b"rules").is_some() {
            for line in chunk.bytes().split(|&byte| byte == b'\n') {
                if let Kind::Rules(name) = kind(line) {
                    self.rules = directed(name, self.plan.option);
                }
            }
        }
        if self.plan.cut == Cut::Boards && self.ended && self.carry.is_empty() {
            self.board.any |= self.board.games > 0 || chunk.torn;
            // Nothing is left to search: the next call finds no bytes at all.
            (self.board.scanned, self.board.games) = (0, 0);
        }
    }
}

impl BoardCut {
    /// The end of the last whole board in these bytes.
    fn end(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut end = None;
        while let Some(line) = memchr(b'\n', &bytes[self.scanned..]) {
            let (start, after) = (self.scanned, self.scanned + line + 1);
            let mut forced = false;
            match kind(&bytes[start..after - 1]) {
                Kind::Blank => {
                    self.any |= self.games > 0;
                    self.continued = false;
                    self.games = 0;
                    end = Some(after);
                }
                Kind::Game => {
                    if self.games == 0 {
                        self.first_game = start;
                    }
                    self.games += 1;
                }
                _ if self.games == 0 => end = Some(after),
                _ => {}
            }
            self.scanned = after;
            if self.games > 0 {
                forced = after - self.first_game > LONGEST_BOARD;
                if forced || self.games == MOST_SEATS {
                    self.any = true;
                    self.continued = true;
                    self.games = 0;
                    end = Some(after);
                }
            }
            if forced {
                break;
            }
        }
        let end = end?;
        self.scanned -= end;
        self.first_game = self.first_game.saturating_sub(end);
        Some(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its bytes a few at a time.
    struct Drip(Vec<u8>, usize);

    impl Read for Drip {
        fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(space.len()).min(self.0.len());
            space[..count].copy_from_slice(&self.0[..count]);
            self.0.drain(..count);
            Ok(count)
        }
    }

    fn chunks(bytes: &[u8], drip: usize, cut: Cut) -> Vec<(u64, Vec<u8>)> {
        let plan = Plan { cut, read: 1 << 16, option: None, boards_before: false };
        let mut chunker = Chunker::new(Box::new(Drip(bytes.to_vec(), drip)), plan);
        let mut chunk = Chunk::default();
        let mut all = Vec::new();
        while chunker.next(&mut chunk).unwrap() {
            all.push((chunk.first_line, chunk.bytes().to_vec()));
        }
        all
    }

    #[test]
    fn chunks_are_whole_lines_with_their_numbers() {
        for drip in 1..9 {
            let all = chunks(b"\xEF\xBB\xBF1 2\n3\n\n4 5", drip, Cut::Lines);
            let text: Vec<u8> = all.iter().flat_map(|(_, bytes)| bytes.clone()).collect();
            assert_eq!(text, b"1 2\n3\n\n4 5", "{drip}");
            let mut expected = 1;
            for (line, bytes) in all {
                assert_eq!(line, expected);
                expected += memchr_iter(b'\n', &bytes).count() as u64;
            }
        }
    }

    #[test]
    fn an_over_long_line_is_cut_and_the_next_one_is_whole() {
        let long = vec![b'1'; 3 * LONGEST_LINE];
        let bytes = [&long[..], b"\n5 5\n"].concat();
        for drip in [1000, 1 << 20] {
            let text: Vec<u8> = chunks(&bytes, drip, Cut::Lines).into_iter().flat_map(|(_, bytes)| bytes).collect();
            let mut lines = text.split(|&byte| byte == b'\n');
            assert_eq!(lines.next().map(<[u8]>::len), Some(LONGEST_LINE + 2));
            assert_eq!(lines.next(), Some(&b"5 5"[..]));
        }
    }

    #[test]
    fn a_source_ends_once_whatever_its_last_board_held() {
        for bytes in [&b"5 5\n"[..], b"5 5", b"5 5\n\n", b"# c\n", b"\n", b"5 5\n\n3 4\n# c\n"] {
            for drip in 1..9 {
                let text: Vec<u8> = chunks(bytes, drip, Cut::Boards).into_iter().flat_map(|(_, bytes)| bytes).collect();
                assert_eq!(text, bytes, "{drip}");
            }
        }
    }

    #[test]
    fn a_board_that_ends_with_its_source_is_the_last() {
        for drip in [1, 3, 100] {
            let all = chunks(b"5 5\n3 4\n", drip, Cut::Boards);
            assert_eq!(all, [(1, b"5 5\n3 4\n".to_vec())], "{drip}");
        }
    }

    #[test]
    fn a_line_shorter_than_a_byte_order_mark_is_a_chunk_at_once() {
        assert_eq!(chunks(b"5\n6\n", 2, Cut::Lines), [(1, b"5\n".to_vec()), (2, b"6\n".to_vec())]);
        assert_eq!(chunks(b"\n6\n", 1, Cut::Lines)[0], (1, b"\n".to_vec()));
    }

    #[test]
    fn boards_are_not_cut() {
        let group = b"5 5\n# c\n3 4\n".repeat(40);
        let bytes = [&group[..], b"\n1 2\n", b"\n\n7 2"].concat();
        for drip in [1, 7, 100, 1 << 20] {
            let all = chunks(&bytes, drip, Cut::Boards);
            let games =
                |bytes: &[u8]| bytes.split(|&byte| byte == b'\n').filter(|line| kind(line) == Kind::Game).count();
            let counts: Vec<usize> = all.iter().map(|(_, bytes)| games(bytes)).filter(|&games| games > 0).collect();
            if drip == 1 {
                assert_eq!(counts, [64, 16, 1, 1]);
            } else {
                assert_eq!(counts.iter().sum::<usize>(), 82);
            }
        }
    }
}
