//! A directory for the files of one test.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// An empty directory that is removed when it goes out of scope.
pub struct ScratchDir(PathBuf);

impl ScratchDir {
    pub fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        // Tests run at the same time, as may two runs of the test program.
        let directory = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(directory);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// The path of a file in the directory, as a command line argument.
    pub fn path(&self, file: &str) -> String {
        self.join(file).to_str().unwrap().to_owned()
    }

    /// Writes a file and returns its path.
    pub fn write(&self, file: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(file);
        std::fs::write(&path, content).unwrap();
        path
    }

    /// Copies a file and makes the copy executable.
    ///
    /// `install` writes it, because a file that this process writes cannot be run as long as a child that another
    /// test is starting holds a copy of the file descriptor.
    pub fn install(&self, from: &Path, to: &str) {
        let status = Command::new("install").arg("-m755").arg(from).arg(self.join(to)).status();
        assert!(status.unwrap().success());
    }
}

impl Deref for ScratchDir {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl AsRef<Path> for ScratchDir {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for ScratchDir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
