"""Tests of documentation and workflows."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest
import yaml

from game.rules.canfield import RULE_SETS
from game.teach.puzzles import shipped_puzzles
from scenes.kit.commands import Command
from tests.bench.__main__ import names as benchmarks
from tests.house import ROOT
from tests.store.playing import WON

PAGES: Final = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
MOST_LINES: Final = 130
WORKFLOWS: Final = ROOT / ".github" / "workflows"
FENCE: Final = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK: Final = re.compile(r"\]\(([^)\s]+)\)")
INLINE: Final = re.compile(r"`((?:[A-Z_]+=\S+ )*(?:python3?|pip|pipx|vierfeld-cli|\.ci/) ?[^`]*)`")
OURS: Final = re.compile(r"[\w./-]+\.(py|spec)|(packaging|tests)/\S+\.txt|requirements\.txt")
"""Matches the path of a project file in a command."""
LOST: Final = "python -m game solve vierfrei 11982 --certificate proof.gz"
NOT_RUN: Final = {
    r"git clone|cd |python3 -m venv|sudo apt|sha256sum": "sets up a computer; .ci/run does so",
    r"\S*pip install|(\S+=\S+ )?pipx? ": "fetches packages",
    r"\S*python main\.py(?!.*--animation)": "opens a window and stays; tests/window does so",
    r"\S*python -m pytest": "these are the tests",
    r"\S*python -m (ruff|mypy)": "looks at the whole project; .ci/run does so",
    r"\.ci/": "runs all tests and packs for many minutes",
    r"python3? packaging/": "packs for minutes; tests/package tries what comes of it",
    r"python -m tests\.package": "plays with packages that .ci/package has made",
    r"python -m tests\.bench": "measures for minutes or hours",
    r"python -m tests\.(catalogues|screenshots|house)": "writes files of the project",
    r"python -m game play-page": "fetches Pyodide where it is not there; tests/page makes the page",
    r"python -m tools\.": "measures for hours, or writes files of the project",
}
"""Patterns for commands that aren't run, each with the reason."""


def blocks(page: Path) -> Iterator[str]:
    for block in FENCE.finditer(page.read_text("utf-8")):
        if block[1] == "sh":
            yield block[2]


def told(text: str) -> list[str]:
    """Return the commands in the shell block ``text``, without comments."""
    whole = text.replace("\\\n", " ")
    lines = [shlex.join(shlex.split(line, comments=True)) for line in whole.splitlines()]
    return [one.strip() for line in lines for one in line.split("'&&'") if one.strip()]


COMMANDS: Final = sorted(
    {command for page in PAGES for block in blocks(page) for command in told(block)}
)


def not_run(command: str) -> bool:
    return any(re.match(start, command) for start in NOT_RUN)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    won = " ".join(WON)
    lost = next(puzzle for puzzle in shipped_puzzles() if puzzle.deal.number == 246629)
    files = {
        "line.txt": won,
        "game.txt": "# Vierfeld 1 vierfrei 617\n58 (1a {!try} {too early})\n",
        "game.vierfeld": f"# Vierfeld 1 vierfrei 10913\n{won}\n",
        "lost.vierfeld": "\n".join(
            [f"# Vierfeld 1 vierfrei {lost.deal.number}", *lost.before, lost.lost_by]
        ),
        "board.txt": run("python -m game deal vierfrei 1-2", folder).stdout,
        "deck.txt": run("python -m game deal canfield 42 --deck", folder).stdout,
        "laptop/games.jsonl": "",
        "batch.jsonl": '{"id": "a", "game": "vierfrei", "deal": 617}\n',
    }
    (folder / "laptop").mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    words = shlex.split(command)
    assert words[0].rpartition("/")[2] in ("python", "python3"), f"how is this run: {command}"
    if words[1].endswith(".py"):
        words[1] = str(ROOT / words[1])
    without = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "LANG")}
    return subprocess.run(
        [sys.executable, *words[1:]],
        cwd=folder,
        env=without | {"PYTHONPATH": str(ROOT), "VIERFELD_HOME": str(folder / "home")},
        capture_output=True,
        text=True,
    )


def missing(command: str) -> str:
    """Return what ``command`` needs but can't find. If nothing is missing, return ``""``."""
    given = shlex.split(command, comments=True)
    words = [word for word in given if not re.match(r"[A-Z_]+=", word)]
    if "-m" in words and re.search(r"python3?$", words[0]):
        module = words[words.index("-m") + 1]
        if importlib.util.find_spec(module) is None:
            return module
        named = words[words.index("-m") + 2 : words.index("-m") + 3]
        if module == "tests.bench" and named not in ([], ["NAME"]) and named[0] not in benchmarks():
            return named[0]
    files = [word for word in words[1:] if OURS.fullmatch(word)]
    files += [words[0]] if words[0].startswith(".ci/") else []
    return next((name for name in files if not (ROOT / name).exists()), "")


@pytest.mark.parametrize("command", [one for one in COMMANDS if not not_run(one)])
def test_a_command_runs(command: str, folder: Path) -> None:
    if "tests.certificate" in command and not (folder / "proof.gz").exists():
        run(LOST, folder)
    done = run(command, folder)
    assert done.returncode == (command == LOST), done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", [one for one in COMMANDS if not_run(one)])
def test_what_a_command_names_is_there(command: str, folder: Path) -> None:
    assert not missing(command)
    program = re.match(r"\S*python (main\.py|-m tools\.make_\w+)", command)
    if program is not None:
        told = run(f"python {program[1]} --help", folder).stdout
        assert all(word in told for word in command.split() if word.startswith("--"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_is_named_within_a_sentence_is_there(page: Path) -> None:
    text = FENCE.sub("", page.read_text("utf-8"))
    assert not list(filter(None, (missing(found[1]) for found in INLINE.finditer(text))))


def test_the_manual_has_every_key_and_every_rule_set() -> None:
    manual = (ROOT / "docs" / "manual.md").read_text("utf-8")
    keys = re.findall(r"^\| (.*?) \|", manual, re.MULTILINE)
    told = {key for cell in keys for key in re.split(r", (?:in Canfield )?|, or | or ", cell)}
    wanted = {key for command in Command for key in command.keys}
    assert not wanted - told
    commands = (ROOT / "docs" / "command-line.md").read_text("utf-8")
    for rules in RULE_SETS.values():
        assert f"\n| {rules.name} | " in manual
        assert f"`{rules.key}`" in commands


def examples() -> Iterator[tuple[str, str]]:
    """Yield the name and the new text of each file that an example in the recipes changes."""
    page = (ROOT / "docs" / "recipes.md").read_text("utf-8")
    diffs = "".join(block[2] for block in FENCE.finditer(page) if block[1] == "diff")
    for diff in re.split(r"^\+\+\+ ", diffs, flags=re.MULTILINE)[1:]:
        name, _, body = diff.partition("\n")
        text = "\n" + ((ROOT / name).read_text("utf-8") if (ROOT / name).exists() else "")
        for place in body.split("\n@@\n"):
            old, new = (
                "".join(f"\n{line[1:]}" for line in place.splitlines() if line[0] in signs) + "\n"
                for signs in (" -", " +")
            )
            if new not in text:  # otherwise the change has been made already
                assert old in text, (
                    f"docs/recipes.md: write the place anew, {name} has none like{old}"
                )
                text = text.replace(old, new, 1)
        yield name, text[1:]


def test_examples_can_be_followed_and_name_what_is_there(tmp_path: Path) -> None:
    found = list(examples())
    for number, (name, text) in enumerate(found):
        file = tmp_path / str(number) / name
        file.parent.mkdir(parents=True)
        file.write_text(text, "utf-8")
    ours = 'lint.isort.known-first-party = ["game", "scenes"]'
    for looks in (["check"], ["format", "--check"]):
        command = [sys.executable, "-m", "ruff", *looks, "--config", "pyproject.toml"]
        command += ["--config", ours, str(tmp_path)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, f"docs/recipes.md: {done.stdout}"
    made = {name: text for name, text in found if not (ROOT / name).exists()}
    assert len(found) > 20
    for name, text in found:
        modules = dict[str, str]()
        for node in ast.walk(ast.parse(text)) if name.endswith(".py") else ():
            wanted = list[tuple[str, str]]()
            if isinstance(node, ast.ImportFrom):
                wanted = [(node.module or "", alias.name) for alias in node.names]
                modules |= {alias.name: f"{node.module}.{alias.name}" for alias in node.names}
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                wanted = [(modules.get(node.value.id, ""), node.attr)]
            for module, word in wanted:
                path = module.replace(".", "/")
                if f"{path}.py" in made:
                    assert word in made[f"{path}.py"], f"docs/recipes.md: {module} has no {word}"
                elif (ROOT / f"{path}.py").exists():
                    there = hasattr(import_module(module), word)
                    assert there, (
                        f"docs/recipes.md: {name} uses {word}, which {module} doesn't have"
                    )


def anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def test_the_page_on_architecture_names_what_is_there() -> None:
    page = " ".join((ROOT / "docs" / "architecture.md").read_text("utf-8").split())
    placed = re.findall(r"`([\w.]+)`[^`|.]{0,40}? (?:in|\() ?`(\w+/\w+)`", page)
    assert len(placed) > 30
    for name, module in placed:
        files = [ROOT / half / f"{module}.py" for half in ("game", "scenes")]
        there = "".join(file.read_text("utf-8") for file in files if file.exists())
        assert (ROOT / module).is_dir() or re.search(rf"\b{name.split('.')[-1]}\b", there), name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text("utf-8")):
        name, _, part = link.partition("#")
        if "://" in link:
            continue
        target = page.parent / name if name else page
        assert target.exists(), link
        if part:
            headings = re.findall(r"^#+ (.*)$", target.read_text("utf-8"), re.MULTILINE)
            assert part in map(anchor, headings), link


def test_each_page_can_be_reached_from_readme_which_is_short() -> None:
    reached, left = set[Path](), [ROOT / "README.md"]
    while left:
        page = left.pop()
        if page in reached:
            continue
        reached.add(page)
        links = (link.partition("#")[0] for link in LINK.findall(page.read_text("utf-8")))
        left += [(page.parent / link).resolve() for link in links if link.endswith(".md")]
    assert set(PAGES) <= reached
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= MOST_LINES


def test_a_picture_is_shown_on_one_page_and_once() -> None:
    shown = Counter(
        Path(link).name
        for page in PAGES
        for link in LINK.findall(page.read_text("utf-8"))
        if link.endswith(".png")
    )
    stored = {path.name for path in (ROOT / "assets" / "screenshots").glob("*.png")}
    assert shown == dict.fromkeys(stored, 1)


# -- the workflows ---------------------------------------------------------------------------------


def test_three_systems_are_tested_packed_and_published() -> None:
    tested = yaml.safe_load((WORKFLOWS / "systems.yml").read_text("utf-8"))["jobs"]
    systems = {tested["linux"]["runs-on"], *tested["others"]["strategy"]["matrix"]["system"]}
    assert systems == {"ubuntu-latest", "windows-latest", "macos-latest"}
    made = yaml.safe_load((WORKFLOWS / "release.yml").read_text("utf-8"))["jobs"]
    systems = {name.partition("-")[0] for name in made["make"]["strategy"]["matrix"]["system"]}
    assert systems == {"ubuntu", "windows", "macos"}
    assert made["publish"]["needs"] == "make"
    assert made["publish"]["permissions"] == {"contents": "write"}
    for job in (*tested.values(), made["make"]):
        commands = " ".join(step.get("run", "") for step in job["steps"])
        assert ".ci/run" in commands or "packaging/make.py --all" in commands


@pytest.mark.parametrize("file", [*WORKFLOWS.iterdir(), ROOT / "docs" / "packaging.md"], ids=str)
def test_the_files_that_workflows_name_exist(file: Path) -> None:
    named = set(re.findall(r"(?:\.ci|\.github|packaging|tests)/[\w./]*\w", file.read_text("utf-8")))
    assert named and not {name for name in named if not (ROOT / name).exists()}
