//! What would change a choice: every strip and every sentence is compared with the choice for that weight.

use serde_json::{Value, json};
use totora::base::fixed::Fixed;
use totora::base::rng::{Rng, Stream};
use totora::catalog;
use totora::contract::analysis::{Analysis, Candidate, Contrast, Score, Term, TermValue};
use totora::contract::bot::NoClock;
use totora::record::{Record, SeatSpec};
use totora::search::sensitivity::{ACROSS, FlipMap, FlipStrip, Sensitivity};
use totora::search::sensitivity::{flip_map as map_within, sensitivity as within};
use totora::session::Session;

/// A step in thousandths that does not divide the rounding of weights.
const STEP: i64 = 7;

/// The best candidates with another weight of one term, computed again.
fn best_with(analysis: &Analysis<String>, term: usize, weight: Fixed) -> Vec<usize> {
    best_with_all(analysis, &[(term, weight)])
}

/// Like [`best_with`], for several terms.
fn best_with_all(analysis: &Analysis<String>, instead: &[(usize, Fixed)]) -> Vec<usize> {
    let score = |candidate: &Candidate<String>| -> Fixed {
        let other = |at: usize| instead.iter().find(|(term, _)| *term == at);
        let weights = analysis.terms.iter().enumerate();
        let weights = weights.map(|(at, one)| other(at).map_or(one.weight, |(_, weight)| *weight));
        candidate.terms.iter().zip(weights).map(|(value, weight)| weight.times(value.value)).sum()
    };
    let most = analysis.candidates.iter().map(score).max();
    (0..analysis.candidates.len())
        .filter(|&at| Some(score(&analysis.candidates[at])) == most)
        .collect()
}

const NO_LIMIT: (Fixed, Fixed) = (Fixed::from_int(-1_000), Fixed::from_int(1_000));

fn sensitivity(analysis: &Analysis<String>, name: &dyn Fn(usize) -> String) -> Option<Sensitivity> {
    within(analysis, &|_| Some(NO_LIMIT), name)
}

fn flip_map(
    analysis: &Analysis<String>,
    terms: [usize; 2],
    name: &dyn Fn(usize) -> String,
) -> Option<FlipMap> {
    map_within(analysis, terms, &|_| Some(NO_LIMIT), name)
}

/// A random analysis with some moves and some terms, whose values reach to this.
fn random_to(most: usize, rng: &mut Rng) -> Analysis<String> {
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
                    let value = Fixed::from_int(rng.below(2 * most + 1) as i64 - most as i64);
                    TermValue { value, contribution: term.weight.times(value) }
                })
                .collect();
            let sum = terms.iter().map(|term| term.contribution).sum();
            Candidate::exact(mv.to_string(), Score::Value(sum), terms)
        })
        .collect();
    let best = candidates.iter().max_by_key(|one| one.score).map(|one| one.mv.clone());
    let mut analysis = Analysis { depth: 1, candidates, terms, ..Analysis::nothing(String::new()) };
    analysis.choice = best;
    analysis.sort();
    analysis
}

fn random(rng: &mut Rng) -> Analysis<String> {
    random_to(4, rng)
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
        let analysis = random(&mut rng);
        let name = |at: usize| analysis.candidates[at].mv.clone();
        let Some(found) = sensitivity(&analysis, &name) else { continue };
        let plays = |term: usize, weight: Fixed| -> Vec<String> {
            let best = best_with(&analysis, term, weight);
            best.into_iter().map(name).collect()
        };
        let chosen = analysis.choice.clone().unwrap_or_default();
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
                    analysis.terms[strip.term].weight == from
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

/// The smallest distance from a weight to one within the limits that changes the choice, in thousandths.
fn nearest_flip(
    analysis: &Analysis<String>,
    term: usize,
    (min, max): (Fixed, Fixed),
    most: i64,
) -> Option<i64> {
    let today = analysis.terms[term].weight;
    let chosen = analysis.choice.as_deref();
    (1..=most).find(|&by| {
        [by, -by].into_iter().any(|by| {
            let weight = today + Fixed::from_thousandths(by);
            // A weight never changes its sign.
            let sign = weight.thousandths() * today.thousandths() >= 0;
            let best = || best_with(analysis, term, weight);
            let flips = || best().iter().all(|&at| Some(&*analysis.candidates[at].mv) != chosen);
            sign && (min..=max).contains(&weight) && flips()
        })
    })
}

/// With many ties and narrow limits: the sentence names a valid weight, no other weight changes the choice much sooner, and
/// a fixed weight is not varied.
#[test]
fn a_flip_is_the_nearest_one_within_the_limits() {
    let mut rng = Rng::new(8, Stream::Other(1));
    let (mut flips, mut none, mut tied, mut fixed) = (0, 0, 0, 0);
    for _ in 0..400 {
        let analysis = random_to(1, &mut rng);
        let name = |at: usize| analysis.candidates[at].mv.clone();
        // Some weights are at a limit, some are fixed.
        let ranges: Vec<Option<(Fixed, Fixed)>> = analysis
            .terms
            .iter()
            .map(|term| {
                let mut room = || Fixed::from_thousandths(rng.below(5) as i64 * 250);
                let (min, max) = (term.weight - room(), term.weight + room());
                (rng.below(4) > 0).then_some((min, max))
            })
            .collect();
        let limits = |term: &Term| {
            let at = analysis.terms.iter().position(|one| std::ptr::eq(one, term))?;
            ranges[at]
        };
        let Some(found) = within(&analysis, &limits, &name) else {
            assert!(
                analysis.choice.is_none()
                    || analysis.candidates.len() < 2
                    || analysis
                        .terms
                        .iter()
                        .zip(&ranges)
                        .all(|(term, range)| term.weight == Fixed::ZERO || range.is_none())
            );
            continue;
        };
        fixed += ranges.iter().filter(|range| range.is_none()).count();
        tied += usize::from(
            analysis
                .candidates
                .iter()
                .filter(|one| one.score == analysis.candidates[0].score)
                .count()
                > 1,
        );
        let strips: Vec<usize> = found.strips.iter().map(|strip| strip.term).collect();
        for strip in &found.strips {
            let (min, max) = ranges[strip.term].expect("not fixed");
            assert!(min <= strip.least && strip.most <= max, "{strip:?} {min} {max}");
        }
        let nearest = |most| {
            let of = |&term: &usize| nearest_flip(&analysis, term, ranges[term]?, most);
            strips.iter().filter_map(of).min()
        };
        let Some(rest) = found.sentence.strip_prefix("It would play ") else {
            assert_eq!(nearest(1_000), None, "{analysis:?} {ranges:?}");
            none += 1;
            continue;
        };
        let (_, rest) = rest.split_once(" if “term” counted ").expect("a weight");
        let (to, from) = rest.split_once(" instead of ").expect("two weights");
        let to: Fixed = to.parse().expect("a number");
        let from: Fixed = from.trim_end_matches('.').parse().expect("a number");
        let valid = |&term: &usize| {
            let (min, max) = ranges[term].expect("not fixed");
            analysis.terms[term].weight == from && (min..=max).contains(&to)
        };
        assert!(strips.iter().any(valid), "{found:?} {ranges:?}");
        // A round weight is preferred to the nearest one.
        let sooner = (to - from).abs().thousandths() - 200;
        assert_eq!(nearest(sooner), None, "{found:?} {ranges:?}");
        flips += 1;
    }
    assert!(flips > 30 && none > 50 && tied > 50 && fixed > 50, "{flips} {none} {tied} {fixed}");
}

#[test]
fn each_square_of_a_map_matches_what_the_bot_would_play_there() {
    let mut rng = Rng::new(6, Stream::Other(1));
    let (mut maps, mut varied) = (0, 0);
    for _ in 0..200 {
        let analysis = random(&mut rng);
        let name = |at: usize| analysis.candidates[at].mv.clone();
        let chosen = analysis.choice.clone().unwrap_or_default();
        let strips = sensitivity(&analysis, &name).map_or_else(Vec::new, |found| found.strips);
        let [first, second, ..] = &strips[..] else { continue };
        let map = flip_map(&analysis, [first.term, second.term], &name).expect("two weights");
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
            let best = best_with_all(&analysis, &weights);
            let best: Vec<String> = best.into_iter().map(name).collect();
            assert_eq!(one_of(&best, &chosen), map.moves[place], "{weights:?}");
        }
        maps += 1;
        varied += usize::from(map.moves.len() > 2);
        assert_eq!(flip_map(&analysis, [first.term, first.term], &name), None);
        assert_eq!(flip_map(&analysis, [first.term, 99], &name), None);
    }
    assert!(maps > 50 && varied > 20, "{maps} {varied}");
}

/// Every bot that looks one ply ahead, in games of all kinds: a bot with the weight that a sentence names does not play the shown
/// choice, and if no weight is named, no value of any weight's slider changes the choice.
#[test]
fn the_bots_play_as_the_sentences_say() {
    let (mut flips, mut none) = (0, 0);
    for game in catalog::GAMES.iter().filter(|game| !game.simultaneous()) {
        let id = game.id();
        for bot in game.bots() {
            let mut rng = Rng::new(11, Stream::Other(1));
            for seed in 0..4 {
                let record = json!({ "totora": 1, "game": id, "seed": seed });
                let record = Record::from_json(&record).expect("a record");
                let mut session = Session::begin(record).expect("a session");
                for _ in 0..rng.below(40) {
                    let legal = session.position().legal().expect("listed");
                    if legal.is_empty() {
                        break;
                    }
                    session.play(None, &legal[rng.below(legal.len())], false).expect("legal");
                }
                if session.position().to_act().is_empty() {
                    continue;
                }
                let think = |options: Value| {
                    let seat =
                        json!({ "bot": bot.id, "options": options, "budget": { "nodes": 1 } });
                    let spec = SeatSpec::from_json(*game, &seat).expect("a valid weight");
                    let mut thinking = session.think(&spec).expect("thinks");
                    while !thinking.advance(64, &NoClock) {}
                    thinking
                };
                let thinking = think(json!({}));
                let Some(found) = thinking.sensitivity() else { continue };
                let analysis = thinking.analysis();
                let choice = analysis.choice.clone().expect("a choice");
                let stays = |options: Value| {
                    let analysis = think(options).analysis();
                    let best = analysis.candidates.iter().map(|one| one.score).max();
                    analysis.candidate(&choice).map(|one| one.score) == best
                };
                let place = format!("{id} {} {choice}: {}", bot.id, found.sentence);
                let Some(rest) = found.sentence.strip_prefix("It would play ") else {
                    for strip in &found.strips {
                        let key = analysis.terms[strip.term].key;
                        if bot.options.iter().all(|option| option.key != key) || bot.id == "lab" {
                            continue;
                        }
                        let tenths =
                            strip.least.thousandths() / 100..=strip.most.thousandths() / 100;
                        for tenth in tenths.step_by(5) {
                            let weight = Fixed::from_thousandths(tenth * 100);
                            let value = weight.to_f64();
                            let within = (strip.least..=strip.most).contains(&weight);
                            assert!(
                                !within || stays(json!({ key: value })),
                                "{place} {key} {value}"
                            );
                        }
                    }
                    none += 1;
                    continue;
                };
                let (_, rest) = rest.split_once(" if “").expect("a label");
                let (label, rest) = rest.split_once("” counted ").expect("a weight");
                let (to, from) = rest.split_once(" instead of ").expect("two weights");
                let to: f64 = to.parse().expect("a number");
                let term = analysis
                    .terms
                    .iter()
                    .find(|term| term.label == label && format!("{}.", term.weight) == from);
                let key = term.expect("a term").key;
                // The weights of the bot `lab` are in its formula.
                if bot.id != "lab" {
                    assert!(!stays(json!({ key: to })), "{place}");
                    flips += 1;
                }
            }
        }
    }
    assert!(flips > 20 && none > 0, "{flips} {none}");
}
