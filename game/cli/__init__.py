"""The command line without a screen: one module for each command, ``main`` chooses among them."""
