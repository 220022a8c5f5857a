"""What is seen and touched: windows, tables and panels, all of it on pygame."""
