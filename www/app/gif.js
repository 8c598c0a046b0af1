/**
 * Makes an animated GIF of the game. A second session replays it, `picture.js` draws the board, and a worker encodes
 * the file. With an overlay, its bot analyses each position first. It reports progress and can be stopped. Loaded on
 * demand.
 */
import * as strings from '../strings/share.js';
import { contextOf } from '../ui/canvas.js';
import * as thinker from '../worker/client.js';
import { endableWorker } from '../worker/endableWorker.js';
import { engine } from '../worker/engine.js';
import { yieldToEventLoop } from '../worker/yieldToEventLoop.js';
import { marksOf, NOTE } from './noteMarks.js';
import { drawPicture, linesOf, makeStage } from './picture.js';
import { lineText } from './session.js';
import { Stopped } from './task.js';

/** Maximum number of frames: longer games skip some moves. */
const MOST_FRAMES = 240;
/** Duration of the last frame, in milliseconds. */
const LAST = 3_000;
/** Offered board sizes, in pixels. */
export const SIDES = [320, 480, 640];

/** The plies that have a frame. @param {number} from @param {number} to @param {number} [most] @returns {number[]} */
export function pliesOf(from, to, most = MOST_FRAMES) {
  const many = to - from + 1;
  if (many <= most) return Array.from({ length: many }, (_, i) => from + i);
  // Evenly spaced plies, including both ends.
  return Array.from({ length: most }, (_, i) => from + Math.round((i * (many - 1)) / (most - 1)));
}

/** The bot whose analysis is drawn and, in simultaneous games, its seat. @typedef {{ bot: import('./types.js').BotConfig, seat?: number }} Thinking */

/**
 * A bot's complete analysis of a position.
 * @param {{ ply: number, hash: string }} at
 * @param {Thinking} by
 * @param {AbortSignal} signal
 * @returns {Promise<import('./types.js').AnalysisInfo | null>} rejects with `Stopped` on abort
 */
function thoughtAt({ ply, hash }, by, signal) {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      thinker.stop('picture');
      reject(new Stopped());
    };
    signal.addEventListener('abort', giveUp, { once: true });
    thinker.think('picture', { ply, hash, ...by }, ({ done, error, thought }) => {
      if (!done) return;
      signal.removeEventListener('abort', giveUp);
      if (error) reject(new Error(error));
      else resolve(thought ?? null);
    });
  });
}

/**
 * Makes the GIF of the shown line.
 * @param {{ model: import('../boards/contract.js').BoardModel, side: number, pace: number, from: number, to: number, caption: string, title: (state: import('./types.js').State) => string, signal: AbortSignal, onProgress: (share: number, bytes: number) => void, thought: Thinking | null, oracle: Thinking | null }} how
 *   `pace` in milliseconds per move; `caption` replaces the move as the text under each frame; `thought` and `oracle`
 *   analyse for the model's overlay
 * @returns {Promise<Blob>} rejects with `Stopped` on abort
 */
export async function makeGif({
  model,
  side,
  pace,
  from,
  to,
  caption,
  title,
  signal,
  onProgress,
  ...by
}) {
  const { Opening } = await engine();
  const check = () => {
    if (signal.aborted) throw new Stopped();
  };
  const opening = Opening.create(lineText());
  while (!opening.advance(4)) {
    await yieldToEventLoop();
    if (signal.aborted) {
      opening.finish().free();
      throw new Stopped();
    }
  }
  const session = opening.finish();
  const worker = new Worker(new URL('../worker/gif.js', import.meta.url), {
    type: 'module',
    name: 'totora-gif',
  });
  /** @type {{ far: import('comlink').Remote<import('../worker/gif.js').GifApi>, end: () => void }} */
  const { far, end } = endableWorker(worker, strings.encoderStopped);
  /** @type {import('./picture.js').Stage | null} */
  let stage = null;
  try {
    const names = session.printed_cells();
    const lines = session.annotations().map(({ note = '' }) => linesOf(note).length);
    // All frames have the same height.
    const noteLines = Math.max(0, ...lines);
    const plies = pliesOf(from, Math.min(to, session.state().plies));
    const canvas = document.createElement('canvas');
    /** The frame being encoded while the next one is drawn. @type {Promise<number>} */
    let written = Promise.resolve(0);
    for (const [i, ply] of plies.entries()) {
      check();
      session.go_to(ply);
      const state = session.state();
      const annotation = session.annotation();
      const drawn = [
        ...(model.drawn ?? []).filter(({ layer }) => layer !== NOTE),
        ...marksOf(annotation, names),
      ];
      const shown = { ...model, layout: session.layout(), view: session.view(), state, drawn };
      /** @param {Thinking | null} one */
      const thoughtOf = (one) => (one && !state.outcome ? thoughtAt(state, one, signal) : null);
      const [thought, oracle] = [await thoughtOf(by.thought), await thoughtOf(by.oracle)];
      const plain = { ...shown, thought, oracle, hint: null, line: null };
      if (stage) stage.show(plain);
      else
        stage = await makeStage(plain, {
          side,
          ratio: 1,
          inspect: (question) => session.inspect(question),
        });
      const row = ply > 0 ? session.moves(ply - 1, 1)[0] : null;
      // Never empty, so that all frames have the same height.
      const text = caption || (row ? row.description : strings.startOfTheGame);
      const { note } = annotation;
      drawPicture(canvas, stage, state, { title: title(state), caption: text, note, noteLines });
      const { width, height } = canvas;
      const ctx = contextOf(canvas);
      const pixels = ctx.getImageData(0, 0, width, height).data.buffer;
      const bytes = await written;
      onProgress(i / plies.length, bytes);
      const last = i === plies.length - 1;
      written = far.add({ pixels, width, height, delay: last ? Math.max(LAST, pace) : pace });
      written.catch(() => {}); // the next frame reports it
      await yieldToEventLoop();
    }
    await written;
    check();
    const file = await far.finish();
    return new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (file)], { type: 'image/gif' });
  } finally {
    stage?.end();
    session.free();
    end();
  }
}
