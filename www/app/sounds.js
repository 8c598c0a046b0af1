/** When the page makes a sound: at each move that is played, if the user has switched it on. */
import { effect, signal } from '@preact/signals';
import { soundEnd, soundMove } from '../ui/sound.js';
import { rows, state } from './store.js';

/** Whether there are sounds; off until the user wants them. */
export const sounds = signal(false);

/** Listens to the game from now on. Call once. */
export function startSounds() {
  /** @type {{ seed: number, game: string, ply: number } | null} */
  let was = null;
  effect(() => {
    const now = state.value;
    const before = was;
    was = now && { seed: now.seed, game: now.game, ply: now.ply };
    if (!now || !before || !sounds.peek()) return;
    // Going back, and another game, are no moves.
    if (before.game !== now.game || before.seed !== now.seed || now.ply !== before.ply + 1) return;
    soundMove(rows.peek()[now.ply - 1]?.seat ?? now.ply);
    if (now.outcome) soundEnd();
  });
}
