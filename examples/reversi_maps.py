"""Draws maps of Reversi XT for two, the same from the same numbers, to tune bots on and to verify them on others.

    python3 examples/reversi_maps.py 0 40 maps-to-tune-on

writes g0.map to g39.map. Both players have the same, turned by half a circle. Numbers that leave 0 when divided by four
have many override stones, 1 choice and inversion tiles, 2 both, 3 bonus tiles.
"""

import random
import sys
from pathlib import Path


def draw(seed):
    """The text of the map with this number."""
    r = random.Random(seed)
    h = r.choice([8, 8, 10])
    w = r.choice([8, 10, 12])
    g = [["0"] * w for _ in range(h)]

    def put(y, x, c):
        for a, b in ((y, x), (h - 1 - y, w - 1 - x)):
            g[a][b] = c

    def strew(count, c):
        for _ in range(count):
            put(r.randrange(h), r.randrange(w), c)

    kind = seed % 4
    overrides = 0
    strew(r.randint(0, 6), "-")
    if kind in (0, 2):
        strew(r.randint(2, 6), "x")
        overrides = r.choice([2, 3, 5, 8])
    if kind in (1, 2):
        strew(r.randint(1, 2), "c")
        strew(r.randint(1, 2), "i")
    if kind == 3:
        strew(r.randint(1, 3), "b")
        overrides = r.choice([0, 1, 2])
    if kind == 2:
        strew(1, "b")
    y, x = h // 2, w // 2
    g[y - 1][x - 1] = g[y][x] = "1"
    g[y - 1][x] = g[y][x - 1] = "2"
    bombs = r.choice([0, 0, 1, 2])
    strength = r.choice([1, 2])
    rows = "\n".join(" ".join(row) for row in g)
    return f"2\n{overrides}\n{bombs} {strength if bombs else 0}\n{h} {w}\n{rows}\n"


if __name__ == "__main__":
    first, end, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(first, end):
        (folder / f"g{number}.map").write_text(draw(number), encoding="utf-8")
