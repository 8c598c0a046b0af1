/** Actions of the transport buttons: play and pause, replay, step. */
import { batch, computed, effect } from '@preact/signals';
import * as strings from '../strings/play.js';
import { goTo } from './game.js';
import { save } from './saving.js';
import { mover } from './shownBot.js';
import * as store from './store.js';
import { revive } from './think.js';
import { endReplay, pace, pause, play, playTo, replay } from './transport.js';
import { advance } from './turns.js';

/** The play/pause button: what it does depends on the state of the game. */
export function watchOrPause() {
  const now = store.state.value;
  if (!now) return;
  if (store.atEnd.value && !now.outcome && store.waiting.value) {
    store.say(strings.botsWaitForAnAnswer);
    return;
  }
  batch(() => {
    revive();
    if (store.replaying.value) pause();
    else if (!store.atEnd.value) replay();
    else if (store.simultaneous.value && !now.outcome) {
      if (store.running.value) pause();
      else playTo();
    } else if (store.botToAct.value !== null) {
      if (store.running.value) pause();
      else play();
    } else if (now.plies > 0) {
      goTo(0);
      replay();
    }
  });
  save();
}

/** The button's current action. @type {import('@preact/signals').ReadonlySignal<'pause' | 'watch' | 'replay'>} */
export const watchState = computed(() => {
  const now = store.state.value;
  if (store.simultaneous.value && now && !now.outcome && !store.replaying.value) {
    if (store.atEnd.value) return store.running.value ? 'pause' : 'watch';
  }
  if (store.replaying.value || mover.value) return 'pause';
  if (!store.atEnd.value || store.botToAct.value !== null) return 'watch';
  return 'replay';
});

/** Whether there is a next ply, or a turn that can be played. */
export const canForward = computed(() => {
  const now = store.state.value;
  if (!now) return false;
  return now.ply < now.plies || (store.simultaneous.value && !now.outcome);
});

/** Goes to the next ply; after the last one, plays the next turn of a simultaneous game. */
export function forward() {
  const now = store.state.value;
  if (!now || !canForward.value) return;
  if (now.ply < now.plies) goTo(now.ply + 1);
  else if (!store.running.value) advance(1);
}

const replayKey = computed(() =>
  store.replaying.value && store.state.value ? store.state.value.ply : -1,
);

/** Starts the replay timer. Call once. */
export const startPlayer = () =>
  effect(() => {
    if (replayKey.value < 0) return;
    if (store.atEnd.value) {
      endReplay();
      return;
    }
    const timer = setTimeout(() => goTo((store.state.peek()?.ply ?? 0) + 1), pace());
    return () => clearTimeout(timer);
  });
