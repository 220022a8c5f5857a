"""Benchmarks, run by ``python -m tests.bench NAME``. Each module's ``run`` returns figures."""
