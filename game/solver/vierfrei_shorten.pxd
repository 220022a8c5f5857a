cimport cython
from game.solver cimport bits
from game.solver.vierfrei_carry cimport carried, key_after, settled
from game.solver.vierfrei_pack cimport Packer
from game.solver.vierfrei_ways cimport Lanes

cdef tuple BIT, TAKERS, UNDER, ZOBRIST, _IN_CELL
cdef int ALONE, EMPTY, FROM_LOOSE, HOMEWARD, SETTLE, _BAND

cdef class Beam:
    cdef object _weights, _clock, _stop, _end, _begun
    cdef Lanes _columns
    cdef Packer _packer
    cdef public long long positions
    cdef long long[72] _places
    cdef tuple _start

    cdef _width(self, left)

    @cython.locals(seen=set, level=list, place=tuple)
    cdef _run(self, int bound)

    @cython.locals(width=cython.longlong, most=cython.longlong, alike=dict, level=list,
        entries=list, parent=tuple, code=cython.int, made=tuple, columns=tuple, under=cython.longlong,
        column=tuple, count=cython.int, run=cython.int, others=cython.longlong,
        value=cython.longlong)
    cdef list _selected(self, after, set seen, int left)

    @cython.locals(columns=list, cells=list)
    cdef tuple _first(self, board)

    @cython.locals(following=cython.ulonglong, source=cython.int, column=tuple,
        bit=cython.ulonglong, card=cython.int)
    cdef _home_instead(self, tuple place, set seen, list level)

    @cython.locals(made=tuple)
    cdef _add_home(self, tuple place, int code, set seen, list level)

    @cython.locals(
        columns=tuple, cells=tuple, home=tuple, base=cython.longlong, following=cython.ulonglong,
        safe=cython.ulonglong, buried=cython.longlong, homeward=cython.longlong,
        places="long long*", known=Lanes, at=cython.int, empty=cython.int, free=cython.int,
        onto_may=cython.int, empty_may=cython.int, exposed=cython.ulonglong, column=tuple,
        end=cython.ulonglong, source=cython.int, cards=tuple, count=cython.int,
        all_takers=cython.ulonglong, loosening=tuple, ways=list, takers=cython.ulonglong,
        moved=cython.int, gain=cython.longlong, stays=cython.ulonglong,
        opened=cython.ulonglong, goals=tuple, ends=cython.ulonglong, gone=cython.longlong,
        wanted=cython.ulonglong, onward=cython.int, bit=cython.ulonglong, goal=cython.int,
        into=cython.int, code=cython.int, value=cython.longlong, card=cython.int, target=cython.int)
    cdef _expand(self, tuple place, set seen, found)

    @cython.locals(columns=list, cells=list, card=cython.int, under=cython.int,
        base=cython.longlong, heights=list)
    cdef tuple _enter(self, tuple parent, int code, key, long long value)

    @cython.locals(home=tuple, base=cython.longlong)
    cdef tuple _settled(self, list columns, list cells, list heights, key, tuple parent, int code)

@cython.locals(column=tuple, count=cython.int, run=cython.int)
cdef bint _ordered(tuple place) except -1
