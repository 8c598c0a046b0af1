"""The examples of the how-tos run, and the reference is up to date."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ["docs/how-to/python.md", "docs/how-to/train-an-agent.md", "docs/how-to/give-a-class.md", "python/README.md"]
# Each has one program.
SCRIPTS = ["README.md", "docs/tutorials/your-bot.md"]
# The checkers of Gymnasium warn about observations of large ranges.
quiet = pytest.mark.filterwarnings("ignore")


@quiet
@pytest.mark.parametrize("page", PAGES)
def test_examples_run(page: str) -> None:
    done = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    assert done.attempted > 3 and done.failed == 0


def test_every_example_is_in_a_tested_page() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("python/*.md"), *ROOT.glob("docs/[!e]*/**/*.md"), *ROOT.glob("docs/explanation/**/*.md")]
    written = {str(page.relative_to(ROOT)) for page in pages if "```python" in page.read_text()}
    # The README's example runs in the rehearsal, too; the reference has the docstrings, which pytest runs.
    assert written == {*PAGES, *SCRIPTS, "docs/reference/python.md"}


@quiet
@pytest.mark.parametrize("page", SCRIPTS)
def test_programs_run(page: str, tmp_path: Path) -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.M | re.S)
    (tmp_path / "mybot.py").write_text(block)
    if "totora.run(" in block:
        seats = f"exec:{sys.executable} mybot.py,random"
        command = ["totora", "play", "isolation", "--seats", seats, "--seed", "1"]
    else:
        command = [sys.executable, "-P", "mybot.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout, done.stderr


@quiet
def test_a_class_is_compared(tmp_path: Path) -> None:
    page = (ROOT / "docs/how-to/give-a-class.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)
    student = next(block for block in blocks if block.startswith("def think"))
    (tmp_path / "ada.py").write_text(student)
    (tmp_path / "bo.py").write_text("import totora\n\nclass Mine(totora.Bot):\n    def think(self, turn):\n        return turn.legal[0]\n")
    code = "\n".join(line[4:] for line in blocks[-1].splitlines() if line[:3] in (">>>", "..."))
    names: dict[str, object] = {}
    exec(code, names)
    table = names["class_table"](tmp_path, 4)  # type: ignore[operator]
    assert sorted(name for name, _ in table) == ["ada", "bo", "greedy", "random"]


def test_the_reference_is_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "scripts/make-python-reference.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
