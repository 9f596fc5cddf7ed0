//! The shape of a text: which spellings are worth trying.

use super::symbols::is_separator;
use crate::game::Rules;

/// What a look at the bytes and tokens of a text tells.
#[derive(Debug)]
pub(super) struct Shape<'a> {
    text: &'a str,
    /// The bytes in it. Most questions are answered by one that is not there.
    bytes: [bool; 256],
    balls_per_frame: usize,
    pub numbers: Numbers,
    /// A token is `10`.
    pub has_ten: bool,
    /// A dash stands between two symbols that are not dashes, in a token of more symbols than a frame.
    pub has_joint: bool,
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

impl<'a> Shape<'a> {
    pub(super) fn of(text: &'a str, rules: Rules) -> Self {
        let balls_per_frame = usize::from(rules.row().balls);
        let numbers = Numbers::of(text, balls_per_frame);
        let mut shape = Self { text, bytes: [false; 256], balls_per_frame, numbers, has_ten: false, has_joint: false };
        text.bytes().for_each(|byte| shape.bytes[usize::from(byte)] = true);
        shape.has_ten = shape.has(b"1") && shape.has(b"0") && tokens(text).any(|token| token == b"10");
        shape.has_joint = shape.has(b"-")
            && has_inner_dash(text.as_bytes())
            && tokens(text)
                .any(|token| shape.is_longer(token) && has_inner_dash(&outside_braces(token).collect::<Vec<_>>()));
        shape
    }

    fn has(&self, any: &[u8]) -> bool {
        any.iter().any(|&byte| self.bytes[usize::from(byte)])
    }

    /// Whether every token is a digit, `10` or `F`.
    pub(super) fn are_rolls(&self) -> bool {
        let is_roll = |token: &[u8]| token == b"10" || matches!(token, [b'0'..=b'9' | b'F' | b'f']);
        !self.has(b"Xx/-") && tokens(self.text).all(is_roll)
    }

    /// Whether a token other than `10` has several symbols.
    pub(super) fn has_long(&self) -> bool {
        tokens(self.text).any(|token| token != b"10" && symbols(token) > 1)
    }

    /// The bytes of the longest token.
    pub(super) fn longest(&self) -> usize {
        tokens(self.text).map(<[u8]>::len).max().unwrap_or_default()
    }

    /// Whether a token has more symbols than a frame has balls.
    pub(super) fn is_longer(&self, token: &[u8]) -> bool {
        token.len() > self.balls_per_frame && symbols(token) > self.balls_per_frame
    }

    pub(super) fn has_strike(&self) -> bool {
        self.has(b"Xx")
    }

    pub(super) fn has_dash(&self) -> bool {
        self.has(b"-") && outside_braces(self.text.as_bytes()).any(|byte| byte == b'-')
    }

    /// Whether a token is `-`.
    pub(super) fn has_lone_dash(&self) -> bool {
        self.has(b"-") && tokens(self.text).any(|token| token == b"-")
    }

    /// Whether there is a `-` or a `0`.
    pub(super) fn has_zero(&self) -> bool {
        self.has(b"-0")
    }

    /// Whether a zero follows a mark in the same token.
    pub(super) fn has_padded_mark(&self) -> bool {
        let is_padded = |pair: &[u8]| matches!(pair, [b'X' | b'x' | b'/', b'-' | b'0']);
        self.has(b"-0") && self.has(b"Xx/") && self.text.as_bytes().windows(2).any(is_padded)
    }

    pub(super) fn has_double_bar(&self) -> bool {
        self.has(b"|") && self.text.contains("||")
    }

    /// Whether the last token ends with a dash, and has more symbols than a frame.
    pub(super) fn has_long_end(&self) -> bool {
        let text = self.text.trim_end_matches(is_separator);
        text.ends_with('-') && self.is_longer(text.rsplit(is_separator).next().unwrap_or_default().as_bytes())
    }

    /// Whether a token `10` stands on a line with an `X`, beside tokens of several symbols.
    pub(super) fn has_doubtful_ten(&self) -> bool {
        self.has_strike() && self.has_ten && self.has_long()
    }
}

/// The tokens between separators.
fn tokens(text: &str) -> impl Iterator<Item = &[u8]> {
    text.as_bytes().split(|&byte| is_separator(byte.into())).filter(|token| !token.is_empty())
}

/// How many symbols a token has. Signs of splits belong to a ball, and so do pins in braces.
fn symbols(token: &[u8]) -> usize {
    // Without a ball before them, pins are a ball.
    let leaves = usize::from(token.starts_with(b"{")) + token.windows(2).filter(|pair| pair == b"}{").count();
    let is_symbol = |byte: &u8| !matches!(byte, b'S' | b's' | b'(' | b')' | b'}' | 0x80..0xc0);
    outside_braces(token).filter(is_symbol).count() + leaves
}

/// The bytes that are not between braces, which join pins by dashes.
fn outside_braces(token: &[u8]) -> impl Iterator<Item = u8> {
    let mut is_in_braces = false;
    token.iter().copied().filter(move |&byte| {
        is_in_braces = byte == b'{' || is_in_braces && byte != b'}';
        !is_in_braces
    })
}

/// Whether a dash stands between two bytes that are neither dashes nor separators.
fn has_inner_dash(bytes: &[u8]) -> bool {
    let is_symbol = |byte: u8| byte != b'-' && !is_separator(byte.into());
    bytes.windows(3).any(|around| around[1] == b'-' && is_symbol(around[0]) && is_symbol(around[2]))
}

impl Numbers {
    fn of(text: &str, balls_per_frame: usize) -> Self {
        let frame = 2..=balls_per_frame;
        let (mut count, mut are_frames, mut has_roll) = (0, true, false);
        let mut last: &[u8] = b"";
        for token in tokens(text) {
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
