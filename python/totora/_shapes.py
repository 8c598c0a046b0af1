"""The analysis of the protocol. Written by scripts/make-python-shapes.mjs from the structs of Rust."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Margin:
    """The lead of a seat, in the game's unit."""

    by: float
    """After a forced win or loss the final lead or deficit of the seat, never negative; else the expected lead, negative for a deficit."""
    unit: str
    """The unit, in the singular: `stone`."""


@dataclass(frozen=True)
class TaskOption:
    """A task that a piece has or could have."""

    words: str
    """The task in words: `harvest at 44,10`."""
    score: float
    """The sum of the contributions."""
    terms: Mapping[str, float]
    """Contributions by the keys of the analysis's terms."""
    features: Mapping[str, float]
    """The measured features of the task, by their keys."""


@dataclass(frozen=True)
class Task:
    """The task of one piece in a move that consists of orders."""

    who: str
    """The piece: `outpost 3 on 40,12`."""
    task: str
    """The task in a word: `harvest`."""
    words: str
    """The task in words: `harvests at 44,10`."""
    score: float
    """The sum of the contributions."""
    terms: Mapping[str, float]
    """Contributions by the keys of the analysis's terms."""
    spot: Any
    """The location on the board, in the form of the game's renderer."""
    options: list[TaskOption] = field(metadata={"shape": TaskOption})
    """The task itself, then the best alternatives: at most three, each another task or another step."""


@dataclass(frozen=True)
class AnalyzedMove:
    """A candidate, as sent by the protocol."""

    move: str
    """The move, in the game's notation."""
    score: float | str | None
    """A number, "win" or "loss"; null if unknown."""
    terms: Mapping[str, float | None]
    """Contributions by the keys of the terms; they sum to the score. Null if unknown."""
    visits: int | None
    """Number of visits by a tree search."""
    pv: list[str]
    """The principal variation after it."""
    bound: bool = False
    """Whether the score is only an upper bound; absent if it is exact."""
    examined: bool = True
    """Whether the bot searched it; absent if it did. Nothing else is known of a candidate that was not searched."""
    rough: bool = False
    """Whether a tree search has too few visits for a reliable value; absent if it has enough."""
    win: float | None = None
    """The chance to win, a draw counting half, from 0 to 1; absent if unknown."""
    margin: Margin | None = field(default=None, metadata={"shape": Margin})
    """The certain or expected margin of the win or loss; absent if unknown."""
    depth: int | None = None
    """Its search depth in plies; absent if it equals that of the analysis."""
    line_end: Mapping[str, float] | None = None
    """The contribution of each term at the end of the line, if `terms` are measured there; else absent."""
    interval: tuple[float, float] | None = field(default=None, metadata={"shape": tuple})
    """The bounds of the confidence interval of a sampled chance to win, from 0 to 1; else absent."""
    plies: int | None = None
    """Plies to a forced result, if the score is one; null if unknown."""
    by_seat: list[float | str | None] = field(default_factory=list)
    """Its value for every seat, in games of more than two."""


@dataclass(frozen=True)
class Analysis:
    """An analysis, as sent by the protocol."""

    choice: str | None
    """The move that the bot plays."""
    candidates: list[AnalyzedMove] = field(metadata={"shape": AnalyzedMove})
    """All candidates, best first, then bounds, then unknown scores."""
    nodes: int
    """Number of nodes or playouts."""
    depth: int
    """Search depth in plies."""
    exact: bool
    """Whether the scores are proven."""
    why: str
    """The reason, in one sentence."""
    line_nodes: int | None = None
    """Number of extra nodes for candidates that need exact scores; absent if there were none."""
    differences: list[str] = field(default_factory=list)
    """At most three further differences."""
    tasks: list[Task] = field(default_factory=list, metadata={"shape": Task})
    """The task of each piece, if a move is a set of orders."""
    view: int | None = None
    """The seat from whose view the scores are, in games of more than two."""
