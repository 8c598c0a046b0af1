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

/** @param {string} text @returns {Promise<string>} compressed, in base64url */
async function packText(text) {
  const packed = await new Response(
    through(text, new CompressionStream('deflate-raw')),
  ).arrayBuffer();
  const letters = Array.from(new Uint8Array(packed), (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** @param {OwnBot} bot @returns {Promise<string>} from `#` on */
export async function pack({ name, source, language }) {
  let text = JSON.stringify({ name, source, language });
  let base = await packText(text);
  // Programs take these for the end of a sentence and drop them. Spaces change the last character.
  for (let tries = 0; /[-_]$/.test(base) && tries < 20; tries++) {
    text += ' ';
    base = await packText(text);
  }
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
