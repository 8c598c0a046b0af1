/**
 * Actions of the Lab: start, open, edit, save, share and import a heuristic. The worker of the Thinking panel analyses
 * with every edit at once: the Lab only sets the shown bot.
 */
import { batch, effect, untracked } from '@preact/signals';
import first from '../../../src/lab/first.json';
import * as strings from '../../strings/lab.js';
import { beginComparing } from '../compare.js';
import { setDisplay } from '../display.js';
import { linkFor, startAgainst } from '../newGame.js';
import { route } from '../route.js';
import { save } from '../saving.js';
import { goToArena, take } from '../screens.js';
import { caughtText, textsOf } from '../session.js';
import { recall, saveValue } from '../storage.js';
import * as store from '../store.js';
import { pause } from '../transport.js';
import { makeDrafts } from './drafts.js';
import { checkWhole, labLink, openBot } from './engine.js';
import * as lab from './state.js';
import { optionOf } from './written.js';

/** @typedef {import('./state.js').Draft} Draft */
/** @typedef {import('./state.js').Term} Term */
/** @typedef {import('../types.js').OptionValues} OptionValues */
/** @typedef {import('./drafts.js').Shelved<Draft>} Shelved */

let lastId = 0;

/** @param {string} game */
const shelfOf = (game) => `lab-shelf:${game}`;

/** Saved heuristics of a game, newest first. @param {string} game @returns {Shelved[]} */
export const shelf = (game) => recall(shelfOf(game)) ?? [];

/** @type {ReturnType<typeof makeDrafts<Draft>>} */
const drafts = makeDrafts({
  draft: lab.draft,
  place: ({ game }) => `lab:${game}`,
  shelf: ({ game }) => shelf(game),
  setShelf({ game }, all) {
    const saved = saveValue(shelfOf(game), all);
    lab.shelved.value++;
    return saved;
  },
  contentOf: (of) => JSON.stringify(lab.botOf({ ...of, name: '' })),
  changed(next, more) {
    if (!more) beginComparing();
    return { ...next, lesson: lab.lesson.value?.game === next.game };
  },
  fileOf: (of) => ({
    name: `${of.name.trim() || strings.myHeuristic}.json`,
    text: fileOf(of),
    type: 'application/json',
  }),
  words: {
    unnamed: strings.myHeuristic,
    isSavedAs: strings.yourHeuristicIsSaved,
    stays: strings.yourHeuristicStaysThis,
    notSaved: strings.yourHeuristicIsNotSaved,
  },
});

export const {
  edit,
  undo: undoEdit,
  redo: redoEdit,
  replace: replaceDraft,
  save: saveOnShelf,
  remove: forgetShelved,
} = drafts;

// --- in the editor -----------------------------------------------------------------------------

/** @param {{ name?: string, weight?: number, formula?: string }[]} terms @returns {Term[]} */
const made = (terms) =>
  terms.map(({ name, weight, formula }, i) => ({
    id: ++lastId,
    name: name ?? strings.term(i + 1),
    weight: weight ?? 1,
    formula: formula ?? '',
  }));

/**
 * A draft from options of the bot `lab`. Throws if the heuristic is invalid.
 * @param {string} game
 * @param {OptionValues} options
 * @param {import('../types.js').Budget | null} [budget]
 * @returns {Draft}
 */
export function draftOf(game, options, budget) {
  const found = checkWhole(game, String(options.formula ?? ''));
  if ('error' in found) throw new Error(found.error);
  const { formula: _, file: __, ...rest } = options;
  const { name, author, note } = found;
  const own = budget && { budget };
  return { game, name, author, note, terms: made(found.terms), options: rest, ...own };
}

/** The initial draft of a game: two terms, or the default heuristic of its bot `lab`. @param {string} game @returns {Draft} */
function fresh(game) {
  const terms = /** @type {Record<string, object>} */ (first)[game];
  const usual = optionOf(store.info.value, 'formula')?.default ?? '0';
  const draft = draftOf(game, { formula: terms ? JSON.stringify(terms) : usual });
  return { ...draft, name: strings.myHeuristic };
}

/** Terms for the draft. @param {{ name: string, weight: number, formula: string }[]} terms */
export const termsOf = (terms) => made(terms);

/** @param {number} id @param {Partial<Term>} change @param {{ more?: boolean }} [how] */
export const editTerm = (id, change, how) =>
  edit(
    ({ terms }) => ({
      terms: terms.map((term) => (term.id === id ? { ...term, ...change } : term)),
    }),
    how,
  );

/** @returns {number} the new term's id */
export function addTerm() {
  edit(({ terms }) => {
    const taken = new Set(terms.map((term) => term.name));
    let n = terms.length + 1;
    while (taken.has(strings.term(n))) n++;
    return { terms: [...terms, ...made([{ name: strings.term(n), formula: '0' }])] };
  });
  return lastId;
}

/** @param {number} id */
export function removeTerm(id) {
  setDisplay({ painted: null });
  edit(({ terms }) => ({ terms: terms.filter((term) => term.id !== id) }));
}

/** @param {number} id @param {number} by   places down; negative is up */
export const moveTerm = (id, by) =>
  edit(({ terms }) => {
    const at = terms.findIndex((term) => term.id === id);
    const to = Math.max(0, Math.min(terms.length - 1, at + by));
    return { terms: terms.toSpliced(at, 1).toSpliced(to, 0, terms[at]) };
  });

/** Replaces the draft by one that is made; an error becomes a message. @param {() => Draft} make */
export function replaceWith(make) {
  try {
    return replaceDraft(make());
  } catch (error) {
    store.notify(caughtText(error), { error: true });
    return false;
  }
}

/** Detaches the draft from its finished lesson. */
export const leaveDraft = () =>
  lab.draft.value && drafts.put({ ...lab.draft.value, lesson: false });

// --- the screen ---------------------------------------------------------------------------------

/** The bot shown before the screen was opened. @type {import('../types.js').BotConfig | null} */
let before = null;

/**
 * Opens the screen for the current game, and analyses with the draft while it is open.
 * @returns {() => void} closes it
 */
export function enter() {
  before = store.advisor.peek()?.bot === lab.LAB ? null : store.advisor.peek();
  const stopDrafts = effect(() => {
    const { value: game } = store.game;
    if (!game || !lab.hasLab.value) return;
    untracked(() => {
      if (lab.draft.value?.game === game) return;
      try {
        const read = (/** @type {Draft} */ saved) => ({ ...saved, terms: made(saved.terms) });
        drafts.resume(`lab:${game}`, () => fresh(game), read);
      } catch (error) {
        store.notify(caughtText(error), { error: true });
      }
    });
  });
  const stopGuests = effect(() => {
    if (route.value.heuristic && lab.draft.value) untracked(welcome);
  });
  const stopThoughts = effect(() => {
    const now = lab.draft.value;
    if (lab.coding.value) {
      if (lab.codeBot.value) setDisplay({ advisor: lab.codeBot.value });
      return;
    }
    // What is learned is on the board while it is learned.
    if (!now || lab.learning.value || !lab.sound.value || now.game !== store.game.value) return;
    setDisplay({ advisor: lab.botOf(now) });
  });
  pause();
  return () => {
    stopDrafts();
    stopGuests();
    stopThoughts();
    batch(() => {
      setDisplay({ painted: null, advisor: before });
      lab.proving.value = false;
      lab.learning.value = false;
      lab.coding.value = false;
    });
    save();
  };
}

// --- opening, saving, sharing -----------------------------------------------------------------

/** Bots of the current game, each with why it cannot be opened; empty if it can. */
export function openable() {
  const { value: game } = store.game;
  const bots = store.info.value?.bots.filter((bot) => bot.id !== lab.LAB) ?? [];
  return bots.map((bot) => {
    const found = openBot(game, bot.id);
    return { id: bot.id, name: bot.name, why: 'error' in found ? found.error : '' };
  });
}

/** Opens a bot as its formulas. @param {string} id */
export function openBuiltIn(id) {
  const { value: game } = store.game;
  const found = openBot(game, id);
  if ('error' in found) {
    store.notify(found.error, { error: true });
    return;
  }
  replaceDraft(draftOf(game, found.options, found.budget));
}

/** Opens a tuning result: the bot `lab` with new weights. @param {import('../types.js').BotConfig} bot */
export function adopt(bot) {
  const { value: game } = store.game;
  replaceWith(() => draftOf(game, bot.options, bot.budget ?? lab.draft.value?.budget));
}

/** @param {Shelved} one */
export const openShelved = (one) => replaceDraft({ ...one.draft, terms: made(one.draft.terms) });

/** The heuristic with its search options, as the text of a file. @param {Draft} of */
export const fileOf = (of) =>
  `${JSON.stringify({ game: of.game, ...lab.botOf(of), options: { ...of.options, formula: JSON.parse(lab.textOf(of)) } }, null, 2)}\n`;

/** Starts a game against the heuristic in the editor. */
export async function playAgainst() {
  const of = lab.draft.value;
  if (!store.state.value || !of || !lab.sound.value) return;
  before = null;
  await startAgainst(lab.botOf(of));
}

/** Enters the heuristic in the arena. */
export function enterArena() {
  const of = lab.draft.value;
  if (!of || !lab.sound.value) return;
  goToArena({ game: of.game, bot: lab.botOf(of) });
}

/**
 * The link to a game against it, from the shown position, with the receiver to move; from the start if no move was
 * played or the game is over.
 * @returns {string} empty on failure
 */
export function linkToIt() {
  const now = store.state.value;
  const of = lab.draft.value;
  if (!now || !of || !lab.sound.value) return '';
  const on = now.ply > 0 && !now.outcome;
  const mine = on ? (now.to_act[0] ?? 0) : 0;
  const seats = now.seats.map((_, seat) => (seat === mine ? { human: true } : lab.botOf(of)));
  try {
    const moves = on ? textsOf(now.ply) : [];
    return linkFor(now.game, now.options, seats, { seed: now.seed, moves });
  } catch (error) {
    caughtText(error);
    return '';
  }
}

/**
 * The link to the Lab with the heuristic, valid or not, and the shown position.
 * @returns {{ link: string, problem: string }}
 */
export function linkToLab() {
  const now = store.state.value;
  const of = lab.draft.value;
  if (!now || !of) return { link: '', problem: strings.nothingIsOpen };
  const { game, options, budget } = of;
  const seats = now.seats.map(() => ({ human: /** @type {const} */ (true) }));
  try {
    const shown = linkFor(game, now.options, seats, { seed: now.seed, moves: textsOf(now.ply) });
    const position = shown.slice(shown.indexOf('#'));
    const written = { ...options, formula: lab.textOf(of) };
    const sent = { game, options: written, ...(budget && { budget }), position };
    return { link: location.origin + location.pathname + labLink(sent), problem: '' };
  } catch (error) {
    return { link: '', problem: caughtText(error) };
  }
}

/** Opens the heuristic that another screen sent to the Lab. */
function welcome() {
  const pending = route.value.heuristic;
  if (!pending || pending.game !== lab.draft.value?.game) return;
  take('heuristic');
  const { draft, config } = pending;
  if (draft) replaceDraft({ ...draft, terms: made(draft.terms) });
  else if (config) replaceWith(() => draftOf(pending.game, config.options, config.budget));
}
