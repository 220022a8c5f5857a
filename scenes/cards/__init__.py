"""Card faces: from a deck's drawings to surfaces."""
