// Greedy: takes most of what counts first, and looks no further.
function think(position) {
  const candidates = movesOf(position).map((move) => {
    const [[name, value]] = Object.entries(after(position, move).figures);
    return { move, terms: { [name]: value } };
  });
  return totora.best(candidates, 'it brings most at once');
}
