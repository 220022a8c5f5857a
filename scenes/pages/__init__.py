"""The start screen and the pages shown in panels."""
