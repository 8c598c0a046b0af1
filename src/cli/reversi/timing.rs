//! How long a client may think without running out of time on the server's clock.
//!
//! The course's server has a Fischer clock: every request adds the time per move to the time left, and states the
//! total. Unused time is available later. So the first move uses at most half of the time. After that the client keeps a
//! reserve, because it does not see everything that the server's clock counts: the network, and a busy machine. The next
//! request shows how much the server counted. If that is more than the client measured, the reserve grows. The reserve also
//! grows, even during a move, if something that should be immediate takes long, as on a busy machine. This module knows
//! no message and no bot.

use std::time::{Duration, Instant};

/// The largest reserve while no delay has been seen, in milliseconds.
const RESERVE: u64 = 500;

/// The largest reserve on a busy machine, in milliseconds.
const BUSY_RESERVE: u64 = 2_000;

/// Messages that arrive this close together count as sent together.
const TOGETHER: Duration = Duration::from_millis(50);

/// The server may start its clock this much earlier than the request arrives.
const EARLIER: Duration = Duration::from_millis(100);

/// The time from which a move counts: the arrival of the request, or of the first message that arrived together with it,
/// because a server may start its clock before it sends all of them.
#[derive(Debug, Default)]
pub(super) struct Arrivals {
    first: Option<Instant>,
    last: Option<Instant>,
}

impl Arrivals {
    /// Records a message that arrived `at`. Returns the time from which its move counts, if it is a request for a move.
    pub(super) fn note(&mut self, at: Instant) -> Instant {
        let together = self.last.is_some_and(|last| at.saturating_duration_since(last) < TOGETHER);
        if !together {
            self.first = Some(at);
        }
        self.last = Some(at);
        let earliest = at.checked_sub(EARLIER).unwrap_or(at);
        self.first.map_or(at, |first| first.max(earliest))
    }

    /// Records that a move was sent. Messages before it no longer count.
    pub(super) fn answered(&mut self) {
        self.last = None;
    }
}

/// The time account of this client on the server, as far as its requests show it. All values are in milliseconds.
#[derive(Debug)]
pub(super) struct Account {
    /// The share of the account to use, in percent.
    share: u64,
    /// The margin for network latency.
    margin: u64,
    /// The time that a request adds: the smallest account that a request has stated.
    per_move: Option<u64>,
    /// The account in the last request, and the time that the client measured for its move.
    last: Option<(u64, u64)>,
    /// The largest difference between the time that the server counted and the time that the client measured.
    unseen: u64,
    /// The longest delay of this process.
    delay: u64,
    /// The number of answered requests.
    moves: u64,
}

impl Account {
    pub(super) fn new(share: u64, margin: u64) -> Self {
        Account { share, margin, per_move: None, last: None, unseen: 0, delay: 0, moves: 0 }
    }

    /// How long to think on a request that states `account`.
    pub(super) fn limit(&mut self, account: u64) -> u64 {
        let per_move = self.per_move.map_or(account, |least| least.min(account));
        self.per_move = Some(per_move);
        // A server that does not carry time over always states the same time, from which nothing can be learnt.
        if let Some((before, used)) = self.last.filter(|_| account > per_move) {
            let counted = (before + per_move).saturating_sub(account);
            self.unseen = self.unseen.max(counted.saturating_sub(used));
        }
        self.within(account)
    }

    /// Like [`Account::limit`], with what is known now, during a move.
    fn within(&self, account: u64) -> u64 {
        let per_move = self.per_move.unwrap_or(account);
        let usual = (per_move / 2).min(RESERVE);
        // On a busy machine, an eighth of each move goes to the reserve until it is two moves.
        let saved = per_move / 2 + self.moves * (per_move / 8);
        let busy = if self.delay > 0 { saved.min(2 * per_move).min(BUSY_RESERVE) } else { 0 };
        let reserve = usual.max(busy).max(2 * self.unseen).max(3 * self.delay).min(account * 3 / 4);
        let mut limit = (account * self.share / 100).min(account - reserve);
        // This is the first move.
        if self.last.is_none() {
            limit = limit.min(account / 2);
        }
        limit.saturating_sub(self.margin).max(1)
    }

    /// Records a delay of `ms` in something that should be immediate. Returns how long to think on the request that states
    /// `account`, with this delay taken into account.
    pub(super) fn delayed(&mut self, ms: u64, account: u64) -> u64 {
        self.delay = self.delay.max(ms);
        self.within(account)
    }

    /// Records that a request that stated `account` was answered after `used`.
    pub(super) fn answered(&mut self, account: u64, used: Duration) {
        self.last = Some((account, used.as_millis() as u64));
        self.moves += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays moves that each use all of their time, on a server that counts `hidden` more than the client measures. Returns
    /// the time left after each move.
    fn time_left(per_move: u64, hidden: impl Fn(usize) -> u64, moves: usize) -> Vec<i64> {
        let mut ours = Account::new(90, 30);
        let mut theirs = 0;
        (0..moves)
            .map(|n| {
                theirs += per_move as i64;
                let account = theirs.max(0) as u64;
                let used = ours.limit(account);
                ours.answered(account, Duration::from_millis(used));
                theirs -= (used + hidden(n)) as i64;
                theirs
            })
            .collect()
    }

    #[test]
    fn the_first_move_uses_half_of_the_time_and_a_reserve_remains() {
        for per_move in [300, 500, 2_000, 60_000] {
            let left = time_left(per_move, |_| 3, 50);
            assert!(left[0] >= per_move as i64 / 2, "{per_move}: {left:?}");
            let least = (per_move / 2).min(RESERVE) as i64 - 10;
            assert!(left.iter().all(|&left| left >= least), "{per_move}: {left:?}");
            // The reserve does not grow without reason: in the end, the client uses all the time of a move.
            assert!(left[49] - left[40] < per_move as i64 / 10, "{per_move}: {left:?}");
        }
    }

    #[test]
    fn the_reserve_grows_if_the_server_counts_more_than_the_client() {
        // The time that the client does not measure grows.
        let left = time_left(500, |n| (n as u64 * 20).min(240), 100);
        assert!(left.iter().all(|&left| left > 0), "{left:?}");
    }

    #[test]
    fn a_delay_increases_the_reserve() {
        let mut account = Account::new(90, 30);
        account.limit(500);
        account.answered(500, Duration::from_millis(250));
        let before = account.limit(750);
        let after = account.delayed(120, 750);
        assert!(after < before && 750 - after >= 360, "{before} {after}");
        assert_eq!(account.delayed(20, 750), after, "the longest delay counts");
        assert_eq!(account.delayed(100_000, 750), 750 - 562 - 30, "some time is left to think");
    }

    #[test]
    fn on_a_busy_machine_the_reserve_grows_to_two_moves() {
        let mut ours = Account::new(100, 0);
        let mut account = 0;
        for _ in 0..40 {
            account += 500;
            ours.limit(account);
            let used = ours.delayed(15, account);
            ours.answered(account, Duration::from_millis(used));
            account -= used;
        }
        assert_eq!(account, 1_000);
    }

    #[test]
    fn a_server_that_does_not_carry_time_over_is_supported() {
        let mut account = Account::new(90, 30);
        for _ in 0..5 {
            let limit = account.limit(400);
            assert!((50..=200).contains(&limit), "{limit}");
            account.answered(400, Duration::from_millis(limit));
        }
        for least in [0, 1, 5] {
            assert_eq!(Account::new(90, 30).limit(least), 1);
        }
        assert_eq!(Account::new(100, 0).limit(u64::from(u32::MAX)), u64::from(u32::MAX) / 2);
    }

    #[test]
    fn time_counts_from_the_first_of_several_messages_that_arrive_together() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut arrivals = Arrivals::default();
        assert_eq!(arrivals.note(at(0)), at(0));
        // A map arrives, and much later a player's number and a request.
        assert_eq!(arrivals.note(at(5_000)), at(5_000));
        assert_eq!(arrivals.note(at(5_010)), at(5_000));
        // Quick moves of other players do not count.
        for n in 0..20 {
            arrivals.note(at(5_020 + 40 * n));
        }
        assert_eq!(arrivals.note(at(5_810)), at(5_710));
        arrivals.answered();
        assert_eq!(arrivals.note(at(5_820)), at(5_820));
    }
}
