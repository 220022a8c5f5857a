"""Benchmarks: ``python -m tests.bench NAME``; each is a module with ``run() -> list[Figure]``."""
