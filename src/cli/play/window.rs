//! The screen of a live game: passes keys on, and draws.

use std::io;
use std::sync::mpsc::Sender;

use super::lines::{self, write_error};
use super::messages::Message;
use super::name::Name;
use super::questions::Questions;
use super::setup::Setup;
use super::view::GameView;
use super::{Table, status};
use crate::cli::screen::keys::{self, KeyPress};
use crate::cli::screen::{Event, Interruption, Screen, size};
use crate::cli::status::Status;
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
    let key = |questions: &mut Questions, key| match key {
        Some(key) => questions.key(key),
        None => Some(false),
    };
    let are_answered = screen.run(&mut questions, Questions::view, key)?;
    Ok(are_answered.then_some(questions.setup.names))
}

/// Plays until the game is ended. The inner error means that a change could not be saved.
pub fn play(screen: &KeyScreen, game: &mut GameView) -> Result<anyhow::Result<()>, Interruption> {
    let key = |game: &mut GameView, key| match key {
        Some(key) => game.key(key),
        None => Some(Ok(())),
    };
    screen.run(game, GameView::view, key)
}

/// Plays on a terminal, drawn in place.
pub fn play_game(mut table: Table<'_>) -> anyhow::Result<Status> {
    let screen = open().map_err(write_error)?;
    let players = match table.players(|setup| ask_names(&screen, setup)) {
        Ok(Some(players)) => players,
        Ok(None) => return Ok(Status::Wrong),
        Err(interruption) => return interruption.act().map(|()| Status::Wrong).map_err(write_error),
    };
    let cut_short = table.is_torn().then(|| Message::CutShort.text(table.lang, &[]));
    let note: Vec<String> = cut_short.into_iter().chain(table.greeting(&players)).collect();

    let mut game = GameView::new(table.begin(players, true)?, table.paint, note.join("\n"));
    let left = play(&screen, &mut game);
    game.session.take_back_again();
    let mut result = game.result(size().columns);
    result.extend(table.how_to_continue(&game.session.live).into_bytes());
    drop(screen);
    // After SIGHUP the terminal is gone, and the result cannot be printed.
    let printed = lines::write(&result);
    let status = status(&game.session.live);
    match left {
        Ok(saved) => saved.and(printed).map(|()| status),
        Err(interruption) => interruption.act().map(|()| status).map_err(write_error),
    }
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
        let _ = play(&open().unwrap(), &mut GameView::new(session, Paint::Plain, String::new()));
    }

    #[test]
    fn keys_are_kept_while_the_disk_is_slow_and_a_panic_leaves_the_terminal_as_it_was() {
        let fifo = std::env::temp_dir().join(format!("bowling-slow-disk-{}", std::process::id()));
        assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let (pty, pts) = pty_process::blocking::open().unwrap();
        pty.resize(pty_process::Size::new(24, 80)).unwrap();
        let (pty, (sender, output)) = (Arc::new(pty), channel());
        let modes = || format!("{:?}", nix::sys::termios::tcgetattr(&*pty).unwrap());
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

        wait_for("PJS's turn : ");
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
