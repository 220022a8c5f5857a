cimport cython
from game.solver.canfield_board cimport CanfieldBoard, CanfieldColumns, Packs

cdef tuple BIT
cdef unsigned long long BASES, FULL, _LOW

cdef class CanfieldBound:
    cdef dict __dict__
    cdef CanfieldBoard _board
    cdef bint _parts, _returns, _chooses
    cdef dict _counted, _refusals

    @cython.locals(
        board=CanfieldBoard, table=CanfieldColumns, packs=Packs, below=list, last_bit=list, mask=list,
        parts=cython.bint, pack_mask=cython.ulonglong, cards=tuple, returned=cython.ulonglong,
        loose=cython.ulonglong, found=cython.ulonglong, drawn=cython.ulonglong,
        top=cython.ulonglong, left=cython.int, hidden=cython.ulonglong, opens=dict,
        played=cython.ulonglong, ends=list, firsts=list, laid=cython.ulonglong,
        begun=cython.ulonglong, edge=cython.ulonglong, index=cython.int, end=cython.longlong,
        last=cython.ulonglong, inside=cython.ulonglong, first=cython.ulonglong,
        runs=cython.int, cleared=cython.int, gone=cython.ulonglong, hosted=cython.ulonglong,
        counted=dict, open_cards=cython.ulonglong, card=cython.int, bit=cython.ulonglong,
        more=cython.ulonglong, moved=cython.ulonglong, seen=cython.ulonglong,
        on_black=cython.ulonglong, on_red=cython.ulonglong, laid_on=cython.ulonglong,
        mobile=cython.ulonglong, opens_any=cython.bint, fresh=cython.ulonglong,
        low=cython.ulonglong, before=cython.ulonglong, held=cython.int, opened=cython.int,
        refused=tuple, over=cython.longlong, suits=cython.longlong, column=cython.longlong,
        hosts=cython.ulonglong, known_refusals=tuple,
        blocked=cython.int, unhosted=cython.ulonglong, out=cython.ulonglong, key=tuple)
    cpdef object homeable(self, tuple columns, unsigned long long home, int reserve, pack,
        unsigned long long reach)
