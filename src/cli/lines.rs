//! Reads lines of any length and content from an untrusted source. Both ends of the protocol use this.

use std::io::{self, BufRead};
use totora::session::protocol::MAX_LINE;

/// A line that was received.
pub(super) enum Line {
    Text(String),
    NotText,
    TooLong,
}

/// The next line without its line end. The content of a line that is too long is dropped.
pub(super) fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut too_long = false;
    let mut any = false;
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            break;
        }
        any = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        if line.len() + part.len() > MAX_LINE {
            too_long = true;
            line = Vec::new();
        } else if !too_long {
            line.extend_from_slice(part);
        }
        let used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(any.then(|| match (too_long, String::from_utf8(line)) {
        (true, _) => Line::TooLong,
        (_, Ok(text)) => Line::Text(text),
        (_, Err(_)) => Line::NotText,
    }))
}
