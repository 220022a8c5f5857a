"""Tests of commands with bad input or outputs, and of Ctrl+C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

import pytest

from game.core.cards import cards_text, deck_order
from game.rules.notation import board_text
from game.support.terminal import fill_standard_streams, one_line
from tests.each import each
from tests.game.conftest import Cli
from tests.game.reading import ROOT, process
from tests.game.table import dealt
from tests.seed import a_few

BOARD = board_text(dealt("vierfrei", 617).state)
DECK = cards_text(deck_order(42))
CHECK = ("check", "vierfrei", "617")
MOVES = (*CHECK, "--moves", "-")
PAGE = ("page", "vierfrei", "617", "--output", "x", "--moves", "-")
CANFIELD = ("check", "canfield", "42", "--moves", "-")
NO_NUMBERS = "1000000", "-1", "1.5", "1e3", "0x10", "+5", "1_0", "six", "1-1000000", "1-2-3"
BOARDS = ("check", "vierfrei", "--board", "-")
DECKS = ("check", "canfield", "--deck", "-")

WORDS: list[tuple[str, str]] = [
    ("", "no command given"),
    ("solv", "unknown command: 'solv'"),
    ("deal", "name a game"),
    ("deal 617", "unknown game: '617'"),
    ("check canfield", "give a deal number"),
    *((f"deal vierfrei {word}", f"from 0 to 999999, not '{word}'") for word in NO_NUMBERS),
    ("solve vierfrei 10-1", "the range '10-1' runs backwards"),
    ("check vierfrei 1 2 x", "not 'x'"),
    *((f"{one} vierfrei 1 --rules hoyle", "canfield only") for one in ("deal", "check", "solve")),
    ("deal vierfrei 1 --json --deck", "not both"),
    ("deal vierfrei 1 --json --json", "'--json' was given twice"),
    ("deal vierfrei 1 --json=yes", "--json"),
    *((f"deal vierfrei 1 {word}", f"unknown option: '{word}'") for word in ("--js", "-x")),
    ("deal vierfrei 1 --board -", "unknown option"),
    ("solve vierfrei 1 --moves -", "unknown option"),
    ("deal canfield 1 --rules", "--rules"),
    ("solve canfield 1 --rules Hoyle", "unknown rule set: 'Hoyle'"),
    ("check vierfrei 1 --moves a\x00b", "null"),
    ("check vierfrei 1 --board -", "only one of them"),
    ("check vierfrei --board - --deck x", "only one of them"),
    ("check vierfrei 1 --board - --moves -", "only one file"),
    ("advise canfield --deck - --moves -", "only one file"),
    ("solve vierfrei --deck -", "a deck goes with canfield"),
    ("check canfield --board -", "a board goes with vierfrei"),
    ("check --batch=--", "can't be a value for '--batch'"),
    ("solve vierfrei 1 --jobs=--", "can't be a value for '--jobs'"),
    ("check --batch - vierfrei 1", "--batch takes"),
    ("check --batch - --rules hoyle", "--batch takes"),
    ("solve vierfrei --board no/such", "no/such: no such file"),
    ("solve vierfrei --board -", "it contains no board"),
    *((f"solve --batch no/such{more}", "no/such: no such file") for more in ("", " --jobs 2")),
    *((f"solve vierfrei 1 --time-limit {n}", "seconds above 0") for n in ("0", "nan", "inf", "x")),
    *((f"solve vierfrei 1 --jobs {n}", "from 1 to 1024") for n in ("0", "-1", "1025", "9" * 99)),
    ("review vierfrei 1-2", "review takes one deal only"),
    ("review vierfrei 1 --time-limit 0", "seconds above 0, not '0'"),
    *((f"{one} vierfrei 1", "Vierfrei has no hidden cards") for one in ("advise", "play")),
    ("advise canfield 1-2", "advise takes one deal only"),
    ("advise canfield 1 --samples 0", "a number from 1 to 10000"),
    (f"advise canfield 1 --samples {10001:015}", "a number from 1 to 10000"),
    ("play canfield 1 --seed -1", "--seed"),
    ("play canfield 1 --policy x", "fair or thumb"),
    ("puzzles --first x", "not both"),
    ("puzzles nowhere.txt", "nowhere.txt"),
    ("page vierfrei 617", "say where to write the page: --output FILE"),
    ("page vierfrei 1-2 --output x", "page takes one game only"),
    ("page vierfrei 1 --cards 1993 --output x", "unknown deck: '1993' (choose from: court, emblem"),
    ("page vierfrei 1 --output /nowhere/there/x", "/nowhere/there/x: no such file or folder"),
    ("play-page vierfrei", "play-page takes no game"),
    ("play-page", "give --output FILE or --folder FOLDER"),
]
TEXTS: list[tuple[tuple[str, ...], str | bytes, str]] = [
    *((("deal", "vierfrei", word), "", f"not {word!r}") for word in ("", "5\n")),
    (MOVES, "26 zz", "standard input: line 1: 'zz': not a move"),
    (MOVES, "1a\n2b # x\n\n99 3c", "standard input: line 4: '99': not a move"),
    (MOVES, "\x1b[2J", r"'\x1b[2J'"),
    (MOVES, "z" * 10_000, "not a move"),
    (MOVES, b"1a\n2b \xff", "standard input: line 2: not UTF-8 text"),
    (PAGE, "1h", "standard input: illegal: move 1 '1h'"),
    (CANFIELD, "d D", "line 1: 'D': not a move"),
    (BOARDS, "", "standard input: it contains no board"),
    (BOARDS, "617", "line 1: '617': not a card"),
    (BOARDS, BOARD.replace(" JD", ""), "line 8: missing cards: JD"),
    (BOARDS, f"{BOARD}\n\n\n{BOARD.replace('JD', '1D')}", "line 11: '1D': not a card"),
    (DECKS, " \n# none\n", "it contains no deck"),
    (DECKS, DECK[3:], "line 1: missing cards: 5S"),
    (DECKS, f"{DECK}\n{DECK} KS", "line 2: 'KS': KS appears twice"),
]


def assert_refused(cli: Cli, words: tuple[str, ...], stdin: str | bytes, message: str) -> None:
    done = cli(*words, stdin=stdin)
    assert (done.status, done.out) == (2, "")
    assert message in done.err and len(done.err) < 200
    assert done.err.endswith("\n") and done.err[:-1].isprintable(), "one line"
    assert "Traceback" not in done.err


@each(
    ("words", "stdin", "message"),
    [*((tuple(words.split()), "", said) for words, said in WORDS), *TEXTS],
)
def test_wrong_words_and_texts_are_refused(
    cli: Cli, words: tuple[str, ...], stdin: str | bytes, message: str
) -> None:
    assert_refused(cli, words, stdin, message)


@pytest.mark.parametrize("option", ["--moves", "--board", "--batch"])
def test_an_unreadable_file_is_refused(cli: Cli, option: str, tmp_path: Path) -> None:
    deal = {"--moves": ("vierfrei", "617"), "--board": ("vierfrei",), "--batch": ()}[option]
    words, link = ("check", *deal, option), tmp_path / "link"
    link.symlink_to(link)
    assert_refused(cli, (*words, "no\nfile"), "", r"no\nfile: no such file or folder")
    assert_refused(cli, (*words, str(tmp_path)), "", f"{tmp_path}: it's a folder")
    assert_refused(cli, (*words, str(link)), "", f"{link}: ")


GOOD: dict[str, object] = {"id": 5, "game": "vierfrei", "deal": 617, "moves": ["1a"]}
OWN_BOARD: dict[str, object] = {"game": "vierfrei", "board": BOARD}
OWN_DECK: dict[str, object] = {"game": "canfield", "deck": DECK}
ENTRIES: list[tuple[object, str]] = [
    # not an object
    *((text, "not valid JSON") for text in (b"{", b"nonsense", b"{'game':'vierfrei'}")),
    *((text, "not a JSON object") for text in (b"[]", b'"vierfrei"', b"617", b"null")),
    (b'{"game":"vierfrei","deal":1} {}', "not valid JSON"),
    (b'{"game":"vierfrei","deal":1,"id":NaN}', "NaN is not a number"),
    (b'{"game":"vierfrei","deal":1,"id":1e999}', "1e999 is not a number"),
    (b'{"game":"vierfrei","deal":1,"deal":2}', "the key 'deal' appears twice"),
    (b'{"game":"vierfrei","deal":' + b"9" * 5000 + b"}", "not valid JSON"),
    (b'{"game":"vierfrei","deal":1,"x":' + b"[" * 100_000, "nested too deeply"),
    (b'{"id":"\xff"}', "not UTF-8"),
    # the game, the rule set
    ({}, "game is missing"),
    *((GOOD | {"game": wrong}, "game must be a string") for wrong in (1, ["vierfrei"])),
    *((one | {"game": "freecell"}, "unknown game: 'freecell'") for one in (GOOD, {})),
    (GOOD | {"rules": "hoyle"}, "canfield only"),
    (GOOD | {"game": "canfield", "rules": "x"}, "unknown rule set: 'x'"),
    (GOOD | {"game": "canfield", "rules": False}, "rules must be a string"),
    # the deal, board or deck
    (GOOD | {"deal": None}, "one of deal, board and deck"),
    (OWN_DECK | {"deal": 0}, "one of deal, board and deck"),
    *((GOOD | {"deal": one}, "a whole number") for one in (True, "617", 617.0, -1, 1_000_000)),
    *((OWN_BOARD | {"board": one}, "must be a string or a list") for one in (617, ["7D", 5])),
    *((OWN_BOARD | {"board": one}, "a board has 8 columns, not 0") for one in ("", list[str]())),
    (OWN_BOARD | {"board": BOARD.replace("JD", "XX")}, "board: line 1: 'XX'"),
    (OWN_BOARD | {"board": f"{BOARD}\n\n{BOARD}"}, "board: line 10: ':'"),
    (OWN_BOARD | {"game": "canfield"}, "a board goes with vierfrei"),
    (OWN_DECK | {"game": "vierfrei"}, "a deck goes with canfield"),
    (OWN_DECK | {"deck": [*DECK.split()[:51], None]}, "deck must be a string or a list"),
    (OWN_DECK | {"deck": DECK[3:]}, "deck: line 1: missing cards: 5S"),
    # the moves
    *((GOOD | {"moves": one}, "must be a string or a list") for one in (26, {"1a": 1}, [26])),
    (GOOD | {"moves": "1a zz"}, "moves: line 1: 'zz': not a move"),
    (GOOD | {"moves": ["1a", "zz"]}, "moves[1]: 'zz': not a move"),
    (GOOD | {"moves": ["1a 2b"]}, "moves[0]: '1a 2b': not a move"),
]


@each(("entry", "message"), ENTRIES)
def test_a_bad_line_is_answered_in_its_place(cli: Cli, entry: object, message: str) -> None:
    raw = entry if isinstance(entry, bytes) else json.dumps(entry).encode()
    good = json.dumps(GOOD).encode()
    done = cli("check", "--batch", "-", stdin=b"\n".join([good, raw, good]))
    before, bad, after = map(json.loads, done.out.splitlines())
    assert done.status == 2 and before == after and before["legal"]
    assert list(bad) == ["id", "error"]
    assert bad["id"] == (entry.get("id") if isinstance(entry, dict) else None)
    error = bad["error"]
    assert error.startswith("line 2: ") and message in error
    assert error.isprintable() and len(error) < 200
    assert done.err == f"standard input: {error}\n"


# -- closed and full outputs, endless inputs, Ctrl+C -----------------------------------------------

GAME = f"{sys.executable} -m game"
MAIN = f"{sys.executable} main.py"
SEEN_ENOUGH = "| (exec <&-; sleep 0.3)"


def shell(command: str) -> tuple[int, str, str]:
    """Run a pipeline in Bash; return its first command's exit status, its output and its errors."""
    done = subprocess.run(
        ["bash", "-c", f"{command}; exit ${{PIPESTATUS[0]}}"],
        cwd=ROOT, capture_output=True, text=True, timeout=60,
        env=os.environ | {"LANGUAGE": "en"},
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


CLOSED = [
    (f"{GAME} deal vierfrei 617 >&-", 2, "standard output is closed\n"),
    (f"{GAME} deal vierfrei 617 >&- 2>&-", 2, ""),
    (f"{GAME} deal vierfrei x 2>&-", 2, ""),
    (f"{GAME} deal vierfrei 617 >/dev/full 2>/dev/full", 2, ""),
    (f"{GAME} --help >/dev/full", 2, "can't write: the disk is full\n"),
    (f"{GAME} deal vierfrei 1 >/dev/full", 2, "can't write: the disk is full\n"),
    (f"{GAME} check vierfrei 1 --moves - <&-", 2, "standard input is closed\n"),
    (f"{GAME} solve --help {SEEN_ENOUGH}", 141, ""),
    (f"{GAME} deal vierfrei x 2>&1 >/dev/null {SEEN_ENOUGH}", 2, ""),
    (f"{MAIN} --help {SEEN_ENOUGH}", 141, ""),
    (f"{MAIN} --version >/dev/full", 2, "can't write: the disk is full\n"),
    (f"{MAIN} --nonsense 2>&-", 2, ""),
]


ALWAYS = [CLOSED[at] for at in (0, 5, 6, 7, 10)]
"""The commands that every run of the tests tries; the others are picked at random."""


@pytest.mark.parametrize(("command", "status", "errors"), a_few(CLOSED, 1, "closed", always=ALWAYS))
def test_a_closed_stream_ends_a_command_quietly(command: str, status: int, errors: str) -> None:
    assert shell(command) == (status, "", errors)


FILES = [
    ("check", "vierfrei", "--board"),
    ("check", "vierfrei", "617", "--moves"),
    ("check", "canfield", "--deck"),
    ("solve", "--batch"),
]


@pytest.mark.parametrize(
    ("words", "device"), a_few(product(FILES, ("/dev/zero", "/dev/urandom")), 4, "endless")
)
def test_an_endless_file_is_given_up(cli: Cli, words: tuple[str, ...], device: str) -> None:
    if not Path(device).exists():
        pytest.skip("no such device here")
    done = cli(*words, device)
    assert done.status == 2 and done.err.count("\n") == 1 and device in done.err
    assert not done.out or all("error" in json.loads(line) for line in done.out.splitlines())


def test_long_lines_are_answered_and_too_many_bad_lines_given_up(cli: Cli) -> None:
    good = b'{"game":"vierfrei","deal":617}\n'
    lines = good + b"x" * (3 << 20) + b"\n" + good + b"\n" * 50_000
    done = cli("check", "--batch", "-", stdin=lines)
    first, bad, last = map(json.loads, done.out.splitlines())
    assert first == last and bad["error"] == "line 2: this line is too long"
    assert (done.status, done.err) == (2, "standard input: 10000 invalid lines in a row\n")


@pytest.mark.parametrize(
    ("jobs", "unbuffered"), a_few(product([(), ("--jobs", "2")], ["", "1"]), 2, "ctrl+c")
)
def test_ctrl_c_does_not_cut_a_line(jobs: tuple[str, ...], unbuffered: str, tmp_path: Path) -> None:
    # Ctrl+C comes while the pipe is full, in the middle of a line far longer than it can hold.
    batch = tmp_path / "batch"
    name = "x" * 150_000
    lines = [json.dumps({"id": name, "game": "vierfrei", "deal": 617, "moves": "x"})] * 30
    batch.write_text("\n".join(lines))
    env = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    with process("solve", "--batch", str(batch), *jobs, env=env) as running:
        assert running.stdout and running.stderr
        running.stdout.read(1)
        time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        time.sleep(0.1)
        out, err = running.stdout.read(), running.stderr.read()
    assert running.returncode == 130 and not err
    assert out.endswith(b"\n")
    for line in (b"{" + out).splitlines():
        assert json.loads(line)["id"] == name


def test_a_printed_line_holds_no_control_characters() -> None:
    assert one_line("a\nb\x1b[31m\u202e\udcff \t·") == r"a\nb\x1b[31m\u202e\xff \t·"


def test_a_file_opened_later_does_not_replace_a_closed_standard_stream() -> None:
    code = (
        "import os, sys; from game.support.terminal import fill_standard_streams as fill; "
        "assert sys.stdin is None and sys.stderr is None; fill(); "
        "print(os.open(os.devnull, os.O_RDONLY) > 2)"
    )
    assert shell(f"{sys.executable} -c '{code}' <&- 2>&-") == (0, "True\n", "")
    before = os.open(os.devnull, os.O_RDONLY)
    os.close(before)
    fill_standard_streams()
    after = os.open(os.devnull, os.O_RDONLY)
    os.close(after)
    assert before == after, "nothing stays open that is not needed"
