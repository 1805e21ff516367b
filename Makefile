# Every target makes .venv first when it has to. PYTHON chooses the interpreter it is made with.
PYTHON ?= python3
BIN := .venv/bin
# How many test processes run side by side, each with services of its own; 0 is this process alone.
WORKERS ?= 3

.PHONY: help setup services run test bench lint words lock

help: ## What can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

setup: ## Only the environment: .venv from requirements.lock
	@$(PYTHON) .ci/bootstrap.py

services: ## What the tests start: Chromium, PostgreSQL, Redis
	@$(PYTHON) .ci/services.py

run: setup ## The demo shop with its assistant, on PORT (8000)
	@$(BIN)/assist demo

test: setup services ## Every test; ARGS are passed on
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist loadfile --max-worker-restart 0 $(ARGS)

bench: setup ## The benchmarks, as ratios to a floor measured in the same run
	@$(BIN)/python -m tests.bench

lint: setup ## Style, types and floors
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/pyright
	@$(BIN)/lint-imports

words: setup ## The translations brought up to the words of app/web/words.py; says what is left to translate
	@$(BIN)/python .ci/words.py

lock: setup ## Remake requirements.lock from pyproject.toml
	@$(PYTHON) .ci/lock.py
