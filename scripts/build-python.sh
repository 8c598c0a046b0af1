#!/usr/bin/env bash
# Builds the wheel into target/wheels/. It contains the module, the command `totora` and the page of dist/. --release
# builds a wheel to publish. --sdist packs the sources with the page: pip then compiles the module, but not the command.
set -euo pipefail
cd "$(dirname "$0")/.."
# Tests use the binary that `make test-rust` compiled. `--test cli` selects the same dependency features. Without it cargo
# would recompile the library here, and again in the next step.
profile=dev folder=debug with_test='--test cli'
# Files for the wheel's metadata, which maturin takes from its own folder only.
cp LICENSE-MIT LICENSE-APACHE python/
cat licences/command.txt licences/python.txt >python/LICENSE-THIRD-PARTY.txt
if [ "${1:-}" = --sdist ]; then
  mkdir -p target/wheels
  exec maturin sdist --manifest-path python/Cargo.toml --out "$PWD/target/wheels"
fi
if [ "${1:-}" = --release ]; then profile=release folder=release with_test=; fi
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
[ -f dist/index.html ] || { echo 'the wheel needs the page, and dist/ has none: run make dist' >&2; exit 1; }

# shellcheck disable=SC2086 # split into arguments on purpose
cargo build --locked --profile $profile $with_test --bin totora
data=python/totora.data
rm -rf "$data" target/wheels
mkdir -p "$data/scripts" "$data/data/share/totora"
# The binary looks for the page in share/totora/page (src/cli/serve). It does not send compressed copies.
cp "$CARGO_TARGET_DIR/$folder/totora"* "$data/scripts/" 2>/dev/null || true
rm -f "$data"/scripts/*.d "$data"/scripts/*.pdb
cp -R dist "$data/data/share/totora/page"
find "$data/data/share/totora/page" \( -name '*.br' -o -name '*.gz' \) -delete
module=python
if [ $profile = release ]; then module=release; fi
maturin build --locked --profile $module --manifest-path python/Cargo.toml --out "$PWD/target/wheels"
