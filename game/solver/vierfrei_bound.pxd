cimport cython

cdef tuple BIT, TAKERS
cdef int ALONE
cdef int _MOST
cdef unsigned long long _ALL

@cython.locals(forced=cython.int, aside=cython.bint)
cpdef tuple stops_on(tuple below, unsigned long long mask, key, int under, int card)

cdef class Bound:
    cdef public dict known
    cdef dict _floors

    @cython.locals(gone=cython.ulonglong, mask=cython.ulonglong, first=dict, stop=tuple, waiting=list,
        found=cython.int)
    cpdef int of(self, list stops, key, tuple heights=*, int least=*, int most=*) except -1

    @cython.locals(idle=cython.int, suit=cython.int, card=cython.int, stop=tuple, after=tuple,
        mask=cython.ulonglong, floor=cython.int, best=cython.int, ring=list, rings=cython.int,
        others=dict, beyond=tuple, now=cython.ulonglong, found=cython.int)
    cdef int _of(
        self, dict first, unsigned long long gone, key, list waiting, int most) except -1

@cython.locals(over=dict, card=cython.int, stop=tuple, under=cython.ulonglong, best=list,
    rings=cython.int, done=cython.int, suit=cython.int, at=cython.int, path=list, ring=list)
cpdef tuple _ring(dict first, list waiting)
