//! Reads JSON values as they come: over several lines, or in an array.

use memchr::{memchr, memchr_iter, memmem, memrchr};

use super::value::Json;
use crate::cli::problem::InputProblem;
use crate::error::{LONGEST_LINE, Problem, characters};

/// An object over several lines that is longer than this is an error. Bounds memory.
const LONGEST_OBJECT: usize = 4 * 1024 * 1024;

/// A value, or text that is not one.
pub enum Item<'a> {
    Value {
        line: u64,
        value: Json<'a>,
    },
    /// Text that is not JSON, in place of a value, and what is wrong at which byte of it.
    Broken {
        line: u64,
        /// The characters before it in its line.
        column: usize,
        bytes: &'a [u8],
        error: (usize, InputProblem),
    },
    /// A bracket without its counterpart.
    Stray {
        line: u64,
        problem: InputProblem,
    },
}

/// Reads values as they come.
#[derive(Debug)]
pub struct Stream {
    /// The start of a value that is not there as a whole.
    pending: Vec<u8>,
    /// How many bytes must be there before it is worth another try: else a long value would be tried for every read.
    wanted: usize,
    line: u64,
    /// The characters before the next byte in its line.
    column: usize,
    in_array: bool,
    pub has_values: bool,
    /// After an error, what follows is skipped to the next line, or to the next one that starts with an object.
    skipping_to: Option<&'static [u8]>,
    /// What follows an error in an array is not read.
    is_over: bool,
}

impl Default for Stream {
    fn default() -> Self {
        Self {
            pending: Vec::new(),
            wanted: 0,
            line: 1,
            column: 0,
            in_array: false,
            has_values: false,
            skipping_to: None,
            is_over: false,
        }
    }
}

impl Stream {
    /// Reads what follows.
    pub fn read(&mut self, bytes: &[u8], is_ended: bool, found: &mut dyn FnMut(Item<'_>)) {
        let mut text = std::mem::take(&mut self.pending);
        text.extend_from_slice(bytes);
        let used = if text.len() < self.wanted && !is_ended { 0 } else { self.values(&text, is_ended, found) };
        text.drain(..used);
        if used > 0 || self.wanted <= text.len() {
            self.wanted = if text.len() > LONGEST_LINE { text.len() + text.len() / 2 } else { 0 };
        }
        self.pending = text;
        if is_ended && self.in_array && !self.is_over {
            found(Item::Stray { line: self.line, problem: Problem::Unmatched('[').into() });
        }
    }

    /// Reads the values that are there as a whole. Returns how many bytes they have.
    fn values(&mut self, text: &[u8], is_ended: bool, found: &mut dyn FnMut(Item<'_>)) -> usize {
        let mut at = 0;
        loop {
            let rest = &text[at..];
            if self.is_over {
                return text.len();
            }
            if let Some(end) = self.skipping_to {
                let Some(line) = memmem::find(rest, end) else {
                    // The line end may be followed by an object.
                    let kept = usize::from(rest.ends_with(b"\n") && !is_ended);
                    self.pass(&rest[..rest.len() - kept]);
                    return text.len() - kept;
                };
                self.skipping_to = None;
                at += self.pass(&rest[..=line]);
                continue;
            }
            let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            if blanks > 0 {
                at += self.pass(&rest[..blanks]);
                continue;
            }
            match rest.first() {
                None => return at,
                Some(b',') if self.has_values => at += self.pass(&rest[..1]),
                Some(b'[') if !self.in_array => {
                    self.in_array = true;
                    at += self.pass(&rest[..1]);
                }
                Some(b']') if self.in_array => {
                    self.in_array = false;
                    at += self.pass(&rest[..1]);
                }
                Some(_) => match self.value(rest, is_ended, found) {
                    Some(len) => at += self.pass(&rest[..len]),
                    None => return at,
                },
            }
        }
    }

    /// Reads a value, and returns its length; `None` if it is not there as a whole.
    fn value(&mut self, text: &[u8], is_ended: bool, found: &mut dyn FnMut(Item<'_>)) -> Option<usize> {
        let line = self.line;
        let mut values = serde_json::Deserializer::from_slice(text).into_iter();
        let (error, read) = match values.next()? {
            // However much of it was there at once.
            Ok(_) if values.byte_offset() > LONGEST_OBJECT => ((0, InputProblem::LongObject), values.byte_offset()),
            Ok(value) => {
                self.has_values = true;
                found(Item::Value { line, value });
                return Some(values.byte_offset());
            }
            Err(error) if error.is_eof() && !is_ended && text.len() <= LONGEST_OBJECT => return None,
            Err(error) if error.is_eof() && !is_ended => ((0, InputProblem::LongObject), text.len()),
            Err(error) => (syntax_problem(text, &error), error_offset(text, &error)),
        };
        self.has_values = true;
        // What follows the error in its line is not read.
        let is_in_first_line = memchr(b'\n', &text[..read]).is_none();
        // Where the value ends is not known, so its text ends with the error.
        let inside = text.iter().skip(error.0 + 1).take_while(|&&byte| byte & 0xc0 == 0x80).count();
        let bytes = &text[..(error.0 + 1 + inside).min(text.len())];
        found(Item::Broken { line, column: self.column, bytes, error });
        self.is_over = self.in_array;
        self.skipping_to = Some(if is_in_first_line { b"\n" } else { b"\n{" });
        Some(read.saturating_sub(1))
    }

    /// Counts the lines of some text, and returns its length.
    fn pass(&mut self, text: &[u8]) -> usize {
        let end = memrchr(b'\n', text).map(|end| end + 1);
        self.line += memchr_iter(b'\n', text).count() as u64;
        self.column = characters(&text[end.unwrap_or(0)..]) + if end.is_some() { 0 } else { self.column };
        text.len()
    }
}

/// The byte at which a parser stopped.
fn error_offset(bytes: &[u8], error: &serde_json::Error) -> usize {
    // The crate counts bytes, from 1, and the line that the text starts on is line 1.
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').take(error.line().saturating_sub(1));
    let at = lines.map(<[u8]>::len).sum::<usize>() + error.column().saturating_sub(1);
    at.min(bytes.len())
}

/// What is wrong with text that is not JSON, and at which byte.
pub fn syntax_problem(bytes: &[u8], error: &serde_json::Error) -> (usize, InputProblem) {
    let at = error_offset(bytes, error);
    // No more than what has been read, so that the time is linear.
    let seen = &bytes[..bytes.len().min(at + 4)];
    if let Err(error) = std::str::from_utf8(seen)
        && error.valid_up_to() <= at
        && error.error_len().is_some()
    {
        return (error.valid_up_to(), Problem::NotUtf8.into());
    }
    match bytes.first() {
        Some(byte @ (b'}' | b']')) => return (0, Problem::Unmatched(char::from(*byte)).into()),
        // An object that is not closed before the next one.
        Some(b'{') if at > 0 && bytes.get(at - 1..=at) == Some(b"\n{") => return (0, Problem::Unmatched('{').into()),
        Some(b'{' | b'[') if error.is_eof() => return (0, Problem::Unmatched(char::from(bytes[0])).into()),
        Some(b'{' | b'[') => {}
        _ => return (0, InputProblem::NotAnObject),
    }
    let message = error.to_string();
    let reason = message.rsplit_once(" at line ").map_or(message.as_str(), |(reason, _)| reason);
    (at, InputProblem::NotJson(format!("not JSON, {reason}")))
}
