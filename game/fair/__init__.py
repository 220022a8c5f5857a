"""Advice in games with hidden cards, using only what the player can see.

``session.seen`` (or ``SeenSoFar().after_all(states)``) says how far a player has looked, and
``Knowledge.of(kind, state, seen)`` what he knows about a position; it contains nothing hidden. A
window asks the solver's process by ``service.run(FairAdvice(knowledge))``, at every tick, which
costs nothing while the job runs, and reads the latest ``Advice`` by ``service.result`` with an
equal question: after 4, 16 and 64 samples. A question about a verdict, or ``service.cancel``, ends
the job.

An ``Advice`` has the ``moves`` to play up to the next hidden card, the ``percent`` to show,
``grounds`` (put into words by ``words.chances.grounds_text``), the ``candidates``, what going on is
``expected`` to lead to, and the balance on ``stopping``, which matters for the casino's decisions;
``is_to_stop`` says which is better. The expectations are corrected by what games really came to
(``Calibration``). ``advise`` and ``advice_so_far`` answer in this process; ``play_on`` plays a game
to its end.
"""
