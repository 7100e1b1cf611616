# Two commands on a fresh machine: `make play` and `make test`.
PY      ?= python3
VENV    := .venv
BIN     := $(VENV)/bin
UV      := $(BIN)/uv
READY   := $(VENV)/.ready
LOCK    := $(UV) pip compile -q --universal --generate-hashes --no-emit-index-url --no-header
PYTEST  := $(BIN)/python -m pytest
CODE    := src tests examples
.PHONY: play test ready check format bench soak golden lock chromium clean
.DELETE_ON_ERROR:

play: ready
	$(BIN)/beachhead play pegasus

ready: $(READY)

$(READY): requirements/dev.lock pyproject.toml examples/pegasus/pyproject.toml scripts/ensure-python scripts/ensure-node
	scripts/ensure-python $(PY)
	$(PY) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check "uv==0.13.7"
	$(UV) pip install -q --python $(BIN)/python --require-hashes -r requirements/dev.lock
	$(UV) pip install -q --python $(BIN)/python --no-deps -e . -e examples/pegasus
	scripts/ensure-node $(BIN)
	touch $@

chromium:
	scripts/ensure-chromium

test: ready chromium
	$(PYTEST) -n auto -m "not soak"

check: ready
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy
	$(BIN)/python scripts/check-imports

format: ready
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)

soak: ready
	$(PYTEST) -n auto -m soak

golden: ready
	BEACHHEAD_GOLDEN=write $(PYTEST) -n auto -k golden

bench: ready
	$(BIN)/python -m beachhead.bench

lock: ready
	$(LOCK) --extra postgres --group dev pyproject.toml -o requirements/dev.lock
	$(LOCK) pyproject.toml -o requirements/base.lock

clean:
	rm -rf $(VENV) build
