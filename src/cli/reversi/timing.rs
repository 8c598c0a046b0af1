//! How long a client may think, so that no server's clock runs out on it.
//!
//! The course's server has a Fischer clock: every request adds the time per move to what is left, and names the
//! whole account. What one does not use is there later. So the first move takes half of the time at most, and
//! from then on a reserve is left over, for all that the client does not see of the server's clock: the way over
//! the network, and a machine that has others to serve. What the server has counted shows in the next request:
//! where that was more than was seen here, the reserve grows. It grows too, for the move under way as well, when
//! something that should take no time takes long, as it does on a machine with much to do. No message and no bot is
//! known here.

use std::time::{Duration, Instant};

/// The largest reserve that is laid up for nothing seen yet, in milliseconds.
const RESERVE: u64 = 500;

/// The largest where the machine has much to do.
const BUSY_RESERVE: u64 = 2_000;

/// Messages that came so soon one after the other were sent in one go.
const TOGETHER: Duration = Duration::from_millis(50);

/// So much earlier than its request may the server's clock have been started.
const EARLIER: Duration = Duration::from_millis(100);

/// From when the time counts: from the request, or from the first of the messages that came along with it,
/// since a server may start its clock before it tells all.
#[derive(Debug, Default)]
pub(super) struct Arrivals {
    first: Option<Instant>,
    last: Option<Instant>,
}

impl Arrivals {
    /// A message came `at`; where the time counts from if it asks for a move.
    pub(super) fn note(&mut self, at: Instant) -> Instant {
        let together = self.last.is_some_and(|last| at.saturating_duration_since(last) < TOGETHER);
        if !together {
            self.first = Some(at);
        }
        self.last = Some(at);
        let earliest = at.checked_sub(EARLIER).unwrap_or(at);
        self.first.map_or(at, |first| first.max(earliest))
    }

    /// A move was sent: what came before that has been paid for.
    pub(super) fn answered(&mut self) {
        self.last = None;
    }
}

/// The account that a server keeps for this client, as far as its requests tell. All in milliseconds.
#[derive(Debug)]
pub(super) struct Account {
    /// The share of an account to think for, in percent.
    share: u64,
    /// What the way over the network takes.
    margin: u64,
    /// What a request adds: the least that one has named.
    per_move: Option<u64>,
    /// What the last request named, and what was used of it, as seen here.
    last: Option<(u64, u64)>,
    /// The most that the server has counted beyond what was seen here.
    unseen: u64,
    /// The longest that this program was held up.
    held: u64,
    /// Moves that were answered.
    moves: u64,
}

impl Account {
    pub(super) fn new(share: u64, margin: u64) -> Self {
        Account { share, margin, per_move: None, last: None, unseen: 0, held: 0, moves: 0 }
    }

    /// How long to think when a request names `account`.
    pub(super) fn most(&mut self, account: u64) -> u64 {
        let per_move = self.per_move.map_or(account, |least| least.min(account));
        self.per_move = Some(per_move);
        // A server that carries nothing on names the same time always, and tells nothing by that.
        if let Some((before, used)) = self.last.filter(|_| account > per_move) {
            let counted = (before + per_move).saturating_sub(account);
            self.unseen = self.unseen.max(counted.saturating_sub(used));
        }
        self.within(account)
    }

    /// The same as far as it is known now, in the middle of a move.
    fn within(&self, account: u64) -> u64 {
        let per_move = self.per_move.unwrap_or(account);
        let usual = (per_move / 2).min(RESERVE);
        // On a machine with much to do, an eighth of each move goes to the reserve until it is two moves.
        let laid_up = per_move / 2 + self.moves * (per_move / 8);
        let busy = if self.held > 0 { laid_up.min(2 * per_move).min(BUSY_RESERVE) } else { 0 };
        let reserve = usual.max(busy).max(2 * self.unseen).max(3 * self.held).min(account * 3 / 4);
        let mut most = (account * self.share / 100).min(account - reserve);
        // The first move.
        if self.last.is_none() {
            most = most.min(account / 2);
        }
        most.saturating_sub(self.margin).max(1)
    }

    /// Something that should have been done at once took so long. How long to think on the request that names
    /// `account`, now that this is known.
    pub(super) fn held_up(&mut self, ms: u64, account: u64) -> u64 {
        self.held = self.held.max(ms);
        self.within(account)
    }

    /// A request that named `account` was answered after `used`.
    pub(super) fn answered(&mut self, account: u64, used: Duration) {
        self.last = Some((account, used.as_millis() as u64));
        self.moves += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The account of a server that counts `hidden` more than is seen, over some moves that each use all that
    /// they may; what was left after each.
    fn left(per_move: u64, hidden: impl Fn(usize) -> u64, moves: usize) -> Vec<i64> {
        let mut ours = Account::new(90, 30);
        let mut theirs = 0;
        (0..moves)
            .map(|n| {
                theirs += per_move as i64;
                let account = theirs.max(0) as u64;
                let used = ours.most(account);
                ours.answered(account, Duration::from_millis(used));
                theirs -= (used + hidden(n)) as i64;
                theirs
            })
            .collect()
    }

    #[test]
    fn the_first_move_takes_half_and_a_reserve_stays() {
        for per_move in [300, 500, 2_000, 60_000] {
            let left = left(per_move, |_| 3, 50);
            assert!(left[0] >= per_move as i64 / 2, "{per_move}: {left:?}");
            let least = (per_move / 2).min(RESERVE) as i64 - 10;
            assert!(left.iter().all(|&left| left >= least), "{per_move}: {left:?}");
            // And nothing is laid up for nothing: all the time of a move is used in the end.
            assert!(left[49] - left[40] < per_move as i64 / 10, "{per_move}: {left:?}");
        }
    }

    #[test]
    fn a_clock_that_counts_more_than_is_seen_is_learnt_from() {
        // A machine that holds everything up for longer and longer.
        let left = left(500, |n| (n as u64 * 20).min(240), 100);
        assert!(left.iter().all(|&left| left > 0), "{left:?}");
    }

    #[test]
    fn who_is_held_up_keeps_more_in_reserve() {
        let mut account = Account::new(90, 30);
        account.most(500);
        account.answered(500, Duration::from_millis(250));
        let before = account.most(750);
        let after = account.held_up(120, 750);
        assert!(after < before && 750 - after >= 360, "{before} {after}");
        assert_eq!(account.held_up(20, 750), after, "the longest counts");
        assert_eq!(account.held_up(100_000, 750), 750 - 562 - 30, "but something is left to think");
    }

    #[test]
    fn on_a_busy_machine_two_moves_are_laid_up() {
        let mut ours = Account::new(100, 0);
        let mut account = 0;
        for _ in 0..40 {
            account += 500;
            ours.most(account);
            let used = ours.held_up(15, account);
            ours.answered(account, Duration::from_millis(used));
            account -= used;
        }
        assert_eq!(account, 1_000);
    }

    #[test]
    fn a_clock_that_carries_nothing_on_is_kept_as_well() {
        let mut account = Account::new(90, 30);
        for _ in 0..5 {
            let most = account.most(400);
            assert!((50..=200).contains(&most), "{most}");
            account.answered(400, Duration::from_millis(most));
        }
        for least in [0, 1, 5] {
            assert_eq!(Account::new(90, 30).most(least), 1);
        }
        assert_eq!(Account::new(100, 0).most(u64::from(u32::MAX)), u64::from(u32::MAX) / 2);
    }

    #[test]
    fn the_time_counts_from_the_first_of_the_messages_that_came_together() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut arrivals = Arrivals::default();
        assert_eq!(arrivals.note(at(0)), at(0));
        // A map, and long after that a player's number and a request.
        assert_eq!(arrivals.note(at(5_000)), at(5_000));
        assert_eq!(arrivals.note(at(5_010)), at(5_000));
        // Quick moves of others are not ours to pay for.
        for n in 0..20 {
            arrivals.note(at(5_020 + 40 * n));
        }
        assert_eq!(arrivals.note(at(5_810)), at(5_710));
        arrivals.answered();
        assert_eq!(arrivals.note(at(5_820)), at(5_820));
    }
}
