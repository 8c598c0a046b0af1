//! The messages: one byte for the type, four bytes for the length, most significant byte first, and the payload.

use std::io::{self, ErrorKind, Read};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// The longest payload, which is a map.
const MOST_BYTES: usize = totora::games::reversi::map::MAX_BYTES;

/// A message of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// 2: the map's text.
    Map(String),
    /// 3: the client's player, from 1.
    Player(u8),
    /// 4: a request for a move: the time in milliseconds and the depth, 0 for none.
    Request { ms: u32, depth: u8 },
    /// 6: a move that was made, and its player, from 1.
    Made(WireMove, u8),
    /// 7: a player, from 1, was disqualified.
    Disqualified(u8),
    /// 8: the build phase is over.
    BuildOver,
    /// 9: the game is over.
    Over,
}

/// A move as it is sent: column, row, and the player on a choice tile, 20 or 21 on a bonus tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WireMove {
    x: u16,
    y: u16,
    special: u8,
}

const BOMB: u8 = 20;
const OVERRIDE: u8 = 21;

impl WireMove {
    /// The move in our notation. It may be illegal.
    pub(super) fn text(self) -> String {
        let WireMove { x, y, special } = self;
        match special {
            0 => format!("{x},{y}"),
            BOMB => format!("{x},{y}=bomb"),
            OVERRIDE => format!("{x},{y}=override"),
            player => format!("{x},{y}={player}"),
        }
    }

    /// Reads a move in our notation.
    pub(super) fn parse(text: &str) -> Option<WireMove> {
        let (place, special) = text.split_once('=').unwrap_or((text, "0"));
        let (x, y) = place.split_once(',')?;
        let special = match special {
            "bomb" => BOMB,
            "override" => OVERRIDE,
            number => number.parse().ok()?,
        };
        Some(WireMove { x: x.parse().ok()?, y: y.parse().ok()?, special })
    }

    /// The message with which a client plays the move: type 5.
    pub(super) fn message(self) -> [u8; 10] {
        let ([a, b], [c, d]) = (self.x.to_be_bytes(), self.y.to_be_bytes());
        [5, 0, 0, 0, 5, a, b, c, d, self.special]
    }

    fn from_bytes([a, b, c, d, special]: [u8; 5]) -> WireMove {
        WireMove { x: u16::from_be_bytes([a, b]), y: u16::from_be_bytes([c, d]), special }
    }
}

/// The message with which a client states its group number: type 1.
pub(super) fn group(number: u8) -> [u8; 6] {
    [1, 0, 0, 0, 1, number]
}

impl Message {
    /// Waits for a message.
    ///
    /// # Errors
    /// If the message is invalid or the connection has ended.
    pub(super) fn receive(stream: &mut impl Read) -> Result<Message, String> {
        let mut kind = [0];
        fill(stream, &mut kind, "between two messages")?;
        let [kind] = kind;
        let mut length = [0; 4];
        fill(stream, &mut length, "within a message")?;
        let [a, b, c, d] = length;
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        let expected = match kind {
            3 | 7 => 1..=1,
            2 => 1..=MOST_BYTES,
            4 => 5..=5,
            6 => 6..=6,
            8 | 9 => 0..=0,
            _ => {
                return Err(format!(
                    "a message of unknown type {kind} came; a server sends 2 to 4 and 6 to 9"
                ));
            }
        };
        if !expected.contains(&length) {
            let (from, to) = expected.into_inner();
            let range = if from == to { from.to_string() } else { format!("{from} to {to}") };
            return Err(format!(
                "a message of type {kind} came with {length} bytes; expected {range}"
            ));
        }
        let mut payload = vec![0; length];
        fill(stream, &mut payload, "within a message")?;
        Ok(match (kind, payload.as_slice()) {
            (2, text) => Message::Map(
                String::from_utf8(text.to_vec())
                    .map_err(|_| "the map in the message is not UTF-8".to_owned())?,
            ),
            (3, &[player]) => Message::Player(player),
            (4, &[a, b, c, d, depth]) => {
                Message::Request { ms: u32::from_be_bytes([a, b, c, d]), depth }
            }
            (6, &[a, b, c, d, e, player]) => {
                Message::Made(WireMove::from_bytes([a, b, c, d, e]), player)
            }
            (7, &[player]) => Message::Disqualified(player),
            (8, []) => Message::BuildOver,
            _ => Message::Over,
        })
    }

    /// The name of the message in errors.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Message::Map(_) => "a map (type 2)",
            Message::Player(_) => "a player's number (type 3)",
            Message::Request { .. } => "a request for a move (type 4)",
            Message::Made(..) => "a move that was made (type 6)",
            Message::Disqualified(_) => "a disqualification (type 7)",
            Message::BuildOver => "the end of the build phase (type 8)",
            Message::Over => "the end of the game (type 9)",
        }
    }
}

/// How long the rest of a message may take after its first byte.
pub(super) const REST: Duration = Duration::from_secs(10);
/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(10);

/// Reads one message from a connection. The message may begin at any time, but must then be complete within a time limit:
/// a server that stops in the middle of a message would block the client forever.
pub(super) struct Incoming<'a> {
    stream: &'a TcpStream,
    /// When the message must be complete.
    until: Option<Instant>,
    rest: Duration,
    /// When its first byte arrived.
    arrived: Option<Instant>,
}

impl<'a> Incoming<'a> {
    /// A message that may begin at any time.
    pub(super) fn new(stream: &'a TcpStream) -> Self {
        Incoming { stream, until: None, rest: REST, arrived: None }
    }

    /// Waits for the message. Returns it with the arrival time of its first byte, or the time of the failure.
    ///
    /// # Errors
    /// As [`Message::receive`], and if the message takes too long.
    pub(super) fn stamped(mut self) -> (Result<Message, String>, Instant) {
        let message = Message::receive(&mut self);
        (message, self.arrived.unwrap_or_else(Instant::now))
    }
}

impl Read for Incoming<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let left = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        // Zero would mean no limit.
        self.stream.set_read_timeout(left.map(|left| left.max(Duration::from_millis(1))))?;
        let read = self.stream.read(bytes);
        let now = Instant::now();
        self.arrived.get_or_insert(now);
        self.until.get_or_insert(now + self.rest);
        match read {
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                let rest = self.rest.as_secs_f64();
                Err(io::Error::other(format!("not complete after {rest} s")))
            }
            read => read,
        }
    }
}

/// Connects to a host. Tries each of its addresses.
pub(super) fn connect(host: &str, port: u16) -> io::Result<TcpStream> {
    let mut failed = io::Error::other("the name has no address");
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT) {
            Ok(stream) => return Ok(stream),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

fn fill(stream: &mut impl Read, bytes: &mut [u8], place: &str) -> Result<(), String> {
    stream.read_exact(bytes).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => {
            format!("the connection was closed {place}")
        }
        _ => format!("the connection failed {place}: {error}"),
    })
}

/// Makes the system send small messages at once.
pub(super) fn prepare(stream: &TcpStream) {
    // If this fails, messages are only slower.
    drop(stream.set_nodelay(true));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_match_the_bytes_of_the_protocol() {
        for (message, bytes) in [
            (Message::Request { ms: 2000, depth: 0 }, vec![4, 0, 0, 0, 5, 0, 0, 0x07, 0xd0, 0]),
            (
                Message::Made(WireMove::parse("2,0=bomb").expect("a move"), 2),
                vec![6, 0, 0, 0, 6, 0, 2, 0, 0, 0x14, 2],
            ),
            (Message::Map("2\n".to_owned()), vec![2, 0, 0, 0, 2, b'2', b'\n']),
            (Message::Player(3), vec![3, 0, 0, 0, 1, 3]),
            (Message::Disqualified(4), vec![7, 0, 0, 0, 1, 4]),
            (Message::BuildOver, vec![8, 0, 0, 0, 0]),
            (Message::Over, vec![9, 0, 0, 0, 0]),
        ] {
            assert_eq!(Message::receive(&mut bytes.as_slice()), Ok(message));
        }
        assert_eq!(group(7), [1, 0, 0, 0, 1, 7]);
        let bomb = WireMove::parse("2,0=bomb").expect("a move");
        assert_eq!(bomb.message(), [5, 0, 0, 0, 5, 0, 2, 0, 0, 0x14]);
        for text in ["3,14", "0,49=8", "7,7=bomb", "7,7=override"] {
            assert_eq!(WireMove::parse(text).expect(text).text(), text);
        }
    }

    #[test]
    fn errors_describe_invalid_messages() {
        let wrong: [(&[u8], &str); 6] = [
            (&[], "closed between two messages"),
            (&[4, 0, 0], "closed within a message"),
            (&[4, 0, 0, 0, 5, 1], "closed within a message"),
            (&[12, 0, 0, 0, 0], "unknown type 12"),
            (&[4, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0], "6 bytes; expected 5"),
            (&[2, 255, 255, 255, 255], "expected 1 to"),
        ];
        for (bytes, expected) in wrong {
            let mut bytes = bytes;
            let error = Message::receive(&mut bytes).expect_err("no message");
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn an_incomplete_message_times_out() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("bound").port();
        let mut sender = connect("127.0.0.1", port).expect("reached");
        let (stream, _) = listener.accept().expect("comes");
        let rest = Duration::from_millis(20);
        let incoming = |until| Incoming { stream: &stream, until, rest, arrived: None };
        let mut send = |bytes: &[u8]| io::Write::write_all(&mut sender, bytes).expect("sent");
        send(&[3, 0, 0, 0, 1, 2, 4, 0, 0]);
        assert_eq!(incoming(None).stamped().0, Ok(Message::Player(2)));
        let error = incoming(None).stamped().0.expect_err("half a message");
        assert!(error.contains("failed within a message: not complete after 0.02 s"), "{error}");
        let error = incoming(Some(Instant::now())).stamped().0.expect_err("nothing");
        assert!(error.contains("between two messages: not complete"), "{error}");
        // A new message has no time limit before its first byte.
        send(&[9, 0, 0, 0, 0]);
        assert_eq!(Incoming::new(&stream).stamped().0, Ok(Message::Over));
    }
}
