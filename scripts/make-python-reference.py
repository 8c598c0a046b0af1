"""Writes docs/reference/python.md from the signatures and docstrings of the Python package.

    python scripts/make-python-reference.py [--check]

With --check it fails if the file is stale. It runs with the installed package, or with python/ in PYTHONPATH.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
import textwrap
from functools import cached_property
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[1] / "docs/reference/python.md"
MODULES = ["totora", "totora.gymnasium", "totora.pettingzoo", "totora.openspiel", "totora.widget", "totora.actions"]
NATIVE = {
    "board": "The board as text, with its coordinates, and the seat to move or the result.",
    "feature_values": "The values of the game's features for a seat, in the order of `Game.features`.",
    "game": "The game's id.",
    "hash": "Equal for equal positions.",
    "history": "The plies played so far.",
    "legal_moves": "The legal moves; `None` if they cannot be listed (Outpost).",
    "link": "A link that shows this ply on the page; it starts with `#`.",
    "notes": "Remarks on the conversion of a text.",
    "over": "Whether the game is over.",
    "ply": "The number of plies played.",
    "rewards": "By seat: 1 for the first rank, -1 for the last; 0 before the end.",
    "seat_name": "The name of a seat.",
    "seats": "The number of seats.",
    "seed": "The seed of the game.",
    "simultaneous": "Whether all seats move at once.",
    "text": "The position text.",
    "to_act": "The seats that owe a move.",
    "undo": "Takes the last ply back.",
    "describe": "Describes a move of a seat in words.",
}
"""Members of `Position` that the native module defines."""


def text(doc: str | None) -> str:
    """A docstring as Markdown: examples become code blocks."""
    lines, code = [], False
    for line in inspect.cleandoc(doc or "").splitlines():
        example = line.startswith(">>>") or (code and line.strip() != "")
        if example != code:
            lines.append("```python" if example else "```")
            code = example
        lines.append(line)
    if code:
        lines.append("```")
    return "\n".join(lines)


def signature(name: str, thing: Any) -> str:
    """The call of a function with its types."""
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return name
    # Annotations are texts; without this, they are printed in quotes.
    plain = [
        one.replace(annotation=Written(one.annotation)) if isinstance(one.annotation, str) else one
        for one in found.parameters.values()
        if one.name != "self"
    ]
    returned = found.return_annotation
    returned = Written(returned) if isinstance(returned, str) else returned
    return name + str(found.replace(parameters=plain, return_annotation=returned))


class Written:
    """An annotation that prints as it is written."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def attributes(cls: type) -> dict[str, str]:
    """The fields and instance attributes of a class with the strings below them."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    except (OSError, TypeError):
        return {}
    found = {}
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for one, after in zip(body, body[1:]) if isinstance(body, list) else ():
            target = one.target if isinstance(one, ast.AnnAssign) else one.targets[0] if isinstance(one, ast.Assign) else None
            doc = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and after.value.value
            name = getattr(target, "id", None) or getattr(target, "attr", None)
            if name and not name.startswith("_") and isinstance(doc, str):
                found[name] = doc
    return found


def members(cls: type) -> list[str]:
    """The public members of a class, one entry each."""
    lines = [f"- `{name}`: {inspect.cleandoc(doc)}" for name, doc in attributes(cls).items()]
    for name, value in vars(cls).items():
        if name.startswith("_") or name in attributes(cls):
            continue
        function = getattr(value, "__func__", value)
        if isinstance(value, (property, cached_property)):
            doc = getattr(value, "__doc__", None)
            lines.append(f"- `{name}`: {' '.join(inspect.cleandoc(doc or '').split())}")
        elif callable(function) and getattr(function, "__doc__", None):
            first, _, rest = inspect.cleandoc(function.__doc__ or "").partition("\n\n")
            rest = " ".join(line for line in rest.split("\n\n") if ">>>" not in line)
            about = " ".join(f"{first} {rest}".split())
            lines.append(f"- `{signature(name, function)}`: {about}")
    return lines


def entry(name: str, thing: Any) -> str:
    """The section of a class, function or value."""
    if isinstance(thing, type):
        head = f"### `{name}`\n\n{text(thing.__doc__)}\n"
        listed = members(thing)
        if name == "Position":
            listed = sorted(listed + [f"- `{key}`: {about}" for key, about in NATIVE.items()], key=str.lower)
        return head + ("\n" + "\n".join(listed) + "\n" if listed else "")
    if callable(thing) and getattr(thing, "__doc__", None) and inspect.isfunction(thing):
        return f"### `{signature(name, thing)}`\n\n{text(thing.__doc__)}\n"
    return ""


def values(module: Any) -> dict[str, str]:
    """The documented values of a module and of those that it takes names from."""
    found: dict[str, str] = {}
    for one in [module, *(sys.modules[name] for name in ("totora._game", "totora._planes", "totora.bot"))]:
        found |= attributes_of_module(one)
    return found


def attributes_of_module(module: Any) -> dict[str, str]:
    body = ast.parse(Path(module.__file__).read_text()).body
    found = {}
    for one, after in zip(body, body[1:]):
        if isinstance(one, ast.Assign) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            name = getattr(one.targets[0], "id", "")
            if name and not name.startswith("_"):
                found[name] = inspect.cleandoc(str(after.value.value))
    return found


def section(name: str) -> str:
    module = importlib.import_module(name)
    names = getattr(module, "__all__", None) or [
        key
        for key, value in vars(module).items()
        if not key.startswith("_") and getattr(value, "__module__", None) == name
    ]
    known = values(module)
    parts = [f"## {name}\n\n{text(module.__doc__)}\n"]
    for key in names:
        parts.append(entry(key, getattr(module, key)) or (f"### `{key}`\n\n{known[key]}\n" if key in known else ""))
    return "\n".join(part for part in parts if part)


def main() -> None:
    page = "# Python reference\n\nWritten by `scripts/make-python-reference.py` from the docstrings of the package.\n\n"
    page += "\n".join(section(name) for name in MODULES)
    if "--check" not in sys.argv:
        FILE.write_text(page)
    elif FILE.read_text() != page:
        sys.exit(f"{FILE.name} is stale: run python scripts/make-python-reference.py")


if __name__ == "__main__":
    main()
