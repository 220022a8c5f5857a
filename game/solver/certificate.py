"""The proof that a game is lost, as a text that can be checked independently.

The proof is a set of positions that contains the start and no won position, and that no move leads
out of. It comes from a separate search, which shares nothing with the solvers and leaves out only
what a short checker can verify for itself. ``tests/certificate.py`` is that checker: it knows only
the rules, and says why what is left out may be left out.

The text is ASCII, a line for each of the following::

    vierfeld certificate 1
    canfield hoyle               the game, and Canfield's rule set
    3                            the deal's number, or -
    5H/9D/…/7C                   the start: its piles, the bottom card of each first
    BnO/Qe/f/s,Zx…,kL…;4+2;s     a position
    …

Piles of the start: Vierfrei's eight columns, and the cells' cards as one; Canfield's four columns,
the reserve, the waste, the stock with the next card first, and a card of the base rank that is
home. Cards are separated by spaces.

In a position a card is a letter: ``A`` to ``M`` are the clubs from the lowest to the highest, ``N``
to ``Z`` the diamonds, ``a`` to ``m`` the hearts, ``n`` to ``z`` the spades; Canfield's lowest card
is the base card. What does not appear is home. Three fields, separated by ``;``:

1. Three kinds of piles, separated by ``,``: the columns that have cards, in the order of their
   letters; the cells' cards in the order of their letters, or the reserve; Canfield's pack from the
   first card dealt to the last, waste and stock in one.
2. Canfield: numbers of cards that the waste can have, separated by ``+``; from each of these, and
   from 0, always three more, and all.
3. Canfield: for a dead position, a card that never comes home. It is not expanded.

In a position no card is left on the table that can safely go home, and no empty column that the
reserve can fill. The eight lost deals of Vierfrei take 0.3 to 4.3 MB, and 23 to 345 KB with
``gzip``; most lost deals of Canfield less than 1 MB.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from game.core.cards import Card, Suit, cards_text
from game.core.state import CELLS, FOUNDATIONS, RESERVE, STOCK, WASTE, Pile, State, base_rank
from game.rules.canfield import COLUMNS as FOUR
from game.rules.registry import Deal, GameKind
from game.rules.vierfrei import COLUMNS as EIGHT
from game.solver.certificate_canfield import CanfieldProof
from game.solver.certificate_cards import LETTERS
from game.solver.certificate_search import GaveUp, NotLost, Proof
from game.solver.certificate_vierfrei import VierfreiProof

__all__ = ["HEAD", "GaveUp", "NotLost", "certificate", "packed", "proves"]

TITLE: Final = "vierfeld certificate 1"
HEAD: Final = 4
"""How many lines come before the positions."""

_Proof = Proof[Any, Any]
"""The search for the proof of any game."""


def proves(kind: GameKind) -> bool:
    """Return whether there are certificates for lost deals of ``kind``."""
    return kind.solver in _PROOFS


def certificate(
    deal: Deal, state: State, over: Callable[[], bool] = lambda: False
) -> Iterator[str]:
    """Yield the lines of the certificate that ``state``, a position of ``deal``, is lost.

    The search is done before the first line. Raises ``NotLost`` if a win is found, and ``GaveUp``
    once ``over``, called now and then, says so.
    """
    assert deal.kind.solver is not None
    piles, proof = _PROOFS[deal.kind.solver](deal, state)
    proof.search(over)
    numbered = deal.number is not None and state == deal.layout()
    yield TITLE
    yield " ".join(filter(None, deal.kind.key))
    yield str(deal.number) if numbered else "-"
    yield "/".join(map(cards_text, piles))
    yield from sorted(proof.lines())


def packed(name: str, lines: Iterable[str]) -> bytes:
    """Return the contents of the certificate's file ``name``: compressed if it ends in ``.gz``."""
    content = "".join(line + "\n" for line in lines).encode("ascii")
    return gzip.compress(content, mtime=0) if name.endswith(".gz") else content


def _vierfrei(deal: Deal, state: State) -> tuple[list[Pile], _Proof]:
    columns = [state[pile] for pile in EIGHT]
    cells = tuple(card for pile in CELLS for card in state[pile])
    return [*columns, cells], VierfreiProof(
        [_letters(pile, 1) for pile in columns], _letters(cells, 1)
    )


def _canfield(deal: Deal, state: State) -> tuple[list[Pile], _Proof]:
    assert deal.rule_set is not None
    lowest = base_rank(state)
    base = next(Card(lowest, suit) for suit in Suit if state[FOUNDATIONS[suit]])
    columns = [state[pile] for pile in FOUR]
    others = [state[RESERVE], state[WASTE], state[STOCK][::-1]]
    proof = CanfieldProof(
        [_letters(pile, lowest) for pile in columns],
        *(_letters(pile, lowest) for pile in others),
        back=deal.rule_set.foundations_give_back,
    )
    return [*columns, *others, (base,)], proof


_PROOFS: Final[dict[str, Callable[[Deal, State], tuple[list[Pile], _Proof]]]] = {
    "vierfrei": _vierfrei,
    "canfield": _canfield,
}
"""By the name of a kind's solver, how its piles are written and what searches for the proof."""


def _letters(pile: Pile, lowest: int) -> str:
    return "".join(LETTERS[card.suit * 13 + (card.rank - lowest) % 13] for card in pile)
