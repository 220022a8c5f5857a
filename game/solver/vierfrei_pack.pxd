cimport cython
from game.solver cimport bits

from game.solver.vierfrei_column cimport Column, Columns

cdef tuple BIT, FIXED, ZOBRIST
cdef object _HOMES
cdef unsigned long long ALL
cdef int ALONE, EMPTY, FROM_LOOSE, HOMEWARD, LOOSE, ONTO_LOOSE, PLACES

@cython.locals(following=cython.ulonglong, safe=cython.ulonglong, suit=cython.int,
    height=cython.int, bit=cython.ulonglong, low=cython.int, other=cython.int)
cdef tuple _home(tuple heights)

cdef class Position:
    cdef readonly list columns
    cdef readonly tuple loose, home
    cdef readonly unsigned long long lying, fixed
    cdef readonly object key
    cdef long long base
    cdef readonly int depth, code
    cdef readonly Position parent

cdef class Packer:
    cdef object weights
    cdef long long buried, depth, homeward, left
    cdef readonly Columns columns
    cdef long long[144] places

    @cython.locals(at=cython.int)
    cdef long long value(self, Position position)

    @cython.locals(found=Position, depth=cython.int, long=cython.int, loose=cython.int)
    cpdef Position enter(self, Position parent, int code, key, long long value)

    @cython.locals(home=tuple, depth=cython.int, card=cython.int, target=cython.int,
        source=cython.int, under=cython.int, column=Column, cards=tuple, place=cython.int,
        bit=cython.ulonglong, found=Position, following=cython.ulonglong)
    cpdef Position settle(self, Position parent, int code)

    @cython.locals(columns=list, loose=tuple, mask=cython.ulonglong, fixed=cython.ulonglong,
        exposed=cython.ulonglong, column=Column, safe=cython.ulonglong,
        card=cython.int, bit=cython.ulonglong, alone=cython.ulonglong, at=cython.int,
        cards=tuple, following=cython.ulonglong)
    cdef Position _settled(self, Position found, tuple home, key)

    @cython.locals(following=cython.ulonglong, base=cython.longlong, buried=cython.longlong,
        column=Column, wanted=cython.ulonglong, card=cython.int)
    cpdef long long worth(self, list columns, tuple home)

    @cython.locals(found=Position, columns=list, loose=tuple, mask=cython.ulonglong,
        fixed=cython.ulonglong, onto=Column, card=cython.int, target=cython.int, count=cython.int, source=cython.int, cards=tuple,
        column=Column,
        into=cython.int, bit=cython.ulonglong, left=cython.int)
    cdef Position _carried(self, Position parent, int code)

@cython.locals(at=cython.Py_ssize_t)
cdef tuple _without(tuple loose, card)
@cython.locals(place=cython.int)
cpdef object key_of(tuple cards)
@cython.locals(found=object)
cdef object _fixed_key(tuple loose, fixed)
