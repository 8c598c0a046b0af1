//! The sentences of a game are in its `presentation/words.rs`, those of searches in `search/explain.rs`: an editor reads them
//! there, and no sentence is written twice.

use crate::rules::{code, files, src};
use std::fs;

/// Files that parse text. They may contain errors and warnings about it.
const READERS: [&str; 7] = ["map", "position_text", "setup", "sgf", "formats", "boards", "line"];

/// The literals in function bodies that look like sentences: they have two words or more, and start with a capital letter or
/// end with a full stop. Constants do not count: they describe bots, options and features.
fn sentences(code: &str) -> Vec<String> {
    let (mut found, mut declared, mut panics) = (Vec::new(), false, false);
    let mut literal: Option<String> = None;
    for line in code.lines() {
        let mut inside = false;
        if literal.is_none() {
            let mut words = line.split_whitespace().skip_while(|word| word.starts_with("pub"));
            match [words.next(), words.next()] {
                [Some("const" | "static"), Some(next)] if next != "{" => {
                    inside = !declared && line.starts_with(' ');
                    declared = true;
                }
                [Some("fn"), _] => declared = false,
                _ => {}
            }
            panics =
                ["panic!(", "expect(", "assert", "unreachable!("].iter().any(|w| line.contains(w));
        }
        let mut signs = line.chars();
        while let Some(sign) = signs.next() {
            match (sign, &mut literal) {
                ('\\', Some(_)) => drop(signs.next()),
                ('"', None) => literal = Some(String::new()),
                ('"', Some(_)) => {
                    let text = literal.take().unwrap_or_default();
                    let sentence = text.starts_with(char::is_uppercase) || text.ends_with('.');
                    if sentence
                        && text.trim_end_matches("{}").trim().contains(' ')
                        && !declared
                        && !panics
                    {
                        found.push(text);
                    }
                }
                // A character literal, which may be a double quote.
                ('\'', None) if signs.clone().nth(1) == Some('\'') => {
                    signs.nth(1);
                }
                (sign, Some(text)) => text.push(sign),
                _ => {}
            }
        }
        // A constant on one line inside a function ends on that line.
        declared &= !(inside && line.ends_with(';'));
    }
    found
}

#[test]
fn sentences_are_in_one_module_per_game_and_one_for_searches() {
    let mut all = Vec::new();
    files(&src("games"), &mut all);
    files(&src("core/search"), &mut all);
    let (mut count, mut wrong) = (0, Vec::new());
    for file in all {
        let module = if file.ends_with("mod.rs") { file.parent() } else { Some(&*file) };
        let name = module.and_then(|path| path.file_stem()?.to_str()).expect("a plain name");
        let found = sentences(&code(&fs::read_to_string(&file).expect("readable")));
        if name == "words"
            || file.starts_with(src("core/search/explain"))
            || file == src("core/search/explain.rs")
        {
            count += found.len();
        } else if !READERS.contains(&name) && name != "tests" {
            wrong.extend(found.into_iter().map(|text| format!("{}: {text}", file.display())));
        }
    }
    assert!(count > 150, "only {count} sentences found where they belong");
    assert!(wrong.is_empty(), "sentences in other modules:\n{}", wrong.join("\n"));
}

#[test]
fn sentences_are_distinguished_from_names_and_declarations() {
    let text = "const ABOUT: &[&str] = &[\n    \"One ply.\",\n];\nfn f(c: char) -> String {\n    let x = c == '\"';\n    \
                format!(\"{} wins.\", \"a b\");\n    g(\"Red house\", \"one\\\"two.\");\n    \
                x.expect(\"It has one.\")\n}";
    assert_eq!(sentences(text), ["{} wins.", "Red house"]);
}
