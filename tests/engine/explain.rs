//! Explanations in sentences: every form of sentence about sampled, equal and forced moves is checked against the numbers of
//! random analyses. `conformance` checks the sentences of the games' bots.

use serde_json::json;
use totora::base::fixed::Fixed;
use totora::base::options::{OptionSpec, Options, OptionsError};
use totora::base::rng::{Rng, Stream};
use totora::catalog;
use totora::contract::analysis::{Analysis, Candidate, Interval, Margin, Score, Term, TermValue};
use totora::contract::bot::NoClock;
use totora::contract::calibration::percent as shown_percent;
use totora::contract::game::{Game, IllegalMove, NotationError, Outcome, Seat, Seats};
use totora::record::{Record, SeatSpec};
use totora::search::explain::{MOST_WORDS, Notes, contrast, explain, rival};
use totora::search::mcts::WIN_RATE;
use totora::session::Session;
use totora::session::dto::{AnalysisRow, Valuation};

const JUDGED: Term = Term { key: "judgement", ..WIN_RATE };

/// A game in which every number is a move, and the seats move in this order.
#[derive(Clone)]
struct Turns {
    order: &'static [Seat],
    plies: usize,
}

const IN_TURN: Turns = Turns { order: &[0, 1], plies: 0 };

impl Game for Turns {
    type Move = usize;

    fn options() -> &'static [OptionSpec] {
        &[]
    }
    fn new(_: &Options, _: &mut Rng) -> Result<Self, OptionsError> {
        Ok(IN_TURN)
    }
    fn seats(&self) -> usize {
        self.order.iter().max().map_or(0, |last| last + 1)
    }
    fn to_act(&self) -> Seats {
        self.order.get(self.plies).map_or(Seats::NONE, |&seat| Seats::one(seat))
    }
    fn play(&mut self, seat: Seat, _: &usize) -> Result<(), IllegalMove> {
        self.check_turn(seat)?;
        self.plies += 1;
        Ok(())
    }
    fn forfeit(&mut self, _: Seat) -> Result<(), IllegalMove> {
        Err(IllegalMove::over())
    }
    fn outcome(&self) -> Option<Outcome> {
        None
    }
    fn hash(&self) -> u64 {
        self.plies as u64
    }
    fn parse_move(&self, _: Seat, text: &str) -> Result<usize, NotationError> {
        Err(NotationError::new(text, 0, "nothing"))
    }
    fn move_name(&self, mv: &usize) -> String {
        format!("m{mv}")
    }
    fn seat_name(&self, seat: Seat) -> String {
        ["Red", "Blue", "Green"][seat].to_owned()
    }
    fn encode_move(&self, _: &usize, _: &mut Vec<u8>) {}
    fn decode_move(&self, _: &mut &[u8]) -> Option<usize> {
        None
    }
}

fn percent(share: Fixed) -> i64 {
    (share.thousandths() + 5) / 10
}

/// An analysis of moves, each with its share of won simulated games in thousandths and the number of games.
fn sampled(term: Term, moves: &[(i64, u64)]) -> Analysis<usize> {
    let of = |(mv, &(share, games)): (usize, &(i64, u64))| {
        let value = Fixed::from_thousandths(share);
        let terms = vec![TermValue { value, contribution: value }];
        let interval = Some(Interval::wilson(value, games));
        let visits = Some(games);
        Candidate { interval, visits, ..Candidate::exact(mv, Score::Value(value), terms) }
    };
    let candidates: Vec<Candidate<usize>> = moves.iter().enumerate().map(of).collect();
    let choice = candidates.iter().max_by_key(|one| one.lower_bound()).map(|one| one.mv);
    let mut analysis =
        Analysis { candidates, terms: vec![term], choice, ..Analysis::nothing(String::new()) };
    analysis.sort();
    explain(&mut analysis, Notes::default(), &IN_TURN);
    analysis
}

fn all(analysis: &Analysis<usize>) -> String {
    format!("{} {}", analysis.why, analysis.differences.join(" "))
}

#[test]
fn rarely_examined_moves_are_not_compared() {
    let analysis = sampled(WIN_RATE, &[(620, 800), (0, 1), (540, 600), (1000, 1)]);
    assert_eq!(analysis.why, "m0 wins 62% of its simulated games, m2 54%.");
    assert_eq!(rival(&analysis).map(|other| other.mv), Some(2));
    let at = analysis.candidates.iter().position(|one| one.mv == 1).expect("a candidate");
    let reason = contrast(&analysis, at, &IN_TURN).expect("a reason");
    assert_eq!(reason.headline, "m1 was hardly examined: 1 simulation, 800 for m0.");
    let alone = sampled(WIN_RATE, &[(620, 800), (0, 1)]);
    assert_eq!(alone.why, "m0 wins 62% of its simulated games.");
    // If all moves have few games, they are compared and the uncertainty is shown.
    let few = sampled(WIN_RATE, &[(700, 9), (300, 8)]);
    assert_eq!(few.why, "m0 against m1: too few simulations for a percentage.");
    let more = sampled(WIN_RATE, &[(700, 70), (600, 70)]);
    assert_eq!(more.why, "m0 wins 70% of its simulated games, m1 60%.");
    assert!(more.differences[0].starts_with("Uncertain: m0 wins 70 ± "), "{:?}", more.differences);
}

#[test]
fn a_better_share_of_fewer_games_is_shown_with_the_games() {
    let analysis = sampled(WIN_RATE, &[(560, 900), (590, 200)]);
    assert_eq!(analysis.why, "m1 wins 59%, but of only 200 simulated games; m0 wins 56% of 900.");
    let analysis = sampled(JUDGED, &[(560, 900), (590, 200)]);
    assert_eq!(analysis.why, "m1 is judged better, but in only 200 simulations; m0 has 900.");
}

#[test]
fn sentences_about_samples_match_the_numbers() {
    let mut rng = Rng::new(5, Stream::Other(9));
    let mut forms = [0; 6];
    for _ in 0..3_000 {
        let count = 2 + rng.below(5);
        let moves: Vec<(i64, u64)> = (0..count)
            .map(|_| {
                let most = [2_000, 20_000][rng.below(2)];
                (rng.below(30) as i64 * 11 + 340, 1 + rng.below(most) as u64)
            })
            .collect();
        let judges = rng.below(2) == 0;
        let analysis = sampled(if judges { JUDGED } else { WIN_RATE }, &moves);
        let choice = analysis.choice.expect("a choice");
        let (share, games) = moves[choice];
        let why = &analysis.why;
        assert!(why.split_whitespace().count() <= MOST_WORDS, "{why}");
        assert!(analysis.differences.len() <= 3, "{}", all(&analysis));
        // A judgement is never shown as a share: it is not the chance that the page shows.
        assert!(
            !judges || !all(&analysis).replace("within 1%", "").contains('%'),
            "{}",
            all(&analysis)
        );
        for (mv, &(other, tried)) in moves.iter().enumerate().filter(|&(mv, _)| mv != choice) {
            let at = analysis.candidates.iter().position(|one| one.mv == mv).expect("a candidate");
            let headline = contrast(&analysis, at, &IN_TURN).expect("a reason").headline;
            assert!(headline.split_whitespace().count() <= MOST_WORDS, "{headline}");
            let (m, n) =
                (percent(Fixed::from_thousandths(share)), percent(Fixed::from_thousandths(other)));
            let by = |games: u64| Interval::wilson(Fixed::ZERO, games).by;
            let number = |n: u64| {
                if n < 1_000 { n.to_string() } else { format!("{},{:03}", n / 1_000, n % 1_000) }
            };
            if headline.contains("hardly examined") {
                forms[0] += 1;
                assert!(tried < 64 && 4 * tried < games, "{headline}");
                assert!(headline.contains(&format!(" {}", number(games))), "{headline}");
            } else if headline.contains(", but of only") && !judges {
                forms[1] += 1;
                assert!(other > share && tried < games, "{headline}");
                let (k, j) = (number(tried), number(games));
                assert_eq!(
                    headline,
                    format!(
                        "m{mv} wins {n}%, but of only {k} simulated games; m{choice} wins {m}% of {j}."
                    )
                );
            } else if headline.contains("Simulated further") || headline.contains("in only") {
                assert!(other > share, "{headline}");
                assert_eq!(headline.contains("in only"), tried < games, "{headline}");
            } else if headline.contains("about equal") {
                forms[2] += 1;
                assert!((other - share).abs() <= 10, "{headline}");
            } else if judges {
                forms[3] += 1;
                let apart = Fixed::from_thousandths(share - other) > by(tried) + by(games);
                let how = if apart && share - other >= 50 { "clearly" } else { "slightly" };
                assert_eq!(headline, format!("m{choice} is judged {how} better than m{mv}."));
            } else {
                forms[4] += 1;
                assert_eq!(
                    headline,
                    format!("m{choice} wins {m}% of its simulated games, m{mv} {n}%.")
                );
            }
        }
        forms[5] += usize::from(why.starts_with("About equal") || why.starts_with("All "));
    }
    assert!(forms.iter().all(|&count| count > 20), "{forms:?}");
}

/// A sentence that nothing is left to win or to lose appears exactly if it is true for all moves that were examined enough.
#[test]
fn a_decided_position_is_reported_for_all_examined_moves() {
    let mut rng = Rng::new(6, Stream::Other(9));
    let mut forms = [0; 3];
    for _ in 0..500 {
        let from = if rng.below(2) == 0 { 0 } else { 980 };
        let count = 2 + rng.below(4);
        let moves: Vec<(i64, u64)> = (0..count)
            .map(|_| (from + rng.below(20) as i64, 100 + rng.below(2_000) as u64))
            .collect();
        let analysis = sampled(WIN_RATE, &moves);
        let choice = analysis.choice.expect("a choice");
        let mine = analysis.candidates.iter().find(|one| one.mv == choice).expect("a candidate");
        let known = analysis.candidates.iter().filter(|one| !one.is_rough(mine));
        let shares: Vec<i64> = known.map(|one| moves[one.mv].0).collect();
        match analysis.why.as_str() {
            "No move examined wins more than 1% of its simulated games." => {
                assert!(shares.iter().all(|&share| share <= 10), "{moves:?}");
                forms[0] += 1;
            }
            "Every move examined wins 99% or more of its simulated games." => {
                assert!(shares.iter().all(|&share| share >= 990), "{moves:?}");
                forms[1] += 1;
            }
            why => {
                let equal =
                    shares.iter().max() <= shares.iter().min().map(|least| least + 10).as_ref();
                let decided = shares.iter().all(|&share| share <= 10 || share >= 990);
                assert!(!(equal && decided), "{moves:?}: {why}");
                forms[2] += 1;
            }
        }
    }
    assert!(forms.iter().all(|&n| n > 20), "{forms:?}");
}

/// An analysis of moves with these scores and margins.
fn scored(scores: &[(Score, Option<i64>)], drawn: bool) -> Analysis<usize> {
    let of = |(mv, &(score, margin)): (usize, &(Score, Option<i64>))| Candidate {
        margin: margin.map(|rank| Margin { by: rank.unsigned_abs() as u32, unit: "house", rank }),
        ..Candidate::exact(mv, score, Vec::new())
    };
    let candidates: Vec<Candidate<usize>> = scores.iter().enumerate().map(of).collect();
    let mut analysis = Analysis { candidates, choice: Some(0), ..Analysis::nothing(String::new()) };
    analysis.sort();
    explain(&mut analysis, Notes { drawn, ..Notes::default() }, &IN_TURN);
    analysis
}

#[test]
fn equal_moves_are_listed_once() {
    let value = |n| (Score::Value(Fixed::from_int(n)), None);
    let analysis = scored(&[value(0); 667], true);
    assert_eq!(analysis.why, "All 667 moves score the same.");
    assert_eq!(analysis.differences, ["The choice among them was random."]);
    let analysis = scored(&[value(3), value(3), value(3), value(3), value(1)], false);
    assert_eq!(analysis.why, "About equal: m0, m1 and 2 more moves score the same.");
    let analysis = scored(&[value(3), value(3), value(1)], false);
    assert_eq!(analysis.why, "About equal: m0 and m1 score the same.");
    assert_eq!(analysis.differences, ["m0 scores more than m2."]);
    let win = |n: i64| (Score::Win(None), Some(n));
    let loss = |n: i64| (Score::Loss(None), Some(-n));
    assert_eq!(scored(&[win(3), win(3), win(3)], false).why, "All 3 moves win by 3 houses.");
    let analysis = scored(&[win(3), win(3), win(1)], false);
    assert_eq!(analysis.why, "m0 and m1 win by 3 houses.");
    assert_eq!(analysis.differences, ["m0 wins by 3 houses, m2 by 1 house."]);
    let analysis = scored(&[loss(2), loss(2), loss(2)], false);
    assert_eq!(all(&analysis), "All 3 moves lose by 2 houses. ");
}

#[test]
fn a_forced_win_shows_whether_it_is_the_only_one() {
    let value = (Score::Value(Fixed::ONE), None);
    let win = |plies| (Score::Win(Some(plies)), None);
    let analysis = scored(&[win(5), value, value], false);
    assert_eq!(all(&analysis), "m0 wins by force within 5 plies. No other move is known to win.");
    let analysis = scored(&[win(1), win(3), win(5)], false);
    assert_eq!(all(&analysis), "m0 wins at once. 2 other moves win by force as well.");
}

#[test]
fn if_every_move_loses_the_best_reply_is_shown() {
    let of = |mv, plies, reply| Candidate {
        pv: vec![reply],
        ..Candidate::exact(mv, Score::Loss(Some(plies)), Vec::new())
    };
    let candidates = vec![of(0, 8, 7), of(1, 4, 9)];
    let mut analysis = Analysis { candidates, choice: Some(0), ..Analysis::nothing(String::new()) };
    analysis.sort();
    explain(&mut analysis, Notes::default(), &IN_TURN);
    let (line, longest) = ("After m0 Blue would play m7.", "for 8 plies.");
    assert_eq!(
        all(&analysis),
        format!("Every move loses by force; m0 holds out longest, {longest} {line}")
    );
}

/// Every sentence about the next move names the seat that moves there: an opponent, or the mover again.
#[test]
fn the_next_move_is_said_of_the_seat_that_makes_it() {
    let sampled = |mv, share| {
        let value = Fixed::from_thousandths(share);
        let terms = vec![TermValue { value, contribution: value }];
        Candidate {
            interval: Some(Interval::wilson(value, 500)),
            visits: Some(500),
            pv: vec![7, 8],
            ..Candidate::exact(mv, Score::Value(value), terms)
        }
    };
    for (order, clause, winner) in [
        (&[0, 1, 0][..], "Blue would play m7", Some("Blue")),
        (&[0, 0, 1], "you would then play m7", None),
        (&[1, 0, 1], "Red would play m7", Some("Red")),
        (&[0, 1, 2], "Blue would play m7", None),
        (&[0, 2, 1], "Green would play m7", None),
        (&[2, 2, 1], "you would then play m7", None),
    ] {
        let position = Turns { order, plies: 0 };
        let judged = |term: Term| Analysis {
            candidates: vec![sampled(0, 620), sampled(1, 540)],
            terms: vec![term],
            choice: Some(0),
            ..Analysis::nothing(String::new())
        };
        let headline = |term| contrast(&judged(term), 1, &position).expect("a reason").headline;
        assert_eq!(
            headline(WIN_RATE),
            format!("m0 wins 62% of its simulated games, m1 54%: there {clause}.")
        );
        assert_eq!(
            headline(JUDGED),
            format!("m0 is judged slightly better than m1: there {clause}.")
        );
        let lost = |mv, plies| Candidate {
            pv: vec![7],
            ..Candidate::exact(mv, Score::Loss(Some(plies)), Vec::new())
        };
        let mut analysis = Analysis {
            candidates: vec![lost(0, 8), lost(1, 4)],
            choice: Some(0),
            ..Analysis::nothing(String::new())
        };
        explain(&mut analysis, Notes::default(), &position);
        assert_eq!(analysis.differences, [format!("After m0 {clause}.")]);
        // Only one opponent can win with the next move.
        let value = Candidate::exact(0, Score::Value(Fixed::ONE), Vec::new());
        let candidates = vec![value, lost(1, 2)];
        let analysis = Analysis { candidates, choice: Some(0), ..Analysis::nothing(String::new()) };
        let headline = contrast(&analysis, 1, &position).expect("a reason").headline;
        let expected = match winner {
            Some(winner) => format!("After m1 {winner} wins at once."),
            None => "m1 loses by force within 2 plies.".to_owned(),
        };
        assert_eq!(headline, expected);
    }
}

/// The moves of a sentence with their percentages, and whether each is a share of simulated games: `U.4 wins 62%`, or a chance:
/// `62% after U.4`; not the uncertainty in `± 3%`.
fn shares_in(text: &str, names: &[String]) -> Vec<(usize, String, bool)> {
    let text = text.to_lowercase();
    let mut found = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let name = name.to_lowercase();
        let follows = |before: &str| {
            let (_, rest) = text.split_once(&format!("{name} {before}"))?;
            let share = rest.split([' ', ',', '.', ':', ';']).next()?;
            share.ends_with('%').then(|| share.to_owned())
        };
        found.extend(follows("wins ").map(|share| (at, share, true)));
        if let Some((before, rest)) = text.split_once(&format!("% after {name}"))
            && rest.starts_with([',', '.', ':', ' ', ';'])
            // A longer name can begin with this one.
            && !names.iter().any(|other| {
                let more = other.to_lowercase();
                let more = more.strip_prefix(&name).filter(|more| !more.is_empty());
                more.is_some_and(|more| rest.starts_with(more))
            })
            && let Some(share) = before.rsplit(' ').next()
            && !before.ends_with(&format!("± {share}"))
        {
            found.push((at, format!("{share}%"), false));
        }
    }
    found
}

/// Tree searches, from few simulations to many, in positions until the end of games: a share in a sentence is the one in the list, and
/// never 0% or 100% unless it is proven.
#[test]
fn chances_in_sentences_are_those_in_the_list() {
    let (mut chances, mut extreme) = (0, 0);
    for (id, bot, plies) in [
        ("uros", "totora", 46),
        ("reversi", "mcts", 58),
        ("fencemaster", "totora", 60),
        ("fencemaster", "lab", 20),
    ] {
        let game = catalog::game(id).expect("a game");
        let options = if bot == "lab" { json!({ "search": "mcts" }) } else { json!({}) };
        for seed in 0..96 {
            let record = json!({ "totora": 1, "game": id, "seed": seed });
            let record = Record::from_json(&record).expect("a record");
            let mut session = Session::begin(record).expect("a session");
            let mut rng = Rng::new(seed, Stream::Other(12));
            for _ in 0..plies * (seed % 12) / 11 {
                let legal = session.position().legal().expect("listed");
                if legal.is_empty() {
                    break;
                }
                session.play(None, &legal[rng.below(legal.len())], false).expect("legal");
            }
            let Some(seat) = session.position().to_act().first() else { continue };
            let nodes = [60, 150, 400][seed as usize % 3];
            let spec = json!({ "bot": bot, "options": options, "budget": { "nodes": nodes } });
            let spec = SeatSpec::from_json(game, &spec).expect("a bot");
            let mut thinking = session.think(&spec).expect("thinks");
            while !thinking.advance(64, &NoClock) {}
            let measure = Valuation::new(&session, &spec, None).expect("a measure");
            let row = AnalysisRow::from_search(thinking.as_ref(), &measure);
            let name = |mv: &str| session.position().move_name(seat, mv).expect("a move");
            let details = row.candidates.iter().filter_map(|one| thinking.detail(&one.mv));
            let details = details.flat_map(|one| [vec![one.contrast], one.differences].concat());
            for sentence in
                std::iter::once(row.why.clone()).chain(row.differences.clone()).chain(details)
            {
                let names: Vec<String> = row.candidates.iter().map(|one| name(&one.mv)).collect();
                for (at, chance, simulated) in shares_in(&sentence, &names) {
                    let candidate = &row.candidates[at];
                    // A share of simulated games is the score; a chance to win is supported by games.
                    let share = match (simulated, candidate.score) {
                        (true, Score::Value(share)) => Some(share),
                        (true, _) => None,
                        (false, _) => candidate.win,
                    };
                    let share = share.unwrap_or_else(|| {
                        let analysis = thinking.analysis();
                        let of = analysis.candidates.iter().find(|one| one.mv == candidate.mv);
                        let of = of.map(|one| (one.score, one.interval, one.visits, one.bound));
                        panic!("{id} {nodes}: {sentence} {of:?}")
                    });
                    // Only a proof is certain.
                    let sampled = Fixed::from_thousandths(1)..=Fixed::from_thousandths(999);
                    let share = share.clamp(*sampled.start(), *sampled.end());
                    assert_eq!(chance, shown_percent(share), "{id} {seed}: {sentence}");
                    chances += 1;
                    extreme += usize::from(["1%", "99%"].contains(&chance.as_str()));
                }
                let certain = [" 0%", " 100%", " 0 ±", " 100 ±", "± 0%"];
                let claims = certain.iter().any(|certain| sentence.contains(certain));
                assert!(!claims, "{id} {seed}: {sentence}");
            }
        }
    }
    assert!(chances > 100, "{chances} {extreme}");
}
