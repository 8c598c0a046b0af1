//! Commands that a signal ends: they write their partial results and exit with the code of the signal.
#![cfg(target_os = "linux")]

use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;
use totora::games::isolation::solver::book::{Book, Opening};
use totora::record::Record;
use totora::session::Session;

fn totora(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_totora"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("starts")
}

/// A temporary folder, which is deleted at the end of the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("totora-int-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Scratch(folder)
    }

    fn file(&self) -> String {
        self.0.join("record.json").to_str().expect("a plain path").to_owned()
    }

    /// The record, which must be the only file.
    fn record(&self) -> Session {
        let files: Vec<_> = std::fs::read_dir(&self.0).expect("it exists").collect();
        assert_eq!(files.len(), 1, "{files:?}");
        let text = std::fs::read_to_string(self.file()).expect("written");
        Session::replay(Record::from_text(&text).expect("a record")).expect("replays")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Sends a signal to a program as soon as it listens for it, and waits for its end.
fn ended_by(signal: i32, child: Child) -> Output {
    let pid = child.id();
    let listens = || {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let mask = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        mask >> (signal - 1) & 1 != 0
    };
    for _ in 0..6_000 {
        if listens() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let sent = Command::new("sh").args(["-c", &format!("kill -{signal} {pid}")]).status();
    assert!(sent.expect("runs").success(), "it was running");
    child.wait_with_output().expect("ends")
}

const INTERRUPT: i32 = 2;
const TERMINATE: i32 = 15;

#[test]
fn an_interrupted_game_leaves_its_record() {
    let scratch = Scratch::new("play");
    let seats = "random,mcts@1000000000n";
    let args = ["play", "reversi", "--seats", seats, "--seed", "1", "--record", &scratch.file()];
    for (signal, code) in [(INTERRUPT, 130), (TERMINATE, 143)] {
        let output = ended_by(signal, totora(&args));
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{errors}");
        assert!(errors.contains("stopped by SIG"), "{errors}");
        let session = scratch.record();
        assert!(session.to_record().result.is_none());
        let words = String::from_utf8_lossy(&output.stdout).into_owned();
        let plies = totora::base::util::counted(session.plies().len() as u64, "ply");
        let unfinished = format!("Unfinished after {plies}.");
        assert!(words.contains(&unfinished), "{words}");
    }
    let mut json = args.to_vec();
    json.push("--json");
    let output = ended_by(TERMINATE, totora(&json));
    let record = Record::from_text(&String::from_utf8_lossy(&output.stdout)).expect("a record");
    assert_eq!(record.to_json(), scratch.record().to_record().to_json());
}

#[test]
fn an_interrupted_solution_reports_its_progress() {
    let output = ended_by(INTERRUPT, totora(&["solve", "isolation", "--all", "--json"]));
    assert_eq!(output.status.code(), Some(130));
    let table: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(table["finished"], false);
    assert!(table["classes"].as_array().expect("listed").len() < 315);
    let output = ended_by(TERMINATE, totora(&["solve", "isolation", "--all"]));
    assert_eq!(output.status.code(), Some(143));
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(words.contains("Unfinished: ") && words.contains(" of 315 classes."), "{words}");
}

#[test]
fn an_interrupted_solution_of_fencemaster_is_saved() {
    let scratch = Scratch::new("solve");
    let file = scratch.file();
    let args =
        ["solve", "fencemaster", "--option", "size=5", "--only", "4,4 0,0", "--memory", "16"];
    let args = [&args[..], &["--save", &file]].concat();
    for _ in 0..2 {
        let output = ended_by(INTERRUPT, totora(&args));
        assert_eq!(output.status.code(), Some(130));
        let words = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(words.contains("0,0   not solved (0 of ") && words.contains("Unfinished: "));
        assert!(std::fs::metadata(&file).expect("written").len() > 100);
    }
}

#[test]
fn an_interrupted_opening_book_continues() {
    let scratch = Scratch::new("book");
    let file = scratch.file();
    let args = ["solve", "isolation", "--book", &file];
    let output = ended_by(INTERRUPT, totora(&args));
    assert_eq!(output.status.code(), Some(130));
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(words.contains(" of 28,978 openings"), "{words}");
    // Solve the last opening, which is quick, again. The result is the same as in the program's book.
    let whole = std::fs::read("../games/isolation/isolation-book.bin").expect("the program's book");
    let mut book = Book::read(&std::fs::read(&file).expect("written")).expect("a book");
    let last = *Opening::all().last().expect("not empty");
    let own_book = Book::of_the_program().expect("a book");
    for opening in Opening::all().into_iter().filter(|opening| *opening != last) {
        let entry = own_book.entry(&opening.position()).expect("known");
        book.insert(opening, (entry.plies, entry.line[0]));
    }
    assert_eq!(book.unknown(), [last]);
    std::fs::write(&file, book.write()).expect("written");
    let output = totora(&[&args[..], &["--json"]].concat()).wait_with_output().expect("ends");
    let line: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(line, json!({ "openings": 28_978, "bytes": whole.len(), "finished": true }));
    assert_eq!(std::fs::read(&file).expect("written"), whole);
}

#[test]
fn an_interrupted_client_leaves_its_record() {
    let map = b"2\n0\n0 0\n1 4\n0 2 1 0\n";
    let scratch = Scratch::new("client");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("bound").port().to_string();
    let client = totora(&[
        "reversi-client",
        "--port",
        &port,
        "--group",
        "1",
        "--bot",
        "greedy",
        "--record",
        &scratch.file(),
    ]);
    let (mut stream, _) = listener.accept().expect("a client");
    stream.read_exact(&mut [0; 6]).expect("a group number");
    let mut bytes = vec![2, 0, 0, 0, map.len() as u8];
    bytes.extend(map);
    bytes.extend([3, 0, 0, 0, 1, 1, 4, 0, 0, 0, 5, 0, 0, 0, 0, 0]);
    stream.write_all(&bytes).expect("sent");
    // The client has sent its move, so it has the map.
    stream.read_exact(&mut [0; 10]).expect("its move");
    let output = ended_by(INTERRUPT, client);
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(scratch.record().plies().len(), 0);
}
