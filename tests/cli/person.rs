//! A person on a seat of `totora play`: the board, moves as they are printed, commands, and input that ends too early.

use super::commands::{Output, Scratch, fail, json, totora_with};

/// Plays with these lines as the input of a person.
fn play(arguments: &[&str], lines: &[&str]) -> Output {
    let input = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    totora_with(&[&["play"], arguments].concat(), input.as_bytes())
}

const GAME: [&str; 7] =
    ["isolation", "--option", "size=5x5", "--seats", "human,mina", "--seed", "3"];

#[test]
fn a_person_plays_and_asks() {
    let record = Scratch::new("by-hand", b"");
    let arguments = [&GAME[..], &["--record", record.path()]].concat();
    let lines = ["help", "moves", "z9", "a1", "a1", "hint", "undo", "B2", "board", "quit"];
    let played = play(&arguments, &lines);
    assert_eq!((played.code, played.err.as_str()), (Some(0), ""), "{}", played.out);
    for part in [
        "   a b c d e\n5  . . . . .",
        "Red, your move: help\nEnter a move, or one of these:",
        "25 moves: a1 b1",
        "your move: z9\n`z9` is not a move",
        // A legal move was played, and the same one is illegal now.
        "your move: a1\na knight stands on a1. Enter help for help.",
        "Hint: ",
        "2  . 1 . . .",
        "Unfinished after 2 plies.",
    ] {
        assert!(played.out.contains(part), "{part}\n{}", played.out);
    }
    let saved = json(&std::fs::read_to_string(record.path()).expect("saved"));
    assert_eq!(saved["seats"][0], serde_json::json!({ "human": true }));
    assert_eq!(saved["seats"][1]["bot"], "level-2");
    assert_eq!(saved["moves"][0], "b2");
}

#[test]
fn a_game_ends_with_its_result() {
    let resigned = play(&GAME, &["undo", "forfeit"]);
    assert!(resigned.out.contains("You have played no move yet."), "{}", resigned.out);
    assert!(
        resigned.out.contains("giving up") || resigned.out.contains("gave up"),
        "{}",
        resigned.out
    );
    assert_eq!((resigned.code, resigned.err.as_str()), (Some(0), ""));
}

#[test]
fn input_that_ends_too_early_is_reported() {
    let ended = play(&GAME, &["c3"]);
    assert!(ended.err.contains("the input ended before the game"), "{}", ended.err);
    assert!(ended.out.contains("Unfinished after 2 plies."), "{}", ended.out);
    let json = fail(&["play", "isolation", "--seats", "human,human", "--json"]);
    assert!(json.contains("--json prints a game between bots"), "{json}");
    let arena = fail(&["arena", "isolation", "--bots", "human,random", "--games", "2"]);
    assert!(arena.contains("unknown bot `human`"), "{arena}");
}

#[test]
fn moves_are_accepted_as_they_are_printed() {
    for (game, lines, parts) in [
        (vec!["reversi", "--seats", "human,human"], vec!["D3", "2 2"], vec!["  3,2 ", "  2,2 "]),
        (
            vec!["uros", "--seats", "human,human"],
            vec!["t@a6", "t.0", "b6"],
            vec!["T@A6", "T.0", "T.1"],
        ),
        (
            vec!["fencemaster", "--option", "size=4", "--seats", "human,human"],
            vec!["3 3", "Swap"],
            vec!["  3,3 ", "  swap "],
        ),
        (
            vec!["outpost", "--seats", "human,drifter,drifter,drifter"],
            vec!["moves", "0:E", "help"],
            vec!["cannot be listed", "0:E"],
        ),
    ] {
        let played = play(&game, &[&lines[..], &["quit"]].concat());
        assert_eq!((played.code, played.err.as_str()), (Some(0), ""), "{}", played.out);
        for part in parts {
            assert!(played.out.contains(part), "{part}\n{}", played.out);
        }
        assert!(!played.out.contains("Enter help for help"), "no move is refused: {}", played.out);
    }
}
