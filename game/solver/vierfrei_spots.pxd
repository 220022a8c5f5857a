cimport cython
from game.solver cimport bits
from game.solver.vierfrei_bound cimport Bound
from game.solver.vierfrei_carry cimport carried, key_after, settled
from game.solver.vierfrei_stacks cimport Stacks

cdef tuple BIT, IN_CELL
cdef int HOMEWARD, SETTLE

cdef class Spots:
    cdef public object scale
    cdef public Stacks known
    cdef public Bound bound
    cdef long long[72] places
    cdef long long _weight

    @cython.locals(columns=list, cells=list, forced=cython.int, least=cython.int, column=tuple)
    cpdef tuple first(self, board)

    @cython.locals(value=cython.longlong, spot=tuple, code=cython.int, units=cython.int,
        rough=cython.int, now=list, stops=list, least=cython.int)
    cpdef tuple exact(self, tuple entry, int left)

    @cython.locals(value=cython.longlong, parent=tuple, code=cython.int, columns=list,
        cells=list, under=cython.int, base=cython.longlong, heights=list, least=cython.int)
    cpdef tuple enter(self, tuple entry)

    @cython.locals(home=tuple, base=cython.longlong, forced=cython.int, least=cython.int)
    cdef tuple _settled(self, list columns, list cells, list heights, key, tuple bound,
        tuple parent, int code)

    @cython.locals(following=cython.ulonglong, base=cython.longlong, buried=cython.longlong,
        column=tuple, cards=tuple, count=cython.int, cost=cython.longlong,
        wanted=cython.ulonglong, card=cython.int, bit=cython.ulonglong, place=cython.int)
    cdef long long _worth(self, list columns, tuple home) except? -1
