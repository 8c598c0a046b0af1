//! `wasm-pack.toml` has the settings of the wasm build. These tests fail if it disagrees with other files that contain the
//! same settings.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use toml::Table;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn table(name: &str) -> Table {
    read(name).parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn json(name: &str) -> Value {
    serde_json::from_str(&read(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A value by its path, such as `tools.wasm-bindgen`.
fn find(table: &Table, keys: &str) -> Option<toml::Value> {
    let mut value = toml::Value::Table(table.clone());
    for key in keys.split('.') {
        value = value.get(key)?.clone();
    }
    Some(value)
}

fn text(key: &str) -> String {
    match find(&table("wasm-pack.toml"), key) {
        Some(toml::Value::String(text)) => text,
        other => panic!("wasm-pack.toml: {key} should be a text, not {other:?}"),
    }
}

fn list(key: &str) -> Vec<String> {
    find(&table("wasm-pack.toml"), key)
        .and_then(|value| value.try_into().ok())
        .unwrap_or_else(|| panic!("wasm-pack.toml: {key} should be a list of texts"))
}

/// The version of a package in a `Cargo.lock`.
fn locked(file: &str, name: &str) -> String {
    let lock = table(file);
    let packages = lock["package"].as_array().expect("packages");
    let found: Vec<&str> = packages
        .iter()
        .filter(|package| package["name"].as_str() == Some(name))
        .filter_map(|package| package["version"].as_str())
        .collect();
    match found[..] {
        [version] => version.to_owned(),
        _ => panic!("{file} should have one {name}, not {found:?}"),
    }
}

#[test]
fn wasm_bindgen_is_the_version_in_cargo_lock() {
    assert_eq!(
        text("tools.wasm-bindgen"),
        locked("Cargo.lock", "wasm-bindgen"),
        "wasm-bindgen's program and crate must have the same version"
    );
}

#[test]
fn the_tools_have_the_version_of_the_library() {
    let manifest = table("scripts/tools/Cargo.toml");
    let expected = text("tools.wasm-bindgen");
    for package in ["wasm-bindgen-cli-support", "wasm-bindgen-shared"] {
        assert_eq!(locked("Cargo.lock", package), expected, "{package}");
        let pin = manifest["dependencies"][package].as_str();
        assert_eq!(pin, Some(&*format!("={expected}")), "{package} in scripts/tools/Cargo.toml");
    }
}

#[test]
fn wasm_bindgen_is_pinned_in_cargo_toml() {
    let manifest = table("Cargo.toml");
    let pin = find(&manifest, "workspace.dependencies.wasm-bindgen");
    let pin = pin.as_ref().and_then(toml::Value::as_str);
    assert_eq!(pin, Some(&*format!("={}", text("tools.wasm-bindgen"))), "Cargo.toml");
}

#[test]
fn cargo_toml_has_the_settings_of_the_build() {
    let (manifest, web) = (table("Cargo.toml"), table("src/web/Cargo.toml"));
    let name = |manifest, key| find(manifest, "package.name") == Some(text(key).into());
    assert!(name(&manifest, "build.out-name"), "the output has the name of the package");
    assert!(name(&web, "build.package"), "src/web makes the module");
    let kinds = find(&web, "lib.crate-type").and_then(|kinds| kinds.try_into().ok());
    // With an rlib too, the whole crate would be compiled twice.
    assert_eq!(kinds, Some(vec!["cdylib".to_owned()]), "wasm-bindgen reads a cdylib");
    let profiles = manifest["profile"].as_table().expect("profiles");
    for (name, profile) in profiles {
        let strip = profile.get("strip");
        assert!(
            !matches!(strip, Some(toml::Value::Boolean(true)))
                && strip.and_then(toml::Value::as_str) != Some("symbols"),
            "[profile.{name}] strips the section that wasm-opt reads its features from"
        );
    }
    for key in ["build.profile", "dev.profile"] {
        let profile = text(key);
        assert!(
            matches!(&*profile, "release" | "dev") || profiles.contains_key(&profile),
            "Cargo.toml has no profile {profile}, which {key} of wasm-pack.toml names"
        );
    }
    let out_dir = format!("/{}/", text("build.out-dir"));
    assert!(
        read(".gitignore").lines().any(|line| line == out_dir),
        ".gitignore should list {out_dir}"
    );
}

#[test]
fn every_game_has_a_folder_of_rules_and_one_of_drawing() {
    let offered: BTreeSet<String> =
        totora::catalog::GAMES.iter().map(|game| game.id().to_owned()).collect();
    let folders = |parent: &str, file: &str| -> BTreeSet<String> {
        let entries =
            fs::read_dir(path(parent)).unwrap_or_else(|error| panic!("{parent}: {error}"));
        entries
            .map(|entry| entry.expect("a folder that can be read").path())
            .filter(|folder| folder.join(file).is_file())
            .filter_map(|folder| Some(folder.file_name()?.to_str()?.to_owned()))
            .collect()
    };
    assert_eq!(
        folders("src/games", "Cargo.toml"),
        offered,
        "each folder of src/games is the crate of a game: add it to catalog::GAMES (src/catalog/mod.rs), or remove it"
    );
    assert_eq!(
        folders("www/boards", "index.js"),
        offered,
        "each game of catalog::GAMES needs www/boards/NAME/index.js, which draws it, and no other folder \
         there may have an index.js"
    );
    for game in &offered {
        let rules = fs::read_to_string(path(&format!("docs/reference/rules/{game}.md")))
            .unwrap_or_default();
        assert!(
            rules.contains("\n<!-- docs only -->\n"),
            "each game of catalog::GAMES needs docs/reference/rules/{game}.md with its rules for the repository and the page; text \
             for the repository only follows a line `<!-- docs only -->`"
        );
    }
}

/// The code of all Rust files of a folder, without comments.
fn code_of(folder: &str) -> String {
    let mut code = String::new();
    let mut folders = vec![path(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}")) {
            let entry = entry.expect("listed").path();
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|end| end == "rs") {
                let text = fs::read_to_string(&entry).expect("a text");
                let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
                code.extend(lines.flat_map(|line| [line, "\n"]));
            }
        }
    }
    code
}

/// Whether the code names something of a crate, as in `web_sys::console` or `use web_sys::{Performance, console}`.
fn uses(code: &str, name: &str) -> bool {
    let name = format!("{name}::");
    code.match_indices(&name).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        before.is_none_or(|before| !before.is_alphanumeric() && before != '_')
    })
}

/// The manifests of the crates of `src`, with their folders.
fn manifests() -> Vec<(String, Table)> {
    let games = fs::read_dir(path("src/games")).expect("readable");
    let games = games.map(|entry| entry.expect("listed").file_name());
    let games = games.map(|name| format!("src/games/{}", name.to_str().expect("in UTF-8")));
    let others = ["src", "src/core", "src/web", "src/cli"].map(str::to_owned);
    let manifest = |folder: String| {
        let file =
            if folder == "src" { "Cargo.toml".into() } else { format!("{folder}/Cargo.toml") };
        let manifest = table(&file);
        (folder, manifest)
    };
    games.chain(others).map(manifest).collect()
}

/// The names of a crate's dependencies, as they are in code, in a table of its manifest.
fn dependencies(manifest: &Table, keys: &[&str]) -> Vec<String> {
    let found = keys
        .iter()
        .try_fold(&toml::Value::Table(manifest.clone()), |value, key| value.get(*key))
        .cloned();
    let table = found.and_then(|found| found.as_table().cloned()).unwrap_or_default();
    table.keys().map(|name| name.replace('-', "_")).collect()
}

const ON_WASM: [&str; 3] = ["target", "cfg(target_arch = \"wasm32\")", "dependencies"];

#[test]
fn every_dependency_is_used() {
    let manifests = manifests();
    let on_wasm: Vec<String> =
        manifests.iter().flat_map(|(_, manifest)| dependencies(manifest, &ON_WASM)).collect();
    for package in [
        "wasm_bindgen",
        "web_sys",
        "js_sys",
        "serde_wasm_bindgen",
        "getrandom",
        "console_error_panic_hook",
    ] {
        assert!(
            on_wasm.iter().any(|name| name == package),
            "{package} is no dependency of the page"
        );
        assert!(uses(&code_of("src"), package), "no code in src uses {package}");
    }
    for (folder, manifest) in &manifests {
        let code = code_of(folder);
        let plain = dependencies(manifest, &["dependencies"]);
        for name in dependencies(manifest, &ON_WASM).iter().chain(&plain) {
            // A derive or an attribute needs no path, and that of tsify needs wasm-bindgen.
            let used = match name.as_str() {
                "serde_bytes" | "tsify" => code.contains(name.as_str()),
                "wasm_bindgen" => uses(&code, name) || code.contains("tsify"),
                // The catalogue names games in a macro.
                name if name.starts_with("totora_") => code.contains(name),
                // Its feature for the browser.
                "getrandom" => uses(&code_of("src"), name),
                _ => uses(&code, name),
            };
            assert!(used, "no code in {folder} uses {name}: remove it from its Cargo.toml");
        }
    }
    let tests = ["src", "tests", "benches", "examples"].map(code_of).concat();
    for (_, manifest) in &manifests {
        let natively = ["target", "cfg(not(target_arch = \"wasm32\"))", "dev-dependencies"];
        for keys in [&natively[..], &["dev-dependencies"]] {
            for name in dependencies(manifest, keys) {
                assert!(uses(&tests, &name), "no test, bench or example uses {name}");
            }
        }
    }
}

/// The parts of the browser's interface that `web-sys` contains are those that the code uses.
#[test]
fn the_features_of_web_sys_are_those_that_the_code_uses() {
    let manifest = table("src/web/Cargo.toml");
    let features =
        manifest["target"]["cfg(target_arch = \"wasm32\")"]["dependencies"]["web-sys"]["features"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|feature| feature.as_str().expect("a text").to_owned())
            .collect::<BTreeSet<String>>();
    let code = code_of("src/web");
    let mut used = BTreeSet::new();
    for part in code.split("web_sys::").skip(1) {
        let listed = match part.strip_prefix('{') {
            Some(list) => list.split('}').next().unwrap_or_default(),
            None => {
                part.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
            }
        };
        used.extend(listed.split(',').map(|name| name.trim().to_owned()));
    }
    assert_eq!(features, used, "features of web-sys in src/web/Cargo.toml, and names in src/web");
}

#[test]
fn wasm_opt_gets_a_level_and_features() {
    let level = list("wasm-opt.optimize");
    assert!(level.iter().any(|flag| flag.starts_with("-O")), "{level:?}");
    for flag in list("wasm-opt.features") {
        assert!(flag.starts_with("--enable-"), "{flag} is not a feature flag");
    }
}

#[test]
fn binaryen_is_the_version_in_package_lock() {
    let expected = text("tools.binaryen");
    assert_eq!(
        json("package-lock.json")["packages"]["node_modules/binaryen"]["version"].as_str(),
        Some(&*expected),
        "package-lock.json"
    );
    assert_eq!(
        json("package.json")["devDependencies"]["binaryen"].as_str(),
        Some(&*expected),
        "package.json pins binaryen"
    );
}

/// The policy in the docs for hosts is the page's policy plus the directive that only a header can set.
#[test]
fn the_policy_for_hosts_matches_the_page() {
    let config = read("vite.config.js");
    let list = config.split_once("const POLICY = [").expect("a policy").1;
    let list = list.split_once(']').expect("its end").0;
    let headers = read("docs/how-to/deploy.md");
    // `tests/page/hosting.test.js` checks the digest itself.
    let digest = headers.split('\'').find(|part| part.starts_with("sha256-")).expect("a digest");
    let parts: Vec<String> = list
        .lines()
        .map(|line| line.trim().trim_end_matches(',').trim_matches(['"', '`']))
        .filter(|part| !part.is_empty())
        .map(|part| part.replace("${inlineDigest}", &format!("'{digest}'")))
        .collect();
    assert!(parts.len() > 5, "{parts:?}");
    let expected =
        format!("Content-Security-Policy: {}; frame-ancestors 'self'\n", parts.join("; "));
    assert!(headers.contains(&expected), "docs/how-to/deploy.md lacks: {expected}");
}

/// Several test files form one program, because every program is linked separately. A file that no `mod` names is not run.
#[test]
fn every_file_of_tests_is_run() {
    let mut files = 0;
    for folder in fs::read_dir(path("tests")).expect("readable") {
        let folder = folder.expect("listed").path();
        let Ok(main) = fs::read_to_string(folder.join("main.rs")) else { continue };
        let manifests = read("Cargo.toml") + &read("src/cli/Cargo.toml");
        let test = format!("tests/{}/main.rs\"", folder.file_name().expect("a name").display());
        assert!(manifests.contains(&test), "no [[test]] of Cargo.toml has the path {test}");
        for file in fs::read_dir(&folder).expect("readable") {
            let file = file.expect("listed").path();
            let name = file.file_stem().and_then(|name| name.to_str()).expect("a plain name");
            if file.extension().is_some_and(|end| end == "rs") && name != "main" {
                let main_of = folder.join("main.rs");
                assert!(
                    main.contains(&format!("\nmod {name};\n")),
                    "{} lacks `mod {name};`",
                    main_of.display()
                );
                files += 1;
            }
        }
    }
    assert!(files > 30, "{files} files");
}
