"""Finds the cards of a Canfield position that could come home in a relaxed game.

In the relaxed game, whatever has become possible stays possible: a card that has moved is also
still where it was. Whatever the real game can bring home, the relaxed game can too. So a card
that the relaxed game can't bring home is proven never to come home.

The proof is by contradiction. Suppose that a real game has events that the relaxed game does not
allow, and take the first of them. Everything before it is allowed, so all that it needs has been
found. But then the relaxed game allows it too, so there are no such events. The following list says
what events need. The names in brackets are variables in ``CanfieldBound.homeable``.

- *Home.* A card goes home from the end of a column (``top``), from the waste (``drawn``) or as the
  top of the reserve, once the card before it in its suit is home (``found``).
- *The end of a column.* A card comes to the end of a column when it is laid on a card that it fits
  (``hosted``) or into an empty column. It also becomes the end when the card on it goes home or,
  if a run may be split (``parts``), when a run that begins above it moves to another column. Moves
  of whole columns uncover nothing.
- *An empty column* has lost its first card. That card has gone home after all the others had left
  the column (``cleared``); or it could be laid, with all cards on it, on a card of another column
  (``begun & hosted``). While the reserve has cards, only they fill an empty column. Afterwards
  every card of the pack can be played there (``opens_any``). If a run may be split, every card then
  fits somewhere, and so counts as an end. Otherwise a card of the pack that fills such a column
  need not be counted as an end. If a card of the pack is laid on it, that card can be played
  anyway. If a whole column is laid on it, this leaves an empty column, and there is one already.
- *The waste.* From the current place in the pack the cards of ``reach`` come up, and after a redeal
  those of ``Packs.always``. After a card is played, the card below it comes up, and cards behind it
  may come up too. Of the other cards before it, only the cards in ``always`` come up as well
  (``opens``). This is computed for the pack as it is now, but remains true when more cards have
  been played. Then the card below is the nearest remaining one, and it came up when the cards
  between them were played.
- *The reserve.* Its top card leaves it (``gone``): it goes home, onto a card that it fits, or into
  a column that has lost its first card. A card that fits nowhere and cannot go home when it leaves
  the reserve stays in such a column, which no other card can use. So there are never more of these
  cards (``blocked``) than columns that could lose their first card (``opened``). They are counted
  in the order in which cards leave the reserve, which is fixed. A card that could go home may have
  to carry another card first, in such a column; so it counts as an end as soon as there are fewer
  blocked cards than opened columns. The blocked cards themselves have counted as ends since they
  left the reserve. Once no column remains for another blocked card, cards that fit nowhere need not
  be added to the ends. If they left the reserve before the last blocked card, they count already,
  because there was still a column to spare. If they leave after it, every opened column is taken,
  so they are added only if more columns open or cards cease to be blocked.

The relaxed game also takes space into account. At any time the cards in the columns form at most
four runs, each descending by one in alternating colours. When a card has just left the reserve, the
cards that began in columns, and all that have left the reserve, are in columns unless they are
home, since they can go nowhere else. So all cards of this group that cannot be home by then must
fit into four runs, and the card that has just left must end one of the runs. The runs may also
contain whatever else could be in a column by then: cards of the pack, and cards that came back from
the foundations. If the group doesn't fit, the card can never leave the reserve. One more card needs
at most one more run, so adding one for each card gives an upper limit, and the runs are counted
only when that limit exceeds four.

If only whole columns move, a player who wants to win has even fewer useful moves (``refusals``). A
card that lies above another then goes home before it. Suppose that a card of the last rank is laid
on a base card, which is possible while the base card is not home. Then the last-rank card has to go
home before the base card, and so before any card of the base card's suit. The rest of its own suit
has to go home before it. So if, in any column, a card of the base card's suit lies above a card of
the last-rank card's suit, each of these two would have to go home before the other. Such a game is
never won, so the base card does not take the last-rank card.

Except for ``refusals``, all of this also holds if a run may be split. And all of it, including
``refusals``, holds whether or not cards may come back. Cards that come back (``returned``) may be
at the end of a column as soon as they fit there. They stay in ``found``. A card that came home
first and then came back has been in ``top``, ``drawn`` or ``gone`` before.
"""

from __future__ import annotations

from typing import Final

from game.solver.canfield_board import BASES, BIT, FULL, CanfieldBoard

_LOW: Final = sum(1 << 4 * place for place in range(13))
_EVEN: Final = sum(1 << 4 * place for place in range(0, 13, 2))
_ODD: Final = _LOW ^ _EVEN
_BLACK_BASES: Final = 9
_CIRCLE: Final = (1 << 104) - 1
_LAYER: Final = tuple(
    place if (place % 2 == 0) == (suit in (0, 3)) else 13 + place
    for place in range(13)
    for suit in range(4)
)
"""For each card, the number of its layer. Two cards of the same rank and colour form a layer."""

_MOST_COUNTED: Final = 200_000  # the maximum number of results of ``runs_ending`` cached


def runs_ending(must: int, may: int, card: int) -> int:
    """Return the minimum number of runs for the cards in ``must``, if ``card`` ends a run.

    ``must`` and ``may`` are bit masks of cards. ``must`` contains ``card``, and ``may`` contains
    all of ``must``. The runs may also contain other cards from ``may``.
    """
    # A layer consists of the two cards of one rank and colour. The layers form a circle of 26, in
    # which the cards of each layer can lie on those of the layer above. A run takes one card from
    # each layer that it passes through. So at least as many runs pass through a layer as it has
    # cards of ``must``, and at most as many as it has cards of ``may``. A run has to begin wherever
    # the number of runs increases.
    #
    # For each of the numbers 1 and 2, look at the stretches of layers that each have at least that
    # many cards of ``may``. A run begins in each stretch in which some layer has at least that many
    # cards of ``must``. Since ``card`` ends its run, the circle is cut below its layer. Only one
    # run can cross the cut, through the other card of that layer. It goes from a stretch for 2 into
    # one for 1, and is counted only once.
    shift = 4 * _LAYER[card]
    back = 104 - shift
    # Four bits for each layer. Even ranks of one colour alternate with odd ranks of the other, and
    # after 13 ranks the colours swap.
    black, red = must | must >> 3, must >> 1 | must >> 2
    circle = black & _EVEN | red & _ODD | (black & _ODD | red & _EVEN) << 52
    one_must = circle >> shift | circle << back & _CIRCLE
    black, red = may | may >> 3, may >> 1 | may >> 2
    circle = black & _EVEN | red & _ODD | (black & _ODD | red & _EVEN) << 52
    one_may = (circle >> shift | circle << back & _CIRCLE) * 15
    # Adding a card to a stretch of ones carries exactly one into the position above it.
    one = (one_may + one_must) & ~one_may & one_may << 1
    black, red = must & must >> 3, must >> 1 & must >> 2
    circle = black & _EVEN | red & _ODD | (black & _ODD | red & _EVEN) << 52
    if not circle:
        return one.bit_count()
    two_must = circle >> shift | circle << back & _CIRCLE
    black, red = may & may >> 3, may >> 1 & may >> 2
    circle = black & _EVEN | red & _ODD | (black & _ODD | red & _EVEN) << 52
    two_may = (circle >> shift | circle << back & _CIRCLE) * 15
    two = (two_may + two_must) & ~two_may & two_may << 1
    runs = one.bit_count() + two.bit_count()
    if one >> 104 and two_may & 1 and two & ~two_may & two_may + 1:
        runs -= 1
    return runs


def refusals(over: int) -> tuple[tuple[int, int], ...]:
    """Return restrictions on laying last-rank cards on base cards.

    Each restriction is a pair: the bit of a last-rank card, and the mask of the base cards that may
    take it. ``over`` is the bitwise OR of ``CanfieldColumns.over`` for all columns.
    """
    found = []
    for suit in range(4):
        hosts = _BLACK_BASES if suit in (1, 2) else BASES ^ _BLACK_BASES
        taking = hosts
        for base in range(4):
            if over >> 4 * base + suit & 1:
                taking &= ~BIT[base]
        if taking != hosts:
            found.append((BIT[48 + suit], taking))
    return tuple(found)


class CanfieldBound:
    """Finds the cards that can come home in the relaxed game.

    If a card isn't found, the real game can't bring it home either. With ``to_win``, some losing
    moves are left out, so a card that isn't found proves only that the game can't be won.
    """

    def __init__(
        self, board: CanfieldBoard, *, parts: bool, returns: bool, to_win: bool = False
    ) -> None:
        self._board = board
        self._parts = parts  # whether runs may leave a column from the middle
        self._returns = returns  # whether cards may come back from the foundations
        self._chooses = to_win and not parts  # whether moves that lose the game are left out
        self._refusals: dict[int, tuple[tuple[int, int], ...]] = {}
        self._counted: dict[tuple[int, int, int], int] = {}

    def homeable(  # noqa: C901 (runs at every position; calls are slow)
        self, columns: tuple[int, ...], home: int, reserve: int, pack: int, reach: int
    ) -> int:
        """Return the bit mask of the cards that are home or can come home in the relaxed game."""
        board = self._board
        table, packs = board.columns, board.packs
        below, last_bit, mask = table.below, table.last_bit, table.mask
        parts = self._parts
        pack_mask = packs.mask[pack]
        cards = board.reserve
        returned = home & ~BASES if self._returns else 0
        loose = pack_mask | returned
        # These count even if ``reach`` omits them, because a redeal brings them up once another
        # card has been played.
        drawn = packs.always[pack]
        drawn |= reach
        found, top, left = home, 0, reserve
        hidden = pack_mask & ~drawn
        opens = packs.opens(pack) if hidden else {}
        played = 0
        ends = [column for column in columns if column]
        firsts = [table.first_bit[end] for end in ends]
        # The cards that began in columns, the first cards of columns not yet cleared, and the last
        # cards of the columns, which become shorter.
        laid = begun = edge = 0
        for index, end in enumerate(ends):
            last, inside, first = last_bit[end], mask[end], firsts[index]
            edge |= last
            laid |= inside
            begun |= first
        top = edge
        runs = len(ends)
        cleared = 4 - runs
        gone = hosted = 0
        refused: tuple[tuple[int, int], ...] = ()
        if self._chooses:
            over = 0
            for column in columns:
                suits = table.over[column]
                over |= suits
            known_refusals = self._refusals.get(over)
            if known_refusals is None:
                known_refusals = self._refusals[over] = refusals(over)
            refused = known_refusals
        counted = self._counted
        if len(counted) > _MOST_COUNTED:
            counted.clear()
        # Each round extends the cards that could be at the end of a column (``top``), those that
        # could come home (``found``), and those that could be laid on a card (``hosted``).
        while True:
            # Accessible cards go to the foundations, which uncovers other cards in columns; if a
            # run may be split, moving runs to other columns does so too.
            open_cards = top | drawn
            if left:
                card = cards[left - 1]
                bit = BIT[card]
                open_cards |= bit
            while True:
                more = (found << 4 | BASES) & ~found & open_cards
                while more:
                    found |= more
                    more = (found << 4 | BASES) & ~found & open_cards
                if not edge & found and not parts:
                    break
                moved = edge
                edge = 0
                for index, end in enumerate(ends):
                    if end:
                        first, last, inside = firsts[index], last_bit[end], mask[end]
                        while last & found or (parts and inside & ~first & hosted):
                            end = below[end]
                            last, inside = last_bit[end], mask[end]
                            if not end:
                                cleared += 1
                                begun &= ~first
                                break
                            top |= last
                        ends[index] = end
                        edge |= last
                if edge == moved:
                    break
                open_cards |= top
            if found == FULL:
                return found
            seen = hosted
            while True:
                # The same as ``followers(top)``.
                on_black = (top | top >> 3) & _LOW
                on_red = (top >> 1 | top >> 2) & _LOW
                laid_on = on_black * 6 | on_red * 9
                hosted = laid_on >> 4 | (laid_on & BASES) << 48
                for bit, hosts in refused:
                    if not top & hosts:
                        hosted &= ~bit
                mobile = found | hosted
                opens_any = not left and (cleared or begun & hosted)
                if opens_any:
                    # An empty column takes any card of the waste; under ``parts``, any card at all.
                    mobile = FULL
                    if parts:
                        hosted = FULL
                # Playing a card of the pack may bring others within reach.
                while hidden:
                    fresh = drawn & mobile & ~played
                    if not fresh:
                        break
                    played |= fresh
                    while fresh:
                        low = fresh & -fresh
                        fresh ^= low
                        more = opens[low]
                        drawn |= more
                    hidden = pack_mask & ~drawn
                before = top
                top |= (drawn | returned | gone) & hosted
                if top == before:
                    break
            # The reserve: a card that fits nowhere needs a column that has lost its first card, and
            # stays there; a card that can only go home may be in such a column for a while.
            held = left
            opened = cleared + (begun & hosted).bit_count()
            blocked = 0
            unhosted = gone & ~hosted
            if unhosted and opened:
                blocked = (unhosted & ~found).bit_count()
                if blocked < opened:
                    top |= unhosted
            while left:
                card = cards[left - 1]
                bit = BIT[card]
                if not bit & found:
                    if not bit & hosted and blocked >= opened:
                        break
                    # One more card needs at most one more run.
                    runs += 1
                    if runs > 4:
                        out = laid | bit
                        key = (out & ~found, out | top & loose, card)
                        known = counted.get(key)
                        if known is None:
                            known = counted[key] = runs_ending(*key)
                        runs = known
                        if runs > 4:
                            break
                laid |= bit
                gone |= bit
                left -= 1
                if bit & hosted:
                    top |= bit
                elif blocked < opened:
                    top |= bit
                    if not bit & found:
                        blocked += 1
            if (
                top == before
                and left == held
                and (hosted == seen or not parts)
                and not (found << 4 | BASES) & ~found & (top | drawn)
            ):
                return found
