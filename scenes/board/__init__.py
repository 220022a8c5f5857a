"""How the cards on a table are laid out, drawn and animated."""
