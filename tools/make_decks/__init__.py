"""The vector decks: pure Python that writes the SVG of every card face, without pygame.

``python -m tools.make_decks`` writes the drawings to ``assets/decks``. They are limited to what
nanosvg can draw: no ``use``, no text, no clip paths. Shapes that must stop at an edge are cut by
this code.
"""
