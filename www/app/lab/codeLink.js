/** A bot's code in a link: `#bot.` and the packed text. Reading it is bounded, and nothing of it runs. */

/** @typedef {import('./bots.js').OwnBot} OwnBot */

export const MARK = '#bot.';
/** The most characters of a link, and of the code in it. */
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
    if (text.length > MOST)
      throw new Error(`The bot in this link is longer than ${MOST} characters.`);
  }
  return text + decoder.decode();
}

/** @param {OwnBot} bot @returns {Promise<string>} from `#` on */
export async function pack({ name, source }) {
  const text = JSON.stringify({ name, source });
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
  if (packed.length > MOST_PACKED) throw new Error('This link is longer than any with a bot.');
  /** @type {any} */
  let bot;
  try {
    const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    bot = JSON.parse(await textOf(through(bytes, new DecompressionStream('deflate-raw'))));
  } catch (error) {
    if (error instanceof Error && /longer than/.test(error.message)) throw error;
    throw new Error('This link to a bot is damaged: it may have been cut.');
  }
  const { name, source } = bot ?? {};
  if (typeof name !== 'string' || typeof source !== 'string')
    throw new Error('This link has no bot: it may be of another version.');
  return { name: name.slice(0, 40), source };
}
