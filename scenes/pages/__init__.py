"""The start screen and the pages of panels."""
