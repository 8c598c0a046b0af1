/**
 * A bot's task for each piece, for games where a move is a set of orders: a table with scores, the terms of
 * the pointed task, and the explanation. All numbers come from Rust.
 */
import { useRef } from 'preact/hooks';
import { changed } from '../app/compare.js';
import { pointAt } from '../app/display.js';
import { pointed, seenAs, state } from '../app/store.js';
import * as strings from '../strings/analyse.js';
import { Table } from '../ui/chart.jsx';
import { columnScore, scoreText } from '../ui/format.js';
import { SeatMark } from '../ui/mark.jsx';
import { Legend } from './legend.jsx';
import { RowList, reachOf, TermBar } from './list.jsx';
import { Why } from './why.jsx';

/** @typedef {import('../app/types.js').AnalysisInfo} AnalysisInfo */
/** @typedef {AnalysisInfo['tasks'][number]} TaskInfo */

/** @param {{ known: AnalysisInfo }} props */
export function Tasks({ known }) {
  const { tasks, terms } = known;
  const was = changed.value?.tasks;
  const list = useRef(/** @type {HTMLDivElement | null} */ (null));
  const at = pointed.value;
  const shown = tasks[at ?? 0];

  const partsOf = (/** @type {Pick<TaskInfo, 'terms'>} */ task) =>
    terms.map(({ key }) => task.terms[key] ?? 0);
  const reach = reachOf(tasks.flatMap((task) => [task, ...task.options]).map(partsOf));
  const seat = state.value?.seats[seenAs.value];
  return (
    <>
      <p class="tasks-of row">
        <SeatMark seat={seenAs.value} /> {strings.tasksOf(seat?.label, tasks.length)}
      </p>
      <Why known={known} text={known.why} differences={known.differences} />
      <RowList
        list={list}
        label={strings.tasks}
        id="task"
        count={tasks.length}
        at={() => pointed.value}
        go={pointAt}
        on={{
          onPointerLeave: () => pointAt(null),
          onFocus: () => pointAt(pointed.value ?? 0),
          onBlur: () => pointAt(null),
        }}
        row={(i) => {
          const task = tasks[i];
          const point = () => pointAt(i);
          return {
            class: 'candidate task stack level g2',
            'aria-label': `${strings.taskScore(task.who, task.words, scoreText(task.score))} ${i} ${task.words} ${columnScore(task.score)}`,
            title: was?.[i]
              ? strings.taskNot(task.who, task.words, was[i]?.words)
              : `${task.who} ${task.words}`,
            'data-changed': !!was?.[i],
            onPointerEnter: point,
            onClick: point,
            children: (
              <>
                <span class="n">{i}</span> <span class="cut">{task.words}</span>{' '}
                <TermBar parts={partsOf(task)} {...reach} />
                <span class="value digits" translate={false}>
                  {columnScore(task.score)}
                </span>
              </>
            ),
          };
        }}
      />
      {shown && (
        <div class="detail">
          <div class="detail-head row spread rigid">
            <h3>
              {shown.who} {shown.words}
            </h3>
          </div>
          <Options
            options={shown.options}
            bar={(option) => <TermBar parts={partsOf(option)} {...reach} />}
          />
          <Legend
            terms={terms}
            of={shown.who}
            contribution={(t) => shown.terms[terms[t].key] ?? 0}
            total={columnScore(shown.score)}
          />
        </div>
      )}
    </>
  );
}

/**
 * The outpost's options, best first after its task, with measured values that differ from the terms.
 * @param {object} props
 * @param {TaskInfo['options']} props.options
 * @param {(option: TaskInfo['options'][number]) => import('preact').ComponentChildren} props.bar   its terms
 */
function Options({ options, bar }) {
  if (options.length < 2) return null;
  const keys = Object.keys(options[0].features).filter(
    (key) => !(key in options[0].terms) && options.some((option) => option.features[key] !== 0),
  );
  return (
    <div class="task-options">
      <p class="strong" aria-hidden="true">
        {strings.itsBestTasks}
      </p>
      <Table
        caption={strings.itsBestTasks}
        head={['task', 'terms', 'score', ...keys]}
        rows={options.map((option) => ({
          name: option.words,
          cells: [
            bar(option),
            ...[option.score, ...keys.map((key) => option.features[key])].map((n) =>
              scoreText(n, 1),
            ),
          ],
        }))}
      />
    </div>
  );
}
