"""Measures the overhead of a move through the module compared with Rust alone. Both play games of random moves and undo them.

    python benches/move.py

The target is at most 2 microseconds on a quiet machine.
"""

from __future__ import annotations

import random
import time

import totora

ROUNDS = 40


def overhead(game: str) -> tuple[float, float]:
    """Microseconds per move in Rust, and the overhead of Python. Takes the minimum of five runs: other load only adds time."""
    chance, position, moves = random.Random(1), totora.Game(game).start(), []
    while not position.over and len(moves) < 30:
        moves.append(chance.choice(position.legal_moves or []))
        position.play(moves[-1])
    for _ in moves:
        position.undo()
    native, module = [], []
    for _ in range(5):
        native.append(position._native_seconds(moves, ROUNDS))
        begun = time.perf_counter()
        for _ in range(ROUNDS):
            for move in moves:
                position.play(move)
            for _ in moves:
                position.undo()
        module.append(time.perf_counter() - begun)
    scale = 1e6 / (ROUNDS * len(moves))
    return min(native) * scale, (min(module) - min(native)) * scale


def main() -> None:
    worst = 0.0
    print("game         move in Rust, µs    overhead of module, µs")
    for game in totora.games():
        if game.start().simultaneous:
            continue
        native, more = overhead(game.id)
        worst = max(worst, more)
        print(f"{game.id:<14} {native:>18.2f} {more:>21.2f}")
    print(f"each figure is for a move played and undone; the maximum overhead is {worst:.2f} µs")


if __name__ == "__main__":
    main()
