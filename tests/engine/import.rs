//! Texts of other programs: what they become, what is left out, and what comes back after they are written.

use super::random_games::random_game;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;
use totora::base::format::decode;
use totora::catalog::{GAMES, game};
use totora::contract::game::FORFEIT;
use totora::record::Record;
use totora::record::import::{Content, ImportError, Imported, import, import_as};
use totora::session::Session;

fn opened(text: &str) -> Imported {
    match import(text) {
        Ok(Content::Game(found)) => *found,
        other => panic!("{text:?}: {other:?}"),
    }
}

fn refused(text: &str) -> String {
    match import(text) {
        Err(error) => error.to_string(),
        other => panic!("{text:?}: {other:?}"),
    }
}

/// The moves of a text by the names that people see, after the game's id.
fn names(found: &Imported) -> Vec<String> {
    let record = &found.record;
    let mut session = Session::begin(record.setup()).expect("begins");
    let mut names = vec![record.game.id().to_owned()];
    for text in &record.moves {
        let seat = session.position().to_act().first().expect("a seat");
        let name = match text.starts_with(FORFEIT) {
            true => text.clone(),
            false => session.position().move_name(seat, text).expect("a move"),
        };
        names.push(name);
        session.play_ply(text, false).expect("legal");
    }
    names
}

#[track_caller]
fn is(text: &str, expected: &str, notes: &[&str]) {
    let found = opened(text);
    assert_eq!(names(&found).join(" "), expected, "{text:?}");
    assert_eq!(found.notes.len(), notes.len(), "{text:?}: {:?}", found.notes);
    for (note, has) in found.notes.iter().zip(notes) {
        assert!(note.contains(has), "{text:?}: {note}");
    }
    // What was opened is a record that replays.
    let again = Record::from_text(&found.record.to_text()).expect("a record");
    Session::replay(again).expect("replays");
}

const GGF_BOARD: &str =
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

#[test]
fn games_of_othello_programs_open() {
    let game = "reversi f5 d6 c3 d3";
    for text in [
        "f5d6c3d3",
        "F5 D6 C3 D3",
        "1. f5 d6\n2. c3 d3\n",
        "f5 → d6 → c3 → d3",
        "ｆ５ｄ６ｃ３ｄ３",
        "f5d6c3d3 33-31",
        "(;GM[2];B[f5];W[d6];B[c3];W[d3])",
        "(;FF[4]GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B];B[ff:ff]C[x])",
        &format!(
            "(;GM[Othello]PC[x]PB[a]PW[b]TY[8]{GGF_BOARD}B[F5//2.4]W[D6/1.0]B[C3/-2.1/3]W[d3];)"
        ),
        &format!(
            "1 (;GM[Othello]PC[GGS/os]DT[2010.10.17_05:23:05.MDT]RE[+6.000]TI[10:00//02:00]TY[8]{GGF_BOARD}B[F5]W[D6]B[C3]W[D3];)"
        ),
        "#f5d6c3d3",
        "https://totora.example/?embed#f5%20d6,c3+d3",
    ] {
        if text.contains("ff:ff") {
            // A value that is no cell.
            is(text, "reversi", &["B[ff:ff] was left out"]);
            continue;
        }
        is(text, game, &[]);
    }
    is("e3f5e6d3", "reversi d3 c5 d6 e3", &["shown mirrored: e3 is d3 here"]);
    is(
        "(;GM[2]AB[d4][e5]AW[e4][d5];B[e3];W[f5])",
        "reversi d3 c5",
        &["shown mirrored: B[e3] is d3 here"],
    );
    let xot = "(;GM[Othello]TY[8r4]BO[8 -------- -------- --OO---- --OO**-- ---***-- -------- -------- -------- O]W[F6];)";
    let found = opened(xot);
    assert!(found.record.options.iter().any(|(key, _)| key == "position"));
}

#[test]
fn transcripts_open_as_people_write_them() {
    for text in [
        "B: f5\nW: d6\nB: c3\nW: d3",
        "B: f5, W: d6, B: c3, W: d3",
        "Partie: f5d6c3d3",
        "Zugfolge: F5 D6 C3 D3",
        "Black: Ada (f5)\nWhite: Ben\nMoves: f5 d6 c3 d3",
        "\u{9ed2}f5 \u{767d}d6 \u{9ed2}c3 \u{767d}d3",
        "\u{25b2}f5 \u{25b3}d6 \u{25b2}c3 \u{25b3}d3",
        "f5 d6 (a good move) c3 d3",
        "> f5d6\n> c3d3",
        "```\nf5d6c3d3\n```",
        "\"f5d6c3d3\"",
        "f5\u{200b}d6\u{200b}c3\u{200b}d3",
        "[\"f5\", \"d6\", \"c3\", \"d3\"]",
    ] {
        is(text, "reversi f5 d6 c3 d3", &[]);
    }
    is("My game: f5d6c3d3, what was wrong?", "reversi f5 d6 c3 d3", &["found `what`"]);
    is("F5D6C4D3\nF5F6E6F4\n", "reversi f5 d6 c4 d3", &["Only the first of 2 games"]);
    is("f5 d6\nc3 d3\nf5 a1", "reversi f5 d6 c3 d3", &["Only the first of 2 games"]);
    is(
        &format!("(;GM[Othello]TY[8]{GGF_BOARD}B[F5//2.4]W[D6/1"),
        "reversi f5",
        &["The text is cut off"],
    );
    is(
        &format!("(;gm[othello]{}b[f5]w[d6];)", GGF_BOARD.replace("BO", "bo")),
        "reversi f5 d6",
        &[],
    );
    is(&format!("> (;GM[Othello]TY[8]{GGF_BOARD}\n> B[F5]W[D6];)"), "reversi f5 d6", &[]);
    is("(;GM[2]SZ[8:8];B[f5])", "reversi f5", &[]);
    let title = format!("{}\n", "a title of a page ".repeat(40));
    is(&format!("{title}(;GM[2];B[f5];W[d6])"), "reversi f5 d6", &[]);
    is("(;FF[4]GM[Havannah]SZ[ d = 9 ];W[a1])", "fencemaster a1", &[]);
}

#[test]
fn games_that_were_given_up_end_with_a_resignation() {
    let ggf = |result| format!("(;GM[Othello]RE[{result}]TY[8]{GGF_BOARD}B[F5]W[D6]B[C3];)");
    let sgf = |result| format!("(;GM[2]RE[{result}];B[f5](;W[d6];B[c3];W[d3])(;W[f4]))");
    let time = &["is a loss on time"][..];
    for (text, last, notes) in [
        ("f5d6c3 White resigns", "forfeit", &[][..]),
        ("f5d6c3 Black resigns", "forfeit=1", &[]),
        ("f5 d6 c3\nBlack wins by resignation.", "forfeit", &[]),
        ("1. f5 d6 2. c3 resigns", "forfeit", &[]),
        ("Black: Ada\nWhite: Ben\nResult: White resigned\n\nf5d6c3", "forfeit", &[]),
        ("f5d6c3 (White resigned)", "forfeit", &[]),
        ("f5d6c3\nShould I resign here?", "2,2", &[]),
        (&ggf("+64.000:r"), "forfeit", &[]),
        (&ggf("-2.000:r"), "forfeit=1", &[]),
        (&ggf("+12.000:t"), "forfeit", time),
        (&ggf("+12.000:s"), "2,2", &[]),
        (&ggf("+12.000"), "2,2", &[]),
        (&sgf("B+R"), "forfeit=2", &[]),
        (&sgf("W+Resign"), "forfeit", &[]),
        (&sgf("W+Time"), "forfeit", time),
        (&sgf("B+12"), "3,2", &[]),
        ("(;SZ[4]RE[W+R];W[a1];B[b2];W[c3])", "forfeit", &[]),
        ("(;SZ[4]RE[W+];W[a1];B[b2];W[c3])", "2,2", &[]),
        ("(;SZ[4]RE[W+R];W[a1];B[b2])", "1,1", &["only the player to move can resign"]),
        ("(;SZ[4]RE[W+R];W[a1];B[b2];W[c3];B[resign])", "forfeit", &[]),
    ] {
        let found = opened(text);
        assert_eq!(found.record.moves.last().map(String::as_str), Some(last), "{text}");
        assert_eq!(found.notes.len(), notes.len(), "{text}: {:?}", found.notes);
        assert!(found.notes.iter().zip(notes).all(|(note, has)| note.contains(has)), "{text}");
        let session = Session::replay(found.record).expect("replays");
        assert_eq!(session.position().outcome().is_some(), last.starts_with("forfeit"), "{text}");
    }
}

/// Programs that read GGF take the other player for the one to move, so a pass that is due is written.
#[test]
fn ggf_says_who_must_pass_now() {
    let found = opened("e6f6c4e7e8d8g7f8");
    let formats = found.record.game.data().formats;
    let ggf = formats.iter().find(|format| format.id == "ggf").expect("GGF");
    let written = found.record.to_format(ggf).expect("written").text;
    assert!(written.ends_with("W[F8]B[PA];)\n"), "{written}");
    assert_eq!(opened(&written).record.moves, found.record.moves);
    let next = opened("e6f6c4e7e8d8g7f8e3").record.to_format(ggf).expect("written").text;
    assert!(next.ends_with("W[F8]B[PA]W[E3];)\n"), "{next}");
}

#[test]
fn openings_are_split_with_numbers_and_full_width_letters() {
    let split = |text| totora::arena::openings::plies_of(text, game("reversi").expect("a game"));
    for text in ["F5D6c4", "1. f5 d6 2. c4", "f5 D6 C4", "\u{ff26}\u{ff15} d6\u{3000}c4"] {
        assert_eq!(split(text).join(" ").to_lowercase(), "f5 d6 c4", "{text}");
    }
    assert_eq!(split("5,4 d6"), ["5,4", "d6"]);
}

#[test]
fn boards_of_othello_programs_open_as_people_write_them() {
    let line = "--------X----------XO------OX------XO---------------------------";
    let rows: Vec<&str> = (0..8).map(|row| &line[8 * row..8 * row + 8]).collect();
    let bars = rows.iter().map(|row| {
        let cells: Vec<String> = row.replace('-', " ").chars().map(String::from).collect();
        format!("| {} |\n+---+---+---+---+---+---+---+---+\n", cells.join(" | "))
    });
    let expected = opened(&format!("{line} O")).record.options;
    for text in [
        format!("\"{line} O\""),
        format!("Position: {line} O"),
        format!("setboard {line} O"),
        format!("{}\n{} O", &line[..32], &line[32..]),
        format!("{}\u{200b}{} O", &line[..20], &line[20..]),
        format!("{} 2", line.replace('X', "1").replace('O', "2").replace('-', "0")),
        format!(
            "{} \u{25cb}",
            line.replace('X', "\u{25cf}").replace('O', "\u{25cb}").replace('-', "\u{30fb}")
        ),
        format!("{}> O to move\n", rows.iter().map(|row| format!("> {row}\n")).collect::<String>()),
        format!("{}White to move\n", bars.collect::<String>()),
        format!("My position:\n\n{}O to move\n", rows.join("\n") + "\n"),
        format!("O {line}"),
        format!("\"{line}\" \"O\""),
        format!("board = '{line}'\nturn = 'O'"),
        format!("{}\n{}\nO", &line[..32], &line[32..]),
        format!("{}=\n{} O", &line[..60], &line[60..]),
        format!("{} O", rows.join("/")),
        "8/X7/3XO3/3OX3/3XO3/8/8/8 w".to_owned(),
        format!("{}\nWhite", rows.join("\n")),
        format!(
            "[{}]\nwhite to move",
            rows.iter().map(|row| format!("'{row}',\n")).collect::<String>()
        ),
        rows.iter().map(|row| format!("{}\n", row.replace('-', "+"))).collect::<String>()
            + "O to move",
        rows.iter()
            .map(|row| row.chars().map(|one| format!("{one},")).collect::<String>() + "\n")
            .collect::<String>()
            + "O to move",
        format!(
            "{}\u{26aa}\u{fe0f} to move",
            rows.join("\n")
                .replace('X', "\u{26ab}\u{fe0f}")
                .replace('O', "\u{26aa}\u{fe0f}")
                .replace('-', "\u{1f7e9}")
                + "\n"
        ),
        format!(
            "{}\u{767d}\u{756a}",
            rows.join("\n")
                .replace('X', "\u{25cf}")
                .replace('O', "\u{25cb}")
                .replace('-', "\u{ff0b}")
                + "\n"
        ),
    ] {
        let found = opened(&text);
        assert_eq!(found.record.game.id(), "reversi", "{text}");
        assert_eq!(found.record.options, expected, "{text}");
    }
    let wrong = refused(&format!("{}?{} O", &line[..20], &line[21..]));
    assert!(
        wrong.contains("line 1, column 21") && wrong.contains("found 20 before `?`"),
        "{wrong}"
    );
}

#[test]
fn texts_of_the_course_on_isolation_open_with_what_is_around_them() {
    let board = "     0   1   2   3\n\r0  |   |   | 2 |   | \n\r1  |   | - |   |   | \n\r2  |   |   | 1 |   | \n\r3  |   |   |   |   | \n\r";
    let moves = "[[2, 3], [0, 5], [0, 2]]";
    for text in [
        format!("Move history:\n{moves}"),
        format!("history = {moves}"),
        format!("I played {moves} and lost"),
        "1. (2, 3)\n2. (0, 5)\n3. (0, 2)".to_owned(),
        "Player 1: (2, 3)\nPlayer 2: (0, 5)\nPlayer 1: (0, 2)".to_owned(),
        "[(2, 3), (0, 5), (0, 2), None]".to_owned(),
        format!("Winner: x\nOutcome: illegal move\n{board}\nMove history:\n{moves}\n"),
    ] {
        is(&text, "isolation d5 f7 c7", &[]);
    }
    let quoted: String = board.split("\n\r").map(|line| format!("> {line}\n")).collect();
    let first = format!("{board}Player 1 to move\n");
    for (text, notes) in [
        (quoted, vec!["By the number"]),
        (first, vec![]),
        (format!("{board}\n\n{board}"), vec!["By the number", "Only the first board"]),
    ] {
        let found = opened(&text);
        assert_eq!(found.record.game.id(), "isolation", "{text}");
        let has = |(note, has): (&String, &&str)| note.contains(has);
        assert!(
            found.notes.len() == notes.len() && found.notes.iter().zip(&notes).all(has),
            "{text}: {:?}",
            found.notes
        );
    }
    for table in [
        "| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |\n| x | y | z |\n",
        "| file | what it is | what should happen |\n| --- | --- | --- |\n| one | two | three |\n| four | five | six |\n",
    ] {
        assert!(refused(table).contains("not recognised"), "{table}");
    }
}

#[test]
fn position_texts_open_with_what_is_around_them() {
    for &of in GAMES {
        let options = if of.id() == "outpost" { json!({ "map": "ring" }) } else { json!({}) };
        let record = random_game(of.id(), &options, 5, 6).to_record();
        // Outpost's text has a picture, which shows the map.
        let text = Session::replay(record).expect("replays").position().position_text();
        let reply: String = text.lines().map(|line| format!("> {line}\n")).collect();
        for around in [
            text.replace('\n', "\r\n"),
            format!("\n\n{text}\n\n"),
            format!("```\n{text}```\n"),
            format!("\u{feff}{text}"),
            format!("My position:\n{text}"),
            format!("Look at this\n\n{text}\nWhat should I play?\n"),
            reply,
        ] {
            let found = opened(&around);
            assert_eq!(found.record.game.id(), of.id(), "{around}");
            let again = Session::replay(found.record).expect("replays");
            assert_eq!(again.position().position_text(), text, "{around}");
        }
    }
}

/// A position text of each game, of those with a map or a board also without the player to move.
fn position_texts() -> Vec<(&'static str, String)> {
    let mut texts = Vec::new();
    for &of in GAMES {
        let options = match of.id() {
            "outpost" => json!({ "map": "ring" }),
            "fencemaster" => json!({ "size": 4 }),
            _ => json!({}),
        };
        let record = random_game(of.id(), &options, 5, 6).to_record();
        let text = Session::replay(record).expect("replays").position().position_text();
        if of.data().setup_text.is_some() && of.id() != "outpost" {
            let board: Vec<&str> = text.lines().take_while(|line| !line.contains(':')).collect();
            texts.push((of.id(), board.join("\n") + "\n"));
        }
        texts.push((of.id(), text));
    }
    texts
}

#[test]
fn position_texts_open_in_the_disguises_of_mail_chats_and_pages() {
    let each = |text: &str, line: &dyn Fn(&str) -> String| {
        text.trim_end().split('\n').map(line).collect::<String>()
    };
    for (game, text) in position_texts() {
        let keys = |line: &str, key: &dyn Fn(&str) -> String| match line.split_once(':') {
            Some((name, rest)) if name.len() > 1 => format!("{}:{rest}\n", key(name)),
            _ => format!("{line}\n"),
        };
        let bare = text.trim_end();
        let disguises = [
            text.replace('\n', "\r"),
            text.replace(' ', "\u{a0}"),
            text.replace(' ', "\u{2007}"),
            text.replace(':', " :"),
            text.replace(": ", ":"),
            text.replace(':', "\u{ff1a}"),
            text.replace('\n', "\n\n"),
            text.replace('\n', "\u{200b}\n"),
            text.replace('\n', "<br>\n"),
            text.replace('\n', "<br />"),
            text.replace(' ', "&nbsp;"),
            each(&text, &|line| format!("    {line}\n")),
            each(&text, &|line| format!("\t{line}\n")),
            each(&text, &|line| format!(">> {line}\n")),
            each(&text, &|line| format!("> > {line}\n")),
            each(&text, &|line| keys(line, &str::to_uppercase)),
            format!("Ada wrote:\n{}\nWhat now?\n", each(&text, &|line| format!("> {line}\n"))),
            format!("Look at this:\n```text\n{text}```\nThanks\n"),
            format!("~~~\n{text}~~~\n"),
            format!("<pre>{text}</pre>"),
            format!("<p>Mine:</p>\n<pre><code>{text}</code></pre>\n"),
            format!("[code]{bare}[/code]"),
            format!("[quote]\n{text}[/quote]\n"),
            format!("\u{201e}{bare}\u{201c}"),
            format!("\u{2018}{bare}\u{2019}"),
            format!("Subject: a position\nFrom: Ada\n\n{text}\nBye: Ada\n"),
            format!("{text}-- \nAda\nhttps://ada.example\n"),
            format!("{text}\nSent from my phone\n"),
        ];
        let expected = import_as_options(&text);
        for around in disguises {
            let found = opened(&around);
            assert_eq!(found.record.game.id(), game, "{around}");
            let options = import_as_options(&around);
            if text.contains(':') && game != "fencemaster" {
                assert_eq!(options, expected, "{around}");
            }
            // A board is kept as it is written.
            let position = |record: Record| {
                Session::replay(record).expect("replays").position().position_text()
            };
            assert_eq!(position(found.record), position(opened(&text).record), "{around}");
        }
    }
}

/// The options of a game from a text.
fn import_as_options(text: &str) -> Value {
    opened(text).record.to_json()["options"].clone()
}

#[test]
fn games_open_in_the_disguises_of_mail_chats_and_pages() {
    let ggf = format!("(;GM[Othello]PB[a]PW[b]TY[8]{GGF_BOARD}B[F5//2.4]W[D6/1.0]B[C3]W[D3];)");
    let sgf = "(;FF[4]GM[2]SZ[8];B[f5];W[d6];B[c3];W[d3])";
    let history = "[[2, 3], [0, 5], [0, 2]]";
    let havannah = "(;FF[4]GM[Havannah]SZ[4];W[a1];B[b2];W[c3])";
    for (text, expected) in [
        (ggf.as_str(), "reversi f5 d6 c3 d3"),
        (sgf, "reversi f5 d6 c3 d3"),
        ("f5 d6 c3 d3", "reversi f5 d6 c3 d3"),
        (history, "isolation d5 f7 c7"),
        (havannah, "fencemaster a1 b2 c3"),
    ] {
        let (start, end) = text.split_at(text.len() / 2);
        for around in [
            format!("<pre>{text}</pre>"),
            format!("<p>{text}</p>"),
            format!("[code]{text}[/code]"),
            format!("On Monday Ada wrote:\n> {text}\n\nNice game!\n"),
            format!("Here:\n```text\n{text}\n```\nWhat do you think?\n"),
            text.replace(' ', "\u{a0}"),
            format!("\u{2018}{text}\u{2019}"),
            format!("{text}\r"),
        ] {
            is(&around, expected, &[]);
        }
        if !text.starts_with('f') {
            is(&format!("> {start}\n> {end}\n\nNice game!\n"), expected, &[]);
            is(&format!("{start}=\n{end}"), expected, &[]);
            is(&format!("{start}=\r\n{end}"), expected, &[]);
        }
    }
    let wide = |text: &str| {
        let letter = |one: char| match one {
            '!'..='~' => char::from_u32(u32::from(one) + 0xfee0).expect("a letter"),
            other => other,
        };
        text.chars().map(letter).collect::<String>()
    };
    is(&wide(history), "isolation d5 f7 c7", &[]);
    is(&wide(havannah), "fencemaster a1 b2 c3", &[]);
    is("{\"moves\": [\"f5\", \"d6\", \"c3\"]}", "reversi f5 d6 c3", &[]);
    is("{\"history\": [[2, 3], [0, 5], [0, 2]]}", "isolation d5 f7 c7", &[]);
    is("(;FF[3]GaMe[2]SiZe[8];B[f5];W[d6])", "reversi f5 d6", &[]);
    for swap in ["swap_pieces", "Swap Pieces", "swap-pieces"] {
        is(&format!("(;GM[Havannah]SZ[4:4];W[a1];B[{swap}])"), "fencemaster a1 the swap", &[]);
    }
    // A part of a text is opened with a remark.
    let board = "1 . . .\n. x . .\n. . . 2\n. . . .\nto move: 2\n";
    let two = opened(&format!("{board}\n{board}"));
    assert_eq!(two.notes, ["Only lines 1 to 5 of the text are opened."]);
    // Objects of other programs are no games.
    for object in [
        "{\"crc\":\"0\",\"a\":[[2, 3], [0, 5], [0, 2]]}",
        "{\"game\":\"uros\",\"moves\":[\"f5\",\"d6\"]}",
    ] {
        assert!(matches!(import(object), Ok(Content::Json)), "{object}");
    }
}

#[test]
fn boards_of_othello_programs_open() {
    let line = "---------------------------OX------XO---------------------------";
    let rows = |letters: &str| {
        let letters: Vec<char> = letters.chars().collect();
        letters.chunks(8).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>()
    };
    let position = "--------X----------XO------OX------XO--------------------------- O";
    let ggs: String = std::iter::once("|   A B C D E F G H".to_owned())
        .chain(rows(&line.replace('X', "*")).iter().enumerate().map(|(at, row)| {
            let cells: Vec<String> = row.chars().map(String::from).collect();
            format!("| {0} {1} {0}", at + 1, cells.join(" "))
        }))
        .chain(["|   A B C D E F G H".to_owned(), "|".to_owned(), "| * to move".to_owned()])
        .map(|line| line + "\n")
        .collect();
    for text in [
        format!("{line} X"),
        format!("{} x;", line.to_lowercase()),
        format!("{} *", line.replace('X', "*").replace('-', ".")),
        format!("{line} X; d3:+0; % the start"),
        rows(line).join("\n") + "\nX",
        rows(line).join("\n") + "\nBlack to move\n",
        ggs,
    ] {
        is(&text, "reversi", &[]);
        let options = opened(&text).record.options;
        assert_eq!(options.iter().count(), 0, "{text}: it is the start");
    }
    let found = opened(position);
    let text = found.record.options.iter().next().expect("a position").1.to_json();
    assert!(text.as_str().is_some_and(|text| text.contains("to move: 2")), "{text}");
    is(line, "reversi", &["names no player to move"]);
    is(&format!("{line} X\n{position}\n"), "reversi", &["Only the first of 2 positions"]);
    let cut = refused(&format!("{} X", &line[..63]));
    assert!(cut.contains("line 1, column ") && cut.contains("expected 64 cells"), "{cut}");
}

#[test]
fn games_of_havannah_editors_open_with_variations_and_comments() {
    let found = opened("(;FF[4]SZ[4];W[a1];B[b2]C[good](;W[c3])(;W[c4](;B[d1])(;B[d2])))");
    let record = &found.record;
    assert_eq!(record.moves, ["0,0", "1,1", "2,2"]);
    let variations: Vec<_> =
        record.variations.iter().map(|one| (one.of, one.after, one.moves.len())).collect();
    assert_eq!(variations, [(0, 2, 2), (1, 3, 1)]);
    let notes = record.annotations.iter();
    let notes: Vec<_> =
        notes.map(|one| (one.line, one.ply, one.annotation.note.as_str())).collect();
    assert_eq!(notes, [(0, 2, "good")]);
    Session::replay(record.clone()).expect("replays");
    // Equal branches become one.
    let found = opened("(;SZ[4];W[a1](;B[b2];W[c3])(;B[b2];W[c4]))");
    assert_eq!(found.record.moves, ["0,0", "1,1", "2,2"]);
    assert_eq!(found.record.variations.len(), 1);
    assert_eq!(found.record.variations[0].after, 2);
}

#[test]
fn what_the_rules_forbid_is_left_out_with_a_note_in_the_writers_notation() {
    is(
        "f5 d6 c3 c3 d3",
        "reversi f5 d6 c3",
        &[
            "Line 1, column 10: c3 was left out, with all moves after it: c3 is occupied",
            "1 later move",
        ],
    );
    is(
        "F5A1",
        "reversi f5",
        &["Line 1, column 3: A1 was left out, with all moves after it: A1 is not legal"],
    );
    let late = "(;SZ[4];W[D2];B[C1];W[C2];B[E1];W[E2];B[F2];W[E3];B[C3];W[D4];B[D5];W[C4];B[A3];W[B3];B[A2];W[B2];B[A1])";
    let found = opened(late);
    assert!(found.record.moves.len() < 16 && found.notes.len() <= 2, "{:?}", found.notes);
    assert!(found.notes[0].contains("the game is over before it"), "{:?}", found.notes);
    assert!(found.notes[0].contains("B["), "{:?}", found.notes);
    is("(;SZ[4];W[a1];W[b2])", "fencemaster a1", &["it is the turn of Black, not of White"]);
    is("(;SZ[4];W[a1];B[h9];W[b1])", "fencemaster a1", &["B[h9] was left out", "1 later move"]);
    is(
        "[[2, 3], [0, 5], [9, 9]]",
        "isolation d9 f11",
        &["so the board has", "[9, 9] was left out"],
    );
}

#[test]
fn texts_of_the_course_on_isolation_open() {
    is("[[2, 3], [0, 5], [0, 2], [2, 6], [1, 0]]", "isolation d5 f7 c7 g5 a6", &[]);
    // A move with a fault in a list is not left out.
    let faulty = refused("[[2, 3], [0, 5], [0, x], [2, 6]]");
    assert!(faulty.contains("line 1, column 22: expected [row, column], found `x`"), "{faulty}");
    is("[(2, 3), (0, 5)]\n", "isolation d5 f7", &[]);
    let board = "     0   1   2   3\n\r0  |   |   | 2 |   | \n\r1  |   | - |   |   | \n\r2  |   |   | 1 |   | \n\r3  |   |   |   |   | \n\r";
    let found = opened(board);
    let text = found.record.options.iter().next().expect("a position").1.to_json();
    assert_eq!(text, json!(". . 2 .\n. x . .\n. . 1 .\n. . . .\nto move: 2\n"));
}

#[test]
fn variations_come_back_through_sgf() {
    let text = "(;FF[4]CA[UTF-8]AP[Totora]GM[Havannah]SZ[4]\n;W[a1]\n(;B[b2]\n(;W[c3])\n(;W[c4]\n;B[d1]))\n(;B[b3]))\n";
    let found = opened(text);
    let sgf = found.record.game.data().formats[0];
    assert_eq!(found.record.to_format(sgf).map(|one| one.text).as_deref(), Some(text));
    let text = "(;FF[4]CA[UTF-8]AP[Totora]GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]\n;B[f5]\n(;W[d6])\n(;W[f4]))\n";
    let found = opened(text);
    let sgf = found.record.game.data().formats[1];
    assert_eq!(found.record.to_format(sgf).map(|one| one.text).as_deref(), Some(text));
}

#[test]
fn cut_doubled_and_huge_texts_are_read_up_to_a_place_or_refused_with_it() {
    let whole = [
        "f5d6c3d3c4".to_owned(),
        format!("(;GM[Othello]TY[8]{GGF_BOARD}B[F5//2.4]W[D6/1.0]B[C3];)"),
        "(;FF[4]GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[d6](;B[c3])(;B[g5]))".to_owned(),
        "(;FF[4]GM[Havannah]SZ[d=9];W[a1]C[x];B[b2](;W[c3])(;W[c4]))".to_owned(),
        "---------------------------OX------XO--------------------------- X".to_owned(),
        "[[2, 3], [0, 5], [0, 2], [2, 6], [1, 0]]".to_owned(),
        "1 . . .\n. x . .\n. . . 2\n. . . .\nto move: 2\n".to_owned(),
        "lake: T@A6 S@C4/90\nred: T.0 S.3\nblue: T.2\nto place: Red 2\n".to_owned(),
        "turn: 12\nA: 0,0 5,6\nB: 99,0\nC: 99,99\nD: 0,99\n".to_owned(),
    ];
    let mut read = 0;
    for text in &whole {
        for end in 0..text.len() {
            for cut in
                [text[..end].to_owned(), format!("{}{text}", &text[..end]), text[end..].to_owned()]
            {
                match import(&cut) {
                    Ok(Content::Game(found)) => {
                        read += 1;
                        Session::replay(found.record).expect("replays");
                    }
                    Ok(_) => {}
                    Err(ImportError::Link(_)) => assert!(cut.contains('#')),
                    Err(error) => {
                        let words = error.to_string();
                        let place = words.contains("line ") && words.contains("column ");
                        assert!(place && words.len() < 2_000, "{cut:?}: {words}");
                    }
                }
            }
        }
        let begun = Instant::now();
        let huge = text.repeat((8 << 20) / text.len());
        drop(import(&huge));
        drop(import(&format!("{}{text}", " ".repeat(8 << 20))));
        assert!(begun.elapsed().as_secs() < 20, "{text}: {:?}", begun.elapsed());
    }
    assert!(read > 200, "{read}");
    assert!(refused(&"x".repeat(20 << 20)).contains("at most"));
}

#[test]
fn the_nearest_format_is_named() {
    let chess = refused("(;GM[1]SZ[19];B[dd];W[pp])");
    assert!(
        chess.contains("looks most like this") && chess.contains("expected GM[Havannah]"),
        "{chess}"
    );
    let line = refused("a1b2c3d4e5f6");
    assert!(line.contains("transcript of Reversi XT") || line.contains("not recognised"), "{line}");
    let fencemaster = game("fencemaster").expect("a game");
    assert!(import_as("f5d6c3", Some(fencemaster)).is_err());
}

/// Texts as programs, sites and books write them; each opens as expected, or its error has the place and what was expected.
#[test]
fn texts_in_the_formats_of_others_open_or_say_why_not() {
    let list: Vec<Value> =
        serde_json::from_str(include_str!("../common/pasted.json")).expect("a list");
    let mut wrong = Vec::new();
    for one in &list {
        let texts = |key: &str| -> Vec<&str> {
            let list = one[key].as_array().map_or(&[][..], Vec::as_slice);
            list.iter().map(|text| text.as_str().expect("a text")).collect()
        };
        let text = one["text"].as_str().expect("a text");
        let (found, said) = match import(text) {
            Ok(Content::Game(found)) => {
                Session::replay(found.record.clone()).expect("replays");
                (Some(names(&found).join(" ")), found.notes)
            }
            Err(error) => (None, vec![error.to_string()]),
            other => (None, vec![format!("{other:?}")]),
        };
        let expected = one["game"].as_str();
        let parts = if expected.is_some() { texts("notes") } else { texts("error") };
        let fits = match expected {
            Some(_) => {
                said.len() == parts.len()
                    && said.iter().zip(&parts).all(|(note, part)| note.contains(part))
            }
            None => parts.iter().all(|part| said[0].contains(part)),
        };
        if found.as_deref() != expected || !fits {
            wrong.push(format!("{}: {found:?} {said:?}", one["name"]));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), list.len(), wrong.join("\n"));
}

#[test]
fn pasted_files_open() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/pasted");
    let Ok(files) = std::fs::read_dir(&folder) else {
        println!("skipped: there is no {}", folder.display());
        return;
    };
    let mut count = 0;
    for file in files {
        let path = file.expect("listed").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if name.starts_with("README") || name.contains("request") {
            continue;
        }
        let text = decode(&std::fs::read(&path).expect("readable")).expect("a text");
        count += 1;
        if name == "xot-openings.txt" {
            let split = game("reversi").expect("a game").data().split;
            assert!(
                text.lines().all(|line| split(line.trim()).is_some_and(|moves| moves.len() == 4))
            );
            continue;
        }
        match import(&text) {
            Ok(Content::Link(_)) => assert!(name.starts_with("link-"), "{name}"),
            Ok(Content::Game(found)) => {
                let of = found.record.game.id();
                let expected = match name.split(['-', '.']).next().unwrap_or_default() {
                    "othello" => "reversi",
                    "havannah" | "lg" => "fencemaster",
                    "aind" => "isolation",
                    _ => name.trim_start_matches("position-").trim_end_matches(".txt"),
                };
                assert_eq!(of, expected, "{name}: {:?}", found.notes);
                Session::replay(found.record).expect("replays");
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(count > 20, "{count}");
}
