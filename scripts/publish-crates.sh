#!/usr/bin/env bash
# Publishes the crates that crates.io does not have in this version yet.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
missing=()
while read -r crate; do
  cargo info --quiet --registry crates-io "$crate@$version" >/dev/null 2>&1 || missing+=(--package "$crate")
done < <(cargo metadata --locked --no-deps --format-version 1 |
  node -e "for (const one of JSON.parse(require('fs').readFileSync(0)).packages) if (one.publish === null) console.log(one.name)")
if [ ${#missing[@]} -eq 0 ]; then echo "all crates have version $version"; exit; fi
cargo publish --locked "${missing[@]}"
