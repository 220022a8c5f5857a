cimport cython
from game.solver cimport bits
from game.solver.vierfrei_pack cimport Packer

cdef tuple BIT, FIXED, TAKERS, UNDER, ZOBRIST
cdef int ALONE, EMPTY, FROM_LOOSE, HOMEWARD, LOOSE, ONTO_LOOSE, PLACES, SETTLE
cdef int _SINGLE, _FROM_LOOSE, _HOME, _LOOSE_HOME
cdef unsigned long long _ALL
cdef list _ONTO_COLUMN_MAY, _ONTO_LOOSE_MAY, _TO_EMPTY_MAY

@cython.locals(
    columns=tuple, loose=tuple, lone=cython.ulonglong, home=tuple, base=cython.longlong,
    fixed=cython.ulonglong, depth=cython.int, parent=tuple, came=cython.int,
    following=cython.ulonglong, safe=cython.ulonglong, found=list, places="long long*",
    buried=cython.longlong, homeward=cython.longlong, a_move=cython.longlong, deep=cython.longlong, at=cython.int,
    free=cython.int, onto_column_may=cython.int, onto_loose_may=cython.int,
    to_empty_may=cython.int, exposed=cython.ulonglong, buildable=cython.ulonglong,
    card=cython.int, bit=cython.ulonglong, column=tuple, end=cython.ulonglong,
    focus=cython.ulonglong, below=tuple, opened=cython.ulonglong, onto=cython.ulonglong,
    source=cython.int, ends=cython.ulonglong, cards=tuple, count=cython.int, run=cython.int,
    loosening=tuple, ended=cython.longlong, last=cython.int, target=cython.int, moved=cython.int,
    left=cython.int, under=cython.int, shift=cython.int, into=cython.int, value=cython.longlong,
    wanted=cython.ulonglong, other=cython.int, onward=cython.int, stays=cython.ulonglong,
    homing=cython.ulonglong, then=cython.int, gone=cython.longlong, gain=cython.longlong,
    dug=cython.ulonglong, more=cython.longlong, takers=cython.ulonglong,
    givers=cython.ulonglong, built_on=cython.ulonglong, others=cython.ulonglong)
cpdef list expand(Packer packer, tuple position, set seen, part=*)

@cython.locals(found=cython.ulonglong, aside=cython.ulonglong, at=tuple, code=cython.int,
    parent=tuple, column=tuple, end=cython.ulonglong, opened=cython.ulonglong)
cdef unsigned long long _dug(tuple position)
