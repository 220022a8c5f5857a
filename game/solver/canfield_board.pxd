cimport cython
from game.solver cimport bits

cdef unsigned long long _LOW, _BLACK, _RED

@cython.locals(on_black=cython.ulonglong, on_red=cython.ulonglong, found=cython.ulonglong)
cpdef unsigned long long followers(unsigned long long hosts)

@cython.locals(found=list, low=cython.ulonglong)
cpdef list cards_of(unsigned long long mask)

cdef class Columns:
    cdef dict __dict__
    cdef public list below, last, last_bit, first_bit, mask, fixed, covered, wanted, suits, over, length
    cdef dict _longer, _joined, _split

    @cython.locals(key=cython.longlong, bit=cython.ulonglong, before=cython.ulonglong,
        suits=cython.longlong)
    cpdef object push(self, long long column, int card)

    cpdef list cards(self, column)

    cpdef object join(self, onto, column)

    cpdef tuple split(self, column, card)

cdef class Packs:
    cdef dict __dict__
    cdef public list order, mask, always, last_bit
    cdef list _opens
    cdef dict _numbers, _played

    cpdef object number(self, bytes order, mask=*)

    cpdef dict opens(self, pack)

    cpdef object reach(self, pack, waste)

    @cython.locals(order=bytes)
    cpdef tuple play(self, pack, card)

cdef class Board:
    cdef dict __dict__
    cdef public Columns columns
    cdef public Packs packs
    cdef public tuple reserve, reserve_masks
    cdef public list start_columns
