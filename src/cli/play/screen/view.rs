//! Handles the keys of a live game, and draws its window. Pure, except that changes are saved.

use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use ratatui::style::{Style, Stylize};
use ratatui::text::{Line, Span};

use super::cheer::cheer;
use super::edit::{EditLine, LineEvent};
use crate::cli::monitor::board::{Board, GREEN, RED};
use crate::cli::monitor::messages::Lang;
use crate::cli::monitor::screen::{draw_below, wrap, wrap_within};
use crate::cli::play::commands::reminder;
use crate::cli::play::session::{Answer, Session};
use crate::cli::text::{cut, width};
use crate::game::{Game, PinSet};

/// Shown above the status until the next entry.
#[derive(Default)]
struct Note {
    /// The same in several lengths. The first that fits is shown.
    texts: Vec<String>,
    style: Style,
}

impl Note {
    fn new(text: impl Into<String>, style: Style) -> Self {
        Self { texts: vec![text.into()], style }
    }

    /// The note in at most `rows` lines.
    fn lines(&self, columns: usize, rows: usize) -> Vec<Line<'static>> {
        let fits = |text: &&String| wrap(text, columns).len() <= rows;
        let text = self.texts.iter().find(fits).or(self.texts.last()).map_or("", String::as_str);
        wrap_within(text, columns, rows).into_iter().map(|line| Span::styled(line, self.style).into()).collect()
    }
}

/// A live game on a screen.
pub struct GameView<'a> {
    pub session: Session<'a>,
    /// Whether there are words of joy.
    has_cheers: bool,
    line: EditLine,
    note: Note,
    /// The question whether to end the game is open.
    asks_to_quit: bool,
}

impl<'a> GameView<'a> {
    pub fn new(session: Session<'a>, has_cheers: bool, note: String) -> Self {
        let note = Note::new(note, Style::new());
        Self { session, has_cheers, line: EditLine::default(), note, asks_to_quit: false }
    }

    /// Takes a key, which may end the game. An error means that a change could not be saved.
    pub fn key(&mut self, key: KeyEvent) -> Option<anyhow::Result<()>> {
        let event = self.line.key(key)?;
        if std::mem::take(&mut self.asks_to_quit) {
            let stays = matches!(event, LineEvent::Entered(text) if !is_yes(&text));
            return (!stays).then_some(Ok(()));
        }
        self.note = Note::default();
        let LineEvent::Entered(text) = event else { return self.leave() };
        let is_over = self.session.live.turn().is_none();
        let answer = match self.session.enter(&text) {
            Ok(answer) => answer,
            Err(error) => return Some(Err(error)),
        };
        self.note = match answer {
            // While the game goes on, an empty line is a key hit twice.
            Answer::Nothing => return is_over.then_some(Ok(())),
            Answer::Quit => return self.leave(),
            Answer::Changed(text) => Note::new(text, Style::new()),
            Answer::Rolled { player, text } => {
                let cheer = cheer(&self.session.live.players()[player], self.session.lang);
                match cheer.filter(|_| self.has_cheers) {
                    Some(cheer) => Note::new(cheer + "\n" + &text, Style::new().fg(GREEN).bold()),
                    None => Note::new(text, Style::new()),
                }
            }
            Answer::Refused(text) => Note::new(format!("! {text}"), Style::new().fg(RED)),
            Answer::Help => {
                let [help, short_help] = self.session.help();
                Note { texts: vec![help, short_help, self.reminder()], style: Style::new() }
            }
        };
        None
    }

    /// Ends the game, or asks whether to end it if it is not over.
    fn leave(&mut self) -> Option<anyhow::Result<()>> {
        self.asks_to_quit = self.session.live.turn().is_some();
        (!self.asks_to_quit).then_some(Ok(()))
    }

    /// Which ball comes next, or how the match ended; who leads, and the number of the game at the right.
    fn status(&self, board: &Board<'_>, columns: usize) -> String {
        let Session { lang, live, .. } = &self.session;
        let mut texts = Vec::new();
        if let Some(player) = live.turn() {
            let lane = player.game.lane();
            let frame = player.game.frames().nth(lane.frame.into());
            let (frame, ball) = (lane.frame_number(), 1 + frame.map_or(0, |frame| frame.balls().len()));
            let (count, max) = (lane.standing, player.game.max_score());
            // Where the board has no room for the best possible totals, they are here.
            if board.shows_max(columns) {
                let pins = standing(&player.game).map_or_else(|| count.to_string(), |pins| format!("{count} ({pins})"));
                let status = lang.status(&frame, &ball, &pins);
                texts.extend(board.leader().map(|leader| format!("{status}. {leader}")));
                texts.push(status);
            }
            texts.push(lang.short_status(&frame, &ball, &count, &max));
            texts.push(format!("{frame}.{ball} {count} {max}"));
        } else {
            let (over, winner) = (lang.over(), self.session.ending(live));
            texts.extend(winner.as_ref().map(|winner| format!("{over} {winner}")));
            texts.push(winner.unwrap_or(over));
        }
        let fits = texts.iter().find(|text| width(text) <= columns).or(texts.last());
        let status = cut(fits.map_or("", String::as_str), columns);
        let number = lang.game(&live.number);
        let room = columns.min(80).saturating_sub(width(&status) + width(&number));
        if room >= 2 { format!("{status}{:room$}{number}", "") } else { status.into_owned() }
    }

    fn prompt(&self, columns: usize) -> String {
        let lang = self.session.lang;
        let end = lang.ask_end();
        match self.session.live.turn() {
            _ if self.asks_to_quit => lang.ask_quit(),
            Some(player) => turn_question(&player.name, lang),
            None if width(end.trim_end()) + room_to_type(columns) <= columns => end,
            None => lang.ask_end_briefly(),
        }
    }

    fn reminder(&self) -> String {
        reminder(self.session.lang, self.session.live.turn().is_none())
    }

    /// Draws the board, the pins that stand, if they are known and there is room, the note, the status, the prompt, and a
    /// reminder of the commands. In a low window the prompt stays longest, then the player who is up, the note, the
    /// status.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let (columns, rows) = (usize::from(frame.area().width), usize::from(frame.area().height));
        let live = &self.session.live;
        let board = Board::new(live.players(), self.session.lang, true);
        let (prompt, cursor) = prompt_lines(&self.prompt(columns), &self.line, columns, rows);
        let room = rows - prompt.len();
        let mut below = self.note.lines(columns, room.saturating_sub(if room < 3 { 1 } else { 2 }));
        // A line is kept for a note, so that the board does not change with it.
        let kept = usize::from(rows > 12 && below.is_empty());
        below.extend((room > 2 + below.len()).then(|| self.status(&board, columns).into()));
        let height = board.height(room.saturating_sub(below.len() + kept));
        let mut rest = room - height - below.len();
        below.extend(prompt.into_iter().map(Line::raw));
        let last = below.len() - 1;

        let reminder = self.reminder();
        if !self.asks_to_quit && rest > 0 && width(&reminder) <= columns {
            below.push(reminder.dim().into());
            rest -= 1;
        }
        let deck = live.turn().and_then(|player| standing(&player.game)).map(deck_lines).unwrap_or_default();
        let above = std::iter::once(Line::default()).chain(deck.into_iter().map(Line::raw));
        let above: Vec<Line<'_>> = above.take(if rest > DECK.len() { rest } else { rest.min(1) }).collect();
        let last = above.len() + last;
        below.splice(0..0, above);
        draw_below(&board, height, below, (cursor, last), frame);
    }
}

/// The pins as the bowler sees them: the head pin is in front.
const DECK: [&[u8]; 4] = [&[7, 8, 9, 10], &[4, 5, 6], &[2, 3], &[1]];

/// The pins that stand before the next ball, if the last one says which.
fn standing(game: &Game) -> Option<PinSet> {
    game.balls_at_rack().last()?.roll.leave()
}

/// The deck: `O` stands, `.` is down.
fn deck_lines(standing: PinSet) -> Vec<String> {
    let sign = |&pin: &u8| if standing.contains(pin) { "O" } else { "." };
    let line = |row: &[u8]| row.iter().map(sign).collect::<Vec<_>>().join(" ");
    DECK.iter().enumerate().map(|(indent, row)| format!("{:1$}{2}", "", 2 + indent, line(row))).collect()
}

/// The question of the exercise. In Korean, a name that is not of English letters has a Korean question.
fn turn_question(name: &str, lang: Lang) -> String {
    let is_english = name.bytes().all(|byte| byte.is_ascii_alphabetic());
    if is_english { lang.ask_roll(&name) } else { lang.ask_roll_by_name(&name) }
}

/// The columns that are kept for the line itself beside a prompt.
fn room_to_type(columns: usize) -> usize {
    (columns / 4).clamp(1, 8)
}

/// A prompt with the line that is typed after it, in a window that may be narrow, and the column of the cursor in the
/// last line.
pub fn prompt_lines(prompt: &str, line: &EditLine, columns: usize, rows: usize) -> (Vec<String>, usize) {
    let mut lines = wrap(prompt.trim_end(), columns.saturating_sub(room_to_type(columns)).max(1));
    let mut last = lines.pop().unwrap_or_default();
    if width(&last) + 1 < columns {
        last.push(' ');
    }
    let start = width(&last);
    let (text, cursor) = line.visible(columns.saturating_sub(start));
    last.push_str(&text);
    lines.push(last);
    lines.drain(..lines.len().saturating_sub(rows));
    (lines, start + cursor)
}

/// Whether a question is answered with yes, in any of the languages. `ㅛ` is the key Y on a Korean keyboard.
fn is_yes(text: &str) -> bool {
    matches!(text.trim().to_lowercase().as_str(), "y" | "yes" | "s" | "si" | "sí" | "ㅛ" | "네" | "예")
}

#[cfg(test)]
mod tests;
