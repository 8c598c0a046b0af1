"""The module: games, positions, analyses and arenas give the same results as the command and the protocol."""

import json
import random
import threading
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest
import totora
from totora import _game

GAMES = [game.id for game in totora.games()]
LISTED = [game for game in GAMES if game != "outpost"]


def some_turns(position: totora.Position, plies: int, seed: int = 1) -> totora.Position:
    """The position after a few random plies."""
    chance = random.Random(seed)
    for _ in range(plies):
        if position.over:
            break
        if position.legal_moves is None:
            for seat in position.to_act:
                position.play(chance.choice(["0:N", "0:E", "0:S", "-"]), seat)
        else:
            position.play(chance.choice(position.legal_moves))
    return position


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_undone_recorded_and_linked(game: str) -> None:
    position = totora.Game(game).start(seed=7)
    first = position.hash, position.text
    some_turns(position, 9)
    assert position.ply == 9 == len(position.history)
    again = totora.Position.from_record(position.record())
    assert (again.hash, again.text, again.history) == (position.hash, position.text, position.history)
    assert totora.Position.from_record(json.dumps(position.record())).hash == position.hash
    assert totora.Position.from_link(position.link()).hash == position.hash
    assert totora.Position.from_text(f"<{position.link()}>.").hash == position.hash
    read = totora.Position.from_text("e3 f5")
    assert (read.game, read.ply, len(read.notes)) == ("reversi", 2, 1)
    copy = position.copy()
    assert copy.hash == position.hash
    for _ in range(9):
        position.undo()
    assert (position.hash, position.text) == first
    assert copy.ply == 9, "a copy is independent"
    with pytest.raises(totora.Error, match="nothing to undo"):
        position.undo()


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_move_reports_its_position_and_changes_nothing(game: str) -> None:
    position = some_turns(totora.Game(game).start(seed=3), 4)
    before = position.hash
    with pytest.raises(totora.IllegalMove, match=rf"^ply 5 of {game}: ") as caught:
        position.play("nonsense!")
    assert (caught.value.move, caught.value.ply) == ("nonsense!", 4)
    assert caught.value.position == position.text
    assert position.hash == before
    if game != "outpost":
        assert position.text in str(caught.value)
    for seat in (9, -1):
        with pytest.raises(totora.Error, match=f"there is no seat {seat}"):
            position.seat_name(seat)
        with pytest.raises(totora.Error, match=f"there is no seat {seat}"):
            position.feature_values(seat)
    with pytest.raises(totora.Error, match="seed is -1"):
        position.think("random", seed=-1)


@pytest.mark.parametrize("game", LISTED)
def test_games_end_with_an_outcome(game: str) -> None:
    position = some_turns(totora.Game(game).start(seed=5), 10_000)
    assert position.over and position.to_act == [] and position.legal_moves == []
    outcome = position.outcome
    assert outcome is not None and sorted(outcome.ranks)[0] == 1 and len(outcome.scores) == position.seats
    assert outcome.text.endswith(".")
    with pytest.raises(totora.Error, match="over"):
        position.play("forfeit")
    with pytest.raises(totora.Error, match="over"):
        position.features()


@pytest.mark.parametrize("game", GAMES)
def test_bots_think_with_terms_that_sum_to_the_score(game: str) -> None:
    position = some_turns(totora.Game(game).start(seed=2, **({"T": 50} if game == "outpost" else {})), 4)
    bots = {"uros": "balanced", "isolation": "ab-open", "outpost": "phalanx", "fencemaster": "norton-rizk", "reversi": "greedy"}
    analysis = position.think(bots[game], budget="200n")
    assert analysis.choice is not None and analysis.why
    assert analysis == totora.think(position, bots[game], budget="200n"), "the same seed gives the same analysis"
    copy = position.copy()
    copy.play(analysis.choice, position.to_act[0])
    summed = 0
    for candidate in analysis.candidates:
        terms = [term for term in candidate.terms.values() if term is not None]
        if terms and isinstance(candidate.score, float) and len(terms) == len(candidate.terms):
            assert sum(terms) == pytest.approx(candidate.score, abs=1e-3)
            summed += 1
    assert summed, "some candidate has all its terms"
    assert list(position.features()) == totora.Game(game).features


def test_a_bot_accepts_options_lines_and_a_time_budget() -> None:
    position = some_turns(totora.Game("uros").start(), 12)
    by_text = position.think("balanced:efl=6")
    assert position.think("balanced", options={"efl": 6}) == by_text
    assert position.think("balanced").candidates[0].terms != by_text.candidates[0].terms
    with pytest.raises(totora.Error, match="unknown bot `deep` of uros; known are"):
        position.think("deep")
    with pytest.raises(totora.Error, match="budget"):
        position.think("level-3", budget="soon")
    isolation = some_turns(totora.Game("isolation").start(), 2)
    begun = time.perf_counter()
    isolation.think("ab-open", budget="60ms", lines=2)
    assert time.perf_counter() - begun < 20


def test_invalid_games_records_and_links_are_rejected() -> None:
    invalid: list[tuple[Callable[[], object], str]] = [
        (lambda: totora.Game("go"), "unknown game 'go'; known are uros"),
        (lambda: totora.Position("uros", {"start": "green"}), "^option `start` .* must be one of red, blue"),
        (lambda: totora.Game("isolation").start(colour=1), "^unknown option `colour`; known are size"),
        (lambda: totora.Game("uros").start().think("balanced", options={"x": 1}), "^bot `balanced`: unknown option `x`"),
        (lambda: totora.Game("uros").start().think("balanced", budget=1.5), "^budget is 1.5, but must be"),  # type: ignore[arg-type]
        (lambda: totora.arena("uros", [3, "random"], 2), "^3 is not a bot"),  # type: ignore[list-item]
        (lambda: totora.Position("uros", seed=-1), "`seed` is `-1`"),
        (lambda: totora.Position.from_record("{"), "not a record: EOF"),
        (lambda: totora.Position.from_record({"totora": 1, "game": "uros", "moves": ["T@A6", "T@A6"]}), "ply 2"),
        (lambda: totora.Position.from_link("#1uros.!!"), "link"),
        (lambda: totora.Position.from_text("hello"), "Totora opens links"),
        (lambda: totora.arena("uros", ["balanced"], 2), "at least 2"),
        (lambda: totora.arena("uros", ["balanced", "explore"], 2, openings="mine"), "`openings` is"),
        (lambda: totora.play(totora.Position("uros"), ["random"]), "uros has 2 seats, but 1 bots are given"),
    ]
    for call, message in invalid:
        with pytest.raises(totora.Error, match=message):
            call()


def test_an_arena_is_the_same_on_any_number_of_threads_and_releases_the_gil() -> None:
    steps = 0
    done = threading.Event()

    def count() -> None:
        nonlocal steps
        while not done.is_set():
            steps += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    report = totora.arena("uros", ["balanced", "explore", "random"], 40, threads=2)
    during = steps
    done.set()
    counter.join()
    assert during > 3, "another thread ran"
    assert report == totora.arena("uros", ["balanced", "explore", "random"], 40, threads=1)
    assert report["games"] == 120


def test_your_own_bot_plays_with_built_in_bots() -> None:
    class Mobile(totora.Bot):
        def think(self, turn: totora.Turn) -> totora.Thought:
            assert turn.game == "isolation" and turn.rows and turn.options == {"size": "5x5"}
            return totora.best(totora.Candidate(move, {"length": len(move)}) for move in turn.legal)

    def first(turn: totora.Turn) -> str:
        return turn.legal[0]

    start = {"size": "5x5"}
    seated: list[list[totora.Seat]] = [[Mobile(), "random"], ["random", first], [Mobile(), first]]
    for seats in seated:
        assert totora.play(totora.Position("isolation", start), seats).outcome is not None
    with pytest.raises(NotImplementedError, match="Bot has no method `think`"):
        totora.play(totora.Position("isolation", start), [totora.Bot(), "random"])
    with pytest.raises(totora.IllegalMove):
        totora.play(totora.Position("isolation", start), [lambda turn: "a9", "random"])


def test_your_own_bots_play_in_an_arena() -> None:
    class Last(totora.Bot):
        def think(self, turn: totora.Turn) -> totora.Thought:
            assert turn.budget in (None, {"nodes": 50})
            return totora.best([totora.Candidate(turn.legal[-1], {"last": 1.0})])

    def first(turn: totora.Turn) -> str:
        return turn.legal[0]

    options = {"size": "5x5"}
    report = totora.arena("isolation", [Last, first, "random"], 10, options=options, seed=3)
    assert sorted(bot["bot"] for bot in report["bots"]) == ["Last", "first", "random"] and report["games"] == 30
    assert report == totora.arena("isolation", [Last(), first, "random"], 10, options=options, seed=3)
    names = totora.arena("isolation", [first, first], 4, against=[lambda turn: turn.legal[-1]], options=options, budget=50)
    assert sorted(bot["bot"] for bot in names["bots"]) == ["bot", "first", "first 2"]

    def wrong(turn: totora.Turn) -> str:
        return "z9"

    lost = totora.arena("isolation", [wrong, "random"], 4, options=options)
    mistaken = next(bot for bot in lost["bots"] if bot["bot"] == "wrong")
    assert (mistaken["share"], mistaken["faults"]) == (0, 4)

    def broken(turn: totora.Turn) -> str:
        raise KeyError("my mistake")

    with pytest.raises(KeyError, match="my mistake"):
        totora.arena("isolation", [broken, "random"], 4, options=options)


def test_a_budget_may_be_a_number_of_nodes() -> None:
    position = some_turns(totora.Game("isolation").start(), 4)
    assert position.think("ab-open", budget=300) == position.think("ab-open", budget="300n")
    assert position.turn(budget=300).budget == {"nodes": 300} == position.turn(budget="300n").budget
    assert position.turn(budget={"ms": 5}).budget == {"ms": 5}
    assert totora.play(totora.Game("isolation").start(size="5x5"), ["level-2", "level-1"], budget=100).over


@pytest.mark.parametrize("game", GAMES)
def test_equal_positions_are_equal_and_have_equal_hashes(game: str) -> None:
    position = some_turns(totora.Game(game).start(seed=3), 6)
    copy, start = position.copy(), totora.Game(game).start(seed=3)
    assert position == copy and hash(position) == hash(copy) and position != start
    assert {position, copy, start} == {copy, start}
    assert position != position.text
    assert str(position).splitlines()[:-1] == position.board.splitlines()[:-1]
    assert len(str(position).splitlines()) > 3


def test_a_position_is_equal_however_it_was_reached() -> None:
    one, other = (totora.Game("fencemaster").start(size=4, swap=False) for _ in range(2))
    for move in ("0,0", "3,3", "1,1"):
        one.play(move)
    for move in ("1,1", "3,3", "0,0"):
        other.play(move)
    assert one == other and hash(one) == hash(other)


def test_everything_public_is_documented() -> None:
    missing = []
    for name in totora.__all__:
        thing = getattr(totora, name)
        if not callable(thing) or name in ("Answer", "Budget", "Seat"):
            continue
        if not thing.__doc__:
            missing.append(name)
        for key, value in vars(thing).items() if isinstance(thing, type) else ():
            if not key.startswith("_") and (callable(value) or isinstance(value, property)):
                if not getattr(value, "__doc__", None):
                    missing.append(f"{name}.{key}")
    assert not missing


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_drawn_as_a_picture(game: str) -> None:
    position = some_turns(totora.Game(game).start(seed=4), 6)
    picture = ET.fromstring(position._repr_svg_())
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    title = picture.find("{*}title")
    assert title is not None and title.text is not None and title.text.startswith(f"{game}, ply 6, ")
    before = position._repr_svg_()
    some_turns(position, 1, seed=9)
    assert position._repr_svg_() != before


@pytest.mark.parametrize("game", GAMES)
def test_every_bot_thinks_with_its_default_budget(game: str) -> None:
    for bot in totora.Game(game).bots:
        position = some_turns(totora.Game(game).start(seed=2), 2)
        analysis = position.think(bot)
        assert analysis.choice is not None
        for candidate in analysis.candidates:
            assert candidate.margin is None or isinstance(candidate.margin, totora.Margin)
            assert candidate.interval is None or candidate.interval[0] <= candidate.interval[1]
        assert all(isinstance(task.options[0], totora.TaskOption) for task in analysis.tasks)


def test_unknown_fields_of_an_analysis_are_ignored() -> None:
    text = {"move": "a1", "score": 1.0, "terms": {}, "visits": None, "pv": [], "invented_later": 1}
    assert _game._read(totora.AnalyzedMove, text) == totora.AnalyzedMove("a1", 1.0, {}, None, [])


def test_an_analysis_has_all_fields_of_the_protocol() -> None:
    for game in GAMES:
        position = some_turns(totora.Game(game).start(seed=2, **({"map": "trio"} if game == "reversi" else {})), 3)
        analysis_json = json.loads(position.think_json(totora.Game(game).levels[2], None, "300n"))
        assert set(analysis_json) <= {field.name for field in fields(totora.Analysis)}
        for candidate in analysis_json["candidates"]:
            assert set(candidate) <= {field.name for field in fields(totora.AnalyzedMove)}


@pytest.mark.parametrize("game", GAMES)
def test_playing_a_turn_returns_a_new_one_and_keeps_the_old(game: str) -> None:
    position = some_turns(totora.Game(game).start(seed=5), 4)
    turn = position.turn()
    chance = random.Random(2)
    for _ in range(3):
        after, copy = turn, position.copy()
        for _ in range(8):
            move = "-" if after.legal_moves is None else chance.choice(after.legal)
            seat = after.to_move
            after = after.play(move, seat)
            copy.play(move, seat)
        assert (after.text, after.legal_moves, after.state) == (copy.text, copy.legal_moves, copy.state)
        assert after.outcome is None
    assert (turn.text, turn.state["ply"]) == (position.text, 4)
    with pytest.raises(totora.Error):
        turn.play("nonsense!", turn.to_move)
    with pytest.raises(AttributeError, match="no 'nothing'"):
        turn.nothing


def test_bot_of_finds_the_bot_of_a_program() -> None:
    class First(totora.Bot):
        def think(self, turn: totora.Turn) -> str:
            return turn.legal[0]

    turn = totora.Game("isolation").start().turn()
    assert totora.bot_of({"Bot": totora.Bot, "First": First})(turn) == turn.legal[0]
    assert totora.bot_of({"think": First().think, "First": None})(turn) == turn.legal[0]
    with pytest.raises(TypeError, match="no function think"):
        totora.bot_of({"Bot": totora.Bot})


def test_events_of_a_search_are_read_and_a_cut_file_names_the_line(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    whole = '{"totora_events":1}\n{"number":1,"event":"cut"}\n{"end":{"events":1}}\n'
    file.write_text(whole)
    assert [event.get("event") for event in totora.events(file)] == [None, "cut", None]
    for cut, line in [(whole[:-8], "line 3"), (whole[:30], "line 2"), (whole.split('{"end"')[0], "line 2")]:
        file.write_text(cut)
        with pytest.raises(totora.Error, match=line):
            list(totora.events(file))
