//! Tokens: what stands between the separators of a game.

/// A run of bytes without a separator, and where it starts in its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The byte of the line at which it starts.
    pub at: usize,
    /// Its bytes.
    pub text: &'a [u8],
}

/// The tokens of the part `start..end` of a line.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    line: &'a [u8],
    at: usize,
    /// In an array the quotes of its strings separate too.
    quotes: bool,
}

impl<'a> Tokens<'a> {
    /// Tokens of `line[start..end]`, which a [`sheet::parts`](super::sheet::parts) has found.
    #[must_use]
    pub fn new(line: &'a [u8], start: usize, end: usize, quotes: bool) -> Self {
        Self { line: &line[..end], at: start, quotes }
    }

    /// What is left of the text that they stand in.
    #[must_use]
    pub fn text(&self) -> &'a [u8] {
        &self.line[self.at..]
    }

    fn separates(&self, byte: u8) -> bool {
        is_separator(byte) || (self.quotes && byte == b'"')
    }
}

/// Without the blanks before it, and those of a line end: a form feed is none, and is not passed over.
#[must_use]
pub fn trim_start(mut text: &[u8]) -> &[u8] {
    while let [b' ' | b'\t' | b'\r', rest @ ..] = text {
        text = rest;
    }
    text
}

/// Without the blanks after it.
#[must_use]
pub fn trim_end(mut text: &[u8]) -> &[u8] {
    while let [rest @ .., b' ' | b'\t' | b'\r'] = text {
        text = rest;
    }
    text
}

/// Blanks, `,` `;` and `|` stand between rolls.
#[must_use]
pub const fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b',' | b';' | b'|')
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let rest = &self.line[self.at..];
        let start = self.at + rest.iter().position(|&byte| !self.separates(byte))?;
        let rest = &self.line[start..];
        let len = rest.iter().position(|&byte| self.separates(byte)).unwrap_or(rest.len());
        self.at = start + len;
        Some(Token { at: start, text: &rest[..len] })
    }
}
