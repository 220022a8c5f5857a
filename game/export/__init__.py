"""A game as a page: one HTML file for people who have a browser and nothing else."""
