//! The hand-ins of a class: reads texts with one or many, each with the setup of the games that its result is of, and compares the
//! result with the games when someone has played them. What cannot be read becomes a row with its reason; the others go on.

use super::{GAMES, HandIn, HandInResult, NAME, SEED, Taught};
use crate::arena::{percent, range};
use crate::base::fixed::shorten;
use crate::base::options::RawOptions;
use crate::catalog::{AnyGame, game};
use crate::lab::heuristic::{FORMULA, LAB, Written, in_file};
use crate::lab::shared::{self, LabSent};
use crate::record::SeatSpec;
use crate::record::link::{self, LinkError};
use crate::session::names::written_name;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// Maximum number of hand-ins that are read together.
pub const MOST_ROWS: usize = 1_000;
/// Maximum number of lessons.
const MOST_LESSONS: usize = 32;
/// Maximum length of a line, in bytes: a link in another address may be four times as long.
const MOST_LINE: usize = 4 * link::MAX_CHARACTERS;
/// Maximum number of lines that a program has broken a link into.
const MOST_BROKEN: usize = 1_000;
/// Maximum number of characters of a name in the Arena.
const MOST_NAME: usize = 40;

/// One hand-in of a list.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ClassRow {
    /// The file that it is from; empty for a pasted text.
    pub file: String,
    /// The line where it begins, from 1.
    pub line: usize,
    /// The link, from `#` on; empty for JSON, and for what cannot be read.
    pub link: String,
    /// The code of the link; empty without a hand-in.
    pub code: String,
    /// The pupil's name, or that of the heuristic; may be empty.
    pub name: String,
    /// The game's id; `None` for what cannot be read.
    pub game: Option<&'static str>,
    /// The title of the lesson; empty if it is unknown.
    pub lesson: String,
    /// How often games were played; `None` for a heuristic alone.
    pub attempts: Option<u64>,
    /// Number of right predictions.
    pub right: usize,
    /// Number of predictions that the lesson asks for; 0 for a heuristic alone.
    pub predictions: usize,
    /// The result as handed in.
    pub result: Option<HandInResult>,
    /// The version of Totora that it was made with; empty for a heuristic alone.
    pub totora: String,
    /// The games of the result; null if there are none.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "ArenaSetup | null"))]
    pub setup: Value,
    /// The heuristic under the pupil's name, for a tournament; null if it cannot be read.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "ArenaBot | null"))]
    pub bot: Value,
    /// What is wrong before any game is played, in sentences.
    pub problems: Vec<String>,
    /// What a teacher may want to know: that another has handed in the same.
    pub notes: Vec<String>,
}

/// The hand-ins so far, and the lessons that they may be of.
pub struct Class {
    lessons: Vec<Taught>,
    rows: Vec<ClassRow>,
    /// The heuristics of the rows, to find equal ones.
    known: Vec<(String, usize)>,
    /// Number of hand-ins beyond the maximum.
    unread: usize,
}

/// What a piece of a text holds.
enum Piece {
    Work(Box<HandIn>),
    Lesson,
    /// One or several heuristics, and the link if they came with one.
    Heuristics(&'static dyn AnyGame, Vec<RawOptions>, String),
}

impl Class {
    /// A class without hand-ins, with these lessons as JSON texts.
    ///
    /// # Errors
    /// As [`Class::teach`].
    pub fn new<T: AsRef<str>>(lessons: &[T]) -> Result<Class, String> {
        let mut class =
            Class { lessons: Vec::new(), rows: Vec::new(), known: Vec::new(), unread: 0 };
        lessons.iter().rev().try_for_each(|text| class.teach(text.as_ref()))?;
        Ok(class)
    }

    /// Adds a lesson, passed as JSON text or as a link; the last one of a game is that of heuristics alone.
    ///
    /// # Errors
    /// The error in the lesson, and its place.
    pub fn teach(&mut self, text: &str) -> Result<(), String> {
        let taught = if text.trim_start().starts_with('{') {
            Taught::read(text)?
        } else {
            match shared::open(text)? {
                LabSent::Lesson { lesson } => Taught::read(&lesson)?,
                LabSent::Heuristic { .. } => {
                    return Err("a heuristic; expected a lesson".to_owned());
                }
            }
        };
        let id = taught.lesson.game.id();
        let known = self.lessons.iter().any(|one| one.is(id, &taught.print));
        if !known && self.lessons.len() == MOST_LESSONS {
            return Err(format!("more than {MOST_LESSONS} lessons"));
        }
        if !known {
            self.lessons.insert(0, taught);
        }
        Ok(())
    }

    /// Adds the hand-ins of texts, each with the name of its file: one, or one per line, as links or JSON. Lessons in them are added
    /// before all hand-ins.
    pub fn add(&mut self, files: &[(String, String)]) {
        let all = files.iter().flat_map(|(file, text)| {
            pieces(text).into_iter().map(move |(line, piece)| (file, line, piece))
        });
        let (lessons, others): (Vec<_>, Vec<_>) = all.partition(|(.., piece)| is_lesson(piece));
        for (file, line, piece) in lessons.into_iter().chain(others) {
            if self.rows.len() >= MOST_ROWS {
                self.unread += 1;
                continue;
            }
            let place = ClassRow { file: file.clone(), line, ..ClassRow::default() };
            match self.read(&piece) {
                Ok(Piece::Lesson) => {}
                Ok(Piece::Work(work)) => self.enter(work_row(&self.lessons, *work, place)),
                Ok(Piece::Heuristics(game, all, link)) => {
                    for options in all {
                        let place = ClassRow { link: link.clone(), ..place.clone() };
                        self.enter(heuristic_row(&self.lessons, game, options, place));
                    }
                }
                Err(error) => {
                    let name = shorten(piece.trim());
                    self.rows.push(ClassRow { name, problems: vec![error], ..place });
                }
            }
        }
    }

    /// Adds what cannot be read at all, with the reason.
    pub fn add_unreadable(&mut self, file: &str, why: String) {
        let file = file.to_owned();
        self.rows.push(ClassRow { file, line: 1, problems: vec![why], ..ClassRow::default() });
    }

    /// All rows.
    pub fn into_rows(mut self) -> Vec<ClassRow> {
        if self.unread > 0 {
            let why = format!(
                "{} more were not read: at most {MOST_ROWS} are read together",
                self.unread
            );
            self.rows.push(ClassRow { problems: vec![why], ..ClassRow::default() });
        }
        self.rows
    }

    fn read(&mut self, piece: &str) -> Result<Piece, String> {
        if piece.len() > MOST_LINE {
            return Err(format!("{} bytes on one line; at most {MOST_LINE} are read", piece.len()));
        }
        if piece.trim_start().starts_with('{') {
            return self.read_json(piece);
        }
        let address = link::find(piece).map_err(|error| error.to_string())?;
        match address.name.as_str() {
            NAME => HandIn::open(piece).map(|work| Piece::Work(Box::new(work))),
            "lesson" => self.teach(piece).map(|()| Piece::Lesson),
            _ => {
                let (game, seats) = shared::heuristics(piece)?;
                let options = |seat: SeatSpec| match seat {
                    SeatSpec::Bot { options, .. } => options.to_json(),
                    _ => RawOptions::new(),
                };
                let all = seats.into_iter().map(options).collect();
                Ok(Piece::Heuristics(game, all, address.link()))
            }
        }
    }

    fn read_json(&mut self, text: &str) -> Result<Piece, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| {
            let words = error.to_string();
            format!("no JSON: {words}; expected a link, or the JSON of a heuristic")
        })?;
        if value.get("steps").is_some() {
            return self.teach(text).map(|()| Piece::Lesson);
        }
        if value.get("lesson").is_some() {
            return HandIn::read(&value).map(|work| Piece::Work(Box::new(work)));
        }
        let id = value.get("game").and_then(Value::as_str);
        let id = id.ok_or("`game` is missing; expected a heuristic as the Lab saves it")?;
        let game = game(id).map_err(|error| error.to_string())?;
        let (options, _) = in_file(text, game.id())?;
        Ok(Piece::Heuristics(game, vec![options], String::new()))
    }

    /// Adds a row, and notes if an earlier one has the same heuristic.
    fn enter(&mut self, mut row: ClassRow) {
        if let Some(key) = key_of(&row) {
            match self.known.iter().find(|(known, _)| *known == key) {
                Some((_, at)) => {
                    let first = &self.rows[*at];
                    let who =
                        if first.name.is_empty() { "without a name" } else { first.name.as_str() };
                    let file = if first.file == row.file {
                        String::new()
                    } else {
                        format!("{}, ", first.file)
                    };
                    row.notes
                        .push(format!("The same heuristic as {who} ({file}line {})", first.line));
                }
                None => self.known.push((key, self.rows.len())),
            }
        }
        self.rows.push(row);
    }
}

impl Taught {
    fn is(&self, game: &str, print: &str) -> bool {
        self.lesson.game.id() == game && self.print == print
    }
}

/// What makes two heuristics the same: all but their names.
fn key_of(row: &ClassRow) -> Option<String> {
    let mut options = row.bot.get("options")?.as_object()?.clone();
    let written = Written::read(options.remove(FORMULA)?.as_str()?).ok()?;
    let terms = written.terms.iter().map(|term| (term.weight.to_string(), term.formula.trim()));
    Some(json!([row.game, terms.collect::<Vec<_>>(), options]).to_string())
}

/// The pieces of a text, each with the line where it begins: the whole text if it is one JSON object, else a line, or the lines that a
/// program has broken a link into.
fn pieces(text: &str) -> Vec<(usize, String)> {
    let start = text.trim_start();
    if start.starts_with('{') && serde_json::from_str::<Map<String, Value>>(start).is_ok() {
        let line = text[..text.len() - start.len()].matches('\n').count() + 1;
        return vec![(line, start.to_owned())];
    }
    let lines: Vec<&str> = text.lines().collect();
    let (mut pieces, mut at) = (Vec::new(), 0);
    while let Some(&line) = lines.get(at) {
        let begin = at;
        at += 1;
        if line.trim().is_empty() {
            continue;
        }
        let mut piece = line.to_owned();
        let broken = || matches!(link::find(line), Err(LinkError::Damaged(_)));
        let tried = pieces.len() < MOST_ROWS && piece.len() <= MOST_LINE;
        if tried && link::may_be_in(line) && broken() {
            let rest = lines[at..].iter().take(MOST_BROKEN);
            let more = rest.take_while(|next| !next.trim().is_empty() && !link::may_be_in(next));
            let mut whole = piece.clone();
            let mut count = 0;
            for next in more {
                if whole.len() + next.len() > MOST_LINE {
                    break;
                }
                whole = whole + "\n" + next;
                count += 1;
            }
            if count > 0 && link::find(&whole).is_ok() {
                piece = whole;
                at += count;
            }
        }
        pieces.push((begin + 1, piece));
    }
    pieces
}

fn is_lesson(piece: &str) -> bool {
    match piece.trim_start().starts_with('{') {
        true => piece.contains("\"steps\""),
        false => piece.contains("lesson") && link::find(piece).is_ok_and(|at| at.name == "lesson"),
    }
}

/// The row of a hand-in.
fn work_row(lessons: &[Taught], work: HandIn, place: ClassRow) -> ClassRow {
    let id = work.lesson.game;
    let mut row = ClassRow {
        code: work.code(),
        link: work.link().unwrap_or_default(),
        name: work.name.clone(),
        game: Some(id),
        attempts: Some(work.attempts.iter().sum()),
        right: work.predictions.iter().filter(|one| one.right).count(),
        predictions: work.predictions.len(),
        bot: bot(&work.options, &work.name),
        ..place
    };
    match lessons.iter().find(|one| one.is(id, &work.lesson.print)) {
        None => {
            let print = &work.lesson.print;
            let here = lessons.iter().filter(|one| one.lesson.game.id() == id);
            let here = here.map(|one| format!("“{}” ({})", one.lesson.title, one.print));
            let here = match here.collect::<Vec<_>>().join(", ") {
                none if none.is_empty() => "no lesson of this game is known".to_owned(),
                some => format!("known are {some}"),
            };
            row.problems.push(format!(
                "It is of another version of a lesson ({print}); {here}. Add the lesson itself"
            ));
        }
        Some(taught) => {
            row.lesson = taught.lesson.title.clone();
            row.setup = taught.measuring(&work.options);
            let questions = taught.lesson.steps.iter().filter(|step| step.question.is_some());
            row.predictions = questions.count();
            row.problems = problems(taught, &work);
            if row.setup.is_object() && work.result.is_none() {
                row.problems.push(format!("It has no result; expected one of {GAMES} games"));
            }
        }
    }
    row.totora = work.totora;
    row.result = work.result;
    row
}

/// What contradicts the lesson.
fn problems(taught: &Taught, work: &HandIn) -> Vec<String> {
    let mut found = Vec::new();
    let steps = &taught.lesson.steps;
    if work.attempts.len() != steps.len() {
        let (counted, steps) = (work.attempts.len(), steps.len());
        found.push(format!("It counts attempts of {counted} steps; the lesson has {steps}"));
    }
    let asks = |step: u64| steps.get(step as usize - 1).is_some_and(|step| step.question.is_some());
    if let Some(other) = work.predictions.iter().find(|one| !asks(one.step)) {
        found.push(format!(
            "It has a prediction for step {}; the lesson asks for none there",
            other.step
        ));
    }
    match taught.lesson.judge(steps.len() - 1, &work.options) {
        Err(error) => found.push(error),
        Ok(judged) => {
            found.extend(
                judged.lacks().map(|lack| format!("The last step is not complete: {lack}")),
            );
        }
    }
    found
}

/// The row of a heuristic alone, measured as in the lesson of its game.
fn heuristic_row(
    lessons: &[Taught],
    game: &'static dyn AnyGame,
    options: RawOptions,
    place: ClassRow,
) -> ClassRow {
    let mut row = ClassRow { game: Some(game.id()), bot: bot(&options, ""), ..place };
    match SeatSpec::from_json(game, &json!({ "bot": LAB, "options": options })) {
        Err(error) => row.problems.push(error.words()),
        Ok(seat) => row.name = written_name(&seat).unwrap_or_default(),
    }
    let taught = lessons.iter().find(|one| one.lesson.game.id() == game.id());
    match taught {
        None => row.problems.push(format!("There is no lesson of {}", game.name())),
        Some(taught) if row.problems.is_empty() => {
            row.lesson = taught.lesson.title.clone();
            row.setup = taught.measuring(&options);
        }
        Some(_) => {}
    }
    row
}

/// A heuristic for a tournament, under the pupil's name if there is one.
fn bot(options: &RawOptions, name: &str) -> Value {
    let mut options = options.clone();
    let written = options.get(FORMULA).and_then(Value::as_str).map(Written::read);
    if let (Some(Ok(mut written)), false) = (written, name.is_empty()) {
        written.name = name.chars().take(MOST_NAME).collect();
        written.author.clear();
        options.insert(FORMULA.to_owned(), json!(written).to_string().into());
    }
    json!({ "bot": LAB, "options": options })
}

/// What is wrong with a result, from the games as played again; `None` if it is right. `totora` is the version that made it.
pub fn compare(handed: &HandInResult, played: &HandInResult, totora: &str) -> Option<String> {
    if handed == played {
        return None;
    }
    let mut words = if (handed.games, handed.seed) != (played.games, played.seed) {
        format!(
            "The result is of {} games with seed {}; expected {} games with seed {SEED}",
            handed.games, handed.seed, played.games
        )
    } else if (handed.share, handed.low, handed.high) == (played.share, played.low, played.high) {
        "The result has the right share, but of other games".to_owned()
    } else {
        let share =
            |of: &HandInResult| format!("{}% ({})", percent(of.share), range(of.low, of.high));
        format!("The result is {}; played again, it is {}", share(handed), share(played))
    };
    let here = env!("CARGO_PKG_VERSION");
    if totora != here {
        words += &format!(". It was made with Totora {}, this is {here}", shorten(totora));
    }
    Some(words)
}
