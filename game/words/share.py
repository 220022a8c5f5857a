"""One line about a finished or unfinished game, to be shown to others."""

from __future__ import annotations

from game.play.session import Session
from game.support.texts import tr, trn
from game.words.names import account_text, duration, game_name


def share_line(session: Session, day: str = "") -> str:
    """Return a line that tells how a game went without giving its solution away; ``day`` is the ISO
    8601 date of a deal of the day, empty for any other."""
    deal, kind = session.deal, session.deal.kind
    named = tr("own deal") if deal.number is None else str(deal.number)
    words = [f"{game_name(kind)} {named}" + (f" ({kind.rules_name})" if kind.rules_name else "")]
    home = session.state.cards_home
    book = session.book
    if book.replay:
        words.append(tr("replay"))
    if book.shown:
        words.append(tr("solution shown"))
    else:
        words.append(tr("won") if session.won else trn("{n} card home", "{n} cards home", home))
    if kind.payment is not None and session.counted is not None:
        words.append(account_text(session.counted, kind.payment.in_dollars))
    words += [trn("{n} move", "{n} moves", session.moves), duration(session.book.seconds)]
    words.append(trn("{n} hint", "{n} hints", book.hints))
    words.append(trn("{n} undo", "{n} undos", book.undos))
    return " · ".join([*filter(None, ["Vierfeld", day]), *words])
