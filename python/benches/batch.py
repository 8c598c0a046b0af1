"""Measures moves a second: many games at once (`totora.batch`) against single calls. Both choose random legal moves; with
planes, both observe every position with its planes and its mask.

    python benches/batch.py [--at-least 20]

The target is 20 times the moves of single calls, with planes and without.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from typing import Any

import totora

RUNS = 5
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("uros", {}),
    ("isolation", {"size": "5x5"}),
    ("fencemaster", {"size": 4}),
    ("reversi", {}),
]


def single(game: str, options: dict[str, Any], planes: bool, seconds: float) -> float:
    """Moves a second of single calls."""
    chance, moves, seed, begun = random.Random(1), 0, 1, time.perf_counter()
    position = totora.Game(game).start(seed, **options)
    while (spent := time.perf_counter() - begun) < seconds:
        if planes:
            position.planes()
            position.action_mask()
        position.play(chance.choice(position.legal_moves or []))
        moves += 1
        if position.over:
            seed += 1
            position = totora.Game(game).start(seed, **options)
    return moves / spent


def together(game: str, options: dict[str, Any], planes: bool, seconds: float, n: int = 512) -> float:
    """Moves a second of a batch."""
    games = totora.batch(game, n, observation="planes" if planes else None, **options)
    steps, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        games.step(games.sample())
        steps += 1
    return steps * n / spent


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--at-least", type=float, default=0, help="fail below this ratio")
    arguments.add_argument("--seconds", type=float, default=1)
    given = arguments.parse_args()
    worst = float("inf")
    print("game          observes  single, moves/s  batch, moves/s   ratio")
    for game, options in GAMES:
        for planes in (False, True):
            # Other load only lowers a figure: the best of several short runs counts.
            runs = [[run(game, options, planes, given.seconds / RUNS) for run in (single, together)] for _ in range(RUNS)]
            one, many = map(max, zip(*runs))
            worst = min(worst, many / one)
            print(f"{game:<13} {'planes' if planes else 'nothing':<9} {one:>15,.0f} {many:>15,.0f} {many / one:>7.1f}")
    print(f"the smallest ratio is {worst:.1f}")
    if worst < given.at_least:
        sys.exit(f"expected at least {given.at_least:g}")


if __name__ == "__main__":
    main()
