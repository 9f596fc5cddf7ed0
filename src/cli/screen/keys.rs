//! Keys, from the bytes that a terminal sends.
//!
//! Written by hand: the parser of termion 4.0 panics on a malformed escape sequence, and crossterm 0.29 never returns
//! from a terminal that has been closed.

use std::io::{self, Read};

/// A key, or a character that was pasted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPress {
    Char(char),
    /// With Ctrl held down: a letter in lower case, or a sign such as `\`.
    Ctrl(char),
    Enter,
    Backspace,
    Delete,
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
}

const ESCAPE: u8 = 0x1b;

/// Reads keys until the terminal is closed, and passes each on. An escape sequence or a character that is not complete
/// yet waits for its rest.
pub fn read(mut input: impl Read, mut pass_on: impl FnMut(KeyPress)) {
    let (mut pending, mut buffer) = (Vec::new(), [0; 4096]);
    loop {
        match input.read(&mut buffer) {
            Ok(0) => return,
            Ok(len) => pending.extend_from_slice(&buffer[..len]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
        let mut at = 0;
        while let Some((len, key)) = first_key(&pending[at..]) {
            key.into_iter().for_each(&mut pass_on);
            at += len;
        }
        pending.drain(..at);
    }
}

/// The length of the first key and its meaning, if it has one; `None` if it is not complete.
fn first_key(bytes: &[u8]) -> Option<(usize, Option<KeyPress>)> {
    let key = match *bytes.first()? {
        ESCAPE => return escape_sequence(bytes),
        // A line end that was typed before the terminal passed on single keys is a line feed.
        b'\r' | b'\n' => KeyPress::Enter,
        b'\t' => KeyPress::Char(' '),
        0x08 | 0x7f => KeyPress::Backspace,
        0 => return Some((1, None)),
        control @ 1..=26 => KeyPress::Ctrl(char::from(control - 1 + b'a')),
        control @ 0x1c..=0x1f => KeyPress::Ctrl(char::from(control + 0x40)),
        _ => return character(bytes),
    };
    Some((1, Some(key)))
}

fn character(bytes: &[u8]) -> Option<(usize, Option<KeyPress>)> {
    let start = &bytes[..bytes.len().min(4)];
    let valid = match std::str::from_utf8(start) {
        Ok(text) => text,
        Err(error) if error.valid_up_to() > 0 => std::str::from_utf8(&start[..error.valid_up_to()]).unwrap_or_default(),
        Err(error) => return error.error_len().map(|len| (len, None)),
    };
    valid.chars().next().map(|sign| (sign.len_utf8(), Some(KeyPress::Char(sign))))
}

/// A sequence such as `ESC [ A` or `ESC O A`.
fn escape_sequence(bytes: &[u8]) -> Option<(usize, Option<KeyPress>)> {
    let (introducer, rest) = match bytes.get(1..) {
        Some([introducer @ (b'[' | b'O'), rest @ ..]) => (*introducer, rest),
        // The Esc key, which does nothing here. It is alone in what was read, or in front of another key.
        _ => return Some((1, None)),
    };
    let is_final = |byte: &u8| (0x40..=0x7e).contains(byte);
    let end = match introducer {
        b'O' => 0,
        _ => rest.iter().position(|byte| is_final(byte) || *byte < b' ' || *byte > 0x7e)?,
    };
    let last = rest.get(end)?;
    if !is_final(last) {
        // Not a sequence after all. What ended it is read as a key.
        return Some((2 + end, None));
    }
    let key = match (last, &rest[..end]) {
        (b'A', _) => Some(KeyPress::Up),
        (b'B', _) => Some(KeyPress::Down),
        (b'C', _) => Some(KeyPress::Right),
        (b'D', _) => Some(KeyPress::Left),
        (b'H', _) | (b'~', b"1" | b"7") => Some(KeyPress::Home),
        (b'F', _) | (b'~', b"4" | b"8") => Some(KeyPress::End),
        (b'~', b"3") => Some(KeyPress::Delete),
        _ => None,
    };
    Some((2 + end + 1, key))
}

#[cfg(test)]
mod tests {
    use super::KeyPress::{Backspace, Char, Ctrl, Delete, Down, End, Enter, Home, Left, Right, Up};
    use super::*;
    use proptest::prelude::*;

    /// The keys of what a terminal sends, read by read. Then it fails.
    fn read_all<'a>(reads: impl IntoIterator<Item = io::Result<&'a [u8]>>) -> Vec<KeyPress> {
        struct Terminal<I>(I);
        impl<'a, I: Iterator<Item = io::Result<&'a [u8]>>> Read for Terminal<I> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.0.next().unwrap_or(Err(io::ErrorKind::Other.into()))?.read(buffer)
            }
        }
        let mut pressed = Vec::new();
        read(Terminal(reads.into_iter().fuse()), |key| pressed.push(key));
        pressed
    }

    fn keys(bytes: &[u8]) -> Vec<KeyPress> {
        read_all([Ok(bytes)])
    }

    #[test]
    fn bytes_become_keys() {
        assert_eq!(keys("7\t\0핀".as_bytes()), [Char('7'), Char(' '), Char('핀')]);
        assert_eq!(keys(b"\r\n\x7f\x03\x1c\x01"), [Enter, Enter, Backspace, Ctrl('c'), Ctrl('\\'), Ctrl('a')]);
        assert_eq!(keys(b"\x1b[A\x1bOB\x1b[3~\x1b[1;5C\x1b[H\x1b[4~"), [Up, Down, Delete, Right, Home, End]);
    }

    #[test]
    fn the_escape_key_does_not_swallow_the_next_key() {
        assert_eq!(keys(b"\x1b"), []);
        assert_eq!(keys(b"\x1bX5"), [Char('X'), Char('5')]);
        assert_eq!(keys(b"\x1b[\r"), [Enter]);
        assert_eq!(keys(b"\x1b[1\r"), [Enter]);
        assert_eq!(keys(b"\x1b[1 A"), [Up]);
        assert_eq!(keys("\x1b[핀".as_bytes()), [Char('핀')]);
        assert_eq!(keys(b"\x1bO5A"), [Char('5'), Char('A')]);
    }

    #[test]
    fn a_key_may_come_in_pieces_until_the_terminal_is_closed() {
        let (start, end) = "핀".as_bytes().split_at(2);
        let interrupted = Err(io::ErrorKind::Interrupted.into());
        let reads = [Ok(&b"\x1b["[..]), interrupted, Ok(b"D"), Ok(start), Ok(end), Ok(b"\xff7"), Ok(b""), Ok(b"8")];
        assert_eq!(read_all(reads), [Left, Char('핀'), Char('7')]);
    }

    proptest! {
        #![proptest_config(crate::cli::same_cases())]

        #[test]
        fn plain_text_is_never_lost(text in "[0-9X/ a-z핀-]{0,40}", size in 1_usize..60) {
            let read = read_all(text.as_bytes().chunks(size).map(Ok));
            prop_assert_eq!(read, text.chars().map(Char).collect::<Vec<_>>());
        }

        #[test]
        fn any_bytes_are_read_and_enter_is_never_lost(bytes in prop::collection::vec(any::<u8>(), 1..40)) {
            let before = read_all([Ok(&bytes[..]), Ok(b"\r\r\r\r")]);
            let all = read_all([Ok(&bytes[..]), Ok(b"\r\r\r\r"), Ok(b"\r")]);
            prop_assert_eq!(&all[before.len()..], [Enter]);
        }
    }
}
