"""``python -m game advise``: what to do in a position, by what its player can know."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from game.cli import inputs
from game.cli.arguments import (
    HIDING,
    PROGRAM,
    FairOptions,
    Parser,
    Task,
    add_deck,
    add_fair,
    add_json,
    add_rules,
    parse,
    tasks,
)
from game.cli.inputs import STDIN, BadInput
from game.cli.report import Object, amount_text, deal_object
from game.core.moves import Move
from game.core.state import Looked
from game.fair.advice import Advice, Candidate, Expected
from game.fair.adviser import advise
from game.fair.knowledge import Knowledge
from game.rules.registry import GameKind
from game.rules.replay import replay
from game.rules.which_deal import quoted
from game.solver.answer import solver_of
from game.support.terminal import tell, write_line
from game.support.texts import texts, tr, trn
from game.words.chances import reason
from game.words.names import titles
from game.words.refusals import message

DONE, ILLEGAL = 0, 1
_SAMPLES: Final = 64


class AdviseOptions(FairOptions):
    """The options of ``advise``."""

    moves: str | None = None


def summary() -> str:
    return tr("suggest the best move from the cards seen, and how often it wins")


def run(words: Sequence[str]) -> int:
    options = AdviseOptions()
    parse(_parser(), words, options)
    if options.moves == options.deck == STDIN:
        raise BadInput(tr("only one file can be read from standard input"))
    found = tasks(options)
    if len(found) != 1:
        raise BadInput(tr("advise takes one deal only"))
    (task,) = found
    must_hide(task.deal.kind)
    must_be_known(task.deal.kind)
    line = inputs.Line()
    if options.moves is not None:
        line = inputs.moves(options.moves, task.deal.kind)
    played = replay(task.deal, line.moves)
    if played.refusal is not None and played.at is not None:
        token = quoted(line.tokens[played.at])
        illegal = tr("illegal: move {number} {token}", number=played.at + 1, token=token)
        tell(f"{task.name}: {illegal}: {message(played.refusal)}")
        return ILLEGAL
    knowledge = Knowledge.of(task.deal.kind, played.last, Looked().through(played.states))
    seed = options.seed or 0
    advice = advise(knowledge, options.samples or _SAMPLES, seed=seed)
    if options.json:
        write_line(json.dumps(_object(task, knowledge, advice, seed)))
    else:
        write_line(_words(task, advice))
    return DONE


def must_hide(kind: GameKind) -> None:
    """Raise ``BadInput`` for a game in which all cards lie open."""
    if not kind.hides_cards:
        raise BadInput(tr("{game} has no hidden cards", game=titles([kind.game])))


def must_be_known(kind: GameKind) -> None:
    """Raise ``BadInput`` for rules that the adviser does not know."""
    if not solver_of(kind).knows(kind):
        raise BadInput(tr("there is no solver for the {rules} rules", rules=kind.rules_name))


def _object(task: Task, knowledge: Knowledge, advice: Advice, seed: int) -> Object:
    expected = advice.expected
    return deal_object(task.deal) | {
        "seed": seed,
        "samples": advice.samples,
        "unseen": len(knowledge.unseen),
        "moves": _tokens(advice.moves),
        "why": advice.why.value,
        "exact": advice.exact,
        "stopping": advice.stopping,
        "expected": None if expected is None else _expected_object(expected),
        "candidates": [_candidate_object(candidate) for candidate in advice.candidates],
    }


def _candidate_object(candidate: Candidate) -> Object:
    return {
        "moves": _tokens(candidate.moves),
        **_expected_object(candidate.expected),
        "samples": candidate.samples,
        "behind": round(candidate.behind, 6),
        "error": round(candidate.error, 6),
    }


def _expected_object(expected: Expected) -> Object:
    return {
        "chance": round(expected.chance, 6),
        "cards": round(expected.cards, 6),
        "turns": round(expected.turns, 6),
        "account": round(expected.account, 6),
    }


def _tokens(moves: Sequence[Move]) -> list[str]:
    return [move.text for move in moves]


def _words(task: Task, advice: Advice) -> str:
    """The answer for a reader: what to expect, why, and a line for each candidate."""
    samples = trn("{n} sample", "{n} samples", advice.samples)
    if advice.stops:
        stopping = amount_text(task.deal, advice.stopping)
        told = tr("stop here: {amount}", amount=stopping)
    else:
        told = tr("wins about {n} times in 100", n=advice.percent)
    lines = [f"{task.name}: {told} ({samples})", f"  {reason(advice.why)}"]
    lines += [f"  {_candidate_words(task, advice, one)}" for one in advice.candidates]
    return "\n".join(lines)


def _candidate_words(task: Task, advice: Advice, candidate: Candidate) -> str:
    expected = candidate.expected
    cards = tr("{n} cards home", n=texts.decimal(expected.cards, 1))
    account = amount_text(task.deal, round(expected.account))
    moves = " ".join(_tokens(candidate.moves))
    return f"{advice.told(expected.chance):>3} %  {cards}, {account}: {moves}"


def _parser() -> Parser:
    parser = Parser(
        usage=f"{PROGRAM} advise {HIDING} N [--moves FILE] [--rules R] …\n"
        f"       {PROGRAM} advise {HIDING} --deck FILE [--moves FILE] [--rules R] …",
        description=tr(
            "Suggests what to do after these moves, using only the cards the player has "
            "seen, and\n"
            "estimates how often that wins: the hidden cards are dealt at random many times, "
            "and\n"
            "each result is searched. FILE may be - for standard input."
        ),
        epilog=tr("exit status: 0 done, 1 an illegal move, 2 bad input"),
    )
    parser.add_argument("--moves", metavar="FILE", help=tr("the moves, separated by white space"))
    add_deck(parser)
    add_rules(parser)
    add_fair(parser, _SAMPLES)
    add_json(parser)
    return parser
