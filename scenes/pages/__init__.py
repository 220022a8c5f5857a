"""The start screen and the pages of all panels."""
