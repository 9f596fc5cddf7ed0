//! `bowling generate`: random games in the formats of the filter.
//!
//! The games are a sheet. Formats that are lines of a sheet are written as it is made. For the others the filter reads
//! the sheet, so that each shows the games as it shows that sheet, with its claims and its errors.

use std::io::{self, Read, Write};
use std::iter::Zip;
use std::ops::Range;

use super::color::Color;
use super::diagnostic::refuse;
use super::filter::{Filter, FilterOptions};
use super::read::ReadOptions;
use super::run::{Writer, write_status};
use super::source::opened;
use super::status::Status;
use super::system::UnbufferedStdout;
use super::write::{Notation, OutputFormat, Rolls, sheet_name, write_claim};
use crate::generate::{self, Generated, Generator};
use crate::{Dialect, Rules};

/// The options of `bowling generate`.
#[derive(Clone, Debug)]
pub struct GenerateOptions {
    pub games: generate::Options,
    pub count: u64,
    /// The players, in turn.
    pub players: Vec<String>,
    pub to: OutputFormat,
    /// Whether CSV has a header.
    pub header: bool,
    pub color: Color,
}

/// Writes random games.
pub fn run(options: GenerateOptions) -> Status {
    write(options).map_or_else(|error| refuse(&error), write_status)
}

/// Returns an error of the options, or the result of writing.
fn write(options: GenerateOptions) -> Result<io::Result<()>, String> {
    let GenerateOptions { to, header, color, .. } = options;
    let read = ReadOptions { rules: Some(options.games.rules), ..ReadOptions::default() };
    let mut sheet = GeneratedSheet::new(options)?;
    if matches!(to, OutputFormat::Sheet | OutputFormat::Notation | OutputFormat::Rolls) {
        return Ok(sheet.print());
    }
    let filter = Filter::new(FilterOptions { read, to, header, color, ..FilterOptions::default() })?;
    Ok(show(sheet, &filter))
}

/// Writes the output of the filter for a sheet, without diagnostics: errors and wrong claims are intended here.
fn show(sheet: GeneratedSheet, filter: &Filter) -> io::Result<()> {
    let mut writer = Writer { is_silent: true, ..Writer::new(filter.stdout(), None) };
    filter.run(&|| filter.format()).read([opened("-", sheet)], &mut writer, &mut |_, _| {})
}

/// Whether a format has games alone, without rules and claims.
const fn is_bare(to: OutputFormat) -> bool {
    matches!(to, OutputFormat::Notation | OutputFormat::Rolls)
}

/// Random games as a sheet.
struct GeneratedSheet {
    /// The games, numbered from 0.
    games: Zip<Range<u64>, Generator>,
    players: Vec<String>,
    to: OutputFormat,
    /// Whether games claim their running totals.
    has_claims: bool,
    /// The lines that were made last, and how much of them has been read.
    lines: Vec<u8>,
    read: usize,
    notation: Notation,
}

impl GeneratedSheet {
    /// Lines are made until they reach this size.
    const LARGEST: usize = 32 * 1024;

    fn new(options: GenerateOptions) -> Result<Self, String> {
        let GenerateOptions { mut games, count, players, to, .. } = options;
        let shows_claims =
            matches!(to, OutputFormat::Sheet | OutputFormat::Csv | OutputFormat::Json | OutputFormat::Html);
        if games.mistakes > 0 && !shows_claims {
            return Err("--mistakes needs a format with claims: --to sheet, csv, json or html".into());
        }
        if games.leaves && !(shows_claims || matches!(to, OutputFormat::Notation | OutputFormat::Explain)) {
            let formats = "notation, sheet, csv, json, explain or html";
            return Err(format!("--leaves needs a format that names pins: --to {formats}"));
        }
        if let Some(name) = players.iter().find(|name| sheet_name(name) != **name) {
            return Err(format!("a sheet cannot hold the name {} (use no : = # [ {{)", sheet_name(name)));
        }
        games.error_dialect = match to {
            OutputFormat::Rolls => Dialect::Rolls,
            OutputFormat::Notation => Dialect::Notation,
            _ => Dialect::Auto,
        };
        let (rules, has_claims) = (games.rules, to == OutputFormat::Sheet || games.mistakes > 0);
        let games = (0..count).zip(Generator::new(games).map_err(|error| error.to_string())?);
        let mut lines = Vec::with_capacity(Self::LARGEST + 1024);
        if rules != Rules::default() && !is_bare(to) {
            lines.extend_from_slice(format!("# rules: {rules}\n").as_bytes());
        }
        let (read, notation) = Default::default();
        Ok(Self { games, players, to, has_claims, lines, read, notation })
    }

    /// Makes the next lines; `false` if there are no more games.
    fn advance(&mut self) -> bool {
        while self.lines.len() < Self::LARGEST
            && let Some((number, generated)) = self.games.next()
        {
            // Without players there are no rounds.
            if let Some(player) = number.checked_rem(self.players.len() as u64) {
                if player == 0 && number > 0 {
                    self.lines.push(b'\n');
                }
                self.lines.extend_from_slice(self.players[player as usize].as_bytes());
                self.lines.extend_from_slice(b": ");
            }
            self.write_game(&generated);
            self.lines.push(b'\n');
        }
        !self.lines.is_empty()
    }

    fn write_game(&mut self, Generated { game, impossible, wrong_claim, .. }: &Generated) {
        let out = &mut self.lines;
        match impossible {
            Some(impossible) => out.extend_from_slice(impossible.as_bytes()),
            None if self.to == OutputFormat::Rolls => Rolls::write(game, out),
            None => self.notation.write(game, b'-', out),
        }
        match (impossible, wrong_claim) {
            (Some(_), _) if !is_bare(self.to) => out.extend_from_slice(b" = error"),
            (None, Some(claim)) => out.extend_from_slice(format!(" = {claim}").as_bytes()),
            (None, None) if self.has_claims => write_claim(game, out),
            _ => {}
        }
    }

    /// Writes the sheet itself.
    fn print(&mut self) -> io::Result<()> {
        let mut out = UnbufferedStdout;
        while self.advance() {
            out.write_all(&self.lines)?;
            self.lines.clear();
        }
        Ok(())
    }
}

impl Read for GeneratedSheet {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if self.read == self.lines.len() {
            self.lines.clear();
            self.read = 0;
            self.advance();
        }
        let len = (&self.lines[self.read..]).read(room)?;
        self.read += len;
        Ok(len)
    }
}
