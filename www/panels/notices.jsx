/**
 * What is said as long as it is so, with what can be done about it: bots that ask for more than is usual, a game
 * that another tab keeps, a new version of the page.
 */
import { allowDemands, allowGuests, usualDemands } from '../app/demands.js';
import { goToLab } from '../app/screens.js';
import { retryEngine } from '../app/session.js';
import {
  awaited,
  demands,
  embedded,
  guests,
  lateEngine,
  pendingLabBot,
  screen,
  state,
} from '../app/store.js';
import { elsewhere, saveCopy } from '../app/tabs.js';
import { newVersion, partMissing, reload, repair } from '../app/version.js';
import * as strings from '../strings/play.js';
import { filled } from '../ui/filled.js';
import { whole } from '../ui/format.js';
import { Name } from '../ui/name.jsx';
import { Button, Sign } from '../ui/parts.jsx';

/** How what is asked for is told, by what it is. @type {Record<string, (n: string) => string>} */
const WORDS = {
  nodes: (n) => strings.nodesAMove(n),
  ms: (n) => strings.millisecondsAMove(n),
  depth: (n) => strings.deep(Number(n)),
  memory: (n) => strings.mbOfMemory(n),
  playouts: (n) => strings.playouts(n),
};

/**
 * A notice, with what can be done about it.
 * @param {{ children: import('preact').ComponentChildren, acts: [string, () => void][], repairs?: boolean, alert?: boolean, label?: string }} props
 *   `repairs`: all files of the page can be loaded again
 */
const Notice = ({ children, acts, repairs, alert, label }) => (
  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have names
  <div class="toast notice row box" role={alert ? 'alert' : 'status'} aria-label={label}>
    {children}
    {acts.map(([words, act]) => (
      <Button label={words} class="small" key={words} act={act} />
    ))}
    {repairs && (
      <Button label={strings.repair} class="small" title={strings.loadAllFiles} act={repair} />
    )}
  </div>
);

export function Notices() {
  return (
    <>
      <Guests />
      <Demands />
      <Elsewhere />
      <Engine />
      <PartMissing />
      <NewVersion />
    </>
  );
}

/** The most that is shown of a formula; the Lab shows all. */
const LONG = 160;

/** A heuristic in plain words, whatever it is worth. @param {string} text @returns {{ name: string, author: string, terms: { name: string, weight: number, formula: string }[] }} */
function written(text) {
  try {
    const found = JSON.parse(text);
    const terms = Array.isArray(found) ? found : found.terms;
    return { name: found.name ?? '', author: found.author ?? '', terms };
  } catch {
    return { name: '', author: '', terms: [{ name: '', weight: 1, formula: text }] };
  }
}

/** Heuristics that came with a game from outside: who wrote what, before it plays. */
function Guests() {
  const now = state.value;
  const brought = guests.value;
  if (brought.length === 0 || !now || screen.value !== 'game') return null;
  const openInLab = () => {
    pendingLabBot.value = { game: now.game, config: brought[0].config };
    goToLab(now.game);
  };
  return (
    <Notice
      label={strings.heuristicThatCameWithThis}
      acts={[
        ...(embedded.value
          ? []
          : [/** @type {[string, () => void]} */ ([strings.openInTheLab, openInLab])]),
        [strings.letItPlay, allowGuests],
      ]}
    >
      <div>
        {brought.map(({ seat, config }) => {
          const of = written(String(config.options.formula ?? ''));
          return (
            <div key={seat}>
              <p>
                {filled(
                  strings.playsByAHeuristic(now.seats[seat]?.name, config.options.search),
                  <b>{of.name ? <Name>{of.name}</Name> : strings.withoutAName}</b>,
                  of.author ? <Name>{of.author}</Name> : strings.unnamedAuthor,
                )}
              </p>
              <ul class="points">
                {of.terms.map((term, i) => (
                  <li key={i}>
                    <Name>{term.name}</Name> {term.weight ?? 1} ×{' '}
                    <code>
                      <Name>{cut(term.formula)}</Name>
                    </code>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    </Notice>
  );
}

/** @param {unknown} formula */
const cut = (formula) => {
  const text = String(formula);
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text;
};

/** What bots ask for beyond what is usual, and who may have it. */
function Demands() {
  const pending = demands.value;
  if (pending.length === 0) return null;
  return (
    <Notice
      label={strings.whatTheBotsAskFor}
      acts={[
        [strings.asUsual, usualDemands],
        [strings.runAnyway, allowDemands],
      ]}
    >
      <div>
        <p>{strings.pausedTheseBotsNeed}</p>
        <ul class="points">
          {pending.map(({ seat, what, asked, usual }) => {
            const words = WORDS[what] ?? ((/** @type {string} */ n) => `${what} ${n}`);
            return (
              <li key={`${seat} ${what}`}>
                {strings.usually(state.value?.seats[seat]?.name, words(whole(asked)), usual)}
              </li>
            );
          })}
        </ul>
      </div>
    </Notice>
  );
}

/** The game is open in another tab. */
function Elsewhere() {
  if (!elsewhere.value || embedded.value || !state.value) return null;
  const { game } = state.value;
  return (
    <Notice acts={[[strings.saveACopy, () => saveCopy(game)]]}>
      <p>{strings.thisGameIsOpen}</p>
    </Notice>
  );
}

/** The engine is late, or what the user did waits for it. */
function Engine() {
  const late = lateEngine.value;
  if (!late && awaited.value === 0) return null;
  const words = {
    failed: strings.engineCouldNotBeLoaded,
    slow: strings.engineIsStillLoading,
  };
  return (
    <Notice
      alert={late === 'failed'}
      acts={late ? [[strings.retry, retryEngine]] : []}
      repairs={late === 'failed'}
    >
      <p>{late ? words[late] : strings.loadingTheEngine}</p>
    </Notice>
  );
}

/** A part of the page could not be loaded. */
function PartMissing() {
  if (!partMissing.value) return null;
  return (
    <Notice alert acts={[[strings.reload, reload]]} repairs>
      <p>{strings.partOfThePage}</p>
    </Notice>
  );
}

/** There is a newer version of the page. */
function NewVersion() {
  if (!newVersion.value) return null;
  return (
    <Notice acts={[[strings.reload, reload]]}>
      <p>{strings.newVersionIsAvailable}</p>
      <Sign sign="×" class="plain" label={strings.dismiss} act={() => (newVersion.value = false)} />
    </Notice>
  );
}
