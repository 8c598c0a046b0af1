// One ply: a weight for each figure of the game, and a reason. Change the weights.
const weights = {
  ...{ moves: 1, stones: 1, chain: 2 },
  ...{ size: 1, reeds: 1, land: 1, posts: 1 },
};

function think(position) {
  const candidates = movesOf(position).map((move) => {
    const terms = {};
    for (const [name, value] of Object.entries(after(position, move).figures))
      terms[name] = (weights[name] ?? 1) * value;
    return { move, terms };
  });
  const found = totora.best(candidates);
  const [name, value] = Object.entries(found.candidates[0].terms).sort((a, b) => b[1] - a[1])[0];
  console.log(`${candidates.length} moves, best: ${found.choice}`);
  return { ...found, why: `${name} is worth ${value.toFixed(1)} there` };
}
