#!/usr/bin/env python3
"""Random Havannah games per second in OpenSpiel's C++, to compare with `cargo bench --bench fencemaster`.

The tree search of OpenSpiel runs very few simulations with very many rollouts each. So almost only rollouts from a nearly
empty board are measured.

    pip install open_spiel
    python3 benches/peers/havannah.py

If the package is not installed, prints a message and stops.
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
    print(f"side {side:2}: {SIMULATIONS * rollouts / took:10,.0f} random games per second")
