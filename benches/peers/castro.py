#!/usr/bin/env python3
"""Plays Havannah matches between `totora` and castro over GTP. benches/peers/README.md says how to build castro.

    python3 benches/peers/castro.py CASTRO --side 6 --games 20 --playouts 10000

Games are played in pairs from the same two random stones, without the swap rule: each program plays both seats once. Both
have the same number of playouts per move (castro also keeps its tree between moves), or with --ms the same time. Prints a
line per game, then the total with its 95% Wilson interval.
"""

import argparse
import json
import math
import random
import re
import subprocess
import sys


class Totora:
    """Totora over its protocol."""

    def __init__(self, command, side, seed):
        self.process = subprocess.Popen(
            [*command, "protocol"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        options = {"size": side, "rules": "havannah", "swap": "off"}
        self.ask({"do": "new", "game": "fencemaster", "options": options, "seed": seed})

    def ask(self, request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        answer = json.loads(line) if line else {"error": "the program has ended"}
        if not answer.get("ok"):
            raise RuntimeError(f"totora, asked {request}: {answer.get('error')}")
        return answer

    def play(self, move):
        return self.ask({"do": "play", "move": move})["state"]["outcome"]

    def think(self, budget, options, seed):
        request = {"do": "think", "bot": "totora", "budget": budget, "options": options, "seed": seed}
        return self.ask(request)["thought"]

    def end(self):
        self.process.stdin.close()
        self.process.wait()


class Castro:
    """castro over GTP. A move is the letter of its row and the number of its column, from 1."""

    def __init__(self, program, side, playouts, seconds):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.ask("hguicoords")
        self.ask("swap 0")
        self.ask(f"boardsize {side}")
        self.ask("player_params -t 1 -o 0")
        self.ask(f"time -g 0 -f 0 -m {seconds} -i {playouts}")

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = []
        while True:
            got = self.process.stdout.readline()
            if not got:
                raise RuntimeError(f"castro ended at {line!r}")
            if got.strip():
                answer.append(got.strip())
            elif answer:
                break
        if not answer[0].startswith("="):
            raise RuntimeError(f"castro, asked {line!r}: {' '.join(answer)}")
        return answer[0][1:].strip()

    def play(self, colour, move):
        row, column = (int(part) for part in move.split(","))
        self.ask(f"play {colour} {chr(ord('a') + row)}{column + 1}")

    def think(self, colour):
        move = self.ask(f"genmove {colour}")
        found = re.fullmatch(r"([a-z])(\d+)", move)
        return f"{ord(found[1]) - ord('a')},{int(found[2]) - 1}" if found else move

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def wilson(points, games, z=1.96):
    share = points / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def cells(side):
    most = 2 * side - 1
    return [f"{row},{column}" for row in range(most) for column in range(most) if abs(row - column) < side]


def main():
    parser = argparse.ArgumentParser(description="Havannah: totora against castro")
    parser.add_argument("castro", help="the built program")
    parser.add_argument("--totora", default="target/release/totora", help="the Totora binary, with its arguments if any")
    parser.add_argument("--side", type=int, default=6)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--playouts", type=int, default=10_000)
    parser.add_argument("--ms", type=int, help="milliseconds per move instead of playouts")
    parser.add_argument("--options", type=json.loads, default={}, help="options of the bot totora, as JSON")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    budget = {"ms": args.ms} if args.ms else {"nodes": args.playouts}
    points = 0.0
    for game in range(args.games):
        seed = args.seed * 1_000 + game // 2
        opening = random.Random(seed).sample(cells(args.side), 2)
        our_seat = game % 2
        ours = Totora(args.totora.split(), args.side, seed)
        theirs = Castro(
            args.castro, args.side, 0 if args.ms else args.playouts, args.ms / 1_000 if args.ms else 600
        )
        moves, outcome = [], None
        while outcome is None:
            seat, colour = len(moves) % 2, ("white", "black")[len(moves) % 2]
            if len(moves) < 2:
                move = opening[len(moves)]
                theirs.play(colour, move)
            elif seat == our_seat:
                move = ours.think(budget, args.options, seed)["choice"]
                theirs.play(colour, move)
            else:
                move = theirs.think(colour)
                if "," not in move:
                    moves.append(move)
                    break
            moves.append(move)
            outcome = ours.play(move)
        if outcome is None:
            score, reason = 1.0, moves[-1]
        else:
            ranks, reason = outcome["ranks"], outcome["reason"]
            score = 0.5 if ranks[0] == ranks[1] else float(ranks[our_seat] == 1)
        points += score
        print(
            json.dumps(
                {"side": args.side, "seed": seed, "seat": our_seat, "score": score, "by": reason, "moves": moves}
            ),
            flush=True,
        )
        ours.end()
        theirs.end()
    low, high = wilson(points, args.games)
    print(
        f"side {args.side}: {points:g} of {args.games}, {100 * points / args.games:.0f}% ({100 * low:.0f} to {100 * high:.0f})"
    )


if __name__ == "__main__":
    sys.exit(main())
