//! Finds the format of an input from its first lines that hold a game.

use memchr::memchr;

use super::columns::Columns;
use super::header::{self, HeaderKind, MOST_TITLES};
use super::title::is_title;
use super::{JsonLayout, is_json_start, log_line};
use crate::cli::source::csv::first_end;
use crate::error::LONGEST_LINE;
use crate::sheet::line::LineKind;
use crate::sheet::unnamed::is_heading;

/// The format of an input, found from its first lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sniffed {
    Sheet,
    /// A log, made one by this line.
    Log {
        line: u64,
    },
    Csv {
        /// The line of the header, if it is known.
        header: Option<u64>,
    },
    Json(JsonLayout),
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
    /// Whether that line is `Week 7` or the like: alone, it is not a log.
    is_heading: bool,
    /// How many lines may be titles above the header of a table.
    titles: u32,
}

impl<'a> Sniffer<'a> {
    pub const fn new(columns: &'a Columns) -> Self {
        Self { columns, seen: 0, line: 1, log_line: None, is_heading: false, titles: 0 }
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
            if self.log_line.is_none() && self.titles == 0 && is_json_start(line) {
                return JsonLayout::of(rest, is_ended).map(Sniffed::Json);
            }
            let after = rest.get(row.len()..).unwrap_or_default();
            match self.look_at(line, row, after, is_ended) {
                Look::Found(format) => return Some(format),
                Look::Nothing => {}
                Look::More if rest.len() > LONGEST_LINE => {}
                Look::More => return None,
            }
            self.seen += line.len() + 1;
            self.line += 1;
        }
        (is_ended || start.len() > LARGEST_START).then(|| self.undecided())
    }

    /// The format if nothing else follows.
    fn undecided(&self) -> Sniffed {
        self.log_line.filter(|_| !self.is_heading).map_or(Sniffed::Sheet, |line| Sniffed::Log { line })
    }

    /// Looks at a line, at the row of a table that starts with it, and at what follows it.
    fn look_at(&mut self, line: &[u8], row: &[u8], after: &[u8], is_ended: bool) -> Look {
        let kind = LineKind::of(line);
        let is_torn = after.is_empty() && is_ended;
        match self.table(kind, line, row, after, is_ended) {
            Look::Nothing => {}
            found => return found,
        }
        match (kind, self.log_line) {
            (LineKind::Players(_), _) => Look::Found(Sniffed::Log { line: self.line }),
            (LineKind::Game, None) if self.titles == 0 && log_line::is_log_line(line) => {
                self.log_line = Some(self.line);
                self.is_heading = std::str::from_utf8(line).is_ok_and(is_heading);
                Look::Nothing
            }
            (LineKind::Game, Some(first)) if log_line::is_second_log_line(line) => {
                Look::Found(Sniffed::Log { line: first })
            }
            // A last line that was cut short decides nothing.
            (LineKind::Game, Some(_)) if is_torn => Look::Nothing,
            (LineKind::Game, first) if self.titles < MOST_TITLES && is_title(line) => {
                // `Week 7` may be a title too.
                self.titles += 1 + u32::from(first.is_some());
                self.log_line = None;
                Look::Nothing
            }
            (LineKind::Game, _) => Look::Found(Sniffed::Sheet),
            (LineKind::Blank | LineKind::Comment | LineKind::Rules(_), _) => Look::Nothing,
        }
    }

    /// A table or JSON, if a line says so.
    fn table(&self, kind: LineKind<'_>, line: &[u8], row: &[u8], after: &[u8], is_ended: bool) -> Look {
        let is_first = self.log_line.is_none() && self.titles == 0;
        let found = Look::Found(Sniffed::Csv { header: Some(self.line) });
        match kind {
            // `--columns` implies a table.
            LineKind::Game if is_first && *self.columns != Columns::default() => {
                Look::Found(Sniffed::Csv { header: None })
            }
            LineKind::Game if is_first && header::named_separator(line).is_some() => {
                Look::Found(Sniffed::Csv { header: None })
            }
            // The first column may be called `#`.
            LineKind::Game | LineKind::Comment => match header::header_kind(row, self.columns) {
                HeaderKind::Certain => found,
                HeaderKind::No => Look::Nothing,
                HeaderKind::Perhaps => {
                    let mut rows = after.split_inclusive(|&byte| byte == b'\n');
                    match rows.find(|row| LineKind::of(row.trim_ascii_end()) == LineKind::Game) {
                        Some(next) if !next.ends_with(b"\n") && !is_ended => Look::More,
                        None if !is_ended => Look::More,
                        Some(next)
                            if header::header_kind(next.trim_ascii_end(), self.columns) == HeaderKind::Certain =>
                        {
                            Look::Nothing
                        }
                        Some(next) if header::count_cells(next) == header::count_cells(row) => found,
                        _ => Look::Nothing,
                    }
                }
            },
            _ => Look::Nothing,
        }
    }
}

/// The result of looking at a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Found(Sniffed),
    /// The line says nothing; the next one may.
    Nothing,
    /// The line says nothing before more of the input is there.
    More,
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn csv(header: u64) -> Sniffed {
        Sniffed::Csv { header: Some(header) }
    }

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
            ("{\"rolls\":[1]}\n", Some(Sniffed::Json(JsonLayout::Lines))),
            ("[\n", Some(Sniffed::Json(JsonLayout::Stream))),
            ("name,rolls\n", Some(csv(1))),
            ("sep=;\n", Some(Sniffed::Csv { header: None })),
            ("# name,rolls\nX 5/ 9-\n", Some(Sniffed::Sheet)),
            ("Tuesday, Game 1\nX 5/ 9-\n", Some(Sniffed::Sheet)),
            ("Week 7\nname,rolls\n", Some(csv(2))),
            ("Tuesday League\n,,Game 1\nname,rolls\n", Some(csv(3))),
            ("Week 7 - 12.03.2024\nname,rolls\n", Some(csv(2))),
            ("date,score\n", Some(csv(1))),
            ("Bowler;date;Game 1\n", Some(csv(1))),
            ("id,game\n", None),
            ("id,game\n1,X 5/ 9-\n", Some(csv(1))),
            ("Tuesday, Game 1\nname,rolls\n", Some(csv(2))),
            ("Bowler,1,2,3\n", Some(csv(1))),
            ("Week,1,2,3\n", Some(csv(1))),
            ("1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 4, 7, 1, 8, 0, 9, 1, 10, 10, 10\n", Some(Sniffed::Sheet)),
            ("Ann,10,9,1,8,2,7,3,6,4,5\n", Some(Sniffed::Sheet)),
            ("A B\nname,rolls\n", Some(Sniffed::Sheet)),
            ("Tuesday 12 15\nname,rolls\n", Some(Sniffed::Sheet)),
            ("Tuesday\n[\n", Some(Sniffed::Sheet)),
            ("Week 7\nTuesday\n[\n", Some(Sniffed::Sheet)),
            ("Jeff 10\n[\n", Some(Sniffed::Sheet)),
            ("Tuesday = error\nname,rolls\n", Some(Sniffed::Sheet)),
            ("Ann: 8 5\nname,rolls\n", Some(Sniffed::Sheet)),
            ("Ann 8 5\nname,rolls\n", Some(csv(2))),
            ("Ann: 187\nname,rolls\n", Some(Sniffed::Sheet)),
            ("Ann X 5/ oops\nname,rolls\n", Some(Sniffed::Sheet)),
            ("5/5/5\nname,rolls\n", Some(Sniffed::Sheet)),
            (",,\nX 5/ 9-\n", Some(Sniffed::Sheet)),
            ("Season: 2026\n[\n", Some(Sniffed::Sheet)),
            (",,\nJeff 10\nX 5/\n", Some(Sniffed::Sheet)),
            ("Player\t10\nPlayer\t5\n", Some(Sniffed::Log { line: 1 })),
            ("Week,\"Game\n1\",", None),
            ("Week,\"Game\n1\",\"Game\n2\"\n", Some(csv(1))),
        ] {
            assert_eq!(sniff(text), format, "{text:?}");
        }
    }

    #[test]
    fn a_table_has_only_a_few_titles() {
        let titled = |count: u32| sniff(&format!("{}name,rolls\n", "Tuesday\n".repeat(count as usize)));
        assert_eq!(
            (titled(MOST_TITLES), titled(MOST_TITLES + 1)),
            (Some(csv(u64::from(MOST_TITLES) + 1)), Some(Sniffed::Sheet))
        );
    }

    #[test]
    fn the_end_of_the_input_decides() {
        let columns = Columns::default();
        let mut sniffer = Sniffer::new(&columns);
        assert_eq!(sniffer.sniff(b"Jeff 10\n# c", false), None);
        assert_eq!(sniffer.sniff(b"Jeff 10\n# c", true), Some(Sniffed::Log { line: 1 }));
        assert_eq!(Sniffer::new(&columns).sniff(b"Week 7\n", true), Some(Sniffed::Sheet));
    }

    #[test]
    fn an_over_long_first_line_is_not_waited_for() {
        let array = format!("[{}", "{\"rolls\":[1]},".repeat(LONGEST_LINE / 8));
        assert_eq!(sniff(&array), Some(Sniffed::Json(JsonLayout::Stream)));
        assert_eq!(sniff(&"5".repeat(LONGEST_LINE + 1)), Some(Sniffed::Sheet));
    }
}
