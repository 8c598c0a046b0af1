/**
 * Pictures of a game: the board with its overlay, in a frame with players, score and caption. The game's own renderer
 * draws them off screen, so that a picture and the page cannot differ. As PNG, as SVG by recording the canvas calls, or
 * frame by frame for `gif.js`. No game rules here. Loaded on demand.
 */
import { NULL_HOST } from '../boards/base.js';
import { renderers } from '../boards/registry.js';
import * as strings from '../strings/share.js';
import { make, shapeIn } from '../ui/dom.js';
import { drawMark, readPalette } from '../ui/palette.js';
import { makeRecorder } from '../ui/svg.js';

/** @typedef {import('../boards/contract.js').BoardModel} BoardModel */
/** @typedef {import('../boards/contract.js').Board} Board */
/** @typedef {import('./types.js').State} State */
/**
 * The texts of a picture.
 * @typedef {object} Captions
 * @property {string} title     the game and the ply
 * @property {string} caption   under the board; empty for none
 * @property {string} [note]   on the position, under the caption
 * @property {number} [noteLines]   the lines that are kept free for notes, at least
 */

/** Width of the reserve, and the gap before it, as shares of the board's side. */
const [BESIDE, GAP] = [0.38, 0.04];
/** How many pixels of the board's space may stay unused. */
const FEW = 12;

/**
 * Mounts a game's board off screen.
 * @param {BoardModel} model   shown first
 * @param {{ side: number, ratio: number, inspect: (question: unknown) => any }} how   `side` in CSS pixels;
 *   `ratio`: picture pixels per CSS pixel
 */
export async function makeStage(model, { side, ratio, inspect }) {
  const renderer = renderers[model.state.game];
  const host = make('div', { class: 'board-host stage' });
  const reserve = renderer.reserveTells ? make('div', { class: 'reserve-host' }) : null;
  const room = make('div', { class: 'picture-stage', 'aria-hidden': 'true', inert: true }, host);
  host.style.cssText = `width: ${side}px; height: ${side}px`;
  if (reserve) {
    reserve.style.width = `${Math.round(side * BESIDE)}px`;
    room.append(reserve);
  }
  document.body.append(room);
  /** @type {Board} */
  const board = renderer.mount(host, reserve, { ...NULL_HOST, inspect });
  const [canvas, bed] = [host, reserve].map(
    (one) => one && /** @type {HTMLCanvasElement | null} */ (one.querySelector('canvas')),
  );
  const end = () => {
    board.destroy();
    room.remove();
  };
  if (!canvas) {
    end();
    throw new Error(strings.thisGameHasNoBoard);
  }
  /** @param {BoardModel} next */
  const show = (next) =>
    board.update({ ...next, actor: null, pointed: null, still: true, running: false });
  show(model);
  // A board with labels next to it fills less of its space: compensate.
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const lacks = Math.round(host.clientWidth * shapeIn(host)) - canvas.clientHeight;
    // Cells are whole pixels, so a few pixels stay unused.
    if (host.querySelector('.hex-stage') || lacks <= FEW) break;
    host.style.height = `${host.clientHeight + lacks}px`;
  }

  return { draw: () => board.draw(ratio), canvas, bed, show, end };
}

/** @typedef {Awaited<ReturnType<typeof makeStage>>} Stage */

/** @typedef {ReturnType<typeof layoutOf>} Layout */

/** The characters in a line of a note: those that fit under the narrowest board. */
const NOTE_LINE = 62;

/** The lines of a note under the board. @param {string} [note] */
export function linesOf(note = '') {
  /** @type {string[]} */
  const lines = [];
  for (const paragraph of note.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line && line.length + word.length >= NOTE_LINE) {
        lines.push(line);
        line = '';
      }
      line += line ? ` ${word}` : word;
    }
    if (line) lines.push(line);
  }
  return lines;
}

/** The layout in picture pixels. @param {Stage} stage @param {State} state @param {Captions} captions */
function layoutOf({ canvas, bed }, { seats }, { caption, note, noteLines }) {
  const unit = canvas.width / 30;
  const columns = Math.min(seats.length, 2);
  const row = unit * 1.7;
  const header = unit * 2 + Math.ceil(seats.length / columns) * row + unit * 0.4;
  const lines = linesOf(note);
  const noted = Math.max(lines.length, noteLines ?? 0) * unit * 1.2;
  const footer = (caption ? unit * 1.7 : 0) + noted + unit * 1.5;
  const beside = bed?.width ? bed.width + canvas.width * GAP : 0;
  return {
    unit,
    columns,
    row,
    lines,
    board: { x: unit, y: header, width: canvas.width, height: canvas.height },
    bed: bed?.width
      ? { x: unit + canvas.width * (1 + GAP), y: header, width: bed.width, height: bed.height }
      : null,
    width: Math.ceil(canvas.width + beside + 2 * unit),
    height: Math.ceil(header + canvas.height + footer + unit * 0.4),
  };
}

/**
 * Draws the frame around the board, with its texts.
 * @param {any} ctx   a canvas's, or one that records
 * @param {Layout} at
 * @param {State} state
 * @param {Captions} captions
 */
function drawFrame(ctx, at, state, { title, caption }) {
  const colours = readPalette();
  const { unit, width, height } = at;
  const pad = unit;
  ctx.fillStyle = colours.paper;
  ctx.fillRect(0, 0, width, height);
  ctx.strokeStyle = colours.line;
  ctx.lineWidth = Math.max(1, unit / 16);
  ctx.strokeRect(0.5, 0.5, width - 1, height - 1);
  const say = writer(ctx, colours, unit);
  const inner = width - 2 * pad;
  say(title, pad, unit * 1.15, { size: 1, weight: 700 });
  const stands = state.outcome_text ?? state.turn_text;
  const left = inner - ctx.measureText(title).width - unit;
  say(stands, width - pad, unit * 1.15, { align: 'right', size: 0.85, weight: 600, most: left });
  const column = inner / at.columns;
  state.seats.forEach((seat, i) => {
    const x = pad + (i % at.columns) * column;
    const y = unit * 2 + (Math.floor(i / at.columns) + 0.5) * at.row;
    ctx.fillStyle = colours.seats[i % 8];
    ctx.beginPath();
    ctx.roundRect(x, y - unit * 0.55, unit * 1.1, unit * 1.1, unit * 0.24);
    ctx.fill();
    ctx.fillStyle = '#ffffff';
    drawMark(ctx, i, x + unit * 0.55, y, unit * 0.3);
    const last = i % at.columns === at.columns - 1;
    const end = x + column - (last ? 0 : unit);
    say(seat.score, end, y, { align: 'right', mono: true, weight: 600, size: 0.85 });
    const room = end - x - unit * 2 - ctx.measureText(seat.score).width;
    const how = { weight: 600, most: room, size: 0.85 };
    ctx.font = `600 ${Math.round(0.85 * unit)}px ${colours.font}`;
    say(seat.label, x + unit * 1.5, y, how);
  });
  const foot = at.board.y + at.board.height;
  if (caption)
    say(caption[0].toUpperCase() + caption.slice(1), pad, foot + unit * 1.1, { most: inner });
  const under = foot + unit * (caption ? 2.6 : 1.1);
  at.lines.forEach((line, i) => {
    say(line, pad, under + i * unit * 1.2, { most: inner, size: 0.85 });
  });
  say(strings.totora, width - pad, height - pad * 0.4 - unit * 0.6, {
    align: 'right',
    size: 0.72,
    weight: 700,
    colour: colours.accent,
  });
}

/**
 * Returns a function that writes text, vertically centred.
 * @param {any} ctx   a canvas's, or one that records
 * @param {ReturnType<typeof readPalette>} colours
 * @param {number} [unit]   pixels per unit of size
 */
export const writer = (ctx, colours, unit = 1) => {
  /** @param {string} text @param {number} x @param {number} y @param {{ size?: number, weight?: number, colour?: string, align?: string, most?: number, mono?: boolean }} how   no wider than `most` */
  return (text, x, y, how) => {
    const { size = 0.9, weight = 500, colour = colours.ink, align = 'left', most, mono } = how;
    ctx.font = `${weight} ${Math.round(size * unit)}px ${mono ? colours.mono : colours.font}`;
    ctx.textAlign = align;
    ctx.textBaseline = 'middle';
    ctx.fillStyle = colour;
    ctx.fillText(most ? cut(ctx, text, most) : text, x, y);
  };
};

/** Cuts a text to a width. @param {any} ctx @param {string} text @param {number} most */
function cut(ctx, text, most) {
  if (ctx.measureText(text).width <= most) return text;
  let length = text.length;
  while (length > 1 && ctx.measureText(`${text.slice(0, length)}…`).width > most) length--;
  return `${text.slice(0, length).trimEnd()}…`;
}

/**
 * Draws the stage onto a canvas, which is resized to the picture.
 * @param {HTMLCanvasElement} canvas
 * @param {Stage} stage
 * @param {State} state
 * @param {Captions} captions
 */
export function drawPicture(canvas, stage, state, captions) {
  stage.draw();
  const at = layoutOf(stage, state, captions);
  if (canvas.width !== at.width) canvas.width = at.width;
  if (canvas.height !== at.height) canvas.height = at.height;
  const ctx = /** @type {CanvasRenderingContext2D} */ (
    canvas.getContext('2d', { willReadFrequently: true })
  );
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  drawFrame(ctx, at, state, captions);
  ctx.imageSmoothingQuality = 'high';
  const { x, y, width, height } = at.board;
  ctx.drawImage(stage.canvas, x, y, width, height);
  if (stage.bed && at.bed)
    ctx.drawImage(stage.bed, at.bed.x, at.bed.y, at.bed.width, at.bed.height);
}

/**
 * The picture as the text of an SVG file.
 * @param {Stage} stage
 * @param {State} state
 * @param {Captions} captions
 * @returns {string}
 */
function svgPicture(stage, state, captions) {
  // This fixes the size of the canvases.
  stage.draw();
  const at = layoutOf(stage, state, captions);
  const whole = makeRecorder({ width: at.width, height: at.height });
  drawFrame(whole, at, state, captions);
  const layers = [
    { canvas: stage.canvas, place: at.board },
    { canvas: stage.bed, place: at.bed },
  ].flatMap(({ canvas, place }) =>
    canvas && place ? [{ canvas, place, recorder: whole.part(canvas) }] : [],
  );
  // Overriding `getContext` records one drawing.
  for (const { canvas, recorder } of layers)
    Object.defineProperty(canvas, 'getContext', { configurable: true, value: () => recorder });
  try {
    stage.draw();
  } finally {
    for (const { canvas } of layers) Reflect.deleteProperty(canvas, 'getContext');
  }
  for (const { canvas, place, recorder } of layers) {
    const [by, down] = [place.width / canvas.width, place.height / canvas.height];
    whole.include(recorder, [by, 0, 0, down, place.x, place.y]);
  }
  return whole.svg(`${captions.title}. ${captions.caption} ${captions.note ?? ''}`.trim());
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
export const pngOf = (canvas) =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(strings.pictureCouldNotBeMade))),
      'image/png',
    ),
  );

/**
 * A position as a file.
 * @param {BoardModel} model
 * @param {Captions} captions
 * @param {{ side: number, ratio: number, inspect: (question: unknown) => any }} how   see `makeStage`
 * @param {'png' | 'svg'} [kind]
 * @returns {Promise<Blob>}
 */
export async function stillPicture(model, captions, how, kind = 'png') {
  const stage = await makeStage(model, how);
  try {
    if (kind === 'svg')
      return new Blob([svgPicture(stage, model.state, captions)], { type: 'image/svg+xml' });
    const canvas = document.createElement('canvas');
    drawPicture(canvas, stage, model.state, captions);
    return await pngOf(canvas);
  } finally {
    stage.end();
  }
}
