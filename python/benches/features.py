"""Measures `Position.feature_values`, in microseconds, over positions of random games.

    python benches/features.py [--at-most 10]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from typing import Any

import totora

RUNS = 5
CASES: list[tuple[str, dict[str, Any]]] = [
    ("uros", {}),
    ("isolation", {}),
    ("outpost", {}),
    ("fencemaster", {"size": 4}),
    ("fencemaster", {}),
    ("fencemaster", {"size": 10}),
    ("fencemaster", {"rules": "havannah"}),
    ("reversi", {}),
]


def positions(game: str, options: dict[str, Any], count: int) -> list[totora.Position]:
    """Positions of games of random moves; where moves cannot be listed, first positions."""
    chance, found, seed = random.Random(1), [], 1
    while len(found) < count:
        position = totora.Game(game).start(seed, **options)
        seed += 1
        while not position.over and len(found) < count:
            found.append(position.copy())
            if (moves := position.legal_moves) is None:
                break
            position.play(chance.choice(moves))
    return found


def microseconds(game: str, options: dict[str, Any], count: int) -> float:
    """Microseconds for a position. Takes the minimum of several runs: other load only adds time."""
    seen, times = positions(game, options, count), []
    for _ in range(RUNS):
        begun = time.perf_counter()
        for position in seen:
            position.feature_values(0)
        times.append((time.perf_counter() - begun) / count)
    return min(times) * 1e6


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--at-most", type=float, default=float("inf"), help="fail above this figure")
    arguments.add_argument("--positions", type=int, default=300)
    given = arguments.parse_args()
    worst = 0.0
    print("microseconds of feature_values for a position")
    for game, options in CASES:
        taken = microseconds(game, options, 20 if game == "outpost" else given.positions)
        worst = max(worst, taken)
        print(f"{game:<12} {' '.join(f'{key}={value}' for key, value in options.items()):<16} {taken:>8.2f}")
    if worst > given.at_most:
        sys.exit(f"expected at most {given.at_most:g}")


if __name__ == "__main__":
    main()
