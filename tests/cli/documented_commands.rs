//! Runs every command in README and docs with a smaller size: fewer games, smaller budgets, one shard and free ports. The
//! tests supply the files and programs that a command names.
#![cfg(unix)]

use super::referee::Referee;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The budget of every command.
const BUDGET: &str = "20n";
/// A command that takes longer counts as hanging.
const LONGEST: Duration = Duration::from_secs(300);

fn root(path: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path)
}

/// Finds the commands in a text: lines in code blocks that start with `totora` or `parallel totora`, continued after a
/// backslash, and code in a sentence that starts with `totora` and a subcommand and has arguments.
fn commands(text: &str, subcommands: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    let mut in_block = false;
    let mut sentence = String::new();
    let text = text.replace("\\\n", " ");
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        } else if in_block {
            let line = line.trim_start().trim_start_matches("parallel ");
            if line.starts_with("totora ") {
                found.push(line.split(" ::: ").next().unwrap_or(line).to_owned());
            }
        } else {
            sentence.push_str(line);
            sentence.push(' ');
        }
    }
    let spans = sentence.split('`').skip(1).step_by(2).filter(|span| {
        let mut words = span.split_whitespace();
        let known = words.next() == Some("totora")
            && words.next().is_some_and(|word| subcommands.iter().any(|one| one == word));
        known && words.next().is_some() && !span.contains('…')
    });
    found.extend(spans.map(str::to_owned));
    found
}

/// Splits a command into words as a shell does. Also returns the file of its output.
fn words(command: &str) -> (Vec<String>, Option<String>) {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for character in command.chars() {
        match (character, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            ('#', None) if word.is_none() => break,
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    let to = words.iter().position(|word| word == ">").map(|at| words.drain(at..).nth(1));
    (words.split_off(1), to.flatten())
}

/// Sets an option, or adds it if it is missing.
fn set(args: &mut Vec<String>, option: &str, value: &str) {
    match args.iter().position(|arg| arg == option) {
        Some(at) => args[at + 1] = value.to_owned(),
        None => args.extend([option.to_owned(), value.to_owned()]),
    }
}

/// Replaces a budget in nodes, as in `totora@20000n`, by the budget of this test.
fn small_budget(arg: &str) -> String {
    let small = |one: &str| match one.split_once('@') {
        Some((name, budget)) if budget.ends_with('n') => format!("{name}@{BUDGET}"),
        _ => one.to_owned(),
    };
    arg.split(',').map(small).collect::<Vec<_>>().join(",")
}

/// A smaller version of a command.
fn shortened(mut args: Vec<String>, link: &str) -> Vec<String> {
    for arg in &mut args {
        *arg = match arg.as_str() {
            "FILE" => "game.json".to_owned(),
            "FILES" => "results.jsonl".to_owned(),
            "GAME" => "uros".to_owned(),
            "a,b,c" => "balanced,greedy,random".to_owned(),
            "LINK" => link.to_owned(),
            "HOST" => "127.0.0.1".to_owned(),
            arg if arg.starts_with("T=") => "T=4".to_owned(),
            // Play one shard, whichever the command names.
            arg => small_budget(
                &arg.replace("{}", "1").replace("$SLURM_ARRAY_TASK_ID", "1").replace("1/32", "1/1"),
            ),
        };
    }
    let command = args[0].clone();
    let merges =
        args.get(1).is_some_and(|arg| ["merge", "ratings", "game", "why"].contains(&arg.as_str()));
    let arena = ["arena", "sweep", "tune", "ablate"].contains(&command.as_str()) && !merges;
    if merges {
        for arg in args.iter_mut().skip(2) {
            *arg = arg.replace('*', "1").replace("game.json", "results.jsonl");
        }
    }
    if arena {
        // An arena with `--until` needs every bot on every seat.
        let games = if args.iter().any(|arg| arg == "--until") { "4" } else { "2" };
        set(&mut args, "--games", games);
    }
    if arena || command == "play" {
        set(&mut args, "--budget", BUDGET);
        let long = args[1] == "outpost" && !args.iter().any(|arg| arg == "T=4");
        args.extend(["--option", "T=4"].iter().filter(|_| long).map(|&arg| arg.to_owned()));
    }
    match command.as_str() {
        "sweep" => set(&mut args, "--steps", "2"),
        "tune" => {
            set(&mut args, "--generations", "1");
            set(&mut args, "--verify", "2");
        }
        "learn" => {
            for key in ["--games", "--measure", "--verify"] {
                set(&mut args, key, "2");
            }
            set(&mut args, "--budget", BUDGET);
        }
        "calibrate" => {
            set(&mut args, "--games", "40");
            for (option, value) in [
                ("--table", "table.curves"),
                ("--results", "calibration.jsonl"),
                ("--budget", "30n,60n"),
                ("--check", "40n"),
            ] {
                if args.iter().any(|arg| arg == option) {
                    set(&mut args, option, value);
                }
            }
        }
        "perft" => set(&mut args, "--depth", "2"),
        "solve" if args[1] == "fencemaster" && !args.iter().any(|arg| arg == "--moves") => {
            for arg in args.iter_mut().filter(|arg| arg.starts_with("size=")) {
                *arg = "size=3".to_owned();
            }
            set(&mut args, "--memory", "16");
            set(&mut args, "--moves", "2,2 1,1");
            set(&mut args, "--only", "2,3");
        }
        "solve" if args.iter().any(|arg| arg == "--all") => set(&mut args, "--every", "315"),
        "serve" => set(&mut args, "--port", "0"),
        _ => {}
    }
    args
}

/// A folder with the files and programs that commands name.
struct Place {
    folder: PathBuf,
    subcommands: Vec<String>,
    link: String,
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

/// A process that is killed at the end of the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

impl Place {
    fn new(name: &str) -> Place {
        let folder =
            std::env::temp_dir().join(format!("totora-docs-{}-{name}", std::process::id()));
        for inner in ["src/games/isolation", "bin", "dist", "examples/bots"] {
            std::fs::create_dir_all(folder.join(inner)).expect("a folder");
        }
        let mut place = Place { folder, subcommands: Vec::new(), link: String::new() };
        let program =
            std::fs::read_to_string(root("tests/programs/first_legal.sh")).expect("a program");
        let example = "examples/bots/isolation_mobility.py";
        for name in ["mybot", "mybot.py", "bot.py", "new.py", "old.py", example] {
            place.supply(name, &program);
        }
        // Programs of others: one gives up at once, the other plays a known game and loses elsewhere.
        place.supply("castro", "#!/bin/sh\nwhile read -r command _; do\n  case $command in\n  genmove) printf '= resign\\n\\n' ;;\n  *) printf '=\\n\\n' ;;\n  esac\ndone\n");
        let nboard = std::fs::read_to_string(root("tests/programs/nboard.sh"));
        place.supply("edax", &nboard.expect("a program"));
        // Run programs in Python with the shell instead.
        place.supply("bin/python3", "#!/bin/sh\nexec sh \"$@\"\n");
        place.supply("dist/index.html", "<p>the page</p>");
        let options = serde_json::json!({ "formula": "own_moves", "search": "one-ply" });
        let heuristic =
            serde_json::json!({ "game": "isolation", "options": options, "position": "" });
        let heuristic = totora::lab::shared::heuristic_link(&heuristic).expect("a link");
        std::fs::create_dir_all(place.folder.join("hand-ins")).expect("a folder");
        place.supply("hand-ins/ada.txt", &heuristic);
        place.supply("hand-ins/links.txt", &heuristic);
        let lesson = std::fs::read_to_string(root("src/lab/lessons/isolation.json"));
        place.supply("my-lesson.json", &lesson.expect("a lesson"));
        // With this file, no opening is left to solve.
        let book = "src/games/isolation/isolation-book.bin";
        std::fs::copy(root(book), place.folder.join(book)).expect("copied");
        for name in ["my.map", "g0.map", "g4.map", "g8.map", "g12.map", "g16.map"] {
            place.supply(name, "2\n0\n0 0\n1 4\n0 2 1 0\n");
        }
        place.supply("game.ggf", "(;GM[Othello]TY[8]B[F5]W[D6]B[C3];)");
        let map = std::fs::read_to_string(root("src/games/outpost/maps/ring.txt"));
        place.supply("mine.txt", &map.expect("a map"));
        let help = place.run_ok("totora --help");
        let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
        let listed = listed.take_while(|line| !line.is_empty());
        let listed = listed.filter_map(|line| line.split_whitespace().next());
        place.subcommands = listed.map(str::to_owned).collect();
        assert!(place.subcommands.len() > 10, "{help}");
        place.run_ok("totora play uros --seats balanced,exploit --seed 7 --record game.json");
        place.run_ok("totora arena uros --bots balanced,random --results results.jsonl");
        place.link = place.run_ok("totora link game.json").trim().to_owned();
        place
    }

    fn supply(&self, name: &str, text: &str) {
        let path = self.folder.join(name);
        std::fs::write(&path, text).expect("written");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("set");
    }

    fn start(&self, args: &[String]) -> Running {
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = Command::new(env!("CARGO_BIN_EXE_totora"));
        command.args(args).current_dir(&self.folder).env("BROWSER", "true");
        command.env("PATH", format!("{}:{path}", self.folder.join("bin").display()));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Running(command.spawn().expect("starts"))
    }

    /// Waits for the end of a command. Returns its output or its error.
    fn end(&self, mut running: Running, input: &str) -> Result<String, String> {
        let child = &mut running.0;
        let mut stdin = child.stdin.take().expect("piped");
        drop(stdin.write_all(input.as_bytes()));
        drop(stdin);
        let read = |mut stream: Box<dyn Read + Send>| {
            std::thread::spawn(move || {
                let mut text = String::new();
                stream.read_to_string(&mut text).map(|_| text)
            })
        };
        let output = read(Box::new(child.stdout.take().expect("piped")));
        let errors = read(Box::new(child.stderr.take().expect("piped")));
        let begun = Instant::now();
        let status = loop {
            match child.try_wait().expect("runs") {
                Some(status) => break status,
                None if begun.elapsed() > LONGEST => return Err("it does not end".to_owned()),
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        let [output, errors] =
            [output, errors].map(|text| text.join().expect("read").unwrap_or_default());
        if status.success() { Ok(output) } else { Err(format!("{status}: {errors}")) }
    }

    /// Runs a command of the docs.
    fn run(&self, command: &str) -> Result<String, String> {
        let (args, to) = words(&self.expanded(command));
        let args = shortened(args, &self.link);
        let output = match args[0].as_str() {
            "serve" => self.start_until(&args, "Totora is at ").map(|(_, rest)| rest),
            "reversi-client" => self.client(args.clone()),
            "protocol" => self
                .end(self.start(&args), "{\"do\":\"new\",\"game\":\"uros\"}\n{\"do\":\"quit\"}\n"),
            _ => self.end(self.start(&args), ""),
        };
        let output =
            output.map_err(|error| format!("{command}\n  ({})\n  {error}", args.join(" ")))?;
        if let Some(to) = to {
            self.supply(&to, &output);
        }
        Ok(output)
    }

    /// Replaces `$(cat FILE)` as a shell does.
    fn expanded(&self, command: &str) -> String {
        let mut parts = command.split("$(cat ");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (file, rest) = part.split_once(')').unwrap_or((part, ""));
            let content = std::fs::read_to_string(self.folder.join(file)).unwrap_or_default();
            text += content.trim_end();
            text += rest;
        }
        text
    }

    fn run_ok(&self, command: &str) -> String {
        self.run(command).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Starts a server and waits for the line that starts with a prefix. Returns the rest of this line.
    fn start_until(&self, args: &[String], prefix: &str) -> Result<(Running, String), String> {
        let mut running = self.start(args);
        let mut lines = BufReader::new(running.0.stdout.take().expect("piped")).lines();
        let output = lines.by_ref().map_while(Result::ok);
        let mut output = output.filter_map(|line| line.strip_prefix(prefix).map(str::to_owned));
        let Some(rest) = output.next() else {
            let mut errors = String::new();
            let mut stderr = running.0.stderr.take().expect("piped");
            drop(stderr.read_to_string(&mut errors));
            return Err(errors);
        };
        drop(output);
        // Continue to read, or the server blocks.
        std::thread::spawn(move || lines.for_each(drop));
        Ok((running, rest))
    }

    /// Plays a match against a random player.
    fn client(&self, mut args: Vec<String>) -> Result<String, String> {
        let map = std::fs::read_to_string(self.folder.join("my.map")).expect("the map");
        let referee = Referee::start(&map, 200, 1);
        set(&mut args, "--host", "127.0.0.1");
        set(&mut args, "--port", &referee.port);
        let client = self.start(&args);
        let _other = self.random_client(&referee.port);
        self.end(client, "")
    }

    fn random_client(&self, port: &str) -> Running {
        let args = ["reversi-client", "--port", port, "--group", "2", "--bot", "random"];
        self.start(&args.map(str::to_owned))
    }
}

/// Runs all commands in these files. There must be `at_least` this many, so that none is overlooked.
fn run_all(name: &str, files: &[&str], at_least: usize) {
    let place = Place::new(name);
    let (mut count, mut wrong) = (0, Vec::new());
    for file in files {
        let text = std::fs::read_to_string(root(file)).expect("it exists");
        for command in commands(&text, &place.subcommands) {
            count += 1;
            if let Err(error) = place.run(&command) {
                wrong.push(format!("{file}: {error}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count} commands fail:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= at_least, "{count} commands are found");
}

/// The files that have their own test.
const OWN_TEST: [&str; 3] =
    ["docs/reference/arena.md", "docs/reference/command-line.md", "docs/how-to/tune-a-bot.md"];

/// The paths of all pages below a folder of the repository.
fn pages(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root(folder)).expect("a folder") {
        let entry = entry.expect("listed");
        let name = entry.file_name().into_string().expect("a name in UTF-8");
        let path = format!("{folder}/{name}");
        if entry.path().is_dir() {
            found.extend(pages(&path));
        } else if name.ends_with(".md") && !OWN_TEST.contains(&path.as_str()) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn run_pages(name: &str, pages: &[String], at_least: usize) {
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    run_all(name, &pages, at_least);
}

#[test]
fn the_commands_of_the_readme_run() {
    run_all("readme", &["README.md"], 5);
}

#[test]
fn the_commands_of_the_command_line_run() {
    run_all("command-line", &["docs/reference/command-line.md"], 19);
}

#[test]
fn the_commands_of_the_arena_run() {
    run_all("arena", &["docs/reference/arena.md"], 6);
}

#[test]
fn the_commands_of_the_tuning_guide_run() {
    run_all("prove", &["docs/how-to/tune-a-bot.md"], 4);
}

#[test]
fn the_commands_of_experiments_run() {
    run_pages("experiments", &pages("docs/experiments"), 23);
}

#[test]
fn the_commands_of_all_other_docs_run() {
    let mut others = pages("docs");
    others.retain(|page| !page.starts_with("docs/experiments/"));
    run_pages("others", &others, 12);
}

#[test]
fn the_reference_of_bots_is_current() {
    let checked = Command::new("node")
        .args(["scripts/make-reference.mjs", "--check", "--totora", env!("CARGO_BIN_EXE_totora")])
        .current_dir(root(""))
        .output()
        .expect("node is there");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}

#[test]
fn commands_are_found_and_read_as_a_shell_reads_them() {
    let subcommands = ["arena".to_owned(), "check".to_owned()];
    let text = "Say `totora check FILE` or `totora arena`, `totora is` a reed, `totora arena … --json`.\n\
        ```\nparallel totora arena uros \\\n  --shard {}/32 ::: $(seq 32)\nother totora\n\
        totora arena uros --until \"sprt 0 20\"   # why\n```\n";
    let found = commands(text, &subcommands);
    assert_eq!(found.len(), 3, "{found:?}");
    let (args, to) = words(&found[1]);
    assert_eq!(
        (args, to),
        (vec!["arena".into(), "uros".into(), "--until".into(), "sprt 0 20".into()], None)
    );
    assert_eq!(words("totora link a > b.txt").1.as_deref(), Some("b.txt"));
    assert_eq!(small_budget("a@20000n,b:x=1,c@50ms"), "a@20n,b:x=1,c@50ms");
}
