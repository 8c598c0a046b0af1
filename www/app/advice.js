/**
 * Advice: a hint is the choice of an adviser that judges moves, said with its name, and can be played with one
 * click. It is the bot whose thoughts are shown; where that one has no heuristic, the game's own adviser is
 * asked. No rule of any game may enter here.
 */
import { effect, signal, untracked } from '@preact/signals';
import * as worker from '../worker/client.js';
import { playByHand } from './game.js';
import { outdated, shownBot, shownSeat } from './shown.js';
import * as store from './store.js';
import { think } from './think.js';
import { orderNow } from './turns.js';

/** @typedef {import('./types.js').BotConfig} BotConfig */
/** @typedef {import('./types.js').ThoughtInfo} ThoughtInfo */

/** The position that a hint is wanted for, and has not come yet. */
const wanted = signal('');
/** The message with the hint. */
let message = 0;

/** Whether a bot judges moves: one without terms draws them. @param {string} id */
const judges = (id) => (store.botInfo(id)?.terms.length ?? 0) > 0;

/** Who gives the hint. @returns {BotConfig | null} */
function adviser() {
  const shown = shownBot.value;
  if (shown && judges(shown.bot)) return shown;
  const entry = store.info.value;
  return entry && { bot: entry.advisor, options: {} };
}

/** The name of who would give a hint now. */
export const adviserName = () => store.botInfo(adviser()?.bot ?? '')?.name ?? '';
/** Whether a hint is shown, or on its way. */
export const hinting = () => store.hint.value !== null || wanted.value !== '';

/** Gives a hint, or takes it away. */
export function giveHint() {
  const now = store.state.value;
  if (!now || now.outcome) return;
  if (hinting()) {
    takeBack();
    return;
  }
  wanted.value = now.hash;
}

function takeBack() {
  wanted.value = '';
  store.hint.value = null;
  store.advice.value = null;
  store.dismiss(message);
}

/**
 * Plays a move that a bot proposes. Where all seats move at once, these are the orders of the seat that is shown, and
 * the whole turn is played: orders alone would leave the turn open.
 * @param {string} move
 */
export function playProposed(move) {
  if (store.simultaneous.value) orderNow(shownSeat.value, move);
  else playByHand(move);
}

/** Whether a person sits on the seat that a proposal is for, and owes a move. */
export function mayPlayProposed() {
  const now = store.state.value;
  if (!store.simultaneous.value || !now) return store.humanToAct.value !== null;
  const seat = shownSeat.value;
  return now.to_act.includes(seat) && 'human' in now.seats[seat].config;
}

/** Plays what was advised, if it is still about this position. @param {string} hash @param {string} move */
function accept(hash, move) {
  if (store.state.value?.hash !== hash || store.humanToAct.value === null) return;
  playProposed(move);
}

/** @param {BotConfig} config @param {ThoughtInfo} thought */
function show(config, thought) {
  const now = store.state.peek();
  const move = thought.choice;
  if (!now || !move) return;
  const name = store.botInfo(config.bot)?.name ?? config.bot;
  const words = thought.descriptions[thought.moves.indexOf(move)] ?? move;
  store.hint.value = move;
  const mine = store.humanToAct.peek() !== null;
  const action = { label: 'Play it', act: () => accept(now.hash, move) };
  message = store.tell(`${name} advises: ${words}.`, mine ? { action } : {});
  store.say(`Hint of ${name}: ${words}. ${thought.why}`);
}

/** Starts giving what is wanted. Call once. */
export function startAdvice() {
  effect(() => {
    const hash = wanted.value;
    const now = store.state.value;
    if (!hash || !now) return;
    if (now.hash !== hash || now.outcome) {
      wanted.value = '';
      return;
    }
    const config = adviser();
    if (!config) return;
    if (config === shownBot.value) {
      // As far as it has come: who thinks long has an opinion early.
      const known = store.thought.value;
      if (!known?.choice || outdated.value) return;
      untracked(() => show(config, known));
      wanted.value = '';
      return;
    }
    think('advice', config, (answer) => {
      if (answer.error) {
        wanted.value = '';
        store.tell(answer.error, { error: true });
      } else if (answer.done && answer.thought?.choice && wanted.peek() === hash) {
        const { game, ply } = now;
        store.advice.value = { key: '', game, ply, hash, config, info: answer.thought };
        wanted.value = '';
        show(config, answer.thought);
      }
    });
    return () => worker.stop('advice');
  });
  // A hint is of one position.
  effect(() => {
    if (store.hint.value !== null) return;
    untracked(() => store.dismiss(message));
    store.advice.value = null;
  });
}
