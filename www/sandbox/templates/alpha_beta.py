# Alpha-beta: looks ahead, one move further each time, until it has seen POSITIONS positions. The figures evaluate the last
# position of each line.
import time

import totora

WIDTH = 10
# Low, so that you can improve the bot: raise it.
POSITIONS = 40


class Limits:
    """How many more positions the search may see, and until when."""

    def __init__(self, budget):
        self.nodes = budget.get("nodes", POSITIONS)
        self.until = time.monotonic() + budget.get("ms", 9e9) / 1000


def think(turn):
    limits = Limits(turn.budget or {})
    found = ordered(turn, turn.seat)
    depth = 1
    while turn.legal_moves is not None and depth < 8:
        deeper, best = [], -9e9
        for _, move, child in found:
            value = search(child, turn.seat, depth, best, 9e9, limits)
            # The result of an unfinished search is not used.
            if value is None:
                break
            deeper.append((value, move, child))
            best = max(best, value)
        if len(deeper) < len(found):
            break
        found = sorted(deeper, key=lambda one: -one[0])
        depth += 1
    print("depth", depth)
    candidates = [totora.Candidate(move, {"ahead": value}) for value, move, _ in found]
    return totora.best(candidates, f"it is best when looking {depth} moves ahead")


def ordered(turn, seat, limits=None):
    """The best moves by their figures, best first, with the turns after them."""
    sign = 1 if turn.to_move == seat or turn.legal_moves is None else -1
    moves = [(move, after(turn, move)) for move in moves_of(turn)]
    if limits:
        limits.nodes -= len(moves)
    scored = [(sum(figures_of(child, seat).values()), move, child) for move, child in moves]
    return sorted(scored, key=lambda one: -sign * one[0])[:WIDTH]


def search(turn, seat, depth, low, high, limits):
    if limits.nodes <= 0 or time.monotonic() > limits.until:
        return None
    if turn.outcome:
        return sum(figures_of(turn, seat).values())
    moves = ordered(turn, seat, limits)
    if depth <= 1:
        return moves[0][0]
    mine = turn.to_move == seat
    best = -9e9 if mine else 9e9
    for _, _, child in moves:
        value = search(child, seat, depth - 1, low, high, limits)
        if value is None:
            return None
        best = max(best, value) if mine else min(best, value)
        low, high = (max(low, best), high) if mine else (low, min(high, best))
        if low >= high:
            break
    return best


