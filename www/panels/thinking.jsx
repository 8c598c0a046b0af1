/**
 * What a bot thinks of every move: a sorted list with bars of signed contributions by term, the
 * terms of the one that is pointed at, the sentence why, and what a search has to show. All numbers
 * come from Rust; only their widths are made here.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { playByHand } from '../app/game.js';
import {
  botInfo,
  hint,
  humanToAct,
  pointed,
  state,
  thinkingStatus,
  thought,
} from '../app/store.js';
import { shownBot, stopThinking, thinkAgain } from '../app/think.js';
import { turning } from '../app/turns.js';
import { scoreText } from '../ui/format.js';
import { SeatMark } from '../ui/mark.jsx';
import { advise, BotSelect } from './advisor.jsx';
import { BudgetInput } from './parts.jsx';
import { Tasks } from './tasks.jsx';

/** @typedef {import('../app/types.js').ThoughtInfo} ThoughtInfo */

/** Height of a row, as the style sheet has it: the list draws only the rows that can be seen. */
const ROW = 30;
const SPARE = 4;
/** So many letters of a move are shown beside its bar. */
const LONGEST_MOVE = 14;

export function ThinkingPanel() {
  const known = thought.value;
  const config = shownBot.value;
  const bot = config && botInfo(config.bot);
  return (
    <>
      <div class="advisor">
        <BotSelect />
        <Status />
      </div>
      {bot?.budget && config && (
        <div class="advisor">
          <BudgetInput
            label="How long this bot thinks"
            value={config.budget ?? bot.budget}
            change={(budget) => advise({ ...config, budget })}
          />
        </div>
      )}
      {state.value?.outcome ? (
        <p class="quiet">
          The game is over. Step back to see what a bot thinks of an earlier position.
        </p>
      ) : known && known.tasks.length > 0 ? (
        <Tasks known={known} />
      ) : known ? (
        <Thought thought={known} />
      ) : (
        <p class="quiet">{turning.value ? 'Pause to see what the bots think.' : 'Thinking…'}</p>
      )}
    </>
  );
}

function Status() {
  const status = thinkingStatus.value;
  if (status === 'busy') {
    return (
      <button type="button" class="small" onClick={stopThinking}>
        <span class="spinner" aria-hidden="true" /> Stop
      </button>
    );
  }
  if (status === 'stopped') {
    return (
      <button type="button" class="small" onClick={thinkAgain}>
        Think
      </button>
    );
  }
  return null;
}

/** @param {{ thought: ThoughtInfo }} props */
function Thought({ thought: known }) {
  const detail = pointed.value ?? known.moves.indexOf(hint.value ?? known.choice ?? '');
  const i = detail >= 0 && detail < known.moves.length ? detail : 0;
  return (
    <>
      <Candidates known={known} />
      <Detail known={known} i={i} />
      <Worth known={known} i={i} />
      {known.why && (
        <p class="why">
          {known.choice && <b>Why {known.choice}? </b>}
          {known.why}
        </p>
      )}
      <p class="figures">{figures(known)}</p>
    </>
  );
}

/**
 * Where more than two play: whose view the scores are, and what a candidate is worth to every player, as
 * far as the bot has looked at it in that way.
 * @param {{ known: ThoughtInfo, i: number }} props
 */
function Worth({ known, i }) {
  const seats = state.value?.seats ?? [];
  if (seats.length <= 2) return null;
  const seat = known.views?.seat ?? state.value?.to_act[0];
  if (seat === undefined || !seats[seat]) return null;
  const worth = known.views?.by_seat[i];
  return (
    <div class="worth">
      <p>
        Scores are the view of <SeatMark seat={seat} /> {seats[seat].name}.
        {worth && ` ${known.moves[i]} is worth to each player:`}
      </p>
      {worth && (
        <ul>
          {worth.map((value, player) => (
            <li key={seats[player]?.name} data-view={player === seat}>
              <SeatMark seat={player} title={seats[player]?.name} />
              <b>{scoreText(value)}</b>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** @param {ThoughtInfo} known */
function figures(known) {
  const parts = [`${known.moves.length} ${known.moves.length === 1 ? 'candidate' : 'candidates'}`];
  if (known.nodes > known.moves.length) parts.push(`${known.nodes.toLocaleString('en')} nodes`);
  if (known.depth > 1) parts.push(`depth ${known.depth}`);
  if (known.exact) parts.push('exact');
  if (!known.done) parts.push(thinkingStatus.value === 'stopped' ? 'stopped' : 'still thinking');
  return parts.join(' · ');
}

/** @param {ThoughtInfo} known */
function scale(known) {
  const n = known.terms.length;
  let positive = 0;
  let negative = 0;
  for (let i = 0; i < known.moves.length; i++) {
    let up = 0;
    let down = 0;
    for (let t = 0; t < n; t++) {
      const c = known.contributions[i * n + t];
      if (c > 0) up += c;
      else down -= c;
    }
    positive = Math.max(positive, up);
    negative = Math.max(negative, down);
  }
  return { positive, negative, whole: positive + negative || 1 };
}

/** The list: quick with hundreds of rows, because only those in sight exist. @param {{ known: ThoughtInfo }} props */
function Candidates({ known }) {
  const list = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(300);
  const count = known.moves.length;
  const at = pointed.value;

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => setHeight(element.clientHeight));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);

  // A candidate that the board points at comes into sight; one that the list points at is there.
  useEffect(() => {
    const element = list.current;
    if (!element || element.matches(':hover')) return;
    // Nothing is pointed at any more: the best is what matters.
    if (at === null) element.scrollTop = 0;
    else if (at * ROW < element.scrollTop) element.scrollTop = at * ROW;
    else if ((at + 1) * ROW > element.scrollTop + element.clientHeight) {
      element.scrollTop = (at + 1) * ROW - element.clientHeight;
    }
  }, [at, known.moves.length]);

  const from = Math.max(0, Math.floor(top / ROW) - SPARE);
  const to = Math.min(count, Math.ceil((top + height) / ROW) + SPARE);
  const bars = scale(known);
  const best = known.scores[0];
  const searched = known.visits.some((v) => v !== null);
  // Long moves have room beside their bars, up to a point.
  const letters = useMemo(
    () => Math.min(LONGEST_MOVE, Math.max(0, ...known.moves.map((move) => move.length)) + 2),
    [known.moves],
  );

  /** @param {KeyboardEvent} event */
  const key = (event) => {
    const now = at ?? -1;
    const page = Math.max(1, Math.floor(height / ROW) - 1);
    const next = /** @type {Record<string, number>} */ ({
      ArrowDown: now + 1,
      ArrowUp: now - 1,
      PageDown: now + page,
      PageUp: now - page,
      Home: 0,
      End: count - 1,
    })[event.key];
    if (next !== undefined) {
      event.preventDefault();
      pointed.value = Math.max(0, Math.min(count - 1, next));
    } else if (event.key === 'Enter' && at !== null && humanToAct.value !== null) {
      event.preventDefault();
      playByHand(known.moves[at]);
    } else if (event.key === 'Escape') pointed.value = null;
  };

  const rows = [];
  for (let i = from; i < to; i++)
    rows.push(<Row key={i} known={known} i={i} bars={bars} best={best} searched={searched} />);
  return (
    <div
      class="candidates"
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label="Candidate moves, best first"
      aria-activedescendant={at !== null ? `candidate-${at}` : undefined}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={key}
      onPointerLeave={() => (pointed.value = null)}
      onFocus={() => (pointed.value ??= 0)}
      onBlur={() => (pointed.value = null)}
    >
      <div class="spacer" style={{ height: `${count * ROW}px`, '--move': `${letters}ch` }}>
        {rows}
      </div>
    </div>
  );
}

/**
 * @param {{ known: ThoughtInfo, i: number, bars: ReturnType<typeof scale>, best: number | 'win' | 'loss', searched: boolean }} props
 */
function Row({ known, i, bars, best, searched }) {
  const score = known.scores[i];
  const behind =
    typeof score === 'number' && typeof best === 'number' && i > 0 ? scoreText(score - best) : '';
  const plies = known.plies[i];
  const end = typeof score !== 'number' && plies !== null ? `in ${plies}` : '';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it takes the keys
    <div
      id={`candidate-${i}`}
      class="candidate"
      role="option"
      tabIndex={-1}
      aria-selected={pointed.value === i}
      aria-posinset={i + 1}
      aria-setsize={known.moves.length}
      aria-label={`${known.descriptions[i]}, score ${scoreText(score)} ${end}`.trimEnd()}
      data-best={score === best}
      data-choice={known.moves[i] === known.choice}
      title={`${known.descriptions[i]}${searched && known.visits[i] !== null ? ` · ${known.visits[i]} visits` : ''}`}
      style={{ top: `${i * ROW}px` }}
      onPointerEnter={() => (pointed.value = i)}
      onClick={() => (pointed.value = i)}
      onDblClick={() => humanToAct.value !== null && playByHand(known.moves[i])}
    >
      <span class="move">{known.moves[i]}</span>
      <Bar known={known} i={i} bars={bars} />
      <span class="value">
        {typeof score === 'number' ? scoreText(score) : score}
        {end && <small class="in-plies"> {end}</small>}
      </span>
      <span class="behind">{end || behind}</span>
    </div>
  );
}

/** @param {{ known: ThoughtInfo, i: number, bars: ReturnType<typeof scale> }} props */
function Bar({ known, i, bars }) {
  const n = known.terms.length;
  const zero = bars.negative / bars.whole;
  let right = zero;
  let left = zero;
  const parts = [];
  for (let t = 0; t < n; t++) {
    const c = known.contributions[i * n + t];
    if (!c) continue;
    const width = Math.abs(c) / bars.whole;
    if (c < 0) left -= width;
    parts.push(
      <i
        key={t}
        class={`term-${(t % 8) + 1}`}
        data-negative={c < 0}
        style={{ left: `${100 * (c < 0 ? left : right)}%`, width: `${100 * width}%` }}
      />,
    );
    if (c > 0) right += width;
  }
  return (
    <span class="bar">
      {bars.negative > 0 && <i class="zero" style={{ left: `${100 * zero}%` }} />}
      {parts}
    </span>
  );
}

/** The terms of one candidate, which is the legend too. @param {{ known: ThoughtInfo, i: number }} props */
function Detail({ known, i }) {
  const n = known.terms.length;
  const pv = known.pvs[i];
  const score = known.scores[i];
  const plies = known.plies[i];
  return (
    <div class="detail">
      <div class="detail-head">
        <h3>{known.descriptions[i]}</h3>
        {humanToAct.value !== null && (
          <button type="button" class="small" onClick={() => playByHand(known.moves[i])}>
            Play {known.moves[i]}
          </button>
        )}
      </div>
      {n > 0 && (
        <table>
          <caption class="hidden">
            Terms of {known.moves[i]}: value times weight is contribution
          </caption>
          <thead class="hidden">
            <tr>
              <th>Term</th>
              <th>Value</th>
              <th>Weight</th>
              <th>Contribution</th>
            </tr>
          </thead>
          <tbody>
            {known.terms.map((term, t) => (
              <tr key={term.key} title={term.meaning}>
                <th scope="row">
                  <i class={`swatch term-${(t % 8) + 1}`} /> {term.label}
                </th>
                <td>{scoreText(known.values[i * n + t], 3)}</td>
                <td class="weight">× {scoreText(term.weight, 4).replace('+', '')}</td>
                <td class="sum">{scoreText(known.contributions[i * n + t], 3)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {known.visits[i] !== null && (
        <p class="figures">{known.visits[i]?.toLocaleString('en')} visits</p>
      )}
      {typeof score !== 'number' && (
        <p class="figures">
          {score === 'win' ? 'Wins' : 'Loses'} by force
          {plies !== null && `, ${plies} ${plies === 1 ? 'ply' : 'plies'} from here to the end`}
        </p>
      )}
      {pv?.length > 0 && (
        <p class="figures expects" title="What the bot expects to follow">
          Expects <span class="move">{pv.slice(0, 10).join(' ')}</span>
          {pv.length > 10 && ' …'}
        </p>
      )}
    </div>
  );
}
