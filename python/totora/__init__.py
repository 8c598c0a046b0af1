"""Board games with rules, bots and explanations.

>>> import totora
>>> position = totora.Game("isolation").start(size="5x5")
>>> position.play("a1").play("c3")
Position('isolation', ply=2, to_act=[0])
>>> position.legal_moves
['c2', 'b3']
>>> analysis = position.think("level-2")
>>> analysis.choice in position.legal_moves
True
"""

from ._environments import register_when_imported as _register_when_imported
from ._game import (
    Budget,
    Game,
    Outcome,
    Position,
    Seat,
    arena,
    games,
    play,
    think,
)
from ._planes import Batch, Channel, Step, Symmetry, batch
from ._native import Error, IllegalMove, __version__
from ._shapes import Analysis, AnalyzedMove, Margin, Task, TaskOption
from .bot import Answer, Bot, Candidate, Mark, Thought, Turn, best, bot_of, run
from .events import events

# `gymnasium.make("totora/Isolation-v0")` works without the adapter's own import, in either order of the two imports.
_register_when_imported()

__all__ = [
    "Analysis",
    "AnalyzedMove",
    "Answer",
    "Batch",
    "Bot",
    "Budget",
    "Candidate",
    "Channel",
    "Error",
    "Game",
    "IllegalMove",
    "Margin",
    "Mark",
    "Outcome",
    "Position",
    "Seat",
    "Step",
    "Symmetry",
    "Task",
    "TaskOption",
    "Thought",
    "Turn",
    "__version__",
    "arena",
    "batch",
    "best",
    "bot_of",
    "events",
    "games",
    "play",
    "run",
    "think",
]
