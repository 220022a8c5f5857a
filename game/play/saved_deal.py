"""The deal of a saved game, or of a line of the record, read back."""

from __future__ import annotations

from collections.abc import Mapping

from game.rules.registry import Deal, Start, games, kinds_of, rule_sets
from game.rules.which_deal import deal_named, own_deal
from game.support.json_values import DataError, member, text_list


def deal_from_data(data: Mapping[str, object]) -> Deal:
    """The deal that a saved game or a line of the record names; ``DataError`` if none."""
    game = member(data, "game", games())
    known = rule_sets(game)
    rules = member(data, "rules", known) if known else None
    if not known and data.get("rules") is not None:
        raise DataError(f"rules: none in {game}")
    try:
        if data.get("deal") is not None:
            value = data["deal"]
            if not isinstance(value, int) or isinstance(value, bool):
                raise DataError("deal: not a number")
            return deal_named(game, value, rules)
        if kinds_of(game)[0].own is Start.DECK:
            deck = data.get("deck")
            if not isinstance(deck, str):
                raise DataError("deck: missing")
            return own_deal(game, rules, Start.DECK, deck)
        return own_deal(game, rules, Start.BOARD, "\n".join(text_list(data, "board")))
    except ValueError as error:
        # Only for damaged files: the start does without.
        from game.words.misread import why

        raise DataError(why(error)) from None
