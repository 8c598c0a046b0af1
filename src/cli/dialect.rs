//! Programs that speak the protocol of their own field instead of ours: GTP for Havannah and Othello, and NBoard for
//! Othello. This module knows their words; [`super::program`] runs them.

use totora::base::fixed::shorten;
use totora::contract::bot::Budget;
use totora::contract::game::{FORFEIT, Seat};
use totora::games::fencemaster::FenceMaster;
use totora::games::fencemaster::geometry::{column, row};
use totora::record::Record;
use totora::session::Session;

/// The language of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Our own protocol.
    Totora,
    /// The Go Text Protocol.
    Gtp,
    /// The protocol of NBoard, an Othello program.
    NBoard,
}

/// Maximum number of lines of an answer.
pub(crate) const MOST_LINES: usize = 20_000;

/// The start of Othello as GGF has it.
const USUAL: &str =
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

impl Dialect {
    /// The language of a command after `exec:`, and the command without its name.
    pub(crate) fn split(command: &str) -> (Dialect, &str) {
        let dialects = [("gtp:", Dialect::Gtp), ("nboard:", Dialect::NBoard)];
        dialects
            .into_iter()
            .find_map(|(name, dialect)| Some((dialect, command.trim_start().strip_prefix(name)?)))
            .unwrap_or((Dialect::Totora, command))
    }

    /// The line that ends a program; `None` for our own protocol.
    pub(crate) fn quit(self) -> Option<&'static str> {
        match self {
            Dialect::Totora => None,
            Dialect::Gtp | Dialect::NBoard => Some("quit"),
        }
    }
}

/// The colours of the seats in GTP: White begins in FenceMaster, Black in Othello.
fn colours(session: &Session) -> [&'static str; 2] {
    if is_fencemaster(session) { ["w", "b"] } else { ["b", "w"] }
}

fn is_fencemaster(session: &Session) -> bool {
    session.setup().game.id() == "fencemaster"
}

/// The first plies of the game as GGF; an error if it is not on a board that Othello programs know.
fn ggf(session: &Session, plies: usize) -> Result<String, String> {
    let record = session.to_record();
    let game = record.game;
    let moves = session.plies().iter().take(plies).map(|ply| ply.text.clone());
    let moves = moves.filter(|text| text != FORFEIT).collect();
    let (variations, annotations) = (Vec::new(), Vec::new());
    let record = Record { moves, variations, annotations, result: None, ..record };
    let format = game.data().formats.iter().find(|format| format.id == "ggf");
    format
        .and_then(|format| record.to_format(format).map(|exported| exported.text))
        .ok_or_else(|| format!("GTP and NBoard programs do not know this board of {}", game.name()))
}

/// The commands that bring a GTP program to the position, from the start of the game on.
///
/// # Errors
/// When such programs do not know the game or its board.
pub(crate) fn gtp_commands(session: &Session) -> Result<Vec<String>, String> {
    let setup = session.setup();
    let start = setup.game.start(&setup.options, setup.seed).map_err(|error| error.to_string())?;
    let mut commands = Vec::new();
    let of_othello = match start.as_any().downcast_ref::<FenceMaster>() {
        Some(start) => {
            commands.push(format!("boardsize {}", start.geometry().side()));
            commands.push("clear_board".to_owned());
            for &place in start.history() {
                if let Some(seat) = start.board().stone(place) {
                    let name = name_of(row(place), column(place));
                    commands.push(gtp_play(session, seat, &name));
                }
            }
            false
        }
        None if setup.game.id() == "reversi" && ggf(session, 0)?.contains(USUAL) => {
            commands.extend(["boardsize 8".to_owned(), "clear_board".to_owned()]);
            true
        }
        None => {
            return Err(format!(
                "gtp: programs play FenceMaster and Reversi XT from the start of Othello, not this game of {}",
                setup.game.name()
            ));
        }
    };
    // Some programs expect a pass as a move; here it is no ply.
    let mut turn = 0;
    let mut pass = |commands: &mut Vec<String>, seat: Seat| {
        if of_othello && seat != turn {
            commands.push(gtp_play(session, turn, PASS));
        }
        turn = 1 - seat.min(1);
    };
    for ply in session.plies().iter().take(session.ply()) {
        if let Some(seat) = ply.seats.only().filter(|_| ply.text != FORFEIT) {
            pass(&mut commands, seat);
            commands.push(gtp_play(session, seat, &to_gtp(&ply.text)?));
        }
    }
    if let Some(seat) = session.position().to_act().first() {
        pass(&mut commands, seat);
    }
    Ok(commands)
}

/// The word for a pass.
const PASS: &str = "pass";

/// Whether a program may refuse a command: some pass by themselves.
pub(crate) fn may_refuse(command: &str) -> bool {
    command.ends_with(PASS)
}

/// The command for a move by its name.
fn gtp_play(session: &Session, seat: Seat, name: &str) -> String {
    format!("play {} {name}", colours(session)[seat & 1])
}

/// The command for the program's own answer, which it has played itself; `None` if it gave up.
pub(crate) fn gtp_played(session: &Session, seat: Seat, text: &str) -> Option<String> {
    to_gtp(text).ok().map(|name| gtp_play(session, seat, &name))
}

/// The request for a move in GTP.
pub(crate) fn gtp_request(session: &Session, seat: Seat) -> String {
    format!("genmove {}", colours(session)[seat & 1])
}

/// The time for each move in GTP, if the budget is a time.
pub(crate) fn gtp_time(budget: Option<Budget>) -> Option<String> {
    match budget {
        Some(Budget::Ms(ms)) => Some(format!("time_settings 0 {} 1", ms.div_ceil(1_000).max(1))),
        _ => None,
    }
}

/// A cell as a letter and a number; in FenceMaster the row and the slanted column.
fn name_of(letter: usize, number: usize) -> String {
    format!("{}{}", char::from(b'a' + letter as u8), number + 1)
}

/// A move in the notation of GTP programs.
fn to_gtp(text: &str) -> Result<String, String> {
    let numbers: Option<Vec<usize>> =
        text.split(',').map(|part| part.trim().parse().ok()).collect();
    match numbers.as_deref() {
        // Row and column of FenceMaster, or column and row of Othello: a letter and a number in both.
        Some(&[one, other]) if one < 26 && other < 26 => Ok(name_of(one, other)),
        _ if text == "swap" => Ok(text.to_owned()),
        _ => Err(format!("gtp: programs know no move `{}`", shorten(text))),
    }
}

/// A move of a GTP or NBoard program in the notation of the game.
pub(crate) fn from_name(session: &Session, answer: &str) -> Result<String, String> {
    let word = answer.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    if word == "resign" {
        return Ok(FORFEIT.to_owned());
    }
    if is_fencemaster(session) && word.starts_with("swap") {
        return Ok("swap".to_owned());
    }
    let mut letters = word.chars();
    let first = letters.next().filter(char::is_ascii_lowercase);
    let number = letters.as_str().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    match first.zip(number) {
        Some((letter, number)) => Ok(format!("{},{number}", u32::from(letter) - u32::from('a'))),
        None => Err(format!("`{}` is no move; expected one such as f5", shorten(answer))),
    }
}

/// The lines that give an NBoard program the position.
///
/// # Errors
/// When such programs do not know the board.
pub(crate) fn nboard_commands(
    session: &Session,
    budget: Option<Budget>,
) -> Result<Vec<String>, String> {
    if session.setup().game.id() != "reversi" {
        let name = session.setup().game.name();
        return Err(format!(
            "nboard: programs play Reversi XT on the board of Othello, not {name}"
        ));
    }
    let mut lines = vec!["nboard 2".to_owned()];
    if let Some(Budget::Depth(depth)) = budget {
        lines.push(format!("set depth {depth}"));
    }
    lines.push(format!("set game {}", ggf(session, session.ply())?.trim()));
    Ok(lines)
}

/// The move and the score in the answer to `go` of an NBoard program, `=== F5/1.2/0.3`.
pub(crate) fn nboard_answer(line: &str) -> Option<(&str, Option<f64>)> {
    let mut parts = line.trim().strip_prefix("===")?.trim().split('/');
    let name = parts.next()?.trim();
    let score = parts.next().and_then(|score| score.trim().parse().ok());
    Some((name, score.filter(|score: &f64| score.is_finite())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn session(game: &str, options: &serde_json::Value, moves: &[&str]) -> Session {
        let record =
            json!({ "totora": 1, "game": game, "options": options, "seed": 1, "moves": moves });
        Session::replay(Record::from_json(&record).expect("valid")).expect("replays")
    }

    #[test]
    fn commands_are_recognised_by_their_name() {
        assert_eq!(Dialect::split("gtp:./castro -a"), (Dialect::Gtp, "./castro -a"));
        assert_eq!(Dialect::split("nboard:edax -nboard"), (Dialect::NBoard, "edax -nboard"));
        assert_eq!(Dialect::split("./gtp:x"), (Dialect::Totora, "./gtp:x"));
    }

    #[test]
    fn gtp_gets_the_whole_game() {
        let game = session("fencemaster", &json!({ "size": 4 }), &["3,3", "swap", "6,4"]);
        let commands = gtp_commands(&game).expect("known");
        assert_eq!(
            commands,
            ["boardsize 4", "clear_board", "play w d4", "play b swap", "play w g5"]
        );
        assert_eq!(gtp_request(&game, 1), "genmove b");
        assert_eq!(from_name(&game, "G5").as_deref(), Ok("6,4"));
        assert_eq!(from_name(&game, "swap-pieces").as_deref(), Ok("swap"));
        assert_eq!(from_name(&game, "resign").as_deref(), Ok(FORFEIT));
        assert!(from_name(&game, "what now").is_err_and(|error| error.contains("expected one")));
        let game = session("reversi", &json!({}), &["5,4", "3,5"]);
        let commands = gtp_commands(&game).expect("known");
        assert_eq!(commands, ["boardsize 8", "clear_board", "play b f5", "play w d6"]);
        assert_eq!(from_name(&game, "C3").as_deref(), Ok("2,2"));
        assert!(gtp_commands(&session("uros", &json!({}), &[])).is_err());
        assert!(nboard_commands(&session("uros", &json!({}), &[]), None).is_err());
    }

    #[test]
    fn nboard_gets_the_game_as_ggf() {
        let game = session("reversi", &json!({}), &["5,4"]);
        let lines = nboard_commands(&game, Some(Budget::Depth(6))).expect("known");
        assert_eq!(lines[..2], ["nboard 2", "set depth 6"]);
        assert!(lines[2].starts_with("set game (;GM[Othello]") && lines[2].ends_with("B[F5];)"));
        // Black must pass: without it, the program would answer for Black.
        let line = ["4,5", "5,5", "2,3", "4,6", "4,7", "3,7", "6,6", "5,7"];
        let lines = nboard_commands(&session("reversi", &json!({}), &line), None).expect("known");
        assert!(lines[1].ends_with("W[F8]B[PA];)"), "{}", lines[1]);
        assert_eq!(nboard_answer("=== D6/-1.5/0.2"), Some(("D6", Some(-1.5))));
        assert_eq!(nboard_answer("=== PA"), Some(("PA", None)));
        assert_eq!(nboard_answer("status thinking"), None);
    }
}
