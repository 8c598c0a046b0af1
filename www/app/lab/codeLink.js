/** A bot's code in a link: `#bot.` and the compressed text. Decoding is bounded and runs no code. */
import * as strings from '../../strings/lab.js';

/** @typedef {import('./bots.js').OwnBot} OwnBot */

export const MARK = '#bot.';
/** Maximum lengths of a link and of its code, in characters. */
const MOST_PACKED = 60_000;
const MOST = 200_000;

/** @param {BlobPart} data @param {GenericTransformStream} way */
const through = (data, way) =>
  /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (
    new Blob([data]).stream().pipeThrough(way)
  );

/** @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream */
async function textOf(stream) {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of /** @type {any} */ (stream)) {
    text += decoder.decode(part, { stream: true });
    if (text.length > MOST) throw new Error(strings.botInThisLink(MOST));
  }
  return text + decoder.decode();
}

/** @param {OwnBot} bot @returns {Promise<string>} from `#` on */
export async function pack({ name, source, language }) {
  const text = JSON.stringify({ name, source, language });
  const packed = await new Response(
    through(text, new CompressionStream('deflate-raw')),
  ).arrayBuffer();
  const letters = Array.from(new Uint8Array(packed), (byte) => String.fromCharCode(byte)).join('');
  const base = btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return base.length > MOST_PACKED ? '' : MARK + base;
}

/** @param {string} link @returns {Promise<OwnBot>} */
export async function unpack(link) {
  const packed = link.slice(link.indexOf(MARK) + MARK.length);
  if (packed.length > MOST_PACKED) throw new Error(strings.thisLinkIsLonger);
  /** @type {any} */
  let bot;
  try {
    const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    bot = JSON.parse(await textOf(through(bytes, new DecompressionStream('deflate-raw'))));
  } catch (error) {
    if (error instanceof Error && /longer than/.test(error.message)) throw error;
    throw new Error(strings.thisLinkToABot);
  }
  const { name, source, language } = bot ?? {};
  if (typeof name !== 'string' || typeof source !== 'string')
    throw new Error(strings.thisLinkHasNoBot);
  const read = { name: name.slice(0, 40), source };
  if (language === undefined) return read;
  if (language !== 'python') throw new Error(strings.thisBotsLanguageIsUnknown);
  return { ...read, language };
}
