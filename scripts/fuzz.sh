#!/usr/bin/env bash
# Fuzzes one target with libFuzzer: scripts/fuzz.sh TARGET SECONDS
# Needs rustup's nightly compiler and a C++ compiler; cargo-fuzz is installed into .tools/ the first time.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1:-} seconds=${2:-60}
targets=$(cd fuzz/fuzz_targets && ls | sed 's/\.rs$//' | tr '\n' ' ')
if [ ! -f "fuzz/fuzz_targets/$target.rs" ]; then
  echo "TARGET is \`$target\`; it may be one of: $targets" >&2
  exit 2
fi
# What needs no nightly compiler: that the crate resolves with the versions in its lock file. That its targets do what
# they should, tests/engine/fuzz.rs sees.
if [ -n "${SMOKE:-}" ]; then
  cargo metadata --locked --format-version 1 --manifest-path fuzz/Cargo.toml >/dev/null
  echo "the fuzz crate resolves; its targets: $targets"
  exit
fi
if ! rustup toolchain list | grep -q '^nightly'; then
  echo "fuzzing needs the nightly compiler: rustup toolchain install nightly" >&2
  exit 2
fi
if [ "$(.tools/bin/cargo-fuzz --version 2>/dev/null)" != "cargo-fuzz 0.13.2" ]; then
  # With the dependencies that its own lock file names, or not at all.
  cargo install --locked --root .tools --version 0.13.2 cargo-fuzz
fi
PATH="$PWD/.tools/bin:$PATH"
# A gigabyte and ten seconds an input are far more than any may take.
exec cargo +nightly fuzz run --release --debug-assertions "$target" -- \
  -max_total_time="$seconds" -rss_limit_mb=1024 -timeout=10 -max_len=16384 -print_final_stats=1
