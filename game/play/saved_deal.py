"""The parts of a saved game: its deal, as in a line of the record too, and its actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from game.core.moves import Action, Move, Refusal, Step, Verb
from game.core.state import Looked, State, differences
from game.play.book import BOOK_NAMES
from game.rules.notation import board_text, parse_move
from game.rules.registry import Deal, Start, games, kinds_of, rule_sets
from game.rules.which_deal import deal_named, own_deal
from game.support.json_values import DataError, Flaw, member, text_list

FORMAT: Final = 1
"""The format of saved games; a file with a higher one is of a newer program."""
_KNOWN: Final = {
    *("format", "game", "deal", "rules", "board", "deck", "actions", "undone", "books", "looked"),
    *("branches", "notes"),
    *BOOK_NAMES,
}
"""The names under which a saved game holds something."""


def deal_to_data(deal: Deal) -> dict[str, object]:
    """Return ``deal`` as a saved game names it."""
    data: dict[str, object] = {"game": deal.game, "deal": deal.number, "rules": deal.rules}
    if deal.board is not None:
        data["board"] = board_text(deal.board).splitlines()
    if deal.deck is not None:
        data["deck"] = " ".join(map(str, deal.deck))
    return data


def deal_from_data(data: Mapping[str, object]) -> Deal:
    """Return the deal of a saved game or of the record; raise ``DataError`` if damaged."""
    game = member(data, "game", games())
    known = rule_sets(game)
    rules = member(data, "rules", known) if known else None
    if not known and data.get("rules") is not None:
        raise DataError(Flaw.VALUE, "rules")
    try:
        if data.get("deal") is not None:
            value = data["deal"]
            if not isinstance(value, int) or isinstance(value, bool):
                raise DataError(Flaw.VALUE, "deal")
            return deal_named(game, value, rules)
        if kinds_of(game)[0].own is Start.DECK:
            deck = data.get("deck")
            if not isinstance(deck, str):
                raise DataError(Flaw.VALUE, "deck")
            return own_deal(game, rules, Start.DECK, deck)
        return own_deal(game, rules, Start.BOARD, "\n".join(text_list(data, "board")))
    except DataError:
        raise
    except ValueError as error:
        raise DataError(Flaw.DEAL) from error


def others_of(data: Mapping[str, object]) -> dict[str, object]:
    """Return what a saved game holds under names that this program does not know."""
    return {name: value for name, value in data.items() if name not in _KNOWN}


def read_action(text: str, deal: Deal, layout: State, state: State) -> Action:
    """Return the action that ``text`` writes, done from ``state``; ``DataError`` if none.

    ``layout`` is the position at the start of ``deal``.
    """
    if text == Verb.RESTART.value:
        return (Step(Move(Verb.RESTART), differences(state, layout), layout),)
    steps: list[Step] = []
    for token in text.split():
        before = steps[-1].after if steps else state
        try:
            move = parse_move(token, deal.kind.notation)
        except ValueError:
            raise DataError(Flaw.ACTION, token) from None
        found = deal.engine.resolve(before, move)
        if isinstance(found, Refusal):
            raise DataError(Flaw.ACTION, token)
        steps += deal.engine.expand(before, found)
    if not steps:
        raise DataError(Flaw.ACTION, text)
    return tuple(steps)


def read_actions(texts: Iterable[str], deal: Deal, state: State) -> list[Action]:
    """Return the actions that ``texts`` write, done one after the other from ``state``."""
    actions, layout = list[Action](), deal.layout()
    for text in texts:
        actions.append(read_action(text, deal, layout, state))
        state = actions[-1][-1].after
    return actions


def looked_from_data(data: Mapping[str, object], looked: Looked) -> Looked:
    """Return how far the player has looked by the saved ``data``, which older files do not tell,
    and at least as far as ``looked``."""
    match data.get("looked", list(looked)):
        case [int(reserve), int(stock)] if reserve >= 0 <= stock:
            return Looked(min(reserve, looked.reserve), min(stock, looked.stock))
    raise DataError(Flaw.VALUE, "looked")
