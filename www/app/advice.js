/**
 * Hints and threats. A hint is the move that the adviser would play, and one click plays it. The adviser is the bot
 * whose analysis is shown or, if that bot has no heuristic, the game's own adviser. A threat is what the same adviser
 * would play for the next player if this turn were passed. No game rules here.
 */
import { effect, signal, untracked } from '@preact/signals';
import * as strings from '../strings/play.js';
import * as worker from '../worker/client.js';
import { showHint } from './display.js';
import { playByHand } from './game.js';
import { outdated, overlayBot, shownBot, shownSeat } from './shownBot.js';
import * as store from './store.js';
import { think } from './think.js';
import { orderNow } from './turns.js';

/** @typedef {import('./types.js').BotConfig} BotConfig */
/** @typedef {import('./types.js').AnalysisInfo} AnalysisInfo */

/** The hint or threat that is still being computed. @type {import('@preact/signals').Signal<{ hash: string, passed: boolean } | null>} */
const pending = signal(null);
/** The id of the message with the hint or threat. */
let message = 0;
/** The shown bot when the advice was given, and whether it is its own; null without advice. @type {{ shown: string, own: boolean } | null} */
let given = null;

/** Whether a bot scores moves: others pick at random. A solver has no terms. @param {string} id */
function judges(id) {
  const bot = store.botInfo(id);
  return !!bot && (bot.judges || bot.terms.length > 0);
}

/** The bot that gives the hint. @returns {BotConfig | null} */
function adviser() {
  const shown = shownBot.value;
  if (shown && judges(shown.bot)) return shown;
  const entry = store.info.value;
  return entry && { bot: entry.advisor, options: {} };
}

export const adviserName = () => store.botInfo(adviser()?.bot ?? '')?.name ?? '';
/** Whether the shown or pending advice is a threat. */
const passed = () => pending.value?.passed ?? store.advice.value?.passed ?? false;
/** Whether any advice is shown or pending. */
const advising = () => store.hint.value !== null || pending.value !== null;
export const hinting = () => advising() && !passed();
export const threatening = () => advising() && passed();
/** Whether a bot recommends moves: a hint, the analysis, or scores on the board. Nothing else points at moves then. */
export const advised = () => advising() || store.analysing.value || overlayBot.value !== null;

/** Shows or hides the hint. */
export const giveHint = () => advise(false);

/** Shows or hides what the next player would do if this turn were passed. */
export function showThreat() {
  if (!store.simultaneous.value) advise(true);
}

/** @param {boolean} threat */
function advise(threat) {
  const now = store.state.value;
  if (!now || now.outcome) return;
  const shown = threat ? threatening() : hinting();
  takeBack();
  if (!shown) pending.value = { hash: now.hash, passed: threat };
}

function takeBack() {
  pending.value = null;
  showHint(null);
  store.advice.value = null;
  store.dismiss(message);
}

/**
 * Plays a move that a bot proposes. In simultaneous games it gives the orders of the shown seat and plays the whole
 * turn: orders alone would leave the turn open.
 * @param {string} move
 */
export function playProposed(move) {
  if (store.simultaneous.value) orderNow(shownSeat.value, move);
  else playByHand(move);
}

/** Whether the proposal is for a human seat that is to move. */
export function mayPlayProposed() {
  const now = store.state.value;
  if (!store.simultaneous.value || !now) return store.humanToAct.value !== null;
  const seat = shownSeat.value;
  return now.to_act.includes(seat) && 'human' in now.seats[seat].config;
}

/** Plays the hint if the position is still the same. @param {string} hash @param {string} move */
function accept(hash, move) {
  if (store.state.value?.hash !== hash || store.humanToAct.value === null) return;
  playProposed(move);
}

/** @param {BotConfig} config @param {AnalysisInfo} thought @param {boolean} threat */
function show(config, thought, threat) {
  const now = store.state.peek();
  const move = thought.choice;
  if (!now || !move) return;
  const name = store.botInfo(config.bot)?.name ?? config.bot;
  const words = thought.descriptions[thought.moves.indexOf(move)] ?? move;
  showHint(move);
  const shown = shownBot.peek();
  given = { shown: JSON.stringify(shown), own: config === shown && !threat };
  if (threat) {
    message = store.notify(strings.threatIfThisTurnWere(words));
    store.say(strings.threat(words, thought.why));
    return;
  }
  const mine = store.humanToAct.peek() !== null;
  const action = { label: strings.playIt, act: () => accept(now.hash, move) };
  message = store.notify(strings.advises(name, words), mine ? { action } : {});
  store.say(strings.hintOf(name, words, thought.why));
}

/** Starts computing pending advice. Call once. */
export function startAdvice() {
  effect(() => {
    const request = pending.value;
    const now = store.state.value;
    if (!request || !now) return;
    const { hash, passed } = request;
    if (now.hash !== hash || now.outcome) {
      pending.value = null;
      return;
    }
    const config = adviser();
    if (!config) return;
    if (config === shownBot.value && !passed) {
      // An unfinished analysis will do: long ones have a choice early.
      const known = store.thought.value;
      if (!known?.choice || outdated.value) return;
      untracked(() => show(config, known, false));
      pending.value = null;
      return;
    }
    /** @param {import('../worker/client.js').Answer} answer */
    const report = (answer) => {
      if (answer.error) {
        pending.value = null;
        store.notify(answer.error, { error: true });
      } else if (answer.done && answer.thought?.choice && pending.peek() === request) {
        const { game, ply } = now;
        store.advice.value = { key: '', game, ply, hash, config, info: answer.thought, passed };
        pending.value = null;
        show(config, answer.thought, passed);
      }
    };
    think('advice', config, report, passed ? { passed } : {});
    return () => worker.stop('advice');
  });
  // Hint and analysis recommend the same move: a hint follows the analysis, and ends when another bot is shown.
  effect(() => {
    const shown = shownBot.value;
    const known = outdated.value ? null : store.thought.value;
    untracked(() => {
      if (!given || !shown || store.hint.value === null) return;
      if (given.shown !== JSON.stringify(shown)) takeBack();
      else if (given.own && known?.choice && known.choice !== store.hint.value) {
        store.dismiss(message);
        show(shown, known, false);
      }
    });
  });
  // A hint is for one position.
  effect(() => {
    if (store.hint.value !== null) return;
    given = null;
    untracked(() => store.dismiss(message));
    store.advice.value = null;
  });
}
