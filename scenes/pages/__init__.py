"""The pages of the program: the start screen, and the contents of each panel."""
