cimport cython

cdef unsigned long long _LOW, _BLACK, _RED

@cython.locals(on_black=cython.ulonglong, on_red=cython.ulonglong, found=cython.ulonglong)
cpdef unsigned long long followers(unsigned long long hosts)

@cython.locals(found=list, low=cython.ulonglong)
cpdef list cards_of(unsigned long long mask)

cdef class CanfieldColumns:
    cdef dict __dict__
    cdef public list below, last, last_bit, first_bit, mask, fixed, wanted, suits, over
    cdef dict _longer

    @cython.locals(key=cython.longlong, bit=cython.ulonglong, before=cython.ulonglong,
        suits=cython.longlong)
    cpdef object push(self, long long column, int card)

    @cython.locals(found=list)
    cpdef list cards(self, long long column)

    @cython.locals(run=list)
    cpdef tuple split(self, long long column, int card)

cdef class Packs:
    cdef dict __dict__
    cdef public list order, mask, always, last_bit
    cdef list _opens
    cdef dict _numbers, _played

    cpdef object number(self, bytes order, mask=*)

    cpdef dict opens(self, pack)

    cpdef object reach(self, pack, waste)

    @cython.locals(key=cython.longlong, order=bytes, place=cython.Py_ssize_t)
    cpdef tuple play(self, long long pack, int card)

cdef class CanfieldBoard:
    cdef dict __dict__
    cdef public CanfieldColumns columns
    cdef public Packs packs
    cdef public tuple reserve, reserve_masks
    cdef public list start_columns
