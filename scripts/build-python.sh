#!/usr/bin/env bash
# Builds the wheel into target/wheels/. It contains the module, the command `totora` and the page of dist/. --release
# builds a wheel to publish. --sdist packs the sources with the page: pip then compiles the module, but not the command.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
[ -f dist/index.html ] || { echo 'the wheel needs the page, and dist/ has none: run make dist' >&2; exit 1; }

data=python/totora.data
rm -rf "$data"
mkdir -p "$data/data/share/totora"
cp -R dist "$data/data/share/totora/page"
# The command does not send compressed copies.
find "$data/data/share/totora/page" \( -name '*.br' -o -name '*.gz' \) -delete
# maturin takes licences from its own folder only.
mkdir -p python/licences
cp LICENSE-MIT LICENSE-APACHE python/licences/
cat licences/command.txt licences/python.txt >python/licences/THIRD-PARTY.txt

if [ "${1:-}" = --sdist ]; then
  rm -f target/wheels/*.tar.gz
  exec maturin sdist --manifest-path python/Cargo.toml --out "$PWD/target/wheels"
fi
# Tests use the binary that `make test-rust` compiled. `--test cli` selects the same dependency features. Without it cargo
# would recompile the library here, and again in the next step.
profile=dev folder=debug with_test='--test cli' module=python
if [ "${1:-}" = --release ]; then profile=release folder=release with_test='' module=release; fi
# shellcheck disable=SC2086 # split into arguments on purpose
cargo build --locked --profile $profile $with_test --bin totora
rm -rf target/wheels
mkdir -p "$data/scripts"
# The binary looks for the page in share/totora/page (src/cli/serve).
cp "$CARGO_TARGET_DIR/$folder/totora"* "$data/scripts/" 2>/dev/null || true
rm -f "$data"/scripts/*.d "$data"/scripts/*.pdb
maturin build --locked --profile $module --manifest-path python/Cargo.toml --out "$PWD/target/wheels"
