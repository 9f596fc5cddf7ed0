//! Draws a page of `bowling --html` as an SVG picture: reads the page from standard input, and writes SVG to standard
//! output. `BLESS=1 cargo test manual::` writes the pictures in man/ with it.

use std::io::{self, Read, Write};

/// The parts of a text before and after a separator; all of it is before one that is not there.
fn cut<'a>(text: &'a str, separator: &str) -> (&'a str, &'a str) {
    text.split_once(separator).unwrap_or((text, ""))
}

/// Puts the body of a page, with its style, into a picture. The elements of a body are well-formed XML.
#[must_use]
pub fn svg(page: &str, width: usize, height: usize) -> String {
    let (style, _) = cut(cut(page, "<style>").1, "</style>");
    // A picture that is shown smaller is not the page of a telephone.
    let is_narrow = |rules: &&str| cut(rules, "{").0.contains("max-width");
    let style: Vec<&str> = style.split("@media").filter(|rules| !is_narrow(rules)).collect();
    let style = style.join("@media");
    let (attributes, body) = cut(cut(page, "<body").1, ">");
    // In HTML a chart needs no namespace, in XML it does.
    let body = cut(body, "</body>").0.replace("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ");
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <style>{style}body {{ height: {height}px; }}\n</style>\n\
         <foreignObject width=\"{width}\" height=\"{height}\">\n\
         <body xmlns=\"http://www.w3.org/1999/xhtml\"{attributes}>{body}</body>\n</foreignObject>\n</svg>\n"
    )
}

#[allow(dead_code, reason = "tests/manual.rs includes this file for svg()")]
fn main() -> io::Result<()> {
    let mut page = String::new();
    io::stdin().read_to_string(&mut page)?;
    io::stdout().write_all(svg(&page, 1200, 630).as_bytes())
}
