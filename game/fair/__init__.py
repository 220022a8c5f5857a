"""Advice in games with hidden cards, using only what the player can see.

``session.seen`` (or ``SeenSoFar().after_all(states)``) says how far a player has looked.
``Knowledge.of(kind, state, seen)`` is what the player knows about a position; it contains nothing
hidden.

A window calls ``service.run(FairAdvice(knowledge))`` at every tick; the call costs nothing while
the job is running in the other process. ``service.result`` with an equal job then returns the
latest ``Advice``; a new one is ready after 4, 16 and 64 samples. Asking for a verdict ends the job
early, and so does ``service.cancel``.

An ``Advice`` has the ``moves`` to play up to the next hidden card, the ``percent`` to show, the
``grounds`` (put into words by ``words.chances.grounds_text``) and the ``candidates``. For the
casino's decisions, ``expected`` is the average result of playing on, ``stopping`` is the balance if
the player stops, and ``is_to_stop`` says which is better. The expectations are corrected according
to how real games turned out (``Calibration``).

``advise`` and ``advice_so_far`` answer in this process; ``play_on`` plays a game to its end.
"""
