"""Games as HTML pages, for people who have nothing but a browser."""
