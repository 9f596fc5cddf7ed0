//! The journal: every accepted roll, safe on the disk before the next question, as a log that
//! `bowling FILE` scores and a later game goes on from.
//!
//! A pin count is one character wherever the rules allow it (`X`, not `10`), so that a line cut
//! short by a crash is never taken for another roll.

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::party::{Name, Party, Player, twice};
use crate::diagnostic::reason;
use crate::game::{Mark, Rules};
use crate::parse::sheet::{Kind, kind};
use crate::parse::{Problem, log};
use crate::sheet::is_text;

/// The longest match of the most players, with everything undone and rolled again, is far smaller.
const LARGEST: u64 = 64 * 1024 * 1024;

/// Why a file cannot be the journal of this game.
#[derive(Debug)]
pub enum Refusal {
    Io(io::Error),
    NotAFile,
    TooLarge,
    InUse,
    /// What stands on this line is not what a journal says there.
    Line(u64, Odd),
    NoPlayers,
    OtherPlayers(Vec<Name>),
    OtherRules {
        journal: Rules,
        option: Rules,
    },
}

/// What is odd about a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Odd {
    Blank,
    SecondHead,
    BadPlayers,
    UnknownRules,
    NotARoll(Problem),
    OutOfTurn { name: String, turn: Option<Name> },
    UndoOfAnother { name: String, last: Option<Name> },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => f.write_str(&reason(error)),
            Self::NotAFile => f.write_str("not a regular file, a journal needs one"),
            Self::TooLarge => f.write_str("too large, this is no journal"),
            Self::InUse => f.write_str("another game is being played on this journal"),
            Self::Line(line, odd) => write!(f, "not a journal of this game: line {line}: {odd}"),
            Self::NoPlayers => {
                f.write_str("does not say who plays, name the players: bowling play NAME... --journal FILE")
            }
            Self::OtherPlayers(names) => write!(f, "belongs to other players: {}", listed(names)),
            Self::OtherRules { journal, option } => write!(f, "goes by {journal} rules, not by {option}"),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl fmt::Display for Odd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blank => f.write_str("a blank line, a journal holds one match"),
            Self::SecondHead => f.write_str("rules and players are named once, before the first roll"),
            Self::BadPlayers => f.write_str("players are different names of three English letters"),
            Self::UnknownRules => f.write_str("no such rules"),
            Self::NotARoll(problem) => problem.fmt(f),
            Self::OutOfTurn { name, turn: Some(turn) } => write!(f, "a roll of {name}, but it is {turn}'s turn"),
            Self::OutOfTurn { name, turn: None } => write!(f, "a roll of {name}, but the game is over"),
            Self::UndoOfAnother { name, last: Some(last) } => {
                write!(f, "undo of {name}, but the last roll was {last}'s")
            }
            Self::UndoOfAnother { name, last: None } => write!(f, "undo of {name}, but there is no roll"),
        }
    }
}

/// Some names, where thousands would drown the message.
fn listed(names: &[Name]) -> String {
    const MOST: usize = 8;
    let mut list: Vec<&str> = names.iter().take(MOST).map(Name::as_str).collect();
    list.extend((names.len() > MOST).then_some("\u{2026}"));
    list.join(" ")
}

/// What a journal holds.
#[derive(Debug, PartialEq, Eq)]
struct Held {
    /// The game, or `None` where the file does not yet say who plays.
    party: Option<Party>,
    /// The rules that it names.
    rules: Option<Rules>,
    /// So many bytes stay; what is behind was cut short.
    keep: usize,
    /// The last line counts, but its end is missing.
    unended: bool,
}

/// Reads a journal; `given` are the players that the command line names.
fn read(text: &[u8], given: &[Name]) -> Result<Held, Refusal> {
    let (mut party, mut rules): (Option<Party>, Option<Rules>) = (None, None);
    let (mut start, mut head) = (0, None);
    for (number, whole) in (1..).zip(text.split_inclusive(|&byte| byte == b'\n')) {
        let odd = |odd| Refusal::Line(number, odd);
        let (line, ended) = whole.strip_suffix(b"\n").map_or((whole, false), |line| (line, true));
        let names = matches!(kind(line), Kind::Rules(_) | Kind::Players(_));
        if !ended && party.is_none() && (names || is_start_of_head(line)) {
            break;
        }
        match kind(line) {
            Kind::Blank => return Err(odd(Odd::Blank)),
            // A head cut short is written anew, but for what somebody has noted in it.
            Kind::Comment => head = None,
            Kind::Rules(_) | Kind::Players(_) if party.is_some() => return Err(odd(Odd::SecondHead)),
            Kind::Rules(name) => {
                head.get_or_insert(start);
                rules = Some(name.parse().map_err(|_| odd(Odd::UnknownRules))?);
            }
            Kind::Players(names) => {
                // As they are written, since the filter takes them so: small letters would be another player.
                let written = |name| Name::new(name).filter(|read| read.as_str() == name);
                let names: Option<Vec<Name>> = names.split_whitespace().map(written).collect();
                let names = names.filter(|names| twice(names).is_none() && names.len() <= log::MOST_PLAYERS);
                party = Some(Party::new(names.ok_or(odd(Odd::BadPlayers))?, rules.unwrap_or_default()));
            }
            Kind::Game => {
                let mut players = match party.take() {
                    Some(players) => players,
                    // A log without a head will do where the command line says who plays.
                    None if !given.is_empty() => Party::new(given.to_vec(), rules.unwrap_or_default()),
                    None if log::is_log(line) => return Err(Refusal::NoPlayers),
                    None => return Err(odd(Odd::NotARoll(not_a_log(line)))),
                };
                let replayed = replay(&mut players, line);
                let torn = replayed.is_err() && !ended && is_start_of_entry(&players, line);
                party = Some(players);
                if torn {
                    break;
                }
                replayed.map_err(odd)?;
            }
        }
        start += whole.len();
    }
    let keep = if party.is_none() { head.unwrap_or(start) } else { start };
    let unended = keep > 0 && text[keep - 1] != b'\n';
    Ok(Held { party, rules, keep, unended })
}

/// The players of a journal with their totals, as the filter writes them; `None` for what is no journal.
pub fn totals(text: &[u8]) -> Option<String> {
    let line = |player: &Player| format!("{}\t{}\n", player.name, player.game.score());
    Some(read(text, &[]).ok()?.party?.players().iter().map(line).collect())
}

/// What is wrong with a line that starts no log.
fn not_a_log(line: &[u8]) -> Problem {
    is_text(line).map_or_else(|error| error.problem().clone(), |_| Problem::NotALogLine)
}

/// Rolls, or takes back, what a line says.
fn replay(party: &mut Party, line: &[u8]) -> Result<(), Odd> {
    is_text(line).map_err(|error| Odd::NotARoll(error.problem().clone()))?;
    let entry = log::read(line).map_err(|(_, _, problem)| Odd::NotARoll(problem))?;
    let is_theirs = |player: Option<&Player>| player.is_some_and(|player| player.name.as_str() == entry.name);
    let name_of = |player: Option<&Player>| player.map(|player| player.name.clone());
    let name = entry.name.to_owned();
    match entry.ball {
        Some(ball) if is_theirs(party.turn()) => party.roll(ball.symbol).map(|_| ()).map_err(Odd::NotARoll),
        Some(_) => Err(Odd::OutOfTurn { name, turn: name_of(party.turn()) }),
        None if is_theirs(party.last()) => {
            party.undo();
            Ok(())
        }
        None => Err(Odd::UndoOfAnother { name, last: name_of(party.last()) }),
    }
}

/// Only a line that this program was about to write is taken for one cut short.
fn is_start_of_head(line: &[u8]) -> bool {
    [RULES, PLAYERS].iter().any(|head| head.as_bytes().starts_with(line) || line.starts_with(head.as_bytes()))
}

fn is_start_of_entry(party: &Party, line: &[u8]) -> bool {
    let entries = |player: &Player| [format!("{} undo", player.name), format!("{} S", player.name)];
    let mut entries = party.turn().into_iter().chain(party.last()).flat_map(entries);
    entries.any(|entry| entry.as_bytes().starts_with(line))
}

const RULES: &str = "# rules: ";
const PLAYERS: &str = "# players: ";

/// What stands before the first roll: who plays, in which order, and by which rules.
fn head(party: &Party) -> String {
    let names: Vec<&str> = party.names().map(Name::as_str).collect();
    format!("{RULES}{}\n{PLAYERS}{}\n", party.rules(), names.join(" "))
}

/// The last roll of a player as a line.
fn roll_line(player: &Player) -> Option<String> {
    let ball = player.last_ball()?;
    let roll = ball.roll;
    let name = &player.name;
    Some(match (ball.pins(), ball.mark()) {
        _ if roll.is_foul() => format!("{name} F\n"),
        (pins, _) if roll.is_split() => format!("{name} S{pins}\n"),
        (10, Some(Mark::Strike)) => format!("{name} X\n"),
        (10, Some(Mark::Spare)) => format!("{name} /\n"),
        (pins, _) => format!("{name} {pins}\n"),
    })
}

/// A journal, open and locked until the game ends.
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Up to here it is whole.
    len: u64,
    unended: bool,
    torn: bool,
}

impl Journal {
    /// Opens a journal, and goes on with the game that it holds if that is the one asked for.
    /// Nothing that the file holds is changed.
    pub fn open(path: &Path, given: &[Name], option: Option<Rules>) -> Result<(Self, Option<Party>, Rules), Refusal> {
        // Asked before it is opened: opening a pipe would wait for its other end.
        if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            return Err(Refusal::NotAFile);
        }
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Refusal::InUse),
            // Some file systems have no locks; one game is as good there as anywhere.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let mut text = Vec::new();
        if (&mut file).take(LARGEST + 1).read_to_end(&mut text)? as u64 > LARGEST {
            return Err(Refusal::TooLarge);
        }
        let held = read(&text, given)?;
        let rules = match (&held.party, held.rules, option) {
            (Some(_), journal, Some(option)) if journal.unwrap_or_default() != option => {
                return Err(Refusal::OtherRules { journal: journal.unwrap_or_default(), option });
            }
            (_, journal, option) => option.or(journal).unwrap_or_default(),
        };
        if let Some(party) = &held.party
            && !given.is_empty()
            && !party.names().eq(given)
        {
            return Err(Refusal::OtherPlayers(party.names().cloned().collect()));
        }
        let torn = held.keep < text.len();
        let journal = Self { path: path.into(), file, len: held.keep as u64, unended: held.unended, torn };
        Ok((journal, held.party, rules))
    }

    /// Was the last line cut short, and is it left out?
    pub fn is_torn(&self) -> bool {
        self.torn
    }

    /// Makes the file whole, so that rolls can follow: what was cut short goes, a new game gets its head.
    pub fn begin(&mut self, party: &Party, new: bool) -> io::Result<()> {
        if self.torn {
            self.file.set_len(self.len)?;
        }
        let mut start = String::new();
        if self.unended {
            start.push('\n');
        }
        if new {
            start.push_str(&head(party));
        }
        if self.torn || !start.is_empty() {
            self.append(&start)?;
        }
        if new {
            sync_directory(&self.path);
        }
        Ok(())
    }

    /// The roll that a player has just made.
    pub fn roll(&mut self, player: &Player) -> io::Result<()> {
        roll_line(player).map_or(Ok(()), |line| self.append(&line))
    }

    /// The last roll, which was this player's, is taken back.
    pub fn undo(&mut self, player: &Player) -> io::Result<()> {
        self.append(&format!("{} undo\n", player.name))
    }

    /// On the disk, or not there at all.
    fn append(&mut self, lines: &str) -> io::Result<()> {
        let written = self.file.write_all(lines.as_bytes()).and_then(|()| self.file.sync_data());
        match written {
            Ok(()) => self.len += lines.len() as u64,
            Err(_) => {
                // Where even this fails, the next start leaves out what was cut short.
                let _ = self.file.set_len(self.len).and_then(|()| self.file.sync_data());
            }
        }
        written
    }
}

/// A new file survives a power loss only if its directory knows it. Not every directory can be
/// opened or synced, and a game need not stop for that.
fn sync_directory(path: &Path) {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _ = File::open(directory).and_then(|directory| directory.sync_all());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::symbol::Symbol;

    fn names(text: &str) -> Vec<Name> {
        text.split_whitespace().filter_map(Name::new).collect()
    }

    fn refused(text: &str, given: &str) -> String {
        read(text.as_bytes(), &names(given)).unwrap_err().to_string()
    }

    /// A journal as it is written, with its party.
    fn journal(players: &str, rules: Rules, rolls: &[u8]) -> (String, Party) {
        let mut party = Party::new(names(players), rules);
        let mut text = head(&party);
        for &pins in rolls {
            let symbol = crate::game::Pins::new(pins).map(Symbol::Pins).unwrap();
            text.push_str(&roll_line(party.roll(symbol).unwrap()).unwrap());
        }
        (text, party)
    }

    #[test]
    fn a_journal_is_read_back_to_the_same_lane() {
        for rules in Rules::ALL {
            let (text, party) = journal("PJS KYJ", rules, &[10, 0, 0]);
            let held = read(text.as_bytes(), &[]).unwrap();
            assert_eq!(held.party.as_ref(), Some(&party), "{rules}");
            assert_eq!((held.rules, held.keep, held.unended), (Some(rules), text.len(), false));
        }
    }

    #[test]
    fn ten_is_written_so_that_it_is_read_as_ten() {
        let (text, _) = journal("PJS", Rules::Tenpin, &[10, 0, 10]);
        assert!(text.ends_with("PJS X\nPJS 0\nPJS /\n"), "{text}");
        let (text, party) = journal("PJS", Rules::Candlepin, &[0, 0, 10]);
        assert!(text.ends_with("PJS 0\nPJS 0\nPJS 10\n"), "{text}");
        assert_eq!(read(text.as_bytes(), &[]).unwrap().party, Some(party));
    }

    #[test]
    fn fouls_and_splits_are_kept() {
        let mut party = Party::new(names("PJS"), Rules::Tenpin);
        let split = Symbol::Split(crate::game::Pins::new(7).unwrap());
        assert_eq!(roll_line(party.roll(split).unwrap()).as_deref(), Some("PJS S7\n"));
        assert_eq!(roll_line(party.roll(Symbol::Foul).unwrap()).as_deref(), Some("PJS F\n"));
    }

    #[test]
    fn a_last_line_without_its_end_counts_if_it_is_whole() {
        let (text, party) = journal("PJS KYJ", Rules::Tenpin, &[10, 7]);
        let held = read(text.trim_end().as_bytes(), &[]).unwrap();
        assert_eq!((held.party, held.keep, held.unended), (Some(party), text.len() - 1, true));
    }

    #[test]
    fn only_the_start_of_an_entry_is_left_out_as_cut_short() {
        let (text, party) = journal("PJS KYJ", Rules::Tenpin, &[10, 7]);
        for tail in ["K", "KY", "KYJ", "KYJ ", "KYJ S", "KYJ u", "KYJ und"] {
            let held = read(format!("{text}{tail}").as_bytes(), &[]).unwrap();
            assert_eq!((held.party, held.keep), (Some(party.clone()), text.len()), "{tail}");
        }
        for tail in ["hello", "KYJ x7", "PJ", "KYJ 9", "\u{1}", "KYJ\t"] {
            assert!(read(format!("{text}{tail}").as_bytes(), &[]).is_err(), "{tail}");
        }
    }

    #[test]
    fn a_head_cut_short_is_no_game_yet() {
        let (text, _) = journal("PJS KYJ", Rules::World, &[]);
        for cut in 0..text.len() {
            let held = read(&text.as_bytes()[..cut], &[]).unwrap();
            assert_eq!((held.party, held.keep, held.unended), (None, 0, false), "{cut}");
        }
        let noted = format!("# final\n{text}");
        assert_eq!(read(&noted.as_bytes()[..noted.len() - 3], &[]).unwrap().keep, "# final\n".len());
        // Somebody else's hand may leave out the blank.
        assert_eq!(read(b"# players:PJS KYJ", &[]).unwrap().party, None);
        let noted = "# rules: world\n# final\n# pla";
        assert_eq!(read(noted.as_bytes(), &[]).unwrap().keep, noted.len() - "# pla".len());
    }

    #[test]
    fn what_is_no_journal_is_told_why() {
        let head = "# rules: tenpin\n# players: PJS KYJ\n";
        let not_a_line = "not a journal of this game: line 1: a line of a log is a name and one roll, as in: Jeff 10";
        for text in ["X 5/ 9-\n", "PJS: 10 5\n", "5 5\n", "10", "hello", "{}\n"] {
            assert_eq!(refused(text, ""), not_a_line, "{text}");
        }
        assert_eq!(refused("\u{0}\n", ""), "not a journal of this game: line 1: a NUL byte, this is not text");
        assert!(refused("5 5\n", "PJS").ends_with("line 1: a roll of 5, but it is PJS's turn"));
        for (rolls, why) in [
            ("KYJ 5\n", "line 3: a roll of KYJ, but it is PJS's turn"),
            ("PJS X\nPJS X\n", "line 4: a roll of PJS, but it is KYJ's turn"),
            ("PJS 8\nPJS 5\n", "line 4: 8 then 5 is 13 pins, a rack has 10"),
            ("PJS X\nKYJ undo\n", "line 4: undo of KYJ, but the last roll was PJS's"),
            ("PJS undo\n", "line 3: undo of PJS, but there is no roll"),
            ("PJS X\n\n", "line 4: a blank line, a journal holds one match"),
            ("PJS X\n# rules: world\n", "line 4: rules and players are named once, before the first roll"),
        ] {
            let message = refused(&format!("{head}{rolls}"), "");
            assert_eq!(message, format!("not a journal of this game: {why}"));
        }
        for bad in ["# players: PJS PJS\n", "# players: Jeff\n", "# players: Pjs\n"] {
            assert!(refused(bad, "").contains("different names of three English letters"), "{bad}");
        }
        assert!(refused("# rules: ninepin\n", "").contains("no such rules"));
    }

    #[test]
    fn a_log_without_a_head_needs_the_players_named() {
        let held = read(b"PJS X\nKYJ 8\n", &names("PJS KYJ")).unwrap();
        assert_eq!(held.party.map(|party| party.rolls()), Some(2));
        assert!(refused("PJS X\nKYJ 8\n", "").starts_with("does not say who plays"));
    }
}
