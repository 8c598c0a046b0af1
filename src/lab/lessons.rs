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
    /// It takes at least so many percent of the points from another bot, both with so many nodes a move.
    Beats {
        /// The other.
        bot: &'static str,
        /// How long both think.
        nodes: u64,
        /// How many games are played.
        games: u64,
        /// The points it needs.
        percent: u64,
    },
}

/// Games that are walked through for positions, and every how many plies one is taken.
const WALKS: u64 = 4;
const EVERY: usize = 3;

const fn up(feature: &'static str) -> Demand {
    Demand::Moves { feature, up: true, when: "" }
}

const fn down(feature: &'static str) -> Demand {
    Demand::Moves { feature, up: false, when: "" }
}

static ISOLATION: Lesson = Lesson {
    game: "isolation",
    title: "From own moves to better than Improved",
    about: "Seven steps from the simplest heuristic to one that beats the source's Improved.",
    begin: ("[{\"name\":\"nothing yet\",\"formula\":\"0\"}]", &[("search", "one-ply")]),
    shows: "c3 e5 d5 f3",
    steps: &[
        Step {
            title: "Room to move",
            text: "Who cannot move has lost, so moves are worth having. Write a formula that counts the own ones: the \
                   list under it is sorted by your score at once.",
            hint: "own_moves",
            demands: &[up("own_moves")],
        },
        Step {
            title: "Take it from the other",
            text: "The other knight wants moves too. Subtract them, in the same formula or in a term of its own. \
                   What you have then is Improved, the best simple heuristic of the source.",
            hint: "own_moves - opponent_moves",
            demands: &[up("own_moves"), down("opponent_moves")],
        },
        Step {
            title: "Hunt",
            text: "Is a move denied worth more than a move gained? Let one move of the opponent count one and a half \
                   to four times as much as one of your own: a number in the formula, or a term's weight.",
            hint: "own_moves - 2 * opponent_moves",
            demands: &[Demand::Outweighs {
                feature: "opponent_moves",
                than: "own_moves",
                least: 1.5,
                most: 4.0,
            }],
        },
        Step {
            title: "One move further",
            text: "Moves that lead nowhere are worth little. Add a term over own_next_moves and opponent_next_moves, \
                   what each knight could do one move later.",
            hint: "own_next_moves - opponent_next_moves",
            demands: &[
                Demand::Terms(2),
                up("own_moves"),
                up("own_next_moves"),
                down("opponent_next_moves"),
            ],
        },
        Step {
            title: "First the middle, then not",
            text: "A knight in the middle has eight ways to go; late in the game the middle is full of holes. Add a \
                   term that counts centrality while little is closed, and nothing later: if(filled < 0.4, …, 0).",
            hint: "if(filled < 0.4, centrality, 0)",
            demands: &[
                Demand::Moves { feature: "centrality", up: true, when: "filled < 0.25" },
                Demand::Flat { feature: "centrality", when: "filled > 0.6" },
            ],
        },
        Step {
            title: "Look ahead",
            text: "So far only the position after the move was looked at. Set Search to alpha-beta: the same \
                   heuristic, some plies later. It now knows replies.",
            hint: "Search: alpha-beta",
            demands: &[
                up("own_moves"),
                down("opponent_moves"),
                Demand::Set("search", "alpha-beta"),
            ],
        },
        Step {
            title: "Beat Improved",
            text: "Now 60 games against AB Improved, which searches as far as you. Take 60% of the points. If \
                   you do not, move a weight and play again: a term that is too heavy drowns the others.",
            hint: "own_moves - 2 * opponent_moves; 3 × (own_next_moves - opponent_next_moves)",
            demands: &[
                Demand::Set("search", "alpha-beta"),
                Demand::Beats { bot: "ab-improved", nodes: 400, games: 60, percent: 60 },
            ],
        },
    ],
    positions: OnceLock::new(),
};

static UROS: Lesson = Lesson {
    game: "uros",
    title: "Weights: what is a square worth?",
    about: "Six steps to a village builder whose weights beat the source's Balanced.",
    begin: ("[{\"name\":\"nothing yet\",\"formula\":\"0\"}]", &[("search", "one-ply")]),
    shows: "P.2 F.3 F@D3/270 P@B4/180 P.0 F.0 F.1 F.4 F.2 T@D4 T.0 P.4",
    steps: &[
        Step {
            title: "The village",
            text: "The biggest village on the Lake wins. Begin with a term that counts its houses.",
            hint: "own_village",
            demands: &[up("own_village")],
        },
        Step {
            title: "Room to grow",
            text: "A village without empty land beside it is finished. Add a term for the squares beside it.",
            hint: "own_front",
            demands: &[Demand::Terms(2), up("own_village"), up("own_front")],
        },
        Step {
            title: "The other village",
            text: "What the opponent can still build counts as well: the squares beside the opponent's village, \
                   with a weight below 0.",
            hint: "opponent_front, weight -1",
            demands: &[up("own_front"), down("opponent_front")],
        },
        Step {
            title: "Denied is more than gained",
            text: "Pull the weights: one square denied shall be worth two to eight squares of your own. Watch which \
                   candidates rise.",
            hint: "opponent_front, weight -4; own_front, weight 1",
            demands: &[Demand::Outweighs {
                feature: "opponent_front",
                than: "own_front",
                least: 2.0,
                most: 8.0,
            }],
        },
        Step {
            title: "The Reedbed",
            text: "Houses on an island that is still in the Reedbed come to the Lake together. Give the biggest \
                   village there a weight above 0.",
            hint: "own_reed_village, weight 1",
            demands: &[up("own_reed_village"), down("opponent_front")],
        },
        Step {
            title: "Beat Balanced",
            text: "40 games against Balanced. Take 60% of the points; if you do not, pull a weight and play again. \
                   Sweep and Tune do the pulling for you.",
            hint: "own_village 5, own_front 1, opponent_front -4, own_reed_village 1",
            demands: &[
                up("own_village"),
                Demand::Beats { bot: "balanced", nodes: 1, games: 40, percent: 60 },
            ],
        },
    ],
    positions: OnceLock::new(),
};

static FENCEMASTER: Lesson = Lesson {
    game: "fencemaster",
    title: "A map of utilities",
    about: "Six steps to a map that says of every cell what a stone there is worth.",
    begin: ("[{\"name\":\"nothing yet\",\"formula\":\"0\"}]", &[("search", "one-ply")]),
    shows: "3,5 5,5 4,4 6,5 2,6 5,6 5,3 4,7",
    steps: &[
        Step {
            title: "What is lacking",
            text: "Three sides joined by one group win. own_lack is how many stones you still need for that: less is \
                   better. Write it with a minus, and switch Scores on the board to All: that is your first map.",
            hint: "-own_lack",
            demands: &[down("own_lack")],
        },
        Step {
            title: "The other lacks too",
            text: "A stone that costs the opponent two is as good as one that saves you two. Add opponent_lack.",
            hint: "opponent_lack - own_lack",
            demands: &[down("own_lack"), up("opponent_lack")],
        },
        Step {
            title: "Many ways",
            text: "Cells that are equal by that differ in how many ways lead on. Let own_ways count a little, so that it \
                   only decides between equals.",
            hint: "own_ways, weight 0.01",
            demands: &[down("own_lack"), up("own_ways")],
        },
        Step {
            title: "The source's utility",
            text: "last_utility is what the Norton-Rizk agent found a cell to be worth; it grows by leaps, so take its \
                   logarithm. Hover the term: the board shows the source's map alone.",
            hint: "ln(1 + last_utility), weight 0.1",
            demands: &[Demand::Terms(2), up("last_utility")],
        },
        Step {
            title: "First the middle",
            text: "On an empty board all lack the same. Add a term that counts last_centrality while few stones stand, \
                   and nothing later.",
            hint: "if(filled < 0.2, last_centrality, 0)",
            demands: &[
                Demand::Moves { feature: "last_centrality", up: true, when: "filled < 0.1" },
                Demand::Flat { feature: "last_centrality", when: "filled > 0.4" },
            ],
        },
        Step {
            title: "Beat the source",
            text: "10 games against Norton-Rizk. Take 60% of the points; if you do not, move a weight and play again.",
            hint: "2 × (opponent_lack - own_lack); own_ways, weight 0.01",
            demands: &[
                down("own_lack"),
                Demand::Beats { bot: "norton-rizk", nodes: 1_000, games: 10, percent: 60 },
            ],
        },
    ],
    positions: OnceLock::new(),
};

/// All that could be; those of games that have features are there.
static ALL: [&Lesson; 3] = [&ISOLATION, &UROS, &FENCEMASTER];

/// The lessons.
pub fn lessons() -> impl Iterator<Item = &'static Lesson> {
    ALL.into_iter().filter(|lesson| game(lesson.game).is_ok_and(|game| !game.features().is_empty()))
}

/// The lessons as a page shows them.
pub fn list() -> Value {
    lessons()
        .map(|lesson| {
            let steps = lesson.steps.iter().map(|step| {
                let games = step.demands.iter().any(|one| matches!(one, Demand::Beats { .. }));
                json!({ "title": step.title, "text": step.text, "hint": step.hint, "games": games })
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
        if let Demand::Beats { bot, nodes, games, .. } = demand {
            let budget = json!({ "nodes": nodes });
            arena = json!({
                "game": lesson.game,
                "bots": [{ "bot": LAB, "options": options, "budget": budget }],
                "against": [{ "bot": bot, "options": {}, "budget": budget }],
                "games": games,
                "seed": 1,
                // What the steps ask for was measured on these games.
                "openings": "earlier",
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

/// Whether games that were played are enough for a step: the points are those of the heuristic, a draw counts half.
///
/// # Errors
/// When there is no such step.
pub fn won(of: &str, step: usize, points: f64, games: u64) -> Result<bool, String> {
    let (_, step) = find(of, step)?;
    Ok(step.demands.iter().all(|demand| match demand {
        Demand::Beats { games: wanted, percent, .. } => {
            games >= *wanted && points * 100.0 >= (games * percent) as f64
        }
        _ => true,
    }))
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
        Demand::Beats { bot, games, percent, .. } => {
            let name = game.bot_info(bot).map_or(*bot, |info| info.name);
            format!("At least {percent}% of the points from {name} in {games} games")
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
            Demand::Beats { .. } => false,
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

    /// For every step a heuristic that passes, and how it searches.
    fn answers(of: &str) -> Vec<(&'static str, &'static str)> {
        match of {
            "isolation" => vec![
                ("own_moves", "one-ply"),
                ("own_moves - opponent_moves", "one-ply"),
                ("own_moves - 2 * opponent_moves", "one-ply"),
                (
                    r#"[{"formula":"own_moves - 2 * opponent_moves"},
                        {"weight":3,"formula":"own_next_moves - opponent_next_moves"}]"#,
                    "one-ply",
                ),
                (
                    r#"[{"formula":"own_moves - 2 * opponent_moves"},
                        {"weight":3,"formula":"own_next_moves - opponent_next_moves"},
                        {"weight":20,"formula":"if(filled < 0.4, centrality, 0)"}]"#,
                    "one-ply",
                ),
                (
                    r#"[{"formula":"own_moves - 2 * opponent_moves"},
                        {"weight":3,"formula":"own_next_moves - opponent_next_moves"},
                        {"weight":20,"formula":"if(filled < 0.4, centrality, 0)"}]"#,
                    "alpha-beta",
                ),
                (
                    r#"[{"formula":"own_moves - 2 * opponent_moves"},
                        {"weight":3,"formula":"own_next_moves - opponent_next_moves"}]"#,
                    "alpha-beta",
                ),
            ],
            "uros" => vec![
                ("own_village", "one-ply"),
                (r#"[{"formula":"own_village"},{"formula":"own_front"}]"#, "one-ply"),
                ("own_village + own_front - opponent_front", "one-ply"),
                ("own_village + own_front - 4 * opponent_front", "one-ply"),
                ("own_village + own_front - 4 * opponent_front + own_reed_village", "one-ply"),
                ("5 * own_village + own_front - 4 * opponent_front + own_reed_village", "one-ply"),
            ],
            "fencemaster" => vec![
                ("-own_lack", "one-ply"),
                ("opponent_lack - own_lack", "one-ply"),
                ("opponent_lack - own_lack + 0.01 * own_ways", "one-ply"),
                (
                    r#"[{"formula":"opponent_lack - own_lack"},
                        {"weight":0.1,"formula":"ln(1 + last_utility)"}]"#,
                    "one-ply",
                ),
                ("opponent_lack - own_lack + if(filled < 0.2, last_centrality, 0)", "one-ply"),
                ("2 * (opponent_lack - own_lack) + 0.01 * own_ways", "one-ply"),
            ],
            _ => Vec::new(),
        }
    }

    fn options(answer: (&str, &str)) -> RawOptions {
        let mut options = RawOptions::new();
        options.insert(FORMULA.to_owned(), answer.0.into());
        options.insert("search".to_owned(), answer.1.into());
        options
    }

    /// Whether a step is done, its games played.
    fn done(lesson: &Lesson, step: usize, options: &RawOptions) -> bool {
        let judged = judge(lesson.game, step, options).expect("options that fit");
        if judged["arena"].is_null() {
            return judged["done"] == true;
        }
        let arena = setup::read(&judged["arena"]).expect("an arena");
        let plan = arena.prepare().expect("a plan");
        let watch = || Box::new(Unwatched) as Box<dyn crate::contract::bot::Watch>;
        let played: Vec<Played> = (0..plan.games())
            .map(|game| arena.play(&plan, game, &watch).expect("a game"))
            .collect();
        let report = arena.add_up(&played);
        let own = report.bots.iter().find(|bot| bot.seat["bot"] == LAB).expect("it played");
        let points = own.score.wins as f64 + own.score.draws as f64 / 2.0;
        println!("{} step {}: {points} of {}", lesson.game, step + 1, plan.games());
        won(lesson.game, step, points, plan.games() as u64).expect("a step")
    }

    #[test]
    fn every_step_has_an_answer_and_is_not_done_before() {
        let mut steps = 0;
        for lesson in lessons() {
            assert!((5..=8).contains(&lesson.steps.len()), "{}", lesson.game);
            let answers = answers(lesson.game);
            assert_eq!(answers.len(), lesson.steps.len(), "{}", lesson.game);
            let mut before = RawOptions::new();
            before.insert(FORMULA.to_owned(), lesson.begin.0.into());
            for &(key, value) in lesson.begin.1 {
                before.insert(key.to_owned(), value.into());
            }
            for (step, &answer) in answers.iter().enumerate() {
                let after = options(answer);
                // What the step before ended with is not enough: it does not meet what is asked, or has to play first.
                let begun = judge(lesson.game, step, &before).expect("options that fit");
                assert_eq!(begun["done"], false, "{} step {}", lesson.game, step + 1);
                // And games are not won by nothing.
                let empty = options((lesson.begin.0, answer.1));
                assert!(!done(lesson, step, &empty), "{} step {}", lesson.game, step + 1);
                assert!(done(lesson, step, &after), "{} step {}", lesson.game, step + 1);
                before = after;
                steps += 1;
            }
        }
        assert!(steps >= 7);
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
        assert!(won("isolation", 99, 1.0, 1).is_err());
    }
}
