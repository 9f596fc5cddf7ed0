//! When to color, and in which colors.

use clap::ValueEnum;

use super::system::is_dumb;

/// The value of `--color`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// If the output is a terminal that can.
    #[value(help = "On a terminal, unless NO_COLOR is set or TERM is dumb")]
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// How to paint output that goes to a terminal or elsewhere.
    pub fn paint(self, is_terminal: bool) -> Paint {
        let colored = match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                is_terminal && !no_color && !is_dumb()
            }
        };
        if colored { Paint::Colored } else { Paint::Plain }
    }
}

/// Whether output is colored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// Text only.
    #[default]
    Plain,
    /// With ANSI escape sequences.
    Colored,
}

/// What is colored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Strike,
    Spare,
    Split,
    /// The place of a diagnostic.
    Place,
    /// Whose turn it is.
    Turn,
    Error,
    /// Hints, and sums below a table.
    Dim,
}

impl Paint {
    /// The escape sequences before and after text of a style.
    pub const fn style(self, style: Style) -> (&'static str, &'static str) {
        let start = match (self, style) {
            (Self::Plain, _) => return ("", ""),
            (_, Style::Strike) => "\x1b[1;32m",
            (_, Style::Spare) => "\x1b[1;36m",
            (_, Style::Split) => "\x1b[1;31m",
            (_, Style::Place) => "\x1b[1m",
            (_, Style::Turn) => "\x1b[7m",
            (_, Style::Error) => "\x1b[31m",
            (_, Style::Dim) => "\x1b[2m",
        };
        (start, "\x1b[0m")
    }
}
