"""Learns to play Isolation on 5x5 from self-play in seconds: a linear value of the position after a move, with temporal
difference learning.

    python learn_isolation.py

prints the share of games won against `random` before and after learning.
"""

from __future__ import annotations

import random

import numpy as np
import numpy.typing as npt
import totora

Weights = npt.NDArray[np.float64]
SCALE = 10.0
"""Features are divided by this: most count cells or moves, and reach about this value."""


class Learner:
    """Plays the move that leads to the position with the highest value for the player."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.weights: Weights = np.zeros(len(totora.Game("isolation").features) + 1)

    def features(self, position: totora.Position, seat: int) -> Weights:
        return np.append(np.array(position.feature_values(seat)) / SCALE, 1.0)

    def choose(self, position: totora.Position, explore: float = 0.0) -> str:
        moves = position.legal_moves or []
        if self.chance.random() < explore:
            return self.chance.choice(moves)
        seat = position.to_act[0]
        values = []
        for move in moves:
            value = 1.0 if position.play(move).over else float(self.weights @ self.features(position, seat))
            position.undo()
            values.append(value)
        best = max(values)
        return self.chance.choice([move for move, value in zip(moves, values) if value == best])

    def learn(self, games: int, rate: float = 0.02, explore: float = 0.15) -> None:
        """Plays against itself. The value of each position moves towards that of the player's next position, and at the end
        towards the result."""
        for game in range(games):
            position = totora.Game("isolation").start(seed=game, size="5x5")
            last: list[Weights | None] = [None, None]
            while not position.over:
                seat = position.to_act[0]
                position.play(self.choose(position, explore))
                now = self.features(position, seat)
                target = 1.0 if position.over else float(self.weights @ now)
                self._update(last[seat], target, rate)
                last[seat] = now
                if position.over:
                    self._update(now, 1.0, rate)
                    self._update(last[1 - seat], -1.0, rate)

    def _update(self, features: Weights | None, target: float, rate: float) -> None:
        if features is not None:
            self.weights += rate * (target - float(self.weights @ features)) * features


def wins(learner: Learner, opponent: str, games: int) -> float:
    """The share of games that the learner wins, with both seats in turn."""
    won = 0
    for game in range(games):
        position, ours = totora.Game("isolation").start(seed=game, size="5x5"), game % 2
        while not position.over:
            acting = position.to_act[0]
            move = learner.choose(position) if acting == ours else position.think(opponent).choice
            position.play(move or "forfeit")
        outcome = position.outcome
        won += outcome is not None and outcome.ranks[ours] == 1
    return won / games


def main(games: int = 2000, measured: int = 400) -> tuple[float, float]:
    learner = Learner(random.Random(1))
    before = wins(learner, "random", measured)
    learner.learn(games)
    after = wins(learner, "random", measured)
    print(f"won against random: {before:.0%} before, {after:.0%} after {games} games of self-play")
    return before, after


if __name__ == "__main__":
    main()
