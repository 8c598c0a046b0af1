//! `wasm-pack.toml` is the one place for the wasm build's settings; these tests fail when it
//! disagrees with the files that name the same things.
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The settings by `section.key`. The file keeps to the part of TOML whose values, on one line
/// each, are JSON as well; `scripts/settings.mjs` reads it the same way.
fn settings() -> BTreeMap<String, Value> {
    let mut settings = BTreeMap::new();
    let mut section = String::new();
    for (index, line) in read("wasm-pack.toml").lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|s| s.strip_suffix(']')) {
            section = name.to_owned();
            continue;
        }
        let at = format!("wasm-pack.toml, line {}", index + 1);
        let (key, value) = line
            .split_once('=')
            .unwrap_or_else(|| panic!("{at}: expected [section] or key = value"));
        let value = serde_json::from_str(value.trim())
            .unwrap_or_else(|error| panic!("{at}: not a string or a list of strings: {error}"));
        settings.insert(format!("{section}.{}", key.trim()), value);
    }
    settings
}

fn text(key: &str) -> String {
    match settings().get(key) {
        Some(Value::String(text)) => text.clone(),
        other => panic!("wasm-pack.toml: {key} should be a string, not {other:?}"),
    }
}

fn list(key: &str) -> Vec<String> {
    let settings = settings();
    let Some(Value::Array(items)) = settings.get(key) else {
        panic!("wasm-pack.toml: {key} should be a list");
    };
    let strings = items.iter().map(|item| item.as_str().map(str::to_owned));
    strings
        .collect::<Option<_>>()
        .unwrap_or_else(|| panic!("wasm-pack.toml: {key} should list strings"))
}

/// The version of a package in `Cargo.lock`.
fn locked(name: &str) -> String {
    let lock = read("Cargo.lock");
    let (_, after) = lock
        .split_once(&format!("name = \"{name}\"\nversion = \""))
        .unwrap_or_else(|| panic!("Cargo.lock has no {name}"));
    after.chars().take_while(|&c| c != '"').collect()
}

#[test]
fn wasm_bindgen_is_the_version_in_cargo_lock() {
    assert_eq!(
        text("tools.wasm-bindgen"),
        locked("wasm-bindgen"),
        "wasm-bindgen's program and crate must be of one version"
    );
}

#[test]
fn wasm_bindgen_is_pinned_in_cargo_toml() {
    let pin = format!("wasm-bindgen = \"={}\"", text("tools.wasm-bindgen"));
    assert!(
        read("Cargo.toml").lines().any(|line| line.trim() == pin),
        "Cargo.toml should say {pin}"
    );
}

#[test]
fn cargo_toml_has_what_the_build_asks_for() {
    let manifest = read("Cargo.toml");
    let name = format!("name = \"{}\"", text("build.out-name"));
    assert!(manifest.lines().any(|line| line == name), "the package goes by its own name");
    assert!(manifest.contains("\"cdylib\""), "wasm-pack needs a cdylib in [lib]");
    assert!(
        !manifest.contains("strip = true"),
        "strip = true deletes the section that wasm-opt reads its features from"
    );
    let profile = text("build.profile");
    assert!(
        matches!(&*profile, "release" | "dev")
            || manifest.contains(&format!("[profile.{profile}]")),
        "Cargo.toml has no profile {profile}"
    );
    let out_dir = format!("/{}/", text("build.out-dir"));
    assert!(
        read(".gitignore").lines().any(|line| line == out_dir),
        ".gitignore should list {out_dir}"
    );
}

#[test]
fn the_native_face_stays_out_of_the_wasm_build() {
    assert!(list("build.cargo-args").contains(&"--no-default-features".to_owned()));
}

#[test]
fn every_game_is_a_feature_and_a_module() {
    let games = list("build.games");
    let features = games.iter().map(|game| format!("\"{game}\"")).collect::<Vec<_>>().join(", ");
    assert!(
        read("Cargo.toml").lines().any(|line| line == format!("games = [{features}]")),
        "Cargo.toml's feature `games` should list {features}"
    );
    assert_eq!(games, totora::catalog::IDS, "catalog::IDS");
    let offered: Vec<_> = totora::catalog::GAMES.iter().map(|game| game.id()).collect();
    assert_eq!(games, offered, "catalog::GAMES");
}

#[test]
fn wasm_opt_gets_a_level_and_features() {
    let level = list("wasm-opt.optimize");
    assert!(level.iter().any(|flag| flag.starts_with("-O")), "{level:?}");
    for flag in list("wasm-opt.features") {
        assert!(flag.starts_with("--enable-"), "{flag} is no feature flag");
    }
}

#[test]
fn binaryen_is_the_version_in_package_lock() {
    if !path("package-lock.json").exists() {
        eprintln!("skipped: there is no package-lock.json yet");
        return;
    }
    let wanted = text("tools.binaryen");
    let lock: Value =
        serde_json::from_str(&read("package-lock.json")).expect("package-lock.json is JSON");
    assert_eq!(
        lock["packages"]["node_modules/binaryen"]["version"].as_str(),
        Some(&*wanted),
        "package-lock.json"
    );
    let manifest: Value =
        serde_json::from_str(&read("package.json")).expect("package.json is JSON");
    assert_eq!(
        manifest["devDependencies"]["binaryen"].as_str(),
        Some(&*wanted),
        "package.json pins binaryen"
    );
}

/// The policy that a host is told to send is the page's own, and what only a header can say.
#[test]
fn the_policy_for_hosts_is_the_pages_own() {
    let config = read("vite.config.js");
    let list = config.split_once("const POLICY = [").expect("a policy").1;
    let list = list.split_once(']').expect("its end").0;
    let parts: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    assert!(parts.len() > 5, "{parts:?}");
    let expected =
        format!("Content-Security-Policy: {}; frame-ancestors 'none'\n", parts.join("; "));
    assert!(read("docs/deploy.md").contains(&expected), "docs/deploy.md lacks: {expected}");
}
