/**
 * A board of squares, for most games: a rim with coordinates, cells, legal moves, frames for mouse and keyboard, a bot's
 * scores, hints and best line, and the grid for screen readers. A game defines how its cells and pieces look. There are
 * no rules here.
 */

import * as strings from '../strings/boards.js';
import { beginStill, makeBoard } from './base.js';
import { cellAt, cellSeen, centre, frameCell, gridCells, seenSize } from './grid.js';
import { disc, faint, plate, strokes, through, write } from './pen.js';
import { drawHints, drawPointed, drawScores } from './scores.js';
import * as thoughts from './thoughts.js';

/** @typedef {import('./contract.js').BoardModel} BoardModel */
/** @typedef {import('./contract.js').AnalysisInfo} AnalysisInfo */
/** @typedef {import('../ui/palette.js').Palette} Palette */
/** @typedef {import('./grid.js').Grid} Grid */
/** @typedef {CanvasRenderingContext2D} Ctx */

/**
 * The position on a board of squares; a game may add fields. Cells count from the top left.
 * @typedef {object} SquarePosition
 * @property {number} columns
 * @property {number} rows
 * @property {string[]} names             of the cells, letter first: "a1"
 * @property {string[]} text              the description of each cell
 * @property {Map<number, string>} moves  cell -> the legal move there
 * @property {number | null} mover        the seat whose moves these are
 * @property {number} [seats]             their number; two by default
 * @property {Map<number, number>} [aim]   cell -> the cell that input there plays to, if it differs: where
 *   a piece lands that falls down the column
 *
 * @typedef {Grid & { width: number, height: number, rim: number }} SquareGrid
 */

/**
 * The context of drawing.
 * @template {SquarePosition} P
 * @typedef {object} Drawing
 * @property {Ctx} ctx
 * @property {Palette} colours
 * @property {SquareGrid} grid
 * @property {P} position
 */

/**
 * What a game adds; the first three are required.
 * @template {SquarePosition} P
 * @typedef {object} SquareGame
 * @property {(model: import('./contract.js').Shown) => P} read    the only code that reads layout and view
 * @property {(on: Drawing<P>, done: number, marks: Record<string, boolean>) => void} paint
 *   cells, pieces and marks; `done`: progress of the last move's animation, 0 to 1
 * @property {(on: Drawing<P>, seat: number, cell: number) => void} piece   draws what a move puts on a cell
 * @property {number} [motion]      the duration of a move's animation, in milliseconds
 * @property {(position: P) => boolean} [moves]   whether the last move can be animated
 * @property {(moves: string[], position: P, inspect: (question: Record<string, unknown>) => any) => (number | null)[]} [placesOfLine]
 *   the cells of a best line, if its moves are not names of cells
 * @property {(location: any) => number | null} [where]   the cell of a candidate; its `cell` by default
 * @property {(on: Drawing<P>, model: BoardModel, at: number | null, inspect: (question: Record<string, unknown>) => any) => boolean} [under]
 *   draws an overlay of its own under the marks; returns whether there is one
 * @property {(on: Drawing<P>) => void} [pieces]   draws the pieces again, above other layers
 * @property {(position: P) => (number | null)[]} [line]   the cells of both seats' pieces, if pieces move
 * @property {string[]} [exact]     overlays with the oracle's results, which other bots' analyses must not cover
 * @property {(on: Drawing<P>, oracle: AnalysisInfo | null) => void} [paintExact]   draws these overlays
 * @property {string[]} [bare]      overlays that show a preview of the piece on the pointed cell
 * @property {(position: P) => boolean} [small]   whether marks of legal moves are small
 * @property {(position: P, model: BoardModel, cell: number) => string} [describe]   adds to the description of a cell
 */

/** Fits a board into a space, as large as possible. @param {{ width: number, height: number }} room @param {{ columns: number, rows: number }} board @param {number} [turned]   quarter turns @returns {SquareGrid} */
function fitSquares({ width, height }, board, turned = 0) {
  const [columns, rows] = seenSize({ ...board, turned });
  const rim = Math.max(15, Math.round(Math.min(width, height) * 0.036));
  const most = Math.min((width - 2 * rim) / columns, (height - 2 * rim) / rows);
  const cell = Math.max(4, Math.floor(most));
  const size = { width: columns * cell + 2 * rim, height: rows * cell + 2 * rim };
  return { ...size, x: rim, y: rim, columns: board.columns, rows: board.rows, cell, rim, turned };
}

/**
 * The water with its rim, letters and numbers.
 * @param {Drawing<SquarePosition>} on
 */
export function drawRim({ ctx, colours, grid, position: { names } }) {
  const { width, height, rim, cell } = grid;
  const [columns, rows] = seenSize(grid);
  // Letters are for columns of the board, numbers for its rows.
  const [across, down] = (grid.turned ?? 0) % 2 ? [1, 0] : [0, 1];
  /** @param {number} column @param {number} row @param {number} part */
  const label = (column, row, part) => {
    const name = names[cellSeen(grid, column, row)];
    return part === 0 ? name[0] : name.slice(1);
  };
  ctx.clearRect(0, 0, width, height);
  plate(ctx, [0, 0, width, height, rim * 0.9], colours.lake2);
  plate(ctx, [rim, rim, width - 2 * rim, height - 2 * rim, cell * 0.12], colours.lake);
  const font = `600 ${Math.round(Math.max(10, rim * 0.55))}px ${colours.font}`;
  for (let c = 0; c < columns; c++)
    write(ctx, label(c, 0, across), rim + (c + 0.5) * cell, height - rim / 2, font, '#ffffffe0');
  for (let r = 0; r < rows; r++)
    write(ctx, label(0, r, down), rim / 2, rim + (r + 0.5) * cell, font, '#ffffffe0');
}

/**
 * Marks legal moves.
 * @param {Drawing<SquarePosition>} on
 * @param {{ faint?: boolean, small?: boolean }} how
 */
function drawTargets({ ctx, colours, grid, position }, how) {
  const { mover, moves } = position;
  if (mover === null) return;
  const radius = grid.cell * (how.small ? 0.06 : 0.13);
  faint(ctx, how.faint ? 0.5 : 1, () => {
    for (const cell of moves.keys()) {
      const { x, y } = centre(grid, cell);
      disc(ctx, x, y, radius * 1.3, '#ffffff');
      disc(ctx, x, y, radius, colours.seats[mover]);
    }
  });
}

/** The measures of scores. @type {import('./scores.js').Look} */
const LOOK = {
  frame: ({ ctx, grid }, cell, how) => frameCell(ctx, grid, cell, how),
  readable: 0,
  heat: { inset: 0.08, radius: 0.1, half: 0.4, alpha: 0.85 },
  letters: {
    score: { least: 9, size: 0.19, room: 0.36 },
    hint: { least: 9, size: 0.21, room: 0.32 },
    pointed: { least: 9, size: 0.19, room: 0.2, down: 0.3 },
  },
  choice: { width: [2, 0.035], inset: 0.07 },
  pointed: { width: [2.5, 0.05], inset: 0.04 },
  hint: ({ reedInk }) => ({
    colour: reedInk,
    width: [1.5, 0.025],
    inset: 0.1,
    dash: [0.09, 0.07],
  }),
};

/** The paths of both seats' pieces along the line, ever fainter. @param {Drawing<SquarePosition>} on @param {(number | null)[]} cells @param {(number | null)[]} pieces */
function drawWays({ ctx, colours, grid, position }, cells, pieces) {
  if (position.mover === null || cells.length < 2) return;
  const at = [...pieces];
  let seat = position.mover;
  ctx.save();
  ctx.lineCap = 'round';
  cells.forEach((cell, n) => {
    const from = at[seat];
    ctx.globalAlpha = Math.max(0.35, 0.85 - n * 0.07);
    if (from !== null && cell !== null) {
      const way = through([centre(grid, from), centre(grid, cell)]);
      ctx.setLineDash(seat === 0 ? [] : [grid.cell * 0.13, grid.cell * 0.1]);
      strokes(
        ctx,
        way,
        ['#ffffff', Math.max(1.5, grid.cell * 0.075)],
        [colours.seats[seat], Math.max(1.5, grid.cell * 0.04)],
      );
    }
    at[seat] = cell;
    seat = 1 - seat;
  });
  ctx.restore();
}

/**
 * A renderer of a game on squares.
 * @template {SquarePosition} P
 * @param {SquareGame<P>} game
 * @param {Partial<import('./contract.js').Renderer>} more   names, marks, overlays
 * @returns {import('./contract.js').Renderer}
 */
export function squareRenderer(game, more) {
  const where = game.where ?? ((/** @type {any} */ location) => location.cell);

  /** @type {import('./contract.js').Renderer['still']} */
  function still(canvas, shown, size, marks = {}) {
    const position = game.read(shown);
    const grid = fitSquares(size, position);
    const on = { ...beginStill(canvas, size, grid), grid, position };
    game.paint(on, 1, marks);
    if (marks.targets) drawTargets(on, {});
  }

  /** @type {import('./contract.js').Renderer['mount']} */
  const mount = (parent, _reserve, host) =>
    makeBoard(parent, host, ({ s, inspect, mayAct, lineCells, drawLine }) => {
      let grid = fitSquares({ width: 1, height: 1 }, { columns: 1, rows: 1 });
      const atHand = () => s.hover ?? s.cursor;
      const aim = (/** @type {number} */ cell) => s.view?.aim?.get(cell) ?? cell;
      const playable = (/** @type {number} */ cell) => mayAct() && !!s.view?.moves.has(aim(cell));

      /** Bots' analyses, over the board. @param {Drawing<P>} on @param {BoardModel} model */
      function paintThought(on, model) {
        const { thought, overlay, pointed } = model;
        const { ctx, position } = on;
        const shown = thoughts.shownOf(model);
        const exact = game.exact?.includes(overlay);
        const own = game.under?.(on, model, atHand(), inspect);
        const cells = lineCells();
        if (cells.length && game.line) drawWays(on, cells, game.line(position));
        if (cells.length || own) game.pieces?.(on);
        if (overlay === 'all' && thought) drawScores(on, thought, s.candidates, LOOK);
        else if (overlay === 'hints' && thought) {
          const few = thoughts.bestFew(thought, [...s.candidates.values()]);
          const among = [...s.candidates].filter(([, i]) => few.includes(i));
          drawHints(on, thought, among, LOOK);
        } else if (!exact)
          drawTargets(on, {
            faint: model.actor === null,
            small: game.small?.(position) || !!own,
          });
        if (exact) game.paintExact?.(on, model.oracle);
        drawLine(ctx);
        if (!thought || shown < 0) return;
        const cell = where(thoughts.locationsOf(thought)[shown]);
        if (cell === null || (exact && cell === atHand())) return;
        const mover = position.mover ?? 0;
        // A threat is the opponent's move.
        if (position.mover !== null)
          faint(ctx, 0.72, () => game.piece(on, model.passed ? 1 - mover : mover, cell));
        // Exact results are not covered by another bot's analysis.
        const scored = pointed === null || thoughts.showsScores(model);
        drawPointed(on, thought, shown, cell, LOOK, scored);
      }

      /** The cell under the mouse or the keyboard's focus. @param {Drawing<P>} on @param {BoardModel} model */
      function paintAtHand(on, model) {
        const { ctx, colours, position } = on;
        const at = atHand();
        if (at === null) return;
        const cell = aim(at);
        const { mover } = position;
        const legal = playable(cell);
        const bare = model.overlay === 'off' || game.bare?.includes(model.overlay);
        if (legal && bare && mover !== null) faint(ctx, 0.72, () => game.piece(on, mover, cell));
        if (legal && cell !== s.cursor) {
          const halo = colours.seats[mover ?? 0];
          frameCell(ctx, grid, cell, { colour: '#ffffff', width: [2, 0.035], inset: 0.04, halo });
        }
        if (at === s.cursor) {
          const how = { colour: colours.accent, inset: 0.015, halo: '#ffffff' };
          frameCell(ctx, grid, at, { width: [3, 0.055], ...how });
        }
      }

      /** The description of a cell: Rust's text, with what the overlay shows there. @param {P} position @param {BoardModel} model @param {number | undefined} i   its candidate @param {number} cell */
      function textOf(position, model, i, cell) {
        const exact = game.exact?.includes(model.overlay);
        const thought = exact ? model.oracle : thoughts.showsScores(model) && model.thought;
        const text = position.text[cell];
        const more = game.describe?.(position, model, cell) ?? '';
        if (!thought || i === undefined) return text + more;
        const spoken = thoughts.spokenOf(thought, i);
        if (exact && typeof thought.scores[i] === 'number') return strings.notSolved(text, more);
        return `${text}${spoken && `, ${spoken}`}${more}`;
      }

      return {
        read: game.read,
        shape: ({ columns, rows }, { turned }) => `${columns}x${rows} ${turned}`,
        fit(room, position) {
          grid = fitSquares(room, position, more.turns ? (s.model?.turned ?? 0) : 0);
          return { width: grid.width, height: grid.height };
        },
        where,
        placeOfMove: (move, { names }) => (names.includes(move) ? names.indexOf(move) : null),
        placesOfLine:
          game.placesOfLine && ((moves, view) => game.placesOfLine?.(moves, view, inspect) ?? []),
        aim,
        spot: (cell) => ({ ...centre(grid, cell), size: grid.cell }),
        sideOf: (n, { mover, seats = 2 }) => (mover === null ? null : (mover + n) % seats),
        playable,
        placeAt(at) {
          const cell = cellAt(grid, at);
          return cell === null ? null : aim(cell);
        },
        activate(cell) {
          const move = s.view?.moves.get(aim(cell));
          if (!mayAct()) return;
          if (move) host.play(move);
          else host.say(strings.noMoveGoesThere(s.view?.text[cell]));
        },
        motion: () => (s.view && game.moves?.(s.view) !== false ? (game.motion ?? 0) : 0),
        cells() {
          const { view: position, model } = s;
          if (!position || !model) return [];
          const exact = game.exact?.includes(model.overlay);
          const candidates = exact ? thoughts.indexBy(model.oracle, where) : s.candidates;
          const texts = Array.from(position.text, (_, n) =>
            textOf(position, model, candidates.get(n), n),
          );
          return gridCells(grid, texts, (cell) => position.moves.has(aim(cell)));
        },
        paint(ctx, elapsed, position, model) {
          const on = { ctx, colours: s.colours, grid, position };
          const t = Math.min(1, elapsed / (game.motion ?? 1));
          game.paint(on, 1 - (1 - t) ** 3, model.marks);
          paintThought(on, model);
          paintAtHand(on, model);
        },
      };
    });

  return { reserve: '', marks: [], mount, still, ...more };
}
