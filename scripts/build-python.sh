#!/usr/bin/env bash
# Builds the wheel into target/wheels/: the module, the command `totora`, and the page of dist/. With --release, one to publish.
set -euo pipefail
cd "$(dirname "$0")/.."
# For tests, the program that `make test-rust` has compiled: beside a test (--test cli) it needs the same libraries, and
# without one others, for which cargo compiles the library anew, and then anew again for the next step.
profile=dev folder=debug beside='--test cli'
if [ "${1:-}" = --release ]; then profile=release folder=release beside=; fi
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
[ -f dist/index.html ] || { echo 'the wheel holds the page, and there is none in dist/: make dist' >&2; exit 1; }

# shellcheck disable=SC2086 # words are arguments
cargo build --locked --profile $profile $beside --bin totora
data=python/totora.data
rm -rf "$data" target/wheels
mkdir -p "$data/scripts" "$data/data/share/totora"
# The binary looks for the page there (src/cli/serve). It does not send compressed copies.
cp "$CARGO_TARGET_DIR/$folder/totora"* "$data/scripts/" 2>/dev/null || true
rm -f "$data"/scripts/*.d "$data"/scripts/*.pdb
cp -R dist "$data/data/share/totora/page"
find "$data/data/share/totora/page" \( -name '*.br' -o -name '*.gz' \) -delete
# A folder of its own: its packages have other features, and cargo would take one build's library for the other's.
CARGO_TARGET_DIR=$CARGO_TARGET_DIR/python maturin build --locked --profile $profile --manifest-path python/Cargo.toml --out "$PWD/target/wheels"
