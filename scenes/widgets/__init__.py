"""Controls, messages, pages and panels, which don't depend on the rules of any game."""
