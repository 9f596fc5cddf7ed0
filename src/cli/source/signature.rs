//! Recognises binary input by its first bytes, so that it is one error and not one per line.

/// What input starts with these bytes, and what would help; `None` for text.
pub fn binary(bytes: &[u8]) -> Option<&'static str> {
    const SIGNATURES: [(&[u8], &str); 16] = [
        (b"\x1f\x8b", "gzip data, not text (zcat FILE | bowling)"),
        (b"PK\x03\x04", "a zip archive or a spreadsheet, not text (unzip it, or save the sheet as CSV)"),
        (b"PK\x05\x06", "an empty zip archive, not text"),
        (b"\xFD7zXZ\0", "xz data, not text (xzcat FILE | bowling)"),
        (b"\x28\xB5\x2F\xFD", "zstd data, not text (zstdcat FILE | bowling)"),
        (b"BZh91AY&SY", "bzip2 data, not text (bzcat FILE | bowling)"),
        (b"\xD0\xCF\x11\xE0", "an old office document, not text (save the sheet as CSV)"),
        (b"\xFF\xFE\0\0", "UTF-32 text (iconv -f UTF-32 -t UTF-8 FILE | bowling)"),
        (b"\xFF\xFE", "UTF-16 text (iconv -f UTF-16 -t UTF-8 FILE | bowling)"),
        (b"\xFE\xFF", "UTF-16 text (iconv -f UTF-16 -t UTF-8 FILE | bowling)"),
        (b"%PDF-", "a PDF document, not text (pdftotext -layout FILE - | bowling)"),
        (b"\x89PNG", "a PNG image, not text"),
        (b"\xFF\xD8\xFF", "a JPEG image, not text"),
        (b"SQLite format 3\0", "an SQLite database, not text (export the table as CSV)"),
        (b"\x7FELF", "a program, not text"),
        (b"\xCA\xFE\xBA\xBE", "a program, not text"),
    ];
    if let Some((_, name)) = SIGNATURES.iter().find(|(signature, _)| bytes.starts_with(signature)) {
        return Some(name);
    }
    // ASCII in UTF-16, without a byte order mark.
    match bytes {
        [a, 0, b, 0, ..] if a.is_ascii() && b.is_ascii() && *a != 0 && *b != 0 => {
            Some("UTF-16 text (iconv -f UTF-16LE -t UTF-8 FILE | bowling)")
        }
        [0, a, 0, b, ..] if a.is_ascii() && b.is_ascii() && *a != 0 && *b != 0 => {
            Some("UTF-16 text (iconv -f UTF-16BE -t UTF-8 FILE | bowling)")
        }
        _ => None,
    }
}
