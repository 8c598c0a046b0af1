//! Tournaments in rounds: the results so far determine the next meetings. Game numbers are those among all
//! pairings, so files, records and openings are those of a round robin of which some games are never played.

use super::Arena;
use super::report::{MeetingReport, RoundReport};
use super::rules::Format;
use super::tally::GameTally;
use crate::base::rng::{Rng, Stream};
use crate::base::util::sort_by_key;
use std::collections::BTreeSet;

/// A meeting: the two bots, the halves of points of each so far, and whether all their games are played.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Meeting {
    bots: [usize; 2],
    halves: [u64; 2],
    over: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Round {
    meetings: Vec<Meeting>,
    /// The bots with a bye.
    byes: Vec<usize>,
}

/// The results of a bot so far.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct RoundPoints {
    /// The round in which it was knocked out, or a number that no round reaches.
    out: usize,
    /// 2 for a meeting won and for a bye, 1 for a drawn meeting.
    points: u64,
    /// Halves of points in its games; a bye counts half of them.
    halves: u64,
}

/// The rounds so far, of which the last may be unfinished; and all bots, best first.
pub(super) struct Course {
    rounds: Vec<Round>,
    pub(super) order: Vec<usize>,
}

impl Course {
    /// The meetings with games to play; none at the end.
    fn open(&self) -> impl Iterator<Item = [usize; 2]> {
        let last = self.rounds.last().into_iter().flat_map(|round| &round.meetings);
        last.filter(|meeting| !meeting.over).map(|meeting| meeting.bots)
    }

    pub(super) fn report(&self, arena: &Arena) -> Vec<RoundReport> {
        let name = |bot: usize| arena.entrants[bot].name.clone();
        let meeting = |meeting: &Meeting| {
            let Meeting { bots: [a, b], halves: [one, other], over } = *meeting;
            let drawn = one == other && matches!(arena.rules.format, Format::Swiss(_));
            let winner = if one >= other { a } else { b };
            MeetingReport {
                bots: [name(a), name(b)],
                points: [one as f64 / 2.0, other as f64 / 2.0],
                winner: (over && !drawn).then(|| name(winner)),
            }
        };
        let round = |round: &Round| RoundReport {
            meetings: round.meetings.iter().map(meeting).collect(),
            byes: round.byes.iter().map(|&bot| name(bot)).collect(),
        };
        self.rounds.iter().map(round).collect()
    }
}

impl Arena {
    /// In a tournament in rounds: the current meetings with games to play, none at the end; `None` in a round robin.
    pub fn open_meetings(&self, found: &GameTally) -> Option<Vec<[usize; 2]>> {
        Some(self.course(found)?.open().collect())
    }

    /// The rounds according to the results; `None` for a round robin.
    pub(super) fn course(&self, found: &GameTally) -> Option<Course> {
        /// Separate from the random numbers of games.
        const LOT: Stream = Stream::Other(0x6c6f_7400);
        let n = self.entrants.len();
        let most = match self.rules.format {
            Format::RoundRobin => return None,
            Format::Swiss(rounds) => rounds as usize,
            Format::Knockout => n,
        };
        let mut lot: Vec<usize> = (0..n).collect();
        let mut rng = Rng::new(self.seed, LOT);
        rng.shuffle(&mut lot);
        let games = u64::from(self.games) * self.starts().len() as u64;
        let mut standings = vec![RoundPoints { out: usize::MAX, ..RoundPoints::default() }; n];
        let mut known = BTreeSet::new();
        let mut rounds: Vec<Round> = Vec::new();
        // The sort is stable: the lot breaks remaining ties.
        let ranked = |standings: &[RoundPoints]| {
            let mut order = lot.clone();
            let better = |bot: usize| standings.iter().filter(|&one| *one > standings[bot]).count();
            sort_by_key(&mut order, |&bot| (better(bot) as i64, 0));
            order
        };
        while rounds.len() < most && rounds.iter().flat_map(|one| &one.meetings).all(|one| one.over)
        {
            let (pairs, byes) = match self.rules.format {
                Format::Knockout => {
                    let left = lot.iter().copied().filter(|&bot| standings[bot].out == usize::MAX);
                    knockout(&left.collect::<Vec<_>>())
                }
                _ => swiss(&ranked(&standings), &known),
            };
            if pairs.is_empty() {
                break;
            }
            let meeting = |bots: [usize; 2]| {
                let pair = found.pairs[bots[0]][bots[1]];
                let halves = [2 * pair.wins + pair.draws, 2 * pair.losses + pair.draws];
                Meeting { bots, halves, over: found.met(bots) >= games }
            };
            let round = Round { meetings: pairs.into_iter().map(meeting).collect(), byes };
            for &bot in &round.byes {
                known.insert([bot, bot]);
                standings[bot].points += 2;
                standings[bot].halves += games;
            }
            for Meeting { bots: [a, b], halves, .. } in round.meetings.iter().filter(|one| one.over)
            {
                known.extend([[*a, *b], [*b, *a]]);
                for (bot, own, other) in [(*a, halves[0], halves[1]), (*b, halves[1], halves[0])] {
                    standings[bot].halves += own;
                    standings[bot].points += 1 + u64::from(own > other) - u64::from(own < other);
                }
                if self.rules.format == Format::Knockout {
                    standings[if halves[0] >= halves[1] { *b } else { *a }].out = rounds.len();
                }
            }
            rounds.push(round);
        }
        Some(Course { rounds, order: ranked(&standings) })
    }
}

/// Pairs, and bots with a bye.
type Pairing = (Vec<[usize; 2]>, Vec<usize>);

/// From the best on, each meets the next best that it has not met. An odd number gives a bye to the last bot without one.
fn swiss(ranked: &[usize], known: &BTreeSet<[usize; 2]>) -> Pairing {
    let without = |bye: &usize| {
        let left: Vec<usize> = ranked.iter().copied().filter(|bot| bot != bye).collect();
        Some((pair_up(&left, known)?, vec![*bye]))
    };
    let found = if ranked.len().is_multiple_of(2) {
        pair_up(ranked, known).map(|pairs| (pairs, Vec::new()))
    } else {
        ranked.iter().rev().filter(|&&bot| !known.contains(&[bot, bot])).find_map(without)
    };
    found.unwrap_or_default()
}

fn pair_up(left: &[usize], known: &BTreeSet<[usize; 2]>) -> Option<Vec<[usize; 2]>> {
    let Some((&first, others)) = left.split_first() else { return Some(Vec::new()) };
    let new = |&&other: &&usize| !known.contains(&[first, other]);
    others.iter().filter(new).find_map(|&other| {
        let rest: Vec<usize> = others.iter().copied().filter(|&bot| bot != other).collect();
        let mut pairs = pair_up(&rest, known)?;
        pairs.insert(0, [first, other]);
        Some(pairs)
    })
}

/// The first of the lot meets the last, and so on; byes for the first bots in round one reduce the field to a power of two.
fn knockout(left: &[usize]) -> Pairing {
    let (byes, playing) = left.split_at(left.len().next_power_of_two() - left.len());
    let half = playing.len() / 2;
    let pairs = playing[..half].iter().zip(playing[half..].iter().rev());
    (pairs.map(|(&first, &last)| [first, last]).collect(), byes.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{GameResult, setup};
    use serde_json::json;

    /// Plays an arena of `n` bots to the end. The bot with the larger number wins both games of a meeting.
    /// With `ties`, each bot wins one.
    fn play_all(n: usize, format: &str, seed: u64, ties: bool) -> (Arena, GameTally, usize) {
        let bots = vec!["random"; n];
        let request =
            json!({"game": "isolation", "bots": bots, "games": 2, "seed": seed, "format": format});
        let arena = setup::read(&request).expect("an arena");
        let schedule = arena.schedule();
        let mut tally = GameTally::new(&arena);
        let (mut rounds, mut games) = (0, 0);
        loop {
            let open = arena.open_meetings(&tally).expect("rounds");
            if open.is_empty() {
                return (arena, tally, games);
            }
            rounds += 1;
            assert!(rounds <= n);
            for game in 0..schedule.games() {
                let fixture = schedule.fixture(game).expect("a game");
                let [a, b] = [fixture.seats[0], fixture.seats[1]];
                if !open.contains(&[a, b]) && !open.contains(&[b, a]) {
                    continue;
                }
                games += 1;
                let digest = (game as u32 + 1).wrapping_mul(0x9e37_79b1);
                let ranks = if ties || a > b { vec![1, 2] } else { vec![2, 1] };
                let line = json!({"seats": fixture.seats, "ranks": ranks, "scores": [0, 0],
                    "reason": "test", "plies": 1, "course": digest});
                let game: GameResult = serde_json::from_value(line).expect("a game");
                tally.add(&fixture, &game);
            }
        }
    }

    #[test]
    fn knockout_winner_beats_everyone_or_wins_ties_by_lot() {
        for (n, byes) in [(2, 0), (3, 1), (5, 3), (8, 0)] {
            let (arena, found, games) = play_all(n, "knockout", 7, false);
            let course = arena.course(&found).expect("rounds");
            assert_eq!((course.order[0], course.rounds[0].byes.len()), (n - 1, byes));
            assert_eq!((games, arena.expected()), (2 * (n - 1), 2.0 * (n - 1) as f64));
            // The first two of the final order play the final.
            let last = &course.rounds.last().expect("a final").meetings;
            assert!(
                last.len() == 1 && course.order[..2].iter().all(|bot| last[0].bots.contains(bot))
            );
            let report = arena.report(&arena.schedule(), &found);
            assert!(report.finished && report.bots[n - 1].place == 1);
        }
        let (arena, found, _) = play_all(4, "knockout", 7, true);
        let course = arena.course(&found).expect("rounds");
        let of = |round: &Round| round.meetings.iter().map(|one| one.bots[0]).collect::<Vec<_>>();
        assert_eq!(of(&course.rounds[1]), [course.order[0]]);
        assert!(of(&course.rounds[0]).contains(&course.order[0]));
        // Different seeds draw different lots.
        let orders = (0..8).map(|seed| {
            let (arena, found, _) = play_all(4, "knockout", seed, true);
            arena.course(&found).expect("rounds").order[0]
        });
        assert!(orders.collect::<BTreeSet<_>>().len() > 2);
    }

    #[test]
    fn swiss_rounds_never_repeat_a_pairing_or_a_bye() {
        for (n, seeds) in (3..12usize).map(|n| (n, 5)).chain([(24, 1), (41, 1)]) {
            let rounds = n.div_ceil(2);
            for seed in 0..seeds {
                let (arena, found, games) = play_all(n, &format!("swiss:{rounds}"), seed, false);
                let course = arena.course(&found).expect("rounds");
                assert_eq!((course.rounds.len(), games), (rounds, rounds * (n / 2) * 2));
                assert_eq!(arena.expected(), games as f64);
                let mut seen = BTreeSet::new();
                for round in &course.rounds {
                    assert_eq!(round.byes.len(), n % 2);
                    let met = round.meetings.iter().map(|one| one.bots);
                    for [a, b] in met.chain(round.byes.iter().map(|&bot| [bot, bot])) {
                        assert!(seen.insert([a.min(b), a.max(b)]), "{n} {a} {b}");
                    }
                }
                // The bot that wins all its meetings is first.
                assert_eq!(course.order[0], n - 1);
            }
        }
    }

    #[test]
    fn impossible_formats_are_rejected() {
        let refusal = |format: &str, game: &str| {
            let bots = vec![if game == "outpost" { "mason" } else { "random" }; 4];
            let request = json!({"game": game, "bots": bots, "games": 4, "format": format});
            setup::read(&request).err().unwrap_or_default()
        };
        assert!(refusal("swiss:3", "isolation").contains("4 bots have at most 2 rounds"));
        assert!(refusal("knockout", "outpost").contains("a game of Outpost has 4"));
        assert!(refusal("cup", "isolation").contains("`cup` is not a format"));
    }
}
