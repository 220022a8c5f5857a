"""The program: its start, its loop, and the switching between scenes."""
