cimport cython

cdef tuple TAKERS
cdef long long[13] _BOTTOM, _TOP, _BASE, _LOWEST, _LOWEST_FORCED, _SAME, _LOWER, _BENEATH
cdef long long[25] _STEP
cdef long long _UNDER, _RUN, _LENGTH

@cython.locals(
    count=cython.int, card=cython.int, last=cython.int, cost=cython.longlong,
    lowest=cython.int, lowest_of="int[4]", begin=cython.int, end=cython.int, under=cython.int,
    takers=cython.ulonglong, rank=cython.int, suit=cython.int, run=cython.int)
cpdef tuple disorder(tuple cards)

@cython.locals(
    card=cython.int, under=cython.int, base=cython.int, cost=cython.longlong, least=cython.int,
    low=cython.int, rank=cython.int)
cdef long long _unit(tuple cards, int begin, int end, int lowest, int* lowest_of) except? -1
