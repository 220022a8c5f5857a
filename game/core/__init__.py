"""What all games are made of: cards, piles, moves and deals."""
