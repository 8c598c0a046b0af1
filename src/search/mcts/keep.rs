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
    static KEPT: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// Keeps `item`, and forgets the oldest if there are too many.
pub(super) fn put<T: 'static>(item: T) {
    // A thread that is ending keeps nothing.
    let _ = KEPT.try_with(|kept| {
        if let Ok(mut kept) = kept.try_borrow_mut() {
            kept.insert(0, Box::new(item));
            kept.truncate(MOST);
        }
    });
}

/// Takes out the newest `T` that fits.
pub(super) fn take<T: 'static>(fits: impl Fn(&T) -> bool) -> Option<T> {
    KEPT.try_with(|kept| {
        let mut kept = kept.try_borrow_mut().ok()?;
        let at = kept.iter().position(|item| item.downcast_ref::<T>().is_some_and(&fits))?;
        kept.remove(at).downcast().ok().map(|item| *item)
    })
    .ok()
    .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_few_are_kept_and_each_is_taken_once() {
        for n in 0..4u8 {
            put(n);
        }
        assert_eq!(take(|&n: &u8| n < 2), None);
        assert_eq!(take(|_: &u16| true), None);
        assert_eq!(take(|_: &u8| true), Some(3));
        assert_eq!(take(|_: &u8| true), Some(2));
        assert_eq!(take(|_: &u8| true), None);
    }
}
