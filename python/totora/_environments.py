"""Registers the games of turns with Gymnasium, whose 1.0 and later find no packages by themselves."""

from __future__ import annotations

from ._game import games


def register() -> None:
    """Registers `totora/Uros-v0`, `totora/Isolation-v0`, `totora/FenceMaster-v0` and `totora/Reversi-v0`."""
    from gymnasium.envs.registration import register as add
    from gymnasium.envs.registration import registry

    for game in games():
        id = f"totora/{game.name.split()[0]}-v0"
        if not game.info["simultaneous"] and id not in registry:
            add(id=id, entry_point="totora.gymnasium:Versus", kwargs={"game": game.id})
