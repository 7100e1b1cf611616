# Two commands on a fresh machine: `make play` and `make test`.
PY      ?= python3
VENV    := .venv
BIN     := $(VENV)/bin
UV      := $(BIN)/uv
READY   := $(VENV)/.ready
LOCK    := $(UV) pip compile -q --universal --generate-hashes --no-emit-index-url --no-header
PYTEST  := $(BIN)/python -m pytest
CODE    := src tests examples studies
EXAMPLES := $(wildcard examples/*/pyproject.toml)
STATIC  := src/beachhead/server/static/index.html
MODULES := web/node_modules/.ready
SCHEMA  := build/openapi.json
TYPES   := web/src/wire.ts
SPOKEN  := $(wildcard src/beachhead/display/*.py src/beachhead/server/*.py)
WEB     := $(shell find web -path web/node_modules -prune -o -type f -print)
NODE    := PATH="$(CURDIR)/$(BIN):$$PATH"
.PHONY: play test ready web check format bench soak golden screenshots pictures reference sight lock chromium postgres clean
.DELETE_ON_ERROR:
# A network may have a certificate authority of its own: trust what the system trusts, as pip does.
export UV_SYSTEM_CERTS ?= 1
export NODE_USE_SYSTEM_CA ?= 1

play: ready web
	$(BIN)/beachhead serve --open

ready: $(READY)

$(READY): requirements/dev.lock pyproject.toml $(EXAMPLES) scripts/ensure-python scripts/ensure-node
	scripts/ensure-python $(PY)
	$(PY) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check "uv==0.13.7"
	$(UV) pip install -q --python $(BIN)/python --require-hashes -r requirements/dev.lock
	$(UV) pip install -q --python $(BIN)/python --no-deps -e . $(patsubst %/pyproject.toml,-e %,$(EXAMPLES))
	scripts/ensure-node $(BIN)
	touch $@

web: $(STATIC)

$(MODULES): web/package-lock.json | $(READY)
	cd web && $(NODE) npm ci --no-audit --no-fund
	touch $@

$(SCHEMA): $(SPOKEN) | $(READY)
	mkdir -p build
	$(BIN)/python -m beachhead.server.openapi > $@

$(TYPES): $(SCHEMA) $(MODULES)
	cd web && $(NODE) npx openapi-typescript ../$(SCHEMA) -o src/wire.ts --default-non-nullable false \
		--root-types --root-types-no-schema-prefix > /dev/null

$(STATIC): $(MODULES) $(TYPES) $(WEB)
	cd web && $(NODE) npx vite build --logLevel warn
	touch $@

chromium:
	scripts/ensure-chromium

postgres:
	scripts/ensure-postgres

test: ready web chromium postgres
	cd web && $(NODE) npx vitest run
	$(PYTEST) -m "browser and not soak"
	$(PYTEST) -n auto -m "not soak and not browser"

check: ready web
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy
	$(BIN)/python scripts/check-imports
	$(BIN)/python scripts/lines-per-rule
	$(BIN)/python scripts/reference --check
	$(BIN)/python -m beachhead.server.openapi | cmp - $(SCHEMA)  # what the types of the client were made from
	cd web && $(NODE) npx prettier --check src && $(NODE) npx svelte-check --fail-on-warnings

format: ready $(MODULES)
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)
	cd web && $(NODE) npx prettier --write src

soak: ready web chromium postgres
	BEACHHEAD_FUZZ=1 $(PYTEST) -n auto -m "soak or hypothesis"

screenshots: ready web chromium
	$(BIN)/python scripts/screenshots

sight: ready
	scripts/sight-table

pictures: ready web chromium
	scripts/pictures

reference: ready $(MODULES) chromium
	$(NODE) scripts/reference

golden: ready
	BEACHHEAD_GOLDEN=write $(PYTEST) -n auto -k golden

bench: ready web chromium
	$(BIN)/python -m beachhead.bench
	$(NODE) $(BIN)/python web/src/lab/bench.py

lock: ready
	$(LOCK) --extra notify --extra postgres --extra ray --extra tune --group dev pyproject.toml -o requirements/dev.lock
	$(LOCK) pyproject.toml -o requirements/base.lock

clean:
	rm -rf $(VENV) build web/node_modules src/beachhead/server/static
