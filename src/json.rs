//! JSON objects and sorted lists that stay small when compiled.
//!
//! The page downloads every byte of the wasm. `serde_json`'s own macro writes out each insertion where
//! it stands, and every sort of another type is some kilobytes of its own; what is told to the page is
//! built in many places, so both go through one piece of code here. No game and no face is known.

use crate::fixed::Fixed;
use serde_json::{Map, Value};

/// What can stand in an object.
pub trait Json {
    /// As JSON.
    fn json(&self) -> Value;
}

macro_rules! json_of {
    ($($type:ty),*) => {
        $(impl Json for $type {
            fn json(&self) -> Value {
                Value::from(*self)
            }
        })*
    };
}

json_of!(bool, u8, u32, u64, usize, i8, i64, f64);

impl Json for Value {
    fn json(&self) -> Value {
        self.clone()
    }
}

impl Json for Map<String, Value> {
    fn json(&self) -> Value {
        Value::Object(self.clone())
    }
}

impl Json for str {
    fn json(&self) -> Value {
        Value::String(self.to_owned())
    }
}

impl Json for String {
    fn json(&self) -> Value {
        self.as_str().json()
    }
}

impl Json for char {
    fn json(&self) -> Value {
        Value::String(self.to_string())
    }
}

impl Json for Fixed {
    fn json(&self) -> Value {
        self.to_f64().json()
    }
}

impl<T: Json + ?Sized> Json for &T {
    fn json(&self) -> Value {
        (**self).json()
    }
}

impl<T: Json> Json for Option<T> {
    fn json(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::json)
    }
}

impl<T: Json> Json for [T] {
    fn json(&self) -> Value {
        Value::Array(self.iter().map(T::json).collect())
    }
}

impl<T: Json> Json for Vec<T> {
    fn json(&self) -> Value {
        self.as_slice().json()
    }
}

impl<T: Json, const N: usize> Json for [T; N] {
    fn json(&self) -> Value {
        self.as_slice().json()
    }
}

impl<A: Json, B: Json> Json for (A, B) {
    fn json(&self) -> Value {
        Value::Array(vec![self.0.json(), self.1.json()])
    }
}

/// An object of the pairs of a list.
pub fn pairs<K: AsRef<str>, V: Json>(list: &[(K, V)]) -> Value {
    let mut object = Map::new();
    for (key, value) in list {
        object.insert(key.as_ref().to_owned(), value.json());
    }
    Value::Object(object)
}

/// An object of these fields; of several with one key, the last counts.
#[inline(never)]
pub fn object(fields: Vec<(&'static str, Value)>) -> Value {
    let mut object = Map::new();
    for (key, value) in fields {
        object.insert(key.to_owned(), value);
    }
    Value::Object(object)
}

/// `object!({ "key": value, … })`: a JSON object of values that are [`Json`].
#[macro_export]
macro_rules! object {
    ({ $($key:literal: $value:expr),* $(,)? }) => {
        $crate::json::object(vec![$(($key, $crate::json::Json::json(&$value))),*])
    };
}

pub use crate::util::sort_by_key;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_those_of_the_usual_macro() {
        let built = object!({
            "n": 3usize,
            "list": vec!["a", "b"],
            "pair": [(1u8, -2i8)],
            "none": None::<bool>,
            "half": Fixed::from_thousandths(500),
            "letter": 'x',
        });
        let expected = serde_json::json!({
            "n": 3, "list": ["a", "b"], "pair": [[1, -2]], "none": null, "half": 0.5, "letter": "x",
        });
        assert_eq!(built, expected);
    }
}
