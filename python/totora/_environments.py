"""Registers the games of turns with Gymnasium, whose 1.0 and later find no packages by themselves."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

NAME = "gymnasium"


def register() -> None:
    """Registers `totora/Uros-v0`, `totora/Isolation-v0`, `totora/FenceMaster-v0` and `totora/Reversi-v0`."""
    from gymnasium.envs.registration import register as add
    from gymnasium.envs.registration import registry

    from ._game import games

    for game in games():
        id = f"totora/{game.name.split()[0]}-v0"
        if not game.info["simultaneous"] and id not in registry:
            add(id=id, entry_point="totora.gymnasium:Versus", kwargs={"game": game.id})


class _Finder(MetaPathFinder):
    """Finds Gymnasium where it is, and registers the games after it was imported."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != NAME:
            return None
        sys.meta_path.remove(self)
        spec = find_spec(NAME)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def exec_module(module: ModuleType) -> None:
                execute(module)
                register()

            spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def register_when_imported() -> None:
    """Registers the games now if Gymnasium is imported, else as soon as it is: importing it here would take seconds."""
    if NAME in sys.modules:
        register()
    else:
        sys.meta_path.insert(0, _Finder())
