/**
 * What the terms measure now, after the move and at the end of its line, and what would change the bot's mind: for each
 * weight a strip of the moves that it would choose. All numbers and sentences come from Rust; only widths are made here.
 */
import { beginComparing } from '../app/compare.js';
import { detailOf } from '../app/contrast.js';
import { moveName } from '../app/names.js';
import { shownBot } from '../app/shown.js';
import { botInfo } from '../app/store.js';
import { columnScore, scoreText } from '../ui/format.js';
import { Swatch } from '../ui/mark.jsx';
import { Name } from '../ui/name.jsx';
import { termColour } from '../ui/palette.js';
import { advise } from './advisor.jsx';
import { showsTerm } from './legend.jsx';

/** @typedef {import('../app/types.js').ThoughtInfo} ThoughtInfo */

/** @param {number | undefined} value */
const plain = (value) => (value === undefined ? '' : columnScore(value).replace('+', ''));

/** Whether the terms of a candidate were measured along a line. @param {ReturnType<typeof detailOf>} detail */
export const hasStages = (detail) =>
  !!detail?.stages && detail.stages.end.length > 0 && detail.stages.after.length > 0;

/** The terms stage by stage, of the candidate that is looked at and of the choice. @param {{ known: ThoughtInfo, i: number }} props */
export function Stages({ known, i }) {
  const detail = detailOf(known.moves[i]);
  const stages = detail?.stages;
  if (!stages || !hasStages(detail)) return null;
  const move = moveName(known.moves[i]);
  const choice = known.moves[i] === known.choice ? '' : moveName(known.choice ?? '');
  const compared = choice !== '' && stages.choice_end.length > 0;
  return (
    <table class="stages table full rigid">
      <caption class="hidden">What the terms measure along the line of {move}</caption>
      <thead>
        <tr>
          <th scope="col">{move}</th>
          <th scope="col">Now</th>
          <th scope="col">After it</th>
          <th scope="col">End of line</th>
          {compared && <th scope="col">{choice}, end</th>}
        </tr>
      </thead>
      <tbody>
        {known.terms.map(
          (term, t) =>
            showsTerm(term) && (
              <tr key={term.key} title={term.meaning}>
                <th scope="row">
                  <Swatch term={t} /> <Name>{term.label}</Name>
                </th>
                <td>{plain(stages.now[t])}</td>
                <td>{plain(stages.after[t])}</td>
                <td>{plain(stages.end[t])}</td>
                {compared && <td>{plain(stages.choice_end[t])}</td>}
              </tr>
            ),
        )}
      </tbody>
    </table>
  );
}

/** What would change its mind. @param {{ known: ThoughtInfo }} props */
export function WhatIf({ known }) {
  const found = known.sensitivity;
  if (!found) return null;
  const moves = [...new Set(found.strips.flatMap((strip) => strip.moves))];
  const without = found.strips.filter((strip) => strip.without !== null);
  return (
    <details class="what-if" open>
      <summary>What would change its mind</summary>
      <p>{found.sentence}</p>
      {found.strips.map((strip) => (
        <Strip key={strip.term} known={known} strip={strip} moves={moves} />
      ))}
      {without.length > 0 && (
        <ul>
          {without.map((strip) => (
            <li key={strip.term}>
              Without “{known.terms[strip.term].label}” it would play {strip.without}.
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

/**
 * A weight from its smallest value to its largest: each region is a button that sets the weight to its middle.
 * @param {{ known: ThoughtInfo, strip: import('../app/types.js').FlipStrip, moves: string[] }} props
 */
function Strip({ known, strip, moves }) {
  const term = known.terms[strip.term];
  const [least, most] = [Number(strip.least), Number(strip.most)];
  const at = (/** @type {number} */ weight) => (100 * (weight - least)) / (most - least);
  const option = botInfo(shownBot.value?.bot ?? '')?.options.find(({ key }) => key === term.key);
  /** @param {number} weight */
  const set = (weight) => {
    const config = shownBot.value;
    if (!config || option?.type !== 'number') return;
    const step = Number(option.step);
    const value = Math.min(option.max, Math.max(option.min, Math.round(weight / step) * step));
    beginComparing();
    advise({ ...config, options: { ...config.options, [term.key]: Number(value.toFixed(3)) } });
  };
  return (
    <div class="flip">
      <Name>{term.label}</Name>
      <div class="flip-strip" role="group" aria-label={`The choice by the weight of ${term.label}`}>
        {strip.moves.map((move, n) => {
          const from = n === 0 ? least : strip.bounds[n - 1];
          const to = strip.bounds[n] ?? most;
          const words = `${move} from ${scoreText(from, 2)} to ${scoreText(to, 2)}`;
          return (
            <button
              type="button"
              key={from}
              title={words}
              aria-label={words}
              disabled={!option}
              style={{
                left: `${at(from)}%`,
                width: `${at(to) - at(from)}%`,
                background: termColour(moves.indexOf(move)),
              }}
              onClick={() => set((from + to) / 2)}
            >
              {move}
            </button>
          );
        })}
        <b class="today" style={{ left: `${at(Number(term.weight))}%` }} />
      </div>
      <span class="num">{plain(Number(term.weight))}</span>
    </div>
  );
}
