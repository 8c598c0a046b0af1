"""Moves as numbers, for the adapters: every move that can occur after a position has a fixed number."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import numpy.typing as npt

from ._game import Position
from ._native import Error

DIRECTIONS = ["", "N", "E", "S", "W"]
"""The orders of an outpost in an action of Outpost; the first one is to stay."""


def all_moves(position: Position) -> list[str]:
    """All moves in the order of their numbers. The position must be the start of a game."""
    layout = json.loads(position.drawing_json())["layout"]
    if position.game == "isolation":
        return list(layout["square_names"])
    if position.game == "fencemaster":
        return [*layout["cell_names"], "swap"]
    if position.game == "uros":
        # On the empty Lake every placement of an island is legal. But an island that looks the same after a half turn has
        # only one of both rotations there, and with houses on it they differ: these moves are added. A house goes onto a
        # square of an island.
        placements = {move: None for move in Position("uros").legal_moves or [] if "@" in move}
        for move in [*placements]:
            placements[move.replace("/90", "/270") if "/" in move else f"{move}/180"] = None
        return [*placements, *(f"{cut['id']}.{i}" for cut in layout["shapes"] for i in range(len(cut["shape"])))]
    if position.game == "reversi":
        tiles = list(zip(layout["square_names"], layout["start"]))
        moves = [name for name, letter in tiles if letter != "-"]
        moves += [f"{name}={seat + 1}" for name, letter in tiles if letter == "c" for seat in range(position.seats)]
        return moves + [f"{name}={bonus}" for name, letter in tiles if letter == "b" for bonus in ("bomb", "override")]
    raise Error(f"the moves of {position.game} cannot be listed")


def orders(position: Position, seat: int, directions: Any) -> str:
    """The move of Outpost that sends the outposts in these directions, in the order of the empire's list."""
    muster = json.loads(position.drawing_json())["view"]["empires"][seat]["muster"]
    ordered = (f"{i}:{DIRECTIONS[int(way)]}" for i, way in zip(range(len(muster)), directions) if way)
    return " ".join(ordered) or "-"


def observation(position: Position, seat: int) -> npt.NDArray[np.float32]:
    """The game's features for a seat. Features that need more than a position are 0, such as the distance to a task's goal in
    Outpost."""
    return np.nan_to_num(np.array(position.feature_values(seat), np.float32))


def rewards(position: Position) -> list[float]:
    """The rewards by seat: 1 for the first rank, -1 for the last; 0 for all if all are tied."""
    outcome = position.outcome
    if outcome is None:
        return [0.0] * position.seats
    low, high = min(outcome.ranks), max(outcome.ranks)
    return [0.0 if low == high else 1 - 2 * (rank - low) / (high - low) for rank in outcome.ranks]
