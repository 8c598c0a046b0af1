/**
 * Opens sandboxes for bots (www/public/sandbox.html). Each is a frame without an origin whose policy allows no network and
 * no storage; the bot runs in a worker in it, with the API of the npm package. Fetched when a bot is run.
 */
import api from '../../npm/src/api.js?raw';
import { first, rest } from '../pkg/parts.js';
import bindings from '../pkg/totora.js?url';
import runtime from '../sandbox/bot.js?raw';
import memory from '../sandbox/memory.js?raw';
import worker from '../sandbox/worker.js?raw';

/** @typedef {import('./bot.js').Code} Code */
/** @typedef {{ port: MessagePort, end: () => void }} Sandbox */

/** The timeout for loading the frame, in milliseconds. */
const LATE = 15_000;

/** @param {string} address @returns {Promise<Response>} */
async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The sandbox could not be loaded: ${response.status}.`);
  return response;
}

/** @param {string} address */
const bytes = async (address) => (address ? (await fetched(address)).arrayBuffer() : null);

/** @returns {Promise<object>} the files of the engine and its API */
async function rules() {
  const [text, one, other] = await Promise.all([
    fetched(bindings).then((response) => response.text()),
    bytes(first),
    bytes(rest),
  ]);
  return { bindings: text, api, first: one, rest: other };
}

/**
 * Opens a sandbox for a bot's code, which runs only when the first message arrives at the port.
 * @param {Code} code
 * @returns {Promise<Sandbox>}
 */
export async function openSandbox({ source, language }) {
  const python = language === 'python' && (await import('./python.js'));
  const files = python ? { python: await python.files(fetched) } : {};
  const start = { source, ...files, ...(await rules()) };
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.hidden = true;
  frame.title = 'Sandbox of a bot';
  frame.src = new URL('sandbox.html', document.baseURI).href;
  try {
    await new Promise((resolve, reject) => {
      frame.onload = resolve;
      setTimeout(() => reject(new Error('The sandbox could not be loaded.')), LATE);
      document.body.append(frame);
    });
  } catch (error) {
    frame.remove();
    throw error;
  }
  const { port1, port2 } = new MessageChannel();
  // In a block, so that the names are not the bot's.
  const own = `{\n${memory}\n${worker}\n}`;
  const harness = [runtime, python ? python.starter : '', own].join('\n');
  const spec = { harness, start: { start } };
  frame.contentWindow?.postMessage(spec, '*', [port2]);
  return { port: port1, end: () => frame.remove() };
}
