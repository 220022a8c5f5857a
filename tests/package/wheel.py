"""Installs a wheel in a virtual environment, and tries its commands."""

from __future__ import annotations

import importlib.metadata
import json
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def run(*command: str | Path) -> str:
    """Run a command that must succeed; return what it prints."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@contextmanager
def installed(wheel: Path, folder: Path) -> Iterator[Path]:
    """Install ``wheel``, and yield the folder of its commands. Then check that uninstalling it
    leaves nothing behind."""
    venv.create(folder)
    python = folder / "bin" / "python"
    (site,) = folder.glob("lib/python*/site-packages")
    # Only the dependencies are taken over from the Python that runs this.
    for name in ("pygame-ce", "platformdirs"):
        link(name, site)
    before = sorted(path.name for path in site.iterdir())
    pip = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check")
    run(*pip, "install", "-q", "--no-index", wheel)
    added = {path.name for path in site.iterdir()} - set(before)
    own = "-".join(wheel.name.split("-")[:2])
    assert added == {"vierfeld", f"{own}.dist-info"}, added
    yield folder / "bin"
    run(*pip, "uninstall", "-q", "-y", "vierfeld")
    assert sorted(path.name for path in site.iterdir()) == before
    assert not list((folder / "bin").glob("vierfeld*"))


def link(name: str, site: Path) -> None:
    found = importlib.metadata.distribution(name)
    for top in {path.parts[0] for path in found.files or () if path.parts[0] != ".."}:
        if top != "__pycache__":
            (site / top).symlink_to(str(found.locate_file(top)))


def try_the_commands(scripts: Path, form: str) -> None:
    cli = scripts / "vierfeld-cli"
    assert run(cli, "--help").startswith("usage: vierfeld-cli ")
    version = run(scripts / "vierfeld", "--version")
    assert version == run(cli, "--version")
    assert version == run(scripts / "python", "-m", "vierfeld", "--version")
    assert version.endswith(f", {form} solver\n"), version
    script = cli.read_text("utf-8")
    for start in ("fork", "spawn", "forkserver"):
        # The command as on a system where this is the default way to start a process.
        first = f"    import multiprocessing\n    multiprocessing.set_start_method({start!r})\n"
        guard = "if __name__ == '__main__':\n"
        assert script.count(guard) == 1
        so = scripts / f"{start}-cli"
        so.write_text(script.replace(guard, guard + first), "utf-8")
        lines = run(scripts / "python", so, "solve", "vierfrei", "1-4", "--jobs", "2", "--json")
        found = [json.loads(line) for line in lines.splitlines()]
        verdicts = {one["deal"]: one["verdict"] for one in found}
        assert verdicts == dict.fromkeys(range(1, 5), "winnable")
        so.unlink()


def try_the_packed_commands(cli: Path) -> None:
    assert run(cli, "--help").startswith("usage: vierfeld-cli ")
    lines = run(cli, "solve", "vierfrei", "1-4", "--jobs", "2", "--json").splitlines()
    assert [json.loads(line)["verdict"] for line in lines] == ["winnable"] * 4
    moves = json.loads(lines[0])["moves"]
    with tempfile.TemporaryDirectory() as folder:
        line, page, proof = (Path(folder) / name for name in ("line.txt", "page.html", "proof.gz"))
        line.write_text(" ".join(moves), "utf-8")
        asked = ("vierfrei", "1", "--moves", line)
        assert json.loads(run(cli, "check", *asked, "--json"))["won"]
        assert len(run(cli, "review", *asked, "--json").splitlines()) == len(moves) + 1
        run(cli, "page", *asked, "--output", page)
        assert "<html" in page.read_text("utf-8")
        given: list[str | Path] = [cli, "solve", "vierfrei", "11982", "--certificate", proof]
        done = subprocess.run(given, capture_output=True, check=False)
        assert done.returncode == 1 and proof.read_bytes()[:2] == b"\x1f\x8b"
    run(cli, "advise", "canfield", "42", "--samples", "2")
    run(cli, "play", "canfield", "42", "--policy", "thumb")
