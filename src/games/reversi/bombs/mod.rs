//! The bots' bomb throws. All bots except the random one share this rule; bots differ only in
//! the build phase. The strongest bot simulates throws to the end and picks the best result: see `onward`.
//!
//! The value of a blast is the loss of the others, weighted by closeness in rank, minus the loss of the
//! thrower. The work is bounded: on maps where evaluating every tile would take too long, tiles are sampled,
//! and the neighbours of the best are evaluated too.

mod field;
mod onward;

use field::Scratch;
use onward::{BombPlayout, Played};

use super::heuristics::Weighted;
use super::moves::Move;
use super::position::{Phase, Reversi};
use super::presentation::words;
use super::steps::WORD;
use crate::base::fixed::Fixed;
use crate::base::rng::Rng;
use crate::base::util::sort_by_key;
use crate::contract::analysis::{
    Analysis, Branch, Candidate, Contrast, Score, Term, TermValue, Views,
};
use crate::contract::bot::{Bot, Budget, Clock, MAX_BUDGET, Search};
use crate::contract::film::{Film, Variation};
use crate::contract::game::{Enumerable, Game, MAX_SEATS, Seat};
use crate::search::evaluate::Evaluate;
use crate::search::explain::{NO_MOVE, Notes, explain};
use crate::search::multi_player;
use crate::search::one_ply::Ties;

/// The loss of the others.
pub(super) const RIVALS: Term = Term {
    key: "rivals",
    label: "rivals' losses",
    meaning: "stones that the others lose in the blast: the closest in stones counts fully, the next a half, then a third and so on",
    weight: Fixed::ONE,
    contrast: Contrast {
        more: "the bomb costs your rivals more",
        less: "the bomb costs your rivals less",
        ..Contrast::BY_LABEL
    },
};

/// The loss of the thrower.
pub(super) const OWN: Term = Term {
    key: "own-loss",
    label: "own losses",
    meaning: "your stones that the blast takes",
    weight: Fixed::from_int(-1),
    contrast: Contrast {
        more: "you lose # more [stone|stones]",
        less: "you lose # fewer [stone|stones]",
        ..Contrast::BY_LABEL
    },
};

/// The gain from the following throws.
pub(super) const AFTER: Term = Term {
    key: "after",
    label: "later throws",
    meaning: "gain from the later throws if each takes the most at once: your stones minus the others', weighted as for the rivals' losses",
    weight: Fixed::ONE,
    contrast: Contrast {
        more: "the bombs that follow bring you # more",
        less: "the bombs that follow bring you # less",
        ..Contrast::BY_LABEL
    },
};

/// Maximum total number of tiles visited by all blasts.
const MOST_VISITS: usize = 400_000;
/// The number of best tiles whose neighbours are evaluated.
const LOOK_AROUND: usize = 6;

/// A bot that builds like another bot and throws bombs by this rule. If it uses a heuristic, it
/// also reports the values of its candidates for all seats.
pub(super) struct WithBombs {
    pub(super) build: Box<dyn Bot<Reversi>>,
    pub(super) heuristic: Option<Weighted>,
    /// Whether the bot searches one ply and needs no budget.
    pub(super) leaf_search: bool,
    /// Whether the bot simulates throws to the end.
    pub(super) onward: bool,
}

impl Bot<Reversi> for WithBombs {
    fn prepare(&self, position: &Reversi) -> Result<(), String> {
        self.build.prepare(position)
    }

    fn begin(
        &self,
        position: &Reversi,
        seat: Seat,
        budget: Budget,
        rng: Rng,
    ) -> Box<dyn Search<Reversi>> {
        if position.phase() == Phase::Elimination {
            // Bots without a budget evaluate everything within the bounds.
            let budget = if self.leaf_search { Budget::Nodes(MAX_BUDGET) } else { budget };
            return Box::new(Throwing::new(position, seat, budget, rng, self.onward));
        }
        let thinking = self.build.begin(position, seat, budget, rng);
        match &self.heuristic {
            Some(heuristic) if position.players() > 2 => Box::new(AllSeats {
                thinking,
                position: position.clone(),
                seat,
                heuristic: heuristic.clone(),
            }),
            _ => thinking,
        }
    }

    fn choose(
        &self,
        position: &Reversi,
        seat: Seat,
        budget: Budget,
        rng: Rng,
        watch: &dyn Clock,
    ) -> Option<Move> {
        if position.phase() == Phase::Elimination {
            self.think(position, seat, budget, rng, watch).choice
        } else {
            self.build.choose(position, seat, budget, rng, watch)
        }
    }
}

/// A bot's analysis with more than two players, including the values for all seats: from the bot itself, or
/// from its heuristic at the ends of the candidates' lines.
struct AllSeats {
    thinking: Box<dyn Search<Reversi>>,
    position: Reversi,
    seat: Seat,
    heuristic: Weighted,
}

impl Search<Reversi> for AllSeats {
    fn advance(&mut self, slice: u64, watch: &dyn Clock) -> bool {
        self.thinking.advance(slice, watch)
    }

    fn analysis(&self) -> Analysis<Move> {
        self.thinking.analysis()
    }

    fn choice_only(&self) -> Analysis<Move> {
        self.thinking.choice_only()
    }

    fn set_multi_pv(&mut self, lines: usize) {
        self.thinking.set_multi_pv(lines);
    }

    fn multi_pv_nodes(&self) -> u64 {
        self.thinking.multi_pv_nodes()
    }

    fn branches(&self, path: &[String]) -> Result<Vec<Branch>, &'static str> {
        self.thinking.branches(path)
    }

    fn observe(&mut self, variation: Variation) {
        self.thinking.observe(variation);
    }

    fn film(&self) -> Option<&Film> {
        self.thinking.film()
    }

    fn views(&self) -> Option<Views> {
        if let Some(views) = self.thinking.views() {
            return Some(views);
        }
        let players = self.position.players();
        let mut next = self.position.clone();
        let candidates = self.thinking.analysis().candidates;
        let by_seat = candidates.iter().map(|candidate| {
            next.clone_from(&self.position);
            next.play_unchecked(&candidate.mv);
            for mv in &candidate.pv {
                next.play_unchecked(mv);
            }
            let mut scores: Vec<Score> = if next.to_act().is_empty() {
                multi_player::scores_of_end(&next, 1 + candidate.pv.len() as u32)
            } else {
                let mut values = [0; MAX_SEATS];
                self.heuristic.values(&next, &mut values[..players]);
                let values = values[..players].iter().copied();
                values.map(|value| Score::Value(Fixed::from_thousandths(value))).collect()
            };
            scores[self.seat] = candidate.score;
            scores
        });
        Some(Views { seat: self.seat, by_seat: by_seat.collect() })
    }
}

/// Tile, loss of the others, own loss, loss by seat.
type EvaluatedThrow = (usize, i64, i64, [u16; MAX_SEATS]);

/// The search for a bomb target. A node is an evaluated blast.
struct Throwing {
    position: Reversi,
    seat: Seat,
    /// The weight of a loss for each seat, in thousandths.
    shares: [i64; MAX_SEATS],
    /// Tiles still to be evaluated, the next one last.
    waiting: Vec<usize>,
    /// Tiles that are or were in `waiting`, one bit each.
    known: Vec<u64>,
    seen: Vec<EvaluatedThrow>,
    most: u64,
    most_ms: Option<f64>,
    visits: usize,
    /// Whether the neighbours of the best tiles have been added.
    around: bool,
    finished: bool,
    /// Whether throws are simulated to the end once all have been evaluated.
    plays_on: bool,
    onward: Option<BombPlayout>,
    rng: Rng,
    scratch: Scratch,
}

impl Throwing {
    fn new(position: &Reversi, seat: Seat, budget: Budget, mut rng: Rng, onward: bool) -> Self {
        let tiles: Vec<usize> = position.target_tiles().collect();
        let mut throwing = Throwing {
            shares: onward::shares(seat, &position.all_stones(), position.playing()),
            seat,
            waiting: Vec::new(),
            known: vec![0; position.board().tile_words()],
            seen: Vec::new(),
            most: if let Budget::Nodes(most) = budget { most } else { u64::MAX },
            most_ms: if let Budget::Ms(ms) = budget { Some(ms as f64) } else { None },
            visits: 0,
            around: false,
            finished: tiles.is_empty(),
            plays_on: onward,
            onward: None,
            scratch: Scratch::default(),
            position: position.clone(),
            rng: rng.clone(),
        };
        // The number of tiles that can be evaluated, estimated from the reach of the first few.
        let trial: usize = (0..4)
            .filter_map(|n| tiles.get(tiles.len() * n / 4))
            .map(|&tile| position.blast(tile).len())
            .max()
            .unwrap_or(1);
        let afford = (MOST_VISITS / trial.max(1)).max(16).min(throwing.most as usize);
        let stride = tiles.len().div_ceil(afford.max(1)).max(1);
        // The order is random, so that a small budget does not always cover the same corner.
        let first = rng.below(stride);
        let mut picked: Vec<usize> = tiles.iter().copied().skip(first).step_by(stride).collect();
        rng.shuffle(&mut picked);
        for tile in picked {
            throwing.add(tile);
        }
        throwing
    }

    /// The number of evaluated blasts.
    fn nodes(&self) -> u64 {
        self.seen.len() as u64 + self.onward.as_ref().map_or(0, |onward| onward.nodes)
    }

    /// The throws that were simulated to the end.
    fn played(&self) -> &[Played] {
        self.onward.as_ref().map_or(&[], |onward| &onward.played)
    }

    /// Starts the simulation of throws if it is enabled, all have been evaluated, and a player throws after this one.
    fn play_on(&self) -> Option<BombPlayout> {
        if !self.plays_on || self.seen.len() != self.position.target_tiles().count() {
            return None;
        }
        let mut seen: Vec<&EvaluatedThrow> = self.seen.iter().collect();
        sort_by_key(&mut seen, |&&(tile, others, own, _)| (others - own, -(tile as i64)));
        BombPlayout::new(&self.position, seen.into_iter().map(|(tile, _, _, lost)| (*tile, lost)))
    }

    /// The result of a simulated throw, in a sentence.
    fn end_in_words(&self, played: &Played) -> String {
        let exact = self.onward.as_ref().is_some_and(BombPlayout::exact);
        let players = 0..self.position.players();
        words::after_all_bombs(exact, players.map(|seat| played.stones[seat]))
    }

    /// Adds a tile to the list, once.
    fn add(&mut self, tile: usize) {
        let bit = 1 << (tile % WORD);
        if self.known[tile / WORD] & bit == 0 {
            self.known[tile / WORD] |= bit;
            self.waiting.push(tile);
        }
    }

    /// Evaluates a tile.
    fn look(&mut self, tile: usize) {
        let Some(lines) = self.position.lines() else { return };
        let lost = self.scratch.losses(&lines.cells, self.position.board(), tile);
        self.visits += self.scratch.reached.len();
        let others = (0..self.position.players())
            .filter(|&seat| seat != self.seat)
            .map(|seat| i64::from(lost[seat]) * self.shares[seat])
            .sum();
        self.seen.push((tile, others, i64::from(lost[self.seat]) * 1000, lost));
    }

    /// Adds the neighbours of the best tiles to the list.
    fn add_neighbours(&mut self) {
        let mut best: Vec<(usize, i64)> =
            self.seen.iter().map(|&(tile, others, own, _)| (tile, others - own)).collect();
        sort_by_key(&mut best, |&(tile, score)| (-score, tile as i64));
        for (tile, _) in best.into_iter().take(LOOK_AROUND) {
            for direction in 0..8 {
                if let Some(next) = self.position.board().neighbour(tile, direction)
                    && self.position.tile(next) != super::map::Tile::Hole
                {
                    self.add(next);
                }
            }
        }
    }
}

impl Search<Reversi> for Throwing {
    fn advance(&mut self, slice: u64, watch: &dyn Clock) -> bool {
        let until = self.nodes() + slice.max(1);
        while !self.finished && self.nodes() < until {
            if let Some(onward) = &mut self.onward {
                let most = self.most - self.seen.len() as u64;
                self.finished = !onward.next(self.position.board(), most);
            } else {
                match self.waiting.pop() {
                    Some(tile) => self.look(tile),
                    None if self.around => {
                        self.onward = self.play_on();
                        self.finished = self.onward.is_none();
                    }
                    None => {
                        let looked = self.seen.len();
                        let all = self.position.target_tiles().count();
                        self.add_neighbours();
                        self.around = looked == all
                            || self.visits > 2 * MOST_VISITS
                            || self.waiting.is_empty();
                    }
                }
            }
            self.finished |= self.nodes() >= self.most;
            if let Some(most) = self.most_ms
                && (self.onward.is_some() || self.seen.len() % 16 == 1)
            {
                self.finished |= watch.elapsed_ms() >= most;
            }
            if watch.pause() {
                break;
            }
        }
        self.finished
    }

    fn analysis(&self) -> Analysis<Move> {
        let board = self.position.board();
        let mv = |tile| {
            let (x, y) = board.at(tile);
            Move::plain(x, y)
        };
        // Once throws are simulated, only those can be compared.
        let all = self.played().is_empty();
        let mut seen: Vec<(&EvaluatedThrow, Option<&Played>)> = self
            .seen
            .iter()
            .map(|seen| (seen, self.played().iter().find(|played| played.tile == seen.0)))
            .filter(|(_, played)| all || played.is_some())
            .collect();
        sort_by_key(&mut seen, |((tile, ..), _)| (*tile as i64, 0));
        let score = |&(_, others, own, _): &EvaluatedThrow, played: Option<&Played>| {
            Fixed::from_thousandths(others - own + played.map_or(0, |played| played.after))
        };
        let mut best = Ties::default();
        for (at, &(seen, played)) in seen.iter().enumerate() {
            best.offer(score(seen, played), || at);
        }
        let chosen = best.draw(&mut self.rng.clone()).copied();
        let mut terms = vec![RIVALS, OWN];
        terms.extend((!all).then_some(AFTER));
        let candidates: Vec<Candidate<Move>> = seen
            .iter()
            .map(|&(looked, played)| {
                let &(tile, others, own, _) = looked;
                let values = [others, own, played.map_or(0, |played| played.after)];
                let values = TermValue::weighed(&terms, values.map(Fixed::from_thousandths));
                let score = Score::Value(score(looked, played));
                let mut candidate = Candidate::exact(mv(tile), score, values);
                let line = played.map_or(&[][..], |played| &played.line);
                candidate.pv = line.iter().map(|&tile| mv(tile)).collect();
                candidate
            })
            .collect();
        let mut end = None;
        let takes = match chosen {
            None => NO_MOVE.to_owned(),
            Some(at) => {
                let (&(tile, _, _, lost), played) = seen[at];
                let own = lost[self.seat];
                let rivals = lost.iter().sum::<u16>() - own;
                end = played.map(|played| self.end_in_words(played));
                {
                    let place = self.position.printed_move(&mv(tile)).place;
                    words::bomb_takes(&place, rivals.into(), own.into())
                }
            }
        };
        let mut analysis = Analysis {
            choice: chosen.map(|at| candidates[at].mv),
            candidates,
            terms,
            nodes: self.nodes(),
            depth: 1 + self
                .played()
                .iter()
                .map(|played| played.line.len() as u32)
                .max()
                .unwrap_or(0),
            ..Analysis::nothing(takes)
        };
        analysis.sort();
        let notes =
            Notes { only: self.position.legal_count() == 1, drawn: true, ..Notes::default() };
        let takes = std::mem::take(&mut analysis.why);
        explain(&mut analysis, notes, &self.position);
        let compared = std::mem::replace(&mut analysis.why, takes);
        analysis.remark(compared);
        if let Some(end) = end {
            analysis.remark(end);
        }
        analysis
    }

    /// The losses for the others: from the throw itself or, if throws were simulated, at the end.
    fn views(&self) -> Option<Views> {
        let players = self.position.players();
        if players < 3 {
            return None;
        }
        let board = self.position.board();
        let candidates = self.analysis().candidates;
        let by_seat = candidates.iter().map(|candidate| {
            let tile = board.number(candidate.mv.x, candidate.mv.y);
            let played = self.played().iter().find(|played| played.tile == tile);
            let seen = self.seen.iter().find(|seen| seen.0 == tile);
            let lost = |seat| match (played, seen) {
                (Some(played), _) => self.position.stones(seat) - played.stones[seat],
                (None, seen) => seen.map_or(0, |seen| seen.3[seat].into()),
            };
            (0..players)
                .map(|seat| match seat {
                    seat if seat == self.seat => candidate.score,
                    seat => Score::Value(Fixed::from_int(-i64::from(lost(seat)))),
                })
                .collect()
        });
        Some(Views { seat: self.seat, by_seat: by_seat.collect() })
    }
}
