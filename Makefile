# SPDX-License-Identifier: BSD-3-Clause
# The commands of the project. `make report` and `make check` set everything up by themselves.

PYTHON ?= python3
RUN = .venv/bin

.DEFAULT_GOAL := help
.PHONY: help setup report check bench format clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## make the environment (.venv) and the bench (build/release)
	@$(PYTHON) packaging/prepare.py

report: setup ## measure this machine with the quick suite; the last line is the page's path
	@$(RUN)/strobe measure quick --report

check: setup ## every check: style, types, C++, MPI, sanitizers, Python, installation
	@$(RUN)/python packaging/check.py

bench: setup ## compare with other benchmarks and write the table
	@$(RUN)/python bench/run.py

format: setup ## lay out the sources as `make check` wants them
	@$(RUN)/python packaging/style.py

clean: ## remove what was built; keeps .venv and results
	@rm -rf build
