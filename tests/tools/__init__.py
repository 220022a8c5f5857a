"""Tests of the developers' tools in ``tools/``."""
