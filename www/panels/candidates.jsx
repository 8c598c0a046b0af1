/**
 * The list of candidates, best first: win chance, a bar of signed contributions by term and, while the user moves a
 * weight, the previous score and the change of rank. Candidates that are only known to be worse, or were not examined,
 * are collapsed under the last row. Only visible rows are rendered, so hundreds are fast. All numbers come from Rust;
 * only widths are computed here.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { playProposed } from '../app/advice.js';
import { changed } from '../app/compare.js';
import { pick, pointAt } from '../app/display.js';
import { outdated } from '../app/shownBot.js';
import { humanToAct, lookedAt, picked, pointed, rawScores, state, verdicts } from '../app/store.js';
import {
  comparedBy,
  isKnown,
  isVague,
  leadText,
  scaleOf,
  scoreTextOf,
  spokenOf,
} from '../boards/thoughts.js';
import * as strings from '../strings/analyse.js';
import { isForced } from '../ui/forced.js';
import { columnScore, counted, halfWidth, pointsText } from '../ui/format.js';
import { keyOf } from '../ui/keys.js';
import { Button } from '../ui/parts.jsx';
import { RowList, reachOf, TermBar } from './list.jsx';
import { MoveLabel } from './moveText.jsx';

/** @typedef {import('../app/types.js').AnalysisInfo} AnalysisInfo */
/** @typedef {ReturnType<typeof scaleOfBars>} Scale */

/** Maximum number of characters of a move next to its bar. */
const LONGEST_MOVE = 14;

/** What each term contributes to a candidate. @param {AnalysisInfo} known @param {number} i */
function partsOf(known, i) {
  const n = known.terms.length;
  return [...known.contributions.slice(i * n, (i + 1) * n)];
}

/** The common scale of a list's bars. @param {AnalysisInfo} known */
function scaleOfBars(known) {
  const shown = known.moves.flatMap((_, i) => (isKnown(known, i) ? [partsOf(known, i)] : []));
  const values = known.scores.filter((_, i) => known.classes[i] === 'value');
  const { wide, share } = scaleOf(/** @type {number[]} */ (values));
  // A wide range of values gets a logarithmic scale, so that small bars stay visible.
  const stretch = (/** @type {number} */ score) =>
    wide ? (0.04 + 0.96 * share(score)) / score : 1;
  return { ...(wide ? { negative: 0, whole: 1 } : reachOf(shown)), stretch };
}

/** @param {{ known: AnalysisInfo, children?: import('preact').ComponentChildren }} props   `children` stand beside the buttons below */
export function Candidates({ known, children }) {
  const list = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [open, setOpen] = useState(false);
  const stale = outdated.value;
  const at = lookedAt.value;
  const kept = known.moves.filter((_, i) => isKnown(known, i)).length;
  // Keep an inspected candidate visible.
  const whole = open || kept === 0 || (at !== null && at >= kept);
  const folded = known.moves.length - kept;
  const count = whole ? known.moves.length : kept;
  const mine = humanToAct.value !== null && !stale;
  // The bot's own proofs have a column already.
  const others =
    !stale && known.moves.some((move, i) => beside(known, i) && verdicts.value.has(move));

  // In a new position, start with the best.
  useEffect(() => {
    const element = list.current;
    if (element && at === null && !element.matches(':hover')) element.scrollTop = 0;
  }, [state.value]);

  const bars = useMemo(() => scaleOfBars(known), [known]);
  // Long moves get more space, up to a limit.
  const letters = useMemo(
    () =>
      Math.min(
        LONGEST_MOVE,
        Math.max(0, ...known.printed.slice(0, count).map(({ short }) => short.length)) + 2,
      ),
    [known.printed, count],
  );

  /** @param {KeyboardEvent} event */
  const key = (event) => {
    const at = lookedAt.value;
    const pressed = keyOf(event);
    if (pressed === 'Enter' && at !== null && mine) {
      event.preventDefault();
      playProposed(known.moves[at]);
    } else if (pressed === 'Escape') {
      pointAt(null);
      pick(null);
    }
  };

  /** Clears the focused candidate, or picks it if the focus stays in the panel. @param {FocusEvent} event */
  const blur = (event) => {
    const inside =
      event.relatedTarget instanceof Node && panelOf(list.current, event.relatedTarget);
    if (inside && pointed.value !== null && !stale) pick(known.moves[pointed.value]);
    pointAt(null);
  };

  const on = {
    'aria-busy': stale,
    'data-compared': changed.value !== null,
    'data-proven': others,
    'data-visits': isOrderedByVisits(known),
    onPointerLeave: () => pointAt(null),
    onFocus() {
      if (!outdated.value) pointAt(lookedAt.value ?? 0);
    },
    onBlur: blur,
  };
  return (
    <>
      <RowList
        list={list}
        label={strings.candidateMovesBestFirst}
        id="candidate"
        count={count}
        at={() => lookedAt.value}
        go={(i) => {
          if (!outdated.value) pointAt(i);
        }}
        press={key}
        row={(i) => row(known, i, bars)}
        spacer={{ '--move': `${letters}ch` }}
        on={on}
      />
      <div class="row spread rigid g3">
        {folded > 0 && kept > 0 && (
          <Button
            label={whole ? strings.showFewer : strings.furtherItems(folded)}
            class="small"
            aria-expanded={whole}
            act={() => setOpen(!whole)}
          />
        )}
        {children}
        <Scale known={known} />
      </div>
    </>
  );
}

/** Switches the numbers between win chances and scores. @param {{ known: AnalysisInfo }} props */
function Scale({ known }) {
  if (!known.judges) return null;
  if (known.judged)
    return (
      <small class="end" title={strings.howOftenTheBotWins}>
        {strings.scoresNotCalibrated}
      </small>
    );
  const raw = rawScores.value;
  return (
    <Button
      label={raw ? strings.showChancesToWin : strings.showScores}
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

/** Whether another bot may have proven more than this one. @param {AnalysisInfo} known @param {number} i */
const beside = (known, i) => !isForced(known.classes[i]);

/** The proven result of a move as text: `wins by force in 5`; empty if there is none. @param {string} move */
function verdictWords(move) {
  const verdict = verdicts.value.get(move);
  return verdict ? strings.byForce(verdict.result, verdict.plies) : '';
}

/** The proven result of a move, whichever bot's scores are next to it: a coloured letter, and the plies to it if known. @param {{ move: string, words: string }} props */
function Verdict({ move, words }) {
  const verdict = verdicts.value.get(move);
  if (!verdict) return null;
  return (
    <span
      class="verdict"
      translate={false}
      data-result={verdict.result}
      title={strings.provenMove(words, verdictWords(move))}
    >
      {verdict.result[0].toUpperCase()}
      {verdict.plies !== null && <small>{verdict.plies}</small>}
    </span>
  );
}

/** Inspects a candidate until another one is chosen. @param {AnalysisInfo} known @param {number} i */
function toggle(known, i) {
  if (outdated.value) return;
  pick(picked.value === known.moves[i] ? null : known.moves[i]);
}

/** @param {AnalysisInfo} known @param {number} i @param {Scale} bars */
function row(known, i, bars) {
  const marks = changed.value;
  const [was, rose] = [marks?.was[i] ?? null, marks?.rose[i] ?? 0];
  const visits = known.visits[i] ?? null;
  const lead = isKnown(known, i) ? leadText(known.margins[i]) : '';
  const more = [lead, visits && counted(visits, 'visit')].filter(Boolean).join(' · ');
  const spoken = [
    ...[known.descriptions[i], spokenOf(known, i)],
    beside(known, i) && !outdated.value && verdictWords(known.moves[i]),
    ...[was && strings.wasBefore(was), rose && strings.changeOfRank(rose > 0, Math.abs(rose))],
  ];
  return {
    class: 'candidate stack level',
    'aria-setsize': known.moves.length,
    'data-known': isKnown(known, i),
    'data-kind': known.classes[i],
    'data-best': isBest(known, i),
    'data-choice': known.moves[i] === known.choice,
    'data-verdict': outdated.value ? undefined : verdicts.value.get(known.moves[i])?.result,
    'data-picked': picked.value === known.moves[i],
    title: `${known.descriptions[i]}${more && ` · ${more}`}`,
    onPointerEnter() {
      if (!outdated.value) pointAt(i);
    },
    onClick: () => toggle(known, i),
    onDblClick: () => humanToAct.value !== null && !outdated.value && playProposed(known.moves[i]),
    children: (
      <>
        <span class="move">
          <MoveLabel printed={known.printed[i]} />
        </span>
        <span class="hidden">: {spoken.filter(Boolean).join(', ')}. </span>
        <span class="proven" translate={false}>
          {beside(known, i) && !outdated.value && (
            <Verdict move={known.moves[i]} words={known.printed[i].words} />
          )}
        </span>
        <Bar known={known} i={i} bars={bars} />
        <span class="value digits" translate={false}>
          <ScoreText known={known} i={i} />
        </span>
        {marks ? (
          <span class="change digits row far g3" translate={false}>
            {was && <s class="was fine">{was}</s>}
            {rose !== 0 && <Rose by={rose} />}
          </span>
        ) : (
          <span class="behind digits dim" translate={false}>
            {behind(known, i)}
          </span>
        )}
      </>
    ),
  };
}

/** An arrow with the change of rank. @param {{ by: number }} props */
function Rose({ by }) {
  return (
    <b class="rose" data-up={by > 0}>
      {by > 0 ? '▲' : '▼'}
      {Number.isFinite(by) && Math.abs(by)}
    </b>
  );
}

/** Whether it ties with the best, as far as known. @param {AnalysisInfo} known @param {number} i */
const isBest = (known, i) =>
  known.judges &&
  // If all moves lose, the best is not a good one.
  isKnown(known, i) &&
  known.classes[i] !== 'loss' &&
  known.ranks[i] === 0;

/**
 * Whether a tree search orders some moves against their chances: it trusts a move that it visited more often.
 * @param {AnalysisInfo} known
 */
const isOrderedByVisits = (known) =>
  known.moves.some((_, i) => {
    const [visits, before] = [known.visits[i] ?? null, known.visits[i - 1] ?? null];
    const values = i > 0 && known.classes[i] === 'value' && known.classes[i - 1] === 'value';
    return (
      values &&
      visits !== null &&
      before !== null &&
      comparedBy(known, i) > comparedBy(known, i - 1)
    );
  });

/** Difference to the best value, or the visits where they explain the order. @param {AnalysisInfo} known @param {number} i */
function behind(known, i) {
  const visits = known.visits[i] ?? null;
  if (visits !== null && isOrderedByVisits(known)) return counted(visits, 'visit');
  const values = known.classes[0] === 'value' && known.classes[i] === 'value';
  if (!values || i === 0 || !known.judges) return '';
  const [best, win] = [known.wins[0], known.wins[i]];
  if (best !== null && win !== null && !rawScores.value) return pointsText(win - best);
  return columnScore(Number(known.scores[i]) - Number(known.scores[0]));
}

/** Uncertainty of the win chance: ` ±6`. @param {AnalysisInfo} known @param {number} i */
function uncertain(known, i) {
  const [ends, win] = [known.intervals[i] ?? null, known.wins[i] ?? null];
  return (
    ends &&
    win !== null &&
    !isVague(known, i) &&
    ` ±${halfWidth(Math.max(win - ends[0], ends[1] - win))}`
  );
}

/** A candidate's value or bound. @param {{ known: AnalysisInfo, i: number }} props */
function ScoreText({ known, i }) {
  const kind = known.classes[i];
  if (!isKnown(known, i)) return <small>{known.judges && spokenOf(known, i)}</small>;
  if (kind === 'value') {
    const raw = known.judged || rawScores.value;
    const score = /** @type {number} */ (known.scores[i]);
    return (
      <>
        {raw ? known.judges && columnScore(score) : scoreTextOf(known, i)}
        {!raw && <small>{uncertain(known, i)}</small>}
      </>
    );
  }
  return (
    <>
      <b class="result" translate={false} data-result={kind}>
        {kind[0].toUpperCase()}
      </b>
      {kind === 'draw' ? (
        ` ${strings.draw}`
      ) : (
        <small>{scoreTextOf(known, i).replace(/^\w+/, '')}</small>
      )}
    </>
  );
}

/** @param {{ known: AnalysisInfo, i: number, bars: Scale }} props */
function Bar({ known, i, bars }) {
  if (!isKnown(known, i)) return <span class="bar" />;
  const score = known.scores[i];
  const stretch = typeof score === 'number' ? bars.stretch(score) : 1;
  const parts = partsOf(known, i).map((part) => part * stretch);
  return <TermBar parts={parts} negative={bars.negative} whole={bars.whole} />;
}
