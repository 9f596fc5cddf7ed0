//! Names what stands in a game and cannot be read: look-alikes of symbols, words, marks of other formats.

use super::symbols::{Failure, first_unknown, is_notation, symbol};
use crate::error::{Advice, Problem};

/// What cannot be read in a token, if anything.
pub(crate) fn unreadable(token: &str) -> Option<Failure<'_>> {
    let refused = first_refused(token)?;
    // An impossible split is made of symbols.
    if is_notation(token) {
        return Some(refused);
    }
    // A second name, or a name and its game with a colon of another script between them.
    if let Some((at, found)) = token.char_indices().find(|(_, sign)| *sign == ':' || COLONS.contains(sign)) {
        return Some(Failure::new(&token[at..], Problem::LookAlike { found, advice: look_alike(found)? }));
    }
    let rest = first_unknown(token);
    let at = if is_word(token) || is_bracketed(token) || is_decimal(token) { token } else { rest };
    Some(Failure::new(at, problem(token, rest)))
}

/// The full-width colon, the small colon and the ratio sign.
const COLONS: [char; 3] = ['\u{ff1a}', '\u{fe55}', '\u{2236}'];

/// Why the first symbol that is none is refused.
fn first_refused(token: &str) -> Option<Failure<'_>> {
    let mut rest = token;
    while !rest.is_empty() {
        match symbol(rest) {
            Ok((after, _)) => rest = after,
            Err(failure) => return Some(failure),
        }
    }
    None
}

fn problem(token: &str, rest: &str) -> Problem {
    let not_a_roll = |advice| Problem::NotASymbol { token: token.into(), advice };
    let anywhere = |advice: &'static str| not_a_roll(Advice::Anywhere(advice.into()));
    let on_line = |advice: &'static str| not_a_roll(Advice::OnLine(advice.into()));
    let Some(sign) = rest.chars().next() else { return Problem::BareSplit };
    if is_word(token) {
        return word_advice(token).map_or_else(|| Problem::Word(token.into()), not_a_roll);
    }
    if is_date(token) {
        return on_line("a date belongs in a comment, after #");
    }
    if is_decimal(token) {
        return anywhere("a roll is a whole number of pins");
    }
    if is_bracketed(token) {
        return match token.strip_suffix(')') {
            Some(number) => not_a_roll(Advice::OnLine(format!("a total is written = {}", &number[1..]).into())),
            None => anywhere("an array is written [10, 5, 5], a split (7)"),
        };
    }
    if token.strip_prefix('(').is_some_and(|remark| is_word(remark.trim_end_matches(')'))) {
        return on_line("a comment starts with #");
    }
    if matches!(sign, 'S' | 's' | '(') {
        return Problem::BareSplit;
    }
    match look_alike(sign) {
        Some(advice) => Problem::LookAlike { found: sign, advice },
        None if sign == '\r' => Problem::CarriageReturn,
        None => Problem::UnknownSymbol(sign),
    }
}

/// Letters alone. One letter is a character that is unknown, not a word.
fn is_word(token: &str) -> bool {
    token.chars().count() > 1 && token.chars().all(|sign| sign.is_alphabetic() || sign == '\'') && !is_mistyped(token)
}

/// Whether a token starts with a strike, and digits are mistyped as letters in it: `XO`.
pub(crate) fn is_mistyped(token: &str) -> bool {
    token.starts_with(['X', 'x']) && is_notation(&token.replace(['O', 'o', 'l', 'I'], "0"))
}

/// `(48)`, or the `(10` of `(10, 5, 5)`: more digits than a split has.
fn is_bracketed(token: &str) -> bool {
    token.strip_prefix('(').is_some_and(|rest| {
        let digits = rest.strip_suffix(')').unwrap_or(rest);
        digits.len() > 1 && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// `0.5` or `48.`; the point of `9.` is meant as a gutter ball.
fn is_decimal(token: &str) -> bool {
    token.contains('.') && token.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') && token.len() > 2
}

/// What to write instead of a word.
pub(crate) fn word_advice(word: &str) -> Option<Advice> {
    let advice = match word.to_ascii_lowercase().as_str() {
        "strike" | "strikes" => "a strike is written X",
        "spare" | "spares" => "a spare is written /",
        "gutter" | "miss" | "zero" | "nil" => "a gutter ball is written - or 0",
        "foul" => "a foul is written F",
        "split" => "a split is written S7, (7) or \u{2466}",
        "ten" => "ten pins with one ball are written 10 or X",
        "one" | "two" | "three" | "four" | "five" | "six" | "seven" | "eight" | "nine" => "write pins as digits",
        "double" | "turkey" => "every strike is an X of its own",
        "open" => "write the pins of both balls",
        "total" | "score" | "sum" | "final" => return Some(Advice::OnLine("a total is written = 167".into())),
        "error" => return Some(Advice::OnLine("a claim of an error is written = error".into())),
        "null" | "none" | "nan" | "na" | "undefined" => "leave out balls that were not rolled",
        _ => return None,
    };
    Some(Advice::Anywhere(advice.into()))
}

/// What to write instead of a character that looks like a symbol, or is one elsewhere.
fn look_alike(sign: char) -> Option<Advice> {
    let on_line = match sign {
        '>' => Some("is not a roll, a total is written = 167"),
        ':' => Some("is not a roll, it ends a name at the start of a line"),
        sign if COLONS.contains(&sign) => Some("is not a colon, a name ends with :"),
        '\u{ff1d}' | '\u{fe66}' => Some("is not an equals sign, a claim starts with ="),
        '\u{ff03}' | '\u{fe5f}' => Some("is not a number sign, a comment starts with #"),
        _ => None,
    };
    if let Some(advice) = on_line {
        return Some(Advice::OnLine(advice.into()));
    }
    let advice = match sign {
        'O' | 'o' | '\u{41e}' | '\u{43e}' | '\u{39f}' | '\u{3bf}' | '\u{555}' | '\u{ff2f}' | '\u{ff4f}' | '\u{b0}'
        | '\u{ba}' | '\u{25cb}' | '\u{25ef}' | '\u{3007}' | '\u{d8}' | '\u{f8}' => "is not a digit, zero is 0 or -",
        'l' | 'I' | '\u{131}' | '\u{406}' | '\u{456}' | '\u{399}' | '\u{ff29}' | '\u{ff4c}' => {
            "is not a digit, one is 1"
        }
        '*' | '\u{425}' | '\u{445}' | '\u{3a7}' | '\u{3c7}' | '\u{2169}' | '\u{2179}' | '\u{2573}' | '\u{2613}'
        | '\u{2715}' | '\u{2716}' | '\u{2717}' | '\u{2718}' | '\u{292b}' | '\u{2a09}' | '\u{2a2f}' => {
            "is not X, a strike is written X"
        }
        '\\' | '\u{2216}' | '\u{29f5}' | '\u{29f8}' | '\u{2571}' | '\u{2572}' | '\u{ff3c}' | '\u{f7}' => {
            "is not a roll, a spare is written /"
        }
        '_' | '~' | '.' | '\u{b7}' | '\u{2022}' | '\u{30fc}' | '\u{3161}' | '\u{4e00}' | '\u{2500}' | '\u{2501}'
        | '\u{af}' | '\u{2043}' | '\u{fe58}' | '\u{fe63}' => "is not a roll, a gutter ball is written - or 0",
        '"' | '\'' | '\u{2018}'..='\u{201f}' | '`' => "is read only in an array, as in [\"X\", \"5/\"]",
        '{' | '}' => "is for the pins that a ball left, joined by -, as in 8{7-10} (an array is written [10, 5, 5])",
        '+' => "is not a roll, separate rolls with blanks",
        ')' => "closes no split, a split is written (7)",
        '\u{3001}' => "is not a comma, separate rolls with blanks or ,",
        '\u{2460}'..='\u{2463}' => "is not read, a split of few pins is written S3 or (3)",
        '\u{2468}' | '\u{2469}' => "is not a split, only 1 to 8 pins can leave one",
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => "is invisible, remove it",
        '\u{b}' | '\u{c}' | '\u{85}' => "is a control character, separate rolls with blanks",
        sign if sign.is_whitespace() && sign != '\r' => "is not an ordinary blank, separate rolls with blanks",
        _ => return None,
    };
    Some(Advice::Anywhere(advice.into()))
}

/// The bytes of `1/1/2023`.
pub(super) const SHORTEST_DATE: usize = 8;

/// `1/17/2023`, `2023-01-17` or `17.01.2023`.
pub(super) fn is_date(token: &str) -> bool {
    token.len() >= SHORTEST_DATE
        && ['/', '-', '.'].iter().any(|&sign| {
            let parts: Vec<&str> = token.split(sign).collect();
            let is_number =
                |part: &&str| matches!(part.len(), 1 | 2 | 4) && part.bytes().all(|byte| byte.is_ascii_digit());
            parts.len() == 3 && parts.iter().all(is_number) && parts.iter().any(|part| part.len() == 4)
        })
}
