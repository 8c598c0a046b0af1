"""Games, positions, analyses and arenas: the public classes, based on `_native`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _native, svg
from ._planes import Channel, Layout, Symmetry, numpy, symmetries
from ._shapes import Analysis
from .bot import Answer, Bot, Thought, Turn, _thought, _turn

if TYPE_CHECKING:
    from ._planes import Bytes, Floats

Budget = int | str
"""The work of a search: a number of nodes, or a text such as `"10000n"`, `"50ms"` or `"6d"`."""


def _budget(budget: Budget | None) -> str | None:
    """A budget as it is written on the command line."""
    if isinstance(budget, int) and not isinstance(budget, bool):
        return f"{budget}n"
    if budget is None or isinstance(budget, str):
        return budget
    raise _native.Error(f"budget is {budget!r}, but must be a number of nodes, or a text such as '1000n', '50ms' or '6d'")


def _options(options: Mapping[str, Any] | None) -> dict[str, Any]:
    """The options of a game as they are written: True is on, False is off."""
    switched = {True: "on", False: "off"}
    return {key: switched[value] if isinstance(value, bool) else value for key, value in (options or {}).items()}


def _budget_of_turn(budget: Budget | Mapping[str, int] | None) -> Mapping[str, int] | None:
    """A budget in the form that a bot gets."""
    if budget is None or isinstance(budget, Mapping):
        return budget
    return json.loads(_native.budget_json(_budget(budget) or ""))  # type: ignore[no-any-return]


class Outcome(NamedTuple):
    """How a game ended, by seat."""

    ranks: list[int]
    """1 for the winner; tied seats have the same rank."""
    scores: list[int]
    """In the game's unit, such as stones."""
    reason: str
    """Why the game ended, as the game names it: `stuck`, `forfeit`."""
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

    Two positions are equal if the boards and the seats to move are equal, whatever was played before, and equal positions have
    equal hashes. `print` shows the board. As a key of a dictionary use a copy that you do not change. Threads may share a
    position: a search works on a copy of its own.

    >>> print(Position("isolation", {"size": "3x3"}).play("a1"))
       a b c
    3  . . .
    2  . . .
    1  1 . .
    Blue to move: place the knight
    >>> position = Position("isolation", {"size": "5x5"})
    >>> position.play("z9")
    Traceback (most recent call last):
    totora.IllegalMove: ply 1 of isolation: `z9` is not a move: ...
    """

    def __new__(cls, game: str, options: Mapping[str, Any] | None = None, seed: int = 1) -> Position:
        setup = {"game": game, "options": _options(options), "seed": seed}
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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _native.Position):
            return NotImplemented
        return self.same(other)

    def __hash__(self) -> int:
        return hash((self.game, self.hash))

    def __str__(self) -> str:
        return self.board

    @cached_property
    def layout(self) -> Layout:
        """The channels of the planes, and the moves of the game by number."""
        return Layout.read(self.game, self.plane_layout_json())

    @property
    def channels(self) -> list[Channel]:
        """The layers of `planes`, each with its key and its meaning."""
        return self.layout.channels

    @property
    def actions(self) -> list[str]:
        """All moves that can occur in the game, by number; empty if they cannot be listed (Outpost)."""
        return self.layout.actions

    def planes(self, seat: int | None = None) -> Floats:
        """The position as layers over the board, from the view of the seat to act or of `seat`: an array of 32-bit floats with
        the axes channel, row (from the top) and column. `channels` lists the layers. Needs numpy.

        >>> Position("isolation", {"size": "5x5"}).planes().shape
        (6, 5, 5)
        """
        np = numpy()
        layers = np.frombuffer(self.planes_bytes(self._acting(seat)), np.float32)
        return layers.reshape(len(self.layout.channels), *self.layout.shape)  # type: ignore[no-any-return]

    def action_mask(self) -> Bytes:
        """For each of `actions` 1 if it is legal now, else 0. Needs numpy."""
        np = numpy()
        mask = np.zeros(len(self.layout.actions), np.int8)
        mask[self.legal_actions()] = 1
        return mask  # type: ignore[no-any-return]

    def symmetries(self) -> list[Symmetry]:
        """The symmetries of the game with its options, the identity first: transformations of planes, moves and policies that
        keep the rules. Needs numpy.

        Isolation: eight on a square board, else four. Uros: the four turns of the Lake, as mirrored islands do not exist; those
        of moves depend on the position, because an island that looks the same after a half turn has one name for both, and its
        squares are then counted from the other end.
        FenceMaster and Havannah: twelve. Reversi: those of the map with its transitions and special tiles. Outpost: only the
        identity, as maps are not symmetric.
        """
        return symmetries(self, self.layout)

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
        budget: Budget | None = None,
        options: Mapping[str, Any] | None = None,
        seat: int | None = None,
        seed: int | None = None,
        lines: int = 1,
    ) -> Analysis:
        """Analyses this position with a built-in bot.

        `bot` and `budget` are written as on the command line: `"balanced:bvl=6@1000n"`, `"10000n"`, `"50ms"`, `"6d"`; a
        number is a number of nodes.
        `lines` is the number of best candidates with exact scores. Releases the GIL, so other threads keep running.
        """
        bot_options = None if options is None else json.dumps(dict(options))
        analysis = json.loads(self.think_json(bot, bot_options, _budget(budget), seat, seed, lines))
        return _read(Analysis, analysis)  # type: ignore[no-any-return]

    def turn(self, seat: int | None = None, budget: Budget | Mapping[str, int] | None = None) -> Turn:
        """This position as the argument of your own bot. `budget` is passed on to it."""
        state = self.state
        return Turn(
            game=self.game,
            options=state.pop("options"),
            seat=self._acting(seat),
            state=state,
            history=self.history,
            text=self.text,
            legal_moves=self.legal_moves,
            budget=_budget_of_turn(budget),
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
    """Its name in records and on the command line."""
    info: Mapping[str, Any] = field(repr=False, compare=False)
    """The game's entry in `totora games --json`."""

    def __init__(self, id: str) -> None:
        if id not in _GAMES:
            raise _native.Error(f"unknown game {id!r}; known are {', '.join(_GAMES)}")
        object.__setattr__(self, "id", id)
        object.__setattr__(self, "info", _GAMES[id])

    @property
    def name(self) -> str:
        """Its name for people."""
        return str(self.info["name"])

    @property
    def bots(self) -> list[str]:
        """The built-in bots. `levels` lists those that are opponents for people, the strongest last."""
        return [bot["id"] for bot in self.info["bots"]]

    @property
    def levels(self) -> list[str]:
        """The opponents for people, from the weakest to the strongest."""
        return list(self.info["levels"])

    @property
    def features(self) -> list[str]:
        """The keys of its features, in the order of `Position.feature_values`."""
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


Seat = str | Bot | type[Bot] | Callable[[Turn], Answer]
"""A player: the name of a built-in bot, or your own bot as an object, a class or a function."""


def _mine(bot: Bot | type[Bot] | Callable[[Turn], Answer]) -> Callable[[Turn], Answer]:
    """The function of your own bot."""
    player: Any = bot() if isinstance(bot, type) else bot
    if isinstance(player, Bot):
        return player.think
    if callable(player):
        return player  # type: ignore[no-any-return]
    raise _native.Error(f"{bot!r} is not a bot; expected the name of a built-in bot, a subclass of Bot or a function")


def play(position: Position, seats: Sequence[Seat], budget: Budget | None = None) -> Position:
    """Plays the game to the end. Each seat is a built-in bot (a string) or your own bot.

    >>> class First(Bot):
    ...     def think(self, turn: Turn) -> str:
    ...         return turn.legal[0]
    >>> play(Game("isolation").start(size="5x5"), [First(), "random"]).over
    True
    """
    if len(seats) != position.seats:
        raise _native.Error(f"{position.game} has {position.seats} seats, but {len(seats)} bots are given")
    players = [seat if isinstance(seat, str) else _mine(seat) for seat in seats]
    while acting := position.to_act:
        player = players[acting[0]]
        if isinstance(player, str):
            choice = position.think(player, budget=budget, seat=acting[0]).choice or "forfeit"
        else:
            answer = player(position.turn(acting[0], budget))
            choice = answer.choice if isinstance(answer, Thought) else answer
        position.play(choice, acting[0])
    return position


def arena(
    game: str,
    bots: Iterable[Seat],
    games: int = 100,
    *,
    against: Iterable[Seat] = (),
    options: Mapping[str, Any] | None = None,
    openings: str | Sequence[str] = "drawn",
    seed: int = 1,
    threads: int | None = None,
    budget: Budget | None = None,
) -> dict[str, Any]:
    """Plays a round robin. Returns the report that the command `arena` prints with `--json`.

    `bots` are built-in bots, as on the command line, or your own ones: objects, classes or functions. `games` is per pairing;
    `openings` is `"drawn"` (random), `"none"`, or a list of openings. `budget` is for bots that use one and have none of their
    own. Built-in bots play on all cores, and the result does not depend on `threads`; with a bot of your own, all games are
    played on one thread. A move of your bot that is not legal loses the game; an exception of it ends the arena. Releases the
    GIL while built-in bots think.

    >>> def first(turn: Turn) -> str:
    ...     return turn.legal[0]
    >>> report = arena("isolation", [first, "random"], 10, options={"size": "5x5"})
    >>> report["games"], sorted(bot["bot"] for bot in report["bots"])
    (10, ['first', 'random'])
    """
    mine: dict[str, Callable[[Turn], Answer]] = {}
    written = _budget(budget)

    def entrant(bot: Seat) -> Any:
        if isinstance(bot, str):
            return bot if written is None or "@" in bot or not _searches(game, bot) else f"{bot}@{written}"
        think = _mine(bot)
        name = getattr(bot, "__name__", None) or type(bot).__name__
        name = "bot" if name == "<lambda>" else name[:30]
        number = sum(known == name or known.startswith(f"{name} ") for known in mine)
        name = f"{name} {number + 1}" if number else name
        mine[name] = think
        return {"program": name} | ({} if budget is None else {"budget": _budget_of_turn(budget)})

    def ask(name: str, line: str) -> str:
        request = json.loads(line)
        return json.dumps(_thought(mine[name](_turn(request, request))))

    request: dict[str, Any] = {"game": game, "bots": [entrant(bot) for bot in bots], "games": games, "seed": seed}
    request |= {"against": [entrant(bot) for bot in against], "options": _options(options), "openings": openings}
    return json.loads(_native.arena_json(json.dumps(request), threads, ask if mine else None))  # type: ignore[no-any-return]


def _searches(game: str, bot: str) -> bool:
    """Whether a built-in bot uses a budget."""
    id = bot.split(":")[0]
    return any(one["budget"] is not None for one in Game(game).info["bots"] if one["id"] == id)
