//! `totora protocol`: connects a [`Conversation`] to standard input and output.

use super::lines::{Received, next_line};
use super::output::{Failure, clock};
use std::io::{Write, stdin, stdout};
use totora::session::protocol::{Answer, Conversation, too_long};

pub(crate) fn run() -> Result<(), Failure> {
    let mut input = stdin().lock();
    let mut out = stdout().lock();
    let mut conversation = Conversation::new();
    while let Some(line) = next_line(&mut input)? {
        let answer = match line {
            Received::Text(line) => conversation.answer(&line, &clock),
            Received::NotText => Answer::error("not a text: the line is not UTF-8"),
            Received::TooLong => Answer::error(&too_long()),
        };
        writeln!(out, "{}", answer.line)?;
        out.flush()?;
        if answer.quit {
            break;
        }
    }
    Ok(())
}
