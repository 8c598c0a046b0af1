//! Which decision of a turn cost an empire most, for reviews. A decision is where one outpost goes. The turns up to the next
//! harvest are played again with the outpost going in another direction, or staying, until then; all other outposts of all
//! empires take the steps that they took. Without a harvest ahead, the last turn of the game or of the record ends it.

use super::board::{Cell, Direction, EMPIRES};
use super::field::{Events, Field, Rules, SEASON};
use super::position::Outpost;
use super::presentation::words;
use super::steps::Plain;
use crate::contract::game::{FORFEIT, NO_ORDER, Seat, TURN_SEPARATOR};
use crate::contract::judging::{Decisions, TurnCost};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Fewer cells do not tell two decisions apart: a step shifts an outpost's area by as many.
pub(super) const COUNTS: i64 = 5;
/// Maximum number of outposts whose alternatives are simulated: the nearest to an enemy, if there are more.
const MAX_OUTPOSTS: usize = 40;
/// What an outpost counts, in cells, when decisions are compared: about the area that one more covers.
const OUTPOST: i64 = 40;

/// A step, or none for an outpost that stays.
pub(super) type Way = Option<Direction>;

/// Where the simulated turns end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// At the harvest of this turn, on the area left by the turn before.
    Harvest(u32),
    /// With the last turn of the game.
    Game,
    /// After this turn, the last one that was played.
    Record(u32),
}

/// What an empire has at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Balance {
    pub(super) outposts: i64,
    pub(super) cells: i64,
    /// The effect of the harvest: 1 builds an outpost, -1 takes one.
    pub(super) harvest: i64,
}

impl Balance {
    /// The number of outposts after the harvest.
    pub(super) fn after_harvest(self) -> i64 {
        self.outposts + self.harvest
    }

    /// The value for comparisons, in cells. At the end of a game only cells count.
    fn value(self, end: End) -> i64 {
        match end {
            End::Game => self.cells,
            End::Harvest(_) | End::Record(_) => self.cells + OUTPOST * self.after_harvest(),
        }
    }
}

/// A better decision for an outpost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Better {
    /// The index of the outpost, as in orders.
    pub(super) outpost: usize,
    /// Its step as played, and the better direction.
    pub(super) played: Way,
    pub(super) way: Way,
    /// Whether the outpost would have had more by keeping the direction of its step, and that is what `with` is compared with.
    pub(super) kept_on: bool,
    pub(super) without: Balance,
    pub(super) with: Balance,
}

/// The number of turns that are simulated from a position on, at most.
pub(super) fn turns(position: &Outpost) -> usize {
    let turn = position.field.turn;
    // A harvest counts the area left by the turn before.
    let end = ((turn + 1) / SEASON + 1) * SEASON - 1;
    end.min(position.rules.turns).saturating_sub(turn) as usize
}

/// Begins the comparison for an empire, in the turn after the first position.
pub(super) fn begin(positions: &[Outpost], seat: Seat) -> Option<Box<dyn Decisions>> {
    Some(Box::new(Simulation::new(positions, seat)?))
}

/// Steps by the number of an outpost, for each empire.
type Steps = [BTreeMap<usize, Direction>; EMPIRES];

/// The turns as they were played, and the best alternative so far. An outpost's number here is its index after the first
/// turn's harvest.
struct Simulation {
    rules: Arc<Rules>,
    seat: Seat,
    /// The board before the steps of the first turn.
    start: Field,
    /// The outposts that the empires named for disbanding in the first turn.
    disbanded: [Option<u32>; EMPIRES],
    steps: Vec<Steps>,
    /// For each turn the empires that had given up before it, and that gave up in it.
    gone: Vec<[(bool, bool); EMPIRES]>,
    end: End,
    played: Balance,
    /// The outposts to compare, and how many are done.
    order: Vec<usize>,
    done: usize,
    best: Option<Better>,
}

impl Simulation {
    fn new(positions: &[Outpost], seat: Seat) -> Option<Simulation> {
        let [first, next, ..] = positions else { return None };
        if seat >= EMPIRES || next.forfeited[seat] {
            return None;
        }
        let rules = Arc::clone(&first.rules);
        let mut disbanded = [None; EMPIRES];
        for &(e, index, _) in &next.events.disbanded {
            disbanded[usize::from(e)] = Some(index);
        }
        let mut start = first.field.clone();
        start.season(&rules, disbanded, &mut Events::default());
        let mut numbers = start.posts.each_ref().map(|posts| (0..posts.len()).collect::<Vec<_>>());
        let mut steps: Vec<Steps> = Vec::new();
        let mut gone = Vec::new();
        for (n, pair) in positions.windows(2).enumerate() {
            let before = if n == 0 { &start.posts } else { &pair[0].field.posts };
            steps.push(std::array::from_fn(|e| {
                taken(&before[e], &numbers[e], lost(&pair[1], e), &pair[1].field.posts[e])
            }));
            gone.push(std::array::from_fn(|e| (pair[0].forfeited[e], pair[1].forfeited[e])));
            for (e, numbers) in numbers.iter_mut().enumerate() {
                for (index, _) in lost(&pair[1], e) {
                    numbers.remove(index);
                }
            }
        }
        let last = first.field.turn + steps.len() as u32;
        let end = match last {
            _ if last >= rules.turns => End::Game,
            _ if (last + 1).is_multiple_of(SEASON) => End::Harvest(last + 1),
            _ => End::Record(last),
        };
        let mut order: Vec<usize> = (0..start.posts[seat].len()).collect();
        if order.len() > MAX_OUTPOSTS {
            let near = |&index: &usize| {
                let post = start.posts[seat][index];
                start.enemies(seat).map(|(_, enemy)| post.distance(enemy)).min()
            };
            order.sort_by_cached_key(|index| (near(index).unwrap_or(u32::MAX), *index));
            order.truncate(MAX_OUTPOSTS);
            order.sort_unstable();
        }
        let mut new = Simulation {
            rules,
            seat,
            start,
            disbanded,
            steps,
            gone,
            end,
            played: Balance::default(),
            order,
            done: 0,
            best: None,
        };
        new.played = new.play(None, &mut |_, _| {});
        Some(new)
    }

    /// Plays the turns, with one outpost going another way throughout; `each` gets the orders of every turn.
    fn play(
        &self,
        other: Option<(usize, Way)>,
        each: &mut dyn FnMut(usize, &[Plain; EMPIRES]),
    ) -> Balance {
        let mut field = self.start.clone();
        let mut numbers = field.posts.each_ref().map(|posts| (0..posts.len()).collect::<Vec<_>>());
        let mut events = Events::default();
        for (turn, steps) in self.steps.iter().enumerate() {
            let orders: [Plain; EMPIRES] = std::array::from_fn(|e| {
                let way = |number: &usize| match other {
                    Some((outpost, way)) if e == self.seat && outpost == *number => {
                        let from = numbers[e].iter().position(|other| other == number)?;
                        way.filter(|&way| self.can_go(field.posts[e][from], way))
                    }
                    _ => steps[e].get(number).copied(),
                };
                let steps = numbers[e].iter().enumerate();
                let steps = steps.filter_map(|(index, number)| Some((index as u32, way(number)?)));
                Plain { disband: self.disbanded[e].filter(|_| turn == 0), steps: steps.collect() }
            });
            each(turn, &orders);
            field.resolve(&self.rules, orders.each_ref(), &mut events);
            for &(e, index, ..) in &events.lost {
                numbers[usize::from(e)].remove(index as usize);
            }
        }
        let outposts = field.posts[self.seat].len() as i64;
        let affordable = i64::from(field.afford(&self.rules, self.seat));
        Balance {
            outposts,
            cells: i64::from(field.area(self.seat)),
            harvest: match self.end {
                End::Harvest(_) => (affordable - outposts).signum(),
                End::Game | End::Record(_) => 0,
            },
        }
    }

    fn can_go(&self, from: Cell, way: Direction) -> bool {
        from.step(way).is_some_and(|to| self.rules.map.land.contains(to))
    }

    /// The better way of an outpost, and what it is worth in cells. It is compared with the better of two continuations after
    /// the step that was played: as played, and in the same direction. So a later mistake is no fault of this turn.
    fn compare(&self, outpost: usize) -> Option<(i64, Better)> {
        let value = |balance: &Balance| balance.value(self.end);
        let from = self.start.posts[self.seat][outpost];
        let played = self.steps[0][self.seat].get(&outpost).copied();
        let on = self.play(Some((outpost, played)), &mut |_, _| {});
        let kept_on = value(&on) > value(&self.played);
        let without = if kept_on { on } else { self.played };
        let ways = Direction::ALL.map(Some).into_iter().chain([None]);
        let others = ways.filter(|&way| {
            way != played && way.is_none_or(|direction| self.can_go(from, direction))
        });
        let mut best: Option<(i64, Better)> = None;
        for way in others {
            let with = self.play(Some((outpost, way)), &mut |_, _| {});
            let gain = value(&with) - value(&without);
            // What is said to be better has no fewer outposts.
            if self.end != End::Game && with.after_harvest() < without.after_harvest() {
                continue;
            }
            if gain >= COUNTS && best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, Better { outpost, played, way, kept_on, without, with }));
            }
        }
        best
    }

    /// The turns with the better decision, in record notation.
    fn turns_with(&self, better: &Better) -> Vec<String> {
        let mut turns = Vec::with_capacity(self.steps.len());
        self.play(Some((better.outpost, better.way)), &mut |turn, orders| {
            let part = |e: usize| match self.gone[turn][e] {
                (true, _) => NO_ORDER.to_owned(),
                (false, true) => FORFEIT.to_owned(),
                (false, false) => orders[e].to_string(),
            };
            turns.push((0..EMPIRES).map(part).collect::<Vec<_>>().join(TURN_SEPARATOR));
        });
        turns
    }

    fn gain(&self, better: &Better) -> i64 {
        better.with.value(self.end) - better.without.value(self.end)
    }
}

impl Decisions for Simulation {
    fn advance(&mut self) -> bool {
        if let Some(&outpost) = self.order.get(self.done) {
            self.done += 1;
            if let Some((gain, better)) = self.compare(outpost)
                && self.best.is_none_or(|best| gain > self.gain(&best))
            {
                self.best = Some(better);
            }
        }
        self.done >= self.order.len()
    }

    fn cost(&self) -> TurnCost {
        let turn = self.start.turn + 1;
        let Some(better) = &self.best else {
            let all = self.order.len() == self.start.posts[self.seat].len();
            let compared = (!all).then_some(self.order.len());
            let text = words::no_better_decision(self.end, compared);
            return TurnCost { text, turn, ..TurnCost::default() };
        };
        let (text, mark, habit) = words::decision_cost(better, self.end);
        TurnCost {
            text,
            mark,
            turn,
            cost: u32::try_from(self.gain(better)).unwrap_or(0),
            habit: Some(habit),
            better: self.turns_with(better),
        }
    }
}

/// The outposts that an empire lost in the turn before a position: the index before the losses and the cell, the highest index
/// first.
fn lost(position: &Outpost, empire: usize) -> impl Iterator<Item = (usize, Cell)> + '_ {
    position.events.lost_by(empire).map(|&(_, index, cell, _)| (index as usize, cell))
}

/// The steps that outposts took in a turn, by their numbers, from where they stood before and those that are left after it.
fn taken(
    before: &[Cell],
    numbers: &[usize],
    lost: impl Iterator<Item = (usize, Cell)>,
    after: &[Cell],
) -> BTreeMap<usize, Direction> {
    let mut ends = after.to_vec();
    let mut lost: Vec<(usize, Cell)> = lost.collect();
    lost.reverse();
    for (index, cell) in lost {
        ends.insert(index.min(ends.len()), cell);
    }
    let step = |((&from, &number), &to): ((&Cell, &usize), &Cell)| {
        let way = Direction::ALL.into_iter().find(|&way| from.step(way) == Some(to))?;
        Some((number, way))
    };
    before.iter().zip(numbers).zip(&ends).filter_map(step).collect()
}
