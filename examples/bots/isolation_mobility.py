"""Isolation: chooses moves that leave its knight many moves and the opponent's knight few."""

import totora

STEPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def moves(rows: list[list[str]], x: int, y: int) -> int:
    """The number of free squares that a knight on column x, row y reaches."""
    places = [(x + dx, y + dy) for dx, dy in STEPS]
    return sum(
        0 <= py < len(rows) and 0 <= px < len(rows[py]) and rows[py][px] == "." for px, py in places
    )


def think(turn: totora.Turn) -> totora.Thought:
    rows = turn.rows  # from the top: 1 and 2 are the knights, . is free, x is closed
    other = "21"[turn.seat]
    opponent = next(((x, y) for y, row in enumerate(rows) for x, at in enumerate(row) if at == other), None)
    candidates = []
    for move in turn.legal:  # d4: the letter of the column, and the number of the row from the bottom
        x, y = ord(move[0]) - ord("a"), len(rows) - int(move[1:])
        rows[y][x] = "x"
        terms = {"mine": float(moves(rows, x, y)), "theirs": -float(moves(rows, *opponent)) if opponent else 0.0}
        rows[y][x] = "."
        candidates.append(totora.Candidate(move, terms))
    first = max(candidates, key=lambda candidate: candidate.score)
    return totora.best(candidates, f"{first.move} leaves me {first.terms['mine']:.0f} moves")


if __name__ == "__main__":
    totora.run(think)
