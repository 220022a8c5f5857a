"""The contents of each panel: one module a page."""
