"""Controls, messages, pages and panels, which know nothing of any game's rules."""
