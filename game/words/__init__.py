"""What players are told of cards, moves, hints and games, in their language."""
