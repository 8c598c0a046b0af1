"""Tests of totora.py, and of games on a Ray cluster if Ray is installed."""

from __future__ import annotations

import importlib.util
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "bots")]

import on_ray  # noqa: E402
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
    TUNE = "tune uros --bot balanced --field greedy --population 4 --generations 2 --games 4 --verify 8 --verify-seed 3"
    COMMANDS: dict[str, str] = {
        "arena": "arena uros --bots balanced,greedy --games 12 --json",
        "tune": TUNE,
        "calibrate": "calibrate isolation --option size=5x5 --bot ab-custom --budget 20n,80n --games 8 --json",
        "learn": "learn isolation --option size=5x5 --games 60 --every 20 --measure 6 --verify 8 --json",
        "patterns": "patterns.bin 4000",
    }

    def setUp(self) -> None:
        self.totora = os.environ.get("TOTORA", "totora")
        # The example that makes the patterns; `make test-ray` builds it.
        self.patterns = os.environ.get("TOTORA_PATTERNS", "")
        self.commands = [name for name in self.COMMANDS if self.patterns or name != "patterns"]
        self.before = os.getcwd()
        self.folder = tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)

    def tearDown(self) -> None:
        os.chdir(self.before)
        self.folder.cleanup()

    def binary(self, name: str) -> str:
        return self.patterns if name == "patterns" else self.totora

    def alone(self, name: str) -> tuple[str, bytes]:
        """What one machine prints, and the file that it writes."""
        command = [self.binary(name), *self.COMMANDS[name].split()]
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return printed, self.file()

    @staticmethod
    def file() -> bytes:
        """The file of the patterns, which is removed."""
        file = Path("patterns.bin")
        content = file.read_bytes() if file.exists() else b""
        file.unlink(missing_ok=True)
        return content

    def test_parts_that_are_missing_or_wrong_are_named(self) -> None:
        totora, results = self.totora, Path("results")
        with self.assertRaisesRegex(RuntimeError, "part 1 of 2: totora: unknown bot"):
            on_ray.play_part(totora, ["arena", "uros", "--bots", "nobody,greedy"], b"", 1, 2, None)
        tune, other = self.TUNE.split(), self.TUNE.replace("--games 4", "--games 8").split()
        left = on_ray.join(totora, tune, results, [])
        self.assertGreater(left, 0)
        wrong = on_ray.play_part(totora, other, b"", 1, 1, None)
        with self.assertRaisesRegex(RuntimeError, "the parts are not of the next games of this study: --games differs"):
            on_ray.join(totora, tune, results, [wrong])
        learn = self.COMMANDS["learn"].split()
        results.unlink()
        self.assertEqual(on_ray.join(totora, learn, results, []), 6)
        half = on_ray.play_part(totora, learn, results.read_bytes(), 1, 2, None)
        with self.assertRaisesRegex(RuntimeError, "of 6 games are there; a part is missing"):
            on_ray.join(totora, learn, results, [half])

    def test_a_part_without_a_cluster_gives_the_same(self) -> None:
        """Every command in two parts, one after the other."""
        for name in self.commands:
            with self.subTest(name):
                arguments, totora, results = self.COMMANDS[name].split(), self.binary(name), Path(f"{name}-results")
                expected = self.alone(name)
                if name == "arena":
                    continue
                left, steps = on_ray.join(totora, arguments, results, []), 0
                while left:
                    so_far = results.read_bytes()
                    parts = [on_ray.play_part(totora, arguments, so_far, part, 2, None) for part in (1, 2)]
                    left, steps = on_ray.join(totora, arguments, results, parts), steps + 1
                printed = on_ray.call([totora, *arguments, "--results", str(results)], "the result")
                self.assertEqual((printed, self.file()), expected)
                self.assertGreater(steps, 0)

    @unittest.skipUnless(importlib.util.find_spec("ray"), "the package ray is not installed")
    def test_the_result_is_the_same_when_workers_are_killed_and_the_run_is_continued(self) -> None:
        import ray

        # The workers import the module that this test changes.
        paths = {"env_vars": {"PYTHONPATH": str(HERE)}}
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env=paths)
        play, join = on_ray.play_part, on_ray.join
        try:
            for name in self.commands:
                with self.subTest(name):
                    expected = self.alone(name)
                    killed = Path(self.folder.name) / f"{name}-killed"

                    def play_or_die(
                        totora: str, arguments: list[str], so_far: bytes, part: int, of: int, at: str | None, killed: Path = killed
                    ) -> bytes:
                        # The first worker that plays the second part is killed once.
                        if part == 2 and not killed.exists():
                            killed.touch()
                            os.kill(os.getpid(), 9)
                        return play(totora, arguments, so_far, part, of, at)

                    joins = 0

                    def join_or_stop(totora: str, arguments: list[str], results: Path, parts: list[bytes]) -> int:
                        nonlocal joins
                        joins += 1
                        left = join(totora, arguments, results, parts)
                        if joins == 2:
                            raise InterruptedError
                        return left

                    on_ray.play_part, on_ray.join = play_or_die, join_or_stop
                    folder = str(Path(self.folder.name) / name)
                    arguments, totora = self.COMMANDS[name].split(), self.binary(name)
                    if name != "arena":
                        with self.assertRaises(InterruptedError):
                            on_ray.run(totora, arguments, 3, folder)
                    printed = on_ray.run(totora, arguments, 3, folder)
                    self.assertTrue(killed.exists(), "a worker was killed")
                    self.assertEqual((printed, self.file()), expected)
        finally:
            on_ray.play_part, on_ray.join = play, join
            ray.shutdown()


if __name__ == "__main__":
    unittest.main()
