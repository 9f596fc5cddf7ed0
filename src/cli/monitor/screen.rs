//! The terminal while something is drawn in place on it, with ratatui.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Builder;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, enable_raw_mode};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Text};
use ratatui::{DefaultTerminal, Frame};

use super::board::Board;
use crate::cli::color::{Paint, breaks};
use crate::cli::system::{self, SIGINT, SIGQUIT, ScreenSignal};
use crate::cli::text::cut;

/// Wakes the program while a screen is shown.
pub enum ScreenEvent<T> {
    Terminal(Event),
    Signal(ScreenSignal),
    /// The terminal is gone.
    Closed,
    /// From another thread.
    Sent(T),
}

/// The input of a model.
pub enum Input<T> {
    Key(KeyEvent),
    Sent(T),
}

/// Why a screen had to be left.
pub enum Interruption {
    Signal(i32),
    /// The terminal is gone.
    Closed,
    Error(io::Error),
}

impl Interruption {
    /// Ends the program by the signal, or returns the error. The screen must be hidden.
    pub fn act(self) -> io::Result<()> {
        match self {
            Self::Signal(signal) => system::end_by(signal),
            Self::Closed => Ok(()),
            Self::Error(error) => Err(error),
        }
    }
}

impl From<io::Error> for Interruption {
    fn from(error: io::Error) -> Self {
        Self::Error(error)
    }
}

/// The alternate screen of the terminal, until this is dropped.
pub struct Screen<T> {
    paint: Paint,
    terminal: DefaultTerminal,
    events: Receiver<ScreenEvent<T>>,
    sender: Sender<ScreenEvent<T>>,
}

impl<T: Send + 'static> Screen<T> {
    /// Switches to the alternate screen. One thread reads keys all the time, into a queue without a limit, so nothing
    /// that is typed is lost while the disk is slow.
    pub fn open(paint: Paint) -> io::Result<Self> {
        let (sender, events) = channel();
        let (keys, signals, hangup) = (sender.clone(), sender.clone(), sender.clone());
        // Before the screen is shown: a signal must not find it unguarded. Events after the end are dropped.
        system::watch(move |signal| drop(signals.send(ScreenEvent::Signal(signal))))?;
        let terminal = ratatui::try_init().inspect_err(|_| drop(ratatui::try_restore()))?;
        let screen = Self { paint, terminal, events, sender };
        // Asked for once, so that crossterm notices when the window is resized before the first key.
        event::poll(Duration::ZERO)?;
        Builder::new().spawn(move || {
            while let Ok(event) = event::read() {
                drop(keys.send(ScreenEvent::Terminal(event)));
            }
            drop(keys.send(ScreenEvent::Closed));
        })?;
        // crossterm never stops reading a terminal that is gone.
        Builder::new().spawn(move || {
            if system::wait_for_hangup() {
                drop(hangup.send(ScreenEvent::Closed));
            }
        })?;
        Ok(screen)
    }

    /// For a thread that sends to the screen.
    pub fn sender(&self) -> Sender<ScreenEvent<T>> {
        self.sender.clone()
    }

    /// Draws a model and gives it what is typed and sent, until something ends the run. Everything that has come is taken
    /// in before the screen is drawn again.
    pub fn run<M, R>(
        &mut self,
        model: &mut M,
        draw: impl Fn(&M, &mut Frame<'_>),
        mut take: impl FnMut(&mut M, Input<T>) -> Option<R>,
    ) -> Result<R, Interruption> {
        loop {
            self.terminal.draw(|frame| {
                draw(model, frame);
                if self.paint == Paint::Plain {
                    let area = frame.area();
                    frame.buffer_mut().set_style(area, Style::reset());
                }
            })?;
            let mut next = self.events.recv().ok();
            while let Some(event) = next {
                let input = match event {
                    ScreenEvent::Terminal(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                        intercept(key)?.map(Input::Key)
                    }
                    ScreenEvent::Sent(sent) => Some(Input::Sent(sent)),
                    // A resized window is drawn again.
                    ScreenEvent::Terminal(_) => None,
                    ScreenEvent::Signal(signal) => {
                        self.obey(signal)?;
                        None
                    }
                    ScreenEvent::Closed => return Err(Interruption::Closed),
                };
                if let Some(end) = input.and_then(|input| take(model, input)) {
                    return Ok(end);
                }
                next = self.events.try_recv().ok();
            }
        }
    }

    fn obey(&mut self, signal: ScreenSignal) -> Result<(), Interruption> {
        match signal {
            // The terminal is as it was while the program is stopped.
            ScreenSignal::Stop => {
                ratatui::try_restore()?;
                system::stop()?;
            }
            ScreenSignal::Continued => {}
            ScreenSignal::End(signal) => return Err(Interruption::Signal(signal)),
        }
        // The shell may have changed the modes in the meantime, and the screen is empty.
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen)?;
        let size = self.terminal.size()?;
        Ok(self.terminal.resize(size.into())?)
    }
}

impl<T> Drop for Screen<T> {
    fn drop(&mut self) {
        // The terminal may be gone, and then there is nothing to restore.
        drop(ratatui::try_restore());
    }
}

/// Sends the signals that a terminal does not send itself while it passes keys on. Returns other keys.
fn intercept(key: KeyEvent) -> Result<Option<KeyEvent>, Interruption> {
    match key.code {
        KeyCode::Char('z') if key.modifiers == KeyModifiers::CONTROL => {
            system::stop_group();
            Ok(None)
        }
        // crossterm calls Ctrl-\ Ctrl-4.
        KeyCode::Char('4' | '\\') if key.modifiers == KeyModifiers::CONTROL => Err(Interruption::Signal(SIGQUIT)),
        _ => Ok(Some(key)),
    }
}

/// Interrupts the program and those beside it in its pipeline, as Ctrl-C does where nothing is typed.
pub fn interrupt() -> Interruption {
    system::interrupt_group();
    Interruption::Signal(SIGINT)
}

/// Draws lines from the top of an area, with the cursor in one of them, at a column.
pub fn draw_lines(lines: Vec<Line<'_>>, (column, line): (usize, usize), area: Rect, frame: &mut Frame<'_>) {
    frame.render_widget(Text::from(lines), area);
    let window = frame.area();
    if !window.is_empty() {
        let (x, y) = (area.x + column as u16, area.y + line as u16);
        frame.set_cursor_position((x.min(window.right() - 1), y.min(window.bottom() - 1)));
    }
}

/// Draws a board of a height, and lines below it.
pub fn draw_below(
    board: &Board<'_>,
    height: usize,
    lines: Vec<Line<'_>>,
    cursor: (usize, usize),
    frame: &mut Frame<'_>,
) {
    let area = frame.area();
    let height = height as u16;
    frame.render_widget(board, Rect { height, ..area });
    draw_lines(lines, cursor, Rect { y: area.y + height, height: area.height - height, ..area }, frame);
}

/// Breaks a text into lines of at most `columns`, between words. Longer words are cut.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let (mut breaks, mut start) = (breaks(line, columns, 0), 0);
        breaks.push(line.len()..line.len());
        for blanks in breaks {
            lines.push(cut(&line[start..blanks.start], columns).into_owned());
            start = blanks.end;
        }
    }
    lines
}

/// Breaks a text into at most `rows` lines. An ellipsis stands for the rest.
pub fn wrap_within(text: &str, columns: usize, rows: usize) -> Vec<String> {
    let mut lines = wrap(text, columns);
    if lines.len() > rows {
        let rest = lines.split_off(rows.saturating_sub(1)).join(" ");
        lines.extend((rows > 0).then(|| cut(&rest, columns).into_owned()));
    }
    lines
}
