"""``python -m tests.certificate FILE …``: verifies from the rules alone that games are lost.

A file contains a start and a list of positions (see ``game.solver.certificate``). The game is lost
if the list contains the start but no won position, and no move leads out of the list. All moves are
tried, with these simplifications. None of them can hide a way to win:

*Settled.* A card that can't be needed any more goes home at once. In Vierfrei these are aces, twos
and cards whose two followers (the cards that fit on them) are home. In Canfield they are cards
whose followers are home. Where cards may come back from foundations, a card can't be needed once
all lower ranks are home, unless it has the base rank. There is never a reason to keep such a card.
A card that could be laid on it can also go home, or stay where it is. Other cards lose no room.
Canfield's empty columns are filled from the reserve until it is empty. Nothing else may fill them,
and a card from the reserve can still go wherever it could before.
*Alike.* Columns and cells have no order. Casino's stages only forbid moves, so they are ignored.
*Pack.* If the waste has w cards, dealing leads to w + 3, w + 6 and so on, until it has all cards.
Turning the waste over leads to 0, 3 and so on. Positions that differ only in the size of the waste
share a line of the file, but the moves from every such position are tried.
*Dead.* The line of a dead position names a card that never comes home, not even in the relaxed game
of ``brought_home``.
"""

import gzip
import sys
from itertools import pairwise
from pathlib import Path

GAMES = ["vierfrei", "canfield hoyle", "canfield xpat2", "canfield casino", "canfield aisleriot"]
SIGNS = "A23456789TJQK"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
RANK = {card: at % 13 for at, card in enumerate(LETTERS)}  # counted from the base card in Canfield
SUITS = [LETTERS[at : at + 13] for at in (0, 13, 26, 39)]  # clubs to spades, lowest card first
BEFORE = {card: suit[RANK[card] - 1] if RANK[card] else "-" for suit in SUITS for card in suit}
RED = LETTERS[13:39]
HOSTS = {c: {s[RANK[c] - 12] for s in SUITS if (s in RED) != (c in RED)} for c in LETTERS}
FOLLOWERS = {card: {other for other in LETTERS if card in HOSTS[other]} for card in LETTERS}
SAFE = {card: FOLLOWERS[card] if RANK[card] > 1 else set() for card in LETTERS}
LOWER = {card: {o for o in LETTERS if RANK[o] < RANK[card]} or {card} for card in LETTERS}


def dealt(number, rules):
    """Return the starting piles of deal ``number``, as in a certificate."""
    # This must be the random number generator of Microsoft's FreeCell, which numbers the deals.
    left, deck = [rank + suit for rank in SIGNS for suit in "CDHS"], []
    while left:
        number = (number * 214013 + 2531011) % 2**31
        at = (number >> 16) % len(left)
        left[at], left[-1] = left[-1], left[at]
        deck.append(left.pop())
    stock = 21 if rules in ("xpat2", "casino") else 18
    piles = [*zip(deck[14:18]), deck[:13], deck[18:stock], deck[stock:], deck[13:14]]
    return "/".join(map(" ".join, piles if rules else [*(deck[at::8] for at in range(8)), ""]))


def parsed(key):
    """Return the columns, spare cards, pack and cards home of ``key``.

    The cards home include ``-``, which comes before the lowest card of every suit."""
    columns, *parts = key.split(",")
    return columns.split("/") if columns else [], *parts, {"-", *LETTERS}.difference(key)


class Rules:
    """The rules of one game. Spare cards lie in cells or the reserve. The pack is the waste and
    stock."""

    def __init__(self, rules):
        self.canfield, self.back = bool(rules), rules == "aisleriot"
        self.wanting = LOWER if self.back else FOLLOWERS if rules else SAFE

    def settled(self, columns, spare, pack):
        while True:
            columns = [column for column in columns if column]
            while self.canfield and spare and len(columns) < 4:
                columns, spare = [*columns, spare[-1]], spare[:-1]
            home = {"-", *LETTERS}.difference(spare, pack, *columns)
            ends = [*(c[-1] for c in columns), *(spare[-1:] if self.canfield else spare)]
            up = [c for c in ends if BEFORE[c] in home and self.wanting[c] <= home][:1]
            if not up:
                spare = spare if self.canfield else "".join(sorted(spare))
                return f"{'/'.join(sorted(columns))},{spare},{pack}"
            columns, spare = [c.removesuffix(*up) for c in columns], spare.replace(*up, "")

    def taken(self, columns, spare, pack, home, waste):
        """Find every way to take a card or a run. For each, yield the cards taken, the piles that
        are left, and the possible sizes of the waste."""
        for card in spare[-1:] if self.canfield else spare:
            yield card, columns, spare.replace(card, ""), pack, waste
        for at, card in enumerate(pack, 1):
            if at in waste or at == len(pack):
                rest = pack[: at - 1] + pack[at:]
                yield card, columns, spare, rest, {at - 1} - {len(rest)}
        for column in columns:
            others = [other for other in columns if other != column]
            for at in range(len(column)) if self.canfield else [len(column) - 1]:
                yield column[at:], [column[:at], *others], spare, pack, waste
        for card in home - {BEFORE.get(higher) for higher in home}:
            if self.back and RANK.get(card):
                yield card, columns, spare, pack, waste

    def moves(self, key, waste):
        columns, spare, pack, home = parsed(key)
        for cards, rest, *left in self.taken(columns, spare, pack, home, waste):
            if len(cards) == 1 and BEFORE[cards] in home:
                yield rest, *left
            if not self.canfield and rest is not columns and len(spare) < 4:
                yield rest, spare + cards, pack, waste
            if self.back or not self.canfield or rest is columns or not rest[0]:
                if len(columns) < (4 if self.canfield else 8):
                    yield [*rest, cards], *left
                for host in HOSTS[cards[0]] if self.canfield or RANK[cards] < 12 else ():
                    if any(column[-1:] == host for column in rest):
                        yield [c + cards * (c[-1:] == host) for c in rest], *left

    def brought_home(self, key, waste):
        """Return the cards that come home in a relaxed game.

        In that game, anything that becomes possible stays possible. Whatever happens in a real game
        happens in it too, so at least as many cards come home.
        ``ends`` holds every card that is ever the last of a column. A card *lands* if it fits on
        such a card, or if a column is empty and the reserve is used up. A card from the reserve
        stays in the column that it fills, unless it lands elsewhere or goes home.
        """
        columns, reserve, pack, home = parsed(key)
        ends, gone, empty, size = {column[-1] for column in columns}, set(), 4 - len(columns), None
        drawn = {*pack[-1:], *(card for at, card in enumerate(pack, 1) if at in waste)}
        while size != (size := (len(home), len(ends), len(drawn), len(reserve), empty)):
            lands = {card for card in LETTERS if HOSTS[card] & ends}
            if not reserve and len(gone - home - lands) < empty:
                lands |= set(LETTERS if self.back else pack)
            moves, leaves = home | lands, home | lands if self.back else home
            for column in columns:
                ends |= {under for under, card in pairwise(column) if card in leaves}
            empty = 4 - len(columns) + sum(column[0] in moves for column in columns)
            while reserve and (reserve[-1] in moves or len(gone - moves) < empty):
                gone, reserve = gone | {reserve[-1]}, reserve[:-1]
            for at, card in enumerate(pack):
                if card in drawn and card in moves:
                    drawn |= set(pack[max(at - 1, 0) :])
            ends |= (gone if empty else gone & lands) | drawn & lands
            ends |= {card for card in lands & home if self.back and RANK[card]}
            home |= {c for c in {*ends, *drawn, *gone, *reserve[-1:]} if BEFORE[c] in home}
        return home


def demand(holds, otherwise):
    if not holds:
        raise ValueError(otherwise)


def verified(title, game, number, start, *listed):
    """Return a sentence saying what the certificate proves; raise an exception if it is invalid."""
    rules = game.partition(" ")[2]
    demand(title == "vierfeld certificate 1" and game in GAMES, "this is no certificate")
    demand(number == "-" or start == dealt(int(number), rules), "the deal begins in another way")
    piles = [pile.split() for pile in start.split("/")]
    base = SIGNS.index(piles.pop()[0][0]) if rules else 0
    piles = ["".join(SUITS["CDHS".index(s)][SIGNS.index(r) - base] for r, s in p) for p in piles]
    count = 4 if rules else 8
    columns, (spare, *rest), rule = piles[:count], piles[count:], Rules(rules)
    demand(len(rest) == 2 if rules else not rest and len(spare) <= 4, "there are no such piles")
    home = {"-", *LETTERS}.difference(*piles)
    once = sum(map(len, piles)) + len(home) == 53
    demand(once and {BEFORE.get(c, "-") for c in home} <= home, "a card appears twice, or missing")
    pack = "".join(rest)
    first = columns, spare, pack, {len(rest[0])} - {len(pack)} if rules else set()
    positions = {}
    for key, places, away in [line.split(";") for line in listed]:
        every = [range(int(least), 53, 3) for least in ["0", *filter(None, places.split("+"))]]
        positions[key] = set().union(*every), away
    for where, (waste, away) in [("", (set(), "")), *positions.items()]:
        if away:
            stays = rules and away in RANK and away not in rule.brought_home(where, waste)
            demand(stays, f"{away} can go home: {where}")
            continue
        for *now, then in rule.moves(where, waste) if where else [first]:
            key = rule.settled(*now)
            held = key.strip(",") and key in positions and then <= positions[key][0]
            demand(held, f"{where or 'the start'} leads to {key}, which is not listed, or won")
    dead = sum(bool(away) for _, away in positions.values())
    return f"{game} {number} is lost: {len(positions)} positions, {dead} of them dead"


def main(names):
    failed = not names
    for name in names:
        try:
            data = Path(name).read_bytes()
            text = (gzip.decompress(data) if name.endswith(".gz") else data).decode()
            print(f"{name}: {verified(*text.splitlines())}", flush=True)
        except Exception as error:  # whatever goes wrong, nothing is proven
            print(f"{name}: not verified: {error!r}", flush=True)
            failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
