cimport cython
from game.solver.vierfrei_bound cimport Bound

cdef tuple BIT, _IN_CELLS, _PLACES, TAKERS, ZOBRIST, _IN_CELL
cdef object HOMES
cdef unsigned long long ALL
cdef int ALONE, EMPTY, LOOSE, SETTLE, _HOLD, _MADE, _MOST, _MOST_PILES, _TURNS
cdef long long _BURIED, _HELD, _HOMEWARD, _LEFT, _NEEDED
cdef long long[13] _BOTTOM, _TOP, _BASE, _LOWEST, _LOWEST_FORCED, _SAME, _LOWER, _BENEATH
cdef long long[25] _STEP
cdef long long _UNDER, _RUN, _LENGTH

cdef class Pile:
    cdef readonly tuple cards
    cdef readonly int run
    cdef readonly long long cost
    cdef readonly unsigned long long mask, takers, end
    cdef readonly object key
    cdef readonly tuple stops
    cdef readonly dict laying
    cdef readonly list ways

cdef class Spot:
    cdef readonly list columns, cells
    cdef readonly tuple home
    cdef readonly object key
    cdef readonly long long base
    cdef readonly bint held
    cdef readonly int least, slack, code
    cdef readonly Spot parent

@cython.locals(
    count=cython.int, card=cython.int, last=cython.int, cost=cython.longlong,
    lowest=cython.int, lowest_of="int[4]", begin=cython.int, end=cython.int, under=cython.int,
    takers=cython.ulonglong, rank=cython.int, suit=cython.int, run=cython.int)
cdef tuple _disorder(tuple cards)

@cython.locals(
    card=cython.int, under=cython.int, base=cython.int, cost=cython.longlong, least=cython.int,
    low=cython.int, rank=cython.int)
cdef long long _unit(tuple cards, int begin, int end, int lowest, int* lowest_of) except? -1

cdef class Piles(dict):
    @cython.locals(found=Pile, mask=cython.ulonglong, under=cython.int, card=cython.int,
        moved=cython.int, run=tuple, left=tuple, bit=cython.ulonglong, takers=cython.ulonglong,
        single=cython.bint)
    cdef Pile _add(self, tuple cards)

@cython.locals(found=Pile)
cdef Pile _cell(int card)

cdef class Short:
    cdef object _stop
    cdef Piles _piles
    cdef Bound _bound
    cdef dict _seen
    cdef public list _heaps
    cdef int _best
    cdef Spot _start
    cdef long long _ask
    cdef public long long positions

    @cython.locals(found=cython.int, moves=cython.int, heap=list, spot=Spot, code=cython.int)
    cpdef int least(self) except -1

    cdef bint _must_end(self) except -1

    @cython.locals(whole=Spot, safe=Spot)
    cdef _begin(self)

    @cython.locals(most=cython.int, value=cython.longlong, before=Spot, code=cython.int, spot=Spot)
    cdef Spot _next(self, list heap, int moves)

    @cython.locals(level=list, one=Spot, made=Spot, pile=Pile, following=cython.ulonglong)
    cdef _hold(self, Spot spot, list heap, int moves)

    @cython.locals(forced=cython.int, units=cython.int, stops=list, pile=Pile)
    cdef int _least(self, list columns, int most) except -1

    @cython.locals(found=Spot, columns=list, cells=list, piles=Piles, count=cython.int,
        source=cython.int, target=cython.int, cell=cython.int, cards=tuple, run=tuple,
        into=cython.int, pile=Pile)
    cpdef Spot _carried(self, Spot before, int code)

    @cython.locals(going=cython.bint, safe=cython.ulonglong, ready=cython.ulonglong,
        following=cython.ulonglong, pile=Pile, wanted=cython.ulonglong, card=cython.int,
        base=cython.longlong)
    cpdef _settle(self, Spot spot, bint whole)

    cdef _bring_home(self, Spot spot, Pile pile)

    @cython.locals(
        columns=list, cells=list, base=cython.longlong, following=cython.ulonglong, seen=dict,
        heap=list, at=cython.int, empty=cython.int, free=cython.int, onto_may=cython.int,
        empty_may=cython.int, ends=list, exposed=cython.ulonglong, settle=cython.int,
        source=cython.int, pile=Pile, onto=Pile, takers=cython.ulonglong, moved=cython.int,
        run=tuple, leaves=cython.int, gain=cython.longlong, stays=cython.ulonglong,
        opened=cython.ulonglong, alone=cython.longlong, parked=cython.longlong, goals=tuple,
        hits=cython.ulonglong, gone=cython.longlong, where=cython.int, wanted=cython.ulonglong,
        onward=cython.int, bit=cython.ulonglong, goal=cython.int, into=cython.int,
        value=cython.longlong)
    cdef _expand(self, Spot spot, int moves)

@cython.locals(found=Spot)
cdef Spot _copy(Spot spot)

cpdef long long _value(Spot spot) except? -1

@cython.locals(one=Spot)
cdef list _line(Spot spot)
