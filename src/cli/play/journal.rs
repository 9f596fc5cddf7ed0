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
use crate::cli::input::{Columns, MOST_PLAYERS, Sniffed, Sniffer, TEN, is_cut_short, is_log_line, parse_log_line};
use crate::cli::source::binary;
use crate::cli::system::has_same_identity;
use crate::error::{InputProblem, LONGEST_LINE, Problem};
use crate::game::{Ball, BallMark, Rules};
use crate::sheet::line::{LineKind, text as sheet_text};
use crate::sheet::reader::BYTE_ORDER_MARK;

/// The longest match of the most players, with every roll undone and repeated, is far smaller.
const LARGEST: u64 = 64 * 1024 * 1024;

#[derive(Debug, Default, PartialEq, Eq)]
struct Contents {
    /// The matches, of which all but the last are over; none if the file does not name the players yet.
    matches: Vec<Match>,
    /// The last match goes on: no blank line follows it.
    is_open: bool,
    rules: Option<Rules>,
    /// The bytes to keep; what follows was cut short.
    keep: usize,
}

/// Parses a journal, given the players that the command line names.
fn parse(text: &[u8], given: &[Name]) -> anyhow::Result<Contents> {
    let lines = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    if let Some(kind) = binary(lines) {
        bail!("not a journal: {kind}");
    }
    // `#` and a TAB start a comment, or the header of a table: read it as the filter does.
    if Sniffer::new(&Columns::default()).sniff(lines, true) == Some(Sniffed::Csv) {
        bail!("not a journal: a table");
    }
    let Contents { mut matches, mut rules, .. } = Contents::default();
    // Where the header of the next match starts.
    let (mut is_open, mut header) = (false, None);
    let mut start = text.len() - lines.len();
    for (number, whole) in (1..).zip(lines.split_inclusive(|&byte| byte == b'\n')) {
        let wrong = |why: &str| anyhow!("not a journal of this game: line {number}: {why}");
        let line = whole.strip_suffix(b"\n").unwrap_or(whole);
        let is_ended = line.len() < whole.len();
        let kind = LineKind::of(line);
        let is_header = matches!(kind, LineKind::Rules(_) | LineKind::Players(_));
        if !is_ended && !is_open && (is_header || is_start_of_header(line)) {
            break;
        }
        match kind {
            LineKind::Blank if is_open && matches.last().is_some_and(|last| last.turn().is_some()) => {
                return Err(wrong("a blank line, but the match is not over"));
            }
            LineKind::Blank => (is_open, header) = (false, None),
            // A header cut short is written again, but comments in it are kept.
            LineKind::Comment => header = None,
            _ if is_header && is_open => {
                return Err(wrong("rules and players are named once, before the first roll"));
            }
            LineKind::Rules(name) => {
                header.get_or_insert(start);
                rules = Some(name.parse().map_err(|_| wrong("no such rules"))?);
            }
            LineKind::Players(names) => {
                let names =
                    header_names(names).ok_or_else(|| wrong("players are different names without : # , ; |"))?;
                matches.push(Match::new(names, rules.unwrap_or_default()));
                is_open = true;
            }
            // A log without a header is enough if the command line names the players.
            LineKind::Game if !is_open && given.is_empty() => {
                if is_log_line(line) {
                    bail!("does not name the players, name them: bowling play NAME... --journal FILE");
                }
                let problem = sheet_text(line)
                    .err()
                    .map_or(Problem::Input(InputProblem::NotALogLine), |error| error.problem().clone());
                return Err(wrong(&problem.to_string()));
            }
            LineKind::Game => {
                if !is_open {
                    matches.push(Match::new(given.to_vec(), rules.unwrap_or_default()));
                    is_open = true;
                }
                let Some(players) = matches.last_mut() else { break };
                if let Err(why) = replay(players, line) {
                    if is_ended || !is_cut_short(line, players.names().map(Name::as_str), false) {
                        return Err(wrong(&why));
                    }
                    break;
                }
            }
        }
        start += whole.len();
    }
    (1..).zip(&mut matches).for_each(|(number, one)| one.number = number);
    let keep = if is_open { start } else { header.unwrap_or(start) };
    Ok(Contents { matches, is_open, rules, keep })
}

fn header_names(text: &str) -> Option<Vec<Name>> {
    let names: Vec<Name> = text.split_whitespace().map(Name::any).collect::<Option<_>>()?;
    (!names.is_empty() && first_duplicate(&names).is_none() && names.len() <= MOST_PLAYERS).then_some(names)
}

/// The players of a journal with their totals, match by match, as the filter prints them; `None` if it is not a
/// journal. A fuzz target compares them with the filter's.
pub fn journal_totals(text: &[u8]) -> Option<String> {
    let Contents { matches, .. } = parse(text, &[]).ok().filter(|contents| !contents.matches.is_empty())?;
    Some(matches.iter().flat_map(Match::players).map(Player::total_line).collect())
}

/// Repeats the roll or the undo of a line. An error says what is wrong with it.
fn replay(live_match: &mut Match, line: &[u8]) -> Result<(), String> {
    let line = sheet_text(line).map_err(|error| error.problem().to_string())?;
    let entry = parse_log_line(line).map_err(|(_, failure)| failure.problem.to_string())?;
    let name = entry.name;
    let turn = live_match.turn().map(|player| player.name.as_str());
    let last = live_match.last().map(|player| player.name.as_str());
    match (entry.ball, turn, last) {
        (Some(ball), Some(turn), _) if turn == name => {
            live_match.roll(ball).map_err(|problem| problem.to_string())?;
        }
        (Some(_), Some(turn), _) => return Err(format!("a roll of {name}, but it is {turn}'s turn")),
        (Some(_), None, _) => return Err(format!("a roll of {name}, but the game is over")),
        (None, _, Some(last)) if last == name => {
            live_match.undo();
        }
        (None, _, Some(last)) => return Err(format!("undo of {name}, but the last roll was {last}'s")),
        (None, _, None) => return Err(format!("undo of {name}, but there is no roll")),
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

pub fn change_lines(changes: &[Change]) -> String {
    let line =
        |Change { name, ball }: &Change| ball.map_or_else(|| format!("{name} undo\n"), |ball| ball_line(name, ball));
    changes.iter().map(line).collect()
}

fn ball_line(name: &Name, ball: Ball) -> String {
    let leave = ball.roll.leave().map(|leave| format!("{{{leave}}}")).unwrap_or_default();
    match (ball.pins(), ball.mark) {
        _ if ball.roll.is_foul() => format!("{name} F{leave}\n"),
        (pins, _) if ball.roll.is_split() => format!("{name} S{pins}{leave}\n"),
        (10, Some(BallMark::Strike)) => format!("{name} X\n"),
        (10, Some(BallMark::Spare)) => format!("{name} /\n"),
        (10, None) => format!("{name} {TEN}\n"),
        (pins, _) => format!("{name} {pins}{leave}\n"),
    }
}

/// A journal, open and locked until the game ends.
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
    pub fn open(path: &Path, given: &[Name], option: Option<Rules>) -> anyhow::Result<(Self, Option<Match>, Rules)> {
        // Checked before opening: opening a pipe would wait for its other end.
        if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            bail!("not a regular file, a journal needs one");
        }
        let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("another game is being played on this journal"),
            // Some file systems have no locks.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let mut text = Vec::new();
        if (&file).take(LARGEST + 1).read_to_end(&mut text)? as u64 > LARGEST {
            bail!("too large for a journal");
        }
        let Contents { mut matches, is_open, rules, keep } = parse(&text, given)?;
        // A blank line behind a match that is over: the next one of its players begins.
        let live_match = matches.pop().map(|last| if is_open { last } else { last.next() });
        if let Some(live_match) = &live_match {
            let rules = live_match.rules();
            if let Some(option) = option.filter(|&option| option != rules) {
                bail!("uses {rules} rules, not {option}");
            }
            if !given.is_empty() && !live_match.names().map(Name::folded).eq(given.iter().map(Name::folded)) {
                bail!("belongs to other players: {}", live_match.listed());
            }
        }
        let unended = keep > 0 && text[keep - 1] != b'\n';
        let torn = keep < text.len();
        let journal = Self { path: path.into(), file, len: keep as u64, unended, torn, needs_header: !is_open };
        Ok((journal, live_match, option.or(rules).unwrap_or_default()))
    }

    /// Prepares the file for rolls: removes a line that was cut short, and writes the header of a new match.
    pub fn begin(&mut self, live_match: &Match) -> io::Result<()> {
        if self.torn {
            self.file.set_len(self.len)?;
        }
        let mut start = String::from(if self.unended { "\n" } else { "" });
        if self.needs_header {
            start.push_str(&header(live_match));
            if start.lines().any(|line| line.len() > LONGEST_LINE) {
                return Err(io::Error::other("the names are too long for a journal"));
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

    /// Refuses a file that another program has truncated, changed, removed or replaced: what is
    /// written to it would be lost.
    fn check_unchanged(&self) -> io::Result<()> {
        let open = self.file.metadata()?;
        let named = fs::metadata(&self.path).ok();
        let is_same = named.is_some_and(|named| has_same_identity(&named, &open));
        match () {
            () if !is_same => Err(io::Error::other("the journal was removed or replaced")),
            () if open.len() != self.len => Err(io::Error::other("the journal was changed by another program")),
            () => Ok(()),
        }
    }

    /// Appends and syncs lines. If that fails, the file is as it was.
    pub fn append(&mut self, lines: &str) -> io::Result<()> {
        self.check_unchanged()?;
        let written = self.file.write_all(lines.as_bytes()).and_then(|()| self.file.sync_data());
        match written {
            Ok(()) => self.len += lines.len() as u64,
            Err(_) => {
                // If this fails as well, the next start ignores the line that was cut short.
                let _ = self.file.set_len(self.len).and_then(|()| self.file.sync_data());
            }
        }
        written
    }
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
    use crate::notation::Symbol;

    fn refused(text: &str) -> String {
        parse(text.as_bytes(), &[]).unwrap_err().to_string()
    }

    /// A journal as it is written, with its match.
    fn journal(players: &str, rules: Rules, rolls: &[u8]) -> (String, Match) {
        let mut live_match = Match::new(header_names(players).unwrap(), rules);
        let mut text = header(&live_match);
        for &pins in rolls {
            let symbol = crate::game::Pins::new(pins).map(Symbol::Pins).unwrap();
            text.push_str(&change_lines(&live_match.roll_all(&[symbol]).unwrap()));
        }
        (text, live_match)
    }

    #[test]
    fn ten_is_written_so_that_it_is_read_as_ten() {
        let (text, _) = journal("PJS", Rules::Tenpin, &[10, 0, 10]);
        assert!(text.ends_with("PJS X\nPJS 0\nPJS /\n"), "{text}");
        let (text, live_match) = journal("PJS", Rules::Candlepin, &[0, 0, 10]);
        assert!(text.ends_with("PJS 0\nPJS 0\nPJS ten\n"), "{text}");
        assert_eq!(parse(text.as_bytes(), &[]).unwrap().matches, [live_match]);
    }

    #[test]
    fn only_the_start_of_an_entry_is_left_out_as_cut_short() {
        let (text, live_match) = journal("PJS KYJ", Rules::Tenpin, &[10, 7]);
        for tail in ["K", "KY", "KYJ", "KYJ ", "KYJ\t", "KYJ S", "KYJ u", "KYJ und", "KYJ t", "PJ"] {
            let contents = parse(format!("{text}{tail}").as_bytes(), &[]).unwrap();
            assert_eq!((contents.matches, contents.keep), (vec![live_match.clone()], text.len()), "{tail}");
        }
        for tail in ["hello", "KYJ x7", "KYJ 9", "\u{1}", "KYJ tens", "LOU 5"] {
            assert!(parse(format!("{text}{tail}").as_bytes(), &[]).is_err(), "{tail}");
        }
    }

    #[test]
    fn a_header_cut_short_is_no_game_yet() {
        let (text, _) = journal("PJS KYJ", Rules::World, &[]);
        for cut in 0..text.len() {
            let contents = parse(&text.as_bytes()[..cut], &[]).unwrap();
            assert_eq!((contents.matches, contents.keep), (vec![], 0), "{cut}");
        }
        let noted = format!("# final\n{text}");
        assert_eq!(parse(&noted.as_bytes()[..noted.len() - 3], &[]).unwrap().keep, "# final\n".len());
        // A header written by hand may lack the blank.
        assert_eq!(parse(b"# players:PJS KYJ", &[]).unwrap().matches, []);
        let noted = "# rules: world\n# final\n# pla";
        assert_eq!(parse(noted.as_bytes(), &[]).unwrap().keep, noted.len() - "# pla".len());
    }

    #[test]
    fn the_totals_of_a_journal_are_those_of_its_players() {
        let totals = journal_totals(b"# players: PJS KYJ\nPJS 3\nPJS 4\nKYJ X\n");
        assert_eq!(totals.as_deref(), Some("PJS\t7\nKYJ\t0\n"));
        assert_eq!(journal_totals(b"PJS 3\n"), None);
    }

    #[test]
    fn an_evening_is_read_match_by_match_and_cut_anywhere() {
        let (first, _) = journal("PJS", Rules::World, &[10; 10]);
        let (second, _) = journal("PJS", Rules::World, &[7, 2]);
        let text = format!("{first}\n{second}");
        for cut in first.len()..=text.len() {
            let Contents { matches, keep, .. } = parse(&text.as_bytes()[..cut], &[]).unwrap();
            let is_second = cut >= text.len() - "PJS 7\nPJS 2\n".len();
            assert_eq!((matches.len(), matches[0].turn()), (1 + usize::from(is_second), None), "{cut}");
            assert!(keep >= first.len(), "{cut}");
        }
        assert_eq!(journal_totals(text.as_bytes()).as_deref(), Some("PJS\t300\nPJS\t9\n"));
        assert!(refused(&format!("{first}\nPJS 5\n")).contains("does not name the players"));
        assert!(refused(&format!("{text}\nPJS 1\n")).ends_with("a blank line, but the match is not over"));
    }

    #[test]
    fn what_is_not_a_journal_is_refused_with_the_reason() {
        let header = "# rules: tenpin\n# players: PJS KYJ\n";
        for (rolls, why) in [
            ("KYJ 5\n", "line 3: a roll of KYJ, but it is PJS's turn"),
            ("PJS 8\nPJS 5\n", "line 4: 8 then 5 is 13 pins, a rack has 10"),
            ("PJS X\nKYJ undo\n", "line 4: undo of KYJ, but the last roll was PJS's"),
            ("PJS undo\n", "line 3: undo of PJS, but there is no roll"),
            ("PJS X\n# rules: world\n", "line 4: rules and players are named once, before the first roll"),
        ] {
            let message = refused(&format!("{header}{rolls}"));
            assert_eq!(message, format!("not a journal of this game: {why}"));
        }
        for bad in ["# players: PJS PJS\n", "# players: Ann ann\n", "# players: A,B\n"] {
            assert!(refused(bad).contains("players are different names"), "{bad}");
        }
        assert!(refused("# rules: ninepin\n").contains("no such rules"));
        assert_eq!(refused("#\tname\n# players: PJS\n"), "not a journal: a table");
        let over = format!("# players: PJS\n{}", "PJS X\n".repeat(13));
        assert!(refused(&over).ends_with("line 14: a roll of PJS, but the game is over"));
    }
}
