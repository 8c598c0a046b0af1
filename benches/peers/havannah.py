#!/usr/bin/env python3
"""Random Havannah games a second in OpenSpiel's own C++, to hold against `cargo bench --bench fencemaster`.

The rollouts are run by its tree search with very few simulations of very many rollouts each, so that next
to nothing but rollouts from (almost) the empty board is timed.

    pip install open_spiel
    python3 benches/peers/havannah.py

Skips with a message when the package is not there.
"""

import sys
import time

try:
    import pyspiel
except ImportError:
    print("skipped: the Python package open_spiel is not installed")
    sys.exit(0)

SIMULATIONS = 4

for side, rollouts in ((4, 50_000), (6, 10_000), (8, 5_000), (10, 2_000)):
    game = pyspiel.load_game(f"havannah(board_size={side})")
    state = game.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, SIMULATIONS, 100, False, 1, False)
    begun = time.perf_counter()
    bot.mcts_search(state)
    took = time.perf_counter() - begun
    print(f"side {side:2}: {SIMULATIONS * rollouts / took:10,.0f} random games a second")
