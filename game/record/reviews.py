"""Stores the verdicts and margins of reviews, in one file for each deal."""

from __future__ import annotations

import contextlib
import json
import zlib
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final

from game.core.moves import Move, Refusal
from game.core.state import State
from game.play.game_text import deal_text
from game.play.review import Review
from game.record.export import file_name
from game.rules.choices import choices
from game.rules.notation import parse_move
from game.rules.registry import Deal
from game.rules.replay import position_after
from game.solver.answer import JudgedMove, Margin, Verdict
from game.solver.packed import pack
from game.support.disk import write_whole

FOLDER: Final = "reviews"
_MOST_FILES: Final = 500
_MOST_POSITIONS: Final = 2_000
_LARGEST: Final = 1 << 23
_SIGNS: Final = {Verdict.WINNABLE: "w", Verdict.LOST: "l", Verdict.UNDECIDED: "?"}
_MEANT: Final = {sign: verdict for verdict, sign in _SIGNS.items()}

_Kept = dict[str, list[object]]
"""Maps a position's key to ``[verdict]`` or, if its moves were judged too, to
``[verdict, moves, line, seconds]``."""


def remember(folder: Path, review: Review, margins: Mapping[int, Margin]) -> None:
    """Store the verdicts of ``review`` and the ``margins`` in the deal's file."""
    found: _Kept = {}
    for at, (state, verdict) in enumerate(zip(review.positions, review.verdicts, strict=True)):
        margin = margins.get(at)
        if margin is not None:
            judged = [[_SIGNS[one.verdict], one.length] for one in margin.moves]
            line = " ".join(move.text for move in margin.line)
            known = _SIGNS[verdict or margin.verdict]
            found[_key(review, state)] = [known, judged, line, margin.seconds]
        elif verdict is not None and verdict is not Verdict.UNDECIDED:
            found[_key(review, state)] = [_SIGNS[verdict]]
    path = _path(folder, review.deal)
    kept = _read(path) if found else {}
    # If the player only stepped through this review, it may know less than is already stored.
    news = {key: one for key, one in found.items() if len(one) >= len(kept.get(key, ()))}
    both = {**kept, **news}
    if both == kept:
        return
    latest = dict(list(both.items())[-_MOST_POSITIONS:])
    with contextlib.suppress(OSError):  # the findings can be made again
        path.parent.mkdir(exist_ok=True)
        text = json.dumps(latest, separators=(",", ":"))
        write_whole(path, zlib.compress(text.encode("ascii")))
        _thin_out(path.parent)


def recall(folder: Path, review: Review) -> dict[int, Margin]:
    """Add the stored verdicts to ``review``; return margins by position number."""
    margins, kept = dict[int, Margin](), _read(_path(folder, review.deal))
    for at, state in enumerate(review.positions if kept else ()):
        match kept.get(_key(review, state)):
            case [str(sign)] if sign in _MEANT:
                if not review.is_decided(at):
                    review.add_verdict(at, _MEANT[sign])
            case [str(sign), list(judged), str(line), float() | int() as seconds] if sign in _MEANT:
                margin = _margin(review.deal, state, _MEANT[sign], judged, line, seconds)
                if margin is not None:
                    margins[at] = margin
                    if not review.is_decided(at):
                        review.add_verdict(at, margin.verdict, margin.line)
    return margins


def _margin(
    deal: Deal, state: State, verdict: Verdict, judged: Sequence[object], line: str, seconds: float
) -> Margin | None:
    """Return a margin read from a file; None if it is unusable."""
    ways, found = list(choices(deal.engine, state)), list[JudgedMove]()
    for move, one in zip(ways, judged, strict=False):
        match one:
            case [str(sign), int(length)] if sign in _MEANT:
                found.append(JudgedMove(move, _MEANT[sign], length))
    moves = _winning(deal, state, line)
    if not len(ways) == len(judged) == len(found) or moves is None:
        return None
    return Margin(verdict, tuple(found), moves, seconds)


def _winning(deal: Deal, state: State, line: str) -> tuple[Move, ...] | None:
    """Return the moves in ``line``; None if it is damaged or doesn't win. An empty line is fine."""
    try:
        moves = tuple(parse_move(token, deal.kind.notation) for token in line.split())
    except ValueError:
        return None
    end = position_after(deal.engine, state, moves)
    won = not isinstance(end, Refusal) and deal.engine.won(end)
    return moves if won or not moves else None


def _key(review: Review, state: State) -> str:
    return blake2b(pack(review.deal.engine, state), digest_size=8).hexdigest()


def _path(folder: Path, deal: Deal) -> Path:
    name = file_name(deal)
    if deal.number is None:
        name += "-" + blake2b(deal_text(deal).encode(), digest_size=8).hexdigest()
    return folder / FOLDER / f"{name}.review"


def _read(path: Path) -> _Kept:
    """Return what is stored in a file; an empty dictionary if it can't be read."""
    try:
        with path.open("rb") as file:
            text = zlib.decompressobj().decompress(file.read(_LARGEST), _LARGEST)
        found = json.loads(text)
    except (OSError, ValueError, zlib.error, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {key: one for key, one in found.items() if isinstance(one, list)}


def _thin_out(folder: Path) -> None:
    """Delete the oldest files if there are more than ``_MOST_FILES``."""
    files = list(folder.glob("*.review*"))
    if len(files) > _MOST_FILES:
        for path in sorted(files, key=lambda one: one.stat().st_mtime)[:-_MOST_FILES]:
            path.unlink()
