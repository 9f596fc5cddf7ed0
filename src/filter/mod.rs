//! The filter: sources in, records out, in order, as soon as they can be known.

mod crew;
mod lane_log;
mod progress;
mod scorer;
mod sink;

use std::io::{self, IsTerminal, Write};

use crate::cli::{Color, FilterArgs};
use crate::diagnostic::{complain, reason};
use crate::exit::Status;
use crate::input::{self, Chunk, Chunker, Cut, Plan, Source};
use crate::output::{self, Check, Format, Paint, To};
use crate::parse::log::is_log;
use crate::parse::sheet::{Kind, kind};
use crate::{Dialect, Rules};

use lane_log::LaneLog;
use progress::Progress;
use scorer::Scorer;
use sink::Sink;

/// What was asked for, as the inner rooms need it.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How games are written.
    pub dialect: Dialect,
    /// The rules of the option.
    pub rules: Option<Rules>,
    /// Unfinished games are errors.
    pub complete: bool,
    /// What to write.
    pub to: To,
    /// TAP instead of records.
    pub check: bool,
    /// No records at all.
    pub quiet: bool,
    /// A header above CSV.
    pub header: bool,
    /// Colour on the board.
    pub paint: Paint,
    /// Colour in diagnostics.
    pub paint_errors: Paint,
    /// The most threads, if that was said.
    pub threads: Option<usize>,
}

impl Settings {
    /// What the arguments ask for.
    #[must_use]
    pub fn new(args: &FilterArgs) -> Self {
        Self {
            dialect: args.from.into(),
            rules: args.rules,
            complete: args.complete,
            to: args.format(),
            check: args.check,
            quiet: args.quiet,
            header: !args.no_header,
            paint: paint(args.color, io::stdout().is_terminal()),
            paint_errors: paint(args.color, io::stderr().is_terminal()),
            threads: args.threads.map(usize::from),
        }
    }

    /// A new writer of the format.
    fn format(&self) -> Box<dyn Format> {
        match () {
            () if self.check => Box::new(Check::new(self.quiet)),
            () if self.quiet => output::quiet(),
            () => self.to.format(self.header, self.paint),
        }
    }

    /// Are records of this format written?
    fn writes(&self, to: To) -> bool {
        self.to == to && !self.check && !self.quiet
    }

    /// Where chunks may end, and how large they grow.
    fn plan(&self, boards_before: bool) -> Plan {
        let cut = if self.writes(To::Board) { Cut::Boards } else { Cut::Lines };
        Plan { cut, read: self.read(64 * 1024, MOST_RENDERED), option: self.rules, boards_before }
    }

    /// The size of a chunk: what it becomes is as a rule no more than so many bytes.
    fn read(&self, most: usize, most_rendered: usize) -> usize {
        let growth = match self.to {
            To::Totals => 1,
            To::Notation | To::Rolls => 2,
            To::Sheet | To::Csv => 4,
            To::Board => 8,
            To::Explain | To::Json => 32,
        };
        (most_rendered / growth).clamp(1024, most)
    }

    /// Can chunks be scored apart from each other? Not where a record depends on the ones before it.
    fn is_parallel(&self) -> bool {
        !self.check && !matches!(self.to, To::Explain | To::Sheet) && self.threads() > 1
    }

    /// The threads to use. Asking for the cores takes a few system calls, so it is done for large input only.
    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
    }
}

/// Whether to colour what goes to a terminal or not.
#[must_use]
pub fn paint(color: Color, terminal: bool) -> Paint {
    let wanted = match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
            terminal && !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
        }
    };
    if wanted { Paint::Colour } else { Paint::Plain }
}

/// As soon as so many bytes have become of a chunk they are written, and the rest of it is scored after that: of bad
/// games diagnostics are made that are many times as long.
const MOST_RENDERED: usize = 1024 * 1024;

/// What scoring a chunk gives.
#[derive(Debug)]
pub struct Rendered {
    /// Records.
    pub out: Vec<u8>,
    /// Diagnostics.
    pub err: Vec<u8>,
    /// Was some game in error, or some claim wrong?
    pub failed: bool,
    /// How many bytes of input it is made of.
    pub read: usize,
    /// How many bytes are enough.
    most: usize,
}

impl Rendered {
    const fn new(most: usize) -> Self {
        Self { out: Vec::new(), err: Vec::new(), failed: false, read: 0, most }
    }

    fn is_full(&self) -> bool {
        self.out.len() + self.err.len() >= self.most
    }

    fn clear(&mut self) {
        self.out.clear();
        self.err.clear();
        self.failed = false;
        self.read = 0;
    }

    /// What it makes of the exit status.
    fn status(&self) -> Status {
        if self.failed { Status::Wrong } else { Status::Good }
    }
}

/// Runs the filter over all its sources.
#[must_use]
pub fn run(args: FilterArgs) -> Status {
    let settings = Settings::new(&args);
    let sources = Source::list(args.files);
    let mut status = Status::Good;
    let written = Sink::stdout().and_then(|mut sink| {
        sink.watch(Progress::new(&sources, !settings.quiet));
        run_sources(&settings, &sources, &mut sink, &mut status)
    });
    status.worsen(manners(written));
    status
}

/// Prints what is no record.
#[must_use]
pub fn print(text: &[u8]) -> Status {
    let rendered = Rendered { out: text.to_vec(), ..Rendered::new(text.len()) };
    manners(Sink::stdout().and_then(|mut sink| sink.write(&rendered)))
}

/// Ends the process where a write has failed and threads may still wait for input.
fn leave(error: io::Error, mut status: Status) -> ! {
    status.worsen(manners(Err(error)));
    std::process::exit(status as i32)
}

/// What becomes of a write error.
fn manners(written: io::Result<()>) -> Status {
    match written {
        Ok(()) => Status::Good,
        // Who reads no further wants no word about it.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Good,
        Err(error) => {
            complain(&format_args!("write error: {}", reason(&error)));
            Status::Trouble
        }
    }
}

/// An error returned is one of writing; what is wrong with a source is said and the next one goes on.
fn run_sources(settings: &Settings, sources: &[Source], sink: &mut Sink, status: &mut Status) -> io::Result<()> {
    let mut format = settings.format();
    let mut rendered = Rendered::new(MOST_RENDERED);
    format.head(&mut rendered.out);
    sink.write(&rendered)?;
    let mut boards = false;
    // Said once: who types a game as arguments types many of them.
    let mut hint = " (games are read from files or from standard input: echo 'X 5/ 9-' | bowling)";
    for source in sources {
        if source.is_by_hand() {
            let hint = "bowling: reading games, one a line; Ctrl-D ends them (--help tells more)\n";
            let _ = io::stderr().write_all(hint.as_bytes());
        }
        let input = match source.open() {
            Ok(input) => input,
            Err(error) => {
                let typed = error.kind() == io::ErrorKind::NotFound && source.looks_like_a_game();
                let hint = if typed { std::mem::take(&mut hint) } else { "" };
                complain(&format_args!("{}: {}{hint}", source.name(), reason(&error)));
                status.worsen(Status::Trouble);
                continue;
            }
        };
        let mut chunker = Chunker::new(input, settings.plan(boards));
        let run = run_source(settings, &source.name(), &mut chunker, &mut format, sink, status);
        boards = chunker.any_board();
        match run {
            Ok(()) => {}
            Err(Trouble::Read(error)) => {
                complain(&format_args!("{}: {}", source.name(), reason(&error)));
                status.worsen(Status::Trouble);
            }
            Err(Trouble::Write(error)) => return Err(error),
        }
    }
    rendered.clear();
    if !format.tail(&mut rendered.out) {
        status.worsen(Status::Wrong);
    }
    sink.write(&rendered)?;
    sink.finish()
}

/// What can go wrong with one source, kept apart since it ends differently.
enum Trouble {
    Read(io::Error),
    Write(io::Error),
}

/// One source from its first chunk to its last.
fn run_source(
    settings: &Settings,
    file: &str,
    chunker: &mut Chunker,
    format: &mut Box<dyn Format>,
    sink: &mut Sink,
    status: &mut Status,
) -> Result<(), Trouble> {
    let mut chunk = Chunk::default();
    let mut rendered = Rendered::new(MOST_RENDERED);
    let mut desk = Desk::new(settings, file);
    let mut read = Ok(());
    loop {
        match chunker.next(&mut chunk) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                read = Err(Trouble::Read(error));
                break;
            }
        }
        rendered.clear();
        let write = |rendered: &Rendered| {
            status.worsen(rendered.status());
            sink.write(rendered).map_err(Trouble::Write)
        };
        desk.chunk(&chunk, format.as_mut(), &mut rendered, write)?;
        let large = chunker.total() >= crew::WORTH_A_CREW;
        if large && desk.is_sheet() && settings.is_parallel() {
            if file == "-" {
                input::widen_stdin();
            }
            return crew::run(settings, file, chunker, sink, status);
        }
    }
    rendered.clear();
    desk.end(format.as_mut(), &mut rendered);
    status.worsen(rendered.status());
    sink.write(&rendered).map_err(Trouble::Write)?;
    read
}

/// Where the chunks of one source are scored, whatever it turns out to be.
struct Desk<'a> {
    settings: &'a Settings,
    file: &'a str,
    log: Option<LaneLog>,
    /// It is known whether the source is a sheet or a log.
    decided: bool,
}

impl<'a> Desk<'a> {
    fn new(settings: &'a Settings, file: &'a str) -> Self {
        let log = (settings.dialect == Dialect::Log).then(LaneLog::default);
        Self { settings, file, log, decided: settings.dialect != Dialect::Auto }
    }

    fn is_sheet(&self) -> bool {
        self.decided && self.log.is_none()
    }

    /// Scores a chunk, and writes what becomes of it.
    fn chunk<E>(
        &mut self,
        chunk: &Chunk,
        format: &mut dyn Format,
        rendered: &mut Rendered,
        mut write: impl FnMut(&Rendered) -> Result<(), E>,
    ) -> Result<(), E> {
        if !self.decided {
            let first = chunk.bytes().split(|&byte| byte == b'\n').find_map(is_log_line);
            self.decided = first.is_some();
            self.log = (first == Some(true)).then(LaneLog::default);
        }
        rendered.read += chunk.bytes().len();
        if let Some(log) = &mut self.log {
            log.chunk(self.settings, self.file, chunk, format, rendered);
        } else {
            let mut scorer = Scorer::new(self.settings, self.file, format, chunk);
            while scorer.score(rendered) {
                write(rendered)?;
                rendered.clear();
            }
        }
        write(rendered)
    }

    /// The end of the source: of a log, the last match.
    fn end(&mut self, format: &mut dyn Format, rendered: &mut Rendered) {
        if let Some(log) = &mut self.log {
            log.end(self.settings, self.file, format, rendered);
        }
    }
}

/// Whether a line decides what its file is: `Some(true)` for a log.
fn is_log_line(line: &[u8]) -> Option<bool> {
    match kind(line) {
        Kind::Game => Some(is_log(line)),
        Kind::Players(_) => Some(true),
        _ => None,
    }
}

/// Scores bytes in memory as a run over one file does, on one thread; tests and fuzz targets call it.
#[must_use]
pub fn score_bytes(settings: &Settings, file: &str, bytes: &[u8]) -> Rendered {
    let mut format = settings.format();
    let mut chunker = Chunker::new(Box::new(io::Cursor::new(bytes.to_vec())), settings.plan(false));
    let (mut chunk, mut rendered) = (Chunk::default(), Rendered::new(usize::MAX));
    let mut desk = Desk::new(settings, file);
    format.head(&mut rendered.out);
    while matches!(chunker.next(&mut chunk), Ok(true)) {
        let Ok(()) = desk.chunk(&chunk, format.as_mut(), &mut rendered, |_| Ok::<_, std::convert::Infallible>(()));
    }
    desk.end(format.as_mut(), &mut rendered);
    rendered.failed |= !format.tail(&mut rendered.out);
    rendered
}
