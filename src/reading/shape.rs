//! The shape of a text: which spellings are worth trying.

use super::symbols::is_separator;
use crate::game::Rules;

/// What a look at the bytes and tokens of a text tells.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is something that a spelling needs")]
pub(super) struct Shape {
    pub numbers: Numbers,
    /// Every token is a digit, `10` or `F`.
    pub are_rolls: bool,
    /// A token is `10`.
    pub has_ten: bool,
    /// Another token has several symbols.
    pub has_long: bool,
    /// A token has more symbols than a frame has balls.
    pub has_longer: bool,
    pub has_strike: bool,
    pub has_dash: bool,
    /// A token is `-`.
    pub has_lone_dash: bool,
    /// A `-` or a `0`.
    pub has_zero: bool,
    /// A dash between two symbols that are not dashes, in a token of more symbols than a frame.
    pub has_joint: bool,
    /// A mark and a zero after it in the same token.
    pub has_padded_mark: bool,
    pub has_double_bar: bool,
}

/// What integers alone can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbers {
    /// A token is not an integer.
    None,
    /// Rolls and nothing else: one is 0 to 10, or the line is one number of two digits or a negative one.
    Rolls,
    /// Several tokens of several symbols.
    Frames,
    /// One token of digits.
    Packed,
}

impl Shape {
    pub(super) fn of(text: &str, rules: Rules) -> Self {
        let balls = usize::from(rules.row().balls);
        let mut shape = Self {
            numbers: Numbers::of(text, rules),
            are_rolls: true,
            has_ten: false,
            has_long: false,
            has_longer: false,
            has_strike: false,
            has_dash: false,
            has_lone_dash: false,
            has_zero: false,
            has_joint: false,
            has_padded_mark: false,
            has_double_bar: text.contains("||"),
        };
        for token in byte_tokens(text) {
            let is_ten = token == b"10";
            let symbols = shape.add_symbols(token);
            shape.are_rolls &= is_ten || matches!(token, [b'0'..=b'9' | b'F' | b'f']);
            shape.has_ten |= is_ten;
            shape.has_long |= symbols > 1 && !is_ten;
            shape.has_longer |= symbols > balls;
            shape.has_lone_dash |= token == b"-";
            shape.has_joint |= symbols > balls && has_inner_dash(token);
        }
        shape
    }

    /// Looks at the symbols of a token, and counts them. Signs of splits and pins in braces belong to a ball.
    fn add_symbols(&mut self, token: &[u8]) -> usize {
        let (mut before, mut is_in_braces, mut symbols) = (b' ', false, 0);
        for &byte in token {
            if !is_in_braces && byte != b'{' {
                self.has_strike |= matches!(byte, b'X' | b'x');
                self.has_dash |= byte == b'-';
                let is_zero = matches!(byte, b'-' | b'0');
                self.has_zero |= is_zero;
                self.has_padded_mark |= is_zero && matches!(before, b'X' | b'x' | b'/');
                let is_continued = (0x80..0xc0).contains(&byte);
                symbols += usize::from(!matches!(byte, b'S' | b's' | b'(' | b')') && !is_continued);
            } else if byte == b'{' {
                // Without a ball before them, the pins are a ball.
                symbols += usize::from(matches!(before, b' ' | b'}'));
            }
            is_in_braces = byte == b'{' || is_in_braces && byte != b'}';
            before = byte;
        }
        symbols
    }

    /// Whether a token `10` stands on a line with an `X`, beside tokens of several symbols.
    pub(super) const fn has_doubtful_ten(&self) -> bool {
        self.has_ten && self.has_strike && self.has_long
    }
}

/// The tokens between separators.
fn byte_tokens(text: &str) -> impl Iterator<Item = &[u8]> {
    text.as_bytes().split(|&byte| is_separator(byte.into())).filter(|token| !token.is_empty())
}

/// Whether a dash stands between two symbols that are not dashes. Pins in braces are joined by dashes, too.
fn has_inner_dash(token: &[u8]) -> bool {
    let mut is_in_braces = false;
    token.windows(3).any(|bytes| {
        is_in_braces = bytes[0] == b'{' || is_in_braces && bytes[0] != b'}';
        let is_symbol = |byte: u8| !matches!(byte, b'-' | b'{');
        !is_in_braces && bytes[1] == b'-' && is_symbol(bytes[0]) && is_symbol(bytes[2])
    })
}

impl Numbers {
    pub(super) fn of(text: &str, rules: Rules) -> Self {
        let frame = 2..=usize::from(rules.row().balls);
        let (mut count, mut are_frames, mut has_roll) = (0, true, false);
        let mut last: &[u8] = b"";
        for token in byte_tokens(text) {
            let digits = token.strip_prefix(b"-").unwrap_or(token);
            if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
                return Self::None;
            }
            are_frames &= count == 0 || last != b"10" && !last.starts_with(b"-") && frame.contains(&last.len());
            has_roll |= token == b"10" || token.len() == 1;
            count += 1;
            last = token;
        }
        match (count, last.len()) {
            (0, _) => Self::None,
            // `63 91 5`
            (3.., 1) if are_frames => Self::Frames,
            (1, 3..) if !last.starts_with(b"-") => Self::Packed,
            (1, _) => Self::Rolls,
            _ if has_roll => Self::Rolls,
            _ => Self::Frames,
        }
    }
}
