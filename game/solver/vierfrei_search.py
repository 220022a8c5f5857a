from __future__ import annotations
import time
from heapq import heappush, heappop
from game.solver.vierfrei_board import *
from game.solver.vierfrei_board import Column, Home, Position

CAPCOL = [[0]*13 for _ in range(9)]
CAPLOOSE = [[0]*13 for _ in range(9)]
CAPEMPTY = [[0]*13 for _ in range(9)]
for nl in range(9):
    for F in range(13-nl):
        E = min(F, 8-nl)
        CAPCOL[nl][F] = (F-E+1) << E
        CAPEMPTY[nl][F] = (F-E+1) << (E-1) if E else 0
        if nl < 8:
            E = min(F, 7-nl)
            CAPLOOSE[nl][F] = (F-E+1) << E

# code: card | target<<6 | k<<12 | i<<16 | j<<20
LOOSE, EMPTY, HOMEWARD = 52, 53, 54

class Space:
    def __init__(self, w: Weights):
        self.w = w
        self.cols: dict[tuple[int,...], Column] = {}
        self.table = self.mk(w)
    def mk(self, w):
        t = []
        for nl in range(9):
            row = []
            for ns in range(13):
                F = 12-nl-ns
                row.append(w.loose*ns + w.emptied*(8-nl) + (w.free0 if F<=0 else w.free1 if F==1 else w.free2 if F==2 else 0))
            t.append(row)
        return t
    def column(self, cards):
        col = self.cols.get(cards)
        if col is not None: return col
        n = len(cards)
        run = run_of(cards)
        cost, pcost = self.disorder(cards, run), 0.0
        if n - run >= 2:
            pre = cards[:n-run]
            pcost = self.disorder(pre, run_of(pre))
        mask = sum(BIT[c] for c in cards)
        rm = acc = 0
        for c in cards[-run:]:
            rm |= BIT[c]; acc |= TAKERS[c]
        col = (cards, n, run, cost, cost-pcost, mask, rm, acc, BIT[cards[-1]])
        self.cols[cards] = col
        return col
    def disorder(self, cards, run):
        n = len(cards)
        br = 0
        for i in range(1, n):
            if not TAKERS[cards[i]] >> cards[i-1] & 1: br += 1
        return self.w.under*(n-run) + self.w.breaks*br
    def make(self, columns, loose, heights, fixed, depth, parent, code):
        """closure + full evaluation; fixed as mask, columns list of Column, loose list"""
        home = home_of(tuple(heights))
        safe = home[2]
        changed = True
        heights = list(heights)
        columns = list(columns); loose = list(loose)
        while changed:
            changed = False
            for c in loose:
                if BIT[c] & safe:
                    loose.remove(c); heights[c & 3] += 1
                    home = home_of(tuple(heights)); safe = home[2]; changed = True
                    break
            for i, col in enumerate(columns):
                if col[8] & safe:
                    cards = col[0]
                    c = cards[-1]
                    heights[c & 3] += 1
                    home = home_of(tuple(heights)); safe = home[2]; changed = True
                    if len(cards) > 2:
                        columns[i] = self.column(cards[:-1])
                    else:
                        loose.append(cards[0]); fixed |= BIT[cards[0]]
                        del columns[i]
                    break
        if len(columns)+len(loose) < 12: fixed = 0
        return self.finish(columns, loose, home, fixed, depth, parent, code)
    def finish(self, columns, loose, home, fixed, depth, parent, code):
        key = 0; lm = 0
        base = self.w.left*home[3]
        for c in loose:
            key += ZOBRIST[c][52]; lm |= BIT[c]
        nxt = home[1]; bur = 0
        for col in columns:
            cards = col[0]
            under = 52
            for c in cards:
                key += ZOBRIST[c][under]; under = c
            base += col[3]
            if nxt & col[5]:
                bur += self.buried(col, nxt)
        base += self.w.buried*bur
        m = fixed
        while m:
            b = m & -m
            key += FIXED[b.bit_length()-1]; m ^= b
        return (tuple(columns), tuple(loose), lm, home, key, base, fixed, depth, parent, code)
    def buried(self, col, nxt):
        cards = col[0]; n = len(cards); s = 0
        for i, c in enumerate(cards):
            if nxt & BIT[c]: s += n-1-i
        return s

    def child(self, pos, code, key, base):
        """materialise without closure (child known to have none)"""
        columns, loose, lm, home, _, _, fixed, depth, _, _ = pos
        card = code & 63; target = code >> 6 & 63; k = code >> 12 & 15; i = code >> 16 & 15; j = code >> 20
        cols = list(columns)
        lo = list(loose)
        if i == 15:
            lo.remove(card); lm ^= BIT[card]
            moved = (card,)
            dropped = 0
            nf = fixed & ~BIT[card]
        else:
            cards = columns[i][0]
            rest = cards[:-k]
            moved = cards[-k:]
            nf = fixed
            if len(rest) > 1: cols[i] = self.column(rest)
            else:
                cols[i] = None
                if rest:
                    lo.append(rest[0]); lm |= BIT[rest[0]]
                    nf |= BIT[rest[0]]
        if target < 52:
            if j == 8:
                lo.remove(target); lm ^= BIT[target]
                nf &= ~BIT[target]
                cols.append(self.column((target,)+moved))
            else:
                cols[j] = self.column(columns[j][0]+moved)
        elif target == LOOSE:
            lo.append(card); lm |= BIT[card]
        elif target == EMPTY:
            cols.append(self.column(moved))
        if None in cols: cols.remove(None)
        if len(cols)+len(lo) < 12: nf = 0
        return (tuple(cols), tuple(lo), lm, home, key, base, nf, depth+1, pos, code)

    def settle(self, pos, code):
        """materialise with closure"""
        columns, loose, lm, home, _, _, fixed, depth, _, _ = pos
        card = code & 63; target = code >> 6 & 63; k = code >> 12 & 15; i = code >> 16 & 15; j = code >> 20
        if target == HOMEWARD:
            cols = list(columns); lo = list(loose); nf = fixed
            if i == 15:
                lo.remove(card)
                nf = 0
            else:
                rest = columns[i][0][:-1]
                if len(rest) > 1: cols[i] = self.column(rest)
                else:
                    del cols[i]
                    lo.append(rest[0]); nf |= BIT[rest[0]]
            h = list(home[0]); h[card & 3] += 1
            return self.make(cols, lo, h, nf, depth, pos, code)
        c = self.child(pos, code, 0, 0)
        return self.make(c[0], c[1], home[0], c[6], depth+1, pos, code)

    def expand(self, pos, seen, out):
        columns, loose, lm, home, key, base, fixed, depth, _, _ = pos
        w = self.w
        wb = w.buried
        table = self.table
        nl = len(columns); ns = len(loose); free = 12-nl-ns
        _, nxt, safe, left = home
        exposed = lm
        for col in columns: exposed |= col[8]
        ends = {}
        nx = []
        i = 0
        for col in columns:
            ends[col[0][-1]] = i
            nx.append((nxt & col[5]).bit_count())
            i += 1
        capcol = CAPCOL[nl][free]; caploose = CAPLOOSE[nl][free]
        if free == 0:
            openslots = 8-nl-fixed.bit_count()
            if openslots > 0: buildable = lm
            else: buildable = fixed
            fkey = key
            m = fixed
            while m:
                b = m & -m; fkey -= FIXED[b.bit_length()-1]; m ^= b
        else:
            buildable = lm; fkey = key
        dw = w.depth*(depth+1)
        add = out.append
        i = -1
        for col in columns:
            i += 1
            cards, n, run, cost, gain, mask, rm, acc, end = col
            if acc & exposed:
                k = 0
                while k < run:
                    k += 1
                    c = cards[-k]
                    if TAKERS[c] & exposed:
                        for bit, u in UNDER[c]:
                            if bit & exposed:
                                under = cards[-k-1] if k < n else 52
                                nk = key + ZOBRIST[c][u] - ZOBRIST[c][under]
                                rest = n-k
                                l2 = nl; s2 = ns
                                if bit & lm:
                                    if k > caploose or not bit & buildable: continue
                                    j = 8
                                    l2 += 1; s2 -= 1
                                    if fixed & bit: nk -= FIXED[u]
                                    deeper = k if bit & nxt else 0
                                else:
                                    if k > capcol: continue
                                    j = ends[u]
                                    deeper = k*nx[j]
                                if rest < 2:
                                    l2 -= 1
                                    if rest:
                                        s2 += 1
                                        if not free: nk += FIXED[under]
                                code = c | u << 6 | k << 12 | i << 16 | j << 20
                                if under < 52 and BIT[under] & safe:
                                    p = self.settle(pos, code)
                                    if p[4] not in seen:
                                        seen.add(p[4])
                                        add((p[5]+table[len(p[0])][len(p[1])]+dw, -p[4], pos, code, p[4], p[5], p))
                                    continue
                                if nk in seen: continue
                                seen.add(nk)
                                b2 = base
                                if k == run: b2 -= gain
                                cnt = nx[i]
                                if cnt:
                                    if rm & nxt: cnt = sum(1 for x in cards[:-k] if BIT[x] & nxt)
                                    deeper -= k*cnt
                                b2 += wb*deeper
                                add((b2+table[l2][s2]+dw, -nk, pos, code, nk, b2, None))
            c = cards[-1]
            if free:
                # to a loose place
                under = cards[-2]
                code = c | LOOSE << 6 | 1 << 12 | i << 16
                if BIT[under] & safe:
                    p = self.settle(pos, code)
                    if p[4] not in seen:
                        seen.add(p[4])
                        add((p[5]+table[len(p[0])][len(p[1])]+dw, -p[4], pos, code, p[4], p[5], p))
                else:
                    nk = key + ZOBRIST[c][52] - ZOBRIST[c][under]
                    if n == 2:
                        l2 = nl-1; s2 = ns+2
                        if free == 1: nk += FIXED[under]
                    else:
                        l2 = nl; s2 = ns+1
                    if nk not in seen:
                        seen.add(nk)
                        b2 = base
                        if run == 1: b2 -= gain
                        cnt = nx[i]
                        if cnt:
                            if end & nxt: cnt -= 1
                            b2 -= wb*cnt
                        add((b2+table[l2][s2]+dw, -nk, pos, code, nk, b2, None))
                if 1 < run < n and nl < 8 and run <= CAPEMPTY[nl][free]:
                    k = run
                    c = cards[-k]; under = cards[-k-1]
                    code = c | EMPTY << 6 | k << 12 | i << 16
                    if BIT[under] & safe:
                        p = self.settle(pos, code)
                        if p[4] not in seen:
                            seen.add(p[4])
                            add((p[5]+table[len(p[0])][len(p[1])]+dw, -p[4], pos, code, p[4], p[5], p))
                    else:
                        nk = key + ZOBRIST[c][52] - ZOBRIST[c][under]
                        if nk not in seen:
                            seen.add(nk)
                            cnt = nx[i] - (rm & nxt).bit_count() if nx[i] else 0
                            b2 = base - gain - wb*k*cnt
                            l2 = nl+1; s2 = ns
                            if n-k == 1: l2 -= 1; s2 += 1
                            add((b2+table[l2][s2]+dw, -nk, pos, code, nk, b2, None))
            if end & nxt:
                c = cards[-1]
                code = c | HOMEWARD << 6 | 1 << 12 | i << 16
                p = self.settle(pos, code)
                if p[4] not in seen:
                    seen.add(p[4])
                    add((p[5]+table[len(p[0])][len(p[1])]+dw, -p[4], pos, code, p[4], p[5], p))
        for c in loose:
            if TAKERS[c] & exposed:
                for bit, u in UNDER[c]:
                    if bit & exposed:
                        nk = fkey + ZOBRIST[c][u] - ZOBRIST[c][52]
                        if bit & lm:
                            if nl == 8 or not bit & buildable: continue
                            # with no place free, u must lie in a column
                            j = 8; l2 = nl+1; s2 = ns-2
                            deeper = 1 if bit & nxt else 0
                        else:
                            j = ends[u]
                            l2 = nl; s2 = ns-1
                            deeper = nx[j]
                        if nk in seen: continue
                        seen.add(nk)
                        code = c | u << 6 | 1 << 12 | 15 << 16 | j << 20
                        b2 = base + wb*deeper
                        add((b2+table[l2][s2]+dw, -nk, pos, code, nk, b2, None))
        if lm & nxt:
            for c in loose:
                if BIT[c] & nxt:
                    code = c | HOMEWARD << 6 | 1 << 12 | 15 << 16
                    p = self.settle(pos, code)
                    if p[4] not in seen:
                        seen.add(p[4])
                        add((p[5]+table[len(p[0])][len(p[1])]+dw, -p[4], pos, code, p[4], p[5], p))

    def start(self, state: State):
        cols = []; loose = []; fixed = 0
        for c in COLUMNS:
            cards = tuple(card.rank*4-4+card.suit for card in state[c])
            if len(cards) > 1: cols.append(self.column(cards))
            elif cards: loose.append(cards[0]); fixed |= BIT[cards[0]]
        for c in CELLS:
            for card in state[c]: loose.append(card.rank*4-4+card.suit)
        h = [len(state[f]) for f in FOUNDATIONS]
        return self.make(cols, loose, h, fixed, 0, None, 0)

def finished(pos):
    # every column one run: all go home by themselves
    for col in pos[0]:
        if col[1] != col[2]: return False
    return True

def bestfirst(space, start, limit, seen=None):
    seen = {start[4]}
    heap = []
    pos = start
    n = 0
    out = []
    while True:
        if finished(pos): return pos, n, False
        if n >= limit: return None, n, False
        n += 1
        out.clear()
        space.expand(pos, seen, out)
        for e in out: heappush(heap, e)
        if not heap: return None, n, True
        e = heappop(heap)
        pos = e[6] or space.child(e[2], e[3], e[4], e[5])

def cyclic(space, start, limit):
    seen = {start[4]}
    heaps = [[] for _ in range(200)]
    if finished(start): return start, 0, False
    n = 1
    out = []
    space.expand(start, seen, out)
    heaps[1] = sorted(out)
    deepest = 1
    while n < limit:
        any_ = False
        d = 0
        while d <= deepest:
            d += 1
            h = heaps[d]
            if not h: continue
            any_ = True
            e = heappop(h)
            pos = e[6] or space.child(e[2], e[3], e[4], e[5])
            if finished(pos): return pos, n, False
            n += 1
            out.clear()
            space.expand(pos, seen, out)
            if out:
                nd = d+1
                if nd >= len(heaps)-1: heaps.append([])
                hh = heaps[nd]
                for x in out: heappush(hh, x)
                if nd > deepest: deepest = nd
        if not any_: return None, n, True
    return None, n, False
