cimport cython
from game.solver.vierfrei_pack cimport Position
from game.solver.vierfrei_referee cimport capacity, run_of

cdef tuple BIT
cdef int EMPTY, HOMEWARD, LOOSE, ONTO_LOOSE, PLACES
cdef int _NEVER

@cython.locals(line=list, position=Position)
cpdef list chain(Position end)

@cython.locals(player=_Player, step=cython.int)
cpdef list real_steps(board, list line)

@cython.locals(player=_Player, code=cython.int)
cpdef list plain_steps(board, list codes)

cdef class _Player:
    cdef public list steps
    cdef list line, free, piles, heights
    cdef dict where, built_on

    @cython.locals(before=Position, after=Position, code=cython.int, card=cython.int,
        target=cython.int, count=cython.int)
    cdef play(self, int step)

    @cython.locals(card=cython.int, target=cython.int)
    cdef play_plainly(self, int code)

    @cython.locals(piles=list, where=dict, now=list, steps=list, waiting=list, still=list,
        before=cython.Py_ssize_t, suit=cython.int, card=cython.int, source=cython.int,
        pile=list)
    cdef bring_home(self, tuple heights)

    @cython.locals(source=cython.int, pile=list)
    cdef _home(self, int card)

    @cython.locals(source=cython.int, cards=list, onto=list, longest=cython.int, taken=list)
    cdef _carry(self, int card, int count, int target)

    @cython.locals(piles=list, cell=cython.int)
    cdef object _free_cell(self)

    @cython.locals(piles=list, column=cython.int)
    cdef object _empty_column(self)

    @cython.locals(at=cython.int)
    cdef int _needs_column(self, int card, int step) except -1
    cdef _loose_place(self, int card, int step)
    cdef _room(self, int step, int card, int count, onto)
    @cython.locals(alone=list, card=cython.int, other=cython.int, column=cython.int,
        pile=list)
    cdef _clear_column(self, int step, set keep)
    cdef _into_column(self, int card, int step, int keep)
    @cython.locals(needed=list, at=cython.int, code=cython.int, loose=cython.ulonglong, keep=set,
        other=cython.int)
    cdef _prepare_for_none_free(self, int step, int card)
