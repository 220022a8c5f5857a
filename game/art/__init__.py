"""The cards as they are stored: decks, measurements, drawings and bitmaps.

Nothing here imports pygame. Everything is measured in millimetres on a card of 63 × 88. ``python -m
tools.make_decks`` draws the files in ``assets/decks``.
"""
