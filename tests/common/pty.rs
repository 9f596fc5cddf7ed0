//! The program on a pseudo-terminal, and the screen that a person sees there.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use pty_process::blocking::{Command, Pts, Pty};

use super::child::Running;

/// Turns a hang into a failure.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A terminal window with a program in it.
pub struct Window {
    pty: Arc<Pty>,
    pts: Pts,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    child: Option<Running>,
    modes: String,
}

fn non_zero(size: u16) -> NonZeroU16 {
    NonZeroU16::new(size).unwrap()
}

impl Window {
    /// A window without a program.
    pub fn open(columns: u16, rows: u16) -> Self {
        let (pty, pts) = pty_process::blocking::open().unwrap();
        let pty = Arc::new(pty);
        let (sender, output) = channel();
        let reader = Arc::clone(&pty);
        std::thread::spawn(move || {
            let mut buffer = vec![0; 64 * 1024];
            while let Ok(len @ 1..) = (&*reader).read(&mut buffer) {
                if sender.send(buffer[..len].to_vec()).is_err() {
                    break;
                }
            }
        });
        let screen = vt100::Parser::new(non_zero(rows), non_zero(columns), 1000);
        let mut window = Self { pty, pts, output, screen, child: None, modes: String::new() };
        window.resize(columns, rows);
        window.modes = window.modes_now();
        window
    }

    /// Starts a program in the window, as a shell would.
    pub fn start(&mut self, command: Command) {
        let mut command = command.env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8").env_remove("NO_COLOR");
        self.spawn(&mut command);
    }

    /// Starts a program with the environment that it has.
    pub fn spawn(&mut self, command: &mut Command) {
        self.child = Some(Running::start_by(|| command.spawn_borrowed(&self.pts).unwrap()));
    }

    /// A window in which `bowling` runs, below a line that was there before.
    pub fn run(columns: u16, rows: u16, args: &[&str]) -> Self {
        let mut window = Self::open(columns, rows);
        window.screen.process(b"$ bowling\r\n");
        window.start(Command::new(super::BOWLING).args(args));
        window
    }

    /// Types, all at once.
    pub fn type_in(&mut self, text: &str) {
        (&*self.pty).write_all(text.as_bytes()).unwrap();
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.screen.screen_mut().set_size(non_zero(rows), non_zero(columns));
        self.pty.resize(pty_process::Size::new(rows, columns)).unwrap();
    }

    /// Waits until the window shows what is expected. The program hides the cursor while it draws, so a window without
    /// a cursor is not looked at.
    pub fn wait(&mut self, expected: impl Fn(&Shown) -> bool) -> Shown {
        loop {
            let shown = Shown::of(self.screen.screen());
            if !shown.is_cursor_hidden && expected(&shown) {
                return shown;
            }
            match self.output.recv_timeout(TIMEOUT) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(RecvTimeoutError::Timeout) => panic!("not shown within {TIMEOUT:?}; the screen is:\n{shown}"),
                Err(RecvTimeoutError::Disconnected) => panic!("the terminal is closed; the screen is:\n{shown}"),
            }
        }
    }

    /// Waits until a line of the window starts with a text.
    pub fn wait_for(&mut self, text: &str) -> Shown {
        self.wait(|shown| shown.lines.iter().any(|line| line.starts_with(text)))
    }

    /// Waits until the cursor is right after a text: a prompt, or what was typed at it.
    pub fn wait_at(&mut self, text: &str) -> Shown {
        self.wait(|shown| shown.before_cursor == text)
    }

    pub fn signal(&self, name: &str) {
        self.child.as_ref().unwrap().signal(name);
    }

    /// Waits for the end of the program. The terminal must be in the modes that it was in before.
    pub fn end(&mut self) -> ExitStatus {
        let status = self.child.take().unwrap().wait().unwrap();
        assert_eq!(self.modes_now(), self.modes);
        status
    }

    fn modes_now(&self) -> String {
        format!("{:?}", rustix::termios::tcgetattr(&*self.pty).unwrap())
    }
}

/// What a window shows.
pub struct Shown {
    pub lines: Vec<String>,
    /// The line of the cursor, up to the cursor.
    pub before_cursor: String,
    pub is_alternate: bool,
    pub is_cursor_hidden: bool,
    /// Whether anything is colored.
    pub has_color: bool,
    /// What is in reverse video, red, or dim: the text of each line that has some.
    pub reversed: Vec<String>,
    pub red: Vec<String>,
    pub dim: Vec<String>,
}

impl Shown {
    fn of(screen: &vt100::Screen) -> Self {
        let (rows, columns) = screen.size();
        let (row, column) = screen.cursor_position();
        let cells = (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |column| (row, column)));
        let mut cells = cells.filter_map(|(row, column)| screen.cell(row, column));
        Self {
            lines: screen.rows(0, columns.get()).map(|line| line.trim_end().to_owned()).collect(),
            before_cursor: text_of((0..column).filter_map(|column| screen.cell(row, column))),
            is_alternate: screen.alternate_screen(),
            is_cursor_hidden: screen.hide_cursor(),
            has_color: cells.any(|cell| cell.fgcolor() != vt100::Color::Default),
            reversed: lines_of(screen, vt100::Cell::inverse),
            red: lines_of(screen, |cell| [1, 160].map(vt100::Color::Idx).contains(&cell.fgcolor())),
            dim: lines_of(screen, vt100::Cell::dim),
        }
    }

    pub fn has(&self, text: &str) -> bool {
        self.lines.iter().any(|line| line.contains(text))
    }

    /// What is right of a player on the monitor.
    pub fn balls(&self, name: &str) -> &str {
        let row = self.lines.iter().find_map(|line| line.trim_start_matches(['▸', ' ']).strip_prefix(name));
        let row = row.unwrap_or_else(|| panic!("no row of {name}:\n{self}"));
        row.split_once('│').map_or(row, |(_, cells)| cells)
    }
}

/// The text of some cells. Nothing is written into a blank one.
fn text_of<'a>(cells: impl Iterator<Item = &'a vt100::Cell>) -> String {
    let text = |cell: &'a vt100::Cell| if cell.has_contents() { cell.contents() } else { " " };
    cells.filter(|cell| !cell.is_wide_continuation()).map(text).collect()
}

/// The cells with a property, line by line.
fn lines_of(screen: &vt100::Screen, has: impl Fn(&vt100::Cell) -> bool) -> Vec<String> {
    let (rows, columns) = screen.size();
    let line = |row| (0..columns.get()).filter_map(move |column| screen.cell(row, column)).filter(|cell| has(cell));
    (0..rows.get()).map(|row| text_of(line(row))).filter(|text| !text.is_empty()).collect()
}

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\n(before the cursor: {:?})", self.lines.join("\n"), self.before_cursor)
    }
}
