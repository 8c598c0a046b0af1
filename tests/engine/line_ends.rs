//! Checks the end of each line that a search shows: the line is played in random positions of every game, and the position at
//! its end is evaluated again and has the score of the search.

use std::fmt::Display;
use totora::base::fixed::Fixed;
use totora::base::options::{Options, RawOptions};
use totora::base::rng::{Rng, Stream};
use totora::contract::analysis::{Analysis, Score, TermValue};
use totora::contract::bot::{BotSpec, Budget, Heuristic, NoClock, Weight};
use totora::contract::game::{Enumerable, Game, MoveList};
use totora::games::isolation::heuristics::Weighted;
use totora::games::{fencemaster, isolation, reversi};

/// A position after this many random plies; `None` if the game ends before.
fn position<G: Enumerable>(options: &str, seed: u64, plies: usize) -> Option<G> {
    let raw: RawOptions = serde_json::from_str(options).expect("options");
    let options = Options::check(G::options(), &raw).expect("valid options");
    let mut rng = Rng::new(seed, Stream::Other(31));
    let mut position = G::new(&options, &mut rng).expect("a position");
    let mut moves = MoveList::new();
    for _ in 0..=plies {
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            return None;
        }
        let mv = moves[rng.below(moves.len())].clone();
        position.play_unchecked(&mv);
    }
    (!position.to_act().is_empty()).then_some(position)
}

fn measured<G: Enumerable>(by: &dyn Heuristic<G>, position: &G, seat: usize) -> Vec<TermValue> {
    let mut values = vec![Fixed::ZERO; by.terms().len()];
    by.measure(position, seat, &mut values);
    let pairs = by.terms().iter().zip(values);
    pairs.map(|(term, value)| TermValue { value, contribution: term.weight.times(value) }).collect()
}

/// How many lines were checked, and how many scores had no terms.
#[derive(Debug, Default)]
struct Counts {
    ends: usize,
    without: usize,
}

fn check_lines<G: Enumerable>(
    what: &str,
    position: &G,
    analysis: &Analysis<G::Move>,
    by: &dyn Heuristic<G>,
    counts: &mut Counts,
) where
    G::Move: Display,
{
    let seat = position.mover();
    assert_eq!(analysis.now, measured(by, position, seat), "{what}: now");
    for candidate in &analysis.candidates {
        let mut next = position.clone();
        next.play_unchecked(&candidate.mv);
        if !candidate.after.is_empty() {
            assert_eq!(
                candidate.after,
                measured(by, &next, seat),
                "{what}: after {}",
                candidate.mv
            );
        }
        for mv in &candidate.pv {
            let mut moves = MoveList::new();
            next.legal_moves(&mut moves);
            assert!(moves.contains(mv), "{what}: {mv} in the line of {}", candidate.mv);
            next.play_unchecked(mv);
        }
        let Score::Value(score) = candidate.score else {
            assert!(candidate.terms.is_empty(), "{what}: a result has no terms");
            continue;
        };
        if candidate.terms.is_empty() {
            // The score is a bound, or the value of a finished game.
            let over = next.to_act().is_empty();
            counts.without += usize::from(!candidate.bound && !over);
            continue;
        }
        assert!(!candidate.bound, "{what}: a bound has no terms");
        counts.ends += 1;
        assert_eq!(
            candidate.terms,
            measured(by, &next, seat),
            "{what}: the end of {}",
            candidate.mv
        );
        let sum: Fixed = candidate.terms.iter().map(|term| term.contribution).sum();
        assert_eq!(score, sum, "{what}: {}", candidate.mv);
    }
}

fn check_bots<G: Enumerable>(
    bots: &[&'static BotSpec<G>],
    positions: &[(&str, &[usize])],
    by: impl Fn(&[Weight]) -> Box<dyn Heuristic<G>>,
) -> Counts
where
    G::Move: Display,
{
    let mut counts = Counts::default();
    for spec in bots {
        for (options, plies) in positions {
            for (&plies, seed) in
                plies.iter().flat_map(|plies| [(plies, 1), (plies, 2), (plies, 3)])
            {
                let Some(position) = position::<G>(options, seed, plies) else { continue };
                let bot = spec.build(&Options::default());
                for budget in [Budget::Nodes(300), Budget::Nodes(4_000)] {
                    let rng = Rng::new(seed, Stream::Other(5));
                    let mut thinking = bot.begin(&position, position.mover(), budget, rng);
                    thinking.set_multi_pv(3);
                    while !thinking.advance(1 << 12, &NoClock) {}
                    let what = format!("{} {options} seed {seed} ply {plies} {budget}", spec.id);
                    let analysis = thinking.analysis();
                    check_lines(&what, &position, &analysis, &*by(spec.weights), &mut counts);
                }
            }
        }
    }
    counts
}

fn named_bots<G: Game>(all: &[&'static BotSpec<G>], ids: &[&str]) -> Vec<&'static BotSpec<G>> {
    let found: Vec<_> = all.iter().copied().filter(|spec| ids.contains(&spec.id)).collect();
    assert_eq!(found.len(), ids.len());
    found
}

#[test]
fn isolation() {
    let ids = ["ab-custom", "ab-improved", "ab-custom-2", "ab-center", "mm-improved", "greedy"];
    let bots = named_bots(&isolation::bots::BOTS, &ids);
    let positions = [("{}", &[2, 8, 14, 20, 26][..]), (r#"{"size":"5x4"}"#, &[3, 6][..])];
    let counts = check_bots(&bots, &positions, |weights| Box::new(Weighted::with_weights(weights)));
    assert!(counts.ends > 300 && counts.without == 0, "{counts:?}");
}

#[test]
fn fencemaster() {
    let bots = named_bots(&fencemaster::bots::BOTS, &["alphabeta"]);
    let positions = [(r#"{"size":4}"#, &[4, 9, 15][..]), (r#"{"size":6}"#, &[6, 20, 40][..])];
    let of = |weights: &[Weight]| -> Box<dyn Heuristic<fencemaster::FenceMaster>> {
        Box::new(fencemaster::evaluation::Weighted::with_weights(weights))
    };
    let counts = check_bots(&bots, &positions, of);
    assert!(counts.ends > 60 && counts.without == 0, "{counts:?}");
}

#[test]
fn reversi() {
    let bots =
        named_bots(&reversi::bots::BOTS, &["totora", "alphabeta", "brs", "paranoid", "maxn"]);
    let positions = [
        (r#"{"map":"islands"}"#, &[6, 25][..]),
        (r#"{"map":"trio"}"#, &[4, 20][..]),
        (r#"{"map":"othello"}"#, &[6, 20, 40][..]),
    ];
    // On the plain board, the strongest bot uses patterns.
    let by = |weights: &[Weight]| -> Box<dyn Heuristic<_>> {
        Box::new(reversi::heuristics::Weighted::with_weights(weights))
    };
    let counts = check_bots(&bots[1..], &positions, by);
    let strongest = check_bots(&bots[..1], &positions[..2], by);
    // If the transposition table cut a line of the best-reply search short, there are no terms.
    assert!(counts.ends > 200 && 100 * counts.without <= counts.ends, "{counts:?}");
    assert!(strongest.ends > 50 && strongest.without == 0, "{strongest:?}");
}
