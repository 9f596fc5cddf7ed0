//! Reads a file that is still being written.
//!
//! The file is looked at every tenth of a second. That is simple, works on every file system, and is faster than people
//! can see.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

const INTERVAL: Duration = Duration::from_millis(100);
/// How much is read at once.
const LARGEST_READ: u64 = 64 * 1024;
/// How many of the last bytes are remembered, to notice that a file was rewritten.
const LONGEST_TAIL: usize = 1024;

/// A regular file that is read for ever, in whole lines. Its end is reported only if it has to be read from the
/// beginning again, because it was truncated or replaced.
pub struct FollowedFile {
    path: PathBuf,
    file: File,
    /// How much of the file has been passed on: whole lines.
    offset: u64,
    /// The last bytes that have been passed on.
    tail: Vec<u8>,
    /// Whole lines that have been read but not passed on yet.
    ready: Vec<u8>,
    /// The length and the time of the last change when the file was last read.
    seen: Option<(u64, SystemTime)>,
    is_new: Arc<AtomicBool>,
}

impl FollowedFile {
    /// Follows an open file. `is_new` is set when its end is reported because it starts anew.
    pub fn new(path: &Path, file: File, is_new: Arc<AtomicBool>) -> Self {
        let (tail, ready) = (Vec::new(), Vec::new());
        Self { path: path.into(), file, offset: 0, tail, ready, seen: None, is_new }
    }

    /// Whether the file of that name is still this file, with at least what has been read.
    fn is_same(&self, found: &Metadata) -> io::Result<bool> {
        let open = self.file.metadata()?;
        Ok((open.dev(), open.ino()) == (found.dev(), found.ino()) && found.len() >= self.offset)
    }

    /// Reads the lines that have been added. `false` if the file starts anew.
    fn read_lines(&mut self) -> io::Result<bool> {
        let found = match fs::metadata(&self.path) {
            Ok(found) => found,
            // It may be about to be replaced.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
            Err(error) => return Err(error),
        };
        if !self.is_same(&found)? {
            return Ok(false);
        }
        let seen = (found.len(), found.modified()?);
        if self.seen == Some(seen) {
            return Ok(true);
        }
        let mut bytes = Vec::new();
        self.file.seek(SeekFrom::Start(self.offset - self.tail.len() as u64))?;
        (&self.file).take(LARGEST_READ).read_to_end(&mut bytes)?;
        let Some(added) = bytes.strip_prefix(self.tail.as_slice()) else { return Ok(false) };
        // A line without its end may still grow, unless it is too long anyway.
        let is_full = bytes.len() as u64 == LARGEST_READ;
        let whole = memchr::memrchr(b'\n', added).map_or(if is_full { added.len() } else { 0 }, |at| at + 1);
        self.ready = added[..whole].to_vec();
        self.offset += whole as u64;
        self.tail = bytes[..bytes.len() - added.len() + whole].to_vec();
        self.tail.drain(..self.tail.len().saturating_sub(LONGEST_TAIL));
        self.seen = (!is_full).then_some(seen);
        Ok(true)
    }
}

/// Opens a file that may be missing for a moment while it is replaced.
pub fn reopen(path: &Path) -> io::Result<File> {
    loop {
        match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => std::thread::sleep(INTERVAL),
            opened => return opened,
        }
    }
}

impl Read for FollowedFile {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        while self.ready.is_empty() {
            if !self.read_lines()? {
                self.is_new.store(true, Ordering::SeqCst);
                return Ok(0);
            }
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
    use std::io::Write;

    /// A file that is removed at the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            Self(std::env::temp_dir().join(format!("bowling-follow-{}-{name}", std::process::id())))
        }

        fn follow(&self) -> FollowedFile {
            FollowedFile::new(&self.0, File::open(&self.0).unwrap(), Arc::default())
        }

        fn append(&self, text: &str) {
            File::options().append(true).open(&self.0).unwrap().write_all(text.as_bytes()).unwrap();
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    /// What one look at the file gives; `None` if it starts anew.
    fn look(file: &mut FollowedFile) -> Option<String> {
        file.seen = None;
        let is_same = file.read_lines().unwrap();
        let lines = std::mem::take(&mut file.ready);
        is_same.then(|| String::from_utf8(lines).unwrap())
    }

    #[test]
    fn whole_lines_are_passed_on_as_they_are_added() {
        let scratch = Scratch::new("added");
        fs::write(&scratch.0, "PJS X\nKY").unwrap();
        let mut file = scratch.follow();
        assert_eq!(look(&mut file).as_deref(), Some("PJS X\n"));
        assert_eq!(look(&mut file).as_deref(), Some(""));
        scratch.append("J 8\n");
        assert_eq!(look(&mut file).as_deref(), Some("KYJ 8\n"));
        scratch.append(&"KYJ undo\n".repeat(20_000));
        let mut all = String::new();
        while let Some(lines) = look(&mut file).filter(|lines| !lines.is_empty()) {
            all += &lines;
        }
        assert_eq!(all, "KYJ undo\n".repeat(20_000));
    }

    #[test]
    fn an_unfinished_line_may_be_replaced() {
        let scratch = Scratch::new("torn");
        fs::write(&scratch.0, "PJS X\nKYJ un").unwrap();
        let mut file = scratch.follow();
        assert_eq!(look(&mut file).as_deref(), Some("PJS X\n"));
        fs::write(&scratch.0, "PJS X\nKYJ 8\n").unwrap();
        assert_eq!(look(&mut file).as_deref(), Some("KYJ 8\n"));
    }

    #[test]
    fn a_truncated_or_rewritten_or_replaced_file_starts_anew() {
        let scratch = Scratch::new("anew");
        for rewrite in [
            &(|| fs::write(&scratch.0, "PJS X\n").unwrap()) as &dyn Fn(),
            &|| fs::write(&scratch.0, "").unwrap(),
            &|| fs::write(&scratch.0, "PJS 7\nPJS 2\nKYJ 9\nKYJ 1\n").unwrap(),
            &|| {
                let other = scratch.0.with_extension("new");
                fs::write(&other, "PJS X\nKYJ 8\nKYJ 1\nPJS 7\n").unwrap();
                fs::rename(other, &scratch.0).unwrap();
            },
        ] {
            fs::write(&scratch.0, "PJS X\nKYJ 8\nKYJ 1\n").unwrap();
            let mut file = scratch.follow();
            assert_eq!(look(&mut file).as_deref(), Some("PJS X\nKYJ 8\nKYJ 1\n"));
            rewrite();
            assert_eq!(look(&mut file), None);
        }
        let mut file = scratch.follow();
        fs::remove_file(&scratch.0).unwrap();
        assert_eq!(look(&mut file).as_deref(), Some(""), "a removed file may come back");
    }
}
