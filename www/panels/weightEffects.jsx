/**
 * The terms now, after the move and at the end of its line, and what would change the bot's choice: for each weight a
 * strip of the moves that it would choose. Numbers come from Rust; only positions and widths are computed here.
 */
import { computed } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { beginComparing } from '../app/compare.js';
import { canSample, sample, sampled } from '../app/flipPoints.js';
import { moveName } from '../app/names.js';
import { shownBot } from '../app/shownBot.js';
import { info, state } from '../app/store.js';
import { think } from '../app/think.js';
import { nearestValue, weightOption } from '../app/weights.js';
import { detailOf, requestMore } from '../app/whyNot.js';
import * as strings from '../strings/analyse.js';
import { Table } from '../ui/chart.jsx';
import { columnScore } from '../ui/format.js';
import { Swatch } from '../ui/mark.jsx';
import { Name } from '../ui/name.jsx';
import { termColour, termFill, termPattern } from '../ui/palette.js';
import { Button, Choice } from '../ui/parts.jsx';
import { advise } from './advisor.jsx';
import { Points } from './definitionList.jsx';
import { showsTerm } from './legend.jsx';
import { MoveText, shortened } from './moveText.jsx';

/** @typedef {import('../app/types.js').AnalysisInfo} AnalysisInfo */
/** @typedef {import('../app/types.js').FlipStrip} FlipStrip */
/** @typedef {import('../app/types.js').BotConfig} BotConfig */

/** @param {number | undefined} value */
const plain = (value) => (value === undefined ? '' : columnScore(value).replace('+', ''));

/** Whether the terms of a candidate were measured along a line. @param {ReturnType<typeof detailOf>} detail */
export const hasStages = (detail) =>
  !!detail?.stages && detail.stages.end.length > 0 && detail.stages.after.length > 0;

/** The terms by stage, of the inspected candidate and of the choice. @param {{ known: AnalysisInfo, i: number }} props */
export function Stages({ known, i }) {
  const detail = detailOf(known.moves[i]);
  const stages = detail?.stages;
  if (!stages || !hasStages(detail)) return null;
  const move = moveName(known.moves[i]);
  const choice = known.moves[i] === known.choice ? '' : moveName(known.choice ?? '');
  const compared = choice !== '' && stages.choice_end.length > 0;
  const shown = known.terms.map((term, t) => ({ term, t })).filter(({ term }) => showsTerm(term));
  const { now, after, end, choice_end: choiceEnd } = stages;
  const columns = [now, after, end, ...(compared ? [choiceEnd] : [])];
  return (
    <Table
      class="stages full rigid"
      caption={strings.whatTheTermsMeasureAlong(move)}
      head={[
        move,
        strings.now,
        strings.afterIt,
        strings.endOfLine,
        ...(compared ? [`${choice}, end`] : []),
      ]}
      rows={shown.map(({ term, t }) => ({
        key: term.key,
        title: term.meaning,
        name: (
          <>
            <Swatch term={t} /> <Name>{term.label}</Name>
          </>
        ),
        cells: columns.map((values) => plain(values[t])),
      }))}
    />
  );
}

/** Sets weights of the shown bot or another, and shows the changes. @param {[{ key: string }, number][]} weights @param {BotConfig | null} [config] */
function setWeights(weights, config = shownBot.value) {
  if (!config) return;
  const options = { ...config.options };
  for (const [term, weight] of weights) {
    const option = weightOption(term.key, config.bot);
    if (!option) return;
    options[term.key] = nearestValue(option, weight);
  }
  beginComparing();
  advise({ ...config, options });
}

/** What would change its choice. @param {{ known: AnalysisInfo }} props */
export function WhatIf({ known }) {
  const found = known.sensitivity;
  if (!found) return null;
  const moves = [...new Set(found.strips.flatMap((strip) => strip.moves))];
  const without = found.strips.filter((strip) => strip.without !== null);
  return (
    <details class="what-if rigid" open>
      <summary>{strings.whatWouldChangeItsMind}</summary>
      <p>
        <MoveText text={found.sentence} known={known} />
      </p>
      {found.strips.map((strip) => (
        <Strip key={strip.term} known={known} strip={strip} moves={moves} />
      ))}
      {found.strips.length > 1 && <WeightMap known={known} strips={found.strips} />}
      <Points
        of={without.map((strip) =>
          strings.withoutItWouldPlay(known.terms[strip.term].label, strip.without ?? ''),
        )}
      />
    </details>
  );
}

/** How many weights the plain panel offers. */
const NEAREST = 3;

/**
 * The weights nearest to another choice, as sliders with their strips. For a bot whose weights are not known to matter here, they
 * are those of the first bot that weighs terms without searching.
 * @param {{ known: AnalysisInfo }} props
 */
export function ChangeItsMind({ known }) {
  const own = known.sensitivity ?? sampled.value;
  const other = useWeighing(!own && known.done);
  const [shown, found] = own ? [known, own] : [other?.info, other?.info.sensitivity];
  const moves = [...new Set(found?.strips.flatMap((strip) => strip.moves))];
  if (!found && !canSample.value) return null;
  return (
    <section class="what-if rigid" aria-label={strings.changeItsMind}>
      <h3>{own || !other ? strings.changeItsMind : strings.changeTheMindOf(other.name)}</h3>
      {shown &&
        nearestStrips(shown, found?.strips ?? []).map((strip) => (
          <Strip
            key={strip.term}
            known={shown}
            strip={strip}
            moves={moves}
            slider
            config={own ? null : { bot: other?.id ?? '', options: {} }}
          />
        ))}
      {shown && found?.sentence && (
        <p class="note">
          <MoveText text={found.sentence} known={shown} />
        </p>
      )}
      {!known.sensitivity && canSample.value && <Asked />}
    </section>
  );
}

/** The strips whose weights are nearest to another choice. @param {AnalysisInfo} known @param {FlipStrip[]} strips */
const nearestStrips = (known, strips) =>
  strips.toSorted((a, b) => distance(known, a) - distance(known, b)).slice(0, NEAREST);

/** @typedef {{ hash: string, id: string, name: string, info: AnalysisInfo }} Weighing */

/** The analysis of a bot that weighs terms without searching; null until it is known. @param {boolean} wanted @returns {Weighing | null} */
function useWeighing(wanted) {
  const [known, setKnown] = useState(/** @type {Weighing | null} */ (null));
  const bot = weighing.value;
  const hash = state.value?.hash ?? '';
  useEffect(() => {
    if (!wanted || !bot) return;
    let current = true;
    think(
      'mind',
      { bot: bot.id, options: {} },
      ({ thought, done }) => {
        if (current && done && thought)
          setKnown({ hash, id: bot.id, name: bot.name, info: thought });
      },
      { lines: 1 },
    );
    return () => {
      current = false;
    };
  }, [wanted, bot?.id, hash]);
  return known?.hash === hash && wanted ? known : null;
}

/** How far the weight of a strip is from another choice, as a share of its range. @param {AnalysisInfo} known @param {FlipStrip} strip */
function distance(known, strip) {
  const [least, most] = [Number(strip.least), Number(strip.most)];
  const weight = Number(known.terms[strip.term].weight);
  const by = strip.bounds.map((bound) => Math.abs(Number(bound) - weight) / (most - least));
  return by.length > 0 ? Math.min(...by) : Number.POSITIVE_INFINITY;
}

/** The first bot of the game that has weights and does not search. */
const weighing = computed(() => {
  const weighs = (/** @type {import('../app/types.js').BotInfo} */ bot) =>
    !bot.budget && bot.terms.some((term) => bot.options.some(({ key }) => key === term.key));
  return info.value?.simultaneous ? undefined : info.value?.bots.find(weighs);
});

/** What other weights of a searching bot choose, or the button that tries them. */
function Asked() {
  const found = sampled.value;
  return (
    <p role="status">
      {found ? (
        found.sentence || strings.tryingOtherWeightsOf(found.done, found.of)
      ) : (
        <Button
          label={strings.whatWouldChangeItsMindHeading}
          class="small"
          act={() => sample(moveName)}
        />
      )}
    </p>
  );
}

/** The same for a searching bot, only on demand, because it searches again for each value. @param {{ known: AnalysisInfo }} props */
export function Sampled({ known }) {
  const found = sampled.value;
  if (!found && !canSample.value) return null;
  const moves = [...new Set(found?.strips.flatMap((strip) => strip.moves))];
  return (
    <>
      <Asked />
      {found?.strips.map((strip) => (
        <Strip key={strip.term} known={known} strip={strip} moves={moves} />
      ))}
    </>
  );
}

/**
 * A weight from its smallest value to its largest: each region is a button that sets the weight to its middle, or is the scale of
 * a slider.
 * @param {{ known: AnalysisInfo, strip: FlipStrip & { at?: number[] }, moves: string[], slider?: boolean, config?: BotConfig | null }} props
 *   `at`: the value that each region sets, if not its middle
 */
function Strip({ known, strip, moves, slider = false, config = null }) {
  const term = known.terms[strip.term];
  const [least, most] = [Number(strip.least), Number(strip.most)];
  const at = (/** @type {number} */ weight) => (100 * (weight - least)) / (most - least);
  const option = weightOption(term.key, config?.bot);
  /** @param {number} weight */
  const set = (weight) => setWeights([[term, weight]], config ?? shownBot.value);
  return (
    <div class="flip stack level g3 tiny-text">
      <Name>{term.label}</Name>
      <div
        class="flip-strip anchor"
        role="group"
        aria-label={strings.choiceByTheWeightOf(term.label)}
      >
        {strip.moves.map((move, n) => {
          const from = n === 0 ? least : strip.bounds[n - 1];
          const to = strip.bounds[n] ?? most;
          const words = strings.fromTo(move, from, to);
          const index = moves.indexOf(move);
          const region = {
            title: words,
            style: {
              left: `${at(from)}%`,
              width: `${at(to) - at(from)}%`,
              // Several equal moves have no colour of their own.
              ...(index >= 0 && termFill(index)),
            },
          };
          // Under a slider it only shows where the choice changes.
          return slider && option ? (
            <span key={from} {...region}>
              <span aria-hidden="true">{shortened(move, known)}</span>
              <span class="hidden">{words}</span>
            </span>
          ) : (
            <Button
              label={words}
              key={from}
              aria-label={words}
              disabled={!option}
              {...region}
              act={() => set(strip.at?.[n] ?? (from + to) / 2)}
            >
              <span aria-hidden="true">{shortened(move, known)}</span>
            </Button>
          );
        })}
        <b class="today" style={{ left: `${at(Number(term.weight))}%` }} />
        {slider && option && (
          <input
            type="range"
            class="mind-slider"
            aria-label={strings.weightSlider(term.label)}
            min={least}
            max={most}
            step={(most - least) / 200}
            value={Number(term.weight)}
            onChange={(event) => set(event.currentTarget.valueAsNumber)}
          />
        )}
      </div>
      <span class="digits" translate={false}>
        {plain(Number(term.weight))}
      </span>
    </div>
  );
}

/** The side of a square, in pixels if there is space. */
const SIDE = 10;
/** Minimum squares of a region with a label; its middle is inside, as regions are convex. */
const LABELLED = 16;

/**
 * A map of two weights: each square has the colour of the move chosen there, and a click sets both weights. A button for
 * each move does the same by keyboard, with the move's nearest square.
 * @param {{ known: AnalysisInfo, strips: import('../app/types.js').FlipStrip[] }} props
 */
function WeightMap({ known, strips }) {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState([0, 1]);
  const [map, setMap] = useState(/** @type {import('../app/types.js').FlipMap | null} */ (null));
  /** Columns and rows. */
  const side = Math.sqrt(map?.squares.length ?? 0);
  /** Across and up: the term, the place of its weight in squares, and the weight at the middle of a column or row. */
  const axes = chosen.map((at) => {
    const strip = strips[Math.min(at, strips.length - 1)];
    const term = known.terms[strip.term];
    const least = Number(strip.least);
    const square = (Number(strip.most) - least) / side;
    return {
      term,
      index: strip.term,
      here: (Number(term.weight) - least) / square,
      weight: (/** @type {number} */ at) => least + (at + 0.5) * square,
    };
  });
  const [across, up] = axes;
  useEffect(() => {
    let current = open;
    if (open)
      requestMore('flip_map', { terms: [across.index, up.index] }).then((found) => {
        if (current) setMap(found ?? null);
      });
    return () => {
      current = false;
    };
  }, [known, open, across.index, up.index]);
  /** @param {number} square */
  const set = (square) =>
    setWeights([
      [across.term, across.weight(square % side)],
      [up.term, up.weight(Math.floor(square / side))],
    ]);
  /** Distance of a square from the current weights. @param {number} square */
  const distance = (square) =>
    Math.hypot((square % side) + 0.5 - across.here, Math.floor(square / side) + 0.5 - up.here);
  /** @param {number} move */
  const nearest = (move) =>
    (map?.squares ?? []).reduce(
      (best, of, at) => (of === move && (best < 0 || distance(at) < distance(best)) ? at : best),
      -1,
    );
  const fixed = axes.some(({ term }) => !weightOption(term.key));
  /** @param {0 | 1} which @param {string} label */
  const select = (which, label) => (
    <Choice
      label={label}
      among={strips.map(({ term }, at) => [at, known.terms[term].label])}
      value={chosen[which]}
      choose={(at) => {
        const other = chosen[1 - which] === at ? chosen[which] : chosen[1 - which];
        setChosen(which === 0 ? [at, other] : [other, at]);
      }}
    />
  );
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{strings.twoWeightsAtOnce}</summary>
      <div class="row g3">
        {select(0, strings.weightFromLeftToRight)}
        {select(1, strings.weightFromBottomToTop)}
      </div>
      {map && (
        <>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons below take the keys */}
          <svg
            class="flip-map"
            viewBox={`0 0 ${side * SIDE} ${side * SIDE}`}
            role="img"
            aria-label={strings.choiceByTwoWeights}
            onClick={(event) => {
              const box = event.currentTarget.getBoundingClientRect();
              const place = (/** @type {number} */ part) =>
                Math.min(side - 1, Math.max(0, Math.floor(part * side)));
              const column = place((event.clientX - box.left) / box.width);
              const row = place((box.bottom - event.clientY) / box.height);
              if (!fixed) set(row * side + column);
            }}
          >
            {map.moves.length > 7 && <MapPatterns />}
            {map.squares.map((move, at) => (
              <rect
                key={at}
                x={(at % side) * SIDE}
                y={(side - 1 - Math.floor(at / side)) * SIDE}
                width={SIDE + 0.2}
                height={SIDE + 0.2}
                fill={termColour(move)}
              />
            ))}
            {map.squares.map(
              (move, at) =>
                termPattern(move) > 0 && (
                  <rect
                    key={at}
                    x={(at % side) * SIDE}
                    y={(side - 1 - Math.floor(at / side)) * SIDE}
                    width={SIDE + 0.2}
                    height={SIDE + 0.2}
                    fill={`url(#map-pattern-${termPattern(move)})`}
                  />
                ),
            )}
            {map.moves.map((move, at) => {
              const squares = map.squares.flatMap((of, square) => (of === at ? [square] : []));
              if (squares.length < LABELLED) return null;
              const mean = (/** @type {(square: number) => number} */ part) =>
                squares.reduce((sum, square) => sum + part(square), 0) / squares.length + 0.5;
              const x = mean((square) => square % side);
              const y = side - mean((square) => Math.floor(square / side));
              return (
                <text key={move} x={x * SIDE} y={y * SIDE}>
                  {move}
                </text>
              );
            })}
            <circle class="today" cx={across.here * SIDE} cy={(side - up.here) * SIDE} r="6" />
          </svg>
          <div class="row wrap g2">
            {map.moves.map((move, at) => (
              <Button
                class="small"
                key={move}
                disabled={fixed}
                title={strings.setBothWeights(move)}
                act={() => set(nearest(at))}
              >
                <Swatch term={at} /> {move}
              </Button>
            ))}
          </div>
        </>
      )}
    </details>
  );
}

/** The patterns of `termFill` in the map. */
const MapPatterns = () => (
  <defs>
    {['M0 4 4 0', 'M0 2H4', 'M2 0V4'].map((path, at) => (
      <pattern
        key={path}
        id={`map-pattern-${at + 1}`}
        width="4"
        height="4"
        patternUnits="userSpaceOnUse"
      >
        <path d={path} stroke="#000a" />
      </pattern>
    ))}
  </defs>
);
