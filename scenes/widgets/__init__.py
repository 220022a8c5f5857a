"""Controls, pages and panels; they know no game."""
