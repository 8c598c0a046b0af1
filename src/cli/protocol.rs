//! `totora protocol`: the streams around a [`Conversation`].

use super::output::{Failure, clock};
use clap::Args;
use std::io::{BufRead, Write, stdin, stdout};
use totora::protocol::{Answer, Conversation, MAX_LINE, too_long};

#[derive(Args)]
pub(crate) struct Protocol {}

impl Protocol {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut input = stdin().lock();
        let mut out = stdout().lock();
        let mut conversation = Conversation::new();
        while let Some(line) = next_line(&mut input)? {
            let answer = match line {
                Line::Text(line) => conversation.answer(&line, &clock),
                Line::NotText => Answer::error("not a text: the line is not UTF-8"),
                Line::TooLong => Answer::error(&too_long()),
            };
            writeln!(out, "{}", answer.line)?;
            out.flush()?;
            if answer.quit {
                break;
            }
        }
        Ok(())
    }
}

enum Line {
    Text(String),
    NotText,
    TooLong,
}

/// The next line without its end; of a line that is too long nothing is kept.
fn next_line(input: &mut impl BufRead) -> Result<Option<Line>, Failure> {
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
