"""Observations, actions and pictures, as the adapters need them."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, get_args

import numpy as np
import numpy.typing as npt

from ._game import Game, Position
from ._native import Error
from ._planes import Observation

if TYPE_CHECKING:
    from gymnasium import spaces

DIRECTIONS = ["", "N", "E", "S", "W"]
"""The orders of an outpost in an action of Outpost; the first one is to stay."""

RENDER_MODES = ["ansi", "svg", "rgb_array"]
"""`ansi`: the board as text; `svg`: a picture as text; `rgb_array`: pixels, which needs `pip install totora[render]`."""


def orders(position: Position, seat: int, directions: Any) -> str:
    """The move of Outpost that sends the outposts in these directions, in the order of the empire's list."""
    muster = json.loads(position.drawing_json())["view"]["empires"][seat]["muster"]
    ordered = (f"{i}:{DIRECTIONS[int(way)]}" for i, way in zip(range(len(muster)), directions) if way)
    return " ".join(ordered) or "-"


def checked(game: str, observation: str, options: Mapping[str, Any]) -> Position:
    """The start of a game whose options and observation are valid."""
    if observation not in get_args(Observation):
        raise Error(f"observation is {observation!r}, but must be 'planes' or 'features'")
    return Game(game).start(**options)


def observe(position: Position, seat: int, observation: Observation) -> npt.NDArray[np.float32]:
    """What a seat observes. Features that need more than a position are 0, such as the distance to a task's goal in Outpost."""
    if observation == "planes":
        return position.planes(seat)
    return np.nan_to_num(np.array(position.feature_values(seat), np.float32))


def observation_space(position: Position, observation: Observation) -> spaces.Box:
    """The space of the observations of a game. Needs Gymnasium."""
    from gymnasium import spaces

    if observation == "planes":
        # Only Outpost has several pieces on a cell.
        most = np.inf if position.simultaneous else 1.0
        return spaces.Box(0.0, most, (len(position.channels), *position.layout.shape), np.float32)
    info = Game(position.game).info["features"]
    low, high = (np.array([feature[end] for feature in info], np.float32) for end in ("least", "most"))
    # A feature that needs more than a position is 0, even outside its range.
    return spaces.Box(np.minimum(low, 0), np.maximum(high, 0), (len(info),), np.float32)


def render(position: Position, mode: str | None) -> Any:
    """The position in one of `RENDER_MODES`."""
    if mode == "ansi":
        return str(position)
    if mode == "svg":
        return position._repr_svg_()
    if mode == "rgb_array":
        return pixels(position)
    return None


def pixels(position: Position, width: int = 480) -> npt.NDArray[np.uint8]:
    """The picture of a position as pixels: row, column, and red, green and blue."""
    try:
        import PIL.Image
        import resvg_py
    except ImportError as error:
        raise Error("pixels need pip install totora[render]") from error
    drawn = resvg_py.svg_to_bytes(svg_string=position._repr_svg_(), width=width)
    return np.array(PIL.Image.open(io.BytesIO(bytes(drawn))).convert("RGB"))
