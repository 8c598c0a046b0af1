#!/usr/bin/env python3
"""Holds Totora's Havannah rules against OpenSpiel's, game by game and ply by ply.

OpenSpiel plays random games, and games that like to build rings, on boards of several sizes; Totora then
replays them with `rules=havannah`. Both must agree after every ply whether the game is over, and at the end
on who won. The two share the geometry: OpenSpiel's x is our column, its y our row.

    pip install open_spiel
    make cli && python3 tests/peers/havannah.py [--games 500] [--binary target/release/totora]

Skips with a message, and exit code 0, when the package is not there.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import pyspiel
except ImportError:
    print("skipped: the Python package open_spiel is not installed")
    sys.exit(0)

ROOT = Path(__file__).resolve().parents[2]
SIZES = (3, 4, 5, 6, 8, 10)


def ring_lover(state, actions, side, chance):
    """Prefers cells beside stones that stand already: such games end by rings far more often."""
    width = 2 * side - 1
    empty = set(actions)
    beside = []
    for action in actions:
        x, y = action % width, action // width
        around = [(x, y - 1), (x - 1, y - 1), (x - 1, y), (x, y + 1), (x + 1, y + 1), (x + 1, y)]
        on_board = [
            (p, q) for p, q in around if 0 <= p < width and 0 <= q < width and abs(p - q) < side
        ]
        if any(q * width + p not in empty for p, q in on_board):
            beside.append(action)
    return chance.choice(beside or actions)


def play(game, side, chance, rings):
    """Plays a game; gives its moves in our notation, and OpenSpiel's winner: 0, 1, or None for a draw."""
    state = game.new_initial_state()
    width = 2 * side - 1
    moves = []
    while not state.is_terminal():
        actions = state.legal_actions()
        action = ring_lover(state, actions, side, chance) if rings else chance.choice(actions)
        moves.append(f"{action // width},{action % width}")
        state.apply_action(action)
    returns = state.returns()
    winner = None if returns[0] == 0 else int(returns[0] < 0)
    return moves, winner


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=500, help="games for each size and manner")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--binary", default=str(ROOT / "target" / "release" / "totora"))
    options = parser.parse_args()
    if not Path(options.binary).exists():
        sys.exit(f"{options.binary} is not there: `make cli` builds it")

    chance = random.Random(options.seed)
    expected, ways = [], {}
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        for side in SIZES:
            game = pyspiel.load_game(f"havannah(board_size={side})")
            for number in range(options.games):
                rings = number % 2 == 1
                moves, winner = play(game, side, chance, rings)
                expected.append((side, rings, moves, winner))
                record = {
                    "totora": 1,
                    "game": "fencemaster",
                    "options": {"size": side, "rules": "havannah", "swap": "off"},
                    "seed": 1,
                    "moves": moves,
                }
                file.write(json.dumps(record) + "\n")
        file.flush()
        done = subprocess.run(
            [options.binary, "replay", file.name, "--json"], capture_output=True, text=True
        )
    if done.returncode != 0:
        sys.exit(f"Totora ended a game that OpenSpiel plays on, or refused a move: {done.stderr}")

    lines = [json.loads(line) for line in done.stdout.splitlines()]
    at = plies = 0
    for side, rings, moves, winner in expected:
        for ply in range(1, len(moves) + 1):
            line = lines[at]
            at += 1
            plies += 1
            over = line["legal"] == 0
            if over != (ply == len(moves)):
                sys.exit(f"side {side}, ply {ply} of {moves}: over is {over}, OpenSpiel says otherwise")
        summary = lines[at - 1]["summary"]
        if summary["winner"] != winner:
            sys.exit(f"side {side}, {moves}: {summary}, but OpenSpiel's winner is {winner}")
        at += 1
        ways[summary["by"]] = ways.get(summary["by"], 0) + 1
    print(f"{len(expected)} games, {plies} plies: no difference; decided by {ways}")


main()
