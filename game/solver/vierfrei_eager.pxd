cimport cython
from game.solver cimport bits
from game.solver.vierfrei_towers cimport Towers

cdef tuple BIT, IN_CELL, IN_CELLS, SINGLE, TAKERS, UNDER, ZOBRIST
cdef int ALONE, EMPTY, FROM_LOOSE, LOOSE, SETTLE, PLACE, _BAND
cdef long long BURIED, HOMEWARD, _NEVER

cdef class Eager:
    cdef object _clock, _stop, _end, _begun
    cdef Towers _towers
    cdef long long[72] _places
    cdef long long _limit
    cdef public long long positions
    cdef public tuple _start

    cdef _width(self, left)

    @cython.locals(seen=set, level=list, place=tuple, kind=cython.longlong)
    cdef list _run(self, int bound)

    @cython.locals(most=cython.longlong, alike=dict, level=list, bands=list, band=cython.longlong,
        value=cython.longlong, parent=tuple, code=cython.int, made=tuple, later=cython.longlong,
        kind=cython.longlong, others=cython.longlong, columns=tuple, cells=tuple)
    cdef list _selected(self, after, set seen, long long width)

    @cython.locals(kind=cython.longlong, target=cython.int, source=cython.int, tower=tuple,
        way=tuple, change=cython.longlong)
    cdef long long _kind(self, tuple parent, int code) except? -1

    @cython.locals(columns=list, cells=list, tower=tuple)
    cdef tuple _first(self, board)

    @cython.locals(
        columns=tuple, cells=tuple, home=tuple, base=cython.longlong, following=cython.ulonglong,
        towers=Towers, places="long long*", limit=cython.longlong, at=cython.int,
        empty=cython.int, free=cython.int, onto_may=cython.int, empty_may=cython.int,
        parking=cython.longlong, clearing=cython.longlong, ends=list, exposed=cython.ulonglong,
        source=cython.int, tower=tuple, takers=cython.ulonglong, more=cython.longlong,
        stays=cython.ulonglong, opened=cython.ulonglong, onward=cython.int, ways=list,
        value=cython.longlong, wanted=cython.ulonglong, first=cython.ulonglong,
        moved=cython.int, run=tuple, gain=cython.longlong, alone=cython.longlong, goals=tuple,
        hits=cython.ulonglong, gone=cython.longlong, bit=cython.ulonglong, goal=cython.int,
        into=cython.int, onto=tuple, laying=dict, code=cython.int,
        card=cython.int, target=cython.int)
    cdef _expand(self, tuple place, set seen, found)

    @cython.locals(columns=tuple, cells=tuple, card=cython.int, target=cython.int,
        source=cython.int, towers=Towers, now=list, at=cython.int, run=tuple, cards=tuple,
        into=cython.int)
    cdef tuple _enter(self, tuple parent, int code, key, long long value, long long kind)

    @cython.locals(columns=tuple, cells=tuple, home=tuple, card=cython.int, target=cython.int,
        source=cython.int, towers=Towers, now=list, lying=list, cards=tuple, at=cython.int,
        into=cython.int, heights=list)
    cdef tuple _settled(self, tuple parent, int code)

    @cython.locals(towers=Towers, home=tuple, following=cython.ulonglong, at=cython.int,
        tower=tuple, end=cython.ulonglong, cards=tuple, card=cython.int, base=cython.longlong,
        kind=cython.longlong)
    cdef tuple _sent(
        self, list columns, list cells, list heights, key, tuple parent, int code)
