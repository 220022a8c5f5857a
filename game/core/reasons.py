"""Why something given cannot be used, as values; ``game.words.misread`` has the words."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """What is wrong with a text, a file, or a choice of game."""

    NO_MOVE = "no-move"
    NO_CARD = "no-card"
    CARD_TWICE = "twice"
    CARDS_MISSING = "missing"
    LINE_NOT_EXPECTED = "line-not-expected"
    NO_SUCH_LINE = "no-such-line"
    COLUMNS = "columns"
    COLUMNS_HERE = "columns-here"
    FOUNDATION_FORM = "foundation-form"
    FOUNDATION_TWICE = "foundation-twice"
    CELLS = "cells"
    NO_GAME = "no-such-game"
    NO_RULE_SET = "no-such-rule-set"
    RULE_SET_MISPLACED = "rule-set-misplaced"
    GAME_UNKNOWN = "game-unknown"
    RULES_UNKNOWN = "rules-unknown"
    RULES_UNASKED = "rules-unasked"
    NO_NUMBER = "no-number"
    TAKES_A_DECK = "takes-a-deck"
    TAKES_A_BOARD = "takes-a-board"
    NOTHING = "nothing"
    NOT_CARDS = "no-game"
    HEADER = "header"
    NEWER = "newer"
    ILLEGAL = "illegal"
    DEAL_RANGE = "deal-range"
    NO_FILE = "no-file"
    FILE_TOO_LARGE = "file-too-large"
    NO_TEXT = "no-text"
    TOO_LONG = "too-long"
    COPIED_TOO_LONG = "copied-too-long"
    COPIED_NO_TEXT = "copied-no-text"
    REMARK_OPEN = "remark-open"
    REMARK_CLOSED = "remark-closed"
    BRANCH_OPEN = "branch-open"
    BRANCH_CLOSED = "branch-closed"
    BRANCH_EMPTY = "branch-empty"
    BRANCH_OF_NOTHING = "branch-of-nothing"


class GivenError(ValueError):
    """Something given cannot be used: the reason, and the values that its sentence names."""

    def __init__(self, reason: Reason, **values: object) -> None:
        super().__init__(reason.value, values)
        self.reason = reason
        self.values = values

    def __str__(self) -> str:
        return " ".join([self.reason, *map(str, self.values.values())])
