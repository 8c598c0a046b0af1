//! The Totora bot of FenceMaster: Monte Carlo tree search with domain knowledge.
//!
//! It provides the search (see [`crate::search::mcts`]) with fast playouts, a key for every cell, so that RAVE
//! counts moves from anywhere in a playout, and a check of every position that enters the
//! tree for an immediately winning stone, and for a stone that would win for the opponent. If the opponent has one
//! such stone, every other move is a proven loss; if two, all moves are.
//!
//! The value of a position is a weighted sum of two terms, the playouts and the
//! judgement. The number of stones that both players still lack to a tripod
//! (the two-distance of [`super::distance`]) is more informative than one random game, so a simulation
//! returns a mixture of both. A loop that no single stone can stop ([`super::ring_frames`]) replaces the tripod if it lacks
//! fewer stones, and so does a bridge in Havannah. The tree proves wins by threats ([`super::threats`]) as it grows.
//!
//! The swap decision uses recorded games instead of search if there are many of them ([`super::first_stones`]).
//!
//! New moves start with different priors: virtual outcomes express their promise ([`super::impression`]), until
//! real ones outweigh them. A loop of a playout counts only with three stones from before the playout, as in T. Ewalds'
//! thesis on Havannah (*Playing and Solving Havannah*, 2012).

use super::board::{BRIDGE, LOOP, TRIPOD};
use super::calibration::CALIBRATION;
use super::distance::{bridge_lacks, lacks};
use super::distance_to_loop::{to_a_bridge, to_a_loop};
use super::facts::facts;
use super::first_stones::FirstStone;
use super::forced::{Urgent, danger};
use super::geometry::Place;
use super::impression::{Impression, Weights, fitted};
use super::judging::{Judgements, PositionJudge, shared};
use super::moves::Move;
use super::playout::{PlayoutResult, Playouts, Quick};
use super::position::FenceMaster;
use super::presentation::words;
use super::ring_frames::frames;
use super::threats::Threats;
use crate::base::fixed::Fixed;
use crate::base::options::{OptionKind, OptionSpec, Options};
use crate::contract::analysis::{Contrast, Part, Scale, Term};
use crate::contract::bot::{Bot, BotSpec, Budget, Weight};
use crate::contract::calibration::Odds;
use crate::contract::game::{Enumerable, Seat};
use crate::lab::guide::Guide;
use crate::search::mcts::options::{
    expand, exploration, first_play, interval_width, look, memory, playouts, rave, reuse, solver,
};
use crate::search::mcts::{
    self, ENDINGS, Facts, Known, Mcts, NO_KEY, Playout, Policy, Prior, Report, Rewards, Settings,
    level, won_by,
};

/// The settings that differ from the defaults. In matches against itself, 30 games at a thousand playouts a move on
/// side 6 with similar settings, RAVE at 200 or 250 was indistinguishable from 1000, and so was expansion after one visit
/// from two, which is faster on small boards. The weights of priors and judgement lie between tested values.
const BASE: Settings =
    Settings { rave: 1_000, expand: 2, first_play: Fixed::from_thousandths(500), ..Settings::RAVE };

const STANDING: OptionSpec = OptionSpec {
    key: "standing",
    alias: None,
    label: "Standing stones",
    kind: OptionKind::Int { min: 0, max: 6, default: 3 },
    about: "a loop in a playout counts only if it has this many stones from before the playout; 0: every loop counts",
};

const PRIOR: OptionSpec = OptionSpec {
    key: "prior",
    alias: None,
    label: "First impression",
    kind: OptionKind::Int { min: 0, max: 1_000, default: 20 },
    about: "number of virtual outcomes that a cell starts with, by the stones around it, the best paths and the last stones; 0: none",
};

const THREATS: OptionSpec = OptionSpec {
    key: "threats",
    alias: None,
    label: "Threats",
    kind: OptionKind::Int { min: 0, max: 10_000, default: 8 },
    about: "number of positions that each expansion searches for a win by threats, a hundred times as many at the root; 0: none",
};

const FRAMES: OptionSpec = OptionSpec::switch(
    "frames",
    "Frames",
    true,
    "On: the judgement recognises loops that no single stone can stop",
);

const BRIDGED: OptionSpec = OptionSpec::switch(
    "bridges",
    "Bridges",
    true,
    "On: in Havannah, the judgement counts a bridge between corners if it needs fewer stones than a fork",
);

const JUDGEMENT: Term = Term {
    key: "judgement",
    label: "judgement",
    meaning: "average judgement of the positions that simulations of the move reached, by the stones that both players need to win: 0.5 is even, and proven results count as such. Its weight is its share of a simulation; the rest is the playout",
    weight: Fixed::from_thousandths(800),
    contrast: Contrast {
        more: "the positions are judged % better",
        less: "the positions are judged % worse",
        ..Contrast::BY_LABEL
    },
};

/// The adjustable weight. At least a twentieth always remains for the playouts.
pub(super) static WEIGHTS: [Weight; 1] = [Weight {
    about: "share of a position's value that comes from the stones that both players need to win; the rest is its playout",
    min: Fixed::ZERO,
    max: Fixed::from_thousandths(950),
    step: Fixed::from_thousandths(50),
    ..Weight::of_term(JUDGEMENT, 1)
}];

/// The term without an adjustable weight.
pub(super) static TERMS: [Term; 1] =
    [Term { weight: Fixed::from_thousandths(200), ..mcts::PLAYOUTS }];

/// All terms of its analysis, for bots that use this search.
pub(super) static ALL_TERMS: [Term; 2] = [JUDGEMENT, TERMS[0]];

/// Every setting of the search.
pub(super) static OPTIONS: [OptionSpec; 15] = [
    exploration(&BASE),
    rave(&BASE),
    first_play(&BASE),
    expand(&BASE),
    solver(&BASE),
    look(&BASE),
    playouts(&BASE),
    STANDING,
    PRIOR,
    FRAMES,
    BRIDGED,
    THREATS,
    interval_width(&BASE),
    memory(&BASE),
    reuse(&BASE),
];

/// The declaration of the bot.
pub(super) static SPEC: BotSpec<FenceMaster> = BotSpec {
    id: "totora",
    name: "Totora",
    scale: Scale::Rate,
    about: "Monte Carlo tree search: judges positions by the stones needed for a tripod, plays random games, and proves wins that are near.",
    weights: &WEIGHTS,
    settings: &OPTIONS,
    retired: &["ways"],
    fixed_terms: &TERMS,
    budget: Some(Budget::Nodes(10_000)),
    ..BotSpec::plain(|spec, options| weighted(spec, options, None))
};

/// The bot with first-impression weights `weights`, for fitting them.
pub fn by_weights(weights: &'static Weights) -> Box<dyn Bot<FenceMaster>> {
    weighted(&SPEC, &Options::default(), Some(weights))
}

/// The configured bot, with first-impression weights `weights` if set.
fn weighted(
    spec: &BotSpec<FenceMaster>,
    options: &Options,
    weights: Option<&'static Weights>,
) -> Box<dyn Bot<FenceMaster>> {
    let policy = Totora {
        standing: options.int(&STANDING).clamp(0, 6) as u8,
        prior: options.int(&PRIOR).clamp(0, 1_000) as u16,
        weights,
        judge: PositionJudge {
            frames: options.text(&FRAMES) == "on",
            bridges: options.text(&BRIDGED) == "on",
        },
        threats: options.int(&THREATS).clamp(0, 10_000) as u32,
        judgement: spec.weighed(options).first().map_or(Fixed::ZERO, |term| term.weight),
        guide: None,
        calibrated: options.is_default().then_some(spec.id),
    };
    Box::new(Mcts::new(policy, BASE.read(&OPTIONS, options)))
}

/// The same search guided by an author's heuristic instead of its own judgement and first impression.
pub(super) fn guided(guide: Guide) -> Box<dyn Bot<FenceMaster>> {
    let judgement = guide.judging();
    let policy = Totora {
        standing: 3,
        prior: 0,
        weights: None,
        judge: PositionJudge { frames: false, bridges: false },
        threats: 0,
        judgement,
        guide: Some(guide),
        calibrated: None,
    };
    Box::new(Mcts::new(policy, BASE))
}

/// The domain knowledge for the search.
#[derive(Clone, Debug)]
struct Totora {
    standing: u8,
    prior: u16,
    /// The first-impression weights; [`fitted`] if `None`.
    weights: Option<&'static Weights>,
    /// The settings of its own judgement.
    judge: PositionJudge,
    threats: u32,
    judgement: Fixed,
    /// An author's heuristic that replaces the judgement and the first impression.
    guide: Option<Guide>,
    /// The bot whose calibration applies to the scores.
    calibrated: Option<&'static str>,
}

struct SearchState {
    playouts: Playouts,
    threats: Threats,
    /// A cache of recent judgements.
    judgements: Judgements,
    /// The number of stones at the root.
    root: usize,
    /// The judgement of the last playout's position.
    judged: Rewards,
    /// The ending of that playout, see [`ending`]; `None` if there was no playout.
    ended: Option<usize>,
}

/// The kinds of endings: three for each winner, and a draw.
const KINDS_OF_WIN: [(u8, &str, &str); 3] =
    [(TRIPOD, "a tripod", "a fork"), (LOOP, "a loop", "a ring"), (BRIDGE, "a bridge", "a bridge")];
const DRAW: usize = 6;

/// The index of the ending of a random game.
fn ending(played: &PlayoutResult) -> usize {
    let kind = KINDS_OF_WIN.iter().position(|(bit, ..)| played.won & bit != 0);
    match (played.winner, kind) {
        (Some(seat), Some(kind)) => 3 * (seat & 1) + kind,
        _ => DRAW,
    }
}

/// Marks moves proven by threats: the mover's winning stone, or all moves that do not stop the opponent's win.
/// `must` is the cell on which the opponent would win at once; otherwise there are no immediate wins.
fn force(
    threats: &mut Threats,
    position: &FenceMaster,
    must: Option<Place>,
    most: u32,
    moves: &[Move],
    outlooks: &mut [Prior],
) {
    let seat = position.mover();
    let (field, board) = (position.field(), position.board());
    if let Some(found) = threats.find(field, board, seat, must, most) {
        for (mv, outlook) in moves.iter().zip(outlooks) {
            if mv.place().is_some() && mv.place() == found.line.first().copied() {
                outlook.known = Known::Won { by: seat, plies: found.plies() - 1 };
            }
        }
        return;
    }
    if must.is_some() {
        return;
    }
    let Some(found) = threats.find(field, board, 1 - seat, None, most) else { return };
    let Some(stops) = threats.stops(field, board, 1 - seat, &found) else { return };
    for (mv, outlook) in moves.iter().zip(outlooks) {
        if outlook.known == Known::Open && mv.place().is_some_and(|place| !stops.contains(&place)) {
            outlook.known = Known::Won { by: 1 - seat, plies: found.plies() };
        }
    }
}

/// The share of wins among the virtual outcomes: for the most promising cell, and for one without promise.
const HOPE: f32 = 0.95;
const LEAST: f32 = 0.5;

impl Policy<FenceMaster> for Totora {
    type Scratch = SearchState;

    fn scratch(&self, position: &FenceMaster) -> SearchState {
        SearchState {
            playouts: Playouts::new(self.standing),
            threats: Threats::new(),
            judgements: Judgements::default(),
            root: position.stones(),
            judged: level(2),
            ended: None,
        }
    }

    fn keys(&self, position: &FenceMaster) -> usize {
        position.geometry().cells()
    }

    fn key(&self, position: &FenceMaster, mv: &Move) -> Option<u16> {
        Some(position.geometry().number(mv.place()?)? as u16)
    }

    fn outlook(
        &self,
        scratch: &mut SearchState,
        position: &FenceMaster,
        moves: &[Move],
        look: bool,
        outlooks: &mut [Prior],
    ) {
        let seat = position.mover();
        let geometry = position.geometry();
        if self.prior > 0 {
            let impression = Impression::new(position, self.judge.bridges);
            let weights = self.weights.unwrap_or_else(fitted);
            let mut most = f32::MIN;
            for (mv, outlook) in moves.iter().zip(outlooks.iter_mut()) {
                if let Some(place) = mv.place() {
                    outlook.wins = impression.score(weights, place);
                    most = most.max(outlook.wins);
                }
            }
            for (mv, outlook) in moves.iter().zip(outlooks.iter_mut()) {
                // The swap starts with the same prior as the best stone: otherwise the search would never try it when
                // stones look better than even.
                let part = mv.place().map_or(1.0, |_| libm::expf(outlook.wins - most));
                outlook.visits = f32::from(self.prior);
                outlook.wins = outlook.visits * (LEAST + (HOPE - LEAST) * part);
            }
        }
        // The opponent's winning stones: none, one, or more.
        let mut threat = None;
        let (mut wins, mut threats) = (false, 0);
        for (mv, outlook) in moves.iter().zip(outlooks.iter_mut()) {
            let Some(place) = mv.place() else { continue };
            outlook.key = geometry.number(place).map_or(NO_KEY, |number| number as u16);
            if look {
                if position.would_win(seat, place) != 0 {
                    outlook.known = Known::Won { by: seat, plies: 0 };
                    wins = true;
                }
                if position.would_win(1 - seat, place) != 0 {
                    threat = Some(place);
                    threats += 1;
                }
            }
        }
        if let Some(guide) = &self.guide {
            guide.add_priors(position, moves, outlooks);
        }
        if threats > 0 {
            for (mv, outlook) in moves.iter().zip(outlooks.iter_mut()) {
                if outlook.known == Known::Open && (threats > 1 || mv.place() != threat) {
                    outlook.known = Known::Won { by: 1 - seat, plies: 1 };
                }
            }
        }
        if look && self.threats > 0 && !wins && threats < 2 && position.stones() > 4 {
            let most = if position.stones() == scratch.root { 100 } else { 1 } * self.threats;
            force(&mut scratch.threats, position, threat, most, moves, outlooks);
        }
    }

    fn playout(
        &self,
        scratch: &mut SearchState,
        playout: Playout<'_, FenceMaster>,
    ) -> Option<Rewards> {
        let Playout { position, rng, trace, film, .. } = playout;
        let judges = self.judgement > Fixed::ZERO;
        scratch.judged = match &self.guide {
            _ if !judges => level(2),
            Some(guide) => guide.judged(position),
            None => shared(position.turn(), scratch.judgements.share(self.judge, position)),
        };
        if self.judgement >= Fixed::ONE {
            return Some(scratch.judged);
        }
        let played = scratch.playouts.run(position, &mut Quick::new(rng.next_u64()));
        scratch.ended = Some(ending(&played));
        if trace.is_wanted() {
            let mut seat = position.turn();
            for &place in scratch.playouts.played(&played) {
                if let Some(number) = position.geometry().number(place) {
                    trace.note(seat, number as u16);
                }
                seat ^= 1;
            }
        }
        if let Some(film) = film {
            film.extend(scratch.playouts.played(&played).iter().map(|&place| Move::on(place)));
        }
        let mut rewards = played.winner.map_or_else(|| level(2), won_by);
        let weight = self.judgement.to_f64() as f32;
        if judges {
            for (reward, judged) in rewards.iter_mut().zip(scratch.judged).take(2) {
                *reward += weight * (judged - *reward);
            }
        }
        Some(rewards)
    }

    fn rewards(&self, position: &FenceMaster) -> Rewards {
        position.winner().map_or_else(|| level(2), won_by)
    }

    fn fingerprint(&self) -> u64 {
        [
            self.judgement.thousandths() as u64,
            u64::from(self.standing),
            u64::from(self.threats) << 2
                | u64::from(self.judge.frames) << 1
                | u64::from(self.judge.bridges),
        ]
        .iter()
        .fold(u64::from(self.prior), |all, setting| all << 16 | setting)
            ^ self.guide.as_ref().map_or(0, Guide::fingerprint)
    }
}

impl Report<FenceMaster> for Totora {
    fn odds(&self, position: &FenceMaster, playouts: u64) -> Option<Odds> {
        CALIBRATION.odds(self.calibrated?, position, playouts)
    }

    fn facts(&self, position: &FenceMaster, choice: &[Move], other: Option<&[Move]>) -> Facts {
        if self.guide.is_some() {
            return Facts::default();
        }
        let mut facts = facts(position, choice, other);
        if let Some(opening) = FirstStone::for_position(position) {
            let record = opening.reason();
            if choice.first().is_some_and(|mv| mv.place().is_none()) {
                facts.reason = Some(record);
            } else {
                facts.beside.insert(0, record);
            }
        }
        facts
    }

    fn danger(&self, position: &FenceMaster) -> Option<String> {
        danger(position)
    }

    fn recorded(&self, position: &FenceMaster, mv: &Move) -> Option<(f64, bool)> {
        // An author's own heuristic decides without recorded games.
        let share = FirstStone::for_position(position).filter(|_| self.guide.is_none())?.share();
        Some(if mv.place().is_some() { (1.0 - share, true) } else { (share, false) })
    }

    fn forced(&self, position: &FenceMaster) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.threats == 0 {
            return moves;
        }
        let (mut next, mut threats) = (position.clone(), Threats::new());
        while !next.is_over() && moves.len() < position.empties() {
            let seat = next.mover();
            let Urgent { wins, threats: stops } = Urgent::from_position(&next);
            // Win now, stop a win, or start a win by threats.
            let place = wins.first().copied().or_else(|| {
                let must = stops.first().copied();
                let found = (stops.len() < 2)
                    .then(|| {
                        threats.find(next.field(), next.board(), seat, must, 100 * self.threats)
                    })
                    .flatten();
                found.and_then(|found| found.line.first().copied()).or(must)
            });
            let Some(place) = place else { break };
            moves.push(Move::on(place));
            next.play_unchecked(&Move::on(place));
        }
        moves
    }

    /// Prefers few remaining threats of the opponent, then few stones to a tripod.
    fn resistance(&self, position: &FenceMaster, mv: &Move) -> i64 {
        let seat = position.mover();
        let next = position.played(mv);
        let threats = i64::from(next.field().wins(next.board(), 1 - seat).0);
        let lacks = lacks(&next);
        i64::from(lacks[1 - seat].stones) - i64::from(lacks[seat].stones) - 1_000 * threats
    }

    fn judgement(&self) -> Option<Fixed> {
        Some(self.judgement)
    }

    fn judgement_term(&self) -> Term {
        self.guide.as_ref().map_or(JUDGEMENT, Guide::judgement_term)
    }

    fn beside(&self) -> &[Term] {
        self.guide.as_ref().map_or(&[], Guide::beside)
    }

    fn measure(&self, _before: &FenceMaster, position: &FenceMaster, seat: Seat) -> Vec<Fixed> {
        self.guide.as_ref().map_or_else(Vec::new, |guide| guide.values(position, seat))
    }

    fn judged(&self, scratch: &SearchState) -> Rewards {
        scratch.judged
    }

    fn ending(&self, scratch: &SearchState) -> Option<usize> {
        scratch.ended
    }

    fn parts(&self, position: &FenceMaster, mv: &Move, endings: &[u32; ENDINGS]) -> Vec<Part> {
        let next = position.played(mv);
        if next.is_over() {
            return Vec::new();
        }
        let seat = position.mover();
        let mut parts = Vec::new();
        let mut say = |term: &Term, text: String| parts.push(Part { term: term.key, text });
        if let Some(opening) = FirstStone::for_position(position).filter(|_| self.guide.is_none()) {
            say(&mcts::PLAYOUTS, opening.in_words());
        }
        let found = lacks(&next);
        let frames = if self.judge.frames { frames(&next) } else { [None; 2] };
        let bridges = (self.judge.bridges && position.havannah()).then(|| bridge_lacks(&next));
        let (what, ring) = (words::tripod(position.havannah()), words::a_loop(position.havannah()));
        let lack = |seat: Seat| {
            let fork = found[seat].stones;
            let bridge = bridges.map(|bridges| bridges[seat]).filter(|b| b.stones < fork);
            let least = bridge.map_or(fork, |bridge| bridge.stones);
            let frame = frames[seat].filter(|&stones| stones < least);
            let instead = frame
                .map(words::Instead::Ring)
                .or(bridge.map(|bridge| words::Instead::Bridge(bridge.stones)));
            words::lack(found[seat], instead, ring)
        };
        say(
            &JUDGEMENT,
            match &self.guide {
                Some(guide) => guide.judgement_text(&next, seat),
                None => {
                    let share = shared(next.turn(), self.judge.share(&next))[seat];
                    words::judged(what, [lack(seat), lack(1 - seat)], share)
                }
            },
        );
        if self.judgement >= Fixed::ONE {
            return parts;
        }
        let games: u64 = endings.iter().map(|&count| u64::from(count)).sum();
        for by in [seat, 1 - seat] {
            let counts = &endings[3 * by..3 * by + 3];
            let won: u64 = counts.iter().map(|&count| u64::from(count)).sum();
            let kinds: Vec<(u32, &str)> = KINDS_OF_WIN
                .iter()
                .zip(counts)
                .filter(|(_, count)| **count > 0)
                .map(|((_, name, of_havannah), count)| {
                    (*count, if position.havannah() { *of_havannah } else { *name })
                })
                .collect();
            say(&mcts::PLAYOUTS, words::random_games(by == seat, won, games, &kinds));
        }
        let free = |what: &str, found: [Option<u32>; 2]| {
            words::lacking_freely(what, [found[seat], found[1 - seat]])
        };
        say(&mcts::PLAYOUTS, free(ring, [0, 1].map(|seat| to_a_loop(&next, seat))));
        if position.havannah() {
            say(&mcts::PLAYOUTS, free("bridge", [0, 1].map(|seat| to_a_bridge(&next, seat))));
        }
        parts
    }
}
