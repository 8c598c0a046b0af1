"""Runs an arena of Totora on a Ray cluster: its shards are tasks, and a table comes out as of one run.

    python3 examples/arena_on_ray.py --totora target/release/totora --shards 16 -- \
        uros --preset five-strategies --games 4000

What comes after `--` is what `totora arena` would get. A shard whose worker is killed runs again, and goes
on from its results file where the file system is shared (--results); either way the table is the same. Needs
the package `ray` from PyPI, and Totora at the same path on every machine.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path


def play_shard(totora: str, arguments: list[str], part: int, of: int, directory: str | None) -> bytes:
    """Plays one part of the arena, and gives back its results file."""
    with tempfile.TemporaryDirectory() as own:
        results = Path(directory or own) / f"part-{part}-of-{of}.jsonl"
        # One thread: Ray has a worker for every core.
        command = [totora, "arena", *arguments, "--shard", f"{part}/{of}", "--results", str(results)]
        done = subprocess.run([*command, "--threads", "1"], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"part {part} of {of}: {done.stderr.strip()}")
        return results.read_bytes()


def merge(totora: str, parts: list[bytes], form: list[str]) -> str:
    """The table of all parts together."""
    with tempfile.TemporaryDirectory() as directory:
        files = []
        for number, part in enumerate(parts):
            file = Path(directory) / f"{number}.jsonl"
            file.write_bytes(part)
            files.append(str(file))
        done = subprocess.run(
            [totora, "arena", "merge", *files, *form], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip())
        return done.stdout


def run(totora: str, arguments: list[str], shards: int, directory: str | None, form: list[str]) -> str:
    """Plays all shards on the cluster that Ray is connected to."""
    import ray

    # A task that fails with its worker is tried again by Ray; one that fails by itself is a mistake of ours.
    task = ray.remote(num_cpus=1, max_retries=5)(play_shard)
    waiting = {
        task.remote(totora, arguments, part, shards, directory): part for part in range(1, shards + 1)
    }
    parts: dict[int, bytes] = {}
    while waiting:
        (done,), _ = ray.wait(list(waiting), num_returns=1)
        parts[waiting.pop(done)] = ray.get(done)
        print(f"{len(parts)} of {shards} parts", file=sys.stderr)
    return merge(totora, [parts[part] for part in sorted(parts)], form)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--totora", default="totora", help="the program, the same path everywhere")
    parser.add_argument("--shards", type=int, default=8)
    parser.add_argument("--address", help="of the cluster; a local one unless given")
    parser.add_argument("--cpus", type=int, help="workers of a local cluster")
    parser.add_argument("--results", help="a directory that all machines share, to resume from")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--csv", action="store_true")
    parser.add_argument("arguments", nargs="+", help="what `totora arena` would get, after --")
    given = parser.parse_args()
    import ray

    if given.address:
        ray.init(address=given.address, log_to_driver=False)
    else:
        ray.init(num_cpus=given.cpus, include_dashboard=False, log_to_driver=False)
    form = ["--json"] * given.json + ["--csv"] * given.csv
    try:
        print(run(given.totora, given.arguments, given.shards, given.results, form), end="")
    finally:
        ray.shutdown()


if __name__ == "__main__":
    main()
