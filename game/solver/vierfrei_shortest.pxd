cimport cython
from game.solver cimport bits
from game.solver.vierfrei_spots cimport Spots
from game.solver.vierfrei_stacks cimport Stacks

cdef tuple BIT, LOWER, TAKERS, UNDER, ZOBRIST, IN_CELL
cdef int ALONE, EMPTY, FROM_LOOSE, HOMEWARD, LOOSE, ROUGH, SETTLE

cdef class Shortest:
    cdef object _clock, _stop, _end, _begun
    cdef public Spots _spots
    cdef public tuple _start
    cdef public long long positions
    cdef public int least

    @cython.locals(start=tuple, seen=dict, waiting=list, total=cython.int,
        before=cython.longlong)
    cpdef line(self, int length)

    cdef cython.bint _too_many(self, following, totals) except -1

    @cython.locals(spots=Spots, ready=list, entry=tuple, rough=cython.int, moves=cython.int,
        code=cython.int, least=cython.int, made=tuple)
    cdef tuple _go_on_with_some(self, dict seen, list waiting, int total, int length)

    @cython.locals(moves=cython.int, level=list, one=tuple, near=list, found=tuple, ready=list)
    cpdef _go_on(self, tuple spot, dict seen, list waiting, int total, int length)

    @cython.locals(following=cython.ulonglong, source=cython.int, column=tuple,
        bit=cython.ulonglong, card=cython.int)
    cdef _home_instead(self, tuple spot, dict seen, list level, int moves)

    @cython.locals(made=tuple)
    cdef _add_home(self, tuple spot, int code, dict seen, list level, int moves)

    @cython.locals(
        columns=tuple, cells=tuple, home=tuple, base=cython.longlong, forced=cython.int,
        following=cython.ulonglong, safe=cython.ulonglong, spots=Spots, known=Stacks, rests=dict,
        places="long long*", weight=cython.longlong, buried=cython.longlong,
        homeward=cython.longlong, at=cython.int, empty=cython.int, free=cython.int,
        onto_may=cython.int, empty_may=cython.int, exposed=cython.ulonglong, column=tuple,
        end=cython.ulonglong, source=cython.int, cards=tuple, all_takers=cython.ulonglong,
        ways=list, takers=cython.ulonglong, moved=cython.int, rest=tuple, gain=cython.longlong,
        aside=cython.int, opened=cython.ulonglong, lower=cython.ulonglong, goals=tuple,
        ends=cython.ulonglong, gone=cython.longlong, stays=cython.ulonglong, where=cython.int,
        wanted=cython.ulonglong, onward=cython.int, fewer=cython.int, bit=cython.ulonglong,
        goal=cython.int, fewest=cython.int, into=cython.int, onto=tuple, units=cython.int, there=cython.ulonglong,
        code=cython.int, least=cython.int, value=cython.longlong, card=cython.int,
        target=cython.int, entry=tuple)
    cpdef _expand(self, tuple spot, dict seen, tuple found, int moves, int left)
