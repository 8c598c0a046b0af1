//! Trees that wait for the next decision.
//!
//! A bot is made anew for many a decision (the page makes one a worker's question), so a tree cannot wait
//! in the bot. It waits in the thread that thought: the last [`MOST`] trees that may be taken up again,
//! each within its own bound of memory, and gone with the thread.

use std::any::Any;
use std::cell::RefCell;

/// How many trees wait at the most: one for each of two bots that play each other.
const MOST: usize = 2;

thread_local! {
    static CACHE: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// Adds `item`, and evicts the oldest if there are too many.
pub(super) fn insert<T: 'static>(item: T) {
    // A thread that is ending has no cache any more.
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
    fn the_newest_few_stay_and_each_is_taken_once() {
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
