//! `totora course grade`: the hand-ins of a class in files and folders, each with its result played again.

use super::arena::tables::Grid;
use super::files::write_file;
use super::input::read_text;
use super::output::{Failure, WallClock, failed, input, out, print_line, progress};
use clap::{Args, Subcommand};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;
use totora::arena::table::Table;
use totora::arena::{percent, range, setup};
use totora::base::util::counted;
use totora::contract::bot::Clock;
use totora::lab::handin::class::{Class, ClassRow, compare};
use totora::lab::handin::{HandInResult, read_code, result_of};
use totora::lab::lessons::BUILT_IN;

/// How many folders in folders are searched for files.
const MOST_DEPTH: usize = 8;
/// Maximum number of files that are read together.
const MOST_FILES: usize = 5_000;

#[derive(Subcommand)]
pub(super) enum Course {
    /// Plays the games of each hand-in's result again, and prints a table sorted by result.
    ///
    /// The exit code is 0 if every hand-in is right, and 1 if one is wrong or cannot be read; all others are graded.
    #[command(
        after_help = "Examples: totora course grade hand-ins/; totora course grade links.txt --json > results.json; \
            totora course grade hand-ins/ --lesson mine.json --junit report.xml"
    )]
    Grade(Grade),
}

#[derive(Args)]
pub(super) struct Grade {
    /// Files or folders: a file holds one link, one per line, or the JSON of a heuristic; - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A lesson of your own, as JSON or a link; can be repeated. Those of Totora are known
    #[arg(long, value_name = "FILE")]
    lesson: Vec<PathBuf>,
    /// A code that someone has written down: tells whether its link is among the hand-ins; can be repeated
    #[arg(long, value_name = "CODE")]
    code: Vec<String>,
    /// Prints JSON in the form of Gradescope's results.json
    #[arg(long)]
    json: bool,
    /// Writes a report as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// The longest time for the games of one hand-in, in seconds
    #[arg(long, default_value_t = 120)]
    seconds: u64,
}

/// A hand-in with its games.
struct Graded {
    row: ClassRow,
    played: Option<HandInResult>,
}

impl Course {
    pub(super) fn run(&self) -> Result<(), Failure> {
        match self {
            Course::Grade(grade) => grade.run(),
        }
    }
}

impl Grade {
    fn run(&self) -> Result<(), Failure> {
        let mut class = Class::new(&BUILT_IN).map_err(failed)?;
        for path in &self.lesson {
            let name = path.display();
            let taught = class.teach(&read_text(path)?);
            taught.map_err(|error| input(format!("{name}: {error}")))?;
        }
        let codes = self.code.iter().map(|code| read_code(code).map_err(input));
        let codes = codes.collect::<Result<Vec<_>, _>>()?;
        let mut texts = Vec::new();
        for path in self.paths()? {
            let name = path.display().to_string();
            match read_text(&path) {
                Ok(text) if text.trim().is_empty() => {
                    class.add_unreadable(&name, "An empty file; expected a link".to_owned());
                }
                Ok(text) => texts.push((name, text)),
                Err(error) => {
                    let words = error.words();
                    let words = words.strip_prefix(&format!("{name}: ")).unwrap_or(&words);
                    class.add_unreadable(&name, words.to_owned());
                }
            }
        }
        class.add(&texts);
        let mut rows = self.play(class.into_rows())?;
        if rows.is_empty() {
            return Err(input("no hand-ins in these files; expected a link per line"));
        }
        // The best result first; what has none is last.
        let share = |one: &Graded| one.played.as_ref().map_or(-1.0, |played| played.share);
        rows.sort_by(|a, b| share(b).total_cmp(&share(a)));
        let missing: Vec<_> =
            codes.into_iter().filter(|code| rows.iter().all(|one| one.row.code != *code)).collect();
        if let Some(path) = &self.junit {
            write_file(path, junit(&rows, &missing))?;
        }
        if self.json {
            print_line(results(&rows, &missing))?;
        } else {
            print(&rows, &missing)?;
        }
        let wrong = rows.iter().filter(|one| !one.is_right()).count() as u64;
        match (wrong, missing.len() as u64) {
            (0, 0) => Ok(()),
            (0, missing) => Err(failed(format!("no link for {}", counted(missing, "code")))),
            (wrong, _) => {
                let all = counted(rows.len() as u64, "hand-in");
                Err(failed(format!(
                    "{wrong} of {all} {}",
                    if wrong == 1 { "is wrong" } else { "are wrong" }
                )))
            }
        }
    }

    /// All files, those of folders in alphabetical order.
    fn paths(&self) -> Result<Vec<PathBuf>, Failure> {
        let mut found = Vec::new();
        for path in &self.files {
            if path != Path::new("-") && !path.exists() {
                return Err(input(format!("{}: there is no such file or folder", path.display())));
            }
            files_in(path, 0, &mut found)?;
        }
        Ok(found)
    }

    /// Plays the games of each result; the same games only once.
    fn play(&self, rows: Vec<ClassRow>) -> Result<Vec<Graded>, Failure> {
        let games = |row: &ClassRow| row.setup.get("games").and_then(Value::as_u64).unwrap_or(0);
        let bar = progress(rows.iter().map(games).sum(), "games");
        let mut known: BTreeMap<String, Result<HandInResult, String>> = BTreeMap::new();
        let mut graded = Vec::new();
        for mut row in rows {
            let mut played = None;
            if row.setup.is_object() {
                let key = row.setup.to_string();
                let found =
                    known.entry(key).or_insert_with(|| self.measured(&row.setup, &|| bar.inc(1)));
                match found.clone() {
                    Ok(found) => {
                        let handed = row.result.as_ref();
                        let wrong = handed.and_then(|handed| compare(handed, &found, &row.totora));
                        row.problems.extend(wrong);
                        played = Some(found);
                    }
                    Err(error) => row.problems.push(error),
                }
            }
            graded.push(Graded { row, played });
        }
        bar.finish_and_clear();
        Ok(graded)
    }

    /// The result of a setup's games.
    fn measured(
        &self,
        setup: &Value,
        progress: &(dyn Fn() + Sync),
    ) -> Result<HandInResult, String> {
        let mut table = Table::new(setup::read(setup)?)?;
        let begun = Instant::now();
        let ms = self.seconds as f64 * 1e3;
        let late = || format!("Its games took longer than {} s and were stopped", self.seconds);
        let lines: Result<Vec<String>, String> = (0..table.plan().games())
            .into_par_iter()
            .map(|game| {
                let watch =
                    || Box::new(WallClock { begun, ms: Some(ms), stop: None }) as Box<dyn Clock>;
                if watch().stop() {
                    return Err(late());
                }
                let line = table.play(game, &watch);
                progress();
                line.map_err(|error| if watch().stop() { late() } else { error })
            })
            .collect();
        for line in lines? {
            table.add(&line)?;
        }
        result_of(&table).ok_or_else(|| "No games were played".to_owned())
    }
}

/// Adds a file, or the files of a folder.
fn files_in(path: &Path, depth: usize, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let wrong = |error: &dyn std::fmt::Display| input(format!("{}: {error}", path.display()));
    if !path.is_dir() {
        if found.len() == MOST_FILES {
            return Err(wrong(&format!("more than {MOST_FILES} files")));
        }
        found.push(path.to_owned());
        return Ok(());
    }
    if depth == MOST_DEPTH {
        return Err(wrong(&format!("more than {MOST_DEPTH} folders in folders")));
    }
    let inside = std::fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut inside: Vec<PathBuf> =
        inside.map_err(|error| wrong(&error))?.iter().map(std::fs::DirEntry::path).collect();
    inside.retain(|path| {
        path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with('.'))
    });
    inside.sort();
    inside.iter().try_for_each(|path| files_in(path, depth + 1, found))
}

impl Graded {
    fn is_right(&self) -> bool {
        self.row.problems.is_empty()
    }

    /// The file and the line.
    fn place(&self) -> String {
        match (self.row.file.as_str(), self.row.line) {
            ("", 0) => String::new(),
            ("" | "-", line) => format!("line {line}"),
            (file, 1) => file.to_owned(),
            (file, line) => format!("{file}:{line}"),
        }
    }

    fn name(&self) -> String {
        if self.row.name.is_empty() { self.place() } else { self.row.name.clone() }
    }

    /// The result as played again.
    fn measured(&self) -> Option<[String; 2]> {
        self.played.as_ref().map(|of| [percent(of.share), range(of.low, of.high)])
    }

    /// Problems and notes, as sentences.
    fn remarks(&self) -> Vec<String> {
        let all = self.row.problems.iter().chain(&self.row.notes);
        all.map(|words| words.trim_end_matches('.').to_owned() + ".").collect()
    }

    /// Everything about it in words.
    fn output(&self) -> String {
        let row = &self.row;
        let mut words = self.remarks();
        if let Some([share, interval]) = self.measured() {
            words.push(format!("Played again: {share}% of the points ({interval})."));
        }
        if row.predictions > 0 {
            words.push(format!("Predictions: {} of {} right.", row.right, row.predictions));
        }
        if let Some(attempts) = row.attempts {
            words.push(format!("Attempts: {attempts}."));
        }
        if !row.code.is_empty() {
            words.push(format!("Code: {}.", row.code));
        }
        words.join("\n")
    }
}

fn no_link(code: &str) -> String {
    format!("No hand-in has the code {code}.")
}

fn print(rows: &[Graded], missing: &[String]) -> Result<(), Failure> {
    let mut grid = Grid::new(&[
        "<name",
        "<game",
        "result %",
        "<95%",
        "predictions",
        "attempts",
        "<right",
        "<code",
        "<from",
    ]);
    for one in rows {
        let row = &one.row;
        let [share, interval] = one.measured().unwrap_or_default();
        let predictions = match row.predictions {
            0 => String::new(),
            of => format!("{} of {of}", row.right),
        };
        let attempts = row.attempts.map(|attempts| attempts.to_string()).unwrap_or_default();
        let right = match (one.is_right(), &one.played) {
            (false, _) => "wrong",
            (true, Some(_)) => "yes",
            (true, None) => "no games",
        };
        let game = row.game.unwrap_or_default().to_owned();
        let (name, code) = (row.name.clone(), row.code.clone());
        let cells = [name, game, share, interval, predictions, attempts, right.to_owned(), code];
        grid.rows.push(cells.into_iter().chain([one.place()]).collect());
    }
    let mut out = out();
    grid.write(&mut out)?;
    let remarked: Vec<_> = rows.iter().filter(|one| !one.remarks().is_empty()).collect();
    if !remarked.is_empty() || !missing.is_empty() {
        writeln!(out)?;
    }
    for one in remarked {
        let (name, place) = (&one.row.name, one.place());
        let of = match (name.is_empty(), place.is_empty()) {
            (false, false) => format!("{place}, {name}: "),
            (false, true) => format!("{name}: "),
            (true, false) => format!("{place}: "),
            (true, true) => String::new(),
        };
        writeln!(out, "{of}{}", one.remarks().join(" "))?;
    }
    for code in missing {
        writeln!(out, "{}", no_link(code))?;
    }
    Ok(out.flush()?)
}

/// The report in the form of Gradescope's results.json: a test per hand-in, worth one point.
fn results(rows: &[Graded], missing: &[String]) -> Value {
    let test = |name: &str, right: bool, output: String| {
        json!({
            "name": name,
            "score": u8::from(right),
            "max_score": 1,
            "status": if right { "passed" } else { "failed" },
            "output": output,
        })
    };
    let tests = rows.iter().map(|one| test(&one.name(), one.is_right(), one.output()));
    let missing = missing.iter().map(|code| test(code, false, no_link(code)));
    let tests: Vec<Value> = tests.chain(missing).collect();
    let hand_ins = rows.iter().map(|one| {
        let row = &one.row;
        json!({
            "name": row.name, "file": row.file, "line": row.line, "game": row.game,
            "lesson": row.lesson, "code": row.code, "link": row.link, "attempts": row.attempts,
            "predictions": { "right": row.right, "of": row.predictions },
            "result": one.played, "handed_in": row.result, "right": one.is_right(),
            "problems": row.problems, "notes": row.notes,
        })
    });
    json!({
        "score": rows.iter().filter(|one| one.is_right()).count(),
        "max_score": tests.len(),
        "output": format!("{} graded.", counted(rows.len() as u64, "hand-in")),
        "extra_data": { "hand_ins": hand_ins.collect::<Vec<_>>() },
        "tests": tests,
    })
}

/// The report as JUnit XML.
fn junit(rows: &[Graded], missing: &[String]) -> String {
    let wrong = rows.iter().filter(|one| !one.is_right()).count() + missing.len();
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  \
         <testsuite name=\"totora course grade\" tests=\"{}\" failures=\"{wrong}\" errors=\"0\" skipped=\"0\">\n",
        rows.len() + missing.len()
    );
    let mut case = |class: &str, name: &str, right: bool, output: &str| {
        let (class, name, output) = (escaped(class), escaped(name), escaped(output));
        xml += &format!("    <testcase classname=\"{class}\" name=\"{name}\">\n");
        if !right {
            let first = output.lines().next().unwrap_or_default();
            xml += &format!("      <failure message=\"{first}\">{output}</failure>\n");
        } else {
            xml += &format!("      <system-out>{output}</system-out>\n");
        }
        xml += "    </testcase>\n";
    };
    for one in rows {
        let place = one.place();
        case(
            one.row.game.unwrap_or("hand-in"),
            &format!("{} ({place})", one.row.name),
            one.is_right(),
            &one.output(),
        );
    }
    for code in missing {
        case("code", code, false, &no_link(code));
    }
    xml + "  </testsuite>\n</testsuites>\n"
}

/// A text for XML: without the characters that it cannot have.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\n' | '\t' => out.push(letter),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {
                out.push('\u{fffd}');
            }
            letter => out.push(letter),
        }
    }
    out
}
