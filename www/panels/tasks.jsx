/**
 * What a bot lets each piece do, for games where a move is a set of orders: a table of tasks with their
 * scores, the terms of the one that is pointed at, and the sentence why. All numbers come from Rust.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { pointed, seenAs, state } from '../app/store.js';
import { Table } from '../ui/chart.jsx';
import { columnScore, scoreText } from '../ui/format.js';
import { useHeight } from '../ui/height.js';
import { SeatMark } from '../ui/mark.jsx';
import { termColour } from '../ui/palette.js';
import { rowHeight } from './candidates.jsx';
import { Legend } from './legend.jsx';
import { Why } from './why.jsx';

/** @typedef {import('../app/types.js').ThoughtInfo} ThoughtInfo */
/** @typedef {ThoughtInfo['tasks'][number]} TaskInfo */

const SPARE = 4;

/** @param {{ known: ThoughtInfo }} props */
export function Tasks({ known }) {
  const { tasks, terms } = known;
  const list = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [top, setTop] = useState(0);
  const height = useHeight(list, 300);
  const at = pointed.value;
  const shown = tasks[at ?? 0];

  // A task that the board points at comes into sight.
  useEffect(() => {
    const element = list.current;
    if (!element || at === null || element.matches(':hover')) return;
    if (
      at * rowHeight() < element.scrollTop ||
      (at + 1) * rowHeight() > element.scrollTop + element.clientHeight
    )
      element.scrollTop = at * rowHeight() - element.clientHeight / 2;
  }, [at]);

  let up = 0;
  let down = 0;
  for (const task of tasks) {
    const parts = Object.values(task.terms);
    up = Math.max(
      up,
      parts.reduce((sum, c) => sum + Math.max(0, c), 0),
    );
    down = Math.max(
      down,
      parts.reduce((sum, c) => sum - Math.min(0, c), 0),
    );
  }
  const from = Math.max(0, Math.floor(top / rowHeight()) - SPARE);
  const to = Math.min(tasks.length, Math.ceil((top + height) / rowHeight()) + SPARE);

  /** @param {KeyboardEvent} event */
  const key = (event) => {
    const now = at ?? -1;
    const next = /** @type {Record<string, number>} */ ({
      ArrowDown: now + 1,
      ArrowUp: now - 1,
      Home: 0,
      End: tasks.length - 1,
    })[event.key];
    if (next === undefined) return;
    event.preventDefault();
    pointed.value = Math.max(0, Math.min(tasks.length - 1, next));
  };
  const seat = state.value?.seats[seenAs.value];
  return (
    <>
      <p class="tasks-of row">
        <SeatMark seat={seenAs.value} /> Tasks of {seat?.name}: {tasks.length}
      </p>
      <div
        class="candidates box"
        style={{ '--rows': tasks.length, '--row': `${rowHeight()}px` }}
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-label="Tasks"
        aria-activedescendant={at !== null ? `task-${at}` : undefined}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        onKeyDown={key}
        onPointerLeave={() => (pointed.value = null)}
        onFocus={() => (pointed.value ??= 0)}
        onBlur={() => (pointed.value = null)}
      >
        <div class="spacer" style={{ height: `${tasks.length * rowHeight()}px` }}>
          {tasks.slice(from, to).map((task, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it takes the keys
            <div
              key={from + i}
              id={`task-${from + i}`}
              class="candidate task"
              role="option"
              tabIndex={-1}
              aria-selected={at === from + i}
              aria-label={`${task.who} ${task.words}, score ${scoreText(task.score)}. ${from + i} ${task.words} ${columnScore(task.score)}`}
              title={`${task.who} ${task.words}`}
              style={{ top: `${(from + i) * rowHeight()}px` }}
              onPointerEnter={() => (pointed.value = from + i)}
              onClick={() => (pointed.value = from + i)}
            >
              <span class="n">{from + i}</span> <span class="cut">{task.words}</span>{' '}
              <Bar task={task} terms={terms} up={up} down={down} />
              <span class="value">{columnScore(task.score)}</span>
            </div>
          ))}
        </div>
      </div>
      {shown && (
        <div class="detail">
          <div class="detail-head row spread rigid">
            <h3 class="cut">
              {shown.who} {shown.words}
            </h3>
          </div>
          <Legend
            terms={terms}
            of={shown.who}
            contribution={(t) => shown.terms[terms[t].key] ?? 0}
            total={columnScore(shown.score)}
          />
          <Options options={known.options[at ?? 0] ?? []} />
        </div>
      )}
      {known.why && (
        <Why>
          <b>Why? </b>
          {known.why}
        </Why>
      )}
    </>
  );
}

/**
 * What the outpost could do, best first after its task, with the features that formulas score it by.
 * @param {{ options: ThoughtInfo['options'][number] }} props
 */
function Options({ options }) {
  if (options.length === 0) return null;
  const keys = Object.keys(options[0].features).filter((key) =>
    options.some((option) => option.features[key] !== 0),
  );
  return (
    <div class="task-options">
      <p class="strong" aria-hidden="true">
        Candidates for this task
      </p>
      <Table
        caption="Candidates for this task"
        head={['task', 'score', ...keys]}
        rows={options.map(({ words, score, features }) => ({
          name: words,
          cells: [score, ...keys.map((key) => features[key])].map((n) => scoreText(n, 1)),
        }))}
      />
    </div>
  );
}

/** @param {{ task: TaskInfo, terms: ThoughtInfo['terms'], up: number, down: number }} props */
function Bar({ task, terms, up, down }) {
  const whole = up + down || 1;
  let right = down / whole;
  let left = right;
  return (
    <span class="bar" aria-hidden="true">
      {down > 0 && <i class="zero" style={{ left: `${(100 * down) / whole}%` }} />}
      {terms.map((term, t) => {
        const c = task.terms[term.key] ?? 0;
        if (!c) return null;
        const width = Math.abs(c) / whole;
        if (c < 0) left -= width;
        const start = c < 0 ? left : right;
        if (c > 0) right += width;
        return (
          <i
            key={term.key}
            data-negative={c < 0}
            style={{
              backgroundColor: termColour(t),
              left: `${100 * start}%`,
              width: `${100 * width}%`,
            }}
          />
        );
      })}
    </span>
  );
}
