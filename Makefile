# What is done most often. Each command works without make as well; on Windows, type what stands below.
PYTHON = .venv/bin/python

.PHONY: play test bench lint package

# Start the game.
play: .venv
	$(PYTHON) main.py

# All tests; a few: make test TESTS="-n 0 tests/scenes/test_help.py"
test: .venv
	$(PYTHON) -m pytest $(TESTS)

# The speed of everything; one part: make bench NAME=start
bench: .venv
	$(PYTHON) -m tests.bench $(NAME)

# What is checked before a commit: style and types.
lint: .venv
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy --strict game scenes tools tests main.py

# The file to double-click, into dist.
package:
	python3 packaging/make.py

.venv:
	python3 -m venv .venv
	.venv/bin/pip install -q -r tests/requirements.txt
