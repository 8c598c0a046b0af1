"""Planes, masks, symmetries and batches agree with the positions that they show."""

import random
import threading
from typing import Any

import numpy as np
import pytest
import totora

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("uros", {}),
    ("isolation", {"size": "5x5"}),
    ("isolation", {"size": "5x4"}),
    ("fencemaster", {"size": 4}),
    ("fencemaster", {"size": 3, "rules": "havannah"}),
    ("reversi", {}),
    ("reversi", {"map": "trio"}),
    ("reversi", {"map": "tube"}),
    ("reversi", {"map": "torus"}),
]
SYMMETRIES = [4, 8, 4, 12, 12, 8, None, None, None]


def played(game: str, options: dict[str, Any], plies: int, seed: int = 1) -> totora.Position:
    chance, position = random.Random(seed), totora.Game(game).start(**options)
    for _ in range(plies):
        if position.over:
            break
        position.play(chance.choice(position.legal_moves or []))
    return position


@pytest.mark.parametrize("game, options", [*GAMES, ("outpost", {"T": 3})])
def test_every_channel_has_a_name_and_a_meaning(game: str, options: dict[str, Any]) -> None:
    position = totora.Game(game).start(**options)
    keys = [channel.key for channel in position.channels]
    assert len(set(keys)) == len(keys) and all(channel.about for channel in position.channels)
    planes = position.planes()
    assert planes.shape == (len(keys), *position.layout.shape) and planes.dtype == np.float32
    assert np.isfinite(planes).all() and planes.min() >= 0
    with pytest.raises(totora.Error, match="there is no seat 9"):
        position.planes(9)


@pytest.mark.parametrize("game, options", GAMES)
def test_masks_mark_the_legal_moves_of_whole_games(game: str, options: dict[str, Any]) -> None:
    position, chance = totora.Game(game).start(**options), random.Random(3)
    while not position.over:
        marked = [position.actions[number] for number in np.flatnonzero(position.action_mask())]
        assert sorted(marked) == sorted(position.legal_moves or [])
        position.play(chance.choice(marked))
    assert not position.action_mask().any()


def test_planes_show_the_board_from_the_movers_view() -> None:
    position = totora.Game("isolation").start(size="5x5").play("a1").play("c3")
    own, opponent, free, moves = position.planes()[:4]
    assert own[4, 0] == 1 == own.sum(), "a1 is at the bottom left"
    assert opponent[2, 2] == 1 == opponent.sum()
    assert free.sum() == 23 and moves.sum() == 2
    assert position.planes(1)[0, 2, 2] == 1
    channels = {channel.key: number for number, channel in enumerate(totora.Game("reversi").start().channels)}
    reversi = totora.Game("reversi").start().play("3,2")
    planes = reversi.planes()
    assert planes[channels["stones_0"]].sum() == 1, "the second player has one stone left"
    assert planes[channels["stones_1"]].sum() == 4
    assert planes[channels["empty"]].sum() == 59
    ours = totora.Game("outpost").start().planes(2)
    assert ours[0, 99, 99] == 1 and ours[1, 99, 0] == 1, "the next empire clockwise is channel 1"


@pytest.mark.parametrize("game, options, count", [(*one, count) for one, count in zip(GAMES, SYMMETRIES)])
def test_a_transformed_game_has_the_transformed_planes(game: str, options: dict[str, Any], count: int | None) -> None:
    first = played(game, options, 0).symmetries()
    assert first[0].name == "identity" and (count is None or len(first) == count)
    assert len({symmetry.name for symmetry in first}) == len(first)
    for number in range(len(first)):
        for seed in range(3):
            position, turned = played(game, options, 0), played(game, options, 0)
            if game == "reversi":
                # The start is not symmetric, so its transformation is not played but compared.
                position = turned = played(game, options, 12, seed)
                symmetry = position.symmetries()[number]
                planes = symmetry.planes(position.planes())
                assert planes.sum() == pytest.approx(position.planes().sum(), rel=1e-5)
                assert symmetry.policy(position.action_mask()).sum() == position.action_mask().sum()
                continue
            chance = random.Random(seed)
            keys = [channel.key for channel in position.channels]
            # S, D and I look the same after a half turn: their squares may be counted from the other end.
            shown = [at for at, key in enumerate(keys) if not key.startswith("square_")]
            named = [at for at, move in enumerate(position.actions) if move[:2] not in ("S.", "D.", "I.")]
            for _ in range(14):
                if position.over:
                    break
                symmetry = position.symmetries()[number]
                moved = symmetry.planes(position.planes())
                assert moved[shown].tolist() == turned.planes()[shown].tolist(), symmetry.name
                if game != "uros":
                    assert moved.tolist() == turned.planes().tolist()
                mask = symmetry.policy(position.action_mask())
                assert mask[named].tolist() == turned.action_mask()[named].tolist(), symmetry.name
                move = chance.choice([one for one in position.legal_moves or [] if one[:2] not in ("S.", "D.", "I.")])
                turned.play(symmetry.move(move))
                position.play(move)


def test_the_symmetries_of_reversi_keep_the_legal_moves() -> None:
    # A diagonal keeps the start of Othello.
    position = played("reversi", {}, 0)
    kept = [one for one in position.symmetries() if (one.planes(position.planes()) == position.planes()).all()]
    assert len(kept) == 4
    for symmetry in kept:
        one, other, chance = played("reversi", {}, 0), played("reversi", {}, 0), random.Random(2)
        while not one.over:
            move = chance.choice(one.legal_moves or [])
            other.play(symmetry.move(move))
            one.play(move)
            if not one.over:
                assert (symmetry.planes(one.planes()) == other.planes()).all()
    assert [one.name for one in played("reversi", {"map": "trio"}, 0).symmetries()] == ["identity"]
    assert [one.name for one in totora.Game("outpost").start().symmetries()] == ["identity"]


@pytest.mark.parametrize("game, options", GAMES)
def test_a_batch_plays_the_same_games_as_positions(game: str, options: dict[str, Any]) -> None:
    games = totora.batch(game, 5, seed=4, **options)
    single = [totora.Game(game).start(seed, **options) for seed in games.seeds]
    features = totora.batch(game, 5, seed=4, observation="features", **options)
    ends = 0
    for turn in range(60):
        state = games.state
        for row, position in enumerate(single):
            assert state.observations[row].tolist() == position.planes().tolist()
            assert state.masks[row].tolist() == position.action_mask().tolist()
            assert state.to_act[row] == position.to_act[0]
            wanted = np.nan_to_num(np.array(position.feature_values(position.to_act[0]), np.float32))
            assert turn > 3 or features.state.observations[row].tolist() == wanted.tolist()
        actions = games.sample()
        step = games.step(actions)
        features.step(actions)
        for row, position in enumerate(single):
            position.play(position.actions[actions[row]])
            assert step.dones[row] == position.over
            assert step.rewards[row].tolist() == pytest.approx(position.rewards)
            if position.over:
                ends += 1
                single[row] = totora.Game(game).start(games.seeds[row], **options)
    assert ends or game in ("uros", "reversi", "fencemaster")


def test_a_batch_is_reproducible_and_rejects_bad_input() -> None:
    def run() -> list[list[int]]:
        games = totora.batch("isolation", 20, seed=7, observation=None, size="5x5", opening="random")
        return [games.step(games.sample()).to_act.tolist() for _ in range(30)]

    assert run() == run()
    games = totora.batch("isolation", 2, size="5x5")
    before = games.state.observations.tolist()
    refused: list[tuple[Any, str]] = [
        ([0], "1 actions are given for 2 games"),
        ([0, 99], r"game 1: action 99 \(expected 0 to 24\) is not legal here; no game has moved"),
        ([0, -1], "game 1: action -1"),
        ([0.0, 1.5], "must be whole numbers"),
        ([[0], [1]], r"shape \(2, 1\)"),
    ]
    for actions, message in refused:
        with pytest.raises(totora.Error, match=message):
            games.step(actions)
    games.step([0, 24])
    with pytest.raises(totora.Error, match=r"game 0: action 0 \(move a5\) is not legal"):
        games.step([0, 23])
    assert before != games.state.observations.tolist()
    wrong: list[tuple[str, Any, dict[str, Any], str]] = [
        ("outpost", 2, {}, "all seats move at once"),
        ("go", 2, {}, "unknown game"),
        ("isolation", 0, {}, "n is 0"),
        ("isolation", 2, {"size": "2x2"}, "size"),
        ("isolation", 2, {"colour": 1}, "unknown option `colour`"),
        ("isolation", 2, {"observation": "pixels"}, "must be 'planes'"),
    ]
    for game, n, options, message in wrong:
        with pytest.raises(totora.Error, match=message):
            totora.batch(game, n, **options)


def test_many_games_on_several_threads_are_those_of_few() -> None:
    def run(n: int) -> list[Any]:
        games, found = totora.batch("uros", n, seed=3), []
        for turn in range(12):
            # The same choice for a game in both batches, whatever the number of games.
            actions = [np.flatnonzero(mask)[turn * 7 % int(mask.sum())] for mask in games.state.masks]
            step = games.step(actions)
            found.append((step.observations[:4].tobytes(), step.masks[:4].tobytes(), step.to_act[:4].tolist()))
        return found

    assert run(4) == run(300)


def test_threads_may_share_a_position_and_a_batch() -> None:
    position, errors = totora.Game("isolation").start(size="7x7"), list[BaseException]()
    games = totora.batch("isolation", 16, size="5x5", observation=None)

    def work(action: Any) -> None:
        try:
            for _ in range(40):
                action()
        except BaseException as error:
            errors.append(error)

    def play_and_undo() -> None:
        position.play((position.legal_moves or ["d4"])[0])
        position.undo()

    def think() -> None:
        assert position.think("ab-open", budget=200).choice

    def step() -> None:
        with lock:
            games.step(games.sample())

    lock = threading.Lock()
    actions = [play_and_undo, think, think, lambda: position.text, lambda: position.planes(0), step, step]
    threads = [threading.Thread(target=work, args=[action]) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors, errors
    assert position.ply == 0
