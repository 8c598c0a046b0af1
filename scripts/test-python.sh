#!/usr/bin/env bash
# Builds the wheel, installs it into a virtual environment (.tools/python), and tests it there. If Python or the packages
# are not available, prints the reason and succeeds.
set -euo pipefail
cd "$(dirname "$0")/.."

skip() {
  echo "Python package not tested: $*"
  exit 0
}

venv=$PWD/.tools/python
expected=$(cat python/requirements.txt; python3 --version 2>&1) || skip 'python3 is not installed'
if [ "$(cat "$venv/.stamp" 2>/dev/null)" != "$expected" ]; then
  rm -rf "$venv"
  output=$(python3 -m venv "$venv" 2>&1) || skip "python3 cannot create an environment: ${output##*$'\n'}"
  output=$("$venv/bin/pip" install --quiet --disable-pip-version-check -r python/requirements.txt 2>&1) ||
    skip "its packages cannot be installed: ${output##*$'\n'}"
  echo "$expected" >"$venv/.stamp"
fi
export PATH="$venv/bin:$PATH" VIRTUAL_ENV="$venv"
scripts/build-python.sh
pip install --quiet --disable-pip-version-check --force-reinstall --no-deps target/wheels/totora-*.whl
cd python
# -P keeps the sources out of the path: the installed package is tested.
python -P -m mypy --no-error-summary
python -P -m mypy.stubtest totora._native
python -P -m pytest --quiet --import-mode=importlib tests --pyargs totora
python -P benches/move.py
python -P benches/batch.py --seconds 0.1
python -P benches/features.py --positions 60
