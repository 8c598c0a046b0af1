/** Plays a sound at each move, if the user has enabled sounds. */
import { effect, signal } from '@preact/signals';
import { soundEnd, soundMove } from '../ui/sound.js';
import { rows, state } from './store.js';

/** Whether sounds are on; off by default. */
export const sounds = signal(false);

/** Watches the game for moves. Call once. */
export function startSounds() {
  /** @type {{ seed: number, game: string, ply: number } | null} */
  let was = null;
  effect(() => {
    const now = state.value;
    const before = was;
    was = now && { seed: now.seed, game: now.game, ply: now.ply };
    if (!now || !before || !sounds.peek()) return;
    // Going back or opening another game is not a move.
    if (before.game !== now.game || before.seed !== now.seed || now.ply !== before.ply + 1) return;
    soundMove(rows.peek()[now.ply - 1]?.seat ?? now.ply);
    if (now.outcome) soundEnd();
  });
}
