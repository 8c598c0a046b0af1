//! Checks the imports in `src`: the layers in `layers.txt`, no cycles between files, and no bot, planner, heuristic or
//! presentation in rules. The test reads the files as text, so that `make lint` can run it with `rustc` alone.
//!
//! An import is a `use` or a path in the code. A `pub use` does not count for the file that has it: a file that imports
//! through it needs the file with the definition. Tests in a file do not count.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules that rules may use outside their game: the contract of rules, and modules without games and bots.
const BELOW: [&str; 4] = ["base", "contract::game", "contract::setup", "grid::rules"];

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The file of a module by its path from the crate root.
fn file_of(module: &[String]) -> Option<PathBuf> {
    let place = module.iter().fold(src(), |place, part| place.join(part));
    let files = [place.with_extension("rs"), place.join("mod.rs")];
    files.into_iter().find(|file| !module.is_empty() && file.exists())
}

/// Collects the paths of a `use` tree, each as its parts with the name that it defines.
fn paths(tree: &str, before: &[String], found: &mut Vec<(Vec<String>, String)>) {
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
    let mut words = name.split_whitespace();
    let first = words.next().unwrap_or_default().to_owned();
    let alias = words.last().unwrap_or(&first).to_owned();
    let path = [before, &[first]].concat();
    if rest.is_empty() { found.push((path, alias)) } else { paths(rest, &path, found) }
}

/// The code of a file without its tests, comments and visibilities. Inline modules are part of their file: their `super` is
/// the file itself.
fn code(text: &str) -> String {
    const TESTS: &str = "#[cfg(test)]\nmod ";
    let mut text = text.to_owned();
    // A module in a file of its own is one line; an inline one is the last item of its file.
    while let Some(at) = text.find(TESTS) {
        let end = text[at + TESTS.len()..].find([';', '{']).map(|end| at + TESTS.len() + end);
        match end {
            Some(end) if text[end..].starts_with(';') => text.replace_range(at..=end, ""),
            _ => text.truncate(at),
        }
    }
    let mut inside = false;
    let lines = text.lines().map(|line| {
        let line = match line.find("//") {
            Some(at) if !line[..at].contains('"') => &line[..at],
            _ => line,
        };
        let opens =
            line.ends_with('{') && line.split('(').next().is_some_and(|head| head.contains("mod "));
        inside = line != "}" && (inside || opens && !line.starts_with(' '));
        let line = match line
            .split_once("pub(in ")
            .and_then(|(before, rest)| Some((before, rest.split_once(") ")?.1)))
        {
            Some((before, after)) => format!("{before}pub {after}"),
            None => line.to_owned(),
        };
        if inside { line.replace("super::", "self::") } else { line }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Where a `use` begins in a statement, if it has one.
fn use_at(statement: &str) -> Option<usize> {
    let mut at = 0;
    statement.split_inclusive('\n').find_map(|line| {
        let start = at;
        at += line.len();
        let line = line.trim_start().trim_start_matches("pub ");
        let head = line.split_once("use ")?.0;
        (head.is_empty() || head.starts_with("pub(") && head.ends_with(") ")).then_some(start)
    })
}

/// The `use` lines of a file: whether each is a re-export, the path, and the name in this file.
fn use_lines(code: &str) -> Vec<(bool, Vec<String>, String)> {
    let mut found = Vec::new();
    for statement in code.split(';') {
        let Some(at) = use_at(statement) else { continue };
        let line = statement[at..].replace('\n', " ");
        let (head, tree) = line.split_once("use ").expect("a use");
        let mut all = Vec::new();
        paths(tree, &[], &mut all);
        for (mut path, name) in all {
            if path.last().is_some_and(|last| last == "self") {
                path.pop();
            }
            found.push((head.trim_start().starts_with("pub"), path, name));
        }
    }
    found
}

/// The paths in a file outside of its `use` lines.
fn code_paths(code: &str) -> Vec<Vec<String>> {
    let rest =
        code.split(';').map(|statement| &statement[..use_at(statement).unwrap_or(statement.len())]);
    let rest = rest.collect::<Vec<_>>().join(";");
    let mut found = Vec::new();
    let mut rest = rest.as_str();
    while let Some(at) = rest.find("::") {
        let is_part = |sign: char| sign.is_alphanumeric() || sign == '_';
        let from = rest[..at].rfind(|sign| !is_part(sign)).map_or(0, |before| before + 1);
        let end = rest[from..]
            .find(|sign| !is_part(sign) && sign != ':')
            .map_or(rest.len(), |length| from + length);
        let path = rest[from..end].split("::").map(|part| part.trim_matches(':').to_owned());
        found.push(path.filter(|part| !part.is_empty()).collect());
        rest = &rest[end.max(at + 2)..];
    }
    found
}

/// Resolves a path in a module to a path from the crate root; `None` if it leads out of the crate.
fn absolute(module: &[String], path: &[String]) -> Option<Vec<String>> {
    let first = path.first()?;
    let mut base = match first.as_str() {
        "crate" => Vec::new(),
        "super" | "self" => module.to_vec(),
        "totora" => return Some(path[1..].to_vec()),
        child => {
            let inside = [module, &[child.to_owned()]].concat();
            file_of(&inside)?;
            module.to_vec()
        }
    };
    for part in path {
        match part.as_str() {
            "crate" | "self" => {}
            "super" => drop(base.pop()),
            _ => base.push(part.clone()),
        }
    }
    Some(base)
}

/// The code of all files by their modules.
struct Source {
    code: BTreeMap<Vec<String>, String>,
}

impl Source {
    fn read() -> Source {
        let mut all = Vec::new();
        files(&src(), &mut all);
        let is_test = |file: &PathBuf| file.file_stem().is_some_and(|stem| stem == "tests");
        all.retain(|file| !is_test(file));
        let read = |file: PathBuf| {
            let text = fs::read_to_string(&file).unwrap();
            (module_of(&file), code(&text))
        };
        Source { code: all.into_iter().map(read).collect() }
    }

    /// The module that defines the item at a path from the crate root. Follows up to `steps` re-exports.
    fn definition(&self, path: &[String], steps: usize) -> Option<Vec<String>> {
        let known = (1..=path.len()).rev().find(|&n| self.code.contains_key(&path[..n]))?;
        let (module, rest) = path.split_at(known);
        if let (Some(name), 1..) = (rest.first(), steps) {
            let re_export =
                use_lines(&self.code[module]).into_iter().find(|line| line.0 && line.2 == *name);
            if let Some((_, target, _)) = re_export {
                return self.definition(&absolute(module, &target)?, steps - 1);
            }
        }
        Some(module.to_vec())
    }

    /// The modules that a module needs.
    fn used(&self, module: &[String]) -> BTreeSet<Vec<String>> {
        let code = &self.code[module];
        let named = use_lines(code).into_iter().filter(|line| !line.0).map(|line| line.1);
        let all = named.chain(code_paths(code));
        let definitions = all.filter_map(|path| self.definition(&absolute(module, &path)?, 9));
        definitions.filter(|definition| definition != module).collect()
    }
}

fn module_of(file: &Path) -> Vec<String> {
    let inside = file.strip_prefix(src()).unwrap().with_extension("");
    let parts = inside.iter().map(|part| part.to_str().unwrap().to_owned());
    parts.filter(|part| part != "mod").collect()
}

/// Collects the files in a folder and its subfolders.
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

/// Groups of modules that need each other, directly or indirectly.
fn cycles(needs: &BTreeMap<Vec<String>, BTreeSet<Vec<String>>>) -> Vec<BTreeSet<Vec<String>>> {
    let reached = |from: &Vec<String>| {
        let (mut seen, mut waiting) = (BTreeSet::new(), vec![from]);
        while let Some(module) = waiting.pop() {
            for next in &needs[module] {
                if seen.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
        seen
    };
    let all: BTreeMap<_, _> =
        needs.keys().map(|module| (module.clone(), reached(module))).collect();
    let mut found = BTreeSet::new();
    for (module, reached) in all.iter().filter(|(module, reached)| reached.contains(*module)) {
        found
            .insert(reached.iter().filter(|other| all[*other].contains(module)).cloned().collect());
    }
    found.into_iter().collect()
}

/// The layers from the bottom up, as lists of module paths.
fn layers() -> Vec<Vec<String>> {
    let text = include_str!("layers.txt");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
}

/// Whether a path is a module or part of it.
fn part_of(path: &str, module: &str) -> bool {
    path.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// The layer of a module, and its longest matching entry there.
fn layer_of<'a>(layers: &'a [Vec<String>], module: &[String]) -> Option<(usize, &'a String)> {
    let path = module.join("::");
    let all = layers.iter().enumerate();
    let all = all.flat_map(|(layer, names)| names.iter().map(move |name| (layer, name)));
    all.filter(|(_, name)| part_of(&path, name)).max_by_key(|(_, name)| name.len())
}

#[test]
fn no_import_goes_up_or_forms_a_cycle() {
    let source = Source::read();
    let needs: BTreeMap<_, _> =
        source.code.keys().map(|module| (module.clone(), source.used(module))).collect();
    let mut wrong = Vec::new();
    let layers = layers();
    // A module with only submodules needs nothing.
    for (module, needs) in needs.iter().filter(|(_, needs)| !needs.is_empty()) {
        let Some((layer, entry)) = layer_of(&layers, module) else {
            wrong.push(format!("`{}` has no layer in layers.txt", module.join("::")));
            continue;
        };
        for need in needs {
            let Some((other, needed)) = layer_of(&layers, need) else { continue };
            if other > layer || other == layer && needed != entry {
                wrong.push(format!("{} may not use {}", module.join("::"), need.join("::")));
            }
        }
    }
    for cycle in cycles(&needs) {
        let names: Vec<_> = cycle.iter().map(|module| module.join("::")).collect();
        wrong.push(format!("these modules use each other: {}", names.join(", ")));
        for module in &cycle {
            let to: Vec<_> =
                needs[module].intersection(&cycle).map(|module| module.join("::")).collect();
            wrong.push(format!("    {} uses {}", module.join("::"), to.join(", ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rules_import_no_bot_and_no_presentation() {
    let source = Source::read();
    let mut wrong = Vec::new();
    let games = fs::read_dir(src().join("games")).unwrap().map(|entry| entry.unwrap().path());
    for folder in games.filter(|path| path.is_dir()) {
        let game = folder.file_name().unwrap().to_str().unwrap();
        let mut all = Vec::new();
        files(&folder, &mut all);
        let is_rules = |file: &PathBuf| {
            let text = fs::read_to_string(file).unwrap();
            let markers = ["impl Game for ", "impl Rules for "];
            text.lines().any(|line| markers.iter().any(|marker| line.starts_with(marker)))
        };
        let mut waiting: Vec<_> =
            all.iter().filter(|file| is_rules(file)).map(|file| module_of(file)).collect();
        assert_eq!(waiting.len(), 1, "{game}: one file implements `Game`, or `Rules` of a grid");
        let mut seen = BTreeSet::new();
        while let Some(module) = waiting.pop() {
            if !seen.insert(module.clone()) {
                continue;
            }
            for path in source.used(&module) {
                if path.starts_with(&["games".to_owned(), game.to_owned()]) {
                    waiting.push(path);
                } else if !BELOW.iter().any(|below| part_of(&path.join("::"), below)) {
                    wrong.push(format!("{} uses {}", module.join("::"), path.join("::")));
                }
            }
        }
    }
    let grid = ["grid".to_owned(), "rules".to_owned()];
    let shared: Vec<_> = source.code.keys().filter(|module| module.starts_with(&grid)).collect();
    assert!(shared.len() >= 3, "only {shared:?} found");
    for module in shared {
        for path in source.used(module) {
            if !BELOW.iter().any(|below| part_of(&path.join("::"), below)) {
                wrong.push(format!("{} uses {}", module.join("::"), path.join("::")));
            }
        }
    }
    assert!(wrong.is_empty(), "rules that import higher layers:\n{}", wrong.join("\n"));
}

/// Files that parse text. They may contain errors and warnings about it.
const READERS: [&str; 4] = ["map", "position_text", "setup", "sgf"];

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
                    if sentence && text.trim().contains(' ') && !declared && !panics {
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
    files(&src().join("games"), &mut all);
    files(&src().join("search"), &mut all);
    let (mut count, mut wrong) = (0, Vec::new());
    for file in all {
        let module = module_of(&file);
        let name = module.last().unwrap().as_str();
        let found = sentences(&code(&fs::read_to_string(&file).unwrap()));
        if name == "words" || module.join("::") == "search::explain" {
            count += found.len();
        } else if !READERS.contains(&name) && name != "tests" {
            wrong.extend(found.into_iter().map(|text| format!("{}: {text}", module.join("::"))));
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

#[test]
fn use_lines_and_paths_are_parsed() {
    let text = "use super::planning;\nuse super::{board::{Cell, Cells}, field::Field as F};\n\
                pub(super) use crate::lab::heuristic::Lab;\nuse std::fmt;\nfn f() { use_it(); }\n\
                // use super::comment;\n\
                #[cfg(test)]\nmod coins;\nuse super::after;\n\
                #[cfg(test)]\nmod tests {\n    use crate::search::one_ply;\n}";
    let found: Vec<String> = use_lines(&code(text))
        .into_iter()
        .map(|(re_export, path, name)| format!("{} {name} {re_export}", path.join("::")))
        .collect();
    let expected = [
        "super::planning planning false",
        "super::board::Cell Cell false",
        "super::board::Cells Cells false",
        "super::field::Field F false",
        "crate::lab::heuristic::Lab Lab true",
        "std::fmt fmt false",
        "super::after after false",
    ];
    assert_eq!(found, expected);
    let out =
        code_paths("let x: Vec<a::B> = crate::contract::bot::best(y); c::<D>(); e::f::G::new()");
    let out: Vec<String> = out.into_iter().map(|path| path.join("::")).collect();
    assert_eq!(out, ["a::B", "crate::contract::bot::best", "c", "e::f::G::new"]);
}

#[test]
fn a_cycle_of_three_modules_is_found() {
    let module = |name: &str| vec![name.to_owned()];
    let needs = [("a", vec!["b", "d"]), ("b", vec!["c"]), ("c", vec!["a"]), ("d", vec![])];
    let needs = needs.map(|(from, to)| (module(from), to.into_iter().map(module).collect()));
    let found = cycles(&needs.into());
    assert_eq!(found, [["a", "b", "c"].map(module).into()]);
}
