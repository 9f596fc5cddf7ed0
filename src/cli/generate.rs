//! `bowling generate`: random games in the formats of the filter.
//!
//! The games are written as a sheet, in memory, and read as the filter reads a sheet. So every format shows them as it
//! shows that sheet, with its claims and its errors. That takes little time, because complete games are written as
//! rolls, which are read by the fast path.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::color::Color;
use super::diagnostic::print_error;
use super::filter::{self, Filter};
use super::format::{Format, OutputFormat, Record, sheet_name, write_number};
use super::input::{Chunk, Entry, Input, Position, ReadOptions, Visitor};
use super::run::{Part, Stdout, Writer};
use super::status::Status;
use crate::game::ScoreCard;
use crate::generate::{self, Generated, Generator, random_seed};
use crate::sheet::line::parts;
use crate::sheet::verify::verify_card;
use crate::{Claim, Dialect, Rules};

/// What `bowling generate` is asked to do.
#[derive(Clone, Debug)]
pub struct Options {
    /// The number of games.
    pub count: u64,
    /// What they are drawn from; by default something else in every run.
    pub seed: Option<u64>,
    /// Their rules.
    pub rules: Rules,
    /// How well they are bowled; by default as by a usual bowler.
    pub average: Option<u16>,
    /// The players, in turn.
    pub players: Vec<String>,
    /// Whether the games that scorers get wrong come first.
    pub edge_cases: bool,
    /// How many games of a hundred are unfinished.
    pub unfinished: u8,
    /// How many games of a hundred are impossible.
    pub errors: u8,
    /// How many games of a hundred have a wrong claim.
    pub mistakes: u8,
    /// What is written.
    pub to: OutputFormat,
    /// Whether CSV has a header.
    pub header: bool,
    /// When to color.
    pub color: Color,
}

/// The sheet is read whenever it reaches this size.
const CHUNK: usize = 32 * 1024;

/// The file of the games: standard input, as if the sheet came from a pipe.
const FILE: &str = "-";

/// Writes random games.
#[must_use]
pub fn run(options: &Options) -> Status {
    let made = generator(options).and_then(|generator| {
        let Options { to, header, color, .. } = *options;
        let filter = Filter::new(filter::Options { to, header, color, ..filter::Options::default() })?;
        Ok((generator, filter))
    });
    match made {
        Ok((generator, filter)) => {
            let mut writer = Writer::new(Stdout::new(filter.has_separators()), None);
            let written = write_all(options, generator, filter.format(), &mut writer);
            writer.end(written)
        }
        Err(error) => {
            print_error(&error);
            Status::Failed
        }
    }
}

/// The games that the options describe.
fn generator(options: &Options) -> Result<Generator, String> {
    let has_claims =
        matches!(options.to, OutputFormat::Sheet | OutputFormat::Csv | OutputFormat::Json | OutputFormat::Html);
    if options.mistakes > 0 && !has_claims {
        return Err("--mistakes needs a format with claims: --to sheet, csv, json or html".into());
    }
    if let Some(name) = options.players.iter().find(|name| sheet_name(name) != **name) {
        return Err(format!("a sheet cannot hold the name {} (use no : = # [ {{)", sheet_name(name)));
    }
    let mut games = generate::Options::new(options.rules, options.seed.unwrap_or_else(random_seed));
    games.average = options.average;
    games.edge_cases = options.edge_cases;
    games.unfinished = options.unfinished;
    games.errors = options.errors;
    games.error_dialect = match options.to {
        OutputFormat::Rolls => Dialect::Rolls,
        OutputFormat::Notation => Dialect::Notation,
        _ => Dialect::Auto,
    };
    games.mistakes = options.mistakes;
    Generator::new(games).map_err(|error| error.to_string())
}

/// Writes all games in a format.
fn write_all(
    options: &Options,
    generator: Generator,
    format: Box<dyn Format>,
    writer: &mut Writer<Stdout>,
) -> io::Result<()> {
    let mut input = Input::new(&ReadOptions { rules: Some(options.rules), ..ReadOptions::default() }, None);
    let mut position = Position::start(Some(options.rules));
    let mut records = Records { to: options.to, format, part: Part::default() };
    records.format.head(&mut records.part.output);
    records.format.begin_source(FILE, &mut records.part.output);
    records.format.begin_chunk(false);
    let mut sheet = Vec::with_capacity(CHUNK + 1024);
    if options.rules != Rules::default() {
        sheet.extend_from_slice(format!("# rules: {}\n", options.rules).as_bytes());
    }
    for (number, generated) in (0..options.count).zip(generator) {
        // Without players there are no rounds.
        if let Some(player) = number.checked_rem(options.players.len() as u64) {
            if player == 0 && number > 0 {
                sheet.push(b'\n');
            }
            sheet.extend_from_slice(options.players[player as usize].as_bytes());
            sheet.extend_from_slice(b": ");
        }
        write_game(&generated, options.mistakes > 0, &mut sheet);
        sheet.push(b'\n');
        if sheet.len() >= CHUNK || number + 1 == options.count {
            let chunk = Chunk { bytes: &sheet, position };
            let ControlFlow::Continue(behind) = input.read(&chunk, &mut records) else { break };
            position = behind;
            sheet.clear();
            writer.write(&mut records.part)?;
        }
    }
    let Records { mut format, mut part, .. } = records;
    format.end_group(&mut part.output);
    format.end_source(options.count, &mut part.output);
    format.tail(options.count, writer.wrong, &mut part.output);
    writer.write(&mut part)
}

/// Writes a game as a line of a sheet, with its claim.
fn write_game(Generated { game, impossible, wrong_claim, .. }: &Generated, has_claims: bool, out: &mut Vec<u8>) {
    // Writing to memory cannot fail.
    let _ = match (impossible, wrong_claim) {
        (Some(impossible), _) => write!(out, "{impossible} = error"),
        (None, Some(claim)) => write!(out, "{game} = {claim}"),
        (None, None) if has_claims => write!(out, "{game} = {}", right_claim(&game.score_card())),
        (None, None) if game.is_complete() => {
            for roll in game.rolls() {
                write_number(roll.pins().get().into(), out);
                out.push(b' ');
            }
            Ok(())
        }
        (None, None) => write!(out, "{game}"),
    };
}

fn right_claim(card: &ScoreCard) -> Claim {
    match card.running_totals() {
        [] => Claim::Total(0),
        [total] => Claim::Total((*total).into()),
        totals => Claim::Running(totals.iter().map(|&total| Some(total.into())).collect()),
    }
}

/// Gives the games of the sheet to a format.
struct Records {
    to: OutputFormat,
    format: Box<dyn Format>,
    part: Part<Vec<u8>>,
}

impl Records {
    /// Writes a game as it stands in the sheet, where the format would correct it. The filter reports errors and wrong
    /// claims; here they are what was asked for.
    fn write_as_is(&mut self, entry: &Entry<'_>) {
        let line = String::from_utf8_lossy(entry.text.line());
        let text = if self.has_bare_games() { parts(&line).game.trim() } else { &line };
        self.part.output.extend_from_slice(text.as_bytes());
        self.part.output.push(b'\n');
    }

    /// Whether the format is a sheet without claims. Names and blank lines are added: the filter leaves them out.
    const fn has_bare_games(&self) -> bool {
        matches!(self.to, OutputFormat::Notation | OutputFormat::Rolls)
    }
}

impl Visitor for Records {
    fn entry(&mut self, entry: &Entry<'_>) -> ControlFlow<()> {
        let mismatch = entry.claim().and_then(|claim| match entry.card().ok_or(entry.refusal()) {
            Ok(card) => verify_card(claim, Ok(card)).err(),
            Err(refusal) => verify_card(claim, Err(&refusal?.error)).err(),
        });
        if let Some(name) = entry.name.filter(|_| self.has_bare_games()) {
            self.part.output.extend_from_slice(name.as_bytes());
            self.part.output.extend_from_slice(b": ");
        }
        let is_line = self.has_bare_games() || self.to == OutputFormat::Sheet;
        if is_line && (entry.refusal().is_some() || mismatch.is_some()) {
            self.write_as_is(entry);
        } else {
            let record = Record { mismatch: mismatch.as_ref(), ..Record::new(FILE, entry) };
            self.format.record(&record, &mut self.part.output);
        }
        ControlFlow::Continue(())
    }

    fn end_group(&mut self) {
        self.format.end_group(&mut self.part.output);
    }

    fn text(&mut self, line: &[u8]) {
        if self.has_bare_games() && line.is_empty() {
            self.part.output.push(b'\n');
        }
        self.format.text(line, &mut self.part.output);
    }
}
