"""Counting in a set of cards, which is an ``int`` of at most 63 bits.

These are the methods of ``int``; where the solver is compiled they are the processor's instructions
(``bits.pxd``), which a method of ``int`` would not become.
"""

from __future__ import annotations

from typing import Final

count: Final = int.bit_count
"""How many bits a number has set."""

length: Final = int.bit_length
"""The index of the highest bit of a number, plus one; 0 for 0."""
