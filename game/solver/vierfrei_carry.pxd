cimport cython

cdef tuple BIT, ZOBRIST
cdef int ALONE, EMPTY, FROM_LOOSE, HOMEWARD, LOOSE

@cython.locals(card=cython.int, target=cython.int, count=cython.int, source=cython.int,
    under=cython.int, moved=tuple, cards=tuple, into=cython.int)
cpdef int carried(known, list columns, list cells, int code) except -1

@cython.locals(cards=tuple)
cpdef take(known, list columns, int at, int count)

@cython.locals(card=cython.int, target=cython.int)
cpdef key_after(key, tuple in_cell, int code, int under)

@cython.locals(home=tuple, safe=cython.ulonglong, card=cython.int, bit=cython.ulonglong,
    at=cython.int, column=tuple, cards=tuple)
cpdef tuple settled(home_of, known, tuple in_cell, list columns, list cells, list heights, key)
