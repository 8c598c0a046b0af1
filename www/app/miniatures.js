/**
 * The boards on Home's cards: bots play in a worker, and each board is drawn by its own renderer. What is out of
 * sight, or on a page that nobody looks at, rests.
 */
import { wrap } from 'comlink';
import { loadRenderer, renderers } from '../boards/registry.js';
import { engineParts } from '../worker/engine.js';

/** From one move to the next, of whichever game, in milliseconds. */
const PACE = 450;
/** A game that is over is looked at so long, in turns of the round. */
const REST = 5;

/** @typedef {{ game: string, canvas: HTMLCanvasElement, seen: boolean, rest: number, layout: unknown }} Miniature */

/**
 * Begins to play on the canvases in a room of the page that are marked with `data-miniature`.
 * @param {HTMLElement} room
 * @returns {() => void}   ends it; the last positions stay
 */
export function startMiniatures(room) {
  /** @type {Miniature[]} */
  const all = [...room.querySelectorAll('canvas')].map((canvas) => ({
    game: canvas.dataset.miniature ?? '',
    canvas,
    seen: false,
    rest: 0,
    layout: null,
  }));
  const worker = new Worker(new URL('../worker/miniature.js', import.meta.url), {
    type: 'module',
    name: 'totora-miniatures',
  });
  /** @type {import('comlink').Remote<import('../worker/miniature.js').MiniatureApi>} */
  const far = wrap(worker);
  const sight = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const one = all.find(({ canvas }) => canvas.parentElement === target);
      if (one) one.seen = isIntersecting;
    }
  });
  for (const { canvas } of all) if (canvas.parentElement) sight.observe(canvas.parentElement);
  let open = true;
  let last = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** The next one that is in sight, in turn. @returns {Miniature | undefined} */
  function next() {
    for (let i = 1; i <= all.length; i++) {
      const at = (last + i) % all.length;
      if (!all[at].seen) continue;
      last = at;
      return all[at];
    }
    return undefined;
  }

  /** @param {Miniature} one */
  async function advance(one) {
    if (one.rest > 0) {
      one.rest--;
      return;
    }
    const [shown] = await Promise.all([far.next(one.game), loadRenderer(one.game)]);
    if (!open) return;
    if (shown.over) one.rest = REST;
    if (shown.layout) one.layout = shown.layout;
    draw(one, shown.view);
  }

  async function go() {
    const one = document.hidden ? undefined : next();
    try {
      if (one) await advance(one);
    } catch {
      // Home is whole without it: the pictures stay.
      stop();
    }
    if (open) timer = setTimeout(go, PACE);
  }

  function stop() {
    open = false;
    clearTimeout(timer);
    sight.disconnect();
    worker.terminate();
  }

  engineParts()
    .then((parts) => far.load(parts))
    .then(go)
    .catch(stop);
  return stop;
}

/** @param {Miniature} one @param {unknown} view */
function draw({ game, canvas, layout }, view) {
  const box = canvas.parentElement?.getBoundingClientRect();
  if (!box || box.width < 1) return;
  renderers[game].still(canvas, { layout, view }, { width: box.width, height: box.height });
  canvas.hidden = false;
}
