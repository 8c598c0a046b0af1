"""The command and the page that the wheel installs."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
import urllib.request
from pathlib import Path

import pytest
import totora

COMMAND = Path(sysconfig.get_path("scripts")) / ("totora.exe" if os.name == "nt" else "totora")


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*map(str, arguments)], capture_output=True, text=True, timeout=300, check=False)


def test_the_command_has_the_version_of_the_module() -> None:
    assert run(COMMAND, "--version").stdout == f"totora {totora.__version__}\n"


def test_serve_opens_the_page_of_the_wheel(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > "{opened}"\n')
    browser.chmod(0o755)
    serving = subprocess.Popen(
        [COMMAND, "serve", "--port", "0", "--open"],
        cwd=tmp_path,
        env={**os.environ, "BROWSER": str(browser)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert serving.stdout is not None
        (address,) = re.findall(r"http://\S+", serving.stdout.readline())
        with urllib.request.urlopen(address) as answer:
            page = answer.read().decode()
        assert "<title>Totora" in page
        files = set(re.findall(r'(?:src|href)="\./?([^"]+\.(?:js|css|webmanifest))"', page))
        assert files
        for name in files:
            with urllib.request.urlopen(f"{address.split('?')[0]}{name}") as answer:
                assert answer.status == 200
        until = time.monotonic() + 60
        while not opened.exists() or not opened.read_text():
            assert time.monotonic() < until, "the browser was not started"
            time.sleep(0.05)
        assert opened.read_text() == address
    finally:
        serving.terminate()
        serving.wait(timeout=120)
        if serving.stdout is not None:
            serving.stdout.close()


def test_a_command_without_its_page_reports_the_missing_folder(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    alone = tmp_path / "bin" / COMMAND.name
    shutil.copy(COMMAND, alone)
    result = subprocess.run([alone, "serve"], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert result.returncode == 2
    assert f"{tmp_path}/share/totora/page: no index.html found; expected the folder" in result.stderr


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_a_bot_of_the_package_plays_under_the_command(tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text("import totora\n\nclass Mine(totora.Bot):\n    def think(self, turn):\n        return turn.legal[0]\n\nMine().run()\n")
    done = run(COMMAND, "play", "isolation", "--option", "size=5x5", "--seats", f"exec:{sys.executable} {bot},random", "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert "won" in done.stdout


def test_gymnasium_finds_the_games_of_the_wheel(tmp_path: Path) -> None:
    code = "import gymnasium, totora; print(gymnasium.make('totora/Isolation-v0', size='5x5').action_space)"
    done = subprocess.run([sys.executable, "-P", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout == "Discrete(25)\n", done.stderr
