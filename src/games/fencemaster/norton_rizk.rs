//! The Norton-Rizk bot: no search; it plays the empty cell with the highest utility. Based on the
//! strategy notes of A. Norton and M. Rizk, with the constants of their program.
//!
//! A cell starts with the value of its *type*. Then the game is replayed stone by stone, and every
//! stone raises the utility of the adjacent empty cells: by their type, by the owner of the stone, by
//! their surroundings, and, for a stone of the opponent, by a factor for each neighbour
//! of the opponent's colour, because it may be part of a loop. So each utility is a sum of five parts,
//! which are the displayed terms.
//!
//! All values are whole thousandths. A utility is capped at 2^50, which is 1.1e18
//! thousandths and fits; the capped amount is subtracted from the loop factor's part.
//!
//! The guard is our addition: it plays a stone that wins now, else one that stops the opponent's next win.

use super::forced::{Urgent, decided};
use super::geometry::{Geometry, PLACES, Place, around};
use super::moves::{Move, Printed};
use super::position::{FenceMaster, SEAT_NAMES};
use crate::base::fixed::Fixed;
use crate::base::options::{OptionKind, OptionSpec, Options};
use crate::base::rng::Rng;
use crate::base::util::counted;
use crate::contract::analysis::{Analysis, Candidate, Contrast, Part, Score, Term, TermValue};
use crate::contract::bot::{Bot, Budget, Clock, Search};
use crate::contract::game::Seat;
use crate::search::explain::grouped;

const fn term(
    key: &'static str,
    label: &'static str,
    meaning: &'static str,
    more: &'static str,
    less: &'static str,
) -> Term {
    let contrast = Contrast { more, less, ..Contrast::BY_LABEL };
    Term { key, label, meaning, weight: Fixed::ONE, contrast }
}

/// The parts of a utility, as terms.
pub static TERMS: [Term; 5] = [
    term(
        "initial",
        "initial type",
        "utility of the cell's type on the empty board",
        "the cell's type counts # more",
        "the cell's type counts # less",
    ),
    term(
        "types",
        "type gains",
        "gain for each stone next to the cell, by the cell's type",
        "the stones next to it count # more for its type",
        "the stones next to it count # less for its type",
    ),
    term(
        "stones",
        "occupancy gains",
        "gain for each stone next to the cell, by the stone's owner",
        "the owners of the stones next to it count # more",
        "the owners of the stones next to it count # less",
    ),
    term(
        "look-ahead",
        "look-ahead",
        "a hundredth of the gains for the types and stones of the cells around it",
        "the cells around it count # more",
        "the cells around it count # less",
    ),
    term(
        "loops",
        "loop factor",
        "increase by the factor for the opponent's stones next to the cell, minus what exceeds the upper limit",
        "the opponent's stones next to it count # more",
        "the opponent's stones next to it count # less",
    ),
];

/// Maximum value of a constant.
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

/// The options for the constants.
pub static OPTIONS: [OptionSpec; 13] = [
    number(
        "near-edge",
        "near edge, initial",
        400,
        "initial utility of the six cells one step in from a corner",
    ),
    number("edge", "edge, initial", 300, "initial utility of border cells except corners"),
    number("normal", "normal, initial", 2, "initial utility of all other cells"),
    number("corner", "corner, initial", 1, "initial utility of corners"),
    number("near-edge-gain", "near edge, gain", 400, "gain of a cell one step in from a corner"),
    number("edge-gain", "edge, gain", 1000, "gain of a border cell except a corner"),
    number("normal-gain", "normal, gain", 200, "gain of any other cell"),
    number("corner-gain", "corner, gain", 100, "gain of a corner"),
    number("own-gain", "own stone", 2000, "gain next to one of its own stones"),
    number("opponent-gain", "opponent's stone", 5000, "gain next to a stone of the opponent"),
    number("share", "look-ahead share", 100, "the look-ahead is divided by this; 0: no look-ahead"),
    number(
        "loop",
        "loop factor",
        1,
        "amount that each neighbour of the opponent's colour adds to the factor; 0: no factor",
    ),
    OptionSpec {
        key: "limit",
        alias: None,
        label: "upper limit",
        kind: OptionKind::Int { min: 10, max: 50, default: 50 },
        about: "upper limit of utilities: 2 to this power",
    },
];

/// The constants in thousandths.
#[derive(Clone, Copy, Debug)]
struct Constants {
    /// Initial value by type.
    initial: [i64; 4],
    /// Gain by type.
    gain: [i64; 4],
    /// Gain next to an own stone, and next to one of the opponent.
    stone: [i64; 2],
    share: i64,
    per_neighbour: i64,
    limit: i64,
}

impl Constants {
    fn from_options(options: &Options) -> Self {
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
pub(super) fn kind(geometry: &Geometry, place: Place) -> usize {
    match geometry.border(place) {
        0 if geometry.is_in_corner(place) => 0,
        0 => 2,
        border if border & 63 != 0 => 1,
        _ => 3,
    }
}

/// The effect of one stone on the utility of an adjacent empty cell, in thousandths.
#[derive(Clone, Copy, Debug)]
struct Raise {
    stone: Place,
    owner: Seat,
    /// By the cell's type, by the owner of the stone, and by the surroundings of the cell.
    gains: [i64; 3],
    /// The utility including these gains.
    sum: i128,
    /// The factor applied to it.
    factor: i128,
    /// The number of neighbours of the cell with the stone's colour.
    neighbours: i128,
    /// The utility after the factor, capped at the limit.
    cut: i64,
}

/// The parts of the utility for `seat` of a stone's cell at the time of its placement, in thousandths, with the default
/// constants: once it has a stone, a cell is not raised any more.
pub(super) fn utility(position: &FenceMaster, seat: Seat, stone: Place) -> [i64; 5] {
    let constants = Constants::from_options(&Options::default());
    let replay = Replay::new(position, seat, &constants);
    let mut parts = replay.initial(stone);
    let near = around(stone);
    let mut stones = [None; PLACES];
    for &placed in position.history().iter().take_while(|&&placed| placed != stone) {
        let owner = replay.place(&mut stones, placed);
        if near.contains(&placed) {
            replay.raise(&stones, (placed, owner), stone, &mut parts);
        }
    }
    parts
}

/// The parts of every cell's utility for `seat`, by place. Calls `raised` for every stone that raises a cell.
fn utilities(
    position: &FenceMaster,
    seat: Seat,
    constants: &Constants,
    raised: &mut dyn FnMut(Place, Raise),
) -> Vec<[i64; 5]> {
    let geometry = position.geometry();
    let replay = Replay::new(position, seat, constants);
    let mut parts = vec![[0; 5]; PLACES];
    for &place in geometry.places() {
        parts[usize::from(place)] = replay.initial(place);
    }
    let mut stones = [None; PLACES];
    for &stone in position.history() {
        let owner = replay.place(&mut stones, stone);
        for cell in around(stone) {
            if geometry.number(cell).is_some() && stones[usize::from(cell)].is_none() {
                let part = &mut parts[usize::from(cell)];
                raised(cell, replay.raise(&stones, (stone, owner), cell, part));
            }
        }
    }
    parts
}

/// The stones of a replay so far, by place.
type Stones = [Option<Seat>; PLACES];

/// The game stone by stone, from the view of a seat.
struct Replay<'a> {
    position: &'a FenceMaster,
    seat: Seat,
    constants: &'a Constants,
}

impl<'a> Replay<'a> {
    fn new(position: &'a FenceMaster, seat: Seat, constants: &'a Constants) -> Self {
        Replay { position, seat, constants }
    }

    fn kind(&self, place: Place) -> usize {
        kind(self.position.geometry(), place)
    }

    /// The parts of a cell without stones around it.
    fn initial(&self, place: Place) -> [i64; 5] {
        let initial = self.constants.initial[self.kind(place)].min(self.constants.limit);
        [initial, 0, 0, 0, 0]
    }

    /// Places the next stone, and returns its owner.
    fn place(&self, stones: &mut Stones, stone: Place) -> Seat {
        let owner = self.position.board().stone(stone).unwrap_or(0);
        stones[usize::from(stone)] = Some(owner);
        owner
    }

    /// Raises the parts of an empty cell next to the last stone.
    fn raise(
        &self,
        stones: &Stones,
        (stone, owner): (Place, Seat),
        cell: Place,
        part: &mut [i64; 5],
    ) -> Raise {
        let (constants, opponent) = (self.constants, owner != self.seat);
        let mut ahead = 0;
        let mut of_colour = 0;
        for near in around(cell) {
            if self.position.geometry().number(near).is_none() {
                continue;
            }
            ahead += constants.gain[self.kind(near)];
            if let Some(neighbour) = stones[usize::from(near)] {
                ahead += constants.stone[usize::from(neighbour != self.seat)];
                of_colour += i128::from(neighbour == owner);
            }
        }
        let mut gains =
            [constants.gain[self.kind(cell)], constants.stone[usize::from(opponent)], 0];
        if constants.share > 0 {
            let (ahead, share) = (i128::from(ahead) * 1000, i128::from(constants.share));
            gains[2] = ((ahead + share / 2) / share) as i64;
        }
        for (part, gain) in part[1..].iter_mut().zip(gains) {
            *part += gain;
        }
        let sum: i128 = part.iter().map(|&part| i128::from(part)).sum();
        let times = if opponent { of_colour * i128::from(constants.per_neighbour) } else { 0 };
        let cut = (sum + sum * times / 1000).min(i128::from(constants.limit)) as i64;
        part[4] += (i128::from(cut) - sum) as i64;
        Raise { stone, owner, gains, sum, factor: 1000 + times, neighbours: of_colour, cut }
    }
}

const KINDS: [&str; 4] = ["near-edge", "edge", "normal", "corner"];

/// The stone-by-stone history of a cell's utility, as lines of text.
fn queue(position: &FenceMaster, seat: Seat, constants: &Constants, cell: Place) -> Vec<Part> {
    let number = |thousandths: i128| {
        grouped(Fixed::from_thousandths(i64::try_from(thousandths).unwrap_or(i64::MAX)))
    };
    let kind = kind(position.geometry(), cell);
    let first = number(constants.initial[kind].min(constants.limit).into());
    let mut parts =
        vec![Part { term: TERMS[0].key, text: format!("{} cell: {first}", KINDS[kind]) }];
    utilities(position, seat, constants, &mut |raised, raise| {
        if raised != cell {
            return;
        }
        let Raise { stone, owner, gains, sum, factor, neighbours, cut } = raise;
        let [by_kind, by_stone, around] = gains.map(|gain| number(gain.into()));
        let (who, stone) = (SEAT_NAMES[owner & 1], Printed(position.geometry(), stone));
        parts.push(Part {
            term: TERMS[2].key,
            text: format!(
                "{who}'s {stone}: +{by_kind} for its type, +{by_stone} for the stone, +{around} for what is around: {}",
                number(sum)
            ),
        });
        if factor != 1000 {
            let whose = counted(neighbours as u64, "neighbour");
            parts.push(Part {
                term: TERMS[4].key,
                text: format!(
                    "\u{d7}{} for {whose} of {who}'s: {}",
                    number(factor),
                    number(cut.into())
                ),
            });
        } else if i128::from(cut) != sum {
            let text = format!("cut off at the limit: {}", number(cut.into()));
            parts.push(Part { term: TERMS[4].key, text });
        }
    });
    parts
}

/// The result, with the data for explaining utilities.
struct UtilityParts {
    analysis: Analysis<Move>,
    position: FenceMaster,
    seat: Seat,
    constants: Constants,
}

impl Search<FenceMaster> for UtilityParts {
    fn advance(&mut self, _slice: u64, _watch: &dyn Clock) -> bool {
        true
    }

    fn analysis(&self) -> Analysis<Move> {
        self.analysis.clone()
    }

    fn parts(&self, mv: &Move) -> Vec<Part> {
        let cell = mv.place();
        cell.map_or_else(Vec::new, |cell| queue(&self.position, self.seat, &self.constants, cell))
    }
}

/// Plays the empty cell with the highest utility, without search.
#[derive(Clone, Copy, Debug)]
pub struct NortonRizk {
    constants: Constants,
    guard: bool,
}

impl NortonRizk {
    /// Creates the bot with the constants in `options`; the guard wins at once and stops immediate wins.
    pub fn new(options: &Options, guard: bool) -> Self {
        NortonRizk { constants: Constants::from_options(options), guard }
    }
}

impl Bot<FenceMaster> for NortonRizk {
    fn begin(
        &self,
        position: &FenceMaster,
        seat: Seat,
        _budget: Budget,
        mut rng: Rng,
    ) -> Box<dyn Search<FenceMaster>> {
        let parts = utilities(position, seat, &self.constants, &mut |_, _| {});
        let urgent = (self.guard && !position.is_over()).then(|| Urgent::from_position(position));
        let mut candidates = Vec::new();
        if !position.is_over() {
            position.board().empty(position.geometry(), |place| {
                let parts = parts[usize::from(place)].map(Fixed::from_thousandths);
                let utility = parts.iter().copied().sum();
                let certain = urgent.as_ref().and_then(|urgent| urgent.score(Some(place)));
                candidates.push(Candidate::exact(
                    Move::on(place),
                    certain.unwrap_or(Score::Value(utility)),
                    parts.map(|part| TermValue { value: part, contribution: part }).to_vec(),
                ));
            });
        }
        let analysis = decided(position, candidates, TERMS.to_vec(), urgent.as_ref(), &mut rng);
        Box::new(UtilityParts {
            analysis,
            position: position.clone(),
            seat,
            constants: self.constants,
        })
    }
}
