"""The vector decks: pure Python that writes the SVG of every card face; imports no pygame.

``python -m tools.make_decks`` writes what is drawn here to ``assets/decks``. The drawings are
limited to what nanosvg draws: no ``use``, no text, no clip paths. Shapes that must stop at an edge
are cut here.
"""
