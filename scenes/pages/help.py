"""The help: the rules of each game and rule set, the ways of playing, the keys, and the sources."""

from __future__ import annotations

from collections.abc import Callable

from game.rules.canfield import RULE_SETS, RuleSet
from game.support.texts import tr
from scenes.kit.commands import BINDINGS, Binding, Command
from scenes.kit.services import Kit
from scenes.pages.help_canfield import canfield_help, canfield_origin, canfield_typing
from scenes.pages.help_vierfrei import vierfrei_help, vierfrei_origin, vierfrei_typing
from scenes.style.theme import SMALL
from scenes.widgets.buttons import Control, Shape
from scenes.widgets.items import Item, Tabs, Term, Words, heading


def help_title(rules: RuleSet | None) -> str:
    """Return the title of the help for a rule set of Canfield, or for Vierfrei (None)."""
    return tr("Vierfrei") if rules is None else tr("Canfield, {rules}", rules=rules.name)


def help_page(
    kit: Kit,
    rules: RuleSet | None,
    run: Callable[[Command], None],
    turn_to: Callable[[str | None], None],
) -> list[Item]:
    """Return the help for Canfield under ``rules``, or for Vierfrei (None). ``turn_to`` shows the
    help for another rule set, or for Vierfrei."""
    shown = None if rules is None else rules.key
    names = [(tr("Vierfrei"), None), *((row.name, key) for key, row in RULE_SETS.items())]

    def tab(label: str, key: str | None) -> Control:
        tip = label if key is None else tr("Canfield, {rules}", rules=label)
        return Control(label, lambda: turn_to(key), chosen=key == shown, shape=Shape.TAB, tip=tip)

    tabs = [tab(label, key) for label, key in names]
    items: list[Item] = [Tabs(tabs, tr("Canfield"), len(RULE_SETS))]
    items += vierfrei_help(kit) if rules is None else canfield_help(kit, rules)
    items += _ways(rules)
    items += vierfrei_typing() if rules is None else canfield_typing(rules)
    items.append(heading(tr("Keys")))
    items += [_key_line(binding, rules, run) for binding in BINDINGS if _belongs(binding, rules)]
    items.append(heading(tr("Where it comes from")))
    items += vierfrei_origin() if rules is None else canfield_origin(rules)
    items.append(
        Words(
            tr("Vierfeld draws its own cards. Its type is Noto Sans, under the Open Font License."),
            SMALL,
            faint=True,
        )
    )
    return items


def _ways(rules: RuleSet | None) -> list[Item]:
    """Return how to play with a mouse, a finger or the arrow keys."""
    told = [
        tr("Drag a card, or click it and then click where it should go."),
    ]
    if rules is None:
        told += [
            tr(
                "Double-click a card to send it to its foundation. If it cannot go there yet, it "
                "goes to the best place: onto the longest run, or into an empty column, or into a "
                "free cell."
            ),
            tr(
                "Right-click a column to put its last card into a free cell. To put several cards "
                "of a run into cells, point at the first, hold the right button down and click the "
                "left one. With a finger, press and hold the card."
            ),
        ]
    else:
        told.append(
            tr(
                "Double-click a card to send it to its foundation. If it cannot go there yet, it "
                "goes to the best place: onto the longest column, or into an empty one."
            )
        )
        told.append(tr("Click the stock to deal three cards, or to turn the waste over."))
    told.append(
        tr(
            "On the keyboard, the arrows go from pile to pile and up into a column. Enter picks "
            "up and puts down, Esc lets go, Tab goes on to the buttons."
        )
    )
    return [heading(tr("Mouse, finger, keyboard")), *(Words(one, point=True) for one in told)]


def _belongs(binding: Binding, rules: RuleSet | None) -> bool:
    elsewhere = Command.DEAL if rules is None else Command.TO_CELLS
    return bool(binding.keys) and binding.command is not elsewhere


def _key_line(binding: Binding, rules: RuleSet | None, run: Callable[[Command], None]) -> Term:
    label = binding.label()
    if rules is None:
        # Here a step is one card, and can be called so.
        label = {
            Command.UNDO: tr("Undo one card"),
            Command.REDO: tr("Redo one card"),
        }.get(binding.command, label)
    keys = binding.key_names
    control = Control(label, lambda: run(binding.command), tip=f"{label}, {keys}")
    return Term(keys, label, control)
