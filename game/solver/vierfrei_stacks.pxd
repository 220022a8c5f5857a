cimport cython
from game.solver.vierfrei_bound cimport stops_on

cdef tuple BIT, TAKERS, ZOBRIST
cdef int ALONE
cdef int _MOST

cdef class Stacks(dict):
    cdef long long _under, _breaks

    @cython.locals(card=cython.int, bit=cython.ulonglong, takers=cython.ulonglong,
        above=cython.ulonglong, all_takers=cython.ulonglong, mask=cython.ulonglong,
        count=cython.int, run=cython.int, cost=cython.longlong, under=cython.int,
        stops=tuple, stop=tuple, beyond=tuple, below=tuple, found=tuple)
    cdef tuple _add(self, tuple cards)

    @cython.locals(cards=tuple, count=cython.int, run=cython.int, cost=cython.longlong,
        other=cython.longlong, forced=cython.int, less=cython.int, stops=tuple, ways=list,
        lower=object, moved=cython.int, card=cython.int, left=tuple, under=cython.int)
    cpdef list ways(self, tuple stack)
