"""Plays the games of a command of Totora on a Ray cluster. The result is the same as on one machine, to the byte.

    python3 examples/on_ray.py --shards 16 -- arena uros --preset five-strategies --games 4000
    python3 examples/on_ray.py --shards 16 --results run -- tune uros --bot balanced --field exploit --verify-seed 7
    python3 examples/on_ray.py --shards 16 --results run -- calibrate isolation --bot ab-custom --budget 300n
    python3 examples/on_ray.py --shards 16 --results run -- learn reversi
    python3 examples/on_ray.py --totora target/release/examples/reversi_patterns --results run -- patterns.bin

The arguments after `--` are those of `totora`, and --totora is the binary, at the same path on every machine. A task of the
cluster plays a part of the games: all of an arena or a calibration, one generation or verification of `tune`, one measurement
of `learn` (whose training games need each other, so this machine plays them), some games of the patterns of Reversi. If a
worker is killed, its part runs again. With --results, a folder on a file system that all machines share, everything continues
where it stopped. Needs the package `ray` from PyPI.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ONE_THREAD = ("arena", "tune")
"""The commands with threads. Ray starts a worker for every core, so each has one."""
FORMS = ("--json", "--csv")


def call(command: Sequence[str], what: str) -> str:
    """Runs a command and returns what it prints."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{what}: {done.stderr.strip()}")
    return done.stdout


def play_part(
    totora: str, arguments: list[str], so_far: bytes, part: int, of: int, directory: str | None
) -> bytes:
    """Plays a part of the next games after these results, and returns its file."""
    with tempfile.TemporaryDirectory() as own:
        # Another step has other games, so its parts have other names.
        step = hashlib.sha256(so_far).hexdigest()[:12]
        file = Path(directory or own) / f"step-{step}-part-{part}-of-{of}"
        shard = ["--shard", f"{part}/{of}"]
        if arguments[0] == "arena":
            command = [totora, *arguments, *shard, "--results", str(file)]
        else:
            results = Path(own) / "so-far"
            if so_far:
                results.write_bytes(so_far)
            command = [totora, *arguments, *shard, "--part", str(file), "--results", str(results)]
        if arguments[0] in ONE_THREAD:
            command += ["--threads", "1"]
        call(command, f"part {part} of {of}")
        return file.read_bytes() if file.exists() else b""


def play_all(totora: str, arguments: list[str], so_far: bytes, shards: int, directory: str | None) -> list[bytes]:
    """Plays all parts of the next games on the cluster that Ray is connected to."""
    import ray

    # Ray retries a task whose worker died, but not a task that raised an exception.
    task = ray.remote(num_cpus=1, max_retries=5)(play_part)
    stored = ray.put(so_far)
    waiting = {
        task.remote(totora, arguments, stored, part, shards, directory): part for part in range(1, shards + 1)
    }
    parts: dict[int, bytes] = {}
    while waiting:
        (done,), _ = ray.wait(list(waiting), num_returns=1)
        parts[waiting.pop(done)] = ray.get(done)
        print(f"{len(parts)} of {shards} parts", file=sys.stderr)
    return [parts[part] for part in sorted(parts)]


def written(parts: list[bytes], directory: str) -> list[str]:
    """Writes parts that have games to files, and returns their names."""
    files = []
    for number, part in enumerate(parts, 1):
        if part:
            file = Path(directory) / f"part-{number}"
            file.write_bytes(part)
            files.append(str(file))
    return files


def join(totora: str, arguments: list[str], results: Path, parts: list[bytes]) -> int:
    """Continues the results with the games of these parts. Returns how many games can be played in parts next."""
    with tempfile.TemporaryDirectory() as directory:
        command = [totora, *arguments, "--results", str(results), "--join", *written(parts, directory)]
        return int(json.loads(call(command, "joining the parts").splitlines()[-1])["left"])


def run(totora: str, arguments: list[str], shards: int, directory: str | None) -> str:
    """Runs a command on the cluster that Ray is connected to, and returns what it prints on one machine."""
    if directory is not None:
        Path(directory).mkdir(parents=True, exist_ok=True)
    if arguments[0] == "arena":
        plain = [argument for argument in arguments if argument not in FORMS]
        parts = play_all(totora, plain, b"", shards, directory)
        form = [argument for argument in arguments if argument in FORMS]
        with tempfile.TemporaryDirectory() as own:
            return call([totora, "arena", "merge", *written(parts, own), *form], "merging the parts")
    with tempfile.TemporaryDirectory() as own:
        results = Path(directory or own) / "results"
        left = join(totora, arguments, results, [])
        while left:
            parts = play_all(totora, arguments, results.read_bytes(), shards, directory)
            left = join(totora, arguments, results, parts)
            for file in Path(directory or own).glob("step-*"):
                file.unlink()
        return call([totora, *arguments, "--results", str(results)], "the result")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--totora", default="totora", help="the Totora binary, at the same path on every machine")
    parser.add_argument("--shards", type=int, default=8, help="parts of the games of a step")
    parser.add_argument("--address", help="address of the cluster; default: a local cluster")
    parser.add_argument("--cpus", type=int, help="workers of a local cluster")
    parser.add_argument("--results", help="a folder that all machines share, to continue where it stopped")
    parser.add_argument("arguments", nargs="+", help="a command of totora with its arguments, after --")
    args = parser.parse_args()
    import ray

    if args.address:
        ray.init(address=args.address, log_to_driver=False)
    else:
        ray.init(num_cpus=args.cpus, include_dashboard=False, log_to_driver=False)
    try:
        print(run(args.totora, args.arguments, args.shards, args.results), end="")
    finally:
        ray.shutdown()


if __name__ == "__main__":
    main()
