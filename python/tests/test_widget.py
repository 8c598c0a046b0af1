"""The notebook board: the Python side through its messages, and the browser side in Chromium if it is installed."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
import totora
from totora.widget import Board

HERE = Path(__file__).parent
CHROMIUM = os.environ.get("CHROMIUM_PATH") or shutil.which("chromium")


def test_a_board_plays_undoes_and_shows_errors() -> None:
    board, moves = Board("isolation", size="5x5"), list[str]()
    board.on_move(lambda board, move: moves.append(move))
    before = board.picture
    board._receive(board, {"do": "play", "move": "c3"}, [])
    assert (board.position.ply, moves) == (1, ["c3"])
    assert board.picture != before and board.moves == board.position.legal_moves
    board._receive(board, {"do": "play", "move": "c3"}, [])
    assert board.problem.startswith("ply 2 of isolation: ") and board.position.ply == 1
    board._receive(board, {"do": "undo"}, [])
    assert (board.position.ply, board.problem, board.picture) == (0, "", before)
    board._receive(board, {"do": "undo"}, [])
    assert board.problem.startswith("nothing to undo")
    board.position = totora.Position("uros")
    assert "uros, ply 0" in board.picture and "T@A6" in board.cells["A6"] and "T@A6/90" in board.cells["A6"]


def test_a_bot_answers_for_the_other_seat() -> None:
    board = Board("isolation", bot="level-1", seat=1, size="5x5")
    assert board.position.to_act == [1], "the bot has moved first"
    board.play(board.moves[0])
    assert board.position.over or board.position.to_act == [1]
    board.undo()
    assert (board.position.ply, board.position.to_act) == (1, [1])


@pytest.mark.skipif(not CHROMIUM or not shutil.which("node"), reason="Chromium or node is not installed")
def test_the_browser_sends_the_clicked_moves(tmp_path: Path) -> None:
    board, package = Board("isolation", size="5x5"), Path(totora.__file__).parent
    state = tmp_path / "state.json"
    names = ("picture", "moves", "cells", "status", "problem")
    state.write_text(json.dumps({name: getattr(board, name) for name in names}))
    files = [HERE / "widget.mjs", state, package / "widget.js", package / "widget.css", tmp_path / "board.png"]
    environment = {**os.environ, "CHROMIUM_PATH": str(CHROMIUM)}
    done = subprocess.run(["node", *map(str, files)], capture_output=True, text=True, env=environment, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    moves = [{"do": "play", "move": move} for move in ("c3", "a1")]
    assert seen["sent"] == [*moves, {"do": "undo"}, {"do": "play", "move": "c3=2"}]
    assert (seen["problem"], seen["errors"]) == ("ply 1: no", [])
    assert (tmp_path / "board.png").stat().st_size > 1000
