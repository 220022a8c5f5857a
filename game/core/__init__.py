"""What a position is, whatever the game: cards, piles, states, moves, numbered deals."""
