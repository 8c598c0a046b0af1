/**
 * A bot's thought over the board: which candidate belongs to which square, and how scores, ghosts
 * and the pointed candidate are drawn. It compares and draws numbers that Rust made; it makes none.
 */
import { drawScore, heat, scoreShare, scoreText } from '../canvas.js';
import { columnRow, drawIsland, drawOutline } from './draw.js';

/** @typedef {import('../../app/types.js').ThoughtInfo} ThoughtInfo */
/** @typedef {import('../../pkg/totora.js').UrosSpot} UrosSpot */
/** @typedef {import('../palette.js').Palette} Palette */
/** @typedef {import('./draw.js').Place} Place */
/** @typedef {import('./bed.js').Bed} Bed */

/**
 * @typedef {object} ThoughtIndex
 * @property {ThoughtInfo} thought
 * @property {Map<number, number>} houses   Lake square -> candidate that builds there
 * @property {Map<string, number>} bed      "T.0" -> candidate that builds there
 * @property {Map<number, number>} islands  Lake square -> best candidate that covers it
 * @property {number[]} ghosts   the best island placements that do not lie on each other
 * @property {number[]} best     the best few candidates of any kind
 */

const FEW = 3;

/**
 * @param {ThoughtInfo} thought
 * @returns {ThoughtIndex}
 */
export function indexThought(thought) {
  const spots = /** @type {UrosSpot[]} */ (thought.spots);
  /** @type {ThoughtIndex} */
  const index = {
    thought,
    houses: new Map(),
    bed: new Map(),
    islands: new Map(),
    ghosts: [],
    best: [],
  };
  const taken = new Set();
  spots.forEach((spot, i) => {
    if (spot.kind === 'house') {
      if (spot.cell === null) index.bed.set(`${spot.island}.${spot.square}`, i);
      else index.houses.set(spot.cell, i);
      if (index.best.length < FEW) index.best.push(i);
    } else if (spot.kind === 'island') {
      for (const cell of spot.cells) if (!index.islands.has(cell)) index.islands.set(cell, i);
      if (index.ghosts.length < FEW && !spot.cells.some((cell) => taken.has(cell))) {
        index.ghosts.push(i);
        for (const cell of spot.cells) taken.add(cell);
        if (index.best.length < FEW) index.best.push(i);
      }
    }
  });
  return index;
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} lake
 * @param {ThoughtIndex} index
 * @param {string} overlay
 */
export function drawLakeOverlay(ctx, colours, lake, index, overlay) {
  const { thought } = index;
  const spots = /** @type {UrosSpot[]} */ (thought.spots);
  const { cell } = lake;
  if (overlay === 'all') {
    for (const [square, i] of index.islands) {
      const [c, r] = columnRow(square);
      ctx.fillStyle = heat(scoreShare(thought, i), 0.75);
      ctx.fillRect(lake.x + c * cell + 1, lake.y + r * cell + 1, cell - 2, cell - 2);
      // The same number that the colour shows, small in the corner.
      ctx.font = `600 ${Math.max(9, Math.round(cell * 0.14))}px ${colours.mono}`;
      ctx.textAlign = 'right';
      ctx.textBaseline = 'alphabetic';
      ctx.fillStyle = '#ffffffd0';
      const text = scoreText(thought.scores[i], 1);
      ctx.fillText(text, lake.x + (c + 0.94) * cell, lake.y + (r + 0.92) * cell);
    }
    for (const [square, i] of index.houses) {
      const [c, r] = columnRow(square);
      const x = lake.x + (c + 0.5) * cell;
      const y = lake.y + (r + 0.5) * cell;
      ctx.fillStyle = heat(scoreShare(thought, i), 0.85);
      ctx.beginPath();
      ctx.roundRect(x - cell * 0.4, y - cell * 0.4, cell * 0.8, cell * 0.8, cell * 0.12);
      ctx.fill();
      drawScore(ctx, colours, thought.scores[i], x, y, cell * 0.2);
    }
    for (const i of index.ghosts) drawGhost(ctx, colours, lake, index, i);
    return;
  }
  for (const i of index.best) {
    const spot = spots[i];
    if (spot.kind === 'island') drawGhost(ctx, colours, lake, index, i);
    else if (spot.kind === 'house' && spot.cell !== null) {
      drawHouseHint(ctx, colours, lake, spot.cell, thought.scores[i], i === 0);
    }
  }
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} lake
 * @param {ThoughtIndex} index
 * @param {number} i
 */
function drawGhost(ctx, colours, lake, index, i) {
  const spot = /** @type {UrosSpot} */ (index.thought.spots[i]);
  if (spot.kind !== 'island') return;
  const squares = spot.cells.map(columnRow);
  ctx.globalAlpha = i === 0 ? 0.55 : 0.36;
  drawIsland(ctx, colours, squares, lake, { shadow: false });
  ctx.globalAlpha = 1;
  drawOutline(ctx, squares, lake, {
    colour: '#ffffff',
    width: Math.max(1.5, lake.cell * 0.03),
    dash: [lake.cell * 0.09, lake.cell * 0.08],
    inset: 0.05,
  });
  const [c, r] = middle(squares);
  drawScore(
    ctx,
    colours,
    index.thought.scores[i],
    lake.x + c * lake.cell,
    lake.y + r * lake.cell,
    lake.cell * 0.22,
    {
      strong: i === 0,
    },
  );
}

/**
 * The centre of that square of a group which lies nearest to its middle.
 * @param {import('./shape.js').Point[]} squares
 * @returns {import('./shape.js').Point}
 */
function middle(squares) {
  const mean = (/** @type {0 | 1} */ k) =>
    squares.reduce((sum, p) => sum + p[k], 0) / squares.length;
  const [mc, mr] = [mean(0), mean(1)];
  const near = (/** @type {import('./shape.js').Point} */ p) => Math.hypot(p[0] - mc, p[1] - mr);
  const [c, r] = squares.reduce((a, b) => (near(b) < near(a) ? b : a));
  return [c + 0.5, r + 0.5];
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} lake
 * @param {number} square
 * @param {number | 'win' | 'loss'} score
 * @param {boolean} strong
 */
function drawHouseHint(ctx, colours, lake, square, score, strong) {
  const [c, r] = columnRow(square);
  drawOutline(ctx, [[c, r]], lake, {
    colour: '#ffffff',
    width: Math.max(2, lake.cell * (strong ? 0.045 : 0.03)),
    dash: [lake.cell * 0.09, lake.cell * 0.07],
    inset: 0.1,
    halo: '#00000030',
  });
  drawScore(
    ctx,
    colours,
    score,
    lake.x + (c + 0.5) * lake.cell,
    lake.y + (r + 0.5) * lake.cell,
    lake.cell * 0.24,
    {
      plate: false,
    },
  );
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Bed} bed
 * @param {ThoughtIndex} index
 * @param {string} overlay
 */
export function drawBedOverlay(ctx, colours, bed, index, overlay) {
  const few = new Set(index.best);
  for (const { island, squares, x, y, cell } of bed.islands) {
    squares.forEach(([c, r], square) => {
      const i = index.bed.get(`${island.id}.${square}`);
      if (i === undefined || (overlay !== 'all' && !few.has(i))) return;
      const mx = x + (c + 0.5) * cell;
      const my = y + (r + 0.5) * cell;
      if (overlay === 'all') {
        ctx.fillStyle = heat(scoreShare(index.thought, i), 0.9);
        ctx.beginPath();
        ctx.roundRect(mx - cell * 0.42, my - cell * 0.42, cell * 0.84, cell * 0.84, cell * 0.14);
        ctx.fill();
        // A number below nine pixels is no number: the colour stays, the list has the figure.
        if (cell >= 24) {
          drawScore(ctx, colours, index.thought.scores[i], mx, my, Math.max(9, cell * 0.26), {
            plate: false,
          });
        }
      } else {
        drawOutline(
          ctx,
          [[c, r]],
          { x, y, cell },
          {
            colour: colours.accent,
            width: 2,
            dash: [3, 2.5],
            inset: 0.1,
            halo: '#ffffffb0',
          },
        );
      }
    });
  }
}

/**
 * One candidate, as the list or a hint points at it.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Place} lake
 * @param {UrosSpot} spot
 * @param {number | 'win' | 'loss' | null} score
 */
export function drawPointed(ctx, colours, lake, spot, score) {
  const { cell } = lake;
  if (spot.kind === 'island') {
    const squares = spot.cells.map(columnRow);
    ctx.globalAlpha = 0.8;
    drawIsland(ctx, colours, squares, lake, { shadow: false });
    ctx.globalAlpha = 1;
    drawOutline(ctx, squares, lake, {
      colour: '#ffffff',
      width: Math.max(2.5, cell * 0.05),
      inset: 0.02,
      halo: colours.accent,
    });
    const [c, r] = middle(squares);
    if (score !== null)
      drawScore(ctx, colours, score, lake.x + c * cell, lake.y + r * cell, cell * 0.24, {
        strong: true,
      });
  } else if (spot.kind === 'house' && spot.cell !== null) {
    const [c, r] = columnRow(spot.cell);
    drawOutline(ctx, [[c, r]], lake, {
      colour: '#ffffff',
      width: Math.max(2.5, cell * 0.05),
      inset: 0.06,
      halo: colours.accent,
    });
    if (score !== null)
      drawScore(
        ctx,
        colours,
        score,
        lake.x + (c + 0.5) * cell,
        lake.y + (r + 0.5) * cell,
        cell * 0.24,
        { strong: true },
      );
  }
}

/**
 * The same in the Reedbed: the square to build on, or the island to take.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Palette} colours
 * @param {Bed} bed
 * @param {UrosSpot} spot
 */
export function drawPointedInBed(ctx, colours, bed, spot) {
  if (spot.kind === 'other' || (spot.kind === 'house' && spot.cell !== null)) return;
  const lying = bed.islands.find(({ island }) => island.id === spot.island);
  if (!lying) return;
  const squares = spot.kind === 'house' ? [lying.squares[spot.square]] : lying.squares;
  drawOutline(ctx, squares, lying, {
    colour: colours.accent,
    width: 2.5,
    inset: 0.02,
    halo: '#ffffff',
  });
}
