//! Reviews of games: correct marks, sentences that explain them, and the same results for any slices.

use serde_json::json;
use totora::base::fixed::Fixed;
use totora::base::options::Options;
use totora::base::rng::{Rng, Stream};
use totora::catalog::{GAMES, game};
use totora::contract::analysis::Score;
use totora::contract::bot::{Budget, NoClock};
use totora::contract::calibration::{Row, rows};
use totora::contract::judging::{Mark, THRESHOLDS};
use totora::record::{Record, SeatSpec};
use totora::review::{Assessment, AssessmentCache, Judge, Judged, Review, Summary};
use totora::search::explain::with_number;
use totora::session::Session;

/// A game of Isolation in which a win was given away on plies 18 and 21.
const ISOLATION: &str = "d4 g2 e6 f4 c5 g6 d7 e5 b6 d3 d5 b2 f6 a4 e4 c3 d6 d1 c4 e3 d2 c2 b3 b4 c1 a6 e2 c7 g1 b5 f3 a7 g5 c6 f7 a5";

fn session(game: &str, moves: &str) -> Session {
    let moves: Vec<&str> = moves.split_whitespace().collect();
    let record = json!({ "totora": 1, "game": game, "options": {}, "seed": 1, "moves": moves });
    Session::replay(Record::from_json(&record).expect("a record")).expect("legal moves")
}

pub(crate) fn judge(id: &str, bot: &str, budget: Option<Budget>) -> Judge {
    let game = game(id).expect("a game");
    let mut spec = SeatSpec::bot(game, bot).expect("a bot");
    if let SeatSpec::Bot { budget: place, .. } = &mut spec {
        *place = budget;
    }
    let start = game.start(&Options::default(), 1).expect("a start");
    Judge::new(game, start.as_ref(), &spec, bot.to_owned()).expect("a judge")
}

fn finish(review: Review, slice: u64, known: &mut AssessmentCache) -> Vec<Assessment> {
    finish_all(review, slice, known).0
}

/// The assessments of a whole review, and its summaries.
pub(crate) fn finish_all(
    mut review: Review,
    slice: u64,
    known: &mut AssessmentCache,
) -> (Vec<Assessment>, Vec<Summary>) {
    while !review.advance(slice, &NoClock, known) {}
    let (done, positions) = review.progress();
    assert_eq!(done, positions);
    let found = review.take();
    (found, review.summaries())
}

/// A bot's verdict on a move in the current position.
fn of_move(session: &Session, judge: Judge, mv: &str) -> Judged {
    let review = session.judge(mv, judge).expect("a legal move");
    let found = finish(review, 1 << 20, &mut AssessmentCache::default());
    assert_eq!(found.len(), 1);
    found.into_iter().next().and_then(|one| one.judged).expect("a verdict")
}

fn bots(id: &str, seats: &[&str], plies: usize) -> Session {
    let game = game(id).expect("a game");
    let seats: Vec<_> = seats.iter().map(|bot| json!({ "bot": bot, "options": {} })).collect();
    let record =
        json!({ "totora": 1, "game": game.id(), "options": {}, "seed": 3, "seats": seats });
    let mut session =
        Session::begin(Record::from_json(&record).expect("a record")).expect("begins");
    while session.plies().len() < plies && session.play_bot(&NoClock).expect("plays") {}
    session
}

#[test]
fn proven_results_decide_for_every_judge() {
    for bot in ["ab-custom", "perfect"] {
        let review = session("isolation", ISOLATION).review(vec![judge(
            "isolation",
            bot,
            (bot != "perfect").then_some(Budget::Nodes(500)),
        )]);
        let found = finish(review, 1 << 16, &mut AssessmentCache::default());
        let blunders: Vec<usize> = found
            .iter()
            .filter(|one| one.judged.as_ref().is_some_and(|j| j.mark == Some(Mark::Blunder)))
            .map(|one| one.ply + 1)
            .collect();
        assert!(blunders.contains(&18) && blunders.contains(&21), "{bot}: {blunders:?}");
        for one in &found {
            let Some(judged) = &one.judged else { continue };
            assert!(judged.proven, "{bot}: {judged:?}");
            // The text about a lost win names a move that keeps it.
            if judged.mark == Some(Mark::Blunder) {
                assert!(judged.text.contains("gave it away"), "{judged:?}");
            }
        }
        // There is no reply to the last move: player 2 has won.
        let end = found.last().expect("the end");
        assert_eq!((end.first, end.win), (Some(Score::Loss(Some(0))), Some(Fixed::ZERO)));
    }
}

#[test]
fn the_only_good_move_is_marked_and_the_others_are_blunders() {
    // After 20 plies of that game, one move keeps the win, but it was not played.
    let moves: Vec<&str> = ISOLATION.split(' ').take(20).collect();
    let session = session("isolation", &moves.join(" "));
    let legal = session.position().legal().expect("listed");
    let ask = |mv: &String| of_move(&session, judge("isolation", "perfect", None), mv);
    let verdicts: Vec<Judged> = legal.iter().map(ask).collect();
    let good_moves = verdicts.iter().filter(|one| one.good).count();
    assert!(good_moves >= 1 && good_moves < legal.len(), "{verdicts:?}");
    for one in &verdicts {
        let expected = match (one.good, good_moves) {
            (true, 1) => Some(Mark::Only),
            (true, _) => None,
            (false, _) => Some(Mark::Blunder),
        };
        assert_eq!(one.mark, expected, "{one:?}");
    }
}

#[test]
fn bots_find_no_fault_with_their_own_moves() {
    for (id, bot) in [("uros", "balanced"), ("reversi", "balanced"), ("fencemaster", "edgewise")] {
        let session = bots(id, &[bot, bot], 24);
        let found = finish(
            session.review(vec![judge(id, bot, None)]),
            1 << 16,
            &mut AssessmentCache::default(),
        );
        for judged in found.iter().filter_map(|one| one.judged.as_ref()) {
            assert!(
                judged.proven || matches!(judged.mark, None | Some(Mark::Only)),
                "{id}: {judged:?}"
            );
        }
    }
}

/// The chances after moves in a text: `62% after U.4` and `62% to win, 92% after U.4`.
fn chances_after(text: &str) -> Vec<(String, String)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let plain = |word: &str| word.trim_end_matches([',', '.', ':', ';']).to_owned();
    let found = words.windows(3).filter(|three| three[0].ends_with('%') && three[1] == "after");
    found.map(|three| (plain(three[2]), three[0].to_owned())).collect()
}

/// A verdict and the reason beside it never give two chances for one move, name every square as printed on the board, and only a
/// proven loss or a lower chance has a mark.
#[test]
fn verdicts_and_reasons_agree() {
    let (mut verdicts, mut reasons, mut later) = (0, 0, 0);
    for (id, judging, nodes, seats) in [
        ("uros", "totora", 400, ["balanced", "random"]),
        ("fencemaster", "totora", 300, ["edgewise", "random"]),
        ("fencemaster", "alphabeta", 500, ["random", "edgewise"]),
        ("reversi", "mcts", 200, ["balanced", "random"]),
        ("reversi", "totora", 500, ["random", "greedy"]),
        ("isolation", "ab-custom", 500, ["random", "random"]),
    ] {
        let played = bots(id, &seats, 40);
        let judge = judge(id, judging, Some(Budget::Nodes(nodes)));
        for one in finish(played.review(vec![judge]), 1 << 16, &mut AssessmentCache::default()) {
            let Some(judged) = one.judged else { continue };
            let place = format!("{id} {} {}: {} / {}", one.ply, judged.mv, judged.text, one.why);
            let mut all = chances_after(&judged.text);
            all.extend(chances_after(&one.why));
            for (mv, chance) in &all {
                assert!(all.iter().all(|(other, its)| other != mv || its == chance), "{place}");
            }
            if id == "reversi" {
                // `1,2` is `b3` on the board.
                let coordinates = |word: &str| {
                    word.split_once(',').is_some_and(|(x, y)| {
                        [x, y].iter().all(|n| n.trim_end_matches(['.', ':']).parse::<u8>().is_ok())
                    })
                };
                assert!(!judged.text.split_whitespace().any(coordinates), "{place}");
            }
            // The loss is the difference of the two chances as a reader sees them.
            if let Some(said) = judged.text.strip_prefix("Loses ").filter(|_| !judged.at_least) {
                let percents: Vec<i64> = said
                    .split_whitespace()
                    .filter_map(|word| word.strip_suffix('%')?.parse().ok())
                    .collect();
                let points: i64 =
                    said.split(' ').next().and_then(|n| n.parse().ok()).expect("points");
                assert_eq!(percents[1] - percents[0], points, "{place}");
                assert_eq!(judged.points, u64::try_from(points).ok(), "{place}");
            }
            if judged.text.contains("missed or put off") {
                later += 1;
                assert_eq!(
                    judged.mark.is_some(),
                    judged.loss >= Some(THRESHOLDS.inaccuracy),
                    "{place}"
                );
            }
            if judged.text.starts_with("It loses by force") {
                assert!(judged.mark.is_some() && !judged.good, "{place}");
            }
            verdicts += 1;
            let mistake = judged.mark.is_some_and(|mark| mark != Mark::Only);
            assert_eq!(mistake, !one.why.is_empty(), "{place}");
            reasons += usize::from(mistake);
        }
    }
    assert!(verdicts > 150 && reasons > 4, "{verdicts} {reasons} {later}");
}

/// A reviewed game, for the check of its reasons.
struct Checked<'a> {
    id: &'static str,
    session: &'a Session,
}

impl Checked<'_> {
    fn after(&self, ply: usize, line: &[String]) -> Session {
        let mut record = self.session.to_record();
        record.moves.truncate(ply);
        record.moves.extend(line.iter().cloned());
        record.result = None;
        Session::replay(record).expect("legal moves")
    }

    /// Whether the line ends the game in the way that the reason states.
    fn ends_as_said(&self, one: &Assessment, line: &[String]) -> bool {
        let end = self.after(one.ply, line);
        let (Some(outcome), true) =
            (end.position().outcome(), one.why.contains("then wins by force"))
        else {
            return false;
        };
        let (own, other) = (outcome.scores[one.seat], outcome.scores[1 - one.seat]);
        let how = match end.position().won_how() {
            how if how.is_empty() => format!(", {other} to {own}"),
            how => how.replace(": ", " as "),
        };
        assert!(one.why.ends_with(&format!("{how}.")), "{one:?} {how}");
        true
    }

    /// Checks a reason against the rules and the features; returns whether it has a quantity.
    fn check(&self, one: &Assessment) -> bool {
        let (Some(judged), Some(best)) = (&one.judged, &one.best) else { return false };
        let why = &one.why;
        let line = |mv: &String, rest: &[String]| -> Vec<String> {
            std::iter::once(mv).chain(rest).cloned().collect()
        };
        let (played, best) = (line(&judged.mv, &one.refutation), line(best, &one.line));
        let both = played.len().min(best.len());
        let place = format!("{} {} {played:?} {best:?}: {why}", self.id, one.ply);
        let here = self.after(one.ply, &[]);
        let name = here.position().move_name(one.seat, &judged.mv).expect("a name");
        // The answer, if the line has one, is a legal move of the opponent and named; else the played move is.
        let mut reply = None;
        for at in 1..played.len() {
            let session = self.after(one.ply, &played[..at]);
            let mover = session.position().to_act().first().expect("a mover");
            if mover != one.seat {
                reply = session.position().move_name(mover, &played[at]).ok();
                break;
            }
        }
        match reply {
            Some(reply) => assert!(why.starts_with(&format!("It allows {reply}")), "{place}"),
            None => assert!(why.starts_with(&format!("After {name}")), "{place}"),
        }
        if why.contains("by force") || why.contains("would win") {
            return self.ends_as_said(one, &played) || why.contains("within");
        }
        // Some feature differs by that number at the ends of the two lines.
        let game = game(self.id).expect("a game");
        let length = match why.split(" into that line").collect::<Vec<_>>()[..] {
            [before, _] => {
                let number = before.split(' ').rev().nth(1);
                let number: Option<usize> = number.and_then(|number| number.parse().ok());
                1 + number.unwrap_or_else(|| panic!("{place}"))
            }
            _ => both,
        };
        assert!(length <= both, "{place}");
        let [after, instead] = [&played, &best]
            .map(|line| self.after(one.ply, &line[..length]).position().features(one.seat));
        let named = game.data().judging.causes.iter().any(|cause| {
            let at = game.features().iter().position(|feature| feature.key == cause.feature);
            let at = at.expect("a feature of the game");
            let by = after[at] - instead[at];
            let clause = with_number(cause.worse, by.abs() as i64);
            by * f64::from(cause.weight) < 0.0 && why.contains(&format!(" {clause} than after"))
        });
        let compared = why.contains(" than after") && !why.contains("the chance to win is lower");
        assert_eq!(named, compared, "{place}");
        named
    }
}

/// A reason is about the played move: it names the best answer, or the move itself, and the number in it is the difference of a
/// feature at the ends of both lines.
#[test]
fn reasons_are_about_the_played_move() {
    let (mut reasons, mut numbers) = (0, 0);
    for (id, judging, nodes, seats) in [
        ("uros", "totora", 300, ["balanced", "random"]),
        ("fencemaster", "totora", 200, ["edgewise", "random"]),
        ("reversi", "totora", 500, ["random", "greedy"]),
        ("isolation", "ab-custom", 500, ["random", "random"]),
    ] {
        for seed in if id == "isolation" { 1..6 } else { 1..3 } {
            let session = game_of(id, &seats, nodes, seed, 0);
            let judge = judge(id, judging, Some(Budget::Nodes(nodes)));
            for one in finish(session.review(vec![judge]), 1 << 16, &mut AssessmentCache::default())
            {
                if !one.why.is_empty() {
                    reasons += 1;
                    numbers += usize::from(Checked { id, session: &session }.check(&one));
                }
            }
        }
    }
    assert!(reasons > 5 && 3 * numbers > reasons, "{numbers} of {reasons} have a number");
}

/// Each sentence about a whole game counts its assessments.
#[test]
fn a_summary_counts_the_game() {
    let session = bots("isolation", &["random", "random"], 40);
    let mut review =
        session.review(vec![judge("isolation", "ab-custom", Some(Budget::Nodes(500)))]);
    while !review.advance(1 << 16, &NoClock, &mut AssessmentCache::default()) {}
    let (found, summaries) = (review.take(), review.summaries());
    assert_eq!(summaries.iter().map(|one| one.seat).collect::<Vec<_>>(), [0, 1]);
    let few = Fixed::from_thousandths(50);
    for one in &summaries {
        let losses: Vec<Fixed> = found
            .iter()
            .filter(|other| other.seat == one.seat)
            .filter_map(|other| other.judged.as_ref()?.loss)
            .collect();
        let (good, all) = (losses.iter().filter(|&&loss| loss < few).count(), losses.len());
        assert!(one.text.contains(&format!("played {good} of {all} moves")), "{}", one.text);
        let bad = all - good;
        if let Some(at) = one.text.find("To work on: ") {
            assert!(one.text[at..].contains(&format!("of the {bad} losses")), "{}", one.text);
        }
        let worst =
            found.iter().filter_map(|other| Some((other.judged.as_ref()?.loss?, other.ply)));
        let most = worst.clone().map(|(loss, _)| loss).max();
        let turned = worst.clone().filter(|(loss, _)| Some(*loss) == most);
        let mut turned = turned.map(|(_, ply)| format!("turned on move {},", ply + 1));
        assert!(turned.any(|words| one.text.contains(&words)), "{}", one.text);
    }
}

/// The budgets of the judges of the next two tests: small in the suite; `ten` times larger to confirm a mark.
const JUDGES: [(&str, &str, u64, [&str; 2]); 4] = [
    ("isolation", "ab-custom", 500, ["ab-custom", "ab-improved"]),
    ("reversi", "totora", 1_000, ["totora", "alphabeta"]),
    ("uros", "totora", 300, ["totora", "balanced"]),
    ("fencemaster", "totora", 300, ["edgewise", "totora"]),
];

/// Number of random moves before the games of the long tests.
const RANDOM: usize = 4;

/// A position after random moves, so that games of the same bots differ: the moves.
fn opening(id: &str, plies: usize, seed: u64) -> Vec<String> {
    let mut session = session(id, "");
    let mut rng = Rng::new(seed, Stream::Other(13));
    let mut moves = Vec::new();
    for _ in 0..plies {
        let legal = session.position().legal().expect("listed");
        let mv = legal[rng.below(legal.len())].clone();
        session.play(None, &mv, false).expect("legal");
        moves.push(mv);
    }
    moves
}

/// Plays a game of bots, with a budget for those that search, after this number of random moves.
fn game_of(id: &str, seats: &[&str; 2], nodes: u64, seed: u64, random: usize) -> Session {
    let seats: Vec<_> = seats
        .iter()
        .map(|bot| {
            let searches =
                game(id).and_then(|game| game.bot_info(bot)).is_ok_and(|bot| bot.budget.is_some());
            match searches {
                true => json!({ "bot": bot, "options": {}, "budget": { "nodes": nodes } }),
                false => json!({ "bot": bot, "options": {} }),
            }
        })
        .collect();
    let options = match (id, random) {
        ("isolation", 0) => json!({ "opening": "random" }),
        _ => json!({}),
    };
    let moves = opening(id, random, seed);
    let record = json!({ "totora": 1, "game": id, "options": options, "seed": seed,
        "seats": seats, "moves": moves });
    let mut session =
        Session::replay(Record::from_json(&record).expect("a record")).expect("begins");
    while session.play_bot(&NoClock).expect("plays") {}
    session
}

/// Reviews games of strong bots; returns numbers of moves, of marks, and of marks that a ten times larger search does not give.
fn marks_of_strong_bots(times: u64, games: u64, random: usize) -> (usize, usize, usize) {
    let (mut all, mut marks, mut wrong) = (0, 0, 0);
    for (id, bot, nodes, seats) in JUDGES {
        let nodes = nodes * times;
        for seed in 1..=games {
            let mut session = game_of(id, &seats, nodes, seed, random);
            let judge_of = |nodes| judge(id, bot, Some(Budget::Nodes(nodes)));
            let found = finish(
                session.review(vec![judge_of(nodes)]),
                1 << 16,
                &mut AssessmentCache::default(),
            );
            for one in &found {
                let Some(judged) = &one.judged else { continue };
                all += 1;
                if judged.mark.is_none_or(|mark| mark == Mark::Only) {
                    continue;
                }
                marks += 1;
                session.go_to(one.ply).expect("a ply");
                let again = of_move(&session, judge_of(10 * nodes), &judged.mv);
                if again.mark.is_none_or(|mark| mark == Mark::Only) {
                    println!("{id} {seed} ply {}: {judged:?}\nnot confirmed: {again:?}", one.ply);
                    wrong += 1;
                }
            }
        }
    }
    (all, marks, wrong)
}

/// Of the moves of strong bots few get a mark that a ten times larger search does not give.
#[test]
fn marks_are_confirmed_by_a_larger_search() {
    let (all, marks, wrong) = marks_of_strong_bots(1, 1, 0);
    assert!(all > 100 && 100 * wrong <= all, "{wrong} of {marks} marks in {all} moves");
}

/// The same for about 1,100 moves: `cargo test --release --test engine marks_of_a_thousand -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn marks_of_a_thousand_moves_are_confirmed() {
    let (all, marks, wrong) = marks_of_strong_bots(2, 6, RANDOM);
    println!("{all} moves, {marks} marks, {wrong} not confirmed");
    assert!(all > 1_000 && wrong <= 3, "{wrong} of {marks} marks in {all} moves");
}

/// Planted blunders: in positions of strong bots, moves that lose by force where another move does not, by a ten times larger
/// search.
fn planted_blunders(
    judges: &[(&'static str, &'static str, u64, [&'static str; 2])],
    (games, a_game): (u64, usize),
    random: usize,
) -> (usize, Vec<String>) {
    let (mut planted, mut missed) = (0, Vec::new());
    for &(id, bot, nodes, seats) in judges {
        for seed in 11..11 + games {
            let mut session = game_of(id, &seats, nodes, seed, random);
            let plies = session.plies().len();
            // The end of a game has forced losses; at most `a_game` of each game are planted.
            let before = planted;
            for ply in (plies / 2..plies).rev().skip(2) {
                session.go_to(ply).expect("a ply");
                let spec = SeatSpec::Bot {
                    id: game(id).and_then(|game| game.bot_info(bot)).expect("a bot").id,
                    options: Options::default(),
                    budget: Some(Budget::Nodes(10 * nodes)),
                };
                let mut thinking = session.think_for(None, &spec, 5).expect("a bot");
                thinking.set_multi_pv(usize::MAX);
                while !thinking.advance(1 << 16, &NoClock) {}
                let analysis = thinking.analysis();
                let lost = |score: Score| matches!(score, Score::Loss(_));
                let holds =
                    analysis.chosen().is_some_and(|best| matches!(best.score, Score::Win(_)));
                let blunder = analysis.candidates.iter().find(|one| lost(one.score));
                let Some(blunder) = blunder.filter(|_| holds) else { continue };
                planted += 1;
                let judged =
                    of_move(&session, judge(id, bot, Some(Budget::Nodes(nodes))), &blunder.mv);
                if judged.mark.is_none_or(|mark| mark == Mark::Only) {
                    missed.push(format!("{id} {seed} ply {ply}: {judged:?}"));
                }
                if planted - before >= a_game {
                    break;
                }
            }
        }
    }
    (planted, missed)
}

#[test]
fn planted_blunders_are_marked() {
    let (planted, missed) = planted_blunders(&JUDGES[..2], (1, 1), 0);
    assert!(planted >= 1 && missed.is_empty(), "{} of {planted}: {missed:#?}", missed.len());
}

/// The same for more games: `cargo test --release --test engine many_planted -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn many_planted_blunders_are_marked() {
    let (planted, missed) = planted_blunders(&JUDGES, (16, 4), RANDOM);
    println!("{planted} planted, {} missed", missed.len());
    assert!(planted >= 26 && missed.is_empty(), "{} of {planted}: {missed:#?}", missed.len());
}

#[test]
fn the_loss_of_bad_moves_is_the_difference_of_scores() {
    // Random moves against Balanced in Uros: most are much worse, and the loss is the difference of two scores.
    let session = bots("uros", &["balanced", "random"], 30);
    let found = finish(
        session.review(vec![judge("uros", "balanced", None)]),
        1 << 16,
        &mut AssessmentCache::default(),
    );
    let of = |seat, mark| {
        found
            .iter()
            .filter(|one| one.seat == seat)
            .filter(|one| one.judged.as_ref().is_some_and(|judged| judged.mark == Some(mark)))
            .count()
    };
    assert_eq!((of(0, Mark::Blunder), of(0, Mark::Mistake), of(0, Mark::Inaccuracy)), (0, 0, 0));
    // One placement of many changes the chance to win a little, and all of them together a lot.
    let lost = |seat| -> Fixed {
        let judged = found.iter().filter(|one| one.seat == seat);
        judged.filter_map(|one| one.judged.as_ref()?.loss).sum()
    };
    assert_eq!(lost(0), Fixed::ZERO);
    assert!(lost(1) > Fixed::from_thousandths(150), "{}", lost(1));
    for judged in found.iter().filter_map(|one| one.judged.as_ref()) {
        // A forced move has no loss. If the bot does not examine a move, its loss is unknown and the text says so.
        let Some(loss) = judged.loss else {
            let texts = ["The only legal move", "does not look at this move"];
            assert!(texts.iter().any(|words| judged.text.contains(words)), "{judged:?}");
            assert_eq!(judged.mark, None);
            continue;
        };
        assert_eq!(
            judged.mark.filter(|mark| *mark != Mark::Only),
            THRESHOLDS.mark(loss),
            "{judged:?}"
        );
    }
}

#[test]
fn a_bot_without_scores_cannot_judge() {
    let session = session("reversi", "");
    let mv = session.position().legal().expect("listed").swap_remove(0);
    let judged = of_move(&session, judge("reversi", "random", None), &mv);
    assert_eq!((judged.mark, judged.loss, judged.good), (None, None, false));
    assert!(judged.text.contains("cannot judge"), "{}", judged.text);
    let found = finish(
        session.review(vec![judge("reversi", "random", None)]),
        1,
        &mut AssessmentCache::default(),
    );
    assert_eq!((found[0].score, found[0].win), (None, None), "unknown, not equal");
}

#[test]
fn a_review_is_the_same_in_any_slices_and_from_memory() {
    let session = bots("reversi", &["greedy", "mobility"], 16);
    let judges = || {
        let budget = Some(Budget::Nodes(1_000));
        vec![judge("reversi", "alphabeta", budget), judge("reversi", "mcts", budget)]
    };
    let mut known = AssessmentCache::default();
    let to_json = |found: Vec<Assessment>| serde_json::to_value(found).expect("plain values");
    let whole = to_json(finish(session.review(judges()), u64::MAX >> 1, &mut known));
    let again = to_json(finish(session.review(judges()), 1, &mut known));
    let slices = to_json(finish(session.review(judges()), 37, &mut AssessmentCache::default()));
    assert_eq!(whole, again);
    assert_eq!(whole, slices);
    let rows = whole.as_array().expect("a list");
    assert_eq!(rows.len(), 2 * 17, "two judges for every position");
    assert!(
        rows.iter().all(|row| (row["judge"] == 1) <= row["judged"].is_null()),
        "only the first judge gives verdicts"
    );
}

#[test]
fn the_default_judge_is_the_strongest_bot_that_searches() {
    for game in GAMES {
        let judging = &game.data().judging;
        let judge = judging.bot;
        assert!(
            game.bot_info(judge).is_ok_and(|bot| bot.budget.is_some()),
            "{}: {judge}",
            game.id()
        );
        let strongest = game.bot_info("totora").expect("a name in every game").id;
        let solves = judging.oracle == Some(strongest);
        assert!(judge == strongest || solves, "{}: {judge}, not {strongest}", game.id());
    }
}

/// A tree search examines its choice more than other moves. Marks therefore compare the positions after both moves with equal
/// budgets.
#[test]
fn a_tree_search_gives_marks_with_equal_playouts() {
    let games = [["totora", "balanced"], ["balanced", "balanced"], ["greedy", "balanced"]];
    let marks: u32 = games.map(marks_with_equal_playouts).iter().sum();
    assert!(marks > 0, "some moves are marked");
}

/// Checks the marks of a game of these bots, and counts them.
fn marks_with_equal_playouts(seats: [&str; 2]) -> u32 {
    let budget = Budget::Nodes(1_200);
    // A mark needs twice the playouts, after both moves.
    let confirming = Budget::Nodes(2_400);
    let session = bots("uros", &seats, 26);
    let moves: Vec<String> = session.plies().iter().map(|ply| ply.text.clone()).collect();
    let judge_of = || judge("uros", "totora", Some(budget));
    let found = finish(session.review(vec![judge_of()]), 1 << 16, &mut AssessmentCache::default());
    let win_after = |ply: usize, seat: usize, mv: &str| {
        let moves: Vec<&str> = moves[..ply].iter().map(String::as_str).chain([mv]).collect();
        let record =
            json!({ "totora": 1, "game": "uros", "options": {}, "seed": 3, "moves": moves });
        let after = Session::replay(Record::from_json(&record).expect("a record")).expect("legal");
        let spec =
            SeatSpec::Bot { id: "totora", options: Options::default(), budget: Some(confirming) };
        let mut thinking = after.think_for(None, &spec, 3).expect("a bot");
        while !thinking.advance(100, &NoClock) {}
        let position = after.position();
        let evaluator = game("uros")
            .and_then(|game| {
                game.evaluator("totora", &Options::default(), Some(confirming), position)
            })
            .expect("a bot");
        let score = thinking.analysis().candidates[0].score;
        let win = evaluator.evaluate(score, false, position.progress()).win?;
        Some(if position.to_act().contains(seat) { win } else { Fixed::ONE - win })
    };
    let mut marks = 0;
    for one in &found {
        let (Some(judged), Some(choice)) = (&one.judged, &one.choice) else { continue };
        let marked = judged.mark.is_some_and(|mark| mark != Mark::Only) && !judged.proven;
        let Some(loss) = judged.loss.filter(|_| marked) else { continue };
        let (Some(best), Some(played)) =
            (win_after(one.ply, one.seat, choice), win_after(one.ply, one.seat, &judged.mv))
        else {
            continue;
        };
        assert_eq!(loss, best - played, "ply {}: {judged:?}", one.ply);
        assert!(!one.why.is_empty(), "the better move is explained: {one:?}");
        marks += 1;
    }
    marks
}

/// Equal bots play few moves that get a mark: at most one in five.
#[test]
fn equal_bots_get_few_marks() {
    for (id, judge_id, nodes, players) in [
        ("uros", "totora", 100, "balanced"),
        ("isolation", "ab-custom", 500, "ab-improved"),
        ("reversi", "totora", 1_000, "alphabeta"),
        ("fencemaster", "totora", 100, "edgewise"),
    ] {
        let session = bots(id, &[players, players], 60);
        let judge = judge(id, judge_id, Some(Budget::Nodes(nodes)));
        let found = finish(session.review(vec![judge]), 1 << 16, &mut AssessmentCache::default());
        let judged: Vec<_> = found.iter().filter_map(|one| one.judged.as_ref()).collect();
        let marks =
            judged.iter().filter(|judged| judged.mark.is_some_and(|mark| mark != Mark::Only));
        let (marks, moves) = (marks.count(), judged.len());
        let losses: Vec<_> = judged.iter().filter_map(|judged| judged.loss).collect();
        assert!(
            moves > 10 && 5 * marks <= moves,
            "{id}: {marks} marks in {moves} moves: {losses:?}"
        );
    }
}

/// A loss is a share of the chance to win. Accuracy falls with it and is 100 for a move without loss.
#[test]
fn accuracy_falls_with_the_loss() {
    let session = bots("uros", &["balanced", "random"], 30);
    let review = session.review(vec![judge("uros", "balanced", None)]);
    let found = finish(review, 1 << 16, &mut AssessmentCache::default());
    let mut pairs: Vec<(Fixed, Fixed)> = found
        .iter()
        .filter_map(|one| one.judged.as_ref())
        .filter_map(|judged| judged.loss.zip(judged.accuracy))
        .collect();
    pairs.sort();
    assert!(pairs.len() > 10, "{pairs:?}");
    assert!(pairs.iter().all(|&(loss, _)| loss >= Fixed::ZERO && loss <= Fixed::ONE));
    assert!(pairs.windows(2).all(|pair| pair[1].1 <= pair[0].1), "{pairs:?}");
    assert_eq!(pairs[0], (Fixed::ZERO, Fixed::from_int(100)));
}

/// Each row of a table is valid, names a bot of its game, and has a curve if and only if its error is small enough. The curves of
/// a bot have one unit, and budgets that were checked lie between fitted ones.
#[test]
fn tables_of_calibrations_are_consistent() {
    for game in GAMES {
        let all: Result<Vec<Row>, String> = rows(game.calibration_table()).collect();
        let all = all.expect("valid rows");
        for row in &all {
            let bot = game.bot_info(&row.bot).unwrap_or_else(|_| panic!("{row}"));
            assert_eq!(bot.budget.is_some(), row.nodes().is_some(), "{row}");
            assert_eq!(row.curve.is_some(), row.holds() && !row.checked, "{row}");
            let own =
                || all.iter().filter(|other| (&other.bot, &other.board) == (&row.bot, &row.board));
            let units: Vec<f64> = own().filter_map(|row| Some(row.curve.as_ref()?.unit)).collect();
            assert!(units.windows(2).all(|pair| pair[0] == pair[1]), "{row}");
            let fitted = || own().filter(|row| !row.checked).filter_map(Row::nodes);
            if row.checked {
                assert!(fitted().min() < row.nodes() && row.nodes() < fitted().max(), "{row}");
            }
        }
    }
}
