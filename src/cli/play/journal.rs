//! The journal: every accepted roll, synced to disk before the next prompt, as a log that
//! `bowling FILE` scores and that a later game continues.
//!
//! Ten pins are written so that a line cut short by a crash is not taken for another roll: `X`, `/`
//! or `ten`, not `10`.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};

use super::live_match::{Change, Match, Player};
use super::name::{Name, first_duplicate};
use crate::cli::diagnostic::reason;
use crate::cli::read::{
    Columns, LogEntry, MOST_PLAYERS, Sniffed, Sniffer, TEN, is_cut_short, is_log_line, parse_log_line,
};
use crate::cli::source::binary;
use crate::cli::system::has_same_identity;
use crate::error::{InputProblem, LONGEST_LINE};
use crate::game::{Ball, Mark, Rules};
use crate::reading::display::split_sign;
use crate::sheet::line::{LineKind, text as sheet_text};
use crate::sheet::reader::BYTE_ORDER_MARK;

/// The longest match of the most players, with every roll undone and repeated, is far smaller.
const LARGEST: u64 = 64 * 1024 * 1024;

#[derive(Debug, Default, PartialEq, Eq)]
struct Contents {
    /// The matches that a blank line ends. They are over.
    finished: Vec<Match>,
    /// The match that goes on, if its players are named.
    live: Option<Match>,
    rules: Option<Rules>,
    /// The bytes to keep. What follows was cut short.
    keep: usize,
}

impl Contents {
    fn start_match(&mut self, names: Vec<Name>) -> &mut Match {
        let live = self.live.insert(Match::new(names, self.rules.unwrap_or_default()));
        live.number = self.finished.len() + 1;
        live
    }
}

/// Parses a journal, given the players that the command line names.
fn parse(text: &[u8], given: &[Name]) -> anyhow::Result<Contents> {
    let lines = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    if let Some(kind) = binary(lines) {
        bail!("not a journal: {kind}");
    }
    // `#` and a TAB start a comment, or the header of a table: read it as the filter does.
    if let Some(Sniffed::Csv { .. }) = Sniffer::new(&Columns::default()).sniff(lines, true) {
        bail!("not a journal: a table");
    }
    let mut end = text.len() - lines.len();
    let mut contents = Contents { keep: end, ..Contents::default() };
    let mut names_players = false;
    for (number, whole) in (1..).zip(lines.split_inclusive(|&byte| byte == b'\n')) {
        let wrong = |why: &str| anyhow!("not a journal of this game: line {number}: {why}");
        let line = whole.strip_suffix(b"\n").unwrap_or(whole);
        let is_ended = line.len() < whole.len();
        let start = end;
        end += whole.len();
        let kind = LineKind::of(line);
        let is_header = matches!(kind, LineKind::Rules(_) | LineKind::Players(_));
        if !is_ended && contents.live.is_none() && (is_header || is_start_of_header(line)) {
            break;
        }
        match kind {
            LineKind::Blank => {
                if contents.live.as_ref().is_some_and(|live| live.turn().is_some()) {
                    return Err(wrong("a blank line, but the match is not over"));
                }
                contents.finished.extend(contents.live.take());
            }
            LineKind::Comment => {}
            _ if is_header && contents.live.is_some() => {
                return Err(wrong("rules and players are named once, before the first roll"));
            }
            LineKind::Rules(name) => {
                contents.rules = Some(name.parse().map_err(|_| wrong("no such rules"))?);
                // Written again if the rest of the header was cut short.
                continue;
            }
            LineKind::Players(names) => {
                let names = header_names(names);
                contents.start_match(names.ok_or_else(|| wrong("players are different names without : # , ; |"))?);
                names_players = true;
            }
            // This program ends every line: `Ann 8` may be the start of `Ann 8{7-10}`.
            LineKind::Game if names_players && !is_ended => break,
            LineKind::Game => {
                let players = match &mut contents.live {
                    Some(players) => players,
                    // A log without a header is enough if the command line names the players.
                    None if !given.is_empty() => {
                        contents.keep = start;
                        contents.start_match(given.to_vec())
                    }
                    None if is_log_line(line) => {
                        bail!("does not name the players, name them: bowling play NAME... --journal FILE")
                    }
                    None => {
                        let problem = sheet_text(line).err().map(|error| error.problem().to_string());
                        let not_a_log = || InputProblem::NotALogLine.to_string();
                        return Err(wrong(&problem.unwrap_or_else(not_a_log)));
                    }
                };
                if let Err(why) = replay(players, line) {
                    if is_ended || !is_cut_short(line, players.names().map(Name::as_str), false) {
                        return Err(wrong(&why));
                    }
                    break;
                }
            }
        }
        contents.keep = end;
    }
    Ok(contents)
}

fn header_names(text: &str) -> Option<Vec<Name>> {
    let names: Vec<Name> = text.split_whitespace().map(Name::any).collect::<Option<_>>()?;
    (!names.is_empty() && first_duplicate(&names).is_none() && names.len() <= MOST_PLAYERS).then_some(names)
}

/// The players of a journal with their totals, match by match, as the filter prints them; `None` if it is not a
/// journal. A fuzz target compares them with the filter's.
pub fn journal_totals(text: &[u8]) -> Option<String> {
    let Contents { finished, live, .. } = parse(text, &[]).ok()?;
    let total = |player: &Player| format!("{}\t{}\n", player.name, player.game.score());
    let totals: String = finished.iter().chain(&live).flat_map(Match::players).map(total).collect();
    (!totals.is_empty()).then_some(totals)
}

/// Whether a file is a journal of a match, which another program may have removed, replaced or changed.
pub fn belongs_to(path: &Path, live: &Match) -> bool {
    let names: Vec<Name> = live.names().cloned().collect();
    let is_file = fs::metadata(path).is_ok_and(|file| file.is_file());
    let contents = is_file.then(|| parse(&fs::read(path).ok()?, &names).ok()).flatten();
    contents.and_then(|contents| contents.live).is_some_and(|saved| saved.names().eq(&names))
}

/// Repeats the roll or the undo of a line. An error says what is wrong with it.
fn replay(live_match: &mut Match, line: &[u8]) -> Result<(), String> {
    let line = sheet_text(line).map_err(|error| error.problem().to_string())?;
    let LogEntry { name, ball, .. } = parse_log_line(line).map_err(|failure| failure.problem.to_string())?;
    let player =
        if ball.is_some() { live_match.turn() } else { live_match.last().map(|last| &live_match.players()[last]) };
    match (ball, player.map(|player| player.name.as_str())) {
        (Some(ball), Some(turn)) if turn == name => {
            live_match.roll(ball).map_err(|problem| problem.to_string())?;
        }
        (Some(_), Some(turn)) => return Err(format!("a roll of {name}, but it is {turn}'s turn")),
        (Some(_), None) => return Err(format!("a roll of {name}, but the game is over")),
        (None, Some(last)) if last == name => {
            live_match.undo();
        }
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
pub fn header(live_match: &Match) -> String {
    let names: Vec<&str> = live_match.names().map(Name::as_str).collect();
    format!("{RULES}{}\n{PLAYERS}{}\n", live_match.rules(), names.join(" "))
}

pub fn change_lines(live_match: &Match, changes: &[Change]) -> String {
    let line = |&Change { player, ball }: &Change| {
        let name = &live_match.players()[player].name;
        ball.map_or_else(|| format!("{name} undo\n"), |ball| ball_line(name, ball))
    };
    changes.iter().map(line).collect()
}

fn ball_line(name: &Name, ball: Ball) -> String {
    let leave = ball.roll.leave().map(|leave| format!("{{{leave}}}")).unwrap_or_default();
    match (ball.pins(), ball.mark) {
        _ if ball.roll.is_foul() => format!("{name} F{leave}\n"),
        (10, Some(Mark::Strike)) => format!("{name} X\n"),
        (10, Some(Mark::Spare)) => format!("{name} /\n"),
        (10, None) => format!("{name} {TEN}\n"),
        (pins, _) => format!("{name} {}{pins}{leave}\n", split_sign(ball)),
    }
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
    /// The matches before the one that goes on.
    pub finished: Vec<Match>,
}

impl Journal {
    /// Opens and locks a journal, and returns its match if it is the one asked for. Changes nothing
    /// in the file.
    pub fn open(path: &Path, given: &[Name], option: Option<Rules>) -> anyhow::Result<(Self, Option<Match>, Rules)> {
        // Checked before opening: opening a pipe would wait for its other end.
        if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            bail!("not a regular file, a journal needs one");
        }
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(in_words)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("another game is being played on this journal"),
            // Some file systems have no locks.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(in_words(error)),
        }
        let mut text = Vec::new();
        if (&file).take(LARGEST + 1).read_to_end(&mut text).map_err(in_words)? as u64 > LARGEST {
            bail!("too large for a journal");
        }
        let Contents { finished, live, rules, keep } = parse(&text, given)?;
        let needs_header = live.is_none();
        // A blank line behind a match that is over: the next one of its players begins.
        let live = live.or_else(|| finished.last().map(Match::next));
        if let Some(live) = &live {
            let rules = live.rules();
            if let Some(option) = option.filter(|&option| option != rules) {
                bail!("uses {rules} rules, not {option}");
            }
            if !given.is_empty() && !live.names().map(Name::folded).eq(given.iter().map(Name::folded)) {
                bail!("belongs to other players: {}", live.listed());
            }
        }
        let unended = keep > 0 && text[keep - 1] != b'\n';
        let torn = keep < text.len();
        let journal = Self { path: path.into(), file, len: keep as u64, unended, torn, needs_header, finished };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::Symbol;

    /// A journal as it is written.
    fn journal(players: &str, rules: Rules, rolls: &[u8]) -> String {
        let mut live = Match::new(header_names(players).unwrap(), rules);
        let mut text = header(&live);
        for &pins in rolls {
            let changes = live.roll_all(&[crate::game::Pins::new(pins).map(Symbol::Pins).unwrap()]).unwrap();
            text.push_str(&change_lines(&live, &changes));
        }
        text
    }

    fn read(text: &str, end: usize) -> Contents {
        parse(&text.as_bytes()[..end], &[]).unwrap()
    }

    #[test]
    fn a_header_cut_short_is_no_game_yet() {
        let text = journal("PJS KYJ", Rules::World, &[]);
        for cut in 0..text.len() {
            let contents = read(&text, cut);
            assert_eq!((contents.live, contents.keep), (None, 0), "{cut}");
        }
        let noted = format!("# final\n{text}");
        assert_eq!(read(&noted, noted.len() - 3).keep, "# final\n".len());
        // A header written by hand may lack the blank.
        assert_eq!(read("# players:PJS KYJ", 17).live, None);
        let noted = "# rules: world\n# final\n# pla";
        assert_eq!(read(noted, noted.len()).keep, noted.len() - "# pla".len());
        assert_eq!(journal_totals(noted.as_bytes()), None);
    }

    #[test]
    fn an_evening_is_read_match_by_match_and_cut_anywhere() {
        let first = journal("PJS", Rules::World, &[10; 10]);
        let text = format!("{first}\n{}", journal("PJS", Rules::World, &[7, 2]));
        for cut in first.len()..=text.len() {
            let Contents { finished, live, keep, .. } = read(&text, cut);
            let is_second = cut >= text.len() - "PJS 7\nPJS 2\n".len();
            assert_eq!(finished.len(), usize::from(cut > first.len()), "{cut}");
            assert_eq!(
                live.map(|live| live.number),
                (cut == first.len()).then_some(1).or(is_second.then_some(2)),
                "{cut}"
            );
            assert!(keep >= first.len(), "{cut}");
        }
    }
}
