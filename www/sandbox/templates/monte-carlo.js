// Monte Carlo: plays random games from each of the best moves, and counts how often they end well.
const WIDTH = 12;
const PLIES = 12;
const GAMES = 24;

function think(position) {
  const { nodes = GAMES, ms = Infinity } = position.budget ?? {};
  const until = Date.now() + ms;
  const random = generator(position.seed + position.state.ply);
  const sum = (figures) => Object.values(figures).reduce((all, one) => all + one, 0);
  let arms = movesOf(position).map((move) => {
    const { next, figures } = after(position, move);
    return { move, next, first: sum(figures), wins: 0, games: 0 };
  });
  arms = arms.sort((a, b) => b.first - a.first).slice(0, WIDTH);
  for (let played = 0; played < nodes && Date.now() < until; played++) {
    const rate = (arm) =>
      arm.games
        ? arm.wins / arm.games + Math.sqrt((0.5 * Math.log(played + 1)) / arm.games)
        : Infinity;
    const arm = arms.reduce((best, one) => (rate(one) > rate(best) ? one : best));
    arm.wins += playout(arm.next, position.seat, random);
    arm.games++;
  }
  const candidates = arms.map(({ move, wins, games }) => ({
    move,
    terms: { wins: games ? wins / games : 0, tries: games / 1000 },
  }));
  const games = arms.reduce((all, arm) => all + arm.games, 0);
  console.log(`${games} games`);
  return totora.best(candidates, `it did best in ${games} random games`);
}

/** Plays some random plies. Returns a value near 1 if the figures are good then, near 0 if they are bad. */
function playout(position, seat, random) {
  let here = position;
  for (let i = 0; i < PLIES && !here.outcome; i++) {
    if (here.legal_moves === null) break;
    here = here.play(here.legal[Math.floor(random() * here.legal.length)]);
  }
  const value = Object.values(figuresOf(here, seat)).reduce((all, one) => all + one, 0);
  return 1 / (1 + Math.exp(-value / 4));
}

/** A random number generator: the same seed gives the same numbers. */
function generator(seed) {
  let state = seed % 2 ** 31;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 2 ** 31;
  };
}
