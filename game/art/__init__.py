"""The cards as the program has them: decks, measures, drawings and bitmaps; imports no pygame.

Everything is measured in millimetres on a card of 63 × 88. ``python -m tools.make_decks`` draws
what lies in ``assets/decks``.
"""
