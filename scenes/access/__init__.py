"""Support for screen readers."""
