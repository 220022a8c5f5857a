"""Tests of the makers' tools."""
