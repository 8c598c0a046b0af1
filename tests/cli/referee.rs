//! A server like the one of the course. It referees one match of Reversi XT between clients, with its own code for the
//! messages. A client that breaks the protocol or the rules fails the test.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;
use totora::games::reversi::built_in::map_of;
use totora::record::Record;
use totora::session::Session;

/// A message: its type, the length of the payload, and the payload.
pub(super) fn message(kind: u8, payload: &[u8]) -> Vec<u8> {
    [&[kind], &(payload.len() as u32).to_be_bytes()[..], payload].concat()
}

/// Converts a move from its bytes to our notation.
pub(super) fn move_text(mv: &[u8]) -> String {
    let [a, b, c, d, special] = *mv else { panic!("{mv:?} is not a move") };
    let place = format!("{},{}", u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]));
    match special {
        0 => place,
        20 => place + "=bomb",
        21 => place + "=override",
        player => format!("{place}={player}"),
    }
}

/// The server's side of a connection.
pub(super) struct Raw(pub(super) TcpStream);

impl Raw {
    /// Accepts the next client.
    pub(super) fn accept(listener: &TcpListener) -> Raw {
        let (stream, _) = listener.accept().expect("a client");
        // Fail instead of hanging.
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("can be set");
        Raw(stream)
    }

    /// Sends raw bytes.
    pub(super) fn send(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).expect("sent");
    }

    /// The type and the payload of the next message.
    pub(super) fn receive(&mut self) -> (u8, Vec<u8>) {
        let mut header = [0; 5];
        self.0.read_exact(&mut header).expect("a message");
        let [kind, length @ ..] = header;
        let mut payload = vec![0; u32::from_be_bytes(length) as usize];
        self.0.read_exact(&mut payload).expect("its payload");
        (kind, payload)
    }
}

/// A match that is played in its own thread.
pub(super) struct Referee {
    /// The port for clients.
    pub(super) port: String,
    thread: JoinHandle<Session>,
}

impl Referee {
    /// Waits for a client on each seat of the map. Each has `ms` milliseconds per move and searches at most `depth` plies;
    /// 0 is no limit.
    pub(super) fn start(map: &str, ms: u32, depth: u8) -> Referee {
        let map = map_of(map).expect("a map").to_string();
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("bound").port().to_string();
        let thread = std::thread::spawn(move || play(&listener, &map, ms, depth));
        Referee { port, thread }
    }

    /// Waits for the end of the match.
    pub(super) fn end(self) -> Session {
        self.thread.join().expect("played to its end")
    }
}

fn play(listener: &TcpListener, map: &str, ms: u32, depth: u8) -> Session {
    let record = serde_json::json!({ "totora": 1, "game": "reversi", "options": { "map": map } });
    let record = Record::from_json(&record).expect("a record");
    let mut session = Session::begin(record).expect("begins");
    let mut clients: Vec<Raw> = Vec::new();
    for seat in 0..session.position().seats() {
        let mut client = Raw::accept(listener);
        assert_eq!(client.receive().0, 1, "a group number comes first");
        client.send(&message(2, map.as_bytes()));
        client.send(&message(3, &[seat as u8 + 1]));
        clients.push(client);
    }
    let send_all = |clients: &mut [Raw], message: &[u8]| {
        clients.iter_mut().for_each(|client| client.send(message));
    };
    let mut building = true;
    loop {
        if building && session.position().summary()["phase"] != 1 {
            building = false;
            send_all(&mut clients, &message(8, &[]));
        }
        let Some(seat) = session.position().to_act().first() else { break };
        clients[seat].send(&message(4, &[&ms.to_be_bytes()[..], &[depth]].concat()));
        let (kind, mv) = clients[seat].receive();
        assert_eq!(kind, 5, "a move was requested");
        session.play(Some(seat), &move_text(&mv), false).expect("legal");
        send_all(&mut clients, &message(6, &[&mv[..], &[seat as u8 + 1]].concat()));
    }
    send_all(&mut clients, &message(9, &[]));
    session
}
