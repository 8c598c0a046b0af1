"""A Gymnasium environment: one agent plays a game against a built-in bot. Needs `pip install totora[gymnasium]`.

    import gymnasium
    env = gymnasium.make("totora/Isolation-v0", bot="level-2", observation="planes", size="5x5")

or, without the registry:

    from totora.gymnasium import Versus
    env = Versus("isolation", "level-2", size="5x5")

`observation` is `"features"`, the vector of the game's features, or `"planes"`, the whole board in layers
(`env.position.channels`). An action is the number of a move in `env.moves`. `info["action_mask"]` and `action_masks()` mark the
legal ones. An illegal action forfeits the game, with the reward -1. `seat` is the agent's seat. The options of the game follow.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ._environments import register
from ._game import Budget, Game
from ._native import Error
from ._planes import Observation
from .actions import RENDER_MODES, checked, observation_space, observe, render

register()


class Versus(gymnasium.Env[Any, Any]):
    """One agent against a built-in bot, in a game of turns."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}

    def __init__(
        self,
        game: str,
        bot: str = "level-1",
        seat: int = 0,
        budget: Budget | None = None,
        render_mode: str | None = None,
        observation: Observation = "features",
        **options: Any,
    ) -> None:
        self.position = checked(game, observation, options)
        """The position."""
        if self.position.simultaneous or not 0 <= seat < self.position.seats:
            raise Error(f"{game} with seat {seat}: expected a game of turns and a seat from 0 to {self.position.seats - 1}")
        if render_mode not in (None, *RENDER_MODES):
            raise Error(f"render_mode is {render_mode!r}, but must be one of {', '.join(RENDER_MODES)}")
        self.game, self.bot, self.seat, self.budget, self.options = Game(game), bot, seat, budget, options
        self.render_mode, self.observation = render_mode, observation
        self.moves = self.position.actions
        """The moves by the numbers of actions."""
        self.action_space = spaces.Discrete(len(self.moves))
        self.observation_space = observation_space(self.position, observation)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a game. The seed is that of the game and of the bot."""
        super().reset(seed=seed)
        self.position = self.game.start(int(self.np_random.integers(2**53)), **self.options)
        self._reply()
        return self._observe()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays an action and the bot's reply. `info["legal"]` says whether the action was legal."""
        move = self.moves[int(action)]
        legal = move in (self.position.legal_moves or [])
        self.position.play(move if legal else "forfeit")
        self._reply()
        observed, info = self._observe()
        return observed, self.position.rewards[self.seat], self.position.over, False, info | {"legal": legal}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal, in the form of sb3-contrib."""
        return self.position.action_mask().astype(np.bool_)

    def _reply(self) -> None:
        """Plays the moves of the other seats until it is the agent's turn."""
        while not self.position.over and self.position.to_act[0] != self.seat:
            self.position.play(self.position.think(self.bot, budget=self.budget).choice or "forfeit")

    def _observe(self) -> tuple[Any, dict[str, Any]]:
        return observe(self.position, self.seat, self.observation), {"action_mask": self.position.action_mask()}

    def render(self) -> Any:
        """The board as text (`ansi`), a picture as SVG (`svg`) or as pixels (`rgb_array`)."""
        return render(self.position, self.render_mode)
