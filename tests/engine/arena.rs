//! Tests of complete arenas.

use serde_json::{Value, json};
use totora::arena::journal::{Header, Journal, Shard, game_line, header_line, merge};
use totora::arena::statistics::sprt::Verdict;
use totora::arena::summing::Summing;
use totora::arena::*;
use totora::base::json::to_value;
use totora::base::options::Options;
use totora::catalog::game;
use totora::contract::bot::{Clock, NoClock};
use totora::contract::declaration::Heading;
use totora::record::SeatSpec;

fn arena(bots: &[&str], games: u32) -> Arena {
    let game = game("uros").expect("a game");
    let named = |id: &&str| ((*id).to_owned(), SeatSpec::bot(game, id).expect("a bot"));
    Arena {
        game,
        options: Options::default(),
        starts: Vec::new(),
        entrants: entrants(bots.iter().map(named)),
        challengers: None,
        games,
        repeat: 1,
        openings: Openings::Drawn,
        seed: 1,
        until: None,
        rules: ArenaRules::default(),
        preset: None,
    }
}

fn play_all(arena: &Arena) -> Vec<GameResult> {
    let plan = arena.prepare().expect("bots");
    let play = |game| arena.play(&plan, game, &|| Box::new(NoClock), false).expect("played");
    (0..plan.games()).map(play).collect()
}

#[test]
fn report_totals_are_consistent() {
    let arena = arena(&["balanced", "explore", "random"], 20);
    let report = arena.add_up(&play_all(&arena));
    assert_eq!((report.games, report.planned, report.finished), (60, 60, true));
    for a in 0..3 {
        assert_eq!(report.bots[a].score.games(), 40);
        for b in (0..3).filter(|&b| b != a) {
            let (one, other) = (report.pair(a, b).expect("met"), report.pair(b, a).expect("met"));
            assert_eq!(one.score.wins, other.score.losses);
            assert_eq!(one.score.draws, other.score.draws);
            let mut reversed = other.pentanomial.expect("of two");
            reversed.reverse();
            assert_eq!(one.pentanomial, Some(reversed));
            assert_eq!(one.pentanomial.expect("of two").iter().sum::<u64>(), 10);
        }
    }
    assert_eq!(report.bots[2].score.wins, 0, "random does not beat the others");
    assert_eq!(report.bots[2].place, 3);
    let ratings: f64 = report.bots.iter().map(|bot| bot.rating.expect("rated").middle).sum();
    assert!(ratings.abs() < 1e-3, "the mean rating is 0");
    assert_eq!(report.seats.iter().map(|seat| seat.won.games).sum::<u64>(), 120);
    assert_eq!(report.reasons.values().sum::<u64>(), 60);
    assert!(report.lengths.shortest <= report.lengths.median);
    assert!(report.lengths.median <= report.lengths.longest);
    // JSON round trip.
    let text = json!(report).to_string();
    let again: Report = serde_json::from_str(&text).expect("a report");
    assert_eq!(json!(again).to_string(), text);
    let csv = csv::write(&report);
    let columns = |line: &str| line.split(',').count();
    // Each of the six ends has a value and the two bounds of its interval.
    assert!(csv.lines().all(|line| columns(line) == 22 + 6 * 3), "{csv}");
    assert_eq!(csv.lines().count(), 1 + 3 + 6);
}

#[test]
fn identical_bots_get_distinct_names_and_show_no_difference() {
    let arena = arena(&["greedy", "greedy"], 40);
    let report = arena.add_up(&play_all(&arena));
    assert_eq!(report.bots[1].bot, "greedy #2");
    assert!(report.headline.contains("no difference is shown"), "{}", report.headline);
}

#[test]
fn headline_names_the_stronger_bot_of_a_clear_match() {
    let arena = arena(&["balanced", "random"], 10);
    let report = arena.add_up(&play_all(&arena));
    let said = "`balanced` is stronger than `random`: 100.0% of the points of 10 games";
    assert!(report.headline.starts_with(said), "{}", report.headline);
    let unfinished = arena.add_up(&play_all(&arena)[..4]);
    assert!(!unfinished.finished);
    assert!(unfinished.headline.starts_with("Unfinished, 4 of 10 games: "));
    let none = arena.add_up(&[]);
    assert!(none.headline.ends_with("No game has been played yet."), "{}", none.headline);
}

#[test]
fn inconclusive_games_are_reported_as_inconclusive() {
    let arena = arena(&["balanced", "exploit", "expand"], 10);
    let report = arena.add_up(&play_all(&arena));
    assert!(report.headline.contains("these games cannot tell"), "{}", report.headline);
    let said = report.remarks.iter().any(|remark| remark.contains("To tell a difference of"));
    assert!(said, "{:?}", report.remarks);
}

/// Plays until the arena's stop condition is met or all games are played. Returns the report and the number of games.
fn play_until_decided(arena: &Arena) -> (Report, usize) {
    let plan = arena.prepare().expect("bots");
    let mut summing = Summing::new(arena, plan.schedule(), Shard::WHOLE, Default::default());
    let mut games = 0;
    while !summing.finished(plan.schedule()) {
        let played = arena.play(&plan, games, &|| Box::new(NoClock), false).expect("played");
        summing.add(plan.schedule(), games, played);
        games += 1;
    }
    (arena.report(plan.schedule(), &summing.so_far(plan.schedule())), games)
}

#[test]
fn sequential_test_stops_early_and_reports_its_decision() {
    let mut arena = arena(&["balanced", "random"], 400);
    arena.until = Some("sprt 0 50".parse().expect("a condition"));
    let (report, games) = play_until_decided(&arena);
    assert!(games < 120, "{games} games");
    assert!(report.finished);
    let said = "is nearer to 50 than to 0 Elo.";
    assert!(report.remarks[0].starts_with("Decided after"), "{:?}", report.remarks);
    assert!(report.remarks[0].contains(said), "{:?}", report.remarks);
}

/// Two challengers of different strength against the same three opponents, in games of four.
fn four_player_arena(games: u32) -> Arena {
    let game = game("outpost").expect("a game");
    // A different map for every game, as deterministic bots repeat themselves on the same map.
    let raw = serde_json::json!({ "map": "random", "r": 7, "L": 40, "W": 10, "T": 60 });
    let raw = raw.as_object().expect("an object");
    let entrant = |id: &&str| Entrant {
        name: (*id).to_owned(),
        seat: SeatSpec::bot(game, id).expect("a bot"),
    };
    Arena {
        game,
        options: Options::check(game.options(), raw).expect("options"),
        entrants: ["mason", "drifter", "harvester", "kamikaze", "shepherd"]
            .iter()
            .map(entrant)
            .collect(),
        challengers: Some(2),
        until: Some("sprt 0 100".parse().expect("a condition")),
        rules: ArenaRules::default(),
        ..arena(&["random", "random"], games)
    }
}

#[test]
fn sequential_test_counts_openings_in_games_of_four() {
    let arena = four_player_arena(800);
    arena.check().expect("a test of the first two");
    let (report, games) = play_until_decided(&arena);
    assert!(games < 400, "{games} games");
    let said = &report.remarks[0];
    assert!(
        said.contains(
            "openings: the lead of `mason` over `drifter` is nearer to 100 than to 0 Elo."
        ),
        "{said}"
    );
    // With the two challengers swapped, the test decides the other way.
    let mut back = four_player_arena(800);
    back.entrants.swap(0, 1);
    let (report, _) = play_until_decided(&back);
    let said = &report.remarks[0];
    assert!(
        said.contains(
            "openings: the lead of `drifter` over `mason` is nearer to 0 than to 100 Elo."
        ),
        "{said}"
    );
}

#[test]
fn invalid_sequential_tests_are_rejected() {
    let refused = |arena: Arena| arena.check().expect_err("an invalid test");
    assert!(refused(four_player_arena(6)).contains("a multiple of 4, not 6"));
    let one = Arena { challengers: Some(1), ..four_player_arena(8) };
    assert!(refused(one).contains("name two"));
}

#[test]
fn games_of_three_are_ranked() {
    let game = game("reversi").expect("a game");
    let raw = serde_json::json!({ "map": "trio" });
    let raw = raw.as_object().expect("an object");
    let arena = Arena {
        game,
        options: Options::check(game.options(), raw).expect("options"),
        entrants: ["corners", "greedy", "random"]
            .iter()
            .map(|id| Entrant {
                name: (*id).to_owned(),
                seat: SeatSpec::bot(game, id).expect("a bot"),
            })
            .collect(),
        ..arena(&["random", "random"], 12)
    };
    let report = arena.add_up(&play_all(&arena));
    assert_eq!(report.games, 12);
    assert!(report.model.starts_with("Bradley-Terry"), "{}", report.model);
    assert!(report.many() && report.seats.len() == 3);
    for bot in &report.bots {
        let rank = bot.mean_rank.expect("ranked").middle;
        assert!((1.0..=3.0).contains(&rank));
        assert!(bot.rating.is_some());
        assert_eq!(bot.won.games, 12);
    }
    let wins: f64 = report.bots.iter().map(|bot| bot.won.share).sum();
    assert!((wins - 1.0).abs() < 1e-5);
}

#[test]
fn every_start_is_played_equally_often() {
    let mut arena = arena(&["greedy", "random"], 6);
    let start = |first: &str| {
        let raw = serde_json::json!({ "start": first });
        let raw = raw.as_object().expect("an object");
        let options = Options::check(arena.game.options(), raw).expect("options");
        Start { name: first.to_owned(), values: vec![("start", first.to_owned())], options }
    };
    arena.starts = vec![start("red"), start("blue")];
    let report = arena.add_up(&play_all(&arena));
    assert_eq!(report.games, 12);
    assert_eq!(report.starts.len(), 2);
    assert!(report.starts.iter().all(|start| start.won.iter().all(|won| won.games == 6)));
}

#[test]
fn merged_shards_equal_the_whole_arena() {
    let of_three = arena(&["balanced", "greedy", "random"], 7);
    let games = play_all(&of_three);
    let whole = json!(of_three.add_up(&games)).to_string();
    let schedule = of_three.schedule();
    let file = |part: usize| {
        let shard = Shard { part, of: 3 };
        let mut text = header_line(&Header::new(&of_three, shard));
        // Games can be in any order, because threads finish them in any order.
        for (game, played) in games.iter().enumerate().rev() {
            if shard.has(schedule.fixture(game).expect("a game").block) {
                text += &game_line(game, played);
            }
        }
        let journal = Journal::read(text.as_bytes()).expect("read").expect("a header");
        (format!("shard {part}"), journal)
    };
    let (header, merged) = merge(vec![file(3), file(1), file(2)]).expect("one arena");
    let again = header.arena().expect("an arena");
    let games: Vec<GameResult> = merged.into_values().collect();
    assert_eq!(json!(again.add_up(&games)).to_string(), whole);
    let mut other = arena(&["balanced", "greedy", "random"], 7);
    other.seed = 2;
    let strange = Journal::read(header_line(&Header::new(&other, Shard::WHOLE)).as_bytes());
    let strange = ("other".to_owned(), strange.expect("read").expect("a header"));
    let error = merge(vec![file(1), strange]).expect_err("refused");
    assert_eq!(error, "other is of another arena than shard 1: --seed differs");
}

#[test]
fn truncated_journal_is_read_up_to_the_last_complete_line() {
    let arena = arena(&["greedy", "random"], 4);
    let games = play_all(&arena);
    let mut text = header_line(&Header::new(&arena, Shard::WHOLE));
    let mut ends = vec![text.len()];
    for (game, played) in games.iter().enumerate() {
        text += &game_line(game, played);
        ends.push(text.len());
    }
    for cut in 0..=text.len() {
        let read = Journal::read(&text.as_bytes()[..cut]).expect("cut, not damaged");
        let whole = ends.iter().rposition(|&end| end <= cut);
        assert_eq!(read.as_ref().map(|journal| journal.games.len()), whole, "{cut}");
        let bytes = read.map_or(0, |journal| journal.whole);
        assert_eq!(bytes, whole.map_or(0, |lines| ends[lines]));
    }
    // A repeated line counts as one game. A changed digit is detected in every line except the last.
    let twice = format!("{text}{}", game_line(1, &games[1]));
    assert_eq!(Journal::read(twice.as_bytes()).expect("read").expect("some").games.len(), 4);
    for at in (0..ends[3]).filter(|&at| text.as_bytes()[at].is_ascii_digit()) {
        let mut bytes = text.clone().into_bytes();
        bytes[at] = if bytes[at] == b'7' { b'8' } else { b'7' };
        assert!(Journal::read(&bytes).is_err(), "{at}");
    }
    assert!(Journal::read(b"hello\n").is_err());
    assert!(Journal::read(b"").expect("nothing").is_none());
}

#[test]
fn presets_have_descriptions_and_complete_reference_tables() {
    for game in totora::catalog::GAMES {
        for preset in game.data().presets {
            assert!(!preset.shows.is_empty() && preset.shows.ends_with('.'), "{}", preset.id);
            for reference in preset.references {
                let fits = |(_, row): &(Heading, &[f64])| row.len() == reference.columns.len();
                assert!(reference.rows.iter().all(fits), "{}", reference.title);
                // Each bot of a table is one of the game, by its id or a name of the source.
                let rows = reference.rows.iter().map(|(heading, _)| heading);
                for heading in reference.columns.iter().chain(rows) {
                    if let Heading::Bot(bot) = heading {
                        // The table of levels is the same for all games, also where no bot plays at random.
                        let known = *bot == "random" || game.bot_info(bot).is_ok();
                        assert!(known, "{}: {bot}", reference.title);
                    }
                }
            }
        }
        assert!(!game.data().presets.is_empty(), "{} has no preset", game.id());
    }
}

/// Compares with the cross table of the rules file. This test plays fewer games, so its tolerance is wide: 4.5 standard
/// errors of a score over this number of games, including the error of the published score.
#[test]
fn bot_strengths_match_the_published_cross_table() {
    const GAMES: u32 = 400;
    let game = game("uros").expect("a game");
    let preset = &game.data().presets[0];
    let arena = arena(preset.bots, GAMES);
    let plan = arena.prepare().expect("bots");
    let half = plan.games() / 2;
    let part = |games: std::ops::Range<usize>| -> Vec<GameResult> {
        games.map(|g| arena.play(&plan, g, &|| Box::new(NoClock), false).expect("played")).collect()
    };
    let games = std::thread::scope(|scope| {
        let first = scope.spawn(|| part(0..half));
        let second = part(half..plan.games());
        [first.join().expect("played"), second].concat()
    });
    let report = arena.add_up(&games);
    let bound = 4.5 * (0.25 / f64::from(GAMES) + 0.25 / 4000.0).sqrt() * 100.0;
    for (a, (name, row)) in preset.references[0].rows.iter().enumerate() {
        for (b, &expected) in row.iter().enumerate().filter(|(_, share)| !share.is_nan()) {
            let found = report.pair(a, b).expect("met").score.share * 100.0;
            assert!(
                (found - expected).abs() < bound,
                "{} against {}: {found:.1}%, expected {expected}% ± {bound:.1}",
                name.label(),
                preset.bots[b]
            );
        }
    }
}

#[test]
fn challengers_are_compared_with_the_field() {
    let mut arena = arena(&["random", "balanced", "greedy", "exploit"], 12);
    arena.challengers = Some(1);
    let report = arena.add_up(&play_all(&arena));
    let said =
        "`random` is weaker than the field of 3: `random` has 0.0% of the points of 36 games";
    assert!(report.headline.starts_with(said), "{}", report.headline);
    assert_eq!(report.bots[0].against_field.map(|found| found.low), Some(0.0));
    assert!(report.bots[1].against_field.is_none());
    // With only two entrants, the challenger comes first in the table although it is weaker.
    let mut alone = arena;
    alone.entrants.truncate(2);
    let report = alone.add_up(&play_all(&alone));
    assert!(
        report.headline.starts_with("`random` is weaker than `balanced`"),
        "{}",
        report.headline
    );
    // Several challengers are compared with each other. The best of them is compared with the field.
    let mut several = self::arena(&["random", "balanced", "greedy", "exploit"], 12);
    several.challengers = Some(2);
    let report = several.add_up(&play_all(&several));
    assert!(report.headline.starts_with("`balanced` is ahead of `random`"), "{}", report.headline);
    let said = report.remarks.iter().any(|remark| {
        remark.starts_with("Between `balanced` and the field of 2 no difference is shown")
            || remark.starts_with("`balanced` is stronger than the field of 2")
    });
    assert!(said, "{:?}", report.remarks);
}

/// Games of four with these ranks by entrant. The entrants change seats on every opening.
fn games_of_four(openings: &[[u8; 4]]) -> (Arena, Vec<GameResult>) {
    let mut arena = four_player_arena(4 * openings.len() as u32);
    (arena.challengers, arena.until) = (None, None);
    arena.entrants.truncate(4);
    let schedule = arena.schedule();
    let played = (0..schedule.games()).map(|game| {
        let fixture = schedule.fixture(game).expect("a game");
        let ranks = openings[game / 4];
        GameResult {
            seats: fixture.seats.clone(),
            ranks: fixture.seats.iter().map(|&entrant| ranks[entrant]).collect(),
            scores: vec![0; 4],
            plies: 10,
            course: Some(game as u32),
            opening: None,
            reason: "turns".into(),
            moves: Vec::new(),
            decisions: Vec::new(),
            tallies: Vec::new(),
            faults: Vec::new(),
        }
    });
    let played = played.collect();
    (arena, played)
}

#[test]
fn headline_order_and_ratings_agree_in_games_of_four() {
    // The first entrant has the most first ranks and is last in the other games. The third shares many ranks.
    let mut openings = Vec::new();
    for (ranks, times) in
        [([1, 2, 3, 4], 5), ([4, 1, 1, 3], 3), ([4, 2, 1, 3], 3), ([4, 1, 2, 2], 1)]
    {
        openings.extend(std::iter::repeat_n(ranks, times));
    }
    let (arena, games) = games_of_four(&openings);
    let report = arena.add_up(&games);
    let order = report.order();
    let by = |of: &dyn Fn(usize) -> f64| order.is_sorted_by(|&a, &b| of(a) >= of(b));
    assert!(by(&|i| report.bots[i].score.share), "shares");
    assert!(by(&|i| report.bots[i].rating.map_or(0.0, |rating| rating.middle)), "ratings");
    let most_firsts =
        (0..4).max_by(|&a, &b| report.bots[a].won.share.total_cmp(&report.bots[b].won.share));
    assert_ne!(most_firsts, Some(order[0]), "first ranks and points differ in order");
    let [first, second] = [order[0], order[1]].map(|i| report.bots[i].bot.as_str());
    let said = [
        format!("`{first}` leads `{second}` by "),
        format!("`{first}` is ahead of `{second}` by "),
    ];
    assert!(said.iter().any(|said| report.headline.starts_with(said)), "{}", report.headline);
    let ahead = report.differences.iter().find(|one| one.bot == first && one.than == second);
    assert!(ahead.is_some_and(|one| one.ahead.middle > 0.0));
    for pair in order.windows(2) {
        let superiority = report.bots[pair[0]].superiority;
        assert!(superiority.is_some_and(|likelihood| likelihood >= 0.5), "{superiority:?}");
    }
}

#[test]
fn intervals_stay_within_possible_values() {
    let (arena, games) = games_of_four(&[[1, 2, 3, 4], [1, 2, 3, 4]]);
    let report = arena.add_up(&games);
    for one in &report.differences {
        assert!(-1.0 <= one.ahead.low && one.ahead.high <= 1.0, "{one:?}");
    }
    for bot in &report.bots {
        assert!(0.0 <= bot.score.low && bot.score.high <= 1.0);
        let rank = bot.mean_rank.expect("two openings");
        assert!(1.0 <= rank.low && rank.high <= 4.0, "{rank:?}");
    }
    // A game counts once for any number of opponents: 8 of 8, not 24 of 24.
    let first = &report.bots[report.order()[0]].score;
    assert_eq!(first.low, (totora::arena::statistics::wilson(8.0, 8.0).low * 1e6).round() / 1e6);
}

#[test]
fn shares_are_written_without_negative_zero() {
    assert_eq!([0.0, -0.0004, 0.0004, -0.05].map(percent), ["0.0", "0.0", "0.0", "-5.0"]);
    assert_eq!([0.0, -0.0004, 0.05].map(signed), ["0.0", "0.0", "+5.0"]);
    assert_eq!(range(-0.0001, 1.0), "0.0 to 100.0");
}

#[test]
fn repeated_games_are_reported_and_do_not_decide_a_test() {
    let mut arena = arena(&["exploit", "random"], 40);
    arena.until = Some("sprt 0 200".parse().expect("a condition"));
    // As between two deterministic bots, there are only two different games: one for each order of seats.
    let mut played = play_all(&arena);
    for (i, game) in played.iter_mut().enumerate() {
        game.ranks = if game.seats[0] == 0 { vec![1, 2] } else { vec![2, 1] };
        game.course = Some(i as u32 % 2);
    }
    let report = arena.add_up(&played);
    assert_eq!((report.games, report.different), (40, Some(2)));
    assert!(report.headline.starts_with("Only 2 of 40 games differ"), "{}", report.headline);
    let test = report.test.as_ref().expect("a test");
    assert_eq!(test.verdict, Verdict::Open);
    assert!(test.words.starts_with("Not decided: too many of the games"), "{}", test.words);
    // The same results are evidence if all games differ.
    for (i, game) in played.iter_mut().enumerate() {
        game.course = Some(i as u32);
    }
    let report = arena.add_up(&played);
    assert_eq!(report.different, Some(40));
    assert_eq!(report.test.as_ref().expect("a test").verdict, Verdict::Greater);
    assert!(!report.headline.starts_with("Only"), "{}", report.headline);
    // Files of earlier versions do not contain this data.
    played[0].course = None;
    assert_eq!(arena.add_up(&played).different, None);
}

#[test]
fn course_is_reproducible_and_differs_between_games() {
    let arena = arena(&["random", "random"], 8);
    let played = play_all(&arena);
    assert_eq!(arena.add_up(&played).different, Some(8));
    let again: Vec<_> = play_all(&arena).iter().map(|game| game.course).collect();
    assert_eq!(again, played.iter().map(|game| game.course).collect::<Vec<_>>());
}

#[test]
fn openings_are_distinct_reproducible_and_replayable() {
    for (id, bot) in [
        ("uros", "random"),
        ("isolation", "random"),
        ("fencemaster", "random"),
        ("reversi", "random"),
    ] {
        let game = game(id).expect("a game");
        let arena = Arena { game, ..arena_of(game, &[bot, bot], 60) };
        let plan = arena.prepare().expect("bots");
        let begin = |plan: &Plan, block: usize| {
            let fixture = plan.schedule().fixture(2 * block).expect("a game");
            arena.opening(plan, &fixture).expect("an opening")
        };
        let first: Vec<_> = (0..30).map(|block| begin(&plan, block)).collect();
        let mut keys: Vec<u64> = first.iter().map(|one| one.position.opening_key()).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 30, "{id}");
        let again = arena.prepare().expect("bots");
        for block in (0..30).rev() {
            let one = begin(&again, block);
            assert_eq!((one.seed, &one.moves), (first[block].seed, &first[block].moves), "{id}");
        }
        for number in [0, 7] {
            let played = arena.play(&plan, number, &|| Box::new(NoClock), false).expect("played");
            let record = arena.record(&plan, number, &[]).expect("played again");
            assert!(record.moves.starts_with(&first[number / 2].moves), "{id}");
            assert_eq!(record.moves.len(), played.plies, "{id}");
            let result = record.result.expect("an end");
            assert_eq!(result["ranks"], serde_json::json!(played.ranks), "{id}");
        }
    }
}

fn arena_of(game: &'static dyn totora::catalog::AnyGame, bots: &[&str], games: u32) -> Arena {
    let bots: Vec<_> = bots.iter().collect();
    let setup = serde_json::json!({ "game": game.id(), "bots": bots, "games": games });
    setup::read(&setup).expect("an arena")
}

#[test]
fn openings_get_longer_when_short_ones_run_out() {
    let game = game("isolation").expect("a game");
    let raw = serde_json::json!({ "size": "3x4", "opening": "random" });
    let raw = raw.as_object().expect("an object");
    let options = Options::check(game.options(), raw).expect("options");
    let arena = Arena { options, ..arena_of(game, &["random", "random"], 400) };
    let report = arena.add_up(&play_all(&arena));
    assert_eq!(report.games, 400);
    assert!(report.openings.contains("200 openings, "), "{}", report.openings);
}

/// Old files and links have no openings. Their games start from the plain start, and games that only swap seats have
/// the same seed.
#[test]
fn arenas_of_earlier_versions_use_the_plain_start() {
    let arena = arena(&["balanced", "random"], 4);
    let mut old = json!(Header::new(&arena, Shard::WHOLE));
    old.as_object_mut().expect("fields").remove("openings").expect("was there");
    let header: Header = serde_json::from_value(old).expect("a header");
    let read = header.arena().expect("an arena");
    assert_eq!(read.openings, Openings::Earlier);
    let schedule = read.schedule();
    let [one, other] = [0, 1].map(|game| schedule.fixture(game).expect("a game"));
    assert_eq!(read.chance(&one), read.chance(&other));
    assert_ne!(arena.chance(&one), arena.chance(&other));
    let report = read.add_up(&play_all(&read));
    assert!(report.openings.ends_with("the plain start."), "{}", report.openings);
}

#[test]
fn opening_book_is_played_in_order_and_invalid_books_are_rejected() {
    let read = |lines: serde_json::Value| {
        let setup = serde_json::json!({
            "game": "isolation", "options": {"opening": "free"}, "bots": ["greedy", "random"],
            "games": 6, "openings": lines,
        });
        setup::read(&setup)
    };
    let arena = read(serde_json::json!(["d4 c2", "a1 g7", "d4 e6"])).expect("a book");
    let plan = arena.prepare().expect("bots");
    let record = arena.record(&plan, 3, &[]).expect("a game");
    assert_eq!(record.moves[..2], ["a1", "g7"]);
    let again = setup::read(&to_value(&setup::write(&arena))).expect("the same");
    assert_eq!(again.openings, arena.openings);
    let error = read(serde_json::json!(["d4 c2", "d4 d4"])).err().expect("not legal");
    assert!(error.starts_with("opening 2 of the book: ply 2: "), "{error}");
    assert!(read(serde_json::json!([])).err().expect("empty").contains("0 openings"));
    assert!(read(serde_json::json!("many")).err().expect("a word").contains("`openings`"));
}

#[test]
fn stepped_program_plays_like_a_bot_and_loses_if_it_fails() {
    let setup = |bots: Value| {
        let setup = json!({ "game": "isolation", "bots": bots, "games": 2, "seed": 5 });
        totora::arena::setup::read(&setup).expect("an arena")
    };
    // The program plays the moves of `greedy`.
    let arena = setup(json!([{ "program": "mine" }, "random"]));
    let twin = setup(json!(["greedy", "random"]));
    let (plan, twin_plan) = (arena.prepare().expect("a plan"), twin.prepare().expect("a plan"));
    let watch = || Box::new(NoClock) as Box<dyn Clock>;
    for game in 0..plan.games() {
        assert!(arena.has_program(&plan, game) && !twin.has_program(&twin_plan, game));
        let mut stepped = arena.step_through(&plan, game).expect("a game");
        while let Some((name, line)) = stepped.advance(100, &watch).expect("a question") {
            assert_eq!(name, "mine");
            let line: Value = serde_json::from_str(line).expect("JSON");
            let record = json!({
                "totora": 1, "game": "isolation", "options": line["options"],
                "seed": line["seed"], "moves": line["history"],
            });
            let mut conversation = totora::session::protocol::Conversation::new();
            let load = json!({ "do": "load", "record": record }).to_string();
            conversation.answer(&load, &watch);
            let think = r#"{"do":"think","bot":"greedy"}"#;
            let answer = conversation.answer(think, &watch).line;
            stepped.answer(Ok(&answer)).expect("asked");
        }
        let played = stepped.played().expect("an end");
        let other = twin.play(&twin_plan, game, &watch, false).expect("a game");
        assert_eq!(played.seats, other.seats);
        assert!(played.faults.is_empty() && played.plies > 4, "{played:?}");
    }
    // A program that sends an invalid answer, or none, loses.
    for answer in [Err("it hangs"), Ok("{}"), Ok(r#"{"thought":{"choice":"z9"}}"#)] {
        let mut stepped = arena.step_through(&plan, 0).expect("a game");
        while stepped.advance(100, &watch).expect("a question").is_some() {
            stepped.answer(answer).expect("asked");
        }
        let played = stepped.played().expect("an end");
        let seat = played.faults[0].seat;
        assert_eq!((played.faults.len(), played.ranks[seat]), (1, 2), "{played:?}");
    }
}
