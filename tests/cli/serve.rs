//! `totora serve`: which clients can connect, and the answers on the socket.
#![cfg(unix)]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::{Message, WebSocket};

/// How long an answer may take. Pings are more frequent.
const MOST_WAIT: Duration = Duration::from_secs(60);

fn root(path: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path)
}

/// A running server with a page of one line.
struct Server {
    child: Child,
    page: PathBuf,
    /// `127.0.0.1:PORT`
    host: String,
    token: String,
}

impl Server {
    fn start(name: &str, programs: &[&str]) -> Server {
        Server::start_with(name, programs, &[])
    }

    fn start_with(name: &str, programs: &[&str], more: &[&str]) -> Server {
        let page = std::env::temp_dir().join(format!("totora-serve-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&page).expect("a folder");
        std::fs::write(page.join("index.html"), "<p>the page</p>").expect("a page");
        std::fs::write(page.join("one.wasm"), "wasm").expect("a file");
        let mut command = Command::new(env!("CARGO_BIN_EXE_totora"));
        command.args(["serve", "--port", "0", "--patience", "5000", "--page"]).arg(&page);
        for program in programs {
            command.args(["--program", program]);
        }
        command.args(more);
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("Totora is at http://").expect("an address");
        let (host, token) = address.split_once("/?serve=").expect("a token");
        let (host, token) = (host.to_owned(), token.to_owned());
        Server { child, page, host, token }
    }

    /// The response to a request, including the headers.
    fn get(&self, path: &str, host: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).expect("connects");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
            .expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    /// Connects as the page does. The error is the status of the response.
    fn connect(&self, token: &str, origin: &str) -> Result<Page, u16> {
        let address = format!("ws://{}/socket?token={token}", self.host);
        let mut request = address.into_client_request().expect("a request");
        let origin = HeaderValue::from_str(origin).expect("a header");
        request.headers_mut().insert("origin", origin);
        let stream = TcpStream::connect(&self.host).expect("connects");
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Page { socket, id: 0 }),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    fn page(&self) -> Page {
        self.connect(&self.token, &format!("http://{}", self.host)).expect("connected")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
        drop(std::fs::remove_dir_all(&self.page));
    }
}

/// The page's side of a connection.
struct Page {
    socket: WebSocket<TcpStream>,
    id: u64,
}

impl Page {
    /// Sends a request and returns its id.
    fn send(&mut self, mut request: Value) -> u64 {
        self.id += 1;
        request["id"] = json!(self.id);
        self.socket.send(Message::text(request.to_string())).expect("sent");
        self.id
    }

    fn receive(&mut self) -> Value {
        let begun = Instant::now();
        loop {
            // The library answers pings, which keep the connection of a waiting page open.
            assert!(begun.elapsed() < MOST_WAIT, "no answer");
            if let Message::Text(text) = self.socket.read().expect("a message") {
                return serde_json::from_str(text.as_str()).expect("JSON");
            }
        }
    }

    /// Sends a request and returns its last answer.
    fn ask(&mut self, request: Value) -> Value {
        let id = self.send(request);
        loop {
            let answer = self.receive();
            assert_eq!(answer["id"], id, "{answer}");
            if answer.get("done") != Some(&json!(false)) {
                return answer;
            }
        }
    }
}

fn record(game: &str, moves: &[&str]) -> String {
    json!({ "totora": 1, "game": game, "options": {}, "seed": 1, "moves": moves }).to_string()
}

#[test]
fn only_the_served_page_can_connect() {
    let server = Server::start("door", &[]);
    let page = server.get("/", &server.host);
    assert!(page.starts_with("HTTP/1.1 200") && page.ends_with("<p>the page</p>"), "{page}");
    for header in ["frame-ancestors 'self'", "nosniff", "no-cache"] {
        assert!(page.contains(header), "{page}");
    }
    assert!(server.get("/one.wasm", &server.host).contains("application/wasm"));
    for path in ["/nothing", "/../Cargo.toml", "/%2e%2e/Cargo.toml"] {
        let answer = server.get(path, &server.host);
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
    }
    let elsewhere = server.get("/", "totora.example");
    assert!(elsewhere.starts_with("HTTP/1.1 421"), "{elsewhere}");
    let ours = format!("http://{}", server.host);
    assert_eq!(server.connect("0123", &ours).err(), Some(403));
    assert_eq!(server.connect("", &ours).err(), Some(403));
    assert_eq!(server.connect(&server.token, "http://totora.example").err(), Some(403));
    assert!(server.connect(&server.token, &ours).is_ok());
    let local = server.host.replace("127.0.0.1", "localhost");
    assert!(server.connect(&server.token, &format!("http://{local}")).is_ok());
}

#[test]
fn a_native_bot_answers_in_the_format_of_the_page() {
    let server = Server::start("bot", &[]);
    let mut page = server.page();
    let think = |moves: &[&str], ply: u64| {
        json!({
            "do": "think", "record": record("uros", moves), "ply": ply,
            "bot": { "bot": "balanced", "options": {} },
        })
    };
    let first = page.ask(think(&[], 0));
    let analysis = &first["thought"];
    assert_eq!(analysis["moves"].as_array().map(Vec::len), Some(667));
    assert_eq!(analysis["locations"].as_array().map(Vec::len), Some(667));
    let terms = analysis["terms"].as_array().map_or(0, Vec::len);
    assert_eq!(analysis["contributions"].as_array().map(Vec::len), Some(667 * terms));
    let sum: f64 = analysis["contributions"].as_array().expect("numbers")[..terms]
        .iter()
        .filter_map(Value::as_f64)
        .sum();
    assert!((sum - analysis["scores"][0].as_f64().expect("a number")).abs() < 1e-9);
    // The copy follows moves forward, back and in another line.
    let second = page.ask(think(&["T@A6", "T.0"], 2));
    let back = page.ask(think(&["T@A6", "T.0"], 0));
    assert_eq!(back["thought"], *analysis);
    let other = page.ask(think(&["T@B6"], 1));
    assert_ne!(other["thought"], second["thought"]);
    for (request, expected) in [
        (json!({ "do": "dance" }), "known are programs, think"),
        (json!({ "do": "think" }), "`record` is missing"),
        (json!({ "do": "think", "record": "{", "ply": 0 }), "not a record"),
        (think(&["T@A1"], 1), "ply 1"),
        (think(&[], 3), "there is no ply 3"),
        (json!({ "do": "think", "program": "sh -c true" }), "there is no program"),
    ] {
        let answer = page.ask(request);
        let error = answer["error"].as_str().expect("an error");
        assert!(error.contains(expected), "{error}");
    }
    assert_eq!(page.ask(think(&[], 0))["thought"], *analysis, "the connection still works");
}

#[test]
fn a_long_analysis_sends_updates_and_can_be_stopped() {
    let server = Server::start("stop", &[]);
    let mut page = server.page();
    let id = page.send(json!({
        "do": "think", "record": record("fencemaster", &[]), "ply": 0,
        "bot": { "bot": "totora", "options": {}, "budget": { "nodes": 1_000_000_000 } },
    }));
    let answer = page.receive();
    assert_eq!((&answer["id"], &answer["done"]), (&json!(id), &json!(false)));
    page.send(json!({ "do": "stop", "of": id }));
    // The last state arrives, and then the answer to another request.
    let after = page.send(json!({ "do": "programs" }));
    while page.receive()["id"] != after {}
}

#[test]
fn a_program_plays_and_may_end_during_a_game() {
    let legal = root("tests/programs/first_legal.sh");
    let hostile = root("tests/programs/hostile.sh");
    let legal = format!("first=sh {}", legal.display());
    let ends = format!("ends=sh {} crash", hostile.display());
    let server = Server::start("program", &[&legal, &ends]);
    let mut page = server.page();
    assert_eq!(page.ask(json!({ "do": "programs" }))["programs"], json!(["ends", "first"]));
    let think = |name: &str, moves: &[&str]| {
        json!({
            "do": "think", "record": record("isolation", moves), "ply": moves.len(),
            "seat": moves.len() % 2, "program": name,
        })
    };
    // Its first two decisions are moves.
    let answer = page.ask(think("first", &["a1"]));
    let analysis = &answer["thought"];
    assert_eq!(analysis["choice"], analysis["moves"][0], "{answer}");
    assert!(analysis["why"].as_str().is_some_and(|why| why.contains("first")), "{answer}");
    assert!(analysis["nodes"].is_null(), "not known");
    // After a move back, or in another game, it gets the whole game again.
    assert!(page.ask(think("first", &[]))["thought"]["choice"].is_string());
    assert!(page.ask(think("first", &["b2"]))["thought"]["choice"].is_string());
    assert!(page.ask(think("ends", &["a1"]))["thought"]["choice"].is_string());
    let gone = page.ask(think("ends", &["a1"]));
    assert_eq!(gone["gone"], true, "{gone}");
    assert_eq!(gone["error"], "ends: it has ended: exit status 3");
    assert_eq!(gone["stderr"], json!(["Traceback: my bot is broken"]));
    let again = page.ask(think("ends", &["a1"]));
    assert!(again["thought"]["choice"].is_string(), "it is started again: {again}");
    let not_its_turn = {
        let mut request = think("first", &["a1"]);
        request["seat"] = json!(0);
        page.ask(request)
    };
    assert!(not_its_turn["error"].as_str().is_some_and(|error| error.contains("owes no move")));
    // The shape is that of a bot's analysis, field by field.
    let bot = page.ask(json!({
        "do": "think", "record": record("isolation", &["a1"]), "ply": 1,
        "bot": { "bot": "random", "options": {} },
    }));
    let keys =
        |analysis: &Value| analysis.as_object().map(|o| o.keys().cloned().collect::<Vec<_>>());
    assert_eq!(keys(&bot["thought"]), keys(analysis));
}

#[test]
fn arena_games_are_the_same_as_on_the_command_line() {
    let legal = root("tests/programs/first_legal.sh");
    let ends = root("tests/programs/hostile.sh");
    let legal = format!("first=sh {}", legal.display());
    let ends = format!("ends=sh {} crash", ends.display());
    let server = Server::start("arena", &[&legal, &ends]);
    let mut page = server.page();
    let cores = page.ask(json!({ "do": "programs" }))["cores"].as_u64();
    assert!(cores.is_some_and(|cores| cores > 0));
    let mut play = |bots: Value, games: u64| {
        let setup = json!({ "game": "isolation", "bots": bots, "games": games, "seed": 3 });
        let player = page.send(json!({ "do": "arena", "setup": setup }));
        let begun = page.receive();
        if begun["done"] != false {
            return Err(begun["error"].as_str().expect("an error").to_owned());
        }
        let mut lines = String::new();
        // With a time of 0 ms, one game is played.
        for ms in [0, 60_000] {
            let from = lines.lines().count();
            let play = json!({ "do": "play", "of": player, "from": from, "to": games, "ms": ms });
            lines += page.ask(play)["play"].as_str().expect("lines");
            assert_eq!(lines.lines().count(), if ms == 0 { 1 } else { games as usize });
        }
        page.send(json!({ "do": "stop", "of": player }));
        Ok(lines)
    };
    let native = play(json!(["greedy", "random"]), 8).expect("played");
    let results = server.page.join("results.jsonl");
    let status = Command::new(env!("CARGO_BIN_EXE_totora"))
        .args(["arena", "isolation", "--bots", "greedy,random", "--games", "8", "--seed", "3"])
        .arg("--results")
        .arg(&results)
        .stdout(Stdio::null())
        .status();
    assert!(status.expect("runs").success());
    let file = std::fs::read_to_string(&results).expect("results");
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&native), sorted(file.split_once('\n').expect("a header").1));
    // A program plays its own moves. A program that ends during a game loses by a fault.
    let program = json!({ "program": "first" });
    let lines = play(json!(["random", program]), 2).expect("played");
    assert!(lines.contains("\"moves\"") && !lines.contains("exit status"), "{lines}");
    let lines = play(json!(["random", { "program": "ends" }]), 2).expect("played");
    assert_eq!(lines.matches("exit status 3").count(), 2, "{lines}");
    let unknown = play(json!(["random", { "program": "sh -c true" }]), 2).expect_err("refused");
    assert!(unknown.contains("there is no program `sh -c true`"), "{unknown}");
    let wrong = play(json!(["random"]), 2).expect_err("refused");
    assert!(wrong.contains("at least 2"), "{wrong}");
}

#[test]
fn a_long_arena_game_is_aborted_when_the_page_stops_it() {
    let server = Server::start("aborted", &[]);
    let mut page = server.page();
    let setup = json!({
        "game": "fencemaster", "games": 2,
        "bots": ["totora@1000000000n", "totora@999999999n"], "openings": "none",
    });
    let player = page.send(json!({ "do": "arena", "setup": setup }));
    assert_eq!(page.receive()["arena"], true);
    let play = page.send(json!({ "do": "play", "of": player, "from": 0, "to": 2, "ms": 10 }));
    page.send(json!({ "do": "stop", "of": player }));
    let aborted = page.receive();
    assert_eq!((&aborted["id"], &aborted["error"]), (&json!(play), &json!("stopped")));
}

#[test]
fn a_killed_program_is_reported_with_its_last_error_lines() {
    let folder = std::env::temp_dir().join(format!("totora-{}-killed", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let script = folder.join("loud.sh");
    let lines = "i=0; while [ $i -lt 20 ]; do echo \"line $i\" >&2; i=$((i + 1)); done";
    std::fs::write(&script, format!("read -r line\n{lines}\nkill -9 $$\n")).expect("written");
    let program = format!("loud=sh {}", script.display());
    let server = Server::start("killed", &[&program]);
    let mut page = server.page();
    let gone = page.ask(json!({
        "do": "think", "record": record("isolation", &["a1"]), "ply": 1, "seat": 1, "program": "loud",
    }));
    drop(std::fs::remove_dir_all(&folder));
    assert_eq!(gone["error"], "loud: it has ended: killed by signal 9");
    let last: Vec<String> = (12..20).map(|i| format!("line {i}")).collect();
    assert_eq!(gone["stderr"], json!(last));
}

#[test]
fn a_missing_program_is_refused_at_the_start() {
    let page = std::env::temp_dir().join(format!("totora-{}-refused", std::process::id()));
    std::fs::create_dir_all(&page).expect("a folder");
    std::fs::write(page.join("index.html"), "<p>the page</p>").expect("a page");
    std::fs::write(page.join("data.txt"), "no program").expect("a file");
    let data = page.join("data.txt").display().to_string();
    for (command, expected) in [
        ("no-such-program-here".to_owned(), "there is no program `no-such-program-here` in PATH"),
        ("./no/such/bot --fast".to_owned(), "`./no/such/bot` is not a file that can be run"),
        (data, "is not a file that can be run"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_totora"))
            .args(["serve", "--port", "0", "--page"])
            .arg(&page)
            .args(["--program", &format!("minnow={command}")])
            .output()
            .expect("starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains("--program minnow: ") && errors.contains(expected), "{errors}");
    }
    drop(std::fs::remove_dir_all(&page));
}

#[test]
fn an_idle_connection_is_closed_and_a_waiting_page_is_not() {
    let server = Server::start_with("idle", &[], &["--idle", "1"]);
    let mut page = server.page();
    let mut rest = String::new();
    // A client that sends nothing, one that stops in the middle, and one that has its answer.
    for sent in ["", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: HOST\r\n\r\n"] {
        let mut stream = TcpStream::connect(&server.host).expect("connects");
        stream.write_all(sent.replace("HOST", &server.host).as_bytes()).expect("sent");
        // Ends only when the server closes it.
        stream.read_to_string(&mut rest).expect("closed");
    }
    assert!(rest.ends_with("<p>the page</p>"), "{rest}");
    // Meanwhile the page sent no request. It was pinged, and it answers pings while it reads.
    assert_eq!(page.ask(json!({ "do": "programs" }))["programs"], json!([]));
}
