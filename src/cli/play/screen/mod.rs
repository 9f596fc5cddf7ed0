//! A live game on a screen: the monitor of a lane, and the line that is typed below it.

mod cheer;
mod deck;
mod edit;
mod messages;
mod questions;
mod view;

use std::convert::Infallible;
use std::io::{self, IsTerminal};

use super::lines::{self, write_error};
use super::report;
use super::{Table, status};
use crate::cli::monitor::total::LiveTotal;
use crate::cli::monitor::{Input, Interruption, Screen};
use crate::cli::status::Status;
use crate::cli::system::{columns_of, has_screen};
use messages::ScreenMessage;
use questions::Questions;
use view::GameView;

/// A screen on which keys are typed, and to which nothing else is sent.
type KeyScreen = Screen<Infallible>;

/// Whether the game can be typed and shown in place.
pub fn is_available() -> bool {
    has_screen() && io::stdin().is_terminal()
}

/// Plays on a terminal, drawn in place.
pub fn play(mut table: Table<'_>) -> anyhow::Result<Status> {
    let mut screen = KeyScreen::open().map_err(write_error)?;
    let asked: Result<_, Interruption> = table.players(|setup| {
        let mut questions = Questions::new(setup);
        let answered = screen.run(&mut questions, Questions::draw, |questions, Input::Key(key)| questions.key(key))?;
        Ok(answered.then_some(questions.setup.names))
    });
    let players = match asked {
        Ok(Some(players)) => players,
        Ok(None) => return Ok(Status::Wrong),
        Err(interruption) => {
            drop(screen);
            return interruption.act().map(|()| Status::Wrong).map_err(write_error);
        }
    };
    let cut_short = table.is_torn().then(|| ScreenMessage::CutShort.text(table.lang, &[]));
    let note: Vec<String> = cut_short.into_iter().chain(table.greeting(&players)).collect();
    let (paint, cheers) = (table.paint, table.options.cheers);
    let mut game = GameView::new(table.begin(players, true)?, paint, cheers, note.join("\n"));
    let left = screen.run(&mut game, GameView::draw, |game, Input::Key(key)| game.key(key));
    drop(screen);
    game.session.take_back_again();
    let mut result = game.result(columns_of(io::stdout()));
    result += &table.how_to_continue(&game.session.live);
    // Without its terminal, the result cannot be printed.
    let printed = lines::write(result.as_bytes());
    let status = status(&game.session.live);
    match left {
        Ok(saved) => saved.and(printed).map(|()| status),
        Err(interruption) => interruption.act().map(|()| status).map_err(write_error),
    }
}

impl GameView {
    /// The boards, the totals and the winners of the matches, as they are printed after the screen.
    fn result(&self, columns: Option<usize>) -> String {
        let session = &self.session;
        let result = |live| {
            let board = report::board(live, self.paint, columns.filter(|&columns| columns > 0));
            let totals = report::totals(live, LiveTotal::of);
            let end = self.end_of(live).map(|line| line + "\n").unwrap_or_default();
            [&*String::from_utf8_lossy(&board), &totals, &end].concat()
        };
        session.finished.iter().skip(self.earlier).chain([&session.live]).map(result).collect::<Vec<_>>().join("\n")
    }
}

/// The keys that a terminal sends for a text.
#[cfg(test)]
fn keys(text: &str) -> impl Iterator<Item = ratatui::crossterm::event::KeyEvent> {
    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
    text.chars().map(|sign| match sign {
        '\r' => KeyCode::Enter.into(),
        '\u{1}'..='\u{1a}' => KeyEvent::new(KeyCode::Char(char::from(sign as u8 - 1 + b'a')), KeyModifiers::CONTROL),
        sign => KeyCode::Char(sign).into(),
    })
}

/// What the program cannot be asked to do: a panic, and a disk of any speed. A test starts this test binary again, in a
/// pseudo-terminal, where the ignored test plays a game.
#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs::File;
    use std::io::{Read, Write};
    use std::sync::Arc;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;
    use crate::cli::color::Paint;
    use crate::cli::play::session::Session;

    const FIFO: &str = "BOWLING_TEST_FIFO";

    /// Every entry waits for a byte from the disk. A byte that is not zero causes a panic.
    #[test]
    #[ignore = "runs in the pseudo-terminal of another test"]
    fn child() {
        let mut disk = File::open(std::env::var_os(FIFO).unwrap()).unwrap();
        let store = move |_: &str| {
            let mut byte = [0];
            disk.read_exact(&mut byte)?;
            assert_eq!(byte, [0], "the reason");
            Ok(())
        };
        let session = Session::on_screen(&["PJS"], Some(Box::new(store)));
        let mut game = GameView::new(session, Paint::Plain, false, String::new());
        let _ = KeyScreen::open().unwrap().run(&mut game, GameView::draw, |game, Input::Key(key)| game.key(key));
    }

    #[test]
    fn keys_are_kept_while_the_disk_is_slow_and_a_panic_leaves_the_terminal_as_it_was() {
        let fifo = std::env::temp_dir().join(format!("bowling-slow-disk-{}", std::process::id()));
        assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let (pty, pts) = pty_process::blocking::open().unwrap();
        pty.resize(pty_process::Size::new(24, 80)).unwrap();
        let (pty, (sender, output)) = (Arc::new(pty), channel());
        let modes = || format!("{:?}", rustix::termios::tcgetattr(&*pty).unwrap());
        let modes_before = modes();
        let reader = Arc::clone(&pty);
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(len @ 1..) = (&*reader).read(&mut buffer) {
                drop(sender.send(buffer[..len].to_vec()));
            }
        });
        let type_in = |text: &str| (&*pty).write_all(text.as_bytes()).unwrap();
        let mut screen = vt100::Parser::new(24.try_into().unwrap(), 80.try_into().unwrap(), 0);
        // The time limit turns a hang into a failure.
        let mut wait_for = |text: &str| {
            while !screen.screen().contents().contains(text) {
                let bytes = output.recv_timeout(Duration::from_secs(30));
                screen.process(&bytes.unwrap_or_else(|_| panic!("{}", screen.screen().contents())));
            }
        };
        let test = format!("{}::child", module_path!().split_once("::").unwrap().1);
        let mut command = pty_process::blocking::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "--ignored", "--nocapture", &test])
            .env("TERM", "xterm")
            .env(FIFO, &fifo);
        let mut child = command.spawn_borrowed(&pts).unwrap();
        let mut disk = File::options().write(true).open(&fifo).unwrap();

        wait_for("PJS's turn :");
        // More than the terminal itself would keep, while the first roll is being saved.
        type_in("X\r");
        for _ in 0..20 {
            type_in(&"7\rundo\r".repeat(100));
        }
        type_in("5\r");
        disk.write_all(&[0; 1 + 4000 + 1]).unwrap();
        wait_for("Frame 2, ball 2, pins standing: 5");
        assert_ne!(modes(), modes_before);

        type_in("1\r");
        disk.write_all(&[1]).unwrap();
        wait_for("the reason");
        assert!(!screen.screen().alternate_screen() && !screen.screen().hide_cursor());
        assert!(!child.wait().unwrap().success());
        assert_eq!(modes(), modes_before);
        std::fs::remove_file(&fifo).unwrap();
    }
}
