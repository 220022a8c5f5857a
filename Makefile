# The most common commands. All of them also work without make: on Windows, type them yourself.
PYTHON = .venv/bin/python

.PHONY: play test bench lint package

# Start the game.
play: .venv
	$(PYTHON) main.py

# Run all tests, or a few: make test TESTS="-n 0 tests/scenes/test_help.py"
test: .venv
	$(PYTHON) -m pytest $(TESTS)

# Run all benchmarks, or one: make bench NAME=start
bench: .venv
	$(PYTHON) -m tests.bench $(NAME)

# Check style and types before a commit.
lint: .venv
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy --strict game scenes tools tests main.py

# Make the program to double-click, in dist.
package:
	python3 packaging/make.py

.venv:
	python3 -m venv .venv
	.venv/bin/pip install -q -r tests/requirements.txt
