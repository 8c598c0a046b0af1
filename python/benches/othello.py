"""Compares moves a second of Reversi on the plain board with OpenSpiel's othello, in one run. Needs the package open-spiel.

    python benches/othello.py

Both list the legal moves, choose one at random and play it, with one call each.
"""

from __future__ import annotations

import random
import time

import pyspiel
import totora

RUNS, SECONDS = 5, 0.5


def ours() -> float:
    """Moves a second of this package."""
    chance, moves, begun = random.Random(1), 0, time.process_time()
    game = totora.Game("reversi")
    position = game.start(map="othello")
    while (spent := time.process_time() - begun) < SECONDS:
        position.play(chance.choice(position.legal_moves or []))
        moves += 1
        if position.over:
            position = game.start(map="othello")
    return moves / spent


def theirs() -> float:
    """Moves a second of OpenSpiel."""
    chance, moves, begun = random.Random(1), 0, time.process_time()
    game = pyspiel.load_game("othello")
    state = game.new_initial_state()
    while (spent := time.process_time() - begun) < SECONDS:
        state.apply_action(chance.choice(state.legal_actions()))
        moves += 1
        if state.is_terminal():
            state = game.new_initial_state()
    return moves / spent


def main() -> None:
    # Other load only lowers a figure: the best of several short runs in turn counts.
    own, other = map(max, zip(*((ours(), theirs()) for _ in range(RUNS))))
    print(f"moves a second: totora {own:,.0f}, OpenSpiel {other:,.0f}, ratio {own / other:.2f}")


if __name__ == "__main__":
    main()
