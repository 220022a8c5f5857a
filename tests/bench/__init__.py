"""Benchmarks, run by ``python -m tests.bench NAME``. Each ``run`` returns figures."""
