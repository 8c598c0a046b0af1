/** A bot's code as a file that runs without the page, and back. */
import runtime from '../../sandbox/bot.js?raw';
import node from '../../sandbox/node.js?raw';

/** After this line comes what lets Node run the bot. */
const MARK =
  '// ---- Totora: what follows lets Node run this bot. Import it to the Lab as it is. ----';

/** @param {string} source */
const ended = (source) => (source.endsWith('\n') ? source : `${source}\n`);

/** @param {string} source */
export const nodeFile = (source) => `${ended(source)}\n${MARK}\n${runtime}${node}`;

/** The bot's own code in a file. @param {string} text */
export function sourceOf(text) {
  const at = text.indexOf(MARK);
  return at < 0 ? text : ended(text.slice(0, at).trimEnd());
}
