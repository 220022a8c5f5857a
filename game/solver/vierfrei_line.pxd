cimport cython
from game.solver.vierfrei_pack cimport Position

cdef tuple BIT, TAKERS
cdef int EMPTY, HOMEWARD, LOOSE, ONTO_LOOSE, PLACES, _NEVER

@cython.locals(run=cython.int)
cdef int _run_of(list cards) except -1

cdef class Player:
    cdef readonly list piles, heights, moves
    cdef object _line
    cdef list _free, _where
    cdef dict _built_on

    @cython.locals(source=cython.int, onto=list, cards=list, taken=list, longest=cython.int)
    cpdef carry(self, int card, int count, target)

    @cython.locals(at=cython.int, empty=list, columns=cython.int, pile=list)
    cdef int _capacity(self, int target) except -1

    @cython.locals(before=Position, after=Position, code=cython.int, card=cython.int,
        target=cython.int, count=cython.int)
    cpdef play(self, int step)

    @cython.locals(card=cython.int, target=cython.int)
    cpdef play_plainly(self, int code)

    @cython.locals(now=list, going=cython.bint, suit=cython.int)
    cpdef bring_home(self, tuple heights)

    @cython.locals(source=cython.int, pile=list)
    cpdef bint sends_home(self, int card) except -1

    cdef object _empty(self, among)

    cdef int _needs_column(self, int card, int step) except -1

    cdef object _loose_place(self, int card, int step)

    cdef int _room(self, int step, int card, int count, onto) except -1

    cdef int _clear_column(self, int step, set keep) except -1

    cdef _into_column(self, int card, int step, set keep)

    @cython.locals(at=cython.int, code=cython.int, position=Position)
    cdef _prepare_for_none_free(self, int step, int card)
