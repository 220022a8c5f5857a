cimport cython

cdef tuple FIXED, UNDER, ZOBRIST
cdef unsigned long long[52] BIT
cdef unsigned long long[53] GIVERS, TAKERS
cdef int[144] _COSTS, _ONTO_COLUMN_MAY, _ONTO_LOOSE_MAY, _TO_EMPTY_MAY
cdef object HOMES
cdef unsigned long long ALL
cdef int CODE_BITS
cdef int ALONE, EMPTY, FROM_LOOSE, HOMEWARD, LOOSE, ONTO_LOOSE, PLACES, SETTLE
cdef int _FROM_LOOSE, _HOME, _LOOSE_HOME, _MOST, _SINGLE
cdef long long _A_MOVE, _BREAK, _BURIED, _HOMING, _LEFT, _UNDER_BREAK

cdef class Column:
    cdef readonly tuple cards
    cdef int count, run, onward
    cdef long long cost, ended, gone
    cdef unsigned long long takers, end, stays, opened, hosts, givers, built_on
    cdef Column below

cdef class Columns(dict):
    @cython.locals(card=cython.int, bit=cython.ulonglong, takers=cython.ulonglong,
        run=cython.int, cost=cython.longlong, gone=cython.longlong, ended=cython.longlong,
        stays=cython.ulonglong, opened=cython.ulonglong, under=cython.int, below=Column,
        givers=cython.ulonglong, found=Column)
    cdef Column _add(self, tuple cards)

cdef class Position:
    cdef readonly list columns
    cdef readonly tuple loose, home
    cdef readonly unsigned long long lying, fixed
    cdef readonly object key
    cdef long long base
    cdef public long long region
    cdef readonly int depth, code
    cdef readonly Position parent

cdef class Packer:
    cdef readonly Columns columns

    @cython.locals(at=cython.int)
    cdef long long value(self, Position position)

    @cython.locals(fixed=cython.ulonglong, lies=tuple, target=cython.int, source=cython.int,
        under=cython.int, column=Column, left=cython.int, taken=cython.int)
    cpdef key_after(self, Position parent, int code)

    @cython.locals(found=Position, home=tuple, depth=cython.int, long=cython.int, loose=cython.int,
        free=cython.int, bit=cython.ulonglong, following=cython.ulonglong)
    cpdef Position enter(self, Position parent, int code, key, long long value)

    @cython.locals(columns=list, loose=tuple, mask=cython.ulonglong, fixed=cython.ulonglong,
        exposed=cython.ulonglong, column=Column, safe=cython.ulonglong,
        card=cython.int, bit=cython.ulonglong, alone=cython.ulonglong, at=cython.int,
        cards=tuple, following=cython.ulonglong)
    cdef Position _settled(self, Position found, tuple home, key)

    @cython.locals(found=Position, columns=list, loose=tuple, mask=cython.ulonglong,
        fixed=cython.ulonglong, onto=Column, card=cython.int, target=cython.int, count=cython.int, source=cython.int, cards=tuple,
        column=Column,
        into=cython.int, bit=cython.ulonglong, left=cython.int)
    cdef Position _carried(self, Position parent, int code)

@cython.locals(at=cython.Py_ssize_t)
cdef tuple _without(tuple loose, card)
@cython.locals(found=object)
cdef object _fixed_key(tuple loose, unsigned long long fixed)

@cython.locals(following=cython.ulonglong, base=cython.longlong, buried=cython.longlong,
    column=Column, wanted=cython.ulonglong, card=cython.int)
cdef long long _evaluate(list columns, tuple home)

@cython.locals(
    columns=list, loose=tuple, lone=cython.ulonglong, fixed=cython.ulonglong, parent=Position,
    came=cython.int, following=cython.ulonglong, safe=cython.ulonglong, found=list,
    deep=cython.longlong, at=cython.int,
    free=cython.int, onto_column_may=cython.int, onto_loose_may=cython.int,
    to_empty_may=cython.int, exposed=cython.ulonglong, buildable=cython.ulonglong,
    card=cython.int, bit=cython.ulonglong, column=Column, host=Column, below=Column, lies=tuple,
    focus=cython.ulonglong, opened=cython.ulonglong, onto=cython.ulonglong,
    source=cython.int, ends=cython.ulonglong, cards=tuple, count=cython.int, run=cython.int,
    last=cython.int, target=cython.int, moved=cython.int,
    left=cython.int, under=cython.int, shift=cython.int, into=cython.int, value=cython.longlong,
    wanted=cython.ulonglong, other=cython.int, onward=cython.int,
    homing=cython.ulonglong, then=cython.int, gone=cython.longlong,
    dug=cython.ulonglong, more=cython.longlong,
    givers=cython.ulonglong, others=cython.ulonglong)
cpdef list expand(Position position, set known)

@cython.locals(found=cython.ulonglong, aside=cython.ulonglong, at=Position, code=cython.int,
    parent=Position, column=Column)
cdef unsigned long long _dug(Position position)
