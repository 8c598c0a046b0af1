//! Where bots throw their bombs. All bots but the random one share this rule; what a bot is comes out in
//! the build phase.
//!
//! A blast is worth what it takes from the others, the closer in rank the more, minus what it takes from the
//! thrower. The work is bounded: on maps where looking at every tile would take too long, tiles are sampled,
//! and the best are looked around.

use super::heuristics::Weighted;
use super::lines::cell;
use super::moves::Move;
use super::position::{Phase, Reversi};
use super::steps::WORD;
use crate::bot::{Bot, Budget, MAX_BUDGET, Thinking, Watch};
use crate::fixed::Fixed;
use crate::game::{Enumerable, Game, MAX_SEATS, MoveList, Seat};
use crate::lab::heuristic::OrLab;
use crate::rng::Rng;
use crate::search::evaluate::Evaluate;
use crate::search::many;
use crate::search::words::{Notes, why};
use crate::thought::{Candidate, Contrast, Score, Term, TermValue, Thought, Views};
use crate::util::counted;
use crate::util::sort_by_key;

/// What the others lose.
pub(super) const RIVALS: Term = Term {
    key: "rivals",
    label: "rivals' losses",
    meaning: "stones that the blast takes from others: all of the closest in stones, half of the next, a third of the one after",
    weight: Fixed::ONE,
    contrast: Contrast {
        more: "the others lose # more, the closest of them counted most",
        less: "the others lose # less, the closest of them counted most",
    },
};

/// What the thrower loses.
pub(super) const OWN: Term = Term {
    key: "own-loss",
    label: "own losses",
    meaning: "own stones that the blast takes",
    weight: Fixed::from_int(-1),
    contrast: Contrast {
        more: "you lose # more [stone|stones]",
        less: "you lose # fewer [stone|stones]",
    },
};

/// Tiles that may be visited by all blasts together.
const MOST_VISITS: usize = 400_000;
/// How many of the best are looked around.
const LOOK_AROUND: usize = 6;

/// A bot that builds as another does, and throws bombs by the rule. Where it plays by a heuristic, it
/// also says what its candidates are worth to everybody.
pub(super) struct WithBombs {
    pub(super) build: Box<dyn Bot<Reversi>>,
    pub(super) heuristic: Option<OrLab<Weighted>>,
    /// Whether its scores are changes: after minus before.
    pub(super) changes: bool,
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
    ) -> Box<dyn Thinking<Reversi>> {
        if position.phase() == Phase::Elimination {
            // Those that need no budget look at all that is not too much.
            let budget = if self.changes { Budget::Nodes(MAX_BUDGET) } else { budget };
            return Box::new(Throwing::new(position, seat, budget, rng));
        }
        let thinking = self.build.begin(position, seat, budget, rng);
        match &self.heuristic {
            Some(heuristic) if position.players() > 2 => Box::new(Everybody {
                thinking,
                position: position.clone(),
                seat,
                heuristic: heuristic.clone(),
                changes: self.changes,
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
        watch: &dyn Watch,
    ) -> Option<Move> {
        if position.phase() == Phase::Elimination {
            self.think(position, seat, budget, rng, watch).choice
        } else {
            self.build.choose(position, seat, budget, rng, watch)
        }
    }
}

/// A bot's thinking among more than two, with the worth to everybody: what it says itself, or else what
/// its heuristic says of the positions at the ends of the candidates' lines.
struct Everybody {
    thinking: Box<dyn Thinking<Reversi>>,
    position: Reversi,
    seat: Seat,
    heuristic: OrLab<Weighted>,
    changes: bool,
}

impl Thinking<Reversi> for Everybody {
    fn advance(&mut self, slice: u64, watch: &dyn Watch) -> bool {
        self.thinking.advance(slice, watch)
    }

    fn thought(&self) -> Thought<Move> {
        self.thinking.thought()
    }

    fn brief(&self) -> Thought<Move> {
        self.thinking.brief()
    }

    fn show(&mut self, lines: usize) {
        self.thinking.show(lines);
    }

    fn line_nodes(&self) -> u64 {
        self.thinking.line_nodes()
    }

    fn views(&self) -> Option<Views> {
        if let Some(views) = self.thinking.views() {
            return Some(views);
        }
        let players = self.position.players();
        let mut next = self.position.clone();
        let mut before = [0; MAX_SEATS];
        if self.changes {
            self.heuristic.values(&self.position, &mut before[..players]);
        }
        let candidates = self.thinking.thought().candidates;
        let by_seat = candidates.iter().map(|candidate| {
            next.clone_from(&self.position);
            next.play_unchecked(&candidate.mv);
            for mv in &candidate.pv {
                next.play_unchecked(mv);
            }
            let mut scores: Vec<Score> = if next.to_act().is_empty() {
                many::scores_of_end(&next, 1 + candidate.pv.len() as u32)
            } else {
                let mut values = [0; MAX_SEATS];
                self.heuristic.values(&next, &mut values[..players]);
                let both = values[..players].iter().zip(before);
                let changes = both.map(|(after, before)| Fixed::from_thousandths(after - before));
                changes.map(Score::Value).collect()
            };
            scores[self.seat] = candidate.score;
            scores
        });
        Some(Views { seat: self.seat, by_seat: by_seat.collect() })
    }
}

/// Looking for a place to throw a bomb at. A node is a tile that was looked at.
struct Throwing {
    position: Reversi,
    seat: Seat,
    /// The share of a loss that counts for each seat, in thousandths.
    shares: [i64; MAX_SEATS],
    /// Tiles that are still to be looked at, the last one first.
    waiting: Vec<usize>,
    /// Tiles that are, or were, in `waiting`, a bit each.
    known: Vec<u64>,
    /// Tile, others' losses, own losses, losses by seat.
    seen: Vec<(usize, i64, i64, [u32; MAX_SEATS])>,
    most: u64,
    most_ms: Option<f64>,
    visits: usize,
    /// Whether the best have been looked around.
    around: bool,
    finished: bool,
    rng: Rng,
    reached: Vec<usize>,
}

impl Throwing {
    fn new(position: &Reversi, seat: Seat, budget: Budget, mut rng: Rng) -> Self {
        let tiles: Vec<usize> = position.target_tiles().collect();
        let mut throwing = Throwing {
            shares: shares(position, seat),
            seat,
            waiting: Vec::new(),
            known: vec![0; position.board().tile_words()],
            seen: Vec::new(),
            most: if let Budget::Nodes(most) = budget { most } else { u64::MAX },
            most_ms: if let Budget::Ms(ms) = budget { Some(ms as f64) } else { None },
            visits: 0,
            around: false,
            finished: tiles.is_empty(),
            reached: Vec::new(),
            position: position.clone(),
            rng: rng.clone(),
        };
        // How many tiles can be looked at, from what the first few reach.
        let trial: usize = (0..4)
            .filter_map(|n| tiles.get(tiles.len() * n / 4))
            .map(|&tile| position.blast(tile).len())
            .max()
            .unwrap_or(1);
        let afford = (MOST_VISITS / trial.max(1)).max(16).min(throwing.most as usize);
        let stride = tiles.len().div_ceil(afford.max(1)).max(1);
        // The order is drawn, so that a small budget does not always look at the same corner.
        let first = rng.below(stride);
        let mut picked: Vec<usize> = tiles.iter().copied().skip(first).step_by(stride).collect();
        rng.shuffle(&mut picked);
        for tile in picked {
            throwing.add(tile);
        }
        throwing
    }

    /// Puts a tile on the list, once.
    fn add(&mut self, tile: usize) {
        let bit = 1 << (tile % WORD);
        if self.known[tile / WORD] & bit == 0 {
            self.known[tile / WORD] |= bit;
            self.waiting.push(tile);
        }
    }

    /// Looks at a tile.
    fn look(&mut self, tile: usize) {
        let Some(lines) = self.position.lines() else { return };
        let board = self.position.board();
        let mut set =
            [0u64; (super::map::LARGEST_PLAYED * super::map::LARGEST_PLAYED).div_ceil(WORD)];
        self.reached.clear();
        self.reached.push(tile);
        lines.spread(board, board.map().strength, &mut set, &mut self.reached);
        self.visits += self.reached.len();
        let mut lost = [0; MAX_SEATS];
        for &tile in &self.reached {
            let cell = lines.cell(tile);
            if cell < cell::EXPANSION {
                lost[usize::from(cell)] += 1;
            }
        }
        let others = (0..self.position.players())
            .filter(|&seat| seat != self.seat)
            .map(|seat| i64::from(lost[seat]) * self.shares[seat])
            .sum();
        self.seen.push((tile, others, i64::from(lost[self.seat]) * 1000, lost));
    }

    /// Puts the neighbours of the best tiles on the list.
    fn look_around(&mut self) {
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

/// The share of a loss that counts for each of the others, in thousandths: by how close they are in
/// stones.
fn shares(position: &Reversi, seat: Seat) -> [i64; MAX_SEATS] {
    let own = i64::from(position.stones(seat));
    let mut rivals: Vec<Seat> = (0..position.players())
        .filter(|&other| other != seat && !position.disqualified().contains(other))
        .collect();
    sort_by_key(&mut rivals, |&other| {
        let stones = i64::from(position.stones(other));
        // Of two equally close, the one ahead first.
        ((stones - own).abs(), -stones)
    });
    let mut shares = [0; MAX_SEATS];
    for (place, seat) in rivals.into_iter().enumerate() {
        shares[seat] = 1000 / (place as i64 + 1);
    }
    shares
}

impl Thinking<Reversi> for Throwing {
    fn advance(&mut self, slice: u64, watch: &dyn Watch) -> bool {
        for _ in 0..slice.max(1) {
            if self.finished {
                break;
            }
            match self.waiting.pop() {
                Some(tile) => self.look(tile),
                None if self.around => self.finished = true,
                None => {
                    let looked = self.seen.len();
                    let all = self.position.target_tiles().count();
                    self.look_around();
                    self.around =
                        looked == all || self.visits > 2 * MOST_VISITS || self.waiting.is_empty();
                }
            }
            self.finished |= self.seen.len() as u64 >= self.most;
            if let Some(most) = self.most_ms
                && self.seen.len() % 16 == 1
            {
                self.finished |= watch.elapsed_ms() >= most;
            }
        }
        self.finished
    }

    fn thought(&self) -> Thought<Move> {
        let board = self.position.board();
        let mut moves = MoveList::new();
        self.position.legal_moves(&mut moves);
        let mut best: Vec<usize> = Vec::new();
        let mut most = i64::MIN;
        let mut seen: Vec<_> = self.seen.clone();
        sort_by_key(&mut seen, |&(tile, ..)| (tile as i64, 0));
        for (at, &(_, others, own, _)) in seen.iter().enumerate() {
            if others - own > most {
                most = others - own;
                best.clear();
            }
            if others - own == most {
                best.push(at);
            }
        }
        let chosen = best.get(self.rng.clone().below(best.len())).copied();
        let candidates: Vec<Candidate<Move>> = seen
            .iter()
            .map(|&(tile, others, own, _)| {
                let (x, y) = board.at(tile);
                let value = |value: i64, term: &Term| TermValue {
                    value: Fixed::from_thousandths(value),
                    contribution: Fixed::from_thousandths(value).times(term.weight),
                };
                Candidate::exact(
                    Move::plain(x, y),
                    Score::Value(Fixed::from_thousandths(others - own)),
                    vec![value(others, &RIVALS), value(own, &OWN)],
                )
            })
            .collect();
        let takes = match chosen {
            None => "No move is owed here.".to_owned(),
            Some(at) => {
                let (tile, _, _, lost) = seen[at];
                let losses: Vec<String> = (0..self.position.players())
                    .filter(|&seat| lost[seat] > 0)
                    .map(|seat| {
                        format!("{} of Player {}", counted(lost[seat].into(), "stone"), seat + 1)
                    })
                    .collect();
                let losses = if losses.is_empty() {
                    "nobody's stones".to_owned()
                } else {
                    losses.join(", ")
                };
                let (x, y) = board.at(tile);
                format!("A bomb on {x},{y} takes {losses}.")
            }
        };
        let mut thought = Thought {
            choice: chosen.map(|at| candidates[at].mv),
            candidates,
            terms: vec![RIVALS, OWN],
            nodes: self.seen.len() as u64,
            depth: 1,
            exact: false,
            why: takes,
        };
        thought.sort();
        let notes = Notes { only: moves.len() == 1, drawn: true, ..Notes::default() };
        thought.why += &format!(" {}", why(&thought, notes));
        thought
    }

    /// To the others, what they would lose.
    fn views(&self) -> Option<Views> {
        let players = self.position.players();
        if players < 3 {
            return None;
        }
        let board = self.position.board();
        let candidates = self.thought().candidates;
        let by_seat = candidates.iter().map(|candidate| {
            let tile = board.number(candidate.mv.x, candidate.mv.y);
            let lost = self.seen.iter().find(|seen| seen.0 == tile).map_or([0; MAX_SEATS], |s| s.3);
            (0..players)
                .map(|seat| match seat {
                    seat if seat == self.seat => candidate.score,
                    seat => Score::Value(Fixed::from_int(-i64::from(lost[seat]))),
                })
                .collect()
        });
        Some(Views { seat: self.seat, by_seat: by_seat.collect() })
    }
}
