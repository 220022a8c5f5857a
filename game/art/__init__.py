"""The cards as they are stored: decks, measurements, drawings and bitmaps."""
