"""The cards as they are stored: decks, measurements, drawings and bitmaps.

Nothing here imports pygame. Drawings are measured in millimetres, on a card of 63 × 88. Bitmaps are
measured in pixels. ``python -m tools.make_decks`` draws the files in ``assets/decks``.
"""
