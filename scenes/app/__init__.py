"""The program's start and loop, and its switching between scenes."""
