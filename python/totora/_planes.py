"""Planes, masks and symmetries of a position, and many games at once. Needs `pip install totora[numpy]`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from . import _native

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]
    Bytes = npt.NDArray[np.int8]
    Integers = npt.NDArray[np.int64]

Observation = Literal["planes", "features"]
"""What an agent observes: the whole board as layers, or the vector of the game's features."""


def numpy() -> Any:
    """The module numpy, which the package needs only here."""
    try:
        import numpy
    except ImportError as error:
        raise _native.Error("planes and batches need numpy: pip install totora[numpy]") from error
    return numpy


class Channel(NamedTuple):
    """A layer of the planes."""

    key: str
    """Its name: lower case letters, digits and `_`."""
    about: str
    """The meaning of its values, in one line."""


@dataclass(frozen=True)
class Layout:
    """The shape of a game's planes, and its moves by number."""

    channels: list[Channel]
    shape: tuple[int, int]
    """Rows and columns."""
    actions: list[str]
    """The moves by their numbers; empty if they cannot be listed."""
    numbers: dict[str, int] = field(repr=False)
    """The number of each move."""

    @classmethod
    def read(cls, game: str, text: str) -> Layout:
        """Reads the layout of a game in the form of the native module."""
        data = json.loads(text)
        if data is None:
            raise _native.Error(f"{game} has no planes")
        rows, columns = data["shape"]
        numbers = {move: number for number, move in enumerate(data["actions"])}
        return cls([Channel(*one) for one in data["channels"]], (rows, columns), data["actions"], numbers)


@dataclass(frozen=True, eq=False)
class Symmetry:
    """A symmetry of a game: what it does to planes, moves and policies.

    >>> from totora import Game
    >>> position = Game("isolation").start(size="5x5").play("a5")
    >>> half_turn = position.symmetries()[2]
    >>> half_turn.name, half_turn.move("a5")
    ('half turn', 'e1')
    """

    name: str
    """Its name, such as `quarter turn`; the first symmetry is the `identity`."""
    _planes: npt.NDArray[np.uint32] = field(repr=False)
    _actions: npt.NDArray[np.uint32] = field(repr=False)
    _layout: Layout = field(repr=False)

    def planes(self, planes: Floats) -> Floats:
        """The planes of the transformed position. The array may have more axes before those of `Position.planes`."""
        np = numpy()
        flat = planes.reshape(*planes.shape[:-3], -1)
        moved = np.empty_like(flat)
        moved[..., self._planes] = flat
        return moved.reshape(planes.shape)  # type: ignore[no-any-return]

    def move(self, move: str) -> str:
        """The move in the transformed position."""
        number = self._layout.numbers.get(move)
        if number is None:
            raise _native.Error(f"{move!r} is not among the numbered moves of the game")
        return self._layout.actions[int(self._actions[number])]

    def policy(self, policy: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Probabilities of actions, or a mask, in the transformed position. The last axis is that of the actions."""
        np = numpy()
        moved = np.zeros_like(policy)
        # Two names of one placement of Uros become one; at most one of them is legal.
        np.add.at(moved, (..., self._actions), policy)
        return moved  # type: ignore[no-any-return]


def symmetries(position: _native.Position, layout: Layout) -> list[Symmetry]:
    """The symmetries of a position's game, the identity first."""
    np = numpy()
    return [
        Symmetry(name, np.frombuffer(planes, np.uint32), np.frombuffer(actions, np.uint32), layout)
        for name, planes, actions in position.symmetries_bytes()
    ]


class Step(NamedTuple):
    """The games of a batch after a step. Each array has a row for each game."""

    observations: Floats
    """The planes or features, from the view of the seat to move."""
    masks: Bytes
    """1 for legal actions."""
    rewards: Floats
    """By seat: 1 to -1 in games that ended in this step, else 0."""
    dones: npt.NDArray[np.bool_]
    """Whether the game ended in this step. Its row then shows the next game, which has begun already."""
    to_act: Integers
    """The seat to move."""


class Batch:
    """Many games at once, stepped in Rust without the GIL. A finished game begins again with the next seed.

    >>> games = Batch("isolation", 8, size="5x5", seed=3)
    >>> games.state.observations.shape, games.state.masks.shape
    ((8, 6, 5, 5), (8, 25))
    >>> step = games.step(games.sample())
    >>> step.to_act.tolist()
    [1, 1, 1, 1, 1, 1, 1, 1]
    """

    def __init__(
        self, game: str, n: int, *, seed: int = 1, observation: Observation | None = "planes", **options: Any
    ) -> None:
        from ._game import Game, _options

        if not isinstance(n, int) or n < 1:
            raise _native.Error(f"n is {n!r}, but must be a number of games, at least 1")
        if observation not in ("planes", "features", None):
            raise _native.Error(f"observation is {observation!r}, but must be 'planes', 'features' or None")
        numpy()
        self.game = Game(game)
        """The game."""
        self.n = n
        """The number of games."""
        self.options = options
        """The options of the games."""
        self.observation = observation
        """What `Step.observations` has."""
        self._batch = _native.Batch(game, json.dumps(_options(options)), n, seed, observation or "none")
        self.state = self._read(self._batch.observe())
        """The last step."""

    @cached_property
    def layout(self) -> Layout:
        """The channels of the planes, and the moves by number."""
        return self.game.start(**self.options).layout

    @property
    def actions(self) -> list[str]:
        """The moves by their numbers."""
        return self.layout.actions

    @property
    def seeds(self) -> list[int]:
        """The seed of each game."""
        return self._batch.seeds

    def step(self, actions: npt.ArrayLike) -> Step:
        """Plays an action in every game, and returns the new state. If one is illegal, no game moves."""
        np = numpy()
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.ndim != 1:
            raise _native.Error(
                f"actions are an array of {given.dtype} with shape {given.shape}, but must be whole numbers, one for each game"
            )
        given = np.ascontiguousarray(given, np.int64)
        self.state = self._read(self._batch.step(given.tobytes()))
        return self.state

    def sample(self) -> Integers:
        """A random legal action for every game; the same ones for the same seed."""
        return numpy().frombuffer(self._batch.sample(), numpy().int64)  # type: ignore[no-any-return]

    def _read(self, parts: Sequence[bytearray]) -> Step:
        np = numpy()
        observations, masks, rewards, dones, to_act = parts
        seen = np.frombuffer(observations, np.float32)
        if self.observation == "planes":
            seen = seen.reshape(self.n, len(self.layout.channels), *self.layout.shape)
        else:
            seen = seen.reshape(self.n, -1) if self.observation else seen.reshape(self.n, 0)
        return Step(
            seen,
            np.frombuffer(masks, np.int8).reshape(self.n, -1),
            np.frombuffer(rewards, np.float32).reshape(self.n, -1),
            np.frombuffer(dones, np.bool_),
            np.frombuffer(to_act, np.int64),
        )

    def __repr__(self) -> str:
        return f"Batch({self.game.id!r}, {self.n})"


def batch(
    game: str, n: int, *, seed: int = 1, observation: Observation | None = "planes", **options: Any
) -> Batch:
    """Starts `n` games at once, with consecutive seeds; see `Batch`. With `observation=None` only masks are computed."""
    return Batch(game, n, seed=seed, observation=observation, **options)
