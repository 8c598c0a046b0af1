"""A board for notebooks. Needs `pip install totora[widget]`.

    from totora.widget import Board
    board = Board("isolation", size="5x5")      # or Board(position)
    board.on_move(lambda board, move: print(move))
    board

Click a cell to play there. If several moves are possible, choose one below the board. `board.position` is the position; assign
another one to show it. With `bot="level-2"` the bot plays the other seats.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ._game import Game, Position
from ._native import Error

Listener = Callable[["Board", str], object]


class Board(anywidget.AnyWidget):
    """A board to play on. The options of the game follow, such as `size="5x5"`."""

    _esm = Path(__file__).with_name("widget.js")
    _css = Path(__file__).with_name("widget.css")
    picture = traitlets.Unicode().tag(sync=True)
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
    cells = traitlets.Dict().tag(sync=True)
    """The moves that a click on each cell can play."""
    status = traitlets.Unicode().tag(sync=True)
    problem = traitlets.Unicode().tag(sync=True)

    def __init__(self, game: str | Position, *, bot: str | None = None, seat: int = 0, **options: Any) -> None:
        super().__init__()
        self.bot, self.seat = bot, seat
        self._listeners: list[Listener] = []
        self._position = game if isinstance(game, Position) else Game(game).start(**options)
        self.on_msg(self._receive)
        self._answer()

    @property
    def position(self) -> Position:
        """The position. Assign another one to show it."""
        return self._position

    @position.setter
    def position(self, position: Position) -> None:
        self._position = position
        self._show()

    def on_move(self, listener: Listener) -> None:
        """Calls `listener(board, move)` after every move, including the bot's."""
        self._listeners.append(listener)

    def play(self, move: str) -> None:
        """Plays a move, like a click."""
        self._position.play(move)
        self._notify(move)
        self._answer()

    def undo(self) -> None:
        """Takes back the last ply; with a bot, all plies back to the player's turn."""
        self._position.undo()
        while self.bot and self._position.ply and self.seat not in self._position.to_act:
            self._position.undo()
        self._show()

    def _answer(self) -> None:
        while self.bot and not self._position.over and self.seat not in self._position.to_act:
            move = self._position.think(self.bot).choice or "forfeit"
            self._position.play(move)
            self._notify(move)
        self._show()

    def _notify(self, move: str) -> None:
        for listener in self._listeners:
            listener(self, move)

    def _show(self) -> None:
        position = self._position
        moves, cells = position.legal_moves or [], dict[str, list[str]]()
        for move in moves:
            # The cell of `T@A6/90` is A6, the cell of `3,4=2` is 3,4.
            cells.setdefault(move.split("@")[-1].split("/")[0].split("=")[0], []).append(move)
        acting = ", ".join(position.seat_name(seat) for seat in position.to_act)
        with self.hold_sync():
            self.picture, self.moves, self.cells, self.problem = position._repr_svg_(), moves, cells, ""
            outcome = position.outcome
            self.status = outcome.text if outcome else f"Ply {position.ply}: {acting} to move"

    def _receive(self, widget: object, message: dict[str, Any], buffers: object) -> None:
        try:
            if message.get("do") == "undo":
                self.undo()
            else:
                self.play(str(message.get("move", "")))
        except Error as error:
            self.problem = str(error).splitlines()[0]
