/**
 * The user's progress against the opponents of each game, saved in the browser; Home clears it. A level is an index
 * into the list of a game's opponents, from 1. No game rules here.
 */
import { computed, effect, untracked } from '@preact/signals';
import { hasPlayed, PROGRESS, recall, saveValue } from './storage.js';
import * as store from './store.js';

/** The level of a first game. */
const FIRST = 2;
/** Losses in a row after which a lower level is offered. */
const LOSSES = 3;

/** @typedef {import('./types.js').SeatConfig} SeatConfig */
/**
 * @typedef {object} Progress   In one game.
 * @property {number} won      the highest level beaten; 0 if none
 * @property {number} level    the next one to play
 * @property {number} losses   in a row, at that level
 * @property {string} last     id of the last counted game
 */

/** @param {string} game @returns {Progress} */
const of = (game) => recall(PROGRESS)?.[game] ?? { won: 0, level: FIRST, losses: 0, last: '' };

/** @param {string} game @param {Partial<Progress>} change */
function become(game, change) {
  saveValue(PROGRESS, { ...recall(PROGRESS), [game]: { ...of(game), ...change } });
}

/** Whether the user has never finished such a game. @param {string} game */
export const isNew = (game) => !hasPlayed(game);

/** The level of the default opponents of a game, from 1. @param {import('./types.js').GameInfo} entry */
export const nextLevel = ({ id, levels }) => Math.min(of(id).level, levels.length);

/** The seats of the table, going round from the one after the only human. @template T @param {T[]} seats @param {number} human */
const roundFrom = (seats, human) => [...seats.slice(human + 1), ...seats.slice(0, human)];

/**
 * The players of a table: a human, and the opponents of a level around it; the defaults of the game if it has no such level.
 * @param {import('./types.js').GameInfo} entry
 * @param {number} level   from 1
 * @param {{ seats: number, human: number }} table
 * @returns {SeatConfig[]}
 */
export function tableOf({ opponents, rivals }, level, { seats, human }) {
  const around = rivals[level - 1] ?? opponents;
  return Array.from({ length: seats }, (_, seat) => {
    if (seat === human) return { human: true };
    const at = (seat - human - 1 + seats) % seats;
    return { bot: around[at % around.length], options: {} };
  });
}

/**
 * The level of the only human's opponents, from 1; 0 if there is none. A table where all are of one level has it too.
 * @param {Pick<import('./types.js').GameInfo, 'levels' | 'rivals'>} entry
 * @param {SeatConfig[]} seats
 */
export function levelOf({ levels, rivals }, seats) {
  const human = seats.findIndex((config) => 'human' in config);
  if (human < 0) return 0;
  const others = roundFrom(seats, human).map((config) =>
    'bot' in config && !config.budget ? config.bot : '',
  );
  if (others.every((id) => id === others[0])) return levels.indexOf(others[0]) + 1;
  return rivals.findIndex((around) => others.every((id, at) => id === around[at])) + 1;
}

/** The level of the current game. */
const opponentLevel = computed(() => {
  const entry = store.info.value;
  const seats = store.state.value?.seats.map(({ config }) => config) ?? [];
  return entry ? levelOf(entry, seats) : 0;
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
