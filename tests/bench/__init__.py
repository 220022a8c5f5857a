"""Benchmarks, run by ``python -m tests.bench NAME``. Each is a module with ``run() ->
list[Figure]``."""
