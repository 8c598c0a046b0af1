/**
 * The list of candidates, best first: the chance to win with each, a bar of signed contributions by term, and, while
 * somebody moves a weight, what it was and how far it rose or fell. Those that are only known to be worse, and those that
 * were not examined, are folded under the last row. Quick with hundreds of rows, because only those in sight exist. All
 * numbers come from Rust; only widths are made here.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { playProposed } from '../app/advice.js';
import { changed } from '../app/compare.js';
import { moveName, placeName } from '../app/names.js';
import { outdated } from '../app/shown.js';
import { humanToAct, lookedAt, picked, pointed, rawScores, verdicts } from '../app/store.js';
import {
  isKnown,
  judges,
  kindOf,
  locationsOf,
  sameScore,
  scaleOf,
  spokenOf,
  toldOf,
} from '../boards/thoughts.js';
import { columnScore, counted, leadText, pointsText } from '../ui/format.js';
import { useHeight } from '../ui/height.js';
import { termColour } from '../ui/palette.js';
import { Button } from '../ui/parts.jsx';
import { compact } from '../ui/shape.js';
import { Verdict, verdictWords } from './verdict.jsx';

/** @typedef {import('../app/types.js').ThoughtInfo} ThoughtInfo */
/** @typedef {ReturnType<typeof scaleOfBars>} Scale */

/** Height of a row in pixels, for a mouse or for a finger: the list draws only the rows that can be seen. */
export const rowHeight = () => (compact.value ? 44 : 28);
const SPARE = 4;
/** So many letters of a move are shown beside its bar. */
const LONGEST_MOVE = 14;

/** What all bars of a list have in common. @param {ThoughtInfo} known */
function scaleOfBars(known) {
  const n = known.terms.length;
  let positive = 0;
  let negative = 0;
  for (let i = 0; i < known.moves.length; i++) {
    if (!isKnown(known, i)) continue;
    let up = 0;
    let down = 0;
    for (let t = 0; t < n; t++) {
      const c = known.contributions[i * n + t];
      if (c > 0) up += c;
      else if (c < 0) down -= c;
    }
    positive = Math.max(positive, up);
    negative = Math.max(negative, down);
  }
  const values = known.scores.filter((_, i) => kindOf(known, i) === 'value');
  const { wide, share } = scaleOf(/** @type {number[]} */ (values));
  // Values of very different sizes are as long as their logarithms; a bar of nothing could not be seen.
  const stretch = (/** @type {number} */ score) =>
    wide ? (0.04 + 0.96 * share(score)) / score : 1;
  return { negative: wide ? 0 : negative, whole: wide ? 1 : positive + negative || 1, stretch };
}

/** @param {{ known: ThoughtInfo }} props */
export function Candidates({ known }) {
  const list = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [top, setTop] = useState(0);
  const [open, setOpen] = useState(false);
  const height = useHeight(list, 300);
  const ROW = rowHeight();
  const stale = outdated.value;
  const at = lookedAt.value;
  const kept = known.moves.filter((_, i) => isKnown(known, i)).length;
  // A candidate that somebody looks at is in sight.
  const whole = open || kept === 0 || (at !== null && at >= kept);
  const folded = known.moves.length - kept;
  const count = whole ? known.moves.length : kept;
  const mine = humanToAct.value !== null && !stale;
  // Of what the bot itself has proven, its own column tells.
  const others =
    !stale && known.moves.some((move, i) => beside(known, i) && verdicts.value.has(move));

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
  }, [at, known.moves.length, ROW]);

  const from = Math.max(0, Math.floor(top / ROW) - SPARE);
  const to = Math.min(count, Math.ceil((top + height) / ROW) + SPARE);
  const bars = useMemo(() => scaleOfBars(known), [known]);
  // Long moves have room beside their bars, up to a point.
  const letters = useMemo(
    () => Math.min(LONGEST_MOVE, Math.max(0, ...known.moves.map((move) => move.length)) + 2),
    [known.moves],
  );

  /** @param {KeyboardEvent} event */
  const key = (event) => {
    // As it is now: two keys can come before the list is drawn again.
    const at = lookedAt.value;
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
      if (!outdated.value) pointed.value = Math.max(0, Math.min(count - 1, next));
    } else if (event.key === 'Enter' && at !== null && mine) {
      event.preventDefault();
      playProposed(known.moves[at]);
    } else if (event.key === 'Escape') {
      pointed.value = null;
      picked.value = null;
    }
  };

  /** The keyboard leaves the list; what it looked at stays while it is in the panel. @param {FocusEvent} event */
  const blur = (event) => {
    const inside =
      event.relatedTarget instanceof Node && panelOf(list.current, event.relatedTarget);
    if (inside && pointed.value !== null && !stale) picked.value = known.moves[pointed.value];
    pointed.value = null;
  };

  const rows = [];
  for (let i = from; i < to; i++) rows.push(<Row key={i} known={known} i={i} bars={bars} />);
  const box = (
    <div
      class="candidates box"
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label="Candidate moves, best first"
      aria-busy={stale}
      aria-activedescendant={at !== null ? `candidate-${at}` : undefined}
      data-compared={changed.value !== null}
      style={{ '--rows': count, '--row': `${ROW}px` }}
      data-proven={others}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={key}
      onPointerLeave={() => (pointed.value = null)}
      onFocus={() => {
        if (!outdated.value) pointed.value ??= lookedAt.value ?? 0;
      }}
      onBlur={blur}
    >
      <div class="spacer" style={{ height: `${count * ROW}px`, '--move': `${letters}ch` }}>
        {rows}
      </div>
    </div>
  );
  return (
    <>
      {box}
      <div class="candidates-foot row spread rigid g3">
        {folded > 0 && kept > 0 && (
          <Button
            label={whole ? 'Show fewer' : `… ${folded} more`}
            class="small"
            aria-expanded={whole}
            act={() => setOpen(!whole)}
          />
        )}
        <Scale known={known} />
      </div>
    </>
  );
}

/** What the numbers of the list are, and the way to the others. @param {{ known: ThoughtInfo }} props */
function Scale({ known }) {
  if (!judges(known)) return null;
  if (known.judged)
    return (
      <small
        class="end"
        title="How often the bot wins with such a score has not been measured, for these weights or on this board."
      >
        Scores, not calibrated
      </small>
    );
  const raw = rawScores.value;
  return (
    <Button
      label={raw ? 'Show chances to win' : 'Show scores'}
      class="small end"
      aria-pressed={raw}
      act={() => {
        rawScores.value = !raw;
      }}
    />
  );
}

/** @param {HTMLElement | null} list @param {Node} element */
const panelOf = (list, element) => !!list?.closest('.tabpanel')?.contains(element);

/** Whether what others have proven may be more than the bot knows. @param {ThoughtInfo} known @param {number} i */
const beside = (known, i) => !['win', 'draw', 'loss'].includes(kindOf(known, i));

/** A candidate is looked at until another one is. @param {ThoughtInfo} known @param {number} i */
function pick(known, i) {
  if (outdated.value) return;
  picked.value = picked.value === known.moves[i] ? null : known.moves[i];
}

/** @param {{ known: ThoughtInfo, i: number, bars: Scale }} props */
function Row({ known, i, bars }) {
  const kind = kindOf(known, i);
  const marks = changed.value;
  const [was, rose] = [marks?.was[i] ?? null, marks?.rose[i] ?? 0];
  const visits = known.visits[i] ?? null;
  const at = placeName(locationsOf(known)[i]);
  const lead = isKnown(known, i) ? leadText(known.margins[i]) : '';
  const more = [lead, visits && counted(visits, 'visit')].filter(Boolean).join(' · ');
  const spoken = [
    ...[known.descriptions[i], spokenOf(known, i)],
    beside(known, i) && !outdated.value && verdictWords(known.moves[i]),
    ...[was && `was ${was}`, rose && `${rose > 0 ? 'rose' : 'fell'}${places(rose)}`],
  ];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it takes the keys
    <div
      id={`candidate-${i}`}
      class="candidate"
      role="option"
      tabIndex={-1}
      aria-selected={lookedAt.value === i}
      aria-posinset={i + 1}
      aria-setsize={known.moves.length}
      data-known={isKnown(known, i)}
      data-kind={kind}
      data-best={isBest(known, i)}
      data-choice={known.moves[i] === known.choice}
      data-verdict={outdated.value ? undefined : verdicts.value.get(known.moves[i])?.result}
      data-picked={picked.value === known.moves[i]}
      title={`${known.descriptions[i]}${more && ` · ${more}`}`}
      style={{ top: `${i * rowHeight()}px` }}
      onPointerEnter={() => {
        if (!outdated.value) pointed.value = i;
      }}
      onClick={() => pick(known, i)}
      onDblClick={() =>
        humanToAct.value !== null && !outdated.value && playProposed(known.moves[i])
      }
    >
      <span class="move">
        {moveName(known.moves[i])}
        {at && <small> {at}</small>}
      </span>
      <span class="hidden">: {spoken.filter(Boolean).join(', ')}. </span>
      <span class="proven">
        {beside(known, i) && !outdated.value && <Verdict move={known.moves[i]} />}
      </span>
      <Bar known={known} i={i} bars={bars} />
      <Told known={known} i={i} />
      {marks ? (
        <span class="change">
          {was && <small class="was">{was}</small>}
          {rose !== 0 && <Rose by={rose} />}
        </span>
      ) : (
        <span class="behind dim">{behind(known, i)}</span>
      )}
    </div>
  );
}

/** By how many places, in words. @param {number} rose */
const places = (rose) =>
  Number.isFinite(rose) ? ` ${Math.abs(rose)} ${Math.abs(rose) === 1 ? 'place' : 'places'}` : '';

/** Up or down the list, and how far. @param {{ by: number }} props */
function Rose({ by }) {
  return (
    <b class="rose" data-up={by > 0}>
      {by > 0 ? '▲' : '▼'}
      {Number.isFinite(by) && Math.abs(by)}
    </b>
  );
}

/** Whether it is as good as the best, as far as is known. @param {ThoughtInfo} known @param {number} i */
const isBest = (known, i) =>
  judges(known) &&
  // The best of all losses is no good move.
  isKnown(known, i) &&
  kindOf(known, i) !== 'loss' &&
  sameScore(known, i, 0);

/** How far a value is behind the best. @param {ThoughtInfo} known @param {number} i */
function behind(known, i) {
  const values = kindOf(known, 0) === 'value' && kindOf(known, i) === 'value';
  if (!values || i === 0 || !judges(known)) return '';
  const [best, win] = [known.wins[0], known.wins[i]];
  if (best !== null && win !== null && !rawScores.value) return pointsText(win - best);
  return columnScore(Number(known.scores[i]) - Number(known.scores[0]));
}

/** What is known of a candidate. @param {{ known: ThoughtInfo, i: number }} props */
function Told({ known, i }) {
  const kind = kindOf(known, i);
  if (!isKnown(known, i)) {
    return (
      <span class="value">
        <small>{judges(known) && spokenOf(known, i)}</small>
      </span>
    );
  }
  if (kind === 'value') {
    const raw = known.judged || rawScores.value;
    const score = /** @type {number} */ (known.scores[i]);
    const text = raw ? judges(known) && columnScore(score) : toldOf(known, i);
    return <span class="value">{text}</span>;
  }
  return (
    <span class="value">
      <b class="result" data-result={kind}>
        {kind[0].toUpperCase()}
      </b>
      {kind === 'draw' ? ' draw' : <small>{toldOf(known, i).replace(/^\w+/, '')}</small>}
    </span>
  );
}

/** @param {{ known: ThoughtInfo, i: number, bars: Scale }} props */
function Bar({ known, i, bars }) {
  const n = known.terms.length;
  if (!isKnown(known, i)) return <span class="bar" />;
  const score = known.scores[i];
  const stretch = typeof score === 'number' ? bars.stretch(score) : 1;
  const zero = bars.negative / bars.whole;
  let right = zero;
  let left = zero;
  const parts = [];
  for (let t = 0; t < n; t++) {
    const c = known.contributions[i * n + t] * stretch;
    if (!c) continue;
    const width = Math.abs(c) / bars.whole;
    if (c < 0) left -= width;
    parts.push(
      <i
        key={t}
        data-negative={c < 0}
        style={{
          backgroundColor: termColour(t),
          left: `${100 * (c < 0 ? left : right)}%`,
          width: `${100 * width}%`,
        }}
      />,
    );
    if (c > 0) right += width;
  }
  return (
    <span class="bar" aria-hidden="true">
      {bars.negative > 0 && <i class="zero" style={{ left: `${100 * zero}%` }} />}
      {parts}
    </span>
  );
}
