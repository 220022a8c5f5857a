"""What makes the data that comes with the program: run by its makers, and no part of it."""
