//! A live game on a screen: what a key does, and what the window shows. Pure, except that changes are saved.

use super::commands::reminder;
use super::deck::{deck_lines, standing};
use super::edit::{EditLine, LineEvent};
use super::messages::Message;
use super::report::{self, ReportLayout, winner};
use super::session::{Answer, Session};
use crate::cli::color::{Paint, Style};
use crate::cli::screen::board::{self, Focus};
use crate::cli::screen::keys::KeyPress;
use crate::cli::screen::{Size, View, wrap};
use crate::cli::text::{cut, width};

/// Shown above the status until the next entry.
enum Note {
    Text(String),
    Error(String),
    Help,
}

/// A live game on a screen.
pub struct GameView {
    pub session: Session,
    paint: Paint,
    line: EditLine,
    note: Note,
    /// The question whether to end the game is open.
    asks_to_quit: bool,
}

impl GameView {
    pub fn new(session: Session, paint: Paint, note: String) -> Self {
        Self { session, paint, line: EditLine::default(), note: Note::Text(note), asks_to_quit: false }
    }

    /// Takes a key, which may end the game. An error means that a change could not be saved.
    pub fn key(&mut self, key: KeyPress) -> Option<anyhow::Result<()>> {
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
            Ok(Answer::NoRoll { text, .. } | Answer::Refused(text)) => Note::Error(text),
            Ok(Answer::Help) => Note::Help,
        };
        None
    }

    /// Ends the game, or asks whether to end it if it is not over.
    fn leave(&mut self) -> Option<anyhow::Result<()>> {
        self.asks_to_quit = self.session.live.turn().is_some();
        (!self.asks_to_quit).then_some(Ok(()))
    }

    /// The results of the matches, as they are printed after the screen.
    pub fn result(&self, columns: usize) -> Vec<u8> {
        let Session { live, finished, lang, .. } = &self.session;
        let layout = ReportLayout { lang: *lang, paint: self.paint, columns: Some(columns) };
        let results: Vec<Vec<u8>> =
            finished.iter().chain([live]).map(|played| report::result(played, layout)).collect();
        results.join(&b'\n')
    }

    fn status(&self, columns: usize) -> Vec<String> {
        let session = &self.session;
        let Some(player) = session.live.turn() else {
            let over = session.say(Message::Over, &[]);
            let winner = winner(&session.live, session.lang, true);
            let both = winner.as_ref().map(|winner| format!("{over} {winner}"));
            return shortened(&[both, winner.or(Some(over))].into_iter().flatten().collect::<Vec<_>>(), columns, 1);
        };
        let lane = player.game.lane();
        let (frame, ball) = (lane.frame_number(), 1 + player.balls(lane.frame).len());
        let (count, max) = (lane.standing.to_string(), player.game.max_score());
        let pins = standing(player).map_or_else(|| count.clone(), |pins| format!("{count} ({pins})"));
        let say = |message, standing| {
            session.say(message, &[("frame", &frame), ("ball", &ball), ("standing", standing), ("max", &max)])
        };
        let forms = [
            say(Message::Status, &pins),
            say(Message::ShortStatus, &pins),
            say(Message::ShortStatus, &count),
            say(Message::ShortestStatus, &count),
            format!("{frame}.{ball} {count} {max}"),
        ];
        shortened(&forms, columns, 1)
    }

    fn prompt(&self, columns: usize) -> String {
        let end = self.session.say(Message::AskEnd, &[]);
        match self.session.live.turn() {
            _ if self.asks_to_quit => self.session.say(Message::AskQuit, &[]),
            Some(player) => self.session.say(Message::AskRoll, &[("name", &player.name)]),
            None if width(&end) <= columns => end,
            None => self.session.say(Message::AskEndShort, &[]),
        }
    }

    fn reminder(&self) -> String {
        reminder(self.session.lang, self.session.live.turn().is_none())
    }

    /// The note in at most `rows` lines. An error is red, or marked where there is no color.
    fn note(&self, columns: usize, rows: usize) -> Vec<String> {
        let is_plain = self.paint == Paint::Plain;
        let (mut lines, style) = match &self.note {
            Note::Text(text) => (wrap(text, columns), ("", "")),
            Note::Error(text) if is_plain => (wrap(&format!("! {text}"), columns), ("", "")),
            Note::Error(text) => (wrap(text, columns), self.paint.style(Style::Error)),
            Note::Help => {
                let [help, short_help] = self.session.help(columns);
                (shortened(&[help, short_help, self.reminder()], columns, rows), ("", ""))
            }
        };
        if lines.len() > rows {
            let rest = lines.split_off(rows.saturating_sub(1)).join(" ");
            lines.extend((rows > 0).then(|| cut(&rest, columns).into_owned()));
        }
        lines.into_iter().map(|line| [style.0, &line, style.1].concat()).collect()
    }

    /// What a window of a size shows: the board, the pins that stand, if they are known and there is room, a note, the
    /// status, the prompt, and a reminder of the commands. In a low window the prompt stays longest, then the player
    /// who is up, an error or the help, the status, any other note.
    pub fn view(&self, size: Size) -> View {
        let (prompt, cursor) = prompt_lines(&self.prompt(size.columns), &self.line, size);
        let room = size.rows - prompt.len();
        let mut status = self.status(size.columns);
        let before_note = if matches!(self.note, Note::Text(_)) { status.len() } else { 0 };
        let note = self.note(size.columns, room.saturating_sub(before_note + if room < 3 { 1 } else { 2 }));
        status.truncate(room.saturating_sub(2 + note.len()));

        let live = &self.session.live;
        let rows = report::rows(live);
        let focus = Focus::of(&rows, board::cell_width(live.rules()), live.turn().is_some());
        let board_size = Size { rows: room - status.len() - note.len(), ..size };
        let mut lines = board::lines(&rows, focus, board_size, self.paint);
        let reminder = self.reminder();
        let has_reminder = !self.asks_to_quit && lines.len() + 2 <= board_size.rows && width(&reminder) <= size.columns;
        if lines.len() < board_size.rows {
            lines.push(String::new());
        }
        let deck = live.turn().and_then(standing).map(deck_lines).unwrap_or_default();
        if lines.len() + deck.len() + usize::from(has_reminder) <= board_size.rows {
            lines.extend(deck);
        }
        lines.extend(note);
        lines.extend(status);
        lines.extend(prompt);
        let cursor = (lines.len() - 1, cursor);
        if has_reminder {
            let (start, end) = self.paint.style(Style::Dim);
            lines.push([start, &reminder, end].concat());
        }
        View { lines, cursor }
    }
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

/// A prompt with the line that is typed behind it, in a window that may be narrow, and the column of the cursor in the
/// last line.
pub fn prompt_lines(prompt: &str, line: &EditLine, size: Size) -> (Vec<String>, usize) {
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
    (lines, (start + cursor).min(size.columns.saturating_sub(1)))
}

/// Whether a question is answered with yes, in any of the languages. `ㅛ` is the key Y on a Korean keyboard.
fn is_yes(text: &str) -> bool {
    matches!(text.trim().to_lowercase().as_str(), "y" | "yes" | "s" | "si" | "sí" | "ㅛ" | "네" | "예")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::text::is_hidden;
    use proptest::prelude::*;

    fn game(names: &[&str]) -> GameView {
        GameView::new(Session::on_screen(names, None), Paint::Plain, String::new())
    }

    /// Whether a key ends the game.
    fn press(state: &mut GameView, key: KeyPress) -> bool {
        state.key(key).transpose().unwrap().is_some()
    }

    /// Types an entry and Enter. Returns whether that ends the game.
    fn enter(state: &mut GameView, text: &str) -> bool {
        text.chars().for_each(|sign| assert!(!press(state, KeyPress::Char(sign))));
        press(state, KeyPress::Enter)
    }

    fn lines(state: &GameView, columns: usize, rows: usize) -> Vec<String> {
        state.view(Size { columns, rows }).lines
    }

    #[test]
    fn the_end_is_final_only_when_it_is_confirmed() {
        let mut state = game(&["PJS"]);
        for key in ['c', 'd'] {
            assert!(!press(&mut state, KeyPress::Ctrl('c')) && press(&mut state, KeyPress::Ctrl(key)));
        }
        assert!(!enter(&mut state, &["X"; 12].join(" ")));
        assert_eq!(
            lines(&state, 80, 24)[4..],
            ["The game is over.", "Enter to finish, again to play on : ", "u undo · fix · again · help · q quit"]
        );
        assert!(!enter(&mut state, "undo") && !enter(&mut state, "") && !enter(&mut state, "9"));
        assert!(enter(&mut state, ""));
    }

    #[test]
    fn a_long_help_leaves_the_player_who_is_up_visible() {
        let mut state = game(&["PJS", "KYJ"]);
        enter(&mut state, "X");
        enter(&mut state, "?");
        let lines = lines(&state, 80, 12);
        assert_eq!(lines.len(), 12);
        assert!(lines[0].starts_with("|\u{2026} +1  |") && lines[1].starts_with("|> KYJ"), "{lines:#?}");
        let all = state.note(80, usize::MAX);
        assert_eq!(state.note(80, all.len()), all);
        let usages = "0 to 10 · X / - F S7 · 7 2, 8{7-10} · undo, u · fix KYJ 3 8/ · again · help, ? ·";
        assert_eq!(state.note(80, all.len() - 1), [usages, "quit, q"]);
        assert_eq!(state.note(80, 1), ["u undo · fix · help · q quit"]);
    }

    #[test]
    fn a_low_window_shows_the_note_rather_than_the_status() {
        let mut state = game(&["PJS"]);
        enter(&mut state, "foo");
        let shows = |rows, start| lines(&state, 30, rows).iter().any(|line| line.starts_with(start));
        for (rows, board, note, status) in
            [(2, true, false, false), (3, true, true, false), (5, true, true, false), (7, true, true, true)]
        {
            assert_eq!(
                (shows(rows, "|> PJS"), shows(rows, "! 'foo' is not a roll: "), shows(rows, "F1 B1")),
                (board, note, status),
                "{rows}"
            );
        }
        // Without a column to spare, there is no blank after the prompt.
        let prompt = prompt_lines("AB", &EditLine::default(), Size { columns: 2, rows: 5 });
        assert_eq!(prompt, (vec!["A".into(), "B".into()], 1));
    }

    #[test]
    fn the_pins_that_stand_are_drawn_if_they_are_known_and_there_is_room() {
        let mut state = game(&["PJS", "KYJ"]);
        enter(&mut state, "8{7-10}");
        let deck = ["  O . . O", "   . . .", "    . .", "     ."];
        let seen = lines(&state, 80, 24);
        assert_eq!(seen[6..10], deck);
        assert!(seen[10].contains("pins standing: 2 (7-10)"), "{seen:#?}");
        assert_eq!(lines(&state, 80, 13)[6..10], deck);
        let seen = lines(&state, 80, 12);
        assert!(!seen.iter().any(|line| deck.contains(&line.as_str())) && seen[6].contains("(7-10)"), "{seen:#?}");
        assert!(lines(&state, 40, 15).iter().any(|line| line == "F1 B2 · 2 (7-10) up · max 290"));
        enter(&mut state, "/");
        assert!(!lines(&state, 80, 24).iter().any(|line| line.contains(". .")));
        // What stands is not known any more.
        enter(&mut state, "7{3-6-10}");
        enter(&mut state, "u");
        enter(&mut state, "7");
        assert!(!lines(&state, 80, 24).iter().any(|line| line.contains(". .")));
    }

    proptest! {
        #![proptest_config(crate::cli::same_cases())]

        #[test]
        fn every_view_fits_into_its_window(
            players in 1_usize..14, columns in 1_usize..120, rows in 1_usize..40,
            entries in prop::collection::vec("X|8/|72|8\\{7-10\\}|[0-9]|u|foo|\\?|fix AAA 1 X|핀|[0-9]{40}", 0..30), typed in "[0-9\\x00-\\x1f\u{202e}]{0,50}",
        ) {
            let names: Vec<String> = (0..players).map(|player| format!("{0}{0}{0}", char::from(b'A' + player as u8))).collect();
            let mut state = game(&names.iter().map(String::as_str).collect::<Vec<_>>());
            for entry in &entries {
                enter(&mut state, entry);
            }
            typed.chars().for_each(|sign| assert!(!press(&mut state, KeyPress::Char(sign))));
            let View { lines, cursor: (row, column) } = state.view(Size { columns, rows });
            // A wide character does not fit into one column.
            let columns = columns.max(2);
            prop_assert!(lines.len() <= rows && lines.iter().all(|line| width(line) <= columns), "{lines:#?}");
            prop_assert!(!lines.iter().any(|line| line.contains(is_hidden)), "{lines:#?}");
            prop_assert!(row < lines.len() && column < columns);
            if rows >= 4 && columns >= 21 {
                let live = &state.session.live;
                let (up, over) = (&live.up().name, live.turn().is_none());
                prop_assert!(over || lines.iter().any(|line| line.contains(&format!("{up} |"))), "{lines:#?}");
                prop_assert!(over || lines[row].starts_with(&format!("{up}'s turn : ")), "{lines:#?}");
            }
        }
    }
}
