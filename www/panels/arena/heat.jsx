/** The cross table as a heat map: the share of row against column. A cell opens the list of its games. */
import { cell, plan, report } from '../../app/arena/state.js';
import { listGames } from '../../app/arena/tournament.js';
import * as strings from '../../strings/arena.js';
import { Table } from '../../ui/chart.jsx';
import { ListName } from '../../ui/name.jsx';
import { Button } from '../../ui/parts.jsx';
import { half, order, pairOf, points } from './figures.js';
import { labelOf } from './labels.js';

/** @typedef {import('../../app/arena/state.js').ArenaReport} ArenaReport */

/** Rows and columns, by entrant. @param {ArenaReport | null} found */
export function sides(found) {
  const at = plan.value;
  const all = found ? order(found) : (at?.entrants.map((_, i) => i) ?? []);
  const split = at?.challengers;
  if (!split) return { rows: all, columns: all, together: false };
  return {
    rows: all.filter((i) => i < split),
    columns: at.entrants.map((_, i) => i).slice(split),
    together: true,
  };
}

/** @typedef {{ share: number, low: number, high: number }} Scored */

/** The colour of a share, by its distance from the fair share. @param {number} share @param {number} fair */
const tint = (share, fair) => ({
  '--heat': `${Math.min(60, Math.abs(share - fair) * 300 + 3).toFixed(0)}%`,
});

/** A coloured share with its interval; a button if there are games to list. @param {{ of: Scored | null, fair?: number, ends?: Scored, title?: string, label?: string, chosen?: boolean, digits?: number, list?: () => void }} props */
export function HeatCell({ of, fair = 0.5, ends, title, label, chosen, digits = 0, list }) {
  if (!of) return null;
  const look = {
    class: 'cell column middle level full g0',
    'data-good': of.share >= fair,
    style: tint(of.share, fair),
    title,
  };
  const inside = (
    <>
      {points(of.share, digits)}
      <small>{half(ends ?? of)}</small>
    </>
  );
  if (!list) return <div {...look}>{inside}</div>;
  return (
    <Button {...look} aria-pressed={chosen} aria-label={label} act={list}>
      {inside}
    </Button>
  );
}

export function Heat() {
  const at = plan.value;
  const found = report.value;
  if (!at) return null;
  const { rows, columns, together } = sides(found);
  const name = (/** @type {number} */ i) => at.entrants[i].name;
  return (
    // A wide table scrolls, with the keyboard as well.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus
    <section class="scrolls" tabIndex={0} aria-label={strings.crossTable}>
      <Table
        heat
        caption={strings.shareOfThePoints}
        head={[
          null,
          ...columns.map((b) => /** @type {const} */ ([labelOf(b), name(b)])),
          together && 'together',
        ].filter((one) => one !== false)}
        rows={rows.map((a) => ({
          key: a,
          name: <ListName text={labelOf(a)} />,
          title: name(a),
          cells: [
            ...columns.map((b) => a !== b && found && <Cell key={b} found={found} a={a} b={b} />),
            ...(together
              ? [
                  found && found.bots[a].won.games > 0 && (
                    <HeatCell key="together" of={found.bots[a]} digits={1} />
                  ),
                ]
              : []),
          ],
        }))}
      />
    </section>
  );
}

/** @param {{ found: ArenaReport, a: number, b: number }} props */
function Cell({ found, a, b }) {
  const pair = pairOf(found, a, b);
  if (!pair) return null;
  const games = pair.wins + pair.draws + pair.losses;
  // Games on the same opening are not independent: use the interval over pairs.
  const ends = pair.paired ?? pair;
  const words = strings.againstOfThePoints(
    pair.bot,
    pair.against,
    points(pair.share),
    games,
    points(ends.low),
    points(ends.high),
  );
  return (
    <HeatCell
      of={pair}
      ends={{ ...pair, ...ends }}
      chosen={cell.value?.[0] === a && cell.value[1] === b}
      label={strings.listTheseGames(words)}
      title={strings.wonDrawnLost(words, pair.wins, pair.draws, pair.losses)}
      list={() => listGames(a, b)}
    />
  );
}
