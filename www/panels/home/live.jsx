/**
 * The board at the top of Home: a game of Isolation between two bots, with a slider for one of Red's weights. All
 * reachable positions are in `board.json` (written and checked by tests/engine/home_board.rs), so it works without an
 * engine.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { centre, frameCell } from '../../boards/grid.js';
import { paintPosition } from '../../boards/isolation/paint.js';
import { plate, write } from '../../boards/pen.js';
import * as strings from '../../strings/home.js';
import { calm, oncePerFrame, sharpContext } from '../../ui/canvas.js';
import { readPalette } from '../../ui/palette.js';
import { Button } from '../../ui/parts.jsx';
import { badgesOf, beginning, dragged, links, next, read, weights } from './liveGame.js';

const SIDE = 7;
/** Durations of Red's scores, Blue's pause, a leap, and the end, in milliseconds. */
const [LOOK, REPLY, LEAP, END] = [1_900, 800, 260, 3_500];
/** A shorter delay before the first move. */
const FIRST = 700;
/** The initial step of the slider: the bot Greedy. */
const MIDDLE = weights.indexOf(1);

/** @typedef {import('./liveGame.js').Candidate} Candidate */
/** @typedef {import('./liveGame.js').Shown} Shown */

/** @param {number} cell */
const nameOf = (cell) => 'abcdefg'[cell % SIDE] + (SIDE - Math.floor(cell / SIDE));

/** Why Red plays its move, in a sentence. @param {Candidate[]} candidates @param {Candidate} choice */
function reason(candidates, choice) {
  const move = nameOf(choice.cell);
  if (choice.theirs === 0) return strings.winningMove(move);
  if (candidates.length === 1) return strings.onlyMove(move);
  const most = candidates.reduce((a, b) =>
    b.own > a.own || (b.own === a.own && b.theirs < a.theirs) ? b : a,
  );
  const [less, taken] = [most.own - choice.own, most.theirs - choice.theirs];
  return less > 0 && taken > 0
    ? strings.trade(move, less, taken)
    : strings.bestForBoth(move, choice.own, choice.theirs);
}

/** @param {HTMLCanvasElement} canvas @param {Shown} shown @param {number} step @param {number} done */
function draw(canvas, shown, step, done) {
  const { width } = canvas.getBoundingClientRect();
  if (width < 1) return;
  const ctx = sharpContext(canvas, width, width);
  const colours = readPalette();
  const pad = Math.max(14, width * 0.045);
  const cell = (width - 2 * pad) / SIDE;
  const grid = { x: pad, y: pad, cell, columns: SIDE, rows: SIDE };
  ctx.clearRect(0, 0, width, width);
  plate(ctx, [0, 0, width, width, 12], colours.lake2);
  plate(ctx, [pad, pad, width - 2 * pad, width - 2 * pad, cell * 0.12], colours.lake);
  const font = `600 ${Math.round(Math.max(10, pad * 0.55))}px ${colours.font}`;
  for (let i = 0; i < SIDE; i++) {
    const at = pad + (i + 0.5) * cell;
    write(ctx, 'abcdefg'[i], at, width - pad / 2, font, '#ffffffe0');
    write(ctx, String(SIDE - i), pad / 2, at, font, '#ffffffe0');
  }
  const position = { ...shown, closed: new Set(shown.trails.flat()) };
  paintPosition({ ctx, colours, grid, position }, done);
  if (done < 1) return;
  for (const { cell: number, text, best } of badgesOf(shown, step)) {
    const { x, y } = centre(grid, number);
    const [w, h] = [cell * 0.74, cell * 0.46];
    plate(ctx, [x - w / 2, y - h / 2, w, h, h / 3], best ? colours.accent : colours.card);
    const font = `700 ${Math.round(cell * 0.28)}px ${colours.font}`;
    write(ctx, text, x, y + 1, font, best ? colours.paper : colours.ink);
    if (best)
      frameCell(ctx, grid, number, {
        colour: '#ffffff',
        width: 3,
        inset: 0.05,
        halo: colours.accent,
      });
  }
}

/** The board with its slider. @param {{ children: import('preact').ComponentChildren }} props   `children` go next to the board, above the slider */
export function Live({ children }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const [shown, setShown] = useState(beginning);
  const [step, setStep] = useState(MIDDLE);
  /** Red's choice in this position before the slider was dragged. */
  const [before, setBefore] = useState(/** @type {number | null} */ (null));
  const [running, setRunning] = useState(!calm());
  const begun = useRef(false);
  /** Whether the slider was dragged here: then nothing moves, and its effect is drawn at once. */
  const pulled = useRef(false);

  const over = shown.winner !== null;
  const { chosen, candidates } = read(shown.at);
  const choice = candidates[chosen[step]];
  const goOn = () => {
    begun.current = true;
    pulled.current = false;
    setBefore(null);
    setShown((now) => next(now, step));
  };

  // Dragging the slider delays the move.
  useEffect(() => {
    if (!running) return;
    let wait = LOOK;
    if (over) wait = END;
    else if (shown.reply) wait = REPLY;
    else if (!begun.current) wait = FIRST;
    const timer = setTimeout(goOn, wait);
    return () => clearTimeout(timer);
  }, [running, shown, step]);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const start = performance.now();
    const still = calm() || !shown.last || pulled.current;
    const paint = oncePerFrame((now) => {
      const done = still ? 1 : Math.min(1, Math.max(0, now - start) / LEAP);
      draw(element, shown, step, done);
      if (done < 1) paint();
    });
    const again = new ResizeObserver(paint);
    again.observe(element);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', paint);
    document.fonts?.addEventListener('loadingdone', paint);
    const themed = new MutationObserver(paint);
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    paint();
    return () => {
      paint.cancel();
      again.disconnect();
      themed.disconnect();
      dark.removeEventListener('change', paint);
      document.fonts?.removeEventListener('loadingdone', paint);
    };
  }, [shown, step]);

  /** @param {number} to */
  function drag(to) {
    const now = dragged(shown, step, to);
    pulled.current = true;
    setBefore(now === shown ? (before ?? chosen[step]) : null);
    setShown(now);
    setStep(to);
  }

  let sentence = '';
  if (over) sentence = strings.winner[shown.winner ?? 0];
  else if (shown.reply || !choice)
    sentence = shown.last ? strings.played(nameOf(shown.last.cell)) : '';
  else sentence = reason(candidates, choice);
  const turned = before !== null && chosen[step] !== before && choice;
  const value = strings.weightValue(weights[step]);
  return (
    <section class="live stack level g6" aria-label={strings.heroBoard}>
      <canvas ref={canvas} role="img" aria-label={`${strings.heroBoard}. ${sentence}`} />
      <div class="live-beside stack g5">
        {children}
        <div class="card live-card stack g3" data-turned={!!turned}>
          <label class="live-slider row g5">
            <b>{strings.cautious}</b>
            <input
              type="range"
              min={0}
              max={weights.length - 1}
              value={step}
              aria-label={strings.weight}
              aria-valuetext={strings.sliderText(value, sentence)}
              onInput={(event) => drag(Number(event.currentTarget.value))}
            />
            <b>{strings.aggressive}</b>
          </label>
          <p class="note" translate={false}>
            {value}
          </p>
          <p class="live-why">
            {turned && (
              <b>{strings.changed(nameOf(choice.cell), nameOf(candidates[before].cell))} </b>
            )}
            {sentence}
          </p>
        </div>
        <p class="note">{strings.scores}</p>
        <div class="row wrap">
          <a class="button primary" href={links[step]}>
            {strings.playAgainstIt}
          </a>
          <span class="grow" />
          <Button
            label={running ? strings.pause : strings.go}
            class="small"
            act={() => setRunning(!running)}
          />
          {!running && <Button label={strings.step} class="small" act={goOn} />}
        </div>
      </div>
    </section>
  );
}
