//! Why, in words: every form of sentence about sampled, equal and forced moves, each held against the numbers of random
//! thoughts. What the games' bots say is held against their thoughts in `conformance`.

use totora::base::fixed::Fixed;
use totora::base::rng::{Rng, Stream};
use totora::contract::thought::{Candidate, Interval, Margin, Score, Term, TermValue, Thought};
use totora::search::explain::{MOST_WORDS, Notes, contrast, explain, rival};
use totora::search::mcts::WIN_RATE;

const JUDGED: Term = Term { key: "judgement", ..WIN_RATE };

fn named(mv: &usize) -> String {
    format!("m{mv}")
}

fn percent(share: Fixed) -> i64 {
    (share.thousandths() + 5) / 10
}

/// Moves with this many simulated games each, of which such a share was won, in thousandths.
fn sampled(term: Term, moves: &[(i64, u64)]) -> Thought<usize> {
    let of = |(mv, &(share, games)): (usize, &(i64, u64))| {
        let value = Fixed::from_thousandths(share);
        let terms = vec![TermValue { value, contribution: value }];
        let interval = Some(Interval::of(value, games));
        let visits = Some(games);
        Candidate { interval, visits, ..Candidate::exact(mv, Score::Value(value), terms) }
    };
    let candidates: Vec<Candidate<usize>> = moves.iter().enumerate().map(of).collect();
    let choice = candidates.iter().max_by_key(|one| one.least()).map(|one| one.mv);
    let mut thought =
        Thought { candidates, terms: vec![term], choice, ..Thought::nothing(String::new()) };
    thought.sort();
    explain(&mut thought, Notes::default(), &named);
    thought
}

fn all(thought: &Thought<usize>) -> String {
    format!("{} {}", thought.why, thought.differences.join(" "))
}

#[test]
fn what_was_hardly_examined_is_not_compared() {
    let thought = sampled(WIN_RATE, &[(620, 800), (0, 1), (540, 600), (1000, 1)]);
    assert_eq!(thought.why, "The chance to win is 62% after m0, 54% after m2.");
    assert_eq!(rival(&thought).map(|other| other.mv), Some(2));
    let at = thought.candidates.iter().position(|one| one.mv == 1).expect("there");
    let reason = contrast(&thought, at, &named).expect("a reason");
    assert_eq!(reason.headline, "m1 was hardly examined: 1 simulation, 800 for m0.");
    let alone = sampled(WIN_RATE, &[(620, 800), (0, 1)]);
    assert_eq!(alone.why, "The chance to win is 62% after m0.");
    // Where all were, they are compared, with how uncertain that is.
    let few = sampled(WIN_RATE, &[(700, 9), (300, 8)]);
    assert_eq!(few.why, "The chance to win is 70% after m0, 30% after m1.");
    assert_eq!(few.differences, ["Uncertain: 70 ± 32% after m0, 30 ± 33% after m1."]);
}

#[test]
fn a_better_share_of_fewer_games_is_told_with_the_games() {
    let thought = sampled(WIN_RATE, &[(560, 900), (590, 200)]);
    assert_eq!(
        thought.why,
        "The chance is 59% after m1, but in only 200 simulations; 56% after m0 in 900."
    );
    let thought = sampled(JUDGED, &[(560, 900), (590, 200)]);
    assert_eq!(thought.why, "m1 is judged better, but in only 200 simulations; m0 has 900.");
}

#[test]
fn sentences_about_samples_say_what_the_numbers_say() {
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
        let thought = sampled(if judges { JUDGED } else { WIN_RATE }, &moves);
        let choice = thought.choice.expect("a choice");
        let (share, games) = moves[choice];
        let why = &thought.why;
        assert!(why.split_whitespace().count() <= MOST_WORDS, "{why}");
        assert!(thought.differences.len() <= 3, "{}", all(&thought));
        // No share of a judgement is named: it is not the chance that the page shows.
        assert!(
            !judges || !all(&thought).replace("within 1%", "").contains('%'),
            "{}",
            all(&thought)
        );
        for (mv, &(other, tried)) in moves.iter().enumerate().filter(|&(mv, _)| mv != choice) {
            let at = thought.candidates.iter().position(|one| one.mv == mv).expect("there");
            let said = contrast(&thought, at, &named).expect("a reason").headline;
            assert!(said.split_whitespace().count() <= MOST_WORDS, "{said}");
            let (m, n) =
                (percent(Fixed::from_thousandths(share)), percent(Fixed::from_thousandths(other)));
            let by = |games: u64| Interval::of(Fixed::ZERO, games).by;
            let number = |n: u64| {
                if n < 1_000 { n.to_string() } else { format!("{},{:03}", n / 1_000, n % 1_000) }
            };
            if said.contains("hardly examined") {
                forms[0] += 1;
                assert!(tried < 64 && 4 * tried < games, "{said}");
                assert!(said.contains(&format!(" {}", number(games))), "{said}");
            } else if said.contains(", but in only") && !judges {
                forms[1] += 1;
                assert!(other > share && tried < games, "{said}");
                let (k, j) = (number(tried), number(games));
                assert_eq!(
                    said,
                    format!(
                        "The chance is {n}% after m{mv}, but in only {k} simulations; {m}% after m{choice} in {j}."
                    )
                );
            } else if said.contains("Simulated further") || said.contains("in only") {
                assert!(other > share, "{said}");
                assert_eq!(said.contains("in only"), tried < games, "{said}");
            } else if said.contains("about equal") {
                forms[2] += 1;
                assert!((other - share).abs() <= 10, "{said}");
            } else if judges {
                forms[3] += 1;
                let apart = Fixed::from_thousandths(share - other) > by(tried) + by(games);
                let how = if apart && share - other >= 50 { "clearly" } else { "slightly" };
                assert_eq!(said, format!("m{choice} is judged {how} better than m{mv}."));
            } else {
                forms[4] += 1;
                assert_eq!(
                    said,
                    format!("The chance to win is {m}% after m{choice}, {n}% after m{mv}.")
                );
            }
        }
        forms[5] += usize::from(why.starts_with("About equal") || why.starts_with("All "));
    }
    assert!(forms.iter().all(|&seen| seen > 20), "{forms:?}");
}

/// That nothing is left to win, or to lose, is said where it holds of all moves that were examined enough, and only there.
#[test]
fn what_is_as_good_as_decided_is_said_of_all_that_was_examined() {
    let mut rng = Rng::new(6, Stream::Other(9));
    let mut forms = [0; 3];
    for _ in 0..500 {
        let from = if rng.below(2) == 0 { 0 } else { 980 };
        let count = 2 + rng.below(4);
        let moves: Vec<(i64, u64)> = (0..count)
            .map(|_| (from + rng.below(20) as i64, 100 + rng.below(2_000) as u64))
            .collect();
        let thought = sampled(WIN_RATE, &moves);
        let choice = thought.choice.expect("a choice");
        let mine = thought.candidates.iter().find(|one| one.mv == choice).expect("there");
        let known = thought.candidates.iter().filter(|one| !one.is_rough(mine));
        let shares: Vec<i64> = known.map(|one| moves[one.mv].0).collect();
        match thought.why.as_str() {
            "No move examined has a chance to win above 1%." => {
                assert!(shares.iter().all(|&share| share <= 10), "{moves:?}");
                forms[0] += 1;
            }
            "Every move examined has a chance to win of 99% or more." => {
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

/// Moves that win, lose or are worth so much.
fn known(scores: &[(Score, Option<i64>)], drawn: bool) -> Thought<usize> {
    let of = |(mv, &(score, margin)): (usize, &(Score, Option<i64>))| Candidate {
        margin: margin.map(|rank| Margin { by: rank.unsigned_abs() as u32, unit: "house", rank }),
        ..Candidate::exact(mv, score, Vec::new())
    };
    let candidates: Vec<Candidate<usize>> = scores.iter().enumerate().map(of).collect();
    let mut thought = Thought { candidates, choice: Some(0), ..Thought::nothing(String::new()) };
    thought.sort();
    explain(&mut thought, Notes { drawn, ..Notes::default() }, &named);
    thought
}

#[test]
fn equal_moves_are_named_and_said_once() {
    let value = |n| (Score::Value(Fixed::from_int(n)), None);
    let thought = known(&[value(0); 667], true);
    assert_eq!(thought.why, "All 667 moves score the same.");
    assert_eq!(thought.differences, ["The choice among them was random."]);
    let thought = known(&[value(3), value(3), value(3), value(3), value(1)], false);
    assert_eq!(thought.why, "About equal: m0, m1 and 2 more moves score the same.");
    let thought = known(&[value(3), value(3), value(1)], false);
    assert_eq!(thought.why, "About equal: m0 and m1 score the same.");
    assert_eq!(thought.differences, ["m0 scores more than m2."]);
    let win = |n: i64| (Score::Win(None), Some(n));
    let loss = |n: i64| (Score::Loss(None), Some(-n));
    assert_eq!(known(&[win(3), win(3), win(3)], false).why, "All 3 moves win by 3 houses.");
    let thought = known(&[win(3), win(3), win(1)], false);
    assert_eq!(thought.why, "m0 and m1 win by 3 houses.");
    assert_eq!(thought.differences, ["m0 wins by 3 houses, m2 by 1 house."]);
    let thought = known(&[loss(2), loss(2), loss(2)], false);
    assert_eq!(all(&thought), "All 3 moves lose by 2 houses. ");
}

#[test]
fn a_forced_win_says_whether_it_is_the_only_one() {
    let value = (Score::Value(Fixed::ONE), None);
    let win = |plies| (Score::Win(Some(plies)), None);
    let thought = known(&[win(5), value, value], false);
    assert_eq!(all(&thought), "m0 wins by force within 5 plies. No other move is known to win.");
    let thought = known(&[win(1), win(3), win(5)], false);
    assert_eq!(all(&thought), "m0 wins at once. 2 other moves win by force as well.");
}

#[test]
fn where_every_move_loses_the_best_reply_is_named() {
    let of = |mv, plies, reply| Candidate {
        pv: vec![reply],
        ..Candidate::exact(mv, Score::Loss(Some(plies)), Vec::new())
    };
    let candidates = vec![of(0, 8, 7), of(1, 4, 9)];
    let mut thought = Thought { candidates, choice: Some(0), ..Thought::nothing(String::new()) };
    thought.sort();
    explain(&mut thought, Notes::default(), &named);
    let (line, longest) = ("After m0 the best reply found is m7.", "for 8 plies.");
    assert_eq!(
        all(&thought),
        format!("Every move loses by force; m0 holds out longest, {longest} {line}")
    );
}
