"""A game as one HTML page, for people who have a browser and nothing else."""
