"""Tests of totora.py, and of the arena on a Ray cluster if Ray is installed."""

from __future__ import annotations

import importlib.util
import io
import json
import os
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "bots")]

import arena_on_ray  # noqa: E402
import totora  # noqa: E402

NEW = {"do": "new", "game": "isolation", "options": {"size": "5x5"}, "seed": 1, "seat": 1}
THINK = {
    "do": "think",
    "seat": 1,
    "seed": 1,
    "time_left_ms": 10_000,
    "budget": {"ms": 50},
    "state": {"ply": 1},
    "history": ["a1"],
    "position": ". .\n1 .\nto move: 2\n",
    "legal_moves": ["b1", "a2"],
}


def talk(think: Any, *lines: object) -> list[dict[str, Any]]:
    """Runs a bot on these lines, and returns its answers."""
    source = io.StringIO("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines))
    sink = io.StringIO()
    totora.run(think, source, sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


class Module(unittest.TestCase):
    def test_a_bot_gets_the_position_and_answers_with_its_best_move(self) -> None:
        seen: list[totora.Turn] = []

        def think(turn: totora.Turn) -> totora.Thought:
            seen.append(turn)
            print("this goes to standard error")
            moves = [totora.Candidate(m, {"a": i, "b": 0.5}) for i, m in enumerate(turn.legal)]
            return totora.best(moves, "it is later")

        answers = talk(think, NEW, {"do": "play", "move": "a1"}, THINK, {"do": "quit"}, THINK)
        self.assertEqual(answers[:2], [{"ok": True}, {"ok": True}])
        self.assertEqual(len(answers), 4, "nothing after quit")
        thought = answers[2]["thought"]
        self.assertEqual((thought["choice"], thought["why"]), ("a2", "it is later"))
        self.assertEqual(thought["candidates"][0], {"move": "a2", "score": 1.5, "terms": {"a": 1, "b": 0.5}})
        (turn,) = seen
        self.assertEqual((turn.game, turn.seat, turn.rows), ("isolation", 1, [[".", "."], ["1", "."]]))

    def test_a_bot_may_answer_with_a_move_alone(self) -> None:
        answers = talk(lambda turn: turn.legal[0], NEW, THINK)
        self.assertEqual(answers[1], {"ok": True, "thought": {"choice": "b1"}})

    def test_errors_are_reported_to_the_other_end(self) -> None:
        stderr, sys.stderr = sys.stderr, io.StringIO()
        try:
            answers = talk(lambda turn: totora.best([]), NEW, THINK, "nonsense", {"do": "dance"})
            self.assertIn("Traceback", sys.stderr.getvalue())
        finally:
            sys.stderr = stderr
        self.assertEqual([answer["ok"] for answer in answers], [True, False, False, False])
        self.assertIn("no candidates", answers[1]["error"])
        unlisted = {**THINK, "legal_moves": None}
        with self.assertRaises(ValueError):
            _ = totora._turn(unlisted, NEW).legal


class Cluster(unittest.TestCase):
    ARENA = ["uros", "--bots", "balanced,greedy", "--games", "12"]

    def setUp(self) -> None:
        self.totora = os.environ.get("TOTORA", "totora")

    def table(self) -> str:
        command = [self.totora, "arena", *self.ARENA, "--json"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def test_merged_parts_give_the_table_of_a_single_run(self) -> None:
        parts = [arena_on_ray.play_shard(self.totora, self.ARENA, part, 3, None) for part in (1, 2, 3)]
        self.assertEqual(arena_on_ray.merge(self.totora, parts, ["--json"]), self.table())
        with self.assertRaisesRegex(RuntimeError, "part 1 of 2: totora: unknown bot"):
            arena_on_ray.play_shard(self.totora, ["uros", "--bots", "nobody,greedy"], 1, 2, None)

    @unittest.skipUnless(importlib.util.find_spec("ray"), "the package ray is not installed")
    def test_the_table_is_the_same_when_a_worker_is_killed(self) -> None:
        import ray

        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
        try:
            killed = HERE / f".killed-{os.getpid()}"
            play = arena_on_ray.play_shard

            def play_or_die(totora: str, arguments: list[str], part: int, of: int, at: str | None) -> bytes:
                # The first worker that plays the second part is killed once.
                if part == 2 and not killed.exists():
                    killed.touch()
                    os.kill(os.getpid(), 9)
                return play(totora, arguments, part, of, at)

            arena_on_ray.play_shard = play_or_die
            try:
                table = arena_on_ray.run(self.totora, self.ARENA, 3, None, ["--json"])
                self.assertTrue(killed.exists(), "a worker was killed")
            finally:
                arena_on_ray.play_shard = play
                killed.unlink(missing_ok=True)
        finally:
            ray.shutdown()
        self.assertEqual(table, self.table())


if __name__ == "__main__":
    unittest.main()
