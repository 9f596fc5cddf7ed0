//! Little memory (`ulimit -v`) is an error with a message. Rust aborts a program that runs out of
//! memory, so whether there is enough is asked before much is used.

use std::io;

/// More than one thread ever uses: its stack, a chunk, its output, the tape of the fast path and the frames that its
/// format remembers.
const FOR_A_THREAD: usize = 12 * 1024 * 1024;

/// Whether there is memory for the main thread.
pub(super) fn for_main_thread() -> io::Result<()> {
    reserve(FOR_A_THREAD)
}

/// How many threads there is memory for, of those that are wanted.
pub(super) fn affordable_threads(wanted: usize) -> usize {
    (2..=wanted).rev().find(|threads| reserve(threads * FOR_A_THREAD).is_ok()).unwrap_or(1)
}

/// Reserves address space and gives it back. No page of it is touched.
fn reserve(bytes: usize) -> io::Result<()> {
    Ok(Vec::<u8>::new().try_reserve_exact(bytes)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_is_not_there_is_an_error() {
        assert!(for_main_thread().is_ok());
        assert_eq!(affordable_threads(1), 1);
        assert_eq!(affordable_threads(3), 3);
        assert_eq!(reserve(isize::MAX as usize).unwrap_err().kind(), io::ErrorKind::OutOfMemory);
    }
}
