"""How a table is drawn: its layout, sprites, animation and shadows."""
