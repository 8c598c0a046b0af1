#!/usr/bin/env python3
"""Plays Totora against GRhino over GTP on the plain board of Reversi, with equal time.

Openings are random (4 to 8 plies from a seed), and each is played twice, with the colours swapped. GRhino has levels but no
time limit. The script measures its processor time per move, and adjusts Totora's nodes after every game so that both use
the same time. Other load on the machine therefore changes little.

    python3 benches/peers/grhino.py --totora target/release/totora --games 40 --level 5 --book 0

If gtp-rhino is not installed, prints a message and stops.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import shutil
import subprocess
import sys
from typing import Any

TICKS = os.sysconf("SC_CLK_TCK")


class Program:
    """A program with a protocol of lines."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.process.args} has ended")
        return line.strip()

    def seconds(self) -> float:
        """The processor time used so far."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


class Totora(Program):
    """Totora over its protocol."""

    def ask(self, **request: Any) -> dict[str, Any]:
        self.send(json.dumps(request))
        answer: dict[str, Any] = json.loads(self.read())
        if not answer["ok"]:
            raise RuntimeError(answer["error"])
        return answer


class Rhino(Program):
    """GRhino over GTP."""

    def ask(self, command: str) -> str:
        self.send(command)
        lines = []
        while line := self.read_raw():
            lines.append(line)
        answer = "\n".join(lines).strip()
        if not answer.startswith("="):
            raise RuntimeError(f"GRhino to `{command}`: {answer}")
        return answer[1:].strip()

    def read_raw(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("GRhino has ended")
        return line.rstrip("\n")


def to_gtp(move: str) -> str:
    x, y = move.split(",")
    return f"{'abcdefgh'[int(x)]}{int(y) + 1}"


def from_gtp(move: str) -> str:
    return f"{'abcdefgh'.index(move[0].lower())},{int(move[1]) - 1}"


def opening(ours: Totora, draw: random.Random) -> list[str]:
    """A random opening."""
    while True:
        ours.ask(do="new", game="reversi", options={}, seed=1)
        moves: list[str] = []
        for _ in range(draw.randint(4, 8)):
            legal = ours.ask(do="legal")["moves"]
            if not legal:
                break
            moves.append(draw.choice(legal))
            ours.ask(do="play", move=moves[-1])
        else:
            return moves


def wilson(points: float, games: int) -> tuple[float, float]:
    share, z = points / games, 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    reach = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return 100 * (middle - reach), 100 * (middle + reach)


def play(ours: Totora, rhino: Rhino, moves: list[str], seat: int, seed: int, bot: str, nodes: int) -> dict[str, Any]:
    """Plays a game from an opening. Returns Totora's lead in stones, the time and number of moves of both, and the moves."""
    state = ours.ask(do="new", game="reversi", options={}, seed=seed)["state"]
    rhino.ask("clear_board")
    used, thought, line = [0.0, 0.0], [0, 0], []

    # GRhino passes by itself, and has no command for it.
    def send_move(by: int, move: str) -> None:
        rhino.ask(f"play {'bw'[by]} {to_gtp(move)}")

    for move in moves:
        send_move(state["to_act"][0], move)
        line.append(move)
        state = ours.ask(do="play", move=move)["state"]
    while state["outcome"] is None:
        by = state["to_act"][0]
        if by == seat:
            before = ours.seconds()
            answer = ours.ask(do="think", bot=bot, budget={"nodes": nodes}, seed=seed)["thought"]
            used[0] += ours.seconds() - before
            thought[0] += 1
            move = answer["choice"]
            send_move(by, move)
        else:
            before = rhino.seconds()
            move = from_gtp(rhino.ask(f"genmove {'bw'[by]}"))
            used[1] += rhino.seconds() - before
            thought[1] += 1
        line.append(move)
        state = ours.ask(do="play", move=move)["state"]
    stones = state["summary"]["stones"]
    return {"lead": stones[seat] - stones[1 - seat], "used": used, "thought": thought, "moves": line}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--totora", default="target/release/totora", help="the Totora binary")
    parser.add_argument("--bot", default="totora")
    parser.add_argument("--rhino", default=shutil.which("gtp-rhino") or "/usr/games/gtp-rhino")
    parser.add_argument("--level", type=int, default=5, help="level of GRhino, 1 to 5")
    parser.add_argument("--book", type=int, default=0, help="how much GRhino varies its opening book; 0 for none")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=100_000, help="nodes per move of Totora in the first game")
    parser.add_argument("--fixed", action="store_true", help="keep this number of nodes")
    parser.add_argument("--verbose", action="store_true", help="print the moves of every game")
    args = parser.parse_args()
    if not os.path.exists(args.rhino):
        print("skipped: gtp-rhino is not installed")
        return
    ours = Totora([args.totora, "protocol"])
    rhino = Rhino([args.rhino, "-l", str(args.level), "-b", str(args.book)])
    nodes, points = args.nodes, 0.0
    leads: list[int] = []
    used, thought = [0.0, 0.0], [0, 0]
    for game in range(args.games):
        draw = random.Random(f"{args.seed}:{game // 2}")
        moves = opening(ours, draw)
        seat = game % 2
        result = play(ours, rhino, moves, seat, args.seed + game, args.bot, nodes)
        lead = result["lead"]
        leads.append(lead)
        points += 1 if lead > 0 else 0.5 if lead == 0 else 0
        for side in (0, 1):
            used[side] += result["used"][side]
            thought[side] += result["thought"][side]
        low, high = wilson(points, game + 1)
        print(
            f"{game + 1:3}: {'first ' if seat == 0 else 'second'} {lead:+3}  {points:g} of {game + 1}, "
            f"{100 * points / (game + 1):.0f}% ({low:.0f} to {high:.0f}); {1000 * used[0] / max(thought[0], 1):.0f} ms per move "
            f"with {nodes} nodes, GRhino {1000 * used[1] / max(thought[1], 1):.0f} ms; load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
        if args.verbose:
            print("     " + " ".join(to_gtp(move) for move in result["moves"]))
        if not args.fixed and used[0] > 0 and used[1] > 0:
            # The time per move that makes the averages of both about equal after the next game.
            target = 2 * used[1] / thought[1] - used[0] / thought[0]
            here = result["used"][0] / max(result["thought"][0], 1)
            if target > 0 and here > 0:
                nodes = max(1000, int(nodes * min(2.0, max(0.5, target / here))))
            else:
                nodes = max(1000, nodes // 2)
    wins, draws = sum(lead > 0 for lead in leads), sum(lead == 0 for lead in leads)
    low, high = wilson(points, len(leads))
    print(
        f"{args.bot} against GRhino level {args.level}, book {args.book}: {wins} won, {draws} drawn, "
        f"{len(leads) - wins - draws} lost: {100 * points / len(leads):.1f}% (95%: {low:.1f} to {high:.1f}), "
        f"mean lead {sum(leads) / len(leads):+.1f}"
    )
    ours.end()
    rhino.end()


if __name__ == "__main__":
    main()
    sys.exit(0)
