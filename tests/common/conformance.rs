//! The test suite that every game runs. It checks the promises of the contract in random games.
//!
//! Each game calls it with one line; see `tests/contract/conformance.rs`.

use super::arguments::arguments_support_the_choice;
use super::shown::shown;
use std::collections::{BTreeSet, HashMap};
use totora::base::fixed::Fixed;
use totora::base::options::{Options, RawOptions};
use totora::base::rng::{Rng, Stream};
use totora::catalog;
use totora::contract::analysis::{Candidate, Score};
use totora::contract::bot::{BotSpec, Budget, NoClock};
use totora::contract::game::{Enumerable, FORFEIT, MoveList, TURN_SEPARATOR};
use totora::contract::presentation::Presentation;
use totora::record::link::ViewState;
use totora::record::{Record, SeatSpec};
use totora::session::Session;

/// The size of a run.
#[derive(Clone, Copy)]
pub(crate) struct Depth {
    /// The number of random games.
    pub(crate) games: u64,
    /// The number of plies between two positions where bots, links and records are tested.
    pub(crate) stride: usize,
    /// The budget of bots that use one.
    pub(crate) budget: Budget,
    /// Whether bots may ignore a legal move, according to the game's docs.
    pub(crate) left_out: fn(&str) -> bool,
}

/// Runs the suite for a game whose moves can be listed.
pub(crate) fn conformance<G: Presentation + Enumerable + PartialEq>(
    id: &str,
    raw: &RawOptions,
    bots: &[&BotSpec<G>],
    depth: &Depth,
) {
    let entry = catalog::game(id).expect("in the catalogue");
    let options = Options::check(entry.options(), raw).expect("options");
    let mut written: BTreeSet<String> = BTreeSet::new();
    let mut hashes: HashMap<u64, String> = HashMap::new();
    for seed in 0..depth.games {
        let mut rng = Rng::new(seed, Stream::Other(77));
        let begin = || G::new(&options, &mut Rng::new(seed, Stream::Setup)).expect("a start");
        let mut position = begin();
        assert!(position == begin(), "the same seed gives the same start");
        let mut session = begin_session(id, raw, seed);
        let mut moves = MoveList::new();
        let mut ply = 0;
        loop {
            position.legal_moves(&mut moves);
            erased_type_agrees(&position, &session, &moves);
            if let Some(other) =
                hashes.insert(position.hash(), shown(&position.summary()).to_string())
            {
                assert_eq!(
                    other,
                    shown(&position.summary()).to_string(),
                    "different positions have different hashes"
                );
            }
            let Some(seat) = position.to_act().first() else { break };
            listed_moves_are_the_playable_moves(&position, &moves, &mut written);
            if ply % depth.stride == 0 {
                bots_are_consistent(&position, bots, &moves, seed, depth);
                record_and_link_restore_the_game(&session, ply);
            }
            let mv = &moves[rng.below(moves.len())];
            let mut unchecked = position.clone();
            unchecked.play_unchecked(mv);
            let before = position.hash();
            position.play(seat, mv).expect("listed moves are legal");
            assert!(position == unchecked, "checked and unchecked play agree on {mv}");
            assert_ne!(position.hash(), before, "a move changes the position");
            session.play(Some(seat), &mv.to_string(), false).expect("legal by its text");
            ply += 1;
            assert!(ply < 10_000, "games end");
        }
        ended_correctly(&mut position, &session);
        record_and_link_restore_the_game(&session, ply / 2);
        take_back_to_the_start(&mut session);
    }
}

fn begin_session(id: &str, raw: &RawOptions, seed: u64) -> Session {
    let record = serde_json::json!({ "totora": 1, "game": id, "options": raw, "seed": seed });
    Session::begin(Record::from_json(&record).expect("a record")).expect("a session")
}

/// The data of a position is the same through its own type and through the erased type.
fn erased_type_agrees<G: Presentation + Enumerable>(
    position: &G,
    session: &Session,
    moves: &[G::Move],
) {
    let erased = session.position();
    assert_eq!(position.hash(), erased.hash());
    assert_eq!(position.to_act(), erased.to_act());
    assert_eq!(position.outcome().is_some(), position.to_act().is_empty());
    assert_eq!(
        moves.is_empty(),
        position.to_act().is_empty(),
        "the game is over exactly when no move is legal"
    );
    assert_eq!(position.legal_count(), moves.len());
    assert_eq!(erased.legal_count(), Some(moves.len()));
    let texts: Vec<String> = moves.iter().map(|mv| mv.to_string()).collect();
    assert_eq!(erased.legal().as_ref(), Some(&texts));
    assert_eq!(
        texts.iter().collect::<BTreeSet<_>>().len(),
        texts.len(),
        "each move is listed once"
    );
    assert!(shown(&position.summary()).is_object() && shown(&position.view()).is_object());
    assert_eq!(position.metrics().len(), session.metrics()[0].len());
    assert!(!position.turn_text().is_empty());
    for seat in 0..position.seats() {
        assert!(!position.seat_name(seat).is_empty());
        position.seat_status(seat);
    }
}

/// Every listed move can be played and has a notation and a code. Every other move that was legal somewhere is refused, and
/// this changes nothing.
fn listed_moves_are_the_playable_moves<G: Presentation + Enumerable + PartialEq>(
    position: &G,
    moves: &[G::Move],
    written: &mut BTreeSet<String>,
) {
    let seat = position.mover();
    let listed: BTreeSet<String> = moves.iter().map(|mv| mv.to_string()).collect();
    for mv in moves {
        let text = mv.to_string();
        assert_eq!(position.parse_move(seat, &text).as_ref(), Ok(mv), "notation of {text}");
        assert!(
            !position.describe_move(mv).is_empty() && shown(&position.location(mv)).is_object()
        );
        let mut code = Vec::new();
        position.encode_move(mv, &mut code);
        code.push(0xa5);
        let mut rest = code.as_slice();
        assert_eq!(position.decode_move(&mut rest).as_ref(), Some(mv), "code of {text}");
        assert_eq!(rest, [0xa5], "the code of {text} ends where it should");
        let wrong_seat = (seat + 1) % position.seats();
        assert!(position.clone().play(wrong_seat, mv).is_err(), "{text} out of turn");
    }
    for text in written.iter().filter(|text| !listed.contains(*text)) {
        if let Ok(mv) = position.parse_move(seat, text) {
            let mut copy = position.clone();
            let error = copy.play(seat, &mv).expect_err("not listed").to_string();
            assert!(!error.is_empty());
            assert!(copy == *position, "a refused {text} changes nothing");
        }
    }
    if written.len() < 2_000 {
        written.extend(listed);
    }
}

/// Bots choose a legal move with the best score of all scores that they show.
fn bots_are_consistent<G: Presentation + Enumerable>(
    position: &G,
    bots: &[&BotSpec<G>],
    moves: &[G::Move],
    seed: u64,
    depth: &Depth,
) {
    let seat = position.mover();
    for spec in bots {
        let bot = spec.build(&Options::default());
        // A bot without a budget ignores it.
        let budget = spec.budget.map_or(Budget::Nodes(1), |_| depth.budget);
        let rng = || Rng::new(seed, Stream::Decision { seat, ply: 0 });
        let analysis = bot.think(position, seat, budget, rng(), &NoClock);
        let choice = analysis.choice.clone().expect("a choice");
        assert!(moves.contains(&choice), "{} chose {choice}, which is not legal", spec.id);
        let again = bot.choose(position, seat, budget, rng(), &NoClock);
        assert_eq!(again, Some(choice.clone()), "{}: analysis and choice agree", spec.id);
        assert!(!analysis.why.is_empty());
        arguments_support_the_choice(spec.id, (&analysis, &[]), position);
        let shown =
            analysis.candidates.iter().find(|c| c.mv == choice).expect("the choice is a candidate");
        for candidate in &analysis.candidates {
            assert!(moves.contains(&candidate.mv));
            let least = [candidate.lower_bound(), shown.lower_bound()];
            let samples = [candidate, shown].map(|one| (one.score, one.interval, one.visits));
            assert!(least[0] <= least[1], "{}: {}: {samples:?}", spec.id, candidate.mv);
            assert!(!(candidate.bound && matches!(candidate.score, Score::Loss(_))));
            assert!(candidate.depth.is_none_or(|depth| depth < analysis.depth));
            if let (Score::Value(score), false) = (candidate.score, candidate.terms.is_empty()) {
                let sum: Fixed = candidate.terms.iter().map(|term| term.contribution).sum();
                assert_eq!(
                    score, sum,
                    "{}: the terms of {} sum to its score",
                    spec.id, candidate.mv
                );
                assert_eq!(candidate.terms.len(), analysis.terms.len());
            }
        }
        assert_eq!(analysis.candidates[0].mv, choice, "{}: the choice is listed first", spec.id);
        assert!(!shown.bound, "{}: the score of the choice is exact", spec.id);
        if spec.budget.is_none() {
            let examined: BTreeSet<String> =
                analysis.candidates.iter().map(|candidate| candidate.mv.to_string()).collect();
            for mv in moves.iter().map(|mv| mv.to_string()) {
                let known = examined.contains(&mv) || (depth.left_out)(&mv);
                assert!(known, "{} needs no budget, but did not examine {mv}", spec.id);
            }
        }
        let part = |c: &Candidate<G::Move>| match c.score {
            Score::Unknown => 0,
            _ if c.bound => 1,
            _ => 2 + u8::from(!c.is_rough(&analysis.candidates[0])),
        };
        let scores: Vec<_> =
            analysis.candidates.iter().map(|c| (part(c), c.lower_bound())).collect();
        assert!(
            scores.is_sorted_by(|a, b| a >= b),
            "exact scores, then scores of few visits, then bounds, then unknown scores, each part with the best first"
        );
    }
}

/// A record and a link both restore the same game.
fn record_and_link_restore_the_game(session: &Session, ply: usize) {
    let last = session.plies().len();
    let record = session.to_record().to_json();
    let text = record.to_string();
    let again =
        Session::replay(Record::from_text(&text).expect("its own record")).expect("replays");
    assert_eq!(again.to_record().to_json(), record);
    assert_eq!(again.position().hash(), session.position_at(last).expect("the last").hash());
    let overlay = session.setup().game.data().overlays.last().expect("an overlay");
    let (ply, overlay) = (ply.min(last), (*overlay).to_owned());
    let shown = ViewState { ply, overlay, turned: 3, ..ViewState::default() };
    let link = session.link(&shown).expect("a link");
    let (opened, state) = Session::open(&link).expect("its own link");
    assert_eq!(state, shown);
    assert_eq!(opened.ply(), shown.ply);
    assert_eq!(opened.to_record().to_json(), record);
    let (again, _) =
        Session::open(&format!("https://example.org/a/?embed{link}")).expect("with an address");
    assert_eq!(again.to_record().to_json(), record);
}

/// At the end of a game, every seat has an outcome and no move is accepted.
fn ended_correctly<G: Presentation + PartialEq>(position: &mut G, session: &Session) {
    let outcome = position.outcome().expect("over");
    assert_eq!(outcome.ranks.len(), position.seats());
    assert_eq!(outcome.scores.len(), position.seats());
    assert_eq!(outcome.ranks.iter().min(), Some(&1), "a seat is first");
    let declared =
        session.to_record().game.data().reasons.iter().any(|(reason, _)| *reason == outcome.reason);
    assert!(declared, "{} has no text for users: add it to `reasons`", outcome.reason);
    assert!(!position.report().is_empty());
    assert!(session.outcome_text().is_some());
    let copy = position.clone();
    for seat in 0..position.seats() {
        assert!(position.forfeit(seat).is_err(), "no seat can forfeit after the end");
    }
    assert!(*position == copy);
}

fn take_back_to_the_start(session: &mut Session) {
    let mut hashes: Vec<u64> = (0..=session.plies().len())
        .map(|ply| session.position_at(ply).expect("a ply").hash())
        .collect();
    while let Some(hash) = hashes.pop() {
        assert_eq!(session.position().hash(), hash);
        assert_eq!(session.take_back().is_ok(), !hashes.is_empty());
    }
    // The seat to act can forfeit. This is not a listed move in any game.
    let seat = session.position().to_act().first().expect("begun");
    assert!(!session.position().legal().expect("listed").contains(&FORFEIT.to_owned()));
    session.play(Some(seat), FORFEIT, false).expect("forfeits");
    assert!(session.plies().len() == 1);
    record_and_link_restore_the_game(session, 1);
}

/// Every bot in the catalogue can be created from its data and plays a whole game.
pub(crate) fn bots_play(id: &str, raw: &RawOptions, budget: Budget) {
    let entry = catalog::game(id).expect("in the catalogue");
    for bot in entry.bots() {
        let spec = SeatSpec::Bot {
            id: bot.id,
            options: Options::default(),
            budget: bot.budget.map(|_| budget),
        };
        let mut sessions = [0, 1].map(|_| {
            let mut session = begin_session(id, raw, 5);
            for seat in 0..session.setup().seats.len() {
                session.set_seat(seat, spec.clone()).expect("a seat");
            }
            while session.play_bot(&NoClock).expect("plays") {}
            session
        });
        let records = sessions.each_ref().map(|session| session.to_record().to_json());
        assert_eq!(records[0], records[1], "{} plays the same game from the same seed", bot.id);
        assert!(sessions[0].position().outcome().is_some());
        // The analysis at a ply chooses the move that the bot played there.
        for ply in [0, sessions[0].plies().len() / 2] {
            // In a simultaneous turn, take the part of the first seat.
            let played =
                sessions[0].plies()[ply].text.split(TURN_SEPARATOR).next().map(str::to_owned);
            sessions[0].go_to(ply).expect("a ply");
            let mut thinking = sessions[0].think(&spec).expect("thinks");
            while !thinking.advance(64, &NoClock) {}
            assert_eq!(thinking.analysis().choice, played, "{} at ply {ply}", bot.id);
            assert_eq!(thinking.descriptions().len(), thinking.analysis().candidates.len());
        }
    }
}

/// Runs the suite for a game with simultaneous moves, which `order` creates.
pub(crate) fn conformance_simultaneous<G: Presentation + PartialEq>(
    id: &str,
    raw: &RawOptions,
    bots: &[&BotSpec<G>],
    order: &dyn Fn(&G, usize, &mut Rng) -> String,
    depth: &Depth,
) {
    let entry = catalog::game(id).expect("in the catalogue");
    assert!(entry.simultaneous() && G::simultaneous());
    let options = Options::check(entry.options(), raw).expect("options");
    let mut hashes: HashMap<u64, String> = HashMap::new();
    for seed in 0..depth.games {
        let mut rng = Rng::new(seed, Stream::Other(77));
        let begin = || G::new(&options, &mut Rng::new(seed, Stream::Setup)).expect("a start");
        let mut position = begin();
        assert!(position == begin(), "the same seed gives the same start");
        let mut session = begin_session(id, raw, seed);
        let mut ply = 0;
        while !position.to_act().is_empty() {
            let summary = shown(&position.summary()).to_string();
            if let Some(other) = hashes.insert(position.hash(), summary.clone()) {
                assert_eq!(other, summary, "different positions have different hashes");
            }
            if ply % depth.stride == 0 {
                simultaneous_bots_are_consistent(&position, bots, seed, depth.budget);
                record_and_link_restore_the_game(&session, ply);
            }
            let owing = position.to_act();
            let (before_turn, view) = (position.clone(), shown(&position.view()));
            let mut moved = 0;
            // In any order, no seat sees a move before the last seat has moved.
            let mut seats: Vec<usize> = owing.iter().collect();
            rng.shuffle(&mut seats);
            for &seat in &seats {
                let text = order(&before_turn, seat, &mut rng);
                let mv = position.parse_move(seat, &text).expect("notation");
                assert_eq!(position.parse_move(seat, &mv.to_string()).as_ref(), Ok(&mv), "{text}");
                assert!(
                    !position.describe_move(&mv).is_empty()
                        && shown(&position.location(&mv)).is_object()
                );
                let mut code = Vec::new();
                position.encode_move(&mv, &mut code);
                code.push(0xa5);
                let mut rest = code.as_slice();
                assert_eq!(position.decode_move(&mut rest).as_ref(), Some(&mv), "code of {text}");
                assert_eq!(rest, [0xa5], "the code of {text} ends where it should");
                let before = position.hash();
                position.play(seat, &mv).expect("orders are accepted");
                session.play(Some(seat), &mv.to_string(), false).expect("legal by its text");
                assert_ne!(position.hash(), before, "a move changes the position");
                moved += 1;
                if moved < seats.len() {
                    assert!(!position.to_act().contains(seat) && !position.to_act().is_empty());
                    assert_eq!(shown(&position.summary()), shown(&before_turn.summary()));
                    let mut hidden = shown(&position.view());
                    for empire in 0..position.seats() {
                        hidden["empires"][empire]["ready"] =
                            view["empires"][empire]["ready"].clone();
                    }
                    assert_eq!(hidden, view, "pending moves are hidden");
                    let copy = position.clone();
                    assert!(position.play(seat, &mv).is_err(), "a seat moves once per turn");
                    assert!(position == copy, "a refused move changes nothing");
                    assert_eq!(session.ply(), ply);
                } else {
                    assert_eq!(session.ply(), ply + 1, "the last move completes the turn");
                }
                assert_eq!(position.hash(), session.position().hash());
                assert_eq!(position.to_act(), session.position().to_act());
            }
            ply += 1;
            assert!(ply < 10_000, "games end");
            assert_eq!(session.plies()[ply - 1].seats, owing);
        }
        assert_eq!(session.metrics().len(), ply + 1);
        assert_eq!(session.metrics()[0].len(), position.metrics().len());
        ended_correctly(&mut position, &session);
        record_and_link_restore_the_game(&session, ply / 2);
        take_back_by_turns(&mut session);
    }
}

/// Bots give orders that are accepted and that have the best score of all scores that they show.
fn simultaneous_bots_are_consistent<G: Presentation>(
    position: &G,
    bots: &[&BotSpec<G>],
    seed: u64,
    budget: Budget,
) {
    for (spec, seat) in bots.iter().zip((0..position.seats()).cycle()) {
        let bot = spec.build(&Options::default());
        let budget = spec.budget.map_or(budget, |_| budget);
        let rng = || Rng::new(seed, Stream::Decision { seat, ply: 0 });
        let mut thinking = bot.begin(position, seat, budget, rng());
        while !thinking.advance(64, &NoClock) {}
        let (analysis, tasks) = (thinking.analysis(), thinking.tasks());
        let choice = analysis.choice.clone().expect("a choice");
        position.clone().play(seat, &choice).expect("accepted");
        let again = bot.choose(position, seat, budget, rng(), &NoClock);
        assert_eq!(again, Some(choice.clone()), "{}: analysis and choice agree", spec.id);
        assert!(!analysis.why.is_empty());
        arguments_support_the_choice(spec.id, (&analysis, &tasks), position);
        assert_eq!(analysis.candidates[0].mv, choice, "{}: the choice is listed first", spec.id);
        let scores: Vec<_> = analysis.candidates.iter().map(|c| c.score).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "the best candidates are listed first");
        for candidate in &analysis.candidates {
            let sum: Fixed = candidate.terms.iter().map(|term| term.contribution).sum();
            assert_eq!(candidate.score, Score::Value(sum), "{}: terms sum to the score", spec.id);
        }
        assert!(!tasks.is_empty(), "{} shows tasks", spec.id);
        for task in &tasks {
            let sum: Fixed = task.terms.iter().map(|term| term.contribution).sum();
            assert_eq!(task.score, sum, "{}: the terms of {} sum to its score", spec.id, task.who);
        }
    }
}

fn take_back_by_turns(session: &mut Session) {
    let last = session.plies().len();
    let hashes: Vec<u64> =
        (0..=last).map(|ply| session.position_at(ply).expect("a ply").hash()).collect();
    for ply in [0, last / 2, last] {
        session.go_to(ply).expect("a ply");
        assert_eq!(session.position().hash(), hashes[ply]);
    }
    for ply in (1..=last).rev() {
        session.take_back().expect("a turn");
        assert_eq!((session.ply(), session.position().hash()), (ply - 1, hashes[ply - 1]));
    }
    assert!(session.take_back().is_err());
    // A move in a pending turn is taken back first.
    let seats: Vec<usize> = session.position().to_act().iter().collect();
    session.play(Some(seats[1]), FORFEIT, false).expect("forfeits");
    assert_ne!(session.position().hash(), hashes[0]);
    session.take_back().expect("a pending move");
    assert_eq!(session.position().hash(), hashes[0]);
    // All seats forfeit.
    for &seat in &seats {
        session.play(Some(seat), FORFEIT, false).expect("forfeits");
    }
    assert!(session.plies().len() == 1 && session.position().outcome().is_some());
    record_and_link_restore_the_game(session, 1);
}
