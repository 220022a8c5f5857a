"""The cards as the program stores them: decks, measurements, drawings and bitmaps; imports no
pygame.

Everything is measured in millimetres on a card of 63 × 88. ``python -m tools.make_decks`` draws the
files in ``assets/decks``.
"""
