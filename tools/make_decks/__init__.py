"""Draws all decks in pure Python, without pygame.

``python -m tools.make_decks`` writes them to ``assets/decks``, as SVG that nanosvg can draw: it has
no ``use``, text or clip paths. Shapes that must stop at an edge are cut by this code.
"""
