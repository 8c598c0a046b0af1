use proptest::prelude::*;
use serde_json::{Value, json};
use totora::arena::GameResult;
use totora::arena::report::Report;
use totora::arena::{Arena, Entrant, setup};
use totora::base::fixed::Fixed;
use totora::contract::bot::{Clock, NoClock};
use totora::prove::ablate::Ablation;
use totora::prove::sweep::Sweep;
use totora::prove::tune::{Halves, Stage, Tuning, TuningPlan};
use totora::prove::tuning_log::{self, TuningLog};
use totora::prove::*;
use totora::record::SeatSpec;

fn watch() -> Box<dyn Clock> {
    Box::new(NoClock)
}

fn play(arena: &Arena) -> Report {
    let plan = arena.prepare().expect("bots");
    let games: Vec<GameResult> = (0..plan.games())
        .map(|game| arena.play(&plan, game, &watch, false).expect("a game"))
        .collect();
    arena.add_up(&games)
}

fn uros(games: u32, seed: u64) -> Study {
    Study::read(&json!({
        "game": "uros", "bot": "balanced", "field": ["explore", "exploit"], "games": games, "seed": seed,
    }))
    .expect("a study")
}

fn fixed(text: &str) -> Fixed {
    text.parse().expect("a number")
}

#[test]
fn sweep_scores_equal_those_of_separate_arenas() {
    let study = uros(4, 9);
    let sweep = Sweep::new(&study, "efl", fixed("0"), fixed("8"), 3).expect("fits");
    let values: Vec<String> = sweep.values.iter().map(Fixed::to_string).collect();
    assert_eq!(values, ["0", "3", "4", "8"], "the values include the current one");
    let report = play(&sweep.arena);
    let points = sweep.points(&report);
    assert_eq!(
        points.iter().map(|point| point.now).collect::<Vec<_>>(),
        [false, true, false, false]
    );
    // Play each value in a separate arena, as a user can set it up by hand.
    for (point, value) in points.iter().zip(&values) {
        let alone = setup::read(&json!({
            "game": "uros", "bots": [format!("balanced:efl={value}")],
            "against": ["explore", "exploit"], "games": 4, "seed": 9,
        }));
        let report = play(&alone.expect("an arena"));
        assert_eq!(point.standing.score, report.bots[0].score, "efl={value}");
    }
    assert!(points[0].standing.ahead.is_some() && points[1].standing.ahead.is_none());
    let (low, now) = (points[0].standing.score.share, points[1].standing.score.share);
    let ahead = points[0].standing.ahead.expect("four openings");
    assert!((ahead.middle - (low - now)).abs() < 1e-6, "{ahead:?}");
}

#[test]
fn invalid_studies_are_rejected() {
    let study = uros(2, 1);
    let wrong = |key: &str, from: &str, to: &str, steps| {
        Sweep::new(&study, key, fixed(from), fixed(to), steps).err().expect("refused")
    };
    assert!(wrong("efx", "0", "1", 3).contains("foe_efl"));
    assert!(wrong("efl", "0", "11", 3).contains("0 to 10"));
    assert!(wrong("efl", "2", "1", 3).contains("no range"));
    assert!(wrong("efl", "0", "1", 1).contains("2 to 47"));
    let unknown =
        Study::read(&json!({"game": "uros", "bot": "balanced", "games": 2})).expect("read");
    assert!(Sweep::new(&unknown, "efl", fixed("0"), fixed("1"), 2).is_err());
    assert!(Study::read(&json!({"game": "uros", "games": 2})).is_err());
    assert!(
        Ablation::new(
            &Study { bot: SeatSpec::bot(study.game, "random").expect("a bot"), ..study },
            &[],
            None
        )
        .is_err()
    );
}

#[test]
fn ablation_removes_one_term_at_a_time() {
    let study = Study::read(&json!({
        "game": "uros", "bot": "balanced:efr=0", "games": 120, "seed": 3,
    }));
    let study = study.expect("a study");
    let alone = Ablation::new(&study, &[], None).expect("fits");
    assert!(alone.itself);
    assert_eq!(alone.terms, ["bvl", "efl", "foe_efl", "bvr"]);
    let seats: Vec<String> = alone.arena.entrants.iter().map(|one| one.seat.to_text()).collect();
    assert_eq!(seats[0], "balanced:efr=0");
    assert_eq!(seats[1], "balanced:bvl=0:efr=0");
    let worths = alone.worths(&play(&alone.arena));
    // A bot that does not evaluate villages does not build any.
    let bvl = worths[0].worth.expect("sixty pairs");
    assert!(bvl.low > 0.1, "{:?}", worths[0]);

    // A rival meets only the complete bot, in the same number of games, and does not change the values of the terms.
    let rival = SeatSpec::from_text(study.game, "random", None).expect("a bot");
    let with = Ablation::new(&study, &[], Some(rival)).expect("fits");
    assert_eq!(with.arena.schedule().games(), alone.arena.schedule().games() / 4 * 5);
    let report = play(&with.arena);
    let met: Vec<_> = with.worths(&report).iter().map(|one| one.term.clone()).collect();
    assert_eq!(met, alone.terms);
    let pair = report.pair(0, 5).expect("the rival is the last entrant");
    assert!(pair.score.share > 0.9);

    let field = Study { field: uros(2, 1).field, ..study };
    let met = Ablation::new(&field, &["bvl".to_owned(), "bvr".to_owned()], None).expect("fits");
    assert!(!met.itself);
    assert_eq!(met.arena.challengers, Some(3));
    let worths = met.worths(&play(&met.arena));
    assert!(worths[0].worth.expect("openings").middle > 0.2, "{:?}", worths[0]);
    assert!(Ablation::new(&field, &["efr".to_owned()], None).is_err(), "this term has no weight");
}

#[test]
fn ablation_fills_four_seats_with_copies_of_the_bot() {
    let study = Study::read(&json!({
        "game": "outpost", "bot": "harvester", "games": 4, "seed": 3, "options": {"turns": 30},
    }))
    .expect("a study");
    let ablation = Ablation::new(&study, &["land".to_owned()], None).expect("fits");
    assert!(!ablation.itself);
    assert_eq!((ablation.arena.entrants.len(), ablation.arena.schedule().games()), (5, 8));
}

fn tuning(plan: TuningPlan, seed: u64) -> Tuning {
    Tuning::new(uros(2, seed), plan).expect("fits")
}

fn quick() -> TuningPlan {
    TuningPlan {
        generations: 6,
        verify: 4,
        parameters: vec!["bvl".into(), "efl".into()],
        ..TuningPlan::default()
    }
}

/// Simulated results of this many games. Strength falls with the distance from bvl = 7, efl = 1.
fn tallies(tuning: &Tuning, games: u64, rng: &mut totora::base::rng::Rng) -> Vec<Halves> {
    let arena = tuning.arena().expect("fits").expect("a generation");
    let info = arena.game.bot_info("balanced").expect("a bot");
    let value = |entrant: &Entrant, key: &str| {
        let SeatSpec::Bot { options, .. } = &entrant.seat else { panic!("a bot") };
        let spec = info.options.iter().find(|spec| spec.key == key).expect("an option");
        options.number(spec).to_f64()
    };
    let tally = |entrant: &Entrant| {
        let (a, b) = (value(entrant, "bvl") - 7.0, value(entrant, "efl") - 1.0);
        let share = 0.8 - 0.02 * (a * a + b * b);
        let won = (0..games).filter(|_| (rng.below(10_000) as f64) < 10_000.0 * share).count();
        (2 * won as u64, games)
    };
    arena.entrants[..tuning.population()].iter().map(tally).collect()
}

#[test]
fn tuning_finds_the_optimum_of_noisy_scores_and_resumes_from_them() {
    let plan = TuningPlan { generations: 60, ..quick() };
    let mut one = tuning(plan.clone(), 5);
    let mut rng = totora::base::rng::Rng::new(5, totora::base::rng::Stream::Other(9));
    let mut scores = Vec::new();
    while one.stage() == Stage::Train {
        scores.push(tallies(&one, 400, &mut rng));
        one.learn(&scores[scores.len() - 1]).expect("a generation");
    }
    let found: Vec<f64> = one.tuned().iter().map(|value| value.to_f64()).collect();
    // The start is 16 points below the optimum. Half of the time, a single score is wrong by 2 points or more.
    let below = 2.0 * ((found[0] - 7.0) * (found[0] - 7.0) + (found[1] - 1.0) * (found[1] - 1.0));
    assert!(below < 1.0, "{found:?} is {below} points below the optimum");
    // A file with an incomplete last line continues to the same result.
    let mut file = tuning_log::header(&one);
    scores.iter().for_each(|tallies| file += &tuning_log::generation(tallies));
    let again = tuning(plan.clone(), 5);
    let cut = TuningLog::read(&file.as_bytes()[..file.len() - 3], &again).expect("a tuning log");
    assert_eq!(cut.generations, scores[..59]);
    let mut again = again;
    for tallies in &scores {
        again.learn(tallies).expect("a generation");
    }
    assert_eq!((again.tuned(), again.history()), (one.tuned(), one.history()));
    assert!(again.learn(&scores[0]).is_err(), "training is over");
    // A damaged line and the file of another tuning are rejected.
    let damaged = file.replacen("400", "401", 1);
    assert!(
        TuningLog::read(damaged.as_bytes(), &again).is_err_and(|error| error.contains("line 2"))
    );
    let other = tuning(plan, 6);
    assert!(TuningLog::read(file.as_bytes(), &other).is_err_and(|error| error.contains("another")));
}

#[test]
fn tuning_is_verified_on_fresh_seeds() {
    let mut tuning = tuning(TuningPlan { generations: 2, ..quick() }, 7);
    let mut training = std::collections::BTreeSet::new();
    while tuning.stage() == Stage::Train {
        let arena = tuning.arena().expect("fits").expect("a generation");
        let schedule = arena.schedule();
        training
            .extend((0..schedule.games()).map(|game| schedule.fixture(game).expect("one").seed));
        let tallies = tuning.tallies(&play(&arena));
        assert!(tallies.iter().all(|&(_, games)| games == 4));
        tuning.learn(&tallies).expect("a generation");
    }
    assert_eq!(training.len(), 4, "each generation has its own openings, one for each opponent");
    let seed = tuning.verify_seed().expect("fresh");
    let mut reports = Vec::new();
    for stage in [Stage::Verify, Stage::Duel] {
        assert_eq!(tuning.stage(), stage);
        let arena = tuning.arena().expect("fits").expect("an arena");
        assert_eq!(arena.seed, seed);
        let schedule = arena.schedule();
        for game in 0..schedule.games() {
            assert!(!training.contains(&schedule.fixture(game).expect("one").seed));
        }
        reports.push(play(&arena));
        tuning.verified(stage);
    }
    assert!(tuning.arena().expect("fits").is_none());
    let found = tuning.found(Some(&reports[0]), Some(&reports[1])).expect("fits");
    let verification = found.verification.as_ref().expect("verified");
    assert_eq!(verification.opponents.len(), 2);
    assert_eq!(verification.tuned.as_ref().expect("played").score.games(), 8);
    assert_eq!(verification.duel.expect("played").score.games(), 4);
    assert!(found.finished && found.headline().starts_with("On fresh seeds"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    /// Verification does not use the seed of training, even if the plan requests it.
    #[test]
    fn verification_never_uses_the_seed_of_training(seed in 0u64..1 << 53) {
        let fresh = tuning(quick(), seed);
        let own = fresh.verify_seed().expect("a seed");
        let first = fresh.arena().expect("fits").expect("a generation").seed;
        prop_assert_ne!(own, first);
        let same = tuning(TuningPlan { verify_seed: Some(first), ..quick() }, seed);
        prop_assert!(same.verify_seed().is_err());
        let request = tuning(TuningPlan { verify_seed: Some(own), ..quick() }, seed);
        prop_assert_eq!(request.verify_seed(), Ok(own));
    }
}

/// Requests and responses as on the page, which plays the arenas itself and saves only the scores.
#[test]
fn requests_that_carry_only_scores_run_a_whole_tuning() {
    let ask = |more: Value| {
        let mut request = json!({
            "do": "tune", "game": "uros", "bot": {"bot": "balanced", "options": {}},
            "field": ["explore"], "games": 2, "seed": 3,
            "plan": {"generations": 2, "verify": 2, "parameters": ["bvl", "efl"]},
        });
        let fields = request.as_object_mut().expect("an object");
        fields.extend(more.as_object().expect("an object").clone());
        request::answer(&request).map(|answer| answer.to_json())
    };
    let (mut generations, mut verified, mut stages) = (Vec::new(), 0, Vec::new());
    let answer = loop {
        let answer = ask(json!({"generations": generations, "verified": verified})).expect("fits");
        let stage = answer["stage"].as_str().expect("a stage").to_owned();
        stages.push(stage.clone());
        if stage == "done" {
            break answer;
        }
        let report = play(&setup::read(&answer["arena"]).expect("an arena"));
        if stage == "train" {
            let population = answer["population"].as_u64().expect("a count") as usize;
            let tally = |bot: &totora::arena::report::BotReport| {
                json!([2 * bot.score.wins + bot.score.draws, bot.score.games()])
            };
            generations
                .push(json!(report.bots[..population].iter().map(tally).collect::<Vec<_>>()));
        } else {
            verified += 1;
        }
    };
    assert_eq!(stages, ["train", "train", "verify", "duel", "done"]);
    assert!(answer["arena"].is_null() && answer["found"]["finished"] == true);
    assert_eq!(answer["found"]["training"]["history"].as_array().expect("a list").len(), 2);
    // The displayed command runs the same tuning, with the same verification seed.
    let command = answer["command"].as_str().expect("a text");
    assert!(command.starts_with("totora tune uros --bot balanced --field explore"), "{command}");
    assert!(
        command.contains(
            "--numbers bvl,efl --generations 2 --spread 0.5 --verify 2 --games 2 --seed 3"
        )
    );
    let same = Study::read(&json!({
        "game": "uros", "bot": "balanced", "field": ["explore"], "games": 2, "seed": 3,
    }));
    let plan = TuningPlan {
        generations: 2,
        verify: 2,
        parameters: vec!["bvl".into(), "efl".into()],
        ..TuningPlan::default()
    };
    let fresh = Tuning::new(same.expect("a study"), plan).expect("fits");
    assert_eq!(answer["verify_seed"], json!(fresh.verify_seed().expect("fresh")));
    for wrong in [
        json!({"generations": [[1]]}),
        json!({"plan": {"generations": -1}}),
        json!({"plan": {"parameters": ["nothing"]}}),
        json!({"do": "nothing"}),
    ] {
        assert!(ask(wrong.clone()).is_err(), "{wrong}");
    }
    let sweep = request::answer(&json!({
        "do": "sweep", "game": "uros", "bot": "balanced", "field": ["explore"], "games": 2,
        "number": "efl", "from": 0, "to": 1.5, "steps": 2,
    }))
    .expect("fits")
    .to_json();
    assert_eq!((sweep["values"].clone(), sweep["now"].clone()), (json!([0.0, 1.5, 3.0]), json!(2)));
    assert_eq!(setup::read(&sweep["arena"]).expect("an arena").challengers, Some(3));
    let ablation =
        request::answer(&json!({"do": "ablate", "game": "uros", "bot": "balanced", "games": 2}));
    assert_eq!(ablation.expect("fits").to_json()["itself"], true);
    // The command starts its games where the study does.
    let each = json!({"option": "map", "values": ["othello", "torus"]});
    let study =
        json!({"do": "ablate", "game": "reversi", "bot": "greedy", "games": 2, "each": each});
    let answer = request::answer(&study).expect("fits").to_json();
    let command = answer["command"].as_str().expect("a text");
    assert!(command.contains(" --each map=othello,torus --games 2 "), "{command}");
}
