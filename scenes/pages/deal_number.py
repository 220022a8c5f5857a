"""The panel that asks for the number of a deal."""

from __future__ import annotations

from collections.abc import Callable

from game.record.odds import proven_lost
from game.rules.registry import Deal, GameKind
from game.support.texts import tr
from game.teach.difficulty import grade_text_in_full, known_grade, record_sentence, request_grade
from game.teach.standing import lost_deal_text
from game.words.names import game_name
from scenes.kit.services import Kit
from scenes.pages.thumbnails import hand, table, table_height
from scenes.style.theme import SMALL
from scenes.widgets.controls import Control
from scenes.widgets.items import Item, Paragraph, Picture, Row, TextField


class NumberPage:
    """The page that asks for a deal's number, and previews it."""

    def __init__(self, kit: Kit, game: str, field: TextField) -> None:
        self._kit = kit
        self._kind: GameKind = kit.settings.next_kind(game)
        self._field = field
        self._told = "", ""
        """The number typed last, and what was announced about its deal."""
        self.changed: Callable[[], None] = lambda: None
        """Called when the page has to be rebuilt."""

    @property
    def typed(self) -> Deal | None:
        """The deal whose number has been typed; None if the field is empty."""
        kind, number = self._kind, self._field.text
        return Deal(kind.game, int(number), kind.rules) if number else None

    def build(self, deal: Callable[[], None], close: Callable[[], None]) -> list[Item]:
        """Return the page's items; its buttons call ``deal`` and ``close``."""
        kit, kind, typed = self._kit, self._kind, self.typed
        name = game_name(kind)
        asked = tr(
            "Every {game} deal has a number; the same number is always the same deal.", game=name
        )
        if kind.rules_name:
            asked = tr(
                "Every {game} deal has a number. The {rules} rules will apply.",
                game=name,
                rules=kind.rules_name,
            )
        picture, known, lost = hand(kit, kind.sample), "", False
        if typed is not None:
            picture, known, lost = table(kit, typed), self._known(typed), proven_lost(typed)
        return [
            Paragraph(asked),
            self._field,
            *self._field.gamepad_notes,
            Row("", [Control(tr("Deal"), deal, strong=True), Control(tr("Cancel"), close)]),
            # This line keeps its room while it is empty, so that the picture doesn't move.
            Paragraph(known, SMALL, faint=not lost, lead=8),
            Picture(table_height, picture, lead=4),
        ]

    def _known(self, typed: Deal) -> str:
        if proven_lost(typed):
            return lost_deal_text(typed)
        graded = known_grade(self._kit.solver, typed)
        told = [grade_text_in_full(graded)] if graded else []
        if typed.kind.graded and (moves := self._kit.storage.log.fewest_moves(typed)) is not None:
            told.append(record_sentence(moves, graded.par if graded else None))
        return " · ".join(told)

    def poll(self) -> None:
        """Have the deal graded; show and announce any news about it."""
        typed = self.typed
        if typed is not None:
            request_grade(self._kit.solver, typed, first=True)
            told = self._field.text, self._known(typed)
            if told != self._told:
                self._told = told
                self._kit.announcer.say(told[1])
                self.changed()
