//! The patterns as an evaluation: a term for each region of the board, their value, and the fast search of the last
//! plies.

use super::leaf_search::{LeafSearch, POINTS, PlainPosition};
use super::shapes::REGIONS;
use super::table::{Table, UNIT};
use crate::base::fixed::Fixed;
use crate::bitboard::sort_moves;
use crate::contract::analysis::{Contrast, Term};
use crate::contract::bot::{Budget, Heuristic};
use crate::contract::game::Seat;
use crate::facts::{better, judged_better, less_exposed};
use crate::heuristics::{PlayerCount, Weighted, by_stones};
use crate::search::evaluate::{Ending, Evaluate};
use crate::search::selective::{LookAhead, Selective};
use crate::{Move, Phase, Reversi};

macro_rules! regions {
    ($($key:literal, $label:literal: $patterns:literal;)*) => {
        /// The terms, by region index. Their unit is the stone.
        pub(in crate) const TERMS: [Term; REGIONS] = [$(Term {
            key: $key,
            label: $label,
            meaning: concat!("value of ", $patterns, ", in stones"),
            weight: Fixed::from_int(POINTS),
            // The value of a region is not visible on the board; the facts are.
            contrast: Contrast::SILENT,
        }),*];
    };
}

regions! {
    "top-left", "top left": "the top left corner's pattern";
    "top-right", "top right": "the top right corner's pattern";
    "bottom-left", "bottom left": "the bottom left corner's pattern";
    "bottom-right", "bottom right": "the bottom right corner's pattern";
    "top", "top": "the patterns of the two top rows";
    "left", "left": "the patterns of the two left columns";
    "right", "right": "the patterns of the two right columns";
    "bottom", "bottom": "the patterns of the two bottom rows";
    "middle", "middle": "the patterns of the four middle rows and columns";
    "diagonals", "diagonals": "the diagonals' patterns";
    "to-move", "to move": "both players' moves and of the turn";
}

/// Maximum search depth of the fast search.
const QUICK: u32 = 4;
/// Maximum number of free tiles solved by the fast search: it takes a few milliseconds without a clock check.
const ENDS: u32 = 12;
/// Up to this number of free tiles, the opponent's replies count more than patterns in move ordering.
const LATE: u32 = 20;
/// The weight of a reply in move ordering, in thousandths of a point.
const REPLY: i64 = 4_000;

/// Evaluates positions of the plain board by their patterns.
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    table: &'static Table,
    /// The values of finished games.
    ends: Weighted,
    leaf_search: LeafSearch,
}

/// The value of a finished game for the player who leads by this number of stones.
fn ended(lead: i32) -> i64 {
    let lead = i64::from(lead);
    crate::search::selective::won_by(lead * 1000)
}

impl Patterns {
    /// Creates the evaluation with a transposition table sized for the budget.
    pub(crate) fn new(table: &'static Table, budget: Budget) -> Patterns {
        const SMALL: u64 = 200_000;
        let bits = if matches!(budget, Budget::Nodes(..=SMALL)) { 14 } else { 18 };
        // With fewer nodes, the extra depth does not outweigh the errors of ProbCut.
        let probcut = !matches!(budget, Budget::Nodes(..10_000));
        Patterns {
            table,
            ends: by_stones(Weighted::with_weights(&[]), PlayerCount::Two),
            leaf_search: LeafSearch::new(bits, probcut),
        }
    }

    /// A position of the build phase with its pattern indices.
    fn plain_position(&self, position: &Reversi) -> Option<PlainPosition> {
        let plain = position.plain().filter(|_| position.phase() == Phase::Build)?;
        Some(PlainPosition::new(self.table, plain.stones, position.turn()))
    }
}

impl Heuristic<Reversi> for Patterns {
    fn terms(&self) -> &[Term] {
        &TERMS
    }

    fn measure(&self, position: &Reversi, seat: Seat, values: &mut [Fixed]) {
        values.fill(Fixed::ZERO);
        let Some(plain_position) = self.plain_position(position) else { return };
        let sign = if plain_position.mover == seat { UNIT } else { -UNIT };
        for (value, sum) in values.iter_mut().zip(plain_position.by_region(self.table)) {
            *value = Fixed::from_thousandths(i64::from(sum) * sign);
        }
    }

    fn facts(&self, mine: &Reversi, other: &Reversi, seat: Seat) -> Vec<String> {
        let mut facts = better(mine, other, seat);
        facts.extend(less_exposed(mine, other, seat));
        let stones = |position: &Reversi| -> Fixed {
            let mut values = [Fixed::ZERO; REGIONS];
            self.measure(position, seat, &mut values);
            values.into_iter().sum()
        };
        facts.extend(judged_better(stones(mine) - stones(other)));
        facts
    }
}

impl Evaluate<Reversi> for Patterns {
    fn value(&self, position: &Reversi, seat: Seat) -> i64 {
        let Some(plain_position) = self.plain_position(position) else { return 0 };
        let value = plain_position.value(self.table);
        if plain_position.mover == seat { value } else { -value }
    }

    fn ending(&self, position: &Reversi, seat: Seat) -> Option<Ending> {
        self.ends.ending(position, seat)
    }

    /// Orders moves by the pattern value of the resulting positions; late in the game, moves with few replies come first.
    fn order(&self, position: &Reversi, moves: &mut [Move]) {
        let Some(plain_position) = self.plain_position(position) else { return };
        let late = plain_position.free().count_ones() <= LATE;
        sort_moves(moves, |mv| {
            let next = plain_position.after(self.table, usize::from(mv.y) * 8 + usize::from(mv.x));
            let same = next.mover == plain_position.mover;
            let value = next.value(self.table);
            match same {
                true => -value,
                false if late => value + REPLY * i64::from(next.targets.count_ones()),
                false => value,
            }
        });
    }

    fn fresh(&self) -> Patterns {
        Patterns { leaf_search: self.leaf_search.fresh(), ends: self.ends.clone(), ..*self }
    }
}

impl Selective<Reversi> for Patterns {
    fn margin(&self, position: &Reversi, seat: Seat) -> Option<i64> {
        self.ends.margin(position, seat)
    }

    fn margin_unit(&self) -> &'static str {
        self.ends.margin_unit()
    }

    fn solved(&self, margin: i64) -> String {
        self.ends.solved(margin)
    }

    fn plies_left(&self, position: &Reversi) -> u32 {
        self.ends.plies_left(position)
    }

    /// Measured: each free tile doubles the nodes; 16 free tiles take 200 000 (median) or 400 000 (upper quartile).
    fn may_reach_end(&self, position: &Reversi, budget: Budget) -> bool {
        /// Nodes per millisecond in the endgame.
        const SPEED: u64 = 4_000;
        self.plies_left(position) <= 5 * budget.nodes(SPEED).max(1).ilog2() / 6
    }

    fn solves_from(&self, position: &Reversi) -> u32 {
        (self.plies_left(position) / 2).saturating_sub(2)
    }

    fn number(&self, mv: &Move) -> u16 {
        self.ends.number(mv)
    }

    fn orders_well(&self) -> bool {
        true
    }

    fn solve(
        &mut self,
        position: &Reversi,
        seat: Seat,
        (alpha, beta): (i64, i64),
        left: u32,
        most: u64,
    ) -> LookAhead {
        let Some(plain) = position.plain() else { return LookAhead::Not(0) };
        let free = plain.free.count_ones();
        let ends = free <= ENDS && left >= free;
        let deep = left > QUICK && !ends;
        if deep && !self.leaf_search.may_cut(left, free) {
            return LookAhead::Not(0);
        }
        self.leaf_search.nodes = 0;
        self.leaf_search.limit = most;
        self.leaf_search.estimated = false;
        let mover = position.turn();
        let same = mover == seat;
        let (least, most) = if same { (alpha, beta) } else { (-beta, -alpha) };
        let value = if ends {
            let (own, other) = (plain.stones[mover & 1], plain.stones[mover & 1 ^ 1]);
            // The highest stone lead worth no more than the lower bound, and the lowest worth no less than the upper bound.
            let window = (stones(least, false), stones(most, true));
            self.leaf_search.solve_exactly(self.table, (own, other), window).map(ended)
        } else {
            let plain_position = PlainPosition::new(self.table, plain.stones, mover);
            let window = (least, most);
            match deep {
                true => self.leaf_search.probcut(self.table, &plain_position, window, left, ended),
                false => self.leaf_search.solve(self.table, &plain_position, window, left, ended),
            }
        };
        match value {
            // The last position may have had more moves than the remaining node limit.
            Some(value) if self.leaf_search.nodes <= self.leaf_search.limit => LookAhead::Found {
                value: if same { value } else { -value },
                nodes: self.leaf_search.nodes,
                estimated: self.leaf_search.estimated,
            },
            None if deep && self.leaf_search.nodes < self.leaf_search.limit => {
                LookAhead::Not(self.leaf_search.nodes)
            }
            _ => LookAhead::TooMany,
        }
    }
}

/// The highest stone lead worth no more than `value`; or, if `above`, the lowest one worth no less.
fn stones(value: i64, above: bool) -> i32 {
    (-65..=65)
        .rev()
        .find(|&lead| ended(lead) <= value)
        .map_or(-65, |lead| if above && ended(lead) < value { lead + 1 } else { lead })
        .clamp(-65, 65)
}
