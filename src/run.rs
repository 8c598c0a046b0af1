//! Playing on: plies of a session one after the other, with bots that think and people whose orders go
//! on, until enough is played or something happens. A face that shows long games plays them in such
//! batches, away from what it draws. No rule of any game is here.

use crate::bot::Watch;
use crate::catalog::AnyPosition;
use crate::record::SeatSpec;
use crate::session::{Session, SessionError};
use serde_json::Value;

/// How far to play on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// Plies to play at most.
    pub most: usize,
    /// The milliseconds after which no further ply is begun.
    pub ms: f64,
    /// What people have ordered for the first ply, by seat.
    pub given: Vec<(usize, String)>,
    /// What people's seats play otherwise; `None` stops where they owe a move.
    pub go_on: Option<String>,
    /// A question that is put to the position after each ply; where the answer has a `stop` in words,
    /// the run ends.
    pub until: Option<Value>,
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ran {
    /// The plies played, as records write them.
    pub moves: Vec<String>,
    /// Why it stopped, if the question was answered.
    pub stop: Option<String>,
}

/// Plays on from the ply that is looked at; what was played after it is replaced.
///
/// # Errors
/// When a person's order is refused or a bot cannot be made. Plies before that stay played.
pub fn play_on(session: &mut Session, run: &Run, watch: &dyn Watch) -> Result<Ran, SessionError> {
    let begun = session.ply();
    let mut ran = Ran::default();
    let mut given = run.given.as_slice();
    session.forget_later();
    while ran.moves.len() < run.most && (ran.moves.is_empty() || watch.elapsed_ms() < run.ms) {
        if !play_ply(session, given, run.go_on.as_deref(), watch)? {
            break;
        }
        given = &[];
        let played = session.plies().get(begun + ran.moves.len());
        ran.moves.extend(played.map(|ply| ply.text.clone()));
        ran.stop = run.until.as_ref().and_then(|question| asked(session.position(), question));
        if ran.stop.is_some() {
            break;
        }
    }
    Ok(ran)
}

/// One ply: false when nobody owes a move, or a person does who has nothing to say.
fn play_ply(
    session: &mut Session,
    given: &[(usize, String)],
    go_on: Option<&str>,
    watch: &dyn Watch,
) -> Result<bool, SessionError> {
    let before = session.ply();
    while session.ply() == before {
        let owing = session.position().to_act();
        let person =
            owing.iter().find(|&seat| session.setup().seats.get(seat) == Some(&SeatSpec::Human));
        // People first: where all move at once a bot sees nothing of it, and a refusal comes at once.
        if let Some(seat) = person {
            let own = given.iter().find(|(one, _)| *one == seat).map(|(_, text)| text.as_str());
            let Some(text) = own.or(go_on) else { return Ok(false) };
            session.play(Some(seat), text, false)?;
        } else if !session.play_bot(watch)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn asked(position: &dyn AnyPosition, question: &Value) -> Option<String> {
    let answer = position.inspect(question).ok()?;
    answer.get("stop").and_then(Value::as_str).map(str::to_owned)
}
