cimport cython
from game.solver.vierfrei_pack cimport Column, Packer, Position

cdef int CODE_BITS, SETTLE
cdef int _CODE_MASK, _MOVE, _INDEX_BITS
cdef long long _INDEX_MASK

@cython.locals(column=Column, under=cython.int)
cdef int _unordered(Position position) except -1

cdef class Search:
    cdef readonly long long positions
    cdef readonly bint exhausted, won
    cdef Packer _packer
    cdef set _known, _seen, _tried
    cdef dict _late
    cdef list _open, _waiting, _by_steps
    cdef object _stop, _found
    cdef long long _ask

    cdef _push(self, list heap, Position position, list entries, long long value)

    cdef bint _must_end(self) except -1

    @cython.locals(under=cython.int, left=cython.longlong, taken=cython.longlong, entries=list)
    cdef list _expanded(self, Position position)

    @cython.locals(found=Position, packer=Packer, seen=set, code=cython.int, key=object)
    cdef Position _entered(self, Position position, long long entry)

    @cython.locals(position=Position, found=Position, entries=list, entry=cython.longlong,
        value=cython.longlong, waiting=list, index=cython.longlong, tried=set,
        top=cython.longlong, best=cython.longlong)
    cdef Position _next(self, list heap)

    @cython.locals(heap=list, position=Position, entries=list)
    cpdef best_first(self, limit)

    @cython.locals(heap=list, end=cython.longlong, before=cython.longlong, waiting=list,
        first=list, late=list, position=Position, entries=list)
    cpdef complete(self, broad, most)

    @cython.locals(steps=cython.int, value=cython.longlong)
    cdef _shelve(self, Position position, list entries)

    @cython.locals(heap=list, position=Position, entries=list)
    cdef bint _sweep(self) except -1

    @cython.locals(position=Position, entries=list, ends=list)
    cdef _depth_first(self, list heaps, most)
