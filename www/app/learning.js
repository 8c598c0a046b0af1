/**
 * Learning from mistakes over all games: moves of a person that cost something come back as positions, after one, three
 * and seven days. They are saved in this browser only, each with a link to its game. Dates and lists are made here;
 * whether a move is good is for Rust to say.
 */
import { computed, effect, signal } from '@preact/signals';
import { recall, saveValue } from './storage.js';

/** After this many days a position comes back, once it has been found so often. */
export const DAYS = [1, 3, 7];
/** How many positions are saved at most; of more the newest. */
const MOST = 300;
const DAY = 24 * 60 * 60 * 1000;
const PLACE = 'learning';

/** @typedef {{ id: string, game: string, link: string, ply: number, seat: number, best: string, found: number, due: number }} Card
 *   A position: its game, the ply that the mistake made, whose it was, the best move known, how often it was found, and when it comes back. */

/** @type {import('@preact/signals').Signal<Card[]>} */
export const cards = signal(/** @type {Card[]} */ ([]));
/** Milliseconds; set when the user looks, so that what is due by then is. */
export const today = signal(Date.now());
/** What has come back, the longest waiting first. */
export const due = computed(() =>
  cards.value.filter((card) => card.due <= today.value).sort((a, b) => a.due - b.due),
);

/**
 * The list with new positions, which come back tomorrow; those that are in it stay as they are.
 * @param {Card[]} list @param {Omit<Card, 'found' | 'due'>[]} news @param {number} now
 */
export function withNew(list, news, now) {
  const known = new Set(list.map(({ id }) => id));
  const fresh = news.filter(({ id }) => !known.has(id));
  return [...list, ...fresh.map((card) => ({ ...card, found: 0, due: now + DAYS[0] * DAY }))].slice(
    -MOST,
  );
}

/**
 * The list after a position was tried: one that was found comes back later, and is done with after the last time; one
 * that was not comes back tomorrow.
 * @param {Card[]} list @param {string} id @param {boolean} good @param {number} now
 */
export function graded(list, id, good, now) {
  return list.flatMap((card) => {
    if (card.id !== id) return [card];
    const found = good ? card.found + 1 : 0;
    return found < DAYS.length ? [{ ...card, found, due: now + DAYS[found] * DAY }] : [];
  });
}

/** A short name for a position of a game, equal for equal moves. @param {string} text */
export function idOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36) + text.length.toString(36);
}

/** @param {Omit<Card, 'found' | 'due'>[]} news */
export function learn(news) {
  if (news.length > 0) cards.value = withNew(cards.peek(), news, Date.now());
}

/** @param {string} id @param {boolean} good */
export function grade(id, good) {
  cards.value = graded(cards.peek(), id, good, Date.now());
}

/** Reads what is saved, and saves what changes. Call once. */
export function startLearning() {
  cards.value = recall(PLACE) ?? [];
  let saved = cards.peek();
  effect(() => {
    if (cards.value === saved) return;
    saved = cards.value;
    saveValue(PLACE, saved);
  });
}
