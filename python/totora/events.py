"""The films of searches that ``totora think --events FILE`` writes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from os import PathLike
from typing import Any

from ._native import Error

__all__ = ["events"]

VERSION = 1


def events(file: str | PathLike[str]) -> Iterator[dict[str, Any]]:
    """The events of a search, one after the other: the lines of a file by ``totora think --events``.

    The first item is the header, the last one has the totals under ``end``. A file that is cut or damaged
    raises :class:`Error`, with the line, after the events before it.
    """
    ended = False
    number = 0
    with open(file, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                event = json.loads(line)
            except ValueError:
                raise Error(f"line {number} of {file} is no JSON: the file is cut or damaged") from None
            if not isinstance(event, dict) or (number == 1 and event.get("totora_events") != VERSION):
                raise Error(f"line {number} of {file} is no event of version {VERSION}")
            ended = "end" in event
            yield event
    if not ended:
        raise Error(f"{file} ends after line {number} without its totals: the file is cut")
