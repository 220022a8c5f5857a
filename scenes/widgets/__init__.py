"""Controls, messages, pages and panels, which know no rules of any game."""
