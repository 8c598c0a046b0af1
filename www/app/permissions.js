/**
 * Demands: bots of a shared game whose settings exceed the usual limits. They wait for the user's permission. The
 * limits are in Rust (`cost.rs`).
 */
import { batch } from '@preact/signals';
import { setSeat } from './game.js';
import { save } from './saving.js';
import { setPermissions } from './session.js';
import * as store from './store.js';

/** Allows the heuristics that came with the game. */
export function allowGuests() {
  setPermissions(store.demands.value, []);
  save();
}

/** Allows the demanded settings. */
export function grantPermissions() {
  setPermissions([], store.guests.value);
  save();
}

/** Resets the demanded settings to their defaults. */
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
    setPermissions([], store.guests.value);
  });
  save();
}
