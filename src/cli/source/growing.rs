//! Reads a file that is still being written.
//!
//! The file is looked at every tenth of a second. That is simple, works on every file system, and is faster than people
//! can see. A file that is written again from the start is noticed by its length, or by the text before the place that
//! was reached. A file that is replaced by another of the same name is not noticed: `tail -F` does that.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::time::Duration;

use memchr::memrchr;

const INTERVAL: Duration = Duration::from_millis(100);
/// The most that is read at once. A longer line is passed on in pieces.
const LARGEST_READ: u64 = 64 * 1024;
/// How much of what was read is compared with the file before more is read.
const COMPARED: usize = 4096;

/// A regular file that is read for ever, in whole lines: a last line without its end may still change.
pub struct GrowingFile {
    file: File,
    /// How much of the file has been read: whole lines.
    offset: u64,
    /// Whole lines that have been read but not passed on yet.
    ready: Vec<u8>,
    /// The last bytes before the offset.
    before: Vec<u8>,
}

impl GrowingFile {
    pub const fn new(file: File) -> Self {
        Self { file, offset: 0, ready: Vec::new(), before: Vec::new() }
    }

    fn read_lines(&mut self) -> io::Result<()> {
        let len = self.file.metadata()?.len();
        if len < self.offset {
            return Err(io::Error::other("the file was truncated while it was followed"));
        }
        self.ready.clear();
        if len == self.offset {
            return Ok(());
        }
        self.file.seek(SeekFrom::Start(self.offset - self.before.len() as u64))?;
        (&self.file).take(self.before.len() as u64 + LARGEST_READ).read_to_end(&mut self.ready)?;
        if !self.ready.starts_with(&self.before) {
            return Err(io::Error::other("the file was rewritten while it was followed"));
        }
        self.ready.drain(..self.before.len());
        let is_full = self.ready.len() as u64 == LARGEST_READ;
        let whole = memrchr(b'\n', &self.ready).map_or(if is_full { self.ready.len() } else { 0 }, |at| at + 1);
        self.ready.truncate(whole);
        self.offset += whole as u64;
        self.before.extend_from_slice(&self.ready);
        self.before.drain(..self.before.len().saturating_sub(COMPARED));
        Ok(())
    }
}

impl Read for GrowingFile {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        while self.ready.is_empty() {
            self.read_lines()?;
            if self.ready.is_empty() {
                std::thread::sleep(INTERVAL);
            }
        }
        let len = room.len().min(self.ready.len());
        room[..len].copy_from_slice(&self.ready[..len]);
        self.ready.drain(..len);
        Ok(len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::io::Write;

    /// A file that is read while it is written. It has no name any more.
    fn open(name: &str, text: &str) -> (File, GrowingFile) {
        let path = std::env::temp_dir().join(format!("bowling-follow-{}-{name}", std::process::id()));
        fs::write(&path, text).unwrap();
        let files = (File::options().append(true).open(&path).unwrap(), GrowingFile::new(File::open(&path).unwrap()));
        fs::remove_file(&path).unwrap();
        files
    }

    /// The lines that one look at the file finds.
    fn look(file: &mut GrowingFile) -> io::Result<String> {
        file.read_lines()?;
        Ok(String::from_utf8(std::mem::take(&mut file.ready)).unwrap())
    }

    #[test]
    fn whole_lines_are_passed_on_as_they_are_added() {
        let (mut written, mut file) = open("added", "PJS X\nKY");
        assert_eq!(look(&mut file).unwrap(), "PJS X\n");
        assert_eq!(look(&mut file).unwrap(), "");
        written.write_all(b"J 8\n").unwrap();
        assert_eq!(look(&mut file).unwrap(), "KYJ 8\n");
        written.write_all("KYJ undo\n".repeat(20_000).as_bytes()).unwrap();
        let mut all = String::new();
        while let Some(lines) = look(&mut file).ok().filter(|lines| !lines.is_empty()) {
            all += &lines;
        }
        assert_eq!(all, "KYJ undo\n".repeat(20_000));
    }

    #[test]
    fn a_file_that_is_written_again_is_noticed_though_it_is_longer() {
        let (mut written, mut file) = open("again", "PJS X\n");
        assert_eq!(look(&mut file).unwrap(), "PJS X\n");
        written.set_len(0).unwrap();
        written.write_all(b"LOU 3\nLOU 4\n").unwrap();
        assert!(look(&mut file).unwrap_err().to_string().contains("rewritten"));
    }

    #[test]
    fn an_unfinished_line_may_be_replaced() {
        let (mut written, mut file) = open("torn", "PJS X\nKYJ un");
        assert_eq!(look(&mut file).unwrap(), "PJS X\n");
        written.set_len("PJS X\n".len() as u64).unwrap();
        written.write_all(b"KYJ 8\n").unwrap();
        assert_eq!(look(&mut file).unwrap(), "KYJ 8\n");
        written.set_len("PJS X\n".len() as u64).unwrap();
        assert!(look(&mut file).unwrap_err().to_string().contains("truncated"));
    }
}
