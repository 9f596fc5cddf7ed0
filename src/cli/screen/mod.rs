//! A terminal on which text is redrawn in place. It is left as it was found, on every way out.
//!
//! [`Screen`] switches to the alternate screen and back, and takes events while it is shown: signals, and what a thread
//! sends, such as [`keys`]. [`board`] and [`View`] are what is drawn. Only `Screen` writes to the terminal.

pub mod board;
pub mod keys;
mod view;

pub use view::{Size, View, wrap};

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use super::system::{ScreenSignal, TerminalModes, act_on, restore_terminal, stop, take_terminal, watch};

/// The modes of the terminal before, while the screen is shown. Global, because a panic can happen anywhere.
static MODES_BEFORE: Mutex<Option<TerminalModes>> = Mutex::new(None);

/// What wakes the program while a screen is shown.
pub enum Event<T> {
    Signal(ScreenSignal),
    /// What the thread of the screen has sent.
    Sent(T),
}

/// Why a screen had to be left.
pub enum Interruption {
    Signal(i32),
    /// The terminal is gone, or the program could not be stopped.
    Terminal(io::Error),
}

impl Interruption {
    /// Hides the screen, and ends the program by the signal or returns the error.
    pub fn act(self) -> io::Result<()> {
        hide(&mut lock());
        match self {
            Self::Signal(signal) => act_on(signal),
            Self::Terminal(error) => Err(error),
        }
    }
}

impl From<io::Error> for Interruption {
    fn from(error: io::Error) -> Self {
        Self::Terminal(error)
    }
}

/// The alternate screen of the terminal, until this is dropped.
pub struct Screen<T> {
    reads_keys: bool,
    events: Receiver<Event<T>>,
}

impl<T: Send + 'static> Screen<T> {
    /// Switches to the alternate screen, and starts a thread that sends events. With `reads_keys`, every key is passed on
    /// as it is typed; otherwise what is typed is not shown, but Ctrl-C still interrupts the program.
    pub fn open(reads_keys: bool, send: impl FnOnce(&Sender<Event<T>>) + Send + 'static) -> io::Result<Self> {
        let (sender, events) = channel();
        let from_signals = sender.clone();
        // Before the screen is shown: a signal must not find it unguarded. Events after the end are dropped.
        watch(move |signal| drop(from_signals.send(Event::Signal(signal))))?;
        restore_before_panic_message();
        let screen = Self { reads_keys, events };
        screen.show()?;
        std::thread::Builder::new().spawn(move || send(&sender))?;
        Ok(screen)
    }

    /// Draws a model and gives it the events that are sent, until one of them ends the run. All events that have come are
    /// taken in before the screen is drawn again.
    pub fn run<M, R>(
        &self,
        model: &mut M,
        view: impl Fn(&M, Size) -> View,
        mut take: impl FnMut(&mut M, T) -> Option<R>,
    ) -> Result<R, Interruption> {
        loop {
            let size = size();
            // In one write, so that it does not flicker.
            write(&view(model, size).to_bytes(size.rows))?;
            let mut next = self.events.recv().ok();
            while let Some(event) = next {
                match event {
                    Event::Signal(ScreenSignal::Resized) => {}
                    Event::Signal(ScreenSignal::Suspend) => self.suspend()?,
                    // The shell may have changed the modes while the program was stopped.
                    Event::Signal(ScreenSignal::Continued) => self.show()?,
                    Event::Signal(ScreenSignal::End(signal)) => return Err(Interruption::Signal(signal)),
                    Event::Sent(sent) => {
                        if let Some(end) = take(model, sent) {
                            return Ok(end);
                        }
                    }
                }
                next = self.events.try_recv().ok();
            }
        }
    }

    /// Shows the screen, also again after it was hidden.
    fn show(&self) -> io::Result<()> {
        let mut modes = lock();
        let before = take_terminal(self.reads_keys)?;
        modes.get_or_insert(before);
        write(b"\x1b[?1049h\x1b[H\x1b[J")
    }

    /// Stops the program, as Ctrl-Z does, and shows the screen again when it continues.
    fn suspend(&self) -> io::Result<()> {
        hide(&mut lock());
        stop()?;
        self.show()
    }
}

impl<T> Drop for Screen<T> {
    fn drop(&mut self) {
        hide(&mut lock());
    }
}

/// The size of the terminal on standard output. A terminal that does not know its size says 0.
fn window_size() -> Option<Size> {
    let (columns, rows) = terminal_size::terminal_size_of(io::stdout())?;
    let size = Size { columns: columns.0.into(), rows: rows.0.into() };
    (size.columns > 0 && size.rows > 0).then_some(size)
}

/// The size of the window of a screen.
pub fn size() -> Size {
    window_size().unwrap_or(Size { columns: 80, rows: 24 })
}

fn lock() -> MutexGuard<'static, Option<TerminalModes>> {
    MODES_BEFORE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush())
}

/// Errors are ignored: the terminal may be gone, and then there is nothing to restore.
fn hide(modes: &mut Option<TerminalModes>) {
    let Some(modes) = modes.take() else { return };
    restore_terminal(&modes);
    // Cleared first, for a terminal that has no alternate screen.
    let _ = write(b"\x1b[H\x1b[J\x1b[?1049l\x1b[?25h");
}

/// A panic message on the alternate screen would disappear with it.
fn restore_before_panic_message() {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        // If the lock is taken, the panic is in this file. Waiting for it would hang.
        match MODES_BEFORE.try_lock() {
            Ok(mut modes) => hide(&mut modes),
            Err(TryLockError::Poisoned(poisoned)) => hide(&mut poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {}
        }
        default(panic);
    }));
}
