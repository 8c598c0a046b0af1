//! The schedule: pairings, openings and the order of games.
//!
//! Every combination of as many entrants as a game has seats meets on every opening in a *block*: as many games
//! as there are seats, with the entrants rotated through them, so that each plays each seat once. With more
//! than two seats the cyclic order of the entrants changes from opening to opening. All blocks of one
//! opening come before the next, so that an interrupted arena is balanced between the entrants.
//! Openings are shared: blocks of one opening have one seed, derived from the arena's seed, the start and the
//! opening only; if challengers meet chosen opponents, each combination of opponents has its own openings,
//! the same for every challenger.

use crate::base::rng::{MAX_SEED, Rng, Stream};
use crate::base::util::sort_by_key;

/// A scheduled game: its start, its opening and seeds, and its entrants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The number of its tournament, from 0, if an arena plays several.
    pub tournament: usize,
    /// The index of its start.
    pub start: usize,
    /// The number of its block: the games that only swap seats.
    pub block: usize,
    /// The number of its sequence of openings, counted over all starts of a tournament.
    pub sequence: u32,
    /// The number of its opening in the sequence.
    pub opening: u32,
    /// The seed of the opening; shared by all its blocks.
    pub seed: u64,
    /// The seed for the bots: different for games that only swap seats, so that bots with randomness play different games.
    pub chance: u64,
    /// The entrant on each seat.
    pub seats: Vec<usize>,
}

impl Fixture {
    /// Whether the two bots of one of these meetings are in the game.
    pub fn is_of(&self, meetings: &[[usize; 2]]) -> bool {
        meetings.iter().any(|pair| pair.iter().all(|bot| self.seats.contains(bot)))
    }
}

/// A block of games that only swap seats.
#[derive(Clone, Copy, Debug)]
struct Block {
    /// The number of its first game.
    first: usize,
    start: u32,
    meeting: u32,
    opening: u32,
}

/// A combination of entrants, and its sequence of openings.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Meeting {
    group: Vec<usize>,
    openings: usize,
}

/// All games of an arena, in order.
#[derive(Clone, Debug)]
pub struct Schedule {
    seed: u64,
    /// The meetings from each start.
    meetings: Vec<Vec<Meeting>>,
    blocks: Vec<Block>,
    /// Number of games of a tournament.
    games: usize,
    tournaments: usize,
}

impl Schedule {
    /// Schedules this many games for every combination of entrants, from every start; `seats` is the number of seats
    /// of each start. With `challengers`, this many of the first entrants meet only the others.
    pub fn new(
        entrants: usize,
        challengers: Option<usize>,
        seats: &[usize],
        games: u32,
        seed: u64,
    ) -> Schedule {
        let meetings: Vec<Vec<Meeting>> =
            seats.iter().map(|&seats| meetings(entrants, challengers, seats)).collect();
        let mut blocks = Vec::new();
        let mut total = 0;
        let openings = seats.iter().map(|&seats| games.div_ceil(seats as u32)).max().unwrap_or(0);
        for opening in 0..openings {
            for (start, &seats) in seats.iter().enumerate() {
                let left = games.saturating_sub(opening * seats as u32).min(seats as u32) as usize;
                if left == 0 {
                    continue;
                }
                for meeting in 0..meetings[start].len() {
                    let (start, meeting) = (start as u32, meeting as u32);
                    blocks.push(Block { first: total, start, meeting, opening });
                    total += left;
                }
            }
        }
        Schedule { seed, meetings, blocks, games: total, tournaments: 1 }
    }

    /// The same tournament several times, one after the other, each with the next seed.
    pub fn repeated(self, tournaments: u32) -> Schedule {
        Schedule { tournaments: tournaments as usize, ..self }
    }

    /// Number of games; they are numbered from 0.
    pub fn games(&self) -> usize {
        self.games * self.tournaments
    }

    /// The game of that number, from 0; `None` if there is none.
    pub fn fixture(&self, game: usize) -> Option<Fixture> {
        if game >= self.games() {
            return None;
        }
        let (tournament, game) = (game / self.games, game % self.games);
        let at = self.blocks.partition_point(|block| block.first <= game) - 1;
        let block = self.blocks[at];
        let start = block.start as usize;
        let meeting = &self.meetings[start][block.meeting as usize];
        let before: usize = self.meetings[..start].iter().map(Vec::len).sum();
        let sequence = before + meeting.openings;
        let stream = Stream::Match { pairing: sequence as u32, opening: block.opening };
        let mut seats = seat_order(&meeting.group, block.opening as usize);
        seats.rotate_left(game - block.first);
        let seed = Rng::new(self.seed + tournament as u64, stream).next_u64() & MAX_SEED;
        let turned = Stream::Other((game - block.first) as u32);
        let chance = Rng::new(seed, turned).next_u64() & MAX_SEED;
        let (sequence, opening) = (sequence as u32, block.opening);
        let block = at + tournament * self.blocks.len();
        Some(Fixture { tournament, start, block, sequence, opening, seed, chance, seats })
    }
}

fn meetings(entrants: usize, challengers: Option<usize>, seats: usize) -> Vec<Meeting> {
    let groups = groups(entrants, seats);
    let Some(n) = challengers else {
        return groups.into_iter().map(|group| Meeting { group, openings: 0 }).collect();
    };
    let mut opponents: Vec<Vec<usize>> = Vec::new();
    let mut meetings = Vec::new();
    for group in groups {
        if group[0] >= n || group.get(1).is_none_or(|&second| second < n) {
            continue;
        }
        let known = opponents.iter().position(|known| known == &group[1..]);
        let openings = known.unwrap_or_else(|| {
            opponents.push(group[1..].to_vec());
            opponents.len() - 1
        });
        meetings.push(Meeting { group, openings });
    }
    // All challengers on one opening, then the next.
    sort_by_key(&mut meetings, |meeting| (meeting.openings as i64, 0));
    meetings
}

/// The order of a group's seats on an opening: the first stays, the others run through all
/// permutations.
fn seat_order(group: &[usize], opening: usize) -> Vec<usize> {
    let mut order = Vec::with_capacity(group.len());
    let mut left = group.to_vec();
    let mut number = opening;
    order.extend((!left.is_empty()).then(|| left.remove(0)));
    while !left.is_empty() {
        let pick = number % left.len();
        number /= left.len();
        order.push(left.remove(pick));
    }
    order
}

/// All combinations of `size` of `n`, in rising order.
fn groups(n: usize, size: usize) -> Vec<Vec<usize>> {
    let longer = |group: Vec<usize>| {
        let from = group.last().map_or(0, |last| last + 1);
        (from..n).map(move |next| [group.as_slice(), &[next]].concat())
    };
    let start = vec![Vec::new()];
    (0..size).fold(start, |groups, _| groups.into_iter().flat_map(longer).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_fixtures(schedule: &Schedule) -> Vec<Fixture> {
        (0..schedule.games()).filter_map(|game| schedule.fixture(game)).collect()
    }

    #[test]
    fn groups_lists_every_combination() {
        assert_eq!(groups(3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(groups(4, 4), [[0, 1, 2, 3]]);
        assert_eq!(groups(5, 3).len(), 10);
        assert!(groups(1, 2).is_empty());
    }

    #[test]
    fn sides_are_balanced_and_openings_are_shared() {
        let fixtures = all_fixtures(&Schedule::new(3, None, &[2], 4, 1));
        assert_eq!(fixtures.len(), 12);
        let seats: Vec<&[usize]> = fixtures[..6].iter().map(|f| f.seats.as_slice()).collect();
        assert_eq!(seats, [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        assert!(fixtures[..6].iter().all(|f| f.seed == fixtures[0].seed));
        assert!(fixtures[6..].iter().all(|f| f.seed == fixtures[6].seed));
        assert_ne!(fixtures[0].seed, fixtures[6].seed);
        let blocks: Vec<usize> = fixtures.iter().map(|f| f.block).collect();
        assert_eq!(blocks, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
        assert!(Schedule::new(3, None, &[2], 4, 1).fixture(12).is_none());
    }

    #[test]
    fn starts_of_different_numbers_of_seats_share_no_openings() {
        let fixtures = all_fixtures(&Schedule::new(3, None, &[2, 2, 3, 2, 3], 6, 1));
        let mut starts = std::collections::BTreeMap::new();
        for fixture in &fixtures {
            assert_eq!(*starts.entry(fixture.sequence).or_insert(fixture.start), fixture.start);
        }
    }

    #[test]
    fn four_seats_balance_seats_and_neighbours() {
        let fixtures = all_fixtures(&Schedule::new(4, None, &[4], 24, 1));
        let mut seats = [[0; 4]; 4];
        let mut next = [[0; 4]; 4];
        for fixture in &fixtures {
            for (seat, &entrant) in fixture.seats.iter().enumerate() {
                seats[entrant][seat] += 1;
                next[entrant][fixture.seats[(seat + 1) % 4]] += 1;
            }
        }
        assert!(seats.iter().flatten().all(|&count| count == 6), "{seats:?}");
        for (a, row) in next.iter().enumerate() {
            assert!(row.iter().enumerate().all(|(b, &n)| n == if a == b { 0 } else { 8 }));
        }
    }

    #[test]
    fn challengers_meet_the_others_on_the_same_openings() {
        let fixtures = all_fixtures(&Schedule::new(4, Some(2), &[2], 4, 1));
        assert_eq!(fixtures.len(), 16);
        for fixture in &fixtures {
            assert_eq!(fixture.seats.iter().filter(|&&entrant| entrant < 2).count(), 1);
        }
        // In the first four games, both challengers meet the third entrant on one opening.
        assert!(fixtures[..4].iter().all(|f| f.seats.contains(&2) && f.seed == fixtures[0].seed));
        assert!(fixtures[4..8].iter().all(|f| f.seats.contains(&3) && f.seed == fixtures[4].seed));
        assert_ne!(fixtures[0].seed, fixtures[4].seed);
    }

    #[test]
    fn each_of_several_tournaments_is_the_one_with_its_seed() {
        let once = |seed| Schedule::new(4, Some(2), &[2], 4, seed);
        let fixtures = all_fixtures(&once(5).repeated(3));
        assert_eq!((fixtures.len(), once(5).repeated(3).games()), (48, 48));
        let blocks: std::collections::BTreeSet<usize> = fixtures.iter().map(|f| f.block).collect();
        assert_eq!(blocks.len(), 24);
        for (number, part) in fixtures.chunks(16).enumerate() {
            for (fixture, alone) in part.iter().zip(all_fixtures(&once(5 + number as u64))) {
                assert_eq!(fixture.tournament, number);
                let same = Fixture { tournament: 0, block: alone.block, ..fixture.clone() };
                assert_eq!(same, alone);
            }
        }
    }

    #[test]
    fn every_start_has_its_own_games_and_openings() {
        let fixtures = all_fixtures(&Schedule::new(3, None, &[2, 3], 7, 1));
        let of = |start| fixtures.iter().filter(move |f| f.start == start).count();
        // Three pairings of two with 7 games each, and one group of three with 7 games.
        assert_eq!((of(0), of(1)), (21, 7));
        let first = fixtures.iter().find(|f| f.start == 1).expect("a game of three");
        assert_ne!(first.seed, fixtures[0].seed);
        assert_eq!(first.seats.len(), 3);
    }
}
