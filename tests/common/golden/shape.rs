//! The names and types of all fields in a set of JSON values.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The paths of all fields, with the types of their values.
#[derive(Default)]
pub(crate) struct Shape {
    types: BTreeMap<String, BTreeSet<&'static str>>,
}

/// Objects whose keys are names of terms or options.
const MAPS: &[&str] = &["terms", "line_end", "first_options", "match_options", "options"];

impl Shape {
    /// Adds the fields of a value.
    pub(crate) fn add(&mut self, path: &str, value: &Value) {
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_f64() => "float",
            Value::Number(_) => "integer",
            Value::String(_) => "text",
            Value::Array(items) => {
                for item in items {
                    self.add(&format!("{path}[]"), item);
                }
                "list"
            }
            Value::Object(fields) => {
                let map = MAPS.iter().any(|map| path.ends_with(&format!(".{map}")));
                for (key, field) in fields {
                    self.add(&format!("{path}.{}", if map { "*" } else { key }), field);
                }
                "object"
            }
        };
        self.types.entry(path.to_owned()).or_default().insert(kind);
    }

    /// One line per path.
    pub(crate) fn text(&self) -> String {
        let line = |(path, types): (&String, &BTreeSet<&str>)| {
            let types: Vec<&str> = types.iter().copied().collect();
            format!("{path}: {}\n", types.join(" or "))
        };
        self.types.iter().map(line).collect()
    }
}
