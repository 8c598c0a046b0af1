#!/usr/bin/env bash
# The arena on a Ray cluster of two workers on this machine (examples/test_totora.py), one of which is killed.
# Brings the package into .tools/ray; where that cannot be had, says why and is content.
set -euo pipefail
cd "$(dirname "$0")/.."

skip() {
  echo "the arena on a Ray cluster was not tried: $*"
  exit 0
}

venv=.tools/ray
wanted=$(sha256sum examples/requirements.txt)
if [ "$(cat "$venv/.stamp" 2>/dev/null)" != "$wanted" ]; then
  command -v python3 >/dev/null || skip 'there is no python3'
  rm -rf "$venv"
  said=$(python3 -m venv "$venv" 2>&1) || skip "python3 makes no environment: ${said##*$'\n'}"
  said=$("$venv/bin/pip" install --quiet --disable-pip-version-check -r examples/requirements.txt 2>&1) ||
    skip "its packages cannot be installed: ${said##*$'\n'}"
  echo "$wanted" >"$venv/.stamp"
fi
"$venv/bin/python" -c 'import ray' || skip 'the package does not run here'
# As `make test-rust` has compiled it: see scripts/build-python.sh.
cargo build --locked --test cli --bin totora
TOTORA="$PWD/target/debug/totora" RAY_USAGE_STATS_ENABLED=0 \
  "$venv/bin/python" -m unittest discover --start-directory examples --verbose
