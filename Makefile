# The commands of this repository. `make` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

TARGET := $(or $(CARGO_TARGET_DIR),target)
CMS := $(TARGET)/quick/cms
DATA_DIR ?= data
export NEXT_TELEMETRY_DISABLED := 1

# The crates of the server besides `cms`, and the other programs. Their features of libraries are part of every build;
# otherwise libraries would be compiled twice.
OTHERS := -p cms-core -p cms-content -p cms-community -p cms-editorial -p imaging -p chaos -p bench
# Clippy produces no programs, so a run of it compiles everything again. In .ci/run clippy is the compiler
# (RUSTC_WORKSPACE_WRAPPER), so building the tests is enough.
LINT = cargo $(if $(RUSTC_WORKSPACE_WRAPPER),test --no-run,clippy) --profile quick -p cms $(OTHERS) --all-targets \
  $(if $(RUSTC_WORKSPACE_WRAPPER),,-- -D warnings)

SITE_FILES := $(shell find site/src site/messages site/public site/package.json site/next.config.ts site/tsconfig.json site/fonts.mjs site/compress.mjs cms/client/src cms/web -not -path "*/node_modules/*" -type f 2>/dev/null)
ADMIN_FILES := $(shell find admin/src admin/messages admin/index.html admin/package.json admin/vite.config.ts site/compress.mjs cms/client/src cms/web -not -path "*/node_modules/*" -type f 2>/dev/null)

help: ## List the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: build ## Set up everything and serve the guide (Ctrl-C stops it)
	@$(CMS) --data-dir $(DATA_DIR) setup
	@exec $(CMS) --data-dir $(DATA_DIR) serve

dev: node_modules/.ready cms ## Serve API and console, with the site in Next's development mode
	@$(CMS) --data-dir $(DATA_DIR) setup
	@trap 'kill 0' EXIT; \
	CMS_ORIGIN=http://127.0.0.1:8080 REFRESH_SECRET=dev npm run dev -w site -- --port 3000 & \
	SITE_ORIGIN=http://127.0.0.1:3000 REFRESH_SECRET=dev $(CMS) --data-dir $(DATA_DIR) serve

# In parallel: the compiler leaves a core idle, which npm and the bundlers use.
build: tools ## Build the three parts
	@$(MAKE) --no-print-directory -j2 cms site/.next/standalone/.ready admin/dist/index.html

# The server is built together with the tests, which need more features of some libraries; otherwise these would be
# compiled twice.
test: export CARGO_BUILDS = test --no-run $(OTHERS)
# Twice the cores, because tests wait for their databases.
test test-quick: export RUST_TEST_THREADS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) \* 2)
test: build ## Run every test: Rust on both databases, site and console, end to end in Chromium
	@echo "== Rust: unit tests, and integration tests on SQLite and PostgreSQL"
	cms/tests/postgres.sh cms/tests/pgbouncer.sh cms/tests/s3.sh cargo test --profile quick -p cms $(OTHERS)
	@echo "== Client, site and console: unit tests"
	npm test -w cms/client
	npm test -w cms/web
	npm test -w site
	npm test -w admin
	@echo "== End to end, in Chromium"
	site/e2e/run.sh

test-quick: ## Run the unit tests of the server and its integration tests on SQLite: no other server, no browser
	cargo test --profile quick -p cms $(OTHERS)

# In parallel, as in `build`.
check: ## Check formatting, lints, types, vocabulary, references, and the licenses of libraries
	@$(MAKE) --no-print-directory -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) check-rust check-scripts

# Without `cargo deny`, its checks are skipped with a message. In CI, a missing `cargo deny` is an error.
check-rust:
	@if cargo deny --version >/dev/null 2>&1; then cargo deny --log-level error check bans licenses sources; \
	elif [ -n "$$CI" ]; then echo "cargo deny is missing" >&2; exit 1; \
	else echo "Licenses and sources of crates are not checked: cargo install cargo-deny"; fi
	cargo fmt --all --check
	$(LINT)

check-scripts: node_modules/.ready
	node .ci/dependencies.mjs
	node .ci/references.mjs
	node .ci/vocabulary.mjs
	npx prettier --check --log-level warn cms/client cms/web site admin
	npx eslint --max-warnings 0 cms/client cms/web site admin
	npm run types -w cms/client
	npm run types -w cms/web
	npm run types -w site
	npm run types -w admin

advisories: ## Check the libraries for known vulnerabilities, if the advisory databases are reachable
	@node .ci/advisories.mjs

contract: node_modules/.ready cms ## Write openapi.json and generate the client from it
	$(CMS) openapi > openapi.json.new && mv openapi.json.new openapi.json
	npm run generate -w cms/client

client: node_modules/.ready ## Pack the typed client for others: target/karst-client-*.tgz
	@npm run --silent pack -w cms/client

fuzz: cms ## Fuzz everything that parses untrusted bytes, and every API call with every role; writes docs/fuzzing.md
	cms/tests/fuzz.sh

release: export KARST_VERSION := $(shell git describe --always --dirty 2>/dev/null)
release: tools site/.next/standalone/.ready admin/dist/index.html ## Build what a server needs: target/release/cms, the site, the console
	cargo build --release -p cms --features jemalloc

bench: node_modules/.ready site/.next/standalone/.ready ## Measure cms, a minimal server and nginx with 200 to 200,000 places, and imaging beside sharp (15 minutes); writes docs/performance.md
	cargo build --release -p cms -p bench --features jemalloc
	cargo bench --quiet -p imaging --bench compare_with_sharp > $(TARGET)/imaging.md
	$(TARGET)/release/bench --imaging $(TARGET)/imaging.md

bench-memory: node_modules/.ready site/.next/standalone/.ready ## Measure the memory of the server and its renderer over 300 changes of the settings (7 minutes); writes docs/memory.md
	cargo build --release -p cms -p bench --features jemalloc
	$(TARGET)/release/bench memory --out docs/memory.md

chaos: build ## Kill and restart two replicas behind nginx and their services under load (6 minutes); writes docs/resilience.md
	cargo build --profile quick -p cms -p chaos
	PYTHONPATH=$(TARGET)/moto$${PYTHONPATH:+:$$PYTHONPATH} $(TARGET)/quick/chaos

# One test after the other: measurements need an idle machine, so they come last.
audit: build ## Audit site and console: accessibility, Lighthouse, page weight, a map of 20,000 places; writes docs/audit.md
	site/e2e/run.sh --workers=1 --retries=0 --reporter=./e2e/audit/report.ts \
	  --project=phone --project=console-phone --project=desktop --project=audit accessible firstVisit noscript e2e/audit/

bench-console: build ## Measure the console's lists with 20,000 places and 50,000 entries beside 200
	site/e2e/run.sh --workers=1 --retries=0 --project=audit e2e/audit/lists

shots: build ## Write every screen at 390 and 1280 pixels into shots/
	site/e2e/run.sh --project=shots

format: node_modules/.ready ## Format all sources
	cargo fmt --all
	npx prettier --write --log-level warn cms/client cms/web site admin

tools:
	@command -v cargo >/dev/null || { echo "Rust is missing: install it with rustup (1.94 or newer)."; exit 1; }
	@command -v node >/dev/null || { echo "Node.js is missing: 20.9 or newer is needed."; exit 1; }
	@command -v cc >/dev/null || { echo "A C compiler is missing: for example gcc or clang."; exit 1; }

cms: ## Build the server alone
	@[ -x $(CMS) ] || echo "Building the server. The first build compiles the libraries, which takes some minutes."
	cargo $(or $(CARGO_BUILDS),build) --profile quick -p cms

node_modules/.ready: package-lock.json package.json cms/client/package.json cms/web/package.json site/package.json admin/package.json
	@echo "Installing the site's and the console's libraries"
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@

site/.next/standalone/.ready: node_modules/.ready $(SITE_FILES)
	@echo "Building the site"
	rm -rf site/.next/standalone
	npm run build -w site
	node site/compress.mjs site/.next/static
	cp -r site/.next/static site/.next/standalone/site/.next/static
	cp -r site/public site/.next/standalone/site/public
	@touch $@

admin/dist/index.html: node_modules/.ready $(ADMIN_FILES)
	@echo "Building the console"
	npm run build -w admin
	node site/compress.mjs admin/dist/assets

.PHONY: help run dev build release test test-quick check check-rust check-scripts advisories contract client fuzz bench bench-memory chaos audit bench-console shots format tools cms
