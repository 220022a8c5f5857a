"""The cards as they are stored: decks, measurements, drawings and bitmaps.

Nothing here imports pygame. ``tools.make_decks`` draws the files in ``assets/decks``.
"""
