# ---- Figures that the templates share. Each game has its own; most are yours minus the opponent's. ----


def moves_of(turn):
    """The moves to compare: all legal ones. In Outpost, all outposts take the same step, so that you can improve the bot."""
    if turn.legal_moves is not None:
        return turn.legal
    mine = range(len(turn.state["summary"]["outposts"][turn.seat]))
    return [" ".join(f"{i}:{way}" for i in mine) or "-" for way in "NESW"]


def after(turn, move):
    """The turn after a move. If all players move at once, the others stay."""
    if turn.legal_moves is not None:
        return turn.play(move)
    child = turn.play(move, turn.seat)
    while child.state["ply"] == turn.state["ply"]:
        child = child.play("-", child.to_move)
    return child


def figures_of(turn, seat):
    state, game, other = turn.state, turn.game, 1 - seat
    summary = state["summary"]
    if turn.outcome:
        ranks = turn.outcome["ranks"]
        return {"result": -1000 if ranks[seat] > 1 else 0 if ranks.count(1) > 1 else 1000}
    mine = 1 if turn.to_move == seat else -1

    def lead(key):
        return summary[key][seat] - summary[key][other]

    if game == "isolation":
        return {"moves": lead("moves")}
    if game == "uros":
        return {"size": 5 * lead("bvl"), "reeds": lead("bvr")}
    if game == "reversi":
        return {"stones": lead("stones") / 3, "moves": mine * state["legal"]}
    if game == "fencemaster":
        return {"chain": chain(turn, seat) - chain(turn, other)}
    if game == "outpost":
        rest = [land for i, land in enumerate(summary["land"]) if i != seat]
        return {"land": summary["land"][seat] - max(rest), "posts": 5 * len(summary["outposts"][seat])}
    return {"moves": mine * (state["legal"] or 0)}


def chain(turn, seat):
    """FenceMaster: how far the longest of a seat's chains reaches, across and down the board."""
    lines = turn.text.split("\n")[1:]
    left = {(x, y) for y, line in enumerate(lines) for x, char in enumerate(line) if char == "WB"[seat]}
    best = 0
    while left:
        group = [left.pop()]
        for x, y in group:
            for dx, dy in ((-2, 0), (2, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)):
                if (x + dx, y + dy) in left:
                    left.remove((x + dx, y + dy))
                    group.append((x + dx, y + dy))
        xs, ys = zip(*group)
        best = max(best, (max(xs) - min(xs)) / 2 + max(ys) - min(ys) + len(group) / 10)
    return best
