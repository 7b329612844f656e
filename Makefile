# `make demo` runs the main job, `make check` is for every edit, `make test` checks everything. Each sets up what it needs.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
PLUGINS := $(patsubst %/pyproject.toml,%,$(wildcard plugins/*/pyproject.toml))
MANIFESTS := pyproject.toml $(addsuffix /pyproject.toml,$(PLUGINS))
OLDEST := build/oldest
# One file, one worker: they share what it sets up. In the given order, slow ones first.
PARALLEL := -n auto --dist loadfile --no-loadscope-reorder
QUICK := -m "not slow" --hypothesis-profile=quick

# Bytecode is kept whatever the environment says: without it every process compiles all modules that it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo check test oldest sdist bench lint docs clean
.DELETE_ON_ERROR:

demo: $(VENV)/.runtime
	@echo "haversack run docs/tutorial/run.toml: the best panel of thirty readers for a budget of 40"
	@echo "(the first run compiles kernels for some seconds) ..."
	@mkdir -p build
	@$(BIN)/haversack run docs/tutorial/run.toml --out build/demo.json
	@echo "the result as JSON: build/demo.json"

# Lint, types, import contracts and the fast tests.
check: lint
	$(BIN)/python -m pytest $(PARALLEL) $(QUICK)

# Everything: lint, the documentation, all tests. Tests look at the site that is built first. `make test COVERAGE=yes` also
# measures coverage, which takes a third more time; continuous integration does.
test: $(VENV)/.development
	$(MAKE) -j2 lint docs
	$(if $(COVERAGE),$(BIN)/python -m coverage erase)
	$(BIN)/python -m pytest $(PARALLEL) $(if $(COVERAGE),--cov --cov-report=term)

# The fast tests with the oldest dependencies that the manifests allow. Old libraries warn of their own new dependencies.
oldest: $(OLDEST)/.installed
	NUMBA_CACHE_DIR=$(OLDEST)/numba $(OLDEST)/bin/python -m pytest $(PARALLEL) $(QUICK) \
		-W default::DeprecationWarning -p no:cacheprovider

# The source distribution checks itself, in a folder and an environment of its own.
sdist: $(VENV)/.development
	.ci/sdist $(BIN)/python

bench: $(VENV)/.development
	@$(PIP) install -e ".[bench]"
	PYTHONPATH=tests $(BIN)/python tests/benchmarks/speed.py
	PYTHONPATH=tests $(BIN)/python tests/benchmarks/annealers.py
	PYTHONPATH=tests $(BIN)/python tests/benchmarks/proofs.py
	$(BIN)/python tests/benchmarks/votes.py
	$(BIN)/python tests/benchmarks/alternatives.py --plot build/alternatives.svg
	PYTHONPATH=tests $(BIN)/python tests/benchmarks/certificates.py
	PYTHONPATH=tests $(BIN)/python tests/benchmarks/certificate_trees.py
	$(BIN)/python tests/benchmarks/expensive.py
	$(BIN)/python tests/benchmarks/cold_start.py
	$(BIN)/python tests/benchmarks/studies.py
	$(BIN)/python tests/benchmarks/sklearn_fit.py
	PYTHONPATH=tests $(BIN)/python tests/benchmarks/constraints.py

lint: $(VENV)/.development
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

docs: $(VENV)/.development
	$(BIN)/sphinx-build -j auto -W --keep-going -q -b html docs docs/_build/html

clean:
	rm -rf $(VENV) build docs/_build .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage

# haversack and every distribution under plugins/, from this tree. Built by the hatchling of $(VENV): one installation of it
# instead of one for each distribution.
$(VENV)/.runtime: $(MANIFESTS)
	@test -x $(BIN)/python || echo "creating the virtual environment $(VENV) (once) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "downloading and installing haversack, its plugins and their dependencies (once, about a minute) ..."
	@$(PIP) install --no-compile hatchling editables
	@$(PIP) install --no-compile --no-build-isolation -e . $(addprefix -e ./,$(PLUGINS))
	@touch $@

$(VENV)/.development: $(MANIFESTS)
	@test -x $(BIN)/python || echo "creating the virtual environment $(VENV) (once) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "downloading and installing haversack, its plugins and the development tools (once, about a minute) ..."
	@$(PIP) install --no-compile hatchling editables
	@$(PIP) install --no-compile --no-build-isolation -e ".[dev]" $(addprefix -e ./,$(PLUGINS))
	@touch $(VENV)/.runtime $@

$(OLDEST)/.installed: $(MANIFESTS) .ci/lower_bounds.py
	@echo "creating $(OLDEST) with the oldest dependencies that are allowed (once) ..."
	@test -x $(OLDEST)/bin/python || $(PYTHON) -m venv $(OLDEST)
	@$(PYTHON) .ci/lower_bounds.py $(MANIFESTS) > $(OLDEST)/constraints.txt
	@PIP_CONSTRAINT=$(OLDEST)/constraints.txt $(OLDEST)/bin/python -m pip --disable-pip-version-check --quiet \
		install --no-compile -e ".[dev]" $(addprefix -e ./,$(PLUGINS))
	@touch $@
