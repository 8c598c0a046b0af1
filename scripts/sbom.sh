#!/usr/bin/env bash
# Writes the software bills of materials of the release to target/sbom/, in CycloneDX. cargo-cyclonedx writes a file next to
# the manifest of every member of the workspace; those of what we ship are kept.
set -euo pipefail
cd "$(dirname "$0")/.."
rm -rf target/sbom
mkdir -p target/sbom
cargo cyclonedx --quiet --format json --spec-version 1.5 --target all --no-build-deps --override-filename totora-sbom
for member in src/cli:command python:python src/web:page; do
  mv "${member%%:*}/totora-sbom.json" "target/sbom/${member##*:}-crates.json"
done
git ls-files --others -- '*totora-sbom.json' totora-sbom.json | xargs rm -f
npm sbom --sbom-format cyclonedx --omit dev --package-lock-only >target/sbom/page-packages.json
ls target/sbom
