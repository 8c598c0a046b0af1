/**
 * Spaced repetition of mistakes: positions in which the user made a mistake come back after one, three and seven days.
 * They are saved in this browser only, each with a link to its game. Rust judges the moves.
 */
import { computed, signal } from '@preact/signals';
import { recall, saveValue } from './storage.js';

/** Days until a position comes back, by how often it was solved. */
export const DAYS = [1, 3, 7];
/** Maximum number of saved positions: the newest are kept. */
const MOST = 300;
const DAY = 24 * 60 * 60 * 1000;
const PLACE = 'learning';

/** @typedef {{ id: string, game: string, link: string, ply: number, seat: number, best: string, found: number, due: number }} Card
 *   A position: its game, the ply and seat of the mistake, the best known move, how often it was solved, and its next date. */

/** @type {import('@preact/signals').Signal<Card[]>} */
export const cards = signal(/** @type {Card[]} */ ([]));
/** The time by which cards are due, in milliseconds; updated when the user looks. */
export const today = signal(Date.now());
/** Positions that are due, the longest waiting first. */
export const due = computed(() =>
  cards.value.filter((card) => card.due <= today.value).sort((a, b) => a.due - b.due),
);

/**
 * Adds new positions, due tomorrow; existing ones are unchanged.
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
 * Updates the list after a try: a solved position comes back later, or is removed after the last time; a failed one
 * comes back tomorrow.
 * @param {Card[]} list @param {string} id @param {boolean} good @param {number} now
 */
export function graded(list, id, good, now) {
  return list.flatMap((card) => {
    if (card.id !== id) return [card];
    const found = good ? card.found + 1 : 0;
    return found < DAYS.length ? [{ ...card, found, due: now + DAYS[found] * DAY }] : [];
  });
}

/** @param {Card[]} next */
function save(next) {
  cards.value = next;
  saveValue(PLACE, next);
}

/** @param {Omit<Card, 'found' | 'due'>[]} news */
export function learn(news) {
  if (news.length > 0) save(withNew(cards.peek(), news, Date.now()));
}

/** @param {string} id @param {boolean} good */
export const grade = (id, good) => save(graded(cards.peek(), id, good, Date.now()));

/** Loads the list. */
export function startLearning() {
  cards.value = recall(PLACE) ?? [];
}
