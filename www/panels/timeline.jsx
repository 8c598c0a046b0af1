/**
 * The timeline: a graph as the scrubber, and the transport below. The graph's library is loaded after
 * the first board is drawn; until then, and for the keyboard, there is a slider.
 */

import { setDisplay } from '../app/display.js';
import { goTo } from '../app/game.js';
import { graphFolded, toggleGraph } from '../app/panelLayout.js';
import { canForward, forward, watchOrPause, watchState } from '../app/player.js';
import { differences, evaluations, marked, markOf } from '../app/review.js';
import { requestGame } from '../app/screens.js';
import { chart, embedded, mode, rows, series, speed, state } from '../app/store.js';
import { renderers } from '../boards/registry.js';
import * as strings from '../strings/play.js';
import { percentText, scoreText } from '../ui/format.js';
import { SeatMark } from '../ui/mark.jsx';
import { seatColour, termColour } from '../ui/palette.js';
import { Button, Choice, Sign } from '../ui/parts.jsx';
import { compact } from '../ui/shape.js';
import { EVALUATION, evaluationLines, evaluationsAt } from './evaluation.js';
import { SmallSwitches } from './keys.jsx';
import { lazyPart } from './lazyPart.jsx';
import { LineStrip } from './lineStrip.jsx';
import { FEW_LINES, LEAST_PLIES } from './span.js';

/** Whether a chart names its lines at their ends: if there are many and they are not stacked. @param {string} shown */
const namesLines = (shown) =>
  shown !== EVALUATION &&
  !renderers[state.value?.game ?? '']?.stacked?.includes(shown) &&
  series.value.filter((line) => line.chart === shown).length > FEW_LINES;

const Graph = lazyPart(() => import('./graph.jsx'), 'Graph', strings.graph, {
  silent: true,
});

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, Number.POSITIVE_INFINITY];
/** A speed as text. @param {number} one */
export const speedText = (one) => (Number.isFinite(one) ? `${one}×` : strings.fastest);
const WATCH = {
  pause: ['❚❚', strings.pause],
  watch: ['▶', strings.watch],
  replay: ['▶', strings.replay],
};

export function Timeline() {
  const now = state.value;
  if (!now) return null;
  const charts = [...new Set(series.value.map((one) => one.chart))];
  if (evaluations.value.length > 0) charts.push(EVALUATION);
  const shown = charts.includes(chart.value) ? chart.value : charts[0];
  // An empty graph takes no space.
  const drawn = !graphFolded.value && now.plies > 0 && !embedded.value;
  return (
    <section
      class="card timeline anchor"
      aria-label={strings.timeline}
      data-graph={drawn}
      data-names={drawn && namesLines(shown)}
    >
      <LineStrip />
      {drawn && (
        <div class="graph anchor">
          <Graph chart={shown} />
        </div>
      )}
      <div class="scrub anchor">
        <input
          type="range"
          class="scrubber"
          aria-label={strings.moveShown}
          aria-valuetext={strings.moveOf(now.ply, now.plies)}
          min={0}
          max={Math.max(now.plies, LEAST_PLIES)}
          step={1}
          value={now.ply}
          disabled={now.plies === 0}
          onInput={(event) => {
            goTo(event.currentTarget.valueAsNumber);
            // The scrubber is longer than the game: snap the handle back to the last ply.
            event.currentTarget.value = String(state.value?.ply ?? 0);
          }}
        />
        <ScrubMarks />
      </div>
      <Transport charts={charts} shown={shown} drawn={drawn} />
    </section>
  );
}

/** Maximum number of marks; the worst are kept. */
const MANY_MARKS = 60;

/**
 * Marks on the scrubber: judged moves, and where two bots differ most. For the pointer only; the review has buttons
 * for everyone.
 */
function ScrubMarks() {
  const now = state.value;
  if (!now) return null;
  const wide = Math.max(now.plies, LEAST_PLIES);
  const few = marked.value.length <= MANY_MARKS;
  const shown = [...markOf.value.values()].filter((one) => few || one.judged.mark === '??');
  /** @param {number} ply @param {string} mark @param {string} title */
  const one = (ply, mark, title) => (
    <Button
      tabIndex={-1}
      key={`${ply} ${mark}`}
      data-mark={mark}
      data-ply={ply}
      title={title}
      style={{ left: `${(100 * ply) / wide}%` }}
      act={() => goTo(ply)}
    />
  );
  return (
    <div class="scrub-marks anchor" aria-hidden="true">
      {shown.map(({ ply, judged }) =>
        one(ply, judged.mark, `${ply}. ${judged.mark} ${judged.text}`),
      )}
      <Scrubbed />
      {differences.value.map(({ ply }) => one(ply, 'differ', strings.afterTheTwoBotsDiffer(ply)))}
    </div>
  );
}

/** Maximum number of event marks: close ones are merged. */
const MOST_SCRUBBED = 120;

/** Plies with events that the game marks, such as losses, in the colour of the most affected seat. */
function Scrubbed() {
  const now = state.value;
  const kinds = renderers[now?.game ?? '']?.scrubbed ?? [];
  if (!now || kinds.length === 0) return null;
  const wide = Math.max(now.plies, LEAST_PLIES);
  /** @type {Map<number, { ply: number, texts: string[], seats: number[] }>} */
  const marks = new Map();
  for (const { ply, incidents } of rows.value) {
    for (const { kind, seat, text } of incidents) {
      if (!kinds.includes(kind)) continue;
      const at = Math.floor((MOST_SCRUBBED * ply) / wide);
      const mark = marks.get(at) ?? { ply, texts: [], seats: [] };
      mark.texts.push(`${ply}. ${text}`);
      mark.seats[seat] = (mark.seats[seat] ?? 0) + 1;
      marks.set(at, mark);
    }
  }
  return [...marks.values()].map(({ ply, texts, seats }) => {
    const most = seats.reduce((best, n, seat) => (n > (seats[best] ?? 0) ? seat : best), 0);
    const more =
      texts.length > FEW_TEXTS ? `\n${strings.furtherItems(texts.length - FEW_TEXTS)}` : '';
    return (
      <Button
        tabIndex={-1}
        key={`scrubbed ${ply}`}
        class="scrubbed"
        data-ply={ply}
        title={texts.slice(0, FEW_TEXTS).join('\n') + more}
        style={{ left: `${(100 * ply) / wide}%`, background: seatColour(most) }}
        act={() => goTo(ply)}
      />
    );
  });
}
const FEW_TEXTS = 4;

/** @param {{ charts: string[], shown: string, drawn: boolean }} props */
function Transport({ charts, shown, drawn }) {
  const now = state.value;
  if (!now) return null;
  const start = now.ply === 0;
  const end = now.ply === now.plies;
  const what = watchState.value;
  // Nothing to replay, and a human is to move: offer a demonstration by bots.
  const fresh = what === 'replay' && now.plies === 0;
  const speeds = renderers[now.game]?.speeds ?? SPEEDS;
  // Keep a speed that this game does not offer.
  const offered = speeds.includes(speed.value)
    ? speeds
    : [...speeds, speed.value].sort((a, b) => a - b);
  return (
    <div class="transport stack level">
      <div class="transport-left row g5">
        {drawn && charts.length > 1 && (
          <Choice
            label={strings.chart}
            among={charts.map((name) => [name, name])}
            value={shown}
            choose={(name) => setDisplay({ chart: name })}
          />
        )}
        {drawn && !namesLines(shown) && <Legend chart={shown} />}
        {embedded.value && (
          <a class="open-full strong" href={location.pathname} target="_blank" rel="noopener">
            {strings.totora}
          </a>
        )}
      </div>
      <div class="transport-mid row g3">
        <Sign label={strings.firstPosition} sign="❙◀" act={() => goTo(0)} disabled={start} />
        <Sign label={strings.back} sign="◀" act={() => goTo(now.ply - 1)} disabled={start} />
        <Button
          class={
            embedded.value || (mode.value === 'watch' && !now.outcome) ? 'primary watch' : 'watch'
          }
          disabled={fresh && embedded.value}
          act={() => (fresh ? requestGame(now.game, 'watch') : watchOrPause())}
        >
          {WATCH[what][0]}{' '}
          <span class="watch-word">{fresh ? strings.watchBots : WATCH[what][1]}</span>
        </Button>
        <Sign
          label={end && canForward.value ? strings.playATurn : strings.forward}
          sign="▶"
          act={forward}
          disabled={!canForward.value}
        />
        <Sign label={strings.lastPosition} sign="▶❙" act={() => goTo(now.plies)} disabled={end} />
      </div>
      <div class="transport-right row far g5">
        {!embedded.value && !compact.value && <SmallSwitches />}
        {!embedded.value && (
          <Button
            label={strings.graphTitle}
            class="small graph-fold"
            aria-expanded={!graphFolded.value}
            title={graphFolded.value ? strings.showTheGraphOver : strings.hideTheGraph}
            act={toggleGraph}
          />
        )}
        <span class="ply" translate={false}>
          {strings.turnOf(renderers[now.game]?.turnWord ?? strings.moveLabel, now.ply, now.plies)}
        </span>
        <Choice
          label={strings.speed}
          among={offered.map((one) => [one, speedText(one)])}
          value={speed.value}
          choose={(one) => setDisplay({ speed: one })}
        />
      </div>
    </div>
  );
}

/** Names of the lines, and their values at the shown ply. @param {{ chart: string }} props */
function Legend({ chart: shown }) {
  const ply = state.value?.ply ?? 0;
  const judged = shown === EVALUATION;
  const lines = judged
    ? evaluationLines.value
    : series.value.filter((line) => line.chart === shown);
  const chances = judged ? evaluationsAt(ply) : [];
  // Many lines show only their marks; screen readers still get the names.
  const short = lines.length > FEW_LINES;
  return (
    <div class="plot-legend fine row wrap g5">
      {lines.map((line, i) => (
        <span key={line.label} title={short ? line.label : undefined}>
          {short && line.seat !== null ? (
            <SeatMark seat={line.seat} />
          ) : (
            <i
              class="swatch"
              style={{
                backgroundColor:
                  line.seat === null
                    ? i > 0
                      ? termColour(2)
                      : 'var(--accent)'
                    : seatColour(line.seat),
              }}
            />
          )}{' '}
          <span class={short ? 'hidden' : ''}>{line.label}</span>{' '}
          <b translate={false}>
            {judged
              ? chances[i] === null
                ? '?'
                : percentText(chances[i])
              : scoreText(line.values[ply] ?? 0, 1).replace('+', '')}
          </b>
        </span>
      ))}
    </div>
  );
}
