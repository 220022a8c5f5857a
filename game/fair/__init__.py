"""Games in which cards lie hidden, as their player sees them: what is known, what to do, how often.

``session.looked`` (or ``Looked().through(states)``) tells how far a player has looked, and
``Knowledge.of(kind, state, looked)`` what he knows of a position; it holds nothing hidden. A window
asks the solver's process by ``service.run(FairAdvice(knowledge))``, again at each tick, which costs
nothing while it is under way, and reads the latest ``Advice`` by ``service.result`` with an equal
question: after 4, 16 and 64 samples. A question about a verdict, and ``service.cancel``, end it.

An ``Advice`` has the ``moves`` to play up to the next hidden card, ``percent`` as it may be told,
``why`` (in words: ``words.fair.reason``), the ``candidates``, what going on is ``expected`` to come
to, and the account on ``stopping``, which weighs the casino's decisions; ``stops`` says which. What
it expects is corrected by what games came to (``calibration``).
``advise`` and ``advice_so_far`` answer in this process, ``play_on`` plays a game to its end.
"""
