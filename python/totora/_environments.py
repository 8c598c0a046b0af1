"""Registers the games of turns with Gymnasium, which finds this module by the entry point of the package."""

from __future__ import annotations

from ._game import games


def register() -> None:
    """Registers `totora/Uros-v0`, `totora/Isolation-v0`, `totora/FenceMaster-v0` and `totora/Reversi-v0`."""
    from gymnasium.envs.registration import current_namespace
    from gymnasium.envs.registration import register as add
    from gymnasium.envs.registration import registry

    for game in games():
        name = f"{game.name.split()[0]}-v0"
        if not game.info["simultaneous"] and f"totora/{name}" not in registry:
            # Gymnasium adds the name of the entry point itself.
            id = name if current_namespace == "totora" else f"totora/{name}"
            add(id=id, entry_point="totora.gymnasium:Versus", kwargs={"game": game.id})
