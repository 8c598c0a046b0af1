/** Converts a bot's code to a standalone file, and back. */
import kit from '../../../python/totora/bot.py?raw';
import runtime from '../../sandbox/bot.js?raw';
import node from '../../sandbox/node.js?raw';

/** The code below this line lets Node run the bot. */
const MARK =
  '// ---- Totora: what follows lets Node run this bot. Import it to the Lab as it is. ----';

/** @param {string} source */
const ended = (source) => (source.endsWith('\n') ? source : `${source}\n`);

/** @param {string} source */
export const nodeFile = (source) => `${ended(source)}\n${MARK}\n${runtime}${node}`;

/** A Python file begins with the kit, which the bot imports; the bot starts after this line. */
const START =
  '# ---- Totora: what is above lets Python run this bot. Import it to the Lab as it is. ----';
const END = '# ---- Totora ----';

/** @param {string} source */
export const pythonFile = (source) => `\
try:
    import totora
except ImportError:
    import sys, types
    totora = sys.modules["totora"] = types.ModuleType("totora")
    exec(${JSON.stringify(kit)}, vars(totora))
${START}
${ended(source)}${END}
if __name__ == "__main__":
    totora.run(totora.bot_of(globals()))
`;

/** Extracts the bot's code from a file. @param {string} text */
export function sourceOf(text) {
  const start = text.indexOf(START);
  if (start >= 0)
    return text.slice(start + START.length + 1).replace(new RegExp(`${END}\n[^]*$`), '');
  const at = text.indexOf(MARK);
  return at < 0 ? text : ended(text.slice(0, at).trimEnd());
}
