//! `stats --csv`: all columns, one row per player.

use super::columns::columns;
use super::rows::{Rows, StatsRow};
use crate::cli::format::write_csv_text;
use crate::game::Rules;
use crate::stats::{Handicap, Stats};

pub fn text(rows: &Rows, handicap: Option<Handicap>, header: bool) -> Vec<u8> {
    let mut out = Vec::new();
    if header {
        out.extend_from_slice(b"name,rules");
        for (name, _) in columns(&Stats::new(Rules::default()), handicap) {
            out.push(b',');
            out.extend_from_slice(name.as_bytes());
        }
        out.push(b'\n');
    }
    for StatsRow { name, stats } in rows.iter() {
        if let Some(name) = name {
            write_csv_text(name, &mut out);
        }
        out.push(b',');
        out.extend_from_slice(stats.rules().name().as_bytes());
        for (_, value) in columns(stats, handicap) {
            out.extend_from_slice(format!(",{value}").as_bytes());
        }
        out.push(b'\n');
    }
    out
}
