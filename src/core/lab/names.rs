//! Names of terms by people. A [`Term`](crate::contract::analysis::Term) has `'static` names,
//! so each new name is leaked, up to a limit, because names may come from strangers.

use std::sync::{Mutex, PoisonError};

/// Maximum number of stored names: a megabyte or two of them.
const MOST: usize = 20_000;

static NAMES: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());

/// The names of terms beyond that limit, by index.
const PLACES: [&str; 16] = [
    "term 1", "term 2", "term 3", "term 4", "term 5", "term 6", "term 7", "term 8", "term 9",
    "term 10", "term 11", "term 12", "term 13", "term 14", "term 15", "term 16",
];

/// The name of a term without a name of its own: by its index, from 0.
pub fn by_place(place: usize) -> &'static str {
    PLACES[place % PLACES.len()]
}

/// The name as a `'static` text; the name by index once the limit is reached.
pub fn intern(name: &str, place: usize) -> &'static str {
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    match names.binary_search(&name) {
        Ok(at) => names[at],
        Err(_) if names.len() >= MOST => by_place(place),
        Err(at) => {
            let name: &'static str = Box::leak(name.into());
            names.insert(at, name);
            name
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_are_stored_once() {
        let (one, other) = (intern("own front", 0), intern(&["own", "front"].join(" "), 3));
        assert!(std::ptr::eq(one, other));
    }
}
