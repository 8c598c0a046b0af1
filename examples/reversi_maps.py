"""Generates random maps of Reversi XT, to tune bots on some and verify them on others. The number of a map is its seed.

    python3 examples/reversi_maps.py 0 40 maps-to-tune-on
    python3 examples/reversi_maps.py 0 40 maps-for-four 4

writes g0.map to g39.map for two players, or for four. The map looks the same for all players, rotated by 180 or 90 degrees.
The remainder of the number divided by four selects the kind: 0 has many override stones, 1 choice and inversion tiles, 2
both, 3 bonus tiles.
"""

import random
import sys
from pathlib import Path


def draw(seed):
    """The text of the map for two with this number."""
    r = random.Random(seed)
    h = r.choice([8, 8, 10])
    w = r.choice([8, 10, 12])
    g = [["0"] * w for _ in range(h)]

    def put(y, x, c):
        for a, b in ((y, x), (h - 1 - y, w - 1 - x)):
            g[a][b] = c

    def scatter(count, c):
        for _ in range(count):
            put(r.randrange(h), r.randrange(w), c)

    kind = seed % 4
    overrides = 0
    scatter(r.randint(0, 6), "-")
    if kind in (0, 2):
        scatter(r.randint(2, 6), "x")
        overrides = r.choice([2, 3, 5, 8])
    if kind in (1, 2):
        scatter(r.randint(1, 2), "c")
        scatter(r.randint(1, 2), "i")
    if kind == 3:
        scatter(r.randint(1, 3), "b")
        overrides = r.choice([0, 1, 2])
    if kind == 2:
        scatter(1, "b")
    y, x = h // 2, w // 2
    g[y - 1][x - 1] = g[y][x] = "1"
    g[y - 1][x] = g[y][x - 1] = "2"
    bombs = r.choice([0, 0, 1, 2])
    strength = r.choice([1, 2])
    rows = "\n".join(" ".join(row) for row in g)
    return f"2\n{overrides}\n{bombs} {strength if bombs else 0}\n{h} {w}\n{rows}\n"


def draw_for_four(seed):
    """The text of the map for four with this number."""
    r = random.Random(seed)
    n = r.choice([10, 12, 14])
    g = [["0"] * n for _ in range(n)]

    def put(y, x, c):
        for _ in range(4):
            g[y][x] = c
            y, x = x, n - 1 - y
            c = str(int(c) % 4 + 1) if c.isdigit() and c != "0" else c

    def scatter(count, c):
        for _ in range(count):
            put(r.randrange(n), r.randrange(n), c)

    kind = seed % 4
    overrides = r.choice([0, 1, 2])
    scatter(r.randint(0, 5), "-")
    if kind in (0, 2):
        scatter(r.randint(1, 3), "x")
        overrides = r.choice([2, 4, 6])
    if kind in (1, 2):
        scatter(1, "c")
        scatter(1, "i")
    if kind == 3:
        scatter(r.randint(1, 2), "b")
    y, x = r.randrange(n // 2 - 3, n // 2 - 1), r.randrange(n // 2 - 3, n // 2 - 1)
    for at, player in enumerate(r.sample("1234", 4)):
        put(y + at // 2, x + at % 2, player)
    bombs = r.choice([0, 0, 1, 2])
    rows = "\n".join(" ".join(row) for row in g)
    return f"4\n{overrides}\n{bombs} {r.choice([1, 2]) if bombs else 0}\n{n} {n}\n{rows}\n"


if __name__ == "__main__":
    first, end, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    text = draw_for_four if sys.argv[4:] == ["4"] else draw
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(first, end):
        (folder / f"g{number}.map").write_text(text(number), encoding="utf-8")
