"""The games in which players move in turn, as OpenSpiel games. Needs `pip install totora[openspiel]`.

    from totora.openspiel import load
    isolation = load("isolation", size="5x5")

For `pyspiel.load_game`, the games are registered with their default options as `totora_uros`, `totora_isolation`,
`totora_fencemaster` and `totora_reversi`. The observation tensor is the vector of the game's features.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pyspiel

from ._game import Game, Position, games
from ._native import Error
from .actions import all_moves, observation, rewards


def _type(name: str, players: int) -> Any:
    return pyspiel.GameType(
        short_name=f"totora_{name}",
        long_name=f"Totora {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if players == 2 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


@cache
def _numbers(moves: tuple[str, ...]) -> dict[str, int]:
    return {move: number for number, move in enumerate(moves)}


class OpenSpielGame(pyspiel.Game):
    """A game with its options."""

    def __init__(self, name: str, options: dict[str, Any]) -> None:
        self.game, self.options = Game(name), options
        start = self.game.start(**options)
        if start.simultaneous:
            raise Error(f"{name}: all seats move at once, and its moves cannot be listed")
        self.moves = tuple(all_moves(start))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.moves),
            max_chance_outcomes=0,
            num_players=start.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if start.seats == 2 else None,
            # An upper bound for all games: each move fills a cell, or uses up a stone or a bomb.
            max_game_length=10 * len(self.moves),
        )
        super().__init__(_type(name, start.seats), info, {})

    def new_initial_state(self, state: Any = None) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self)


class State(pyspiel.State):
    """A position of a game."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        # Has no reference to the game: OpenSpiel copies states with everything that they refer to.
        self.position: Position = game.game.start(**game.options)
        self._moves = game.moves

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.position.over else self.position.to_act[0]

    def _legal_actions(self, player: int) -> list[int]:
        if player not in self.position.to_act:
            return []
        return sorted(_numbers(self._moves)[move] for move in self.position.legal_moves or [])

    def _apply_action(self, action: int) -> None:
        self.position.play(self._moves[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return self._moves[action]

    def is_terminal(self) -> bool:
        return self.position.over

    def returns(self) -> list[float]:
        return rewards(self.position)

    def __str__(self) -> str:
        return self.position.text


class Observer:
    """The features as a tensor, and the position text as a string."""

    def __init__(self, game: OpenSpielGame) -> None:
        self.tensor = np.zeros(len(game.game.features), np.float32)
        self.dict = {"features": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        self.tensor[:] = observation(state.position, player)

    def string_from(self, state: State, player: int) -> str:
        return state.position.text


def load(game: str, **options: Any) -> OpenSpielGame:
    """Loads a game with these options."""
    return OpenSpielGame(game, options)


def _register(name: str) -> None:
    class Registered(OpenSpielGame):
        def __init__(self, params: Any = None) -> None:
            super().__init__(name, {})

    pyspiel.register_game(_type(name, Game(name).start().seats), Registered)


for _game in games():
    if not _game.start().simultaneous:
        _register(_game.id)
