# `make help` lists what there is. A fresh machine needs rustup, Node 20 or newer, and make.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

WASM_TARGET := wasm32-unknown-unknown

BIN := node_modules/.bin
PORT ?= 5173
WASM ?= wasm
HOST ?= 127.0.0.1
export PATH := $(CURDIR)/.tools/bin:$(CURDIR)/$(BIN):$(PATH)

# Stages, and in a stage what runs side by side (scripts/run-steps.sh). Cargo does one thing at a time in target/debug, so
# that is one side; the wasm build has a folder of its own.
CHECKS := 'fmt lint' 'clippy clippy-wasm | tools types test-page'
TESTS := 'fmt lint' \
  'clippy clippy-wasm test-rust doc test-ray supply test-wasm | tools wasm types test-page test-dist python' \
  'test-browser' 'smoke' 'test-new-game'

# With SMOKE=1 a bench or command does a small part of its work, with a program that is built quickly: it shows that
# it runs (`make smoke`).
# Beside a test, the quick program needs the libraries that `make test-rust` has compiled, and no others.
QUICK_BUILD := cargo build --locked --test cli --bin totora
BUILD := $(if $(SMOKE),$(QUICK_BUILD),cargo build --locked --release --bin totora)
TOTORA := $${CARGO_TARGET_DIR:-target}/$(if $(SMOKE),debug,release)/totora
export SMOKE

.PHONY: help play dev new-game npm test check bench bench-wasm bench-ratio bench-othello-peer cli dist clean distclean
.PHONY: container fuzz supply ladder verify-figures reference wheel python crate sbom checksums release-notes
.PHONY: layers toolchain tools packages wasm wasm-any fmt lint clippy clippy-wasm test-rust test-ray doc test-wasm types test-page test-dist test-browser smoke test-new-game

##@ Every day

help: ## list what make can do here
	@awk -F ':.*## ' '/^##@ /{ printf "\n%s\n", substr($$0, 5) } /^[a-z-]+:.*## /{ printf "  %-18s %s\n", $$1, $$2 }' Makefile

play: tools packages wasm ## build everything and serve the page (PORT=5173, HOST=127.0.0.1)
	@echo "Totora is at http://$(HOST):$(PORT)/ (ctrl-c ends it)"
	@exec $(BIN)/vite --host $(HOST) --port $(PORT) --strictPort

dev: tools packages ## the same for working on it: a change in Rust or JavaScript is built and shown in seconds
	@exec node scripts/dev.mjs --host $(HOST) --port $(PORT)

new-game: packages ## write a small game to begin from: NAME=gomoku
	@node scripts/new-game.mjs '$(NAME)'

check: ## the quick part of the tests: formatting, lints, types, the page's logic
	@WASM=wasm-any MAKE="$(MAKE)" scripts/run-steps.sh $(CHECKS)

test: ## everything that CI runs; FAIL_FAST=1 stops at the first failure
	@MAKE="$(MAKE)" scripts/run-steps.sh $(TESTS)

cli: toolchain ## build the native binary, and say where it is
	@$(BUILD)
	@echo "the binary: $(TOTORA)"

dist: packages wasm ## write the static site to dist/
	@$(BIN)/vite build
	@node scripts/finish-dist.mjs
	@echo "the site: dist/ ($$(du -sh dist | cut -f1)); any static file host can serve it"

wheel: toolchain dist/index.html ## write the Python wheel to target/wheels/: module, command and the page of dist/ (needs maturin)
	@scripts/build-python.sh --release

crate: toolchain ## pack the crate for crates.io, and build what was packed
	@cargo package --locked $(if $(SMOKE),--no-verify --allow-dirty)

container: packages ## build the container that serves dist/, where podman or docker is; else its file is checked
	@node scripts/container.mjs

sbom: packages ## list what the releases are built from, as CycloneDX: target/sbom.json
	@node scripts/make-sbom.mjs

checksums: ## SHA-256 of FILES, in target/SHA256SUMS
	@mkdir -p target && cd target && (cd .. && sha256sum $(FILES)) | sed -E 's|  .*/|  |' >SHA256SUMS && cat SHA256SUMS

release-notes: ## what the changelog says of VERSION, for a release
	@node scripts/release-notes.mjs '$(VERSION)'

npm: $(if $(SMOKE),dist/index.html,dist) ## pack the npm package, and test the tarball installed in a fresh folder (target/npm)
	@CHROMIUM_PATH="$$(node scripts/ensure-browser.mjs)" && export CHROMIUM_PATH && node scripts/build-npm.mjs

bench: toolchain ## run the criterion benches (BENCH=name for one of them)
	@cargo $(if $(SMOKE),test,bench) --locked --bench '$(or $(BENCH),*)'

bench-wasm: wasm ## run the benches of the wasm build in Node
	@for file in benches/wasm/*.mjs; do echo "==> $$file"; node "$$file"; done

bench-ratio: wasm ## wasm beside native in one session; BROWSER=1 in Chromium, ROUNDS=5, ONLY=reversi
	@$(BUILD)
	@node benches/ratio/run.mjs $(if $(BROWSER),--browser) --rounds $(or $(ROUNDS),5) --only '$(ONLY)' \
	--native "$(TOTORA)" $(if $(SMOKE),--share 0.001)

ladder: toolchain ## play the published figures of strength again and write them, in an hour; ONLY=uros for those of a game
	@$(BUILD)
	@node scripts/figures.mjs $(if $(SMOKE),--smoke) --only '$(ONLY)' --totora "$(TOTORA)"

verify-figures: toolchain ## play them with another seed, and fail where an interval does not meet the published one; QUICK=1 in a minute
	@$(BUILD)
	@node scripts/figures.mjs --verify $(if $(QUICK),--quick) --only '$(ONLY)' --totora "$(TOTORA)"

reference: toolchain ## docs/reference/bots.md, written from `totora games --json`
	@$(QUICK_BUILD)
	@node scripts/make-reference.mjs $(if $(SMOKE),--check)

bench-othello-peer: toolchain ## Reversi XT on a plain board beside the crate magpie, in one program
	@cargo $(if $(SMOKE),test,bench) --locked --bench othello_peer

fuzz: toolchain ## fuzz one target with libFuzzer (TARGET=links, records, boards, protocol, arenas, results or formulas; SECONDS=60)
	@scripts/fuzz.sh '$(or $(TARGET),links)' '$(or $(SECONDS),60)'

clean: ## remove what was built (not the tools and the packages)
	@cargo clean
	@rm -rf dist dist-test www/pkg test-results playwright-report screenshots

distclean: clean ## remove the tools and the packages too
	@rm -rf .tools node_modules

##@ The parts of `make test`

fmt: toolchain ## Rust formatting
	@cargo fmt --check

lint: packages layers ## front-end lint and formatting, and what imports what
	@$(BIN)/biome ci --error-on-warnings .

layers: toolchain ## no import in src goes up or in a circle (tests/contract/layers.txt)
	@mkdir -p target
	@CARGO_MANIFEST_DIR='$(CURDIR)' rustc --edition 2024 --test tests/contract/layers.rs -o target/layers
	@target/layers --quiet

clippy: toolchain ## Rust lints, native
	@cargo clippy --locked --all-targets -- -D warnings

clippy-wasm: toolchain ## Rust lints, wasm
	@cargo clippy --locked --lib --no-default-features --target $(WASM_TARGET) -- -D warnings

test-rust: toolchain ## Rust tests, native
	@cargo test --locked --no-fail-fast

test-ray: toolchain ## the arena on a Ray cluster of two workers, where the package can be had
	@scripts/test-ray.sh

supply: toolchain ## licences, versions and checksums of what we build from, and what is known against it
	@node scripts/check-supply.mjs

doc: toolchain ## the crate's documentation, no warnings
	@RUSTDOCFLAGS='-D warnings' cargo doc --locked --no-deps --lib

# Its tests run for seconds, and to compile them with optimisation takes twice as long as without.
test-wasm: tools ## Rust tests of the wasm interface (tests/web.rs), in Node
	@if [ -f tests/web.rs ]; then export CARGO_PROFILE_DEV_OPT_LEVEL=0 && \
	mkdir -p target/web && echo '{"type":"commonjs"}' >target/web/package.json && TMPDIR='$(CURDIR)/target/web' \
	CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER='$(CURDIR)/.tools/bin/wasm-bindgen-test-runner' \
	cargo test --locked --no-default-features --target $(WASM_TARGET) --test web; \
	else echo "no tests/web.rs yet"; fi

types: packages $(WASM) ## front-end types, against the wasm build's own
	@$(BIN)/tsc --noEmit --project tsconfig.json

test-page: packages $(WASM) ## unit tests of the page's logic
	@$(BIN)/vitest run

test-dist: dist ## the finished page is within its budget, and has no test hooks in it
	@if grep -rlE '__totora|killWorker|breakEngine' dist; then echo 'these files have test hooks'; exit 1; fi

test-browser: packages wasm ## browser tests in Chromium, of a build with hooks for them
	@$(QUICK_BUILD)
	@$(BIN)/vite build --mode test --logLevel warn
	@CHROMIUM_PATH="$$(node scripts/ensure-browser.mjs)" && export CHROMIUM_PATH && \
	echo "browser: $$CHROMIUM_PATH" && $(BIN)/playwright test && node scripts/smoke-browsers.mjs

python: toolchain dist/index.html ## the Python package: build the wheel, install it, test it and its adapters, where Python can be had
	@scripts/test-python.sh

smoke: packages wasm ## every bench and every command above in a small form, to see that it still runs
	@CHROMIUM_PATH="$$(node scripts/ensure-browser.mjs)" && export CHROMIUM_PATH && node scripts/smoke.mjs

test-new-game: tools packages ## make a game from the templates, build it, play it natively and in the page
	@CHROMIUM_PATH="$$(node scripts/ensure-browser.mjs)" && export CHROMIUM_PATH && \
	node scripts/test-new-game.mjs

##@ What they need

toolchain: # the Rust toolchain of rust-toolchain.toml, and its wasm target
	@if command -v rustup >/dev/null && ! rustup target list --installed | grep -qx $(WASM_TARGET); then \
	rustup target add $(WASM_TARGET); fi

tools: toolchain ## the wasm tools, into .tools/
	@scripts/install-tools.sh

packages: node_modules/.stamp ## the npm packages, into node_modules/

# No package's install script runs: none is needed, and none can surprise.
node_modules/.stamp: package.json package-lock.json
	@node scripts/install-packages.mjs
	@touch $@

wasm: tools packages ## the wasm module, into www/pkg/
	@node scripts/build-wasm.mjs

# Any page will do for tests.
dist/index.html:
	@$(MAKE) --no-print-directory dist

# For what needs its types alone: the one of development unless a finished one is there.
wasm-any: tools packages
	@node scripts/build-wasm.mjs --any
