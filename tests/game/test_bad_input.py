"""Whatever cannot be used: exit status 2, one line on stderr that says what and where, and
nothing on stdout; in a batch an answer in the line's place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.core.cards import cards_text, deck_order
from game.rules.notation import board_text
from tests.each import each
from tests.game.conftest import Cli
from tests.game.table import dealt

BOARD = board_text(dealt("vierfrei", 617).state)
DECK = cards_text(deck_order(42))
DEAL = ("deal", "vierfrei")
CHECK = ("check", "vierfrei", "617")
MOVES = (*CHECK, "--moves", "-")
CANFIELD = ("check", "canfield", "42", "--moves", "-")
BOARDS = ("check", "vierfrei", "--board", "-")
DECKS = ("check", "canfield", "--deck", "-")
OPTIONS = ("--moves", "--board", "--deck", "--rules", "--batch")

WORDS: list[tuple[tuple[str, ...], str]] = [
    ((), "no command given"),
    (("solv",), "unknown command: 'solv'"),
    (("--version2",), "unknown command"),
    (("",), "unknown command: ''"),
    (("deal",), "name a game"),
    (("check",), "name a game"),
    (("deal", "617"), "unknown game: '617'"),
    (("deal", "klondike", "1"), "unknown game: 'klondike'"),
    (("deal", "Vierfrei", "1"), "unknown game"),
    (("deal", "vierfrei"), "give a deal number"),
    (("check", "canfield"), "give a deal number"),
    ((*DEAL, "1000000"), "from 0 to 999999, not '1000000'"),
    ((*DEAL, "9" * 5000), "from 0 to 999999"),
    ((*DEAL, "-1"), "from 0 to 999999, not '-1'"),
    ((*DEAL, "-1-5"), "from 0 to 999999, not '-1-5'"),
    ((*DEAL, "1.5"), "not '1.5'"),
    ((*DEAL, "1e3"), "not '1e3'"),
    ((*DEAL, "0x10"), "not '0x10'"),
    ((*DEAL, "+5"), "not '+5'"),
    ((*DEAL, "1_0"), "not '1_0'"),
    ((*DEAL, " 5"), "not ' 5'"),
    ((*DEAL, "5\n"), r"not '5\n'"),
    ((*DEAL, "٣"), "from 0 to 999999"),
    ((*DEAL, ""), "not ''"),
    ((*DEAL, "six"), "not 'six'"),
    ((*DEAL, "10-1"), "the range '10-1' runs backwards"),
    ((*DEAL, "1-1000000"), "not '1-1000000'"),
    ((*DEAL, "1-"), "not '1-'"),
    ((*DEAL, "1-2-3"), "not '1-2-3'"),
    ((*DEAL, "1", "2", "x"), "not 'x'"),
    ((*DEAL, "1", "--rules", "hoyle"), "canfield only"),
    ((*DEAL, "1", "--json", "--deck"), "not both"),
    ((*DEAL, "1", "--json", "--json"), "'--json' was given twice"),
    ((*DEAL, "1", "--jsn"), "unknown option: '--jsn'"),
    ((*DEAL, "1", "--js"), "unknown option: '--js'"),
    ((*DEAL, "1", "-x"), "unknown option: '-x'"),
    ((*DEAL, "1", "--json=yes"), "--json"),
    ((*DEAL, "1", "--board", "-"), "unknown option: '--board'"),
    (("deal", "canfield", "1", "--rules"), "--rules"),
    (("deal", "canfield", "1", "--rules", "klondike"), "unknown rule set: 'klondike'"),
    (("deal", "canfield", "1", "--rules", "Hoyle"), "unknown rule set"),
    (("deal", "canfield", "1", "--rules", ""), "unknown rule set: ''"),
    ((*CHECK, "--moves"), "--moves"),
    ((*CHECK, "--moves", ""), "no such file"),
    ((*CHECK, "--moves", "a\x00b"), "null"),
    ((*CHECK, "--rules", "hoyle"), "canfield only"),
    ((*CHECK, "--board", "-"), "only one of them"),
    ((*CHECK, "--board", "-", "--moves", "-"), "only one file"),
    (("check", "canfield", "1", "--deck", "-"), "only one of them"),
    (("check", "canfield", "--deck", "-", "--moves", "-"), "only one file"),
    (("check", "vierfrei", "--board", "-", "--deck", "x"), "only one of them"),
    (("check", "vierfrei", "--deck", "-"), "canfield takes a deck"),
    (("check", "canfield", "--board", "-"), "vierfrei takes a board"),
    (("check", "vierfrei", "617", "618x"), "not '618x'"),
    *(((*CHECK, f"{option}=--"), f"can't be a value for '{option}'") for option in OPTIONS),
    (("check", "--batch=--"), "can't be a value for '--batch'"),
    (("deal", "canfield", "1", "--rules=--"), "can't be a value for '--rules'"),
    (("solve", "vierfrei", "1", "--time-limit=--"), "can't be a value for '--time-limit'"),
    (("solve", "vierfrei", "1", "--jobs=--"), "can't be a value for '--jobs'"),
    (("check", "--batch"), "--batch"),
    (("check", "--batch", "-", "vierfrei"), "--batch takes"),
    (("check", "--batch", "-", "--moves", "x"), "--batch takes"),
    (("check", "--batch", "-", "--board", "x"), "--batch takes"),
    (("check", "--batch", "-", "--rules", "hoyle"), "--batch takes"),
]

TEXTS: list[tuple[tuple[str, ...], str | bytes, str]] = [
    (MOVES, "26 zz", "standard input: line 1: 'zz': not a move"),
    (MOVES, "1a\n2b # x\n\n99 3c", "standard input: line 4: '99': not a move"),
    (MOVES, "26 26 26 d", "line 1: 'd': not a move"),
    (MOVES, "1a?2b", "'1a?2b'"),
    (MOVES, "1a\x002b", r"'1a\x002b'"),
    (MOVES, "\x1b[2J", r"'\x1b[2J'"),
    (MOVES, "z" * 10_000, "not a move"),
    (MOVES, b"1a\n2b \xff", "standard input: line 2: not UTF-8 text"),
    (MOVES, "1a".encode("utf-16"), "line 1: not UTF-8 text"),
    (CANFIELD, "d D", "line 1: 'D': not a move"),
    (CANFIELD, "d 15", "'15'"),
    (CANFIELD, "restart", "'restart'"),
    (BOARDS, "", "standard input: it contains no board"),
    (BOARDS, "\n# only this\n\n", "it contains no board"),
    (BOARDS, "617", "line 1: '617': not a card"),
    (BOARDS, BOARD.replace("JD", "JX"), "line 1: 'JX': not a card"),
    (BOARDS, BOARD.replace("JD", "TD"), "line 1: 'TD': TD appears twice"),
    (BOARDS, BOARD.replace(" JD", ""), "line 8: missing cards: JD"),
    (BOARDS, BOARD + "\n: ", "line 9: ':': a board has 8 columns"),
    (BOARDS, "\n".join(BOARD.splitlines()[:7]), "a board has 8 columns, not 7"),
    (BOARDS, f"{BOARD}\n\n\n{BOARD.replace('JD', '1D')}", "line 11: '1D': not a card"),
    (BOARDS, BOARD.replace(":", ":\n"), "line"),
    (BOARDS, f"Foundations: H-X\n{BOARD}", "line 1: 'H-X'"),
    (BOARDS, f"Foundations: H-A\n{BOARD}", "line 9: 'AH': AH appears twice"),
    (BOARDS, f"Freecells: - - - - -\n{BOARD}", "line 1: '-': there are only 4 free cells"),
    (BOARDS, f"Freecells:\nFreecells:\n{BOARD}", "line 2: 'Freecells:'"),
    (BOARDS, f"{BOARD}\nFreecells: -", "line 9: 'Freecells:'"),
    (BOARDS, f"Reserve: JD\n{BOARD}", "line 1: 'Reserve:'"),
    (BOARDS, BOARD.encode() + b"\xe9", "line 8: not UTF-8 text"),
    (BOARDS, DECK, "line 1: a board has 8 columns, not 1"),
    (BOARDS, "Foundations: C-K H-K S-K D-Q\n" + "\n" * 8, "not 0"),
    (DECKS, "", "standard input: it contains no deck"),
    (DECKS, " \n# none\n", "it contains no deck"),
    (DECKS, DECK[3:], "line 1: missing cards: 5S"),
    (DECKS, f"{DECK}\n{DECK} KS", "line 2: 'KS': KS appears twice"),
    (DECKS, f"# one\n\n{DECK.replace('QC', 'Q')}", "line 3: 'Q': not a card"),
    (DECKS, DECK.replace(" ", ","), "line 1: "),
    (DECKS, DECK.replace(" ", "\n"), "line 1: missing cards"),
    (DECKS, BOARD, "line 1: ':'"),
]


def assert_refused(cli: Cli, words: tuple[str, ...], stdin: str | bytes, told: str) -> None:
    done = cli(*words, stdin=stdin)
    assert (done.status, done.out) == (2, "")
    assert told in done.err
    assert done.err.endswith("\n")
    assert len(done.err.splitlines()) == 1
    assert len(done.err) < 200
    assert done.err.rstrip("\n").isprintable()
    assert "Traceback" not in done.err


@each(("words", "told"), WORDS)
def test_words(cli: Cli, words: tuple[str, ...], told: str) -> None:
    assert_refused(cli, words, "", told)


@each(("words", "stdin", "told"), TEXTS)
@each("form", [(), ("--json",)])
def test_texts(
    cli: Cli, words: tuple[str, ...], stdin: str | bytes, told: str, form: tuple[str, ...]
) -> None:
    assert_refused(cli, (*words, *form), stdin, told)


@pytest.mark.parametrize("option", ["--moves", "--board", "--batch"])
class TestFiles:
    def words(self, option: str, name: str) -> tuple[str, ...]:
        deal = {"--moves": ("vierfrei", "617"), "--board": ("vierfrei",), "--batch": ()}[option]
        return ("check", *deal, option, name)

    def test_missing(self, cli: Cli, option: str) -> None:
        words = self.words(option, "no/such/file")
        assert_refused(cli, words, "", "no/such/file: no such file or folder")

    def test_a_folder(self, cli: Cli, option: str, tmp_path: Path) -> None:
        done = cli(*self.words(option, str(tmp_path)))
        assert (done.status, done.out) == (2, "")
        assert done.err == f"{tmp_path}: it's a folder\n"

    def test_a_link_to_itself(self, cli: Cli, option: str, tmp_path: Path) -> None:
        link = tmp_path / "link"
        link.symlink_to(link)
        done = cli(*self.words(option, str(link)))
        assert (done.status, done.out, len(done.err.splitlines())) == (2, "", 1)
        assert done.err.startswith(str(link))

    def test_a_name_of_two_lines(self, cli: Cli, option: str) -> None:
        assert_refused(cli, self.words(option, "no\nfile"), "", r"no\nfile: no such file")


GOOD = {"id": 5, "game": "vierfrei", "deal": 617, "moves": ["1a"]}
OWN_BOARD = {"game": "vierfrei", "board": BOARD}
OWN_DECK = {"game": "canfield", "deck": DECK}
DEEP = "[" * 100_000

ENTRIES: list[tuple[object, str]] = [
    # what is no object at all
    (b"{", "not valid JSON"),
    (b"nonsense", "not valid JSON"),
    (b"[]", "not a JSON object"),
    (b'"vierfrei"', "not a JSON object"),
    (b"617", "not a JSON object"),
    (b"null", "not a JSON object"),
    (b'{"game":"vierfrei","deal":1} {}', "not valid JSON"),
    (b"{'game':'vierfrei'}", "not valid JSON"),
    (b'{"game":"vierfrei","deal":1,}', "not valid JSON"),
    (b'{"game":"vierfrei","deal":1,"id":NaN}', "NaN is not a number"),
    (b'{"game":"vierfrei","deal":1,"id":-Infinity}', "-Infinity is not a number"),
    (b'{"game":"vierfrei","deal":1,"id":1e999}', "1e999 is not a number"),
    (b'{"game":"vierfrei","deal":1,"deal":2}', "the key 'deal' appears twice"),
    (b'{"game":"vierfrei","deal":' + b"9" * 5000 + b"}", "not valid JSON"),
    (b'{"game":"vierfrei","deal":1,"x":' + DEEP.encode(), "nested too deeply"),
    (b'{"id":"\xff"}', "not UTF-8"),
    ('{"game":"vierfrei","deal":1}'.encode("utf-16-le"), "not"),
    # the game, the rule set
    ({}, "game is missing"),
    (GOOD | {"game": None}, "game is missing"),
    (GOOD | {"game": 1}, "game must be a string"),
    (GOOD | {"game": ["vierfrei"]}, "game must be a string"),
    (GOOD | {"game": "freecell"}, "unknown game: 'freecell'"),
    (GOOD | {"rules": "hoyle"}, "canfield only"),
    (GOOD | {"game": "canfield", "rules": "x"}, "unknown rule set: 'x'"),
    (GOOD | {"game": "canfield", "rules": False}, "rules must be a string"),
    # where the game begins
    (GOOD | {"deal": None}, "one of deal, board and deck"),
    (GOOD | {"board": BOARD}, "one of deal, board and deck"),
    (OWN_DECK | {"deal": 0}, "one of deal, board and deck"),
    (GOOD | {"deal": True}, "deal must be a whole number"),
    (GOOD | {"deal": False}, "deal must be a whole number"),
    (GOOD | {"deal": "617"}, "deal must be a whole number"),
    (GOOD | {"deal": 617.0}, "deal must be a whole number"),
    (GOOD | {"deal": -1}, "deal must be a whole number"),
    (GOOD | {"deal": 1_000_000}, "deal must be a whole number"),
    (GOOD | {"deal": [617]}, "deal must be a whole number"),
    (OWN_BOARD | {"board": 617}, "board must be a string or a list"),
    (OWN_BOARD | {"board": ["7D", 5]}, "board must be a string or a list"),
    (OWN_BOARD | {"board": {}}, "board must be a string or a list"),
    (OWN_BOARD | {"board": ""}, "a board has 8 columns, not 0"),
    (OWN_BOARD | {"board": []}, "a board has 8 columns, not 0"),
    (OWN_BOARD | {"board": BOARD.replace("JD", "XX")}, "board: line 1: 'XX'"),
    (OWN_BOARD | {"board": f"{BOARD}\n\n{BOARD}"}, "board: line 10: ':'"),
    (OWN_BOARD | {"game": "canfield"}, "vierfrei takes a board"),
    (OWN_DECK | {"game": "vierfrei"}, "canfield takes a deck"),
    (OWN_DECK | {"deck": 5}, "deck must be a string or a list"),
    (OWN_DECK | {"deck": [*DECK.split()[:51], None]}, "deck must be a string or a list"),
    (OWN_DECK | {"deck": DECK[3:]}, "deck: line 1: missing cards: 5S"),
    (OWN_DECK | {"deck": DECK.split() * 2}, "appears twice"),
    # the moves
    (GOOD | {"moves": 26}, "moves must be a string or a list"),
    (GOOD | {"moves": {"1a": 1}}, "moves must be a string or a list"),
    (GOOD | {"moves": [26]}, "moves must be a string or a list"),
    (GOOD | {"moves": [["26"]]}, "moves must be a string or a list"),
    (GOOD | {"moves": True}, "moves must be a string or a list"),
    (GOOD | {"moves": "1a zz"}, "moves: line 1: 'zz': not a move"),
    (GOOD | {"moves": ["1a", "zz"]}, "moves[1]: 'zz': not a move"),
    (GOOD | {"moves": ["1a 2b"]}, "moves[0]: '1a 2b': not a move"),
    (GOOD | {"moves": ["1a", ""]}, "moves[1]: '': not a move"),
    (GOOD | {"moves": ["26", "D"]}, "moves[1]: 'D': not a move"),
    (GOOD | {"moves": ["z" * 9999]}, "not a move"),
]


@each(("entry", "told"), ENTRIES)
def test_entries(cli: Cli, entry: object, told: str) -> None:
    """The bad line is answered in its place, and the lines around it as ever."""
    raw = entry if isinstance(entry, bytes) else json.dumps(entry).encode()
    good = json.dumps(GOOD).encode()
    done = cli("check", "--batch", "-", stdin=b"\n".join([good, raw, good]))
    before, bad, after = map(json.loads, done.out.splitlines())
    assert done.status == 2
    assert before == after
    assert before["legal"]
    assert list(bad) == ["id", "error"]
    assert bad["id"] == (entry.get("id") if isinstance(entry, dict) else None)
    assert bad["error"].startswith("line 2: ")
    assert told in bad["error"]
    assert bad["error"].isprintable()
    assert len(bad["error"]) < 200
    assert done.err == f"standard input: {bad['error']}\n"
