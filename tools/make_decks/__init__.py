"""Draws all decks, without pygame.

``python -m tools.make_decks`` writes them to ``assets/decks``. The SVG is for nanosvg: without
``use``, text or clip paths.
"""
