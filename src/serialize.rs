//! The feature `serde`: games, claims and figures in the shape of the program's JSON.
//!
//! A [`Game`] has the keys of a record of `bowling --json` that are about the game, and a [`Claim`] is
//! the value of `says` there. Other keys are ignored when a game is read, so a whole record can be. A game is also read
//! from its rolls alone, from an array and from text.

use std::fmt;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::{Ball, BallProblem, FRAMES, Frame, Game, PinSet, Pins, Roll, RollError, Rules};
use crate::reading::Dialect;
use crate::reading::display::shown;
use crate::sheet::Claim;

impl Serialize for Rules {
    /// The name.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[derive(Serialize)]
struct GameObject<'a> {
    rules: Rules,
    total: u16,
    max: u16,
    complete: bool,
    frames: Vec<FrameObject<'a>>,
}

/// A frame of a [`Game`].
#[derive(Serialize)]
pub(crate) struct FrameObject<'a> {
    rolls: Vec<u8>,
    marks: Vec<&'a str>,
    kind: Option<&'a str>,
    score: Option<u16>,
    total: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    split: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    splits: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    foul: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    leaves: Option<Vec<Option<Vec<u8>>>>,
}

impl FrameObject<'_> {
    pub(crate) fn new(frame: Frame<'_>) -> Self {
        let balls = frame.balls();
        let splits: Vec<usize> = (1..).zip(balls).filter(|(_, ball)| ball.roll.is_split()).map(|(at, _)| at).collect();
        let has_leaves = balls.iter().any(|ball| ball.roll.leave().is_some());
        Self {
            rolls: balls.iter().map(|ball| ball.pins()).collect(),
            marks: balls.iter().map(|&ball| shown(ball)).collect(),
            kind: frame.kind(),
            score: frame.score(),
            total: frame.total(),
            split: (!splits.is_empty()).then_some(true),
            splits: Some(splits).filter(|splits| frame.number() == FRAMES && !splits.is_empty()),
            foul: balls.iter().any(|ball| ball.roll.is_foul()).then_some(true),
            leaves: has_leaves.then(|| balls.iter().copied().map(pins_left).collect()),
        }
    }
}

/// The pins that a ball left; `None` if they are not known.
fn pins_left(ball: Ball) -> Option<Vec<u8>> {
    ball.pins_left().map(|pins| pins.iter().collect())
}

impl Serialize for Game {
    /// The keys `rules`, `total`, `max`, `complete` and `frames` of `bowling --json`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (rules, total, max, complete) = (self.rules(), self.score(), self.max_score(), self.is_complete());
        let frames = self.frames().map(FrameObject::new).collect();
        GameObject { rules, total, max, complete, frames }.serialize(serializer)
    }
}

/// A game as an object: a record of `bowling --json`, or its rolls alone.
#[derive(Deserialize)]
struct GameRecord {
    #[serde(default)]
    rules: Rules,
    frames: Option<Vec<FrameRecord>>,
    rolls: Option<Vec<Element>>,
    error: Option<ErrorRecord>,
}

/// An element of a game that is an array.
#[derive(Deserialize)]
#[serde(untagged, expecting = "an array of a game holds numbers of pins, symbols, frames and null")]
enum Element {
    Pins(u64),
    Symbols(String),
    Frame(Vec<Self>),
    None,
}

impl Element {
    /// Elements as they are written in a line of a sheet.
    fn text(elements: &[Self]) -> String {
        let text = |element: &Self| match element {
            Self::Pins(pins) => pins.to_string(),
            Self::Symbols(symbols) => format!("\"{symbols}\""),
            Self::Frame(elements) => Self::text(elements),
            Self::None => "null".into(),
        };
        format!("[{}]", elements.iter().map(text).collect::<Vec<_>>().join(", "))
    }
}

#[derive(Deserialize)]
struct FrameRecord {
    rolls: Vec<u8>,
    #[serde(default)]
    marks: Vec<String>,
    #[serde(default)]
    split: bool,
    splits: Option<Vec<usize>>,
    #[serde(default)]
    leaves: Vec<Option<Vec<u8>>>,
}

#[derive(Deserialize)]
struct ErrorRecord {
    message: String,
}

impl FrameRecord {
    /// The number of the last ball that is said to have left a split, or some pins.
    fn last_sign(&self) -> usize {
        let split = self.splits.iter().flatten().copied().max().unwrap_or(self.split.into());
        self.leaves.iter().rposition(Option::is_some).map_or(split, |at| split.max(at + 1))
    }

    /// The ball at a place, from 0.
    fn roll<E: serde::de::Error>(&self, at: usize, pins: u8) -> Result<Roll, E> {
        let pins = Pins::new(pins).ok_or_else(|| E::custom(BallProblem::NotARoll(pins)))?;
        let is_split = self.splits.as_ref().map_or(self.split && at == 0, |splits| splits.contains(&(at + 1)));
        let roll = match self.marks.get(at).map(String::as_str) {
            Some("F") => Roll::FOUL,
            _ if is_split => Roll::split(pins),
            _ => Roll::new(pins),
        };
        let Some(Some(left)) = self.leaves.get(at) else { return Ok(roll) };
        Ok(roll.with_leave(PinSet::new(left.iter().copied()).map_err(E::custom)?))
    }
}

impl GameRecord {
    fn game<E: serde::de::Error>(&self) -> Result<Game, E> {
        if let Some(error) = &self.error {
            return Err(E::custom(&error.message));
        }
        match (&self.frames, &self.rolls) {
            (Some(frames), _) => game_of_frames(self.rules, frames),
            (None, Some(rolls)) => game_of_text(&Element::text(rolls), self.rules),
            (None, None) => Err(E::custom("a game has the key frames or rolls")),
        }
    }
}

fn game_of_text<E: serde::de::Error>(text: &str, rules: Rules) -> Result<Game, E> {
    Game::parse(text, Dialect::Auto, rules).map_err(E::custom)
}

fn game_of_frames<E: serde::de::Error>(rules: Rules, frames: &[FrameRecord]) -> Result<Game, E> {
    let mut game = Game::new(rules);
    for (number, frame) in (1..).zip(frames) {
        let (last, balls) = (frame.last_sign(), frame.rolls.len());
        if last > balls {
            return Err(E::custom(format_args!(
                "frame {number}: a split or a leave of ball {last}, but it has {balls}"
            )));
        }
        for (at, &pins) in frame.rolls.iter().enumerate() {
            if game.lane().frame_number() != number {
                return Err(E::custom(format_args!("frame {number}: the rolls are those of another frame")));
            }
            let refused = |error: RollError| E::custom(format_args!("frame {number}: {}", error.into_problem()));
            game.push(frame.roll(at, pins)?).map_err(refused)?;
        }
    }
    Ok(game)
}

impl<'de> Deserialize<'de> for Game {
    /// Reads what [`Serialize`] and `bowling --json` write, an object with the key `rolls`, an array of rolls or frames,
    /// and text as [`Game::parse`] reads it. Without the key `rules` it is a tenpin game. A record of a game in error is
    /// an error.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Games;
        impl<'de> Visitor<'de> for Games {
            type Value = Game;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a game as an object, an array or text")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Game, E> {
                game_of_text(text, Rules::default())
            }

            fn visit_seq<A: SeqAccess<'de>>(self, rolls: A) -> Result<Game, A::Error> {
                let rolls = Vec::deserialize(SeqAccessDeserializer::new(rolls))?;
                game_of_text(&Element::text(&rolls), Rules::default())
            }

            fn visit_map<A: MapAccess<'de>>(self, record: A) -> Result<Game, A::Error> {
                GameRecord::deserialize(MapAccessDeserializer::new(record))?.game()
            }
        }
        deserializer.deserialize_any(Games)
    }
}

impl Serialize for Claim {
    /// A number, an array of numbers and `null`, or the text `error`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Total(total) => total.serialize(serializer),
            Self::Running(totals) => totals.serialize(serializer),
            Self::Error(_) => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Claim {
    /// Reads what [`Serialize`] writes, the text of a claim, and the claim of a record of `bowling --json`.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(
            untagged,
            expecting = "a claim is a total, an array of running totals, text, or an object that says it"
        )]
        enum Value {
            Total(u32),
            Running(Vec<Option<u32>>),
            Text(String),
            Says { says: Box<Claim> },
            Record { claim: Box<Claim> },
        }
        match Value::deserialize(deserializer)? {
            Value::Total(total) => Ok(Self::Total(total)),
            Value::Running(totals) if totals.is_empty() || totals.len() > FRAMES.into() => {
                Err(D::Error::custom("running totals are 1 to 10 numbers"))
            }
            Value::Running(totals) => Ok(Self::Running(totals)),
            Value::Text(text) => text.parse().map_err(D::Error::custom),
            Value::Says { says: claim } | Value::Record { claim } => Ok(*claim),
        }
    }
}
