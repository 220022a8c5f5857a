"""The program: its loop, the scene and the panel that are shown, and where each key goes."""
