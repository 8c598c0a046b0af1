/**
 * Routes: where the user is or wants to be, and what the screen gets with it. `routeOf` reads an address or a text, and
 * `addressOf` writes it. `screens.js` changes the route, and each screen takes what came with it.
 */
import { computed, signal } from '@preact/signals';

/** @typedef {import('./types.js').BotConfig} BotConfig */
/** @typedef {'home' | 'game' | 'arena' | 'lab' | 'beat' | 'class'} Screen */
/** @typedef {'continue' | 'play' | 'watch'} How */
/** @typedef {{ game: string, how: How } | { how: 'open', what: string | File }} Request   A game to continue, play anew or watch; or a text or file to open. */
/**
 * @typedef {object} Route
 * @property {Screen} screen
 * @property {Request} [request]   the requested game; `start.jsx` handles each request once
 * @property {{ game: string, step: number | null, fresh?: boolean }} [lesson]   for the Lab: the step of the game's lesson, from 1, and
 *   whether the game has just begun
 * @property {{ game: string, config?: BotConfig, draft?: Extract<import('../pkg/totora.js').LabSent, { position: string }>['draft'] }} [heuristic]
 *   for the Lab: a bot, or a draft that may be invalid
 * @property {{ game: string, bot: BotConfig } | { game: string, bots: BotConfig[] }} [entrants]   for the arena: a bot to enter, or
 *   those of a new tournament
 * @property {string} [link]   a link that the Lab or the arena opens, a tournament's results, or the challenge that is open
 * @property {string} [code]   for the Lab: a link with a bot in code
 */

/** The route. Only `screens.js` writes it. @type {import('@preact/signals').Signal<Route>} */
export const route = signal({ screen: 'game' });
/** The request of the route, which outlasts what screens take from it. */
export const requested = computed(() => route.value.request);

/** A link to a tournament. */
const TOURNAMENT = /#\warena\.[\w-]+\s*$/;
/** The start of a tournament's results file. */
const RESULTS = /^\{"crc":"/;
/** A link to a bot in code (`lab/codeLink.js`). */
const BOT = /#bot\.[\w-]*\s*$/;
/** A link to a heuristic with its position, to a lesson (`lab/shared.rs`), or to a hand-in (`lab/handin`). */
const SENT = /#1(?:lab|lesson|handin)\.[\w-]+\s*$/;
/** A link to a challenge (`lab/beat.js`). */
const BEAT = /#beat=[\w.-]*\s*$/;
/** The address of the Lab, with a game, with the step of its lesson: `#lab/isolation/2`. */
const LAB = /^#lab(?:\/([\w-]+)(?:\/(\d+))?)?$/;
/** A game, continued or new: `#uros`, `#uros/play`. */
const GAME = /^#([\w-]+?)(?:\/(play|watch))?$/;

/** A study of the gallery, and its chapter: `#study/uros/2`. */
const STUDY = /^#study\/([\w-]+)(?:\/(\d{1,3}))?$/;

/** The address of a study in the gallery. @param {string} name   a game, or `puzzles` @param {number} [index]   of a chapter */
export const studyAddress = (name, index = 0) =>
  `#study/${name}${index > 0 ? `/${index + 1}` : ''}`;
/** What such an address leads to; null for other texts. @param {string} text */
export function studyOf(text) {
  const [, name, chapter] = STUDY.exec(text) ?? [];
  return name ? { name, index: Math.max(0, Number(chapter ?? 1) - 1) } : null;
}

/**
 * What a text leads to, if it is a link to a screen or ends with one. Links in other surroundings, and games in links,
 * are found by the engine.
 * @param {string} text
 * @param {(id: string) => boolean} isGame
 * @returns {Route | null}
 */
export function routeOf(text, isGame) {
  const [code, sent, beat, lab, game] = [BOT, SENT, BEAT, LAB, GAME].map((form) => form.exec(text));
  if (code) return { screen: 'lab', code: code[0].trim() };
  if (sent) return { screen: 'lab', link: sent[0].trim() };
  if (beat) return { screen: 'beat', link: beat[0].trim() };
  if (lab) {
    const [, of, step] = lab;
    if (!of || !isGame(of)) return { screen: 'lab' };
    return { screen: 'lab', lesson: { game: of, step: step ? Number(step) : null } };
  }
  // A file's last line counts only if it ends.
  if (RESULTS.test(text)) return { screen: 'arena', link: text };
  const tournament = TOURNAMENT.exec(text);
  if (tournament) return { screen: 'arena', link: tournament[0].trim() };
  if (text.trim() === '#arena') return { screen: 'arena' };
  if (text.trim() === '#class') return { screen: 'class' };
  if (!game || !isGame(game[1])) return null;
  const how = /** @type {How} */ (game[2] ?? 'continue');
  return { screen: 'game', request: { game: game[1], how } };
}

/**
 * The address that `routeOf` reads back: `#lab/isolation/2`, `#uros/play`; empty for Home, and for a game that is still to
 * be opened. Texts that a screen opens are not in it.
 * @param {Route} of
 * @returns {string}
 */
export function addressOf({ screen, request, lesson, link = '' }) {
  switch (screen) {
    case 'home':
      return '';
    case 'game':
      if (!request || !('game' in request)) return '';
      return `#${request.game}${request.how === 'continue' ? '' : `/${request.how}`}`;
    case 'lab':
      return lesson ? `#lab/${lesson.game}${lesson.step ? `/${lesson.step}` : ''}` : '#lab';
    case 'beat':
      return link;
    default:
      return `#${screen}`;
  }
}

/** The address after which a reload continues what is there, instead of a new game. @param {Route} of */
export const fragmentOf = ({ request, ...of }) =>
  addressOf(
    request && 'game' in request ? { ...of, request: { ...request, how: 'continue' } } : of,
  );
