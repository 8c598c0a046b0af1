/**
 * The picture of a new game's board, which is shown until the engine is loaded and draws the board itself. A user with a game of
 * this kind gets that game, so there is no picture. The files are made by scripts/make-pictures.mjs.
 */
import { requested } from './route.js';
import { hasPlayed, recallGame } from './storage.js';
import { embedded, theme } from './store.js';

const files = /** @type {Record<string, string>} */ (
  import.meta.glob('../panels/first/*.webp', {
    eager: true,
    query: '?url&no-inline',
    import: 'default',
  })
);

/** The address of the picture for the requested game; empty if there is none, or the first position is not known. */
export function firstPicture() {
  const request = requested.peek();
  if (!request || !('game' in request) || request.how === 'watch' || embedded.peek()) return '';
  const { game, how } = request;
  // A first game may be a shorter variant.
  if (hasPlayed(game) || (how === 'continue' && recallGame(game))) return '';
  const chosen = theme.peek();
  const dark =
    chosen === 'dark' ||
    (chosen === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  return files[`../panels/first/${game}${dark ? '-dark' : ''}.webp`] ?? '';
}
