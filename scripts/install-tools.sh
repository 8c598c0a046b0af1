#!/usr/bin/env bash
# Builds the program of scripts/tools into .tools/bin, with the versions in Cargo.lock. Does nothing if it exists and
# neither the lock file nor the sources have changed since.
set -euo pipefail
cd "$(dirname "$0")/.."

program=.tools/bin/bindings
stamp=.tools/made-from
made_from=$(cat scripts/tools/Cargo.toml Cargo.lock scripts/tools/src/main.rs | cksum)
current() {
  [ "$(cat "$stamp" 2>/dev/null)" = "$made_from" ] && "$program" --version >/dev/null 2>&1
}
if current; then exit 0; fi

echo "building wasm-bindgen into .tools (once, about a minute)"
# The program does not depend on the settings of the main build.
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_RUSTFLAGS CARGO_BUILD_TARGET
cargo build --locked --package bindings --profile tools
mkdir -p .tools/bin
cp "${CARGO_TARGET_DIR:-target}/tools/bindings" "$program.new"
mv "$program.new" "$program"
echo "$made_from" > "$stamp"
current || { echo "$program does not run" >&2; exit 1; }
