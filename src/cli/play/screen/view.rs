//! What a key does in a live game, and what the window shows. Pure, except that changes are saved.

use std::fmt::Display;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

use super::cheer::cheers;
use super::deck::{deck_lines, standing};
use super::edit::{EditLine, LineEvent};
use super::messages::ScreenMessage;
use crate::cli::color::Paint;
use crate::cli::monitor::board::{Board, Row, Words};
use crate::cli::monitor::wrap;
use crate::cli::play::commands::reminder;
use crate::cli::play::live_match::Match;
use crate::cli::play::messages::{Lang, Message};
use crate::cli::play::name::Name;
use crate::cli::play::session::{Answer, Session};
use crate::cli::text::{cut, width};

/// Shown above the status until the next entry.
enum Note {
    Text(String),
    /// Words of joy, the best first, and a text below them.
    Cheer(Vec<String>, String),
    Error(String),
    Help,
}

/// A live game on a screen.
pub struct GameView {
    pub session: Session,
    pub paint: Paint,
    /// Whether there are words of joy.
    has_cheers: bool,
    line: EditLine,
    note: Note,
    /// The question whether to end the game is open.
    asks_to_quit: bool,
    /// How many matches were in the journal before.
    pub earlier: usize,
}

impl GameView {
    pub fn new(session: Session, paint: Paint, has_cheers: bool, note: String) -> Self {
        let (line, earlier) = (EditLine::default(), session.finished.len());
        Self { session, paint, has_cheers, line, note: Note::Text(note), asks_to_quit: false, earlier }
    }

    /// Takes a key, which may end the game. An error means that a change could not be saved.
    pub fn key(&mut self, key: KeyEvent) -> Option<anyhow::Result<()>> {
        let event = self.line.key(key)?;
        if std::mem::take(&mut self.asks_to_quit) {
            let stays = matches!(event, LineEvent::Entered(text) if !is_yes(&text));
            return (!stays).then_some(Ok(()));
        }
        self.note = Note::Text(String::new());
        match event {
            LineEvent::Entered(text) => self.enter(&text),
            LineEvent::Ended => self.leave(),
        }
    }

    fn enter(&mut self, text: &str) -> Option<anyhow::Result<()>> {
        let is_over = self.session.live.turn().is_none();
        self.note = match self.session.enter(text) {
            Err(error) => return Some(Err(error)),
            // While the game goes on, an empty line is a key hit twice.
            Ok(Answer::Nothing) => return is_over.then_some(Ok(())),
            Ok(Answer::Quit) => return self.leave(),
            Ok(Answer::Changed(text)) => Note::Text(text),
            Ok(Answer::Rolled { player, text }) => match self.cheers(player) {
                cheers if cheers.is_empty() => Note::Text(text),
                cheers => Note::Cheer(cheers, text),
            },
            Ok(Answer::NoRoll { text, .. } | Answer::Refused(text)) => Note::Error(text),
            Ok(Answer::Help) => Note::Help,
        };
        None
    }

    /// The totals of a player's games before the current one.
    fn earlier_totals(&self, name: &Name) -> impl Iterator<Item = u16> {
        let players = self.session.finished.iter().flat_map(Match::players);
        players.filter(move |player| player.name == *name).map(|player| player.game.score())
    }

    /// Words of joy for a player who has rolled.
    fn cheers(&self, player: usize) -> Vec<String> {
        let player = self.session.live.players().get(player).filter(|_| self.has_cheers);
        player
            .map_or_else(Vec::new, |player| cheers(player, self.earlier_totals(&player.name).max(), self.session.lang))
    }

    /// Ends the game, or asks whether to end it if it is not over.
    fn leave(&mut self) -> Option<anyhow::Result<()>> {
        self.asks_to_quit = self.session.live.turn().is_some();
        (!self.asks_to_quit).then_some(Ok(()))
    }

    fn say(&self, message: ScreenMessage, values: &[(&str, &dyn Display)]) -> String {
        message.text(self.session.lang, values)
    }

    /// The board of a match.
    fn board<'a>(&self, live: &'a Match) -> Board<'a> {
        let total = |totals: Vec<u16>| (!totals.is_empty()).then(|| totals.into_iter().map(u32::from).sum());
        let rows = live.players().iter().map(|player| Row {
            name: player.name.as_str(),
            game: &player.game,
            before: total(self.earlier_totals(&player.name).collect()),
        });
        let word = |message: ScreenMessage| message.texts()[self.session.lang as usize];
        let words = Words {
            total: word(ScreenMessage::Total),
            series: word(ScreenMessage::Series),
            max: word(ScreenMessage::Max),
            leads: word(ScreenMessage::Leads),
            wins: word(ScreenMessage::WinsBy),
            tie: word(ScreenMessage::TieAt),
        };
        Board::new(rows.collect(), words, self.paint)
    }

    /// Who wins, or that the match is not over; `None` if one player played alone.
    pub fn end_of(&self, live: &Match) -> Option<String> {
        if live.turn().is_some() { Some(self.session.say(Message::NotOver, &[])) } else { self.board(live).winner() }
    }

    /// Which ball comes next, or how the match ended; who leads, and the number of the game at the right.
    fn status(&self, board: &Board<'_>, columns: u16) -> String {
        let (session, all) = (&self.session, usize::from(columns));
        let Some(player) = session.live.turn() else {
            let over = session.say(Message::Over, &[]);
            let winner = self.end_of(&session.live);
            let both = winner.as_ref().map(|winner| format!("{over} {winner}"));
            return self.with_number(shortest(both.into_iter().chain([winner.unwrap_or(over)]), all), all);
        };
        let lane = player.game.lane();
        let (number, ball) = (lane.frame_number(), 1 + player.balls(lane.frame).len());
        let (count, max) = (lane.standing.to_string(), player.game.max_score());
        let pins = standing(player).map_or_else(|| count.clone(), |pins| format!("{count} ({pins})"));
        let say = |message, standing: &String| {
            self.say(message, &[("frame", &number), ("ball", &ball), ("standing", standing), ("max", &max)])
        };
        let status = say(ScreenMessage::Status, &pins);
        let long = board.leader().map(|leader| format!("{status}. {leader}")).into_iter().chain([status]);
        let short = [
            say(ScreenMessage::ShortStatus, &pins),
            say(ScreenMessage::ShortStatus, &count),
            say(ScreenMessage::ShortestStatus, &count),
            format!("{number}.{ball} {count} {max}"),
        ];
        // Where the board has no room for the best possible totals, they are here.
        let long = long.filter(|_| board.shows_max(columns));
        self.with_number(shortest(long.chain(short), all), all)
    }

    /// A line with the number of the game at its end, if both fit.
    fn with_number(&self, line: String, columns: usize) -> String {
        let number = self.say(ScreenMessage::Game, &[("number", &self.session.live.number)]);
        let room = columns.min(80).saturating_sub(width(&line) + width(&number));
        if room >= 2 { [line, " ".repeat(room), number].concat() } else { line }
    }

    fn prompt(&self, columns: usize) -> String {
        let end = self.say(ScreenMessage::AskEnd, &[]);
        match self.session.live.turn() {
            _ if self.asks_to_quit => self.say(ScreenMessage::AskQuit, &[]),
            Some(player) => turn_question(player.name.as_str(), self.session.lang),
            None if width(end.trim_end()) + room_to_type(columns) <= columns => end,
            None => self.say(ScreenMessage::AskEndShort, &[]),
        }
    }

    fn reminder(&self) -> String {
        reminder(self.session.lang, self.session.live.turn().is_none())
    }

    /// The note in at most `rows` lines. An error is red, or marked where there is no color.
    fn note(&self, columns: usize, rows: usize) -> Vec<Line<'static>> {
        let is_plain = self.paint == Paint::Plain;
        let (mut lines, style) = match &self.note {
            Note::Text(text) => (wrap(text, columns), Style::new()),
            Note::Cheer(cheers, text) => {
                let first = |count: usize| cheers.iter().take(count).map(String::as_str).collect::<Vec<_>>().join("  ");
                let cheer = shortest((1..=cheers.len()).rev().map(first), columns);
                let lines = [vec![cut(&cheer, columns).into_owned()], wrap(text, columns)].concat();
                (lines, Style::new().fg(Color::Green).add_modifier(Modifier::BOLD))
            }
            Note::Error(text) if is_plain => (wrap(&format!("! {text}"), columns), Style::new()),
            Note::Error(text) => (wrap(text, columns), Style::new().fg(Color::Red)),
            Note::Help => {
                let [help, short_help] = self.session.help(columns);
                (shortened(&[help, short_help, self.reminder()], columns, rows), Style::new())
            }
        };
        if lines.len() > rows {
            let rest = lines.split_off(rows.saturating_sub(1)).join(" ");
            lines.extend((rows > 0).then(|| cut(&rest, columns).into_owned()));
        }
        let style = if is_plain { Style::new() } else { style };
        lines.into_iter().map(|line| Line::from(Span::styled(line, style))).collect()
    }

    /// Draws the board, the pins that stand, if they are known and there is room, a note, the status, the prompt, and a
    /// reminder of the commands. In a low window the prompt stays longest, then the player who is up, an error or the
    /// help, the status, any other note.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.is_empty() {
            return;
        }
        let (columns, rows) = (usize::from(area.width), usize::from(area.height));
        let (prompt, cursor) = prompt_lines(&self.prompt(columns), &self.line, columns, rows);
        let live = &self.session.live;
        let board = self.board(live);
        let room = rows - prompt.len();
        let mut status = wrap(&self.status(&board, area.width), columns);
        status.truncate(1);
        let before_note = if matches!(self.note, Note::Text(_) | Note::Cheer(..)) { status.len() } else { 0 };
        let note = self.note(columns, room.saturating_sub(before_note + if room < 3 { 1 } else { 2 }));
        status.truncate(room.saturating_sub(2 + note.len()));

        // A line is kept for a note, so that the board does not change with it.
        let below = status.len() + note.len().max(usize::from(rows > 12));
        let height = usize::from(board.height(room.saturating_sub(below) as u16));
        board.render(Rect { height: height as u16, ..area }, frame.buffer_mut());
        let mut rest = room.saturating_sub(height + status.len() + note.len());
        let reminder = self.reminder();
        let has_reminder = !self.asks_to_quit && rest > 0 && width(&reminder) <= columns;
        rest -= usize::from(has_reminder);
        let mut lines: Vec<Line<'static>> = Vec::new();
        if rest > 0 && status.len() + note.len() > 0 {
            lines.push(Line::default());
            rest -= 1;
        }
        let deck = live.turn().and_then(standing).map(deck_lines).unwrap_or_default();
        if deck.len() <= rest {
            lines.extend(deck.into_iter().map(Line::raw));
        }
        lines.extend(note);
        lines.extend(status.into_iter().chain(prompt).map(Line::raw));
        let cursor_row = (height + lines.len()).saturating_sub(1) as u16;
        let dim = if self.paint == Paint::Colored { Style::new().add_modifier(Modifier::DIM) } else { Style::new() };
        lines.extend(has_reminder.then(|| Line::from(Span::styled(reminder, dim))));
        let below = Rect { y: area.y + height as u16, height: area.height - height as u16, ..area };
        draw_lines(frame.buffer_mut(), below, lines);
        frame.set_cursor_position((cursor, cursor_row));
    }
}

/// Draws lines from the top of an area.
pub fn draw_lines(buffer: &mut Buffer, area: Rect, lines: impl IntoIterator<Item = Line<'static>>) {
    for (line, y) in lines.into_iter().zip(area.y..area.bottom()) {
        buffer.set_line(area.x, y, &line, area.width);
    }
}

/// The question of the exercise. In Korean, a name that is not of English letters has a Korean question.
fn turn_question(name: &str, lang: Lang) -> String {
    let is_english = name.bytes().all(|byte| byte.is_ascii_alphabetic());
    let lang = if lang == Lang::Ko && is_english { Lang::En } else { lang };
    ScreenMessage::AskTurn.text(lang, &[("name", &name)])
}

/// The first of some texts, from long to short, that fits into a line, or the last.
fn shortest(texts: impl IntoIterator<Item = String>, columns: usize) -> String {
    let mut last = String::new();
    for text in texts {
        last = text;
        if width(&last) <= columns {
            break;
        }
    }
    last
}

/// The first of some texts, from long to short, that fits into a number of rows; otherwise all rows of the last one.
fn shortened(texts: &[String], columns: usize, rows: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for text in texts {
        lines = wrap(text, columns);
        if lines.len() <= rows {
            break;
        }
    }
    lines
}

/// The columns that are kept for the line itself beside a prompt.
fn room_to_type(columns: usize) -> usize {
    (columns / 4).clamp(1, 8)
}

/// A prompt with the line that is typed after it, in a window that may be narrow, and the column of the cursor in the
/// last line.
pub fn prompt_lines(prompt: &str, line: &EditLine, columns: usize, rows: usize) -> (Vec<String>, u16) {
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
    (lines, (start + cursor).min(columns.saturating_sub(1)) as u16)
}

/// Whether a question is answered with yes, in any of the languages. `ㅛ` is the key Y on a Korean keyboard.
fn is_yes(text: &str) -> bool {
    matches!(text.trim().to_lowercase().as_str(), "y" | "yes" | "s" | "si" | "sí" | "ㅛ" | "네" | "예")
}

#[cfg(test)]
mod tests;
