cimport cython
from game.solver.canfield_board cimport CanfieldBoard, CanfieldColumns
from game.solver.canfield_bound cimport CanfieldBound
from game.solver.canfield_moves cimport Moves

cdef tuple BIT, FOLLOWERS
cdef unsigned long long BASES, FULL
cdef double _NOISE

cdef class CanfieldSearch(Moves):
    cdef public CanfieldBound bound
    cdef public dict seen, dead
    cdef public long long expanded
    cdef public object best
    cdef object _rule_set

    @cython.locals(columns=tuple, reach=cython.ulonglong, key=tuple, had=cython.ulonglong)
    cpdef object is_new(self, tuple node)

    @cython.locals(
        columns=tuple, home=cython.ulonglong, reserve=cython.longlong, reach=cython.ulonglong,
        board=CanfieldBoard, table=CanfieldColumns, mask=list, last=list, score=cython.longlong,
        waiting=cython.ulonglong, in_reserve=cython.ulonglong, low=cython.ulonglong,
        place=cython.longlong, inside=cython.ulonglong, column=cython.longlong,
        end=cython.longlong)
    cpdef long long value(self, tuple node)

    @cython.locals(node=tuple, child=tuple, new=tuple, fresh=list)
    cpdef object _deep(self, over, list stack, long long last)

    @cython.locals(columns=tuple, key=tuple)
    cpdef bint _is_dead(self, tuple node) except -1

    @cython.locals(home=cython.ulonglong)
    cpdef bint _record_best(self, tuple node) except -1

cdef class Useful(CanfieldSearch):
    @cython.locals(
        home=cython.ulonglong, reserve=cython.int, reach=cython.ulonglong, board=CanfieldBoard,
        in_pack=cython.ulonglong, covered=cython.ulonglong)
    cdef unsigned long long _ready(self, tuple node) except? 3

    @cython.locals(
        tops=cython.ulonglong, ready=cython.ulonglong, found=cython.ulonglong,
        low=cython.ulonglong, wanted=cython.ulonglong)
    cpdef unsigned long long _returning(self, tuple node) except? 3

    @cython.locals(
        table=CanfieldColumns, home=cython.ulonglong, bared=cython.ulonglong,
        hosted=cython.ulonglong, below=cython.ulonglong, waiting=cython.ulonglong)
    cdef bint _may_part(self, tuple node, long long rest, int card) except -1

cdef class Seeker(Useful):
    @cython.locals(
        favour=dict, stack=list, line=list, last=cython.longlong, node=tuple,
        fresh=list, child=tuple, new=tuple, worth=cython.double, lost=cython.Py_ssize_t,
        item=tuple)
    cpdef bint dive(self, over, long long budget, rng) except -1

    @cython.locals(
        low=cython.Py_ssize_t, high=cython.Py_ssize_t, middle=cython.Py_ssize_t, item=tuple)
    cdef Py_ssize_t _first_lost(self, list line) except -1
