# Two commands: `make demo` runs the main job, `make test` checks everything. Both set up what they need.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
PLUGINS := $(patsubst %/pyproject.toml,%,$(wildcard plugins/*/pyproject.toml))
MANIFESTS := pyproject.toml $(addsuffix /pyproject.toml,$(PLUGINS))

.PHONY: demo test bench lint docs clean
.DELETE_ON_ERROR:

demo: $(VENV)/.runtime
	@mkdir -p build
	@$(BIN)/haversack run docs/tutorial/run.toml --out build/demo.json

test: lint
	$(BIN)/python -m coverage erase
	$(BIN)/python -m pytest -n auto --dist loadfile --cov --cov-report=term
	$(MAKE) --no-print-directory docs

bench: $(VENV)/.development
	@$(PIP) install -e ".[bench]"
	PYTHONPATH=tests $(BIN)/python tests/benchmarks/speed.py
	PYTHONPATH=tests $(BIN)/python tests/benchmarks/proofs.py

lint: $(VENV)/.development
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

docs: $(VENV)/.development
	$(BIN)/sphinx-build -j auto -W --keep-going -q -b html docs docs/_build/html

clean:
	rm -rf $(VENV) build docs/_build .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage

# haversack and every distribution under plugins/, from this tree.
$(VENV)/.runtime: $(MANIFESTS)
	@echo "setting up $(VENV) (once) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) install -e . $(addprefix -e ./,$(PLUGINS))
	@touch $@

$(VENV)/.development: $(VENV)/.runtime
	@echo "adding the development tools (once) ..."
	@$(PIP) install -e ".[dev]"
	@touch $@
