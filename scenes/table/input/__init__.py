"""From the player's mouse, finger and keys to what is meant."""
