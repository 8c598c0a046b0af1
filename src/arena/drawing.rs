//! The openings of games: drawn as the game declares it ([`crate::contract::openings`]), from a book, or none.
//!
//! The openings of a sequence are drawn from the arena's seed: candidates are played in order, without repetitions
//! up to symmetry; each opening has the next [`CHOICES`] candidates, and is the first one that the
//! judge evaluates as even, or the most even one. The candidates of an opening thus cost a few random plies, and only
//! playing it costs the judge's search, once. When there are no more short openings, they get longer.

use super::openings::Openings;
use super::{Arena, Fixture};
use crate::base::fixed::Fixed;
use crate::base::rng::{MAX_SEED, Rng, Stream};
use crate::base::util::plural;
use crate::catalog::{AnyBot, AnyPosition};
use crate::contract::analysis::{Scale, Score};
use crate::contract::bot::{Budget, NoClock};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

/// Number of candidates of an opening.
const CHOICES: usize = 4;
/// Openings get one ply longer after this many repetitions in a row.
const MISSES: u32 = 48;
/// Maximum number of additional plies.
const LONGER: u8 = 8;
/// Maximum distance of the win rate of an even opening from one half.
const EVEN_RATE: Fixed = Fixed::from_thousandths(150);

/// The distance of a position that is won or lost by force.
const LOST: Fixed = Fixed::from_thousandths(i64::MAX);

/// A drawn opening: a seed and the number of plies beyond the declared ones, or `None` for no opening at all.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    number: u32,
    longer: Option<u8>,
}

#[derive(Default)]
struct Sequence {
    candidates: u32,
    longer: u8,
    misses: u32,
    seen: BTreeSet<u64>,
    found: Vec<Candidate>,
    /// By opening: the chosen candidate.
    chosen: Vec<Option<Candidate>>,
}

/// A bot that evaluates whether an opening is even.
struct OpeningJudge {
    bot: Box<dyn AnyBot>,
    /// Maximum distance from even.
    limit: Fixed,
    /// The value of an even position.
    even: Fixed,
    nodes: u64,
}

/// The openings of an arena, drawn on demand.
pub(super) struct Drawing {
    judge: Option<OpeningJudge>,
    /// By the numbers of the tournament and the sequence.
    sequences: Mutex<BTreeMap<(usize, u32), Sequence>>,
}

/// A position that a game begins from, with the data to reproduce it.
pub struct DrawnOpening {
    /// The seed of the starting position, as in a record.
    pub seed: u64,
    /// The plies of the opening.
    pub moves: Vec<String>,
    /// The position after these plies.
    pub position: Box<dyn AnyPosition>,
}

impl Drawing {
    pub(super) fn new(arena: &Arena) -> Result<Drawing, String> {
        let sequences = Mutex::default();
        let (id, nodes) = (arena.game.data().judging.bot, arena.game.opening_nodes());
        if nodes == 0 || id.is_empty() || arena.openings != Openings::Drawn {
            return Ok(Drawing { judge: None, sequences });
        }
        let info = arena.game.bot_info(id).map_err(|error| error.to_string())?;
        let options = arena.game.bot_options(id, &Default::default());
        let options = options.map_err(|error| error.to_string())?;
        let (limit, even) = match info.scale_of(&options) {
            Scale::Rate => (EVEN_RATE, Fixed::from_thousandths(500)),
            Scale::Points => (arena.game.uneven_opening(), Fixed::from_int(0)),
            Scale::Nothing => return Ok(Drawing { judge: None, sequences }),
        };
        let bot = arena.game.bot(id, &options).map_err(|error| error.to_string())?;
        Ok(Drawing { judge: Some(OpeningJudge { bot, limit, even, nodes }), sequences })
    }
}

impl OpeningJudge {
    /// The distance of a position from even; the largest number if it is won or lost.
    fn imbalance(&self, position: &dyn AnyPosition) -> Result<Fixed, String> {
        let Some(seat) = position.to_act().first() else { return Ok(LOST) };
        self.bot.prepare(position)?;
        let rng = Rng::new(position.opening_key() & MAX_SEED, Stream::Setup);
        let budget = Budget::Nodes(self.nodes);
        let Some(mut thinking) = self.bot.begin(position, seat, budget, rng) else {
            return Ok(LOST);
        };
        while !thinking.advance(self.nodes, &NoClock) {}
        let best = || Some(thinking.choice_only().chosen()?.score);
        Ok(match thinking.static_value().or_else(best) {
            Some(Score::Value(value)) => (value - self.even).abs(),
            // An unknown score counts as even.
            Some(Score::Unknown) | None => Fixed::from_int(0),
            Some(Score::Win(_) | Score::Loss(_)) => LOST,
        })
    }
}

impl Arena {
    /// The candidate; `None` if its game ends within the opening.
    fn candidate(&self, fixture: &Fixture, of: Candidate) -> Result<Option<DrawnOpening>, String> {
        let stream = Stream::Match { pairing: fixture.sequence, opening: of.number };
        let master = self.seed + fixture.tournament as u64;
        let seed = Rng::new(master, stream).next_u64() & MAX_SEED;
        let mut position = self.start(fixture.start, seed)?;
        let mut moves = Vec::new();
        if let Some(longer) = of.longer {
            let [least, most] = position.opening_plies();
            /// Separate from the random numbers of the game.
            const PLIES: Stream = Stream::Other(0x6f70_656e);
            let mut rng = Rng::new(seed, PLIES);
            let plies = least + rng.below(most + 1 - least.min(most)) + usize::from(longer);
            for _ in 0..plies {
                match position.play_opening_move(&mut rng) {
                    Some(text) => moves.push(text),
                    None => break,
                }
            }
            if position.to_act().is_empty() {
                return Ok(None);
            }
        }
        Ok(Some(DrawnOpening { seed, moves, position }))
    }

    /// Draws the opening of a game.
    pub(super) fn draw_opening(
        &self,
        drawing: &Drawing,
        fixture: &Fixture,
    ) -> Result<DrawnOpening, String> {
        let opening = fixture.opening;
        let at = (fixture.tournament, fixture.sequence);
        let first = opening as usize * CHOICES;
        let (candidates, chosen): (Vec<Candidate>, Option<Candidate>) = {
            let mut sequences = drawing.sequences.lock().unwrap_or_else(PoisonError::into_inner);
            let sequence = sequences.entry(at).or_default();
            let chosen = sequence.chosen.get(opening as usize).copied().flatten();
            while chosen.is_none() && sequence.found.len() < first + CHOICES {
                self.draw_next(sequence, fixture)?;
            }
            let found = sequence.found.get(first..first + CHOICES);
            (found.map_or_else(Vec::new, <[_]>::to_vec), chosen)
        };
        let made = |of| self.candidate(fixture, of)?.ok_or_else(|| "no opening".to_owned());
        if let Some(chosen) = chosen {
            return made(chosen);
        }
        let mut best: Option<(Fixed, Candidate, DrawnOpening)> = None;
        for of in candidates {
            let found = made(of)?;
            let judge = drawing.judge.as_ref().filter(|_| found.position.seats() == 2);
            let Some(judge) = judge else {
                best = Some((Fixed::from_int(0), of, found));
                break;
            };
            let imbalance = judge.imbalance(found.position.as_ref())?;
            if best.as_ref().is_none_or(|(least, _, _)| imbalance < *least) {
                best = Some((imbalance, of, found));
            }
            if imbalance <= judge.limit {
                break;
            }
        }
        let (_, of, found) = best.ok_or("no opening")?;
        let mut sequences = drawing.sequences.lock().unwrap_or_else(PoisonError::into_inner);
        let chosen = &mut sequences.entry(at).or_default().chosen;
        chosen.resize(chosen.len().max(opening as usize + 1), None);
        chosen[opening as usize] = Some(of);
        Ok(found)
    }

    /// Draws the next candidate of a sequence.
    fn draw_next(&self, sequence: &mut Sequence, fixture: &Fixture) -> Result<(), String> {
        let number = sequence.candidates;
        sequence.candidates += 1;
        let mut of = Candidate { number, longer: Some(sequence.longer) };
        let found = self.candidate(fixture, of)?;
        let over = found.is_none();
        let moves = found.as_ref().is_some_and(|found| !found.moves.is_empty());
        if found.is_some_and(|found| sequence.seen.insert(found.position.opening_key())) {
            sequence.misses = 0;
            sequence.found.push(of);
            return Ok(());
        }
        sequence.misses += 1;
        if sequence.misses < MISSES {
            return Ok(());
        }
        if moves && !over && sequence.longer < LONGER {
            sequence.longer += 1;
            sequence.misses = 0;
            return Ok(());
        }
        // There are no new openings: repeat an earlier one, or use the plain start.
        if over {
            of.longer = None;
        }
        sequence.found.push(of);
        Ok(())
    }

    /// The type of openings in words.
    pub fn openings_in_words(&self) -> String {
        match &self.openings {
            Openings::Drawn => format!("openings drawn: {}", self.game.openings()),
            Openings::None => match self.preset.map_or("", |preset| preset.plain_start) {
                "" => "no opening drawn: the plain start".to_owned(),
                why => format!("no opening drawn: {why}"),
            },
            Openings::Earlier => {
                "no opening drawn, as before there were any: the plain start".to_owned()
            }
            Openings::Book(lines) => {
                format!("a book of {} {}", lines.len(), plural(lines.len() as u64, "opening"))
            }
        }
    }
}
