//! `bowling completions SHELL`, and the candidates that its script asks the program for.

use clap_complete::env::{CompleteEnv, Shells};

/// The variable by which a script asks for candidates.
const VARIABLE: &str = "BOWLING_COMPLETE";

/// The completion script for a shell.
pub fn script(shell: &str) -> Vec<u8> {
    let mut script = Vec::new();
    if let Some(shell) = Shells::builtins().completer(shell) {
        // Writing to memory cannot fail.
        let _ = shell.write_registration(VARIABLE, "bowling", "bowling", "bowling", &mut script);
    }
    script
}

/// Answers a completion script that asks for candidates; `false` if this is a call like any other.
pub fn answer(declaration: impl Fn() -> clap::Command) -> Result<bool, clap::Error> {
    let folder = std::env::current_dir().ok();
    CompleteEnv::with_factory(declaration).var(VARIABLE).try_complete(std::env::args_os(), folder.as_deref())
}
