"""What skill and luck did in a game with hidden cards, in the player's language."""

from __future__ import annotations

from game.core.moves import Refusal, Verb
from game.core.state import State
from game.fair.advice import Candidate
from game.fair.skill import Choice, Mark, Weighed
from game.rules.registry import GameKind
from game.support.texts import texts, tr, trn
from game.words.chances import worth_text
from game.words.names import money
from game.words.summary import advice as move_text


def luck_words(
    kind: GameKind, before: State, number: int, weighed: Weighed, *, unlucky: bool
) -> str:
    """Return how good move ``number`` was, made ``before`` which all this was ``weighed``; empty
    where there was nothing to choose. ``unlucky``: it lost the game, as the hidden cards lay."""
    mine, other = weighed.mine, weighed.other
    if mine is None or other is None:
        return ""

    def worth(plan: Candidate) -> str:
        if plan.moves[0].verb is Verb.STOP:
            return money(weighed.advice.stopping)
        return worth_text(kind, weighed.advice, plan)

    if weighed.choice is Choice.WORSE:
        better = kind.engine.resolve(before, other.moves[0])
        assert not isinstance(better, Refusal), "a plan holds in every completion"
        return tr(
            "Move {n}: from the cards you'd seen, this was better: {move} ({other} against "
            "{mine}).",
            n=number,
            move=move_text(better, before),
            other=worth(other),
            mine=worth(mine),
        )
    here, there = worth(mine), worth(other)
    if weighed.choice is Choice.BEST:
        text = (
            tr("Move {n}: right from the cards you'd seen ({mine} against {other}), but unlucky.")
            if unlucky
            else tr("Move {n}: right from the cards you'd seen ({mine} against {other}).")
        )
    elif here == there:
        text = (
            tr("Move {n}: as good as any from the cards you'd seen ({mine}), but unlucky.")
            if unlucky
            else tr("Move {n}: as good as any from the cards you'd seen ({mine}).")
        )
    else:
        text = (
            tr("Move {n}: too close to call ({mine} against {other}), and unlucky.")
            if unlucky
            else tr("Move {n}: too close to call ({mine} against {other}).")
        )
    return text.format(n=number, mine=here, other=there)


def mark_words(kind: GameKind, mark: Mark) -> str:
    """Return the skill of a game in a sentence, with the number of decisions that it rests on."""
    if not mark.given_away:
        return trn(
            "Skill: no measurable mistake in {n} decision with hidden cards.",
            "Skill: no measurable mistake in {n} decisions with hidden cards.",
            mark.decisions,
        )
    if kind.turn_cost:
        return trn(
            "Skill: you gave away ${lost} in {n} decision with hidden cards.",
            "Skill: you gave away ${lost} per decision, over {n} decisions with hidden cards.",
            mark.decisions,
            lost=texts.decimal(mark.given_away, 2),
        )
    return trn(
        "Skill: {n} decision with hidden cards cost {lost}% chance of winning.",
        "Skill: {n} decisions with hidden cards cost {lost}% chance of winning each, on average.",
        mark.decisions,
        lost=texts.decimal(100 * mark.given_away, 1),
    )


def legend() -> str:
    """Return what the two curves of a review are."""
    return tr("The thick curve knows every card, the thin one only those you'd seen.")
