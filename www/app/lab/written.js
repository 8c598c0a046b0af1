/** Converts a draft to JSON and to a bot for the rest of the page. Must not import the engine. */

/** @typedef {import('./state.js').Draft} Draft */
/** @typedef {import('../types.js').BotConfig} BotConfig */

/** The id of the bot that plays user-written heuristics. */
export const LAB = 'lab';

/** The heuristic as JSON text. @param {Draft} of */
export function textOf({ name, author, note, terms }) {
  const head = Object.entries({ name, author, note }).filter(([, words]) => words);
  const list = terms.map((term) => ({
    name: term.name,
    weight: term.weight,
    formula: term.formula,
  }));
  return JSON.stringify(head.length > 0 ? { ...Object.fromEntries(head), terms: list } : list);
}

/** A draft as a bot. @param {Draft} of @returns {BotConfig} */
export function botOf(of) {
  const { options, budget } = of;
  return { bot: LAB, options: { formula: textOf(of), ...options }, ...(budget && { budget }) };
}

/** An option of the bot `lab`. @param {import('../types.js').GameInfo | null | undefined} entry @param {string} key */
export const optionOf = (entry, key) =>
  entry?.bots.find(({ id }) => id === LAB)?.options.find((one) => one.key === key);

/** Whether a game has a one-move search. @param {import('../types.js').GameInfo | null | undefined} entry */
export function hasOnePly(entry) {
  const search = optionOf(entry, 'search');
  return search?.type === 'choice' && search.choices.includes('one-ply');
}
