# Everything that a bare machine with Python 3.11+ needs is set up by these targets themselves.
PYTHON ?= python3
BIN := .venv/bin
TASK ?= japan_trip
MODEL ?= vibelife/oracle

.PHONY: demo test check setup clean

demo: setup  ## live through one task with the reference solution, no key needed
	$(BIN)/inspect eval vibelife_inspect/$(TASK) --model $(MODEL) --log-dir logs --display plain
	$(BIN)/vibelife report logs
	@echo
	@echo "Open the log:  $(BIN)/inspect view --log-dir logs"

test: setup  ## all tests
	$(BIN)/python -m pytest

check: setup  ## style, types, fresh contract cards, every bundle
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/vibelife cards --check
	for task in tasks/*/*/; do $(BIN)/vibelife lint "$$task" --variants 5 --strict || exit 1; done
	$(BIN)/vibelife verify --all

setup: .venv/ready

.venv/ready: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch .venv/ready

clean:
	rm -rf .venv dist build
