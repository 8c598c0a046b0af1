//! Reads lines of any length and content from an untrusted source. Both ends of the protocol use this.

use std::io::{self, BufRead, Read};
use totora::session::protocol::MAX_LINE;

/// A line that was received.
pub(super) enum Received {
    Text(String),
    NotText,
    TooLong,
}

/// The next line without its line end. The content of a line that is too long is dropped.
pub(super) fn next_line(input: &mut impl BufRead) -> io::Result<Option<Received>> {
    let mut line = Vec::new();
    if input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > MAX_LINE {
        input.skip_until(b'\n')?;
        return Ok(Some(Received::TooLong));
    }
    Ok(Some(String::from_utf8(line).map_or(Received::NotText, Received::Text)))
}
