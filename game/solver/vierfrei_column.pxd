cimport cython

cdef tuple BIT, GIVERS, TAKERS, UNDER, ZOBRIST
cdef int ALONE, LOOSE, _MOST

cdef class Columns(dict):
    cdef long long _under, _breaks

    @cython.locals(card=cython.int, bit=cython.ulonglong, takers=cython.ulonglong,
        run=cython.int, cost=cython.longlong, gone=cython.longlong, ended=cython.longlong,
        stays=cython.ulonglong, opened=cython.ulonglong, under=cython.int, below=tuple,
        all_takers=cython.ulonglong, givers=cython.ulonglong, count=cython.int,
        loosening=tuple, found=tuple)
    cdef tuple _add(self, tuple cards)

    @cython.locals(run=cython.int, cost=cython.longlong, stays=cython.ulonglong,
        takers=cython.ulonglong, ended=cython.longlong, before=cython.ulonglong,
        card=cython.int, bit=cython.ulonglong, hosts=cython.ulonglong)
    cdef tuple _summed(self, tuple cards)

    @cython.locals(cards=tuple, count=cython.int, run=cython.int, stays=cython.ulonglong,
        ways=list, moved=cython.int, card=cython.int, left=cython.int, under=cython.int,
        bit=cython.ulonglong)
    cpdef list ways(self, tuple column)
