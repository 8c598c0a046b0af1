// Greedy: picks the move with the highest first figure, and looks no further.
function think(position) {
  const candidates = movesOf(position).map((move) => {
    const [[name, value]] = Object.entries(after(position, move).figures);
    return { move, terms: { [name]: value } };
  });
  return totora.best(candidates, 'it gains the most at once');
}
