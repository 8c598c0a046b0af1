"""Runs an arena of Totora on a Ray cluster. Each shard is a task, and the table is the same as that of a single run.

    python3 examples/arena_on_ray.py --totora target/release/totora --shards 16 -- \
        uros --preset five-strategies --games 4000

The arguments after `--` are those of `totora arena`. If a worker is killed, its shard runs again. With --results, a folder
on a shared file system, it resumes from its results file. The table is the same in both cases. Needs the package `ray` from
PyPI, and Totora at the same path on every machine.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path


def play_shard(totora: str, arguments: list[str], part: int, of: int, directory: str | None) -> bytes:
    """Plays one part of the arena, and returns its results file."""
    with tempfile.TemporaryDirectory() as own:
        results = Path(directory or own) / f"part-{part}-of-{of}.jsonl"
        # One thread: Ray starts a worker for every core.
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

    # Ray retries a task whose worker died, but not a task that raised an exception.
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
    parser.add_argument("--totora", default="totora", help="the Totora binary, at the same path on every machine")
    parser.add_argument("--shards", type=int, default=8)
    parser.add_argument("--address", help="address of the cluster; default: a local cluster")
    parser.add_argument("--cpus", type=int, help="workers of a local cluster")
    parser.add_argument("--results", help="a directory that all machines share, to resume shards")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--csv", action="store_true")
    parser.add_argument("arguments", nargs="+", help="arguments of `totora arena`, after --")
    args = parser.parse_args()
    import ray

    if args.address:
        ray.init(address=args.address, log_to_driver=False)
    else:
        ray.init(num_cpus=args.cpus, include_dashboard=False, log_to_driver=False)
    form = ["--json"] * args.json + ["--csv"] * args.csv
    try:
        print(run(args.totora, args.arguments, args.shards, args.results, form), end="")
    finally:
        ray.shutdown()


if __name__ == "__main__":
    main()
