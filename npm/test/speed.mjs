// Moves a second of the package, and fails below a limit that only a call through JSON would miss. `make npm` runs it in the
// installed package; by hand: node test/speed.mjs in target/npm/fresh. A move is a move played and taken back, by its text.
import { Game, games, init } from 'totora';

/** An answer in JSON costs 180 microseconds a move. */
const LEAST = 20_000;
const SECONDS = Number(process.env.SPEED_SECONDS ?? 0.5);

await init();

/** Seconds of processor time since a moment: other load on the machine affects them less. @param {NodeJS.CpuUsage} [from] */
const spent = (from) => {
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1e6;
};

/** Calls a second. @param {() => number} run   returns the number of calls that it made */
function rate(run) {
  run();
  const begun = process.cpuUsage();
  let calls = 0;
  while (spent(begun) < SECONDS) calls += run();
  return calls / spent(begun);
}

const figures = [];
for (const { id } of games()) {
  const game = new Game(id, {}, 1);
  if (game.state.legal === null) continue;
  /** @type {string[]} */
  const moves = [];
  while (!game.over && moves.length < 30) {
    const legal = game.legalMoves() ?? [];
    moves.push(legal[(moves.length * 7919) % legal.length]);
    game.play(moves[moves.length - 1]);
  }
  const back = () => {
    for (const _ of moves) game.undo();
  };
  back();
  const whole = (/** @type {(move: string) => void} */ play) =>
    rate(() => {
      for (const move of moves) play(move);
      back();
      return moves.length;
    });
  const only = whole((move) => game.play(move));
  const listed = whole((move) => {
    game.legalMoves();
    game.play(move);
  });
  const viewed = rate(() => {
    JSON.stringify(game.view);
    return 1;
  });
  figures.push({ id, only, listed, viewed });
}
const shown = (/** @type {number} */ number) =>
  Math.round(number).toLocaleString('en').padStart(12);
console.log('a second:   moves played   with their list of moves   views as text');
for (const { id, only, listed, viewed } of figures)
  console.log(
    `${id.padEnd(12)}${shown(only)}${shown(listed).padStart(27)}${shown(viewed).padStart(16)}`,
  );
const slow = figures.filter(({ only }) => only < LEAST).map(({ id }) => id);
if (slow.length > 0) {
  console.error(`fewer than ${LEAST} moves a second: ${slow.join(', ')}`);
  process.exit(1);
}
