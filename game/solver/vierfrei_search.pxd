cimport cython
from game.solver.vierfrei_pack cimport Column, Packer, Position

cdef int SETTLE
cdef int _MOVE, _FREELY
cdef object _KEYS

@cython.locals(column=Column, count=cython.int, run=cython.int)
cpdef bint finished(Position position)

@cython.locals(key=object, position=Position, code=cython.int, settled=Position)
cdef Position _enter(Packer packer, tuple entry, set seen)

@cython.locals(under=cython.longlong, column=Column, left=cython.longlong)
cdef long long _region(Position position)

cdef class Search:
    cdef readonly long long positions
    cdef readonly bint exhausted, won
    cdef Packer _packer
    cdef set _seen, _tried
    cdef dict _siblings
    cdef list _waiting, _by_steps, _late
    cdef object _stop, _found
    cdef long long _ask

    @cython.locals(best=tuple)
    cdef _push(self, list heap, list entries)

    cpdef list _entries(self, list heap)

    cdef bint _must_end(self) except -1

    @cython.locals(packer=Packer, entry=tuple, position=Position, code=cython.int,
        value=cython.longlong, best=tuple, entries=list, siblings=dict)
    cdef Position _next(self, list heap)

    @cython.locals(region=cython.longlong, found=list, entry=tuple, code=cython.int, tried=set)
    cdef list _new(self, Position position, list entries)

    cdef list _expanded(self, Position position)

    @cython.locals(heap=list, position=Position, entries=list)
    cpdef best_first(self, limit)

    @cython.locals(heap=list, entry=tuple, end=cython.longlong, before=cython.longlong)
    cpdef complete(self, broad, most)

    @cython.locals(position=Position, steps=cython.int)
    cdef _shelve(self, list entries)

    @cython.locals(heap=list, position=Position, entries=list)
    cdef bint _sweep(self) except -1

    @cython.locals(position=Position, entries=list)
    cdef _depth_first(self, list stack, most)
