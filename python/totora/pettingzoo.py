"""The games as PettingZoo environments. Needs `pip install totora[pettingzoo]`.

    from totora.pettingzoo import env
    isolation = env("isolation", size="5x5")

An observation has the mask of legal actions and, with `observation="features"`, the vector of the game's features for the agent
(`totora.Game(game).features` lists them), or with `observation="planes"` the whole board in layers (`env.position.channels`). An
illegal action ends the game with the reward -1, as in PettingZoo's classic games. In Outpost, where all empires move at once, an
action is a direction for each of the first `OUTPOSTS` outposts, and there is no mask; in `parallel_env` all four agents act
together. `env.position` is the position.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.agent_selector import AgentSelector

from ._game import Game
from ._planes import Observation
from .actions import DIRECTIONS, RENDER_MODES, checked, observation_space, observe, orders, render

OUTPOSTS = 64
"""The number of outposts of an empire that an action moves; the others stay."""


class Env(AECEnv[str, Any, Any]):
    """A game with its options. `reset(seed=…)` seeds the game."""

    def __init__(
        self, game: str, render_mode: str | None = None, observation: Observation = "features", **options: Any
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": f"totora_{game}",
            "render_modes": RENDER_MODES,
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.render_mode, self.observation = render_mode, observation
        self.position = checked(game, observation, options)
        """The position."""
        self.game, self.options = Game(game), options
        self.possible_agents = [self.position.seat_name(seat) for seat in range(self.position.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen = observation_space(self.position, observation)
        action: spaces.Space[Any]
        observed: spaces.Space[Any]
        if self.position.simultaneous:
            self.moves, action, observed = [], spaces.MultiDiscrete([len(DIRECTIONS)] * OUTPOSTS), seen
        else:
            self.moves = self.position.actions
            action = spaces.Discrete(len(self.moves))
            mask = spaces.Box(0, 1, (len(self.moves),), np.int8)
            observed = spaces.Dict({"observation": seen, "action_mask": mask})
        self.action_spaces = {agent: action for agent in self.possible_agents}
        self.observation_spaces = {agent: observed for agent in self.possible_agents}

    def action_space(self, agent: str) -> Any:
        """The space of the agent's actions."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        """The space of the agent's observations."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.position = self.game.start(1 if seed is None else seed, **self.options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.position.to_act[0]]
        if seed is not None:
            for number, agent in enumerate(self.possible_agents):
                self.action_spaces[agent].seed(seed + number)

    def observe(self, agent: str) -> Any:
        seat = self._seat[agent]
        """What the agent observes. The mask is empty for an agent that is not to act."""
        seen = observe(self.position, seat, self.observation)
        if self.position.simultaneous:
            return seen
        acting = seat in self.position.to_act
        mask = self.position.action_mask() if acting else np.zeros(len(self.moves), np.int8)
        return {"observation": seen, "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat[agent]
        self._cumulative_rewards[agent] = 0.0
        if self.position.simultaneous:
            self.position.play(orders(self.position, seat, action), seat)
        else:
            self.position.play(self.moves[int(action)], seat)
        self._clear_rewards()
        if self.position.over:
            self.rewards = dict(zip(self.possible_agents, self.position.rewards))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = AgentSelector(self.agents).next()
        else:
            self.agent_selection = self.possible_agents[self.position.to_act[0]]
        self._accumulate_rewards()

    def render(self) -> Any:
        """The board as text (`ansi`), a picture as SVG (`svg`) or as pixels (`rgb_array`)."""
        return render(self.position, self.render_mode)

    def close(self) -> None:
        pass


class ParallelOutpost(ParallelEnv[str, Any, Any]):
    """Outpost with all empires acting at once."""

    def __init__(
        self, render_mode: str | None = None, observation: Observation = "features", **options: Any
    ) -> None:
        self._env = Env("outpost", render_mode, observation, **options)
        self.metadata = {**self._env.metadata, "is_parallelizable": True}
        self.render_mode = render_mode
        self.possible_agents = self._env.possible_agents
        self.action_spaces, self.observation_spaces = self._env.action_spaces, self._env.observation_spaces

    def action_space(self, agent: str) -> Any:
        """The space of the agent's actions."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        """The space of the agent's observations."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        self._env.reset(seed, options)
        self.agents = self._env.agents[:]
        return self._observe(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        position, acting = self._env.position, self.agents
        turn = [(seat, orders(position, seat, actions[self.possible_agents[seat]])) for seat in position.to_act]
        for seat, move in turn:
            position.play(move, seat)
        gained = dict(zip(acting, position.rewards))
        over = dict.fromkeys(acting, position.over)
        observed = self._observe()
        if position.over:
            self.agents = []
        return observed, gained, over, dict.fromkeys(acting, False), {agent: {} for agent in acting}

    def _observe(self) -> dict[str, Any]:
        return {agent: self._env.observe(agent) for agent in self.agents}

    def render(self) -> Any:
        """As `Env.render`."""
        return self._env.render()

    def close(self) -> None:
        pass


def env(
    game: str, render_mode: str | None = None, observation: Observation = "features", **options: Any
) -> wrappers.OrderEnforcingWrapper[str, Any, Any]:
    """An environment for agents that act in turn. It reports calls in the wrong order; an illegal action ends the game with the
    reward -1. `options` are the options of the game."""
    made: Any = Env(game, render_mode, observation, **options)
    if not made.position.simultaneous:
        made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(made)


def parallel_env(
    render_mode: str | None = None, observation: Observation = "features", **options: Any
) -> ParallelOutpost:
    """Outpost for agents that act at the same time."""
    return ParallelOutpost(render_mode, observation, **options)
