cimport cython
from game.solver.vierfrei_column cimport Column, Columns

cdef tuple BIT, TAKERS, ZOBRIST
cdef int ALONE, _MOST

cdef class Lanes(dict):
    cdef Columns _columns

    @cython.locals(column=Column, loosening=tuple, mask=cython.ulonglong, found=tuple)
    cdef tuple _add(self, tuple cards)

    @cython.locals(cards=tuple, count=cython.int, run=cython.int, column=Column,
        stays=cython.ulonglong, ways=list, moved=cython.int, card=cython.int, left=cython.int,
        under=cython.int, bit=cython.ulonglong)
    cpdef list ways(self, tuple lane)
