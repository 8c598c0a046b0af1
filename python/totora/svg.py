"""Draws a position as SVG for notebooks: the board from above, with dots for legal moves. Uses the same layout and view as the
boards of the page."""

from __future__ import annotations

import json
from collections import Counter
from html import escape
from itertools import pairwise
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._native import Position

SEATS = ["#c4442d", "#2b4fa8", "#00825f", "#a8680a", "#8a4a86", "#2c86b5", "#7a6a00", "#4b5358"]
INK, PAPER, CARD, LINE, ACCENT = "#1d2a2f", "#f7f4ec", "#fffdf8", "#b9b3a4", "#0b7a75"
LAKE, REED, REED_LINE = "#2b7f8e", "#dcbf63", "#b08e33"
CELL = 40

Json = dict[str, Any]


def draw(position: Position) -> str:
    """The picture, as a complete SVG document."""
    data = json.loads(position.drawing_json())
    width, height, shapes = _BOARDS[position.game](data["layout"], data["view"])
    acting = ", ".join(position.seat_name(seat) for seat in position.to_act)
    title = f"{position.game}, ply {position.ply}, {acting + ' to move' if acting else 'over'}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{min(width, 480):g}" '
        f'role="img" font-family="sans-serif" text-anchor="middle"><title>{escape(title)}</title>'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>{"".join(shapes)}</svg>'
    )


def _tag(name: str, text: str = "", **attributes: object) -> str:
    written = (f' {key.replace("_", "-")}="{escape(f"{value}")}"' for key, value in attributes.items())
    return f"<{name}{''.join(written)}>{escape(text)}</{name}>"


def _square(x: float, y: float, fill: str, name: str = "", line: str = LINE) -> str:
    cell = {"data_cell": name} if name else {}
    return _tag("rect", x=x, y=y, width=CELL, height=CELL, fill=fill, stroke=line, **cell)


def _text(x: float, y: float, text: str, *, fill: str = INK, size: float = 12) -> str:
    return _tag("text", text, x=f"{x:g}", y=f"{y:g}", dy="0.35em", font_size=size, fill=fill, pointer_events="none")


def _stone(x: float, y: float, seat: int, last: bool = False, size: float = 0.36) -> list[str]:
    """A piece with the number of its seat, so that colour is not the only difference."""
    line = {"stroke": ACCENT, "stroke_width": 4} if last else {"stroke": INK}
    circle = _tag("circle", cx=f"{x:g}", cy=f"{y:g}", r=size * CELL, fill=SEATS[seat], pointer_events="none", **line)
    return [circle, _text(x, y, str(seat + 1), fill="#fff", size=14)]


def _dot(x: float, y: float) -> str:
    return _tag("circle", cx=f"{x:g}", cy=f"{y:g}", r=5, fill=ACCENT, opacity=0.75, pointer_events="none")


def _grid(columns: int, rows: int, names: tuple[list[str], list[str]]) -> tuple[float, float, list[str]]:
    """The size of a board of squares, and the labels of its columns and rows."""
    width, height = (columns + 1) * CELL, (rows + 1) * CELL
    shapes = [_text((x + 1) * CELL, height - CELL / 4, name) for x, name in enumerate(names[0])]
    shapes += [_text(CELL / 4, (y + 0.5) * CELL + 4, name) for y, name in enumerate(names[1])]
    return width, height, shapes


def _isolation(layout: Json, view: Json) -> tuple[float, float, list[str]]:
    columns, names = layout["columns"], layout["square_names"]
    rulers = ([name[0] for name in names[:columns]], [name[1:] for name in names[::columns]])
    width, height, shapes = _grid(columns, layout["rows"], rulers)
    place = [((i % columns + 0.5) * CELL, i // columns * CELL + 4) for i in range(len(names))]
    closed = set(view["closed"])
    for i, (x, y) in enumerate(place):
        shapes.append(_square(x, y, "#8f8b7f" if i in closed else CARD, names[i]))
    for target in view["targets"]:
        x, y = place[target["cell"]]
        shapes.append(_dot(x + CELL / 2, y + CELL / 2))
    for seat, cell in enumerate(view["knights"]):
        if cell is not None:
            last = view["last"] is not None and view["last"]["cell"] == cell
            shapes += _stone(place[cell][0] + CELL / 2, place[cell][1] + CELL / 2, seat, last)
    return width, height, shapes


def _outline(squares: list[tuple[float, float]], side: float) -> str:
    """The outline of connected squares: the sides that only one square has."""
    sides = Counter(
        (min(a, b), max(a, b))
        for x, y in squares
        for a, b in pairwise([(x, y), (x + side, y), (x + side, y + side), (x, y + side), (x, y)])
    )
    path = "".join(f"M{a[0]:g} {a[1]:g}L{b[0]:g} {b[1]:g}" for (a, b), times in sides.items() if times == 1)
    return _tag("path", d=path, stroke=INK, stroke_width=2, stroke_linecap="round", pointer_events="none")


def _uros(layout: Json, view: Json) -> tuple[float, float, list[str]]:
    columns, names = layout["columns"], layout["square_names"]
    rulers = ([name[0] for name in names[:columns]], [name[1:] for name in names[::columns]])
    width, lake, shapes = _grid(columns, layout["rows"], rulers)
    place = [((i % columns + 0.5) * CELL, i // columns * CELL + 4) for i in range(len(names))]
    shapes += [_square(x, y, LAKE, name, "#1f6371") for (x, y), name in zip(place, names)]
    left, top, tallest = CELL / 2, lake + 4, 0
    for cut, island in zip(layout["shapes"], view["islands"]):
        scale = 1.0
        if island["cells"] is not None:
            squares = [place[cell] for cell in island["cells"]]
        else:
            wide, high = (max(square[axis] for square in cut["shape"]) + 1 for axis in (0, 1))
            if left + (wide + 0.5) * CELL / 2 > width:
                left, top, tallest = CELL / 2, top + (tallest + 0.7) * CELL / 2, 0
            scale = 0.5
            squares = [(left + x * CELL / 2, top + y * CELL / 2) for x, y in cut["shape"]]
            left, tallest = left + (wide + 0.7) * CELL / 2, max(tallest, high)
        for number, ((x, y), house) in enumerate(zip(squares, island["houses"])):
            side = CELL * scale
            fill, middle = {"fill": REED, "stroke": REED_LINE}, (x + side / 2, y + side / 2)
            shapes.append(
                _tag("rect", x=x, y=y, width=side, height=side, data_cell=f"{cut['id']}.{number}", **fill)
            )
            if house:
                shapes += _stone(*middle, house - 1, size=0.36 * scale)
            elif number == 0:
                shapes.append(_text(*middle, cut["id"]))
        shapes.append(_outline(squares, CELL * scale))
    return width, top + (tallest + 0.7) * CELL / 2, shapes


def _fencemaster(layout: Json, view: Json) -> tuple[float, float, list[str]]:
    size, radius = layout["size"], CELL / 2
    step, rise = radius * 3**0.5, radius * 1.5
    lengths = [layout["rows"].count(row) for row in range(2 * size - 1)]
    width, height = (2 * size - 1) * step + CELL, (2 * size - 2) * rise + 2 * CELL
    seen, targets, shapes = [0] * len(lengths), set(view["targets"]), []
    corner = [(radius * sin(k * pi / 3), radius * cos(k * pi / 3)) for k in range(6)]
    last = view["last"]["cell"] if view["last"] else None
    for cell, row in enumerate(layout["rows"]):
        x = width / 2 + (seen[row] - (lengths[row] - 1) / 2) * step
        y = CELL + row * rise
        seen[row] += 1
        points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corner)
        edge = layout["edges"][cell] is not None or layout["corners"][cell] is not None
        shapes.append(
            _tag("polygon", points=points, fill=PAPER if edge else CARD, stroke=LINE, data_cell=layout["cell_names"][cell])
        )
        if stone := view["stones"][cell]:
            white = {"fill": "#fff" if stone == 1 else INK, "stroke": ACCENT if cell == last else INK}
            shapes.append(_tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=12, stroke_width=3 if cell == last else 1, **white))
        elif cell in targets and last is not None:
            shapes.append(_tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=2, fill=ACCENT, pointer_events="none"))
    return width, height, shapes


def _reversi(layout: Json, view: Json) -> tuple[float, float, list[str]]:
    columns, names = layout["columns"], layout["square_names"]
    width, height, shapes = _grid(columns, layout["rows"], tuple(layout["rulers"]))
    place = [((i % columns + 0.5) * CELL, i // columns * CELL + 4) for i in range(len(names))]
    targets = {target["tile"] for target in view["targets"]}
    for i, (letter, (x, y)) in enumerate(zip(view["tiles"], place)):
        if letter == "-":
            continue
        shapes.append(_square(x, y, CARD, names[i]))
        x, y = x + CELL / 2, y + CELL / 2
        if letter in "12345678":
            last = view["last"] is not None and view["last"]["tile"] == i
            shapes += _stone(x, y, int(letter) - 1, last)
        elif letter != "0":
            shapes.append(_text(x, y, letter, size=16))
        if i in targets:
            # Next to the number of a stone that an override stone may replace.
            aside = 14 if letter in "12345678" else 0
            shapes.append(_dot(x + aside, y - aside))
    return width, height, shapes


def _outpost(layout: Json, view: Json) -> tuple[float, float, list[str]]:
    side, unit = layout["side"], 6
    colours = {0: CARD, 5: "#9a958a", **{seat + 1: SEATS[seat] for seat in range(4)}}
    paths: dict[tuple[int, int], list[str]] = {}
    for x in range(side):
        column = list(zip(view["owners"][x * side : (x + 1) * side], layout["water"][x * side : (x + 1) * side]))
        begin = 0
        for y in range(1, side + 1):
            if y == side or column[y] != column[begin]:
                run = f"M{x} {begin}h1v{y - begin}h-1z"
                paths.setdefault(column[begin], []).append(run)
                begin = y
    shapes = [f'<g transform="scale({unit})">']
    for (owner, water), runs in sorted(paths.items()):
        path = "".join(runs)
        shapes.append(_tag("path", d=path, fill=LAKE if water else colours[owner], opacity=1 if owner in (0, 5) or water else 0.45))
        if water and owner:
            shapes.append(_tag("path", d=path, fill=colours[owner], opacity=0.4))
    for seat, empire in enumerate(view["empires"]):
        x, y = layout["homes"][seat]
        shapes.append(_tag("rect", x=x - 0.5, y=y - 0.5, width=2, height=2, fill=SEATS[seat], stroke=INK, stroke_width=0.3))
        shapes.append(_text(max(4, min(side - 4, x)), max(4, min(side - 4, y)), str(seat + 1), size=5))
        for x, y in empire["outposts"]:
            shapes.append(_tag("circle", cx=x + 0.5, cy=y + 0.5, r=0.75, fill=SEATS[seat], stroke=INK, stroke_width=0.25))
    return side * unit, side * unit, [*shapes, "</g>"]


_BOARDS = {"isolation": _isolation, "uros": _uros, "fencemaster": _fencemaster, "reversi": _reversi, "outpost": _outpost}
