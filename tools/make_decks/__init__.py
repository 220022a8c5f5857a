"""Draws all decks, without pygame.

``python -m tools.make_decks`` writes them to ``assets/decks``, as SVG that nanosvg can draw:
without ``use``, text or clip paths.
"""
