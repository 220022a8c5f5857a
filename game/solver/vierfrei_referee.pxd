cimport cython

cdef tuple BIT, TAKERS
cdef int _FIRST_CELL

@cython.locals(run=cython.int, card=cython.int, takers=cython.ulonglong)
cpdef int run_of(list cards) except -1

@cython.locals(cells=cython.int, empty=cython.int, number=cython.int, pile=list)
cpdef int capacity(list piles, int target) except -1

@cython.locals(piles=list, heights=list)
cpdef bint wins(board, list steps) except -1

@cython.locals(source=cython.int, target=cython.int, cards=list, moved=cython.int,
    card=cython.int)
cpdef bint carry(list piles, list heights, tuple step) except -1

@cython.locals(cards=list, onto=list, moved=cython.int, takers=cython.ulonglong)
cdef int _to_column(list piles, int source, int target, count) except -1
