#!/usr/bin/env python3
"""Compares simulations per second of `totora` and morat over GTP. benches/peers/README.md says how to build morat.

    python3 benches/peers/morat.py MORAT --sides 4 6 8 10 --playouts 40000

Both search the empty board in turn, on one thread, with the same number of playouts: morat with Havannah's rules, `totora`
with both sets of rules. Measures the processor time of whole processes, minus their start-up time. Prints a line per side:
the medians of the rounds, and how many times as fast `totora` is, with the minimum and maximum over single rounds.
"""

import argparse
import os
import re
import statistics
import subprocess


def run(command, lines=""):
    """Runs a program. Returns its output, and its processor time in seconds."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    process.stdin.write(lines.encode())
    process.stdin.close()
    output = process.stdout.read().decode()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} exited with {process.returncode}: {output}")
    return output, used.ru_utime + used.ru_stime


def morat(program, side, playouts):
    _, start = run([program], f"boardsize {side}\nquit\n")
    think = f"time -m 600 -g 0 -f 0 -i {playouts}\ngenmove w\n"
    output, total = run([program], f"boardsize {side}\n{think}quit\n")
    found = re.search(r"Finished: +(\d+) runs", output)
    if not found:
        raise SystemExit(f"morat did not report its number of playouts: {output}")
    return int(found[1]) / (total - start)


def totora(program, side, playouts, rules):
    def think(budget):
        options = ["--option", f"size={side}", "--option", f"rules={rules}", "--option", "swap=off"]
        return run([program, "think", "fencemaster", *options, "--bot", "totora", "--budget", f"{budget}n"])[1]

    return (playouts - 1) / (think(playouts) - think(1))


def main():
    parser = argparse.ArgumentParser(description="Simulations per second: totora and morat")
    parser.add_argument("morat", help="the built program, morat-havannah")
    parser.add_argument("--totora", default="target/release/totora", help="the Totora binary")
    parser.add_argument("--sides", type=int, nargs="+", default=[4, 6, 8, 10])
    parser.add_argument("--playouts", type=int, default=40_000)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    for side in args.sides:
        rounds = {"morat": [], "fencemaster": [], "havannah": []}
        for _ in range(args.rounds):
            rounds["morat"].append(morat(args.morat, side, args.playouts))
            for rules in ("fencemaster", "havannah"):
                rounds[rules].append(totora(args.totora, side, args.playouts, rules))
        middle = {name: statistics.median(speeds) for name, speeds in rounds.items()}
        line = f"side {side}: morat {middle['morat']:.0f} per second"
        for rules in ("fencemaster", "havannah"):
            times = middle[rules] / middle["morat"]
            least = min(rounds[rules]) / max(rounds["morat"])
            most = max(rounds[rules]) / min(rounds["morat"])
            line += f"; totora, {rules}, {middle[rules]:.0f}: {times:.2f} ({least:.2f} to {most:.2f})"
        print(line, flush=True)


if __name__ == "__main__":
    main()
