"""The adapters, tested with the checks of their frameworks."""

import copy
import importlib.util
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
import totora
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from totora import gymnasium as against
from totora import pettingzoo
from totora.actions import orders

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("uros", {}),
    ("isolation", {"size": "5x5"}),
    ("fencemaster", {"size": 4}),
    ("reversi", {}),
    ("reversi", {"map": "trio"}),
    ("outpost", {"T": 3}),
]
OBSERVATIONS: list[Any] = ["features", "planes"]
LISTED = [(game, options) for game, options in GAMES if game != "outpost"]
COMMAND = Path(sys.executable).with_name("totora")
# The checkers warn about observations without bounds, and about the dictionary that api_test requires.
quiet = pytest.mark.filterwarnings("ignore")


@quiet
@pytest.mark.parametrize("observation", OBSERVATIONS)
@pytest.mark.parametrize("game, options", GAMES)
def test_pettingzoo(game: str, options: dict[str, Any], observation: Any) -> None:
    api_test(pettingzoo.env(game, observation=observation, **options), num_cycles=40)
    seed_test(lambda: pettingzoo.env(game, observation=observation, **options), num_cycles=10)


@quiet
@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_pettingzoo_parallel(observation: Any) -> None:
    parallel_api_test(pettingzoo.parallel_env(T=3, observation=observation), num_cycles=6)
    parallel_seed_test(lambda: pettingzoo.parallel_env(T=3, observation=observation), num_cycles=3)


@quiet
def test_an_illegal_action_ends_a_game_of_pettingzoo() -> None:
    env = pettingzoo.env("isolation", size="5x5")
    env.reset(seed=1)
    env.step(0)
    env.step(0)
    assert env.rewards == {"Red": 0, "Blue": -1}
    assert all(env.terminations.values())


@pytest.mark.parametrize("game, options", GAMES)
def test_observations_lie_in_their_space(game: str, options: dict[str, Any]) -> None:
    for observation in OBSERVATIONS:
        env, chance = pettingzoo.Env(game, observation=observation, **options), random.Random(5)
        env.reset(seed=2)
        for _ in range(60):
            if env.position.over:
                break
            agent = env.agent_selection
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            mask = None if game == "outpost" else seen["action_mask"]
            env.step(env.action_space(agent).sample() if mask is None else chance.choice(np.flatnonzero(mask)))


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
    moves, chance = start.actions, random.Random(2)
    assert len(set(moves)) == len(moves)
    while not start.over:
        assert set(start.legal_moves or []) <= set(moves)
        start.play(chance.choice(start.legal_moves or []))


def test_orders_of_outpost_are_limited_to_the_empires_outposts() -> None:
    position = totora.Game("outpost").start()
    assert orders(position, 0, [0, 1, 2]) == "-"
    assert orders(position, 0, [2, 1, 2]) == "0:E"


@quiet
@pytest.mark.parametrize("observation", OBSERVATIONS)
@pytest.mark.parametrize("game, options", LISTED)
def test_gymnasium(game: str, options: dict[str, Any], observation: Any) -> None:
    check_env(against.Versus(game, "random", observation=observation, **options), skip_render_check=True)


@quiet
@pytest.mark.parametrize("imports", ["import totora, gymnasium", "import gymnasium, totora"])
def test_gymnasium_knows_the_games_in_either_order_of_imports(imports: str) -> None:
    code = f"{imports}\ngymnasium.make('totora/Isolation-v0').reset(seed=1)"
    subprocess.run([sys.executable, "-P", "-c", code], check=True, capture_output=True)
    code = "import totora, sys; assert 'gymnasium' not in sys.modules and 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-P", "-c", code], check=True, capture_output=True)


def test_gymnasium_makes_the_games_by_name() -> None:
    for name in ("Uros", "Isolation", "FenceMaster", "Reversi"):
        assert f"totora/{name}-v0" in gymnasium.registry
    env: Any = gymnasium.make("totora/Isolation-v0", bot="mina", size="5x5", observation="planes", budget=100)
    observed, info = env.reset(seed=1)
    assert observed.shape == (6, 5, 5)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == bool and masks.tolist() == info["action_mask"].tolist()
    _, _, _, _, info = env.step(int(np.flatnonzero(masks)[0]))
    assert info["legal"]


@quiet
@pytest.mark.parametrize("mode", ["ansi", "svg", "rgb_array"])
def test_environments_render(mode: str) -> None:
    env: Any = gymnasium.make("totora/Isolation-v0", bot="random", size="5x5", render_mode=mode)
    env.reset(seed=1)
    frame = env.render()
    if mode == "rgb_array":
        assert frame.dtype == np.uint8 and frame.shape[1:] == (480, 3) and len(np.unique(frame)) > 5
    else:
        assert frame.startswith("<svg" if mode == "svg" else "   a b c d e")
    other = pettingzoo.env("reversi", render_mode=mode)
    other.reset(seed=1)
    assert type(other.render()) is type(frame)
    with pytest.raises(totora.Error, match="render_mode is 'film'"):
        against.Versus("isolation", render_mode="film")
    with pytest.raises(totora.Error, match="must be 'planes' or 'features'"):
        pettingzoo.env("isolation", observation="film")  # type: ignore[arg-type]


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

    for observation in OBSERVATIONS:
        loaded = openspiel.load(game, observation=observation, **options)
        pyspiel.random_sim_test(loaded, num_sims=2, serialize=True, verbose=False)
    assert pyspiel.load_game(f"totora_{game}").num_distinct_actions() > 0
    state = loaded.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    twin = copy.deepcopy(state)
    twin.apply_action(twin.legal_actions()[0])
    assert (len(state.history()), len(twin.history())) == (1, 2)
    again, restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(loaded, twin))
    assert str(again) == str(loaded) and str(restored) == str(twin), "options survive"
    assert str(pickle.loads(pickle.dumps(loaded))) == str(loaded)
    before, history = str(twin), twin.history()
    player, action = twin.current_player(), twin.legal_actions()[-1]
    twin.apply_action(action)
    twin.undo_action(player, action)
    assert (str(twin), twin.history(), twin.current_player()) == (before, history, player)
    with pytest.raises(Exception, match="last action"):
        twin.undo_action(player, action)


@quiet
@pytest.mark.skipif(importlib.util.find_spec("pyspiel") is None, reason="open_spiel has no wheel here")
def test_a_map_of_several_lines_survives_openspiel() -> None:
    import pyspiel
    from totora import openspiel

    text = "2\n0\n0 0\n4 4\n0 0 0 0\n0 1 2 0\n0 2 1 0\n0 0 0 0\n"
    loaded = openspiel.load("reversi", map=text)
    assert loaded.num_distinct_actions() == 16
    state = loaded.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    again, restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(loaded, state))
    assert again.num_distinct_actions() == 16 and str(restored) == str(state)
    with pytest.raises(Exception, match="colour"):
        openspiel.load("reversi", colour=1)


@quiet
@pytest.mark.parametrize("game, options", [one for one in LISTED if one != ("reversi", {"map": "trio"})])
def test_every_bot_answers_in_every_adapter(game: str, options: dict[str, Any]) -> None:
    states = []
    if importlib.util.find_spec("pyspiel") is not None:
        from totora import openspiel

        states.append(openspiel.load(game, **options))
    for bot in totora.Game(game).bots:
        # The bot thinks once, with its default budget, and the other adapters play its move.
        env = against.Versus(game, bot, seat=1, **options)
        env.reset(seed=1)
        move = env.position.history[0]
        zoo = pettingzoo.Env(game, **options)
        zoo.reset(seed=1)
        zoo.step(zoo.moves.index(move))
        for loaded in states:
            state = loaded.new_initial_state()
            state.apply_action(state.string_to_action(move))
            assert state.history() == [zoo.moves.index(move)]
        assert zoo.position.history == [move]


def test_the_example_learns() -> None:
    sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
    import learn_isolation

    before, after = learn_isolation.main(games=1000, measured=300)
    assert after > before + 0.15


def test_the_network_learns_and_plays_as_a_program(tmp_path: Path) -> None:
    sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
    import train_isolation

    file = tmp_path / "network.npz"
    shares = train_isolation.main(seconds=10, measured=60, file=file)
    assert shares["random"] > 0.55
    program = f"exec:{sys.executable} {Path(train_isolation.__file__).with_name('play_isolation.py')} {file}"
    command = [str(COMMAND), "play", "isolation", "--option", "size=5x5", "--seats", f"{program},random", "--seed", "3"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0 and "highest value of the network" in done.stdout, done.stderr
    assert "gives up" not in done.stdout
