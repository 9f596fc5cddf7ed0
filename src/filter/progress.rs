//! A bar on standard error for work that lasts: how much of the files is done. The sink draws it
//! after a write. By hand, since the crate for it brings the library of mathematics along, and
//! loading that costs every start more than the whole bar.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::input::Source;

/// Work that is done sooner shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);
/// The bar is not drawn more often than this.
const PAUSE: Duration = Duration::from_millis(100);
const WIDTH: usize = 30;

/// How far the work has come.
pub struct Progress {
    total: u64,
    done: u64,
    start: Instant,
    next: Instant,
    drawn: bool,
}

impl Progress {
    /// A bar for files of known sizes, where somebody can see it and no records run through it.
    pub fn new(sources: &[Source], records: bool) -> Option<Self> {
        if !io::stderr().is_terminal() || (records && io::stdout().is_terminal()) {
            return None;
        }
        let total = sources.iter().map(Source::size).sum::<Option<u64>>().filter(|&total| total > 0)?;
        let start = Instant::now();
        Some(Self { total, done: 0, start, next: start + PATIENCE, drawn: false })
    }

    /// So many more bytes are done.
    pub fn advance(&mut self, bytes: usize) {
        self.done += bytes as u64;
        let now = Instant::now();
        if now >= self.next {
            self.next = now + PAUSE;
            self.drawn = true;
            show(&bar(self.done, self.total, now - self.start));
        }
    }

    /// Takes the bar away, for something else to be said there.
    pub fn clear(&mut self) {
        if std::mem::replace(&mut self.drawn, false) {
            show("\r\x1b[K");
        }
    }
}

/// Nobody can be told where standard error is gone.
fn show(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// `[=========>                    ]  31%  812 MB/s  2 s left`
fn bar(done: u64, total: u64, time: Duration) -> String {
    let done = done.min(total);
    let full = (done * WIDTH as u64 / total.max(1)) as usize;
    let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1);
    let left = (total - done).saturating_mul(millis) / done.max(1) / 1000;
    let percent = done * 100 / total.max(1);
    let rate = done / millis / 1000;
    format!("\r\x1b[K[{:<WIDTH$}] {percent:>3}%  {rate} MB/s  {left} s left", "=".repeat(full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_says_how_much_how_fast_and_how_long() {
        let drawn = bar(500_000_000, 2_000_000_000, Duration::from_secs(2));
        assert_eq!(drawn, "\r\x1b[K[=======                       ]  25%  250 MB/s  6 s left");
        assert!(bar(3, 2, Duration::ZERO).contains("100%"));
        assert!(bar(0, 0, Duration::ZERO).contains("  0%"));
    }
}
