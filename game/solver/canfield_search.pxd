cimport cython
from game.solver cimport bits
from game.solver.canfield_board cimport Board, Columns
from game.solver.canfield_bound cimport Bound
from game.solver.canfield_moves cimport Moves

cdef unsigned long long BASES, FULL

cdef class Search(Moves):
    cdef public Bound bound
    cdef public dict seen, dead
    cdef public long long expanded
    cdef public object best
    cdef list _open

    @cython.locals(columns=tuple, reach=cython.ulonglong, key=tuple, had=cython.ulonglong)
    cpdef object is_new(self, tuple node)

    @cython.locals(
        columns=tuple, home=cython.ulonglong, reserve=cython.longlong, reach=cython.ulonglong,
        board=Board, table=Columns, mask=list, last=list, score=cython.longlong,
        waiting=cython.ulonglong, in_reserve=cython.ulonglong, low=cython.ulonglong,
        place=cython.longlong, inside=cython.ulonglong, column=cython.longlong,
        end=cython.longlong)
    cpdef long long value(self, tuple node)

    @cython.locals(node=tuple, child=tuple, new=tuple, fresh=list, order=list)
    cpdef object _deep(self, over, list stack, long long last, rng=*)

    @cython.locals(columns=tuple, key=tuple)
    cpdef bint _is_dead(self, tuple node) except -1

    @cython.locals(home=cython.ulonglong)
    cpdef bint _is_better(self, tuple node) except -1
