//! Rules import no bot, planner, heuristic or presentation: what the rules of a game need, directly or by way of its
//! other files, is found by their `use` lines.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What rules may use outside their game: the contract of rules, and what knows no game and no bot.
const BELOW: [&str; 8] =
    ["fixed", "game", "opaque", "options", "rng", "setup", "transcript", "util"];

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The file of a module, given by its path from the crate's root.
fn file_of(module: &[String]) -> Option<PathBuf> {
    let place = module.iter().fold(src(), |place, part| place.join(part));
    let files = [place.with_extension("rs"), place.join("mod.rs")];
    files.into_iter().find(|file| !module.is_empty() && file.exists())
}

/// The paths of a `use` tree, each as its parts.
fn paths(tree: &str, before: &[String], found: &mut Vec<Vec<String>>) {
    let tree = tree.trim();
    if let Some(inside) = tree.strip_prefix('{') {
        let inside = inside.strip_suffix('}').expect("a closed brace");
        let (mut depth, mut from) = (0, 0);
        for (at, sign) in inside.char_indices().chain([(inside.len(), ',')]) {
            match sign {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    if !inside[from..at].trim().is_empty() {
                        paths(&inside[from..at], before, found);
                    }
                    from = at + 1;
                }
                _ => {}
            }
        }
        return;
    }
    let (name, rest) = tree.split_once("::").unwrap_or((tree, ""));
    let name = name.split_whitespace().next().unwrap_or_default().to_owned();
    let path = [before, &[name]].concat();
    if rest.is_empty() { found.push(path) } else { paths(rest, &path, found) }
}

/// The modules of the crate that a file uses outside its tests.
fn used(module: &[String], text: &str) -> Vec<Vec<String>> {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut found = Vec::new();
    for statement in text.split(';') {
        let line = statement.lines().position(|line| {
            let line = line.trim_start().trim_start_matches("pub ");
            line.split_once("use ")
                .is_some_and(|(head, _)| head.is_empty() || head.starts_with("pub("))
        });
        let Some(line) = line else { continue };
        let rest: Vec<&str> = statement.lines().skip(line).collect();
        let rest = rest.join(" ");
        paths(rest.split_once("use ").expect("a use").1, &[], &mut found);
    }
    let absolute = |path: Vec<String>| {
        let mut base = match path[0].as_str() {
            "crate" => Vec::new(),
            "super" | "self" => module.to_vec(),
            _ => return None,
        };
        for part in path {
            match part.as_str() {
                "crate" | "self" => {}
                "super" => drop(base.pop()),
                _ => base.push(part),
            }
        }
        while file_of(&base).is_none() {
            base.pop()?;
        }
        Some(base)
    };
    found.into_iter().filter_map(absolute).collect()
}

fn module_of(file: &Path) -> Vec<String> {
    let inside = file.strip_prefix(src()).unwrap().with_extension("");
    let parts = inside.iter().map(|part| part.to_str().unwrap().to_owned());
    parts.filter(|part| part != "mod").collect()
}

/// The files of a folder and of those in it.
fn files(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, all);
        } else if path.extension().is_some_and(|end| end == "rs") {
            all.push(path);
        }
    }
}

#[test]
fn rules_import_no_bot_and_no_presentation() {
    let mut wrong = Vec::new();
    for game in ["uros", "isolation", "outpost", "fencemaster", "reversi"] {
        let mut all = Vec::new();
        files(&src().join("games").join(game), &mut all);
        let is_rules = |file: &PathBuf| {
            let text = fs::read_to_string(file).unwrap();
            text.lines().any(|line| line.starts_with("impl Game for "))
        };
        let mut waiting: Vec<_> = all.into_iter().filter(is_rules).collect();
        assert_eq!(waiting.len(), 1, "{game}: one file implements `Game`");
        let mut seen = BTreeSet::new();
        while let Some(file) = waiting.pop() {
            if !seen.insert(file.clone()) {
                continue;
            }
            let module = module_of(&file);
            for path in used(&module, &fs::read_to_string(&file).unwrap()) {
                if path.starts_with(&["games".to_owned(), game.to_owned()]) {
                    waiting.extend(file_of(&path));
                } else if !BELOW.contains(&path[0].as_str()) {
                    wrong.push(format!("{} uses {}", module.join("::"), path.join("::")));
                }
            }
        }
        assert!(seen.len() >= 4, "{game}: only {seen:?} found");
    }
    assert!(wrong.is_empty(), "rules that import what is above them:\n{}", wrong.join("\n"));
}

#[test]
fn use_lines_are_read_as_they_are_written() {
    let module = ["games", "outpost", "standing"].map(str::to_owned);
    let text = "use super::planning;\nuse super::{board::{Cell, Cells}, field::Field as F};\n\
                pub(super) use crate::lab::heuristic::Lab;\nuse std::fmt;\nfn f() { use_it(); }\n\
                #[cfg(test)]\nmod tests {\n    use crate::search::one_ply;\n}";
    let found: BTreeSet<String> =
        used(&module, text).into_iter().map(|path| path.join("::")).collect();
    let wanted = [
        "games::outpost::board",
        "games::outpost::field",
        "games::outpost::planning",
        "lab::heuristic",
    ];
    assert_eq!(found, wanted.map(str::to_owned).into());
}
