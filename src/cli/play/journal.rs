//! The journal: every accepted roll, synced to disk before the next prompt, as a log that
//! `bowling FILE` scores and that a later game continues.
//!
//! Ten pins are written so that a line cut short by a crash is not taken for another roll: `X`, `/`
//! or `ten`, not `10`.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};

use super::live_match::{Change, Match};
use super::names::header_names;
use crate::cli::diagnostic::reason;
use crate::cli::monitor::players::{Earlier, Player};
use crate::cli::problem::InputProblem;
use crate::cli::read::{Columns, LogEntry, Sniffed, Sniffer, TEN, is_cut_short, is_log_line, parse_log_line};
use crate::cli::source::binary;
use crate::cli::system::{has_same_identity, open_for_one_writer};
use crate::error::LONGEST_LINE;
use crate::game::{Mark, Rules};
use crate::reading::display::split_sign;
use crate::sheet::line::{LineKind, text as sheet_text};
use crate::sheet::reader::BYTE_ORDER_MARK;

/// The longest match of the most players, with every roll undone and repeated, is far smaller.
const LARGEST: u64 = 64 * 1024 * 1024;

#[derive(Debug, Default)]
struct Contents {
    /// The matches that a blank line ends. They are over.
    finished: Vec<Match>,
    /// The games of their players.
    earlier: HashMap<String, Earlier>,
    /// The match that goes on, if its players are named.
    live: Option<Match>,
    /// A header names its players.
    has_header: bool,
    rules: Option<Rules>,
    /// The bytes to keep. What follows was cut short.
    keep: usize,
}

impl Contents {
    /// Reads a journal, given the players that the command line names.
    fn read(text: &[u8], given: &[String]) -> anyhow::Result<Self> {
        let lines = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        if let Some(kind) = binary(lines) {
            bail!("not a journal: {kind}");
        }
        // `#` and a TAB start a comment, or the header of a table: read it as the filter does.
        if let Some(Sniffed::Csv { .. }) = Sniffer::new(&Columns::default()).sniff(lines, true) {
            bail!("not a journal: a table");
        }
        let mut end = text.len() - lines.len();
        let mut contents = Self { keep: end, ..Self::default() };
        for (number, whole) in (1..).zip(lines.split_inclusive(|&byte| byte == b'\n')) {
            let start = end;
            end += whole.len();
            let line = whole.strip_suffix(b"\n").unwrap_or(whole);
            match contents.line(line, line.len() < whole.len(), given) {
                Ok(true) => contents.keep = end,
                // A header before its players is written again if the rest of it was cut short.
                Ok(false) if contents.live.is_none() => {}
                Ok(false) => contents.keep = start,
                Err(_) if contents.live.is_none() && is_log_line(line) => {
                    bail!("does not name the players, name them: bowling play NAME... --journal FILE")
                }
                Err(why) => bail!("not a journal of this game: line {number}: {why}"),
            }
        }
        Ok(contents)
    }

    /// Reads a line, or says what is wrong with it. Returns whether it is kept for certain: it is not if it is cut short,
    /// which only the last line can be.
    fn line(&mut self, line: &[u8], is_ended: bool, given: &[String]) -> Result<bool, String> {
        let kind = LineKind::of(line);
        let is_header = matches!(kind, LineKind::Rules(_) | LineKind::Players(_));
        if !is_ended && self.live.is_none() && (is_header || is_start_of_header(line)) {
            return Ok(false);
        }
        match kind {
            LineKind::Blank => {
                if self.live.as_ref().is_some_and(|live| live.turn().is_some()) {
                    return Err("a blank line, but the match is not over".into());
                }
                let over = self.live.take();
                self.earlier.extend(over.iter().flat_map(Match::players).map(|one| (one.name.clone(), one.so_far())));
                self.finished.extend(over);
            }
            LineKind::Comment => {}
            _ if is_header && self.live.is_some() => {
                return Err("rules and players are named once, before the first roll".into());
            }
            LineKind::Rules(name) => {
                self.rules = Some(name.parse().map_err(|_| "no such rules")?);
                return Ok(false);
            }
            LineKind::Players(names) => {
                self.start(header_names(names).ok_or("players are different names without : # , ; |")?);
                self.has_header = true;
            }
            // This program ends every line: `Ann 8` may be the start of `Ann 8{7-10}`.
            LineKind::Game if self.has_header && !is_ended => return Ok(false),
            LineKind::Game => {
                // A log without a header is enough if the command line names the players.
                if self.live.is_none() && !given.is_empty() {
                    self.start(given.to_vec());
                }
                let result = replay(self.live.as_mut(), line);
                let mut players = self.live.iter().flat_map(Match::names);
                if result.is_err() && !is_ended && self.live.is_some() && is_cut_short(line, &mut players, false) {
                    return Ok(false);
                }
                result?;
            }
        }
        Ok(true)
    }

    fn start(&mut self, names: Vec<String>) {
        let rules = self.rules.unwrap_or_default();
        let player = |name: String| Player { earlier: self.earlier.get(&name).copied(), ..Player::new(name, rules) };
        self.live = Some(Match::new(names.into_iter().map(player).collect(), self.finished.len() + 1));
    }
}

/// The players of a journal with their totals, match by match, as the filter prints them; `None` if it is not a
/// journal. A fuzz target compares them with the filter's.
pub fn journal_totals(text: &[u8]) -> Option<String> {
    let Contents { finished, live, .. } = Contents::read(text, &[]).ok()?;
    let total = |player: &Player| format!("{}\t{}\n", player.name, player.game.score());
    let totals: String = finished.iter().chain(&live).flat_map(Match::players).map(total).collect();
    (!totals.is_empty()).then_some(totals)
}

/// Whether a file is a journal of a match, which another program may have removed, replaced or changed.
pub fn belongs_to(path: &Path, live: &Match) -> bool {
    let names: Vec<String> = live.names().map(str::to_owned).collect();
    let is_file = fs::metadata(path).is_ok_and(|file| file.is_file());
    let contents = is_file.then(|| Contents::read(&fs::read(path).ok()?, &names).ok()).flatten();
    contents.and_then(|contents| contents.live).is_some_and(|saved| saved.names().eq(live.names()))
}

/// Repeats the roll or the undo of a line, or says what is wrong with it.
fn replay(current: Option<&mut Match>, bytes: &[u8]) -> Result<(), String> {
    let line = sheet_text(bytes).map_err(|error| error.problem().to_string())?;
    let players = current.ok_or_else(|| InputProblem::NotALogLine.to_string())?;
    let LogEntry { name, ball, .. } = parse_log_line(line).map_err(|failure| failure.problem.to_string())?;
    let player = if ball.is_some() { players.turn() } else { players.last() };
    match (ball, player.map(|player| player.name.as_str())) {
        (Some(ball), Some(turn)) if turn == name => {
            players.roll(ball).map_err(|problem| problem.to_string())?;
        }
        (Some(_), Some(turn)) => return Err(format!("a roll of {name}, but it is {turn}'s turn")),
        (Some(_), None) => return Err(format!("a roll of {name}, but the game is over")),
        (None, Some(last)) if last == name => drop(players.undo()),
        (None, Some(last)) => return Err(format!("undo of {name}, but the last roll was {last}'s")),
        (None, None) => return Err(format!("undo of {name}, but there is no roll")),
    }
    Ok(())
}

/// Whether a line is the start of a header that this program writes.
fn is_start_of_header(line: &[u8]) -> bool {
    [RULES, PLAYERS].iter().any(|header| header.as_bytes().starts_with(line) || line.starts_with(header.as_bytes()))
}

const RULES: &str = "# rules: ";
const PLAYERS: &str = "# players: ";

/// The header: the rules, and the players in their order.
pub fn header(live: &Match) -> String {
    let names: Vec<&str> = live.names().collect();
    format!("{RULES}{}\n{PLAYERS}{}\n", live.rules(), names.join(" "))
}

/// The lines of some changes.
pub fn change_lines(players: &[Player], changes: &[Change]) -> String {
    let line = |&Change { player, ball }: &Change| {
        let name = &players[player].name;
        let Some(ball) = ball else { return format!("{name} undo\n") };
        let leave = ball.roll.leave().map(|leave| format!("{{{leave}}}")).unwrap_or_default();
        match (ball.pins(), ball.mark) {
            _ if ball.roll.is_foul() => format!("{name} F{leave}\n"),
            (10, Some(Mark::Strike)) => format!("{name} X\n"),
            (10, Some(Mark::Spare)) => format!("{name} /\n"),
            (10, None) => format!("{name} {TEN}\n"),
            (pins, _) => format!("{name} {}{pins}{leave}\n", split_sign(ball)),
        }
    };
    changes.iter().map(line).collect()
}

/// A journal, open and locked until the game ends. Its errors are in the words of the system.
pub struct Journal {
    path: PathBuf,
    file: File,
    /// The length of the complete lines.
    len: u64,
    /// The last line counts, but its line end is missing.
    unended: bool,
    /// The last line was cut short and is ignored.
    pub torn: bool,
    /// The match is not in the file yet.
    needs_header: bool,
}

impl Journal {
    /// Opens and locks a journal, and returns its match if it is the one asked for. Changes nothing
    /// in the file.
    pub fn open(path: &Path, given: &[String], option: Option<Rules>) -> anyhow::Result<(Self, Option<Match>, Rules)> {
        // Checked before opening: opening a pipe would wait for its other end.
        if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            bail!("not a regular file, a journal needs one");
        }
        let Some(file) = open_for_one_writer(path).map_err(in_words)? else {
            bail!("another game is being played on this journal");
        };
        let mut text = Vec::new();
        if (&file).take(LARGEST + 1).read_to_end(&mut text).map_err(in_words)? as u64 > LARGEST {
            bail!("too large for a journal");
        }
        let Contents { finished, live, rules, keep, .. } = Contents::read(&text, given)?;
        let needs_header = live.is_none();
        // A blank line after a match that is over: the next one of its players begins.
        let live = live.or_else(|| finished.last().map(Match::next));
        if let Some(live) = &live {
            let rules = live.rules();
            if let Some(option) = option.filter(|&option| option != rules) {
                bail!("uses {rules} rules, not {option}");
            }
            let given = given.iter().map(|name| name.to_lowercase());
            if given.len() > 0 && !live.names().map(str::to_lowercase).eq(given) {
                bail!("belongs to other players: {}", live.listed());
            }
        }
        let unended = keep > 0 && text[keep - 1] != b'\n';
        let journal =
            Self { path: path.into(), file, len: keep as u64, unended, torn: keep < text.len(), needs_header };
        Ok((journal, live, option.or(rules).unwrap_or_default()))
    }

    /// Prepares the file for rolls: removes a line that was cut short, and writes the header of a new match.
    pub fn begin(&mut self, live: &Match) -> anyhow::Result<()> {
        if self.torn {
            self.file.set_len(self.len).map_err(in_words)?;
        }
        let mut start = String::from(if self.unended { "\n" } else { "" });
        if self.needs_header {
            start.push_str(&header(live));
            if start.lines().any(|line| line.len() > LONGEST_LINE) {
                bail!("the names are too long for a journal");
            }
        }
        if self.torn || !start.is_empty() {
            self.append(&start)?;
        }
        if self.needs_header {
            sync_directory(&self.path);
        }
        Ok(())
    }

    /// Appends and syncs lines. If that fails, the file is as it was. A file that another program has truncated,
    /// changed, removed or replaced is refused: what is written to it would be lost.
    pub fn append(&mut self, lines: &str) -> anyhow::Result<()> {
        let open = self.file.metadata().map_err(in_words)?;
        if !fs::metadata(&self.path).is_ok_and(|named| has_same_identity(&named, &open)) {
            bail!("the journal was removed or replaced");
        }
        if open.len() != self.len {
            bail!("the journal was changed by another program");
        }
        if let Err(error) = self.file.write_all(lines.as_bytes()).and_then(|()| self.file.sync_data()) {
            // If this fails as well, the next start ignores the line that was cut short.
            let _ = self.file.set_len(self.len).and_then(|()| self.file.sync_data());
            return Err(in_words(error));
        }
        self.len += lines.len() as u64;
        Ok(())
    }
}

/// An I/O error in the words of the system.
#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn in_words(error: io::Error) -> anyhow::Error {
    anyhow!(reason(&error))
}

/// Syncs the directory of a new file, so that the file survives a power loss. Not every directory can
/// be opened or synced; that does not stop the game.
fn sync_directory(path: &Path) {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _ = File::open(directory).and_then(|directory| directory.sync_all());
}
