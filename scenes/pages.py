"""What stands in the small panels: the statistics, and the entry of a number."""

from __future__ import annotations

from collections.abc import Callable

from game.canfield import RULE_SETS
from game.desk import Desk
from game.games import CANFIELD, VIERFREI, Deal
from game.names import account_text, duration
from game.record import Record
from game.session import Session
from game.texts import tr, trn
from scenes.buttons import Control
from scenes.field import DigitField
from scenes.figures import Figures, Table
from scenes.help_canfield import payment_sentence
from scenes.host import Kit
from scenes.items import Item, Picture, Row, Words, heading
from scenes.pictures import HANDS, hand, table, table_height
from scenes.theme import SMALL


def number_page(
    kit: Kit,
    game: str,
    field: DigitField,
    deal: Callable[[], None],
    close: Callable[[], None],
) -> list[Item]:
    """The entry of a deal's number, with the deal in miniature while it is typed."""
    rules = kit.settings.next_rules if game == CANFIELD else None
    asked = tr("Every game of Vierfrei has a number; the same number is always the same game.")
    if rules is not None:
        asked = tr(
            "Every game of Canfield has a number. It will be played by the {rules} rules.",
            rules=RULE_SETS[rules].name,
        )
    if field.text:
        typed = Deal(game, int(field.text), rules)
        picture = table(kit.style, kit.theme, typed, mirrored=kit.settings.mirrored)
    else:
        picture = hand(kit.style, kit.theme, HANDS[game])
    return [
        Words(asked),
        field,
        Row("", [Control(tr("Deal"), deal, strong=True), Control(tr("Cancel"), close)]),
        Picture(table_height, picture, lead=12),
    ]


def statistics_page(kit: Kit, desk: Desk | None, play_new: Callable[[str], None]) -> list[Item]:
    """The account of the game in hand, and the plain counts of all games."""
    items: list[Item] = []
    if desk is not None:
        items += _in_hand(desk.session)
    items.append(heading(tr("All games")))
    if kit.record.entries:
        items.append(_counts(kit.record))
        ended = tr("A game counts once it is won, stopped or given up.")
        items.append(Words(ended, SMALL, faint=True))
    else:
        items += _nothing_yet(kit, desk, play_new)
    return items


def _counts(record: Record) -> Table:
    kinds: list[tuple[str, str, str | None]] = [(tr("Vierfrei"), VIERFREI, None)]
    kinds += [
        (tr("Canfield, {rules}", rules=rules.name), CANFIELD, key)
        for key, rules in RULE_SETS.items()
    ]
    rows = []
    for label, game, rules_key in kinds:
        count = record.count(game, rules_key)
        rate = f"{round(100 * count.won / count.played)} %" if count.played else "–"
        best = min(
            (
                entry.seconds
                for entry in record.entries
                if entry.won and (entry.game, entry.rules) == (game, rules_key)
            ),
            default=None,
        )
        fastest = "–" if best is None else duration(best)
        rows.append((label, str(count.played), str(count.won), rate, fastest))
    return Table(("", tr("played"), tr("won"), tr("rate"), tr("fastest")), rows)


def _nothing_yet(kit: Kit, desk: Desk | None, play_new: Callable[[str], None]) -> list[Item]:
    """What is there before the first game has ended: a hand that waits to be played."""
    game = desk.session.deal.game if desk else kit.settings.last_game
    told = tr("Your first game will stand here as soon as it is won or given up.")
    items: list[Item] = [
        Words(told),
        Picture(lambda width, _: round(width * 0.45), hand(kit.style, kit.theme, HANDS[game])),
    ]
    if desk is None:
        names = {VIERFREI: tr("Play Vierfrei"), CANFIELD: tr("Play Canfield")}

        def play(one: str) -> Control:
            return Control(names[one], lambda: play_new(one), strong=one == game)

        items.append(Row("", [play(VIERFREI), play(CANFIELD)]))
    return items


def _in_hand(session: Session) -> list[Item]:
    rules, state = session.deal.rule_set, session.state
    name = tr("Vierfrei") if rules is None else tr("Canfield, {rules}", rules=rules.name)
    if session.deal.number is not None:
        name = f"{name}, {session.deal.number}"
    moves = len(session.since_restart)
    cells = [
        (f"{state.cards_home}", tr("of 52 cards home")),
        (str(moves), trn("move", "moves", moves)),
        (duration(session.seconds), tr("time played")),
    ]
    items: list[Item] = [heading(tr("This game: {name}", name=name))]
    if rules is None or session.account is None:
        return [*items, Figures(cells)]
    account = account_text(session.account, rules.payment.in_dollars)
    if rules.payment.in_dollars:
        cells[0] = (f"{state.cards_home}", tr("of 52 cards up"))
        cells.insert(0, (account, tr("account")))
    return [*items, Figures(cells), Words(payment_sentence(rules), SMALL, faint=True)]
