"""All that a Totora bot in Python needs, in one file and without packages.

A bot is a function from a turn to a move, or to a thought:

    import totora

    def think(turn: totora.Turn) -> totora.Thought:
        return totora.best([totora.Candidate(move, {"length": len(move)}) for move in turn.legal])

    totora.run(think)

`totora play isolation --seats "exec:python3 mybot.py,random"` then lets it play. `import totora` finds the package
after `pip install totora`, and this file where it lies beside the bot as `totora.py`. It speaks the protocol of
docs/reference/protocol.md.
"""

from __future__ import annotations

import json
import sys
import traceback
from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, Mapping, Sequence, TextIO, Union


@dataclass(frozen=True)
class Candidate:
    """A move that was considered; its score is the sum of its terms."""

    move: str
    terms: Mapping[str, float] = field(default_factory=dict)

    @property
    def score(self) -> float:
        return sum(self.terms.values())


@dataclass(frozen=True)
class Thought:
    """The move to play, with what was considered (best first) and why, in plain words."""

    choice: str
    candidates: Sequence[Candidate] = ()
    why: str = ""


@dataclass(frozen=True)
class Turn:
    """What a bot gets when it owes a move: the position, and what it may spend on it."""

    game: str
    options: Mapping[str, Any]
    seat: int
    """Which seat is ours, counted from 0."""
    state: Mapping[str, Any]
    """Ply, who owes a move, and the game's summary: what docs/reference/protocol.md calls STATE."""
    history: Sequence[str]
    """All moves so far."""
    text: str
    """The board as the game writes it; docs/reference/protocol.md shows each."""
    legal_moves: Sequence[str] | None
    """`None` where they cannot be listed (Outpost)."""
    budget: Mapping[str, int] | None
    """`{"ms": 50}` or `{"nodes": 1000}`, if the match has one."""
    time_left_ms: int
    """After so many milliseconds the game is lost."""
    seed: int

    @property
    def legal(self) -> Sequence[str]:
        """The legal moves, for games that list them."""
        if self.legal_moves is None:
            raise ValueError(f"the legal moves of {self.game} cannot be listed")
        return self.legal_moves

    @property
    def rows(self) -> list[list[str]]:
        """The words of the text, line by line, without lines such as `to move: 1`."""
        return [line.split() for line in self.text.splitlines() if ":" not in line]


Answer = Union[str, Thought]


class Bot:
    """A bot as a class: write `think`, then `MyBot().run()` plays as `run` does, and `totora.play` takes it for a seat."""

    def think(self, turn: Turn) -> Answer:
        """The move for this turn, alone or in a thought."""
        raise NotImplementedError(f"{type(self).__name__} has no method `think`")

    def run(self) -> None:
        """Plays on standard input and output until the match is over."""
        run(self.think)


def best(candidates: Iterable[Candidate], why: str = "") -> Thought:
    """The candidate with the highest score, the first of equals, with all of them best first."""
    ordered = sorted(candidates, key=lambda candidate: -candidate.score)
    if not ordered:
        raise ValueError("no candidates")
    return Thought(ordered[0].move, ordered, why)


def run(
    think: Callable[[Turn], Answer],
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
) -> None:
    """Plays until the match is over. What the bot prints goes to standard error."""
    source = sys.stdin if stdin is None else stdin
    sink = sys.stdout if stdout is None else stdout
    kept, sys.stdout = sys.stdout, sys.stderr
    game: dict[str, Any] = {}
    try:
        for line in source:
            answer, over = _answer(line, game, think)
            print(json.dumps(answer), file=sink, flush=True)
            if over:
                break
    finally:
        sys.stdout = kept


def _answer(
    line: str, game: dict[str, Any], think: Callable[[Turn], Answer]
) -> tuple[dict[str, Any], bool]:
    """The answer to a line, and whether it was the last."""
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
    except Exception as error:  # whatever is wrong with the bot, the other end must hear of it
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
    candidates = [
        {"move": one.move, "score": one.score, "terms": dict(one.terms)} for one in answer.candidates
    ]
    return {"choice": answer.choice, "candidates": candidates, "why": answer.why}
