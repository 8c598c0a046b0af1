"""For the bots in this folder, what `pip install totora` brings to others: the module of python/totora/bot.py."""

import importlib.util
import sys
from pathlib import Path

spec = importlib.util.spec_from_file_location(
    __name__, Path(__file__).resolve().parents[2] / "python" / "totora" / "bot.py"
)
assert spec and spec.loader
# What imports `totora` is given this.
sys.modules[__name__] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules[__name__])
