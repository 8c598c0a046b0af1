//! Guided lessons: a heuristic is written step by step, and every step looks at what somebody really wrote: how its
//! score answers to the features, how it searches, how its games end. The texts are data; a step is judged here and
//! nowhere else. No face may enter.

use super::formula;
use super::heuristic::{FORMULA, LAB, Lab};
use super::program::{Program, Trouble, thousandths};
use crate::base::options::{OptionSpec, Options, RawOptions};
use crate::base::rng::{Rng, Stream};
use crate::catalog::{AnyGame, game};
use crate::contract::features::{Feature, Wanted};
use serde_json::{Value, json};
use std::sync::OnceLock;

/// A lesson of a game.
pub struct Lesson {
    /// The game.
    pub game: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// What comes of it, in a sentence.
    pub about: &'static str,
    /// What it begins with: a heuristic, and how it searches.
    pub begin: (&'static str, &'static [(&'static str, &'static str)]),
    /// A position that has something to tell, as the moves that lead to it from the usual start.
    pub shows: &'static str,
    /// Five to eight.
    pub steps: &'static [Step],
    /// Positions to try heuristics on: the features of each, of whoever is to move.
    positions: OnceLock<Vec<Vec<f64>>>,
}

/// A step of a lesson.
pub struct Step {
    /// What it is called.
    pub title: &'static str,
    /// Why it is worth doing, in a few sentences.
    pub text: &'static str,
    /// What one could write, for whoever is stuck.
    pub hint: &'static str,
    /// What must hold for it to be done.
    pub demands: &'static [Demand],
}

/// Something that must hold of a heuristic.
pub enum Demand {
    /// More of a feature raises the score, or lowers it (one more, a tenth of a share): in most positions where `when` (a formula) holds, and nowhere
    /// the other way.
    Moves {
        /// Of which feature.
        feature: &'static str,
        /// Whether it raises the score.
        up: bool,
        /// Where; everywhere if empty.
        when: &'static str,
    },
    /// More of a feature changes nothing where `when` holds.
    Flat {
        /// Of which feature.
        feature: &'static str,
        /// Where.
        when: &'static str,
    },
    /// One more of a feature takes away from so many to so many times what one more of the other brings.
    Outweighs {
        /// Which takes away.
        feature: &'static str,
        /// Which brings.
        than: &'static str,
        /// How many times, at least.
        least: f64,
        /// And at most.
        most: f64,
    },
    /// It has so many terms at least.
    Terms(usize),
    /// An option of the bot `lab` is set so.
    Set(&'static str, &'static str),
    /// Games decide, with so many nodes a move for both.
    Games {
        /// Whom it plays.
        against: Against,
        /// How long both think.
        nodes: u64,
        /// Where the reader predicts how they end, the question; else it must be stronger.
        question: Option<&'static str>,
    },
}

/// Whom a heuristic plays in a step.
pub enum Against {
    /// A bot of the game.
    Bot(&'static str),
    /// A formula, searched as the reader's.
    Formula(&'static str),
}

/// What a reader may predict.
pub const PREDICTIONS: [&str; 3] = ["stronger", "equal", "weaker"];
/// After so many games, and each time twice as many, it is looked whether they decide.
const FIRST_LOOK: u64 = 40;
/// So many are played at most.
const MOST_GAMES: u64 = 1_280;
/// Five looks at one sequence of games: intervals are wider than 95% by this, so that one in twenty errs in all.
const LOOKS: f64 = 1.3;
/// Within so much of a half, in points of 1, two count as equal.
const EQUAL: f64 = 0.05;

/// Games that are walked through for positions, and every how many plies one is taken.
const WALKS: u64 = 4;
const EVERY: usize = 3;

const fn up(feature: &'static str) -> Demand {
    Demand::Moves { feature, up: true, when: "" }
}

const fn down(feature: &'static str) -> Demand {
    Demand::Moves { feature, up: false, when: "" }
}

/// Games that it must win, one move ahead.
const fn beats(against: Against) -> Demand {
    Demand::Games { against, nodes: 1, question: None }
}

static ISOLATION: Lesson = Lesson {
    game: "isolation",
    title: "Your first heuristic",
    about: "Seven steps: count moves, predict what helps, look ahead, and beat the source's AB Improved.",
    begin: ("[{\"name\":\"nothing yet\",\"formula\":\"0\"}]", &[("search", "one-ply")]),
    shows: "c3 e5 d5 f3",
    steps: &[
        Step {
            title: "Room to move",
            text: "If your knight has no move, you lose. So count your moves. The list below the formula sorts by your \
                   score as you type.",
            hint: "own_moves",
            demands: &[up("own_moves")],
        },
        Step {
            title: "Your opponent's room",
            text: "Your opponent needs moves too. Subtract them. This is Improved, the heuristic of most agents of the \
                   game's source.",
            hint: "own_moves - opponent_moves",
            demands: &[up("own_moves"), down("opponent_moves")],
        },
        Step {
            title: "Predict: is that better?",
            text: "Let it play against own_moves alone, both one move ahead. Predict the result, then let games decide.",
            hint: "About equal: one move ahead, your opponent's moves tell little that yours do not.",
            demands: &[
                up("own_moves"),
                down("opponent_moves"),
                Demand::Games {
                    against: Against::Formula("own_moves"),
                    nodes: 1,
                    question: Some("Against own_moves alone, yours will be"),
                },
            ],
        },
        Step {
            title: "One move further",
            text: "A move that leads nowhere is worth little. Add a term for what each knight can do one move later, and \
                   beat Improved.",
            hint: "3 × (own_next_moves - opponent_next_moves)",
            demands: &[
                Demand::Terms(2),
                up("own_next_moves"),
                down("opponent_next_moves"),
                beats(Against::Formula("own_moves - opponent_moves")),
            ],
        },
        Step {
            title: "Look ahead",
            text: "So far it saw only the position after its move. Set Search to alpha-beta: the same heuristic, some \
                   moves later.",
            hint: "Search: alpha-beta",
            demands: &[
                up("own_moves"),
                down("opponent_moves"),
                Demand::Set("search", "alpha-beta"),
            ],
        },
        Step {
            title: "Predict again",
            text: "Both now search 400 positions a move. Is it still about equal to own_moves alone?",
            hint: "It is stronger: where a search ends, both knights' moves count.",
            demands: &[
                up("own_moves"),
                down("opponent_moves"),
                Demand::Set("search", "alpha-beta"),
                Demand::Games {
                    against: Against::Formula("own_moves"),
                    nodes: 400,
                    question: Some("Against own_moves alone, yours will be"),
                },
            ],
        },
        Step {
            title: "Beat AB Improved",
            text: "It searches as many positions as yours. If the games say no, change a weight and play again.",
            hint: "own_moves - opponent_moves; 3 × (own_next_moves - opponent_next_moves)",
            demands: &[
                Demand::Set("search", "alpha-beta"),
                Demand::Games { against: Against::Bot("ab-improved"), nodes: 400, question: None },
            ],
        },
    ],
    positions: OnceLock::new(),
};

static UROS: Lesson = Lesson {
    game: "uros",
    title: "Which squares are worth something?",
    about: "Five steps: two terms that help, one that only sounds good, and a heuristic that beats Balanced.",
    begin: ("[{\"name\":\"nothing yet\",\"formula\":\"0\"}]", &[("search", "one-ply")]),
    shows: "P.2 F.3 F@D3/270 P@B4/180 P.0 F.0 F.1 F.4 F.2 T@D4 T.0 P.4",
    steps: &[
        Step {
            title: "Your village",
            text: "The largest village on the Lake wins. Count its houses.",
            hint: "own_village",
            demands: &[up("own_village")],
        },
        Step {
            title: "Stop the other village",
            text: "opponent_front counts the empty squares beside your opponent's village, where it can grow. Take them \
                   away, and beat the village alone.",
            hint: "own_village - opponent_front",
            demands: &[
                up("own_village"),
                down("opponent_front"),
                beats(Against::Formula("own_village")),
            ],
        },
        Step {
            title: "Predict: your own front",
            text: "own_front counts the empty squares beside your village. Add it with weight 1. Will that help against \
                   the same heuristic without it?",
            hint: "It is weaker: room that your opponent can fill is worth less than it costs to make.",
            demands: &[
                up("own_front"),
                down("opponent_front"),
                Demand::Games {
                    against: Against::Formula("own_village - opponent_front"),
                    nodes: 1,
                    question: Some("Against own_village - opponent_front, yours will be"),
                },
            ],
        },
        Step {
            title: "The Reedbed",
            text: "Houses on an island in the Reedbed reach the Lake together. Leave own_front out, and count the largest \
                   village in the Reedbed a little.",
            hint: "own_village - opponent_front + 0.2 * own_reed_village",
            demands: &[
                Demand::Flat { feature: "own_front", when: "" },
                up("own_reed_village"),
                down("opponent_front"),
                beats(Against::Formula("own_village - opponent_front")),
            ],
        },
        Step {
            title: "Beat Balanced",
            text: "Balanced is the source's best bot. If the games say no, change a weight and play again. Sweep and Tune \
                   search for weights.",
            hint: "own_village - opponent_front + 0.2 * own_reed_village",
            demands: &[up("own_village"), beats(Against::Bot("balanced"))],
        },
    ],
    positions: OnceLock::new(),
};

static FENCEMASTER: Lesson = Lesson {
    game: "fencemaster",
    title: "What is each cell worth?",
    about: "Five steps to a map of the board, and a heuristic that beats the source's agent.",
    begin: ("[{\"name\":\"nothing yet\",\"formula\":\"0\"}]", &[("search", "one-ply")]),
    shows: "3,5 5,5 4,4 6,5 2,6 5,6 5,3 4,7",
    steps: &[
        Step {
            title: "Stones you need",
            text: "own_lack is how many stones you still need for a win. Less is better, so give it a minus. Set Scores on \
                   the board to All: this is your first map.",
            hint: "-own_lack",
            demands: &[down("own_lack")],
        },
        Step {
            title: "Stones your opponent needs",
            text: "A stone that costs your opponent two is as good as one that saves you two. Add opponent_lack, and beat \
                   own_lack alone.",
            hint: "opponent_lack - own_lack",
            demands: &[down("own_lack"), up("opponent_lack"), beats(Against::Formula("-own_lack"))],
        },
        Step {
            title: "Break ties",
            text: "Many cells score the same. own_ways counts in how many ways you can go on. Count it so little that it \
                   decides only between equals.",
            hint: "own_ways, weight 0.01",
            demands: &[down("own_lack"), up("own_ways")],
        },
        Step {
            title: "The source's map",
            text: "last_utility is what the Norton-Rizk agent finds the last stone worth. It grows in leaps, so take its \
                   logarithm. Point at the term: the board shows that map alone.",
            hint: "ln(1 + last_utility), weight 0.1",
            demands: &[Demand::Terms(2), up("last_utility")],
        },
        Step {
            title: "Beat the source",
            text: "Play against Norton-Rizk. If the games say no, change a weight and play again.",
            hint: "2 × (opponent_lack - own_lack); own_ways, weight 0.01",
            demands: &[
                down("own_lack"),
                Demand::Games {
                    against: Against::Bot("norton-rizk"),
                    nodes: 1_000,
                    question: None,
                },
            ],
        },
    ],
    positions: OnceLock::new(),
};

static REVERSI: Lesson = Lesson {
    game: "reversi",
    title: "Stones are not everything",
    about: "Five steps from counting stones to a heuristic that beats Greedy.",
    begin: ("[{\"name\":\"nothing yet\",\"formula\":\"0\"}]", &[("search", "one-ply")]),
    shows: "2,3 4,2 5,3 2,2 4,1 2,4 1,5 1,4 4,5 5,5 3,5 1,6",
    steps: &[
        Step {
            title: "Count stones",
            text: "The player with the most stones wins. stones_ahead is how many more you have than your strongest \
                   opponent.",
            hint: "stones_ahead",
            demands: &[up("stones_ahead")],
        },
        Step {
            title: "Corners",
            text: "A stone in a corner can never be captured. Add corners_ahead with a large weight, and beat stones alone.",
            hint: "stones_ahead + 10 * corners_ahead",
            demands: &[
                up("stones_ahead"),
                up("corners_ahead"),
                beats(Against::Formula("stones_ahead")),
            ],
        },
        Step {
            title: "Predict: moves in place of stones",
            text: "mobility_ahead is how many more moves you have. Replace stones_ahead with it and keep the corners. Will \
                   that beat the step before?",
            hint: "It is stronger: stones change colour until the end, but who runs out of moves must give corners away.",
            demands: &[
                Demand::Flat { feature: "stones_ahead", when: "filled < 0.5" },
                up("mobility_ahead"),
                up("corners_ahead"),
                Demand::Games {
                    against: Against::Formula("stones_ahead + 10 * corners_ahead"),
                    nodes: 1,
                    question: Some("Against stones_ahead + 10 * corners_ahead, yours will be"),
                },
            ],
        },
        Step {
            title: "Stones at the end",
            text: "In the end only stones count. Add a term that counts them when the board is nearly full, and not before.",
            hint: "if(filled > 0.9, stones_ahead, 0)",
            demands: &[
                up("mobility_ahead"),
                Demand::Flat { feature: "stones_ahead", when: "filled < 0.5" },
                Demand::Moves { feature: "stones_ahead", up: true, when: "filled > 0.95" },
            ],
        },
        Step {
            title: "Beat Greedy",
            text: "Greedy takes the move that brings the most at once. If the games say no, change a weight and play again.",
            hint: "mobility_ahead + 10 * corners_ahead",
            demands: &[up("corners_ahead"), beats(Against::Bot("greedy"))],
        },
    ],
    positions: OnceLock::new(),
};

/// All that could be; those of games that have features are there.
static ALL: [&Lesson; 4] = [&ISOLATION, &UROS, &FENCEMASTER, &REVERSI];

/// The lessons.
pub fn lessons() -> impl Iterator<Item = &'static Lesson> {
    ALL.into_iter().filter(|lesson| game(lesson.game).is_ok_and(|game| !game.features().is_empty()))
}

/// The lessons as a page shows them.
pub fn list() -> Value {
    lessons()
        .map(|lesson| {
            let steps = lesson.steps.iter().map(|step| {
                let games = step.demands.iter().find_map(|one| match one {
                    Demand::Games { question, .. } => Some(question),
                    _ => None,
                });
                json!({
                    "title": step.title,
                    "text": step.text,
                    "hint": step.hint,
                    "games": games.is_some(),
                    "question": games,
                })
            });
            let (formula, options) = lesson.begin;
            let mut begin = RawOptions::new();
            begin.insert(FORMULA.to_owned(), formula.into());
            begin.extend(options.iter().map(|&(key, value)| (key.to_owned(), value.into())));
            json!({
                "game": lesson.game,
                "title": lesson.title,
                "about": lesson.about,
                "begin": begin,
                "shows": lesson.shows.split_whitespace().collect::<Vec<_>>(),
                "steps": steps.collect::<Vec<_>>(),
            })
        })
        .collect()
}

/// How far a heuristic, given as the options of the bot `lab`, is with a step, counted from 0: each demand in words and
/// whether it is met. Games are not played here: `arena` is what is to be played for them, once all else is met.
///
/// # Errors
/// When there is no such step, or the options do not fit.
pub fn judge(of: &str, step: usize, options: &RawOptions) -> Result<Value, String> {
    let (lesson, step) = find(of, step)?;
    let game = game(lesson.game).map_err(|error| error.to_string())?;
    let checked = game.bot_options(LAB, options).map_err(|error| error.to_string())?;
    let text = options.get(FORMULA).and_then(Value::as_str).unwrap_or_default();
    let tried = Tried::new(lesson, game, text)?;
    let mut demands = Vec::new();
    let mut met_all = true;
    let mut arena = Value::Null;
    for demand in step.demands {
        if let Demand::Games { against, nodes, .. } = demand {
            let budget = json!({ "nodes": nodes });
            let rival = match against {
                Against::Bot(bot) => json!({ "bot": bot, "options": {}, "budget": budget }),
                Against::Formula(formula) => {
                    let mut options = options.clone();
                    options.insert(FORMULA.to_owned(), (*formula).into());
                    json!({ "bot": LAB, "options": options, "budget": budget })
                }
            };
            arena = json!({
                "game": lesson.game,
                "bots": [{ "bot": LAB, "options": options, "budget": budget }],
                "against": [rival],
                "games": MOST_GAMES,
            });
            demands.push(json!({ "words": words(game, demand), "met": null }));
            continue;
        }
        let met = tried.meets(demand, &checked)?;
        met_all &= met;
        demands.push(json!({ "words": words(game, demand), "met": met }));
    }
    let played = !arena.is_null();
    if !met_all {
        arena = Value::Null;
    }
    Ok(json!({ "done": met_all && !played, "demands": demands, "arena": arena }))
}

/// What games say of a heuristic, whose share of the points is `share`, `half` the half of its 95% interval; `prediction`
/// one of [`PREDICTIONS`], where the step asks for one: `{"passed","words"}`, or null where more games are needed.
///
/// # Errors
/// When there is no such step, or no prediction where one is asked for.
pub fn verdict(
    of: &str,
    step: usize,
    games: u64,
    (share, half): (f64, f64),
    prediction: &str,
) -> Result<Value, String> {
    let (_, step) = find(of, step)?;
    let asks =
        step.demands.iter().any(|one| matches!(one, Demand::Games { question: Some(_), .. }));
    if asks && !PREDICTIONS.contains(&prediction) {
        return Err(format!(
            "`{prediction}` is no prediction; expected {}",
            PREDICTIONS.join(", ")
        ));
    }
    let looked =
        games >= MOST_GAMES || games >= FIRST_LOOK && (games / FIRST_LOOK).is_power_of_two();
    let (ahead, half) = (share - 0.5, half * LOOKS);
    let found = match () {
        () if !looked || !half.is_finite() => return Ok(Value::Null),
        () if ahead - half > 0.0 => "stronger",
        () if ahead + half < 0.0 => "weaker",
        () if ahead.abs() + half <= EQUAL || games >= MOST_GAMES => "equal",
        () => return Ok(Value::Null),
    };
    let points = |share: f64| (share * 100.0).round().abs();
    let words = match found {
        "equal" => format!("About equal: {}% of the points, ±{}.", points(share), points(half)),
        other => {
            let (by, half) = (points(ahead), points(half));
            format!("Yours is {other}: by {by} ± {half} points of 100 in {games} games.")
        }
    };
    let passed = if asks { prediction == found } else { found == "stronger" };
    Ok(json!({ "passed": passed, "words": words }))
}

fn find(of: &str, step: usize) -> Result<(&'static Lesson, &'static Step), String> {
    let lesson = lessons().find(|lesson| lesson.game == of);
    let lesson = lesson.ok_or_else(|| format!("there is no lesson of `{of}`"))?;
    let found = lesson.steps.get(step);
    let most = lesson.steps.len();
    let found = found.ok_or_else(|| format!("step {}; expected 1 to {most}", step + 1))?;
    Ok((lesson, found))
}

fn words(game: &dyn AnyGame, demand: &Demand) -> String {
    let place = |when: &str| match when {
        "" => String::new(),
        when => format!(" where {when}"),
    };
    match demand {
        Demand::Moves { feature, up, when } => {
            let how = if *up { "raises" } else { "lowers" };
            format!("More {feature} {how} the score{}", place(when))
        }
        Demand::Flat { feature, when } => format!("{feature} changes nothing{}", place(when)),
        Demand::Outweighs { feature, than, least, most } => {
            format!("One {feature} takes {least} to {most} times what one {than} brings")
        }
        Demand::Terms(count) => format!("At least {count} terms"),
        Demand::Set(key, value) => format!("The {key} is {value}"),
        Demand::Games { question: Some(_), .. } => {
            "Your prediction is what the games say".to_owned()
        }
        Demand::Games { against: Against::Bot(bot), .. } => {
            let name = game.bot_info(bot).map_or(*bot, |info| info.name);
            format!("Stronger than {name}")
        }
        Demand::Games { against: Against::Formula(formula), .. } => {
            format!("Stronger than {formula}")
        }
    }
}

/// A heuristic that is tried on a lesson's positions.
struct Tried {
    features: &'static [Feature],
    positions: &'static [Vec<f64>],
    terms: Vec<(f64, Program)>,
    wanted: Vec<usize>,
    settings: Vec<OptionSpec>,
}

impl Tried {
    fn new(lesson: &'static Lesson, game: &dyn AnyGame, text: &str) -> Result<Tried, String> {
        let features = game.features();
        let lab = Lab::read(text, features).map_err(|error| error.to_string())?;
        let mut wanted = Wanted::default();
        let programs = lab.formulas().iter().map(|formula| Program::new(formula, &mut wanted));
        let weights = lab.terms().iter().map(|term| term.weight.to_f64());
        let terms = weights.zip(programs).collect();
        let positions = lesson.positions.get_or_init(|| positions(game));
        let wanted = wanted.places().collect();
        let settings = game.bot_info(LAB).map_err(|error| error.to_string())?.options;
        Ok(Tried { features, positions, terms, wanted, settings })
    }

    fn score(&self, position: &[f64]) -> f64 {
        let wanted = self.wanted.iter().map(|&place| position.get(place).copied().unwrap_or(0.0));
        let wanted: Vec<f64> = wanted.collect();
        let mut trouble = Trouble::NONE;
        let worth = self.terms.iter().map(|(weight, program)| {
            let value = program.value(&wanted, &mut trouble);
            weight * thousandths(value, &mut trouble).to_f64()
        });
        worth.sum()
    }

    /// What more of a feature does to the score in every position where `when` holds: one more, or a tenth of what is a
    /// share.
    fn changes(&self, feature: &str, when: &str) -> Result<Vec<f64>, String> {
        let place = self.features.iter().position(|one| one.key == feature);
        let place = place.ok_or_else(|| format!("there is no feature `{feature}`"))?;
        let Feature { unit, most, .. } = self.features[place];
        let more = |value: f64| match unit {
            "share" => 0.1,
            // Of what is huge, twice as much.
            _ if most > 1e6 => value + 1.0,
            _ => 1.0,
        };
        let mut wanted = Wanted::first(self.features.len());
        let holds = match when {
            "" => None,
            when => {
                let read = formula::parse(when, self.features).map_err(|e| e.to_string())?;
                Some(Program::new(&read, &mut wanted))
            }
        };
        let there = self.positions.iter().filter(|position| {
            holds.as_ref().is_none_or(|holds| holds.value(position, &mut Trouble::default()) != 0.0)
        });
        let change = there.map(|position| {
            let mut other = position.clone();
            let more = more(position[place]);
            let up = position[place] + more <= most;
            other[place] += if up { more } else { -more };
            let change = self.score(&other) - self.score(position);
            if up { change } else { -change }
        });
        Ok(change.collect())
    }

    fn meets(&self, demand: &Demand, options: &Options) -> Result<bool, String> {
        Ok(match demand {
            Demand::Moves { feature, up, when } => {
                let sign = if *up { 1.0 } else { -1.0 };
                let changes = self.changes(feature, when)?;
                let right = changes.iter().filter(|&&change| change * sign > 0.0).count();
                2 * right > changes.len() && changes.iter().all(|&change| change * sign >= 0.0)
            }
            Demand::Flat { feature, when } => {
                self.changes(feature, when)?.iter().all(|&change| change == 0.0)
            }
            Demand::Outweighs { feature, than, least, most } => {
                let (less, more) = (self.changes(feature, "")?, self.changes(than, "")?);
                let among = least - 1e-6..=most + 1e-6;
                let fits = less
                    .iter()
                    .zip(&more)
                    .filter(|(a, b)| **b > 0.0 && among.contains(&(-*a / *b)));
                2 * fits.count() > less.len()
            }
            Demand::Terms(count) => self.terms.len() >= *count,
            Demand::Set(key, value) => {
                let spec = self.settings.iter().find(|spec| spec.key == *key);
                spec.is_some_and(|spec| options.get(spec).to_json().as_str() == Some(value))
            }
            Demand::Games { .. } => false,
        })
    }
}

/// Positions of games that are played at random.
fn positions(game: &dyn AnyGame) -> Vec<Vec<f64>> {
    let mut found = Vec::new();
    for seed in 1..=WALKS {
        let Ok(mut position) = game.start(&Options::default(), seed) else { continue };
        let mut rng = Rng::new(seed, Stream::Other(1));
        for ply in 0.. {
            let Some(seat) = position.to_act().first() else { break };
            if ply % EVERY == 0 {
                found.push(position.features(seat));
            }
            let moves = position.legal().unwrap_or_default();
            let chosen = moves.get(rng.below(moves.len().max(1)));
            if chosen.is_none_or(|mv| position.play(seat, mv).is_err()) {
                break;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Played, setup};
    use crate::contract::bot::Unwatched;

    /// For every step a heuristic that passes, how it searches, and the right prediction.
    type Answer = (&'static str, &'static str, &'static str);

    const NEXT: &str = r#"[{"formula":"own_moves - opponent_moves"},
        {"weight":3,"formula":"own_next_moves - opponent_next_moves"}]"#;
    const REED: &str = "own_village - opponent_front + 0.2 * own_reed_village";

    fn answers(of: &str) -> Vec<Answer> {
        match of {
            "isolation" => vec![
                ("own_moves", "one-ply", ""),
                ("own_moves - opponent_moves", "one-ply", ""),
                ("own_moves - opponent_moves", "one-ply", "equal"),
                (NEXT, "one-ply", ""),
                (NEXT, "alpha-beta", ""),
                ("own_moves - opponent_moves", "alpha-beta", "stronger"),
                (NEXT, "alpha-beta", ""),
            ],
            "uros" => vec![
                ("own_village", "one-ply", ""),
                ("own_village - opponent_front", "one-ply", ""),
                ("own_village - opponent_front + own_front", "one-ply", "weaker"),
                (REED, "one-ply", ""),
                (REED, "one-ply", ""),
            ],
            "fencemaster" => vec![
                ("-own_lack", "one-ply", ""),
                ("opponent_lack - own_lack", "one-ply", ""),
                ("opponent_lack - own_lack + 0.01 * own_ways", "one-ply", ""),
                (
                    r#"[{"formula":"opponent_lack - own_lack"},
                        {"weight":0.1,"formula":"ln(1 + last_utility)"}]"#,
                    "one-ply",
                    "",
                ),
                ("2 * (opponent_lack - own_lack) + 0.01 * own_ways", "one-ply", ""),
            ],
            "reversi" => vec![
                ("stones_ahead", "one-ply", ""),
                ("stones_ahead + 10 * corners_ahead", "one-ply", ""),
                ("mobility_ahead + 10 * corners_ahead", "one-ply", "stronger"),
                (
                    "mobility_ahead + 10 * corners_ahead + if(filled > 0.9, stones_ahead, 0)",
                    "one-ply",
                    "",
                ),
                ("mobility_ahead + 10 * corners_ahead", "one-ply", ""),
            ],
            _ => Vec::new(),
        }
    }

    fn options((formula, search, _): Answer) -> RawOptions {
        let mut options = RawOptions::new();
        options.insert(FORMULA.to_owned(), formula.into());
        options.insert("search".to_owned(), search.into());
        options
    }

    /// What the games of a step say, played until they decide: null where it has none, or its other demands are not met.
    fn played(
        lesson: &Lesson,
        step: usize,
        options: &RawOptions,
        prediction: &str,
        seed: u64,
    ) -> Value {
        let mut judged = judge(lesson.game, step, options).expect("options that fit");
        if judged["arena"].is_null() {
            return Value::Null;
        }
        judged["arena"]["seed"] = seed.into();
        let arena = setup::read(&judged["arena"]).expect("an arena");
        let plan = arena.prepare().expect("a plan");
        let watch = || Box::new(Unwatched) as Box<dyn crate::contract::bot::Watch>;
        let mut games: Vec<Played> = Vec::new();
        loop {
            games.push(arena.play(&plan, games.len(), &watch, false).expect("a game"));
            let count = games.len() as u64;
            if !(count >= FIRST_LOOK && (count / FIRST_LOOK * FIRST_LOOK == count)) {
                continue;
            }
            let paired = arena.add_up(&games).pairs[0].paired.expect("of two");
            let outcome = (paired.middle, (paired.high - paired.low) / 2.0);
            let found = verdict(lesson.game, step, count, outcome, prediction).expect("a step");
            if !found.is_null() {
                println!("{} step {}: {found}", lesson.game, step + 1);
                return found;
            }
        }
    }

    fn done(lesson: &Lesson, step: usize, answer: Answer, seed: u64) -> bool {
        let options = options(answer);
        let found = played(lesson, step, &options, answer.2, seed);
        let judged = judge(lesson.game, step, &options).expect("options that fit");
        if found.is_null() { judged["done"] == true } else { found["passed"] == true }
    }

    #[test]
    fn every_step_has_an_answer_and_is_not_done_before() {
        for lesson in lessons() {
            assert!((5..=8).contains(&lesson.steps.len()), "{}", lesson.game);
            let answers = answers(lesson.game);
            assert_eq!(answers.len(), lesson.steps.len(), "{}", lesson.game);
            let begin = lesson.begin.1.iter().find(|(key, _)| *key == "search");
            let mut before: Answer = (lesson.begin.0, begin.expect("a search").1, "");
            for (step, &answer) in answers.iter().enumerate() {
                let at = format!("{} step {}", lesson.game, step + 1);
                // What the step before ended with is not enough: it does not meet what is asked, or has to play first.
                let begun = judge(lesson.game, step, &options(before)).expect("options that fit");
                assert_eq!(begun["done"], false, "{at}");
                // And nothing is not enough for what asks something of a heuristic.
                assert!(!done(lesson, step, (lesson.begin.0, answer.1, answer.2), 1), "{at}");
                assert!(done(lesson, step, answer, 2), "{at}");
                before = answer;
            }
        }
    }

    /// The other answers fail whatever the seed.
    #[test]
    fn a_wrong_prediction_does_not_pass() {
        for (of, step) in [("isolation", 2), ("uros", 2), ("reversi", 2)] {
            let lesson = find(of, step).expect("a step").0;
            let answer = answers(of)[step];
            for wrong in PREDICTIONS.into_iter().filter(|&one| one != answer.2) {
                assert!(!done(lesson, step, (answer.0, answer.1, wrong), 3), "{of} {wrong}");
            }
        }
    }

    #[test]
    fn texts_are_short_and_steps_that_are_not_there_are_errors() {
        for lesson in lessons() {
            for step in lesson.steps {
                assert!(step.text.len() < 300, "{}", step.title);
                assert!(!step.demands.is_empty(), "{}", step.title);
            }
            assert!(judge(lesson.game, lesson.steps.len(), &RawOptions::new()).is_err());
        }
        assert!(judge("chess", 0, &RawOptions::new()).is_err());
        assert!(verdict("isolation", 99, 40, (0.5, 0.1), "").is_err());
        assert!(verdict("isolation", 2, 40, (0.5, 0.1), "").is_err());
    }
}
