//! The filter: sources in, records out, in order, as soon as they can be known.

mod follow;
mod key;
mod memory;
mod progress;
mod scorer;
mod settings;
mod signals;
mod workers;
mod writer;

use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex};

use super::args::{FilterArgs, similar_command};
use super::diagnostic::{complain, reason};
use super::format::{Format, OutputFormat, tap_missing};
use super::input::{Chunk, Chunker, Detector, FileId, Input, Records, Source, binary, enlarge_stdin_pipe};
use super::stats::{Collector, Players};
use super::status::Status;

use progress::Progress;
pub use scorer::Rendered;
use scorer::Scorer;
pub use settings::Settings;
pub(super) use signals::is_ignored;
use writer::{Output, Writer};

/// Runs the filter over all its sources.
#[must_use]
pub fn run(args: FilterArgs) -> Status {
    let mut settings = Settings::new(&args);
    if let Err(error) = settings.read_key(args.key.as_deref()) {
        complain(&error);
        return Status::Failed;
    }
    let sources = Source::list(args.files);
    if args.follow {
        return follow::run(&settings, &sources);
    }
    let mut writer = match Output::stdout() {
        Ok(out) => Writer::new(out, settings.separates_records()),
        Err(error) => return write_status(Err(error)),
    };
    writer.progress = Progress::new(&sources, !settings.quiet);
    let written = write_all(&settings, &mut writer, |format, writer| run_sources(&settings, &sources, format, writer));
    writer.end(written)
}

/// Runs the filter over all its sources, for statistics instead of records.
#[must_use]
pub fn collect(args: FilterArgs, players: Arc<Players>, collector: Arc<Mutex<Collector>>) -> Status {
    let settings = Settings::new(&args).with_stats(players);
    let sources = Source::list(args.files);
    let mut writer = Writer::new(Output::Stats(collector), false);
    writer.progress = Progress::new(&sources, false);
    let written = write_all(&settings, &mut writer, |format, writer| run_sources(&settings, &sources, format, writer));
    writer.end(written)
}

/// Prints text that is not a record.
#[must_use]
pub fn print(text: &[u8]) -> Status {
    write_status(Output::stdout().and_then(|mut out| out.write(text)))
}

/// The status after a write. A closed pipe (EPIPE) is not an error.
fn write_status(written: io::Result<()>) -> Status {
    match written {
        Ok(()) => Status::Good,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Good,
        Err(error) => {
            complain(&format_args!("write error: {}", reason(&error)));
            Status::Failed
        }
    }
}

/// Why a source could not be read to its end.
enum SourceError {
    /// The next source can still be read.
    Read(io::Error),
    /// Nothing more can be written.
    Write(io::Error),
}

/// Writes what stands before the records, the records that `run` writes, and what stands after them.
fn write_all(
    settings: &Settings,
    writer: &mut Writer,
    run: impl FnOnce(&mut dyn Format, &mut Writer) -> io::Result<()>,
) -> io::Result<()> {
    let mut format = settings.format();
    let mut head = Rendered::default();
    format.head(&mut head.out);
    writer.write(&head)?;
    run(format.as_mut(), writer)?;
    let mut tail = Rendered { has_failed: settings.check && writer.games == 0, ..Rendered::default() };
    let mut games = writer.games;
    if let Some(key) = &settings.key {
        for (name, line) in settings::lock(key).missing() {
            games += 1;
            tail.has_failed = true;
            if !settings.quiet {
                tail.out.extend(tap_missing(games, name, line).as_bytes());
            }
        }
    }
    format.tail(games, &mut tail.out);
    writer.write(&tail)
}

/// Returns write errors. An error of a source is reported, and the next source is read.
fn run_sources(
    settings: &Settings,
    sources: &[Source],
    format: &mut dyn Format,
    writer: &mut Writer,
) -> io::Result<()> {
    // Printed once, for someone who types a game as arguments.
    let mut hint = " (games are read from files or from standard input: echo 'X 5/ 9-' | bowling)";
    for source in sources {
        if source.is_typed() {
            let prompt = "bowling: reading games, one per line; Ctrl-D ends the input (see --help)\n";
            let _ = io::stderr().write_all(prompt.as_bytes());
        }
        writer.begin_source();
        let output = if settings.quiet { None } else { FileId::of(&io::stdout()) };
        let (error, hint) =
            match source.open(output).map(|input| run_section(settings, &source.name(), input, format, writer)) {
                Ok(Ok(())) => continue,
                Ok(Err(SourceError::Write(error))) => return Err(error),
                Err(error) if error.kind() == io::ErrorKind::NotFound && source.looks_like_a_game() => {
                    (error, std::mem::take(&mut hint).into())
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    let similar = similar_command(&source.name());
                    let hint = similar.map(|name| format!(" (perhaps the command: bowling {name})"));
                    (error, hint.unwrap_or_default())
                }
                Ok(Err(SourceError::Read(error))) | Err(error) => (error, String::new()),
            };
        complain_about(source, &error, &hint);
        writer.status.raise(Status::Failed);
    }
    Ok(())
}

fn complain_about(source: &Source, error: &io::Error, hint: &str) {
    match source.name().as_str() {
        "" => complain(&"a file name is empty, perhaps an unset variable (- is standard input)"),
        name => complain(&format_args!("{name}: {}{hint}", reason(error))),
    }
}

/// Reads one source, between what the format writes before and after it.
fn run_section(
    settings: &Settings,
    file: &str,
    bytes: Box<dyn Read + Send>,
    format: &mut dyn Format,
    writer: &mut Writer,
) -> Result<(), SourceError> {
    let games_before = writer.games;
    let mut rendered = Rendered::default();
    format.begin_source(file, &mut rendered.out);
    writer.write(&rendered).map_err(SourceError::Write)?;
    let run = run_source(settings, file, bytes, format, writer);
    if let Err(SourceError::Write(_)) = run {
        return run;
    }
    rendered.out.truncate(0);
    format.end_source(writer.games - games_before, &mut rendered.out);
    writer.write(&rendered).map_err(SourceError::Write)?;
    run
}

/// From this size on, whether there is enough memory is asked first.
const LARGE: u64 = 8 * 1024;

/// Reads one source from its first chunk to its last.
fn run_source(
    settings: &Settings,
    file: &str,
    bytes: Box<dyn Read + Send>,
    format: &mut dyn Format,
    writer: &mut Writer,
) -> Result<(), SourceError> {
    let mut chunker = Chunker::new(bytes, settings.plan());
    let mut chunk = Chunk::default();
    let mut scorer = Scorer::new(settings, file, format, settings::LARGEST_OUTPUT);
    let mut input = Input::new(&settings.read, &mut chunker);
    let (mut is_checked, mut threads) = (false, None);
    let mut detector = Detector::new(&settings.read, settings.writes(OutputFormat::Sheet));
    let read = loop {
        match chunker.next(&mut chunk) {
            Ok(true) => {}
            end => break end,
        }
        // Small input needs little more than has been read.
        if !is_checked && chunker.total_read() >= LARGE {
            memory::for_main_thread().map_err(SourceError::Read)?;
            is_checked = true;
        }
        refuse_binary(&chunk).map_err(SourceError::Read)?;
        let Some(input) = &mut input else {
            input = detector.read(&mut chunk, &mut chunker);
            if let Some(input) = &mut input {
                score_held(detector.take_held(), input, &mut scorer, writer)?;
            }
            continue;
        };
        scorer.score(&chunk, input, writer.games, |rendered, _| writer.write(rendered)).map_err(SourceError::Write)?;
        if let Some((line, rules)) = input.position() {
            chunker.move_to(line, rules);
        }
        // Not for a sheet: it names the rules where they differ from those of the game before. Not with a
        // key: its games are taken in order.
        if !settings.writes(OutputFormat::Sheet)
            && settings.key.is_none()
            // Only lines are counted while they are cut, and tests need their numbers.
            && (!settings.check || input.records() == Records::Lines)
            // JSON objects may share a line, and a page needs an id for each game.
            && (!settings.writes(OutputFormat::Html) || !input.records().is_json())
            && chunker.total_read() >= workers::WORTH_THREADS
            && *threads.get_or_insert_with(|| settings.threads()) > 1
            && let Some(input) = input.for_worker()
        {
            if file == "-" {
                enlarge_stdin_pipe();
            }
            return workers::run(settings, file, &mut chunker, &input, writer);
        }
    };
    let mut input = if let Some(input) = input {
        input
    } else {
        let mut input = detector.end();
        score_held(detector.take_held(), &mut input, &mut scorer, writer)?;
        input
    };
    writer.write(&scorer.end(&mut input)).map_err(SourceError::Write)?;
    read.map(drop).map_err(SourceError::Read)
}

/// Refuses a source that starts like a binary file.
fn refuse_binary(chunk: &Chunk) -> io::Result<()> {
    if chunk.first_line == 1
        && let Some(name) = binary(chunk.bytes())
    {
        return Err(io::Error::new(io::ErrorKind::InvalidData, name));
    }
    Ok(())
}

/// Scores the chunks that were read before the format was known.
fn score_held(
    held: Vec<Chunk>,
    input: &mut Input,
    scorer: &mut Scorer<'_>,
    writer: &mut Writer,
) -> Result<(), SourceError> {
    for chunk in held {
        scorer.score(&chunk, input, writer.games, |rendered, _| writer.write(rendered)).map_err(SourceError::Write)?;
    }
    Ok(())
}

/// Scores bytes in memory on one thread, as a run over one file does. For tests and fuzz targets.
#[must_use]
pub fn score_bytes(settings: &Settings, file: &str, bytes: &[u8]) -> Rendered {
    let settings = &settings.for_new_run();
    let mut writer = Writer::new(Output::Memory(Rendered::default()), settings.separates_records());
    let bytes = Box::new(io::Cursor::new(bytes.to_vec()));
    // Neither reading from memory nor writing to it can fail.
    let _ = write_all(settings, &mut writer, |format, writer| {
        let _ = run_section(settings, file, bytes, format, writer);
        Ok(())
    });
    writer.into_collected()
}
