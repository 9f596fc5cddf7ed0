//! A live game on a screen: the monitor of a lane, and the line that is typed below it.

mod cheer;
mod edit;
mod questions;
mod view;

use std::convert::Infallible;
use std::io::{self, IsTerminal};

use super::lines::{self, write_error};
use super::names::Questions;
use super::session::Start;
use super::{PlayOptions, status};
use crate::cli::monitor::screen::{Input, Screen};
use crate::cli::status::Status;
use crate::cli::system::{columns_of, has_screen};
use questions::QuestionView;
use view::GameView;

/// Whether the game can be typed and shown in place.
pub fn is_available() -> bool {
    has_screen() && io::stdin().is_terminal()
}

/// Plays on a terminal, drawn in place.
pub fn play(options: &PlayOptions) -> anyhow::Result<Status> {
    let start = Start::new(options)?;
    // Keys are typed on the screen, and nothing else is sent to it.
    let mut screen = Screen::<Infallible>::open(options.paint()).map_err(write_error)?;
    let mut names = Vec::new();
    if start.known.is_none() {
        let mut view = QuestionView::new(Questions::new(start.lang, true));
        match screen.run(&mut view, QuestionView::draw, |view, Input::Key(key)| view.key(key)) {
            Ok(true) => names = view.questions.names,
            Ok(false) => return Ok(Status::Wrong),
            Err(interruption) => {
                drop(screen);
                return interruption.act().map(|()| Status::Wrong).map_err(write_error);
            }
        }
    }
    let cut_short = start.is_torn().then(|| start.lang.cut_short());
    let session = start.begin(names, true)?;
    let note: Vec<String> = cut_short.into_iter().chain(session.greeting()).collect();
    let mut game = GameView::new(session, options.cheers, note.join("\n"));
    let left = screen.run(&mut game, GameView::draw, |game, Input::Key(key)| game.key(key));
    drop(screen);

    let mut session = game.session;
    session.take_back_again();
    let result = |live| session.result(live, options.paint(), columns_of(io::stdout()));
    let results: Vec<String> = session.finished.iter().chain([&session.live]).map(result).collect();
    // Without its terminal, the result cannot be printed.
    let printed = lines::write((results.join("\n") + &session.how_to_continue()).as_bytes());
    let status = status(&session.live);
    match left {
        Ok(saved) => saved.and(printed).map(|()| status),
        Err(interruption) => interruption.act().map(|()| status).map_err(write_error),
    }
}

/// A test starts this test binary again, in a pseudo-terminal, where the ignored test panics.
#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::Read;
    use std::sync::Arc;

    use super::*;
    use crate::cli::color::Paint;

    #[test]
    #[ignore = "runs in the pseudo-terminal of another test"]
    fn child() {
        let draw = |(): &(), _: &mut ratatui::Frame<'_>| panic!("the reason");
        drop(Screen::<Infallible>::open(Paint::Plain).unwrap().run(&mut (), draw, |(), Input::Key(_)| Some(())));
    }

    #[test]
    fn a_panic_leaves_the_terminal_as_it_was() {
        let (pty, pts) = pty_process::blocking::open().unwrap();
        let pty = Arc::new(pty);
        let modes = || format!("{:?}", rustix::termios::tcgetattr(&*pty).unwrap());
        let modes_before = modes();
        let test = format!("{}::child", module_path!().split_once("::").unwrap().1);
        let mut command = pty_process::blocking::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "--ignored", "--nocapture", &test])
            .env("TERM", "xterm")
            // A long trace would move the reason out of the window.
            .env("RUST_BACKTRACE", "0");
        let mut child = command.spawn_borrowed(&pts).unwrap();
        let mut screen = vt100::Parser::new(24.try_into().unwrap(), 80.try_into().unwrap(), 0);
        while !screen.screen().contents().contains("the reason") {
            let mut bytes = [0; 4096];
            let length = (&*pty).read(&mut bytes).unwrap();
            screen.process(&bytes[..length]);
        }
        assert!(!screen.screen().alternate_screen() && !screen.screen().hide_cursor());
        assert!(!child.wait().unwrap().success());
        assert_eq!(modes(), modes_before);
    }
}
