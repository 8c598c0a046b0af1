#!/usr/bin/env bash
# Writes the licences of the crates that are linked into what we ship to licences/, with cargo-about (about.toml). The files
# are committed, so that no build needs the tool; tests/page/licences.test.js fails if they do not fit Cargo.lock.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p licences
for member in src/cli:command python:python src/web:page; do
  cargo about generate --locked --fail --config about.toml --manifest-path "${member%%:*}/Cargo.toml" \
    about.hbs --output-file "licences/${member##*:}.txt"
done
