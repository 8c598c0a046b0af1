//! What interfaces show of a study. The answers of its tasks stay here.

use super::task::Kind;
use super::{Chapter, Study, Task};
use crate::record::SeatSpec;
use serde::Serialize;

/// A study without its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StudyInfo {
    /// One line, as a heading.
    pub title: String,
    /// What it is about; may be empty.
    pub about: String,
    /// Its author; may be empty.
    pub author: String,
    /// The titles of its chapters; may be empty.
    pub chapters: Vec<String>,
}

/// A chapter, to be opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct StudyChapter {
    /// The title; may be empty.
    pub title: String,
    /// The note on the shown position; may be empty.
    pub note: String,
    /// The record of its game as JSON text.
    pub record: String,
    /// The line of the shown position.
    pub line: usize,
    /// Number of plies before the shown position.
    pub ply: usize,
    /// The overlay of the board; empty for none.
    pub overlay: String,
    /// The rotation of the board.
    pub turned: u8,
    /// The bot whose analysis is shown.
    #[cfg_attr(
        target_arch = "wasm32",
        tsify(type = "{ bot: string; options: OptionValues; budget?: Budget } | null")
    )]
    pub bot: Option<SeatSpec>,
    /// The key of the bot's term whose weight the reader changes; empty for none.
    pub term: String,
    /// The task of the reader.
    pub task: Option<StudyTask>,
}

/// A task without its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StudyTask {
    /// What an answer is.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "'find' | 'predict' | 'term'"))]
    pub kind: &'static str,
    /// What is asked.
    pub question: String,
    /// Help before an answer; may be empty.
    pub hint: String,
    /// The choices of a prediction.
    pub choices: Vec<String>,
}

impl StudyInfo {
    /// What is shown of a study.
    pub fn from_study(study: &Study) -> StudyInfo {
        StudyInfo {
            title: study.title.clone(),
            about: study.about.clone(),
            author: study.author.clone(),
            chapters: study.chapters.iter().map(|chapter| chapter.title.clone()).collect(),
        }
    }
}

impl StudyChapter {
    /// What is shown of a chapter. Its game is not played here.
    pub fn from_chapter(chapter: &Chapter) -> StudyChapter {
        let Chapter { title, record, line, ply, view, task } = chapter;
        let here = |one: &&crate::record::Annotated| (one.line, one.ply) == (*line, *ply);
        let note = record.annotations.iter().find(here).map(|one| one.annotation.note.clone());
        StudyChapter {
            title: title.clone(),
            note: note.unwrap_or_default(),
            record: record.to_text(),
            line: *line,
            ply: *ply,
            overlay: view.overlay.clone(),
            turned: view.turned,
            bot: view.bot.clone(),
            term: view.term.clone(),
            task: task.as_ref().map(StudyTask::from_task),
        }
    }
}

impl StudyTask {
    fn from_task(task: &Task) -> StudyTask {
        let (kind, choices) = match &task.kind {
            Kind::Find(_) => ("find", Vec::new()),
            Kind::Predict { choices, .. } => ("predict", choices.clone()),
            Kind::Term { .. } => ("term", Vec::new()),
        };
        let (question, hint) = (task.question.clone(), task.hint.clone());
        StudyTask { kind, question, hint, choices }
    }
}
