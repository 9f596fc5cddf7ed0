//! Writes rows piece by piece: the text of a million of them would take more memory than their sums.

use std::io;

/// Text is written when there is this much of it.
const LARGEST_PIECE: usize = 256 * 1024;

/// Text that is written in pieces of whole records.
pub struct Pieces<'a> {
    /// What is not written yet.
    pub text: Vec<u8>,
    write: &'a mut dyn FnMut(&[u8]) -> io::Result<()>,
}

impl<'a> Pieces<'a> {
    pub fn new(write: &'a mut dyn FnMut(&[u8]) -> io::Result<()>) -> Self {
        Self { text: Vec::new(), write }
    }

    /// Ends a record: writes the text if there is much of it.
    pub fn end_record(&mut self) -> io::Result<()> {
        if self.text.len() >= LARGEST_PIECE { self.end() } else { Ok(()) }
    }

    /// Writes what is left.
    pub fn end(&mut self) -> io::Result<()> {
        let written = (self.write)(&self.text);
        self.text.clear();
        written
    }
}
