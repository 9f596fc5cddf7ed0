//! What a key does in a live game, and what the window shows. Pure, except that changes are saved.

use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

use super::cheer::cheers;
use super::edit::{EditLine, LineEvent};
use crate::cli::color::Paint;
use crate::cli::monitor::board::Board;
use crate::cli::monitor::messages::Lang;
use crate::cli::monitor::screen::{draw_lines, wrap};
use crate::cli::play::commands::reminder;
use crate::cli::play::session::{Answer, Session};
use crate::cli::text::{cut, width};
use crate::game::{Game, PinSet};

/// Shown above the status until the next entry.
enum Note {
    Text(String),
    /// Words of joy, the best first, and a text below them.
    Cheer(Vec<String>, String),
    Error(String),
    Help,
}

/// A live game on a screen.
pub struct GameView<'a> {
    pub session: Session<'a>,
    paint: Paint,
    /// Whether there are words of joy.
    has_cheers: bool,
    line: EditLine,
    note: Note,
    /// The question whether to end the game is open.
    asks_to_quit: bool,
}

impl<'a> GameView<'a> {
    pub fn new(session: Session<'a>, paint: Paint, has_cheers: bool, note: String) -> Self {
        Self { session, paint, has_cheers, line: EditLine::default(), note: Note::Text(note), asks_to_quit: false }
    }

    /// Takes a key, which may end the game. An error means that a change could not be saved.
    pub fn key(&mut self, key: KeyEvent) -> Option<anyhow::Result<()>> {
        let event = self.line.key(key)?;
        if std::mem::take(&mut self.asks_to_quit) {
            let stays = matches!(event, LineEvent::Entered(text) if !is_yes(&text));
            return (!stays).then_some(Ok(()));
        }
        self.note = Note::Text(String::new());
        let LineEvent::Entered(text) = event else { return self.leave() };
        let is_over = self.session.live.turn().is_none();
        self.note = match self.session.enter(&text) {
            Err(error) => return Some(Err(error)),
            // While the game goes on, an empty line is a key hit twice.
            Ok(Answer::Nothing) => return is_over.then_some(Ok(())),
            Ok(Answer::Quit) => return self.leave(),
            Ok(Answer::Rolled { player, text }) if self.has_cheers => {
                match cheers(&self.session.live.players()[player], self.session.lang) {
                    cheers if cheers.is_empty() => Note::Text(text),
                    cheers => Note::Cheer(cheers, text),
                }
            }
            Ok(Answer::Changed(text) | Answer::Rolled { text, .. }) => Note::Text(text),
            Ok(Answer::Refused(text)) => Note::Error(text),
            Ok(Answer::Help) => Note::Help,
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
        let status = if let Some(player) = live.turn() {
            let lane = player.game.lane();
            let frame = player.game.frames().nth(lane.frame.into());
            let (frame, ball) = (lane.frame_number(), 1 + frame.map_or(0, |frame| frame.balls().len()));
            let (count, max) = (lane.standing.to_string(), player.game.max_score());
            let pins = standing(&player.game).map_or_else(|| count.clone(), |pins| format!("{count} ({pins})"));
            let status = lang.status(&frame, &ball, &pins);
            let long = board.leader().map(|leader| format!("{status}. {leader}")).into_iter().chain([status]);
            let short = [
                lang.short_status(&frame, &ball, &pins, &max),
                lang.short_status(&frame, &ball, &count, &max),
                lang.shortest_status(&frame, &ball, &count, &max),
                format!("{frame}.{ball} {count} {max}"),
            ];
            // Where the board has no room for the best possible totals, they are here.
            shortest(long.filter(|_| board.shows_max(columns)).chain(short), columns)
        } else {
            let (over, winner) = (lang.over(), self.session.ending(live));
            let both = winner.as_ref().map(|winner| format!("{over} {winner}"));
            shortest(both.into_iter().chain([winner.unwrap_or(over)]), columns)
        };
        let number = lang.game(&live.number);
        let room = columns.min(80).saturating_sub(width(&status) + width(&number));
        if room >= 2 { [status, " ".repeat(room), number].concat() } else { status }
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

    /// The note in at most `rows` lines. An error is red, or marked where there is no color.
    fn note(&self, columns: usize, rows: usize) -> Vec<Line<'static>> {
        let is_plain = self.paint == Paint::Plain;
        let (mut lines, style) = match &self.note {
            Note::Text(text) => (wrap(text, columns), Style::new()),
            Note::Cheer(cheers, text) => {
                let first = |count: usize| cheers[..count].join("  ");
                let cheer = shortest((1..=cheers.len()).rev().map(first), columns);
                ([vec![cut(&cheer, columns).into_owned()], wrap(text, columns)].concat(), Style::new().green().bold())
            }
            Note::Error(text) if is_plain => (wrap(&format!("! {text}"), columns), Style::new()),
            Note::Error(text) => (wrap(text, columns), Style::new().fg(Color::Red)),
            Note::Help => {
                let [help, short_help] = self.session.help(columns);
                let texts = [help, short_help, self.reminder()].map(|text| wrap(&text, columns));
                let fits = texts.iter().find(|lines| lines.len() <= rows).or(texts.last());
                (fits.cloned().unwrap_or_default(), Style::new())
            }
        };
        if lines.len() > rows {
            let rest = lines.split_off(rows.saturating_sub(1)).join(" ");
            lines.extend((rows > 0).then(|| cut(&rest, columns).into_owned()));
        }
        let style = if is_plain { Style::new() } else { style };
        lines.into_iter().map(|line| Line::from(Span::styled(line, style))).collect()
    }

    fn reminder(&self) -> String {
        reminder(self.session.lang, self.session.live.turn().is_none())
    }

    /// Draws the board, the pins that stand, if they are known and there is room, a note, the status, the prompt, and a
    /// reminder of the commands. In a low window the prompt stays longest, then the player who is up, an error or the
    /// help, the status, any other note.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let (columns, rows) = (usize::from(frame.area().width), usize::from(frame.area().height));
        let (prompt, cursor) = prompt_lines(&self.prompt(columns), &self.line, columns, rows);
        let live = &self.session.live;
        let board = Board::new(live.players(), self.session.lang, self.paint);
        let room = rows - prompt.len();
        let mut status = wrap(&self.status(&board, columns), columns);
        status.truncate(1);
        let before_note = if matches!(self.note, Note::Text(_) | Note::Cheer(..)) { status.len() } else { 0 };
        let note = self.note(columns, room.saturating_sub(before_note + if room < 3 { 1 } else { 2 }));
        status.truncate(room.saturating_sub(2 + note.len()));

        // A line is kept for a note, so that the board does not change with it.
        let below = status.len() + note.len().max(usize::from(rows > 12));
        let mut lines = board.lines(columns, room.saturating_sub(below));
        let mut rest = room.saturating_sub(lines.len() + status.len() + note.len());
        let reminder = self.reminder();
        let has_reminder = !self.asks_to_quit && rest > 0 && width(&reminder) <= columns;
        rest -= usize::from(has_reminder);
        if rest > 0 && status.len() + note.len() > 0 {
            lines.push(Line::default());
            rest -= 1;
        }
        let deck = live.turn().and_then(|player| standing(&player.game)).map(deck_lines).unwrap_or_default();
        lines.extend(deck.into_iter().filter(|_| rest >= DECK.len()).map(Line::raw));
        lines.extend(note);
        lines.extend(status.into_iter().chain(prompt).map(Line::raw));
        let cursor = (cursor, lines.len().saturating_sub(1));
        let dim = if self.paint == Paint::Colored { Style::new().dim() } else { Style::new() };
        lines.extend(has_reminder.then(|| Line::from(Span::styled(reminder, dim))));
        draw_lines(frame, lines, cursor);
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

/// The first of some texts, from long to short, that fits into a line, or the last.
fn shortest(texts: impl Iterator<Item = String>, columns: usize) -> String {
    let mut last = String::new();
    for text in texts {
        last = text;
        if width(&last) <= columns {
            break;
        }
    }
    last
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
