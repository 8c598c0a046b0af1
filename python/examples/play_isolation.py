"""Plays Isolation on 5x5 with the network of train_isolation.py, as a program for `totora play`, `totora arena` and the page:

    totora serve --program net='python3 play_isolation.py'
    totora play isolation --option size=5x5 --seats "exec:python3 play_isolation.py,greedy"

Needs the package and numpy. The network is in isolation_5x5.npz, or in the file of the first argument.
"""

from __future__ import annotations

import sys
from pathlib import Path

import totora
from train_isolation import FILE, SIZE, Knights, Network, best_move

KNIGHTS = Knights()
NETWORK = Network.load(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE)


def think(turn: totora.Turn) -> totora.Thought:
    """The move with the highest value."""
    if turn.game != "isolation" or turn.options.get("size") != SIZE:
        raise ValueError(f"the network plays isolation on {SIZE}, not {turn.game} with {dict(turn.options)}")
    record = {"totora": 1, "game": turn.game, "options": dict(turn.options), "seed": turn.seed}
    position = totora.Position.from_record({**record, "moves": list(turn.history)})
    return totora.Thought(best_move(NETWORK, KNIGHTS, position), why="highest value of the network")


if __name__ == "__main__":
    totora.run(think)
