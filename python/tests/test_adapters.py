"""The adapters, tested with the checks of their frameworks."""

import copy
import importlib.util
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import totora
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from totora import gymnasium as against
from totora import pettingzoo
from totora.actions import all_moves, orders

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("uros", {}),
    ("isolation", {"size": "5x5"}),
    ("fencemaster", {"size": 4}),
    ("reversi", {}),
    ("reversi", {"map": "trio"}),
    ("outpost", {"T": 3}),
]
LISTED = [(game, options) for game, options in GAMES if game != "outpost"]
# The checkers warn about observations without bounds, and about the dictionary that api_test requires.
quiet = pytest.mark.filterwarnings("ignore")


@quiet
@pytest.mark.parametrize("game, options", GAMES)
def test_pettingzoo(game: str, options: dict[str, Any]) -> None:
    api_test(pettingzoo.env(game, **options), num_cycles=40)
    seed_test(lambda: pettingzoo.env(game, **options), num_cycles=10)


@quiet
def test_pettingzoo_parallel() -> None:
    parallel_api_test(pettingzoo.parallel_env(T=3), num_cycles=6)
    parallel_seed_test(lambda: pettingzoo.parallel_env(T=3), num_cycles=3)


@pytest.mark.parametrize("game, options", LISTED)
def test_the_mask_has_the_legal_moves_and_rewards_are_the_ranks(game: str, options: dict[str, Any]) -> None:
    env, chance = pettingzoo.Env(game, **options), random.Random(1)
    env.reset(seed=4)
    while not env.position.over:
        mask = env.observe(env.agent_selection)["action_mask"]
        legal = [env.moves[number] for number in np.flatnonzero(mask)]
        assert sorted(legal) == sorted(env.position.legal_moves or [])
        other = next(agent for agent in env.agents if agent != env.agent_selection)
        assert not env.observe(other)["action_mask"].any()
        env.step(chance.choice(np.flatnonzero(mask)))
    outcome = env.position.outcome
    assert outcome is not None
    for seat, agent in enumerate(env.possible_agents):
        first = outcome.ranks[seat] == 1 and len(set(outcome.ranks)) > 1
        assert (env.rewards[agent] == 1.0) == first
    assert env.terminations == dict.fromkeys(env.possible_agents, True)


@pytest.mark.parametrize("game, options", [*LISTED, ("reversi", {"map": "trio"})])
def test_every_move_of_a_game_has_its_own_number(game: str, options: dict[str, Any]) -> None:
    start = totora.Game(game).start(**options)
    moves, chance = all_moves(start), random.Random(2)
    assert len(set(moves)) == len(moves)
    while not start.over:
        assert set(start.legal_moves or []) <= set(moves)
        start.play(chance.choice(start.legal_moves or []))


def test_orders_of_outpost_are_limited_to_the_empires_outposts() -> None:
    position = totora.Game("outpost").start()
    assert orders(position, 0, [0, 1, 2]) == "-"
    assert orders(position, 0, [2, 1, 2]) == "0:E"


@quiet
@pytest.mark.parametrize("game, options", LISTED)
def test_gymnasium(game: str, options: dict[str, Any]) -> None:
    check_env(against.Versus(game, "random", **options), skip_render_check=True)


def test_an_illegal_action_loses() -> None:
    env = against.Versus("isolation", "level-1", seat=1, size="5x5")
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over, info["legal"]) == (-1.0, True, False)
    with pytest.raises(totora.Error, match="expected a game of turns"):
        against.Versus("outpost", "random")


@quiet
@pytest.mark.skipif(importlib.util.find_spec("pyspiel") is None, reason="open_spiel has no wheel here")
@pytest.mark.parametrize("game, options", LISTED)
def test_openspiel(game: str, options: dict[str, Any]) -> None:
    import pyspiel
    from totora import openspiel

    loaded = openspiel.load(game, **options) if options else pyspiel.load_game(f"totora_{game}")
    pyspiel.random_sim_test(loaded, num_sims=3, serialize=not options, verbose=False)
    state = loaded.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    twin = copy.deepcopy(state)
    twin.apply_action(twin.legal_actions()[0])
    assert (len(state.history()), len(twin.history())) == (1, 2)


def test_the_example_learns() -> None:
    sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
    import learn_isolation

    before, after = learn_isolation.main(games=1000, measured=300)
    assert after > before + 0.15
