"""Whether the program still behaves as it did: compares a recording of a revision with one of this
tree.

``python -m tests.bench.same BASE`` records the revision BASE in a work tree of its own and then,
with the very same inputs, this tree (``playing`` says what is recorded). It prints the first
difference of each game and command line; the exit status is 1 if there is any.

``--record FILE`` only records this tree. ``--against FILE`` compares with such a recording instead
of a revision. ``--only NAME`` limits either to games and command lines with NAME in their names.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.bench.figures import Figure
from tests.bench.playing import read
from tests.house import ROOT

DRIVER: Final = ROOT / "tests" / "bench" / "playing.py"
DURATION: Final = re.compile(
    r"\d+(\.\d+)?(?= ?(s|ms|seconds?|minutes?)\b)|(?<=\"seconds\": )[\d.e-]+"
)
_MOST_WORDS: Final = 300
"""The most characters to show of each side of a difference."""


class Difference(NamedTuple):
    """The first difference in a game or command line: its step, what differs, and the inputs before
    it."""

    name: str
    step: int
    what: str
    before: Any
    after: Any
    inputs: Sequence[object] = ()

    def told(self) -> str:
        """Return a description of the difference in a few lines."""
        lines = [f"{self.name}: {self.what}, step {self.step}"]
        if self.inputs:
            lines.append(f"  after {_short(' '.join(filter(None, map(_input, self.inputs))))}")
        before, after = self.before, self.after
        match before, after:
            case [list(), list()]:
                before = [one for one in self.before if one not in self.after] or before
                after = [one for one in self.after if one not in self.before] or after
            case [str(), str()]:
                pairs = enumerate(zip(before, after, strict=False))
                begun = max(0, next((at for at, (a, b) in pairs if a != b), 0) - 60)
                before, after = before[begun:], after[begun:]
        return "\n".join([*lines, f"  before {_short(before)}", f"  now    {_short(after)}"])


def _short(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = text.strip()
    return text if len(text) <= _MOST_WORDS else f"{text[:_MOST_WORDS]}…"


def _input(one: Any) -> str:
    """Return a short description of an input."""
    import pygame  # only for the names of keys and events

    match one:
        case ["event", pygame.KEYDOWN, {"key": key, "mod": mod}]:
            held = f"{mod}+" if mod else ""
            return f"{held}{pygame.key.name(key) or key}"
        case ["event", pygame.KEYUP, _]:
            return ""
        case ["event", kind, {"pos": at} as values]:
            return f"{pygame.event.event_name(kind)}{values.get('button', '')}@{at[0]},{at[1]}"
        case ["event", kind, _]:
            return pygame.event.event_name(kind)
        case [what, *values]:
            return f"{what} {' '.join(map(str, values))}"
    return str(one)


# -- the command line ------------------------------------------------------------------------------

LINE: Final = "4h 8h 26 76 72"
FILES: Final = {
    "legal.txt": "58 8a\n",
    "illegal.txt": "58 8a 1h\n",
    "nonsense.txt": "58 zz\n",
    "branches.txt": "# Vierfeld 1 vierfrei 617\n58\n8a\n(1a; 2b {!try} {too early})\n82 {!here}\n",
    "own.vierfeld": "# Vierfeld 1 canfield 42 casino\ni\np\nd\n",
    "empty.txt": "",
    "batch.jsonl": (
        '{"id": "a", "game": "vierfrei", "deal": 617}\n'
        '{"id": "b", "game": "canfield", "rules": "hoyle", "deal": 42, "moves": "d d"}\n'
        '{"id": "c", "game": "vierfrei", "deal": 617, "moves": ["58", "8a", "1h"]}\n'
    ),
    "bad.jsonl": '{"id": "a", "game": "vierfrei", "deal": 617}\nnot json\n{"game": "chess"}\n',
    "deck.txt": " ".join(f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "CDHS") + "\n",
    "short.txt": "AC 2C 3C\n",
    "board.txt": (
        ": TC 9D 8C\n:\n: KC KH KS KD QC QH QS QD JC JH JS JD TD TH\n: TS 9C 9H 9S 8D 8H 8S\n"
        ": 7C 7D 7H 7S 6C 6D 6H 6S\n: 5C 5D 5H 5S 4C 4D 4H 4S\n: 3C 3D 3H 3S 2C 2D 2H 2S\n"
        ": AS AC AD AH\n"
    ),
    "bad_board.txt": ": TC 9D 8C\n: XX\n",
}
GAME: Final = """
|--help|--version|nothing|deal --help|solve --help|check --help|review --help|page --help
puzzles --help|advise --help|play --help|deal|solve|check|review|page|advise|play
deal vierfrei 617|deal vierfrei 1-10 42 --json|deal vierfrei 617 --grade|deal vierfrei 1000000
deal canfield 42 --rules xpat2|deal canfield 42 --rules casino|deal canfield 42 --rules nobody
deal canfield 42 --rules aisleriot --json|deal canfield 1-5 --deck|deal chess 1
solve vierfrei 617|solve vierfrei 1-6 --json|solve vierfrei 11982|solve vierfrei 11982 --json
solve vierfrei 617 --shorter --time-limit 1|solve vierfrei 617 --shorter --time-limit 1 --json
solve vierfrei --board board.txt|solve vierfrei --board board.txt --json
solve vierfrei --board bad_board.txt|solve vierfrei --board missing.txt|solve vierfrei --board -
solve canfield 42 --time-limit 1|solve canfield 42 --rules casino --time-limit 1
solve canfield 42 --rules xpat2 --time-limit 1 --json|solve canfield 1-3 --time-limit 1 --json
solve canfield 42 --rules aisleriot --time-limit 1 --json|solve canfield --deck deck.txt --json
solve canfield 42 --rules casino --account --time-limit 1 --json|solve canfield --deck short.txt
solve --batch batch.jsonl --json|solve --batch bad.jsonl|solve vierfrei 11982 --certificate p.txt
check vierfrei 617 --moves legal.txt|check vierfrei 617 --moves legal.txt --json
check vierfrei 617 --moves illegal.txt|check vierfrei 617 --moves illegal.txt --json
check vierfrei 617 --moves nonsense.txt|check vierfrei 617 --moves nonsense.txt --json
check vierfrei 617 --moves branches.txt|check vierfrei 617 --moves branches.txt --json
check vierfrei 617 --moves branches.txt --text|check vierfrei 617 --moves -
check vierfrei 10913 --moves won.txt|check vierfrei 10913 --moves won.txt --json
check vierfrei 617 --moves legal.txt --follow-safe|check vierfrei 618 --moves branches.txt
check canfield 42 --rules casino --moves own.vierfeld|check canfield 42 --moves own.vierfeld
check --batch batch.jsonl|check --batch batch.jsonl --json|check --batch bad.jsonl --json
check vierfrei --board board.txt --moves empty.txt|check canfield --deck deck.txt --moves empty.txt
review vierfrei 617 --moves legal.txt --time-limit 1|review vierfrei 617 --moves illegal.txt
review vierfrei 617 --moves branches.txt --time-limit 1 --json --story
review vierfrei 10913 --moves won.txt --time-limit 0.2
review canfield 42 --rules casino --moves own.vierfeld --time-limit 0.5 --json
page vierfrei 10913 --moves won.txt --output page.html --cards emblem --four-colours
page vierfrei 617 --moves branches.txt --output page3.html --time-limit 0.2 --large-index
page canfield 42 --rules casino --moves own.vierfeld --output page4.html
page vierfrei 617 --moves illegal.txt --output page5.html
puzzles --first|puzzles|puzzles legal.txt|puzzles own.vierfeld|puzzles branches.txt --json
advise canfield 42 --samples 4|advise canfield 42 --samples 4 --json|advise vierfrei 617
advise canfield 42 --rules casino --moves own.vierfeld --samples 4 --json
advise canfield 42 --rules aisleriot --samples 4 --seed 7|play canfield 1-5 --policy thumb
advise canfield --deck deck.txt --samples 4|play canfield 1-3 --rules casino --policy thumb --json
play canfield --deck deck.txt --samples 1 --json|play canfield 1 --samples 1 --seed 3
"""
MAIN: Final = """
--help|--version|chess|vierfrei --deal x|vierfrei --deal 1000000|--deal 617|--rules casino
vierfrei --rules casino|canfield --rules nobody|--size 10|--size axb|vierfrei --size 0x0
--language xx|--fullscreen --windowed|missing.vierfeld|empty.txt|nonsense.txt|legal.txt
--animation film.gif|own.vierfeld --animation film.gif|vierfrei --animation film.gif|--nonsense
"""


def commands() -> Iterator[tuple[str, str, str]]:
    """Yield the language, the program and the arguments of each command line."""
    for name, lines in (("game", GAME), ("main", MAIN)):
        found = lines.strip("\n").replace("\n", "|").split("|")
        for number, words in enumerate(found):
            yield "en", name, words
            if number % 9 == 0 or ("--help" in words and number % 2):
                yield ("de", "hi")[number // 9 % 2], name, words


def run_command(tree: Path, folder: Path, language: str, name: str, words: str) -> dict[str, Any]:
    """Run a command line in ``folder``; return its status, its output and the hashes of the files
    it wrote."""
    environment = {
        **_environment(tree),
        "LANGUAGE": language,
        "HOME": str(folder),
        "VIERFELD_HOME": str(folder / "home"),
        "COLUMNS": "100",
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
    }
    before = {path.name for path in folder.iterdir()}
    try:
        done = subprocess.run(
            [sys.executable, "-P", str(DRIVER), "--command", str(tree), name, *words.split()],
            cwd=folder,
            env=environment,
            input="58 8a\n",
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=60,
        )
    except subprocess.TimeoutExpired:
        return {"status": "no end"}
    found: dict[str, Any] = {"status": done.returncode}
    for which in ("stdout", "stderr"):
        text = getattr(done, which).replace(str(tree), "TREE").replace(str(folder), "FOLDER")
        found[which] = DURATION.sub("N", text)
    for path in sorted(folder.iterdir()):
        if path.name not in before and path.is_file():
            found[f"file {path.name}"] = hashlib.blake2b(path.read_bytes()).hexdigest()[:16]
            path.unlink()
    return found


def record_commands(tree: Path, only: str) -> Iterator[dict[str, Any]]:
    """Yield the recording of each command line."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, text in FILES.items():
            (folder / file).write_text(text, "utf-8")
        lines = json.loads((tree / "tests/data/vierfrei_lines.json").read_text("utf-8"))
        (folder / "won.txt").write_text(lines["10913"]["every move written"], "utf-8")
        for language, program, words in commands():
            called = f"command {language} {program} {words}".rstrip()
            if only in called:
                found = run_command(tree, folder, language, program, words)
                yield {"name": called, "steps": [{"inputs": [], "seen": found}]}


# -- recording and comparing -----------------------------------------------------------------------


def record(tree: Path, file: Path, only: str = "", script: Path | None = None) -> None:
    """Record what the program in ``tree`` does, and write it to ``file``."""
    with file.open("w", encoding="utf-8") as written:
        for found in record_commands(tree, only):
            written.write(json.dumps(found, ensure_ascii=False) + "\n")
    _play(tree, file, only, *(["--script", str(script)] if script else []))


@cache
def _compiled() -> tempfile.TemporaryDirectory[str]:
    """Return a folder for Python's bytecode, which exists as long as this process."""
    return tempfile.TemporaryDirectory()


def _environment(tree: Path) -> dict[str, str]:
    """Return the environment for recording a tree, in which sets always have the same order."""
    found = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    ours = {"PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}
    return {**found, **ours, "PYTHONPYCACHEPREFIX": _compiled().name}


def _play(tree: Path, file: Path, only: str, *more: str) -> None:
    command = [sys.executable, "-P", str(DRIVER), "--record", str(file), "--only", only, *more]
    subprocess.run(command, cwd=tree, env=_environment(tree), stdout=subprocess.DEVNULL, check=True)


@contextlib.contextmanager
def tree_of(revision: str) -> Iterator[Path]:
    """Check out a revision into a temporary folder, and yield the folder."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        _git("worktree", "add", "--quiet", "--detach", str(tree), revision)
        try:
            yield tree
        finally:
            _git("worktree", "remove", "--force", str(tree))


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def differences(before: dict[str, Any], after: dict[str, Any]) -> Iterator[Difference]:
    """Yield the first difference of each game and command line."""
    for name, one in before.items():
        if name not in after:
            yield Difference(name, 0, "not there any more", "there", "not there")
            continue
        steps = zip(one["steps"], after[name]["steps"], strict=False)
        for number, (old, new) in enumerate(steps):
            had, has = old["seen"], new["seen"]
            whats = [what for what in {**had, **has} if had.get(what, ...) != has.get(what, ...)]
            if whats:
                # Words say more than the hash of a picture.
                what = next((one for one in whats if one != "picture"), whats[0])
                sides = had.get(what), has.get(what)
                yield Difference(name, number, ", ".join(whats), *sides, old["inputs"])
                break
        else:
            if len(one["steps"]) != len(after[name]["steps"]):
                counts = len(one["steps"]), len(after[name]["steps"])
                yield Difference(name, min(counts), "the number of steps", *counts)
    for name in after.keys() - before.keys():
        yield Difference(name, 0, "not there before", "not there", "there")


def compare(base: str | None, against: Path | None, only: str = "") -> tuple[int, list[Difference]]:
    """Compare this tree with a revision or a recording; return the number of games and command
    lines compared, and the differences."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if base is not None:
            against = folder / "before"
            with tree_of(base) as tree:
                record(tree, against, only)
        assert against is not None
        record(ROOT, folder / "now", only, against)
        before = {name: one for name, one in read(against).items() if only in name}
        return len(before), list(differences(before, read(folder / "now")))


def run() -> list[Figure]:
    """Compare with the latest release, or if there is none, with the commit where this branch
    began."""
    for asked in (("describe", "--tags", "--abbrev=0"), ("merge-base", "HEAD", "main")):
        with contextlib.suppress(subprocess.CalledProcessError):
            count, found = compare(_git(*asked), None)
            print("\n".join(one.told() for one in found))
            return [
                Figure("games and commands compared", count, "", scales=False),
                Figure("that differ", len(found), "", 0, scales=False),
            ]
    print("  not measured: there is no release; python -m tests.bench.same BASE")
    return []


def main() -> int:
    """Do what the command line asks for; return 1 if something differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.same", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("base", nargs="?", metavar="BASE", help="a revision")
    parser.add_argument("--record", type=Path, metavar="FILE")
    parser.add_argument("--against", type=Path, metavar="FILE")
    parser.add_argument("--only", default="", metavar="NAME")
    given = parser.parse_args()
    if given.record is not None:
        record(ROOT, given.record.absolute(), given.only)
        return 0
    if (given.base is None) == (given.against is None):
        parser.error("either BASE or --against FILE is needed")
    count, found = compare(given.base, given.against and given.against.absolute(), given.only)
    for one in found:
        print(one.told())
    print(f"{count} games and command lines, {len(found)} differ")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
