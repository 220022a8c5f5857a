"""The walk along a game that was played."""
