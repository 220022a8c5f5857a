"""The fair adviser's answers in the player's language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from game.core.moves import Move, Refusal, Verb
from game.core.state import State
from game.fair.advice import SURE, Advice, Candidate, Expected, Grounds
from game.rules.registry import GameKind
from game.support.texts import texts, tr, tr_later
from game.words.names import account_text, money
from game.words.summary import move_phrase as move_text


class Advised(NamedTuple):
    """A part of the advice in words, and the move that it is about."""

    words: str
    move: Move


_OTHERS: Final = 2
"""How many other moves are named, at most, right after the best one."""
_NEXT: Final = 3
"""After a plan's first move, at most this many further moves are mentioned."""
_FACTS: Final = 4
"""The maximum number of moves that get an ``Advised`` of their own."""


_WHY: Final = {
    Grounds.BEST: tr_later("Clearly better than any other move."),
    Grounds.EQUAL: tr_later("Another move may be just as good."),
    Grounds.ONLY: tr_later("No other move was found that helps."),
    Grounds.FREE_LOOK: tr_later("Dealing is free here and shows what's in the stock."),
    Grounds.KNOWN: tr_later("No card is hidden any more."),
    Grounds.STOP: tr_later("Playing on would probably cost more than it brings in."),
    Grounds.NO_PLAN: tr_later("No move was found that helps."),
    Grounds.OVER: tr_later("The game is over."),
    Grounds.UNKNOWN: tr_later("There is no solver for these rules."),
}


def grounds_text(why: Grounds) -> str:
    """Return a sentence giving the reason for the advice."""
    return texts.one(_WHY[why])


def chance_text(advice: Advice, chance: float) -> str:
    """Return ``chance`` as a phrase, such as ``about 31 in 100``."""
    sign, n = _rounded(advice, chance)
    if sign == "<":
        return tr("less than {n} in 100", n=n)
    if sign == ">":
        return tr("more than {n} in 100", n=n)
    return tr("about {n} in 100", n=n)


def share_text(advice: Advice, chance: float) -> str:
    """Return ``chance`` as a percentage, such as ``31%`` or ``< 5%``."""
    sign, n = _rounded(advice, chance)
    return f"{sign} {tr('{n}%', n=n)}".lstrip()


def _step(advice: Advice) -> int:
    return 1 if advice.exact or advice.samples >= SURE else 5


def _rounded(advice: Advice, chance: float) -> tuple[str, int]:
    """Return a sign (``<``, ``>`` or empty) and a percentage."""
    # Even if all samples were lost, that doesn't prove that the chance is 0.
    told, step = advice.rounded_percent(chance), _step(advice)
    if advice.exact or step <= told <= 100 - step:
        return "", told
    return ("<", step) if told < step else (">", 100 - step)


def shows_balance(kind: GameKind) -> bool:
    """Return whether the expected balance is shown beside the chance."""
    payment = kind.payment
    return payment is not None and (payment.per_turn > 0 or not payment.in_dollars)


def expected_balance(kind: GameKind, advice: Advice, expected: Expected) -> str:
    """Return a plan's expected balance, rounded if there are few samples."""
    step = _step(advice)
    return account_text(step * round(expected.account / step), kind.payment)


def light_text(kind: GameKind, advice: Advice) -> tuple[str, ...]:
    """Return wordings to show beside the light in the table's bar, from longest to shortest."""
    expected = advice.expected
    if expected is None:
        return tr("no move helps"), "–"
    brief = share_text(advice, expected.chance)
    if not shows_balance(kind):
        return chance_text(advice, expected.chance), brief
    brings = expected_balance(kind, advice, expected)
    if advice.exact and not expected.chance:
        return tr("at most {account}", account=brings), brings
    chance = chance_text(advice, expected.chance)
    told = tr("{chance}, {account} expected", chance=chance, account=brings)
    return told, f"{brief}, {brings}", brief


def stop_or_play_text(kind: GameKind, advice: Advice) -> str:
    """Return what stopping and playing on are expected to earn. Empty if there is no plan."""
    expected = advice.expected
    if expected is None:
        return ""
    return tr(
        "Stop now: {stop}. Playing on is worth about {go}.",
        stop=money(advice.stopping),
        go=expected_balance(kind, advice, expected),
    )


def advice_sentences(kind: GameKind, state: State, advice: Advice) -> list[Advised]:
    """Return the advice in words, starting with the best move. Empty if the advice has no move."""
    moves = _first_moves(kind, state, advice.candidates)
    if advice.grounds is Grounds.STOP or (advice.grounds is Grounds.NO_PLAN and advice.moves):
        return _about_stopping(kind, state, advice, moves)
    if not moves:
        return []
    (first, best), *others = moves
    told = [_best_words(kind, state, advice, best, first)]
    told += _alternatives(kind, state, advice, others)
    facts = [Advised(" ".join(told), first)]
    for move, candidate in others[: _FACTS - 1]:
        worth = _worth_phrase(kind, advice, candidate)
        text = (
            tr("About as good: {move}, {worth}.")
            if candidate.is_equal
            else tr("Next best: {move}, {worth}.")
        )
        facts.append(Advised(text.format(move=move_text(move, state), worth=worth), move))
    if rest := _plan_text(kind, state, first, best.moves):
        facts.append(Advised(rest, first))
    return facts


def _plan_text(kind: GameKind, state: State, first: Move, plan: Sequence[Move]) -> str:
    told = []
    rules, found = kind.engine, first
    for move in plan[1 : 1 + _NEXT]:
        state = rules.expand(state, found)[-1].after
        after = rules.resolve(state, move)
        if isinstance(after, Refusal):
            break
        found = after
        told.append(move_text(found, state))
    return tr("Then {moves}.", moves="; ".join(told)) if told else ""


def no_move_text(advice: Advice) -> str:
    """Return the sentence to show for advice without a move."""
    return grounds_text(advice.grounds if advice.is_to_stop else Grounds.NO_PLAN)


def _first_moves(
    kind: GameKind, state: State, candidates: Iterable[Candidate]
) -> list[tuple[Move, Candidate]]:
    """Return the first moves of all plans, each with the best plan that begins with it."""
    found: dict[Move, Candidate] = {}
    for candidate in candidates:
        move = kind.engine.resolve(state, candidate.moves[0])
        if not isinstance(move, Refusal):
            found.setdefault(move, candidate)
    return list(found.items())


def _best_words(kind: GameKind, state: State, advice: Advice, best: Candidate, first: Move) -> str:
    if first.verb in (Verb.INSPECT, Verb.PAY):
        text = tr("From the cards you've seen: {move}.", move=move_text(first, state))
        return f"{text} {stop_or_play_text(kind, advice)}"
    worth = _worth_phrase(kind, advice, best)
    text = {
        Grounds.FREE_LOOK: tr(
            "{move} first: it's free, shows you more cards and rules out no other move; {worth}."
        ),
        Grounds.KNOWN: tr("No card is hidden any more: {move}, {worth}."),
    }.get(advice.grounds, tr("From the cards you've seen: {move}, {worth}."))
    words = text.format(move=move_text(first, state), worth=worth)
    return words[:1].upper() + words[1:]


def _alternatives(
    kind: GameKind, state: State, advice: Advice, others: list[tuple[Move, Candidate]]
) -> list[str]:
    """Return what there is to say about the other moves."""
    if advice.grounds is Grounds.ONLY:
        # The inspection comes before everything else, so there is no alternative to it.
        paid = isinstance(kind.engine.resolve(state, Move(Verb.INSPECT)), Refusal)
        return [grounds_text(advice.grounds)] if paid else []

    def list_moves(few: Iterable[tuple[Move, Candidate]]) -> str:
        return "; ".join(
            f"{move_text(move, state)}, {worth_text(kind, advice, one)}"
            for move, one in list(few)[:_OTHERS]
        )

    equal = [(move, one) for move, one in others if one.is_equal]
    if equal:
        return [tr("About as good: {moves}.", moves=list_moves(equal))]
    return [tr("Then: {moves}.", moves=list_moves(others))] if others else []


def _about_stopping(
    kind: GameKind, state: State, advice: Advice, moves: list[tuple[Move, Candidate]]
) -> list[Advised]:
    facts = []
    weighed = stop_or_play_text(kind, advice)
    if advice.moves:
        text = tr("From the cards you've seen: stop here.")
        facts.append(Advised(f"{text} {weighed}".strip(), Move(Verb.STOP)))
    for move, candidate in moves[:1]:
        worth = _worth_phrase(kind, advice, candidate)
        way = tr("Best way to go on: {move}, {worth}.", move=move_text(move, state), worth=worth)
        words = way if facts else f"{no_move_text(advice)} {weighed} {way}"
        facts.append(Advised(words, move))
    return facts


def _worth_phrase(kind: GameKind, advice: Advice, candidate: Candidate) -> str:
    worth = worth_text(kind, advice, candidate)
    if worth == share_text(advice, candidate.expected.chance):
        return tr("{chance} chance of winning", chance=worth)
    return worth if advice.exact else tr("{account} expected", account=worth)


def worth_text(kind: GameKind, advice: Advice, candidate: Candidate) -> str:
    """Return a plan's expected balance or chance of winning."""
    if kind.turn_cost:
        return expected_balance(kind, advice, candidate.expected)
    if advice.exact and candidate.expected.chance < 1:
        return account_text(round(candidate.expected.account), kind.payment)
    return share_text(advice, candidate.expected.chance)
