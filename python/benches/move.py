"""What a move through the module costs beside the same in Rust alone: both play games of random moves and take them back.

    python benches/move.py

At most 2 microseconds are wanted on a quiet machine.
"""

from __future__ import annotations

import random
import time

import totora

ROUNDS = 40


def overhead(game: str) -> tuple[float, float]:
    """Microseconds of a move in Rust, and what Python adds; the least of five, for other programs only add."""
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
    print("game           a move in Rust, µs   the module adds, µs")
    for game in totora.games():
        if game.start().simultaneous:
            continue
        native, more = overhead(game.id)
        worst = max(worst, more)
        print(f"{game.id:<14} {native:>18.2f} {more:>21.2f}")
    print(f"each figure is of a move played and taken back; at most {worst:.2f} µs are added")


if __name__ == "__main__":
    main()
