//! Totora's own player: Monte Carlo tree search with what it should know of FenceMaster.
//!
//! It gives the search (see [`crate::search::mcts`]) quick playouts, a key for every cell, so that moves
//! are learned from wherever in a playout they were made, and a look at every position that enters the
//! tree: a stone that wins at once, and a stone of the opponent's that would. Where the opponent has one
//! such stone, every other move is a proven loss; where two, all are.
//!
//! New moves are not all worth the same at first. Stones beside or a bridge away from one's own, groups
//! that have sides already, and large groups are promising: a few made-up outcomes say so, until
//! real ones outweigh them. That, and the rule that a loop of a playout counts only with three stones
//! that stood before, are from T. Ewalds' thesis on Havannah (*Playing and Solving Havannah*, 2012).

use super::board::Board;
use super::geometry::{EDGE_NAMES, PLACES, Place};
use super::moves::Move;
use super::playout::{Playouts, Quick};
use super::position::FenceMaster;
use crate::bot::Bot;
use crate::fixed::Fixed;
use crate::game::{Enumerable, Seat};
use crate::options::{OptionKind, OptionSpec, Options};
use crate::search::mcts::options::{
    doubt, expand, exploration, first_play, look, memory, playouts, rave, reuse, solver,
};
use crate::search::mcts::{
    Known, Mcts, NO_KEY, Outlook, Playout, Policy, Rewards, Settings, level, won_by,
};

/// What this game's bot differs in from others. Matches of 80 to 100 games against itself at a thousand playouts
/// on side 6 told it from none of its neighbours (exploration 0.1, RAVE at 300 and 3000, expansion after 1 visit).
const BASE: Settings =
    Settings { rave: 1_000, expand: 4, first_play: Fixed::from_thousandths(500), ..Settings::RAVE };

const STANDING: OptionSpec = OptionSpec {
    key: "standing",
    alias: None,
    label: "Standing stones",
    kind: OptionKind::Int { min: 0, max: 6, default: 3 },
    about: "a loop of a playout counts only with so many stones that stood before it; 0: every loop counts",
};

const PRIOR: OptionSpec = OptionSpec {
    key: "prior",
    alias: None,
    label: "First impression",
    kind: OptionKind::Int { min: 0, max: 1_000, default: 12 },
    about: "how many made-up outcomes say that stones near one's own, of large groups and with many edges are promising; 0: none",
};

/// What can be set.
pub(super) static OPTIONS: [OptionSpec; 12] = [
    exploration(&BASE),
    rave(&BASE),
    first_play(&BASE),
    expand(&BASE),
    solver(&BASE),
    look(&BASE),
    playouts(&BASE),
    STANDING,
    PRIOR,
    doubt(&BASE),
    memory(&BASE),
    reuse(&BASE),
];

/// The bot as set.
pub(super) fn build(options: &Options) -> Box<dyn Bot<FenceMaster>> {
    let policy = Totora {
        standing: options.int(&STANDING).clamp(0, 6) as u8,
        prior: options.int(&PRIOR).clamp(0, 1_000) as u16,
    };
    Box::new(Mcts::new(policy, BASE.read(&OPTIONS, options)))
}

/// What the search should know.
#[derive(Clone, Copy, Debug)]
struct Totora {
    standing: u8,
    prior: u16,
}

/// Steps to the cells that two common neighbours join to a cell: a bridge of the game of Hex.
const BRIDGES: [i16; 6] = [-34, -65, -31, 34, 65, 31];

/// How large every group is, at its root.
fn sizes(position: &FenceMaster) -> [u16; PLACES] {
    let mut sizes = [0; PLACES];
    for &place in position.trail() {
        sizes[usize::from(position.board().root(place))] += 1;
    }
    sizes
}

/// The part of the made-up outcomes that are wins, from a half to 0.95.
fn promise(board: &Board, border: u16, sizes: &[u16; PLACES], seat: Seat, place: Place) -> f32 {
    let mut edges = border & 63;
    let mut size = 0;
    for start in board.run_starts(seat, place) {
        edges |= board.touched(start) & 63;
        size += sizes[usize::from(board.root(start))];
    }
    let near = board.pattern(seat, place).count_ones();
    let bridges =
        BRIDGES.iter().filter(|&&by| board.has(seat, place.wrapping_add_signed(by))).count() as u32;
    let points = 4 * near + 6 * bridges + 5 * edges.count_ones() + u32::from(size.min(20));
    0.5 + 0.45 * points.min(40) as f32 / 40.0
}

impl Policy<FenceMaster> for Totora {
    type Scratch = Playouts;

    fn scratch(&self, _position: &FenceMaster) -> Playouts {
        Playouts::new(self.standing)
    }

    fn keys(&self, position: &FenceMaster) -> usize {
        position.geometry().cells()
    }

    fn key(&self, position: &FenceMaster, mv: &Move) -> Option<u16> {
        Some(position.geometry().number(mv.place()?)? as u16)
    }

    fn outlook(
        &self,
        _scratch: &mut Playouts,
        position: &FenceMaster,
        moves: &[Move],
        look: bool,
        outlooks: &mut [Outlook],
    ) {
        let seat = position.mover();
        let (geometry, board) = (position.geometry(), position.board());
        let sizes = if self.prior > 0 { sizes(position) } else { [0; PLACES] };
        // The stones that would win for the opponent: none, one, or more.
        let mut threat = None;
        let mut threats = 0;
        for (mv, outlook) in moves.iter().zip(outlooks.iter_mut()) {
            let Some(place) = mv.place() else { continue };
            outlook.key = geometry.number(place).map_or(NO_KEY, |number| number as u16);
            if look {
                if position.would_win(seat, place) != 0 {
                    outlook.known = Known::Won { by: seat, plies: 0 };
                }
                if position.would_win(1 - seat, place) != 0 {
                    threat = Some(place);
                    threats += 1;
                }
            }
            if self.prior > 0 {
                let border = geometry.border(place);
                outlook.visits = f32::from(self.prior);
                outlook.wins = outlook.visits * promise(board, border, &sizes, seat, place);
            }
        }
        if threats > 0 {
            for (mv, outlook) in moves.iter().zip(outlooks) {
                if outlook.known == Known::Open && (threats > 1 || mv.place() != threat) {
                    outlook.known = Known::Won { by: 1 - seat, plies: 1 };
                }
            }
        }
    }

    fn playout(&self, scratch: &mut Playouts, playout: Playout<'_, FenceMaster>) -> Rewards {
        let Playout { position, rng, trace, .. } = playout;
        let played = scratch.run(position, &mut Quick::new(rng.next_u64()));
        if trace.is_wanted() {
            let mut seat = position.turn();
            for &place in scratch.played(&played) {
                if let Some(number) = position.geometry().number(place) {
                    trace.note(seat, number as u16);
                }
                seat ^= 1;
            }
        }
        played.winner.map_or_else(|| level(2), won_by)
    }

    fn rewards(&self, position: &FenceMaster) -> Rewards {
        position.winner().map_or_else(|| level(2), won_by)
    }

    fn phrase(&self, position: &FenceMaster, mv: &Move) -> Option<String> {
        let place = mv.place()?;
        let seat = position.mover();
        let board = position.board();
        let mut groups: Vec<Place> = Vec::new();
        let mut edges = position.geometry().border(place) & 63;
        for start in board.run_starts(seat, place) {
            groups.push(start);
            edges |= board.touched(start) & 63;
        }
        if groups.len() > 1 {
            return Some(format!("joining {} groups", groups.len()));
        }
        let names: Vec<&str> =
            (0..6).filter(|edge| edges >> edge & 1 == 1).map(|edge| EDGE_NAMES[edge]).collect();
        match (names.as_slice(), groups.len()) {
            ([], 0) => None,
            ([], _) => Some("beside an own group".to_owned()),
            ([name], 0) => Some(format!("on the {name} edge")),
            ([name], _) => Some(format!("beside a group that touches the {name} edge")),
            (names, _) => Some(format!("for a group that touches {} edges", names.len())),
        }
    }

    fn fingerprint(&self) -> u64 {
        u64::from(self.standing) << 16 | u64::from(self.prior)
    }
}
