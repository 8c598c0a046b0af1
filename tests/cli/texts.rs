//! Texts of other programs on the command line.

use super::commands::{Scratch, fail, json, totora_with};

/// The output of a successful run; remarks on standard error are allowed.
fn succeed(args: &[&str]) -> String {
    let ran = totora_with(args, b"");
    assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.err);
    ran.out
}

const SGF: &str = "(;FF[4]GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[d6](;B[c3]C[good])(;B[c4]))";
const OTHELLO: &str = "f5d6c3";

#[test]
fn every_command_for_files_reads_other_formats() {
    let file = Scratch::new("game.sgf", SGF.as_bytes());
    let checked = succeed(&["check", file.path()]);
    let counts = "SGF of Reversi XT, 3 plies, 1 variation and 1 annotated position.";
    assert!(checked.contains(counts), "{checked}");
    let checked = json(&succeed(&["check", "--json", file.path()]));
    assert_eq!((&checked["game"], &checked["plies"]), (&"reversi".into(), &3.into()));
    assert!(succeed(&["replay", file.path()]).contains("5,4"));
    let link = succeed(&["link", file.path()]);
    assert!(link.starts_with("#3reversi."), "{link}");
    let opened =
        json(&succeed(&["open", &format!("see <https://totora.example/{}>.", link.trim())]));
    assert_eq!(opened["moves"], serde_json::json!(["5,4", "3,5", "2,2"]));
    assert_eq!(json(&succeed(&["open", "F5 D6 C3"]))["moves"], opened["moves"]);
    assert_eq!(
        json(&succeed(&["open", "https://totora.example/?embed#f5d6c3"]))["moves"],
        opened["moves"]
    );
    // A board that begins with an empty cell looks like a flag.
    let board = "---------------------------OX------XO--------------------------- X";
    assert_eq!(json(&succeed(&["open", board]))["game"], "reversi");
    assert_eq!(json(&succeed(&["open", "--wait", board]))["game"], "reversi");
    // Windows-1252, and a game that goes on after its end.
    let latin = Scratch::new("latin.sgf", b"(;FF[4]PB[aM\xb5ob]SZ[4];W[E1];B[swap];W[F2];B[F2])");
    let checked = succeed(&["check", latin.path()]);
    assert!(checked.contains("warning: Line 1, column 45: B[F2] was left out"), "{checked}");
    let wrong = Scratch::new("cut.obf", b"-----------------------OX------XO------------------- X");
    let error = fail(&["check", wrong.path()]);
    assert!(error.contains("line 1, column ") && error.contains("OBF of Reversi XT"), "{error}");
}

#[test]
fn games_are_converted() {
    let file = Scratch::new("moves.txt", OTHELLO.as_bytes());
    let convert = |to: &str| succeed(&["convert", file.path(), "--to", to]);
    assert_eq!(convert("transcript").trim(), OTHELLO);
    assert_eq!(
        succeed(&["convert", file.path(), "--to", "transcript", "--ply", "2"]).trim(),
        "f5d6"
    );
    assert!(convert("ggf").contains("B[F5]W[D6]B[C3];)"));
    assert!(convert("sgf").contains(";B[f5]\n;W[d6]\n;B[c3])"));
    assert!(convert("obf").trim().ends_with(" O;"));
    assert!(convert("position").contains("to move: 2"));
    assert!(convert("link").starts_with("#1reversi."));
    assert_eq!(json(&convert("json"))["game"], "reversi");
    for (to, said) in
        [("pgn", "json, link, position, ggf, sgf, transcript, obf"), ("", "expected one of")]
    {
        assert!(fail(&["convert", file.path(), "--to", to]).contains(said));
    }
    assert!(fail(&["convert", file.path(), "--to", "ggf", "--ply", "9"]).contains("3 plies"));
    let history = Scratch::new("history.txt", b"[[2, 3], [0, 5]]");
    let convert = |to: &str| succeed(&["convert", history.path(), "--to", to]);
    assert_eq!(convert("history").trim(), "[[2, 3], [0, 5]]");
    assert!(convert("board").contains("Player 1 to move"));
}

#[test]
fn openings_may_be_written_without_spaces() {
    let joined = succeed(&["think", "reversi", "--moves", "F5D6c3", "--bot", "greedy"]);
    assert_eq!(joined, succeed(&["think", "reversi", "--moves", "f5 d6 c3", "--bot", "greedy"]));
    let book = Scratch::new("xot.txt", b"F5D6C4D3\nf5f6e6f4\n# a comment\n");
    let args = ["arena", "reversi", "--bots", "random,greedy", "--games", "4", "--seed", "1"];
    succeed(&[&args[..], &["--openings", book.path()]].concat());
    let error = fail(&["think", "reversi", "--moves", "F5A1", "--bot", "greedy"]);
    assert!(error.contains("ply 2"), "{error}");
}

#[test]
fn the_protocol_loads_texts() {
    let lines = "{\"do\":\"load\",\"text\":\"e3f5\"}\n{\"do\":\"load\",\"text\":\"hello\"}\n{\"do\":\"quit\"}\n";
    let ran = totora_with(&["protocol"], lines.as_bytes());
    let answers: Vec<_> = ran.out.lines().map(json).collect();
    assert_eq!(answers[0]["state"]["ply"], 2);
    assert!(
        answers[0]["notes"][0].as_str().is_some_and(|note| note.contains("mirrored")),
        "{}",
        ran.out
    );
    assert!(answers[1]["error"].as_str().is_some_and(|error| error.contains("Totora opens")));
}
