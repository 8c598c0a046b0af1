"""Everything that a Totora bot in Python needs, in one file without dependencies.

A bot is a function that takes a turn and returns a move or a thought:

    import totora

    def think(turn: totora.Turn) -> totora.Thought:
        return totora.best([totora.Candidate(move, {"length": len(move)}) for move in turn.legal])

    totora.run(think)

`totora play isolation --seats "exec:python3 mybot.py,random"` then plays a game with it. `import totora` imports the package
after `pip install totora`, or a copy of this file named `totora.py` next to the bot. `run` uses the protocol of
docs/reference/protocol.md.
"""

from __future__ import annotations

import json
import sys
import traceback
from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, Mapping, Sequence, TextIO, Tuple, Union


@dataclass(frozen=True)
class Candidate:
    """A move that the bot considered. Its score is the sum of its terms."""

    move: str
    """The move."""
    terms: Mapping[str, float] = field(default_factory=dict)
    """The parts of its score by name."""

    @property
    def score(self) -> float:
        """The sum of the terms."""
        return sum(self.terms.values())


@dataclass(frozen=True)
class Mark:
    """A mark that a bot draws on the board: on a cell, or as an arrow to another cell."""

    cell: str
    to: str | None = None
    text: str = ""
    tone: str = "plain"
    """`"plain"`, `"good"` or `"bad"`."""
    layer: str = ""
    """The user can show and hide the marks of a layer together."""


@dataclass(frozen=True)
class Thought:
    """The move to play, with the candidates (best first) and the reason in plain words."""

    choice: str
    candidates: Sequence[Candidate] = ()
    why: str = ""
    draw: Sequence[Mark] = ()
    log: Sequence[str] = ()
    """Lines for the console of the Lab."""


@dataclass(frozen=True)
class Turn:
    """The argument of a bot: the position in which it must move, and its budget."""

    game: str
    options: Mapping[str, Any]
    seat: int
    """The bot's seat, counted from 0."""
    state: Mapping[str, Any]
    """The ply, the seats to act, and the game's summary: STATE in docs/reference/protocol.md."""
    history: Sequence[str]
    """All moves so far."""
    text: str
    """The position text; docs/reference/protocol.md shows it for each game."""
    legal_moves: Sequence[str] | None
    """`None` if they cannot be listed (Outpost)."""
    budget: Mapping[str, int] | None
    """`{"ms": 50}` or `{"nodes": 1000}`, if the match has one."""
    time_left_ms: int
    """If the bot takes longer than this, it loses the game; in milliseconds."""
    seed: int
    _tree: _Tree | None = field(default=None, repr=False, compare=False)
    _path: tuple[_Step, ...] = field(default=(), repr=False, compare=False)

    def play(self, move: str, seat: int | None = None) -> Turn:
        """The turn after a move of the seat to move, or of `seat`. Does not change this turn. Needs the package, or the page."""
        tree, path = self._tree or _Tree(self), (*self._path, (move, seat))
        game = tree.at(path)
        played = object.__new__(Turn)
        # The text and the legal moves are computed on first access.
        rest = {key: value for key, value in vars(self).items() if key not in ("text", "legal_moves")}
        rest |= {"state": game.state, "history": [*self.history, move], "_tree": tree, "_path": path}
        vars(played).update(rest)
        return played

    def __getattr__(self, name: str) -> Any:
        if name not in ("text", "legal_moves") or self._tree is None:
            raise AttributeError(f"a turn has no {name!r}")
        value = getattr(self._tree.at(self._path), name)
        vars(self)[name] = value
        return value

    @property
    def to_move(self) -> int | None:
        """The seat to move, or the first one if all move at once; `None` if the game is over."""
        return next(iter(self.state["to_act"]), None)

    @property
    def outcome(self) -> Mapping[str, Any] | None:
        """How the game ended, with its `ranks` by seat; `None` if it is not over."""
        return self.state["outcome"]  # type: ignore[no-any-return]

    @property
    def legal(self) -> Sequence[str]:
        """The legal moves, for games that list them."""
        if self.legal_moves is None:
            raise ValueError(f"the legal moves of {self.game} cannot be listed")
        return self.legal_moves

    @property
    def rows(self) -> list[list[str]]:
        """The words of each line of the text, without lines such as `to move: 1`."""
        return [line.split() for line in self.text.splitlines() if ":" not in line]


_Step = Tuple[str, Union[int, None]]


class _Tree:
    """The positions after a turn. They share one game, which undoes and plays moves as needed."""

    def __init__(self, turn: Turn) -> None:
        record = {"totora": 1, "game": turn.game, "options": dict(turn.options), "seed": turn.seed}
        self.record = json.dumps({**record, "moves": list(turn.history)})
        self.game: Any = None

    def begin(self) -> None:
        self.game = open_record(self.record)
        self.path: list[_Step] = []
        state = self.game.state
        # Moves per turn: several if all seats move at once.
        self.moves_per_turn = len(state["to_act"]) if state["legal"] is None else 1

    def at(self, path: Sequence[_Step]) -> Any:
        """The game after these moves."""
        if self.game is None:
            self.begin()
        same = 0
        while same < min(len(path), len(self.path)) and self.path[same] == path[same]:
            same += 1
        # An incomplete turn cannot be undone move by move, so the game starts again.
        if same < len(self.path) and len(self.path) % self.moves_per_turn:
            self.begin()
        while len(self.path) > same:
            self.game.undo()
            del self.path[-self.moves_per_turn :]
        for step in path[len(self.path) :]:
            self.game.play(*step)
            self.path.append(step)
        return self.game


def open_record(record: str) -> Any:
    """A recorded game, ready to continue."""
    try:
        from totora import Position
    except ImportError as error:
        raise RuntimeError("Turn.play needs the package: pip install totora") from error
    return Position.from_record(record)


Answer = Union[str, Thought]
"""What a bot returns: a move, alone or in a thought."""


class Bot:
    """Base class for bots. Define `think`; then `MyBot().run()` works like `run`, and `totora.play` accepts it for a seat."""

    def think(self, turn: Turn) -> Answer:
        """Returns the move for this turn, alone or in a thought."""
        raise NotImplementedError(f"{type(self).__name__} has no method `think`")

    def run(self) -> None:
        """Plays on standard input and output until the match is over."""
        run(self.think)


def bot_of(names: Mapping[str, Any]) -> Callable[[Turn], Answer]:
    """The bot that a program defines: its function `think`, or the method of its first subclass of `Bot`."""
    think = names.get("think")
    for one in names.values():
        if think is None and isinstance(one, type) and issubclass(one, Bot) and one is not Bot:
            think = one().think
    if not callable(think):
        raise TypeError("the code has no function think(turn)")
    return think  # type: ignore[no-any-return]


def best(
    candidates: Iterable[Candidate], why: str = "", draw: Sequence[Mark] = (), log: Sequence[str] = ()
) -> Thought:
    """A thought that chooses the candidate with the highest score, the first one of a tie. Candidates are sorted best first."""
    ordered = sorted(candidates, key=lambda candidate: -candidate.score)
    if not ordered:
        raise ValueError("no candidates")
    return Thought(ordered[0].move, ordered, why, draw, log)


def run(
    think: Callable[[Turn], Answer],
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
) -> None:
    """Plays until the match is over. Output that the bot prints goes to standard error."""
    source = sys.stdin if stdin is None else stdin
    sink = sys.stdout if stdout is None else stdout
    original, sys.stdout = sys.stdout, sys.stderr
    game: dict[str, Any] = {}
    try:
        for line in source:
            answer, over = _answer(line, game, think)
            print(json.dumps(answer), file=sink, flush=True)
            if over:
                break
    finally:
        sys.stdout = original


def _answer(
    line: str, game: dict[str, Any], think: Callable[[Turn], Answer]
) -> tuple[dict[str, Any], bool]:
    """The answer to a request, and whether the request was `quit`."""
    try:
        request = json.loads(line)
        what = request["do"]
        if what == "quit":
            return {"ok": True}, True
        if what == "new":
            game.clear()
            game.update(game=request["game"], options=request["options"])
            return {"ok": True}, False
        if what == "play":
            return {"ok": True}, False
        if what == "think":
            return {"ok": True, "thought": _thought(think(_turn(request, game)))}, False
        return {"ok": False, "error": f"unknown request {what!r}"}, False
    except Exception as error:  # any error of the bot is reported to the other end
        traceback.print_exc()
        return {"ok": False, "error": f"{type(error).__name__}: {error}"}, False


def _turn(request: Mapping[str, Any], game: Mapping[str, Any]) -> Turn:
    return Turn(
        game=game["game"],
        options=game["options"],
        seat=request["seat"],
        state=request["state"],
        history=request["history"],
        text=request["position"],
        legal_moves=request["legal_moves"],
        budget=request.get("budget"),
        time_left_ms=request["time_left_ms"],
        seed=request["seed"],
    )


def _thought(answer: Answer) -> dict[str, Any]:
    if isinstance(answer, str):
        return {"choice": answer}
    if not isinstance(answer, Thought):
        raise TypeError(f"think returned neither a move nor a Thought: {answer!r}")
    candidates = [
        {"move": one.move, "score": one.score, "terms": dict(one.terms)} for one in answer.candidates
    ]
    thought = {"choice": answer.choice, "candidates": candidates, "why": answer.why}
    return {**thought, "draw": [vars(one) for one in answer.draw], "log": list(answer.log)}
