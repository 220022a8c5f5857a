cimport cython
from game.solver.vierfrei_pack cimport Packer

cdef int SETTLE, REST, LOOSENED, ORDERED
cdef int _MOVE, _FREELY

@cython.locals(column=tuple, count=cython.int, run=cython.int)
cpdef bint finished(tuple position)

@cython.locals(key=object, position=tuple, code=cython.int, settled=tuple)
cdef tuple _enter(Packer packer, tuple entry, set seen)

@cython.locals(under=cython.longlong, column=tuple, count=cython.int, run=cython.int,
    left=cython.longlong)
cdef long long _region(tuple position)

@cython.locals(best=tuple)
cdef _push(list heap, list entries)

cdef class Search:
    cdef public long long positions
    cdef public bint exhausted
    cdef Packer _packer
    cdef set _seen, _tried
    cdef list _waiting, _by_steps, _late
    cdef object _stop
    cdef long long _ask

    cdef _must_end(self)

    @cython.locals(packer=Packer, entry=tuple, position=tuple, code=cython.int,
        value=cython.longlong, best=cython.longlong, entries=list, after=tuple)
    cdef tuple _next(self, list heap)

    @cython.locals(region=cython.longlong, found=list, entry=tuple, code=cython.int, tried=set)
    cdef list _new(self, tuple position, list entries)

    @cython.locals(heap=list, position=tuple)
    cpdef bint best_first(self, limit, found) except -1

    @cython.locals(heap=list, entry=tuple, end=cython.longlong, before=cython.longlong)
    cpdef bint complete(self, broad, most, found) except -1

    @cython.locals(position=tuple, left=cython.int, steps=cython.int)
    cdef _shelve(self, list entries)

    @cython.locals(heap=list, position=tuple)
    cdef _sweep(self, found)

    @cython.locals(position=tuple, seen=set)
    cdef bint _depth_first(self, list stack, most, found) except -1
