//! Outpost for human players: clicks on water, standing rules, the events of a turn, unguarded homes, and the report at the
//! end.

use crate::shown::{ask, shown};
use serde_json::{Value, json};
use totora::base::options::Options;
use totora::base::rng::{Rng, Stream};
use totora::contract::game::Game;
use totora::contract::presentation::{Presentation, Wording};
use totora::games::outpost::advice;
use totora::games::outpost::board::{Cell, EMPIRES, HOMES};
use totora::games::outpost::field::Field;
use totora::games::outpost::map::{self, Map};
use totora::games::outpost::{Orders, Outpost};
use totora::record::Record;
use totora::record::link::ViewState;
use totora::session::Session;

fn at(x: u8, y: u8) -> Cell {
    Cell { x, y }
}

fn game(options: Value) -> Outpost {
    let Value::Object(raw) = options else { panic!("an object") };
    let options = Options::check(Outpost::options(), &raw).expect("options");
    Outpost::new(&options, &mut Rng::new(1, Stream::Setup)).expect("a start")
}

fn placed(game: Outpost, turn: u32, mine: &[Cell], theirs: &[Cell]) -> Outpost {
    let mut posts: [Vec<Cell>; EMPIRES] = HOMES.map(|home| vec![home]);
    posts[0] = mine.to_vec();
    posts[2] = theirs.to_vec();
    let field = Field::new(game.rules(), turn, posts);
    game.with_field(field)
}

fn read(game: &Outpost, text: &str) -> Orders {
    game.parse_move(0, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays a turn: the first empire's orders, the others stay.
fn turn(game: &mut Outpost, text: &str) {
    let read = |seat| read(game, if seat == 0 { text } else { "-" });
    let mut orders: Vec<_> = (0..EMPIRES).map(|seat| Some(read(seat))).collect();
    advice::complete(game, &mut orders);
    for (seat, orders) in orders.iter().flatten().enumerate() {
        game.play(seat, orders).expect(text);
    }
}

fn refused(game: &Outpost, text: &str) -> String {
    game.clone().play(0, &read(game, text)).expect_err(text).to_string()
}

/// Compares the answer with the nearest land of all cells and the shortest paths.
#[test]
fn a_click_on_water_goes_to_the_nearest_land() {
    let game = game(json!({ "map": "lagoons" }));
    let Map { land, .. } = &*game.rules().map;
    let from = at(0, 0);
    let steps = map::distances(land, from);
    let mut wet = 0;
    for target in (0..10_000).map(Cell::from_index) {
        let answer = ask(&game, &json!({ "ask": "path", "seat": 0, "from": from, "to": target }));
        let answer = answer.expect("answered");
        let words = answer["words"].as_str().expect("words");
        if land.contains(target) {
            assert_eq!(answer["to"], json!(target), "{target}");
            assert!(!words.contains("water"), "{words}");
            continue;
        }
        wet += 1;
        let nearest = land.iter().map(|cell| cell.distance(target)).min().expect("land");
        let mut all: Vec<Cell> =
            land.iter().filter(|cell| cell.distance(target) == nearest).collect();
        all.sort_by_key(|cell| (steps[cell.index()], cell.x, cell.y));
        assert_eq!(answer["to"], json!(all[0]), "{target}");
        let count = answer["steps"].as_u64().expect("steps");
        assert_eq!(words, format!("{target} is water: goes to {}, {count} steps", all[0]));
        assert_eq!(answer["path"].as_array().map(Vec::len), Some(count as usize));
        assert_eq!(answer["path"][count as usize - 1], json!(all[0]));
        // The answer is accepted as an order.
        assert!(game.clone().play(0, &read(&game, &format!("go 0 {}", all[0]))).is_ok());
    }
    assert_eq!(wet, 2_000);
}

/// Among equally near land cells, the shorter path from the outpost decides.
#[test]
fn among_equally_near_land_cells_the_shorter_path_is_chosen() {
    let region: Vec<Cell> = vec![at(20, 20)];
    let land = map::unfold(&region).complement();
    let map = Map::from_water(land.complement());
    assert_eq!(map.land_near(at(20, 20), at(20, 30)), at(20, 21));
    assert_eq!(map.land_near(at(20, 20), at(30, 20)), at(21, 20));
    // If both are equally far, the smaller x decides.
    assert_eq!(map.land_near(at(20, 20), at(10, 10)), at(19, 20));
    assert_eq!(map.land_near(at(5, 5), at(0, 0)), at(5, 5));
}

#[test]
fn rules_apply_as_long_as_their_condition_is_true() {
    let start = game(json!({ "map": "lagoons", "r": 5, "L": 1, "W": 1 }));
    let mut game = placed(start, 0, &[at(0, 0), at(13, 0)], &[at(99, 99), at(24, 0)]);
    // The enemy is 11 steps away from the second outpost, which walks towards it.
    turn(&mut game, "go 1 22,0; rules all if enemy 8 then guard");
    let mut walked = vec![game.field().posts[0][1].x];
    for _ in 0..5 {
        turn(&mut game, ".");
        walked.push(game.field().posts[0][1].x);
    }
    // At 16 it is 8 steps from the enemy and turns back. At 15 the rule no longer applies, and it continues.
    assert_eq!(walked, [14, 15, 16, 15, 16, 15]);
    let view = shown(&game.view());
    let empire = &view["empires"][0];
    assert_eq!(empire["standing"]["rules"][0]["scope"], "all");
    assert_eq!(
        empire["standing"]["rules"][0]["words"],
        "All outposts, if an enemy is within 8 steps: guard the home"
    );
    assert_eq!(empire["tasks"][1]["task"], "go", "at 15 the rule does not apply");
    turn(&mut game, ".");
    let view = shown(&game.view());
    assert_eq!(view["empires"][0]["tasks"][1]["task"], "guard", "at 16 the rule applies");
    assert_eq!(
        view["empires"][0]["tasks"][1]["words"],
        "guards the home (rule: All outposts, if an enemy is within 8 steps: guard the home)"
    );
    // Without rules it continues.
    turn(&mut game, "rules off");
    turn(&mut game, ".");
    assert_eq!(game.field().posts[0][1], at(18, 0));
}

#[test]
fn the_first_matching_rule_applies_and_auto_rules_apply_without_a_task_only() {
    let start = game(json!({ "map": "lagoons", "r": 5 }));
    let mut game = placed(start, 0, &[at(0, 0), at(0, 6), at(6, 0)], &[at(99, 99)]);
    turn(&mut game, "hold 0; go 1 0,3; rules auto if turn 2 then go 6,1 / auto then hold");
    assert_eq!(game.field().posts[0], [at(0, 0), at(0, 5), at(6, 0)], "not before turn 2");
    turn(&mut game, ".");
    assert_eq!(game.field().posts[0], [at(0, 0), at(0, 4), at(6, 1)]);
    turn(&mut game, ".");
    turn(&mut game, "auto 1");
    assert_eq!(game.field().posts[0][1], at(1, 3), "on auto the rule sends it to 6,1");
    // `home` measures from the home. First no enemy is near it, then one is.
    turn(&mut game, "rules all if home 12 then hold; auto all; go 1 3,3");
    assert_eq!(game.field().posts[0][1], at(2, 3));
    let moved = game.field().posts[0].clone();
    let mut game = placed(game, 5, &moved, &[at(12, 0)]);
    turn(&mut game, "go all 9,9; rules all if home 12 then hold");
    assert_eq!(game.field().posts[0], moved);
}

/// `cut` means the same as in the danger overlay and in the stops of a run.
#[test]
fn a_rule_can_apply_to_outposts_that_could_be_cut_off() {
    let start = game(json!({ "map": "lagoons", "r": 6 }));
    let mut game = placed(start, 0, &[at(0, 0), at(0, 20), at(6, 0)], &[at(99, 99), at(0, 21)]);
    let cut = ask(&game, &json!({ "ask": "cut", "seat": 0 })).expect("answered")["indices"].clone();
    assert_eq!(cut, json!([1]));
    turn(&mut game, "go all 0,30; rules all if cut then hold");
    let posts = &game.field().posts[0];
    assert_eq!((posts[0], posts[2]), (at(0, 1), at(6, 1)), "the others continue");
}

#[test]
fn new_outposts_get_the_first_matching_rule_and_keep_it() {
    let mut game = game(json!({ "map": "lagoons", "r": 10, "L": 10, "W": 1, "T": 100 }));
    turn(
        &mut game,
        "hold 0; rally 0,5; rules new if water then harvest / new if turn 30 then go 9,0",
    );
    for _ in 1..10 {
        turn(&mut game, ".");
    }
    let tasks = |game: &Outpost| shown(&game.view())["empires"][0]["tasks"].clone();
    // There is no water at home, so nothing is built: the scarcer of land and water decides.
    assert_eq!(game.field().posts[0].len(), 1);
    let posts: Vec<Cell> = vec![at(0, 0), at(9, 9)];
    let mut game = placed(game, 18, &posts, &[at(99, 99)]);
    let short = |game: &Outpost| game.field().water[0] * 10 < game.field().land[0];
    assert!(!short(&game), "{:?} {:?}", game.field().land[0], game.field().water[0]);
    turn(
        &mut game,
        "hold all; rally 0,5; rules new if land then go 5,0 / new if turn 30 then go 9,0",
    );
    turn(&mut game, ".");
    assert_eq!(game.field().posts[0].len(), 3);
    assert_eq!(tasks(&game)[2]["words"], "goes to 5,0", "land was scarcer");
    turn(&mut game, "rules new if turn 40 then hold");
    for _ in 21..30 {
        turn(&mut game, ".");
    }
    assert_eq!(
        tasks(&game)[2]["words"],
        "holds",
        "it has arrived, although the rules have changed"
    );
    assert_eq!(tasks(&game)[3]["words"], "goes to 0,5", "no rule applies, so the rally order does");
}

#[test]
fn an_invalid_rule_is_refused_with_the_reason() {
    let game = game(json!({ "map": "lagoons" }));
    for (text, expected) in [
        ("rules all then go 14,12", "14,12 is water; the nearest land is"),
        ("rules new then harvest 14,12", "14,12 is water"),
        (
            "rules all then hold / auto if cut then guard",
            "rule 2 (`auto if cut then guard`) never counts: rule 1 (`all then hold`) is before it",
        ),
        ("rules new then hold / all then hold / new if land then raid", "rule 3"),
        ("rules all if enemy 6 then hold / all if enemy 6 then guard", "rule 2"),
    ] {
        let error = refused(&game, text);
        assert!(error.contains(expected), "{text}: {error}");
        // The page requests a plan before it sends the orders.
        let plan = ask(&game, &json!({ "ask": "plan", "seat": 0, "text": text })).expect("planned");
        assert!(plan["error"].as_str().is_some_and(|error| error.contains(expected)), "{plan}");
    }
    for fine in [
        "rules auto then hold / all if cut then guard",
        "rules all if enemy 6 then hold / all if enemy 9 then guard / new then hold",
    ] {
        assert!(game.clone().play(0, &read(&game, fine)).is_ok(), "{fine}");
    }
}

/// The page composes rules from parts. All parts that the layout offers are accepted.
#[test]
fn rules_composed_from_parts_are_written_in_the_notation() {
    let game = game(json!({}));
    let written = |rules: Value| {
        let clauses = json!([{ "verb": "rules", "rules": rules }]);
        ask(&game, &json!({ "ask": "order", "clauses": clauses }))
    };
    let both = written(json!([
        { "scope": "all", "when": "enemy", "number": 6, "verb": "guard" },
        { "scope": "new", "verb": "go", "points": [[4, 5]] },
    ]));
    let both = both.expect("written");
    assert_eq!(both["text"], "rules all if enemy 6 then guard / new then go 4,5");
    assert_eq!(
        both["words"],
        json!(["Rules: All outposts, if an enemy is within 6 steps: guard the home; \
                New outposts: go to 4,5"])
    );
    assert_eq!(written(json!([])).expect("written")["text"], "rules off");
    let layout = shown(&game.layout());
    let each = |key: &str| layout[key].as_array().expect("a list").clone();
    let mut count = 0;
    for scope in each("scopes") {
        for when in each("conditions") {
            for ruled in each("ruled") {
                let points = if ruled["cell"] == json!(2) { json!([[4, 5]]) } else { json!([]) };
                let number = &when["usual"];
                let rule = json!([{ "scope": scope["id"], "when": when["id"], "number": number,
                    "verb": ruled["id"], "points": points }]);
                let text = written(rule.clone()).expect("written")["text"].clone();
                let text = text.as_str().expect("a text");
                assert_eq!(read(&game, text).to_string(), text, "{rule}");
                count += 1;
            }
        }
    }
    assert_eq!(count, 3 * 7 * 6);
    for bad in [
        json!([{ "scope": "all", "when": "rain", "verb": "hold" }]),
        json!([{ "scope": "all", "when": "enemy", "verb": "hold" }]),
        json!([{ "scope": "all", "verb": "pair" }]),
        json!([{ "scope": "all", "verb": "go" }]),
        json!([{ "scope": "all", "verb": "hold; x1" }]),
    ] {
        assert!(written(bad.clone()).is_err(), "{bad}");
    }
}

/// Rules are part of the orders. A record and a link with rules restore the same game.
#[test]
fn a_record_with_rules_restores_the_same_game() {
    let mut moves = vec![
        "adviser wolfpack; rules all if enemy 12 then guard / new if water then harvest / \
         new if turn 60 then raid | adviser mason | adviser wolfpack | adviser harvester"
            .to_owned(),
    ];
    moves.resize(149, ". | . | . | .".to_owned());
    moves.push("rules auto if cut then hold | . | . | .".to_owned());
    moves.resize(200, ". | . | . | .".to_owned());
    let played = |moves: &[String]| {
        let human = json!({ "human": true });
        let record = json!({ "totora": 1, "game": "outpost", "seed": 5,
            "options": { "map": "delta", "r": 7, "L": 12, "W": 3, "T": 200 },
            "seats": [human, human, human, human] });
        let record = Record::from_json(&record).expect("a record");
        let mut session = Session::begin(record).expect("begins");
        for turn in moves {
            session.play(None, turn, false).expect("a turn");
        }
        session
    };
    let session = played(&moves);
    let again = Session::replay(session.to_record()).expect("replays");
    let (position, other) = (session.position(), again.position());
    assert_eq!(position.hash(), other.hash());
    assert!(position.outcome().is_some());
    let link = session.link(&ViewState { ply: 200, ..ViewState::default() }).expect("a link");
    let (opened, _) = Session::open(&link).expect("opens");
    assert_eq!(opened.position().hash(), position.hash());
    // The rules matter: without them the game is different.
    moves[0] = "adviser wolfpack | adviser mason | adviser wolfpack | adviser harvester".to_owned();
    assert_ne!(played(&moves).position().hash(), position.hash());
}

#[test]
fn an_unguarded_home_is_reported() {
    let start = game(json!({ "r": 7 }));
    let open = |mine: &[Cell], theirs: &[Cell]| {
        let game = placed(start.clone(), 0, mine, theirs);
        shown(&game.view())["empires"][0]["open_home"].clone()
    };
    // The nearest own outpost is 3 steps from home and an enemy 10 steps, which is within the radius plus the way home. At 11
    // steps, there is no warning.
    let far = [at(9, 9), at(3, 0)];
    assert_eq!(
        open(&far, &[at(10, 0)]),
        json!({ "nearest": 1, "words":
            "Home is unguarded: South-East is 10 steps away, the nearest own outpost 3 steps." })
    );
    assert_eq!(open(&far, &[at(11, 0)]), Value::Null);
    // An outpost on the home cell guards it at any distance of the enemy. An empire without outposts gets no warning.
    assert_eq!(open(&[at(0, 0), at(9, 9)], &[at(1, 0)]), Value::Null);
    assert_eq!(open(&[], &[at(1, 0)]), Value::Null);
}

/// Compares the events that the page shows after *Next turn* with the views before and after it.
#[test]
fn the_events_of_a_turn_are_reported() {
    let mut game = game(json!({ "map": "lagoons", "r": 7, "L": 12, "W": 3, "T": 200 }));
    let events = |game: &Outpost, seat: usize| -> Vec<String> {
        let answer = ask(game, &json!({ "ask": "brought", "seat": seat })).expect("answered");
        serde_json::from_value(answer["words"].clone()).expect("texts")
    };
    assert!(events(&game, 0).is_empty(), "nothing has happened yet");
    let area = |game: &Outpost| game.field().area(0);
    let (mut grew, mut built) = (0, 0);
    turn(&mut game, "adviser wolfpack");
    for number in 2..=80 {
        let before = game.clone();
        turn(&mut game, ".");
        let words = events(&game, 0);
        let (now, then) = (area(&game), area(&before));
        let cells = match now.cmp(&then) {
            std::cmp::Ordering::Greater => format!("{now} cells, {} more.", now - then),
            std::cmp::Ordering::Less => format!("{now} cells, {} fewer.", then - now),
            std::cmp::Ordering::Equal => format!("{now} cells, as many as before."),
        };
        assert!(words.contains(&cells), "turn {number}: {words:?}, not {cells}");
        let supply = |game: &Outpost| {
            let metrics = game.metrics();
            let one = metrics.iter().find(|one| one.chart == "supply" && one.seat == Some(0));
            one.expect("a metric").value
        };
        if supply(&game) > supply(&before) {
            grew += 1;
            let words = words.join(" ");
            let by = supply(&game) - supply(&before);
            assert!(
                words.contains(&format!("Supply grew by {by} to {} own land cells", supply(&game)))
            );
        }
        if game.events().built.contains(&0) {
            built += 1;
            assert!(words.join(" ").contains("A new outpost at home"), "{words:?}");
        }
    }
    assert!(grew > 5 && built > 2, "{grew} {built}");

    // Losses of all empires are reported with their reasons: here a duo against a single outpost.
    let start = self::game(json!({ "map": "lagoons", "r": 10 }));
    let mut game = placed(start, 0, &[at(0, 0), at(40, 0), at(39, 0)], &[at(99, 99), at(41, 0)]);
    turn(&mut game, "1:E 2:E");
    assert_eq!(events(&game, 0).last().expect("words"), "South-East lost 1 outpost.");
    assert!(
        events(&game, 2)[0].starts_with("The outpost at 41,0 is lost (cut: "),
        "{:?}",
        events(&game, 2)
    );
    turn(&mut game, "0:N");
    let words = events(&game, 0).join(" ");
    assert!(words.contains("Not carried out: outpost 0 north: there the board ends."), "{words}");
}

#[test]
fn the_end_is_reported_as_a_table_with_key_moments() {
    let mut game = game(json!({ "map": "delta", "r": 7, "L": 12, "W": 3, "T": 200 }));
    let (mut lost, mut built) = ([0usize; EMPIRES], [0usize; EMPIRES]);
    let mut most = [(0, 0); EMPIRES];
    let mut worst = [(0, 0); EMPIRES];
    let mut leaders = Vec::new();
    let advisers = ["kamikaze", "phalanx", "kamikaze", "harvester"];
    assert!(game.report_table().is_none());
    while game.outcome().is_none() {
        for (seat, adviser) in advisers.iter().enumerate() {
            let mut turn = vec![None; EMPIRES];
            turn[seat] = Some(read(&game, &format!("adviser {adviser}")));
            advice::complete(&game, &mut turn);
            let orders = turn[seat].as_ref().expect("orders");
            game.play(seat, orders).expect("plays");
        }
        let turn = game.field().turn;
        for e in 0..EMPIRES {
            let gone = game.events().lost.iter().filter(|one| usize::from(one.0) == e).count();
            lost[e] += gone;
            built[e] += game.events().built.iter().filter(|one| usize::from(**one) == e).count();
            if game.field().area(e) > most[e].0 {
                most[e] = (game.field().area(e), turn);
            }
            if gone > worst[e].1 {
                worst[e] = (turn, gone);
            }
        }
        let best = (0..EMPIRES).map(|e| game.field().area(e)).max();
        let firsts: Vec<usize> =
            (0..EMPIRES).filter(|&e| Some(game.field().area(e)) == best).collect();
        if firsts.len() == 1 && leaders.last().map(|&(_, e)| e) != Some(firsts[0]) {
            leaders.push((turn, firsts[0]));
        }
    }
    let table = game.report_table().expect("a table");
    for e in 0..EMPIRES {
        let row = &table.rows[e];
        assert_eq!(row.len(), table.columns.len());
        assert_eq!(row[0], game.field().area(e).to_string());
        assert_eq!((&row[4], &row[5]), (&built[e].to_string(), &lost[e].to_string()), "{row:?}");
        assert_eq!(row[6], format!("{} (turn {})", most[e].0, most[e].1));
        let name = game.seat_name(e);
        let worst_turn =
            table.moments.iter().find(|(_, words)| words.starts_with(&format!("{name} loses")));
        assert_eq!(
            worst_turn.map(|moment| moment.0),
            (worst[e].1 > 0).then_some(worst[e].0 as usize)
        );
    }
    assert!(lost.iter().sum::<usize>() > 0, "some outposts are lost");
    let &(turn, leader) = leaders.last().expect("a leader");
    let lead = table.moments.iter().find(|(_, words)| words.contains("takes the lead"));
    let (ply, words) = lead.expect("a lead");
    assert_eq!(*ply, turn as usize);
    assert!(words.starts_with(&game.seat_name(leader)), "{words}");
    assert!(words.contains("lead changed") == (leaders.len() > 1), "{words}");
    let ranks = &game.outcome().expect("over").ranks;
    assert!(table.order.windows(2).all(|pair| ranks[pair[0]] <= ranks[pair[1]]));
    assert!(table.moments.windows(2).all(|pair| pair[0].0 <= pair[1].0));
}
