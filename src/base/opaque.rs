//! Values that pass through modules which do not know their type.
//!
//! What a game shows has types of its own; no module above the catalogue knows them, and yet they are sent
//! to pages and programs. An [`Opaque`] can be handed on, written out, and nothing else. No game and no
//! interface may enter here.

use super::json::to_value;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::fmt;
use std::sync::Arc;

/// A value that can be written out, by code that does not know its type.
#[derive(Clone)]
pub struct Opaque(Arc<dyn erased_serde::Serialize + Send + Sync>);

impl Opaque {
    /// Hides the type of `value`.
    pub fn new(value: impl Serialize + Send + Sync + 'static) -> Self {
        Opaque(Arc::new(value))
    }

    /// As JSON; `null` if it cannot be written as JSON, which no value of a game does.
    pub fn to_json(&self) -> Value {
        to_value(self.0.as_ref())
    }
}

impl Serialize for Opaque {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        erased_serde::serialize(self.0.as_ref(), serializer)
    }
}

impl fmt::Debug for Opaque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_json().fmt(f)
    }
}

/// Equal when they are written alike.
impl PartialEq for Opaque {
    fn eq(&self, other: &Self) -> bool {
        self.to_json() == other.to_json()
    }
}
