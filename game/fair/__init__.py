"""Games in which cards lie hidden, as their player sees them: what is known, what to do, how often.

``Looked`` keeps how far a player has looked, ``Knowledge.of(kind, state, looked)`` is what he knows
of a position. ``advise`` answers at once, ``advice_so_far`` several times with ever more samples,
``play_on`` plays a game to its end. A window asks the solver's process by
``service.run(FairAdvice(knowledge))`` and reads the ``Advice`` with ``service.result``.
"""
