/**
 * A game's rules: pages built from `docs/reference/rules/`, with parts that come from the catalogue. No sentence about
 * a game here.
 */

import { rulesPages } from 'virtual:rules';
import { useEffect, useMemo } from 'preact/hooks';
import { callCoach } from '../app/coach.js';
import { closeDialog, entryOf, openDialog, state } from '../app/store.js';
import * as strings from '../strings/play.js';
import { counted } from '../ui/format.js';
import { formatElements } from '../ui/formatElements.js';
import { Button } from '../ui/parts.jsx';
import { Figure } from './figure.jsx';
import { lazyPart } from './lazyPart.jsx';

/** @typedef {import('../app/types.js').GameInfo} GameInfo */

/** Loaded pages by game. */
const pages = Object.fromEntries(
  Object.entries(rulesPages).map(([game, load]) => [
    game,
    lazyPart(load, 'Rules', strings.theRules),
  ]),
);

/** @param {{ game: string, heading?: string }} props */
export function Rules({ game, heading }) {
  const entry = entryOf(game);
  // Keep the parts while the game is the same, so that figures are not redrawn.
  const parts = useMemo(() => entry && partsFor(entry), [entry]);
  useEffect(() => scrollTo(heading), [game]);
  const Page = pages[game];
  if (!Page || !parts) return <p>{strings.noRulesAvailable}</p>;
  return (
    <>
      <Page {...parts} />
      {state.value?.game === game && (
        <p class="rules">
          <Button
            label={strings.coachMyGame}
            act={() => {
              callCoach(game);
              closeDialog();
            }}
          />
        </p>
      )}
      <p class="rules">
        {formatElements(strings.commaAndFullStopStep, <b>{strings.keysEverywhere}</b>)}
      </p>
    </>
  );
}

/** @param {GameInfo} entry @returns {import('virtual:rules').Parts} */
function partsFor(entry) {
  return {
    Figure: (props) => <Figure game={entry.id} {...props} />,
    Live: ({ part }) => (part === 'maps' ? <Maps entry={entry} /> : <Bots entry={entry} />),
    Link: ({ game = entry.id, heading, children }) => (
      <a
        href={`#rules-${heading ?? ''}`}
        onClick={(event) => {
          // The address is reserved for games.
          event.preventDefault();
          if (game === entry.id) scrollTo(heading);
          else openDialog('rules', { game, heading });
        }}
      >
        {children}
      </a>
    ),
  };
}

/** @param {string | undefined} heading */
const scrollTo = (heading) => document.getElementById(`rules-${heading}`)?.scrollIntoView();

/** The game's bots. @param {{ entry: GameInfo }} props */
function Bots({ entry }) {
  const sources = entry.bots.some((bot) => bot.source);
  const budgets = entry.bots.some((bot) => bot.budget);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus
    <section class="scroll" aria-label={strings.bots} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{strings.botLabel}</th>
            <th>{strings.whatItDoes}</th>
            {budgets && <th>{strings.thinksForLabel}</th>}
            {sources && <th>{strings.from}</th>}
          </tr>
        </thead>
        <tbody>
          {entry.bots.map((bot) => (
            <tr key={bot.id}>
              <td>
                <b>{bot.name}</b>
                {bot.aliases && <small> {strings.inTheSource(bot.aliases.join(', '))}</small>}
              </td>
              <td>{bot.about}</td>
              {budgets && <td>{budgetText(bot.budget)}</td>}
              {sources && <td>{bot.source ? strings.fromTheSource : strings.ours}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** @param {import('../app/types.js').Budget | null} budget */
function budgetText(budget) {
  if (!budget) return '–';
  if ('depth' in budget) return counted(budget.depth, 'ply');
  if ('ms' in budget) return strings.ms(budget.ms);
  return budget.nodes >= 1_000_000 ? strings.asLongAsNeeded : strings.nodes(budget.nodes);
}

/** The named texts that a new game can start from. @param {{ entry: GameInfo }} props */
function Maps({ entry }) {
  const key = entry.setup_text?.option ?? '';
  const option = entry.options.find((option) => option.key === key);
  const known = option?.type === 'text' ? option.known : [];
  return (
    <div class="figure-row maps row wrap high g5">
      {known.map(({ value, name, about }) => (
        <Figure
          key={value}
          game={entry.id}
          options={{ [key]: value }}
          size={{ width: 240, height: 200 }}
          alt={`${name}. ${about}`}
        >
          <b>{name}</b>: {about}
        </Figure>
      ))}
    </div>
  );
}
