cimport cython
from game.solver.vierfrei_worth cimport disorder

cdef tuple BIT, IN_CELL, IN_CELLS, TAKERS, ZOBRIST
cdef int ALONE, EMPTY, LOOSE, _MOST
cdef long long LEFT

cdef class Towers(dict):
    cdef dict _costs

    @cython.locals(found=tuple)
    cdef tuple _cost(self, tuple cards)

    @cython.locals(cards=tuple, stays=cython.ulonglong, run=cython.int, moved=cython.int,
        card=cython.int, left=tuple, under=cython.int, cost=cython.longlong,
        cheaper=cython.longlong, last=cython.int, below=cython.int, ways=list)
    cpdef list ways(self, tuple tower)

    cpdef laid(self, tuple tower, tuple run)

    @cython.locals(count=cython.int, at=cython.int, card=cython.int, cards=tuple)
    cpdef covering(self, tuple tower, unsigned long long wanted)

    @cython.locals(heights=tuple, following=cython.ulonglong, left=cython.longlong,
        base=cython.longlong, kind=cython.longlong, at=cython.longlong, card=cython.int,
        tower=tuple, wanted=cython.ulonglong, cost=cython.longlong, below=cython.longlong,
        height=cython.longlong)
    cpdef tuple sums(self, list columns, list cells, tuple home)
