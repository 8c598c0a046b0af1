/**
 * What the board of Reversi XT knows at a moment: the position, as the shell's view is read here and
 * nowhere else, what is at hand, and what Rust answered about it. The files beside this one draw it, say
 * it in words, and change it; no rule is here.
 */
import { makeCamera } from '../camera.js';
import { RULER } from './draw.js';
import { DIRECTIONS, isMirror } from './transitions.js';

/** @typedef {import('../../pkg/totora.js').ReversiView} ReversiView */
/** @typedef {import('../../pkg/totora.js').ReversiTarget} Target */
/** @typedef {import('../../pkg/totora.js').ReversiTurns} Turns */
/** @typedef {import('../../pkg/totora.js').ReversiBlast} Blast */
/** @typedef {ReturnType<typeof readPosition>} Position */
/** @typedef {import('../base.js').BoardState<Position> & ReturnType<typeof defaults>} BoardState */

/** @param {{ view: ReversiView }} model */
export function readPosition({ view }) {
  const { square_names: names, square_words: text, ...rest } = view;
  return {
    ...rest,
    names,
    text,
    targetAt: new Map(view.targets.map((one) => [one.tile, one])),
    links: textOfLinks(view),
  };
}

/** What the board of Reversi XT knows beside what every board does. */
export const defaults = () => ({
  camera: { ...makeCamera(), left: RULER, top: RULER },
  near: /** @type {number[]} */ ([]), // transitions under the mouse outside of all tiles
  overriding: false,
  answer: '', // what was just tried, answered in words, until something else is at hand
  before: '', // the tiles before the move that is being shown
});

/** Where the transitions of each tile lead, in words. @param {ReversiView} view */
function textOfLinks(view) {
  /** @type {Map<number, string[]>} */
  const links = new Map();
  for (const { ends } of view.transitions) {
    const ways = isMirror(ends) ? [ends] : [ends, [ends[1], ends[0]]];
    for (const [here, there] of ways) {
      const text = `${DIRECTIONS[here.direction]} to ${view.square_names[there.tile]}`;
      links.set(here.tile, [...(links.get(here.tile) ?? []), text]);
    }
  }
  return links;
}

/** Where the transitions of a tile lead, in words, if it has any. @param {Position} position @param {number} tile */
export const linkText = ({ links }, tile) =>
  links.has(tile) ? `, transition ${links.get(tile)?.join(', ')}` : '';

/** The tile at hand. @param {BoardState} s */
export const atHand = (s) => s.hover ?? s.aimed ?? s.cursor;

/** The moves that a tile stands for now; overrides only while they are on. @param {BoardState} s @param {number | null} tile */
export function usable(s, tile) {
  const target = s.view?.targetAt.get(tile ?? -1) ?? null;
  return target && (target.kind !== 'override' || s.overriding) ? target : null;
}

/** What a move there would do. @param {(question: Record<string, unknown>) => any} ask @param {Target} target @returns {Turns | Blast | null} */
export const outcomeOf = (ask, { tile, kind }) =>
  ask(kind === 'bomb' ? { blast: tile } : { turns: tile });

/** A line about the tile at hand. @param {BoardState} s @param {(question: Record<string, unknown>) => any} ask @param {boolean} mayAct */
export function textAtHand(s, ask, mayAct) {
  const { view } = s;
  if (!view) return '';
  if (s.answer) return s.answer;
  const tile = atHand(s);
  const target = usable(s, tile);
  if (target) {
    const touch = s.aimed === tile && s.hover === null ? ' Tap it again to play.' : '';
    return (outcomeOf(ask, target)?.words ?? '') + touch;
  }
  if (tile !== null && view.text[tile]) {
    const more = view.targetAt.has(tile) && mayAct ? '. Press Override to place there' : '';
    return `${view.text[tile]}${linkText(view, tile)}${more}.`;
  }
  if (!mayAct) return '';
  if (view.phase === 2) return 'Point at a tile to see what a bomb would destroy.';
  const only = view.targets.length > 0 && view.targets.every((one) => one.kind === 'override');
  if (!s.overriding) return only ? 'Only an override stone can move here: press Override.' : '';
  return only ? 'Choose an occupied tile.' : 'Choose an occupied tile, or press Override again.';
}
