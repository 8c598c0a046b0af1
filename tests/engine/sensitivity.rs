//! What would change a choice: every strip and every sentence is compared with the choice for that weight.

use totora::base::fixed::Fixed;
use totora::base::rng::{Rng, Stream};
use totora::contract::thought::{Candidate, Contrast, Score, Term, TermValue, Thought};
use totora::search::sensitivity::{ACROSS, FlipStrip, flip_map, sensitivity};

/// A step in thousandths that does not divide the rounding of weights.
const STEP: i64 = 7;

/// The best candidates with another weight of one term, computed again.
fn best_with(thought: &Thought<String>, term: usize, weight: Fixed) -> Vec<usize> {
    best_with_all(thought, &[(term, weight)])
}

/// Like [`best_with`], for several terms.
fn best_with_all(thought: &Thought<String>, instead: &[(usize, Fixed)]) -> Vec<usize> {
    let score = |candidate: &Candidate<String>| -> Fixed {
        let other = |at: usize| instead.iter().find(|(term, _)| *term == at);
        let weights = thought.terms.iter().enumerate();
        let weights = weights.map(|(at, one)| other(at).map_or(one.weight, |(_, weight)| *weight));
        candidate.terms.iter().zip(weights).map(|(value, weight)| weight.times(value.value)).sum()
    };
    let most = thought.candidates.iter().map(score).max();
    (0..thought.candidates.len())
        .filter(|&at| Some(score(&thought.candidates[at])) == most)
        .collect()
}

/// A random analysis with some moves and some terms.
fn random(rng: &mut Rng) -> Thought<String> {
    let terms: Vec<Term> = (0..1 + rng.below(4))
        .map(|_| Term {
            key: "term",
            label: "term",
            meaning: "",
            weight: Fixed::from_thousandths(rng.below(81) as i64 * 100 - 4_000),
            contrast: Contrast::BY_LABEL,
        })
        .collect();
    let candidates: Vec<Candidate<String>> = (0..2 + rng.below(12))
        .map(|mv| {
            let terms: Vec<TermValue> = terms
                .iter()
                .map(|term| {
                    let value = Fixed::from_int(rng.below(9) as i64 - 4);
                    TermValue { value, contribution: term.weight.times(value) }
                })
                .collect();
            let sum = terms.iter().map(|term| term.contribution).sum();
            Candidate::exact(mv.to_string(), Score::Value(sum), terms)
        })
        .collect();
    let best = candidates.iter().max_by_key(|one| one.score).map(|one| one.mv.clone());
    let mut thought = Thought { depth: 1, candidates, terms, ..Thought::nothing(String::new()) };
    thought.choice = best;
    thought.sort();
    thought
}

/// The text for one of several moves: the choice if it is among them, otherwise all of them.
fn one_of(best: &[String], chosen: &str) -> String {
    if best.iter().any(|mv| mv == chosen) {
        return chosen.to_owned();
    }
    match best.len() {
        1 => best[0].clone(),
        2 => best.join(" or "),
        n => format!("{} or {} others", best[0], n - 1),
    }
}

#[test]
fn strips_and_sentences_match_what_the_bot_would_play() {
    let mut rng = Rng::new(5, Stream::Other(1));
    let (mut flips, mut none, mut without) = (0, 0, 0);
    for _ in 0..400 {
        let thought = random(&mut rng);
        let name = |at: usize| thought.candidates[at].mv.clone();
        let Some(found) = sensitivity(&thought, &name) else { continue };
        let plays = |term: usize, weight: Fixed| -> Vec<String> {
            let best = best_with(&thought, term, weight);
            best.into_iter().map(name).collect()
        };
        let chosen = thought.choice.clone().unwrap_or_default();
        for strip in &found.strips {
            assert_eq!(strip.moves.len(), strip.bounds.len() + 1);
            assert!(strip.bounds.is_sorted());
            for step in 0..=200 {
                let span = (strip.most - strip.least).thousandths();
                let weight = strip.least + Fixed::from_thousandths(span * step / 200);
                let on_bound = |bound: &f64| (bound - weight.to_f64()).abs() < 0.002;
                if strip.bounds.iter().any(on_bound) {
                    continue;
                }
                let at = strip.bounds.iter().filter(|&&bound| bound < weight.to_f64()).count();
                let best = plays(strip.term, weight);
                // At an end of the strip, another move may be equal that is better nowhere inside.
                if step == 0 || step == 200 {
                    assert!(
                        best.iter().any(|mv| strip.moves[at].split(' ').any(|word| word == mv))
                    );
                } else {
                    assert_eq!(strip.moves[at], one_of(&best, &chosen), "{strip:?} {weight}");
                }
            }
            if let Some(other) = &strip.without {
                let best = plays(strip.term, Fixed::ZERO);
                assert!(*other == one_of(&best, &chosen) && !best.contains(&chosen));
                without += 1;
            }
        }
        match found.sentence.strip_prefix("It would play ") {
            None => {
                none += 1;
                let one = |strip: &FlipStrip| {
                    let step = |n: i64| Fixed::from_thousandths(n * STEP);
                    let all = strip.least.thousandths() / STEP..=strip.most.thousandths() / STEP;
                    all.into_iter().all(|n| plays(strip.term, step(n)).contains(&chosen))
                };
                assert!(found.strips.iter().all(one), "{found:?}");
            }
            Some(rest) => {
                let (mv, rest) = rest.split_once(" if “term” counted ").expect("a weight");
                let (to, from) = rest.split_once(" instead of ").expect("two weights");
                let to: Fixed = to.parse().expect("a number");
                let from: Fixed = from.trim_end_matches('.').parse().expect("a number");
                let flips_it = |strip: &FlipStrip| {
                    let best = plays(strip.term, to);
                    thought.terms[strip.term].weight == from
                        && one_of(&best, &chosen) == mv
                        && !best.contains(&chosen)
                };
                assert!(found.strips.iter().any(flips_it), "{found:?}");
                flips += 1;
            }
        }
    }
    assert!(flips > 100 && none > 10 && without > 50, "{flips} {none} {without}");
}

#[test]
fn each_square_of_a_map_matches_what_the_bot_would_play_there() {
    let mut rng = Rng::new(6, Stream::Other(1));
    let (mut maps, mut varied) = (0, 0);
    for _ in 0..200 {
        let thought = random(&mut rng);
        let name = |at: usize| thought.candidates[at].mv.clone();
        let chosen = thought.choice.clone().unwrap_or_default();
        let strips = sensitivity(&thought, &name).map_or_else(Vec::new, |found| found.strips);
        let [first, second, ..] = &strips[..] else { continue };
        let map = flip_map(&thought, [first.term, second.term], &name).expect("two weights");
        assert_eq!(map.squares.len(), ACROSS * ACROSS);
        let middle = |strip: &FlipStrip, at: usize| {
            let span = (strip.most - strip.least).thousandths();
            strip.least + Fixed::from_thousandths((2 * at as i64 + 1) * span / (2 * ACROSS as i64))
        };
        for (at, &place) in map.squares.iter().enumerate() {
            let weights = [
                (first.term, middle(first, at % ACROSS)),
                (second.term, middle(second, at / ACROSS)),
            ];
            let best = best_with_all(&thought, &weights);
            let best: Vec<String> = best.into_iter().map(name).collect();
            assert_eq!(one_of(&best, &chosen), map.moves[place], "{weights:?}");
        }
        maps += 1;
        varied += usize::from(map.moves.len() > 2);
        assert_eq!(flip_map(&thought, [first.term, first.term], &name), None);
        assert_eq!(flip_map(&thought, [first.term, 99], &name), None);
    }
    assert!(maps > 50 && varied > 20, "{maps} {varied}");
}
