cimport cython

cdef tuple BIT, GIVERS, TAKERS, UNDER, ZOBRIST
cdef int ALONE, LOOSE, _MOST

cdef class Column:
    cdef readonly tuple cards
    cdef int count, run, onward
    cdef long long cost, ended, gone
    cdef unsigned long long takers, end, stays, opened, hosts, givers, built_on
    cdef object lift
    cdef Column below

cdef class Columns(dict):
    cdef long long _under, _breaks

    @cython.locals(card=cython.int, bit=cython.ulonglong, takers=cython.ulonglong,
        run=cython.int, cost=cython.longlong, gone=cython.longlong, ended=cython.longlong,
        stays=cython.ulonglong, opened=cython.ulonglong, under=cython.int, below=Column,
        all_takers=cython.ulonglong, givers=cython.ulonglong, lower=tuple, found=Column)
    cdef Column _add(self, tuple cards)

    @cython.locals(found=Column)
    cdef Column below(self, Column column)

    @cython.locals(run=cython.int, cost=cython.longlong, stays=cython.ulonglong,
        takers=cython.ulonglong, ended=cython.longlong, before=cython.ulonglong,
        card=cython.int, bit=cython.ulonglong, hosts=cython.ulonglong)
    cdef tuple _summed(self, tuple cards)
