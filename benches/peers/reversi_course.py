#!/usr/bin/env python3
"""Plays matches of `totora reversi-client` against other clients on the course's server; see README.md here.

    python3 benches/peers/reversi_course.py --server COURSE/server_nogl --totora target/release/totora \\
        --peer "ai=COURSE/ai_trivial -q -s {host}:{port}" --games 40 --logs LOGS MAP...

totora plays every map on every seat, and the peers take the other seats in turn, until `--games` games are played. Each
finished game is a line of JSON in LOGS/games.jsonl. To resume a match, run the same command again. The report has the share
of points on maps for two with its Wilson interval, and the mean rank of each client on maps for more players.
"""

import argparse
import json
import math
import re
import shlex
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

TOTORA = "totora"
# The maximum duration of a game, in seconds.
LONGEST = 3000


def players(path):
    """The number of players on a map."""
    return int(path.read_text(encoding="utf-8").split(maxsplit=1)[0])


def schedule(maps, peers, games):
    """Yields (round, map, the names by seat): for each map, totora on each seat in turn; each round starts with another peer."""
    rounds = 0
    total = 0
    while total < games:
        for path in maps:
            count = players(path)
            for seat in range(count):
                if total == games:
                    return
                first = rounds % len(peers)
                others = [peers[(first + i) % len(peers)] for i in range(count - 1)]
                yield rounds, path, [*others[:seat], TOTORA, *others[seat:]]
                total += 1
        rounds += 1


def wait_for(log, what, count, process, seconds=20):
    """Waits until the log contains `what` this many times."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        text = log.read_text(encoding="utf-8", errors="replace")
        if len(re.findall(what, text)) >= count:
            return
        if process.poll() is not None:
            break
        time.sleep(0.02)
    sys.exit(f"{log}: the server did not print `{what}` {count} times")


def play(path, seats, commands, options, folder):
    """Plays one game. Returns a dictionary with the stones, the ranks and the server's state of each seat."""
    folder.mkdir(parents=True, exist_ok=True)
    result = folder / "result.txt"
    result.unlink(missing_ok=True)
    log = folder / "server.log"
    running = []
    with open(log, "w", encoding="utf-8") as out:
        # stdbuf: the log shows at once who has connected. `-d 0`: no depth limit; the server's default is 1.
        server = subprocess.Popen(
            ["stdbuf", "-oL", options.server, "-m", path, "-t", str(options.time), "-d", "0",
             "-p", str(options.port), "-C", "-M", "-s", "-r", result],
            stdout=out, stderr=subprocess.STDOUT,
        )
        try:
            wait_for(log, r"Port number is \d+", 1, server)
            port = re.search(r"Port number is (\d+)", log.read_text(encoding="utf-8"))[1]
            for seat, name in enumerate(seats):
                command = commands[name].format(host="127.0.0.1", port=port)
                with open(folder / f"{seat + 1}-{name}.log", "wb") as own:
                    running.append(subprocess.Popen(
                        shlex.split(command), stdout=own, stderr=subprocess.STDOUT, cwd=folder))
                wait_for(log, r"Group ID is", seat + 1, server)
            server.wait(timeout=LONGEST)
        finally:
            server.kill()
            for client in running:
                try:
                    client.wait(timeout=2)
                except subprocess.TimeoutExpired:
                    client.kill()
    lines = [line.split() for line in result.read_text(encoding="utf-8").splitlines()]
    lines = [line for line in lines if len(line) >= 5 and line[3] == "msecs"]
    if len(lines) != len(seats):
        sys.exit(f"{result}: expected a line for each of {len(seats)} seats")
    stones = [int(line[1]) for line in lines]
    states = [" ".join(line[4:]) for line in lines]
    worth = [count if state == "ok" else -1 for count, state in zip(stones, states)]
    ranks = [1 + sum(other > own for other in worth) for own in worth]
    return {"stones": stones, "states": states, "ranks": ranks}


def wilson(points, games):
    """The 95% interval of a share, in percent."""
    z = 1.96
    p = points / games
    centre = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(p * (1 - p) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return 100 * (centre - half), 100 * (centre + half)


def report(games):
    """Prints the results of the games."""
    two = defaultdict(list)
    by_map = defaultdict(list)
    more = defaultdict(list)
    failures = []
    out = defaultdict(int)
    for game in games:
        seats, ranks = game["seats"], game["ranks"]
        own = seats.index(TOTORA)
        if game["states"][own] != "ok":
            failures.append(f"{game['folder']}: {game['states'][own]}")
        for name, state in zip(seats, game["states"]):
            out[name] += name != TOTORA and state != "ok"
        if len(seats) == 2:
            points = (1 + (ranks[1 - own] > ranks[own]) - (ranks[own] > ranks[1 - own])) / 2
            two[seats[1 - own]].append(points)
            by_map[game["map"], seats[1 - own]].append(points)
        else:
            for name, rank in zip(seats, ranks):
                more[len(seats), name].append(rank)
            by_map[game["map"], "others"].append(ranks[own])
    for (name, peer), points in sorted(by_map.items()):
        print(f"  {name:24} {peer:8} {' '.join(f'{p:g}' for p in points)}")
    for peer, points in sorted(two.items()):
        low, high = wilson(sum(points), len(points))
        print(f"against {peer}: {sum(points):g} of {len(points)}, {100 * sum(points) / len(points):.1f}% "
              f"(95%: {low:.1f} to {high:.1f}), on {len({m for m, p in by_map if p == peer})} maps, "
              f"of them {out[peer]} where it was disqualified or out of time")
    for (count, name), ranks in sorted(more.items()):
        mean = sum(ranks) / len(ranks)
        spread = sum((rank - mean) ** 2 for rank in ranks) / max(1, len(ranks) - 1)
        print(f"{count} players, {name}: mean rank {mean:.2f} ± {math.sqrt(spread / len(ranks)):.2f} "
              f"(standard error), {len(ranks)} seats")
    print(f"{TOTORA} disqualified or out of time: {len(failures)}")
    for failure in failures:
        print(f"  {failure}")


def main():
    """Plays the match and prints the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("maps", nargs="+", type=Path)
    parser.add_argument("--server", required=True, help="the course's server")
    parser.add_argument("--totora", default="target/release/totora", help="the Totora binary")
    parser.add_argument("--bot", default=TOTORA, help="the bot of Totora")
    parser.add_argument("--peer", action="append", required=True, metavar="NAME=COMMAND",
                      help="another client, with {host} and {port} in its command")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--time", type=float, default=0.5, help="seconds per move")
    parser.add_argument("--port", type=int, default=7777)
    parser.add_argument("--logs", type=Path, required=True, help="the folder for logs and results")
    options = parser.parse_args()
    options.server = str(Path(options.server).resolve())
    commands = dict(peer.split("=", 1) for peer in options.peer)
    binary = shlex.quote(str(Path(options.totora).resolve()))
    commands[TOTORA] = f"{binary} reversi-client --host {{host}} --port {{port}} --group 77 --bot {options.bot}"
    maps = [path.resolve() for path in options.maps]
    peers = [peer.split("=", 1)[0] for peer in options.peer]
    options.logs.mkdir(parents=True, exist_ok=True)
    store = options.logs / "games.jsonl"
    games = [json.loads(line) for line in store.read_text().splitlines()] if store.exists() else []
    for number, (_, path, seats) in enumerate(schedule(maps, peers, options.games)):
        if number < len(games):
            continue
        folder = options.logs.resolve() / f"{number:03}-{path.stem}"
        game = play(path, seats, commands, options, folder)
        game |= {"map": path.stem, "seats": seats, "folder": folder.name}
        games.append(game)
        with open(store, "a", encoding="utf-8") as out:
            out.write(json.dumps(game) + "\n")
        print(folder.name, " ".join(f"{n}:{s}" for n, s in zip(seats, game["stones"])),
              *(s for s in game["states"] if s != "ok"), flush=True)
    report(games)


if __name__ == "__main__":
    main()
