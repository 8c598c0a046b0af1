/**
 * What bots think, over the board: scores, exact wins and losses, the line that is expected, and
 * the cells that each knight can still come to. It draws numbers and lists that Rust made.
 */
import { drawScore, heat, scoreShare } from '../canvas.js';
import { drawMark } from '../palette.js';
import { centre, corner, drawFrame, drawKnight } from './draw.js';

/** @typedef {import('../../app/types.js').ThoughtInfo} ThoughtInfo */
/** @typedef {import('../../pkg/totora.js').IsolationSpot} IsolationSpot */
/** @typedef {import('../../pkg/totora.js').IsolationView} IsolationView */
/** @typedef {import('../palette.js').Palette} Palette */
/** @typedef {import('./draw.js').Place} Place */

const FEW = 3;
/** Plies of the expected line that are drawn: more would hide the board. */
const LINE = 7;

/**
 * Which candidate goes to which cell.
 * @param {ThoughtInfo | null} thought
 * @returns {Map<number, number>}
 */
export function byCell(thought) {
  const spots = /** @type {IsolationSpot[]} */ (thought?.spots ?? []);
  return new Map(spots.map(({ cell }, i) => [cell, i]));
}

/** @param {ThoughtInfo} thought @param {number} i */
const cellOf = (thought, i) => /** @type {IsolationSpot} */ (thought.spots[i]).cell;

/**
 * The heat of all scores.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {ThoughtInfo} thought
 */
export function drawScores(ctx, colours, place, thought) {
  const side = place.cell;
  thought.scores.forEach((score, i) => {
    const cell = cellOf(thought, i);
    const { x, y } = corner(place, cell);
    ctx.fillStyle = heat(scoreShare(thought, i), 0.85);
    ctx.beginPath();
    ctx.roundRect(x + side * 0.08, y + side * 0.08, side * 0.84, side * 0.84, side * 0.1);
    ctx.fill();
    const at = centre(place, cell);
    const strong = thought.moves[i] === thought.choice;
    drawScore(ctx, colours, score, at.x, at.y, Math.max(9, side * 0.19), { strong });
    if (strong) choiceFrame(ctx, colours, place, cell);
  });
}

/**
 * The best few.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {ThoughtInfo} thought
 */
export function drawHints(ctx, colours, place, thought) {
  const few = thought.moves.map((_, i) => i).slice(0, FEW);
  const choice = thought.moves.indexOf(thought.choice ?? '');
  if (choice >= FEW) few.push(choice);
  for (const i of few) {
    const cell = cellOf(thought, i);
    const { x, y } = centre(place, cell);
    if (i === choice) choiceFrame(ctx, colours, place, cell);
    else {
      drawFrame(ctx, place, cell, {
        colour: colours.reedInk,
        width: Math.max(1.5, place.cell * 0.025),
        dash: [place.cell * 0.09, place.cell * 0.07],
        inset: 0.1,
      });
    }
    const strong = i === choice;
    drawScore(ctx, colours, thought.scores[i], x, y, Math.max(9, place.cell * 0.21), { strong });
  }
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {number} cell
 */
function choiceFrame(ctx, colours, place, cell) {
  drawFrame(ctx, place, cell, {
    colour: '#ffffff',
    width: Math.max(2, place.cell * 0.035),
    inset: 0.07,
    halo: colours.accent,
  });
}

/**
 * Exact: a round W for a win, a square L for a loss, with the plies to the end where known.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {IsolationView} view
 * @param {ThoughtInfo | null} thought
 */
export function drawOutcome(ctx, colours, place, view, thought) {
  const cells = byCell(thought);
  const side = place.cell;
  for (const { cell } of view.targets) {
    const i = cells.get(cell);
    const score = i === undefined ? 0 : thought?.scores[i];
    const { x, y } = centre(place, cell);
    const r = side * 0.33;
    const win = score === 'win';
    const told = win || score === 'loss';
    ctx.fillStyle = win ? '#0b6e4f' : told ? '#fff6ef' : '#ffffffb0';
    ctx.strokeStyle = win ? '#ffffff' : told ? '#8f2d0c' : '#1d2a2f80';
    ctx.lineWidth = Math.max(1.5, side * 0.035);
    ctx.setLineDash(told ? [] : [side * 0.06, side * 0.06]);
    ctx.beginPath();
    if (told && !win) ctx.roundRect(x - r * 0.92, y - r * 0.92, r * 1.84, r * 1.84, r * 0.22);
    else ctx.arc(x, y, r, 0, Math.PI * 2);
    ctx.fill();
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.fillStyle = win ? '#ffffff' : told ? '#8f2d0c' : '#1d2a2f';
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    const plies = i === undefined ? null : thought?.plies[i];
    const two = told && typeof plies === 'number';
    ctx.font = `800 ${Math.round(side * (two ? 0.27 : 0.34))}px ${colours.font}`;
    ctx.fillText(told ? (win ? 'W' : 'L') : '?', x, y + side * (two ? -0.085 : 0.02));
    if (two) {
      ctx.font = `700 ${Math.round(Math.max(8, side * 0.2))}px ${colours.mono}`;
      ctx.fillText(String(plies), x, y + side * 0.155);
    }
  }
}

/**
 * The cells that each knight can still come to: one seat's is the upper left half of a cell, the
 * other's the lower right, each with its mark; a cell that only one can come to is all of its colour.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {[number[], number[]]} regions
 */
export function drawRegions(ctx, colours, place, regions) {
  const side = place.cell;
  const sets = regions.map((cells) => new Set(cells));
  for (let cell = 0; cell < place.columns * place.rows; cell++) {
    const { x, y } = corner(place, cell);
    const inset = side * 0.045;
    const [l, t, r, b] = [x + inset, y + inset, x + side - inset, y + side - inset];
    for (const seat of [0, 1]) {
      if (!sets[seat].has(cell)) continue;
      const alone = !sets[1 - seat].has(cell);
      ctx.save();
      ctx.beginPath();
      ctx.roundRect(l, t, r - l, b - t, side * 0.09);
      ctx.clip();
      ctx.globalAlpha = alone ? 0.78 : 0.34;
      ctx.fillStyle = colours.seats[seat];
      ctx.beginPath();
      ctx.moveTo(r, t);
      ctx.lineTo(l, b);
      if (seat === 0 || alone) ctx.lineTo(l, t);
      if (alone) ctx.lineTo(r, t);
      if (seat === 1 || alone) ctx.lineTo(r, b);
      if (alone) ctx.lineTo(l, b);
      ctx.fill();
      ctx.restore();
      const at = side * (seat === 0 ? 0.18 : 0.82);
      ctx.fillStyle = '#ffffff';
      drawMark(ctx, seat, x + at, y + at, side * 0.095);
      ctx.fillStyle = colours.seats[seat];
      drawMark(ctx, seat, x + at, y + at, side * 0.062);
    }
  }
}

/**
 * @param {IsolationView} view
 * @param {ThoughtInfo} thought
 * @param {number} i
 */
function cellsOfLine(view, thought, i) {
  const names = [thought.moves[i], ...thought.pvs[i]].slice(0, LINE);
  return names.map((name) => view.square_names.indexOf(name));
}

/**
 * The line that a bot expects from a candidate on: both knights' ways in turn, fainter and fainter.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {IsolationView} view
 * @param {ThoughtInfo} thought
 * @param {number} i
 */
export function drawLine(ctx, colours, place, view, thought, i) {
  const line = cellsOfLine(view, thought, i);
  if (view.mover === null || line.length < 2) return;
  const at = [...view.knights];
  let seat = view.mover;
  ctx.save();
  ctx.lineCap = 'round';
  line.forEach((cell, n) => {
    const from = at[seat];
    const colour = colours.seats[seat];
    const to = centre(place, cell);
    ctx.globalAlpha = Math.max(0.35, 0.85 - n * 0.07);
    if (from !== null && cell >= 0) {
      const start = centre(place, from);
      for (const [style, width] of /** @type {const} */ ([
        ['#ffffff', 0.075],
        [colour, 0.04],
      ])) {
        ctx.strokeStyle = style;
        ctx.lineWidth = Math.max(1.5, place.cell * width);
        ctx.setLineDash(seat === 0 ? [] : [place.cell * 0.13, place.cell * 0.1]);
        ctx.beginPath();
        ctx.moveTo(start.x, start.y);
        ctx.lineTo(to.x, to.y);
        ctx.stroke();
      }
    }
    at[seat] = cell;
    seat = 1 - seat;
  });
  ctx.restore();
}

/**
 * The plies along that line, counted from the candidate, which has its score instead.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {IsolationView} view
 * @param {ThoughtInfo} thought
 * @param {number} i
 */
export function drawLinePlies(ctx, colours, place, view, thought, i) {
  const line = cellsOfLine(view, thought, i);
  const mover = view.mover ?? 0;
  ctx.save();
  ctx.font = `700 ${Math.round(Math.max(8, place.cell * 0.15))}px ${colours.mono}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  line.forEach((cell, n) => {
    if (n === 0 || cell < 0) return;
    const x = centre(place, cell).x + place.cell * 0.3;
    const y = centre(place, cell).y - place.cell * 0.3;
    ctx.globalAlpha = 0.92;
    ctx.fillStyle = colours.seats[(mover + n) % 2];
    ctx.beginPath();
    ctx.arc(x, y, Math.max(7, place.cell * 0.125), 0, Math.PI * 2);
    ctx.fill();
    ctx.fillStyle = '#ffffff';
    ctx.fillText(String(n + 1), x, y + 0.5);
  });
  ctx.restore();
}

/**
 * One candidate, as the list or a hint points at it.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} place
 * @param {IsolationView} view
 * @param {number} cell
 * @param {number | 'win' | 'loss' | null} score
 */
export function drawPointed(ctx, colours, place, view, cell, score) {
  const { x, y } = centre(place, cell);
  if (view.mover !== null) drawKnight(ctx, colours, view.mover, x, y, place.cell, { ghost: true });
  drawFrame(ctx, place, cell, {
    colour: '#ffffff',
    width: Math.max(2.5, place.cell * 0.05),
    inset: 0.04,
    halo: colours.accent,
  });
  if (score !== null) {
    const size = Math.max(9, place.cell * 0.19);
    drawScore(ctx, colours, score, x, y + place.cell * 0.3, size, { strong: true });
  }
}
