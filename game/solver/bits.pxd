# What game.solver.bits is to the compiled solver, for numbers below 2 ** 64.

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define VIERFELD_COUNT(x) __builtin_popcountll(x)
    #define VIERFELD_LENGTH(x) ((x) ? 64 - __builtin_clzll(x) : 0)
    #else
    static int VIERFELD_COUNT(unsigned long long x) {
        int found = 0;
        for (; x; x &= x - 1) found++;
        return found;
    }
    static int VIERFELD_LENGTH(unsigned long long x) {
        int found = 0;
        if (x >> 32) { found += 32; x >>= 32; }
        if (x >> 16) { found += 16; x >>= 16; }
        if (x >> 8) { found += 8; x >>= 8; }
        if (x >> 4) { found += 4; x >>= 4; }
        for (; x; x >>= 1) found++;
        return found;
    }
    #endif
    """
    int count "VIERFELD_COUNT"(unsigned long long mask) nogil
    int length "VIERFELD_LENGTH"(unsigned long long mask) nogil
