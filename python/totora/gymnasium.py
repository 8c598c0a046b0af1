"""A Gymnasium environment: one agent plays a game against a built-in bot. Needs `pip install totora[gymnasium]`.

    from totora.gymnasium import Versus
    env = Versus("isolation", "level-2", size="5x5")

The observation is the vector of the game's features for the agent. `info["action_mask"]` marks the legal actions. An illegal
action forfeits the game, with the reward -1. `seat` is the agent's seat.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ._game import Game
from ._native import Error
from .actions import all_moves, observation, rewards


class Versus(gymnasium.Env[Any, Any]):
    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self, game: str, bot: str, seat: int = 0, budget: str | None = None, render_mode: str | None = None, **options: Any
    ) -> None:
        self.game, self.bot, self.seat, self.budget, self.options = Game(game), bot, seat, budget, options
        self.render_mode = render_mode
        self.position = self.game.start(**options)
        if self.position.simultaneous or not 0 <= seat < self.position.seats:
            raise Error(f"{game} with seat {seat}: expected a game of turns and a seat from 0 to {self.position.seats - 1}")
        self.moves = all_moves(self.position)
        self._number = {move: number for number, move in enumerate(self.moves)}
        self.action_space = spaces.Discrete(len(self.moves))
        self.observation_space = spaces.Box(-np.inf, np.inf, (len(self.game.features),), np.float32)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.position = self.game.start(int(self.np_random.integers(2**53)), **self.options)
        self._reply()
        return self._observe()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        move = self.moves[int(action)]
        legal = move in (self.position.legal_moves or [])
        self.position.play(move if legal else "forfeit")
        self._reply()
        observed, info = self._observe()
        return observed, rewards(self.position)[self.seat], self.position.over, False, info | {"legal": legal}

    def _reply(self) -> None:
        """Plays the moves of the other seats until it is the agent's turn."""
        while not self.position.over and self.position.to_act[0] != self.seat:
            self.position.play(self.position.think(self.bot, budget=self.budget).choice or "forfeit")

    def _observe(self) -> tuple[Any, dict[str, Any]]:
        mask = np.zeros(len(self.moves), np.int8)
        mask[[self._number[move] for move in self.position.legal_moves or []]] = 1
        return observation(self.position, self.seat), {"action_mask": mask}

    def render(self) -> Any:
        return self.position.text if self.render_mode == "ansi" else None
