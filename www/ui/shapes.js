/**
 * The schema of every value in the browser's storage, and its validation. Valid parts of values from other versions or
 * pages are used; Rust checks what concerns a game or a bot.
 */

/** @typedef {(value: any) => boolean} Fits */

/** @type {Fits} */
const text = (value) => typeof value === 'string';
/** @type {Fits} */
const flag = (value) => typeof value === 'boolean';
/** @type {Fits} */
const count = (value) => Number.isSafeInteger(value) && value >= 0;
/** @type {Fits} */
const object = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** @type {(...those: any[]) => Fits} */
const oneOf =
  (...those) =>
  (value) =>
    those.includes(value);
/** @type {(...those: Fits[]) => Fits} */
const either =
  (...those) =>
  (value) =>
    those.some((fits) => fits(value));
/** @param {Fits} of @returns {Fits} */
const list = (of) => (value) => Array.isArray(value) && value.every(of);
/** @param {Fits} of @returns {Fits} */
const table = (of) => (value) => object(value) && Object.values(value).every(of);
/** An object with valid fields; those in `may` can be missing. @param {Record<string, Fits>} must @param {Record<string, Fits>} [may] @returns {Fits} */
const fields =
  (must, may = {}) =>
  (value) =>
    object(value) &&
    Object.entries(must).every(([key, fits]) => fits(value[key])) &&
    Object.entries(may).every(([key, fits]) => value[key] === undefined || fits(value[key]));

const options = table(either(text, flag, Number.isFinite));
const budget = fields({}, { nodes: count, ms: count, depth: count, playouts: count });
const bot = fields({ bot: text, options }, { budget });
const entrant = either(text, fields({ bot: text }), fields({ program: text }));
const setup = fields({ game: text, bots: list(entrant) }, { against: list(entrant), games: count });
const term = fields({ name: text, weight: Number.isFinite, formula: text });
const draft = fields(
  { game: text, name: text, terms: (value) => list(term)(value) && value.length > 0, options },
  { author: text, note: text, budget, opened: text, lesson: flag },
);

const ownBot = fields(
  { name: text, source: text },
  { language: oneOf('python'), opened: text, sent: flag },
);

/** The saved view of a game. @type {Record<string, Fits>} */
const GAME = {
  ply: count,
  variation: count,
  overlay: text,
  turned: Number.isFinite,
  running: flag,
  opened: flag,
  waits: flag,
  marks: table(flag),
  points: list(Number.isFinite),
  advisor: either(oneOf(null), bot),
  record: text,
  log: text,
  older: list(text),
  plies: count,
  over: flag,
  game: text,
  why: text,
  at: text,
};

/**
 * By the prefix of a key: the schema of the value, or of its fields, each of which is checked by itself.
 * @type {[string, Fits | Record<string, Fits>][]}
 */
const SHAPES = [
  ['game:', GAME],
  ['seen:', GAME],
  ['aside:', GAME],
  [
    'settings',
    {
      theme: oneOf('light', 'dark', 'system'),
      speed: either(oneOf('max'), (value) => Number.isFinite(value) && value > 0),
      lines: either(oneOf('all'), (value) => count(value) && value > 0),
      tab: text,
      chart: text,
      analysing: flag,
      folds: fields({ graph: either(flag, oneOf(null)) }),
      sheet: oneOf('low', 'half', 'full'),
      sounds: flag,
    },
  ],
  ['last', text],
  ['study-draft', fields({ title: text, author: text, chapters: list(object) })],
  ['places', table(text)],
  ['coach', table(list(text))],
  ['progress', table(fields({ won: count, level: count, losses: count, last: text }))],
  [
    'learning',
    list(
      fields({
        id: text,
        game: text,
        link: text,
        ply: count,
        seat: count,
        best: text,
        found: count,
        due: count,
      }),
    ),
  ],
  ['lab-shelf:', list(fields({ name: text, at: text, draft }))],
  ['lab-lessons', table(count)],
  ['lab-lesson:', options],
  [
    'lab-work:',
    fields({ attempts: list(count), predictions: table(fields({ said: text, right: flag })) }),
  ],
  ['lab-own:', text],
  ['pupil', text],
  ['class', text],
  ['lab:', draft],
  [
    'arena-meta',
    fields({
      id: text,
      name: text,
      setup,
      planned: count,
      done: count,
      when: count,
      prints: list(count),
    }),
  ],
  ['arena', fields({ setup })],
  ['bots', list(ownBot)],
  ['bot-draft', ownBot],
  ['python', flag],
  ['draft:', object],
  ['prove:shown', flag],
  ['prove:kind', text],
  ['looks:', count],
  [
    'learn:',
    fields({
      request: fields({ game: text, bot, field: list(object), settings: object }),
      state: object,
    }),
  ],
  [
    'prove:',
    fields(
      { asked: fields({ subject: fields({ game: text, bot }), wish: object }) },
      { id: text, generations: list(list(Array.isArray)), verified: list(object) },
    ),
  ],
];

/**
 * The valid part of a saved value.
 * @param {string} name   the storage key
 * @param {any} value
 * @returns {{ fit: any, whole: boolean }} `fit` is null if nothing is valid; `whole` is whether all of it is
 */
export function fitted(name, value) {
  const shape = SHAPES.find(([begin]) => name.startsWith(begin))?.[1];
  if (typeof shape !== 'object') {
    const whole = !!shape?.(value);
    return { fit: whole ? value : null, whole };
  }
  if (!object(value)) return { fit: null, whole: false };
  const good = Object.entries(value).filter(([key, one]) => !shape[key] || shape[key](one));
  const whole = good.length === Object.keys(value).length;
  return { fit: whole ? value : Object.fromEntries(good), whole };
}
