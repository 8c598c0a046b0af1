#!/usr/bin/env bash
# Builds the wasm tools of scripts/tools into .tools/bin, with the versions in the lock file there. Does nothing if they
# exist and neither the lock file nor the sources have changed since.
set -euo pipefail
cd "$(dirname "$0")/.."
# The programs are built without the prefix `wasm-`, which is added here: the compiler refuses a crate named wasm_bindgen
# that has another version than wasm_bindgen itself.
programs=(bindgen bindgen-test-runner)

made_from=$(cat scripts/tools/Cargo.toml scripts/tools/Cargo.lock scripts/tools/src/bin/*.rs | cksum)
stamp=.tools/made-from
current() {
  [ "$(cat "$stamp" 2>/dev/null)" = "$made_from" ] || return 1
  for program in "${programs[@]}"; do
    "./.tools/bin/wasm-$program" --version >/dev/null 2>&1 || return 1
  done
}
if current; then exit 0; fi

echo "building wasm-bindgen into .tools (once, about a minute)"
# The tools do not depend on the settings of the main build.
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_RUSTFLAGS CARGO_BUILD_TARGET CARGO_PROFILE_DEV_DEBUG
CARGO_TARGET_DIR="$PWD/.tools/build" cargo build --locked --manifest-path scripts/tools/Cargo.toml
mkdir -p .tools/bin
for program in "${programs[@]}"; do
  cp ".tools/build/debug/$program" ".tools/bin/wasm-$program.new"
  mv ".tools/bin/wasm-$program.new" ".tools/bin/wasm-$program"
done
rm -rf .tools/build
echo "$made_from" > "$stamp"
current || { echo "the tools in .tools/bin do not run" >&2; exit 1; }
