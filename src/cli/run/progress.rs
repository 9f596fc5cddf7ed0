//! A progress bar on standard error for files that take more than a second.
//!
//! Written by hand: indicatif loads the math library, which makes every start 5 % longer. `BENCHMARKS.md` has the figures.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::cli::source::Source;
use crate::cli::system::{columns_of, is_dumb};

/// The bar appears after this time.
const DELAY: Duration = Duration::from_secs(1);
/// The bar is drawn at most this often.
const INTERVAL: Duration = Duration::from_millis(100);
const WIDEST_BAR: usize = 30;

/// A progress bar over the bytes of all sources.
pub struct Progress {
    total: u64,
    done: u64,
    start: Instant,
    next: Instant,
    drawn: bool,
}

impl Progress {
    /// A bar for files of known sizes, if standard error is a terminal that it can be drawn on, and no records are written
    /// to one.
    pub fn new(sources: &[Source], records: bool) -> Option<Self> {
        if !io::stderr().is_terminal() || is_dumb() || (records && io::stdout().is_terminal()) {
            return None;
        }
        let total = sources.iter().map(Source::size).sum::<Option<u64>>().filter(|&total| total > 0)?;
        let start = Instant::now();
        Some(Self { total, done: 0, start, next: start + DELAY, drawn: false })
    }

    /// Adds bytes that are done, and draws the bar if it is time.
    pub fn advance(&mut self, bytes: usize) {
        self.done += bytes as u64;
        let now = Instant::now();
        if now >= self.next {
            self.next = now + INTERVAL;
            self.drawn = true;
            let columns = columns_of(io::stderr()).unwrap_or(80);
            show(&bar(self.done, self.total, now - self.start, columns));
        }
    }

    /// Removes the bar, before something else is written.
    pub fn clear(&mut self) {
        if std::mem::replace(&mut self.drawn, false) {
            show("\r\x1b[K");
        }
    }
}

/// Errors are ignored: nothing can be done if standard error is closed.
fn show(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// `[=========                     ]  31%  812 MB/s  2 s left`, shorter if the terminal is narrow. A line as wide as the
/// terminal would scroll.
fn bar(done: u64, total: u64, time: Duration, columns: usize) -> String {
    let done = done.min(total);
    let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1);
    let left = (total - done).saturating_mul(millis) / done.max(1) / 1000;
    let percent = done * 100 / total.max(1);
    let rate = done / millis / 1000;
    let mut text = format!("{percent:>3}%  {rate} MB/s  {left} s left");
    text.truncate(columns.saturating_sub(1));
    let room = columns.saturating_sub(text.len() + "[] ".len() + 1).min(WIDEST_BAR);
    if room < 5 {
        return format!("\r\x1b[K{text}");
    }
    let full = (done * room as u64 / total.max(1)) as usize;
    format!("\r\x1b[K[{:<room$}] {text}", "=".repeat(full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_shows_share_rate_and_time_left() {
        let drawn = bar(500_000_000, 2_000_000_000, Duration::from_secs(2), 80);
        assert_eq!(drawn, "\r\x1b[K[=======                       ]  25%  250 MB/s  6 s left");
        assert!(bar(3, 2, Duration::ZERO, 80).contains("100%"));
        assert!(bar(0, 0, Duration::ZERO, 80).contains("  0%"));
    }

    #[test]
    fn the_bar_is_drawn_when_it_is_time() {
        let start = Instant::now();
        let mut progress = Progress { total: 9, done: 1, start, next: start + Duration::from_secs(60), drawn: false };
        progress.advance(2);
        assert_eq!((progress.done, progress.drawn), (3, false));
        progress.next = start;
        progress.advance(2);
        assert!(progress.done == 5 && progress.drawn && progress.next >= start + INTERVAL);
        progress.clear();
        assert!(!progress.drawn);
    }

    #[test]
    fn the_bar_is_shorter_than_the_terminal_is_wide() {
        for columns in 0..100 {
            let drawn = bar(500_000_000, 2_000_000_000, Duration::from_secs(2), columns);
            let shown = drawn.trim_start_matches("\r\x1b[K");
            assert!(shown.len() < columns.max(1), "{columns}: {shown}");
        }
        // The shortest bar, and no bar.
        assert_eq!(bar(1, 2, Duration::from_secs(1), 31), "\r\x1b[K[==   ]  50%  0 MB/s  1 s left");
        assert_eq!(bar(1, 2, Duration::from_secs(1), 30), "\r\x1b[K 50%  0 MB/s  1 s left");
        assert_eq!(bar(1, 2, Duration::from_secs(1), 38), "\r\x1b[K[======      ]  50%  0 MB/s  1 s left");
    }
}
