cimport cython
from game.solver cimport bits

from game.solver.vierfrei_column cimport Columns

cdef tuple BIT, FIXED, ZOBRIST
cdef int ALONE, EMPTY, FROM_LOOSE, HOMEWARD, LOOSE, ONTO_LOOSE, PLACES

cdef class Packer:
    cdef public object weights
    cdef readonly long long buried, depth, homeward, left
    cdef public Columns columns
    cdef long long[144] places

    @cython.locals(at=cython.int, base=cython.longlong, depth=cython.longlong)
    cpdef long long value(self, tuple position)

    @cython.locals(columns=list, loose=tuple, mask=cython.ulonglong, fixed=cython.ulonglong,
        depth=cython.int, taken=cython.int, base=cython.longlong)
    cpdef tuple enter(self, tuple parent, int code, key, long long value)

    @cython.locals(columns=tuple, loose=tuple, home=tuple, fixed=cython.ulonglong,
        depth=cython.int, card=cython.int, target=cython.int, source=cython.int,
        under=cython.int, cards=tuple, place=cython.int, heights=list, now=list,
        lying=tuple, mask=cython.ulonglong)
    cpdef tuple settle(self, tuple parent, int code)

    @cython.locals(exposed=cython.ulonglong, column=tuple, end=cython.ulonglong, heights=list,
        safe=cython.ulonglong, card=cython.int, bit=cython.ulonglong, at=cython.int,
        cards=tuple, left=tuple, base=cython.longlong)
    cdef tuple _settled(self, list columns, tuple loose, unsigned long long mask, tuple home,
        key, unsigned long long fixed, int depth, tuple parent, int code)

    @cython.locals(following=cython.ulonglong, base=cython.longlong, buried=cython.longlong,
        column=tuple, cards=tuple, count=cython.int, cost=cython.longlong,
        wanted=cython.ulonglong, card=cython.int, bit=cython.ulonglong, place=cython.int,
        other=cython.int)
    cpdef long long worth(self, list columns, tuple home)

    @cython.locals(columns=list, loose=tuple, mask=cython.ulonglong, fixed=cython.ulonglong,
        card=cython.int, target=cython.int, count=cython.int, source=cython.int, cards=tuple,
        into=cython.int, bit=cython.ulonglong, left=cython.int)
    cdef tuple _carried(self, tuple parent, int code)

@cython.locals(at=cython.Py_ssize_t)
cdef tuple _without(tuple loose, card)
@cython.locals(place=cython.int)
cpdef object key_of(tuple cards)
@cython.locals(found=object)
cdef object _fixed_key(tuple loose, fixed)
