# Kismet on a bare machine: Python 3.11 or newer, make, nothing else. Every target makes what it needs in .venv.
PYTHON ?= $(or $(KISMET_PYTHON),python3)
PYTEST_ARGS ?=
BIN := .venv/bin
READY := .venv/.ready
SHIPPED := widgets/site/static_site/prebuilt
# An environment that happens to be active must not be filled, and uv must take the Python that is here.
UV := env -u VIRTUAL_ENV UV_PROJECT_ENVIRONMENT=.venv UV_PYTHON_DOWNLOADS=never .uv/bin/uv

# Every server, kernel and test worker would compile all libraries again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play lab site docs wheel test check lint style types bench fast compiler clean

play: $(READY)
	@exec $(BIN)/kismet $(ARGS)

lab: $(READY)
	@exec $(BIN)/kismet lab $(ARGS)

site: $(READY)
	@exec $(BIN)/kismet site $(or $(ARGS),site --docs)

docs: $(READY)
	@$(BIN)/python -c 'from sys import argv; from pathlib import Path; from widgets.site.static_site.docs_build import build_docs; \
	  out = Path(argv[1]).resolve(); build_docs(out); print(f"The documents are in {out}: open index.html.")' $(or $(ARGS),.docs)

# The package with the pages for pupils' browsers in it, some 25 MB, so that nobody who installs it needs Node.
wheel: $(READY)
	@rm -rf $(SHIPPED)
	@$(BIN)/kismet site $(SHIPPED)
	@$(UV) build --quiet --wheel; made=$$?; rm -rf $(SHIPPED); exit $$made

# A whole run that passes is noted: `check` compares with that commit.
test: lint
	$(BIN)/python -m pytest $(PYTEST_ARGS)
	$(if $(PYTEST_ARGS),,$(BIN)/python -m tools.check --passed)

# The everyday command: what concerns the files that differ from BASE (tools/check.py).
check: lint
	$(BIN)/python -m tools.check $(PYTEST_ARGS)

lint: $(READY)
	@$(MAKE) --no-print-directory -j2 style types

# For the system that this is run on. The CI jobs on macOS and Windows check theirs.
types: $(READY)
	$(BIN)/mypy

style: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/deno fmt --check --quiet
	$(BIN)/python -m tests.scene_types --check
	$(BIN)/python -m tests.style_sheets
	$(BIN)/python -m tools.check_names
	$(BIN)/python -m tools.check_texts

bench: $(READY)
	@$(UV) sync --locked --inexact --quiet --group bench
	$(BIN)/python -m benchmarks $(ARGS)

# The same files, with what runs in playouts compiled by mypyc: a package of its own in .fast. The sources here stay as they
# are; `PYTHONPATH=.fast python -P` has it before them, KISMET_FAST=1 runs the tests on it.
fast: $(READY) compiler
	@rm -rf .fast
	@echo "Compiling the rules; this takes a few minutes."
	@HATCH_BUILD_HOOK_ENABLE_CUSTOM=true HATCH_BUILD_HOOK_ENABLE_MYPYC=true $(UV) build --quiet --out-dir .fast/dist
	@$(UV) pip install --quiet --no-deps --python $(BIN)/python --target .fast .fast/dist/*.whl

compiler:
	@$(BIN)/python -c 'import os, shutil, sysconfig as s; from pathlib import Path; \
	  c = (os.environ.get("CC") or s.get_config_var("CC") or "cc").split()[0]; \
	  exit(None if shutil.which(c) and Path(s.get_path("include"), "Python.h").exists() else \
	  f"make fast needs a C compiler ({c}) and the headers of this Python (Python.h); one is missing. Without them all runs as well, but slower.")'

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
	rm -rf .venv .uv .fast
