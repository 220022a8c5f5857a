"""What all games are made of: cards, piles, positions, moves and numbered deals."""
