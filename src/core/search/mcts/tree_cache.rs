//! Saved trees for the next decision.
//!
//! Bots are often rebuilt for each decision (the page builds one per worker request), so a bot cannot store its
//! tree. The thread of the search stores it: the last [`MOST`] trees that may be reused,
//! each within its own memory limit, until the thread ends.

use std::any::Any;
use std::cell::RefCell;

/// Maximum number of saved trees: one for each of two bots that play each other.
const MOST: usize = 2;

thread_local! {
    static CACHE: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// Adds `item`, and evicts the oldest if there are too many.
pub(super) fn insert<T: 'static>(item: T) {
    // A thread that is ending no longer has a cache.
    let _ = CACHE.try_with(|cache| {
        if let Ok(mut cache) = cache.try_borrow_mut() {
            cache.insert(0, Box::new(item));
            cache.truncate(MOST);
        }
    });
}

/// Takes out the newest `T` that fits.
pub(super) fn take<T: 'static>(fits: impl Fn(&T) -> bool) -> Option<T> {
    CACHE
        .try_with(|cache| {
            let mut cache = cache.try_borrow_mut().ok()?;
            let at = cache.iter().position(|item| item.downcast_ref::<T>().is_some_and(&fits))?;
            cache.remove(at).downcast().ok().map(|item| *item)
        })
        .ok()
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cache_keeps_the_newest_and_takes_each_once() {
        for n in 0..4u8 {
            insert(n);
        }
        assert_eq!(take(|&n: &u8| n < 2), None);
        assert_eq!(take(|_: &u16| true), None);
        assert_eq!(take(|_: &u8| true), Some(3));
        assert_eq!(take(|_: &u8| true), Some(2));
        assert_eq!(take(|_: &u8| true), None);
    }
}
