//! A film is the search itself: its events, counted and replayed, give the numbers of the analysis.

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use totora::catalog::AnySearch;
use totora::contract::analysis::Score;
use totora::contract::bot::{NoClock, SLICE};
use totora::contract::film::{Event, FIRST, Kind, MOST_BYTES, MOST_EVENTS, Variation, What};
use totora::record::Record;
use totora::record::link::{FilmView, ViewState};
use totora::session::{Session, dto, film};

/// A game, plies, a bot and its nodes: each kind of search, and each game.
type Case = (&'static str, Value, &'static [&'static str], &'static str, u64);

/// Moves of a game of Reversi that leave ten empty cells, and of a game of Uros that leave few things to place.
const REVERSI_END: &str = "4,5 3,5 2,5 3,6 2,3 3,2 4,7 5,5 3,1 1,2 6,5 3,0 0,1 3,7 2,2 7,5 5,6 1,1 2,1 1,3 6,6 6,7 0,3 0,0 7,4 1,4 1,5 0,5 1,6 4,2 1,0 0,7 7,7 0,2 4,1 4,0 5,1 6,1 4,6 5,4 7,6 6,4 2,4 0,6 2,6 5,7 7,1 5,0 1,7 0,4";
const UROS_END: &str = "F.3 P.2 P@E4 F@A3 F.0 P.3 F.2 T@A5/270 T.3 T.1 F.4 V@B5/90 V.2 T.2 T.0 D@C2/90 D.0 F.1 V.0 I@B6 I.0 V.1 I.1 I.2 U@D2/270 L@D5/90 L.3 U.1 P.4 P.0 U.4";

/// The moves of a line.
fn plies(line: &'static str) -> &'static [&'static str] {
    line.split(' ').collect::<Vec<_>>().leak()
}

fn searching() -> Vec<Case> {
    vec![
        ("reversi", json!({}), &["4,5"], "totora", 1_000),
        ("reversi", json!({}), plies(REVERSI_END), "totora", 3_000),
        ("isolation", json!({ "size": "5x5" }), &["a1", "c3"], "ab-custom", 3_000),
        ("isolation", json!({ "size": "5x5" }), &["a1", "c3"], "mm-improved", 3_000),
        ("reversi", json!({}), &["4,5"], "alphabeta", 2_000),
        ("fencemaster", json!({ "size": 4 }), &["2,2", "3,3"], "alpha-beta", 1_000),
        ("reversi", json!({ "map": "trio" }), &[], "paranoid", 1_000),
        ("reversi", json!({ "map": "trio" }), &[], "brs", 1_000),
        ("reversi", json!({ "map": "trio" }), &[], "maxn", 1_000),
    ]
}

fn simulating() -> Vec<Case> {
    vec![
        ("uros", json!({}), &["T@A6"], "totora", 300),
        ("fencemaster", json!({ "size": 4 }), &["2,2", "3,3"], "totora", 300),
        ("reversi", json!({}), &["4,5"], "mcts", 300),
        ("fencemaster", json!({ "size": 4 }), &["2,2", "3,3"], "lab-mcts", 200),
    ]
}

fn rating() -> Vec<Case> {
    vec![
        ("uros", json!({}), &["T@A6"], "balanced", 1),
        ("reversi", json!({}), &["4,5"], "balanced", 1),
        ("fencemaster", json!({ "size": 4 }), &["2,2"], "edgewise", 1),
        ("outpost", json!({}), &[], "wolfpack", 1),
        // Solvers: each move once, with its result.
        ("isolation", json!({ "size": "5x5" }), &["a1", "c3"], "perfect", 1_000_000),
        ("fencemaster", json!({ "size": 4 }), &["2,2", "3,3"], "perfect", 20_000),
        ("uros", json!({}), plies(UROS_END), "totora", 100_000),
    ]
}

fn begin(
    (game, options, plies, bot, nodes): &Case,
    observed: Option<Variation>,
) -> Box<dyn AnySearch> {
    let record = json!({ "totora": 1, "game": game, "seed": 1, "options": options });
    let mut session =
        Session::begin(Record::from_json(&record).expect("a record")).expect("a game");
    for ply in *plies {
        session.play(None, ply, false).expect("legal");
    }
    // A heuristic of the Lab in a tree search.
    let (bot, options) = match *bot {
        "lab-mcts" => ("lab", json!({ "search": "mcts" })),
        "alpha-beta" => ("lab", json!({ "search": "alpha-beta" })),
        bot => (bot, json!({})),
    };
    let question =
        json!({ "bot": { "bot": bot, "options": options, "budget": { "nodes": nodes } } });
    let (mut thinking, _) = dto::think_in(&session, &question).expect("a thought");
    if let Some(variation) = observed {
        thinking.observe(variation);
    }
    thinking
}

fn filmed(case: &Case) -> Box<dyn AnySearch> {
    let mut thinking = begin(case, Some(Variation::default()));
    while !thinking.advance(SLICE, &NoClock) {}
    thinking
}

fn count(events: &[Event], kind: fn(&What) -> bool) -> u64 {
    events.iter().filter(|event| kind(&event.what)).count() as u64
}

#[test]
fn positions_and_cuts_of_a_search_add_up() {
    for case in searching() {
        let thinking = filmed(&case);
        let (film, analysis) = (thinking.film(), thinking.analysis());
        let (events, totals) = (film.events(), film.totals());
        assert_eq!(totals.skipped, 0, "{case:?} is short");
        let entered = count(events, |what| matches!(what, What::Enter { .. }));
        let known = count(events, |what| matches!(what, What::Leaf { .. } | What::Table { .. }));
        // A faster search counts its own positions, and the one from which it starts.
        let faster = |event: &Event| match event.what {
            What::Quick { value: Score::Unknown, positions } => positions,
            What::Quick { positions, .. } => positions + 1,
            What::Check { positions, .. } => positions,
            _ => 0,
        };
        let mut known = known + events.iter().map(faster).sum::<u64>();
        // The last faster search may have ended with the nodes, and the position from which it started was never entered.
        let counted = |event: &&Event| {
            matches!(
                event.what,
                What::Enter { .. }
                    | What::Leaf { .. }
                    | What::Table { .. }
                    | What::Quick { .. }
                    | What::Check { .. }
            )
        };
        let last = events.iter().rev().find(counted).map(|event| &event.what);
        known += u64::from(matches!(last, Some(What::Quick { value: Score::Unknown, .. })));
        // A search that stops early has positions that it entered but did not finish, and best-reply search visits some twice.
        assert!(entered + known <= totals.nodes, "{case:?}");
        if case.3 != "brs" {
            assert_eq!(entered + known, analysis.nodes, "{case:?}");
        }
        assert_eq!(totals.nodes, analysis.nodes, "{case:?}");
        let cuts = count(events, |what| matches!(what, What::Cut { .. }));
        assert_eq!(totals.kinds.get(&Kind::Cut).copied().unwrap_or(0), cuts);
        // Ten empty cells are solved without a tree of its own.
        let few = ["mm-improved", "maxn"].contains(&case.3) || case.2.len() > 40;
        assert!(few || cuts > 0, "{case:?}");
        assert!(case.3 != "mm-improved" || cuts == 0, "{case:?}: {cuts}");
        // Each finished position looked at all its moves, or a cut spared the rest.
        // A move that was searched with a narrow window first may be searched again, and counts once.
        let mut open: Vec<(usize, usize, BTreeSet<&str>)> = Vec::new();
        for event in events {
            let last = event.line.last();
            match &event.what {
                What::Enter { moves, .. } => open.push((*moves, 0, BTreeSet::new())),
                What::Cut { skipped, .. } => open.last_mut().expect("entered").1 += skipped,
                What::Return { .. } => {
                    let (moves, skipped, looked) = open.pop().expect("entered");
                    // The special move of best-reply search may be left out.
                    let least = moves - usize::from(case.3 == "brs");
                    let seen = skipped + looked.len();
                    assert!((least..=moves).contains(&seen), "{case:?} {event:?}: {seen}");
                    if let Some((.., looked)) = open.last_mut() {
                        looked.extend(last);
                    }
                }
                What::Quick { value: Score::Unknown, .. } => {}
                What::Leaf { .. } | What::Table { .. } | What::Quick { .. }
                    if event.line.moves().count() > 1 =>
                {
                    open.last_mut().expect("entered").2.extend(last);
                }
                _ => {}
            }
        }
    }
}

#[test]
fn replayed_values_of_a_search_are_those_of_the_analysis() {
    for case in searching() {
        let thinking = filmed(&case);
        let analysis = thinking.analysis();
        let events = thinking.film().events();
        let choice = analysis.chosen().expect("a choice");
        let last = events.iter().rev().find_map(|event| match &event.what {
            What::Iteration { depth, value } => Some((event.line.last(), *depth, *value)),
            _ => None,
        });
        let (mv, depth, value) = last.expect("an iteration");
        assert_eq!((mv, depth), (Some(choice.mv.as_str()), analysis.depth), "{case:?}");
        assert_eq!(value, choice.score, "{case:?}");
        if case.3 == "maxn" {
            continue;
        }
        // The value that a position returns is the best of its moves, and the last move that was called best has it.
        let mut best: BTreeMap<String, Score> = BTreeMap::new();
        for event in events {
            let line: Vec<&str> = event.line.moves().collect();
            match &event.what {
                What::Enter { .. } => drop(best.remove(&line.join(" "))),
                What::Best { value } => {
                    let above = line[..line.len() - 1].join(" ");
                    best.insert(above, *value);
                }
                What::Return { value } => {
                    if let Some(best) = best.get(&line.join(" ")) {
                        assert_eq!(best, value, "{case:?} {line:?}");
                    }
                }
                _ => {}
            }
        }
    }
}

#[test]
fn terms_of_a_leaf_sum_to_its_value() {
    // The patterns of Reversi's `totora` are one number, not terms; and ten empty cells are solved.
    for case in searching().into_iter().filter(|case| case.3 != "totora") {
        let thinking = filmed(&case);
        let mut leaves = 0;
        for event in thinking.film().events() {
            let What::Leaf { value: Score::Value(value), terms } = &event.what else { continue };
            if !terms.is_empty() {
                leaves += 1;
                let sum: totora::base::fixed::Fixed = terms.iter().copied().sum();
                assert_eq!(sum, *value, "{case:?} {event:?}");
            }
        }
        assert!(leaves > 0, "{case:?}");
    }
}

#[test]
fn back_ups_give_the_visits_and_values_of_a_tree_search() {
    for case in simulating() {
        let thinking = filmed(&case);
        let analysis = thinking.analysis();
        let film = thinking.film();
        assert_eq!(film.totals().skipped, 0, "{case:?}");
        let mut sums: BTreeMap<&str, (f64, u64)> = BTreeMap::new();
        let mut inner: BTreeMap<Vec<&str>, (f64, u32)> = BTreeMap::new();
        let mut results = 0;
        for event in film.events() {
            match &event.what {
                What::Backup { rewards, nodes } => {
                    assert_eq!(rewards.len(), nodes.len());
                    // Each move of the line, at any depth, has the visits and the mean of its own back-ups.
                    let line: Vec<&str> = event.line.moves().collect();
                    for (plies, (reward, node)) in (1..).zip(rewards.iter().zip(nodes)) {
                        let (sum, visits) = inner.entry(line[..plies].to_vec()).or_default();
                        *sum += f64::from(*reward);
                        *visits += 1;
                        assert_eq!(node.visits, *visits, "{case:?} {line:?}");
                        let mean = *sum / f64::from(*visits);
                        assert!((mean - f64::from(node.mean)).abs() < 0.001, "{case:?} {line:?}");
                    }
                    let Some(first) = event.line.moves().next() else { continue };
                    let (sum, visits) = sums.entry(first).or_default();
                    *sum += f64::from(rewards[0]);
                    *visits += 1;
                    assert_eq!(u64::from(nodes[0].visits), *visits, "{case:?}");
                }
                What::Result { .. } => results += 1,
                What::Path { steps } => assert_eq!(steps.len(), event.line.moves().count()),
                _ => {}
            }
        }
        assert_eq!(results, analysis.nodes, "{case:?}");
        for candidate in &analysis.candidates {
            let (sum, visits) = sums.get(candidate.mv.as_str()).copied().unwrap_or_default();
            assert_eq!(candidate.visits, Some(visits), "{case:?} {}", candidate.mv);
            if let (Score::Value(value), 1..) = (candidate.score, visits) {
                let mean = sum / visits as f64;
                assert!((mean - value.to_f64()).abs() < 0.002, "{case:?} {}", candidate.mv);
            }
        }
    }
}

#[test]
fn playouts_are_legal_games_with_their_result() {
    for case in simulating() {
        let thinking = filmed(&case);
        let mut played = 0;
        for event in thinking.film().events() {
            let What::Playout { moves } = &event.what else { continue };
            let mut here = thinking.position().boxed();
            for mv in event.line.moves().chain(moves.moves()) {
                // FenceMaster's playouts go on after a loop of new stones, which does not count in them.
                let Some(seat) = here.to_act().first() else {
                    assert_eq!(case.0, "fencemaster", "{case:?} {event:?}");
                    break;
                };
                here.play(seat, mv).unwrap_or_else(|error| panic!("{case:?} {mv}: {error}"));
            }
            played += moves.moves().count();
        }
        assert!(played > 0, "{case:?}");
    }
}

#[test]
fn candidates_of_bots_without_a_tree_are_rated_once_each() {
    for case in rating() {
        let thinking = filmed(&case);
        let analysis = thinking.analysis();
        let events = thinking.film().events();
        assert_eq!(events.len(), analysis.candidates.len(), "{case:?}");
        assert_eq!(thinking.film().totals().nodes, analysis.nodes, "{case:?}");
        for event in events {
            let What::Candidate { score, .. } = &event.what else { panic!("{case:?} {event:?}") };
            let of =
                analysis.candidates.iter().find(|one| Some(one.mv.as_str()) == event.line.last());
            assert_eq!(of.map(|one| one.score), Some(*score), "{case:?} {event:?}");
        }
        let best = events.iter().rev().find_map(|event| match event.what {
            What::Candidate { best: true, score, .. } => Some(score),
            _ => None,
        });
        assert_eq!(best, Some(analysis.candidates[0].score), "{case:?}");
        // In the order of the legal moves, not that of the scores.
        if let (Some(legal), "balanced") = (thinking.position().legal(), case.3) {
            let order: Vec<&str> = events.iter().filter_map(|event| event.line.last()).collect();
            assert!(order.iter().all(|mv| legal.iter().any(|one| one == mv)), "{case:?}");
            let shown: Vec<&str> = analysis.candidates.iter().map(|one| one.mv.as_str()).collect();
            assert_ne!(order, shown, "{case:?}");
        }
    }
}

#[test]
fn planner_tries_are_filmed() {
    // Two empires whose outposts have met.
    let record = json!({ "totora": 1, "game": "outpost", "seed": 1, "options": {}, "seats": [
        { "bot": "wolfpack", "options": {} }, { "bot": "phalanx", "options": {} },
        { "bot": "wolfpack", "options": {} }, { "bot": "phalanx", "options": {} }] });
    let mut session =
        Session::begin(Record::from_json(&record).expect("a record")).expect("a game");
    while session.ply() < 60 {
        session.play_bot(&NoClock).expect("a bot");
    }
    let question = json!({ "bot": { "bot": "totora", "options": {}, "budget": { "nodes": 100 } } });
    let (mut thinking, _) = dto::think_in(&session, &question).expect("a thought");
    thinking.observe(Variation::default());
    while !thinking.advance(SLICE, &NoClock) {}
    let events = thinking.film().events();
    assert!(events.iter().all(|event| matches!(event.what, What::Candidate { .. })));
    assert!(!events.is_empty() && events.len() as u64 <= thinking.analysis().nodes);
}

#[test]
fn film_is_the_same_in_any_slices_and_changes_nothing() {
    for case in searching().into_iter().chain(simulating()).chain(rating()) {
        let whole = filmed(&case);
        let mut slices = begin(&case, Some(Variation::default()));
        while !slices.advance(7, &NoClock) {}
        let mut plain = begin(&case, None);
        while !plain.advance(SLICE, &NoClock) {}
        assert_eq!(whole.film().events(), slices.film().events(), "{case:?}");
        assert_eq!(whole.analysis(), plain.analysis(), "{case:?}");
    }
}

#[test]
fn long_film_is_bounded_and_says_what_it_skipped() {
    let cases = [
        ("isolation", json!({}), &["d4", "b2"][..], "ab-custom", 200_000),
        ("fencemaster", json!({}), &["4,4"][..], "totora", 8_000),
    ];
    for case in cases {
        let thinking = filmed(&case);
        let film = thinking.film();
        let totals = film.totals();
        assert!(film.events().len() <= MOST_EVENTS && film.bytes() <= MOST_BYTES, "{case:?}");
        assert!(totals.skipped > 0, "{case:?}");
        assert_eq!(totals.events, totals.skipped + film.events().len() as u64);
        let first = film.events().iter().take_while(|event| event.number <= FIRST).count();
        assert_eq!(first as u64, FIRST, "{case:?}");
        let changes = count(film.events(), |what| matches!(what, What::Choice { .. }));
        assert_eq!(changes, totals.kinds[&Kind::Choice], "{case:?}");
        let depths = count(film.events(), |what| matches!(what, What::Iteration { .. }));
        assert_eq!(depths, totals.kinds.get(&Kind::Iteration).copied().unwrap_or(0), "{case:?}");
        let mut file = Vec::new();
        film::write_events(thinking.as_ref(), &json!({}), &mut file).expect("written");
        assert!(file.len() < MOST_BYTES, "{case:?}: {} bytes", file.len());
        let error = film::find(film, totals.events + 1).expect_err("beyond the end");
        assert!(error.contains(&totals.events.to_string()), "{error}");
        // An event that was skipped shows the one before it.
        let at = film::find(film, FIRST + 5).expect("within");
        assert!(film.events()[at].number <= FIRST + 5);
        let frame = film::frame(thinking.as_ref(), film.events().len() - 1).expect("the last");
        assert!(frame.tree.len() <= film::MOST_DRAWN && !frame.sentence.is_empty());
    }
}

#[test]
fn every_event_has_a_frame_with_a_sentence() {
    for case in searching().into_iter().chain(simulating()).chain(rating()) {
        let thinking = filmed(&case);
        let info = film::info(thinking.as_ref());
        for at in (0..info.stored).step_by(17) {
            let frame = film::frame(thinking.as_ref(), at).expect("a frame");
            for words in ["scores a ", "worth a ", ": a win", ": a loss", "hold "] {
                let result = ["win", "loss"].iter().any(|end| frame.sentence.contains(end));
                assert!(!(frame.sentence.contains(words) && result), "{case:?} {}", frame.sentence);
            }
            assert!(
                frame.sentence.ends_with('.') && frame.sentence.len() < 300,
                "{case:?} {}",
                frame.sentence
            );
            assert!(frame.over > at || at == info.stored - 1, "{case:?} {at}");
            let drawn = frame.tree.len() + frame.tree.iter().map(|node| node.hidden).sum::<usize>();
            assert!(frame.tree.len() <= film::MOST_DRAWN && drawn > 0, "{case:?}");
            for (node, drawn) in frame.tree.iter().enumerate().skip(1) {
                assert!(drawn.parent.is_some_and(|parent| parent < node), "{case:?}");
            }
        }
        assert!(film::frame(thinking.as_ref(), info.stored).is_none());
    }
}

#[test]
fn search_without_cuts_finds_the_same_and_needs_what_minimax_needs() {
    let case = ("isolation", json!({ "size": "5x5" }), &["a1", "c3"][..], "ab-custom", 3_000);
    let thinking = filmed(&case);
    let info = film::info(thinking.as_ref());
    assert!(info.minimax.is_some_and(|all| all > info.nodes), "{info:?}");
    let mut without = begin(&case, Some(Variation { no_cuts: true, ..Variation::default() }));
    while !without.advance(SLICE, &NoClock) {}
    let film = without.film().totals();
    assert!(!film.kinds.contains_key(&Kind::Cut) && film.spared == 0);
    assert!(without.analysis().depth <= thinking.analysis().depth);
    let other = Variation { exploration: Some(3.0), ..Variation::default() };
    let case = ("uros", json!({}), &["T@A6"][..], "totora", 300);
    let mut wide = begin(&case, Some(other));
    while !wide.advance(SLICE, &NoClock) {}
    let most = |thinking: &dyn AnySearch| {
        thinking.analysis().candidates.iter().filter_map(|one| one.visits).max()
    };
    assert!(most(wide.as_ref()) < most(filmed(&case).as_ref()));
}

#[test]
fn films_are_those_of_the_golden_file() {
    const EVERY: usize = 37;
    const MOST: usize = 12;
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/films.txt");
    let cases: [Case; 9] = [
        ("isolation", json!({}), &["d4", "b2"], "ab-custom", 2_000),
        ("uros", json!({}), &["T@A6"], "totora", 100),
        ("uros", json!({}), &["T@A6"], "balanced", 1),
        ("fencemaster", json!({}), &["4,4", "5,5"], "totora", 100),
        ("reversi", json!({}), &["4,5"], "alphabeta", 1_000),
        ("reversi", json!({}), &["4,5"], "totora", 500),
        ("reversi", json!({}), plies(REVERSI_END), "totora", 500),
        ("isolation", json!({}), &["d4", "b2"], "mm-improved", 500),
        ("uros", json!({}), plies(UROS_END), "totora", 100_000),
    ];
    let mut text = String::new();
    for case in &cases {
        let thinking = filmed(case);
        let info = film::info(thinking.as_ref());
        let plies = case.2.join(" ");
        text += &format!("=== {} {} {} {plies}\n", case.0, case.3, case.4);
        text += &format!("{} events, {} cuts, {} spared\n", info.events, info.cuts, info.spared);
        for at in (0..info.stored.min(EVERY * MOST)).step_by(EVERY) {
            let frame = film::frame(thinking.as_ref(), at).expect("stored");
            text += &format!("{} {}\n", frame.number, frame.sentence);
        }
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, &text).expect("written");
    }
    assert_eq!(text, std::fs::read_to_string(path).expect("the golden file"));
}

#[test]
fn link_opens_at_an_event() {
    let record = json!({ "totora": 1, "game": "isolation", "seed": 1, "moves": ["d4", "b2"] });
    let session = Session::replay(Record::from_json(&record).expect("a record")).expect("a game");
    let bot =
        json!({ "bot": "ab-custom", "options": {}, "budget": { "nodes": 2_000 } }).to_string();
    let shown =
        ViewState { ply: 2, film: Some(FilmView { event: 41, bot }), ..ViewState::default() };
    let link = session.link(&shown).expect("a link");
    assert_eq!(Session::open(&link).expect("opens").1, shown);
    let unknown =
        FilmView { event: 41, bot: json!({ "bot": "unlisted", "options": {} }).to_string() };
    let link = session.link(&ViewState { film: Some(unknown), ..shown }).expect("a link");
    assert!(Session::open(&link).is_err(), "an unknown bot");
}

#[test]
fn forced_results_are_said_with_verbs() {
    let said = |case: &Case| -> Vec<String> {
        let thinking = filmed(case);
        let all = (0..thinking.film().events().len()).step_by(3);
        all.filter_map(|at| film::frame(thinking.as_ref(), at))
            .map(|frame| frame.sentence)
            .collect()
    };
    let solved =
        said(&("isolation", json!({ "size": "5x5" }), &["a1", "c3"], "perfect", 1_000_000));
    let forced = |one: &String| one.contains(" wins in ") || one.contains(" loses in ");
    assert!(solved.iter().all(forced), "{solved:?}");
    let searched =
        said(&("isolation", json!({ "size": "5x5" }), &["a1", "c3"], "ab-custom", 3_000));
    assert!(searched.iter().any(|one| one.starts_with("The game ends with ")), "{searched:?}");
    assert!(searched.iter().any(forced), "{searched:?}");
    for one in solved.iter().chain(&searched) {
        assert!(
            !["scores a ", "worth a ", ": a win", ": a loss"]
                .iter()
                .any(|words| one.contains(words)),
            "{one}"
        );
    }
    // In max^n, the value of a line is for the player who moved last.
    let trio: Case = ("reversi", json!({ "map": "trio" }), &[], "maxn", 1_000);
    let thinking = filmed(&trio);
    let mut checked = 0;
    for at in 0..thinking.film().events().len().min(200) {
        let frame = film::frame(thinking.as_ref(), at).expect("stored");
        let Some(last) = frame.line.last() else { continue };
        if let Some((_, whose)) = frame.sentence.split_once(" for ") {
            let name = thinking.position().seat_name(last.seat);
            assert!(whose.starts_with(&name), "{}: {name}", frame.sentence);
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked}");
}
