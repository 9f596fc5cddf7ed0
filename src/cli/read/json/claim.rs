//! Reads the claim of a JSON object, and what it records of an error.

use serde_json::Value;

use super::object::{Field, Fields, PathError, RUNNING_KEYS, elements, find_key, string, text};
use crate::cli::problem::InputProblem;
use crate::cli::read::column_name::claims;
use crate::cli::read::columns::Role;
use crate::cli::read::table::{self, ValueError};
use crate::error::Problem;
use crate::game::FRAMES;
use crate::sheet::Claim;

/// A claim, or what stands in its place, and its path in the object.
type ReadClaim = (Result<Claim, String>, String);

/// The value that is the claim. That of our own output counts even if it is null, so that its totals are not claims.
pub fn claim_field<'f, 'a>(fields: &Fields<'f, 'a>) -> Option<&'f Field<'a>> {
    let is_asked = fields.columns.of(Role::Total).next().is_some();
    let own = if is_asked { None } else { fields.find("claim") };
    own.or_else(|| fields.role(Role::Total, &claims(fields.has_handicap())))
}

/// Finds and reads the claim of an object. The second part says what is wrong with it.
pub fn object_claim(fields: &Fields<'_, '_>) -> (Option<ReadClaim>, Option<PathError>) {
    let has_own = fields.columns.of(Role::Total).next().is_some() || fields.find("claim").is_some();
    if !has_own && let Some(claim) = running_totals(fields) {
        return (Some(claim), None);
    }
    let Some(field) = claim_field(fields) else { return (None, None) };
    let path = field.key.to_string();
    match read_claim(field.value) {
        Ok(claim) => (claim.map(|claim| (Ok(claim), path)), None),
        Err(error) => (Some((Err(claim_text(field.value)), path.clone())), Some(PathError::new(path, error))),
    }
}

/// The running totals beside the game, or in its frames.
fn running_totals(fields: &Fields<'_, '_>) -> Option<ReadClaim> {
    let beside = RUNNING_KEYS.into_iter().filter_map(|key| fields.find(key));
    for field in beside.filter(|field| field.value.starts_with('[')) {
        if let Ok(Some(Claim::Running(totals))) = read_claim(field.value) {
            return running_claim(totals, &field.key);
        }
    }
    let field = fields.find("frames").filter(|field| field.value.contains('{'))?;
    let frames = elements(field.value);
    let of = |key: &str| -> Vec<Option<u32>> {
        let frames = frames.iter().filter(|frame| frame.starts_with('{'));
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
    running_claim(totals, &field.key)
}

/// A claim of running totals up to the last one that is there: the rest is padding.
fn running_claim(mut totals: Vec<Option<u32>>, path: &str) -> Option<ReadClaim> {
    totals.truncate(totals.iter().rposition(Option::is_some)? + 1);
    (totals.len() <= usize::from(FRAMES)).then(|| (Ok(Claim::Running(totals)), path.into()))
}

/// A whole number, or a text of one.
fn number(json: &str) -> Option<u32> {
    table::whole(string(json).as_deref().unwrap_or(json)).parse().ok()
}

/// A claim: a number, a text as in a sheet, an array of running totals, or an object of ours that says one.
fn read_claim(json: &str) -> Result<Option<Claim>, ValueError> {
    let bad = || ValueError::new(Problem::BadClaim(json.into()));
    match json.as_bytes().first() {
        Some(b'n') => Ok(None),
        Some(b'"') => string(json).as_deref().and_then(table::value).map(table::claim).transpose(),
        Some(b'-' | b'0'..=b'9') => table::claim(json).map(Some),
        Some(b'[') => {
            let total = |total: &str| match total {
                "null" => Ok(None),
                total => number(total).map(Some).ok_or_else(bad),
            };
            let totals = elements(json).into_iter().map(total).collect::<Result<Vec<Option<u32>>, _>>()?;
            if totals.len() > usize::from(FRAMES) {
                return Err(ValueError::new(Problem::LongClaim));
            }
            Ok(Some(Claim::Running(totals)).filter(|claim| *claim != Claim::Running(Vec::new())))
        }
        Some(b'{') => match find_key(json, "says") {
            Some(says) if !says.starts_with('{') => read_claim(says),
            _ => Err(bad()),
        },
        _ => Err(bad()),
    }
}

/// The text of a claim that cannot be read, as it is written again.
fn claim_text(json: &str) -> String {
    let says = if json.starts_with('{') { find_key(json, "says").unwrap_or(json) } else { json };
    string(says).unwrap_or(says.into()).into_owned()
}

/// What our own output, or another program, says of a record in error, and its path.
pub fn recorded(field: &Field<'_>) -> Option<(String, ValueError)> {
    let path = field.key.to_string();
    if field.value.starts_with('{') {
        let error: Value = serde_json::from_str(field.value).unwrap_or_default();
        let message = error["message"].as_str().unwrap_or_default().to_owned();
        let frame = error["frame"].as_u64().and_then(|frame| frame.try_into().ok());
        let frame = frame.filter(|frame| (1..=FRAMES).contains(frame));
        return Some((path, ValueError { frame, ..InputProblem::Recorded(message).into() }));
    }
    let text = text(field.value)?;
    table::value(&text).map(|message| (path, table::recorded(message)))
}
