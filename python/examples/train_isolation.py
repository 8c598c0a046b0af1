"""Trains a small network to play Isolation on 5x5 by self-play, with numpy alone, in about two minutes on one core. Then it plays
against `greedy`, and saves the network.

    python train_isolation.py [SECONDS]

The network gets the planes of the position after a move and predicts the result for the player who moved (a value between -1
and 1). It plays the move with the highest value. `Batch` plays many games at once; the eight symmetries of the board make each
game worth eight. Afterwards the program play_isolation.py plays with the saved network, on the page too:

    totora serve --program net='python3 play_isolation.py'
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import totora

Floats = npt.NDArray[np.float32]
SIZE = "5x5"
FILE = Path(__file__).with_name("isolation_5x5.npz")


class Network:
    """Two hidden layers; the output is a value between -1 and 1."""

    def __init__(self, inputs: int, hidden: int = 128, seed: int = 1) -> None:
        chance = np.random.default_rng(seed)
        sizes = [inputs, hidden, hidden, 1]
        self.weights = [
            chance.normal(0, np.sqrt(2 / a), (a, b)).astype(np.float32) for a, b in zip(sizes, sizes[1:])
        ]
        self.biases = [np.zeros(size, np.float32) for size in sizes[1:]]
        self._moments = [np.zeros_like(one) for one in [*self.weights, *self.biases] for _ in range(2)]
        self._steps = 0

    def values(self, planes: Floats) -> Floats:
        """The value of each position. `planes` has a row for each."""
        return self._layers(planes.reshape(len(planes), -1))[-1][:, 0]

    def _layers(self, rows: Floats) -> list[Floats]:
        layers = [rows]
        for weight, bias in zip(self.weights[:-1], self.biases[:-1]):
            layers.append(np.maximum(layers[-1] @ weight + bias, 0))
        layers.append(np.tanh(layers[-1] @ self.weights[-1] + self.biases[-1]))
        return layers

    def learn(self, planes: Floats, targets: Floats, rate: float) -> float:
        """Moves the values towards the targets by a step of Adam. Returns the mean squared error before it."""
        layers = self._layers(planes.reshape(len(planes), -1))
        error = layers[-1][:, 0] - targets
        slope = ((2 / len(error)) * error * (1 - layers[-1][:, 0] ** 2))[:, None]
        slopes: list[tuple[Any, Any]] = []
        for weight, inputs in zip(self.weights[::-1], layers[-2::-1]):
            slopes.insert(0, (inputs.T @ slope, slope.sum(0)))
            slope = (slope @ weight.T) * (inputs > 0)
        gradients = [one for one, _ in slopes] + [one for _, one in slopes]
        self._steps += 1
        for number, (value, gradient) in enumerate(zip([*self.weights, *self.biases], gradients)):
            first, second = self._moments[2 * number], self._moments[2 * number + 1]
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            correction = np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
            value -= rate * correction * first / (np.sqrt(second) + 1e-7)
        return float((error**2).mean())

    def save(self, file: Path) -> None:
        """Saves the weights."""
        np.savez(file, *self.weights, *self.biases)

    @classmethod
    def load(cls, file: Path) -> Network:
        """A saved network."""
        with np.load(file) as saved:
            arrays = [saved[name] for name in saved.files]
        network = cls(1)
        network.weights, network.biases = arrays[: len(arrays) // 2], arrays[len(arrays) // 2 :]
        return network


class Knights:
    """The rules for the values of all moves at once: planes of the positions after each move, from the view of the mover."""

    def __init__(self) -> None:
        start = totora.Game("isolation").start(size=SIZE)
        self.channels = {channel.key: number for number, channel in enumerate(start.channels)}
        self.cells = len(start.actions)
        self.symmetries = start.symmetries()
        self.shape = (len(start.channels), *start.layout.shape)
        place = np.array([(cell // 5, cell % 5) for cell in range(self.cells)])
        off = np.abs(place[:, None] - place[None]).astype(int)
        self.jumps = (np.sort(off, 2) == [1, 2]).all(2)

    def after(self, planes: Floats, cells: npt.NDArray[np.int64]) -> Floats:
        """The planes after the mover has gone to these cells, with the other player to move. One row for each."""
        at = self.channels
        rows = planes.reshape(len(planes), -1, self.cells).copy()
        every = np.arange(len(rows))
        rows[:, at["own_knight"]] = 0
        rows[every, at["own_knight"], cells] = 1
        rows[every, at["free"], cells] = 0
        rows[:, at["own_moves"]] = self.jumps[cells] * rows[:, at["free"]]
        rows[every, at["opponent_moves"], cells] = 0
        rows[:, at["own_turn"]] = 0
        return rows.reshape(len(rows), *self.shape)


def chosen(network: Network, knights: Knights, planes: Floats, masks: npt.NDArray[np.int8]) -> tuple[Any, Any]:
    """The best legal action for each game, and the planes after it."""
    games, cells = np.nonzero(masks)
    after = knights.after(planes[games], cells)
    values = network.values(after)
    # Of the moves of a game, the one with the highest value comes last.
    order = np.lexsort((values, games))
    last = order[np.append(np.diff(games[order]) != 0, True)]
    return cells[last], after[last]


def train(
    seconds: float = 120, games: int = 256, seed: int = 1, report: Callable[[str], None] = print
) -> Network:
    """Self-play for a number of seconds of computing time. Each position of a game learns the result of the game; later positions count more."""
    knights, chance = Knights(), np.random.default_rng(seed)
    network = Network(int(np.prod(knights.shape)), seed=seed)
    batch = totora.batch("isolation", games, size=SIZE, seed=seed)
    histories: list[list[Any]] = [[] for _ in range(games)]
    memory: list[tuple[Floats, float]] = []
    begun, finished, turn, error = time.process_time(), 0, 0, 0.0
    while (spent := time.process_time() - begun) < seconds:
        share = spent / seconds
        state = batch.state
        best, _ = chosen(network, knights, state.observations, state.masks)
        random = batch.sample()
        explore = chance.random(games) < 0.3 * (1 - share) + 0.08
        actions = np.where(explore, random, best)
        after = knights.after(state.observations, actions)
        step = batch.step(actions)
        for game in range(games):
            histories[game].append(after[game])
            if step.dones[game]:
                # The player who moved last has won; before that, players alternate.
                result = 1.0
                for planes in reversed(histories[game]):
                    memory.append((planes, result))
                    result *= -0.97
                histories[game].clear()
                finished += 1
        del memory[:-40_000]
        turn += 1
        if len(memory) > 2_000:
            for _ in range(2):
                picked = chance.integers(len(memory), size=512)
                symmetry = knights.symmetries[chance.integers(len(knights.symmetries))]
                planes = symmetry.planes(np.stack([memory[at][0] for at in picked]))
                targets = np.array([memory[at][1] for at in picked], np.float32)
                error = network.learn(planes, targets, 2e-3 * (1 - share) + 1e-4)
        if turn % 500 == 0:
            report(f"{spent:5.0f} s: {finished} games, error {error:.2f}")
    return network


def best_move(network: Network, knights: Knights, position: totora.Position) -> str:
    """The move of the network."""
    actions, _ = chosen(network, knights, position.planes()[None], position.action_mask()[None])
    return position.actions[int(actions[0])]


def wins(network: Network, opponent: str, games: int = 200) -> float:
    """The share of games won against a built-in bot, with both seats in turn, after two random placements."""
    knights, won = Knights(), 0
    for game in range(games):
        position = totora.Game("isolation").start(seed=game // 2, size=SIZE, opening="random")
        ours = game % 2
        while not position.over:
            if position.to_act[0] == ours:
                position.play(best_move(network, knights, position))
            else:
                position.play(position.think(opponent).choice or "forfeit")
        won += position.rewards[ours] > 0
    return won / games


def main(seconds: float = 120, measured: int = 200, file: Path = FILE) -> dict[str, float]:
    network = train(seconds)
    network.save(file)
    shares = {opponent: wins(network, opponent, measured) for opponent in ("random", "greedy")}
    for opponent, share in shares.items():
        print(f"won against {opponent}: {share:.0%} of {measured} games")
    return shares


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 120)
