"""The game behind the web page: takes the player's requests, and tells the page what to show.

The page calls ``Front.take``, and gets messages as JSON: ``show`` with all that is visible, and
``say`` with anything else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from game.art.decks import DeckStyle, usual_letters
from game.core.moves import Action, Move, Refusal, Verb
from game.core.state import STOCK, PileId, State, longest_column
from game.export.html import PageGame, boards_data, page, piles_text
from game.export.svg_faces import drawn
from game.play.game_text import from_text, share_line, tree_text, why_no_game
from game.play.review import Review
from game.play.session import Session
from game.player.settings import Settings
from game.record.daily import daily_deal, day_of
from game.record.export import GAME, file_name
from game.record.statistics import by_kind, summary
from game.record.totals import past_cells, past_names, totals
from game.rules.choices import Automatic, double_click_moves, moves_onto, targets
from game.rules.notation import TypedMove, parse_move
from game.rules.registry import KINDS, deal_named
from game.solver.answer import Verdict
from game.solver.service import SolverService
from game.store.current import Desk, Desks, draw_number
from game.store.log import LOG
from game.store.store import PlayerStore
from game.support.errors import GivenError
from game.support.texts import texts, tr, trn
from game.teach.difficulty import ending_texts, grade_text, graded_at_once
from game.teach.hints import Hint, hint_of_line, hint_of_thumb
from game.teach.standing import (
    LIGHTS,
    account_line,
    empty_stock_text,
    light_label,
    lost_deal_text,
    move_count,
    stage_of,
    turn_count,
    unknown_text,
    waiting_rank,
)
from game.web.links import link_of, session_of, side_by_side
from game.web.remote_jobs import Post, RemoteJobs
from game.words.names import deal_title, kind_name, pile_name, refusal_text
from game.words.summary import back_text, done_text, pile_text

LONGEST: Final = 12
"""Columns have room for at least this many cards."""
FOLDER: Final = Path("/home/player/vierfeld")
"""The player's folder in memory; the browser keeps a copy."""
_MAX_PAST_GAMES: Final = 50


class Front:
    """Runs the player's game; ``post`` sends messages to the page."""

    def __init__(self, post: Post, folder: Path = FOLDER) -> None:
        self._post = post
        self.jobs = RemoteJobs(post)
        self._solver = SolverService(self.jobs)
        self._store = PlayerStore(folder)
        self._settings = Settings()
        self._desks = Desks(self._store, self._settings)
        self._session: Session | None = None
        self._automatic = Automatic.OFF
        self._light_is_on = True
        self._longest = LONGEST
        """How long a column can be on the page, in cards. This length never falls during a game."""
        self._typed = TypedMove(KINDS[next(iter(KINDS))].notation)
        self._hint: Hint | None = None
        self._deeper = False
        self._when_judged: Callable[[Sequence[Move]], None] | None = None
        """The function to call once a winning line from the current position is known."""
        self._solution_left: list[Move] = []
        """The moves of the solution that are still to be shown."""
        self._review: Review | None = None
        """The review whose positions are being judged."""

    def take(self, name: str, values: str, seconds: float = 0.0) -> None:
        """Call the method ``name`` with the arguments in ``values``, a JSON list.

        A ``GivenError`` is shown to the player. ``seconds`` is the time played.
        """
        if self._session is not None:
            info = self._session.info
            info.seconds = max(info.seconds, seconds)
        try:
            getattr(self, name)(*json.loads(values))
        except GivenError as error:
            if self._session is None:
                self.resume(*next(iter(KINDS)), draw_number())
            self._say(str(error), wrong=True)
        for line in self._store.take_problems():
            self._say(line)

    # -- games ---------------------------------------------------------------------------------

    def choose(self, options: Mapping[str, Any]) -> None:
        """Apply the player's options: language, automatic moves, and whether to show the light."""
        texts.use(options.get("language") or "en")
        self._automatic = Automatic(options.get("automatic", "off"))
        self._light_is_on = bool(options.get("light", True))
        if self._session is not None:
            self._show([])

    def open(self, game: str, rules: str | None, number: int | None = None) -> None:
        """Begin a game with deal ``number``, or with a random deal."""
        wanted = draw_number() if number is None else number
        self._take(Session(deal_named(game, wanted, rules)))

    def open_day(self, game: str, rules: str | None, day: str) -> None:
        """Begin a game with the deal of ``day``, an ISO 8601 date."""
        self._take(Session(daily_deal(date.fromisoformat(day), game, rules)))

    def resume(self, game: str, rules: str | None, number: int, link: str = "") -> None:
        """Continue the game in hand. If there is none under ``rules``, begin a new one.

        ``number`` is the number of the new game's deal. If Python has crashed, ``link`` is the game
        that the page showed. If the game in hand has the same deal, any moves that weren't saved
        are made again. Otherwise the game in ``link`` becomes the game in hand.
        """
        deal = deal_named(game, number, rules)
        in_hand = self._in_hand(game)
        shown = session_of(link) if link else None
        if shown is not None and (in_hand is None or in_hand.deal != shown.deal):
            self._take(shown)
        elif in_hand is None or in_hand.deal.rules != deal.rules:
            self._take(Session(deal))
        else:
            saved = link_of(in_hand)
            # If Python died, moves on the page may not have been saved.
            if shown is not None and link.startswith((f"{saved}.", f"{saved}/")):
                for action in shown.since_restart[len(in_hand.since_restart) :]:
                    in_hand.do(*(step.move for step in action))
            self._lay(self._desks.of(game))

    def open_link(self, link: str) -> None:
        """Show the game in hand if it continues the linked game. Otherwise show the linked game, or
        compare it with the best recorded game of its deal."""
        session = session_of(link)
        deal = session.deal
        in_hand = self._in_hand(deal.game)
        mine = self._store.log.best_of(deal)
        begins = (f"{link}.", f"{link}/")
        if in_hand and not in_hand.ended and f"{link_of(in_hand)}/".startswith(begins):
            self._lay(self._desks.of(deal.game))
        elif mine is None or not session.can_undo:
            self._take(session)
        else:
            if self._session is None:
                self._lay(self._desks.of(deal.game, None if in_hand else deal))
            parts = side_by_side(mine, self._store.finished_game(mine.id), session)
            self._tell(beside={"title": deal_title(deal), "parts": parts, "link": link})

    def lay_link(self, link: str) -> None:
        """Make the linked game the game in hand, and show it."""
        self._take(session_of(link))

    def open_file(self, name: str, text: str) -> None:
        """Show the game in a file, or add a log's games to the record."""
        if name.endswith(Path(LOG).suffix):
            added = self._store.merge(text.encode())
            self._say(trn("{n} game was added.", "{n} games were added.", added))
            return
        kind = self._session.deal.kind if self._session is not None else next(iter(KINDS.values()))
        try:
            self._take(from_text(text, kind.game, kind.rules))
        except (ValueError, OSError) as error:
            self._say(why_no_game(error), wrong=True)

    def _in_hand(self, game: str) -> Session | None:
        desk = self._desks.find(game)
        return None if desk is None else desk.session

    def _take(self, session: Session) -> None:
        """Make ``session`` the game in hand, and show it."""
        self._lay(self._desks.take(session))

    def _lay(self, desk: Desk) -> None:
        self._session, self._longest = desk.session, LONGEST
        self._typed = TypedMove(desk.session.deal.kind.notation)
        self._forget()
        self._show([], board=True)

    @property
    def session(self) -> Session:
        """The game on the table; raises ``GivenError`` if there is none."""
        if self._session is None:
            raise GivenError(tr("No game is open."))
        return self._session

    # -- moves ---------------------------------------------------------------------------------

    def drop(self, source: int, count: int, target: int) -> None:
        """Move the last ``count`` cards of a pile onto another pile."""
        session, piles = self.session, self.session.rules.piles
        found = moves_onto(session.rules, session.state, piles[source], count, piles[target])
        self._done(found if isinstance(found, Refusal) else self._do(*found))

    def send(self, source: int, count: int) -> None:
        """Move the last ``count`` cards of a pile to where a double click would send them."""
        session = self.session
        pile = session.rules.piles[source]
        found = double_click_moves(session.rules, session.state, pile, count)
        self._done(found if isinstance(found, Refusal) else self._do(*found))

    def to_cells(self, source: int, count: int) -> None:
        """Move the last ``count`` cards of a pile into free cells."""
        pile = self.session.rules.piles[source]
        self._done(self.session.to_cells(pile, count, self._automatic))

    def play(self, text: str) -> None:
        """Make a move written in notation."""
        self._done(self._do(parse_move(text, self.session.deal.kind.notation)))

    def type(self, letter: str) -> None:
        """Take the next character of a typed move; an empty ``letter`` discards what was typed."""
        typed = self._typed
        before = typed.text
        if not letter:
            typed.clear()
        else:
            found = typed.feed(letter)
            if isinstance(found, Move):
                self._play_typed(found)
            elif found is not None:
                self._say(tr("{text} isn't a move.", text=before + letter), wrong=True)
        self._tell(typed=typed.text)

    def _play_typed(self, move: Move) -> None:
        session = self.session
        if move.count is not None:
            # The move has been made already; the player has since typed a smaller number of cards.
            self._done(session.replace_last(move, self._automatic))
            return
        before = session.here
        self._done(self._do(move))
        if session.here is not before and move.verb is Verb.CARRY:
            self._typed.leave_open(len(session.before_last[move.source]))

    def deal(self) -> None:
        """Deal from the stock or, if it is empty, turn the waste over."""
        state = self.session.state
        if STOCK in state:
            self._done(self._do(Move(Verb.DEAL if state[STOCK] else Verb.TURN)))

    def send_safe(self) -> None:
        """Send all cards home if possible, otherwise the safe ones."""
        self._done(self.session.send_home())

    def restart(self) -> None:
        self._done(self.session.restart())

    def undo(self, whole: bool = True) -> None:
        """Undo the last action, or only one step if ``whole`` is False.

        At the start of a game, go back to the previous game.
        """
        session = self.session
        action = session.undo_action() if whole else session.undo_step(self._automatic)
        if not action:
            desk = self._desks.of(session.deal.game)
            if desk.bring_back():
                self._lay(desk)
            else:
                self._say(tr("There's nothing to undo."), wrong=True)
            return
        self._moved(action, back_text(action, session.state))

    def redo(self, whole: bool = True) -> None:
        """Redo the next action, or only one step if ``whole`` is False."""
        session = self.session
        action = session.redo_action() if whole else session.redo_step(self._automatic)
        if not action:
            self._say(tr("There's nothing to redo."), wrong=True)
            return
        self._moved(action, done_text(action, session.state))

    def _do(self, *moves: Move) -> Action | Refusal:
        return self.session.do(*moves, automatic=self._automatic)

    def _done(self, result: Action | Refusal) -> None:
        if isinstance(result, Refusal):
            self._say(refusal_text(result), wrong=True)
        else:
            self._moved(result, done_text(result, self.session.state))

    def _moved(self, action: Action, said: str) -> None:
        before = [step.after for step in action[:-1]]
        self._forget()
        self._show([*before, self.session.state], said=said)

    # -- hints and solutions -------------------------------------------------------------------

    def hint(self) -> None:
        """Show a hint. Later calls explain the hint, if it has reasons, and then make the move."""
        session = self.session
        if self._hint is not None:
            self._go_deeper(self._hint)
        elif session.ended:
            self._say(tr("The game is over."), wrong=True)
        elif session.deal.kind.hides_cards:
            self._begin_hint(hint_of_thumb(session.rules, session.state))
        else:
            self._ask(
                lambda line: self._begin_hint(hint_of_line(session.rules, session.state, line))
            )

    def solution(self) -> None:
        """Show the player a winning line once one is found."""
        if self.session.ended:
            self._say(tr("The game is over."), wrong=True)
        else:
            self._ask(self._begin_solution)

    def _ask(self, then: Callable[[Sequence[Move]], None]) -> None:
        """Ask the solver for a winning line, and call ``then`` with it once it is known."""
        session = self.session
        self._when_judged = then
        self._solver.ask(session.deal, session.state)
        if self._solver.is_busy():
            self._say(tr("thinking …"))
        self._look()

    def _look(self) -> None:
        """If the solver has found a winning line, pass it to ``_when_judged``.

        If it has finished without finding one, tell the player.
        """
        session, wish = self._session, self._when_judged
        if session is None or wish is None or self._solver.is_busy():
            return
        known = self._solver.known(session.deal, session.state)
        self._when_judged = None
        if known is None or known.verdict is Verdict.UNDECIDED:
            self._say(unknown_text(session.deal), wrong=True)
        elif known.verdict is Verdict.LOST:
            begun = bool(session.since_restart)
            words = tr("This is lost, and no earlier position is known to be winnable.")
            self._say(words if begun else lost_deal_text(session.deal), wrong=True)
        else:
            wish(known.moves)

    def _begin_hint(self, hint: Hint | None) -> None:
        if hint is None:
            self._say(tr("No hint was found here."), wrong=True)
            return
        self.session.count_hint()
        self._hint, self._deeper = hint, False
        self._show([], said=hint.first)

    def _go_deeper(self, hint: Hint) -> None:
        if self._deeper or not hint.further:
            self._done(self._do(hint.move))
            return
        self._deeper = True
        self._show([], said=f"{hint.further} {hint.rest_of_line}".strip())

    def _begin_solution(self, line: Sequence[Move]) -> None:
        self._solution_left = list(line)
        self.go_on()

    def go_on(self) -> None:
        """Make the next move of the solution, if any is left."""
        if not self._solution_left:
            return
        move, *left = self._solution_left
        result = self.session.show_move(move)
        self._done(result)
        if not isinstance(result, Refusal):
            self._solution_left = left
            self._tell(more=bool(left))

    def _forget(self) -> None:
        """Discard the hint, the solution and the review."""
        self._hint, self._when_judged, self._solution_left, self._review = None, None, [], None

    # -- the review ----------------------------------------------------------------------------

    def review(self) -> None:
        """Have every position judged, then send the page the review."""
        session = self.session
        self._forget()
        self._review = Review(session.deal, session.positions)
        self._judge_next()

    def _judge_next(self) -> None:
        """Judge the next position or, after the last, send the review."""
        review = self._review
        if review is None or self._solver.is_busy():
            return
        while (at := review.next_to_judge()) is not None:
            state = review.positions[at]
            self._solver.ask(review.deal, state, one_of_many=True)
            if self._solver.is_busy():
                count = len(review.positions)
                done = count - review.verdicts.count(None)
                self._say(tr("Judging the moves: {done} of {count}", done=done, count=count))
                return
            known = self._solver.known(review.deal, state)
            review.add_verdict(
                at, known.verdict if known else Verdict.UNDECIDED, known.moves if known else ()
            )
        self._review = None
        tree = self.session.history.without_restarts()
        style = DeckStyle(letters=usual_letters(texts.language))
        self._tell(page=page(PageGame(tree, review), style), words="")

    def play_on(self, count: int) -> None:
        """Continue the reviewed game from the position ``count`` actions after the last restart."""
        session = self.session
        node = session.history.at
        if 0 <= count <= node.game_length:
            session.go([*node.path_to_root()][node.game_length - count])
            self._forget()
            self._show([session.state])

    # -- showing the game ----------------------------------------------------------------------

    def _show(self, states: Sequence[State], *, said: str = "", board: bool = False) -> None:
        """Show ``states`` one by one, then the current position. ``said`` is the message."""
        session = self.session
        if self._light_is_on and not session.ended and not session.deal.kind.hides_cards:
            self._solver.ask(session.deal, session.state)
        found = self._view()
        if board:
            found["board"] = self._board()
        found["steps"] = [piles_text(state) for state in states]
        found["said"] = said
        self._post("show", json.dumps(found, ensure_ascii=False))

    def _board(self) -> dict[str, object]:
        deal = self.session.deal
        return {
            "game": deal.game,
            "rules": deal.rules,
            "number": deal.number,
            "title": deal_title(deal),
            "names": [pile_name(pile) for pile in deal.engine.piles],
        }

    def _view(self) -> dict[str, object]:
        session = self.session
        rules, state, deal = session.rules, session.state, session.deal
        piles = rules.piles
        self._longest = max(self._longest, longest_column(state))
        takes = [[*rules.counts(state, pile)] for pile in piles]
        stage = stage_of(deal, state) if deal.kind.in_stages else None
        graded = graded_at_once(deal)
        found: dict[str, object] = {
            "piles": piles_text(state),
            "boards": boards_data(deal.engine, self._longest),
            "takes": takes,
            "targets": [
                self._targets(pile, counts) for pile, counts in zip(piles, takes, strict=True)
            ],
            "told": [pile_text(pile, state, waiting_rank(deal, state)) for pile in piles],
            "standing": [
                *filter(None, (account_line(session), turn_count(session), move_count(session)))
            ],
            "grade": grade_text(graded) if graded is not None else "",
            "light": self._light(),
            "undo": session.can_undo or self._desks.of(deal.game).can_bring_back,
            "redo": session.can_redo,
            "ended": session.ended,
            "won": session.won,
            "seconds": session.info.seconds,
            "link": link_of(session),
            "ring": empty_stock_text(deal, state),
            "stage": None,
            "arrows": self._arrows(),
        }
        if stage is not None:
            found["stage"] = {
                "words": stage.words,
                "brief": stage.brief,
                "moves": [[verb.value, name] for verb, name in stage.moves],
                "best": stage.best.value if stage.best else "",
            }
        if session.ended:
            found["ending"] = ending_texts(session, graded)
        return found

    def _targets(self, pile: PileId, counts: Sequence[int]) -> dict[int, list[int]]:
        session = self.session
        piles = session.rules.piles
        return {
            count: [piles.index(one) for one in targets(session.rules, session.state, pile, count)]
            for count in counts
        }

    def _arrows(self) -> list[tuple[int, int, int]]:
        """Return a hint's arrows, each as two pile indexes and a card count."""
        if self._hint is None:
            return []
        piles = self.session.rules.piles
        way = self._hint.legs if self._deeper else self._hint.legs[:1]
        return [
            (piles.index(leg.move.source), piles.index(leg.move.target), len(leg.cards))
            for leg in way
            if leg.move.verb is Verb.CARRY and leg.move.target in piles
        ]

    def _light(self) -> tuple[str, str] | None:
        session = self.session
        if not self._light_is_on or session.ended or session.deal.kind.hides_cards:
            return None
        light = LIGHTS[self._solver.verdict(session.deal, session.state)]
        return light.name.lower(), light_label(light, begun=bool(session.since_restart))

    def _say(self, words: str, *, wrong: bool = False) -> None:
        self._tell(words=words, wrong=wrong)

    def _tell(self, **found: object) -> None:
        self._post("say", json.dumps(found, ensure_ascii=False))

    # -- answers from the solver ---------------------------------------------------------------

    def answered(self, number: int, packed: bytes | None, lost: bool) -> None:
        """Take a worker's answer, and update the light, the hint or the review with it."""
        self.jobs.take(number, packed, lost=lost)
        if self._solver.poll() and self._session is not None:
            self._tell(light=self._light())
        self._look()
        self._judge_next()

    # -- saving, statistics and export ---------------------------------------------------------

    def save(self) -> None:
        """If the game has begun, save it with the time played."""
        if self._session is not None and self._session.begun:
            self._session.save()

    def statistics(self, game: str, rules: str | None) -> None:
        """Send the page the statistics and the latest games of one kind of game."""
        kind = KINDS[game, rules]
        entries = by_kind(self._store.log.games()).get(kind.key, ())
        today = date.today()
        if entries:
            parts = totals(summary(entries, *kind.key), kind.key)
            parts.append(("heading", (tr("Past games"),)))
        else:
            told = tr("Your first game will appear here once it's won or abandoned.")
            parts = [("text", (told,))]
        past = [past_cells(one, today) for one in entries[: -_MAX_PAST_GAMES - 1 : -1]]
        found = {"title": kind_name(kind), "parts": parts, "names": past_names(kind), "past": past}
        self._tell(statistics=found)

    def give(self, what: str) -> None:
        """Send the page a file to save: the ``game`` or the ``record``."""
        session = self.session
        if what == "record":
            path = self._store.folder / LOG
            file = LOG, path.read_text("utf-8") if path.exists() else ""
        else:
            file = f"{file_name(session.deal)}.{GAME}", tree_text(session)
        self._tell(file=file)

    def faces(self, deck: str, four_colours: bool) -> None:
        """Send the page the faces and the back of ``deck``."""
        style = DeckStyle(deck, four_colours, letters=usual_letters(texts.language))
        self._tell(faces=drawn(style, back=True))

    def tell(self, what: str) -> None:
        """Send the page a text to copy. ``what`` is either ``game`` or ``result``."""
        session = self.session
        day = day_of(session.deal, date.today())
        self._tell(text=share_line(session, day) if what == "result" else tree_text(session))


def connect(post: Post) -> Callable[..., None]:
    """Return the function that takes the page's messages."""
    front = Front(post)

    def take(name: str, *values: Any) -> None:
        if name == "answer":
            number, packed, lost = values
            front.answered(number, None if packed is None else bytes(packed), lost)
        else:
            front.take(name, *values)

    return take
