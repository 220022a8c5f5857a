"""What makes the catalogues: reads the messages out of the program, and compiles translations."""
