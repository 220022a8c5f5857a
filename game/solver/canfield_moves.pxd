cimport cython
from game.solver.canfield_board cimport CanfieldBoard, CanfieldColumns, Packs, cards_of

cdef tuple BIT, FOLLOWERS, _ALONE
cdef unsigned long long BASES
cdef int HOME_TARGET, OPEN_TARGET

cdef class Moves:
    cdef dict __dict__
    cdef public CanfieldBoard board
    cdef public bint parts, returns, takes_last

    cpdef tuple start(self)

    @cython.locals(
        board=CanfieldBoard, table=CanfieldColumns, packs=Packs, cards=tuple, last_bit=list,
        a=cython.longlong, b=cython.longlong, c=cython.longlong, d=cython.longlong,
        e=cython.ulonglong, f=cython.ulonglong, g=cython.ulonglong, h=cython.ulonglong,
        ends=cython.ulonglong, bit=cython.ulonglong, top=cython.int,
        low=cython.ulonglong, card=cython.int, index=cython.int)
    cpdef tuple settle(self, list columns, unsigned long long home, int reserve, pack,
        unsigned long long reach, parent, tuple moves)

    @cython.locals(
        table=CanfieldColumns, returns=cython.bint, low=cython.ulonglong, idle=cython.ulonglong,
        card=cython.int, a=cython.longlong, b=cython.longlong, c=cython.longlong,
        d=cython.longlong, e=cython.ulonglong, f=cython.ulonglong, g=cython.ulonglong,
        h=cython.ulonglong, wanting=cython.ulonglong)
    cdef unsigned long long _safe(self, unsigned long long ends, list columns,
        unsigned long long home) except? 3

    @cython.locals(
        columns=tuple, home=cython.ulonglong, reserve=cython.int, reach=cython.ulonglong,
        table=CanfieldColumns, a=cython.longlong, b=cython.longlong, c=cython.longlong,
        d=cython.longlong, e=cython.ulonglong, f=cython.ulonglong, g=cython.ulonglong,
        h=cython.ulonglong, first_bit=list, sources=cython.ulonglong,
        top=cython.ulonglong, tops=cython.ulonglong, ends=cython.ulonglong, laid=cython.ulonglong)
    cpdef list children(self, tuple node)

    @cython.locals(
        columns=tuple, home=cython.ulonglong, reserve=cython.int, reach=cython.ulonglong,
        board=CanfieldBoard, table=CanfieldColumns, waiting=cython.ulonglong, index=cython.int,
        column=cython.longlong, bit=cython.ulonglong, after=list, moves=tuple,
        ready=cython.ulonglong, card=cython.int)
    cdef _home(self, tuple node, list found, unsigned long long top)

    @cython.locals(
        columns=tuple, home=cython.ulonglong, reserve=cython.int, reach=cython.ulonglong,
        board=CanfieldBoard, table=CanfieldColumns,
        index=cython.int, onto=cython.longlong, laid=cython.ulonglong,
        target=cython.int, bit=cython.ulonglong, card=cython.int,
        after=list, less=cython.ulonglong, moves=tuple)
    cdef _to_columns(self, tuple node, list found, unsigned long long top,
        unsigned long long sources, unsigned long long filling)

    @cython.locals(
        columns=tuple, home=cython.ulonglong, reserve=cython.int, reach=cython.ulonglong,
        table=CanfieldColumns, parts=cython.bint, index=cython.int, column=cython.longlong,
        target=cython.int, onto=cython.longlong, laid=cython.ulonglong, inside=cython.ulonglong,
        host=cython.int, card=cython.int, after=list, moves=tuple)
    cdef _runs(self, tuple node, list found)

    cdef bint _may_part(self, tuple node, long long rest, int card) except -1

    @cython.locals(home=cython.ulonglong)
    cpdef unsigned long long _returning(self, tuple node) except? 3
