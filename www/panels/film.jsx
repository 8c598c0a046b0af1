/** The film of a search, step by step: the sentence, the controls, the moves at the root, the tree and the counts. */
import { useEffect, useRef } from 'preact/hooks';
import * as film from '../app/film.js';
import * as strings from '../strings/film.js';
import { percentText, scoreText } from '../ui/format.js';
import { keyOf } from '../ui/keys.js';
import { SeatMark } from '../ui/mark.jsx';
import { Button, Choice, Sign } from '../ui/parts.jsx';
import './film.css';

/** @typedef {import('../pkg/totora.js').Frame} Frame */
/** @typedef {import('../pkg/totora.js').FilmInfo} FilmInfo */
/** @typedef {import('../pkg/totora.js').FilmNode} FilmNode */
/** @typedef {import('../pkg/totora.js').RootBar} RootBar */

const SPEEDS = [1, 2, 5, 10, 20];
/** Number of moves at the root that are listed. */
const MOST_BARS = 8;
/** Size of a node of the tree. */
const NODE = { width: 104, height: 18 };

/** @param {{ bot: import('../app/types.js').BotConfig, event?: number, close: () => void }} props */
export function Film({ bot, event, close }) {
  const key = JSON.stringify(bot);
  useEffect(() => film.open(bot, event), [key, event]);
  const info = film.info.value;
  const frame = film.frame.value;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  // It opens below the list of moves, which may fill the panel.
  useEffect(() => {
    if (info) box.current?.scrollIntoView({ block: 'start' });
  }, [!info]);
  return (
    <section ref={box} class="film column g3" aria-label={strings.title}>
      <div class="row spread middle">
        <h3>{strings.title}</h3>
        <Button label={strings.close} class="small" act={close} />
      </div>
      {film.note.value && <p role="status">{film.note.value}</p>}
      {!info ? (
        <p class="quiet">{strings.recording}</p>
      ) : !frame ? (
        <p class="quiet">{strings.empty}</p>
      ) : (
        <Shown info={info} frame={frame} />
      )}
    </section>
  );
}

/** @param {{ info: FilmInfo, frame: Frame }} props */
function Shown({ info, frame }) {
  const last = info.stored - 1;
  const step = () => film.step(1);
  const over = () => film.show(frame.over);
  const back = () => film.step(-1);
  const toggle = () => {
    film.playing.value = !film.playing.value;
  };
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    if (event.target instanceof HTMLSelectElement) return;
    const act = /** @type {Record<string, () => unknown>} */ ({
      ArrowRight: step,
      ArrowDown: over,
      ArrowLeft: back,
      Home: () => film.show(0),
      End: () => film.show(last),
    })[keyOf(event)];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <div class="column g3" onKeyDown={key} role="group" aria-label={strings.title}>
      <div class="film-head column g2">
        <p class="film-sentence" role="status" aria-live={film.playing.value ? 'off' : 'polite'}>
          {frame.sentence}
        </p>
        <div class="film-controls row g2 middle">
          <Sign sign="|◀" label={strings.first} act={() => film.show(0)} />
          <Sign sign="◀" label={strings.back} act={back} />
          {!film.still() && (
            <Sign
              sign={film.playing.value ? '⏸' : '▶'}
              label={film.playing.value ? strings.pause : strings.play}
              act={toggle}
            />
          )}
          <Sign sign="↓" label={strings.stepIn} act={step} />
          <Sign sign="↷" label={strings.stepOver} act={over} />
          <Sign sign="▶|" label={strings.last} act={() => film.show(last)} />
        </div>
      </div>
      <input
        type="range"
        class="film-scrub"
        aria-label={strings.scrub}
        aria-valuetext={strings.eventOf(frame.number, info.events)}
        min={0}
        max={last}
        value={frame.at}
        onInput={(event) => film.show(Number(event.currentTarget.value))}
      />
      <p class="fine dim" translate={false}>
        {strings.eventOf(frame.number, info.events)}
        {frame.skipped > 0 && ` · ${strings.skipped(frame.skipped)}`}
        {frame.window && ` · ${strings.window(...frame.window)}`}
      </p>
      <div class="row wrap g2 middle">
        <Jumps info={info} frame={frame} />
        {!film.still() && (
          <Choice
            label={strings.speed}
            among={SPEEDS.map((n) => [n, strings.eventsASecond(n)])}
            value={film.speed.value}
            choose={(n) => {
              film.speed.value = n;
            }}
          />
        )}
      </div>
      <Counts info={info} frame={frame} />
      {frame.terms.length > 0 && (
        <dl class="film-terms fine" aria-label={strings.terms}>
          {frame.terms.map(([label, value]) => (
            <div class="row spread" key={label}>
              <dt>{label}</dt>
              <dd class="mono">{scoreText(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      <Bars frame={frame} />
      <Tree nodes={frame.tree} />
      <Compare info={info} />
      {info.skipped > 0 && <p class="fine dim">{strings.sampled(info.stored, info.events)}</p>}
      <div class="row">
        <Button label={strings.copyLink} class="small" act={film.copyLink} />
      </div>
    </div>
  );
}

/** @param {{ info: FilmInfo, frame: Frame }} props */
function Jumps({ info, frame }) {
  const changed = info.choices.find((at) => at > frame.at) ?? info.choices[0];
  const jumps = /** @type {const} */ ([
    [strings.firstCut, info.first_cut],
    [strings.choiceChanged, changed],
    [strings.lastIteration, info.last_iteration],
  ]);
  return (
    <div class="row wrap g2" role="group" aria-label={strings.jumpTo}>
      {jumps.map(([label, at]) =>
        typeof at === 'number' ? (
          <Button key={label} label={label} class="small" act={() => film.show(at)} />
        ) : null,
      )}
    </div>
  );
}

/** @param {{ info: FilmInfo, frame: Frame }} props */
const Counts = ({ info, frame }) => (
  <p class="fine" translate={false}>
    {[
      strings.lookedAt(frame.nodes, info.tree),
      ...(info.cuts > 0 ? [strings.spared(info.cuts, info.spared)] : []),
      ...(info.minimax !== null
        ? [strings.minimaxNeeds(info.minimax)]
        : info.minimax_counted > 0
          ? [strings.minimaxNeedsMore(info.minimax_counted)]
          : []),
    ].join(' · ')}
  </p>
);

/** The moves at the root: by games in a tree search, else by value. @param {{ frame: Frame }} props */
function Bars({ frame }) {
  /** @param {RootBar} bar */
  const rank = ({ value, visits }) =>
    visits ?? (typeof value === 'number' ? value : value === 'win' ? 1e9 : -1e9);
  const bars = frame.root
    .map((bar) => ({ bar, rank: rank(bar) }))
    .sort((a, b) => Number(a.bar.bound) - Number(b.bar.bound) || b.rank - a.rank)
    .slice(0, MOST_BARS);
  const numbers = bars.map(({ rank }) => rank).filter((n) => Math.abs(n) < 1e9);
  const [low, high] = [Math.min(0, ...numbers), Math.max(1, ...numbers)];
  /** @param {number} n */
  const share = (n) => Math.max(0, Math.min(1, (n - low) / (high - low)));
  return (
    <ul class="film-bars" aria-label={strings.rootMoves}>
      {bars.map(({ bar, rank }) => (
        <li
          key={bar.move}
          class="row spread"
          data-best={bar.best}
          style={{ '--share': share(rank) }}
        >
          <span class="move" translate={false}>
            <SeatMark seat={bar.seat} /> {bar.name}
          </span>
          <span class="mono fine" translate={false}>
            {bar.bound && `${strings.atMost} `}
            {bar.visits !== null && typeof bar.value === 'number'
              ? percentText(bar.value)
              : scoreText(bar.value)}
            {bar.visits !== null && ` · ${strings.visits(bar.visits)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The tree, from left to right; the sentence says the same to screen readers. @param {{ nodes: FilmNode[] }} props */
function Tree({ nodes }) {
  const rows = nodes.map(() => -1);
  const depths = nodes.map(() => 0);
  const leaf = nodes.map(() => true);
  nodes.forEach(({ parent }, n) => {
    if (parent === null) return;
    depths[n] = depths[parent] + 1;
    leaf[parent] = false;
  });
  // In the order of a walk, each leaf takes a row, and a position the row of its first move.
  /** @type {number[][]} */
  const below = nodes.map(() => []);
  nodes.forEach(({ parent }, n) => {
    if (parent !== null) below[parent].push(n);
  });
  let row = 0;
  const open = [0];
  while (open.length > 0) {
    const n = /** @type {number} */ (open.pop());
    rows[n] = row;
    if (leaf[n]) row++;
    open.push(...below[n].slice().reverse());
  }
  const width = (Math.max(...depths) + 1) * NODE.width;
  const height = Math.max(1, row) * NODE.height;
  const at = nodes.findLastIndex(({ here }) => here);
  return (
    <div
      class="film-tree"
      ref={(box) => {
        box?.scrollTo({
          left: depths[at] * NODE.width - box.clientWidth / 2,
          top: rows[at] * NODE.height - box.clientHeight / 2,
        });
      }}
    >
      <svg width={width} height={height} role="img" aria-label={strings.tree} translate={false}>
        {nodes.map((node, n) => {
          const [x, y] = [depths[n] * NODE.width, rows[n] * NODE.height];
          const from = node.parent;
          const note = [
            node.value,
            node.cut > 0 ? strings.cut(node.cut) : '',
            node.hidden > 0 ? strings.more(node.hidden) : '',
          ];
          return (
            <g key={n} data-here={node.here}>
              {from !== null && (
                <path
                  d={`M${depths[from] * NODE.width + 8} ${rows[from] * NODE.height + 9}V${y + 9}H${x}`}
                />
              )}
              <circle cx={x + 5} cy={y + 9} r={4} data-seat={n > 0 ? node.seat : undefined} />
              <text x={x + 13} y={y + 13}>
                {[node.name, ...note].filter(Boolean).join(' ')}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** The same search without an improvement, next to it. @param {{ info: FilmInfo }} props */
function Compare({ info }) {
  if (!info.tree && info.depth < 2) return null;
  const rows = film.compared.value;
  /** @type {import('../app/film.js').Compared} */
  const own = { name: strings.asItIs, ...info, more: false, done: true };
  return (
    <details class="film-compare" onToggle={(e) => e.currentTarget.open && film.compare()}>
      <summary>{strings.compare}</summary>
      <table class="fine">
        <thead>
          <tr>
            <th>{strings.search}</th>
            <th>{info.tree ? strings.games : strings.positions}</th>
            {!info.tree && <th>{strings.cuts}</th>}
            <th>{strings.depth}</th>
            <th>{strings.chooses}</th>
          </tr>
        </thead>
        <tbody translate={false}>
          {[own, ...rows].map(({ name, nodes, cuts, choice, depth, more, done }) => (
            <tr key={name}>
              <th>{name}</th>
              <td>
                {more
                  ? strings.moreThan(nodes)
                  : done
                    ? nodes.toLocaleString('en')
                    : strings.comparing}
              </td>
              {!info.tree && <td>{more ? '' : cuts.toLocaleString('en')}</td>}
              <td>{depth}</td>
              <td>{choice}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
