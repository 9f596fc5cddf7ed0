//! The shell that all pages share: a self-contained HTML document without scripts and requests.
//!
//! Templates are maud's: it escapes every text. Text from the input also goes through
//! [`visible`](super::text::visible), because a page, like a terminal, must not hide characters or change their order.

pub mod date;
pub mod deck;
pub mod frames;

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The style of score sheets and statistics, and that of a card, which is small.
const STYLE: &str = concat!(include_str!("base.css"), include_str!("style.css"));
const CARD_STYLE: &str = concat!(include_str!("base.css"), include_str!("card.css"));

/// Nothing may be loaded from anywhere, no script may run, and the only styles are those above, named by their hashes.
/// A test fails if one is wrong.
const POLICY: &str = "default-src 'none'; style-src 'sha256-jBgS7JgZqKumKVf7geOgs12V3/ein9D31hsM7bf2zdo=' 'sha256-dF74SjZbs1FzCLWI6e72zPSc7KygPq3R0NfeTO2XQNQ='; base-uri 'none'; form-action 'none'";

/// A whole page, in the order in which it is read.
pub fn page(title: &str, kind: Kind, summary: &Markup, content: &[u8]) -> Vec<u8> {
    let mut out = head(title, kind).into_bytes();
    out.extend_from_slice(section(kind, summary).0.as_bytes());
    out.extend_from_slice(b"<main>\n");
    out.extend_from_slice(content);
    out.extend_from_slice(b"</main>\n");
    out.extend_from_slice(end(kind).as_bytes());
    out
}

/// The start of a page too long to be held in memory, up to the content of its `main` element. The summary comes last.
pub fn start_long(title: &str) -> String {
    head(title, Kind::Long) + "<main>\n"
}

/// The end of such a page.
pub fn end_long(summary: &Markup) -> String {
    format!("</main>\n{}{}", section(Kind::Long, summary).0, end(Kind::Long))
}

/// What the style does for a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Plain,
    /// The summary is a sheet of paper of its own.
    Cover,
    /// One game alone.
    Card,
    /// Thousands of games. The summary comes last.
    Long,
}

impl Kind {
    const fn class(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Cover => Some("cover"),
            Self::Card => Some("card"),
            Self::Long => Some("long"),
        }
    }
}

/// The start of a page, up to its heading. A card has a heading of its own.
fn head(title: &str, kind: Kind) -> String {
    let body = kind.class().map_or_else(|| "<body>".into(), |class| format!("<body class=\"{class}\">"));
    let head = html! {
        (DOCTYPE)
        (PreEscaped("<html lang=\"en\">"))
        head {
            meta charset="utf-8";
            meta http-equiv="Content-Security-Policy" content=(POLICY);
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            meta name="generator" content=(concat!("bowling ", env!("CARGO_PKG_VERSION")));
            title { (title) }
            style { (PreEscaped(if kind == Kind::Card { CARD_STYLE } else { STYLE })) }
        }
        (PreEscaped("\n")) (PreEscaped(body)) (PreEscaped("\n"))
        @if kind != Kind::Card {
            header #top {
                h1 { bdi { (title) } }
                @if kind == Kind::Long { a href="#summary" { "Summary" } }
            }
            (PreEscaped("\n"))
        }
    };
    head.into_string()
}

fn section(kind: Kind, summary: &Markup) -> Markup {
    html! {
        @if kind != Kind::Card {
            section #summary aria-label="Summary" { (summary) }
            (PreEscaped("\n"))
        }
    }
}

/// The end of a page, with the way back to its top.
const fn end(kind: Kind) -> &'static str {
    match kind {
        // Each of several files has the way to the top beside its name.
        Kind::Card | Kind::Cover => "</body>\n</html>\n",
        _ => "<footer><a href=\"#top\">Top</a></footer>\n</body>\n</html>\n",
    }
}

/// The numbers of a summary.
pub fn figures(figures: &[Figure]) -> Markup {
    html! {
        dl {
            @for Figure { label, value, link } in figures {
                div {
                    dt { (label) }
                    dd {
                        @match link {
                            Some(link) => a href={ "#" (link) } { (value) },
                            None => (value),
                        }
                    }
                }
            }
        }
    }
}

/// A number of the summary.
pub struct Figure {
    /// What is counted.
    pub label: &'static str,
    /// How many there are.
    pub value: u64,
    /// The id of the first of them.
    pub link: Option<String>,
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::prelude::BASE64_STANDARD;
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn the_policy_names_the_styles_by_their_hashes() {
        for (name, style) in [("style.css", STYLE), ("card.css", CARD_STYLE)] {
            let hash = BASE64_STANDARD.encode(Sha256::digest(style));
            assert!(POLICY.contains(&format!("'sha256-{hash}'")), "the hash of base.css and {name} is sha256-{hash}");
        }
    }
}
