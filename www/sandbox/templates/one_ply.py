# One ply: a weight for each figure of the game, and a reason. Change the weights.
import totora

WEIGHTS = {"moves": 1, "stones": 1, "chain": 2}
WEIGHTS |= {"size": 1, "reeds": 1, "land": 1, "posts": 1}


def think(turn):
    candidates = []
    for move in moves_of(turn):
        figures = figures_of(after(turn, move), turn.seat)
        terms = {name: WEIGHTS.get(name, 1) * value for name, value in figures.items()}
        candidates.append(totora.Candidate(move, terms))
    found = totora.best(candidates)
    terms = found.candidates[0].terms
    name = max(terms, key=terms.get)
    print(f"{len(candidates)} moves, best: {found.choice}")
    return totora.best(candidates, f"{name} is worth {terms[name]:.1f} there")


