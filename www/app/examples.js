/**
 * Examples in the rules: positions that the same engine plays and the same boards draw, so the pictures are real. Loaded with the
 * rules. No game rules here.
 */
import { loadRenderer } from '../boards/registry.js';
import { engine } from '../worker/engine.js';
import { yieldToEventLoop } from '../worker/yieldToEventLoop.js';
import { seatNames, usualBot, usualOptions } from './newGame.js';
import { open } from './openGame.js';
import { closeDialog, entryOf } from './store.js';

/** @typedef {import('./types.js').OptionValues} OptionValues */
/** @typedef {{ game: string, moves: string[], options?: OptionValues }} Example */

/** @param {Example} example @param {import('./types.js').SeatConfig[]} seats @param {object[]} [annotations] */
const recordOf = ({ game, moves, options = {} }, seats, annotations) =>
  JSON.stringify({
    totora: annotations ? 3 : 1,
    ...{ game, options, seed: 1, seats, moves, result: null, annotations },
  });

/** The seats of an example with a person on each. @param {Example} example */
const people = ({ game, options = {} }) =>
  seatNames(game, options).names.map(() => ({ human: /** @type {const} */ (true) }));

/**
 * The position of an example. The game's renderer is loaded as well.
 * @param {Example} example
 * @param {unknown} [question]   for `inspect` about that position
 * @returns {Promise<import('../boards/contract.js').Shown & { answer: any }>}
 */
export async function show(example, question) {
  const [{ Session }] = await Promise.all([engine(), loadRenderer(example.game)]);
  const shown = Session.from_record(recordOf(example, people(example)));
  try {
    const answer = question === undefined ? undefined : shown.inspect(question);
    return { layout: shown.layout(), view: shown.view(), answer };
  } finally {
    shown.free();
  }
}

/**
 * Opens an example as a game for practice: the user plays the seat that is to move. The places that show the idea are marked.
 * @param {Example} example
 * @param {{ places: string[], note: string }} idea   places by their printed names
 */
export async function play(example, { places, note }) {
  const { Session } = await engine();
  const shown = Session.from_record(recordOf(example, people(example)));
  const mover = shown.state().to_act[0];
  shown.free();
  const entry = entryOf(example.game);
  if (!entry) return;
  const seats = people(example).map((human, seat) =>
    seat === mover ? human : usualBot(entry, seat),
  );
  const marks = places.map((place) => ({ place, colour: 'green' }));
  const options = { ...usualOptions(entry), ...example.options };
  const position = { ply: example.moves.length, note, places: marks };
  closeDialog();
  await open(recordOf({ ...example, options }, seats, [position]), { practice: true });
}

/** Milliseconds of reading a link at a time. */
const SLICE = 8;

/**
 * The game of a link, which the caller frees. The game's renderer is loaded as well.
 * @param {string} game
 * @param {string} link
 */
export async function read(game, link) {
  const [{ LinkDecoder, Session }] = await Promise.all([engine(), loadRenderer(game)]);
  const decoder = LinkDecoder.begin(link);
  try {
    while (!decoder.advance(SLICE)) await yieldToEventLoop();
    return Session.from_record(decoder.record());
  } finally {
    decoder.free();
  }
}
