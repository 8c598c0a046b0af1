/**
 * What a stranger's bots ask for beyond what is usual: it is shown, and waits for a click. What is usual is told
 * by Rust (`cost.rs`).
 */
import { batch } from '@preact/signals';
import { setSeat } from './game.js';
import { save } from './saving.js';
import * as store from './store.js';

/** @typedef {import('../pkg/totora.js').Demand} Demand */

/**
 * What a stranger's game waits for.
 * @param {import('./types.js').Session} session
 * @param {Demand[]} demands   its demands; the first part of the engine may lack what finds them
 */
export function setDemands(session, demands) {
  store.demands.value = demands;
  store.guests.value = session
    .state()
    .seats.flatMap(({ config }, seat) =>
      'bot' in config && config.bot === 'lab' ? [{ seat, config }] : [],
    );
}

/** Lets the heuristics play that came with the game. */
export function allowGuests() {
  store.guests.value = [];
  save();
}

/** Lets the bots have what they ask for. */
export function allowDemands() {
  store.demands.value = [];
  save();
}

/** Gives the bots what is usual instead. */
export function usualDemands() {
  const demands = store.demands.value;
  batch(() => {
    for (const seat of new Set(demands.map((one) => one.seat))) {
      const config = store.state.value?.seats[seat]?.config;
      if (!config || !('bot' in config)) continue;
      const keys = new Set(demands.filter((one) => one.seat === seat).map((one) => one.what));
      const options = Object.entries(config.options).filter(([key]) => !keys.has(key));
      const { bot, budget } = config;
      const own = ['nodes', 'ms', 'depth'].some((unit) => keys.has(unit)) ? undefined : budget;
      setSeat(seat, {
        bot,
        options: Object.fromEntries(options),
        ...(own && { budget: own }),
      });
    }
    store.demands.value = [];
  });
  save();
}
