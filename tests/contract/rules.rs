//! The rules of a game import no bot, planner, heuristic or presentation. Between crates the compiler checks imports; this
//! test checks them inside the crate of a game, and inside `grid`. It reads the files as text: every path that starts with
//! `crate`, `super` or `self` counts, except in tests. A name that is re-exported belongs to the module that defines it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the core that rules may use: the contract of rules, and modules without games and bots.
const BELOW: [&str; 4] = ["base", "contract::game", "contract::setup", "grid::rules"];
const CORE: [&str; 5] = ["base", "contract", "grid", "lab", "search"];

pub(crate) fn src(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(path)
}

/// Collects the Rust files in a folder and its subfolders.
pub(crate) fn files(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("listed").path();
        if path.is_dir() {
            files(&path, all);
        } else if path.extension().is_some_and(|end| end == "rs") {
            all.push(path);
        }
    }
}

/// The code of a file without comments and its tests, which are its last item.
pub(crate) fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = text.lines().map(|line| match line.find("//") {
        Some(at) if !line[..at].contains('"') => &line[..at],
        _ => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

type Module = Vec<String>;

/// Reads a path, or a tree of paths in braces, and returns the rest of the text.
fn paths<'a>(text: &'a str, before: &[String], found: &mut Vec<Module>) -> &'a str {
    let mut rest = text.trim_start();
    if let Some(inside) = rest.strip_prefix('{') {
        rest = inside;
        loop {
            rest = paths(rest, before, found).trim_start();
            rest = match rest.find([',', '}']) {
                Some(end) if rest[end..].starts_with(',') => rest[end + 1..].trim_start(),
                end => return &rest[end.map_or(rest.len(), |end| end + 1)..],
            };
            if let Some(after) = rest.strip_prefix('}') {
                return after;
            }
        }
    }
    let end = rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(rest.len());
    let path = [before, &[rest[..end].to_owned()]].concat();
    match rest[end..].strip_prefix("::") {
        Some(after) if !after.starts_with('<') => paths(after, &path, found),
        _ => {
            found.push(path);
            &rest[end..]
        }
    }
}

/// The files of a crate as code, by module.
struct Source(BTreeMap<Module, String>);

impl Source {
    fn read(folder: &Path) -> Source {
        let mut all = Vec::new();
        files(folder, &mut all);
        let module = |file: &Path| {
            let inside = file.strip_prefix(folder).expect("inside").with_extension("");
            let parts = inside.iter().map(|part| part.to_str().expect("a plain name").to_owned());
            parts.filter(|part| part != "mod" && part != "lib").collect::<Module>()
        };
        let text = |file: &Path| code(&fs::read_to_string(file).expect("readable"));
        Source(all.iter().map(|file| (module(file), text(file))).collect())
    }

    /// The module, here or in the core, that defines the item at a path in `module`.
    fn definition(&self, module: &Module, path: &[String]) -> Module {
        let mut at = module.clone();
        let mut rest = path;
        while let Some((first, after)) = rest.split_first() {
            match &**first {
                "crate" => at.clear(),
                "super" => drop(at.pop()),
                "self" => {}
                _ => break,
            }
            rest = after;
        }
        while let Some((first, after)) = rest.split_first() {
            if at.is_empty() && CORE.contains(&&**first) && !self.0.contains_key(&rest[..1]) {
                return rest.to_vec();
            }
            at.push(first.clone());
            if !self.0.contains_key(&at) {
                at.pop();
                break;
            }
            rest = after;
        }
        let Some(name) = rest.first() else { return at };
        let mut exported = Vec::new();
        for (start, _) in self.0[&at].match_indices("use ") {
            let head = self.0[&at][..start].rsplit('\n').next().unwrap_or_default();
            if head == "pub " || head.starts_with("pub(") && head.ends_with(") ") {
                paths(&self.0[&at][start + 4..], &[], &mut exported);
            }
        }
        match exported.iter().find(|path| path.last() == Some(name)) {
            Some(path) => self.definition(&at, path),
            None => at,
        }
    }

    /// The modules that a module uses.
    fn used(&self, module: &Module) -> BTreeSet<Module> {
        let (code, mut found) = (&self.0[module], Vec::new());
        for start in ["crate::", "super::", "self::"] {
            for (at, _) in code.match_indices(start) {
                let before = &code[..at];
                let inside = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == ':';
                let visibility = before.ends_with("pub(") || before.ends_with("pub(in ");
                if !visibility && !before.ends_with(inside) {
                    paths(&code[at..], &[], &mut found);
                }
            }
        }
        found.iter().map(|path| self.definition(module, path)).collect()
    }

    /// Imports that rules must not have, in these modules and the modules of the crate that they use.
    fn forbidden(&self, mut waiting: Vec<Module>) -> Vec<String> {
        let (mut seen, mut wrong) = (BTreeSet::new(), Vec::new());
        while let Some(module) = waiting.pop() {
            if !seen.insert(module.clone()) {
                continue;
            }
            for path in self.used(&module) {
                let name = path.join("::");
                let allowed = |below: &&str| {
                    name.strip_prefix(below)
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
                };
                if path.is_empty() || CORE.contains(&&*path[0]) {
                    if !BELOW.iter().any(allowed) && path != module {
                        wrong.push(format!("{} uses crate::{name}", module.join("::")));
                    }
                } else {
                    waiting.push(path);
                }
            }
        }
        wrong
    }
}

#[test]
fn rules_import_no_bot_and_no_presentation() {
    let mut wrong = Vec::new();
    for game in totora::catalog::ids() {
        let source = Source::read(&src("games").join(game));
        let markers = ["\nimpl Game for ", "\nimpl Rules for "];
        let rules = |code: &str| markers.iter().any(|marker| code.contains(marker));
        let rules: Vec<_> = source.0.iter().filter(|(_, code)| rules(code)).collect();
        let rules: Vec<_> = rules.into_iter().map(|(module, _)| module.clone()).collect();
        assert_eq!(rules.len(), 1, "{game}: one file implements `Game`, or `Rules` of a grid");
        wrong.extend(source.forbidden(rules).into_iter().map(|line| format!("{game}: {line}")));
    }
    let core = Source::read(&src("core"));
    let grid: Vec<_> = core
        .0
        .keys()
        .filter(|module| module.starts_with(&["grid".into(), "rules".into()]))
        .cloned()
        .collect();
    assert!(grid.len() > 2, "only {grid:?} found");
    wrong.extend(core.forbidden(grid));
    assert!(
        wrong.is_empty(),
        "rules that import bots, heuristics or presentation:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn imports_are_found() {
    let files = [
        ("", "use totora_core::base;\npub use moves::{Move, Place};\nmod bots;"),
        ("moves", "use crate::base::fixed::Fixed;\npub(super) fn f() {}"),
        (
            "rules",
            "use super::{bots::{self, Bot as B}, moves};\nuse crate::{Move};\nfn f() { g(crate::search::one_ply::h(1)) }",
        ),
        ("bots", ""),
    ];
    let module = |name: &str| name.split_terminator("::").map(str::to_owned).collect::<Module>();
    let source = Source(files.map(|(name, code)| (module(name), code.to_owned())).into());
    let used = source.used(&module("rules"));
    assert_eq!(used, ["bots", "moves", "search::one_ply::h"].map(module).into());
    assert_eq!(source.used(&module("moves")), [module("base::fixed::Fixed")].into());
    assert_eq!(source.forbidden(vec![module("rules")]), ["rules uses crate::search::one_ply::h"]);
}
