//! A source that is being read: its chunks, the reader of its format, and how far they have come.

use std::io::{self, Read};

use crate::cli::read::{InputFormat, JsonLayout, Position, ReadOptions, Reader, Sniffed, Sniffer};
use crate::cli::source::{Chunks, foreign};

pub struct Input {
    pub chunks: Chunks,
    pub reader: Reader,
    /// The position of the next chunk.
    pub at: Position,
}

impl Input {
    /// Opens a source in the format that its first bytes show.
    pub fn open(bytes: Box<dyn Read + Send>, options: &ReadOptions, largest_chunk: usize) -> io::Result<Self> {
        let mut chunks = Chunks::new(bytes, largest_chunk);
        let mut sniffer = Sniffer::new(&options.columns);
        let reader = chunks.peek(|start, is_ended| {
            let unreadable = |why| Some(Err(io::Error::new(io::ErrorKind::InvalidData, why)));
            if let Err(name) = foreign(start, is_ended, options.from == InputFormat::Auto)? {
                return unreadable(name);
            }
            let format = match options.from {
                InputFormat::Auto => Some(sniffer.sniff(start, is_ended)?),
                InputFormat::Json => Some(Sniffed::Json(JsonLayout::of(start, is_ended)?)),
                _ => None,
            };
            Some(Ok(Reader::new(options, format)))
        })??;
        chunks.records = reader.records();
        Ok(Self { chunks, reader, at: Position::start(options.rules, options.tags.clone()) })
    }
}
