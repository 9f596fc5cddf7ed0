//! `bowling man`: the manual pages as text, for systems without `man`.
//!
//! Sets the macros of man(7) that our pages use. Fonts are dropped.

use std::io;

use clap::ValueEnum;

use super::system::columns_of;
use super::text::width;

/// The manual pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Page {
    /// The filter: options, rules, output, claims
    #[default]
    Bowling,
    /// bowling stats: what counts, and every figure
    #[value(alias = "bowling-stats")]
    Stats,
    /// bowling play: commands and the journal
    #[value(alias = "bowling-play")]
    Play,
    /// bowling generate
    #[value(alias = "bowling-generate")]
    Generate,
    /// How games are written in files
    #[value(alias = "bowling-sheet")]
    Sheet,
}

impl Page {
    /// The source of the page.
    pub const fn roff(self) -> &'static str {
        match self {
            Self::Bowling => include_str!("../../man/bowling.1"),
            Self::Stats => include_str!("../../man/bowling-stats.1"),
            Self::Play => include_str!("../../man/bowling-play.1"),
            Self::Generate => include_str!("../../man/bowling-generate.1"),
            Self::Sheet => include_str!("../../man/bowling-sheet.5"),
        }
    }

    /// The page as text, for the terminal on standard output or 80 columns.
    pub fn text(self) -> String {
        render(self.roff(), columns_of(io::stdout()).unwrap_or(80).clamp(40, 100))
    }
}

/// The indent of text, and the one of what is below a tag.
const INDENT: usize = 7;

/// Text that is being set.
struct Setter {
    out: String,
    columns: usize,
    /// The indent of each open `.RS`.
    shifts: Vec<usize>,
    /// The indent of the text below a tag.
    hang: usize,
    /// The indent below a tag that does not say one: that of the last tag.
    last_hang: usize,
    /// The tag of the paragraph, until its first line is written.
    tag: Option<String>,
    /// The next line of the source is a tag.
    expects_tag: bool,
    /// Lines are written as they are.
    is_example: bool,
    is_below_heading: bool,
    paragraph: String,
}

/// Sets a manual page.
fn render(roff: &str, columns: usize) -> String {
    let mut setter = Setter {
        out: String::new(),
        columns,
        shifts: Vec::new(),
        hang: 0,
        last_hang: INDENT,
        tag: None,
        expects_tag: false,
        is_example: false,
        is_below_heading: false,
        paragraph: String::new(),
    };
    for line in roff.lines() {
        match line.strip_prefix('.') {
            Some(request) => setter.request(request),
            None => setter.text(&unescaped(line)),
        }
    }
    setter.end_paragraph();
    setter.out
}

impl Setter {
    /// Does what a line that starts with a dot asks for.
    fn request(&mut self, request: &str) {
        let (name, rest) = request.split_once(' ').unwrap_or((request, ""));
        let words = arguments(rest);
        let number = |at: usize| words.get(at).and_then(|word| word.parse::<usize>().ok());
        match name {
            "TH" => {
                let [name, section, .., manual] = &words[..] else { return };
                let left = format!("{name}({section})");
                let room = self.columns.saturating_sub(left.len());
                self.line(&format!("{left}{manual:>room$}"));
            }
            "SH" | "SS" => {
                self.start_paragraph(0);
                self.shifts.clear();
                self.last_hang = INDENT;
                let indent = if name == "SH" { 0 } else { 3 };
                self.line(&format!("{:indent$}{}", "", words.join(" ")));
                self.is_below_heading = true;
            }
            "PP" => {
                self.start_paragraph(0);
                self.last_hang = INDENT;
            }
            "TP" => {
                self.last_hang = number(0).unwrap_or(self.last_hang);
                self.start_paragraph(self.last_hang);
                self.expects_tag = true;
            }
            "IP" => {
                self.last_hang = number(1).unwrap_or(self.last_hang);
                self.start_paragraph(self.last_hang);
                self.tag = words.into_iter().next();
            }
            "RS" => {
                self.end_paragraph();
                self.shifts.push(number(0).unwrap_or(INDENT));
                (self.hang, self.last_hang) = (0, INDENT);
            }
            "RE" => {
                self.end_paragraph();
                self.shifts.pop();
                (self.hang, self.last_hang) = (0, INDENT);
            }
            "br" => self.end_paragraph(),
            "EX" | "nf" => {
                self.end_paragraph();
                self.is_example = true;
            }
            "EE" | "fi" => self.is_example = false,
            "B" | "I" => self.text(&words.join(" ")),
            "BR" | "RB" | "IR" | "RI" | "BI" | "IB" => self.text(&words.concat()),
            // Indents for printers, and comments.
            _ => {}
        }
    }

    /// Adds a line of text.
    fn text(&mut self, line: &str) {
        self.is_below_heading = false;
        if std::mem::take(&mut self.expects_tag) {
            self.tag = Some(line.into());
        } else if self.is_example {
            let indent = self.indent();
            self.line(format!("{:indent$}{line}", "").trim_end());
        } else {
            self.paragraph.push_str(line);
            self.paragraph.push('\n');
        }
    }

    /// Writes a line.
    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn indent(&self) -> usize {
        INDENT + self.shifts.iter().sum::<usize>() + self.hang
    }

    /// Starts a paragraph below a blank line or a heading.
    fn start_paragraph(&mut self, hang: usize) {
        self.end_paragraph();
        self.hang = hang;
        if !std::mem::take(&mut self.is_below_heading) {
            self.out.push('\n');
        }
    }

    /// Writes the words so far, below each other where a line is full.
    fn end_paragraph(&mut self) {
        let paragraph = std::mem::take(&mut self.paragraph);
        let indent = self.indent();
        let mut line = String::new();
        if let Some(tag) = self.tag.take() {
            let before = indent - self.hang;
            line = format!("{:before$}{tag}", "");
            if width(&line) >= indent {
                self.line(&line);
                line.clear();
            }
        }
        for word in paragraph.split_ascii_whitespace() {
            if width(&line) > indent && width(&line) + 1 + width(word) > self.columns {
                self.line(&line);
                line.clear();
            }
            if width(&line) > indent {
                line.push(' ');
            } else {
                line.extend(std::iter::repeat_n(' ', indent - width(&line)));
            }
            line.push_str(word);
        }
        if !line.is_empty() {
            self.line(&line);
        }
    }
}

/// The arguments of a macro: words, or text in quotes.
fn arguments(text: &str) -> Vec<String> {
    let mut arguments = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (argument, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        arguments.push(unescaped(argument));
        rest = after.trim_start();
    }
    arguments
}

/// The text with the characters that escapes stand for.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, escape)) = rest.split_once('\\') {
        out.push_str(before);
        let length = match escape.chars().next() {
            Some('(') => 3,
            Some('f') => 2,
            Some('[') => escape.find(']').map_or(0, |end| end + 1),
            Some(character) => character.len_utf8(),
            None => 0,
        };
        let (escape, after) = escape.split_at_checked(length).unwrap_or((escape, ""));
        out.extend(character(escape));
        rest = after;
    }
    out + rest
}

/// The character that an escape stands for.
fn character(escape: &str) -> Option<char> {
    let name = escape.trim_start_matches(['(', '[']).trim_end_matches(']');
    match name {
        "-" => Some('-'),
        "e" => Some('\\'),
        "aq" => Some('\''),
        "dq" => Some('"'),
        "bu" => Some('\u{2022}'),
        "mu" => Some('\u{d7}'),
        "'e" => Some('\u{e9}'),
        " " | "~" => Some('\u{a0}'),
        _ => name.strip_prefix('u').and_then(|code| char::from_u32(u32::from_str_radix(code, 16).ok()?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_set_as_man_sets_it() {
        let roff = r#".TH NAME 1 "2026-01-01" "name 1" "User Commands"
.SH NAME
name \- sets a page
.SH OPTIONS
.TP 10
.B \-\-short
Words that are
.RB ( bold ),
and go on below each other.
.TP
\fB\-\-longer\-one\fR
Text.
.RS 7
.IP \(bu 2
One \(aqitem\(aq
.RE
.PP
.EX
$ echo \(dqa\e\(dq   | name
.EE
"#;
        let expected = "\
NAME(1)               User Commands

NAME
       name - sets a page

OPTIONS
       --short   Words that are
                 (bold), and go on
                 below each other.

       --longer-one
                 Text.

              \u{2022} One 'item'

       $ echo \"a\\\"   | name
";
        assert_eq!(render(roff, 35), expected);
    }

    #[test]
    fn every_page_uses_what_is_known_here() {
        for page in Page::value_variants() {
            for columns in [40, 80, 100] {
                let text = render(page.roff(), columns);
                assert!(!text.contains("\n\n\n"), "{page:?}");
                assert!(text.lines().all(|line| line == line.trim_end()), "{page:?}");
            }
            for line in page.roff().lines().filter_map(|line| line.strip_prefix('.')) {
                let name = line.split(' ').next().unwrap();
                let known = "TH SH SS PP TP IP RS RE br EX EE nf fi B I BR RB IR RI BI IB in";
                assert!(known.split(' ').any(|known| known == name), "{page:?}: .{line}");
            }
        }
    }
}
