//! Finds the format of an input from its first lines that hold a game.

use memchr::memchr;

use super::columns::Columns;
use super::header::{self, MOST_TITLES};
use super::{headerless, is_json_start, log_line};
use crate::cli::split::csv::{first_end, is_blank};
use crate::error::LONGEST_LINE;
use crate::reading::symbols::{is_integer, is_notation, is_one_roll};
use crate::sheet::Claim;
use crate::sheet::line::{LineKind, parts};

/// The format of an input, found from its first lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sniffed {
    Sheet,
    /// A log, made one by this line.
    Log {
        line: u64,
    },
    Csv,
    Json,
    /// A piece of a table without its header, which cannot be read.
    HeaderlessTable,
}

/// More text than this before a decision makes an input a sheet. Bounds memory.
const LARGEST_START: usize = 4 * 1024 * 1024;

/// Looks at the start of an input, which may grow from one look to the next.
#[derive(Debug)]
pub struct Sniffer<'a> {
    columns: &'a Columns,
    /// How many bytes have been looked at: whole lines.
    seen: usize,
    /// The number of the next line.
    line: u64,
    /// The line of the first game, if it can be a line of a log. The next one decides.
    log_line: Option<u64>,
    /// How many lines may be titles above the header of a table.
    titles: u32,
}

impl<'a> Sniffer<'a> {
    pub const fn new(columns: &'a Columns) -> Self {
        Self { columns, seen: 0, line: 1, log_line: None, titles: 0 }
    }

    /// The format; `None` if more of the input is needed. At the end of the input there is always one.
    pub fn sniff(&mut self, start: &[u8], is_ended: bool) -> Option<Sniffed> {
        while let Some(rest) = start.get(self.seen..).filter(|rest| !rest.is_empty()) {
            let end = memchr(b'\n', rest);
            let line = &rest[..end.unwrap_or(rest.len())];
            // A quoted cell of a header may have line ends.
            let row = match first_end(rest) {
                Some(len) => &rest[..len],
                None if is_ended || rest.len() > LONGEST_LINE => line,
                None => break,
            };
            if let Some(format) = self.look_at(line, row, end.is_none()) {
                return Some(format);
            }
            self.seen += line.len() + 1;
            self.line += 1;
        }
        (is_ended || start.len() > LARGEST_START).then(|| self.undecided())
    }

    /// The format if nothing else follows.
    fn undecided(&self) -> Sniffed {
        self.log_line.map_or(Sniffed::Sheet, |line| Sniffed::Log { line })
    }

    /// Looks at a line, and at the row of a table that starts with it.
    fn look_at(&mut self, line: &[u8], row: &[u8], is_torn: bool) -> Option<Sniffed> {
        let kind = LineKind::of(line);
        if let Some(table) = self.table(kind, line, row) {
            return Some(table);
        }
        match (kind, self.log_line) {
            (LineKind::Players(_), _) => Some(Sniffed::Log { line: self.line }),
            (LineKind::Game, None) if self.titles == 0 && log_line::is_log_line(line) => {
                self.log_line = Some(self.line);
                None
            }
            (LineKind::Game, Some(first)) if log_line::is_second_log_line(line) => Some(Sniffed::Log { line: first }),
            // A last line that was cut short decides nothing.
            (LineKind::Game, Some(_)) if is_torn => None,
            (LineKind::Game, first) if self.titles < MOST_TITLES && is_title(line) => {
                // `Week 7` may be a title too.
                self.titles += 1 + u32::from(first.is_some());
                self.log_line = None;
                None
            }
            (LineKind::Game, _) => Some(Sniffed::Sheet),
            (LineKind::Blank | LineKind::Comment | LineKind::Rules(_), _) => None,
        }
    }

    /// A table, if a line says so.
    fn table(&self, kind: LineKind<'_>, line: &[u8], row: &[u8]) -> Option<Sniffed> {
        let is_first = self.log_line.is_none() && self.titles == 0;
        match kind {
            _ if is_first && is_json_start(line) => Some(Sniffed::Json),
            // `--columns` implies a table.
            LineKind::Game if is_first && *self.columns != Columns::default() => Some(Sniffed::Csv),
            LineKind::Game if is_first && header::named_separator(line).is_some() => Some(Sniffed::Csv),
            // `Player` may be a player of a log.
            LineKind::Game if log_line::is_log_line(line) => None,
            // The first column may be called `#`.
            LineKind::Game | LineKind::Comment if header::is_header(row, self.columns) => Some(Sniffed::Csv),
            LineKind::Game if is_first && headerless::is_row(line) => Some(Sniffed::HeaderlessTable),
            _ => None,
        }
    }
}

/// Whether a line may be a title above a table: nothing, or words and dates, and hardly anything that may be a roll. A title
/// claims nothing.
fn is_title(line: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(line) else { return false };
    if is_blank(line) {
        return true;
    }
    if parts(text).claim.is_some_and(|claim| claim.parse::<Claim>().is_ok()) {
        return false;
    }
    let words: Vec<&str> = text.split([' ', ',', ';', '\t', '\r', '|']).filter(|word| !word.is_empty()).collect();
    let has_name = text.contains([':', '=']);
    let is_word = |word: &str| word.chars().filter(|sign| sign.is_alphabetic()).count() > 1 && !is_one_roll(word);
    let is_number = |word: &str| !is_date(word) && (is_one_roll(word) || is_integer(word));
    let is_spare = |word: &str| !is_date(word) && word.contains('/') && is_notation(word);
    words.iter().any(|word| is_word(word) || is_date(word))
        && !words.iter().any(|word| is_spare(word) || (has_name && is_number(word)))
        // `Page 1 of 2` is a title, `Ann 8 5` is not.
        && !words.windows(2).any(|pair| pair.iter().all(|word| is_number(word)))
        && !header::holds_game(line)
}

/// `2026`, `2025/26` or `1/17/26`.
fn is_date(word: &str) -> bool {
    let numbers: Vec<&str> = word.split(['/', '-', '.']).collect();
    let is_year = |number: &&str| number.len() == 4 && number.starts_with(['1', '2']);
    let is_long = |number: &&str| number.len() > 1;
    numbers.iter().all(|number| (1..=4).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit()))
        && (numbers.iter().any(is_year) || (numbers.len() == 3 && numbers.iter().any(is_long)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sniff(text: &str) -> Option<Sniffed> {
        Sniffer::new(&Columns::default()).sniff(text.as_bytes(), false)
    }

    #[test]
    fn the_format_is_found_as_soon_as_it_is_certain() {
        for (text, format) in [
            ("", None),
            ("10 5", None),
            ("10 5\n", Some(Sniffed::Sheet)),
            ("# c\n\n", None),
            ("Jeff 10\n", None),
            ("# c\nJeff 10\nJeff 5\n", Some(Sniffed::Log { line: 2 })),
            ("Week 7\nX 5/ 9-\n", Some(Sniffed::Sheet)),
            ("# players: A B\n", Some(Sniffed::Log { line: 1 })),
            ("{\"rolls\":[1]}\n", Some(Sniffed::Json)),
            ("[\n", Some(Sniffed::Json)),
            ("name,rolls\n", Some(Sniffed::Csv)),
            ("sep=;\n", Some(Sniffed::Csv)),
            ("# name,rolls\nX 5/ 9-\n", Some(Sniffed::Sheet)),
            ("Tuesday, Game 1\nX 5/ 9-\n", Some(Sniffed::Sheet)),
            ("Week 7\nname,rolls\n", Some(Sniffed::Csv)),
            ("Tuesday League\n,,Game 1\nname,rolls\n", Some(Sniffed::Csv)),
            ("A B\nname,rolls\n", Some(Sniffed::Sheet)),
            ("Tuesday 12 15\nname,rolls\n", Some(Sniffed::Sheet)),
            ("Tuesday\n[\n", Some(Sniffed::Sheet)),
            ("Week 7\nTuesday\n[\n", Some(Sniffed::Sheet)),
            ("Jeff 10\n[\n", Some(Sniffed::Sheet)),
            ("Tuesday = error\nname,rolls\n", Some(Sniffed::Sheet)),
            ("Ann: 8 5\nname,rolls\n", Some(Sniffed::Sheet)),
            ("Ann 8 5\nname,rolls\n", Some(Sniffed::Sheet)),
            ("Ann: 187\nname,rolls\n", Some(Sniffed::Sheet)),
            ("Ann X 5/ oops\nname,rolls\n", Some(Sniffed::Sheet)),
            ("5/5/5\nname,rolls\n", Some(Sniffed::Sheet)),
            (",,\nX 5/ 9-\n", Some(Sniffed::Sheet)),
            ("Season: 2026\n[\n", Some(Sniffed::Sheet)),
            (",,\nJeff 10\nX 5/\n", Some(Sniffed::Sheet)),
            ("Player\t10\nPlayer\t5\n", Some(Sniffed::Log { line: 1 })),
            ("Week,\"Game\n1\",", None),
            ("Week,\"Game\n1\",\"Game\n2\"\n", Some(Sniffed::Csv)),
        ] {
            assert_eq!(sniff(text), format, "{text:?}");
        }
    }

    #[test]
    fn a_table_has_only_a_few_titles() {
        let titled = |count: u32| sniff(&format!("{}name,rolls\n", "Tuesday\n".repeat(count as usize)));
        assert_eq!((titled(MOST_TITLES), titled(MOST_TITLES + 1)), (Some(Sniffed::Csv), Some(Sniffed::Sheet)));
    }

    #[test]
    fn the_end_of_the_input_decides() {
        let columns = Columns::default();
        let mut sniffer = Sniffer::new(&columns);
        assert_eq!(sniffer.sniff(b"Jeff 10\n# c", false), None);
        assert_eq!(sniffer.sniff(b"Jeff 10\n# c", true), Some(Sniffed::Log { line: 1 }));
    }

    #[test]
    fn an_over_long_first_line_is_not_waited_for() {
        let array = format!("[{}", "{\"rolls\":[1]},".repeat(LONGEST_LINE / 8));
        assert_eq!(sniff(&array), Some(Sniffed::Json));
        assert_eq!(sniff(&"5".repeat(LONGEST_LINE + 1)), Some(Sniffed::Sheet));
    }
}
