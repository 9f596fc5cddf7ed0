//! The shape of a text: which spellings are worth trying.

use super::symbols::{count_symbols, is_integer, tokens};
use crate::game::Rules;

/// What a look at the bytes and tokens of a text tells.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is something that a spelling needs")]
pub(super) struct Shape {
    pub numbers: Numbers,
    /// A token is `10`.
    pub has_ten: bool,
    /// Another token has several symbols.
    pub has_long: bool,
    pub has_strike: bool,
    pub has_dash: bool,
    /// A `-` or a `0`.
    pub has_zero: bool,
    /// A dash between two symbols that are not dashes, in a token of more symbols than a frame.
    pub has_joint: bool,
    /// A mark and a zero after it in the same token.
    pub has_padded_mark: bool,
    pub has_double_bar: bool,
}

/// How many balls a token may have: signs of splits and pins in braces belong to a ball.
fn symbols(token: &str) -> usize {
    let mut is_in_braces = false;
    let is_symbol = |sign: &char| {
        is_in_braces = *sign == '{' || is_in_braces && *sign != '}';
        !is_in_braces && !matches!(sign, 'S' | 's' | '(' | ')' | '}')
    };
    token.chars().filter(is_symbol).count()
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
        let is_several = |token: &str| match token.as_bytes() {
            [_] | b"10" => false,
            [b'S' | b's' | b'(' | b'{' | 0x80.., ..] => count_symbols(token) > 1,
            _ => !token.contains('{') || count_symbols(token) > 1,
        };
        let mut shape = Self {
            numbers: Numbers::of(text, rules),
            has_ten: false,
            has_long: false,
            has_strike: false,
            has_dash: false,
            has_zero: false,
            has_joint: false,
            has_padded_mark: false,
            has_double_bar: text.contains("||"),
        };
        for token in tokens(text) {
            shape.has_ten |= token == "10";
            shape.has_long = shape.has_long || is_several(token);
            // Pins in braces are joined by dashes, too.
            let is_symbol = |byte: u8| !matches!(byte, b'-' | b'{' | b'}');
            let is_longer = symbols(token) > usize::from(rules.row().balls);
            let mut before = b'-';
            let mut is_in_braces = false;
            for (&byte, after) in token.as_bytes().iter().zip(token.bytes().skip(1).chain([b'-'])) {
                is_in_braces = byte == b'{' || is_in_braces && byte != b'}';
                if !is_in_braces {
                    shape.has_strike |= matches!(byte, b'X' | b'x');
                    shape.has_dash |= byte == b'-';
                    shape.has_zero |= matches!(byte, b'-' | b'0');
                    shape.has_joint |= is_longer && byte == b'-' && before != b'-' && is_symbol(after);
                    shape.has_padded_mark |= matches!(byte, b'-' | b'0') && matches!(before, b'X' | b'x' | b'/');
                }
                before = byte;
            }
        }
        shape
    }

    /// Whether a token `10` stands on a line with an `X`, beside tokens of several symbols.
    pub(super) const fn has_doubtful_ten(&self) -> bool {
        self.has_ten && self.has_strike && self.has_long
    }
}

impl Numbers {
    pub(super) fn of(text: &str, rules: Rules) -> Self {
        let frame = 2..=usize::from(rules.row().balls);
        let is_roll = |token: &str| token == "10" || token.len() == 1;
        let (mut tokens_left, mut count, mut are_frames, mut has_roll) = (tokens(text), 0, true, false);
        let Some(last) = tokens_left.next_back() else { return Self::None };
        if !is_integer(last) {
            return Self::None;
        }
        for token in tokens_left {
            if !is_integer(token) {
                return Self::None;
            }
            count += 1;
            has_roll |= is_roll(token);
            are_frames &= token != "10" && !token.starts_with('-') && frame.contains(&token.len());
        }
        match last.len() {
            // `63 91 5`
            1 if count > 1 && are_frames => Self::Frames,
            3.. if count == 0 && !last.starts_with('-') => Self::Packed,
            _ if count == 0 || has_roll || is_roll(last) => Self::Rolls,
            _ => Self::Frames,
        }
    }
}
