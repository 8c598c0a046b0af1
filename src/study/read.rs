//! Parses a study from JSON. Errors name the chapter and its field.

use super::task::Task;
use super::{Chapter, FORMAT, KEY, MAX_CHAPTERS, Study, View};
use crate::base::json::{At, Found, Wrong, line};
use crate::catalog::AnyGame;
use crate::record::{Record, RecordError, SeatSpec};
use serde_json::Value;

/// Maximum number of characters of a title.
const TITLE: usize = 80;
/// Maximum number of characters of the sentence about a study.
const ABOUT: usize = 200;
/// Maximum number of characters of an author's name.
const AUTHOR: usize = 120;

pub(super) fn study(value: &Value) -> Found<Study> {
    let all = At::root(value);
    all.fields(&[KEY, "title", "about", "author", "chapters"])?;
    let version = all.need(KEY, format!("the format's version, {FORMAT}"))?;
    match version.value().as_u64() {
        Some(FORMAT) => {}
        Some(newer) if newer > FORMAT => version
            .wrong(format!("{newer} is the format of a newer Totora; this one reads {FORMAT}"))?,
        _ => version.unlike(format!("the format's version, {FORMAT}"))?,
    }
    let title = line(&all.need("title", "a text")?, TITLE)?;
    let listed = all.need("chapters", "a list of chapters")?.list(1..=MAX_CHAPTERS)?;
    let mut chapters = Vec::with_capacity(listed.len());
    for (index, at) in listed.iter().enumerate() {
        chapters.push(chapter(at).map_err(|wrong| in_chapter(index, wrong))?);
    }
    Ok(Study {
        title,
        about: all.maybe("about", |at| line(at, ABOUT))?.unwrap_or_default(),
        author: all.maybe("author", |at| line(at, AUTHOR))?.unwrap_or_default(),
        chapters,
    })
}

/// Names the chapter of an error as people count; fields have their path in the chapter.
fn in_chapter(index: usize, Wrong { path, message }: Wrong) -> Wrong {
    let own = format!("chapters[{index}]");
    let message = message.replace(&format!("{own}."), "");
    let message = message.strip_prefix(&format!("{own}: ")).unwrap_or(&message);
    let message = format!("chapter {}: {}", index + 1, message.replace(&own, "it"));
    Wrong { path, message }
}

fn chapter(at: &At<'_>) -> Found<Chapter> {
    at.fields(&["title", "record", "line", "ply", "view", "task"])?;
    let game = at.need("record", "a record")?;
    let record = match Record::from_at(&game) {
        Ok(record) => record,
        // The message has the path of the field already, if it is about one.
        Err(RecordError::Content(message)) => {
            return Err(Wrong { path: path_in(&message, &game), message });
        }
        Err(error) => return game.wrong(error),
    };
    let lines = record.variations.len() as u64;
    let line_shown = at.maybe("line", |at| at.whole(0..=lines))?.unwrap_or(0) as usize;
    let last = match line_shown.checked_sub(1) {
        None => record.moves.len(),
        Some(index) => record.variations[index].after + record.variations[index].moves.len(),
    };
    let ply = at.maybe("ply", |at| at.whole(0..=last as u64))?.map_or(last, |ply| ply as usize);
    let view = at.maybe("view", |at| view(record.game, at))?.unwrap_or_default();
    let task = at.maybe("task", |at| Task::from_json(record.game, at))?;
    Ok(Chapter {
        title: at.maybe("title", |at| line(at, TITLE))?.unwrap_or_default(),
        record,
        line: line_shown,
        ply,
        view,
        task,
    })
}

/// The path of the field that a message about a record begins with; that of the record, if it begins with none.
fn path_in(message: &str, record: &At<'_>) -> String {
    let begin = record.path();
    let end = |letter: char| matches!(letter, '`' | ':' | ' ');
    let named = message.trim_start_matches('`').split(end).next().unwrap_or_default();
    // A field that is missing has no place; its object has one.
    match named.starts_with(begin) && !message.contains("is missing") {
        true => named.to_owned(),
        false => begin.to_owned(),
    }
}

fn view(game: &'static dyn AnyGame, at: &At<'_>) -> Found<View> {
    at.fields(&["overlay", "turned", "bot", "term"])?;
    let overlays = game.data().overlays;
    let overlay = at.maybe("overlay", |at| {
        let known = at.value().as_str().filter(|name| overlays.contains(name));
        at.read(known.map(str::to_owned), format!("one of {}", overlays.join(", ")))
    })?;
    let bot = at.maybe("bot", |at| {
        let spec = at.checked(SeatSpec::from_json(game, at.value()).map_err(RecordError::words))?;
        let bot = matches!(spec, SeatSpec::Bot { .. });
        at.read(bot.then_some(spec), r#"a bot: {"bot":"name","options":{},"budget":{}}"#)
    })?;
    let term = at.maybe("term", |at| {
        let name = at.text()?;
        let Some(SeatSpec::Bot { id, .. }) = &bot else {
            return at.wrong("there is no `bot` whose term it could be");
        };
        let terms = at.checked(game.bot_info(id))?.terms;
        let known = terms.iter().any(|term| term.key == name);
        let keys: Vec<&str> = terms.iter().map(|term| term.key).collect();
        at.read(known.then(|| name.to_owned()), format!("one of {}", keys.join(", ")))
    })?;
    Ok(View {
        overlay: overlay.unwrap_or_default(),
        turned: at.maybe("turned", |at| at.whole(0..=255))?.unwrap_or(0) as u8,
        bot,
        term: term.unwrap_or_default(),
    })
}
