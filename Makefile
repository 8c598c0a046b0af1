# `make help` lists the targets. A new machine needs rustup, Node 20 or newer, and make.
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

# Stages of steps; `|` separates lanes that run in parallel (scripts/run-steps.sh). Cargo runs one command at a time in
# target/debug, so these steps are one lane. The wasm build has its own target folder.
CHECKS := 'fmt lint' 'clippy clippy-wasm | tools types test-page'
TESTS := 'fmt lint' \
  'clippy clippy-wasm test-rust doc test-ray | tools wasm types test-page test-dist python' \
  'test-browser' 'smoke' 'test-new-game'

# With SMOKE=1 a bench or command does a small part of its work with a quick build of the binary, to check that it runs
# (`make smoke`).
# `--test cli` gives the quick build the same dependency features as `make test-rust`, so cargo reuses its libraries.
QUICK_BUILD := cargo build --locked --test cli --bin totora
BUILD := $(if $(SMOKE),$(QUICK_BUILD),cargo build --locked --release --bin totora)
TOTORA := $${CARGO_TARGET_DIR:-target}/$(if $(SMOKE),debug,release)/totora
export SMOKE

# Tools for releases, with their versions. They take minutes to compile, so no step of `make test` needs them.
cargo-deny := 0.20.2
cargo-about := 0.9.3
cargo-cyclonedx := 0.5.9
cargo-mutants := 27.1.0
supply-tool = grep -qsF '"$(1) $($(1)) ' .tools/.crates.toml || cargo install --locked --root .tools $(1)@$($(1))

.PHONY: help play dev new-game npm test check bench bench-wasm bench-ratio bench-othello-peer cli dist clean distclean
.PHONY: container fuzz mutants supply licences sbom rehearse sdist ladder verify-figures reference wheel python crate checksums release-notes
.PHONY: toolchain tools packages wasm wasm-any fmt lint clippy clippy-wasm test-rust test-ray doc types test-page test-dist test-browser smoke test-new-game

##@ Daily work

help: ## list the targets
	@awk -F ':.*## ' '/^##@ /{ printf "\n%s\n", substr($$0, 5) } /^[a-z-]+:.*## /{ printf "  %-18s %s\n", $$1, $$2 }' Makefile

play: tools packages wasm ## build everything and serve the page (PORT=5173, HOST=127.0.0.1)
	@echo "Totora is at http://$(HOST):$(PORT)/ (press Ctrl-C to stop)"
	@exec $(BIN)/vite --host $(HOST) --port $(PORT) --strictPort

dev: tools packages ## serve the page for development: changes in Rust or JavaScript are built and shown in seconds
	@exec node scripts/dev.mjs --host $(HOST) --port $(PORT)

new-game: packages ## create a small game as a starting point: NAME=gomoku
	@node scripts/new-game.mjs '$(NAME)'

check: ## run the quick tests: formatting, lints, types, unit tests of the page
	@WASM=wasm-any MAKE="$(MAKE)" scripts/run-steps.sh $(CHECKS)

test: ## run everything that CI runs; FAIL_FAST=1 stops at the first failure
	@MAKE="$(MAKE)" scripts/run-steps.sh $(TESTS)

cli: toolchain ## build the native binary, and print its path
	@$(BUILD)
	@echo "binary: $(TOTORA)"

dist: packages wasm ## write the static site to dist/
	@$(BIN)/vite build
	@node scripts/finish-dist.mjs
	@echo "site: dist/ ($$(du -sh dist | cut -f1)); any static file host can serve it"

wheel: toolchain dist/index.html ## build the Python wheel in target/wheels/: module, command and the page of dist/ (needs maturin)
	@scripts/build-python.sh --release

crate: toolchain ## pack the crates for crates.io, and build the packed crates
	@cargo package --locked --workspace --exclude bindings --exclude totora-fuzz --exclude totora-python --exclude totora-web $(if $(SMOKE),--no-verify --allow-dirty)

container: packages ## check the container file, and build the container that serves dist/ if podman or docker runs
	@node scripts/container.mjs

supply: toolchain ## check licences, versions, sources and known vulnerabilities of dependencies; OFFLINE=1 without the last
	@$(call supply-tool,cargo-deny)
	@cargo deny --locked $(if $(OFFLINE),--offline) check $(if $(OFFLINE),licenses bans sources)
	@$(if $(OFFLINE),,npm audit --package-lock-only)

licences: toolchain ## write licences/, the licences of the crates in the command, the Python module and the page
	@$(call supply-tool,cargo-about)
	@scripts/licences.sh

sbom: ## write target/sbom/, the dependencies of the command, the Python module and the page in CycloneDX
	@$(call supply-tool,cargo-cyclonedx)
	@scripts/sbom.sh

rehearse: $(if $(REUSE),,npm wheel sdist crate) ## pack everything and try it as its users will, without publishing; REUSE=1 tries what is packed already
	@node scripts/rehearse.mjs

sdist: ## pack the sources of the Python package in target/wheels/ (needs maturin)
	@scripts/build-python.sh --sdist

checksums: ## write the SHA-256 checksums of FILES to target/SHA256SUMS
	@mkdir -p target && cd target && (cd .. && sha256sum $(FILES)) | sed -E 's|  .*/|  |' >SHA256SUMS && cat SHA256SUMS

release-notes: ## print the changelog of VERSION, for a release
	@node scripts/release-notes.mjs '$(VERSION)'

npm: $(if $(SMOKE),dist/index.html,dist) ## pack the npm package, and test the tarball in an empty folder (target/npm)
	@CHROMIUM_PATH="$$(node scripts/ensure-browser.mjs)" && export CHROMIUM_PATH && node scripts/build-npm.mjs

bench: toolchain ## run the criterion benches; BENCH=uros runs one
	@cargo $(if $(SMOKE),test,bench) --locked --bench '$(or $(BENCH),*)'

bench-wasm: wasm ## run the benches of the wasm build in Node
	@for file in benches/wasm/*.mjs; do echo "==> $$file"; node "$$file"; done

bench-ratio: wasm ## compare wasm with native in one session; BROWSER=1 in Chromium, ROUNDS=5, ONLY=reversi
	@$(BUILD)
	@node benches/ratio/run.mjs $(if $(BROWSER),--browser) --rounds $(or $(ROUNDS),5) --only '$(ONLY)' \
	--native "$(TOTORA)" $(if $(SMOKE),--share 0.001)

ladder: toolchain ## play and write the published playing strengths, in an hour; ONLY=uros for one game
	@$(BUILD)
	@node scripts/figures.mjs $(if $(SMOKE),--smoke) --only '$(ONLY)' --totora "$(TOTORA)"

verify-figures: toolchain ## play them with another seed; fail if an interval does not overlap the published one; QUICK=1 in a minute
	@$(BUILD)
	@node scripts/figures.mjs --verify $(if $(QUICK),--quick) --only '$(ONLY)' --totora "$(TOTORA)"

reference: toolchain ## write docs/reference/bots.md from `totora games --json`
	@$(QUICK_BUILD)
	@node scripts/make-reference.mjs $(if $(SMOKE),--check)

bench-othello-peer: toolchain ## compare Reversi XT on a plain board with the crate magpie, in one program
	@cargo $(if $(SMOKE),test,bench) --locked --bench othello_peer

fuzz: toolchain ## fuzz one target with libFuzzer (TARGET=links, records, boards, protocol, arenas, results or formulas; SECONDS=60)
	@scripts/fuzz.sh '$(or $(TARGET),links)' '$(or $(SECONDS),60)'

mutants: toolchain ## change FILES in one place at a time, and list the changes that no test notices; SHARD=0/20 tries a share
	@$(call supply-tool,cargo-mutants)
	@cargo mutants --workspace $(foreach file,$(or $(FILES),src/games/uros/position.rs),-f '$(file)') \
	$(if $(SHARD),--shard $(SHARD)) --test-package totora --output target

clean: ## remove build output (but not the tools and the packages)
	@cargo clean
	@rm -rf dist dist-test www/pkg test-results playwright-report screenshots

distclean: clean ## also remove the tools and the packages
	@rm -rf .tools node_modules

##@ Steps of `make test`

fmt: toolchain ## check Rust formatting
	@cargo fmt --check --all

lint: packages ## check lints and formatting of the page
	@$(BIN)/biome ci --error-on-warnings .

clippy: toolchain ## Rust lints, native
	@cargo clippy --locked --all-targets -- -D warnings

clippy-wasm: toolchain ## Rust lints, wasm
	@cargo clippy --locked --lib --target $(WASM_TARGET) -- -D warnings

test-rust: toolchain ## Rust tests, native
	@cargo test --locked --no-fail-fast

test-ray: toolchain ## the arena on a Ray cluster of two workers, if Ray is available
	@scripts/test-ray.sh

doc: toolchain ## build the documentation of the crates without warnings
	@RUSTDOCFLAGS='-D warnings' cargo doc --locked --no-deps

types: packages $(WASM) ## check types of the page, with the types of the wasm build, and those of the Python module
	@$(BIN)/tsc --noEmit --project tsconfig.json
	@node scripts/make-python-shapes.mjs --check

test-page: packages $(WASM) ## unit tests of the page's logic
	@$(BIN)/vitest run

test-dist: dist ## check that the built page is within its size budget, and contains no test hooks
	@if grep -rlE '__totora|killWorker|breakEngine' dist; then echo 'these files contain test hooks'; exit 1; fi

test-browser: packages wasm ## browser tests in Chromium, of a build with test hooks
	@$(QUICK_BUILD)
	@$(BIN)/vite build --mode test --logLevel warn
	@CHROMIUM_PATH="$$(node scripts/ensure-browser.mjs)" && export CHROMIUM_PATH && \
	echo "browser: $$CHROMIUM_PATH" && $(BIN)/playwright test && node scripts/smoke-browsers.mjs

python: toolchain dist/index.html ## build, install and test the Python package and its adapters, if Python is available
	@scripts/test-python.sh

smoke: packages wasm ## run every bench and every command above in a small form, to check that it still runs
	@CHROMIUM_PATH="$$(node scripts/ensure-browser.mjs)" && export CHROMIUM_PATH && node scripts/smoke.mjs

test-new-game: tools packages ## create a game from the templates, build it, and play it natively and on the page
	@CHROMIUM_PATH="$$(node scripts/ensure-browser.mjs)" && export CHROMIUM_PATH && \
	node scripts/test-new-game.mjs

##@ Prerequisites

toolchain: # the Rust toolchain of rust-toolchain.toml, and its wasm target
	@if command -v rustup >/dev/null && ! rustup target list --installed | grep -qx $(WASM_TARGET); then \
	rustup target add $(WASM_TARGET); fi

tools: toolchain ## build the wasm tools in .tools/
	@scripts/install-tools.sh

packages: node_modules/.stamp ## install the npm packages in node_modules/

# Install scripts of packages do not run: none is needed, and they could do anything.
node_modules/.stamp: package.json package-lock.json
	@node scripts/install-packages.mjs
	@touch $@

wasm: tools packages ## build the wasm module in www/pkg/
	@node scripts/build-wasm.mjs

# Tests need any build of the page; an existing one is not rebuilt.
dist/index.html:
	@$(MAKE) --no-print-directory dist

# For steps that need only the types of the module: a development build, unless an optimised build is up to date.
wasm-any: tools packages
	@node scripts/build-wasm.mjs --any
