//! Typographic variants: characters that stand for a symbol, and are read as it.

use std::borrow::Cow;

#[cfg(feature = "cli")]
use super::symbols::Failure;

/// The plain form of a character. Each variant is one character, so columns stay the same.
pub(crate) const fn plain_sign(sign: char) -> char {
    match sign {
        sign if sign.is_ascii() => sign,
        // Hyphens, dashes and the minus sign.
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        // The fraction slash and the division slash.
        '\u{2044}' | '\u{2215}' => '/',
        '\u{d7}' => 'X',
        // Blanks, but for what ends a line somewhere.
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        // The quotes around the strings of an array.
        '\u{201c}' | '\u{201d}' => '"',
        '\u{2018}' | '\u{2019}' => '\'',
        // The full-width forms of `(),-/` to `9;FGSXfgsx{|}`.
        sign => match char::from_u32((sign as u32).wrapping_sub(0xfee0)) {
            Some(
                plain @ ('('
                | ')'
                | ','
                | '-'
                | '/'..='9'
                | ';'
                | 'F'
                | 'G'
                | 'S'
                | 'X'
                | 'f'
                | 'g'
                | 's'
                | 'x'
                | '{'..='}'),
            ) => plain,
            _ => sign,
        },
    }
}

/// The text with every variant replaced.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || text.chars().all(|sign| plain_sign(sign) == sign) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(plain_sign).collect())
}

/// Reads a text with its typographic variants replaced. A failure is placed in the text as it was written.
#[cfg(feature = "cli")]
pub(crate) fn read_plain<T, P>(
    text: &str,
    read: impl FnOnce(&str) -> Result<T, Failure<'_, P>>,
) -> Result<T, Failure<'_, P>> {
    read(&plain(text)).map_err(|failure| failure.in_variant(text))
}
