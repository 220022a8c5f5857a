"""Draws all decks, without pygame.

``python -m tools.make_decks`` writes them to ``assets/decks``. nanosvg shows the SVG, which
therefore has no ``use``, text or clip paths.
"""
