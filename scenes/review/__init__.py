"""The walk along a game that was played, and what is told of it."""
