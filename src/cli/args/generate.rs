//! The options of `bowling generate`.

use clap::Args;

use super::{FORMATS, ShortFormats};
use crate::cli::write::OutputFormat;
use crate::game::MAX_TOTAL;

/// The options of `bowling generate`.
#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// How many games to write
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = whole_number)]
    #[arg(allow_negative_numbers = true)]
    pub count: u64,

    /// The same seed gives the same games [default: random]
    #[arg(long, value_name = "N", value_parser = whole_number, allow_negative_numbers = true)]
    pub seed: Option<u64>,

    /// Format (default: notation): totals, board, csv, json,
    /// rolls, sheet, explain, html; or --board, --csv, ...
    #[arg(verbatim_doc_comment)]
    #[arg(short, long, alias = "format", value_name = "FORMAT", value_enum, default_value = "notation")]
    #[arg(overrides_with_all = FORMATS, hide_default_value = true, hide_possible_values = true)]
    pub to: OutputFormat,

    #[command(flatten)]
    pub short: ShortFormats,

    /// Mean score, 0 to 300 [default: 160 at tenpin]
    #[arg(long, value_name = "PINS", value_parser = average, allow_negative_numbers = true)]
    pub average: Option<u16>,

    /// Who bowls, in turn: Ann,Ben; each round is a group
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = name)]
    pub players: Vec<String>,

    /// Write the games that scorers get wrong first
    #[arg(long)]
    pub edge_cases: bool,

    /// Name the pins that each ball leaves: 8{7-10}/
    #[arg(long)]
    pub leaves: bool,

    /// P % of the games stop before their end
    #[arg(long, value_name = "P", default_value_t = 0, value_parser = percent)]
    #[arg(hide_default_value = true, allow_negative_numbers = true)]
    pub unfinished: u8,

    /// P % of the games are impossible
    #[arg(long, value_name = "P", default_value_t = 0, value_parser = percent)]
    #[arg(hide_default_value = true, allow_negative_numbers = true)]
    pub errors: u8,

    /// P % of the claims are wrong (sheet, csv, json, html)
    #[arg(long, value_name = "P", default_value_t = 0, value_parser = percent)]
    #[arg(hide_default_value = true, allow_negative_numbers = true)]
    pub mistakes: u8,

    /// Omit the CSV header
    #[arg(long, hide_short_help = true)]
    pub no_header: bool,
}

fn whole_number(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "expected a whole number from 0 to 18446744073709551615")
}

fn average(text: &str) -> Result<u16, &'static str> {
    text.parse().ok().filter(|&average| average <= MAX_TOTAL).ok_or("expected an average from 0 to 300")
}

fn percent(text: &str) -> Result<u8, &'static str> {
    text.parse().ok().filter(|&percent| percent <= 100).ok_or("expected a percentage from 0 to 100")
}

fn name(text: &str) -> Result<String, &'static str> {
    Some(text.trim()).filter(|name| !name.is_empty()).map(Into::into).ok_or("expected names with commas between them")
}
