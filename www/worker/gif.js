/**
 * The worker that encodes frames of pixels as an animated GIF. Of each frame it writes only the pixels that changed;
 * the others are transparent.
 */
import { expose } from 'comlink';
import { applyPalette, GIFEncoder, quantize } from 'gifenc';

/** Colours of a palette; the 256th entry is for transparency. */
const COLOURS = 255;

const encoder = GIFEncoder();
/** The previous frame. @type {Uint32Array | null} */
let before = null;

const api = {
  /**
   * Adds a frame.
   * @param {{ pixels: ArrayBuffer, width: number, height: number, delay: number }} frame   RGBA; `delay` in milliseconds
   * @returns {Promise<number>} the size of the file so far, in bytes
   */
  async add({ pixels, width, height, delay }) {
    const now = new Uint32Array(pixels);
    const old = before;
    const changed = old
      ? Uint32Array.from({ length: now.length }, (_, i) => i).filter((i) => now[i] !== old[i])
      : null;
    before = now;
    const shown = changed ? Uint32Array.from(changed, (i) => now[i]) : now;
    const colours = new Uint8ClampedArray(shown.buffer, shown.byteOffset, shown.byteLength);
    const palette = shown.length > 0 ? quantize(colours, COLOURS) : [[0, 0, 0]];
    const found = applyPalette(colours, palette);
    if (!changed) encoder.writeFrame(found, width, height, { palette, delay, dispose: 1 });
    else {
      const transparentIndex = palette.length;
      const index = new Uint8Array(now.length).fill(transparentIndex);
      changed.forEach((at, i) => {
        index[at] = found[i];
      });
      encoder.writeFrame(index, width, height, {
        palette: [...palette, [0, 0, 0]],
        delay,
        transparent: true,
        transparentIndex,
        dispose: 1,
      });
    }
    return encoder.bytesView().length;
  },

  /** @returns {Promise<Uint8Array>} the file */
  async finish() {
    encoder.finish();
    return encoder.bytes();
  },
};

/** @typedef {typeof api} GifApi */

expose(api);
