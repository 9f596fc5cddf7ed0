//! Text from outside, made safe to print: it cannot move the cursor, change the writing direction or
//! hide. Used for diagnostics and for every output that people read.

use std::borrow::Cow;
use std::io::Write as _;

use serde::Serialize;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// Whether a character acts on a terminal or is invisible there.
pub fn is_hidden(character: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
    // Letters of the commonest scripts need no look-up, which takes 30 ns.
    if matches!(character, ' '..='~' | '\u{c0}'..='\u{24f}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}') {
        return false;
    }
    matches!(character.general_category(), Control | Format | LineSeparator | ParagraphSeparator)
        || is_ignorable(character)
}

/// Characters that are not seen (`Default_Ignorable_Code_Point`) though they have another category
/// than Format.
const fn is_ignorable(character: char) -> bool {
    matches!(character,
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2065}'
        | '\u{3164}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{e0000}'..='\u{e0fff}'
        // The last two variation selectors are part of ordinary emoji.
        | '\u{fe00}'..='\u{fe0d}')
}

/// The zero width non-joiner and joiner.
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// Whether a joiner after this character, or before it, is a part of ordinary spelling: in the scripts whose letters
/// change their shape, and in emoji. Elsewhere it only makes two texts different that look the same.
const fn takes_joiner(character: char) -> bool {
    matches!(character,
        // Arabic, Syriac and their neighbours; the scripts of India, Sri Lanka and Tibet; Myanmar, Khmer, Mongolian.
        '\u{620}'..='\u{6ff}' | '\u{710}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{f00}'..='\u{109f}'
        | '\u{1780}'..='\u{17d3}' | '\u{1820}'..='\u{18aa}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
        // Symbols and emoji, and the selector that makes one of a symbol.
        | '\u{2190}'..='\u{21ff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{fe0f}'
        | '\u{1f000}'..='\u{1faff}')
}

/// The text with every hidden character shown as `\u{1b}`. Joiners inside a word or an emoji stay.
///
/// ```
/// use bowling::cli::testing::visible;
/// assert_eq!(visible("홍길동"), "홍길동");
/// assert_eq!(visible("👩\u{200d}🚀"), "👩\u{200d}🚀");
/// assert_eq!(visible("a\u{1b}[2Jb\u{202e}"), "a\\u{1b}[2Jb\\u{202e}");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    let plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    if plain || !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    let (mut before, mut rest) = (None, text.chars());
    while let Some(character) = rest.next() {
        let joins = || before.is_some_and(takes_joiner) && rest.clone().next().is_some_and(takes_joiner);
        if is_hidden(character) && !(JOINERS.contains(&character) && joins()) {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
        before = Some(character);
    }
    Cow::Owned(shown)
}

/// How the escape of a hidden character starts.
pub const ESCAPE: &str = "\\u{";

/// Whether a spreadsheet would take a text for a formula if the quotes before it were not there. The full-width signs
/// start formulas too, in spreadsheets for languages that type them.
pub fn is_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'])
}

/// The text with every hidden character escaped, and every text that looks like such an escape, so that it can be read
/// back.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(ESCAPE) {
        return visible(text);
    }
    // A backslash that starts an escape is escaped itself.
    visible(&text.replace(ESCAPE, &format!("{ESCAPE}5c}}u{{"))).into_owned().into()
}

/// Appends a value as JSON. The types here cannot fail to serialize.
pub fn write_json(value: &(impl Serialize + ?Sized), out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(serde_json::to_string(value).unwrap_or_default().as_bytes());
    escape_hidden(start, out);
}

/// JSON escapes control characters up to U+001F only. A terminal acts on others as well.
#[inline(never)]
pub fn escape_hidden(start: usize, out: &mut Vec<u8>) {
    if out[start..].iter().all(|&byte| byte < 0x7F) {
        return;
    }
    let text = String::from_utf8_lossy(&out[start..]);
    if !text.contains(is_hidden) {
        return;
    }
    let text = text.into_owned();
    out.truncate(start);
    for character in text.chars() {
        // Writing to memory cannot fail.
        let _ = if is_hidden(character) {
            character.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(out, "\\u{unit:04x}"))
        } else {
            write!(out, "{character}")
        };
    }
}

/// The first characters of a text, with an ellipsis in place of the others.
pub fn first_characters(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]).into(),
        None => text.into(),
    }
}

/// The last characters of a text, with an ellipsis in place of the others.
pub fn last_characters(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().rev().nth(most) {
        Some((before, sign)) => format!("\u{2026}{}", &text[before + sign.len_utf8()..]).into(),
        None => text.into(),
    }
}

/// Counts in words, each with its words for one and for several: `2 rows, 1 cell`. `None` if there is nothing.
pub fn counted(counts: &[(u64, &str, &str)]) -> Option<String> {
    let some = counts.iter().filter(|(count, ..)| *count > 0);
    let words = some.map(|(count, one, several)| format!("{count} {}", if *count == 1 { one } else { several }));
    words.reduce(|all, next| all + ", " + &next)
}

/// The width of a text on a terminal, in columns.
#[inline]
pub fn width(text: &str) -> usize {
    if text.is_empty() || text.is_ascii() { text.len() } else { unicode_width::UnicodeWidthStr::width(text) }
}

/// A text that fits into a number of columns, with an ellipsis in place of what does not.
#[inline]
pub fn cut(text: &str, columns: usize) -> Cow<'_, str> {
    if text.len() <= columns {
        return Cow::Borrowed(text);
    }
    // Combining marks have no width. A limit in characters bounds their number, and the work.
    let bounded = text.char_indices().nth(2 * columns).map_or(text, |(end, _)| &text[..end]);
    if bounded.len() == text.len() && width(text) <= columns {
        return Cow::Borrowed(text);
    }
    Cow::Owned([prefix(bounded, columns.saturating_sub(1)), "\u{2026}"].concat())
}

/// The longest start of a text that fits into a number of columns, without an ellipsis.
pub fn prefix(text: &str, columns: usize) -> &str {
    let ends = text.char_indices().map(|(at, sign)| at + sign.len_utf8());
    let fits = ends.take_while(|&end| width(&text[..end]) <= columns).last();
    &text[..fits.unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_escaped() {
        for hidden in ['\0', '\t', '\n', '\r', '\u{7f}', '\u{9b}', '\u{200d}', '\u{2067}', '\u{feff}', '\u{e0041}'] {
            let shown = visible(&hidden.to_string()).into_owned();
            assert!(shown.starts_with("\\u{") && shown.is_ascii(), "{shown}");
        }
        for hidden in ['\u{70f}', '\u{13430}', '\u{1343f}', '\u{34f}', '\u{2028}', '\u{fff9}', '\u{2065}', '\u{fe0d}'] {
            assert_eq!(visible(&hidden.to_string()), format!("\\u{{{:x}}}", u32::from(hidden)));
        }
        assert_eq!(visible("Zoë é 李 ❤\u{fe0f}"), "Zoë é 李 ❤\u{fe0f}");
    }

    #[test]
    fn joiners_stay_inside_a_word_or_an_emoji() {
        let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}";
        for text in ["علی\u{200c}رضا", "क्\u{200d}ष", "❤\u{fe0f}\u{200d}\u{1f525}", family] {
            assert_eq!(visible(text), text);
        }
        for (text, shown) in [
            ("a\u{200d}b", "a\\u{200d}b"),
            ("علی\u{200c}", "علی\\u{200c}"),
            ("\u{200d}\u{1f525}", "\\u{200d}\u{1f525}"),
            ("ع\u{200c}\u{200c}ر", "ع\\u{200c}\\u{200c}ر"),
        ] {
            assert_eq!(visible(text), shown);
        }
    }

    #[test]
    fn a_long_text_is_cut_by_columns() {
        assert_eq!(cut("홍길동", 6), "홍길동");
        assert_eq!(cut("홍길동", 5), "홍길\u{2026}");
        assert_eq!(cut("abcdef", 4), "abc\u{2026}");
        let stacked = format!("e{}", "\u{301}".repeat(30_000));
        assert_eq!(cut(&stacked, 4).chars().count(), 9);
    }
}
