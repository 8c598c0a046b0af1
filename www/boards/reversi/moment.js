/**
 * What the board of Reversi XT knows at a moment: the position shown, the camera, what is at hand, and
 * what Rust answered about it. The files beside this one draw it, say it in words, and change it; no rule
 * is here.
 */
import * as cam from '../camera.js';
import { readPalette } from '../palette.js';
import * as draw from './draw.js';
import { DIRECTIONS, isMirror } from './transitions.js';

/** @typedef {import('../contract.js').BoardModel} BoardModel */
/** @typedef {import('../contract.js').BoardHost} BoardHost */
/** @typedef {import('../camera.js').Camera} Camera */
/** @typedef {import('../palette.js').Palette} Palette */
/** @typedef {import('../../pkg/totora.js').ReversiView} ReversiView */
/** @typedef {import('../../pkg/totora.js').ReversiTarget} ReversiTarget */
/** @typedef {import('../../pkg/totora.js').ReversiTurns} ReversiTurns */
/** @typedef {import('../../pkg/totora.js').ReversiBlast} ReversiBlast */

/** What there is before a position is shown. */
const nothing = () => ({
  model: /** @type {BoardModel | null} */ (null),
  view: /** @type {ReversiView | null} */ (null),
  /** @type {Map<number, ReversiTarget>} */
  targets: new Map(),
  /** Tile -> candidate of the thought. @type {Map<number, number>} */
  candidates: new Map(),
  /** Where the transitions of a tile lead, in words. @type {Map<number, string[]>} */
  links: new Map(),
  /** The tile with the keyboard's focus. */
  cursor: /** @type {number | null} */ (null),
  /** The tile under the mouse. */
  hovered: /** @type {number | null} */ (null),
  /** The tile that a finger has chosen, but not yet played. */
  picked: /** @type {number | null} */ (null),
  /** Transitions under the mouse outside of all tiles. */
  near: /** @type {number[]} */ ([]),
  overriding: false,
  /** Words that answer what was just tried, until something else is at hand. */
  answer: '',
  /** A move that is being shown: when it began, and the tiles as they were. */
  motion: /** @type {{ since: number, before: string } | null} */ (null),
  /** The camera is moving. */
  moving: false,
  /** Answers to `inspect` for the position shown. @type {Map<number, ReversiTurns | ReversiBlast | null>} */
  answers: new Map(),
});

/** @typedef {ReturnType<typeof makeMoment>} Moment */

/** @param {BoardHost} host */
export function makeMoment(host) {
  const camera = cam.makeCamera();
  camera.left = camera.top = draw.RULER;
  const s = { ...nothing(), camera, colours: readPalette() };

  /** The tile at hand. */
  const at = () => s.hovered ?? s.picked ?? s.cursor;
  /** @param {number | null} tile @returns {ReversiTarget | null} */
  const targetAt = (tile) => (tile === null ? null : (s.targets.get(tile) ?? null));
  /** Whether a person may move now. */
  const mayAct = () => typeof s.model?.actor === 'number';

  /** What a move there would do. @param {ReversiTarget} target */
  function would(target) {
    const { tile, kind } = target;
    if (!s.answers.has(tile)) {
      const question = kind === 'bomb' ? { blast: tile } : { turns: tile };
      s.answers.set(tile, host.inspect(question) ?? null);
    }
    return s.answers.get(tile) ?? null;
  }

  /** The moves that a tile's target stands for now; overrides only while they are on. @param {number | null} tile */
  function usable(tile) {
    const target = targetAt(tile);
    return target && (target.kind !== 'override' || s.overriding) ? target : null;
  }

  /** @param {number} tile @returns {string} where its transitions lead, in words */
  const linkWords = (tile) =>
    s.links.has(tile) ? `, transition ${s.links.get(tile)?.join(', ')}` : '';

  /** @returns {string} a line about the tile at hand */
  function words() {
    if (!s.view || !s.model) return '';
    if (s.answer) return s.answer;
    const tile = at();
    const target = usable(tile);
    if (target) {
      const touch = s.picked === tile && s.hovered === null ? ' Tap it again to play.' : '';
      return (would(target)?.words ?? '') + touch;
    }
    if (tile !== null && s.view.square_words[tile]) {
      const more = targetAt(tile) && mayAct() ? '. Press Override to place there' : '';
      return `${s.view.square_words[tile]}${linkWords(tile)}${more}.`;
    }
    if (!mayAct()) return '';
    if (s.view.phase === 2) return 'Point at a tile to see what a bomb would destroy.';
    const all = [...s.targets.values()];
    if (all.length > 0 && all.every((one) => one.kind === 'override'))
      return s.overriding
        ? 'Choose an occupied tile.'
        : 'Only an override stone can move here: press Override.';
    return s.overriding ? 'Choose an occupied tile, or press Override again.' : '';
  }

  return Object.assign(s, { at, targetAt, mayAct, would, usable, linkWords, words });
}

/**
 * Where the transitions of each tile lead, in words.
 * @param {ReversiView} view
 */
export function wordsOfLinks(view) {
  /** @type {Map<number, string[]>} */
  const links = new Map();
  for (const { ends } of view.transitions) {
    const ways = isMirror(ends) ? [ends] : [ends, [ends[1], ends[0]]];
    for (const [here, there] of ways) {
      const words = `${DIRECTIONS[here.direction]} to ${view.square_names[there.tile]}`;
      links.set(here.tile, [...(links.get(here.tile) ?? []), words]);
    }
  }
  return links;
}
