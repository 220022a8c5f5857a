"""The Court deck: flat two-way figures with robes, heads and attributes."""
