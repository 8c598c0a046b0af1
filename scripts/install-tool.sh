#!/usr/bin/env bash
# Installs one of the build's tools into .tools/: scripts/install-tool.sh CRATE VERSION PROGRAM [cargo flags]
# Does nothing when PROGRAM there already has VERSION.
set -euo pipefail
cd "$(dirname "$0")/.."
crate=$1 version=$2 program=$3
shift 3

has() { [ "$("./.tools/bin/$program" --version 2>/dev/null | awk '{ print $2 }')" = "$version" ]; }
if has; then exit 0; fi

# A tool runs for a second and compiles for minutes: light optimization is the better bargain.
export CARGO_TARGET_DIR="$PWD/.tools/build" CARGO_INCREMENTAL=0
export CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_LTO=off
export CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_DEBUG=0
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_TARGET
install() { cargo install "$@" --quiet --force --root .tools "$crate@$version"; }

echo "installing $crate $version into .tools (a minute or two, once)"
if ! install --locked "$@"; then
  # A registry mirror may lag behind what the crate's own lock file names.
  echo "$crate $version: not to be had as its lock file says; trying with the newest that fits" >&2
  install "$@"
fi
has || { echo "$program in .tools/bin is not $version" >&2; exit 1; }
