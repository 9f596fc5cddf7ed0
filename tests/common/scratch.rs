//! A directory for the files of one test.

use std::ops::Deref;
use std::path::{Path, PathBuf};

/// An empty directory that is removed when it goes out of scope.
pub struct ScratchDir(PathBuf);

impl ScratchDir {
    /// `name` must be unique among the tests of one file.
    pub fn new(name: &str) -> Self {
        // Test files may run at the same time, as may two runs of the same file.
        let directory = format!("{}-{}-{name}", env!("CARGO_CRATE_NAME"), std::process::id());
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
