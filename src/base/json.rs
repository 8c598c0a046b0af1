//! Reading JSON that comes from outside: what is wrong is said with the path of the field, with what was found there and
//! with what was expected. By hand, for what is derived would cost the page's module more than it saves.

use crate::base::fixed::shorten;
use serde_json::{Map, Value};
use std::fmt::Display;
use std::ops::RangeInclusive;

/// A value as JSON; by a table of functions, for a copy for each type would cost the page's module some kilobytes.
/// `null` if it cannot be written as JSON, which no plain structure does.
pub fn to_value(value: &dyn erased_serde::Serialize) -> Value {
    erased_serde::serialize(value, serde_json::value::Serializer).unwrap_or_default()
}

/// What is wrong, and at which path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// `steps[1].title`; empty for the whole.
    pub path: String,
    /// In words, the path among them.
    pub message: String,
}

impl From<Wrong> for String {
    fn from(wrong: Wrong) -> String {
        wrong.message
    }
}

/// What was read, or what is wrong with it.
pub type Found<T> = Result<T, Wrong>;

/// A value with its path: `steps[1].demands[0].more`.
pub struct At<'a> {
    value: &'a Value,
    path: String,
}

impl<'a> At<'a> {
    /// All of it.
    pub fn root(value: &'a Value) -> At<'a> {
        At { value, path: String::new() }
    }

    /// The value as it is.
    pub fn value(&self) -> &'a Value {
        self.value
    }

    /// An error about the value.
    ///
    /// # Errors
    /// Always.
    pub fn wrong<T>(&self, message: impl Display) -> Found<T> {
        let colon = if self.path.is_empty() { "" } else { ": " };
        let message = format!("{}{colon}{message}", self.path);
        Err(Wrong { path: self.path.clone(), message })
    }

    /// That something else was expected.
    ///
    /// # Errors
    /// Always.
    pub fn unlike<T>(&self, expected: impl Display) -> Found<T> {
        let found = shorten(&self.value.to_string());
        let message = match self.path.as_str() {
            "" => format!("found `{found}`; expected {expected}"),
            path => format!("`{path}` is `{found}`; expected {expected}"),
        };
        Err(Wrong { path: self.path.clone(), message })
    }

    /// What `read` makes of it.
    ///
    /// # Errors
    /// When it makes nothing of it: what was expected.
    pub fn read<T>(&self, read: Option<T>, expected: impl Display) -> Found<T> {
        read.map_or_else(|| self.unlike(expected), Ok)
    }

    /// The result, or what failed, said of the value.
    ///
    /// # Errors
    /// That of the result.
    pub fn checked<T, E: Display>(&self, result: Result<T, E>) -> Found<T> {
        result.or_else(|error| self.wrong(error))
    }

    /// Checks that it is an object of no other fields than these.
    ///
    /// # Errors
    /// When it is none, or has another.
    pub fn fields(&self, known: &[&str]) -> Found<()> {
        let named = format!("an object with `{}`", known.join("`, `"));
        let fields = self.read(self.value.as_object(), named);
        match fields?.keys().find(|key| !known.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => {
                let (key, known) = (shorten(key), known.join(", "));
                self.wrong(format!("unknown field `{key}`; known are {known}"))
            }
        }
    }

    fn path_of(&self, key: &str) -> String {
        let dot = if self.path.is_empty() { "" } else { "." };
        format!("{}{dot}{key}", self.path)
    }

    /// A field; `None` where it is missing or null.
    pub fn get(&self, key: &str) -> Option<At<'a>> {
        let value = self.value.get(key).filter(|value| !value.is_null())?;
        Some(At { value, path: self.path_of(key) })
    }

    /// A field that has to be there.
    ///
    /// # Errors
    /// When it is missing: what was expected.
    pub fn need(&self, key: &str, expected: impl Display) -> Found<At<'a>> {
        self.get(key).ok_or_else(|| Wrong {
            path: self.path.clone(),
            message: format!("`{}` is missing; expected {expected}", self.path_of(key)),
        })
    }

    /// What is read of a field that may be missing.
    ///
    /// # Errors
    /// That of `read`.
    pub fn maybe<T>(&self, key: &str, read: impl FnOnce(&At<'a>) -> Found<T>) -> Found<Option<T>> {
        self.get(key).as_ref().map(read).transpose()
    }

    /// A text.
    ///
    /// # Errors
    /// When it is none.
    pub fn text(&self) -> Found<&'a str> {
        self.read(self.value.as_str(), "a text")
    }

    /// Whether it is true.
    ///
    /// # Errors
    /// When it is neither true nor false.
    pub fn truth(&self) -> Found<bool> {
        self.read(self.value.as_bool(), "true or false")
    }

    /// A whole number within a range.
    ///
    /// # Errors
    /// When it is none.
    pub fn whole(&self, range: RangeInclusive<u64>) -> Found<u64> {
        let (from, to) = (range.start(), range.end());
        let number = self.value.as_u64().filter(|number| range.contains(number));
        match *to {
            u64::MAX => self.read(number, format!("a whole number from {from}")),
            to => self.read(number, format!("a whole number from {from} to {to}")),
        }
    }

    /// An object.
    ///
    /// # Errors
    /// When it is none.
    pub fn object(&self) -> Found<&'a Map<String, Value>> {
        self.read(self.value.as_object(), "an object")
    }

    /// The entries of a list.
    ///
    /// # Errors
    /// When it is none, or has more or fewer than it may have.
    pub fn list(&self, lengths: RangeInclusive<usize>) -> Found<Vec<At<'a>>> {
        let (least, most) = (*lengths.start(), *lengths.end());
        let items = self.value.as_array().filter(|list| lengths.contains(&list.len()));
        let items = match (least, most) {
            (0, usize::MAX) => self.read(items, "a list"),
            (least, most) if least == most => self.read(items, format!("a list of {least}")),
            (least, most) => self.read(items, format!("a list of {least} to {most}")),
        };
        let item = |(i, value)| At { value, path: format!("{}[{i}]", self.path) };
        Ok(items?.iter().enumerate().map(item).collect())
    }
}
