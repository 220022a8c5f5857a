"""One game on the table."""
