//! Sets of pins, as a ball leaves them, and which of them are splits.

use std::fmt;
use std::str::FromStr;

use super::roll::RACK;

/// A set of pins by their numbers, 1 to 10: the pins that a ball left standing.
///
/// ```text
/// 7   8   9   10
///   4   5   6
///     2   3
///       1
/// ```
///
/// ```
/// use bowling::PinSet;
///
/// let leave: PinSet = "10-7".parse()?;
/// assert_eq!(leave.to_string(), "7-10");
/// assert_eq!(leave.len(), 2);
/// assert!(leave.is_split());
/// # Ok::<(), bowling::PinSetError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PinSet(u16);

impl PinSet {
    /// No pins.
    pub const EMPTY: Self = Self(0);
    /// The whole rack.
    pub const FULL: Self = Self((1 << RACK) - 1);

    /// The set of these pins, in any order.
    ///
    /// ```
    /// use bowling::{PinSet, PinSetErrorKind};
    ///
    /// assert_eq!(PinSet::new([6, 10, 3]).map(|pins| pins.to_string()), Ok("3-6-10".into()));
    /// assert_eq!(PinSet::new([3, 3]).unwrap_err().kind(), PinSetErrorKind::Twice);
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such pin, or a pin is named twice.
    pub fn new(pins: impl IntoIterator<Item = u8>) -> Result<Self, PinSetError> {
        pins.into_iter().try_fold(Self::EMPTY, Self::with)
    }

    /// The set with one more pin.
    fn with(self, pin: u8) -> Result<Self, PinSetError> {
        match pin {
            1..=RACK if !self.contains(pin) => Ok(Self(self.0 | bit(pin))),
            1..=RACK => Err(PinSetError::new(PinSetErrorKind::Twice, pin)),
            _ => Err(PinSetError::new(PinSetErrorKind::NotAPin, pin)),
        }
    }

    /// The number of pins.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there are no pins.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the pin with this number is in the set.
    pub const fn contains(self, pin: u8) -> bool {
        1 <= pin && pin <= RACK && self.0 & bit(pin) != 0
    }

    /// Whether the pins are a split: the head pin is down, and the pins that stand, two or more, do not
    /// all hang together. Pins hang together if they are diagonal neighbours or one is right behind the
    /// other.
    ///
    /// ```
    /// use bowling::PinSet;
    ///
    /// let is_split = |leave: &str| leave.parse().map(PinSet::is_split);
    /// assert_eq!(is_split("3-10"), Ok(true)); // the 6 between them is down
    /// assert_eq!(is_split("5-6"), Ok(true)); // the 3 in front of them is down
    /// assert_eq!(is_split("2-8"), Ok(false)); // the 8 is right behind the 2
    /// assert_eq!(is_split("1-2-10"), Ok(false)); // the head pin stands
    /// ```
    pub const fn is_split(self) -> bool {
        if self.len() < 2 || self.contains(1) {
            return false;
        }
        // Everything that hangs together with one of the pins.
        let mut group = self.0 & self.0.wrapping_neg();
        let mut at = 0;
        while at < TOUCHING.len() {
            let pair = bit(TOUCHING[at].0) | bit(TOUCHING[at].1);
            let grows = pair & self.0 == pair && group & pair != 0 && group & pair != pair;
            group |= if grows { pair } else { 0 };
            at = if grows { 0 } else { at + 1 };
        }
        group != self.0
    }

    /// The pins in ascending order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = u8> + Clone {
        (1..=RACK).filter(move |&pin| self.contains(pin))
    }
}

const fn bit(pin: u8) -> u16 {
    1 << (pin - 1)
}

/// The pins that hang together: diagonal neighbours, and pins that are one right behind the other. The head pin is down
/// in every split.
const TOUCHING: [(u8, u8); 12] =
    [(2, 4), (2, 5), (3, 5), (3, 6), (4, 7), (4, 8), (5, 8), (5, 9), (6, 9), (6, 10), (2, 8), (3, 9)];

/// The place of a pin on the deck: its row from the front, and how far it stands to the right, in halves of
/// the distance between two pins of a row.
pub(crate) const fn place(pin: u8) -> (i8, i8) {
    let (row, first) = match pin {
        1 => (0, 1),
        2..=3 => (1, 2),
        4..=6 => (2, 4),
        _ => (3, 7),
    };
    (row, 2 * (pin.cast_signed() - first) - row)
}

/// Writes the pins in ascending order: `3-6-10`. Nothing for the empty set.
impl fmt::Display for PinSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, pin) in self.iter().enumerate() {
            write!(f, "{}{pin}", if place == 0 { "" } else { "-" })?;
        }
        Ok(())
    }
}

/// Reads pins in any order: `3-6-10`, `10-3-6`. An empty text is the empty set.
impl FromStr for PinSet {
    type Err = PinSetError;

    fn from_str(text: &str) -> Result<Self, PinSetError> {
        if text.is_empty() {
            return Ok(Self::EMPTY);
        }
        text.split('-').try_fold(Self::EMPTY, |set, text| set.with(pin(text)?))
    }
}

fn pin(text: &str) -> Result<u8, PinSetError> {
    match text.as_bytes() {
        [] => Err(PinSetError::new(PinSetErrorKind::Missing, "")),
        [digit @ b'1'..=b'9'] => Ok(digit - b'0'),
        b"10" => Ok(RACK),
        _ => Err(PinSetError::new(PinSetErrorKind::NotAPin, text)),
    }
}

/// Why a text or a list is not a set of pins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PinSetError {
    kind: PinSetErrorKind,
    /// What is written in place of a pin.
    text: String,
}

/// The kinds of a [`PinSetError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PinSetErrorKind {
    /// Not the number of a pin.
    NotAPin,
    /// A pin that is named twice.
    Twice,
    /// Nothing before or after a `-`.
    Missing,
}

impl PinSetError {
    pub(crate) fn new(kind: PinSetErrorKind, text: impl fmt::Display) -> Self {
        Self { kind, text: text.to_string() }
    }

    /// What is written in place of a pin.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The kind of the error.
    pub const fn kind(&self) -> PinSetErrorKind {
        self.kind
    }
}

impl fmt::Display for PinSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            PinSetErrorKind::NotAPin => write!(f, "{} is not a pin, pins are 1 to {RACK}", self.text),
            PinSetErrorKind::Twice => write!(f, "pin {} is named twice", self.text),
            PinSetErrorKind::Missing => f.write_str("a pin is missing, pins are written as in 3-6-10"),
        }
    }
}

impl std::error::Error for PinSetError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = PinSet> {
        (0..=PinSet::FULL.0).map(PinSet)
    }

    #[test]
    fn the_named_leaves_are_splits_or_not() {
        for split in ["7-10", "2-7", "3-10", "5-7", "4-5", "5-6", "8-10", "4-6-7-10"] {
            assert!(split.parse::<PinSet>().unwrap().is_split(), "{split}");
        }
        for leave in ["", "5", "2-8", "3-9", "2-4-5-8", "3-6-10", "6-10", "1-2-10", "1-7-10"] {
            assert!(!leave.parse::<PinSet>().unwrap().is_split(), "{leave}");
        }
        assert_eq!(all().filter(|leave| leave.is_split()).count(), 387);
    }

    #[test]
    fn every_set_reads_back() {
        for pins in all() {
            assert_eq!(pins.to_string().parse(), Ok(pins));
            assert_eq!(PinSet::new(pins.iter()), Ok(pins));
            assert_eq!(pins.iter().count(), usize::from(pins.len()));
            assert!(pins.iter().is_sorted() && pins.iter().all(|pin| pins.contains(pin)));
            assert_eq!(pins.is_empty(), pins == PinSet::EMPTY);
        }
        assert!(!PinSet::FULL.contains(0) && !PinSet::FULL.contains(11));
    }

    #[test]
    fn anything_else_is_refused_with_the_reason() {
        for (text, reason) in [
            ("7-11", "11 is not a pin, pins are 1 to 10"),
            ("0", "0 is not a pin, pins are 1 to 10"),
            ("07", "07 is not a pin, pins are 1 to 10"),
            ("7 10", "7 10 is not a pin, pins are 1 to 10"),
            ("6-Oct", "Oct is not a pin, pins are 1 to 10"),
            ("7-10-7", "pin 7 is named twice"),
            ("7-", "a pin is missing, pins are written as in 3-6-10"),
            ("-", "a pin is missing, pins are written as in 3-6-10"),
        ] {
            assert_eq!(text.parse::<PinSet>().unwrap_err().to_string(), reason, "{text}");
        }
        assert_eq!(PinSet::new([0]).unwrap_err().to_string(), "0 is not a pin, pins are 1 to 10");
    }
}
