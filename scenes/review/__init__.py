"""The review of a game: its positions one by one, and what is said about them."""
