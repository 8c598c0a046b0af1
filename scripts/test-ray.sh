#!/usr/bin/env bash
# Tests games on a local Ray cluster with two workers (examples/test_totora.py); workers are killed during the test.
# Installs Ray into .tools/ray. If it is not available, prints the reason and succeeds.
set -euo pipefail
cd "$(dirname "$0")/.."

skip() {
  echo "games on a Ray cluster not tested: $*"
  exit 0
}

venv=.tools/ray
expected=$(sha256sum examples/requirements.txt)
if [ "$(cat "$venv/.stamp" 2>/dev/null)" != "$expected" ]; then
  command -v python3 >/dev/null || skip 'python3 is not installed'
  rm -rf "$venv"
  output=$(python3 -m venv "$venv" 2>&1) || skip "python3 cannot create an environment: ${output##*$'\n'}"
  output=$("$venv/bin/pip" install --quiet --disable-pip-version-check -r examples/requirements.txt 2>&1) ||
    skip "its packages cannot be installed: ${output##*$'\n'}"
  echo "$expected" >"$venv/.stamp"
fi
"$venv/bin/python" -c 'import ray' || skip 'Ray does not run here'
# With the same features as `make test-rust`: see scripts/build-python.sh.
cargo build --locked --test cli --bin totora --example reversi_patterns
TOTORA="$PWD/target/debug/totora" TOTORA_PATTERNS="$PWD/target/debug/examples/reversi_patterns" RAY_USAGE_STATS_ENABLED=0 \
  "$venv/bin/python" -m unittest discover --start-directory examples --verbose
