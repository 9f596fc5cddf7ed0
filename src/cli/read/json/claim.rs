//! Reads the claim of a JSON object, and what it records of an error.

use super::game::placed;
use super::object::{Field, Fields, RUNNING_KEYS, Values, find_key, pairs, string, text};
use crate::cli::read::columns::Role;
use crate::cli::read::names::claims;
use crate::cli::read::table;
use crate::error::{InputProblem, Problem};
use crate::game::FRAMES;
use crate::reading::symbols::Failure;
use crate::sheet::Claim;

/// A claim, or what stands in its place, and its text in the object.
type ReadClaim<'a> = (Result<Claim, String>, &'a str);

/// The value that is the claim. That of our own output counts even if it is null, so that its totals are no claims.
pub fn claim_field<'f, 'a>(fields: &Fields<'f, 'a>) -> Option<&'f Field<'a>> {
    let is_asked = fields.columns.of(Role::Total).next().is_some();
    let own = if is_asked { None } else { fields.find("claim") };
    own.or_else(|| fields.role(Role::Total, &claims(fields.has_handicap())))
}

/// Finds and reads the claim of an object. The second part says what is wrong with it.
pub fn object_claim<'a>(fields: &Fields<'_, 'a>) -> (Option<ReadClaim<'a>>, Result<(), Failure<'a>>) {
    let has_own = fields.columns.of(Role::Total).next().is_some() || fields.find("claim").is_some();
    if !has_own && let Some(claim) = running_totals(fields) {
        return (Some(claim), Ok(()));
    }
    let Some(field) = claim_field(fields) else { return (None, Ok(())) };
    match read_claim(field.value) {
        Ok(claim) => (claim.map(|claim| (Ok(claim), field.value)), Ok(())),
        Err(failure) => (Some((Err(claim_text(field.value)), field.value)), Err(failure)),
    }
}

/// The running totals beside the game, or in its frames.
fn running_totals<'a>(fields: &Fields<'_, 'a>) -> Option<ReadClaim<'a>> {
    let beside = RUNNING_KEYS.into_iter().filter_map(|key| fields.find(key));
    for field in beside.filter(|field| field.value.starts_with('[')) {
        if let Ok(Some(Claim::Running(totals))) = read_claim(field.value) {
            return running_claim(totals, field.value);
        }
    }
    let frames = fields.find("frames").filter(|field| field.value.starts_with('['))?.value;
    let of = |key: &str| -> Vec<Option<u32>> {
        let frames = Values::new(frames).filter(|frame| frame.starts_with('{'));
        frames.map(|frame| number(find_key(frame, key)?)).collect()
    };
    let mut totals = of("total");
    if totals.iter().all(Option::is_none) {
        totals = of("score");
        // Points of each frame, not running totals.
        if !totals.iter().flatten().is_sorted() {
            return None;
        }
    }
    running_claim(totals, frames)
}

/// A claim of running totals up to the last one that is there: the rest is padding.
fn running_claim(mut totals: Vec<Option<u32>>, text: &str) -> Option<ReadClaim<'_>> {
    totals.truncate(totals.iter().rposition(Option::is_some)? + 1);
    (totals.len() <= usize::from(FRAMES)).then_some((Ok(Claim::Running(totals)), text))
}

/// A whole number, or a text of one.
fn number(json: &str) -> Option<u32> {
    table::whole(string(json).as_deref().unwrap_or(json)).parse().ok()
}

/// A claim: a number, a text as in a sheet, an array of running totals, or an object of ours that says one.
fn read_claim(value: &str) -> Result<Option<Claim>, Failure<'_>> {
    let bad = || Failure::new(value, Problem::BadClaim(value.into()));
    match value.as_bytes().first() {
        Some(b'n') => Ok(None),
        Some(b'"') => match string(value).as_deref().and_then(table::value) {
            Some(text) => table::claim(text).map(Some).map_err(|failure| placed(failure, text, value)),
            None => Ok(None),
        },
        Some(b'-' | b'0'..=b'9') => table::claim(value).map(Some),
        Some(b'[') => {
            let total = |total: &str| match total {
                "null" => Ok(None),
                total => number(total).map(Some).ok_or_else(bad),
            };
            let totals = Values::new(value).map(total).collect::<Result<Vec<Option<u32>>, _>>()?;
            if totals.len() > usize::from(FRAMES) {
                return Err(Failure::new(value, Problem::LongClaim));
            }
            Ok(Some(Claim::Running(totals)).filter(|claim| *claim != Claim::Running(Vec::new())))
        }
        Some(b'{') => match find_key(value, "says") {
            Some(says) if !says.starts_with('{') => read_claim(says),
            _ => Err(bad()),
        },
        _ => Err(bad()),
    }
}

/// The text of a claim that cannot be read, as it is written again.
fn claim_text(value: &str) -> String {
    let says = if value.starts_with('{') { find_key(value, "says").unwrap_or(value) } else { value };
    string(says).unwrap_or(says.into()).into_owned()
}

/// What our own output, or another program, says of a record in error.
pub fn recorded<'a>(field: &Field<'a>) -> Option<Failure<'a>> {
    if field.value.starts_with('{') {
        let find = |wanted| pairs(field.value).find(|(key, _)| key == wanted).map(|(_, value)| value);
        let message = find("message").and_then(string).unwrap_or_default();
        let frame = find("frame").and_then(|frame| frame.parse().ok()).filter(|frame| (1..=FRAMES).contains(frame));
        return Some(Failure {
            at: field.value,
            frame,
            problem: Problem::Input(InputProblem::Recorded(message.into_owned())),
        });
    }
    let text = text(field.value)?;
    table::value(&text).map(|message| table::recorded(message, field.value))
}
