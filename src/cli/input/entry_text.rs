//! The text that an entry was read from.

/// What an entry was read from.
#[derive(Clone, Copy, Debug)]
pub enum EntryText<'a> {
    Line(&'a [u8]),
    /// A row of a table, which cannot be read as a line of a sheet.
    Row(&'a [u8]),
    /// Text that is shared with other games, or spread over lines.
    Elsewhere,
}

impl<'a> EntryText<'a> {
    /// A line of it, from 0: a quoted cell may hold line ends.
    pub(super) fn nth_line(self, nth: u64) -> Option<&'a [u8]> {
        let (Self::Line(text) | Self::Row(text)) = self else { return None };
        text.split(|&byte| byte == b'\n').nth(usize::try_from(nth).ok()?).map(<[u8]>::trim_ascii_end)
    }

    /// The line of a sheet; empty for anything else.
    pub const fn line(self) -> &'a [u8] {
        match self {
            Self::Line(line) => line,
            Self::Row(_) | Self::Elsewhere => b"",
        }
    }
}
