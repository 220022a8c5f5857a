"""Controls, pages and panels, which know nothing about games."""
