"""Certificates of lost games, and their checker."""

from __future__ import annotations

import ast
import contextlib
import gzip
from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

from game.cli.solve import PATIENCE, certify
from game.core.moves import Refusal, Verb
from game.core.state import CELLS, RESERVE, STOCK, WASTE, State, base_rank
from game.rules import canfield as canfield_rules
from game.rules import vierfrei as vierfrei_rules
from game.rules.notation import board_text
from game.rules.registry import CANFIELD, VIERFREI, numbered
from game.solver import certificate as made
from game.solver.certificate import HEAD, GaveUp, NotLost, certificate, packed
from tests import certificate as checker
from tests.each import each
from tests.game.conftest import Cli
from tests.plain_rules import plain_rules
from tests.seed import a_few
from tests.truth.check import KINDS, SOLVED, any_deal, tokens, twin, unit

SMALL = 1500
"""The maximum number of positions that an exhaustive search may visit."""

WINNABLE = [("hoyle", 511), ("xpat2", 511), ("casino", 511), ("aisleriot", 413)]
"""Winnable deals that were once called lost, because of a wrong bound."""
TAUGHT = [kind for kind in KINDS if {kind, f"canfield {kind}"} & {*checker.GAMES}]
SOME = a_few(TAUGHT, 1, "certificates", always=[VIERFREI])
"""Vierfrei, and another kind that is chosen at random for each commit."""


@cache
def positions(kind: str, count: int = 40) -> Sequence[State]:
    return [state for state, _ in islice(unit(kind, "certificate"), count)]


@cache
def tried(kind: str) -> Sequence[tuple[State, int]]:
    """Return positions that can be searched to the end. The number after each position says how
    many cards can get home."""
    known = [(state, twin(kind, state).exhaust(SMALL)) for state in positions(kind)]
    return [(state, truth) for state, truth in known if truth is not None]


def those_lost(kind: str, lost: bool) -> list[State]:
    return [state for state, truth in tried(kind) if (truth < 52) is lost]


def test_the_checker_knows_what_the_solver_does() -> None:
    unknown = {f"canfield {key}" for key in SOLVED} - set(checker.GAMES)
    assert not unknown, "teach tests/certificate.py these rules, and name them in its GAMES"


def a_lost_deal(kind: str) -> int:
    """Return the number of a lost deal. The Canfield deals have short certificates."""
    if kind == VIERFREI:
        return 781948
    number = plain_rules(kind).lost
    assert number is not None, f"{kind}: write a lost deal into its row of tests/plain_rules"
    return number


@cache
def certified(kind: str) -> Sequence[Sequence[str]]:
    return [list(certificate(any_deal(kind), state)) for state in those_lost(kind, True)]


@cache
def of_a_deal(kind: str) -> Sequence[str]:
    game, rules = (VIERFREI, None) if kind == VIERFREI else (CANFIELD, kind)
    deal = numbered(game, a_lost_deal(kind), rules)
    return list(certificate(deal, deal.layout()))


def lost(kind: str) -> list[str]:
    """Return a small certificate of a lost game."""
    if kind != VIERFREI:
        return [*of_a_deal(kind)]
    return next([*lines] for lines in certified(kind) if len(lines) >= HEAD + 3)


def refused(lines: list[str]) -> bool:
    try:
        checker.verified(*lines)
    except (ValueError, KeyError, IndexError):
        return True
    return False


def unless_won(kept: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def kept_unless_won(self: Any, move: Any) -> Any:
        with contextlib.suppress(NotLost):
            return kept(self, move)

    return kept_unless_won


def after(looks: int) -> Callable[[], bool]:
    """Return a ``cancelled`` callback that returns False ``looks`` times, then True."""
    left = iter(range(looks))
    return lambda: next(left, None) is None


@pytest.mark.parametrize("kind", SOME)
def test_the_certificate_of_a_lost_position_is_verified(kind: str) -> None:
    for lines in certified(kind):
        assert "is lost" in checker.verified(*lines)
    assert len(certified(kind)) > 2
    for state in those_lost(kind, False):
        with pytest.raises((NotLost, GaveUp)):
            list(certificate(any_deal(kind), state, after(60)))


@pytest.mark.parametrize("kind", SOME)
def test_no_winnable_position_is_verified_lost(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate that leaves out only the won position is refused."""
    for proof in made.CanfieldProof, made.VierfreiProof:
        monkeypatch.setattr(proof, "_kept", unless_won(proof._kept))
    found = 0
    for state in those_lost(kind, False):
        with contextlib.suppress(GaveUp):
            lines = list(certificate(any_deal(kind), state, after(8)))
            found += 1
            assert refused(lines)
    # With AisleRiot's rules, too many cards come back from foundations for a whole search.
    assert found or kind == "aisleriot"


@pytest.mark.parametrize("kind", KINDS)
def test_a_lost_deal_is_verified(kind: str) -> None:
    number, lines = a_lost_deal(kind), of_a_deal(kind)
    name = kind if kind == VIERFREI else f"canfield {kind}"
    assert lines[1:3] == [name, str(number)]
    assert f"{name} {number} is lost: " in checker.verified(*lines)
    assert len(packed("x.gz", lines)) < 30_000


@pytest.mark.parametrize("kind", SOME)
def test_a_certificate_that_lacks_a_position_or_has_another_start_is_refused(kind: str) -> None:
    lines = lost(kind)
    for at in range(HEAD, len(lines), 1 + len(lines) // 15):
        assert refused(lines[:at] + lines[at + 1 :])
    signs, ranks = lines[3].replace("/", " ").split(), checker.SIGNS
    sign = next(s for s in signs if ranks[ranks.index(s[0]) - 1] + s[1] in signs[:-1])
    assert refused([*lines[:3], lines[3].replace(sign, "", 1), *lines[4:]])
    assert refused([*lines[:3], lines[3].replace(sign, f"{sign} {sign}", 1), *lines[4:]])
    assert refused([*lines[:2], "3", *lines[3:]]), "another number"
    title, name, number, start, *listed = of_a_deal(kind)
    signs = start[: start.rindex("/")].replace("/", " ").split()
    rng = Random(1)
    for named in (number, "-") * 5:
        one, other = rng.sample(signs, 2)
        swapped = start.replace(one, "?").replace(other, one).replace("?", other)
        assert refused([title, name, named, swapped, *listed]), "two cards swapped"


@pytest.mark.parametrize("kind", a_few(TAUGHT[:-1], 2, "dead"))
class TestDead:
    def test_a_card_that_could_come_home_makes_no_position_dead(self, kind: str) -> None:
        lines = lost(kind)
        rule = checker.Rules(kind)
        for at in range(HEAD, len(lines)):
            key, places, _ = lines[at].split(";")
            least = [0, *map(int, filter(None, places.split("+")))]
            home = rule.brought_home(key, {n for first in least for n in range(first, 53, 3)})
            for card in ("?", "-", "AB", min(home - {"-"})):
                assert refused([*lines[:at], f"{key};{places};{card}", *lines[at + 1 :]])

    def test_the_relaxed_game_brings_home_all_that_can_come_home(self, kind: str) -> None:
        found = 0
        rule = checker.Rules(kind)
        for state, truth in tried(kind):
            columns, spare, pack, waste = piles_of(kind, state)
            key = rule.settled(columns, spare, pack)
            home = rule.brought_home(key, {*range(0, 53, 3), *range(waste, 53, 3)}) - {"-"}
            assert len(home) >= truth
            found += len(home) < 52
        assert found


def piles_of(kind: str, state: State) -> tuple[list[str], str, str, int]:
    """Return the columns, spare cards, pack and waste size of ``state``, for the checker."""
    if kind == VIERFREI:
        cells = "".join(made._letters(state[pile], 1) for pile in CELLS)
        return [made._letters(state[pile], 1) for pile in vierfrei_rules.COLUMNS], cells, "", 0
    lowest = base_rank(state)
    columns = [made._letters(state[pile], lowest) for pile in canfield_rules.COLUMNS]
    pack = made._letters(state[WASTE] + state[STOCK][::-1], lowest)
    return columns, made._letters(state[RESERVE], lowest), pack, len(state[WASTE])


@pytest.mark.parametrize("kind", SOME)
def test_the_checker_tries_every_move_that_the_rules_allow(kind: str) -> None:
    rules = any_deal(kind).engine
    rule = checker.Rules("" if kind == VIERFREI else kind)
    tried = 0
    for state in positions(kind, 60):
        columns, spare, pack, waste = piles_of(kind, state)
        key = rule.settled(columns, spare, pack)
        if not key.startswith("/".join(sorted(filter(None, columns))) + ",") or state.stage < 3:
            continue  # something goes home by itself first
        counts = {*range(0, 53, 3), *range(waste, 53, 3)}
        after = [(rule.settled(*now), then) for *now, then in rule.moves(key, counts)]
        for move in tokens(rules, state):
            resolved = rules.resolve(state, move)
            if isinstance(resolved, Refusal) or resolved.verb in (Verb.INSPECT, Verb.PAY):
                continue
            steps = rules.expand(state, resolved)
            *piles, in_waste = piles_of(kind, steps[0].after)
            now, always = rule.settled(*piles), in_waste % 3 == 0 or in_waste == len(piles[2])
            if now == key:
                assert in_waste in counts or always
            else:
                assert any(now == to and (always or in_waste in then) for to, then in after), (
                    move.text
                )
            tried += 1
    assert tried > 50


@pytest.mark.parametrize(("kind", "number"), a_few(WINNABLE, 2, "winnable"))
def test_winnable_deals_once_called_lost_are_not_verified(kind: str, number: int) -> None:
    deal = numbered(CANFIELD, number, kind)
    columns, spare, pack, _ = piles_of(kind, deal.layout())
    key = checker.Rules(kind).settled(columns, spare, pack)
    head = [made.TITLE, f"canfield {kind}", str(number), checker.dealt(number, kind)]
    for card in checker.LETTERS:
        with pytest.raises(ValueError, match="can go home"):
            checker.verified(*head, f"{key};;{card}")
    proof = made._canfield(deal, deal.layout())[1]
    with pytest.raises((GaveUp, NotLost)):
        proof.search(after(20))
    assert refused([*head, *proof.lines()])


def test_a_proof_that_sends_cards_home_too_soon_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """If every card goes home as soon as it can, some winnable games seem lost."""
    nothing = dict.fromkeys(checker.LETTERS, frozenset[str]())
    monkeypatch.setattr(made, "_WANTING", nothing)
    monkeypatch.setattr(made, "FOLLOWERS", nothing)
    deal = numbered(VIERFREI, 781948)
    assert refused(list(certificate(deal, deal.layout())))


def test_the_checker_is_short_and_knows_nothing_of_the_program() -> None:
    source = Path(checker.__file__).read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 200
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(str(node.module))
    assert names == {"gzip", "sys", "itertools", "pathlib"}


def test_each_file_is_verified_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert checker.main([]) == 1, "nothing to verify is no success"
    lines = lost("hoyle")
    good, small, bad, none = (tmp_path / name for name in ("good", "small.gz", "bad", "none"))
    good.write_bytes(packed("good", lines))
    small.write_bytes(packed("small.gz", lines))
    bad.write_bytes(small.read_bytes()[:-9])
    assert gzip.decompress(small.read_bytes()) == good.read_bytes()
    assert checker.main([str(good), str(small)]) == 0
    capsys.readouterr()
    assert checker.main([str(bad), str(none), str(good)]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert ["not verified" in line for line in printed] == [True, True, False]


class TestCommand:
    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        return tmp_path / "proof.gz"

    def test_it_proves_a_deal_or_an_own_board_lost(self, cli: Cli, file: Path) -> None:
        done = cli("solve", "canfield", "17", "--certificate", str(file))
        assert (done.status, done.err) == (1, f"{file}: the proof, with 19 positions\n")
        assert done.out.startswith("canfield 17 (Hoyle): lost")
        assert checker.main([str(file)]) == 0
        state, file = those_lost(VIERFREI, True)[0], file.with_name("proof")
        words = ("solve", "vierfrei", "--board", "-", "--certificate", str(file))
        assert cli(*words, stdin=board_text(state)).status == 1
        assert file.read_text(encoding="ascii").splitlines()[2] == "-"
        assert checker.main([str(file)]) == 0

    def test_it_writes_nothing_if_the_deal_can_be_won_or_the_proof_takes_too_long(
        self, cli: Cli, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        done = cli("solve", "canfield", "4", "--json", "--certificate", str(file))
        assert (done.status, done.err) == (0, f"{file} was not written: the deal can be won\n")
        monkeypatch.setattr(made, "certificate", Mock(side_effect=GaveUp))
        done = cli("solve", "canfield", "17", "--certificate", str(file))
        message = f"{file} was not written: the certificate takes longer than 1800 "
        assert done.status == 3 and done.err.startswith(message) and not file.exists()

    def test_the_proof_has_more_time_than_the_solver(self, file: Path) -> None:
        """The proof skips fewer positions than the solver, so it takes longer."""
        deal, seconds = numbered(CANFIELD, 75, "hoyle"), iter(range(1000))
        told, written = certify(deal, str(file), 1, lambda: float(next(seconds)))
        assert f"longer than {PATIENCE} seconds" in told and not written
        assert next(seconds) > PATIENCE

    @each(
        ("words", "place", "message"),
        [
            (("canfield", "3-4"), "proof", "--certificate takes one deal only\n"),
            (("--batch", "-"), "proof", "--certificate takes one deal only\n"),
            (("canfield", "17"), "", "{}: it's a folder\n"),
            (("canfield", "17"), "no/x", "{}: no such file or folder\n"),
        ],
    )
    def test_a_wrong_use_is_refused_in_a_line(
        self, cli: Cli, tmp_path: Path, words: tuple[str, ...], place: str, message: str
    ) -> None:
        file = str(tmp_path / place)
        done = cli("solve", *words, "--certificate", file)
        assert (done.status, done.out, done.err) == (2, "", message.format(file))
