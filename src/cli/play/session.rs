//! The engine of a live game behind both of its faces: it takes entries, changes the match, saves every change, and
//! answers. It reads no keys and draws nothing.

use std::fmt::Display;

use super::commands::{self, PlayCommand};
use super::entry::{NotRolls, TypedRolls, rolls};
use super::journal::{change_lines, header};
use super::live_match::{Change, FixError, Match, Player, RollsError};
use super::messages::{Lang, Message};
use crate::cli::text::{cut, visible};
use crate::error::Problem;
use crate::game::{FRAMES, LeaveError};
use crate::notation::display::shown;

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
    /// The matches of this session before the current one.
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
    pub fn new(live: Match, lang: Lang, several: bool, store: Option<Store>) -> Self {
        Self { live, finished: Vec::new(), lang, several, store, is_unwritten: false }
    }

    /// Takes an entry. An error means that a change could not be saved.
    pub fn enter(&mut self, text: &str) -> anyhow::Result<Answer> {
        match self.change(text) {
            Ok((changes, text)) => {
                if let Some(store) = self.store.as_mut().filter(|_| !changes.is_empty()) {
                    let start = if self.is_unwritten { format!("\n{}", header(&self.live)) } else { String::new() };
                    store(&(start + &change_lines(&changes)))?;
                    self.is_unwritten = false;
                }
                Ok(Answer::Changed(text))
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
            None => match self.rolls(text)? {
                rolls if self.several || rolls.symbols.len() == 1 => self.roll(text, &rolls),
                _ => Err(self.not_rolls(text, NotRolls::Unknown)),
            },
        }
    }

    fn roll(&mut self, text: &str, rolls: &TypedRolls) -> Result<(Vec<Change>, String), Answer> {
        let entry = typed(text);
        if self.live.turn().is_none() {
            return Err(self.refuse(Message::NotWhenOver, &[("entry", &entry)]));
        }
        match self.live.roll_all(&rolls.symbols) {
            Ok(changes) if rolls.is_apart => {
                let pins = changes.iter().filter_map(|change| change.ball).map(|ball| ball.pins().to_string());
                let text = self.say(Message::Took, &[("rolls", &pins.collect::<Vec<_>>().join(", "))]);
                Ok((changes, text))
            }
            Ok(changes) => Ok((changes, String::new())),
            Err(RollsError::Impossible(player, problem)) => Err(self.impossible(text, &player, &problem)),
            Err(RollsError::TurnOver(taken)) => {
                let values: [(&str, &dyn Display); 3] =
                    [("entry", &entry), ("name", &self.live.up().name), ("taken", &taken)];
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
        Ok((Vec::new(), self.say(Message::Game, &[("number", &self.live.number)])))
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
        let Some(name) = self.live.undo().map(|player| player.name.clone()) else {
            return Err(self.refuse(Message::NothingToUndo, &[]));
        };
        let text = self.say(Message::Undone, &[("name", &name)]);
        Ok((vec![Change { name, ball: None }], text))
    }

    /// `fix NAME FRAME ROLLS`.
    fn fix(&mut self, rest: &str) -> Result<(Vec<Change>, String), Answer> {
        let mut words = rest.splitn(3, char::is_whitespace).map(str::trim);
        let (Some(who), Some(frame), Some(text)) = (words.next(), words.next(), words.next()) else {
            return Err(self.refuse(Message::FixUsage, &[("name", &self.live.up().name)]));
        };
        let Some(player) = self.live.find(who) else {
            return Err(self.refuse(Message::NoPlayer, &[("entry", &typed(who)), ("names", &self.live.listed())]));
        };
        let Some(index) = frame.parse().ok().and_then(|number: u8| number.checked_sub(1)).filter(|at| *at < FRAMES)
        else {
            return Err(self.refuse(Message::NoFrame, &[("entry", &typed(frame))]));
        };
        let TypedRolls { symbols, .. } = self.rolls(text)?;
        let name = self.live.players()[player].name.clone();
        let old = frame_text(&self.live.players()[player], index);
        match self.live.fix(player, index, &symbols) {
            Ok(changes) => {
                let new = frame_text(&self.live.players()[player], index);
                let values: [(&str, &dyn Display); 4] =
                    [("frame", &(index + 1)), ("name", &name), ("new", &new), ("old", &old)];
                Ok((changes, self.say(Message::Fixed, &values)))
            }
            Err(problem @ (FixError::NotBegun | FixError::NotOver)) => {
                let is_begun = problem == FixError::NotOver;
                let message = if is_begun { Message::FrameNotOver } else { Message::FrameNotBegun };
                Err(self.refuse(message, &[("frame", &(index + 1)), ("name", &name)]))
            }
            Err(FixError::NotOneFrame) => Err(self.refuse(Message::NotOneFrame, &[("entry", &typed(text))])),
            Err(FixError::Impossible(player, problem)) => Err(self.impossible(text, &player, &problem)),
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
        // Which pins it names may be what is wrong with it.
        if entry.contains('{') {
            text = format!("{text}; {}", self.say(Message::PinsInBraces, &[]));
        }
        Answer::NoRoll { text, is_number: entry.parse::<i64>().is_ok() }
    }

    fn impossible(&self, text: &str, player: &Player, problem: &Problem) -> Answer {
        if let Problem::Leave(error) = problem {
            let why = self.wrong_leave(*error);
            return self.refuse(Message::Refused, &[("entry", &typed(text)), ("why", &why)]);
        }
        let why = possible_rolls(player, self.lang);
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

    pub fn help(&self, columns: usize) -> String {
        commands::help(self.lang, self.several, self.live.up().name.as_str(), columns)
    }

    pub fn say(&self, message: Message, values: &[(&str, &dyn Display)]) -> String {
        message.text(self.lang, values)
    }
}

/// Which rolls are possible next.
pub fn possible_rolls(player: &Player, lang: Lang) -> String {
    let standing = player.game.lane().standing;
    let down: u8 = player.game.rolls_at_rack().iter().map(|roll| roll.pins().get()).sum();
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
    let card = player.game.score_card();
    card.frames()
        .nth(frame.into())
        .map(|frame| frame.balls().iter().map(|&ball| shown(ball)).collect())
        .unwrap_or_default()
}

#[cfg(test)]
impl Session {
    /// A tenpin game as a screen plays it, in English.
    pub fn on_screen(names: &[&str], store: Option<Store>) -> Self {
        Self::new(Match::of(names, crate::game::Rules::Tenpin), Lang::En, true, store)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;

    fn session(store: Option<Store>) -> Session {
        Session::on_screen(&["PJS"], store)
    }

    fn answer(session: &mut Session, text: &str) -> Answer {
        session.enter(text).unwrap()
    }

    #[test]
    fn several_rolls_are_refused_where_an_entry_is_one_roll() {
        let mut session = Session { several: false, ..session(None) };
        for (text, is_number) in [("72", true), ("8/", false), ("1 1", false), ("11", true), ("ten", false)] {
            let Answer::NoRoll { is_number: number, .. } = answer(&mut session, text) else { panic!("{text}") };
            assert_eq!(number, is_number, "{text}");
        }
        assert_eq!(session.live.rolls(), 0);
    }

    #[test]
    fn an_entry_is_repeated_safely_and_cut() {
        let Answer::NoRoll { text, .. } = answer(&mut session(None), &"z".repeat(500)) else { panic!("taken") };
        assert!(text.starts_with(&format!("'{}\u{2026}' is not a roll", "z".repeat(29))), "{text}");
    }

    fn changed(text: &str) -> Answer {
        Answer::Changed(text.into())
    }

    #[test]
    fn a_refused_leave_is_told_what_pins_in_braces_are() {
        for entry in ["8{7-11}", "{1-2-"] {
            let Answer::NoRoll { text, .. } = answer(&mut session(None), entry) else { panic!("{entry}") };
            assert!(text.ends_with("; pins in braces are those that stand after the ball"), "{entry}: {text}");
        }
        assert_eq!(answer(&mut session(None), "8{7-10} 1{10}"), changed(""));
    }

    #[test]
    fn digits_that_were_taken_apart_are_said() {
        let mut session = session(None);
        assert_eq!(answer(&mut session, "15"), changed("took 1, 5; undo takes them back"));
        assert_eq!(answer(&mut session, "1 5"), changed(""));
    }

    #[test]
    fn again_starts_the_next_match_in_the_journal_with_its_first_roll() {
        let text = Rc::new(RefCell::new(String::new()));
        let kept = Rc::clone(&text);
        let mut session = session(Some(Box::new(move |lines| {
            kept.borrow_mut().push_str(lines);
            Ok(())
        })));
        let refused = Answer::Refused("the next game starts when this one is over".into());
        assert_eq!(answer(&mut session, "again"), refused);
        answer(&mut session, &["X"; 12].join(" "));
        text.borrow_mut().clear();
        assert_eq!(answer(&mut session, "again"), changed("Game 2"));
        assert_eq!(answer(&mut session, "undo"), changed(""));
        assert!(session.live.turn().is_none() && session.finished.is_empty());
        answer(&mut session, "again");
        assert_eq!(*text.borrow(), "");
        answer(&mut session, "7");
        answer(&mut session, "2");
        assert_eq!(*text.borrow(), "\n# rules: tenpin\n# players: PJS\nPJS 7\nPJS 2\n");
        assert!(!session.take_back_again());
        // A match that is in the journal is not forgotten, even without a roll.
        answer(&mut session, "undo");
        answer(&mut session, "undo");
        assert!(session.live.rolls() == 0 && !session.take_back_again());
    }

    #[test]
    fn a_change_is_saved_before_it_is_answered() {
        let mut session = session(Some(Box::new(|lines| Err(anyhow::anyhow!(lines.to_owned())))));
        assert_eq!(session.enter("5/").unwrap_err().to_string(), "PJS 5\nPJS 5\n");
        assert_eq!(session.enter("foo").unwrap(), answer(&mut self::session(None), "foo"));
    }
}
