#!/usr/bin/env bash
# Fuzzes one target with libFuzzer: scripts/fuzz.sh TARGET SECONDS
# Needs the nightly toolchain and a C++ compiler. The first run installs cargo-fuzz into .tools/.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1:-} seconds=${2:-60}
targets=$(cd fuzz/fuzz_targets && ls | sed 's/\.rs$//' | tr '\n' ' ')
if [ ! -f "fuzz/fuzz_targets/$target.rs" ]; then
  echo "unknown TARGET \`$target\`; expected one of: $targets" >&2
  exit 2
fi
# Needs no nightly compiler: checks only that the crate resolves with the versions in the lock file. tests/engine/fuzz.rs
# tests what the targets do.
if [ -n "${SMOKE:-}" ]; then
  cargo metadata --locked --format-version 1 >/dev/null
  echo "the fuzz crate resolves; its targets: $targets"
  exit
fi
if ! rustup toolchain list | grep -q '^nightly'; then
  echo "fuzzing needs the nightly toolchain: run rustup toolchain install nightly" >&2
  exit 2
fi
if [ "$(.tools/bin/cargo-fuzz --version 2>/dev/null)" != "cargo-fuzz 0.13.2" ]; then
  # --locked: exactly the dependencies of its own lock file.
  cargo install --locked --root .tools --version 0.13.2 cargo-fuzz
fi
PATH="$PWD/.tools/bin:$PATH"
# The profile of releases takes minutes to link.
export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_DEBUG=1
# No input should come near 1 GB of memory or ten seconds.
exec cargo +nightly fuzz run --release --debug-assertions "$target" -- \
  -max_total_time="$seconds" -rss_limit_mb=1024 -timeout=10 -max_len=16384 -print_final_stats=1
