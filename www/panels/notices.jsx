/**
 * Notices, shown while they apply, with their actions: bots that exceed the usual limits, a game open in another tab, a
 * new version of the page.
 */
import { allowGuests, grantPermissions, usualDemands } from '../app/permissions.js';
import { goToLab } from '../app/screens.js';
import { retryEngine } from '../app/session.js';
import * as store from '../app/store.js';
import { elsewhere, saveCopy } from '../app/tabs.js';
import { newVersion, partMissing, reload, repair } from '../app/version.js';
import * as strings from '../strings/play.js';
import { whole } from '../ui/format.js';
import { formatElements } from '../ui/formatElements.js';
import { Name } from '../ui/name.jsx';
import { Button, Sign } from '../ui/parts.jsx';

/**
 * A notice with its actions.
 * @param {{ children: import('preact').ComponentChildren, acts: [string, () => void][], repairs?: boolean, alert?: boolean, label?: string }} props
 *   `repairs`: offer to reload all files of the page
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
  const game = store.state.value?.game;
  return (
    <>
      <Guests />
      <Demands />
      {game && elsewhere.value && !store.practice.value && !store.embedded.value && (
        <Notice acts={[[strings.saveACopy, () => saveCopy(game)]]}>
          <p>{strings.thisGameIsOpen}</p>
        </Notice>
      )}
      <Engine />
      {partMissing.value && (
        <Notice alert acts={[[strings.reload, reload]]} repairs>
          <p>{strings.partOfThePage}</p>
        </Notice>
      )}
      {newVersion.value && (
        <Notice acts={[[strings.reload, reload]]}>
          <p>{strings.newVersionIsAvailable}</p>
          <Sign
            sign="×"
            class="plain"
            label={strings.dismiss}
            act={() => (newVersion.value = false)}
          />
        </Notice>
      )}
    </>
  );
}

/** Maximum length of a shown formula; the Lab shows all. */
const LONG = 160;

/** The parts of a heuristic, valid or not. @param {string} text @returns {{ name: string, author: string, terms: { name: string, weight: number, formula: string }[] }} */
function written(text) {
  try {
    const found = JSON.parse(text);
    const terms = Array.isArray(found) ? found : found.terms;
    return { name: found.name ?? '', author: found.author ?? '', terms };
  } catch {
    return { name: '', author: '', terms: [{ name: '', weight: 1, formula: text }] };
  }
}

/** Heuristics of a shared game: author and formula, before they play. */
function Guests() {
  const now = store.state.value;
  const brought = store.guests.value;
  if (brought.length === 0 || !now || store.screen.value !== 'game') return null;
  const openInLab = () => {
    goToLab(now.game, null, { game: now.game, config: brought[0].config });
  };
  return (
    <Notice
      label={strings.heuristicThatCameWithThis}
      acts={[
        ...(store.embedded.value
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
                {formatElements(
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

/** Bots that exceed the usual limits, with a choice to allow that. */
function Demands() {
  const pending = store.demands.value;
  if (pending.length === 0) return null;
  return (
    <Notice
      label={strings.whatTheBotsNeed}
      acts={[
        [strings.asUsual, usualDemands],
        [strings.runAnyway, grantPermissions],
      ]}
    >
      <div>
        <p>{strings.pausedTheseBotsNeed}</p>
        <ul class="points">
          {pending.map(({ seat, what, asked, usual }) => {
            const words =
              strings.demandTexts[what] ?? ((/** @type {string} */ n) => `${what} ${n}`);
            return (
              <li key={`${seat} ${what}`}>
                {strings.usually(store.state.value?.seats[seat]?.name, words(whole(asked)), usual)}
              </li>
            );
          })}
        </ul>
      </div>
    </Notice>
  );
}

/** The engine is late, or an action waits for it. */
function Engine() {
  const late = store.lateEngine.value;
  if (!late && store.awaited.value === 0) return null;
  return (
    <Notice
      alert={late === 'failed'}
      acts={late ? [[strings.retry, retryEngine]] : []}
      repairs={late === 'failed'}
    >
      <p>{late ? strings.engineTexts[late] : strings.loadingTheEngine}</p>
    </Notice>
  );
}
