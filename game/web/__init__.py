"""The game as a web page."""
