/**
 * What Home, the coach and the puzzles say, in one place: a text, or a function of what it tells. What games and bots
 * are called, and what is said of a position, comes from Rust. In a test, `?pseudo` in the address puts every text in
 * brackets, and what stands without them on the page is written elsewhere (tests/browser/strings.spec.js).
 */

const whole = new Intl.NumberFormat('en');
const signed = new Intl.NumberFormat('en', { signDisplay: 'exceptZero' });
const plurals = new Intl.PluralRules('en');

/** @param {number} n @param {string} one @param {string} [many] */
const counted = (n, one, many = `${one}s`) =>
  `${whole.format(n)} ${plurals.select(n) === 'one' ? one : many}`;

/** A number with its sign, and a minus as wide as a plus. @param {number} n */
export const signedNumber = (n) => signed.format(n).replace('-', '−');

const STRINGS = {
  open: 'Open a shared game',
  openHint: 'Paste a link or a record, or choose a file.',
  openField: 'Link or record',
  openText: 'Open',
  openFile: 'Choose a file',
  openCancel: 'Cancel',

  hero: 'See why a bot moves. Then change its mind.',
  /** @param {number} bots */
  heroText: (bots) =>
    `Two bots are playing Isolation. A knight that cannot move loses. Drag the slider: Red’s next move changes with it. Five games and ${whole.format(bots)} bots run in this page, without an account.`,
  heroBoard: 'Isolation, played by two bots',
  cautious: 'Cautious',
  aggressive: 'Aggressive',
  weight: 'How much Red counts a move of Blue’s',
  /** @param {number} weight */
  weightValue: (weight) => `Each move that Blue has takes ${whole.format(weight)} off Red’s score.`,
  /** @param {string} value @param {string} next */
  sliderText: (value, next) => `${value} ${next}`,
  scores: 'Numbers on the board: Red’s score for each move. The highest is played.',
  /** @param {string} move */
  onlyMove: (move) => `${move} is Red’s only move.`,
  /** @param {string} move */
  winningMove: (move) => `${move} wins: Blue cannot move.`,
  /** @param {string} move @param {number} own @param {number} theirs */
  bestForBoth: (move, own, theirs) =>
    `${move} leaves Red ${counted(own, 'move')} and Blue ${whole.format(theirs)}.`,
  /** @param {string} move @param {number} less @param {number} taken */
  trade: (move, less, taken) =>
    `${move} takes ${counted(taken, 'move')} from Blue and costs Red ${whole.format(less)}.`,
  /** @param {string} move @param {string} other */
  changed: (move, other) => `Now ${move} instead of ${other}.`,
  winner: ['Red wins: Blue cannot move.', 'Blue wins: Red cannot move.'],
  /** @param {string} move */
  played: (move) => `Red plays ${move}. Blue is to move.`,
  pause: 'Pause',
  go: 'Play on',
  step: 'Next move',
  playIt: 'Play against it',
  daily: 'Today’s puzzle',

  games: 'Games',
  play: 'Play',
  watch: 'Watch',
  newGame: 'New game',
  /** @param {string} name */
  playGame: (name) => `Play ${name}`,
  /** @param {string} name */
  watchGame: (name) => `Watch ${name}`,
  watchTitle: 'Bots play, and you look on',
  /** @param {string} far */
  goOn: (far) => `Continue, ${far}`,
  /** @param {string} name @param {string} far */
  goOnWith: (name, far) => `Continue: ${name}, ${far}`,
  longGame: 'a long game',
  /** @param {number} plies */
  atMove: (plies) => `move ${whole.format(plies)}`,
  /** @param {number} seats @param {number} bots */
  cast: (seats, bots) => `${counted(seats, 'player')} · ${counted(bots, 'bot')}`,
  /** @param {number} level */
  beaten: (level) => `You beat level ${whole.format(level)}`,
  clear: 'Clear my progress',
  arena: 'Arena',
  arenaText: 'Let bots play each other. Find out which is better, and how sure that is.',
  lab: 'Lab',
  coach: 'Coach',
  goal: 'Goal:',
  gotIt: 'Got it',

  puzzles: 'Puzzles',
  puzzlesText: 'One move keeps the win, and every other loses. Find it on the board.',
  puzzle: 'Puzzle',
  /** @param {string} game @param {number} number */
  puzzleTitle: (game, number) => `${game}, puzzle ${whole.format(number)}`,
  /** @param {number} legal */
  puzzleSize: (legal) => `${counted(legal, 'move')} to choose from`,
  /** @param {string} seat */
  puzzleQuestion: (seat) => `${seat} to move. One move keeps the win. Find it.`,
  /** @param {string} move */
  puzzleWrong: (move) => `${move} loses. Try another move.`,
  /** @param {string} move @param {number | null} plies @param {number} others */
  puzzleRight: (move, plies, others) => {
    const soon = plies ? `, within ${counted(plies, 'move')} of both players` : '';
    return `${move} wins${soon}. ${others === 1 ? 'The other move loses.' : `The other ${whole.format(others)} moves lose.`}`;
  },
  /** @param {string} bot @param {string} move */
  puzzleWeak: (bot, move) => `${bot} would play ${move}.`,
  /** @param {number} tries */
  puzzleFound: (tries) => `One move keeps the win. Found at try ${whole.format(tries)}.`,
  puzzleOpen: 'One move keeps the win. Can you find it?',
  showAnswer: 'Show the answer',
  savePicture: 'Save as picture',
  nextPuzzle: 'Next puzzle',
  /** @param {string} why */
  noPicture: (why) => `The picture could not be made: ${why}`,

  labText: 'Write a heuristic of your own and watch it decide.',
};

/** @param {string} text */
const bracketed = (text) => `⟦${text}⟧`;

/** @template T @param {T} value @returns {T} */
function pseudo(value) {
  /** @type {any} */
  const any = value;
  if (typeof any === 'string') return /** @type {any} */ (bracketed(any));
  if (typeof any === 'function')
    return /** @type {any} */ ((/** @type {any[]} */ ...given) => bracketed(any(...given)));
  return /** @type {any} */ (any.map(bracketed));
}

/**
 * The texts as the page shows them. Rooms that are fetched later have texts of their own (`challengeStrings.js`).
 * @template {Record<string, any>} T
 * @param {T} texts
 * @returns {T}
 */
export const shown = (texts) =>
  import.meta.env.MODE === 'test' && new URLSearchParams(location.search).has('pseudo')
    ? /** @type {T} */ (
        Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, pseudo(value)]))
      )
    : texts;

/** What the page says. */
export const strings = shown(STRINGS);
