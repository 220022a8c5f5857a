"""What stands in each panel: one module a page."""
