//! Reversi XT over the network: matches on this machine, and clients against servers that break the protocol.

use super::referee::{Raw, Referee, message, move_text};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicI64};
use std::time::Duration;
use totora::record::Record;
use totora::session::Session;

fn totora(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_totora"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A temporary file, which is deleted at the end of the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Scratch(std::env::temp_dir().join(format!("totora-net-{}-{name}", std::process::id())))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a plain path")
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.0).expect("written")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

fn replayed(text: &str) -> Session {
    let session = Session::replay(Record::from_text(text).expect("a record")).expect("replays");
    assert!(session.position().outcome().is_some(), "to its end");
    session
}

fn output(child: Child) -> Output {
    child.wait_with_output().expect("ends")
}

#[test]
fn a_match_of_four_bots_is_played_and_recorded() {
    let referee = Referee::start("cross", 4_000, 1);
    let mut clients: Vec<Child> = Vec::new();
    for (group, bot) in [("1", "greedy"), ("2", "brs"), ("3", "balanced"), ("4", "random")] {
        let port = referee.port.as_str();
        let args = ["reversi-client", "--port", port, "--group", group, "--bot", bot];
        clients.push(totora(&args).spawn().expect("starts"));
    }
    let session = referee.end();
    assert!(session.position().outcome().is_some(), "to its end");
    // The logs of all clients give the same record.
    for client in clients {
        let output = output(client);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let log = String::from_utf8_lossy(&output.stdout);
        assert!(log.contains("the build phase is over"), "{log}");
        let file = Scratch::new("log.txt");
        std::fs::write(&file.0, &output.stdout).expect("written");
        let made = totora(&["reversi-record", file.path()]).output().expect("runs");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let again = replayed(&String::from_utf8(made.stdout).expect("text"));
        assert_eq!(again.to_record().to_json(), session.to_record().to_json());
    }
}

/// Runs our client against a server that sends `replies` after the group number.
fn run_against(replies: &[u8]) -> Output {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("bound").port().to_string();
    let client = totora(&["reversi-client", "--port", &port, "--group", "5", "--bot", "greedy"])
        .spawn()
        .expect("starts");
    let (mut stream, _) = listener.accept().expect("a client");
    let mut group = [0; 6];
    stream.read_exact(&mut group).expect("a group number");
    assert_eq!(group, [1, 0, 0, 0, 1, 5]);
    stream.write_all(replies).expect("sent");
    drop(stream);
    output(client)
}

#[test]
fn a_client_reports_errors_and_exits_with_1() {
    let map = b"2\n0\n0 0\n1 4\n0 2 1 0\n";
    let begun = |rest: &[u8]| {
        let mut bytes = vec![2, 0, 0, 0, map.len() as u8];
        bytes.extend(map);
        bytes.extend([3, 0, 0, 0, 1, 1]);
        bytes.extend(rest);
        bytes
    };
    for (replies, words) in [
        (vec![], "the connection was closed between two messages"),
        (vec![2, 0, 0, 0, 9, b'2'], "the connection was closed within a message"),
        (vec![7, 0, 0, 0, 0], "a message of type 7 came with 0 bytes; expected 1"),
        (vec![42, 0, 0, 0, 0], "a message of unknown type 42 came"),
        (vec![3, 0, 0, 0, 1, 1], "a player's number (type 3) came; expected a map (type 2)"),
        (vec![2, 0, 0, 0, 2, b'9', b'\n'], "line 1, column 1"),
        (begun(&[]), "the connection was closed between two messages"),
        (begun(&[3, 0, 0, 0, 1, 1]), "expected a message of a running match"),
        (begun(&[6, 0, 0, 0, 6, 0, 3, 0, 0, 0, 1]), "the server says that player 1 moved 3,0"),
        (begun(&[7, 0, 0, 0, 1, 9]), "player 9, who does not exist"),
        (begun(&[6, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0]), "player 0, who does not exist"),
        (
            begun(&[8, 0, 0, 0, 0]),
            "build phase is over, but by the rules it continues: Red to move",
        ),
        (begun(&[4, 0]), "the connection was closed within a message"),
        (
            [&[2, 0, 0, 0, 7][..], b"othello"].concat(),
            "line 1, column 1: expected the number of players",
        ),
        (begun(&[7, 0, 0, 0, 1, 1]), "this client, was disqualified"),
    ] {
        let output = run_against(&replies);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{words}: {errors}");
        assert!(errors.contains(words), "{words}: {errors}");
    }
    let port = {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.local_addr().expect("bound").port().to_string()
    };
    let unreachable =
        totora(&["reversi-client", "--port", &port, "--group", "5", "--bot", "greedy"]);
    let output = { unreachable }.output().expect("runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot reach a server at 127.0.0.1"));
}

/// Plays our moves at these requests (time in milliseconds and depth) on the usual board, until the opponent is disqualified;
/// returns the lines of the log about them, the whole log, and the record.
fn thoughts_at(requests: &[(u32, u8)], more: &[&str]) -> (Vec<String>, String, String) {
    let map = include_str!("../../src/games/reversi/maps/othello.map");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("bound").port().to_string();
    let record = Scratch::new(&format!("asked-{port}.json"));
    let args = ["reversi-client", "--port", &port, "--group", "5", "--bot", "alphabeta"];
    let args = [&args, &["--record", record.path()][..], more].concat();
    let client = totora(&args).spawn().expect("starts");
    let mut raw = Raw::accept(&listener);
    assert_eq!(raw.receive(), (1, vec![5]));
    raw.send(&begun(map.as_bytes()));
    let mut session =
        Session::replay(Record::from_text(r#"{"totora":1,"game":"reversi"}"#).expect("a record"))
            .expect("begins");
    for (n, &(ms, depth)) in requests.iter().enumerate() {
        raw.send(&message(4, &[&ms.to_be_bytes()[..], &[depth]].concat()));
        let (kind, mv) = raw.receive();
        assert_eq!(kind, 5);
        session.play(Some(0), &move_text(&mv), false).expect("legal");
        raw.send(&message(6, &[&mv[..], &[1]].concat()));
        if n + 1 < requests.len() {
            let reply = session.position().legal().expect("listed")[0].clone();
            session.play(Some(1), &reply, false).expect("legal");
            let digits: Vec<u8> = reply.bytes().map(|byte| byte.wrapping_sub(b'0')).collect();
            raw.send(&[6, 0, 0, 0, 6, 0, digits[0], 0, digits[2], 0, 2]);
        }
    }
    // A disqualification that leaves one player ends the game.
    raw.send(&[7, 0, 0, 0, 1, 2, 9, 0, 0, 0, 0]);
    let output = output(client);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let log = String::from_utf8(output.stdout).expect("text");
    let thoughts = log.lines().filter(|line| line.starts_with("thought")).map(str::to_owned);
    (thoughts.collect(), log.clone(), record.text())
}

#[test]
fn a_client_obeys_the_time_and_the_depth_of_requests() {
    // A depth without a time, then a time without a depth.
    let (thoughts, log, record) = thoughts_at(&[(0, 1), (200, 0)], &[]);
    assert!(log.contains("Red won"), "{log}");
    assert_eq!(replayed(&record).plies().len(), 4);
    assert!(thoughts[0].contains("at depth 1:"), "{log}");
    assert!(!thoughts[1].contains("at depth 1:"), "{log}");
    let value: Value = serde_json::from_str(&record).expect("JSON");
    assert_eq!(value["game"], "reversi");
}

#[test]
fn a_time_takes_precedence_over_a_depth_unless_it_is_to_be_obeyed() {
    // The course's server sends depth 1 with every time unless told otherwise.
    let requests = [(200, 1), (400, 1), (400, 2), (0, 3), (400, 255)];
    let depth = |line: &String| -> u32 {
        let (_, rest) = line.split_once(" at depth ").expect("a depth");
        rest.split_once(':').expect("a colon").0.parse().expect("a number")
    };
    let (thoughts, log, _) = thoughts_at(&requests, &[]);
    let depths: Vec<u32> = thoughts.iter().map(depth).collect();
    assert!([0, 1, 2, 4].iter().all(|&at| depths[at] > 3) && depths[3] == 3, "{log}");
    let (thoughts, log, _) = thoughts_at(&requests, &["--depth", "obey"]);
    let depths: Vec<u32> = thoughts.iter().map(depth).collect();
    assert!(depths[..4] == [1, 1, 2, 3] && depths[4] > 3, "{log}");
}

#[test]
fn an_invalid_log_is_refused_with_the_line() {
    let map = "| 2\n| 0\n| 0 0\n| 1 3\n| 1 2 0\n";
    for (log, words) in [
        ("player 1 is this client\n".to_owned(), "no line starts with `| `"),
        ("| 2\n| none\n".to_owned(), "line 2, column 1"),
        (format!("{map}   2  Player 1  2,0  \n"), "line 6: ply 2 where ply 1 was expected"),
        (format!("{map}   1  Player 1  1,0  \n"), "line 6: b1 is occupied"),
        (format!("{map}   1  Player 2  2,0  \n"), "line 6: a move of Player 2, but: Red to move"),
        (
            format!("{map}   1  Player 1  2,0  \n   2  Player 2  0,0  \n"),
            "line 7: the game is over",
        ),
    ] {
        let file = Scratch::new("wrong.log");
        std::fs::write(&file.0, &log).expect("written");
        let made = totora(&["reversi-record", file.path()]).output().expect("runs");
        let errors = String::from_utf8_lossy(&made.stderr).into_owned();
        assert_eq!(made.status.code(), Some(2), "{log}: {errors}");
        assert!(errors.contains(words), "{words}: {errors}");
    }
}

/// A server like the one of the course, with a Fischer clock that it starts before it sends the request. It plays one game
/// against a client, as the referee and the opponent, and ends it after at most `most` moves of the client. Returns the
/// number of these moves.
fn play_with_a_clock(per_move: i64, seed: u64, most: usize, stolen: &AtomicI64) -> usize {
    let map = include_str!("../../src/games/reversi/maps/othello.map");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("bound").port().to_string();
    let args = ["reversi-client", "--port", &port, "--group", "5", "--bot", "totora"];
    let client = totora(&args).spawn().expect("starts");
    let mut raw = Raw::accept(&listener);
    assert_eq!(raw.receive(), (1, vec![5]));
    let mut session =
        Session::replay(Record::from_text(r#"{"totora":1,"game":"reversi"}"#).expect("a record"))
            .expect("begins");
    let mut rng = totora::base::rng::Rng::new(seed, totora::base::rng::Stream::Other(1));
    let (mut account, mut moves) = (0i64, 0);
    let mut bytes = begun(map.as_bytes());
    while let Some(seat) = session.position().to_act().first() {
        if seat == 1 {
            let legal = session.position().legal().expect("listed");
            let reply = &legal[rng.below(legal.len())];
            session.play(Some(1), reply, false).expect("legal");
            let digits: Vec<u8> = reply.bytes().map(|byte| byte.wrapping_sub(b'0')).collect();
            bytes.extend([6, 0, 0, 0, 6, 0, digits[0], 0, digits[2], 0, 2]);
            continue;
        }
        if moves == most {
            // Disqualify the opponent, which ends the game.
            bytes.extend([7, 0, 0, 0, 1, 2]);
            break;
        }
        account += per_move;
        let (begun, before) = (std::time::Instant::now(), stolen.load(Relaxed));
        bytes.extend(message(4, &[&(account as u32).to_be_bytes()[..], &[0]].concat()));
        raw.send(&std::mem::take(&mut bytes));
        let (kind, mv) = raw.receive();
        account -= begun.elapsed().as_millis() as i64;
        if account < 0 {
            // Wait until the measuring thread has run again and has noted the time that other processes took.
            std::thread::sleep(Duration::from_millis(200));
        }
        account += stolen.load(Relaxed) - before;
        assert_eq!(kind, 5);
        assert!(account >= 0, "move {moves}: disqualified for time, {account} ms");
        session.play(Some(0), &move_text(&mv), false).expect("legal");
        bytes.extend(message(6, &[&mv[..], &[1]].concat()));
        moves += 1;
    }
    bytes.extend([8, 0, 0, 0, 0, 9, 0, 0, 0, 0]);
    raw.send(&bytes);
    assert!(output(client).status.success());
    moves
}

/// Runs on a machine under load. `TOTORA_CLOCK_MOVES=200` plays that many moves with half the time.
#[test]
fn a_client_never_overruns_the_clock_of_a_server() {
    let requested =
        std::env::var("TOTORA_CLOCK_MOVES").map(|moves| moves.parse().expect("a number"));
    // The first moves matter most: later there is a reserve.
    let (count, per_move): (usize, i64) = requested.map_or((8, 1_000), |moves| (moves, 500));
    let (done, stolen) = (AtomicBool::new(false), AtomicI64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !done.load(Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        // If other processes take all the time, idle threads of this test are delayed too. The client cannot prevent that,
        // so this time is not counted. Busy loops alone do not cause such delays.
        scope.spawn(|| {
            while !done.load(Relaxed) {
                let begun = std::time::Instant::now();
                std::thread::sleep(Duration::from_millis(5));
                let late = begun.elapsed().as_millis() as i64 - 5;
                if late > 40 {
                    stolen.fetch_add(late, Relaxed);
                }
            }
        });
        let mut moves = 0;
        let mut seed = 0;
        let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            while moves < count {
                seed += 1;
                moves += play_with_a_clock(per_move, seed, count - moves, &stolen);
            }
        }));
        done.store(true, Relaxed);
        if let Err(panic) = played {
            std::panic::resume_unwind(panic);
        }
        println!("{moves} moves, {} ms taken by other processes", stolen.load(Relaxed));
    });
}

/// The messages before the first request: a map, and that the client is player 1.
fn begun(map: &[u8]) -> Vec<u8> {
    [message(2, map), message(3, &[1])].concat()
}

/// Starts a client that writes a record. Returns it and the server's side of its connection.
fn start_client(record: &Scratch, more: &[&str]) -> (Child, Raw) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("bound").port().to_string();
    let mut args = vec!["reversi-client", "--port", &port, "--group", "5", "--bot", "greedy"];
    args.extend(["--record", record.path()]);
    args.extend(more);
    let client = totora(&args).spawn().expect("starts");
    let mut raw = Raw::accept(&listener);
    assert_eq!(raw.receive(), (1, vec![5]));
    (client, raw)
}

const SMALL: &[u8] = b"2\n0\n0 0\n1 4\n0 2 1 0\n";

#[test]
fn a_client_gives_up_on_a_silent_server_and_saves_the_record() {
    let record = Scratch::new("silent.json");
    let (client, mut raw) = start_client(&record, &["--silence", "1"]);
    raw.send(&begun(SMALL));
    let output = output(client);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("the server has sent nothing for 1 s"), "{errors}");
    assert!(Record::from_text(&record.text()).is_ok());
}

#[test]
fn a_client_accepts_the_maps_of_the_course() {
    let rows = |count: usize| "0 2 1 0\n".repeat(count);
    let wide = format!("2\n0\n0 0\n1 52\n0 2 1 0{}\n", " -".repeat(48));
    for map in [
        // The header with line breaks in other places, as a server accepts it.
        "2 0\n0 0 1 4\n0 2 1 0\n".to_owned(),
        "2\n0\n0\n0\n1\n4\n0 2\n1 0\n".to_owned(),
        "2\r\n0\r\n0 0 1 4 0 2 1 0 0 0 6\r\n<-> 3 0 2\r\n".to_owned(),
        format!("2\n0\n0 0\n51 4\n{}", rows(51)),
        format!("2\n0\n0 0\n52 4\n{}", rows(52)),
        wide,
    ] {
        let record = Scratch::new("course.json");
        let (client, mut raw) = start_client(&record, &[]);
        let mut bytes = begun(map.as_bytes());
        bytes.extend([4, 0, 0, 0, 5, 0, 0, 0, 0, 0]);
        raw.send(&bytes);
        assert_eq!(raw.receive().0, 5, "{map}");
        drop(raw);
        drop(output(client));
        let saved = Record::from_text(&record.text()).expect("a record");
        assert!(Session::replay(saved).is_ok(), "{map}");
    }
}

#[test]
fn a_disqualification_out_of_turn_is_in_the_record() {
    let record = Scratch::new("turn.json");
    let (client, mut raw) = start_client(&record, &[]);
    let mut bytes = begun(b"3\n0\n0 0\n1 7\n0 2 1 0 2 3 0\n");
    // It is player 1's turn when the others are disqualified, which ends the game.
    bytes.extend([7, 0, 0, 0, 1, 3, 7, 0, 0, 0, 1, 2, 9, 0, 0, 0, 0]);
    raw.send(&bytes);
    let output = output(client);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let session = replayed(&record.text());
    assert_eq!(session.to_record().moves, ["forfeit=3", "forfeit=2"]);
    assert_eq!(session.position().outcome().expect("over").ranks, [1, 2, 2]);
    assert!(record.text().contains(r#""reason":"last one left""#));
    // Links and logs contain it too.
    let link = session.link(&totora::record::link::ViewState::default()).expect("a link");
    assert_eq!(Session::open(&link).expect("opens").0.to_record().moves.len(), 2);
    let file = Scratch::new("turn.log");
    std::fs::write(&file.0, &output.stdout).expect("written");
    let made = totora(&["reversi-record", file.path()]).output().expect("runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let again = replayed(&String::from_utf8(made.stdout).expect("text"));
    assert_eq!(again.to_record().to_json(), session.to_record().to_json());
}

#[test]
fn a_player_cannot_disqualify_another() {
    let begin = || {
        let map = "3\n0\n0 0\n1 7\n0 2 1 0 2 3 0\n";
        let record = serde_json::json!({
            "totora": 1, "game": "reversi", "options": { "map": map }
        });
        Session::begin(Record::from_json(&record).expect("a record")).expect("begins")
    };
    let mut session = begin();
    assert!(session.play(Some(0), "forfeit=2", false).is_err());
    assert!(session.play(None, "forfeit=2", false).is_err());
    // Rejected: the seat to move, seats that do not exist, and a number with a leading zero.
    for wrong in ["forfeit=1", "forfeit=4", "forfeit=0", "forfeit=02"] {
        assert!(session.play_ply(wrong, false).is_err(), "{wrong}");
    }
    session.play_ply("forfeit=2", false).expect("the server may");
    assert!(session.play_ply("forfeit=2", false).is_err());
    assert_eq!(session.position().to_act().first(), Some(0));
    // Other games have no disqualification.
    let uros = Record::from_text(r#"{"totora":1,"game":"uros","moves":["forfeit=2"]}"#);
    let error = Session::replay(uros.expect("a record")).err().expect("refused");
    assert!(error.to_string().contains("disqualifies no player"), "{error}");
}
