/**
 * What is said as long as it is so, with what can be done about it: bots that ask for more than is usual, a game
 * that another tab keeps, a new version of the page.
 */
import { allowDemands, usualDemands } from '../app/demands.js';
import { demands, embedded, state } from '../app/store.js';
import { elsewhere, keepCopy } from '../app/tabs.js';
import { newVersion, reload } from '../app/version.js';

/** How what is asked for is told, by what it is. @type {Record<string, (n: string) => string>} */
const WORDS = {
  nodes: (n) => `${n} nodes a move`,
  ms: (n) => `${n} milliseconds a move`,
  depth: (n) => `${n} plies deep`,
  memory: (n) => `${n} MB of memory`,
  playouts: (n) => `${n} playouts`,
};

/** With spaces at which no line breaks. @param {number} n */
const number = (n) => n.toLocaleString('en').replaceAll(',', '\u202f');

export function Notices() {
  return (
    <>
      <Demands />
      <Elsewhere />
      <NewVersion />
    </>
  );
}

/** What bots ask for beyond what is usual, and who may have it. */
function Demands() {
  const asked = demands.value;
  if (asked.length === 0) return null;
  return (
    <div class="toast notice" role="status" aria-label="What the bots ask for">
      <div>
        <p>The bots of this game ask for more than is usual. They wait for your word.</p>
        <ul>
          {asked.map(({ seat, what, asked, usual }) => {
            const words = WORDS[what] ?? ((/** @type {string} */ n) => `${what} ${n}`);
            return (
              <li key={`${seat} ${what}`}>
                {state.value?.seats[seat]?.name}: {words(number(asked))}, usually {number(usual)}
              </li>
            );
          })}
        </ul>
      </div>
      <button type="button" class="small" onClick={usualDemands}>
        As usual
      </button>
      <button type="button" class="small" onClick={allowDemands}>
        Let them
      </button>
    </div>
  );
}

/** The game is open in another tab. */
function Elsewhere() {
  if (!elsewhere.value || embedded.value || !state.value) return null;
  const { game } = state.value;
  return (
    <div class="toast notice" role="status">
      <p>This game is open in another tab, which keeps it. What is done here is not kept.</p>
      <button type="button" class="small" onClick={() => keepCopy(game)}>
        Keep a copy
      </button>
    </div>
  );
}

/** There is a newer version of the page. */
function NewVersion() {
  if (!newVersion.value) return null;
  return (
    <div class="toast notice" role="status">
      <p>A new version is there.</p>
      <button type="button" class="small" onClick={reload}>
        Reload
      </button>
      <button
        type="button"
        class="icon"
        aria-label="Dismiss"
        onClick={() => (newVersion.value = false)}
      >
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}
