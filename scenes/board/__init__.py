"""How cards are drawn: faces, layout, sprites, animation and shadows."""
