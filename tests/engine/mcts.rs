//! Monte Carlo tree search through its interface, on toy games and real games: its proofs are compared with simple searches,
//! and its limits of budget and memory and its reproducibility are tested.

use std::cell::Cell;
use std::fmt;
use totora::base::fixed::Fixed;
use totora::base::options::{OptionSpec, Options, OptionsError};
use totora::base::rng::{Rng, Stream};
use totora::contract::analysis::{Analysis, Candidate, Score};
use totora::contract::bot::{Bot, Budget, Clock, NoClock, Search};
use totora::contract::game::{
    Enumerable, Game, IllegalMove, MoveList, NotationError, Outcome, Seat, Seats,
};
use totora::games::isolation::{Isolation, Size};
use totora::games::uros::Uros;
use totora::search::alpha_beta::{AlphaBeta, Settings as Deep};
use totora::search::mcts::{
    Facts, Known, Mcts, Plain, Policy, Prior, Report, Reuse, Settings, TERMS, TreeSearch, try_moves,
};
use totora::search::random::RandomBot;

/// A toy game: each seat in turn puts `turn` stones on free cells. `needed` stones in a row, column or diagonal win. A full
/// board is a draw.
#[derive(Clone, Debug, PartialEq)]
struct Rows {
    width: usize,
    needed: usize,
    seats: usize,
    turn: usize,
    cells: Vec<Option<Seat>>,
    plies: usize,
    winner: Option<Seat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place(u16);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Rows {
    fn empty(width: usize, height: usize, needed: usize, seats: usize) -> Self {
        Rows {
            width,
            needed,
            seats,
            turn: 1,
            cells: vec![None; width * height],
            plies: 0,
            winner: None,
        }
    }

    fn tic_tac_toe() -> Self {
        Rows::empty(3, 3, 3, 2)
    }

    fn after(mut self, moves: &[u16]) -> Self {
        for &place in moves {
            let seat = self.mover();
            self.play(seat, &Place(place)).expect("legal");
        }
        self
    }

    fn at(&self, column: i32, row: i32) -> Option<Seat> {
        let inside = column >= 0 && (column as usize) < self.width && row >= 0;
        if inside {
            self.cells.get(row as usize * self.width + column as usize).copied().flatten()
        } else {
            None
        }
    }

    fn completes(&self, place: usize, seat: Seat) -> bool {
        let (column, row) = ((place % self.width) as i32, (place / self.width) as i32);
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dx, dy)| {
            let run = |sign: i32| {
                (1..)
                    .take_while(|n| {
                        self.at(column + sign * n * dx, row + sign * n * dy) == Some(seat)
                    })
                    .count()
            };
            run(1) + run(-1) + 1 >= self.needed
        })
    }

    /// Whether `seat` wins alone if all others play against it.
    fn forces(&self, seat: Seat) -> bool {
        if self.to_act().is_empty() {
            return self.winner == Some(seat);
        }
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        let mut results = moves.iter().map(|mv| {
            let mut next = self.clone();
            next.play_unchecked(mv);
            next.forces(seat)
        });
        if self.mover() == seat { results.any(|won| won) } else { results.all(|won| won) }
    }

    /// A position that is not over, after some random plies.
    fn random(&self, plies: usize, rng: &mut Rng) -> Self {
        loop {
            let mut position = self.clone();
            let mut moves = MoveList::new();
            for _ in 0..plies {
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(&moves[rng.below(moves.len())]);
            }
            if !position.to_act().is_empty() {
                return position;
            }
        }
    }
}

impl Game for Rows {
    type Move = Place;

    fn options() -> &'static [OptionSpec] {
        &[]
    }
    fn new(_: &Options, _: &mut Rng) -> Result<Self, OptionsError> {
        Ok(Rows::tic_tac_toe())
    }
    fn seats(&self) -> usize {
        self.seats
    }
    fn to_act(&self) -> Seats {
        if self.winner.is_some() || self.plies == self.cells.len() {
            Seats::NONE
        } else {
            Seats::one(self.plies / self.turn % self.seats)
        }
    }
    fn play(&mut self, seat: Seat, mv: &Place) -> Result<(), IllegalMove> {
        if !self.to_act().contains(seat) || self.cells.get(usize::from(mv.0)) != Some(&None) {
            return Err(IllegalMove(format!("not {mv}")));
        }
        self.play_unchecked(mv);
        Ok(())
    }
    fn forfeit(&mut self, _: Seat) -> Result<(), IllegalMove> {
        Err(IllegalMove::over())
    }
    fn outcome(&self) -> Option<Outcome> {
        if !self.to_act().is_empty() {
            return None;
        }
        let rank = |seat| if self.winner.is_none_or(|winner| winner == seat) { 1 } else { 2 };
        let ranks: Vec<u8> = (0..self.seats).map(rank).collect();
        Some(Outcome { scores: vec![0; self.seats], ranks, reason: "row" })
    }
    fn hash(&self) -> u64 {
        self.cells.iter().fold(self.plies as u64, |hash, cell| {
            let cell = cell.map_or(0, |seat| seat as u64 + 1);
            (hash ^ cell).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
        })
    }
    fn parse_move(&self, _: Seat, text: &str) -> Result<Place, NotationError> {
        text.parse().map(Place).map_err(|_| NotationError::new(text, 0, "a number"))
    }
    fn seat_name(&self, seat: Seat) -> String {
        seat.to_string()
    }
    fn encode_move(&self, mv: &Place, out: &mut Vec<u8>) {
        out.extend(mv.0.to_le_bytes());
    }
    fn decode_move(&self, bytes: &mut &[u8]) -> Option<Place> {
        let (head, tail) = bytes.split_first_chunk()?;
        *bytes = tail;
        Some(Place(u16::from_le_bytes(*head)))
    }
}

impl Enumerable for Rows {
    fn legal_moves(&self, moves: &mut MoveList<Place>) {
        moves.clear();
        if !self.to_act().is_empty() {
            let free = self.cells.iter().enumerate().filter(|(_, cell)| cell.is_none());
            moves.extend(free.map(|(place, _)| Place(place as u16)));
        }
    }
    fn play_unchecked(&mut self, mv: &Place) {
        let seat = self.mover();
        let place = usize::from(mv.0);
        if self.completes(place, seat) {
            self.winner = Some(seat);
        }
        self.cells[place] = Some(seat);
        self.plies += 1;
    }
}

/// Rows with a key for every cell.
#[derive(Clone, Copy, Debug)]
struct ByCell;

impl Policy<Rows> for ByCell {
    type Scratch = ();
    fn scratch(&self, _: &Rows) {}
    fn keys(&self, position: &Rows) -> usize {
        position.cells.len()
    }
    fn key(&self, _: &Rows, mv: &Place) -> Option<u16> {
        Some(mv.0)
    }
}

impl Report<Rows> for ByCell {
    fn facts(&self, _: &Rows, choice: &[Place], _: Option<&[Place]>) -> Facts {
        let reason = choice.first().map(|place| format!("The cell number is {place}."));
        Facts { reason, beside: Vec::new() }
    }
}

fn rng(seed: u64) -> Rng {
    Rng::new(seed, Stream::Other(4))
}

fn search<G: Enumerable, P: Report<G>>(
    policy: P,
    settings: Settings,
    position: &G,
    playouts: u64,
    seed: u64,
) -> TreeSearch<G, P> {
    let budget = Budget::Nodes(playouts);
    let mut search =
        TreeSearch::new(policy, settings, position, position.mover(), budget, rng(seed));
    while !search.advance(1 << 10, &NoClock) {}
    search
}

fn think<G: Enumerable>(
    settings: Settings,
    position: &G,
    playouts: u64,
    seed: u64,
) -> Analysis<G::Move> {
    search(Plain, settings, position, playouts, seed).analysis()
}

/// Checks the properties of every analysis.
fn check_thought<M: Clone + PartialEq + fmt::Debug>(analysis: &Analysis<M>, legal: &[M]) {
    let choice = analysis.choice.clone().expect("a choice");
    assert!(legal.contains(&choice));
    assert_eq!(analysis.candidates[0].mv, choice);
    assert_eq!(analysis.candidates.len(), legal.len(), "every legal move is a candidate");
    let place = |c: &Candidate<M>| {
        (c.score != Score::Unknown, !c.is_rough(&analysis.candidates[0]), c.lower_bound())
    };
    assert!(analysis.candidates.is_sorted_by(|a, b| place(a) >= place(b)));
    for candidate in &analysis.candidates {
        // Untried and decided moves have no terms.
        let known = matches!(candidate.score, Score::Value(_));
        assert_eq!(candidate.terms.len(), if known { analysis.terms.len() } else { 0 });
        for (value, term) in candidate.terms.iter().zip(&analysis.terms) {
            assert_eq!(value.contribution, term.weight.times(value.value));
        }
        if let Score::Value(score) = candidate.score {
            let sum: Fixed = candidate.terms.iter().map(|term| term.contribution).sum();
            assert_eq!(score, sum);
        }
    }
    assert!(analysis.why.ends_with('.'), "{}", analysis.why);
}

fn legal<G: Enumerable>(position: &G) -> Vec<G::Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves
}

fn next<G: Enumerable>(position: &G, mv: &G::Move) -> G {
    let mut next = position.clone();
    next.play_unchecked(mv);
    next
}

#[test]
fn tic_tac_toe_is_proven_a_draw() {
    for settings in [Settings::DEFAULT, Settings { look: false, ..Settings::DEFAULT }] {
        let analysis = think(settings, &Rows::tic_tac_toe(), 1_000_000, 1);
        assert!(analysis.exact && analysis.nodes < 1_000_000);
        for candidate in &analysis.candidates {
            assert_eq!(candidate.score, Score::Value(Fixed::from_thousandths(500)));
        }
        assert!(analysis.why.contains("keeps the draw"), "{}", analysis.why);
        check_thought(&analysis, &legal(&Rows::tic_tac_toe()));
    }
}

#[test]
fn proofs_agree_with_a_full_search() {
    let mut rng = rng(2);
    let mut proven = 0;
    for round in 0..150 {
        let board = if round % 3 == 0 { Rows::empty(4, 3, 3, 2) } else { Rows::tic_tac_toe() };
        let plies = board.cells.len() - 9 + rng.below(8);
        let position = board.random(plies, &mut rng);
        let mover = position.mover();
        let settings = match round % 5 {
            0 => Settings { look: false, expand: 1, ..Settings::DEFAULT },
            1 => Settings { breadth: 2, ..Settings::DEFAULT },
            2 => Settings { playouts: 3, ..Settings::RAVE },
            _ => Settings::RAVE,
        };
        let analysis = search(ByCell, settings, &position, 20_000, round).analysis();
        check_thought(&analysis, &legal(&position));
        for candidate in &analysis.candidates {
            let after = next(&position, &candidate.mv);
            let (won, lost) = (after.forces(mover), after.forces(1 - mover));
            match candidate.score {
                Score::Win(_) => assert!(won, "{position:?} {candidate:?}"),
                Score::Loss(_) => assert!(lost, "{position:?} {candidate:?}"),
                Score::Value(_) if analysis.exact => assert!(!won && !lost),
                Score::Unknown | Score::Value(_) => continue,
            }
            proven += 1;
        }
        // Such a small position is always solved, and the choice keeps its result.
        let chosen = next(&position, &analysis.candidates[0].mv);
        assert_eq!(chosen.forces(mover), position.forces(mover), "{position:?}");
        assert_eq!(chosen.forces(1 - mover), position.forces(1 - mover), "{position:?}");
    }
    assert!(proven > 300, "{proven}");
}

#[test]
fn an_immediate_win_is_seen_before_any_playout_and_a_threat_is_answered() {
    let wins = Rows::tic_tac_toe().after(&[0, 3, 1, 4]);
    let analysis = think(Settings::DEFAULT, &wins, 10, 1);
    assert_eq!(analysis.choice, Some(Place(2)));
    assert_eq!(analysis.candidates[0].score, Score::Win(Some(1)));
    assert_eq!(analysis.why, "2 wins at once.");
    assert_eq!(analysis.nodes, 0);

    let threatened = Rows::tic_tac_toe().after(&[0, 4, 8, 5]);
    let analysis = think(Settings::DEFAULT, &threatened, 1_000, 1);
    assert_eq!(analysis.choice, Some(Place(3)));
    for candidate in &analysis.candidates[1..] {
        assert_eq!(candidate.score, Score::Loss(Some(2)));
        assert_eq!(candidate.pv, [Place(3)]);
    }

    // A double threat cannot be answered: the search reports the loss and resists.
    let lost = Rows::tic_tac_toe().after(&[0, 1, 4, 8, 3]);
    let analysis = think(Settings::DEFAULT, &lost, 1_000, 1);
    assert!(analysis.exact);
    assert_eq!(analysis.candidates[0].score, Score::Loss(Some(2)));
    assert!(analysis.why.contains("loses by force"), "{}", analysis.why);
}

#[test]
fn without_the_solver_it_plays_well_by_sampling() {
    let settings = Settings { solver: false, ..Settings::DEFAULT };
    let threatened = Rows::tic_tac_toe().after(&[0, 4, 8, 5]);
    let analysis = think(settings, &threatened, 2_000, 3);
    assert_eq!((analysis.choice, analysis.nodes, analysis.exact), (Some(Place(3)), 2_000, false));
    let wins = Rows::tic_tac_toe().after(&[0, 3, 1, 4]);
    let analysis = think(settings, &wins, 500, 3);
    assert_eq!(analysis.choice, Some(Place(2)));
    assert!(matches!(analysis.candidates[0].score, Score::Value(_)));
}

#[test]
fn proofs_with_three_seats_hold_against_all_others() {
    let board = Rows::empty(3, 3, 2, 3);
    let wide = Rows::empty(4, 3, 3, 3);
    let mut rng = rng(5);
    let (mut wins, mut losses, mut open) = (0, 0, 0);
    for round in 0..120 {
        let position = if round % 2 == 0 {
            board.random(rng.below(6), &mut rng)
        } else {
            wide.random(4 + rng.below(6), &mut rng)
        };
        let mover = position.mover();
        let analysis = think(Settings::DEFAULT, &position, 1_500, round);
        check_thought(&analysis, &legal(&position));
        for candidate in &analysis.candidates {
            let after = next(&position, &candidate.mv);
            match candidate.score {
                Score::Win(_) => {
                    wins += 1;
                    assert!(after.forces(mover), "{position:?} {candidate:?}");
                }
                Score::Loss(_) => {
                    losses += 1;
                    assert!((0..3).any(|seat| seat != mover && after.forces(seat)));
                }
                Score::Unknown | Score::Value(_) => open += 1,
            }
        }
        // A loss is chosen only if there is nothing else.
        if matches!(analysis.candidates[0].score, Score::Loss(_)) {
            assert!(analysis.candidates.iter().all(|c| matches!(c.score, Score::Loss(_))));
        }
    }
    assert!(wins > 20 && losses > 20 && open > 20, "{wins} {losses} {open}");
}

#[test]
fn seats_need_not_alternate() {
    let board = Rows { turn: 2, ..Rows::empty(4, 3, 3, 2) };
    let mut rng = rng(7);
    let mut proven = 0;
    for round in 0..30 {
        let position = board.random(4 + rng.below(4), &mut rng);
        let mover = position.mover();
        let analysis = think(Settings::DEFAULT, &position, 3_000, round);
        for candidate in &analysis.candidates {
            let after = next(&position, &candidate.mv);
            match candidate.score {
                Score::Win(_) => assert!(after.forces(mover), "{position:?} {candidate:?}"),
                Score::Loss(_) => assert!(after.forces(1 - mover), "{position:?} {candidate:?}"),
                Score::Unknown | Score::Value(_) => continue,
            }
            proven += 1;
        }
    }
    assert!(proven > 30, "{proven}");
}

#[test]
fn eight_seats_are_supported() {
    let position = Rows::empty(8, 5, 3, 8).after(&[0, 2, 4, 6, 16, 26, 20, 22, 32, 34, 36, 38, 9]);
    assert_eq!(position.mover(), 5);
    let analysis = think(Settings::DEFAULT, &position, 2_000, 1);
    check_thought(&analysis, &legal(&position));
    assert!(!analysis.exact && analysis.nodes == 2_000);
    // Seat 5 then has two in a row with both ends free.
    let won = position.after(&[27, 11, 13, 15, 8, 24, 17, 31]);
    assert_eq!(won.mover(), 5);
    let analysis = think(Settings::DEFAULT, &won, 2_000, 1);
    assert_eq!(analysis.candidates[0].score, Score::Win(Some(1)));
    assert!([25, 28].contains(&analysis.candidates[0].mv.0));
}

#[test]
fn isolation_is_solved_as_by_alpha_beta() {
    use totora::games::isolation::heuristics::{Weighted, named};
    let mut rng = rng(8);
    let size = Size::parse("5x4").expect("a size");
    let (mut proven, mut all) = (0, 0);
    for seed in 0..14 {
        let mut position = Isolation::empty(size);
        for _ in 0..4 {
            let moves = legal(&position);
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(&moves[rng.below(moves.len())]);
        }
        if legal(&position).len() < 2 {
            // The game is over or has only one move.
            continue;
        }
        let open = Weighted::with_weights(&named::OPEN);
        let deep = AlphaBeta::new(open, Deep { table: Some(12), ..Deep::ALPHA_BETA });
        let seat = position.mover();
        let truth = deep.think(&position, seat, Budget::Depth(20), rng.clone(), &NoClock);
        let analysis = think(Settings::DEFAULT, &position, 20_000, seed);
        check_thought(&analysis, &legal(&position));
        all += 1;
        match (analysis.candidates[0].score, truth.candidates[0].score) {
            (Score::Win(Some(found)), Score::Win(quickest)) => {
                proven += 1;
                assert!(quickest.is_none_or(|quickest| found >= quickest));
            }
            (Score::Loss(_), Score::Loss(_)) => proven += 1,
            // Only one move does not lose at once, so the search stops.
            (Score::Value(_), _) if analysis.nodes <= 64 => proven += 1,
            (Score::Value(_), _) => {}
            (_, Score::Value(_)) if truth.depth <= 2 => proven += 1,
            (found, truth) => panic!("{found:?} is not {truth:?}"),
        }
    }
    assert!(all >= 8 && proven == all, "{proven} of {all}");
}

#[test]
fn the_result_depends_on_the_seed_but_not_on_slices() {
    let position = Rows::empty(6, 6, 4, 2).after(&[14, 15, 21]);
    let complete = search(ByCell, Settings::RAVE, &position, 3_000, 9).analysis();
    for slice in [1, 7, 1_000_000] {
        let budget = Budget::Nodes(3_000);
        let mut sliced = TreeSearch::new(ByCell, Settings::RAVE, &position, 1, budget, rng(9));
        while !sliced.advance(slice, &NoClock) {
            sliced.analysis();
        }
        assert_eq!(sliced.analysis(), complete);
    }
    assert_ne!(search(ByCell, Settings::RAVE, &position, 3_000, 10).analysis(), complete);
    assert!(complete.why.contains("The cell number is "), "{}", complete.why);
}

#[test]
fn the_numbers_are_pinned() {
    // The numbers change with the search, but must not change with the machine.
    let position = Rows::empty(5, 5, 4, 2).after(&[12]);
    let analysis = search(ByCell, Settings::RAVE, &position, 500, 1).analysis();
    let numbers: Vec<_> = analysis
        .candidates
        .iter()
        .take(3)
        .map(|c| (c.mv.0, c.visits.unwrap_or(0), c.terms[0].value.thousandths()))
        .collect();
    assert_eq!(numbers, PINNED);
}

const PINNED: [(u16, u64, i64); 3] = [(11, 111, 419), (15, 86, 407), (18, 84, 375)];

#[test]
fn the_budget_is_used_exactly() {
    let position = Rows::empty(6, 6, 5, 2);
    for (playouts, budget) in [(1, 1), (1, 777), (4, 1), (4, 10), (7, 1_000)] {
        let settings = Settings { playouts, ..Settings::DEFAULT };
        let analysis = think(settings, &position, budget, 1);
        assert_eq!(analysis.nodes, budget);
        let visits: u64 = analysis.candidates.iter().filter_map(|c| c.visits).sum();
        assert_eq!(visits, budget);
        check_thought(&analysis, &legal(&position));
    }
    let mut deep =
        TreeSearch::new(Plain, Settings::DEFAULT, &position, 0, Budget::Depth(2), rng(1));
    while !deep.advance(1 << 10, &NoClock) {}
    assert_eq!(deep.analysis().depth, 2);
    // A single legal move needs no search.
    let forced = Rows::tic_tac_toe().after(&[0, 1, 2, 4, 3, 5, 7, 6]);
    let analysis = think(Settings { look: false, ..Settings::DEFAULT }, &forced, 1_000_000, 1);
    assert!(analysis.nodes <= 64 && analysis.choice == Some(Place(8)));
}

#[test]
fn the_memory_is_bounded() {
    let position = Rows::empty(15, 15, 5, 2);
    let settings = Settings { memory: 1, expand: 1, solver: false, ..Settings::DEFAULT };
    let full = search(Plain, settings, &position, 6_000, 1);
    let (nodes, bytes) = full.size();
    assert!(bytes <= 1 << 20, "{bytes}");
    assert!(nodes > 20_000, "the memory is used: {nodes}");
    assert_eq!(full.playouts(), 6_000);
    check_thought(&full.analysis(), &legal(&position));
}

/// A watch that stops after `most` calls. Its time advances with every call.
struct CountingWatch {
    calls: Cell<u32>,
    most: u32,
}

impl Clock for CountingWatch {
    fn elapsed_ms(&self) -> f64 {
        self.calls.set(self.calls.get() + 1);
        f64::from(self.calls.get())
    }
    fn stop(&self) -> bool {
        self.calls.set(self.calls.get() + 1);
        self.calls.get() > self.most
    }
}

#[test]
fn it_stops_on_request_and_when_time_is_up() {
    let position = Rows::empty(6, 6, 5, 2);
    let bot = Mcts::new(Plain, Settings::DEFAULT);
    let watch = CountingWatch { calls: Cell::new(0), most: 20 };
    let analysis = bot.think(&position, 0, Budget::Nodes(1_000_000_000), rng(1), &watch);
    assert!(analysis.nodes < 500 && analysis.choice.is_some());
    let watch = CountingWatch { calls: Cell::new(0), most: u32::MAX };
    let analysis = bot.think(&position, 0, Budget::Ms(50), rng(1), &watch);
    assert!(analysis.nodes < 500 && analysis.choice.is_some());
    let not_started = bot.begin(&position, 0, Budget::Nodes(5), rng(1)).analysis();
    check_thought(&not_started, &legal(&position));
}

#[test]
fn a_tree_is_reused_only_with_the_option() {
    let start = Rows::empty(6, 6, 4, 2);
    let later = start.clone().after(&[14, 15]);
    let visits = |analysis: &Analysis<Place>| -> u64 {
        analysis.candidates.iter().filter_map(|c| c.visits).sum()
    };
    let cold = search(ByCell, Settings::RAVE, &later, 400, 3).analysis();
    let on = Settings { reuse: Reuse::On, ..Settings::RAVE };
    let narrow = Settings { rave: 50, exploration: Fixed::ZERO, ..on };
    for (settings, again) in [(Settings::RAVE, false), (narrow, true)] {
        let first = search(ByCell, settings, &start, 5_000, 3);
        let line = first.analysis();
        drop(first);
        let moves = [line.candidates[0].mv, line.candidates[0].pv[0]];
        let position = start.clone().after(&moves.map(|mv| mv.0));
        let analysis = search(ByCell, settings, &position, 400, 3).analysis();
        assert_eq!(analysis.nodes, 400);
        assert_eq!(visits(&analysis) > 400, again, "{settings:?}");
        check_thought(&analysis, &legal(&position));
    }
    // With a budget in playouts, the result does not depend on earlier searches.
    drop(search(ByCell, Settings::RAVE, &start, 5_000, 3));
    assert_eq!(search(ByCell, Settings::RAVE, &later, 400, 3).analysis(), cold);
    // A budget in milliseconds continues with the old tree.
    let watch = || CountingWatch { calls: Cell::new(0), most: u32::MAX };
    let bot = Mcts::new(ByCell, Settings { memory: 2, ..narrow });
    let timed = Mcts::new(ByCell, Settings { memory: 2, reuse: Reuse::Timed, ..narrow });
    let analysis = timed.think(&start, 0, Budget::Ms(1_000), rng(1), &watch());
    let moves = [analysis.candidates[0].mv, analysis.candidates[0].pv[0]];
    let position = start.clone().after(&moves.map(|mv| mv.0));
    let other = bot.think(&position, 0, Budget::Nodes(100), rng(1), &NoClock);
    assert_eq!(visits(&other), 100, "another bot's tree is not reused");
    let analysis = timed.think(&position, 0, Budget::Ms(10), rng(1), &watch());
    assert!(visits(&analysis) > analysis.nodes, "its own tree is reused");
}

/// A policy that gives a true or false hint for one cell and can mark other cells as lost.
#[derive(Clone, Copy, Debug)]
struct Hinted {
    cell: u16,
    mark_lost: bool,
}

impl Policy<Rows> for Hinted {
    type Scratch = u32;
    fn scratch(&self, _: &Rows) -> u32 {
        0
    }
    fn outlook(
        &self,
        calls: &mut u32,
        position: &Rows,
        moves: &[Place],
        look: bool,
        outlooks: &mut [Prior],
    ) {
        *calls += 1;
        if look {
            try_moves(position, moves, outlooks);
        }
        for (mv, outlook) in moves.iter().zip(outlooks) {
            if mv.0 == self.cell {
                (outlook.wins, outlook.visits) = (20.0, 20.0);
            } else if self.mark_lost && position.plies == 0 {
                outlook.known = Known::Won { by: 1 - position.mover(), plies: 1 };
            }
        }
    }
}

impl Report<Rows> for Hinted {}

#[test]
fn hints_attract_visits_and_known_results_are_trusted() {
    let position = Rows::empty(7, 7, 5, 2);
    for cell in [0, 31] {
        let hinted = Hinted { cell, mark_lost: false };
        let settings = Settings { first_play: Fixed::from_thousandths(600), ..Settings::DEFAULT };
        let analysis = search(hinted, settings, &position, 60, 1).analysis();
        let most = analysis.candidates.iter().max_by_key(|candidate| candidate.visits);
        assert_eq!(most.map(|candidate| candidate.mv), Some(Place(cell)));
        check_thought(&analysis, &legal(&position));
    }
    let analysis =
        search(Hinted { cell: 7, mark_lost: true }, Settings::DEFAULT, &position, 60, 1).analysis();
    assert_eq!(analysis.choice, Some(Place(7)));
    assert_eq!(analysis.candidates[0].visits, Some(60), "lost moves are not tried");
}

#[test]
fn many_moves_enter_the_tree_gradually() {
    let position = Rows::empty(40, 40, 5, 2);
    let settings = Settings { breadth: 16, expand: 1, ..Settings::DEFAULT };
    let narrow = search(Plain, settings, &position, 3_000, 1);
    assert!(narrow.size().0 < 1_600 + 3_000 * 17, "{}", narrow.size().0);
    check_thought(&narrow.analysis(), &legal(&position));
    // A loss is claimed only when all replies are in the tree: the threat is answered despite the small breadth.
    let threatened = Rows::empty(4, 4, 3, 2).after(&[0, 5, 15, 6]);
    let analysis = think(Settings { breadth: 1, ..Settings::DEFAULT }, &threatened, 20_000, 1);
    for candidate in &analysis.candidates {
        let after = next(&threatened, &candidate.mv);
        match candidate.score {
            Score::Loss(_) => assert!(after.forces(1)),
            Score::Win(_) => assert!(after.forces(0)),
            Score::Unknown | Score::Value(_) => {}
        }
    }
}

#[test]
fn playouts_can_be_cut() {
    let position = Rows::empty(6, 6, 5, 2);
    let analysis = think(Settings { cut: 1, ..Settings::DEFAULT }, &position, 100, 1);
    assert!(analysis.candidates.iter().all(|c| c.terms[0].value == Fixed::from_thousandths(500)));
    check_thought(&analysis, &legal(&position));
}

#[test]
fn with_hints_from_keys_it_beats_random_play() {
    // Rows are won by tactics, so later moves say less than in a connection game.
    let settings = Settings { rave: 100, ..Settings::RAVE };
    let mut points = 0;
    for game in 0..8 {
        let mut position = Rows::empty(6, 6, 4, 2);
        let smart = game % 2;
        while let Some(seat) = position.to_act().first() {
            let choice = if seat == smart {
                search(ByCell, settings, &position, 250, game as u64).analysis().choice
            } else {
                let rng = Rng::new(game as u64, Stream::Decision { seat, ply: position.plies });
                RandomBot.choose(&position, seat, Budget::Nodes(1), rng, &NoClock)
            };
            position.play(seat, &choice.expect("a move")).expect("legal");
        }
        points += position.outcome().expect("over").halves(smart);
    }
    assert!(points >= 15, "{points} of 16 half points against random play");
}

#[test]
fn it_plays_uros() {
    let bot = Mcts::new(Plain, Settings { expand: 4, ..Settings::DEFAULT });
    let mut position = Uros::start(false, false);
    let mut rng = rng(6);
    let mut plies = 0;
    while let Some(seat) = position.to_act().first() {
        let choice = if seat == 0 {
            let analysis = bot.think(&position, seat, Budget::Nodes(120), rng.clone(), &NoClock);
            check_thought(&analysis, &legal(&position));
            assert_eq!(analysis.terms.len(), TERMS.len());
            analysis.choice
        } else {
            RandomBot.choose(&position, seat, Budget::Nodes(1), rng.clone(), &NoClock)
        };
        rng.next_u64();
        position.play(seat, &choice.expect("a move")).expect("legal");
        plies += 1;
    }
    assert!(plies > 10);
    assert_eq!(position.outcome().expect("over").halves(0), 2, "it beats random play");
}
