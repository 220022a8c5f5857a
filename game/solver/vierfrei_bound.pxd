cimport cython

cdef tuple BIT, LOWER, TAKERS, _SUITS
cdef int ALONE
cdef int _MOST

@cython.locals(forced=cython.int, aside=cython.bint, mask=cython.ulonglong, under=cython.int,
    card=cython.int, takers=cython.ulonglong, lower=cython.ulonglong)
cpdef tuple stops_of(tuple cards)

cdef class Bound:
    cdef dict _known, _floors

    @cython.locals(floor=cython.int, blocked=cython.ulonglong, mask=cython.ulonglong, stop=tuple,
        found=cython.int)
    cpdef int of(self, list stops, key, int most=*) except -1

    @cython.locals(going=cython.bint, at=cython.int, stop=tuple, mask=cython.ulonglong,
        lower=cython.ulonglong, floor=cython.int, best=cython.int, ring=list, rings=cython.int,
        others=list, now=cython.ulonglong, found=cython.int)
    cdef int _of(self, list stops, unsigned long long blocked, key, int most) except -1

@cython.locals(over="int[4]", following="int[4]", suit=cython.int, low=cython.ulonglong,
    at=cython.int, stop=tuple, mask=cython.ulonglong, best=list, rings=cython.int,
    done=cython.int, path=cython.int, ring=list, first=cython.int)
cpdef tuple _ring(list stops, unsigned long long blocked)
