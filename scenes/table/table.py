"""A table, and everything a player can do there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.core.moves import Action, Move, Refusal, Verb
from game.core.state import STOCK, PileId, Role, State, longest_column
from game.play.history import Node
from game.play.review import place_text
from game.rules.choices import double_click_moves, moves_onto
from game.rules.registry import Deal, Rules
from game.support.texts import tr
from game.words.names import deal_title, refusal_text
from game.words.summary import back_text, done_text
from scenes.board.layout import TableLayout, table_layout
from scenes.board.painter import TablePainter
from scenes.board.sprites import Animator, CardSprite, SpriteGroups
from scenes.kit.announce import Announcer
from scenes.kit.commands import Command
from scenes.kit.services import Host, MessageButton
from scenes.table.guide import Guide
from scenes.table.keyboard import TableKeys
from scenes.table.mouse import TableHand, TableMouse
from scenes.table.status import resting_words
from scenes.table.strip import Decision, Prompt, Strip
from scenes.widgets.bar import Bar
from scenes.widgets.controls import Controls
from scenes.widgets.notice import Anchor, EdgeMessage, Tip
from scenes.widgets.sheet import at_foot

if TYPE_CHECKING:
    from game.play.session import Session
    from game.store.current import Desk

_SHOWN: Final = 24
"""A jump to another node isn't animated if it takes more steps than this."""


class CardScene(ABC):
    """A scene with cards: a table, or the position that a review shows."""

    fits = False
    """Whether the layout has been adapted to the current position."""

    def __init__(self, host: Host, session: Session, state: State) -> None:
        self.host = host
        self.session = session
        self.state = state
        """The position on the screen."""
        self.kit = kit = host.kit
        self.dirty = True
        self.message = EdgeMessage(lambda: kit.settings.lines_wait, self.invalidate)
        self.layout = self.make_layout(host.size)
        self.groups = SpriteGroups(session.rules.piles, self.layout)
        self.animator = Animator(self.groups, lambda: kit.sounds.land())
        self.painter = self.make_painter()

    @property
    def deal(self) -> Deal:
        return self.session.deal

    @property
    def short_title(self) -> str:
        """A title without the program's name, such as ``Vierfrei 617``."""
        return deal_title(self.deal)

    @property
    def title(self) -> str:
        return tr("{game} – Vierfeld", game=self.short_title)

    @property
    def moving(self) -> bool:
        """Whether anything is moving, so that another frame is needed."""
        return self.animator.busy

    # -- where everything lies -----------------------------------------------------------------

    @abstractmethod
    def make_layout(self, size: tuple[int, int], now: TableLayout | None = None) -> TableLayout:
        """Return the layout for a window of ``size``; ``now`` is the current layout, if any."""

    def make_painter(self) -> TablePainter:
        """Return a painter for the chosen theme and deck."""
        return TablePainter(self.kit.style, self.kit.theme, self.kit.text)

    def in_flight(self, held: Sequence[CardSprite] = ()) -> list[CardSprite]:
        """Return the flying sprites without the ``held`` sprites. The topmost sprite is last."""
        flying = self.animator.in_flight
        elsewhere = {*flying, *held}
        waiting = [s for s in self.groups.sprites.values() if s.in_flight and s not in elsewhere]
        return [*waiting, *flying]

    def settle(self) -> None:
        """End all flights and put all cards where they belong."""
        self.animator.settle(self.state)

    def adopt_layout(self, layout: TableLayout) -> None:
        """Use ``layout``; move resting cards at once, and redirect flying ones."""
        self.layout = self.groups.layout = layout
        self.painter.resize(layout)
        for pile in self.groups.piles:
            self.groups.settle(pile)
        self.laid_out()

    @abstractmethod
    def laid_out(self) -> None:
        """Update everything that depends on the layout."""

    def refit(self, *, held: bool) -> None:
        """Shrink or enlarge the cards to fit the window, unless cards are ``held``."""
        if self.fits or held:
            return
        layout = self.make_layout(self.layout.size, self.layout)
        # The cards shrink at once, so that no index stays covered, but grow only at rest.
        if self.moving and layout.step <= self.layout.step:
            return
        self.fits = True
        if layout is not self.layout:
            self.adopt_layout(layout)

    # -- messages ------------------------------------------------------------------------------

    @property
    def announcer(self) -> Announcer:
        return self.kit.announcer

    def invalidate(self) -> None:
        """Ask for a new frame."""
        self.dirty = True

    def refuse(self, words: str = "", about: PileId | None = None) -> None:
        """Play the refusal sound. Announce ``words``, and show them near the pile ``about``."""
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
        """Show ``words`` for a while. With ``stays``, show them until they are cleared.

        If ``aloud`` is not None, it is announced instead of ``words``. It can be empty.
        """
        self.message.show(words, stays=stays)
        self.announcer.say(words if aloud is None else aloud)
        self.invalidate()

    def player_acted(self) -> None:
        """Dismiss a message that waits for the player's next input."""
        if self.message.text and self.message.answer():
            self.invalidate()

    def notice(self, words: str, buttons: Sequence[MessageButton] = ()) -> None:
        """Show a message with ``buttons``, without announcing it."""
        self.message.show(words, buttons=buttons)
        self.invalidate()


class Table(CardScene):
    """A table and what the player can do there. All kinds of input call these methods."""

    bar: Bar
    judged = True
    """Whether the solver may be asked about this table's positions."""
    always_lit = False
    """Whether the player always sees if the game can be won, regardless of the settings."""

    def __init__(self, host: Host, session: Session, desk: Desk | None = None) -> None:
        self.desk = desk
        """The ``Desk`` that keeps this game; None in exercises."""
        self.tip = Tip(host.kit.text)
        self.strip = Strip(host.kit.text, self.invalidate)
        super().__init__(host, session, session.state)
        self.just_won = False
        """Whether to celebrate a win once the last card has landed."""
        self.traced: Rect | None = None
        """The outline of the cards that a mouse press would pick up or move back, if any."""
        self._about: PileId | None = None
        """The pile of the last action; a refusal appears beside it."""
        self.hand = TableHand(self)
        self.keys = TableKeys(self)
        self.mouse = TableMouse(self)
        self.guide = Guide(self)
        self.prompt = Prompt(self)

    # -- the game ------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        return self.session.rules

    @property
    def counts(self) -> bool:
        """Whether the game is recorded and can be reviewed."""
        return self.desk is not None

    @property
    def marked_move(self) -> Move | None:
        """The move that a lesson asks for, if any."""
        return None

    @abstractmethod
    def due_decision(self) -> Decision | None:
        """Return the decision that the game asks for now, if any."""

    @property
    def asks_decisions(self) -> bool:
        """Whether the layout leaves room for decisions at the foot of the window."""
        return self.deal.kind.in_stages

    @abstractmethod
    def new_session(self, session: Session, *, deal_out: bool = True) -> None:
        """Put ``session`` on the table; ``deal_out`` animates the dealing."""

    # -- where everything lies -----------------------------------------------------------------

    def make_layout(self, size: tuple[int, int], now: TableLayout | None = None) -> TableLayout:
        return table_layout(
            self.deal.kind.table,
            size,
            self.kit.text.density,
            self.kit.style,
            longest=longest_column(self.state),
            now=now,
            strip=self.asks_decisions,
            passing=self.strip.height(size),
            mirrored=self.kit.settings.mirrored,
        )

    def laid_out(self) -> None:
        self.traced = None
        self.place_strip()
        self.invalidate()

    def place_strip(self) -> None:
        """Put the strip where its decision belongs: at the window's foot or over the columns."""
        strip, layout = self.strip, self.layout
        if strip.at_foot:
            strip.place_at_foot(layout.size, self._strip_bottom())
        elif strip.is_visible:
            columns = [pile for pile in self.rules.piles if pile.role is Role.COLUMN]
            area = layout.region(columns[0]).unionall([layout.region(pile) for pile in columns])
            area.height = min(area.height, round(layout.card[1] * 1.6))
            strip.place_in(area, layout.size)

    def _strip_bottom(self) -> int:
        """Return the y coordinate of the strip's bottom edge."""
        layout, state = self.layout, self.state
        if not at_foot(layout.size):
            return layout.size[1]
        covered = [layout.covered(pile, len(state[pile])) for pile in self.rules.piles]
        high = layout.card[1]
        least = max(rect.bottom for rect in covered) + high // 4 + self.strip.height(layout.size)
        # In a tall window, the strip is close below the cards, if possible where it was before.
        now = self.strip.rect.bottom if self.strip.rect.width == layout.size[0] else 0
        foot = now if least <= now <= least + 3 * high else least + high
        return min(foot, layout.size[1])

    @property
    def focus_ring(self) -> tuple[Controls, ...]:
        """The sets of controls that Tab goes through, in order."""
        return self.message.controls, self.bar.controls, self.strip.controls

    # -- what moves ----------------------------------------------------------------------------

    def end_motion(self) -> None:
        """End all motion, leaving every card where it belongs."""
        if self.moving:
            self.just_won = False
            self.settle()
            self.invalidate()

    def finish_motion(self) -> None:
        """End motion, put down held cards, and discard a half-typed move."""
        self.mouse.cancel()
        self.begin()
        self.keys.typed.clear()
        self.invalidate()

    # -- what the player can do: the hand ------------------------------------------------------

    def begin(self, about: PileId | None = None) -> None:
        """Prepare for an action on the pile ``about``: put down held cards and end all motion."""
        self._about = about
        self.hand.put_down()
        self.end_motion()

    def take(self, pile: PileId, count: int, grip: tuple[int, int] | None = None) -> None:
        """Pick up ``count`` cards of ``pile``, or more if the rules demand it.

        ``grip`` is where dragged cards were grabbed.
        """
        self.begin(pile)
        if count and (refusal := self.hand.take(pile, count, grip)):
            self.show(refusal)

    def drop(self, pile: PileId) -> None:
        """Put the held cards on ``pile``, or back where they came from if they can't go there."""
        self._about, held = pile, self.hand.held
        if held is None or pile == held.source:
            self.hand.put_down()
            return
        self.hand.release()
        found = moves_onto(self.rules, self.state, held.source, held.count, pile)
        result = found if isinstance(found, Refusal) else self._do(*found)
        moved: set[CardSprite] = set()
        if not isinstance(result, Refusal):
            moved = {self.groups.sprites[t.card] for step in result for t in step.transfers}
        self.show(result)
        self.hand.give_back(held, [sprite for sprite in held.sprites if sprite not in moved])

    def send_home(self, pile: PileId, count: int) -> None:
        """Send ``count`` cards of ``pile`` home, or elsewhere if the settings allow that."""
        self.begin(pile)
        anywhere = self.kit.settings.double_click_moves
        found = double_click_moves(self.rules, self.state, pile, count, anywhere=anywhere)
        self.show(found if isinstance(found, Refusal) else self._do(*found))

    def to_cells(self, pile: PileId, count: int) -> None:
        """Move the last ``count`` cards of ``pile`` into free cells."""
        self.begin(pile)
        self.show(self.session.to_cells(pile, count, self.kit.settings.automatic))

    # -- moves ---------------------------------------------------------------------------------

    def _do(self, *moves: Move) -> Action | Refusal:
        """Make ``moves`` and the automatic moves after them as one action."""
        result = self.session.do(*moves, automatic=self.kit.settings.automatic)
        if self.counts and not isinstance(result, Refusal):
            self.prompt.count_by_hand(result[0])
        return result

    def play(self, move: Move) -> bool:
        """Make a complete move; return whether it was legal."""
        self.begin(_aim(move))
        return self.show(self._do(move))

    def play_instead(self, move: Move) -> bool:
        """Replace the last action with ``move``; return whether it was legal."""
        self.begin(_aim(move))
        result = self.session.replace_last(move, self.kit.settings.automatic)
        if not isinstance(result, Refusal):
            # Animate the move from the position before the replaced action.
            self.animator.settle(self.session.before_last)
        return self.show(result)

    def play_shown(self, move: Move) -> bool:
        """Make the next move of the solution or of automatic play; return whether it was legal."""
        self.begin()
        # Without automatic moves, because the line includes every move home.
        return self.show(self.session.show_move(move))

    def deal_or_turn(self) -> None:
        """Deal from the stock, or turn the waste over."""
        self.begin(STOCK)
        if STOCK in self.state:
            self.show(self._do(Move(Verb.DEAL if self.state[STOCK] else Verb.TURN)))

    def send_safe(self) -> None:
        """Send all cards home if possible, and otherwise only the safe cards."""
        self.show(self.session.send_home())

    # -- back and forth ------------------------------------------------------------------------

    def undo(self, *, whole: bool) -> None:
        """Undo a step or, if ``whole``, an action.

        With nothing to undo, bring back the previous game if possible.
        """
        session, desk = self.session, self.desk
        if desk and not session.can_undo and desk.bring_back():
            self.new_session(desk.session, deal_out=False)
            return
        step = session.undo_step
        action = session.undo_action() if whole else step(self.kit.settings.automatic)
        self.go(action, tr("There's nothing to undo."), back=True)

    def redo(self, *, whole: bool) -> None:
        """Redo a step or, if ``whole``, an action."""
        session, step = self.session, self.session.redo_step
        action = session.redo_action() if whole else step(self.kit.settings.automatic)
        self.go(action, tr("There's nothing to redo."))

    def undo_to_winnable(self) -> None:
        """Go back to the last winnable position; if it isn't known, have the guide look for it."""
        self.begin()
        count = self.guide.actions_to_undo
        if not count:
            self.guide.try_again()
            return
        for _ in range(count):
            self.session.undo_action()
        self.position_changed()
        self.settle()
        self.tell(tr("Here it could still be won."))

    def to_branch(self, count: int) -> None:
        """Go to the next branch, or the previous one if ``count`` is negative."""
        there = self.session.history.at.beside(count)
        if there is None:
            self.refuse(tr("Nothing else has been tried here yet."))
        else:
            self._visit(there)

    def to_bookmark(self, count: int) -> None:
        """Go to the next bookmark, or the previous one if ``count`` is negative."""
        there = self.session.history.next_bookmark(count)
        if there is None:
            key = Command.BOOKMARK.key_names
            self.refuse(tr("There's no other bookmark; {key} adds one.", key=key))
        else:
            self._visit(there)

    def _visit(self, node: Node) -> None:
        """Go to ``node``, and say where in the tree it is."""
        action = self.session.go(node)
        if len(action) > _SHOWN:
            self.position_changed()
            self.settle()
        else:
            self.go(action)
        self.tell(place_text(self.session))

    def bookmark(self) -> None:
        """Add a bookmark at this position, or remove it."""
        node = self.session.here
        self.session.history.set_bookmark(node, "" if node.bookmark is None else None)
        self.session.save()
        set_now = node.bookmark is not None
        self.tell(tr("Bookmark added.") if set_now else tr("Bookmark removed."))

    # -- what is asked of the solver -----------------------------------------------------------

    def hint(self) -> None:
        """Show a hint. If a hint is already shown, show its next step."""
        self._ask(self.guide.hint)

    def solution(self) -> None:
        """Look for a winning line, and show it move by move."""
        self._ask(self.guide.solution)

    def play_fairly(self) -> None:
        """Start automatic play based on the cards seen. Refuse if the game hides no cards."""
        self._ask(self.guide.play_fairly)

    def _ask(self, look: Callable[[], None]) -> None:
        if self.session.ended:
            self.refuse(tr("The game is over."))
        else:
            look()

    # -- another game --------------------------------------------------------------------------

    def restart(self) -> None:
        """Restart this deal; the player can undo that."""
        ended = self.session.ended
        if not self.show(self.session.restart()):
            return
        if ended and self.counts:
            self.tell(tr("This is a replay and doesn't count in your statistics. Undo to go back."))
        else:
            self.tell(tr("Restarted. Undo to get your moves back."))

    def new_deal(self, deal: Deal | None = None) -> None:
        """Start ``deal`` or, if it is None, a random deal.

        If random deals must be winnable, a search may come first. Does nothing in exercises.
        """
        desk = self.desk
        if desk is None:
            return
        self.begin()
        if deal is None and self.kit.settings.winnable_only and not desk.draws_graded:
            self.guide.seek_deal()
        else:
            desk.begin(deal or desk.random_deal())
            self.new_session(desk.session)

    # -- results -------------------------------------------------------------------------------

    def show(self, result: Action | Refusal) -> bool:
        """Show ``result``; return whether it is an action."""
        if isinstance(result, Refusal):
            self.refuse(refusal_text(result), self._about)
            return False
        self.go(result)
        self.just_won = self.session.won_unaided
        return True

    def go(self, action: Action, none: str = "", *, back: bool = False) -> None:
        """Announce and animate an action that was just made. Set ``back`` if it was undone instead.

        If ``action`` is empty, play the refusal sound instead, and show the text in ``none``.
        """
        if not action:
            self.refuse(none)
            return
        if self.announcer.heard:
            tell = back_text if back else done_text
            self.announcer.say(tell(action, action[-1].after))
        self.position_changed()
        self.animator.play(action, self.kit.speed, self.state)

    def position_changed(self) -> None:
        """Show the session's position, and update what depends on it."""
        self.state = self.session.state
        self.traced = None
        self.message.keep("")
        if self.keys.cursor.visible:
            self.keys.cursor.clamp(self.state)
        self.guide.position_changed()
        self.prompt.update()
        stuck = self.desk is not None and self.desk.newly_stuck()
        words = resting_words(self.session, stuck=stuck)
        if words and not self.strip.decision.near:
            self.message.keep(words)
            self.announcer.say(words)
        self.invalidate()


def _aim(move: Move) -> PileId | None:
    """Return the pile where a refusal of ``move`` is shown, if any."""
    if move.verb is not Verb.CARRY:
        return None
    return move.source if move.target.role is Role.FOUNDATION else move.target
