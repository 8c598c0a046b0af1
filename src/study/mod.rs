//! A study: a sequence of chapters, each a position or a game with its notes, a view, and optionally a task. It is JSON, in a
//! file or a link (`docs/reference/studies.md`). A study comes from a stranger: all of it is bounded, and no game is played
//! before its chapter opens. No user interface here.

mod read;
mod shown;
mod task;

pub use shown::{StudyChapter, StudyInfo, StudyTask};
pub use task::{Answered, Task};

use crate::base::json::{located, parsed};
use crate::record::link::{self, LinkError};
use crate::record::{Record, SeatSpec};
use crate::session::{Session, SessionError};
use serde_json::{Value, json};

/// The version of the format.
pub const FORMAT: u64 = 1;
/// Maximum number of chapters.
pub const MAX_CHAPTERS: usize = 300;
/// Maximum size of a study, in bytes.
pub const MAX_BYTES: usize = 4 << 20;
/// The name of a link to a study, in place of a game's id.
pub const NAME: &str = "study";
/// The key that shows that an object is a study; the importer knows it too.
pub const KEY: &str = "totora_study";

/// A sequence of chapters.
#[derive(Clone, Debug)]
pub struct Study {
    /// One line, as a heading.
    pub title: String,
    /// What it is about, in a sentence; may be empty.
    pub about: String,
    /// Its author; may be empty.
    pub author: String,
    /// 1 to [`MAX_CHAPTERS`].
    pub chapters: Vec<Chapter>,
}

/// A position of a game, and what is shown and asked there.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// One line, as a heading; may be empty.
    pub title: String,
    /// The game. The annotation of the shown position is the chapter's note.
    pub record: Record,
    /// The line of the shown position: 0 for the main line, or the number of a variation.
    pub line: usize,
    /// Number of plies before the shown position.
    pub ply: usize,
    /// What is shown with the position.
    pub view: View,
    /// The task of the reader.
    pub task: Option<Task>,
}

/// What a chapter shows with its position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The overlay of the board; empty for none.
    pub overlay: String,
    /// The rotation of the board, in the game's own steps.
    pub turned: u8,
    /// The bot whose analysis is shown, if any.
    pub bot: Option<SeatSpec>,
    /// The key of the bot's term whose weight the reader changes; empty for none.
    pub term: String,
}

impl Study {
    /// Reads a study from JSON text.
    ///
    /// # Errors
    /// Line, column, chapter and field of the first fault, and what was expected; or its size, if it is too large.
    pub fn read(text: &str) -> Result<Study, String> {
        too_large(text.len())?;
        let text = text.trim_start_matches('\u{feff}');
        let value = parsed(text)?;
        read::study(&value).map_err(|wrong| located(text, &wrong))
    }

    /// Reads the study of a link, in whatever surrounds it.
    ///
    /// # Errors
    /// What is wrong with the link or with its study.
    pub fn from_link(text: &str) -> Result<Study, String> {
        let address = link::find(text).map_err(|error| error.to_string())?;
        if address.name != NAME {
            return Err(format!("this is a link to `{}`; expected one to a study", address.name));
        }
        let content = String::from_utf8(address.into_content())
            .map_err(|_| LinkError::Damaged("its study is no text").to_string())?;
        Study::read(&content)
    }

    /// A link to the study, beginning with `#`.
    ///
    /// # Errors
    /// When it is too large for a link.
    pub fn link(&self) -> Result<String, LinkError> {
        link::pack(NAME, self.to_json().to_string().into_bytes())
    }

    /// The study as JSON.
    pub fn to_json(&self) -> Value {
        let mut all = json!({ "totora_study": FORMAT, "title": self.title });
        for (key, text) in [("about", &self.about), ("author", &self.author)] {
            if !text.is_empty() {
                all[key] = json!(text);
            }
        }
        all["chapters"] = self.chapters.iter().map(Chapter::to_json).collect();
        all
    }

    /// A chapter by its index.
    ///
    /// # Errors
    /// When there is none.
    pub fn chapter(&self, index: usize) -> Result<&Chapter, String> {
        let chapters = self.chapters.len();
        self.chapters
            .get(index)
            .ok_or_else(|| format!("there is no chapter {}; the study has {chapters}", index + 1))
    }

    /// Plays the games of all chapters and checks the tasks against their positions.
    ///
    /// # Errors
    /// The chapter, and why its game or its task does not fit.
    pub fn check(&self) -> Result<(), String> {
        for (index, chapter) in self.chapters.iter().enumerate() {
            chapter.check().map_err(|error| format!("chapter {}: {error}", index + 1))?;
        }
        Ok(())
    }
}

/// Refuses a study of too many bytes.
///
/// # Errors
/// Its size, and the limit.
pub fn too_large(bytes: usize) -> Result<(), String> {
    match bytes > MAX_BYTES {
        true => Err(format!("the study has {bytes} bytes; at most {MAX_BYTES} are read")),
        false => Ok(()),
    }
}

impl Chapter {
    /// The game at the shown position.
    ///
    /// # Errors
    /// A ply that cannot be played, or a position that the game does not have.
    pub fn session(&self) -> Result<Session, String> {
        let mut session =
            Session::replay(self.record.clone()).map_err(|error| error.to_string())?;
        let shown = session.open_line(self.line, self.ply);
        shown.map_err(|error: SessionError| error.to_string())?;
        Ok(session)
    }

    fn check(&self) -> Result<(), String> {
        let session = self.session()?;
        self.task.as_ref().map_or(Ok(()), |task| task.check(&session))
    }

    /// Checks an answer to the chapter's task.
    ///
    /// # Errors
    /// When it has no task, or the answer is none: an illegal move, or a formula with a fault.
    pub fn answer(&self, answer: &str) -> Result<Answered, String> {
        let task = self.task.as_ref().ok_or("this chapter has no task")?;
        task.answer(&self.session()?, answer)
    }

    /// The answer to the chapter's task, with its explanation.
    ///
    /// # Errors
    /// When it has no task, or the task does not fit the position.
    pub fn solution(&self) -> Result<Answered, String> {
        let task = self.task.as_ref().ok_or("this chapter has no task")?;
        task.solution(&self.session()?)
    }

    /// The chapter as JSON.
    pub fn to_json(&self) -> Value {
        let mut all = json!({ "record": self.record.to_json(), "ply": self.ply });
        if !self.title.is_empty() {
            all["title"] = json!(self.title);
        }
        if self.line > 0 {
            all["line"] = json!(self.line);
        }
        let view = self.view.to_json();
        if view != json!({}) {
            all["view"] = view;
        }
        if let Some(task) = &self.task {
            all["task"] = task.to_json();
        }
        all
    }
}

impl View {
    fn to_json(&self) -> Value {
        let mut all = json!({});
        for (key, text) in [("overlay", &self.overlay), ("term", &self.term)] {
            if !text.is_empty() {
                all[key] = json!(text);
            }
        }
        if self.turned > 0 {
            all["turned"] = json!(self.turned);
        }
        if let Some(bot) = &self.bot {
            all["bot"] = json!(bot);
        }
        all
    }
}
