"""Runs a bot of the page: www/sandbox/python.js calls `begin` once and `answer` for every move; both return JSON."""

import json
import os
import sys
import traceback
import types

FILE = "bot.py"
# The bot may redefine them.
loads, dumps = json.loads, json.dumps


class Game:
    """A recorded game of the page's rules, as `totora.Position` is one of the package's."""

    def __init__(self, game):
        self.game = game

    def play(self, move, seat=None):
        try:
            self.game.play(move, seat)
        except Exception as error:
            raise ValueError(str(error).removeprefix("Error: ")) from None

    def undo(self):
        self.game.undo()

    @property
    def state(self):
        return loads(self.game.state())

    @property
    def text(self):
        return self.game.text()

    @property
    def legal_moves(self):
        return loads(self.game.legal())


def wrong(error):
    """What went wrong, and in which line of the bot."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == FILE]
    if isinstance(error, SyntaxError) and error.filename == FILE:
        lines.append(error.lineno)
    words = str(error) or ("a bot may use 512 MB" if isinstance(error, MemoryError) else "")
    words = error.msg if isinstance(error, SyntaxError) else words
    return dumps({"error": f"{type(error).__name__}: {words}"[:2000], "line": lines[-1] if lines else None})


def begin(kit, source, rules):
    global think, totora
    totora = sys.modules["totora"] = types.ModuleType("totora")
    exec(compile(kit, "totora.py", "exec"), vars(totora))
    totora.open_record = lambda record: Game(rules(record))
    given = []
    totora.run = given.append
    bot = types.ModuleType("__main__")
    try:
        exec(compile(source, FILE, "exec"), vars(bot))
        think = given[-1] if given else totora.bot_of(vars(bot))
    except BaseException as error:
        return wrong(error)
    return ""


def answer(line):
    try:
        request = loads(line)
        return dumps({"thought": totora._thought(think(totora._turn(request, request)))})
    except BaseException as error:
        return wrong(error)
    finally:
        # A line that has not ended is shown with its move.
        print(end="", flush=True)
        os.fsync(1)
