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

    cdef int _levels(self, int least) except -1

    cdef _width(self, levels, part)

    @cython.locals(seen=set, level=list, after=list, spot=tuple, whole=cython.bint,
        depth=cython.int, all_of_them=cython.bint)
    cdef list _run(self, int length, part)

    @cython.locals(most=cython.longlong, alike=dict, level=list, entry=tuple, made=tuple,
        columns=tuple, under=cython.longlong, column=tuple, count=cython.int, run=cython.int,
        others=cython.longlong, whole=cython.bint, spots=Spots)
    cdef tuple _selected(self, list after, set seen, long long width, int left)

    @cython.locals(entry=tuple, code=cython.int, least=cython.int)
    cdef tuple _next(self, list after, int left)

    @cython.locals(following=cython.ulonglong, source=cython.int, column=tuple,
        bit=cython.ulonglong, card=cython.int)
    cdef _home_instead(self, tuple spot, set seen, list level)

    @cython.locals(made=tuple)
    cdef _add_home(self, tuple spot, int code, set seen, list level)

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
        target=cython.int)
    cpdef _expand(self, tuple spot, set seen, list found, int left)
