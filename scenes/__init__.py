"""Everything that is seen and touched: windows, tables and panels, all made with pygame."""
