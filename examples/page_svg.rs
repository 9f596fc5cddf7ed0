//! Draws a page of `bowling --html` as an SVG picture: reads the page from standard input, and writes SVG to
//! standard output. `BLESS=1 cargo test manual::` writes man/page.svg with it.

use std::io::{self, Read, Write};

const WIDTH: usize = 1000;

/// The part of a page between two tags.
fn between<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    let after = page.split_once(start).map_or("", |(_, after)| after);
    after.split_once(end).map_or(after, |(part, _)| part)
}

/// Puts the body of a page, with its style, into a picture. The elements of a body are well-formed XML.
#[must_use]
pub fn svg(page: &str, height: usize) -> String {
    let style = between(page, "<style>", "</style>");
    let body = between(page, "<body>", "</body>");
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\">\n\
         <style>{style}body {{ height: {height}px; }}\n</style>\n\
         <foreignObject width=\"{WIDTH}\" height=\"{height}\">\n\
         <body xmlns=\"http://www.w3.org/1999/xhtml\">{body}</body>\n</foreignObject>\n</svg>\n"
    )
}

#[allow(dead_code, reason = "tests/manual.rs includes this file for svg()")]
fn main() -> io::Result<()> {
    let mut page = String::new();
    io::stdin().read_to_string(&mut page)?;
    io::stdout().write_all(svg(&page, 700).as_bytes())
}
