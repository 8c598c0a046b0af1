//! Golden files: where they are, how they are written and compared.

use serde_json::{Map, Value};
use std::fmt::Write as _;
use std::path::PathBuf;

pub(crate) fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file)
}

/// The text of a golden file; empty if there is none.
pub(crate) fn read(file: &str) -> String {
    std::fs::read_to_string(path(file)).unwrap_or_default()
}

/// Whether this run writes the files instead of comparing them.
pub(crate) fn updates() -> bool {
    std::env::var_os("UPDATE_GOLDEN").is_some()
}

/// Writes a golden file, or says where the text differs from it.
pub(crate) fn hold(file: &str, found: &str) -> Vec<String> {
    if updates() {
        std::fs::write(path(file), found).expect("written");
        return Vec::new();
    }
    compare(&format!("tests/golden/{file}"), &read(file), found)
}

/// Fails if there are complaints, with the first of them and how to make the files again.
pub(crate) fn settle(complaints: &[String]) {
    const SHOWN: usize = 6;
    assert!(
        complaints.is_empty(),
        "{} differences from the golden files; if the change is meant, run \
         `UPDATE_GOLDEN=1 cargo test --test golden`, read the difference in git, and commit it:\n{}",
        complaints.len(),
        complaints[..complaints.len().min(SHOWN)].join("\n")
    );
}

/// The blocks of a text with their names. A line at the margin begins a block, `=== ` a section, whose name
/// goes before those of its blocks. `=== name: rest` has `name` for its name.
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

/// Where two texts differ, block by block.
fn compare(file: &str, golden: &str, found: &str) -> Vec<String> {
    let (kept, now) = (blocks(golden), blocks(found));
    let mut complaints = Vec::new();
    for (name, lines) in &now {
        match kept.iter().find(|(kept, _)| kept == name) {
            None => complaints.push(format!("{file} lacks `{name}`: {}", lines[0])),
            Some((_, kept)) if kept == lines => {}
            Some((_, kept)) => {
                let at = (0..).find(|&i| kept.get(i) != lines.get(i)).expect("they differ");
                let line =
                    |lines: &[&str]| lines.get(at).map_or("(no line)", |l| l.trim()).to_owned();
                complaints.push(format!(
                    "{file}, `{name}`:\n    was {}\n    is  {}",
                    line(kept),
                    line(lines)
                ));
            }
        }
    }
    for (name, _) in &kept {
        if !now.iter().any(|(now, _)| now == name) {
            complaints.push(format!("{file} has `{name}`, which nothing gives"));
        }
    }
    if complaints.is_empty() && golden != found {
        complaints.push(format!("{file} has the same blocks in another order"));
    }
    complaints
}

/// A short check sum of what is not written out.
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
