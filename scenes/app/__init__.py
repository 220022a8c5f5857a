"""The program: its loop, the scene and panel on the screen, and what each key does."""
