"""The game behind a web page: what the page asks for and what it shows, as messages."""
