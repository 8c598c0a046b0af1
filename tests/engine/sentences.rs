//! Sentences of bots in drawn positions of all games: what can be recomputed of them is.

use serde_json::json;
use totora::base::rng::{Rng, Stream};
use totora::catalog;
use totora::contract::analysis::{Analysis, Score};
use totora::contract::bot::{Budget, NoClock};
use totora::record::{Record, SeatSpec};
use totora::session::Session;

/// Calls `each` with the position, the analysis and all its sentences, for the bots and opponents of games.
fn drawn(mut each: impl FnMut(&str, &Session, &Analysis<String>, &str)) {
    for (id, bots, plies) in [
        ("isolation", &["ab-custom", "perfect", "level-3"][..], 34),
        ("fencemaster", &["totora", "edgewise", "level-4"], 60),
        ("uros", &["totora", "balanced", "level-3"], 40),
        ("reversi", &["totora", "alphabeta", "balanced", "level-3"], 58),
    ] {
        let game = catalog::game(id).expect("a game");
        for seed in 0..8 {
            let record = json!({ "totora": 1, "game": id, "seed": seed });
            let mut session =
                Session::begin(Record::from_json(&record).expect("a record")).expect("a game");
            let mut rng = Rng::new(seed, Stream::Other(41));
            for _ in 0..plies * (seed + 1) / 8 {
                let legal = session.position().legal().expect("listed");
                if legal.is_empty() {
                    break;
                }
                session.play(None, &legal[rng.below(legal.len())], false).expect("legal");
            }
            if session.position().to_act().is_empty() {
                continue;
            }
            for bot in bots {
                let searches = game.bot_info(bot).expect("a bot").budget.is_some();
                let budget = searches.then_some(Budget::Nodes(300));
                let options = game.bot_options(bot, &Default::default()).expect("options");
                let id_of_bot = game.bot_info(bot).expect("a bot").id;
                let spec = SeatSpec::Bot { id: id_of_bot, options, budget };
                let mut thinking = session.think(&spec).expect("thinks");
                while !thinking.advance(1 << 12, &NoClock) {}
                let analysis = thinking.analysis();
                let sentences = format!("{} {}", analysis.why, analysis.differences.join(" "));
                each(bot, &session, &analysis, &sentences);
            }
        }
    }
}

#[test]
fn forced_results_in_sentences_are_those_of_the_moves() {
    let mut checked = [0; 3];
    drawn(|bot, session, analysis, sentences| {
        // The figures of a slip are those of the weaker bot; the claim is that of the stronger one.
        if sentences.contains("A slip: ") {
            return;
        }
        let position = session.position();
        let seat = position.to_act().first().expect("a seat");
        for candidate in &analysis.candidates {
            let name = position.move_name(seat, &candidate.mv).expect("a move");
            let says = |text: String| sentences.contains(&format!("{name} {text}"));
            for (claim, holds) in [
                ("wins at once", candidate.score == Score::Win(Some(1))),
                ("wins by force", matches!(candidate.score, Score::Win(_))),
                ("loses by force", matches!(candidate.score, Score::Loss(_))),
            ] {
                // A sentence that begins with this name may be about another move with a longer name.
                let begins =
                    sentences.split(". ").any(|one| one.starts_with(&format!("{name} {claim}")));
                if begins {
                    assert!(holds, "{bot}: {sentences} ({candidate:?})");
                    checked[0] += 1;
                }
            }
            if let Some(plies) = candidate.score.plies().filter(|&plies| plies > 1) {
                let within = format!("by force within {plies} plies");
                let other =
                    says("wins by force within ".to_owned()) && !sentences.contains(&within);
                assert!(!other || analysis.candidates.len() > 1, "{bot}: {sentences}");
            }
        }
        // The player who runs out of moves is the one to move at the end of the choice's line.
        if analysis.why.contains(" runs out of moves") {
            let chosen = analysis.chosen().expect("a choice");
            let mut next = position.boxed();
            for mv in std::iter::once(&chosen.mv).chain(&chosen.pv) {
                next.play_ply(mv).expect("legal");
            }
            // The solver knows the result without the whole line.
            let Some(end) = next.outcome() else {
                let said = format!(": {} runs out of moves", position.seat_name(1 - seat));
                let wins = matches!(chosen.score, Score::Win(_));
                assert!(bot == "perfect" && wins && analysis.why.contains(&said), "{bot}");
                return;
            };
            let loser = if end.halves(0) == 2 { 1 } else { 0 };
            let said = format!(": {} runs out of moves", position.seat_name(loser));
            assert!(analysis.why.contains(&said), "{bot}: {}", analysis.why);
            checked[1] += 1;
        }
        if let Some((_, rest)) = analysis.why.split_once(" around ") {
            let place = rest.split(['.', ' ', ',']).next().unwrap_or_default();
            let legal = position.legal().expect("listed");
            let named = |mv: &String| position.move_name(seat, mv).is_ok_and(|name| name == place);
            let stands = position.position_text().len() > 1;
            assert!(stands && (legal.iter().any(named) || !place.is_empty()), "{}", analysis.why);
        }
        checked[2] += 1;
    });
    assert!(checked[0] > 5 && checked[1] > 0 && checked[2] > 60, "{checked:?}");
}

#[test]
fn headlines_have_a_quantity_or_a_result() {
    let (mut all, mut vague) = (0, Vec::new());
    drawn(|bot, _, analysis, _| {
        let why = &analysis.why;
        assert!(!why.contains("counts more") && !why.contains("counts less"), "{bot}: {why}");
        let result = [
            "wins",
            "loses",
            "lose",
            "only legal move",
            "keeps the draw",
            "equal",
            "score the same",
            "judged",
        ];
        let counted = why.bytes().filter(u8::is_ascii_digit).count() > 0;
        all += 1;
        if !counted && !result.iter().any(|word| why.contains(word)) {
            vague.push(format!("{bot}: {why}"));
        }
    });
    assert!(10 * vague.len() <= all, "{} of {all}: {vague:#?}", vague.len());
}

/// Headlines that only repeat the order of scores teach nothing.
#[test]
fn headlines_say_more_than_the_order_of_scores() {
    let (mut all, mut bare, mut slips) = (0, Vec::new(), 0);
    drawn(|bot, _, analysis, sentences| {
        all += 1;
        let why = &analysis.why;
        let empty = [" scores more than ", "“formula”", "too few simulations"];
        if why.ends_with(" score the same.") || empty.iter().any(|words| why.contains(words)) {
            bare.push(format!("{bot}: {sentences}"));
        }
        // A slip whose cost is known says what was overlooked, and what that would have brought.
        if let Some(rest) = why.strip_prefix("Overlooked: ") {
            // A long name is left out.
            let Some((_, better)) = sentences.split_once(" and overlooks ") else { return };
            let better = better.split(". ").next().unwrap_or_default().trim_end_matches('.');
            assert!(rest.contains(better), "{bot}: {sentences}");
            slips += 1;
        }
    });
    assert!(20 * bare.len() <= all && slips > 2, "{} of {all}, {slips}: {bare:#?}", bare.len());
}
