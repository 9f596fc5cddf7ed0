//! The engine of a live game behind both of its faces: it takes entries, changes the match, saves every change, and
//! answers. It reads no keys and draws nothing.

use std::fmt::Display;

use super::commands::{self, PlayCommand};
use super::entry::{NotRolls, TypedRolls, rolls};
use super::journal::{change_lines, header};
use super::live_match::{Change, Match, Player, RollsError};
use super::messages::{Lang, Message};
use crate::cli::text::{cut, visible};
use crate::error::Problem;
use crate::game::{BallProblem, FRAMES, Game, LeaveError};
use crate::reading::display::shown;

/// A message repeats at most this many columns of an entry.
const WIDEST_ENTRY: usize = 30;

/// Keeps changes of a match, so that they survive a crash: appends lines of a journal, all of them or none.
pub type Store = Box<dyn FnMut(&str) -> anyhow::Result<()>>;

/// The result of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The entry was empty.
    Nothing,
    /// The match has changed, and the change is saved. The text is empty if the board says it all.
    Changed(String),
    /// The same, by rolls of a player.
    Rolled {
        player: usize,
        text: String,
    },
    /// Not a roll, or an impossible one.
    NoRoll {
        text: String,
        is_number: bool,
    },
    /// Anything else that cannot be done.
    Refused(String),
    Help,
    Quit,
}

/// A live game, and the games after it.
pub struct Session {
    pub live: Match,
    /// The matches before the current one, also those that the journal had already.
    pub finished: Vec<Match>,
    pub lang: Lang,
    /// Whether an entry may have several rolls.
    pub several: bool,
    store: Option<Store>,
    /// The match is not in the journal yet. It is written there with its first roll, so that a match without rolls
    /// leaves no trace.
    is_unwritten: bool,
}

impl Session {
    pub fn new(live: Match, finished: Vec<Match>, lang: Lang, several: bool, store: Option<Store>) -> Self {
        Self { live, finished, lang, several, store, is_unwritten: false }
    }

    /// Takes an entry. An error means that a change could not be saved.
    pub fn enter(&mut self, text: &str) -> anyhow::Result<Answer> {
        let is_fix = matches!(PlayCommand::parse(text), Some((PlayCommand::Fix, _)));
        match self.change(text) {
            Ok((changes, text)) => {
                if let Some(store) = self.store.as_mut().filter(|_| !changes.is_empty()) {
                    let start = if self.is_unwritten { format!("\n{}", header(&self.live)) } else { String::new() };
                    store(&(start + &change_lines(&self.live, &changes)))?;
                    self.is_unwritten = false;
                }
                Ok(match changes.last() {
                    Some(&Change { player, ball: Some(_) }) if !is_fix => Answer::Rolled { player, text },
                    _ => Answer::Changed(text),
                })
            }
            Err(answer) => Ok(answer),
        }
    }

    /// Changes the match, and says so; an error is the answer to an entry that changes nothing.
    fn change(&mut self, text: &str) -> Result<(Vec<Change>, String), Answer> {
        match PlayCommand::parse(text) {
            _ if text.trim().is_empty() => Err(Answer::Nothing),
            Some((PlayCommand::Help, _)) => Err(Answer::Help),
            Some((PlayCommand::Quit, _)) => Err(Answer::Quit),
            Some((PlayCommand::Undo, _)) => self.undo(),
            Some((PlayCommand::Fix, rest)) => self.fix(rest),
            Some((PlayCommand::Again, _)) => self.again(),
            None if self.live.turn().is_none() => Err(self.refuse(Message::NotWhenOver, &[("entry", &typed(text))])),
            None => match self.rolls(text)? {
                rolls if self.several || rolls.symbols.len() == 1 => self.roll(text, &rolls),
                _ => Err(self.not_rolls(text, NotRolls::Unknown)),
            },
        }
    }

    fn roll(&mut self, text: &str, rolls: &TypedRolls) -> Result<(Vec<Change>, String), Answer> {
        match self.live.roll_all(&rolls.symbols) {
            Ok(changes) if rolls.is_apart => {
                let pins = changes.iter().filter_map(|change| change.ball).map(|ball| ball.pins().to_string());
                let text = self.say(Message::Took, &[("rolls", &pins.collect::<Vec<_>>().join(", "))]);
                Ok((changes, text))
            }
            Ok(changes) => Ok((changes, String::new())),
            Err(RollsError::Impossible(game, problem)) => Err(self.impossible(text, &game, &problem)),
            Err(RollsError::Count(taken)) => {
                let values: [(&str, &dyn Display); 3] =
                    [("entry", &typed(text)), ("name", &self.live.up().name), ("taken", &taken)];
                Err(self.refuse(Message::TurnOver, &values))
            }
        }
    }

    /// Starts the next match of the same players.
    fn again(&mut self) -> Result<(Vec<Change>, String), Answer> {
        if self.live.turn().is_some() {
            return Err(self.refuse(Message::NotYetAgain, &[]));
        }
        let next = self.live.next();
        self.finished.push(std::mem::replace(&mut self.live, next));
        self.is_unwritten = true;
        Ok((Vec::new(), String::new()))
    }

    /// Forgets a next match in which there is no roll yet. Returns whether there was one.
    pub fn take_back_again(&mut self) -> bool {
        let last = if self.is_unwritten && self.live.rolls() == 0 { self.finished.pop() } else { None };
        let Some(last) = last else { return false };
        self.live = last;
        self.is_unwritten = false;
        true
    }

    fn undo(&mut self) -> Result<(Vec<Change>, String), Answer> {
        if self.take_back_again() {
            return Ok((Vec::new(), String::new()));
        }
        let Some((change, _)) = self.live.undo() else {
            return Err(self.refuse(Message::NothingToUndo, &[]));
        };
        let text = self.say(Message::Undone, &[("name", &self.live.up().name)]);
        Ok((vec![change], text))
    }

    /// `fix NAME FRAME ROLLS`.
    fn fix(&mut self, rest: &str) -> Result<(Vec<Change>, String), Answer> {
        let mut words = rest.splitn(3, char::is_whitespace).map(str::trim);
        let (Some(who), Some(number), Some(text)) = (words.next(), words.next(), words.next()) else {
            return Err(self.refuse(Message::FixUsage, &[("name", &self.live.up().name)]));
        };
        let Some(at) = self.live.find(who) else {
            return Err(self.refuse(Message::NoPlayer, &[("entry", &typed(who)), ("names", &self.live.listed())]));
        };
        let Some(number) = number.parse().ok().filter(|number| (1..=FRAMES).contains(number)) else {
            return Err(self.refuse(Message::NoFrame, &[("entry", &typed(number))]));
        };
        let TypedRolls { symbols, .. } = self.rolls(text)?;
        let frame = number - 1;
        let player = &self.live.players()[at];
        let (name, old) = (player.name.clone(), frame_text(player, frame));
        if frame >= player.game.lane().frame {
            let message = if old.is_empty() { Message::FrameNotBegun } else { Message::FrameNotOver };
            return Err(self.refuse(message, &[("frame", &number), ("name", &name)]));
        }
        match self.live.fix(at, frame, &symbols) {
            Ok(changes) => {
                let new = frame_text(&self.live.players()[at], frame);
                let values: [(&str, &dyn Display); 4] =
                    [("frame", &number), ("name", &name), ("new", &new), ("old", &old)];
                Ok((changes, self.say(Message::Fixed, &values)))
            }
            Err(RollsError::Count(_)) => Err(self.refuse(Message::NotOneFrame, &[("entry", &typed(text))])),
            Err(RollsError::Impossible(game, problem)) => Err(self.impossible(text, &game, &problem)),
        }
    }

    fn rolls(&self, text: &str) -> Result<TypedRolls, Answer> {
        rolls(text, self.live.rules().row().balls).map_err(|problem| self.not_rolls(text, problem))
    }

    fn not_rolls(&self, text: &str, problem: NotRolls) -> Answer {
        let entry = typed(text);
        let mut text = match problem {
            NotRolls::Word(symbol) => {
                return self.refuse(Message::WriteSymbol, &[("entry", &entry), ("symbol", &symbol)]);
            }
            NotRolls::Unknown => {
                self.say(Message::NotAnEntry, &[("entry", &entry), ("commands", &commands::listed(self.lang))])
            }
            NotRolls::Unclear => self.say(Message::Unclear, &[("entry", &entry)]),
        };
        // The pins may be what is wrong with it.
        if entry.contains('{') {
            text = format!("{text}; {}", self.say(Message::PinsInBraces, &[]));
        }
        Answer::NoRoll { text, is_number: entry.parse::<i64>().is_ok() }
    }

    fn impossible(&self, text: &str, game: &Game, problem: &Problem) -> Answer {
        if let Problem::Ball(BallProblem::Leave(error)) = problem {
            let why = self.wrong_leave(*error);
            return self.refuse(Message::Refused, &[("entry", &typed(text)), ("why", &why)]);
        }
        let why = possible_rolls(game, self.lang);
        let text = self.say(Message::Refused, &[("entry", &typed(text)), ("why", &why)]);
        Answer::NoRoll { text, is_number: true }
    }

    /// Why some pins cannot stand after a ball.
    fn wrong_leave(&self, error: LeaveError) -> String {
        match error {
            LeaveError::Count { leave, standing } => {
                self.say(Message::LeaveCount, &[("leave", &leave), ("standing", &standing)])
            }
            LeaveError::TooMany { leave, standing } => {
                self.say(Message::LeaveTooMany, &[("leave", &leave), ("standing", &standing)])
            }
            LeaveError::Fallen { pin, before } => self.say(Message::LeaveFallen, &[("pin", &pin), ("before", &before)]),
            LeaveError::Strike { .. } | LeaveError::Cleared => self.say(Message::LeaveNothing, &[]),
            LeaveError::NotASplit(leave) => self.say(Message::LeaveNoSplit, &[("leave", &leave)]),
        }
    }

    fn refuse(&self, message: Message, values: &[(&str, &dyn Display)]) -> Answer {
        Answer::Refused(self.say(message, values))
    }

    pub fn help(&self, columns: usize) -> [String; 2] {
        commands::help(self.lang, self.several, self.live.up().name.as_str(), columns)
    }

    pub fn say(&self, message: Message, values: &[(&str, &dyn Display)]) -> String {
        message.text(self.lang, values)
    }
}

/// Which rolls are possible next.
pub fn possible_rolls(game: &Game, lang: Lang) -> String {
    let standing = game.lane().standing;
    let down: u8 = game.balls_at_rack().iter().map(|ball| ball.pins()).sum();
    let message = match down {
        0 => Message::AllStand,
        1 => Message::OneDown,
        _ => Message::Down,
    };
    message.text(lang, &[("standing", &standing), ("down", &down)])
}

/// An entry, as a message repeats it.
fn typed(text: &str) -> String {
    cut(&visible(text.trim()), WIDEST_ENTRY).into_owned()
}

/// The balls of a frame, as on the board.
fn frame_text(player: &Player, frame: u8) -> String {
    player.balls(frame).into_iter().map(shown).collect()
}

#[cfg(test)]
impl Session {
    /// A tenpin game as a screen plays it, in English.
    pub fn on_screen(names: &[&str], store: Option<Store>) -> Self {
        Self::new(Match::of(names, crate::game::Rules::Tenpin), Vec::new(), Lang::En, true, store)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(text: &str) -> Answer {
        Session::on_screen(&["PJS"], None).enter(text).unwrap()
    }

    #[test]
    fn an_entry_is_repeated_safely_and_cut() {
        let Answer::NoRoll { text, .. } = answer(&"z".repeat(500)) else { panic!("taken") };
        assert!(text.starts_with(&format!("'{}\u{2026}' is not a roll", "z".repeat(29))), "{text}");
    }

    #[test]
    fn a_refused_leave_is_told_what_pins_in_braces_are() {
        for entry in ["8{7-11}", "{1-2-"] {
            let Answer::NoRoll { text, .. } = answer(entry) else { panic!("{entry}") };
            assert!(text.ends_with("; pins in braces are those that stand after the ball"), "{entry}: {text}");
        }
        assert_eq!(answer("8{7-10} 1{10}"), Answer::Rolled { player: 0, text: String::new() });
    }
}
