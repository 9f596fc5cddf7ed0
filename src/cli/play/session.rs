//! A live game for both of its faces, lines and a screen: it takes entries, changes the match, saves every change, and
//! answers. It reads no keys and draws nothing.

use anyhow::Context;
use clap::ValueEnum;

use super::PlayOptions;
use super::commands::{self, PlayCommand};
use super::entry::{NotRolls, TypedRolls, rolls};
use super::journal::{Journal, belongs_to, change_lines, header};
use super::live_match::{Change, Match, RollsError};
use super::names::given_names;
use crate::cli::color::Paint;
use crate::cli::monitor::messages::Lang;
use crate::cli::monitor::players::{LiveTotal, Player, printed_board, standings, winner};
use crate::cli::text::{cut, visible};
use crate::error::Problem;
use crate::game::{BallProblem, FRAMES, Game, Rules};
use crate::reading::display::shown;

/// A message repeats at most this many columns of an entry.
const WIDEST_ENTRY: usize = 30;

/// The options and the journal, before the first question.
pub struct Start<'a> {
    options: &'a PlayOptions,
    pub lang: Lang,
    journal: Option<Journal>,
    /// The match of the journal, or of the players that the command line names.
    pub known: Option<Match>,
    rules: Rules,
}

impl<'a> Start<'a> {
    pub fn new(options: &'a PlayOptions) -> anyhow::Result<Self> {
        let lang = options.lang.unwrap_or_else(Lang::from_environment);
        let given = given_names(&options.names, lang).map_err(anyhow::Error::msg)?;
        let (mut journal, mut known, mut rules) = (None, None, options.rules.unwrap_or_default());
        if let Some(path) = &options.journal {
            let opened = Journal::open(path, &given, options.rules).with_context(|| options.place())?;
            (journal, known, rules) = (Some(opened.0), opened.1, opened.2);
        }
        if known.is_none() && !given.is_empty() {
            known = Some(Match::first(given, rules));
        }
        Ok(Self { options, lang, journal, known, rules })
    }

    /// Whether the last line of the journal is cut short.
    pub fn is_torn(&self) -> bool {
        self.journal.as_ref().is_some_and(|journal| journal.torn)
    }

    /// Starts the game, with the names that were asked for if no match is known, and prepares its journal.
    pub fn begin(self, names: Vec<String>, on_screen: bool) -> anyhow::Result<Session<'a>> {
        let Self { options, lang, mut journal, known, rules } = self;
        let live = known.unwrap_or_else(|| Match::first(names, rules));
        if let Some(journal) = &mut journal {
            journal.begin(&live).with_context(|| options.place())?;
        }
        Ok(Session { options, lang, on_screen, live, finished: Vec::new(), journal, is_unwritten: false })
    }
}

/// The result of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The entry was empty, on a screen.
    Nothing,
    /// The match has changed, and the change is saved. The text is empty if the board says it all.
    Changed(String),
    /// The same, by rolls of a player.
    Rolled {
        player: usize,
        text: String,
    },
    /// Says what is wrong with the entry.
    Refused(String),
    Help,
    Quit,
}

/// The changes of an entry and what to say of them, or the answer to an entry that changes nothing.
type Changed = Result<(Vec<Change>, String), Answer>;

/// A live game, and the games after it.
pub struct Session<'a> {
    options: &'a PlayOptions,
    pub lang: Lang,
    /// On a screen, an entry may have several rolls, and errors are explained in more words.
    on_screen: bool,
    pub live: Match,
    /// The matches before the current one, but for those that the journal had already.
    pub finished: Vec<Match>,
    journal: Option<Journal>,
    /// The match is not in the journal yet. It is written there with its first roll, so that a match without rolls
    /// leaves no trace.
    is_unwritten: bool,
}

impl Session<'_> {
    /// The first message if the journal has a part of the game.
    pub fn greeting(&self) -> Option<String> {
        let rolls = self.live.rolls();
        (rolls > 0 && self.live.turn().is_some()).then(|| self.lang.continues(&rolls))
    }

    /// Takes an entry. An error means that a change could not be saved.
    pub fn enter(&mut self, text: &str) -> anyhow::Result<Answer> {
        let command = PlayCommand::parse(text);
        let result = match command {
            _ if text.trim().is_empty() && self.on_screen => Err(Answer::Nothing),
            Some((PlayCommand::Help, _)) => Err(Answer::Help),
            Some((PlayCommand::Quit, _)) => Err(Answer::Quit),
            Some((PlayCommand::Undo, _)) => self.undo(),
            Some((PlayCommand::Fix, rest)) => self.fix(rest),
            Some((PlayCommand::Again, _)) => self.again(),
            None if self.live.turn().is_none() => refuse(self.lang.not_when_over(&typed(text))),
            None => self.roll(text),
        };
        let (changes, text) = match result {
            Ok(changes) => changes,
            Err(answer) => return Ok(answer),
        };
        if let Some(journal) = self.journal.as_mut().filter(|_| !changes.is_empty()) {
            let start = if self.is_unwritten { format!("\n{}", header(&self.live)) } else { String::new() };
            let saved = journal.append(&(start + &change_lines(self.live.players(), &changes)));
            saved.with_context(|| format!("{}: the last entry is not saved", self.options.place()))?;
            self.is_unwritten = false;
        }
        Ok(match changes.last() {
            Some(&Change { player, ball: Some(_) }) if command.is_none() => Answer::Rolled { player, text },
            _ => Answer::Changed(text),
        })
    }

    fn roll(&mut self, text: &str) -> Changed {
        let rolls = self.parse(text)?;
        if !self.on_screen && rolls.symbols.len() > 1 {
            return Err(self.not_rolls(text, NotRolls::Unknown));
        }
        match self.live.roll_all(&rolls.symbols) {
            Ok(changes) if rolls.is_apart => {
                let pins = changes.iter().filter_map(|change| change.ball).map(|ball| ball.pins().to_string());
                let text = self.lang.took(&pins.collect::<Vec<_>>().join(", "));
                Ok((changes, text))
            }
            Ok(changes) => Ok((changes, String::new())),
            Err(RollsError::Impossible(game, problem)) => Err(self.impossible(text, &game, &problem)),
            Err(RollsError::Count(taken)) => refuse(self.lang.turn_over(&typed(text), &self.live.up().name, &taken)),
        }
    }

    /// Starts the next match of the same players.
    fn again(&mut self) -> Changed {
        if self.live.turn().is_some() {
            return refuse(self.lang.not_yet_again());
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

    fn undo(&mut self) -> Changed {
        if self.take_back_again() {
            return Ok((Vec::new(), String::new()));
        }
        match self.live.undo() {
            Some((change, _)) => Ok((vec![change], self.lang.undid(&self.live.up().name))),
            None => refuse(self.lang.nothing_to_undo()),
        }
    }

    /// `fix NAME FRAME ROLLS`.
    fn fix(&mut self, rest: &str) -> Changed {
        let lang = self.lang;
        let mut words = rest.splitn(3, char::is_whitespace).map(str::trim);
        let (Some(who), Some(number), Some(text)) = (words.next(), words.next(), words.next()) else {
            return refuse(lang.fix_usage(&self.live.up().name));
        };
        let Some(at) = self.live.find(who) else {
            return refuse(lang.not_a_player(&typed(who), &self.live.listed()));
        };
        let Some(number) = number.parse().ok().filter(|number| (1..=FRAMES).contains(number)) else {
            return refuse(lang.not_a_frame(&typed(number)));
        };
        let rolls = self.parse(text)?;
        let player = &self.live.players()[at];
        let (name, old) = (player.name.clone(), frame_text(player, number));
        if number > player.game.lane().frame {
            return refuse(lang.frame_not_over(&number, &name));
        }
        match self.live.fix(at, number - 1, &rolls.symbols) {
            Ok(changes) => {
                let new = frame_text(&self.live.players()[at], number);
                Ok((changes, lang.fixed(&number, &name, &new, &old)))
            }
            Err(RollsError::Count(_)) => refuse(lang.not_one_frame(&typed(text))),
            Err(RollsError::Impossible(game, problem)) => Err(self.impossible(text, &game, &problem)),
        }
    }

    fn parse(&self, text: &str) -> Result<TypedRolls, Answer> {
        rolls(text, self.live.rules().row().balls).map_err(|problem| self.not_rolls(text, problem))
    }

    /// The answer to a text that is not rolls. Line by line, it says which rolls are possible.
    fn not_rolls(&self, text: &str, problem: NotRolls) -> Answer {
        let (lang, entry) = (self.lang, typed(text));
        let text = match problem {
            NotRolls::Word(symbol) => lang.write_symbol(&entry, &symbol),
            _ if !self.on_screen => {
                let see_help = if entry.parse::<i64>().is_ok() { String::new() } else { lang.see_help() };
                possible_rolls(&self.live.up().game, lang) + &see_help
            }
            NotRolls::Unknown => lang.not_a_roll(&entry, &commands::listed(lang)),
            NotRolls::Unclear => lang.unclear_rolls(&entry),
        };
        // The pins may be what is wrong with it.
        let in_braces = self.on_screen && entry.contains('{');
        Answer::Refused(if in_braces { format!("{text}; {}", lang.pins_in_braces()) } else { text })
    }

    fn impossible(&self, text: &str, game: &Game, problem: &Problem) -> Answer {
        let leave = match problem {
            Problem::Ball(problem) => wrong_leave(problem, self.lang),
            _ => None,
        };
        let why = match leave {
            None if !self.on_screen => return Answer::Refused(possible_rolls(&self.live.up().game, self.lang)),
            leave => leave.unwrap_or_else(|| possible_rolls(game, self.lang)),
        };
        Answer::Refused(self.lang.impossible(&typed(text), &why))
    }

    pub fn help(&self) -> [String; 2] {
        commands::help(self.lang, self.on_screen, &self.live.up().name)
    }

    /// How a match ended; `None` if one player played alone.
    pub fn ending(&self, live: &Match) -> Option<String> {
        match standings(live.players()) {
            _ if live.turn().is_some() => Some(self.lang.not_over()),
            _ if live.players().len() == 1 => None,
            _ if self.on_screen => winner(live.players(), self.lang),
            (_, names, _) if names.len() == 1 => Some(self.lang.wins(&names[0])),
            (_, names, _) => Some(self.lang.tie(&names.join(", "))),
        }
    }

    /// The board of a match, the totals, best first, and how it ended. On a screen, totals may have a plus sign.
    pub fn result(&self, live: &Match, paint: Paint, columns: Option<usize>) -> String {
        let total = |game: &Game| {
            if self.on_screen { LiveTotal::of(game).to_string() } else { game.score().to_string() }
        };
        let ranking = if self.on_screen { live.ranking(LiveTotal::of) } else { live.ranking(Game::score) };
        let board = printed_board(live.players(), paint, columns);
        let mut result = String::from_utf8_lossy(&board).into_owned() + "\n";
        for player in ranking {
            result.extend([&player.name, "\t", &total(&player.game), "\n"]);
        }
        result + &self.ending(live).map(|ending| ending + "\n").unwrap_or_default()
    }

    /// How a game that is not over can be continued, as a line.
    pub fn how_to_continue(&self) -> String {
        let text = match &self.options.journal {
            _ if self.live.turn().is_none() => return String::new(),
            None => self.lang.no_journal(),
            Some(path) if !belongs_to(path, &self.live) => self.lang.lost_journal(),
            Some(_) => {
                let lang = self.options.lang.and_then(|lang| lang.to_possible_value());
                let lang = lang.map(|lang| format!(" --lang {}", lang.get_name())).unwrap_or_default();
                let place = self.options.place();
                // A file such as `-x` would be taken for an option.
                let sign = if place.starts_with('-') { '=' } else { ' ' };
                self.lang.to_continue(&format!("bowling play{lang} --journal{sign}{}", quoted(&place)))
            }
        };
        text + "\n"
    }
}

fn refuse(text: String) -> Changed {
    Err(Answer::Refused(text))
}

/// Which rolls are possible next.
fn possible_rolls(game: &Game, lang: Lang) -> String {
    let standing = game.lane().standing;
    match game.balls_at_rack().iter().map(|ball| ball.pins()).sum::<u8>() {
        0 => lang.all_stand(&standing),
        1 => lang.one_down(&standing),
        down => lang.several_down(&standing, &down),
    }
}

/// Why some pins cannot stand after a ball.
fn wrong_leave(problem: &BallProblem, lang: Lang) -> Option<String> {
    Some(match problem {
        BallProblem::LeaveCount { leave, standing } => lang.leave_count(leave, standing),
        BallProblem::LeaveTooMany { leave, standing } => lang.leave_too_many(leave, standing),
        BallProblem::FallenPin { pin, before } => lang.leave_fallen(pin, before),
        BallProblem::StrikeLeaves { .. } | BallProblem::ClearedLeaves => lang.leave_nothing(),
        BallProblem::NotASplit(leave) => lang.leave_not_split(leave),
        _ => return None,
    })
}

/// An entry, as a message repeats it.
fn typed(text: &str) -> String {
    cut(&visible(text.trim()), WIDEST_ENTRY).into_owned()
}

/// The balls of a frame, as on the board.
fn frame_text(player: &Player, number: u8) -> String {
    let frame = player.game.frames().nth(usize::from(number) - 1);
    frame.iter().flat_map(|frame| frame.balls()).map(|&ball| shown(ball)).collect()
}

/// A word of a command line, quoted for a shell where that is necessary.
fn quoted(word: &str) -> String {
    let is_plain = |sign: char| sign.is_alphanumeric() || "/._-+@%".contains(sign);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", visible(word).replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(text: &str) -> Answer {
        let options = PlayOptions { names: vec!["PJS".into()], lang: Some(Lang::En), ..PlayOptions::default() };
        Start::new(&options).unwrap().begin(Vec::new(), true).unwrap().enter(text).unwrap()
    }

    #[test]
    fn an_entry_is_repeated_safely_and_cut() {
        let Answer::Refused(text) = answer(&"z".repeat(500)) else { panic!("taken") };
        assert!(text.starts_with(&format!("'{}\u{2026}' is not a roll", "z".repeat(29))), "{text}");
    }

    #[test]
    fn a_refused_leave_is_told_what_pins_in_braces_are() {
        for entry in ["8{7-11}", "{1-2-"] {
            let Answer::Refused(text) = answer(entry) else { panic!("{entry}") };
            assert!(text.ends_with("; pins in braces are those that stand after the ball"), "{entry}: {text}");
        }
        assert_eq!(answer("8{7-10} 1{10}"), Answer::Rolled { player: 0, text: String::new() });
    }

    #[test]
    fn a_word_is_quoted_for_a_shell_where_that_is_necessary() {
        for (word, expected) in [("/tmp/a-b_1.log", "/tmp/a-b_1.log"), ("a b", "'a b'"), ("it's", r"'it'\''s'")] {
            assert_eq!(quoted(word), expected);
        }
    }
}
