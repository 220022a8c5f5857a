"""A game as one HTML page."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Final

from game.art.decks import DeckStyle
from game.art.drawings import HEIGHT, WIDTH, fan_side, index_strip, num
from game.core.cards import PACK, SUITS, cards_text
from game.core.state import (
    CELLS,
    FOUNDATION_ORDER,
    FOUNDATIONS,
    RESERVE,
    SHOWN_WASTE,
    STOCK,
    WASTE,
    PileId,
    Role,
    State,
    longest_column,
)
from game.export.svg_faces import Pictures, drawn, pictured
from game.play.game_text import history_text
from game.play.history import History, Node, action_text
from game.play.review import Review
from game.rules.counting import moves_shown
from game.rules.registry import Rules
from game.solver.answer import Margin
from game.support.assets import asset_text, assets_folder
from game.support.texts import texts, tr, tr_later
from game.support.version import VERSION
from game.teach.story import Fact, Share, Story, known_runs, shares
from game.words.names import account_text, card_name, deal_title, move_forms, pile_name
from game.words.summary import summary

_HIGH: Final = 100


def curve(
    found: Sequence[Share | None], narrow: Iterable[tuple[int, int]], turns: Iterable[int]
) -> str:
    """Return a chart of each position's share of winning moves, as SVG elements.

    It is 100 units high, and one unit wide for each action. It is empty unless two neighbouring
    shares are known.
    """
    known = list(known_runs(found))
    if not any(len(run) > 1 for run in known):
        return ""
    parts = [
        f'<rect class="narrow" x="{first}" y="94" width="{max(last - first, 0.4)}" height="6"/>'
        for first, last in narrow
    ]
    for run in known:
        parts += _drawn(run)
    parts += [f'<path class="turn" d="M{at} 0V{_HIGH}"/>' for at in turns]
    return "".join(parts)


def _drawn(run: Sequence[Share]) -> Iterator[str]:
    corners = " ".join(f"{share.at},{num(_y(share.least), 1)}" for share in run)
    first, last = run[0].at, run[-1].at
    yield f'<polygon points="{first},{_HIGH} {corners} {last},{_HIGH}"/>'
    for share in run:
        if share.most > share.least:
            top, foot = num(_y(share.most), 1), num(_y(share.least), 1)
            yield f'<path class="perhaps" d="M{share.at} {top}V{foot}"/>'
    yield f'<polyline points="{corners}"/>'


def _y(share: float) -> float:
    return _HIGH - 4 - share * (_HIGH - 8)


_SAMPLE: Final = "\u0915"
_FACE: Final = (
    '@font-face {{ font-family: "Vierfeld Devanagari"; unicode-range: U+900-97F, U+200C-200D,'
    ' U+25CC; src: url("data:font/woff2;base64,{data}") format("woff2"); }}'
)
_ASKED: Final = f"""document.fonts.load('1em "Vierfeld Devanagari"', "{_SAMPLE}")"""
"""A script that loads the Devanagari font before any text is laid out.

Otherwise Chromium never shows letters after digits in this font.
"""


def document(
    title: str, body: Sequence[str], *, policy: str, style: str, view: str, scheme: str, head: str
) -> str:
    """Return an HTML document in the current language."""
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{texts.language}">',
        "<head>",
        '<meta charset="utf-8"/>',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}"/>',
        f'<meta name="viewport" content="width=device-width, {view}"/>',
        f'<meta name="color-scheme" content="{scheme}"/>',
        f'<meta name="generator" content="Vierfeld {VERSION}"/>',
        *filter(None, [head]),
        f"<title>{title}</title>",
    ]
    if any("\u0900" <= letter <= "\u097f" for text in body for letter in text):
        licence = asset_text("fonts/OFL.txt").strip()
        data = (assets_folder() / "page" / "devanagari.woff2").read_bytes()
        face = _FACE.format(data=base64.b64encode(data).decode("ascii"))
        lines += [f"<style>\n/*\n{licence}\n*/\n{face}\n</style>", f"<script>{_ASKED}</script>"]
    lines += [f"<style>{style}</style>", "</head>", "<body>", *body, "</body>", "</html>", ""]
    return "\n".join(lines)


def data_script(name: str, data: object) -> str:
    """Return a script element that holds data for the page's scripts."""
    # No text in the data may end the element.
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{text}</script>'


_GAP: Final = 7.0
_CLOSE: Final = 2.5
"""The gap between cells or foundations of Vierfrei. It is narrow, so that they form a group."""
_ROWS: Final = 12.0
_SPREAD: Final = 26.0
"""The largest visible height of a covered card, in millimetres."""
_USUAL: Final = 220.0
"""The usual height limit for a column's covered cards, in millimetres. Columns are higher if their
cards' indices would otherwise be hidden."""
_COLUMN: Final = WIDTH + _GAP
_ROW: Final = HEIGHT + _ROWS

Spot = tuple[float, float]


def boards_data(rules: Rules, longest: int, *, large_index: bool = False) -> list[object]:
    """Return the dimensions of a wide and a slim board. Columns have up to ``longest`` cards."""
    return [_board_data(rules, longest, slim, large_index or slim) for slim in (False, True)]


def _board_data(rules: Rules, longest: int, slim: bool, large_index: bool) -> dict[str, object]:
    columns = [pile for pile in rules.piles if pile.role is Role.COLUMN]
    if STOCK in rules.piles:
        spots = _slim_with_stock(columns) if slim else _with_stock(columns)
    else:
        spots = _without_stock(columns)
    # Cards are small on a narrow screen, so they have the large index, which must always be fully
    # visible. The board may be as high as necessary.
    strip = index_strip(large=large_index) * HEIGHT
    fan = max(strip, min(_SPREAD, _USUAL / max(1, longest - 1)))
    low = max(spots[column][1] for column in columns) + (longest - 1) * fan + HEIGHT
    low = max(low, *(y + HEIGHT for _, y in spots.values()))
    width = max(x for x, _ in spots.values()) + WIDTH
    aside = fan_side(large=large_index) * WIDTH
    if WASTE in spots:
        # The fanned waste may reach as far right as the next pile in its row, or to the edge.
        x, y = spots[WASTE]
        beside = [left - _GAP for left, top in spots.values() if top == y and left > x]
        aside = min(aside, (min([*beside, width]) - x - WIDTH) / (SHOWN_WASTE - 1))
    size, *places = (
        [float(num(one)) for one in spot]
        for spot in ((width, low), *(spots[pile] for pile in rules.piles))
    )
    apart = {"fan": round(fan, 2), "aside": round(aside, 2)}
    return {"size": size, **apart, "spots": places, "longest": longest}


def _row(piles: Iterable[PileId], left: float, top: float, apart: float) -> dict[PileId, Spot]:
    return {pile: (left + at * apart, top) for at, pile in enumerate(piles)}


_HOMES: Final = tuple(FOUNDATIONS[suit] for suit in FOUNDATION_ORDER)


def _without_stock(columns: Iterable[PileId]) -> dict[PileId, Spot]:
    """Return the spots of all piles, with cells and foundations above the columns."""
    spots = _row(columns, 0, _ROW, _COLUMN)
    right = max(x for x, _ in spots.values()) + WIDTH
    close = WIDTH + _CLOSE
    homes = right - len(_HOMES) * close + _CLOSE
    return spots | _row(CELLS, 0, 0, close) | _row(_HOMES, homes, 0, close)


def _with_stock(columns: Iterable[PileId]) -> dict[PileId, Spot]:
    """Return the spots of all piles, with stock, waste and reserve on the left."""
    left = 3 * _COLUMN + _GAP
    spots = {STOCK: (0.0, 0.0), WASTE: (_COLUMN, 0.0), RESERVE: (0.0, _ROW)}
    return spots | _row(_HOMES, left, 0, _COLUMN) | _row(columns, left, _ROW, _COLUMN)


def _slim_with_stock(columns: Iterable[PileId]) -> dict[PileId, Spot]:
    """Return each pile's spot on a narrow screen, where the piles form three rows."""
    spots = _row((RESERVE, STOCK, WASTE), 0, _ROW, _COLUMN)
    return spots | _row(_HOMES, 0, 0, _COLUMN) | _row(columns, 0, 2 * _ROW, _COLUMN)


ENDING: Final = "html"
_BUTTONS: Final = (
    ("first", tr_later("To the start"), "M6 5v14M19 5l-9 7 9 7z"),
    ("back", tr_later("One move back"), "M16 5l-9 7 9 7z"),
    ("play", tr_later("Play the moves"), "M7 4l13 8-13 8z"),
    ("on", tr_later("One move forward"), "M8 5l9 7-9 7z"),
    ("last", tr_later("To the end"), "M5 5l9 7-9 7zM18 5v14"),
    ("turn", tr_later("Next turning point"), "M12 3l9 9-9 9-9-9z"),
)
"""The ids, labels and icons of the buttons below the board."""
_POLICY: Final = (
    "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline';"
    " script-src 'unsafe-inline'"
)


def page(played: PageGame, style: DeckStyle, pictures: Pictures | None = None) -> str:
    """Return a game's page. Decks without drawings need ``pictures``."""
    story = Story(played.review, played.tree.actions, played.margins)
    facts, turns = story.facts, story.turns
    # The start and the end have buttons of their own.
    turned = any(0 < turn < len(played.tree.actions) for turn in turns)
    keys = tr("Keys: ← and → step, Home and End jump, Space plays.")
    if turned:
        keys = f"{keys} {tr('T goes to the next turning point.')}"
    nodes = played.nodes()
    hides = played.review.deal.kind.hides_cards
    faces = drawn(style, back=hides) if pictures is None else pictured(pictures)
    title = escape(deal_title(played.review.deal))
    longest = max(longest_column(played.state_at(node)) for node in nodes)
    boards = boards_data(played.review.deal.engine, longest, large_index=style.large_index)
    known = list(shares(played.review.verdicts, played.margins))
    line = curve(known, story.passages, turns)
    body = [
        f'<svg class="store" aria-hidden="true"><defs>{faces}</defs></svg>',
        f"<header><h1>{title}</h1><p>{escape(facts[0].words)}</p></header>",
        "<main>",
        *_table(line, len(played.tree.actions), turned=turned),
        *_beside(played, facts),
        "</main>",
        f"<footer><p>{escape(keys)}</p><p>Vierfeld {VERSION}</p></footer>",
        data_script("game", _data(played, nodes, turns, boards)),
        f"<script>{asset_text('page/board.js')}{asset_text('page/page.js')}</script>",
    ]
    return document(
        f"{title} – Vierfeld",
        body,
        policy=_POLICY,
        style=asset_text("page/page.css"),
        view="initial-scale=1",
        scheme="light dark",
        head="",
    )


def _table(line: str, moves: int, *, turned: bool) -> Iterator[str]:
    yield '<section class="table">'
    yield f'<svg id="board" role="img" aria-label="{escape(tr("The cards"))}"></svg>'
    yield '<p id="said" role="status" aria-live="polite"></p>'
    yield '<div class="ways">'
    for key, label, icon in _BUTTONS if turned else _BUTTONS[:-1]:
        name = escape(texts.one(label))
        picture = f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{icon}"/></svg>'
        named = f'aria-label="{name}" title="{name}"'
        yield f'<button type="button" id="{key}" {named}>{picture}</button>'
    speed = escape(tr("Speed"))
    yield f'<select id="speed" aria-label="{speed}" title="{speed}">'
    yield f'<option value="slow">{escape(tr("Slow"))}</option>'
    yield f'<option value="normal" selected="">{escape(tr("Normal"))}</option>'
    yield f'<option value="fast">{escape(tr("Fast"))}</option>'
    yield '</select></div><p id="note" role="status" aria-live="polite" dir="auto"></p>'
    yield '<div class="time">'
    if line:
        # Hidden from screen readers, because the slider and the story already say this.
        yield f"<p>{escape(tr('How many moves were winning, move by move'))}</p>"
        yield f'<svg id="curve" viewBox="0 0 {moves} 100" preserveAspectRatio="none"'
        yield f' aria-hidden="true">{line}<path id="now" d="M0 0V100"/></svg>'
    yield f'<input id="at" type="range" min="0" max="{moves}" value="0" step="1"'
    yield f' aria-label="{escape(tr("Position shown"))}"/></div>'
    still = tr("Scripts are turned off in your browser, so the cards can't be shown.")
    yield f"<noscript><p>{escape(still)}</p></noscript></section>"


def _beside(played: PageGame, facts: Sequence[Fact]) -> Iterator[str]:
    yield '<div class="beside">'
    if told := facts[1:]:
        # The first fact is shown below the title.
        yield f'<section><h2>{escape(tr("The story"))}</h2><ul id="story">'
        for fact in told:
            said = escape(fact.words)
            yield f'<li><button type="button" data-at="{fact.at}">{said}</button></li>'
        yield "</ul></section>"
    yield f'<section><h2>{escape(tr("The moves"))}</h2><ol id="moves"></ol></section>'
    yield f'<details id="words"><summary>{escape(tr("The position in words"))}</summary>'
    text = escape(history_text(played.review.deal, played.tree), quote=False)
    yield f"<ul></ul></details><details><summary>{escape(tr('The game as text'))}</summary>"
    opened = tr("To open it in Vierfeld, copy it and press Ctrl+V there.")
    yield f"<p>{escape(opened)}</p><pre>{text}</pre></details></div>"


def _data(
    played: PageGame, nodes: Sequence[Node], turns: Sequence[int], boards: list[object]
) -> dict[str, object]:
    deal, payment = played.review.deal, played.review.deal.kind.payment
    numbers = {id(node): number for number, node in enumerate(nodes)}
    states = list(map(played.state_at, nodes))
    piles = list(map(piles_text, states))
    parents = [numbers[id(node.parent)] for node in nodes[1:]]
    steps = [changes(piles[parent], piles[at]) for at, parent in enumerate(parents, 1)]
    actions = [node.action for node in nodes[1:]]
    before = [states[parent] for parent in parents]
    moves = list(map(summary, actions, before))
    told = {text: number for number, text in enumerate(dict.fromkeys(moves))}
    counted = [0]
    for action, parent in zip(actions, parents, strict=True):
        counted.append(counted[parent] + moves_shown(deal.engine, [action]))
    return {
        "codes": CODES,
        "card": [WIDTH, HEIGHT],
        "faces": cards_text(PACK).split(),
        **piles_data(deal.engine),
        "boards": boards,
        "waste": SHOWN_WASTE,
        "first": piles[0],
        "steps": steps,
        "line": len(played.tree.actions),
        "parents": parents[len(played.tree.actions) :],
        "notes": {
            at: [node.bookmark, node.remark]
            for at, node in enumerate(nodes)
            if node.bookmark is not None or node.remark
        },
        "tokens": list(map(action_text, actions)),
        "told": list(told),
        "moves": [told[text] for text in moves],
        "numbers": counted,
        "accounts": [account_text(deal.account(one), payment) for one in states if payment],
        "turns": list(turns),
        "words": _sentences_to_fill(),
        "cards": list(map(card_name, PACK)),
        "names": list(map(pile_name, played.review.positions[0].piles)),
    }


def piles_data(rules: Rules) -> dict[str, list[str]]:
    """Return each pile's role, and each foundation's suit."""
    suits = [SUITS[one.number] if one.role is Role.FOUNDATION else "" for one in rules.piles]
    return {"roles": [pile.role.name.lower() for pile in rules.piles], "suits": suits}


# -- the words -------------------------------------------------------------------------------------


def _sentences_to_fill() -> Mapping[str, str]:
    return {
        "pause": tr("Pause"),
        "begin": tr("Before the first move"),
        **move_forms(),
        "aside": texts.one(tr_later("Branch: {text}")),
        "branch": tr("Branch"),
        "bookmark": tr("Bookmark"),
        "pile": texts.one(tr_later("{pile}: {cards}")),
        "empty": tr("empty"),
        "hidden": texts.one(tr_later("{number} face down")),
    }


CODES: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""A letter for each card, in the order of the pack."""
_CODE: Final = dict(zip(PACK, CODES, strict=True))


@dataclass(frozen=True, slots=True)
class PageGame:
    """What a game's page shows: a line with its verdicts, and all branches."""

    tree: History
    """The tree of moves; its cursor is at the end of the line to show."""
    review: Review
    """The positions on the line, with their verdicts."""
    margins: Mapping[int, Margin] = field(default_factory=dict)
    """The known margins, keyed by position number."""

    def nodes(self) -> list[Node]:
        """Return all nodes: the line, then the branches, parents before children."""
        line = [*self.tree.here.path_to_root()][::-1]
        on_line, found = set(map(id, line)), list[Node]()
        left = [self.tree.root]
        while left:
            node = left.pop()
            if id(node) not in on_line:
                found.append(node)
            left += sorted(reversed(node.children), key=lambda child: child is node.main)
        return [*line, *found]

    def state_at(self, node: Node) -> State:
        return node.action[-1].after if node.action else self.review.positions[0]


def page_game(
    review: Review, tree: History, margins: Mapping[int, Margin], span: range
) -> PageGame:
    """Return the content of a page that shows part of ``review``.

    ``span`` is the range of positions to show. The cursor of ``tree`` must be at its end.
    """
    alone = Review(review.deal, review.positions[span.start : span.stop])
    alone.verdicts = review.verdicts[span.start : span.stop]
    known = {one - span.start: margin for one, margin in margins.items() if one in span}
    return PageGame(tree, alone, known)


def piles_text(state: State) -> list[str]:
    """Return the cards of each pile as letters."""
    return ["".join(map(_CODE.__getitem__, cards)) for cards in state.piles.values()]


def changes(before: Sequence[str], after: Sequence[str]) -> list[int | str]:
    """For each changed pile, return its index, how many of its cards stay, and the new letters."""
    found: list[int | str] = []
    for pile, (had, has) in enumerate(zip(before, after, strict=True)):
        if had != has:
            same = 0
            while same < min(len(had), len(has)) and had[same] == has[same]:
                same += 1
            found += [pile, same, has[same:]]
    return found
