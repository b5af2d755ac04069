# Everything a person or CI does with this project. `make setup` is done by the others when it is needed.
PYTHON ?= python3
GAME ?= most-wanted
BIN := .venv/bin
READY := .venv/.ready
PLAYABLE := .venv/.playable
CATALOGUES := $(wildcard src/doublecross/locales/*/LC_MESSAGES/*.po)
# What is built is pinned, and so is what builds it (newer versions of pip read the second name).
PIN := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt

.DEFAULT_GOAL := help
.PHONY: help setup play play-terminal test torture bench lint format messages golden catalogues

help:
	@echo "make play      open a table in the browser (GAME=outlawed for the other game)"
	@echo "make play-terminal  play in this terminal"
	@echo "make test      run the tests"
	@echo "make lint      ruff, mypy --strict, import-linter"
	@echo "make torture   kill the server two hundred times while people play"
	@echo "make bench     measure the speed against other libraries"
	@echo "make messages  collect the sentences from the code into the catalogues"
	@echo "make golden    write the golden playthroughs anew"
	@echo "make setup     make or refresh .venv with everything, for tests and research too"

setup: $(READY)

define VENV
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "doublecross needs Python 3.11 or newer. Name one: make setup PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo "Python's venv module is missing here. On Debian and Ubuntu: sudo apt-get install python3-venv"; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear .venv
endef

$(READY): pyproject.toml constraints.txt hatch_build.py
	$(VENV)
	$(PIN) $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(READY) $(PLAYABLE)

# To play needs neither the tests' packages nor the researchers'. Installing compiles the catalogues.
$(PLAYABLE): pyproject.toml constraints.txt hatch_build.py $(CATALOGUES)
	$(VENV)
	$(PIN) $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

# Quick when no catalogue changed.
catalogues: $(READY)
	@$(BIN)/python hatch_build.py

play: $(PLAYABLE)
	@$(BIN)/doublecross serve --game $(GAME)

play-terminal: $(PLAYABLE)
	@$(BIN)/doublecross play $(GAME)

# The rules are compiled once before the tests share them out among the cores.
test: catalogues
	$(BIN)/doublecross warm --plain
	$(BIN)/python -m pytest -n auto --dist worksteal $(TESTS)

torture: catalogues
	$(BIN)/doublecross warm --plain
	$(BIN)/python -m tests.web.torture

# The other libraries live in an environment of their own, and one that cannot be installed here stops nothing.
bench: catalogues
	@$(PIN) $(BIN)/python bench/prepare.py
	@$(BIN)/python -m bench

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

messages: $(READY)
	$(BIN)/python tools/messages.py
	$(BIN)/python hatch_build.py

golden: catalogues
	$(BIN)/python -m tests.golden
