"""Words for cards, piles, moves, games and dates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Final

from game.core.cards import Card, Suit
from game.core.moves import Action, Refusal, Step, Verb
from game.core.state import PileId, Role
from game.support.texts import texts, tr, tr_later, trn

if TYPE_CHECKING:
    from game.rules.counting import Payment
    from game.rules.registry import Deal, GameKind

_CARDS: Final = (
    tr_later("ace of {suit}"), tr_later("2 of {suit}"), tr_later("3 of {suit}"),
    tr_later("4 of {suit}"), tr_later("5 of {suit}"), tr_later("6 of {suit}"),
    tr_later("7 of {suit}"), tr_later("8 of {suit}"), tr_later("9 of {suit}"),
    tr_later("10 of {suit}"), tr_later("jack of {suit}"), tr_later("queen of {suit}"),
    tr_later("king of {suit}"),
)  # fmt: skip
"""Card names by rank, as whole phrases: in some languages, ranks differ in gender."""


def suit_name(suit: Suit) -> str:
    return (tr("clubs"), tr("diamonds"), tr("hearts"), tr("spades"))[suit]


def card_name(card: Card) -> str:
    """Return the card's name, such as ``5 of hearts``."""
    return texts.one(_CARDS[card.rank - 1], suit=suit_name(card.suit))


def pile_name(pile: PileId) -> str:
    """Return a name such as ``column 3`` or ``hearts foundation``."""
    if pile.role is Role.COLUMN:
        return tr("column {number}", number=pile.number + 1)
    if pile.role is Role.CELL:
        return tr("cell {letter}", letter=pile.letter)
    if pile.role is Role.FOUNDATION:
        return tr("{suit} foundation", suit=suit_name(Suit(pile.number)))
    single = {Role.RESERVE: tr("reserve"), Role.STOCK: tr("stock"), Role.WASTE: tr("waste")}
    return single[pile.role]


def laid_text(cards: str, target: PileId, place: str = "") -> str:
    """Return a phrase such as ``king of clubs to cell c``."""
    place = place or pile_name(target)
    # In some languages, cells and foundations need prepositions of their own.
    if target.role is Role.CELL:
        return tr("{card} to {cell}", card=cards, cell=place)
    if target.role is Role.FOUNDATION:
        return tr("{card} to the {foundation}", card=cards, foundation=place)
    return tr("{card} to {pile}", card=cards, pile=place)


def step_text(step: Step) -> str:
    """Return what a step did, in words."""
    if step.move.verb is Verb.CARRY:
        return ", ".join(
            laid_text(card_name(transfer.card), transfer.target) for transfer in step.transfers
        )
    if step.move.verb is Verb.DEAL:
        cards = ", ".join(card_name(transfer.card) for transfer in step.transfers)
        return tr("dealt: {cards}", cards=cards)
    return {
        Verb.TURN: tr("waste turned over"),
        Verb.INSPECT: tr("paid to move cards"),
        Verb.PAY: tr("whole game paid"),
        Verb.STOP: tr("game stopped"),
        Verb.RESTART: tr("game restarted"),
    }[step.move.verb]


def action_text(action: Action) -> str:
    """Return what an action did, in words."""
    return "; ".join(map(step_text, action))


def money(amount: int) -> str:
    """Return an amount in whole dollars, with a true minus sign."""
    return tr("−${amount}", amount=-amount) if amount < 0 else tr("${amount}", amount=amount)


def sum_text(parts: Sequence[int]) -> str:
    """Return a sum of money, such as ``$500 − $50 = $450``."""
    first, *others = parts
    told = money(first)
    for part in others:
        told += f" {'−' if part < 0 else '+'} {money(abs(part))}"
    return f"{told} = {money(sum(parts))}" if others else told


def turns_text(turns: int, per_turn: int) -> str:
    """Return a phrase such as ``2 redeals, −$10``. It is empty if there were no redeals."""
    if not turns:
        return ""
    told = trn("{n} redeal", "{n} redeals", turns)
    return f"{told}, {money(-turns * per_turn)}" if per_turn else told


def account_text(amount: int | None, payment: Payment | None) -> str:
    """Return a balance in words; empty if there is none."""
    if amount is None or payment is None:
        return ""
    return money(amount) if payment.in_dollars else trn("{n} point", "{n} points", amount)


def duration(seconds: float) -> str:
    """Return a playing time, such as ``3:07`` or ``1:02:03``."""
    whole = int(seconds)
    hours, minutes = divmod(whole // 60, 60)
    if hours:
        return f"{hours}:{minutes:02}:{whole % 60:02}"
    return f"{minutes}:{whole % 60:02}"


def moves_text(moves: int, steps: int) -> str:
    """Return a phrase such as ``5 moves (9 steps)``."""
    told = trn("{n} move", "{n} moves", moves)
    return told if steps == moves else f"{told} ({trn('{n} step', '{n} steps', steps)})"


def move_forms() -> Mapping[str, str]:
    """Return the text templates for a move with its number, keyed by form."""
    return {
        "one": texts.one(tr_later("Move {n} of {last}: {move}")),
        "several": texts.one(tr_later("Moves {first}–{n} of {last}: {move}")),
        "after": texts.one(tr_later("After move {n} of {last}: {move}")),
        "before": texts.one(tr_later("Before the first move: {move}")),
    }


def move_text(before: int, after: int, last: int, move: str) -> str:
    """Return ``move`` with its move number, or with a range of numbers.

    ``before`` is the number of moves before the action, and ``after`` is the number after it.
    ``last`` is the number of moves in the whole game.
    """
    form = "one" if after == before + 1 else "several"
    if after == before:
        form = "after" if after else "before"
    return move_forms()[form].format(first=before + 1, n=after, last=last, move=move)


def game_name(kind: GameKind) -> str:
    """Return the game's name without the rule set, such as ``Canfield``."""
    return texts.one(kind.title)


def kind_name(kind: GameKind) -> str:
    """Return the name with the rule set, such as ``Canfield, Hoyle``."""
    if not kind.rules_name:
        return game_name(kind)
    return tr("{game}, {rules}", game=game_name(kind), rules=kind.rules_name)


def full_title(kind: GameKind) -> str:
    """Return a full title, such as ``Vierfrei (FreeCell)``."""
    return texts.one(kind.full_title) if kind.full_title else kind_name(kind)


def deal_name(deal: Deal) -> str:
    """Return the number of a deal, or words for the player's own board or deck."""
    if deal.number is not None:
        return str(deal.number)
    return tr("(own board)") if deal.board is not None else tr("(own deck)")


def deal_title(deal: Deal) -> str:
    """Return a title such as ``Vierfrei 617`` or ``Canfield 42 (Hoyle)``."""
    name, game, rules = deal_name(deal), game_name(deal.kind), deal.kind.rules_name
    if not rules:
        return tr("{game} {deal}", game=game, deal=name)
    return tr("{game} {deal} ({rules})", game=game, deal=name, rules=rules)


def month_names() -> tuple[str, ...]:
    """Return the names of the months, January first."""
    return (
        tr("January"), tr("February"), tr("March"), tr("April"), tr("May"), tr("June"),
        tr("July"), tr("August"), tr("September"), tr("October"), tr("November"), tr("December"),
    )  # fmt: skip


def weekday_names() -> tuple[str, ...]:
    """Return the short names of weekdays, Monday first."""
    return tr("Mon"), tr("Tue"), tr("Wed"), tr("Thu"), tr("Fri"), tr("Sat"), tr("Sun")


def long_date(day: date) -> str:
    """Return the date in full, such as ``22 November 2026``."""
    month = month_names()[day.month - 1]
    return tr("{day} {month} {year}", day=day.day, month=month, year=day.year)


def near_date(day: date, today: date) -> str:
    """Return a short form of ``day``, such as ``yesterday`` or ``5 March``."""
    if day == today:
        return tr("today")
    if (today - day).days == 1:
        return tr("yesterday")
    if day.year == today.year:
        return tr("{day} {month}", day=day.day, month=month_names()[day.month - 1])
    return long_date(day)


def month_title(year: int, month: int) -> str:
    """Return the month and year, such as ``November 2026``."""
    return tr("{month} {year}", month=month_names()[month - 1], year=year)


_BLACK: Final = (
    tr_later("a black ace"), tr_later("a black 2"), tr_later("a black 3"), tr_later("a black 4"),
    tr_later("a black 5"), tr_later("a black 6"), tr_later("a black 7"), tr_later("a black 8"),
    tr_later("a black 9"), tr_later("a black 10"), tr_later("a black jack"),
    tr_later("a black queen"), tr_later("a black king"),
)  # fmt: skip
_RED: Final = (
    tr_later("a red ace"), tr_later("a red 2"), tr_later("a red 3"), tr_later("a red 4"),
    tr_later("a red 5"), tr_later("a red 6"), tr_later("a red 7"), tr_later("a red 8"),
    tr_later("a red 9"), tr_later("a red 10"), tr_later("a red jack"), tr_later("a red queen"),
    tr_later("a red king"),
)  # fmt: skip
"""Red cards by rank, as whole phrases: in some languages, ``red`` depends on the rank."""


def refusal_text(refusal: Refusal) -> str:
    """Return ``refusal`` as a short sentence."""
    values = refusal.values
    if refusal.key == "too-many":
        may = values["may"]
        return trn("Only {n} card can move there now.", "Only {n} cards can move there now.", may)
    if refusal.key == "too-few-cells":
        free = values["free"]
        if free == 0:
            return tr("There's no free cell.")
        return trn("Only {n} cell is free.", "Only {n} cells are free.", free)
    if refusal.onto is not None:
        return _no_fit(refusal.onto, refusal.fitting)
    return {
        "empty-source": tr("That pile is empty."),
        "same-pile": tr("The card is already there."),
        "not-a-run": tr("Those cards aren't in sequence."),
        "bad-count": tr("That's the wrong number of cards."),
        "cell-taken": tr("That cell is taken."),
        "one-card-home": tr("Send cards home one at a time."),
        "not-next": tr("Another card has to go home first."),
        "no-target": tr("You can't put a card there."),
        "no-place": tr("It can't go anywhere right now."),
        "no-source": tr("You can't take a card from there."),
        "whole-column": tr("Only the whole column can move."),
        "from-reserve": tr("Only the reserve can fill an empty column."),
        "from-waste": tr("Only the waste can fill an empty column."),
        "no-return": tr("Cards never come back from a foundation."),
        "base-stays": tr("The base cards stay on the foundations."),
        "stock-empty": tr("The stock is empty."),
        "pack-empty": tr("The stock and the waste are empty."),
        "stock-left": tr("There are still cards in the stock."),
        "no-stages": tr("Only the casino game is paid in parts."),
        "inspect-first": tr("Pay to move cards first (i)."),
        "pay-first": tr("Pay to play (p) before you deal from the stock."),
        "already-paid": tr("You've already paid that."),
        "stopped": tr("The game was stopped."),
        "at-start": tr("The game is already at its start."),
        "nothing-safe": tr("No card can safely go home now."),
        "no-stock": tr("This game has no stock."),
        "not-asked": tr("That's legal, but try the move shown."),
    }[refusal.key]


def _no_fit(onto: Card, fitting: Sequence[Card]) -> str:
    if not fitting:
        return tr("Nothing can go on the {card}.", card=card_name(onto))
    first = fitting[0]
    if len(fitting) == 2 and all(
        (card.rank, card.is_red) == (first.rank, first.is_red) for card in fitting
    ):
        wanted = texts.one((_RED if first.is_red else _BLACK)[first.rank - 1])
        return tr("Only {wanted} can go on the {card}.", card=card_name(onto), wanted=wanted)
    names = ", ".join(map(card_name, fitting))
    return tr("Only the {other} can go on the {card}.", card=card_name(onto), other=names)
