"""The vector decks: pure Python that writes the SVG of every card face; imports no pygame.

``python -m game.art`` writes what is drawn here to ``assets/decks``; the game reads only
those files. Everything is measured in millimetres on a card of 63 × 88, and limited to what nanosvg
draws: no ``use``, no text, no clip paths. Shapes that must stop at an edge are cut here.
"""
