"""The drawings of all decks, made by pure Python without pygame.

``python -m tools.make_decks`` writes them to ``assets/decks``. SVG is limited to what nanosvg can
draw: no ``use``, no text, no clip paths. Shapes that must stop at an edge are cut by this code.
"""
