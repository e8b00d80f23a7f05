# The two to know: `make play` sets up and starts a game; `make test` sets up and runs every check.
.DEFAULT_GOAL := help
.PHONY: help play test pytest lint type compat bench torture mutants fuzz bench-keep bench-solver docs dist-check forms-check environments man schema clean

PYTHON ?= python3
DEV := .venv
GAME := .venv-play
SOURCES := setup.cfg pyproject.toml $(shell find spider_cli -name '*.py' -o -name '*.json')
PIP := -m pip --disable-pip-version-check --quiet

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

play: $(GAME)/ready  ## set up, and start or go on with the game in spider.json
	@$(GAME)/bin/spider play

test: lint type pytest dist-check  ## set up, and pass every check
	@echo 'All checks passed.'

pytest: $(DEV)/ready  ## the tests, with the lines that they miss
	$(DEV)/bin/python -m pytest -n auto --maxprocesses 4 --durations=10 --cov

lint: $(DEV)/ready  ## ruff: style and format
	$(DEV)/bin/ruff check .
	$(DEV)/bin/ruff format --check .

type: $(DEV)/ready  ## mypy --strict
	$(DEV)/bin/mypy

compat:  ## the tests on every CPython from 3.10 found, with the oldest and the newest click
	@tests/compat.sh

environments:  ## the tests in every environment, from no HOME to warnings as errors: a table (half an hour)
	@tests/environments.sh

torture: $(DEV)/ready  ## the crash suite: saves killed, refused and crowded at every call of the system
	$(DEV)/bin/python -m tests.torture

mutants:  ## change the code in small ways and tell which changes no test notices (hours)
	@test -x .venv-mutants/bin/cosmic-ray || $(PYTHON) -m venv .venv-mutants
	.venv-mutants/bin/python $(PIP) install -e '.[mutants]'
	.venv-mutants/bin/python -m tests.mutants $(MODULES)

SECONDS ?= 60
fuzz:  ## search for input that breaks a reader, led by coverage, SECONDS for each reader
	@test -x .venv-fuzz/bin/python || $(PYTHON) -m venv .venv-fuzz
	.venv-fuzz/bin/python $(PIP) install -e '.[fuzz]'
	for reader in foreign game history layout prompt protocol script seed seeds study; do \
		.venv-fuzz/bin/python -m tests.fuzz $$reader $(SECONDS) || exit 1; done

bench: $(GAME)/ready  ## start-up, engine and bulk speed, compared with the figures kept before
	@$(GAME)/bin/python tests/bench/run.py

bench-keep: $(GAME)/ready  ## the same, and keep the figures for comparison
	@$(GAME)/bin/python tests/bench/run.py --keep

bench-solver: $(GAME)/ready  ## the tables of solver and hint results in docs/figures.md (takes long)
	@$(GAME)/bin/python tests/bench/solver.py

docs: $(DEV)/ready  ## draw the pictures in docs/pictures from what the program prints
	$(DEV)/bin/python -m tools.pictures

dist-check: $(DEV)/ready  ## build sdist and wheel twice, compare, and run every command of the wheel
	@tests/dist_check.sh $(DEV)/bin/python

forms-check: $(DEV)/ready  ## every command from a folder, a zipapp, a program of PyInstaller, and with -e
	@tests/forms_check.sh $(DEV)/bin/python

man: $(DEV)/ready  ## write the man pages in docs/man from the help of the commands
	$(DEV)/bin/python -m tools.manpages

schema: $(DEV)/ready  ## write the JSON Schema of the game file from its keys
	$(DEV)/bin/python -m tools.schema

clean:  ## remove what was built (the game stays)
	rm -rf $(DEV) $(GAME) .venv-compat .venv-mutants .venv-fuzz .mutants .fuzz build dist *.egg-info .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(DEV)/ready: setup.cfg pyproject.toml
	@echo 'Setting up $(DEV) ...'
	$(PYTHON) -m venv --clear $(DEV)
	$(DEV)/bin/python $(PIP) install -e '.[dev]'
	@touch $@

# A regular install: an editable one starts slower.
$(GAME)/ready: $(SOURCES)
	@echo 'Setting up $(GAME) ...'
	@test -x $(GAME)/bin/python || $(PYTHON) -m venv $(GAME)
	@rm -rf build  # or modules that are gone would be installed from there
	@$(GAME)/bin/python $(PIP) install .
	@rm -rf build
	@touch $@
