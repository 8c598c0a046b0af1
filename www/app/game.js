/**
 * The one door through which the running game changes. It holds the Session (rules and history, in
 * Rust), asks it, publishes what it says in the store, and keeps the game in the browser after each
 * change. Nothing else calls a Session; no rule of any game may enter here.
 */
import { batch } from '@preact/signals';
import { catalog } from '../pkg/catalog.js';
import * as worker from '../worker/client.js';
import { engine, readyEngine } from './engine.js';
import { forget, keep, recall } from './keep.js';
import * as store from './store.js';

/** @typedef {import('./types.js').Session} Session */
/** @typedef {import('./types.js').SeatConfig} SeatConfig */
/** @typedef {import('./types.js').OptionValues} OptionValues */
/** @typedef {{ game: string, options: OptionValues, seed: number, seats: SeatConfig[] }} Setup */

/** More than any record needs; what is larger is refused before it is read. */
export const MAX_TEXT = 1_000_000;

/** @type {Session | null} */
let session = null;
/** Whether the ply shown was reached by undo: playing on from there needs no question. */
let undone = false;

/**
 * Counts what was asked for that puts another game on the page: while an engine is fetched, a person
 * may ask for something else, and the last word counts.
 */
let wish = 0;

/**
 * The engine of a game, for a wish that may be overtaken.
 * @param {string} game
 * @returns {Promise<import('./engine.js').Engine | null>} null when something else was asked for since
 */
async function engineFor(game) {
  const mine = ++wish;
  const found = readyEngine(game) ?? (await engine(game));
  return mine === wish ? found : null;
}

/**
 * Tells the page which games there are: those that were built and that it can draw.
 * @param {(game: string) => boolean} drawn
 */
export function openCatalog(drawn) {
  store.catalog.value = catalog.filter((entry) => drawn(entry.id));
}

/**
 * The names of the seats that a game with these options has. The game's engine must be ready.
 * @param {string} game
 * @param {OptionValues} options
 * @returns {{ names: string[], problem: string }}   no names, and the reason, when an option does not fit
 */
export function seatNames(game, options) {
  try {
    return { names: readyEngine(game)?.seat_names(game, options) ?? [], problem: '' };
  } catch (error) {
    return { names: [], problem: words(error) };
  }
}

/** @param {string} game @returns {import('./types.js').GameInfo | undefined} */
const entryOf = (game) => store.catalog.value.find((entry) => entry.id === game);

/** @returns {number} a seed for a new game: 53 bits of chance */
export function drawSeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1f_ffff) * 2 ** 32 + low;
}

// --- asking ---------------------------------------------------------------------------------

/**
 * Asks the session, and turns whatever goes wrong into a message.
 * @template T
 * @param {(session: Session) => T} question
 * @returns {T | undefined}
 */
function ask(question) {
  if (!session) return undefined;
  try {
    return question(session);
  } catch (error) {
    report(error);
    return undefined;
  }
}

/** @param {unknown} error */
function report(error) {
  if (error instanceof WebAssembly.RuntimeError) revive();
  else store.tell(words(error), { error: true });
}

/**
 * @param {unknown} error
 * @returns {string}
 */
export function words(error) {
  const text = error instanceof Error ? error.message : error;
  if (typeof text !== 'string' || !text) return 'Something went wrong, and nobody said what.';
  return text[0].toUpperCase() + text.slice(1);
}

/** The engine broke in the middle of something: its session is doubtful, the kept record is not. */
async function revive() {
  // Not freed: a session that broke may be locked, and freeing it would throw again.
  session = null;
  const game = store.state.value?.game;
  const restored = !!game && (await resume(game));
  store.tell(
    restored
      ? 'The engine stumbled over that. Your game was restored as it was before.'
      : 'The engine stopped working. Your game is kept: open the page again to go on.',
    { error: true, action: { label: 'Open again', act: () => location.reload() } },
  );
}

/**
 * A question about the position, for the board renderer.
 * @param {unknown} question
 */
export function inspect(question) {
  return ask((s) => s.inspect(question));
}

/** @returns {string[]} the legal moves, in a fixed order; for tests and teachers' consoles */
export function legalMoves() {
  return ask((s) => s.legal()) ?? [];
}

/** @returns {string} the game as JSON text */
export function recordText() {
  return ask((s) => s.record()) ?? '';
}

/** @returns {string} the address that opens this very position */
export function linkHere() {
  const fragment = ask((s) => s.link(store.overlay.value, store.turned.value)) ?? '';
  return location.origin + location.pathname + fragment;
}

/**
 * The view of a position that is not the running game's, for the examples in the rules: it is played
 * there by the same engine, so nothing in a picture is made up. The game's engine must be ready.
 * @param {string} game
 * @param {string[]} moves
 * @param {OptionValues} [options]
 * @param {unknown} [question]   what is asked about that position, as `inspect` is
 * @returns {{ view: any, answer: any } | null}
 */
export function example(game, moves, options = {}, question = undefined) {
  const record = {
    totora: 1,
    game,
    options,
    seed: 1,
    seats: seatNames(game, options).names.map(() => ({ human: true })),
    moves,
    result: null,
  };
  const shown = readyEngine(game)?.Session.from_record(JSON.stringify(record));
  if (!shown) return null;
  try {
    const answer = question === undefined ? undefined : shown.inspect(question);
    return { view: shown.view(), answer };
  } finally {
    shown.free();
  }
}

// --- changing -------------------------------------------------------------------------------

/**
 * Reads the session and publishes what it says at once: one change, one redraw. Of a long game only the
 * plies that are new are read.
 * @param {number} [kept]   so many plies are as they were published before
 */
function publish(kept = 0) {
  const same = Math.min(kept, store.rows.value.length);
  const read = ask((s) => ({
    state: s.state(),
    view: s.view(),
    rows: s.moves(same),
    // Positions are one more than plies; without plies that stay, all lines are new.
    series: s.series(same === 0 ? 0 : same + 1),
  }));
  if (!read) return;
  batch(() => {
    const before = store.state.value;
    store.state.value = read.state;
    store.view.value = read.view;
    if (same < store.rows.value.length || read.rows.length > 0 || same === 0) {
      store.rows.value = [...store.rows.value.slice(0, same), ...read.rows];
      store.series.value = read.series.map((line, i) =>
        same === 0
          ? line
          : {
              ...line,
              values: [...store.series.value[i].values.slice(0, same + 1), ...line.values],
            },
      );
    }
    if (before?.hash !== read.state.hash || before.ply !== read.state.ply) {
      store.pointed.value = null;
      store.hint.value = null;
    }
  });
  saveSoon();
}

/** A long game is not written down at every one of its plies. */
const MANY_PLIES = 100;
const SAVE_PAUSE = 1_000;
/** More than storage can be expected to take beside the other games: such a record is kept as a link. */
const MAX_KEPT = 1_500_000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let saving;

function saveSoon() {
  if ((store.state.value?.plies ?? 0) < MANY_PLIES && !store.simultaneous.value) save();
  else saving ??= setTimeout(save, SAVE_PAUSE);
}

/** Writes down what waits to be, before the page goes. */
export function saveNow() {
  if (saving !== undefined) save();
}

/** Keeps the running game. Called after each change, also of how it is shown. */
export function save() {
  clearTimeout(saving);
  saving = undefined;
  const now = store.state.value;
  if (!now || store.embedded.value) return;
  let record = ask((s) => s.record());
  if (!record) return;
  if (record.length > MAX_KEPT) {
    try {
      record = session?.link(store.overlay.value, store.turned.value) ?? '';
    } catch {
      // Too long for a link as well: what was kept last stays.
      return;
    }
  }
  /** @type {import('./keep.js').Kept} */
  const kept = {
    record,
    ply: now.ply,
    overlay: store.overlay.value,
    turned: store.turned.value,
    running: store.running.value,
    marks: store.marks.value,
    points: store.points.value,
    advisor: store.advisor.value,
  };
  keep(`game:${now.game}`, kept);
  keep('last', now.game);
}

/**
 * Puts a session in the place of the running one.
 * @param {Session} next
 */
function replace(next) {
  const old = session;
  session = next;
  undone = false;
  old?.free();
}

/**
 * Starts a game.
 * @param {Setup} setup
 * @param {{ series?: boolean }} [more] whether it goes on with a row of rematches
 * @returns {Promise<boolean>} whether it was started
 */
export async function start(setup, more = {}) {
  try {
    const found = await engineFor(setup.game);
    if (!found) return false;
    const next = found.Session.create(setup.game, setup.options, setup.seed, setup.seats);
    const total = store.total.value;
    batch(() => {
      replace(next);
      store.points.value = more.series ? total : setup.seats.map(() => 0);
      store.reportPutAway.value = false;
      store.replaying.value = false;
      // Where all move at once, turns are played when the person at the table says so.
      const waits =
        entryOf(setup.game)?.simultaneous && setup.seats.some((seat) => 'human' in seat);
      store.running.value = !waits;
      store.turnsWanted.value = Number.POSITIVE_INFINITY;
      store.until.value = null;
      if (store.state.value?.game !== setup.game) {
        store.advisor.value = null;
        store.overlay.value = 'off';
        store.marks.value = {};
        store.turned.value = 0;
      }
      publish();
    });
    store.say(`New game. ${store.state.value?.turn_words ?? ''}`);
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

/**
 * The setup of the game that runs, with a fresh seed.
 * @returns {Setup | null}
 */
export function sameSetup() {
  const now = store.state.value;
  if (!now) return null;
  return {
    game: now.game,
    options: now.options,
    seed: drawSeed(),
    seats: now.seats.map((seat) => seat.config),
  };
}

/**
 * A game that plays at once: a person against a bot.
 * @param {string} game
 */
export async function startDefault(game) {
  const entry = entryOf(game);
  if (!entry) return;
  await startFrom(entry, {});
}

/**
 * A person against the game's usual bot, with these options beside the defaults.
 * @param {import('./types.js').GameInfo} entry
 * @param {OptionValues} chosen
 * @returns {Promise<boolean>} whether it was started
 */
async function startFrom(entry, chosen) {
  const usual = Object.fromEntries(entry.options.map((option) => [option.key, option.default]));
  const options = { ...usual, ...chosen };
  await engine(entry.id);
  const { names, problem } = seatNames(entry.id, options);
  if (problem) throw new Error(problem);
  return start({
    game: entry.id,
    options,
    seed: drawSeed(),
    seats: againstBots(entry, names.length),
  });
}

/**
 * Who sits on a seat opposite a person unless somebody chooses.
 * @param {import('./types.js').GameInfo} entry
 * @param {number} seat
 * @returns {SeatConfig}
 */
export function usualBot(entry, seat) {
  const { opponents } = entry;
  return { bot: opponents[(seat + opponents.length - 1) % opponents.length], options: {} };
}

/**
 * A person on the first seat, the usual bots on the others.
 * @param {import('./types.js').GameInfo} entry
 * @param {number} seats
 * @returns {SeatConfig[]}
 */
const againstBots = (entry, seats) =>
  Array.from({ length: seats }, (_, seat) =>
    seat === 0 ? { human: true } : usualBot(entry, seat),
  );

/**
 * Plays a move by hand. From an earlier ply it asks first, because it replaces what came after.
 * @param {string} move
 */
export function playByHand(move) {
  const now = store.state.value;
  if (!now || now.outcome) return;
  const act = () => {
    // Whoever moves wants an answer, so a pause ends here.
    batch(() => {
      store.replaying.value = false;
      store.running.value = true;
      play(move, true);
    });
  };
  if (mayReplace()) act();
  else askToBranch(act);
}

/** Whether a move here replaces nothing, or only what was undone. */
export function mayReplace() {
  const now = store.state.value;
  return undone || now?.ply === now?.plies;
}

/** @param {() => void} act */
export function askToBranch(act) {
  const now = store.state.value;
  if (!now) return;
  const rest = now.plies - now.ply;
  store.dialog.value = {
    kind: 'confirm',
    title: 'Play on from here?',
    text: `This replaces the ${rest === 1 ? 'move that was' : `${rest} moves that were`} played after this position.`,
    yes: 'Replace and play on',
    act,
  };
}

/**
 * Plays a move of whoever is to act.
 * @param {string} move
 * @param {boolean} replaceRest
 * @returns {boolean} whether it was played
 */
export function play(move, replaceRest) {
  const before = store.state.value?.ply ?? 0;
  const played = ask((s) => s.play(move, replaceRest));
  if (!played) return false;
  undone = false;
  publish(before);
  const now = store.state.value;
  store.say(`${played.words}. ${now?.outcome_words ?? now?.turn_words ?? ''}`);
  if (now?.outcome) store.reportPutAway.value = false;
  return true;
}

/**
 * Plays whole turns that were resolved elsewhere, each by the rules.
 * @param {string[]} moves
 * @returns {boolean} whether all were played
 */
export function playTurns(moves) {
  const now = store.state.value;
  if (!now || moves.length === 0) return true;
  const played = ask((s) => {
    s.play_all(moves, true);
    return true;
  });
  undone = false;
  publish(now.ply);
  const last = store.rows.value.at(-1);
  if (last) store.say(`${last.words}. ${store.state.value?.outcome_words ?? ''}`);
  if (store.state.value?.outcome) store.reportPutAway.value = false;
  return !!played;
}

/**
 * Shows another ply of the game.
 * @param {number} ply
 */
export function goTo(ply) {
  const now = store.state.value;
  if (!now) return;
  const to = Math.max(0, Math.min(now.plies, Math.round(ply)));
  if (to === now.ply) return;
  ask((s) => s.go_to(to));
  undone = false;
  publish(now.plies);
  const row = store.rows.value[to - 1];
  store.say(row ? `Move ${to}: ${row.words}` : 'The start of the game');
}

/** Back to before the last decision of a person. */
export function undo() {
  if (ask((s) => s.undo())) {
    undone = true;
    batch(() => {
      store.replaying.value = false;
      if (!hasHuman() || store.simultaneous.value) store.running.value = false;
      publish(store.rows.value.length);
    });
    store.say(`Undone. ${store.state.value?.turn_words ?? ''}`);
  }
}

/** The reverse of undo. */
export function redo() {
  if (ask((s) => s.redo())) {
    undone = true;
    publish(store.rows.value.length);
    store.say(`Redone. ${store.state.value?.turn_words ?? ''}`);
  }
}

/**
 * Changes who sits on a seat of the running game.
 * @param {number} seat
 * @param {SeatConfig} config
 */
export function setSeat(seat, config) {
  ask((s) => s.set_seat(seat, config));
  publish(store.rows.value.length);
}

/** @returns {boolean} whether a person plays in this game */
export function hasHuman() {
  return !!store.state.value?.seats.some((seat) => 'human' in seat.config);
}

/** Behaves as if the engine had broken just now. For tests. */
export function breakEngine() {
  ask(() => {
    throw new WebAssembly.RuntimeError('broken for a test');
  });
}

// --- loading --------------------------------------------------------------------------------

/**
 * Takes the game up again that was kept in the browser.
 * @param {string} game
 * @returns {Promise<boolean>} whether there was one
 */
export async function resume(game) {
  /** @type {import('./keep.js').Kept | null} */
  const kept = recall(`game:${game}`);
  if (!kept?.record) return false;
  const found = await engineFor(game);
  if (!found) return true;
  try {
    const text = kept.record.startsWith('#') ? await unfold(game, kept.record) : kept.record;
    const next = found.Session.from_record(text);
    next.go_to(kept.ply);
    batch(() => {
      replace(next);
      store.overlay.value = kept.overlay ?? 'off';
      store.turned.value = kept.turned ?? 0;
      store.marks.value = kept.marks ?? {};
      store.running.value = kept.running ?? true;
      store.points.value = kept.points ?? [];
      store.advisor.value = kept.advisor ?? null;
      store.reportPutAway.value = false;
      publish();
    });
    return true;
  } catch {
    // Kept by an older version, or damaged: a fresh game is the better welcome.
    forget(`game:${game}`);
    return false;
  }
}

/**
 * The game that a link or a record names, as far as can be told without reading it: only to fetch the
 * engine that then reads and judges it.
 * @param {string} given
 * @returns {string} a game of the catalogue
 */
function namedGame(given) {
  const name =
    /#\w([a-z]+)\./.exec(given.slice(0, 1000))?.[1] ?? /"game"\s*:\s*"(\w+)"/.exec(given)?.[1];
  const known = store.catalog.value.find((entry) => entry.id === name);
  return known?.id ?? store.state.value?.game ?? store.catalog.value[0].id;
}

/**
 * Begins a game from a map or a board, whichever game's it is.
 * @param {string} text
 * @returns {Promise<boolean | null>} whether it was started; null when it is neither of any game
 */
async function openSetup(text) {
  // The game at hand first: its engine is there.
  const entries = store.catalog.value
    .filter((entry) => entry.setup_text)
    .toSorted((a) => (a.id === store.state.value?.game ? -1 : 0));
  for (const entry of entries) {
    const found = await engine(entry.id);
    if (!entry.setup_text || found.recognise(text) !== entry.id) continue;
    const { warnings } = found.check_setup(entry.id, text);
    const started = await startFrom(entry, { [entry.setup_text.option]: text });
    if (started && warnings.length > 0) store.tell(warnings.join(' '));
    return started;
  }
  return null;
}

/**
 * Opens a game from outside: a link, its fragment, the JSON text of a record, or a map or board. If it
 * is not good, a message says why and the running game stays as it is.
 * @param {string} text
 * @returns {Promise<boolean>} whether it was opened
 */
export async function open(text) {
  const given = text.trim();
  try {
    if (given.length > MAX_TEXT)
      throw new Error('That is larger than any record: over a megabyte.');
    const link = !given.startsWith('{') && !given.startsWith('[');
    if (link && !given.includes('#')) {
      const started = await openSetup(text);
      if (started !== null) return started;
    }
    const named = namedGame(given);
    const found = await engineFor(named);
    if (!found) return false;
    // Such a link may hold nothing but the bots' names: their game is played anew, away from the page.
    const far = link && entryOf(named)?.simultaneous ? await worker.unfold(named, given) : null;
    if (far && !far.record) throw new Error(far.error);
    const next = far?.record
      ? found.Session.from_record(far.record)
      : link
        ? found.Session.from_link(given)
        : found.Session.from_record(given);
    const shown = far?.shown ?? next.shown();
    if (far) next.go_to(shown.ply);
    const { game } = next.state();
    const entry = store.catalog.value.find((one) => one.id === game);
    if (!entry) {
      next.free();
      throw new Error(`This page has no board for “${game}” yet.`);
    }
    const before = store.state.value ? recall(`game:${store.state.value.game}`) : null;
    const mine = before ?? lastKept();
    batch(() => {
      replace(next);
      if (link) {
        store.overlay.value = entry.overlays.includes(shown.overlay) ? shown.overlay : 'off';
        store.turned.value = shown.turned;
      }
      store.reportPutAway.value = false;
      store.replaying.value = false;
      // It opens at the very position that was sent; whoever moves or presses Watch starts it.
      store.running.value = false;
      store.points.value = [];
      store.advisor.value = null;
      publish();
    });
    if (mine?.record && mine.record !== recordText() && !store.embedded.value) offerBack(mine);
    store.say(`Opened. ${store.state.value?.turn_words ?? ''}`);
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

/**
 * The record in a link, made in the worker: a game between bots has to be played anew for it.
 * @param {string} game
 * @param {string} link
 */
async function unfold(game, link) {
  const { record, error } = await worker.unfold(game, link);
  if (!record) throw new Error(error);
  return record;
}

/**
 * The options of a game of the kind at hand that begins from a text, such as a map.
 * @param {string} text
 * @returns {{ entry: import('./types.js').GameInfo, options: OptionValues }}
 */
function optionsOn(text) {
  const entry = store.info.value;
  if (!entry?.setup_text) throw new Error('This game begins from no map or board.');
  const usual = Object.fromEntries(entry.options.map((option) => [option.key, option.default]));
  return { entry, options: { ...usual, [entry.setup_text.option]: text } };
}

/**
 * Begins a game of the kind at hand from a text. Who sits there stays, as far as there are seats.
 * @param {string} text
 * @returns {Promise<boolean>} whether it was started
 */
export async function startOn(text) {
  try {
    const { entry, options } = optionsOn(text);
    const { names, problem } = seatNames(entry.id, options);
    if (problem) throw new Error(problem);
    const sitting = store.state.value?.seats.map((seat) => seat.config) ?? [];
    const more = sitting.findLast((config) => 'bot' in config);
    const seats = names.map((_, i) => sitting[i] ?? more ?? usualBot(entry, i));
    return await start({ game: entry.id, options, seed: drawSeed(), seats });
  } catch (error) {
    report(error);
    return false;
  }
}

/**
 * The address of a game of the kind at hand that begins from a text and has not begun yet: a person
 * against bots. Throws when the text is no good.
 * @param {string} text
 * @returns {string}
 */
export function linkOn(text) {
  const { entry, options } = optionsOn(text);
  const { names, problem } = seatNames(entry.id, options);
  if (problem) throw new Error(problem);
  const seats = againstBots(entry, names.length);
  const fresh = readyEngine(entry.id)?.Session.create(entry.id, options, 1, seats);
  if (!fresh) return '';
  try {
    return location.origin + location.pathname + fresh.link('off', 0);
  } finally {
    fresh.free();
  }
}

/** @returns {import('./keep.js').Kept | null} */
function lastKept() {
  const game = recall('last');
  return typeof game === 'string' ? recall(`game:${game}`) : null;
}

/** @param {import('./keep.js').Kept} mine */
function offerBack(mine) {
  store.tell('Opened. Your own game is still here.', {
    action: {
      label: 'Back to my game',
      act: () => {
        const game = JSON.parse(mine.record).game;
        keep(`game:${game}`, mine);
        resume(game);
      },
    },
  });
}

/**
 * Opens a file, if it is small enough to be a record.
 * @param {File} file
 */
export async function openFile(file) {
  if (file.size > MAX_TEXT) {
    store.tell(
      `“${file.name}” is not a record of Totora: it has ${(file.size / 1e6).toFixed(1)} MB, and no record has over 1 MB.`,
      { error: true },
    );
    return false;
  }
  try {
    return await open(await file.text());
  } catch (error) {
    report(error);
    return false;
  }
}
