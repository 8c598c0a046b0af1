//! The playout policy of the Monte Carlo tree search: nearly random, but no override stone
//! is used while another move exists, and a player who takes a choice tile swaps with the player who
//! has most stones. The bombs are not played out: ranks are those of the stones at the end of the build
//! phase.

use super::bitboard::move_on;
use super::moves::{Move, Special};
use super::position::{Phase, Reversi};
use crate::contract::game::{Enumerable, MAX_SEATS, Seat};
use crate::search::mcts::{Playout, Policy, Report, Rewards};

/// The playout policy of the tree search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Playouts;

/// Maximum number of redraws if a move would use an override stone.
const DRAWS: usize = 4;

/// The player with most stones among those still in the game.
fn leading_player(position: &Reversi) -> Seat {
    position.playing().max_by_key(|&seat| position.stones(seat)).unwrap_or(0)
}

/// The value of a position if it ended here: the share of the others that a player is ahead of.
fn by_stones(position: &Reversi) -> Rewards {
    let mut rewards = [0.0; MAX_SEATS];
    let players = position.players();
    let out = |seat: Seat| position.disqualified().contains(seat);
    for seat in position.playing() {
        let own = position.stones(seat);
        let halves: u32 = (0..players)
            .filter(|&other| other != seat)
            .map(|other| match position.stones(other).cmp(&own) {
                _ if out(other) => 2,
                std::cmp::Ordering::Less => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 0,
            })
            .sum();
        rewards[seat] = halves as f32 / (2 * (players - 1)) as f32;
    }
    rewards
}

impl Policy<Reversi> for Playouts {
    type Scratch = ();

    fn scratch(&self, _position: &Reversi) {}

    fn playout(&self, (): &mut (), playout: Playout<'_, Reversi>) -> Option<Rewards> {
        let Playout { position, rng, moves, max_plies, mut pause, mut film, .. } = playout;
        while *max_plies > 0 && position.phase() == Phase::Build {
            if pause.now() {
                return None;
            }
            *max_plies -= 1;
            if let Some(plain) = position.plain() {
                // Every move is on a free tile without a special part: only the drawn one is computed.
                let mut targets = plain.targets;
                for _ in 0..rng.below(targets.count_ones() as usize) {
                    targets &= targets.wrapping_sub(1);
                }
                if targets == 0 {
                    break;
                }
                let mv = move_on(targets.trailing_zeros() as usize);
                if let Some(film) = &mut film {
                    film.push(mv);
                }
                position.play_unchecked(&mv);
                continue;
            }
            position.legal_moves(moves);
            let mut drawn = None;
            for _ in 0..DRAWS {
                drawn = moves.get(rng.below(moves.len())).copied();
                let free = |mv: Move| {
                    let board = position.board();
                    position.tile(board.number(mv.x, mv.y)).is_free()
                };
                if drawn.is_none_or(free) {
                    break;
                }
            }
            let Some(mut mv) = drawn else { break };
            if matches!(mv.special, Special::Swap(_)) {
                mv.special = Special::Swap(leading_player(position) as u8 + 1);
            }
            if let Some(film) = &mut film {
                film.push(mv);
            }
            position.play_unchecked(&mv);
        }
        Some(by_stones(position))
    }

    fn is_out(&self, position: &Reversi, seat: Seat) -> bool {
        position.disqualified().contains(seat)
    }

    fn rewards(&self, position: &Reversi) -> Rewards {
        by_stones(position)
    }
}

impl Report<Reversi> for Playouts {}
