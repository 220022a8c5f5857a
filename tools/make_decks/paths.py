"""Path geometry with the SVG commands M, L, C, Q and Z.

Coordinates are absolute. Regions for cutting are convex and run clockwise on the screen.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from game.art.drawings import num

Point = tuple[float, float]
Polygon = list[Point]

_TOKEN = re.compile(r"[MLCQZ]|-?\d*\.?\d+")
_COORDINATES = {"M": 1, "L": 1, "Q": 2, "C": 3}


def commands(d: str) -> list[tuple[str, list[Point]]]:
    """Return the path's commands, each with its points. The command Z has no points."""
    out: list[tuple[str, list[Point]]] = []
    op = ""
    numbers: list[float] = []
    for token in _TOKEN.findall(d):
        if token.isalpha():
            op = token
            numbers = []
            if op == "Z":
                out.append((op, []))
            continue
        numbers.append(float(token))
        if len(numbers) == 2 * _COORDINATES[op]:
            out.append((op, list(zip(numbers[::2], numbers[1::2], strict=True))))
            numbers = []
    return out


def joined(items: Iterable[tuple[str, Sequence[Point]]]) -> str:
    return "".join(op + " ".join(f"{num(x)},{num(y)}" for x, y in ps) for op, ps in items)


def moved(
    d: str, x: float = 0, y: float = 0, scale: float = 1, rot: float = 0, flip: bool = False
) -> str:
    """Return the path scaled, rotated by ``rot`` degrees, and moved to (x, y).

    If ``flip``, it is first mirrored left to right.
    """
    c, s = math.cos(math.radians(rot)), math.sin(math.radians(rot))
    sx = -scale if flip else scale

    def put(p: Point) -> Point:
        a, b = p[0] * sx, p[1] * scale
        return a * c - b * s + x, a * s + b * c + y

    return joined((op, [put(p) for p in ps]) for op, ps in commands(d))


def mirrored(d: str, sx: int, sy: int) -> str:
    """Return an open outline continued by its mirror image.

    ``sx`` is -1 to mirror left to right; ``sy`` is -1 to mirror top to bottom. The other is 1.
    """
    items = commands(d)
    back: list[tuple[str, Sequence[Point]]] = []
    for i in range(len(items) - 1, 0, -1):
        op, ps = items[i]
        ends = [*ps[-2::-1], items[i - 1][1][-1]]
        back.append((op, [(sx * x, sy * y) for x, y in ends]))
    return joined(items) + joined(back)


def from_half(d: str) -> str:
    """Return a whole shape. Its right half is ``d``, which begins and ends on x = 0."""
    return mirrored(d, -1, 1) + "Z"


def from_quarter(d: str) -> str:
    """Return a whole shape. Its upper right quarter is ``d``, drawn from x = 0 to y = 0."""
    return from_half(mirrored(d, 1, -1))


def polygon(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{num(x)},{num(y)}" for x, y in points) + "Z"


def circle(x: float, y: float, r: float) -> str:
    """Return a circle as a path, clockwise from its rightmost point."""
    return arc_path([(x, y, r, 0, 360)]) + "Z"


def arc_path(arcs: Iterable[tuple[float, float, float, float, float]]) -> str:
    """Return a path of arcs, joined by straight lines.

    Each arc has its centre's x and y, its radius, and its start and end angles in degrees.
    """
    out = ""
    for x, y, r, start, end in arcs:
        pieces = max(1, math.ceil(abs(end - start) / 90))
        step = math.radians((end - start) / pieces)
        k = 4 / 3 * math.tan(step / 4) * r
        a = math.radians(start)
        out += f"{'L' if out else 'M'}{num(x + r * math.cos(a))},{num(y + r * math.sin(a))}"
        for _ in range(pieces):
            b = a + step
            p = (x + r * math.cos(a) - k * math.sin(a), y + r * math.sin(a) + k * math.cos(a))
            q = (x + r * math.cos(b) + k * math.sin(b), y + r * math.sin(b) - k * math.cos(b))
            out += joined([("C", [p, q, (x + r * math.cos(b), y + r * math.sin(b))])])
            a = b
    return out


def _bezier(control: Sequence[Point], t: float) -> Point:
    while len(control) > 1:
        control = [
            (p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t) for p, q in pairwise(control)
        ]
    return control[0]


def flattened(d: str, steps: int = 9) -> list[Polygon]:
    """Return a path's polygons, with each curve replaced by ``steps`` straight lines."""
    polygons: list[Polygon] = []
    current: Polygon = []
    for op, ps in commands(d):
        if op in "MZ":
            if current:
                polygons.append(current)
            current = list(ps)
        elif op == "L":
            current.append(ps[0])
        else:
            control = [current[-1], *ps]
            current += [_bezier(control, i / steps) for i in range(1, steps + 1)]
    return [*polygons, current] if current else polygons


def clipped(shape: Polygon, region: Polygon) -> Polygon:
    """Return the part of ``shape`` inside the convex ``region``."""
    # The Sutherland–Hodgman algorithm.
    for (ax, ay), (bx, by) in zip(region, region[1:] + region[:1], strict=True):
        sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in shape]
        kept: Polygon = []
        for i, (p, sp) in enumerate(zip(shape, sides, strict=True)):
            q, sq = shape[(i + 1) % len(shape)], sides[(i + 1) % len(shape)]
            if sp >= 0:
                kept.append(p)
            if (sp > 0 > sq) or (sp < 0 < sq):
                t = sp / (sp - sq)
                kept.append((p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t))
        shape = kept
        if not shape:
            break
    return shape


def inside(d: str, *regions: Polygon) -> str:
    """Return the part of path ``d`` that lies within all ``regions``."""
    out, whole = "", True
    for shape in flattened(d):
        cut = shape
        for region in regions:
            cut = clipped(cut, region) if cut else cut
        whole = whole and cut == shape
        if len(cut) > 2:
            out += polygon(cut)
    return d if whole else out


def _distance(p: Point, a: Point, b: Point) -> float:
    ux, uy = b[0] - a[0], b[1] - a[1]
    t = max(0.0, min(1.0, ((p[0] - a[0]) * ux + (p[1] - a[1]) * uy) / (ux * ux + uy * uy)))
    return math.hypot(p[0] - a[0] - t * ux, p[1] - a[1] - t * uy)


def inset(d: str, by: float) -> str:
    """Return the first outline of ``d``, moved inwards by the distance ``by``.

    The outline must run clockwise.
    """
    shape = flattened(d, 18)[0]
    shape = [p for p, q in zip(shape, shape[1:] + shape[:1], strict=True) if math.dist(p, q) > 1e-6]
    edges = list(zip(shape, shape[1:] + shape[:1], strict=True))
    found: list[tuple[Point, float] | None] = []  # None if too close to another edge
    for (a, b), (_, c) in zip(edges, edges[1:] + edges[:1], strict=True):
        u = math.atan2(b[1] - a[1], b[0] - a[0])
        v = math.atan2(c[1] - b[1], c[0] - b[0])
        turn = (v - u + math.pi) % math.tau - math.pi
        normals = [(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), u)]
        if turn < -0.3:
            normals += [(b, u + turn * k / 6) for k in range(7)]
        for (x, y), w in normals:
            p = (x - by * math.sin(w), y + by * math.cos(w))
            clear = min(_distance(p, *edge) for edge in edges) > by * 0.985
            found.append((p, w) if clear else None)
    return polygon(_closed_gaps(found))


def _closed_gaps(found: list[tuple[Point, float] | None]) -> Polygon:
    """Return the points as a polygon. Each None is a gap, and the lines beside it are extended
    until they meet."""
    first = next(i for i, item in enumerate(found) if item)
    out: Polygon = []
    last: tuple[Point, float] | None = None
    lost = False
    for item in [*found[first:], found[first]]:
        if item and lost and last:
            ((ax, ay), u), ((bx, by), v) = last, item
            t = ((bx - ax) * math.sin(v) - (by - ay) * math.cos(v)) / math.sin(v - u)
            out.append((ax + t * math.cos(u), ay + t * math.sin(u)))
        if item:
            out.append(item[0])
            last = item
        lost = not item
    return out


Width = Callable[[float, float], float]
"""Returns a stroke's width, given a place on its path (0 to 1) and its direction (in radians)."""


def brush(d: str, width: Width, steps: int = 14) -> str:
    """Return the outline of a stroke of varying width along the open path ``d``."""
    items = commands(d)
    spine: Polygon = list(items[0][1])
    for op, ps in items[1:]:
        control = [spine[-1], *ps]
        count = 4 if op == "L" else steps
        spine += [_bezier(control, i / count) for i in range(1, count + 1)]
    left: Polygon = []
    right: Polygon = []
    for i, (x, y) in enumerate(spine):
        (x0, y0), (x1, y1) = spine[max(i - 1, 0)], spine[min(i + 1, len(spine) - 1)]
        angle = math.atan2(y1 - y0, x1 - x0)
        w = width(i / (len(spine) - 1), angle) / 2
        left.append((x - w * math.sin(angle), y + w * math.cos(angle)))
        right.append((x + w * math.sin(angle), y - w * math.cos(angle)))
    return polygon(left + right[::-1])


def taper(start: float, middle: float, end: float) -> Width:
    """Return a width that changes smoothly from ``start`` to ``middle`` and then to ``end``."""
    control = 2 * middle - (start + end) / 2
    return lambda t, _: start * (1 - t) ** 2 + 2 * control * t * (1 - t) + end * t * t


def wedges(
    x: float, y: float, count: int, part: float, start: float = 0, end: float = 360
) -> list[Polygon]:
    """Return ``count`` triangular rays from (x, y), evenly spaced.

    They fill the fraction ``part`` of the space. Angles are in degrees, clockwise from the right.
    """
    out: list[Polygon] = []
    share = (end - start) / count
    for i in range(count):
        u, v = (math.radians(start + share * (i + 0.5 + k * part / 2)) for k in (-1, 1))
        out.append(
            [
                (x, y),
                (x + 120 * math.cos(u), y + 120 * math.sin(u)),
                (x + 120 * math.cos(v), y + 120 * math.sin(v)),
            ]
        )
    return out
