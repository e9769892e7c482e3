# Kismet on a bare machine: Python 3.11 or newer, make, nothing else. Every target makes what it needs in .venv.
PYTHON ?= $(or $(KISMET_PYTHON),python3)
PYTEST_ARGS ?=
BIN := .venv/bin
READY := .venv/.ready
# An environment that happens to be active must not be filled, and uv must take the Python that is here.
UV := env -u VIRTUAL_ENV UV_PROJECT_ENVIRONMENT=.venv UV_PYTHON_DOWNLOADS=never .uv/bin/uv

.PHONY: play lab site test lint bench clean

play: $(READY)
	@exec $(BIN)/kismet $(ARGS)

lab: $(READY)
	@exec $(BIN)/kismet lab $(ARGS)

site: $(READY)
	@exec $(BIN)/kismet site $(or $(ARGS),site)

test: lint
	$(BIN)/python -m pytest $(PYTEST_ARGS)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(READY)
	@$(UV) sync --locked --inexact --quiet --group bench
	$(BIN)/python -m benchmarks $(ARGS)

# The mark is written last, so what was left half made is made again.
$(READY): pyproject.toml uv.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo \
	  "Kismet needs Python 3.11 or newer, and '$(PYTHON)' is not. Name another: make $(MAKECMDGOALS) PYTHON=/path/to/python3" >&2; exit 1; }
	@.uv/bin/uv --version >/dev/null 2>&1 || { echo "Setting up .venv. This is done once."; \
	  $(PYTHON) -m venv --clear .uv && .uv/bin/python -m pip install --quiet --disable-pip-version-check "uv>=0.8"; }
	@$(BIN)/python -c '' 2>/dev/null || rm -rf .venv
	@$(UV) sync --locked --inexact --quiet --python "$(PYTHON)"
	@touch $@

clean:
	rm -rf .venv .uv
