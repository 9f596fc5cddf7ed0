//! A picture of the pins that a ball left: ten dots in a triangle, the standing ones filled.

use std::fmt::Write as _;

use maud::{Markup, html};

use crate::game::PinSet;
use crate::game::pin_set::place;

/// The distance between two rows; half the distance between two pins of a row is 1.
const ROW: f64 = 1.7;

/// The deck as the bowler sees it, the head pin in front, named for screen readers.
pub fn deck(leave: PinSet) -> Markup {
    let split = if leave.is_split() { ", a split" } else { "" };
    html! {
        svg.deck viewBox="0 0 8 7.1" role="img" {
            title { (leave) " left" (split) }
            path.down d=(dots(PinSet::FULL)) {}
            path d=(dots(leave)) {}
        }
    }
}

/// A dot for each pin: a line without length, which a round pen draws as a dot.
fn dots(pins: PinSet) -> String {
    let mut path = String::new();
    for pin in pins.iter() {
        let (row, side) = place(pin);
        // Writing to memory cannot fail.
        let _ = write!(path, "M{} {}h0", 4 + side, 1.0 + ROW * f64::from(3 - row));
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leave(pins: &str) -> PinSet {
        pins.parse().unwrap()
    }

    #[test]
    fn the_head_pin_is_in_front_and_the_back_row_is_as_wide_as_the_deck() {
        assert_eq!(dots(leave("7-10")), "M1 1h0M7 1h0");
        assert_eq!(dots(leave("4-5")), "M2 2.7h0M4 2.7h0");
        assert_eq!(dots(leave("1-3")), "M4 6.1h0M5 4.4h0");
        assert_eq!(dots(PinSet::FULL).matches('M').count(), 10);
    }

    #[test]
    fn a_deck_is_named() {
        let title = |pins| deck(leave(pins)).into_string().contains(&format!("<title>{pins} left</title>"));
        assert!(title("10") && title("2-8") && !title("7-10"));
        assert!(deck(leave("7-10")).into_string().contains("<title>7-10 left, a split</title>"));
    }
}
