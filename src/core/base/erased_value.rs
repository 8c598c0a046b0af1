//! Values that pass through modules without knowledge of their type.
//!
//! The views of a game have its own types; no module above the catalogue knows them, but they are sent
//! to pages and programs. An [`ErasedValue`] can only be passed on and serialized. This module depends on no game and
//! no interface.

use super::json::to_value;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::fmt;
use std::sync::Arc;

/// A serializable value whose type the code does not know.
#[derive(Clone)]
pub struct ErasedValue(Arc<dyn erased_serde::Serialize + Send + Sync>);

impl ErasedValue {
    /// Hides the type of `value`.
    pub fn new(value: impl Serialize + Send + Sync + 'static) -> Self {
        ErasedValue(Arc::new(value))
    }

    /// Converts to JSON; `null` if it cannot be written as JSON, which does not occur for values of a game.
    pub fn to_json(&self) -> Value {
        to_value(self.0.as_ref())
    }
}

impl Serialize for ErasedValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        erased_serde::serialize(self.0.as_ref(), serializer)
    }
}

impl fmt::Debug for ErasedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_json().fmt(f)
    }
}

/// Equal if their serialized forms are equal.
impl PartialEq for ErasedValue {
    fn eq(&self, other: &Self) -> bool {
        self.to_json() == other.to_json()
    }
}
