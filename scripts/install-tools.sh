#!/usr/bin/env bash
# Makes the wasm tools of scripts/tools into .tools/bin, exactly as the lock file there says.
# Done at once when they are there and neither lock file nor sources have changed since.
set -euo pipefail
cd "$(dirname "$0")/.."
# The compiler refuses a crate called wasm_bindgen whose version is not that crate's: they get their names here.
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

echo "making wasm-bindgen into .tools (a minute, once)"
# They are the same whatever the build of the package itself is asked for.
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
