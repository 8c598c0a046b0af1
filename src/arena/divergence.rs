//! Why one bot is better than another: the first position of each game in which the two would play different moves, the
//! term that causes the difference, and the results of such games.
//!
//! Both bots analyse every position of a game in which either is to move, with the mover's random numbers, until their
//! choices differ. Of the terms by which the second bot prefers its own move to the other's, the one with the
//! largest difference is the reason. Games are grouped by that term.

use super::statistics::pairs::halves;
use super::{Arena, Plan};
use crate::base::fixed::Fixed;
use crate::base::rng::{Rng, Stream};
use crate::base::util::{counted, sort_by_key};
use crate::catalog::{AnyPosition, completes};
use crate::contract::bot::{Budget, NoClock, SLICE};
use crate::contract::game::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Number of best candidates with exact scores, where a search would return only bounds.
const LINES: usize = 8;
/// Maximum number of games shown per group.
const CLEAREST: usize = 5;
/// The group of games without a deciding term: the second bot has no terms, or its search has no score of the other move.
const SEARCH: &str = "search";

/// The first position of a game in which two bots play differently.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Divergence {
    /// The game's number, from 0.
    pub game: usize,
    /// Number of plies before the position.
    pub ply: usize,
    /// The first bot's move, with the coordinates that are printed on the board.
    pub first: String,
    /// The second bot's move, likewise.
    pub second: String,
    /// The label of the term that favours the second bot's move most, in its own evaluation; `search` if none does.
    pub term: String,
    /// The difference between its contributions to the two moves; 0 if there is no such term.
    pub by: f64,
    /// The second bot's points in the game, seat against seat: 1, ½ or 0.
    pub points: f64,
}

/// Games with the same deciding term.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Group {
    /// The term's label, or `search` if no term decides.
    pub term: String,
    /// Number of games.
    pub games: usize,
    /// The second bot's share of the points in them, 0 to 1.
    pub share: f64,
    /// The plies, counted from 1, between which half of the games parted.
    pub plies: [usize; 2],
    /// The clearest games: won by the better bot of the group, largest difference first.
    pub clearest: Vec<Divergence>,
}

/// The partings of many games.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Divergences {
    /// A sentence about the most decisive group.
    pub headline: String,
    /// Number of analysed games, including `alike`.
    pub looked: usize,
    /// Number of games in which both bots would play the same moves to the end.
    pub alike: usize,
    /// The groups, beginning with the one in which the better bot gained the most points.
    pub groups: Vec<Group>,
}

impl Arena {
    /// The parting of two entrants in a game, first against second; `None` if they play the same moves to the end. `ranks`
    /// are the game's result by seat.
    ///
    /// # Errors
    /// A sentence, when the game is not between the two, one of them is no bot or has a budget in time, or it cannot be
    /// played again.
    pub fn divergence(
        &self,
        plan: &Plan,
        game: usize,
        [first, second]: [usize; 2],
        ranks: &[u8],
    ) -> Result<Option<Divergence>, String> {
        let fixture = plan.schedule.fixture(game).ok_or("there is no such game")?;
        let seat_of = |entrant: usize| fixture.seats.iter().position(|&one| one == entrant);
        let (Some(a), Some(b)) = (seat_of(first), seat_of(second)) else {
            return Err(format!("game {} is no game of these two", game + 1));
        };
        if !plan.repeats(&fixture) {
            return Err(format!(
                "game {} has a program or a budget in time, so its bots cannot be asked again",
                game + 1
            ));
        }
        let points = halves(ranks[b], ranks[a]) as f64 / 2.0;
        let chance = self.chance(&fixture);
        let mut position = self.opening(plan, &fixture)?;
        let mut ply = position.moves.len();
        let position = position.position.as_mut();
        loop {
            let owing = position.to_act();
            let Some(seat) = owing.first() else { return Ok(None) };
            let rng = || Rng::new(chance, Stream::Decision { seat, ply });
            let mover = fixture.seats[seat];
            let player = self.player(plan, mover)?;
            player.bot.prepare(position)?;
            if mover == first || mover == second {
                let other = self.player(plan, if mover == first { second } else { first })?;
                other.bot.prepare(position)?;
                let choose = |player: &super::Player| {
                    player.bot.choose(position, seat, player.budget, rng(), &NoClock)
                };
                let none = || format!("a bot gave no move at ply {}", ply + 1);
                let (mine, theirs) =
                    (choose(player).ok_or_else(none)?, choose(other).ok_or_else(none)?);
                if mine != theirs {
                    let (first_move, second_move) =
                        if mover == first { (mine, theirs) } else { (theirs, mine) };
                    let judge = self.player(plan, second)?;
                    let (term, by) =
                        deciding_term(judge, position, seat, rng(), [&first_move, &second_move]);
                    let name =
                        |mv: &str| position.move_name(seat, mv).map_err(|error| error.to_string());
                    let (first, second) = (name(&first_move)?, name(&second_move)?);
                    return Ok(Some(Divergence { game, ply, first, second, term, by, points }));
                }
            }
            player
                .bot
                .play(position, seat, player.budget, rng(), &NoClock, false)
                .ok_or_else(|| format!("a bot gave no move at ply {}", ply + 1))?;
            ply += usize::from(completes(owing, seat, position.to_act()));
        }
    }
}

/// The term that favours the second move most in the evaluation of its bot, and the difference.
fn deciding_term(
    judge: &super::Player,
    position: &dyn AnyPosition,
    seat: Seat,
    rng: Rng,
    [first, second]: [&str; 2],
) -> (String, f64) {
    let unknown = (SEARCH.to_owned(), 0.0);
    let Some(mut thinking) = judge.bot.begin(position, seat, judge.budget, rng) else {
        return unknown;
    };
    if !matches!(judge.budget, Budget::Ms(_)) {
        thinking.set_multi_pv(LINES);
    }
    while !thinking.advance(SLICE, &NoClock) {}
    let analysis = thinking.current();
    let terms = |mv: &str| {
        let candidate = analysis.candidate(mv).filter(|candidate| candidate.is_known())?;
        (candidate.terms.len() == analysis.terms.len()).then_some(&candidate.terms)
    };
    let (Some(mine), Some(theirs)) = (terms(second), terms(first)) else { return unknown };
    let differences = mine.iter().zip(theirs).map(|(a, b)| a.contribution - b.contribution);
    let best = analysis.terms.iter().zip(differences).max_by_key(|&(_, by)| by);
    match best {
        Some((term, by)) if by > Fixed::ZERO => (term.label.to_owned(), by.to_f64()),
        _ => unknown,
    }
}

/// Summarises the partings of two bots; `None` is a game in which they play the same moves.
pub fn add_up(looked: &[Option<Divergence>], names: [&str; 2]) -> Divergences {
    let partings: Vec<&Divergence> = looked.iter().flatten().collect();
    let mut by_term: BTreeMap<&str, Vec<&Divergence>> = BTreeMap::new();
    for &divergence in &partings {
        by_term.entry(&divergence.term).or_default().push(divergence);
    }
    let lead: f64 = partings.iter().map(|divergence| divergence.points - 0.5).sum();
    let second_leads = lead >= 0.0;
    let mut groups: Vec<Group> = by_term
        .into_iter()
        .map(|(term, mut games)| {
            let points: f64 = games.iter().map(|divergence| divergence.points).sum();
            sort_by_key(&mut games, |divergence| (divergence.ply as i64, 0));
            let at = |part: usize| games[(games.len() - 1) * part / 4].ply + 1;
            let plies = [at(1), at(3)];
            sort_by_key(&mut games, |divergence| (-(divergence.by * 1000.0) as i64, 0));
            let won =
                |divergence: &&&Divergence| divergence.points == f64::from(u8::from(second_leads));
            let clearest = games.iter().filter(won).take(CLEAREST).map(|&one| one.clone());
            Group {
                term: term.to_owned(),
                games: games.len(),
                share: points / games.len() as f64,
                plies,
                clearest: clearest.collect(),
            }
        })
        .collect();
    let led = |group: &Group| {
        let lead = (group.share - 0.5) * group.games as f64;
        if second_leads { lead } else { -lead }
    };
    sort_by_key(&mut groups, |group| ((-led(group) * 2.0) as i64, -(group.games as i64)));
    let headline = match groups.first().filter(|group| led(group) > 0.0) {
        None => format!(
            "{} and {} are tied in the {} in which they part.",
            names[0],
            names[1],
            counted(partings.len() as u64, "game")
        ),
        Some(group) => {
            let better = names[usize::from(second_leads)];
            let by = if group.term == SEARCH {
                "deeper search, which no single term explains".to_owned()
            } else {
                group.term.clone()
            };
            let [from, to] = group.plies;
            let plies =
                if from == to { format!("ply {from}") } else { format!("plies {from} to {to}") };
            format!(
                "{better}'s lead comes from {} parted by {by}, mostly {plies}: {:+.1} points of {:+.1} in all.",
                counted(group.games as u64, "game"),
                led(group),
                lead.abs(),
            )
        }
    };
    Divergences { headline, looked: looked.len(), alike: looked.len() - partings.len(), groups }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::setup;
    use serde_json::json;

    fn arena(bots: [&str; 2], games: u32) -> Arena {
        let setup = json!({"game": "uros", "bots": bots, "games": games, "seed": 5});
        setup::read(&setup).expect("an arena")
    }

    #[test]
    fn finds_the_ply_where_the_bots_choose_differently() {
        let arena = arena(["greedy", "balanced"], 6);
        let plan = arena.prepare().expect("bots");
        let watch = || Box::new(NoClock) as Box<dyn crate::contract::bot::Clock>;
        let mut looked = Vec::new();
        for game in 0..plan.games() {
            let played = arena.play(&plan, game, &watch, true).expect("played");
            assert_eq!(played.moves.len(), played.plies);
            let record = arena.record(&plan, game, &played.moves).expect("legal");
            let again = arena.record(&plan, game, &[]).expect("played again");
            assert_eq!(record.moves, again.moves, "a recorded game equals the replayed game");
            let divergence = arena.divergence(&plan, game, [0, 1], &played.ranks).expect("asked");
            let divergence = divergence.expect("they differ");
            // The game continues with the move of the bot whose turn it is.
            let fixture = plan.schedule.fixture(game).expect("a game");
            let opening = arena.opening(&plan, &fixture).expect("an opening");
            assert!(divergence.ply >= opening.moves.len() && divergence.first != divergence.second);
            let mut position = arena.opening(&plan, &fixture).expect("an opening").position;
            for text in &played.moves[opening.moves.len()..divergence.ply] {
                position.play_ply(text).expect("a legal ply");
            }
            let seat = position.to_act().first().expect("a seat");
            let own =
                position.move_name(seat, &played.moves[divergence.ply]).expect("a legal move");
            assert!(
                [&divergence.first, &divergence.second].contains(&&own),
                "{own}: {divergence:?}"
            );
            assert!(divergence.by > 0.0 && divergence.term != SEARCH, "{divergence:?}");
            looked.push(Some(divergence));
        }
        looked.push(None);
        let found = add_up(&looked, ["greedy", "balanced"]);
        assert_eq!((found.looked, found.alike), (7, 1));
        assert_eq!(found.groups.iter().map(|group| group.games).sum::<usize>(), 6);
        let points: f64 = found.groups.iter().map(|group| group.share * group.games as f64).sum();
        let known: f64 = looked.iter().flatten().map(|divergence| divergence.points).sum();
        assert!((points - known).abs() < 1e-9);
    }

    /// The notation of Reversi numbers columns and rows, but the standard board shows letters and numbers.
    #[test]
    fn moves_use_the_coordinates_of_the_board() {
        let bots = ["greedy", "balanced"];
        let setup = json!({"game": "reversi", "bots": bots, "games": 2, "seed": 5,
            "options": {"map": "othello"}});
        let arena = setup::read(&setup).expect("an arena");
        let plan = arena.prepare().expect("bots");
        let watch = || Box::new(NoClock) as Box<dyn crate::contract::bot::Clock>;
        let played = arena.play(&plan, 0, &watch, true).expect("played");
        let divergence = arena.divergence(&plan, 0, [0, 1], &played.ranks).expect("asked");
        let divergence = divergence.expect("they differ");
        let [x, y] = [0, 2].map(|at| played.moves[divergence.ply].as_bytes()[at] - b'0');
        let own = format!("{}{}", char::from(b'a' + x), y + 1);
        assert!([&divergence.first, &divergence.second].contains(&&own), "{own}: {divergence:?}");
    }

    #[test]
    fn games_that_cannot_be_repeated_are_rejected() {
        let arena = arena(["greedy", "totora@5ms"], 2);
        let plan = arena.prepare().expect("bots");
        let error = arena.divergence(&plan, 0, [0, 1], &[1, 2]).expect_err("refused");
        assert!(error.contains("budget in time"), "{error}");
        assert!(arena.divergence(&plan, 9, [0, 1], &[1, 2]).is_err());
    }
}
