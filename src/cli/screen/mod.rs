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
use std::sync::{Mutex, Once, TryLockError};

use super::system::{ScreenSignal, TerminalModes, restore_terminal, stop, take_terminal, watch};

/// What must be undone when the program ends. Global, because a panic can happen anywhere.
struct Restore {
    /// The modes of the terminal before, while the screen is shown.
    modes: Option<TerminalModes>,
    /// What is printed if the program panics.
    last_words: Vec<u8>,
}

static RESTORE: Mutex<Restore> = Mutex::new(Restore { modes: None, last_words: Vec::new() });

/// What wakes the program while a screen is shown.
pub enum Event<T> {
    Signal(ScreenSignal),
    /// What the thread of the screen has sent.
    Sent(T),
}

/// Why a screen had to be left.
pub enum Interruption {
    Signal(i32),
    /// The screen could not be drawn: the terminal is gone.
    Draw(io::Error),
    /// The program could not be stopped, or the screen not be shown again.
    Show(io::Error),
}

/// The alternate screen of the terminal, until this is dropped.
pub struct Screen<T> {
    reads_keys: bool,
    events: Receiver<Event<T>>,
}

#[expect(clippy::unused_self, reason = "the value proves that the screen is open")]
impl<T: Send + 'static> Screen<T> {
    /// Switches to the alternate screen, and starts a thread that sends events. With `reads_keys`, every key is passed on
    /// as it is typed; otherwise what is typed is not shown, but Ctrl-C still interrupts the program.
    pub fn open(reads_keys: bool, send: impl FnOnce(&Sender<Event<T>>) + Send + 'static) -> io::Result<Self> {
        static HOOK: Once = Once::new();
        let (sender, events) = channel();
        let from_signals = sender.clone();
        // Before the screen is shown: a signal must not find it unguarded. Events after the end are dropped.
        watch(move |signal| drop(from_signals.send(Event::Signal(signal))))?;
        HOOK.call_once(restore_before_panic_message);
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
            let size = self.size();
            // In one write, so that it does not flicker.
            write(&view(model, size).to_bytes(size.rows)).map_err(Interruption::Draw)?;
            let mut next = self.events.recv().ok();
            while let Some(event) = next {
                match event {
                    Event::Signal(ScreenSignal::Resized) => {}
                    Event::Signal(ScreenSignal::Suspend) => self.suspend().map_err(Interruption::Show)?,
                    // The shell may have changed the modes while the program was stopped.
                    Event::Signal(ScreenSignal::Continued) => self.show().map_err(Interruption::Show)?,
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
        let mut restore = lock();
        let before = take_terminal(self.reads_keys)?;
        restore.modes.get_or_insert(before);
        write(b"\x1b[?1049h\x1b[H\x1b[J")
    }

    pub fn size(&self) -> Size {
        window_size().unwrap_or(Size { columns: 80, rows: 24 })
    }

    /// Sets what is printed if the program panics.
    pub fn set_last_words(&self, text: Vec<u8>) {
        lock().last_words = text;
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
pub fn window_size() -> Option<Size> {
    let (columns, rows) = terminal_size::terminal_size_of(io::stdout())?;
    let size = Size { columns: columns.0.into(), rows: rows.0.into() };
    (size.columns > 0 && size.rows > 0).then_some(size)
}

fn lock() -> std::sync::MutexGuard<'static, Restore> {
    RESTORE.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn write(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush())
}

/// Errors are ignored: the terminal may be gone, and then there is nothing to restore.
fn hide(restore: &mut Restore) {
    let Some(modes) = restore.modes.take() else { return };
    restore_terminal(&modes);
    // Cleared first, for a terminal that has no alternate screen.
    let _ = write(b"\x1b[H\x1b[J\x1b[?1049l\x1b[?25h");
}

/// A panic message on the alternate screen would disappear with it.
fn restore_before_panic_message() {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        // If the lock is taken, the panic is in this file. Waiting for it would hang.
        let restore = match RESTORE.try_lock() {
            Ok(restore) => Some(restore),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        };
        if let Some(mut restore) = restore.filter(|restore| restore.modes.is_some()) {
            hide(&mut restore);
            let _ = write(&restore.last_words);
        }
        default(panic);
    }));
}
