"""What players are told of cards and moves, in their language."""
