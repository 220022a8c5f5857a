"""Draws all decks, without pygame.

``python -m tools.make_decks`` writes them to ``assets/decks`` as SVG files. These contain no
``use`` elements, text or clip paths, because nanosvg can't draw them.
"""
