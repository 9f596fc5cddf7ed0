//! Where records go, and with which manners: whole lines, whatever happens.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::FileTypeExt;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::{flag, low_level};

use super::Rendered;
use super::progress::Progress;

/// A write of so many bytes to a pipe is done whole or not at all.
const WHOLE_ON_A_PIPE: usize = 4096;

/// Standard output and standard error, in this order for each chunk.
pub struct Sink {
    out: File,
    manner: Manner,
    /// Why diagnostics could not be written.
    lost: Option<io::Error>,
    progress: Option<Progress>,
}

/// How a write is kept whole.
enum Manner {
    /// A pipe takes a small write whole or not at all, so a signal may come at any time.
    Pieces,
    /// A file takes any write soon: a signal waits for its end.
    Deferred(Signals),
    /// A terminal, a device.
    Plain,
}

impl Sink {
    /// The standard output of this process.
    pub fn stdout() -> io::Result<Self> {
        let out = File::from(io::stdout().as_fd().try_clone_to_owned()?);
        let kind = out.metadata()?.file_type();
        let manner = match () {
            () if kind.is_fifo() => Manner::Pieces,
            () if kind.is_file() => Manner::Deferred(Signals::defer()?),
            () => Manner::Plain,
        };
        Ok(Self { out, manner, lost: None, progress: None })
    }

    /// Shows how far the work has come.
    pub fn watch(&mut self, progress: Option<Progress>) {
        self.progress = progress;
    }

    /// Writes the records, then the diagnostics.
    pub fn write(&mut self, rendered: &Rendered) -> io::Result<()> {
        let out = &mut self.out;
        match &self.manner {
            _ if rendered.out.is_empty() => {}
            Manner::Plain => out.write_all(&rendered.out)?,
            Manner::Pieces => pieces(&rendered.out).try_for_each(|piece| out.write_all(piece))?,
            Manner::Deferred(signals) => signals.whole(|| out.write_all(&rendered.out))?,
        }
        if !rendered.err.is_empty() {
            self.hide_progress();
            match io::stderr().write_all(&rendered.err) {
                // Records go on; that diagnostics are lost the exit status can still tell.
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => drop(self.lost.get_or_insert(error)),
                _ => {}
            }
        }
        if let Some(progress) = &mut self.progress {
            progress.advance(rendered.read);
        }
        Ok(())
    }

    /// Takes the bar away.
    pub fn hide_progress(&mut self) {
        if let Some(progress) = &mut self.progress {
            progress.clear();
        }
    }

    /// After the last write: were all diagnostics taken?
    pub fn finish(&mut self) -> io::Result<()> {
        self.lost.take().map_or(Ok(()), Err)
    }
}

impl Drop for Sink {
    fn drop(&mut self) {
        self.hide_progress();
    }
}

/// Runs of whole lines, each small enough for a pipe; a longer line is a piece of its own.
fn pieces(records: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = records;
    std::iter::from_fn(move || {
        let room = &rest[..rest.len().min(WHOLE_ON_A_PIPE)];
        let end = match memchr::memrchr(b'\n', room) {
            _ if rest.is_empty() => return None,
            Some(at) => at + 1,
            None => memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1),
        };
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

/// Signals that end the program wait for the end of a write; a second one does not.
struct Signals {
    writing: Arc<Mutex<()>>,
    pending: Arc<AtomicUsize>,
}

impl Signals {
    fn defer() -> io::Result<Self> {
        let signals = Self { writing: Arc::default(), pending: Arc::default() };
        let second = Arc::new(AtomicBool::new(false));
        let (mut woken, wake) = UnixStream::pair()?;
        for signal in [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal)) {
            // In this order: a second signal ends it now; a first one is remembered, and wakes the watch.
            flag::register_conditional_default(signal, Arc::clone(&second))?;
            flag::register(signal, Arc::clone(&second))?;
            flag::register_usize(signal, Arc::clone(&signals.pending), usize::try_from(signal).unwrap_or_default())?;
            low_level::pipe::register(signal, wake.try_clone()?)?;
        }
        // A lock, since other threads may be about to write: a flag would be asked too early.
        let (writing, pending) = (Arc::clone(&signals.writing), Arc::clone(&signals.pending));
        std::thread::Builder::new().spawn(move || {
            if woken.read_exact(&mut [0]).is_ok() {
                let _whole = writing.lock();
                let _ = end_by(&pending);
            }
        })?;
        Ok(signals)
    }

    fn whole(&self, write: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        let _whole = self.writing.lock();
        let written = write();
        end_by(&self.pending)?;
        written
    }
}

/// Ends the process with the status of the signal that has come, if one has.
fn end_by(pending: &AtomicUsize) -> io::Result<()> {
    match i32::try_from(pending.load(Ordering::SeqCst)) {
        Ok(signal @ 1..) => low_level::emulate_default_handler(signal),
        _ => Ok(()),
    }
}

/// Is the signal ignored, as `nohup` has it? Then it stays so. Where the system does not tell, it is not.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    ignored >> (signal - 1) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_whole_lines_that_fit_a_pipe() {
        let records = [vec![b'a'; 5000], b"\n".to_vec(), b"12345\n".repeat(2000), b"end".to_vec()].concat();
        let all: Vec<&[u8]> = pieces(&records).collect();
        assert_eq!(all.concat(), records);
        assert_eq!(all[0].len(), 5001);
        for piece in &all[1..all.len() - 1] {
            assert!(piece.len() <= WHOLE_ON_A_PIPE && piece.ends_with(b"\n"));
        }
    }
}
