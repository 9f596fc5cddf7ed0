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

/// The indent of text, and of what is below a tag that does not say another one.
const INDENT: usize = 7;

/// The escapes of our pages, and what is shown for them. The backslash comes last, because it starts the others.
const ESCAPES: [(&str, &str); 11] = [
    ("\\-", "-"),
    ("\\(aq", "'"),
    ("\\(dq", "\""),
    ("\\(bu", "\u{2022}"),
    ("\\&", ""),
    ("\\|", ""),
    ("\\fB", ""),
    ("\\fI", ""),
    ("\\fP", ""),
    ("\\fR", ""),
    ("\\e", "\\"),
];

/// Sets a manual page.
fn render(roff: &str, columns: usize) -> String {
    let mut setter = Setter {
        out: String::new(),
        columns,
        line: String::new(),
        left: INDENT,
        indent: INDENT,
        hang: INDENT,
        expects_tag: false,
        is_example: false,
        is_below_text: false,
    };
    for line in roff.lines() {
        match line.strip_prefix('.') {
            Some(request) => setter.request(request),
            None => setter.text(line),
        }
    }
    setter.end_line();
    setter.out
}

/// Text that is being set.
struct Setter {
    out: String,
    columns: usize,
    /// The line that is being filled.
    line: String,
    /// The indent outside tagged paragraphs.
    left: usize,
    /// The indent of the next line.
    indent: usize,
    /// How much further the text below a tag is indented.
    hang: usize,
    /// The next line of the source is a tag.
    expects_tag: bool,
    /// Lines are written as they are.
    is_example: bool,
    is_below_text: bool,
}

impl Setter {
    /// Does what a line that starts with a dot asks for.
    fn request(&mut self, request: &str) {
        let (name, rest) = request.split_once(' ').unwrap_or((request, ""));
        let words = arguments(rest);
        match name {
            "TH" => {
                let [name, section, .., manual] = words[..] else { return };
                let left = unescaped(&format!("{name}({section})"));
                let room = self.columns.saturating_sub(left.len());
                self.write(&format!("{left}{manual:>room$}"));
            }
            "SH" | "SS" => {
                self.start_paragraph(INDENT);
                let indent = if name == "SH" { 0 } else { 3 };
                self.write(&format!("{:indent$}{}", "", words.join(" ")));
                self.is_below_text = false;
            }
            "PP" => self.start_paragraph(self.left),
            "TP" => {
                self.start_tagged(words.first());
                self.expects_tag = true;
            }
            "IP" => {
                self.start_tagged(words.get(1));
                words.first().into_iter().for_each(|tag| self.tag(tag));
            }
            "RS" => self.shift(self.left + INDENT),
            "RE" => self.shift(self.left - INDENT),
            "br" => self.end_line(),
            "EX" | "nf" => {
                self.end_line();
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
    fn text(&mut self, text: &str) {
        if std::mem::take(&mut self.expects_tag) {
            self.tag(text);
        } else if self.is_example {
            self.write(&format!("{:1$}{2}", "", self.indent, unescaped(text)));
        } else {
            unescaped(text).split_ascii_whitespace().for_each(|word| self.word(word));
        }
    }

    /// Starts a line with a tag, which has a line of its own if it is too long.
    fn tag(&mut self, tag: &str) {
        self.line = format!("{:1$}{2}", "", self.left, unescaped(tag));
        if width(&self.line) >= self.indent {
            self.end_line();
        }
    }

    /// Adds a word to the line, or to the next one if it is full.
    fn word(&mut self, word: &str) {
        let mut filled = width(&self.line);
        if filled > self.indent && filled + 1 + width(word) > self.columns {
            self.end_line();
            filled = 0;
        }
        let blanks = self.indent.saturating_sub(filled).max(1);
        self.line.extend(std::iter::repeat_n(' ', blanks));
        self.line.push_str(word);
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        if !line.is_empty() {
            self.write(&line);
        }
    }

    fn write(&mut self, line: &str) {
        self.out.push_str(line.trim_end());
        self.out.push('\n');
        self.is_below_text = true;
    }

    /// Starts a paragraph, below a blank line or a heading.
    fn start_paragraph(&mut self, left: usize) {
        self.shift(left);
        if std::mem::take(&mut self.is_below_text) {
            self.out.push('\n');
        }
    }

    /// Ends a paragraph, and changes the indent of the next one.
    fn shift(&mut self, left: usize) {
        self.end_line();
        (self.left, self.indent, self.hang) = (left, left, INDENT);
    }

    /// Starts a paragraph with a tag. Without an indent of its own it has that of the one before it.
    fn start_tagged(&mut self, hang: Option<&&str>) {
        let hang = hang.and_then(|hang| hang.parse().ok()).unwrap_or(self.hang);
        self.start_paragraph(self.left);
        (self.hang, self.indent) = (hang, self.left + hang);
    }
}

/// The arguments of a macro: words, or text in quotes.
fn arguments(text: &str) -> Vec<&str> {
    let parts = text.split('"').enumerate();
    parts
        .flat_map(|(at, part)| if at % 2 == 1 { vec![part] } else { part.split_ascii_whitespace().collect() })
        .collect()
}

fn unescaped(text: &str) -> String {
    ESCAPES.iter().fold(text.into(), |text: String, (escape, shown)| text.replace(escape, shown))
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
                let known = "TH SH SS PP TP IP RS RE br EX EE nf fi B I BR RB IR RI BI IB in \\\"";
                assert!(known.split(' ').any(|known| known == name), "{page:?}: .{line}");
            }
            let without_known =
                ESCAPES.iter().fold(page.roff().replace(".\\\"", ""), |text, (escape, _)| text.replace(escape, ""));
            assert!(!without_known.contains('\\'), "{page:?}: an escape that is not known");
        }
    }
}
