"""The review of a game: its positions one by one, and what is known about them."""
