//! A live game on a screen: what it knows, what a key changes, and what the window shows. Pure: no I/O.

use crate::cli::args::Lang;
use crate::cli::color::Paint;
use crate::cli::format::{Row, cell_width};
use crate::cli::screen::board::{self, Focus};
use crate::cli::screen::keys::Key;
use crate::cli::screen::{Size, View, wrap};
use crate::cli::text::{cut, visible, width};
use crate::game::FRAMES;
use crate::notation::display::shown;

use super::entry::{Entry, NotRolls, rolls};
use super::line::{Line, LineEvent};
use super::live_match::{Change, FixError, Match, Name, Player, RollsError};
use super::messages::Message;
use super::prompts::{possible_rolls, winner};

/// A message shows at most so many columns of what was typed.
const WIDEST_ENTRY: usize = 30;

/// What must happen outside of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The match has changed. The changes are saved before anything else.
    Save(Vec<Change>),
    /// The game ends.
    End,
}

/// A live game.
pub struct State {
    pub live: Match,
    lang: Lang,
    paint: Paint,
    line: Line,
    /// Shown above the status until the next entry.
    note: String,
    /// The question whether to end the game is open.
    asks_to_quit: bool,
}

impl State {
    pub fn new(live: Match, lang: Lang, paint: Paint, note: String) -> Self {
        Self { live, lang, paint, line: Line::default(), note, asks_to_quit: false }
    }

    /// Takes a key.
    pub fn key(&mut self, key: Key) -> Option<Action> {
        let event = self.line.key(key)?;
        if self.asks_to_quit {
            self.asks_to_quit = false;
            return match event {
                LineEvent::Entered(text) if !is_yes(&text) => None,
                _ => Some(Action::End),
            };
        }
        self.note.clear();
        match event {
            LineEvent::Entered(text) => self.enter(&text),
            LineEvent::Ended => Some(Action::End),
            LineEvent::Interrupted => {
                self.asks_to_quit = true;
                None
            }
        }
    }

    fn enter(&mut self, text: &str) -> Option<Action> {
        let balls = self.live.rules().row().balls;
        let is_over = self.live.turn().is_none();
        match Entry::parse(text, balls) {
            Entry::Empty if is_over => return Some(Action::End),
            // An empty line is a key hit twice.
            Entry::Empty => {}
            Entry::Quit => return Some(Action::End),
            Entry::Help => self.say(Message::ScreenHelp, &[("name", &self.name_up())]),
            Entry::Undo => return self.undo(),
            Entry::Fix(rest) => return self.fix(rest, balls),
            Entry::Rolls(_) if is_over => self.say(Message::NotWhenOver, &[("entry", &typed(text))]),
            Entry::Rolls(symbols) => match self.live.roll_all(&symbols) {
                Ok(changes) => return Some(Action::Save(changes)),
                Err(RollsError::Impossible(player)) => self.refuse(text, &player),
                Err(RollsError::TurnOver(taken)) => {
                    let name = self.name_up();
                    self.say(Message::TurnOver, &[("entry", &typed(text)), ("name", &name), ("taken", &taken)]);
                }
            },
            Entry::NotRolls(problem) => self.say(no_rolls(problem), &[("entry", &typed(text))]),
        }
        None
    }

    fn undo(&mut self) -> Option<Action> {
        let Some(name) = self.live.undo().map(|player| player.name.clone()) else {
            self.say(Message::NothingToUndo, &[]);
            return None;
        };
        self.say(Message::Undone, &[("name", &name)]);
        Some(Action::Save(vec![Change { name, ball: None }]))
    }

    /// `fix NAME FRAME ROLLS`.
    fn fix(&mut self, rest: &str, balls: u8) -> Option<Action> {
        let mut words = rest.splitn(3, char::is_whitespace).map(str::trim);
        let (Some(who), Some(frame), Some(text)) = (words.next(), words.next(), words.next()) else {
            self.say(Message::FixUsage, &[("name", &self.name_up())]);
            return None;
        };
        let name = Name::new(who);
        let Some(player) = self.live.names().position(|other| Some(other) == name.as_ref()) else {
            self.say(Message::NoPlayer, &[("entry", &typed(who)), ("names", &listed(&self.live))]);
            return None;
        };
        let Some(index) = frame.parse().ok().and_then(|number: u8| number.checked_sub(1)).filter(|at| *at < FRAMES)
        else {
            self.say(Message::NoFrame, &[("entry", &typed(frame))]);
            return None;
        };
        let symbols = match rolls(text, balls) {
            Ok(symbols) => symbols,
            Err(problem) => {
                self.say(no_rolls(problem), &[("entry", &typed(text))]);
                return None;
            }
        };
        let name = self.live.players()[player].name.clone();
        let old = frame_text(&self.live.players()[player], index);
        match self.live.fix(player, index, &symbols) {
            Ok(changes) => {
                let new = frame_text(&self.live.players()[player], index);
                self.say(Message::Fixed, &[("frame", &(index + 1)), ("name", &name), ("new", &new), ("old", &old)]);
                return Some(Action::Save(changes));
            }
            Err(FixError::FrameNotOver) => {
                self.say(Message::FrameNotOver, &[("frame", &(index + 1)), ("name", &name)]);
            }
            Err(FixError::NotOneFrame) => self.say(Message::NotOneFrame, &[("entry", &typed(text))]),
            Err(FixError::Impossible(player)) => self.refuse(text, &player),
        }
        None
    }

    fn refuse(&mut self, text: &str, player: &Player) {
        let why = possible_rolls(player, self.lang);
        self.say(Message::Refused, &[("entry", &typed(text)), ("why", &why)]);
    }

    fn say(&mut self, message: Message, values: &[(&str, &dyn std::fmt::Display)]) {
        self.note = message.text(self.lang, values);
    }

    /// The player who is up, for examples too.
    fn name_up(&self) -> Name {
        self.live.players()[self.live.turn_index()].name.clone()
    }

    fn status(&self) -> String {
        let Some(player) = self.live.turn() else {
            let over = Message::Over.text(self.lang, &[]);
            return winner(&self.live, self.lang).map_or_else(|| over.clone(), |winner| format!("{over} {winner}"));
        };
        let lane = player.game.lane();
        Message::Status.text(
            self.lang,
            &[
                ("frame", &lane.frame_number()),
                ("ball", &player.next_ball()),
                ("standing", &lane.standing),
                ("max", &player.game.max()),
            ],
        )
    }

    fn prompt(&self) -> String {
        match self.live.turn() {
            _ if self.asks_to_quit => Message::AskQuit.text(self.lang, &[]),
            Some(player) => Message::AskRoll.text(self.lang, &[("name", &player.name)]),
            None => Message::AskEnd.text(self.lang, &[]),
        }
    }

    /// What a window of a size shows: the board, a note, the status and the prompt. In a low window the prompt stays
    /// longest, then the player who is up, the status, the note.
    pub fn view(&self, size: Size) -> View {
        let Prompt { lines: prompt, cursor } = prompt_lines(&self.prompt(), &self.line, size);
        let room = size.rows - prompt.len();
        let smallest_board = room.min(if room < 4 { 2 } else { 3 });
        let mut status = wrap(&self.status(), size.columns);
        status.truncate(room - smallest_board);
        let mut note = wrap(&self.note, size.columns);
        let note_room = room - smallest_board - status.len();
        if note.len() > note_room {
            note.truncate(note_room);
            note.last_mut().into_iter().for_each(|last| *last = "\u{2026}".into());
        }

        let live = &self.live;
        let up = live.turn_index();
        let focus = Focus {
            players: live.players().len(),
            up,
            leader: live.leader_index(),
            frame: live.players()[up].game.lane().frame,
            cell: cell_width(live.rules()),
        };
        let board_size = Size { rows: room - status.len() - note.len(), ..size };
        let row = |player: usize| Row::of_player(&live.players()[player]);
        let mut lines = board::lines(focus, board_size, self.paint, row);
        if lines.len() < board_size.rows {
            lines.push(String::new());
        }
        lines.extend(note);
        lines.extend(status);
        lines.extend(prompt);
        View { cursor: (lines.len() - 1, cursor), lines }
    }
}

/// A prompt with the line that is typed behind it.
pub struct Prompt {
    pub lines: Vec<String>,
    /// The column of the cursor in the last line.
    pub cursor: usize,
}

/// The prompt with the line behind it, in a window that may be narrow.
pub fn prompt_lines(prompt: &str, line: &Line, size: Size) -> Prompt {
    // Some columns are kept for the line itself.
    let mut lines = wrap(prompt.trim_end(), size.columns.saturating_sub(8).max(1));
    let mut last = lines.pop().unwrap_or_default();
    if width(&last) + 1 < size.columns {
        last.push(' ');
    }
    let start = width(&last);
    let (text, cursor) = line.visible(size.columns.saturating_sub(start));
    last.push_str(&text);
    lines.push(last);
    let surplus = lines.len().saturating_sub(size.rows);
    lines.drain(..surplus);
    Prompt { lines, cursor: (start + cursor).min(size.columns.saturating_sub(1)) }
}

fn no_rolls(problem: NotRolls) -> Message {
    match problem {
        NotRolls::Unknown => Message::NotAnEntry,
        NotRolls::Unclear => Message::Unclear,
    }
}

/// What was typed, as a message repeats it.
fn typed(text: &str) -> String {
    cut(&visible(text.trim()), WIDEST_ENTRY).into_owned()
}

/// The names of the first few players, so that the message stays short.
fn listed(live: &Match) -> String {
    const MOST: usize = 8;
    let mut names: Vec<&str> = live.names().take(MOST).map(Name::as_str).collect();
    names.extend((live.players().len() > MOST).then_some("\u{2026}"));
    names.join(" ")
}

/// The balls of a frame, as on the board.
fn frame_text(player: &Player, frame: u8) -> String {
    let card = player.game.score_card();
    card.frames()
        .nth(frame.into())
        .map(|frame| frame.balls().iter().map(|&ball| shown(ball)).collect())
        .unwrap_or_default()
}

/// Whether a question is answered with yes, in any of the languages. `ㅛ` is the key Y on a Korean keyboard.
fn is_yes(text: &str) -> bool {
    matches!(text.trim().to_lowercase().as_str(), "y" | "yes" | "s" | "si" | "sí" | "ㅛ" | "네" | "예")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use proptest::prelude::*;

    fn game(names: &[&str]) -> State {
        let names = names.iter().map(|name| Name::new(name).unwrap()).collect();
        State::new(Match::new(names, Rules::Tenpin), Lang::En, Paint::Plain, String::new())
    }

    /// Types an entry and Enter.
    fn enter(state: &mut State, text: &str) -> Option<Action> {
        for sign in text.chars() {
            assert_eq!(state.key(Key::Char(sign)), None);
        }
        state.key(Key::Enter)
    }

    fn lines(state: &State, columns: usize, rows: usize) -> Vec<String> {
        state.view(Size { columns, rows }).lines
    }

    #[test]
    fn rolls_are_saved_and_everything_else_is_answered() {
        let mut state = game(&["PJS", "KYJ"]);
        let Some(Action::Save(changes)) = enter(&mut state, "8/") else { panic!("not saved") };
        assert_eq!(changes.iter().map(|change| change.name.as_str()).collect::<Vec<_>>(), ["PJS", "PJS"]);
        assert_eq!(enter(&mut state, "83"), None);
        assert_eq!(state.note, "'83' is not possible, 0 to 2: 8 pins are down");
        assert_eq!(enter(&mut state, ""), None);
        assert_eq!(state.note, "");
        assert_eq!(enter(&mut state, "quit"), Some(Action::End));
    }

    #[test]
    fn the_question_whether_to_quit_is_answered_with_yes_or_no() {
        for (answer, ends) in [("", false), ("n", false), ("what", false), ("y", true), ("Sí", true), ("네", true)] {
            let mut state = game(&["PJS"]);
            assert_eq!(state.key(Key::Ctrl('c')), None);
            assert!(lines(&state, 80, 24).last().unwrap().starts_with("End the game here? (y/n)"));
            assert_eq!(enter(&mut state, answer), ends.then_some(Action::End), "{answer}");
        }
        for key in ['c', 'd'] {
            let mut state = game(&["PJS"]);
            state.key(Key::Ctrl('c'));
            assert_eq!(state.key(Key::Ctrl(key)), Some(Action::End));
        }
    }

    #[test]
    fn the_end_is_final_only_when_it_is_confirmed() {
        let mut state = game(&["PJS"]);
        enter(&mut state, &["X"; 12].join(" "));
        assert_eq!(lines(&state, 80, 24)[4..], ["The game is over.", "Enter to finish, undo or fix to correct : "]);
        assert_eq!(enter(&mut state, "X"), None);
        assert!(matches!(enter(&mut state, "undo"), Some(Action::Save(_))));
        assert_eq!(enter(&mut state, ""), None);
        assert!(matches!(enter(&mut state, "9"), Some(Action::Save(_))));
        assert_eq!(enter(&mut state, ""), Some(Action::End));
    }

    #[test]
    fn what_was_typed_is_shown_safely_and_cut() {
        let mut state = game(&["PJS"]);
        enter(&mut state, &"z".repeat(500));
        assert!(state.note.starts_with(&format!("'{}\u{2026}' is not a roll", "z".repeat(29))), "{}", state.note);
    }

    #[test]
    fn a_long_help_leaves_the_player_who_is_up_visible() {
        let mut state = game(&["PJS", "KYJ"]);
        enter(&mut state, "X");
        enter(&mut state, "?");
        let lines = lines(&state, 80, 12);
        assert_eq!(lines.len(), 12);
        assert!(lines[0].starts_with("| NAME") && lines[1].starts_with("|  KYJ"), "{lines:#?}");
    }

    proptest! {
        #![proptest_config(crate::cli::same_cases())]

        #[test]
        fn any_bytes_can_be_typed(bytes in prop::collection::vec(any::<u8>(), 0..300), columns in 2_usize..90) {
            let mut state = game(&["PJS", "KYJ"]);
            for key in crate::cli::screen::keys::KeyParser::default().parse(&bytes) {
                state.key(key);
            }
            let lines = lines(&state, columns, 24);
            prop_assert!(lines.iter().all(|line| width(line) <= columns && !line.contains(char::is_control)), "{lines:#?}");
        }

        #[test]
        fn every_view_fits_into_its_window(
            players in 1_usize..14, columns in 1_usize..120, rows in 1_usize..40,
            entries in prop::collection::vec("X|8/|72|[0-9]|u|foo|\\?|fix AAA 1 X|핀|[0-9]{40}", 0..30), typed in "[0-9]{0,50}",
        ) {
            let names: Vec<String> = (0..players).map(|player| format!("{0}{0}{0}", char::from(b'A' + player as u8))).collect();
            let mut state = game(&names.iter().map(String::as_str).collect::<Vec<_>>());
            for entry in &entries {
                enter(&mut state, entry);
            }
            typed.chars().for_each(|sign| drop(state.key(Key::Char(sign))));
            let View { lines, cursor: (row, column) } = state.view(Size { columns, rows });
            // A wide character does not fit into one column.
            let columns = columns.max(2);
            prop_assert!(lines.len() <= rows && lines.iter().all(|line| width(line) <= columns), "{lines:#?}");
            prop_assert!(row < lines.len() && column < columns);
            if rows >= 4 && columns >= 21 {
                let up = state.name_up();
                let over = state.live.turn().is_none();
                prop_assert!(over || lines.iter().any(|line| line.contains(&format!("{up} |"))), "{lines:#?}");
                prop_assert!(over || lines[row].starts_with(&format!("{up}'s turn : ")), "{lines:#?}");
            }
        }
    }
}
