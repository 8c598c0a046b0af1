//! The Norton-Rizk bot: no search, a utility for every empty cell, and the highest is played. After the
//! strategy notes of A. Norton and M. Rizk, with the constants of their program.
//!
//! A cell begins with what its *type* is worth. Then the game is replayed stone by stone, and every
//! stone raises the utility of the empty cells around it: by their type, by whose stone it is, by
//! what lies around them in turn, and, for a stone of the opponent, by a factor for each neighbour
//! of the opponent's colour, as a loop may be growing there. So each utility is a sum of five parts,
//! and these are the terms shown.
//!
//! Everything is counted in whole thousandths. A utility is cut off at 2^50, which is 1.1e18
//! thousandths and fits; what the cut takes away is taken from the loop factor's part.
//!
//! The guard is ours: it plays a stone that wins now, else one that stops the opponent's next.

use super::geometry::{Geometry, PLACES, Place, around};
use super::moves::Move;
use super::position::FenceMaster;
use crate::bot::{Bot, Budget, Done, Thinking};
use crate::fixed::Fixed;
use crate::game::{Enumerable, Seat};
use crate::options::{OptionKind, OptionSpec, Options};
use crate::rng::Rng;
use crate::thought::{Candidate, Score, Term, TermValue, Thought};

const fn term(key: &'static str, label: &'static str, meaning: &'static str) -> Term {
    Term { key, label, meaning, weight: Fixed::ONE }
}

/// The parts of a utility.
pub static TERMS: [Term; 5] = [
    term("initial", "initial type", "what a cell of this type is worth on the empty board"),
    term("types", "type gains", "for each stone beside the cell, a gain by the cell's type"),
    term("stones", "occupancy gains", "for each stone beside the cell, a gain by whose it is"),
    term(
        "look-ahead",
        "look-ahead",
        "a hundredth of what the cells around would gain, more for stones of the opponent",
    ),
    term(
        "loops",
        "loop factor",
        "what the factor for the opponent's stones around the cell adds, less what the upper limit takes away",
    ),
];

/// The largest number that a constant can be set to.
const MOST: i64 = 1_000_000;

const fn number(
    key: &'static str,
    label: &'static str,
    default: i64,
    about: &'static str,
) -> OptionSpec {
    OptionSpec {
        key,
        alias: None,
        label,
        kind: OptionKind::Number {
            min: Fixed::ZERO,
            max: Fixed::from_int(MOST),
            step: Fixed::ONE,
            default: Fixed::from_int(default),
        },
        about,
    }
}

/// The constants.
pub static OPTIONS: [OptionSpec; 13] = [
    number(
        "near-edge",
        "near edge, initial",
        400,
        "initial utility of the six cells one step in from a corner",
    ),
    number("edge", "edge, initial", 300, "initial utility of border cells that are no corners"),
    number("normal", "normal, initial", 2, "initial utility of all other cells"),
    number("corner", "corner, initial", 1, "initial utility of corners"),
    number("near-edge-gain", "near edge, gain", 400, "gain of a cell one step in from a corner"),
    number("edge-gain", "edge, gain", 1000, "gain of a border cell that is no corner"),
    number("normal-gain", "normal, gain", 200, "gain of any other cell"),
    number("corner-gain", "corner, gain", 100, "gain of a corner"),
    number("own-gain", "own stone", 2000, "gain beside an own stone"),
    number("opponent-gain", "opponent's stone", 5000, "gain beside a stone of the opponent"),
    number("share", "look-ahead share", 100, "the look-ahead is divided by this; 0 leaves it out"),
    number(
        "loop",
        "loop factor",
        1,
        "what each neighbour of the opponent's colour adds to the factor; 0 leaves it out",
    ),
    OptionSpec {
        key: "limit",
        alias: None,
        label: "upper limit",
        kind: OptionKind::Int { min: 10, max: 50, default: 50 },
        about: "utilities are cut off at 2 to this power",
    },
];

/// The constants in thousandths.
#[derive(Clone, Copy, Debug)]
struct Constants {
    /// By type.
    initial: [i64; 4],
    /// By type.
    gain: [i64; 4],
    /// Beside an own stone, beside one of the opponent.
    stone: [i64; 2],
    share: i64,
    per_neighbour: i64,
    limit: i64,
}

impl Constants {
    fn of(options: &Options) -> Self {
        let at = |n: usize| options.number(&OPTIONS[n]).thousandths();
        Constants {
            initial: [0, 1, 2, 3].map(at),
            gain: [4, 5, 6, 7].map(at),
            stone: [8, 9].map(at),
            share: at(10),
            per_neighbour: at(11),
            limit: Fixed::from_int(1 << options.int(&OPTIONS[12]).clamp(10, 50)).thousandths(),
        }
    }
}

/// The type of a cell: near-edge 0, edge 1, normal 2, corner 3.
fn kind(geometry: &Geometry, place: Place) -> usize {
    if geometry.corner(place).is_some() {
        return 3;
    }
    if geometry.edge(place).is_some() {
        return 1;
    }
    // One step in from a corner: it touches border cells of two sides.
    let mut sides = 0;
    for near in around(place) {
        sides |= geometry.border(near);
    }
    if (sides & 63).count_ones() >= 2 { 0 } else { 2 }
}

/// The parts of every cell's utility for `seat`, by place.
fn utilities(position: &FenceMaster, seat: Seat, constants: &Constants) -> Vec<[i64; 5]> {
    let (geometry, board) = (position.geometry(), position.board());
    let mut kinds = [0u8; PLACES];
    let mut parts = vec![[0; 5]; PLACES];
    // The stones as far as the game has been replayed.
    let mut stones: [Option<Seat>; PLACES] = [None; PLACES];
    for &place in geometry.places() {
        let kind = kind(geometry, place);
        kinds[usize::from(place)] = kind as u8;
        parts[usize::from(place)][0] = constants.initial[kind].min(constants.limit);
    }
    let on = |place: Place| geometry.number(place).is_some();
    for &stone in position.trail() {
        let owner = board.stone(stone).unwrap_or(0);
        stones[usize::from(stone)] = Some(owner);
        let foe = owner != seat;
        for cell in around(stone) {
            if !on(cell) || stones[usize::from(cell)].is_some() {
                continue;
            }
            let mut ahead = 0;
            let mut of_colour = 0;
            for near in around(cell) {
                if !on(near) {
                    continue;
                }
                ahead += constants.gain[usize::from(kinds[usize::from(near)])];
                if let Some(neighbour) = stones[usize::from(near)] {
                    ahead += constants.stone[usize::from(neighbour != seat)];
                    of_colour += i128::from(neighbour == owner);
                }
            }
            let part = &mut parts[usize::from(cell)];
            part[1] += constants.gain[usize::from(kinds[usize::from(cell)])];
            part[2] += constants.stone[usize::from(foe)];
            if constants.share > 0 {
                let (ahead, share) = (i128::from(ahead) * 1000, i128::from(constants.share));
                part[3] += ((ahead + share / 2) / share) as i64;
            }
            let sum: i128 = part.iter().map(|&part| i128::from(part)).sum();
            let more =
                if foe { sum * of_colour * i128::from(constants.per_neighbour) / 1000 } else { 0 };
            let cut = (sum + more).min(i128::from(constants.limit));
            part[4] += (cut - sum) as i64;
        }
    }
    parts
}

/// The bot.
#[derive(Clone, Copy, Debug)]
pub struct NortonRizk {
    constants: Constants,
    guard: bool,
}

impl NortonRizk {
    /// With constants as set in `options`; the guard wins at once and stops a win at once.
    pub fn new(options: &Options, guard: bool) -> Self {
        NortonRizk { constants: Constants::of(options), guard }
    }
}

/// Which stones end the game, now or next.
pub(super) struct Urgent {
    /// Cells on which the player to move wins.
    pub(super) wins: Vec<Place>,
    /// Cells on which the opponent would win next.
    pub(super) threats: Vec<Place>,
}

impl Urgent {
    pub(super) fn of(position: &FenceMaster) -> Self {
        let seat = position.mover();
        let mut urgent = Urgent { wins: Vec::new(), threats: Vec::new() };
        position.board().empty(position.geometry(), |place| {
            if position.would_win(seat, place) != 0 {
                urgent.wins.push(place);
            }
            if position.would_win(1 - seat, place) != 0 {
                urgent.threats.push(place);
            }
        });
        urgent
    }

    /// What is certain about a stone, if anything is: that it wins, or that the opponent wins after it.
    pub(super) fn score(&self, place: Option<Place>) -> Option<Score> {
        if place.is_some_and(|place| self.wins.contains(&place)) {
            return Some(Score::Win(Some(1)));
        }
        let blocks = |threat: &Place| place == Some(*threat);
        (!self.threats.iter().all(blocks)).then_some(Score::Loss(Some(2)))
    }
}

/// One of the candidates with the best score, and how many have it; where every move loses, one that at
/// least stops one threat.
pub(super) fn draw(
    candidates: &[Candidate<Move>],
    urgent: Option<&Urgent>,
    rng: &mut Rng,
) -> (Option<usize>, usize) {
    let Some(best) = candidates.iter().map(|candidate| candidate.score).max() else {
        return (None, 0);
    };
    let level: Vec<usize> =
        (0..candidates.len()).filter(|&at| candidates[at].score == best).collect();
    if let (Some(urgent), Score::Loss(_)) = (urgent, best) {
        let stops: Vec<usize> = level
            .iter()
            .copied()
            .filter(|&at| candidates[at].mv.place().is_some_and(|p| urgent.threats.contains(&p)))
            .collect();
        if !stops.is_empty() {
            return (stops.get(rng.below(stops.len())).copied(), level.len());
        }
    }
    (level.get(rng.below(level.len())).copied(), level.len())
}

/// What a bot that looks no further says of a stone that ends the game, or of all losing.
pub(super) fn urgent_words(mv: Move, urgent: &Urgent) -> Option<String> {
    let stops = mv.place().is_some_and(|place| urgent.threats.contains(&place));
    match urgent.score(mv.place()) {
        Some(Score::Win(_)) => Some(format!("{mv} wins at once.")),
        Some(_) if stops => Some(format!(
            "The opponent threatens to win on {} cells, and {mv} stops only one of them.",
            urgent.threats.len()
        )),
        Some(_) => Some(format!("{mv} does not stop the opponent from winning.")),
        None if stops => Some(format!("{mv} stops the opponent from winning there at once.")),
        None => None,
    }
}

impl Bot<FenceMaster> for NortonRizk {
    fn begin(
        &self,
        position: &FenceMaster,
        seat: Seat,
        _budget: Budget,
        mut rng: Rng,
    ) -> Box<dyn Thinking<FenceMaster>> {
        let parts = utilities(position, seat, &self.constants);
        let urgent = (self.guard && !position.is_over()).then(|| Urgent::of(position));
        let mut candidates = Vec::new();
        if !position.is_over() {
            position.board().empty(position.geometry(), |place| {
                let parts = parts[usize::from(place)].map(Fixed::from_thousandths);
                let utility = parts.iter().copied().sum();
                let certain = urgent.as_ref().and_then(|urgent| urgent.score(Some(place)));
                candidates.push(Candidate {
                    mv: Move::on(place),
                    score: certain.unwrap_or(Score::Value(utility)),
                    bound: false,
                    depth: None,
                    terms: parts.map(|part| TermValue { value: part, contribution: part }).to_vec(),
                    visits: None,
                    pv: Vec::new(),
                });
            });
        }
        let (chosen, level) = draw(&candidates, urgent.as_ref(), &mut rng);
        let why = chosen.map_or("No move is owed here.".to_owned(), |chosen| {
            let candidate = &candidates[chosen];
            urgent.as_ref().and_then(|urgent| urgent_words(candidate.mv, urgent)).unwrap_or_else(
                || {
                    crate::search::one_ply::explain(
                        &candidate.terms,
                        level,
                        candidates.len(),
                        &phrase,
                    )
                },
            )
        });
        let mut thought = Thought {
            choice: chosen.map(|chosen| candidates[chosen].mv),
            nodes: candidates.len() as u64,
            candidates,
            terms: TERMS.to_vec(),
            depth: 1,
            exact: false,
            why,
        };
        thought.sort();
        Box::new(Done(thought))
    }
}

/// The clause for a part of a utility.
fn phrase(term: usize, value: Fixed) -> String {
    let verb = if value > Fixed::ZERO { "adds" } else { "takes away" };
    let size = value.abs();
    match term {
        0 => format!("its kind of cell is worth {size}"),
        1 => format!("the stones beside it count {size} for its kind of cell"),
        2 => format!("whose stones these are counts {size}"),
        3 => format!("the look at the cells around {verb} {size}"),
        _ => format!("the danger of a loop {verb} {size}"),
    }
}
