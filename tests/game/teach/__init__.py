"""Tests of ``game.teach``."""
