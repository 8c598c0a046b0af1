//! Ends decided games early: when both bots agree, or by the game's solver. The losing seat
//! gives up on its turn, which is a ply of the game.

use super::Arena;
use super::rules::Adjudication;
use crate::base::fixed::Fixed;
use crate::base::rng::{MAX_SEED, Rng, Stream};
use crate::catalog::{AnyBot, AnyPosition};
use crate::contract::analysis::Score;
use crate::contract::bot::{Budget, NoClock, SLICE};
use crate::contract::calibration::Evaluator;
use crate::contract::game::Seat;
use crate::record::SeatSpec;

/// The reason of an adjudicated game, in place of the game's own reason.
pub const ADJUDICATED: &str = "adjudicated";
/// Number of consecutive decisions in which both bots must expect the same winner.
const IN_A_ROW: i32 = 2;
/// Minimum chance to win for an expected winner; the maximum for an expected loser is one minus this.
const SURE: Fixed = Fixed::from_thousandths(900);

/// The game's solver, with its budget.
pub(super) struct Solver(Box<dyn AnyBot>, Budget);

impl Arena {
    pub(super) fn solver(&self) -> Result<Option<Solver>, String> {
        if self.rules.adjudicate != Some(Adjudication::Solver) {
            return Ok(None);
        }
        let (oracle, budget) = self.game.data().judging.oracle().ok_or_else(|| {
            format!("--adjudicate solver: {} has no solver; expected agreement", self.game.name())
        })?;
        let bot = self.game.bot(oracle, &Default::default()).map_err(|e| e.to_string())?;
        Ok(Some(Solver(bot, budget)))
    }

    /// The evaluators of the two seats; `None` unless games end by agreement.
    pub(super) fn agreement(
        &self,
        seats: &[usize],
        position: &dyn AnyPosition,
    ) -> Option<Agreement> {
        let evaluator = |&entrant: &usize| match &self.entrants[entrant].seat {
            SeatSpec::Bot { id, options, budget } => {
                self.game.evaluator(id, options, *budget, position).ok()
            }
            _ => None,
        };
        (self.rules.adjudicate == Some(Adjudication::Agreement) && seats.len() == 2)
            .then(|| Agreement { of: seats.iter().map(evaluator).collect(), in_a_row: [0; 2] })
    }
}

impl Solver {
    /// Whether the seat to move has a proven loss, in a game of two.
    pub(super) fn lost(&self, position: &dyn AnyPosition) -> bool {
        let score = || {
            let seat = position.to_act().first().filter(|_| position.seats() == 2)?;
            self.0.prepare(position).ok()?;
            let rng = Rng::new(position.hash() & MAX_SEED, Stream::Setup);
            let mut thinking = self.0.begin(position, seat, self.1, rng)?;
            while !thinking.advance(SLICE, &NoClock) {}
            Some(thinking.choice_only().chosen()?.score)
        };
        matches!(score(), Some(Score::Loss(_)))
    }
}

/// The expectations of the two bots of a game.
pub(super) struct Agreement {
    of: Vec<Option<Evaluator>>,
    /// Number of consecutive decisions of each with an expected win, or, if negative, with an expected loss.
    in_a_row: [i32; 2],
}

impl Agreement {
    /// Adds a decision with its score; returns the seat that both expect to lose, if there is one.
    pub(super) fn add_decision(
        &mut self,
        seat: Seat,
        score: Option<Score>,
        progress: f64,
    ) -> Option<Seat> {
        let win = self.of[seat].as_ref().and_then(|of| of.evaluate(score?, false, progress).win);
        let so_far = self.in_a_row[seat];
        self.in_a_row[seat] = match win {
            Some(win) if win >= SURE => so_far.max(0) + 1,
            Some(win) if win <= Fixed::ONE - SURE => so_far.min(0) - 1,
            _ => 0,
        };
        let lost =
            |seat: &Seat| self.in_a_row[*seat] <= -IN_A_ROW && self.in_a_row[1 - *seat] >= IN_A_ROW;
        [0, 1].into_iter().find(lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{GameResult, setup};
    use crate::contract::bot::Clock;
    use serde_json::{Value, json};

    #[test]
    fn decided_games_are_adjudicated_on_request() {
        let made = |more: Value| {
            let mut request = json!({ "game": "isolation", "games": 6, "seed": 5,
            "bots": ["ab-custom@300n", "ab-improved@300n"] });
            let object = request.as_object_mut().expect("an object");
            object.extend(more.as_object().expect("an object").clone());
            setup::read(&request)
        };
        let watch = || Box::new(NoClock) as Box<dyn Clock>;
        let usual = made(json!({})).expect("an arena");
        let planned = usual.prepare().expect("a plan");
        let played = |game| usual.play(&planned, game, &watch, false).expect("a game");
        let whole: Vec<GameResult> = (0..planned.games()).map(played).collect();
        let arena = made(json!({ "adjudicate": "agreement" })).expect("an arena");
        let plan = arena.prepare().expect("a plan");
        let mut ended = 0;
        for (game, long) in whole.iter().enumerate() {
            let short = arena.play(&plan, game, &watch, true).expect("a game");
            assert_eq!(
                short,
                arena
                    .play(&plan, game, &watch, true)
                    .map(|again| GameResult { decisions: short.decisions.clone(), ..again })
                    .expect("a game")
            );
            if short.reason != ADJUDICATED {
                assert_eq!((short.course, &short.reason), (long.course, &long.reason));
                continue;
            }
            ended += 1;
            assert!(short.plies <= long.plies, "{short:?}");
            assert!(short.moves.last().is_some_and(|last| last == "forfeit"));
            let record = arena.record(&plan, game, &short.moves).expect("a record");
            assert_eq!(record.moves, short.moves);
            assert_eq!(arena.record(&plan, game, &[]).expect("played again").moves, short.moves);
        }
        assert!(ended > 0, "{ended} of {} games", whole.len());
        let refused = |more: Value| made(more).err().expect("refused");
        assert!(refused(json!({ "adjudicate": "both" })).contains("expected agreement or solver"));
        let program =
            json!({ "adjudicate": "agreement", "bots": ["greedy", { "program": "mine" }] });
        assert!(refused(program).contains("what the scores of `mine` mean is not known"));
        let uros = json!({ "adjudicate": "solver", "game": "uros", "bots": ["greedy", "random"] });
        assert!(refused(uros).contains("Uros has no solver"));
        let clock = json!({ "adjudicate": "agreement", "clock": "10s" });
        assert!(refused(clock).contains("does not go with --clock"));
        let many = json!({ "adjudicate": "solver", "game": "outpost", "games": 4,
        "bots": ["mason", "mason", "mason", "mason"] });
        assert!(refused(many).contains("is for games of two; these have 4 seats"));
    }
}
