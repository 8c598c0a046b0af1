//! Golden files: their paths, and how they are written and compared.

use serde_json::{Map, Value};
use std::fmt::Write as _;
use std::path::PathBuf;

pub(crate) fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file)
}

/// The text of a golden file; empty if the file does not exist.
pub(crate) fn read(file: &str) -> String {
    std::fs::read_to_string(path(file)).unwrap_or_default()
}

/// Whether this run writes the files instead of comparing them.
pub(crate) fn updates() -> bool {
    std::env::var_os("UPDATE_GOLDEN").is_some()
}

/// Writes a golden file, or compares a text with it and returns the differences.
pub(crate) fn check(file: &str, found: &str) -> Vec<String> {
    if updates() {
        std::fs::write(path(file), found).expect("written");
        return Vec::new();
    }
    compare(&format!("tests/golden/{file}"), &read(file), found)
}

/// Fails if there are differences. The message shows the first of them and how to update the files.
pub(crate) fn assert_no_differences(differences: &[String]) {
    const SHOWN: usize = 6;
    assert!(
        differences.is_empty(),
        "{} differences from the golden files; if the change is intended, run \
         `UPDATE_GOLDEN=1 cargo test --test golden`, review the difference in git and commit it:\n{}",
        differences.len(),
        differences[..differences.len().min(SHOWN)].join("\n")
    );
}

/// The blocks of a text with their names. A line without indentation begins a block, and `=== ` a section. The name of a
/// section is a prefix of the names of its blocks. The name of `=== name: rest` is `name`.
fn blocks(text: &str) -> Vec<(String, Vec<&str>)> {
    let mut section = "";
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        if let Some(rest) = line.strip_prefix("=== ") {
            section = rest.split(':').next().unwrap_or_default();
            found.push((section.to_owned(), vec![line]));
        } else if line.starts_with(' ') && !found.is_empty() {
            found.last_mut().expect("one").1.push(line);
        } else {
            let name = line.split(": ").next().unwrap_or_default();
            found.push((format!("{section} / {name}"), vec![line]));
        }
    }
    found
}

/// Compares two texts block by block and returns the differences.
fn compare(file: &str, golden: &str, found: &str) -> Vec<String> {
    let (stored, now) = (blocks(golden), blocks(found));
    let mut differences = Vec::new();
    for (name, lines) in &now {
        match stored.iter().find(|(stored, _)| stored == name) {
            None => differences.push(format!("{file} lacks `{name}`: {}", lines[0])),
            Some((_, stored)) if stored == lines => {}
            Some((_, stored)) => {
                let at = (0..).find(|&i| stored.get(i) != lines.get(i)).expect("they differ");
                let line =
                    |lines: &[&str]| lines.get(at).map_or("(no line)", |l| l.trim()).to_owned();
                differences.push(format!(
                    "{file}, `{name}`:\n    was {}\n    is  {}",
                    line(stored),
                    line(lines)
                ));
            }
        }
    }
    for (name, _) in &stored {
        if !now.iter().any(|(now, _)| now == name) {
            differences.push(format!("{file} has `{name}`, which is not in the new text"));
        }
    }
    if differences.is_empty() && golden != found {
        differences.push(format!("{file} has the same blocks in another order"));
    }
    differences
}

/// A short checksum, for text that is not written in full.
pub(crate) fn checksum(text: &str) -> String {
    let crc = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);
    format!("#{:06x}", crc.checksum(text.as_bytes()) >> 8)
}

/// A value on one line: numbers without `.0`, lists and objects without quotes.
pub(crate) fn plain(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) => {
            let text = number.to_string();
            text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
        }
        Value::Array(items) => {
            let inner: Vec<String> = items.iter().map(plain).collect();
            format!("[{}]", inner.join(" "))
        }
        Value::Object(fields) => format!("{{{}}}", pairs(fields, &[]).trim_start()),
        other => other.to_string(),
    }
}

/// The fields of an object as ` key=value` in the order of their keys, without some and without nulls.
pub(crate) fn pairs(fields: &Map<String, Value>, without: &[&str]) -> String {
    let mut sorted: Vec<(&String, &Value)> = fields
        .iter()
        .filter(|(key, value)| !without.contains(&key.as_str()) && !value.is_null())
        .collect();
    sorted.sort_by_key(|(key, _)| *key);
    sorted.iter().fold(String::new(), |mut text, (key, value)| {
        write!(text, " {key}={}", plain(value)).expect("a text");
        text
    })
}
