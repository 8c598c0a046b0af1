"""Games, positions, analyses and arenas: the public classes, based on `_native`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from . import _native, svg
from ._shapes import Analysis
from .bot import Answer, Bot, Thought, Turn


class Outcome(NamedTuple):
    """How a game ended, by seat."""

    ranks: list[int]
    """1 for the winner; tied seats have the same rank."""
    scores: list[int]
    reason: str
    text: str
    """The result in a sentence."""


def _read(shape: Any, data: Mapping[str, Any]) -> Any:
    """An instance of a class of `_shapes`. Keys of newer versions are ignored."""
    shapes = {one.name: one.metadata.get("shape") for one in fields(shape)}
    return shape(**{key: _nested(shapes[key], value) for key, value in data.items() if key in shapes})


def _nested(shape: Any, value: Any) -> Any:
    if shape is None or value is None:
        return value
    if shape is tuple:
        return tuple(value)
    return [_read(shape, item) for item in value] if isinstance(value, list) else _read(shape, value)


class Position(_native.Position):
    """A game at one of its positions. `play` and `undo` change it in place.

    >>> position = Position("isolation", {"size": "5x5"})
    >>> position.play("z9")
    Traceback (most recent call last):
    totora.IllegalMove: ply 1 of isolation: `z9` is not a move: ...
    """

    def __new__(cls, game: str, options: Mapping[str, Any] | None = None, seed: int = 1) -> Position:
        setup = {"game": game, "options": dict(options or {}), "seed": seed}
        return _native.Position.__new__(cls, "new", json.dumps(setup))  # type: ignore[return-value]

    @classmethod
    def from_record(cls, record: str | Mapping[str, Any]) -> Position:
        """The last position of a recorded game. `record` is JSON text or a mapping."""
        text = record if isinstance(record, str) else json.dumps(record)
        return _native.Position.__new__(cls, "record", text)  # type: ignore[return-value]

    @classmethod
    def from_link(cls, link: str) -> Position:
        """The position that a link shows."""
        return _native.Position.__new__(cls, "link", link)  # type: ignore[return-value]

    @classmethod
    def from_text(cls, text: str) -> Position:
        """The last position of a game in any format that the page opens: a link in whatever surrounds it, SGF, GGF, a line of
        moves, a board or a position text. `notes` has remarks on the conversion.

        >>> Position.from_text("F5 D6 C3").ply
        3
        """
        return _native.Position.__new__(cls, "text", text)  # type: ignore[return-value]

    def play(self, move: str, seat: int | None = None) -> Position:  # type: ignore[override]
        """Plays a move, and returns the position itself.

        `seat` is for games in which all seats move at once. Raises `IllegalMove` without changing the position.
        """
        super().play(move, seat)
        return self

    def __reduce__(self) -> tuple[Callable[[str, int], Position], tuple[str, int]]:
        return _again, (self.record_json(), self.ply)

    def copy(self) -> Position:
        """An independent copy with the same history. Replays the record."""
        return _again(self.record_json(), self.ply)

    @property
    def state(self) -> dict[str, Any]:
        """The protocol's STATE with the game's options, and the result in a sentence."""
        return json.loads(self.state_json())  # type: ignore[no-any-return]

    @property
    def options(self) -> dict[str, Any]:
        """The game's options that differ from the default."""
        return self.state["options"]  # type: ignore[no-any-return]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; `None` if it is not over."""
        if not self.over:
            return None
        state = self.state
        return Outcome(**state["outcome"], text=state["result"])

    def features(self, seat: int | None = None) -> dict[str, float]:
        """The game's features by key, for the seat to act or for `seat`."""
        seat = self._acting(seat)
        return dict(zip(Game(self.game).features, self.feature_values(seat)))

    def think(
        self,
        bot: str,
        *,
        budget: str | None = None,
        options: Mapping[str, Any] | None = None,
        seat: int | None = None,
        seed: int | None = None,
        lines: int = 1,
    ) -> Analysis:
        """Analyses this position with a built-in bot.

        `bot` and `budget` are written as on the command line: `"balanced:bvl=6@1000n"`, `"10000n"`, `"50ms"`, `"6d"`.
        `lines` is the number of best candidates with exact scores. Releases the GIL, so other threads keep running.
        """
        bot_options = None if options is None else json.dumps(dict(options))
        analysis = json.loads(self.think_json(bot, bot_options, budget, seat, seed, lines))
        return _read(Analysis, analysis)  # type: ignore[no-any-return]

    def turn(self, seat: int | None = None, budget: Mapping[str, int] | None = None) -> Turn:
        """This position as the argument of your own bot."""
        state = self.state
        return Turn(
            game=self.game,
            options=state.pop("options"),
            seat=self._acting(seat),
            state=state,
            history=self.history,
            text=self.text,
            legal_moves=self.legal_moves,
            budget=budget,
            time_left_ms=10_000,
            seed=self.seed,
        )

    def record(self) -> dict[str, Any]:
        """The record of the game, for `totora replay`, the page and `from_record`."""
        return json.loads(self.record_json())  # type: ignore[no-any-return]

    def _acting(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        acting = self.to_act
        if not acting:
            raise _native.Error(f"{self.game}, ply {self.ply}: the game is over, and no seat owes a move")
        return acting[0]

    def _repr_svg_(self) -> str:
        return svg.draw(self)

    def __repr__(self) -> str:
        return f"Position({self.game!r}, ply={self.ply}, to_act={self.to_act})"


def _again(record: str, ply: int) -> Position:
    """Replays a record up to this ply."""
    position = Position.from_record(record)
    while position.ply > ply:
        position.undo()
    return position


@dataclass(frozen=True, init=False)
class Game:
    """A game with its options and bots.

    >>> Game("uros").name
    'Uros'
    >>> [game.id for game in games()]
    ['uros', 'isolation', 'outpost', 'fencemaster', 'reversi']
    """

    id: str
    info: Mapping[str, Any] = field(repr=False, compare=False)
    """The game's entry in `totora games --json`."""

    def __init__(self, id: str) -> None:
        if id not in _GAMES:
            raise _native.Error(f"unknown game {id!r}; known are {', '.join(_GAMES)}")
        object.__setattr__(self, "id", id)
        object.__setattr__(self, "info", _GAMES[id])

    @property
    def name(self) -> str:
        return str(self.info["name"])

    @property
    def bots(self) -> list[str]:
        """The built-in bots. `levels` lists those that are opponents for people, the strongest last."""
        return [bot["id"] for bot in self.info["bots"]]

    @property
    def levels(self) -> list[str]:
        return list(self.info["levels"])

    @property
    def features(self) -> list[str]:
        return [feature["key"] for feature in self.info["features"]]

    def start(self, seed: int = 1, **options: Any) -> Position:
        """Starts a game with these options, and returns its first position."""
        return Position(self.id, options, seed)


_GAMES: dict[str, Mapping[str, Any]] = {game["id"]: game for game in json.loads(_native.games_json())}


def games() -> list[Game]:
    """All games."""
    return [Game(id) for id in _GAMES]


def think(position: Position, bot: str, **arguments: Any) -> Analysis:
    """The same as `position.think(bot, …)`."""
    return position.think(bot, **arguments)


Seat = str | Bot | Callable[[Turn], Answer]


def play(position: Position, seats: Sequence[Seat], budget: str | None = None) -> Position:
    """Plays the game to the end. Each seat is a built-in bot (a string) or your own bot.

    >>> class First(Bot):
    ...     def think(self, turn: Turn) -> str:
    ...         return turn.legal[0]
    >>> play(Game("isolation").start(size="5x5"), [First(), "random"]).over
    True
    """
    if len(seats) != position.seats:
        raise _native.Error(f"{position.game} has {position.seats} seats, but {len(seats)} bots are given")
    while acting := position.to_act:
        seat = seats[acting[0]]
        if isinstance(seat, str):
            choice = position.think(seat, budget=budget, seat=acting[0]).choice or "forfeit"
        else:
            answer = (seat.think if isinstance(seat, Bot) else seat)(position.turn(acting[0]))
            choice = answer.choice if isinstance(answer, Thought) else answer
        position.play(choice, acting[0])
    return position


def arena(
    game: str,
    bots: Iterable[str],
    games: int = 100,
    *,
    against: Iterable[str] = (),
    options: Mapping[str, Any] | None = None,
    openings: str | Sequence[str] = "drawn",
    seed: int = 1,
    threads: int | None = None,
) -> dict[str, Any]:
    """Plays a round robin between built-in bots on all cores. Returns the report of `totora arena --json`.

    `games` is per pairing; `openings` is `"drawn"` (random), `"none"`, or a list of openings. The result does not depend on
    `threads`. Releases the GIL, so other threads keep running.
    """
    request: dict[str, Any] = {"game": game, "bots": list(bots), "games": games, "seed": seed}
    request |= {"against": list(against), "options": dict(options or {}), "openings": openings}
    return json.loads(_native.arena_json(json.dumps(request), threads))  # type: ignore[no-any-return]
