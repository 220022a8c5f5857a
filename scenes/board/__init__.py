"""How tables and cards are drawn: faces, layout, sprites, motion and shadows."""
