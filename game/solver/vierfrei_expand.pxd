cimport cython
from game.solver cimport bits
from game.solver.vierfrei_column cimport Column
from game.solver.vierfrei_pack cimport Packer, Position

cdef tuple BIT, FIXED, TAKERS, UNDER, ZOBRIST
cdef int ALONE, EMPTY, FROM_LOOSE, HOMEWARD, LOOSE, ONTO_LOOSE, PLACES, SETTLE
cdef int _SINGLE, _FROM_LOOSE, _HOME, _LOOSE_HOME
cdef unsigned long long ALL
cdef list _ONTO_COLUMN_MAY, _ONTO_LOOSE_MAY, _TO_EMPTY_MAY

@cython.locals(
    columns=list, loose=tuple, lone=cython.ulonglong, fixed=cython.ulonglong, parent=Position,
    came=cython.int, following=cython.ulonglong, safe=cython.ulonglong, found=list,
    places="long long*", buried=cython.longlong, homeward=cython.longlong,
    a_move=cython.longlong, deep=cython.longlong, at=cython.int,
    free=cython.int, onto_column_may=cython.int, onto_loose_may=cython.int,
    to_empty_may=cython.int, exposed=cython.ulonglong, buildable=cython.ulonglong,
    card=cython.int, bit=cython.ulonglong, column=Column, host=Column, below=Column,
    focus=cython.ulonglong, opened=cython.ulonglong, onto=cython.ulonglong,
    source=cython.int, ends=cython.ulonglong, cards=tuple, count=cython.int, run=cython.int,
    last=cython.int, target=cython.int, moved=cython.int,
    left=cython.int, under=cython.int, shift=cython.int, into=cython.int, value=cython.longlong,
    wanted=cython.ulonglong, other=cython.int, onward=cython.int,
    homing=cython.ulonglong, then=cython.int, gone=cython.longlong,
    dug=cython.ulonglong, more=cython.longlong,
    givers=cython.ulonglong, others=cython.ulonglong)
cpdef list expand(Packer packer, Position position, set seen)

@cython.locals(found=cython.ulonglong, aside=cython.ulonglong, at=Position, code=cython.int,
    parent=Position, column=Column)
cdef unsigned long long _dug(Position position)
