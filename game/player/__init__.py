"""The player's settings."""
