"""Benchmarks, run by ``python -m tests.bench NAME``. Each is a module with a function ``run`` that
returns figures."""
