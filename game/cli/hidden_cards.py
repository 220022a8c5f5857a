"""The commands ``advise`` and ``play``, which don't look at hidden cards."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from statistics import fmean
from typing import Final, NamedTuple

from game.cli import inputs
from game.cli.arguments import HIDING_GAMES, BadInput, CommandParser, Options, titles
from game.cli.check import DONE, ILLEGAL, read_one
from game.cli.inputs import Question
from game.cli.pool import Workers, spread, workers_of
from game.cli.report import (
    Object,
    Printer,
    account_text,
    amount_text,
    deal_object,
    show,
    with_moves,
)
from game.core.moves import Move
from game.core.state import SeenSoFar, State
from game.fair.advice import Advice, Candidate, Expected
from game.fair.adviser import advise as advice_on
from game.fair.adviser import play_on
from game.fair.knowledge import Knowledge
from game.play.session import Session
from game.play.thumb import by_thumb, play_carefully
from game.rules.registry import KINDS, Deal, GameKind, quoted, rules_named
from game.solver.answer import solver_of
from game.support.terminal import print_error, write_line
from game.support.texts import texts, tr, trn
from game.words.chances import grounds_text

_ADVISED: Final = 64
_PLAYED: Final = 16
_FAIR, _THUMB = "fair", "thumb"
"""The policies of ``play``: the adviser, or the rule of thumb."""


def advise(options: Options) -> int:
    """Print advice on a position, and return the exit status."""
    given = read_one(options, tr("advise takes one deal only"))
    question, kind = given.question, given.question.deal.kind
    _check_kind(kind)
    if given.illegal is not None:
        print_error(f"{question.name}: {given.illegal}")
        return ILLEGAL
    played = given.played
    knowledge = Knowledge.of(kind, played.last, SeenSoFar().after_all(played.states))
    advice = advice_on(knowledge, options.samples or _ADVISED, seed=options.seed)
    as_object = _advice_object(question, knowledge, advice, options.seed)
    show(as_object if options.json else _advice_text(question, advice))
    return DONE


def _check_kind(kind: GameKind, *, fair: bool = True) -> None:
    """Raise ``BadInput`` if no cards are hidden or, with ``fair``, if no solver knows the rules."""
    if not kind.hides_cards:
        raise BadInput(tr("{game} has no hidden cards", game=titles([kind.game])))
    if fair and not solver_of(kind).knows(kind):
        raise BadInput(tr("there is no solver for the {rules} rules", rules=kind.rules_name))


def _advice_object(question: Question, knowledge: Knowledge, advice: Advice, seed: int) -> Object:
    expected = advice.expected
    return deal_object(question.deal) | {
        "seed": seed,
        "samples": advice.samples,
        "unseen": len(knowledge.unseen),
        "moves": _tokens(advice.moves),
        "why": advice.grounds.value,
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
    return {name: round(value, 6) for name, value in expected._asdict().items()}


def _tokens(moves: Sequence[Move]) -> list[str]:
    return [move.text for move in moves]


def _advice_text(question: Question, advice: Advice) -> str:
    samples = trn("{n} sample", "{n} samples", advice.samples)
    if advice.is_to_stop:
        told = tr("stop here: {amount}", amount=amount_text(question.deal, advice.stopping))
    else:
        told = tr("wins about {n} times in 100", n=advice.rounded_percent(advice.chance))
    lines = [f"{question.name}: {told} ({samples})", f"  {grounds_text(advice.grounds)}"]
    lines += [f"  {_candidate_text(question.deal, advice, one)}" for one in advice.candidates]
    return "\n".join(lines)


def _candidate_text(deal: Deal, advice: Advice, candidate: Candidate) -> str:
    expected = candidate.expected
    cards = tr("{n} cards home", n=texts.decimal(expected.cards, 1))
    account = amount_text(deal, round(expected.account))
    moves = " ".join(_tokens(candidate.moves))
    return f"{advice.rounded_percent(expected.chance):>3} %  {cards}, {account}: {moves}"


def advise_parser() -> CommandParser:
    parser = CommandParser(
        "advise",
        tr("suggest the best move from the cards seen, and how often it wins"),
        advise,
        [
            f"{HIDING_GAMES} N [--moves FILE] [--rules R] …",
            f"{HIDING_GAMES} --deck FILE [--moves FILE] [--rules R] …",
        ],
        description=tr(
            "Suggests what to do after these moves, using only the cards the player has "
            "seen, and\n"
            "estimates how often that wins: the hidden cards are dealt at random many times, "
            "and\n"
            "each result is searched. FILE may be - for standard input."
        ),
        epilog=tr("exit status: 0 done, 1 an illegal move, 2 bad input"),
    )
    parser.add_shared("--moves", "--deck", "--rules")
    parser.add_samples(_ADVISED)
    parser.add_shared("--json")
    return parser


class PlayedDeal(NamedTuple):
    """The final position of a deal, and how it was reached."""

    last: State
    moves: list[str]
    decisions: int
    """How many decisions the adviser made. For the rule of thumb, every action is a decision."""


def play(options: Options, workers: Workers | None = None) -> int:
    """Play the deals that ``options`` name; return the exit status."""
    found, count = inputs.questions(options)
    game, thumb = options.words[0], options.policy == _THUMB
    _check_kind(KINDS[game, rules_named(game, options.rules)], fair=not thumb)
    samples = None if thumb else options.samples or _PLAYED
    chosen: Object = {
        "policy": _THUMB if thumb else _FAIR,
        "samples": samples,
        "seed": None if thumb else options.seed,
    }
    won, home = list[bool](), list[int]()

    def take(question: Question, played: PlayedDeal) -> None:
        won.append(question.deal.engine.won(played.last))
        home.append(played.last.cards_home)
        if options.json:
            printer.show(_played_object(question, chosen, played))
        else:
            printer.show(_played_text(question, played))

    with closing(Printer(count)) as printer:
        spread(
            ((question, question.deal) for question in found),
            partial(play_deal, samples=samples, seed=options.seed),
            take,
            workers=workers or workers_of(options.jobs),
        )
    if not options.json and count > 1:
        told = tr("{won} of {deals} won", won=sum(won), deals=count)
        write_line(f"{told}, {tr('{n} cards home', n=texts.decimal(fmean(home), 1))}")
    return DONE


def play_deal(deal: Deal, samples: int | None, seed: int) -> PlayedDeal:
    """Play a deal with the adviser, or by the rule of thumb if ``samples`` is None."""
    if samples is None:
        session = play_carefully(Session(deal), by_thumb)
        tokens = [step.text for action in session.actions for step in action]
        return PlayedDeal(session.state, tokens, len(session.actions))
    state, moves, decisions = deal.layout(), list[str](), 0
    for decision in play_on(deal.kind, state, SeenSoFar(), samples=samples, seed=seed):
        moves += _tokens(decision.moves)
        decisions += decision.advice is not None
        state = decision.positions[-1] if decision.positions else state
    return PlayedDeal(state, moves, decisions)


def _played_object(question: Question, chosen: Object, played: PlayedDeal) -> Object:
    deal, last = question.deal, played.last
    return {
        **question.head,
        **deal_object(deal),
        **chosen,
        "won": deal.engine.won(last),
        "cards": last.cards_home,
        "turns": last.turns,
        "account": deal.account(last),
        "decisions": played.decisions,
        "moves": played.moves,
    }


def _played_text(question: Question, played: PlayedDeal) -> str:
    last = played.last
    parts = [
        tr("won")
        if question.deal.engine.won(last)
        else trn("{n} card home", "{n} cards home", last.cards_home),
        account_text(question.deal, last),
        trn("{n} redeal", "{n} redeals", last.turns),
    ]
    told = ", ".join(part for part in parts if part is not None)
    return with_moves(f"{question.name}: {told}", played.moves)


def _policy(word: str) -> str:
    if word not in (_FAIR, _THUMB):
        raise BadInput(tr("expected fair or thumb, not {word}", word=quoted(word)))
    return word


def play_parser() -> CommandParser:
    parser = CommandParser(
        "play",
        tr("play deals using only what a player can see"),
        play,
        [
            f"{HIDING_GAMES} N|FIRST-LAST … [--rules R] …",
            f"{HIDING_GAMES} --deck FILE [--rules R] …",
        ],
        description=tr(
            "Plays deals to the end using only what a player can see. FILE may be - for "
            "standard input."
        ),
        epilog=tr("exit status: 0 done, 2 bad input"),
    )
    parser.add_shared("--deck", "--rules")
    help_text = tr(
        "fair: search with the hidden cards dealt at random (default); thumb: a simple "
        "rule of thumb"
    )
    parser.value("--policy", "P", help_text, _policy)
    parser.add_samples(_PLAYED)
    parser.add_shared("--jobs", "--json")
    return parser
