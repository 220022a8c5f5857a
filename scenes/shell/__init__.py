"""The program: its loop, which scene and which panel, and the way of each key."""
