"""How a table's cards are laid out, drawn and animated."""
