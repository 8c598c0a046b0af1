"""Lets the bots in this folder import python/totora/bot.py as `totora`, as if the package was installed."""

import importlib.util
import sys
from pathlib import Path

spec = importlib.util.spec_from_file_location(
    __name__, Path(__file__).resolve().parents[2] / "python" / "totora" / "bot.py"
)
assert spec and spec.loader
# `import totora` then returns that module.
sys.modules[__name__] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules[__name__])
