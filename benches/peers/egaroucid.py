#!/usr/bin/env python3
"""Plays Totora against Egaroucid for Web on the plain board of Reversi, and lets Egaroucid judge Totora's moves.

Openings are random (4 to 8 plies from a seed), and each is played twice, with the colours swapped. Egaroucid evaluates the
position after every legal move at the level of the judge. The loss of a move is the difference to the best move, in discs.

    python3 benches/peers/egaroucid.py ../egaroucid/libegaroucid.so --games 100 --level 5 --judge 8

If the library is missing, prints a message and stops.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import random
import sys
import time

from grhino import Totora, opening, wilson

# Losses are summed up per range of this many free tiles.
PART = 10


class Egaroucid:
    """The functions that the page of Egaroucid for Web calls."""

    def __init__(self, library: str) -> None:
        self.library = ctypes.CDLL(os.path.abspath(library))
        self.library.init_ai(ctypes.byref(ctypes.c_int()))

    def choose(self, tiles: list[int], by: int, level: int) -> str:
        tile = self.library.ai_js((ctypes.c_int * 64)(*tiles), level, by) // 1000
        return f"{tile % 8},{tile // 8}"

    def loss(self, tiles: list[int], by: int, level: int, legal: list[str], move: str) -> int:
        """The number of discs by which a move is worse than the best one."""
        values = (ctypes.c_int * 74)()
        self.library.calc_value((ctypes.c_int * 64)(*tiles), values, level, 1 - by)
        worth = {each: values[10 + int(each[0]) + 8 * int(each[2])] for each in legal}
        return max(worth.values()) - worth[move]


def silence() -> None:
    """Discards the output of the library."""
    stdout, devnull = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, 1)
    os.dup2(devnull, 2)
    sys.stdout = os.fdopen(stdout, "w", buffering=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", help="Egaroucid for Web as a shared library")
    parser.add_argument("--totora", default="target/release/totora", help="the Totora binary")
    parser.add_argument("--bot", default="totora")
    parser.add_argument("--nodes", type=int, default=40_000, help="nodes per move of Totora")
    parser.add_argument("--level", type=int, default=5, help="level of Egaroucid in the games: plies that it looks ahead; it solves the last 2 * level")
    parser.add_argument("--judge", type=int, default=8, help="level of Egaroucid as the judge")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if not os.path.exists(args.library):
        print(f"skipped: {args.library} does not exist")
        return
    silence()
    ours, peer = Totora([args.totora, "protocol"]), Egaroucid(args.library)
    used, moved, points, lead = [0.0, 0.0], [0, 0], 0.0, 0
    depths: list[int] = []
    lost: dict[int, list[int]] = {}
    for game in range(args.games):
        line = opening(ours, random.Random(f"{args.seed}:{game // 2}"))
        seat, seed = game % 2, args.seed + game
        state = ours.ask(do="new", game="reversi", options={}, seed=seed)["state"]
        while state["outcome"] is None:
            by, ply = state["to_act"][0], state["ply"]
            rows = ours.ask(do="position")["position"].split("\n")[4:12]
            tiles = [int(tile) - 1 for row in rows for tile in row.split()]
            if ply < len(line):
                move = line[ply]
            elif by == seat:
                before = ours.seconds()
                thought = ours.ask(do="think", bot=args.bot, budget={"nodes": args.nodes}, seed=seed)["thought"]
                used[0] += ours.seconds() - before
                move, free = thought["choice"], tiles.count(-1)
                legal = ours.ask(do="legal")["moves"]
                lost.setdefault(free // PART, []).append(peer.loss(tiles, by, args.judge, legal, move))
                if free > 20:
                    depths.append(thought["depth"])
            else:
                start = time.process_time()
                move = peer.choose(tiles, by, args.level)
                used[1] += time.process_time() - start
            moved[int(by != seat)] += ply >= len(line)
            state = ours.ask(do="play", move=move)["state"]
        stones = state["summary"]["stones"]
        won = stones[seat] - stones[1 - seat]
        lead += won
        points += 1 if won > 0 else 0.5 if won == 0 else 0
        low, high = wilson(points, game + 1)
        every = [each for part in lost.values() for each in part]
        print(
            f"{game + 1:3}: {won:+3}  {points:g} of {game + 1}, {100 * points / (game + 1):.1f}% ({low:.1f} to {high:.1f}), "
            f"mean lead {lead / (game + 1):+.1f}; {1000 * used[0] / moved[0]:.1f} ms per move, Egaroucid {1000 * used[1] / moved[1]:.1f} ms; "
            f"depth {sum(depths) / max(len(depths), 1):.1f}; {sum(every) / len(every):.3f} discs lost per move"
        )
    for part, losses in sorted(lost.items(), reverse=True):
        mean, share = sum(losses) / len(losses), 100 * sum(each > 0 for each in losses) / len(losses)
        span = f"{PART * part} to {PART * part + PART - 1} free"
        print(f"{span}: {len(losses)} moves, {mean:.2f} discs lost per move, {share:.0f}% of moves lose any")
    ours.end()


if __name__ == "__main__":
    main()
