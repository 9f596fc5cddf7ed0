//! The names of the commands, for advice about a mistyped one.

/// Every command.
pub const NAMES: [&str; 6] = ["stats", "play", "generate", "completions", "man", "help"];

/// The command that a mistyped word is close to.
pub fn similar(word: &str) -> Option<&'static str> {
    let close = NAMES.into_iter().map(|name| (strsim::osa_distance(name, &word.to_lowercase()), name));
    close.filter(|&(distance, name)| distance <= 2 && distance < name.len() / 2 + 1).min().map(|(_, name)| name)
}
