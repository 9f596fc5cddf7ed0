//! The shell that all pages share: a self-contained HTML document without scripts and requests.
//!
//! Templates are maud's: it escapes every text. Text from the input also goes through
//! [`visible`](super::text::visible), because a page, like a terminal, must not hide characters or change their order.

pub mod deck;
pub mod frames;

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The style of all pages. Light, dark and print are variants of the same few colors.
const STYLE: &str = include_str!("style.css");

/// Nothing may be loaded from anywhere, no script may run, and the only style is [`STYLE`], named by its hash.
/// A test fails if the hash is not that of the style.
const POLICY: &str = "default-src 'none'; style-src 'sha256-dds5LXox3Wg97gm6iumdVyq7zLLxpXGhQnG2h2UDx98='; base-uri 'none'; form-action 'none'";

/// The start of a page, up to the content of its `main` element.
pub fn head(title: &str) -> String {
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
            style { (PreEscaped(STYLE)) }
        }
        (PreEscaped("\n<body>\n"))
        header {
            a.skip href="#summary" { "Summary" }
            h1 { (title) }
        }
        (PreEscaped("\n<main>\n"))
    };
    head.into_string()
}

/// The end of a page. The summary is known only now, so it is the last element, and the style shows it under the
/// title. A link at the top leads to it. `class` says what kind of page it is.
pub fn tail(class: Option<&str>, summary: &Markup) -> String {
    let tail = html! {
        (PreEscaped("</main>\n"))
        section #summary class=[class] aria-label="Summary" { (summary) }
        (PreEscaped("\n</body>\n</html>\n"))
    };
    tail.into_string()
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
    fn the_policy_names_the_style_by_its_hash() {
        let hash = BASE64_STANDARD.encode(Sha256::digest(STYLE));
        assert!(POLICY.contains(&format!("'sha256-{hash}'")), "the hash of style.css is sha256-{hash}");
    }
}
