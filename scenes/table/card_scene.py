"""A scene with cards and the messages beside them.

The cards are as large as the longest column allows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from game.core.state import PileId, State
from game.rules.registry import Deal
from game.support.texts import tr
from game.words.names import deal_title
from scenes.board.layout import TableLayout
from scenes.board.painter import TablePainter
from scenes.board.sprites import Animator, CardSprite, SpriteGroups
from scenes.kit.announce import Announcer
from scenes.kit.services import Host, MessageButton
from scenes.widgets.notice import Anchor, EdgeMessage

if TYPE_CHECKING:
    from game.play.session import Session


class CardScene(ABC):
    """A scene with cards: a table, or the position that a review shows."""

    fits = False
    """Whether the layout is known to be right for the position."""

    def __init__(self, host: Host, session: Session) -> None:
        self.host = host
        self.session = session
        self.kit = kit = host.kit
        self.dirty = True
        self.message = EdgeMessage(lambda: kit.settings.lines_wait, self.invalidate)
        self.layout = self.make_layout(host.size)
        self.groups = SpriteGroups(session.rules.piles, self.layout)
        self.animator = Animator(self.groups, lambda: kit.sounds.land())
        self.painter = self.make_painter()

    @property
    def deal(self) -> Deal:
        """The deal to which the cards belong."""
        return self.session.deal

    @property
    def short_title(self) -> str:
        """The title of the deal, such as ``Vierfrei 617``."""
        return deal_title(self.deal)

    @property
    def title(self) -> str:
        return tr("{game} – Vierfeld", game=self.short_title)

    @property
    @abstractmethod
    def state(self) -> State:
        """The position on the screen."""

    @property
    def moving(self) -> bool:
        """Whether anything is moving, so that another frame is needed."""
        return self.animator.busy

    # -- where everything lies -----------------------------------------------------------------

    @abstractmethod
    def make_layout(self, size: tuple[int, int], now: TableLayout | None = None) -> TableLayout:
        """Return the layout for the position in a window of ``size``, or ``now`` itself if that
        still fits."""

    def make_painter(self) -> TablePainter:
        """Return a painter for the chosen theme and deck."""
        return TablePainter(self.kit.style, self.kit.theme, self.kit.text)

    def in_flight(self, held: Sequence[CardSprite] = ()) -> list[CardSprite]:
        """Return the sprites drawn above all other cards, topmost last, except those in
        ``held``."""
        flying = self.animator.in_flight
        elsewhere = {*flying, *held}
        waiting = [s for s in self.groups.sprites.values() if s.in_flight and s not in elsewhere]
        return [*waiting, *flying]

    def settle(self) -> None:
        """End all flights and put all cards where they belong."""
        self.animator.settle(self.state)

    def adopt_layout(self, layout: TableLayout) -> None:
        """Use ``layout``: move resting cards to their new places at once, and redirect cards in
        flight to theirs."""
        self.layout = self.groups.layout = layout
        self.painter.resize(layout)
        for pile in self.groups.piles:
            self.groups.settle(pile)
        self.laid_out()

    @abstractmethod
    def laid_out(self) -> None:
        """Update everything that depends on the layout."""

    def refit(self, *, held: bool) -> None:
        """Change the layout if the cards have too little or too much room, unless some are
        ``held``.

        The cards shrink as soon as they need the room, even while some are in flight; otherwise the
        indexes in an overlong column would stay covered until the flight ended. They grow only when
        nothing is in flight.
        """
        if self.fits or held:
            return
        layout = self.make_layout(self.layout.size, self.layout)
        if self.animator.busy and layout.step <= self.layout.step:
            return
        self.fits = True
        if layout is not self.layout:
            self.adopt_layout(layout)

    # -- what is told --------------------------------------------------------------------------

    @property
    def announcer(self) -> Announcer:
        return self.kit.announcer

    def invalidate(self) -> None:
        """Ask for a new frame."""
        self.dirty = True

    def refuse(self, words: str = "", about: PileId | None = None) -> None:
        """Play the refusal sound. If ``words`` are given, also announce them and show them as a
        short message, next to the pile ``about`` if one is given."""
        self.kit.sounds.refuse()
        self.announcer.say(words)
        if words:
            near = None
            if about is not None and about in self.layout.slots:
                near = partial(self.anchor, about)
            self.message.show(words, near=near)
        self.invalidate()

    def anchor(self, pile: PileId) -> Anchor:
        """Return where a message about the last card of ``pile`` belongs."""
        count = len(self.state[pile])
        return Anchor(self.layout.last(pile, 1, count), [self.layout.covered(pile, count)])

    def tell(self, words: str, aloud: str | None = None, *, stays: bool = False) -> None:
        """Show a message at the edge, for a while or, if it ``stays``, until it is cleared.

        The message is announced too; if ``aloud`` is given, that text is announced instead, or
        nothing if it is empty.
        """
        self.message.show(words, stays=stays)
        self.announcer.say(words if aloud is None else aloud)
        self.invalidate()

    def player_acted(self) -> None:
        """Record that the player has done something, whatever it was."""
        if self.message.text and self.message.answer():
            self.invalidate()

    def notice(self, words: str, buttons: Sequence[MessageButton] = ()) -> None:
        """Show a message that concerns the whole program, with ``buttons`` for what the player can
        do in response."""
        self.message.show(words, buttons=buttons)
        self.invalidate()
