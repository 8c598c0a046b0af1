/**
 * The user's progress against the opponents of each game, saved in the browser; Home clears it. A level is an index
 * into the list of a game's opponents, from 1. No game rules here.
 */
import { computed, effect, untracked } from '@preact/signals';
import { recall, saveValue } from './storage.js';
import * as store from './store.js';

const PLACE = 'progress';
/** The level of a first game. */
const FIRST = 2;
/** Losses in a row after which a lower level is offered. */
const LOSSES = 3;

/**
 * @typedef {object} Progress   In one game.
 * @property {number} won      the highest level beaten; 0 if none
 * @property {number} level    the next one to play
 * @property {number} losses   in a row, at that level
 * @property {string} last     id of the last counted game
 */

/** @param {string} game @returns {Progress} */
const of = (game) => recall(PLACE)?.[game] ?? { won: 0, level: FIRST, losses: 0, last: '' };

/** @param {string} game @param {Partial<Progress>} change */
function become(game, change) {
  saveValue(PLACE, { ...recall(PLACE), [game]: { ...of(game), ...change } });
}

/** Whether the user has never finished such a game. @param {string} game */
export const isNew = (game) => !recall(PLACE)?.[game];

/** The default opponent of a game; undefined if the game has no such level. @param {import('./types.js').GameInfo} entry @returns {string | undefined} */
export const nextOpponent = ({ id, levels }) => levels[Math.min(of(id).level, levels.length) - 1];

/** The common level of the only human's opponents; 0 if there is none. */
const opponentLevel = computed(() => {
  const seats = store.state.value?.seats ?? [];
  const levels = store.info.value?.levels ?? [];
  if (store.you.value === null) return 0;
  const others = seats.flatMap(({ config }) =>
    'bot' in config ? [config.budget ? -1 : levels.indexOf(config.bot)] : [],
  );
  return others.length === seats.length - 1 && others.every((level) => level === others[0])
    ? others[0] + 1
    : 0;
});

/** The result for the only human; null while the game goes on. @returns {'won' | 'lost' | 'drawn' | null} */
export function ending() {
  const ranks = store.state.value?.outcome?.ranks;
  const you = store.you.value;
  if (!ranks || you === null) return null;
  if (ranks[you] > 1) return 'lost';
  return ranks.filter((rank) => rank === 1).length === 1 ? 'won' : 'drawn';
}

/** The level to offer after the game: one up or down; 0 for the same. */
export function offeredLevel() {
  const level = opponentLevel.value;
  const how = ending();
  if (!level || !how) return 0;
  if (how === 'won') return level < (store.info.value?.levels.length ?? 0) ? level + 1 : 0;
  return of(store.game.value).losses >= LOSSES && level > 1 ? level - 1 : 0;
}

/** Counts each game once, when it ends. Call once. */
export function startProgress() {
  effect(() => {
    const now = store.state.value;
    const level = opponentLevel.value;
    const how = ending();
    if (!now || !level || !store.atEnd.value || now.variation > 0 || store.opened.value) return;
    untracked(() => {
      const { won, losses, last, level: before } = of(now.game);
      const id = `${now.seed} ${now.hash}`;
      if (!how || last === id) return;
      if (how === 'won')
        become(now.game, { won: Math.max(won, level), level: level + 1, losses: 0, last: id });
      else {
        const row = level === before ? losses : 0;
        become(now.game, { level, losses: how === 'lost' ? row + 1 : 0, last: id });
      }
    });
  });
}
