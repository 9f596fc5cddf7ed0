//! The screen of a live game: passes keys on, and draws.

use std::io;
use std::sync::mpsc::Sender;

use super::name::Name;
use super::setup::{Questions, Setup};
use super::view::{GameView, KeyResult};
use crate::cli::screen::keys::{self, KeyPress};
use crate::cli::screen::{Event, Interruption, Screen, Size, View};
use crate::cli::system::{SIGQUIT, ScreenSignal};

/// A screen on which keys are typed; `None` stands for a terminal that is gone.
pub type KeyScreen = Screen<Option<KeyPress>>;

/// Opens the screen. One thread reads keys all the time and passes them on through a queue without a limit, so nothing is
/// lost while the disk is slow.
pub fn open() -> io::Result<KeyScreen> {
    Screen::open(true, read_keys)
}

fn read_keys(sender: &Sender<Event<Option<KeyPress>>>) {
    keys::read(io::stdin().lock(), |key| {
        // A terminal that passes keys on sends no signals itself.
        let event = match key {
            KeyPress::Ctrl('\\') => Event::Signal(ScreenSignal::End(SIGQUIT)),
            KeyPress::Ctrl('z') => Event::Signal(ScreenSignal::Suspend),
            key => Event::Sent(Some(key)),
        };
        drop(sender.send(event));
    });
    drop(sender.send(Event::Sent(None)));
}

/// Asks for the players; `None` if there is to be no game.
pub fn ask_names(screen: &KeyScreen, setup: Setup) -> Result<Option<Vec<Name>>, Interruption> {
    let mut questions = Questions::new(setup);
    let are_answered = run(screen, &mut questions, Questions::view, Questions::key)?;
    Ok((are_answered == Some(true)).then_some(questions.setup.names))
}

/// Plays until the game is ended. A panic prints the result. The inner error means that a change could not be saved.
pub fn play(screen: &KeyScreen, game: &mut GameView) -> Result<anyhow::Result<()>, Interruption> {
    let keep_result = |game: &GameView| screen.set_last_words(game.result(screen.size().columns));
    keep_result(game);
    let key = |game: &mut GameView, key| match game.key(key) {
        Ok(KeyResult::None) => None,
        Ok(KeyResult::Changed) => {
            keep_result(game);
            None
        }
        Ok(KeyResult::End) => Some(Ok(())),
        Err(error) => Some(Err(error)),
    };
    Ok(run(screen, game, GameView::view, key)?.unwrap_or(Ok(())))
}

/// Takes keys until one ends the run, or until the terminal is gone.
fn run<M, T>(
    screen: &KeyScreen,
    model: &mut M,
    view: impl Fn(&M, Size) -> View,
    mut key: impl FnMut(&mut M, KeyPress) -> Option<T>,
) -> Result<Option<T>, Interruption> {
    let take = |model: &mut M, typed: Option<KeyPress>| match typed {
        Some(typed) => key(model, typed).map(Some),
        None => Some(None),
    };
    match screen.run(model, view, take) {
        Err(Interruption::Draw(_)) => Ok(None),
        ended => ended,
    }
}

/// Tests of what the program cannot be asked to do: a panic, and a disk of any speed. A test starts this test binary
/// again, in a pseudo-terminal, where one of the ignored tests plays a game.
#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs::File;
    use std::io::{Read, Write};
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    use pty_process::blocking::{Command, Pts, Pty};

    use super::*;
    use crate::cli::color::Paint;
    use crate::cli::play::session::Session;

    /// A terminal with an ignored test of this module in it.
    struct Window {
        pty: Arc<Pty>,
        /// Keeps the terminal open after the end of the test.
        _pts: Pts,
        output: Receiver<Vec<u8>>,
        screen: vt100::Parser,
        /// The modes of the terminal before the test.
        modes_before: String,
        child: std::process::Child,
    }

    impl Window {
        fn start(test: &str, fifo: &Path) -> Self {
            let (pty, pts) = pty_process::blocking::open().unwrap();
            pty.resize(pty_process::Size::new(24, 80)).unwrap();
            let (pty, (sender, output)) = (Arc::new(pty), channel());
            let reader = Arc::clone(&pty);
            std::thread::spawn(move || {
                let mut buffer = [0; 4096];
                while let Ok(len @ 1..) = (&*reader).read(&mut buffer) {
                    drop(sender.send(buffer[..len].to_vec()));
                }
            });
            let test = format!("{}::{test}", module_path!().split_once("::").unwrap().1);
            let mut command = Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "--ignored", "--nocapture", &test])
                .env("TERM", "xterm")
                .env("BOWLING_TEST_FIFO", fifo);
            let modes_before = modes(&pty);
            let child = command.spawn_borrowed(&pts).unwrap();
            let screen = vt100::Parser::new(24.try_into().unwrap(), 80.try_into().unwrap(), 0);
            Self { pty, _pts: pts, output, screen, modes_before, child }
        }

        fn type_in(&self, text: &str) {
            (&*self.pty).write_all(text.as_bytes()).unwrap();
        }

        /// Waits until a text is shown. The time limit turns a hang into a failure.
        fn wait_for(&mut self, text: &str) {
            while !self.screen.screen().contents().contains(text) {
                let bytes = self.output.recv_timeout(Duration::from_secs(30));
                self.screen.process(&bytes.unwrap_or_else(|_| panic!("{}", self.screen.screen().contents())));
            }
        }
    }

    fn modes(pty: &Pty) -> String {
        format!("{:?}", nix::sys::termios::tcgetattr(pty).unwrap())
    }

    /// Plays a game, each change of which is saved by `store`.
    fn play_with(mut store: impl FnMut() -> io::Result<()> + 'static) {
        let session = Session::on_screen(&["PJS"], Some(Box::new(move |_| Ok(store()?))));
        let _ = play(&open().unwrap(), &mut GameView::new(session, Paint::Plain, String::new()));
    }

    #[test]
    #[ignore = "runs in the pseudo-terminal of another test"]
    fn child_that_panics() {
        play_with(|| panic!("the reason"));
    }

    #[test]
    fn a_panic_leaves_the_terminal_as_it_was_and_prints_the_last_words_and_the_reason() {
        let mut window = Window::start("child_that_panics", Path::new(""));
        window.wait_for("PJS's turn : ");
        assert_ne!(modes(&window.pty), window.modes_before);
        window.type_in("7\r");
        window.wait_for("the reason");
        let screen = window.screen.screen();
        assert!(screen.contents().contains("The game is not over."), "{}", screen.contents());
        assert!(!screen.alternate_screen() && !screen.hide_cursor());
        assert!(!window.child.wait().unwrap().success());
        assert_eq!(modes(&window.pty), window.modes_before);
    }

    #[test]
    #[ignore = "runs in the pseudo-terminal of another test"]
    fn child_with_a_slow_disk() {
        // The disk is as slow as the test wants it to be.
        let mut disk = File::open(std::env::var_os("BOWLING_TEST_FIFO").unwrap()).unwrap();
        play_with(move || disk.read_exact(&mut [0]));
    }

    #[test]
    fn keys_are_kept_while_the_disk_is_slow() {
        let fifo = std::env::temp_dir().join(format!("bowling-slow-disk-{}", std::process::id()));
        assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let mut window = Window::start("child_with_a_slow_disk", &fifo);
        let mut disk = File::options().write(true).open(&fifo).unwrap();
        window.wait_for("PJS's turn : ");
        // More than the terminal itself would keep, while the first roll is being saved.
        window.type_in("X\r");
        for _ in 0..20 {
            window.type_in(&"7\rundo\r".repeat(100));
        }
        window.type_in("5\r");
        disk.write_all(&[0; 1 + 4000 + 1]).unwrap();
        window.wait_for("Frame 2, ball 2, pins standing: 5");
        window.type_in("q\ry\r");
        assert!(window.child.wait().unwrap().success());
        std::fs::remove_file(&fifo).unwrap();
    }
}
