#!/usr/bin/env bash
# Builds the wheel and tests it where it was installed, in an environment of its own (.tools/python). Where Python or the
# packages cannot be had, says why and is content.
set -euo pipefail
cd "$(dirname "$0")/.."

skip() {
  echo "the Python package was not tried: $*"
  exit 0
}

venv=$PWD/.tools/python
wanted=$(cat python/requirements.txt; python3 --version 2>&1) || skip 'there is no python3'
if [ "$(cat "$venv/.stamp" 2>/dev/null)" != "$wanted" ]; then
  rm -rf "$venv"
  said=$(python3 -m venv "$venv" 2>&1) || skip "python3 makes no environment: ${said##*$'\n'}"
  said=$("$venv/bin/pip" install --quiet --disable-pip-version-check -r python/requirements.txt 2>&1) ||
    skip "its packages cannot be installed: ${said##*$'\n'}"
  echo "$wanted" >"$venv/.stamp"
fi
export PATH="$venv/bin:$PATH" VIRTUAL_ENV="$venv"
scripts/build-python.sh
pip install --quiet --disable-pip-version-check --force-reinstall --no-deps target/wheels/totora-*.whl
cd python
# Not the sources: what was installed is tested.
python -P -m mypy --no-error-summary
python -P -m mypy.stubtest totora._native
python -P -m pytest --quiet --import-mode=importlib tests --pyargs totora
python -P benches/move.py
