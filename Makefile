# SPDX-License-Identifier: BSD-3-Clause
# The commands of the project. `make report` and `make check` set everything up by themselves.

PYTHON ?= python3
RUN = .venv/bin

.DEFAULT_GOAL := help
.PHONY: help environment tools setup report check check-all bench docs format clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

environment:
	@$(PYTHON) packaging/prepare.py environment

tools: environment ## bring the tools for tests, style and docs into .venv
	@$(RUN)/python packaging/developer_tools.py

setup: ## make the environment (.venv) and every program (build/release)
	@$(PYTHON) packaging/prepare.py

report: ## measure this machine with the quick suite; the last line is the page's path
	@$(PYTHON) packaging/prepare.py environment bench
	@$(RUN)/strobe measure quick --report

check: environment ## every check: style, types, C++, MPI, sanitizers, Python, installation
	@$(RUN)/python packaging/check.py

check-all: environment ## the same with all of what `make check` takes a sample of; hours
	@$(RUN)/python packaging/check.py --all

bench: setup ## compare with other benchmarks and write the table
	@$(RUN)/python bench/run.py

docs: tools ## write the site of docs/ into build/site
	@NO_MKDOCS_2_WARNING=1 $(RUN)/mkdocs build --strict --quiet
	@echo build/site/index.html

format: tools ## lay out the sources as `make check` wants them
	@$(RUN)/python packaging/style.py

clean: ## remove what was built; keeps .venv and results
	@rm -rf build
