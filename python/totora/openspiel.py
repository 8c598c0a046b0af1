"""The games in which players move in turn, as OpenSpiel games. Needs `pip install totora[openspiel]`.

    import pyspiel
    import totora.openspiel
    isolation = pyspiel.load_game("totora_isolation(size=5x5)")

The games are `totora_uros`, `totora_isolation`, `totora_fencemaster` and `totora_reversi`. Their parameters are the options of the
game, the `seed`, and `observation`: `features` for the vector of the game's features, or `planes` for the whole board in layers.
`load("isolation", size="5x5")` does the same, and also accepts texts of several lines. A game and a state that are written as text
keep their options. `undo_action` works on the states of Python; OpenSpiel's algorithms in C++ do not use it.
"""

from __future__ import annotations

from functools import cache
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from ._game import Game, Position, games
from ._native import Error
from .actions import checked, observe

_OWN: dict[str, Any] = {"seed": 1, "observation": "features"}
"""The parameters besides the options of a game."""


def _parameters(name: str) -> dict[str, Any]:
    """The parameters of a game with their defaults."""
    options = {option["key"]: option["default"] for option in Game(name).info["options"]}
    return {key: _written(value) for key, value in options.items()} | _OWN


def _written(value: Any) -> Any:
    """A value in the form of parameters, which cannot have brackets, commas or lines."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return quote(value, safe="") if isinstance(value, str) else value


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
        parameter_specification=_parameters(name),
    )


@cache
def _numbers(moves: tuple[str, ...]) -> dict[str, int]:
    return {move: number for number, move in enumerate(moves)}


class OpenSpielGame(pyspiel.Game):
    """A game with its options."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        given: dict[str, Any] = {**_OWN}
        given |= {key: unquote(value) if isinstance(value, str) else value for key, value in params.items()}
        self.game, self.observation = Game(name), given.pop("observation")
        """The game, and what a player observes."""
        self.seed = int(given.pop("seed"))
        """The seed of its games."""
        self.options = given
        """The options of the game."""
        start = checked(name, self.observation, given)
        self.moves = tuple(start.actions)
        """The moves by the numbers of actions."""
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
        super().__init__(_type(name, start.seats), info, params)

    def __reduce__(self) -> Any:
        return pyspiel.load_game, (str(self),)

    def start(self) -> Position:
        """The start of a game."""
        return self.game.start(self.seed, **self.options)

    def new_initial_state(self, state: Any = None) -> State:
        """The first state."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a player observes."""
        return Observer(self)


class State(pyspiel.State):
    """A position of a game."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        # Has no reference to the game: OpenSpiel copies states with everything that they refer to.
        self.position: Position = game.start()
        """The position."""
        self._moves = game.moves
        # OpenSpiel's own list cannot be shortened from Python.
        self._played: list[tuple[int, int]] = []

    def current_player(self) -> int:
        """The seat to act."""
        return pyspiel.PlayerId.TERMINAL if self.position.over else self.position.to_act[0]

    def _legal_actions(self, player: int) -> list[int]:
        if player not in self.position.to_act:
            return []
        return sorted(_numbers(self._moves)[move] for move in self.position.legal_moves or [])

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        self.position.play(self._moves[action])
        self._played.append((player, action))

    def undo_action(self, player: int, action: int) -> None:
        """Takes the last action back, which must be this one."""
        if not self._played or self._played[-1] != (player, action):
            raise Error(f"player {player} has not played the last action {action}")
        self.position.undo()
        self._played.pop()

    def history(self) -> list[int]:
        """The actions so far, without those that were taken back."""
        return [action for _, action in self._played]

    def history_str(self) -> str:
        """The actions so far as text."""
        return ", ".join(map(str, self.history()))

    def move_number(self) -> int:
        """The number of actions so far."""
        return len(self._played)

    def information_state_string(self, player: int | None = None) -> str:
        """The actions so far: all players see them."""
        return self.history_str()

    def _action_to_string(self, player: int, action: int) -> str:
        return self._moves[action]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.over

    def returns(self) -> list[float]:
        """The rewards by seat."""
        return self.position.rewards

    def __str__(self) -> str:
        return self.position.text


class Observer:
    """The features or planes as a tensor, and the position text as a string."""

    def __init__(self, game: OpenSpielGame) -> None:
        start = game.start()
        self._observation = game.observation
        shape = observe(start, 0, game.observation).shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        """The values, one after the other."""
        self.dict = {game.observation: self.tensor.reshape(shape)}
        """The same values by name, in their shape."""

    def set_from(self, state: State, player: int) -> None:
        """Observes a state."""
        self.tensor[:] = observe(state.position, player, self._observation).reshape(-1)

    def string_from(self, state: State, player: int) -> str:
        """The state as text."""
        return state.position.text


def load(game: str, **options: Any) -> Any:
    """Loads a game with these options, which may include `seed` and `observation`."""
    return pyspiel.load_game(f"totora_{game}", {key: _written(value) for key, value in options.items()})


def _register(name: str) -> None:
    class Registered(OpenSpielGame):
        def __init__(self, params: Any = None) -> None:
            super().__init__(name, params or {})

    pyspiel.register_game(_type(name, Game(name).start().seats), Registered)


for _game in games():
    if not _game.info["simultaneous"]:
        _register(_game.id)
