//! Checks that every weight matters: for each weight of each bot, there must be a position in seeded games where a change of
//! the weight within its range changes the choice.

use serde_json::{Value, json};
use totora::base::options::OptionKind;
use totora::base::rng::{Rng, Stream};
use totora::catalog;
use totora::contract::bot::{Budget, NoClock};
use totora::record::{Record, SeatSpec};
use totora::session::Session;

/// The games that are searched for positions.
pub(crate) struct TrialGames<'a> {
    /// The options of the games, in rotation.
    pub(crate) options: &'a [Value],
    /// The maximum number of games.
    pub(crate) games: usize,
    /// The players, if moves cannot be listed: bots, or after a `!` the orders for every turn. Otherwise moves are drawn from
    /// the list of legal moves.
    pub(crate) players: &'a [&'a str],
    /// The number of plies between two examined positions.
    pub(crate) stride: usize,
    /// The budget of bots that use one.
    pub(crate) budget: Budget,
}

/// A weight for which no position has been found yet.
struct Open {
    bot: &'static str,
    key: &'static str,
    ends: [Value; 2],
    budget: Budget,
}

fn weights(id: &str, budget: Budget) -> Vec<Open> {
    let mut all = Vec::new();
    for bot in catalog::game(id).expect("in the catalogue").bots() {
        for option in &bot.options {
            let Some(term) = bot.terms.iter().find(|term| term.key == option.key) else { continue };
            // The sign is the same everywhere: the value that is set is the value that is shown.
            let OptionKind::Number { min, max, default, .. } = option.kind else {
                panic!("{} of {} is a weight but not a number", option.key, bot.id)
            };
            assert_eq!(default, term.weight, "{id}: {} of {}", option.key, bot.id);
            all.push(Open {
                bot: bot.id,
                key: option.key,
                ends: [min, max].map(|end| json!(end.to_f64())),
                // A bot without a budget searches one ply.
                budget: bot.budget.map_or(Budget::Depth(1), |_| budget),
            });
        }
    }
    all
}

/// The choice of a bot for the first seat that owes a move.
fn choice(session: &Session, id: &str, open: &Open, weight: Option<&Value>) -> String {
    let mut seat = json!({ "bot": open.bot });
    if let Some(weight) = weight {
        seat["options"] = json!({ open.key: weight });
    }
    let game = catalog::game(id).expect("in the catalogue");
    let mut spec = SeatSpec::from_json(game, &seat).expect("within the range");
    if let SeatSpec::Bot { budget, .. } = &mut spec {
        *budget = Some(open.budget);
    }
    let mut thinking = session.think(&spec).expect("thinks");
    while !thinking.advance(64, &NoClock) {}
    thinking.choice_only().choice.expect("a choice")
}

/// Searches positions until every weight of every bot has changed a choice.
pub(crate) fn every_weight_decides(id: &str, trial: &TrialGames) {
    let mut open = weights(id, trial.budget);
    let all = open.len();
    for game in 0..trial.games {
        let seats = |session: &mut Session| {
            for seat in 0..session.setup().seats.len() * usize::from(!trial.players.is_empty()) {
                let bot = trial.players[(game + seat) % trial.players.len()];
                if bot.starts_with('!') {
                    continue;
                }
                let spec = SeatSpec::from_json(
                    catalog::game(id).expect("in the catalogue"),
                    &json!({ "bot": bot }),
                );
                session.set_seat(seat, spec.expect("a bot")).expect("a seat");
            }
        };
        let options = &trial.options[game % trial.options.len()];
        let record = json!({ "totora": 1, "game": id, "options": options, "seed": game });
        let mut session =
            Session::begin(Record::from_json(&record).expect("a record")).expect("a session");
        seats(&mut session);
        let mut rng = Rng::new(game as u64, Stream::Other(78));
        let first = game % trial.stride;
        while !session.position().to_act().is_empty() {
            if session.ply() % trial.stride == first {
                let mut last_choice: Option<(&str, String)> = None;
                open.retain(|open| {
                    let unmoved = match &last_choice {
                        Some((bot, choice)) if *bot == open.bot => choice.clone(),
                        _ => choice(&session, id, open, None),
                    };
                    last_choice = Some((open.bot, unmoved.clone()));
                    open.ends.iter().all(|end| choice(&session, id, open, Some(end)) == unmoved)
                });
                if open.is_empty() {
                    return;
                }
            }
            if trial.players.is_empty() {
                let legal = session.position().legal().expect("listed");
                session.play(None, &legal[rng.below(legal.len())], false).expect("legal");
            } else if !session.play_bot(&NoClock).expect("plays") {
                let seat = session.position().to_act().first().expect("owes a move");
                let player = trial.players[(game + seat) % trial.players.len()];
                session.play(Some(seat), &player[1..], false).expect("ordered");
            }
        }
    }
    let dead: Vec<String> =
        open.iter().map(|open| format!("{} of {}", open.key, open.bot)).collect();
    assert!(all > 0, "{id} has weights");
    panic!("{id}: in these games, a change of {} never changes a choice", dead.join(", "));
}
