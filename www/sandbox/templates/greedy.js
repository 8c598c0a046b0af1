// Greedy: plays the move after which the figures are best for me.
function think(position) {
  const candidates = movesOf(position).map((move) => {
    const { figures } = after(position, move);
    const value = Object.values(figures).reduce((sum, one) => sum + one, 0);
    return { move, terms: { figures: value } };
  });
  return totora.best(candidates, 'its figures are the best after one move');
}
