/**
 * The state of the board of Reversi XT: the position, the pointed tile, and Rust's descriptions. Only this file reads the
 * shell's view. There are no rules here.
 */

import * as strings from '../../strings/reversi.js';
import { makeCamera } from '../camera.js';
import { RULER } from './draw.js';
import { DIRECTIONS, linksOf, seenDirection } from './transitions.js';

/** @typedef {import('../../pkg/totora.js').ReversiView} ReversiView */
/** @typedef {import('../../pkg/totora.js').ReversiLayout} ReversiLayout */
/** @typedef {Position['targets'][number]} Target */
/** @typedef {import('../../pkg/totora.js').ReversiTurns} Turns */
/** @typedef {import('../../pkg/totora.js').ReversiBlast} Blast */
/** @typedef {ReturnType<typeof readPosition>} Position */
/** @typedef {import('../base.js').BoardState<Position> & ReturnType<typeof defaults>} BoardState */

/** @param {{ layout: ReversiLayout, view: ReversiView }} model */
export function readPosition({ layout, view }) {
  const { square_names: names, ...map } = layout;
  const { blown_up: gone, ...now } = view;
  // A tile without a question has one move, written as its name.
  const targets = view.targets.map((one) =>
    one.asks ? one : { ...one, moves: [{ move: names[one.tile], label: '' }] },
  );
  const transitions = map.transitions.filter(({ id }) => !gone.includes(id));
  return {
    ...map,
    ...now,
    names,
    targets,
    transitions,
    targetAt: new Map(targets.map((one) => [one.tile, one])),
    turned: 0,
    links: textOfLinks({ transitions, labels: layout.labels }),
  };
}

/** Whether a tile existed at the start. @param {Position} position @param {number} tile */
export const isTile = ({ start }, tile) => (start[tile] ?? '-') !== '-';

/**
 * Cached descriptions of tiles. Only outdated ones are requested from Rust, because a move changes few of them.
 * @param {(question: Record<string, unknown>) => any} inspect
 */
export function makeTexts(inspect) {
  let start = '';
  /** The key of each cached description. @type {string[]} */
  let keys = [];
  /** @type {string[]} */
  let texts = [];

  /** What the description of a tile depends on. @param {Position} position @param {number} tile */
  function keyOf({ tiles, targetAt }, tile) {
    const target = targetAt.get(tile);
    return target ? `${tiles[tile]} ${target.kind} ${target.turns}` : tiles[tile];
  }

  /** @param {Position} position @param {number[]} wanted */
  function learn(position, wanted) {
    if (start !== position.map) {
      start = position.map;
      keys = [];
      texts = [];
    }
    const unknown = wanted.filter((tile) => keys[tile] !== keyOf(position, tile));
    if (unknown.length === 0) return;
    const response = /** @type {import('../../pkg/totora.js').ReversiTexts | null} */ (
      inspect({ describe: unknown })
    );
    response?.texts.forEach((text, i) => {
      keys[unknown[i]] = keyOf(position, unknown[i]);
      texts[unknown[i]] = text;
    });
  }

  return {
    /** @param {Position} position @param {number} tile */
    of(position, tile) {
      learn(position, [tile]);
      return texts[tile] ?? '';
    },
    /** The descriptions of all tiles; empty for holes of the map. @param {Position} position */
    all(position) {
      const every = [...position.start].map((_, tile) => tile);
      learn(
        position,
        every.filter((tile) => isTile(position, tile)),
      );
      return every.map((tile) => texts[tile] ?? '');
    },
  };
}

/** @typedef {ReturnType<typeof makeTexts>} Texts */

/** The state of this board besides that of every board. */
export const defaults = () => ({
  camera: { ...makeCamera(), left: RULER, top: RULER },
  near: /** @type {number[]} */ ([]), // transitions under the mouse outside of all tiles
  overriding: false,
  answer: '', // the response to the last action, until another tile is pointed at
  before: '', // the tiles before the displayed move
  justTurned: /** @type {number[]} */ ([]), // tiles whose stones the last move turned, if the board showed it
});

/** A description of each tile's transitions. @param {{ transitions: ReversiLayout['transitions'], labels: string[], turned?: number }} position */
export const textOfLinks = ({ transitions, labels, turned = 0 }) =>
  linksOf(
    transitions.map(({ ends }) => ends),
    (here, there) =>
      strings.to(DIRECTIONS[seenDirection(here.direction, { turned })], labels[there.tile]),
  );

/** The description of a tile's transitions; empty if it has none. @param {Position} position @param {number} tile */
export const linkText = ({ links }, tile) =>
  links.has(tile) ? strings.transition(links.get(tile)?.join(', ')) : '';

/** The tiles whose stones a move has turned, without the new stone. @param {string} before @param {Position} now */
export const turnedBetween = (before, { tiles, last }) =>
  before.length !== tiles.length
    ? []
    : [...tiles].flatMap((letter, tile) =>
        letter !== before[tile] && tile !== last?.tile && letter >= '1' && letter <= '8'
          ? [tile]
          : [],
      );

/** The pointed tile. @param {BoardState} s */
export const atHand = (s) => s.hover ?? s.aimed ?? s.cursor;

/** The legal moves on a tile; overrides only while they are switched on. @param {BoardState} s @param {number | null} tile */
export function usable(s, tile) {
  const target = s.view?.targetAt.get(tile ?? -1) ?? null;
  return target && (target.kind !== 'override' || s.overriding) ? target : null;
}

/** The effect of a move. @param {(question: Record<string, unknown>) => any} inspect @param {Target} target @returns {Turns | Blast | null} */
export const outcomeOf = (inspect, { tile, kind }) =>
  inspect(kind === 'bomb' ? { blast: tile } : { turns: tile });

/** The line about the pointed tile. @param {BoardState} s @param {Texts} texts @param {(question: Record<string, unknown>) => any} inspect @param {boolean} mayAct */
export function textAtHand(s, texts, inspect, mayAct) {
  const { view } = s;
  if (!view) return '';
  if (s.answer) return s.answer;
  const tile = atHand(s);
  const target = usable(s, tile);
  if (target) {
    const words = outcomeOf(inspect, target)?.words ?? '';
    return s.aimed === tile && s.hover === null ? `${words} ${strings.tapItAgainToPlay}` : words;
  }
  if (tile !== null && isTile(view, tile)) {
    const words = `${texts.of(view, tile)}${linkText(view, tile)}.`;
    return view.targetAt.has(tile) && mayAct ? `${words} ${strings.pressOverride}` : words;
  }
  if (!mayAct) return '';
  if (view.phase === 2) return strings.pointAtATile;
  const only = view.targets.length > 0 && view.targets.every((one) => one.kind === 'override');
  if (!s.overriding) return only ? strings.onlyAnOverrideStone : '';
  return only ? strings.chooseAnOccupiedTile : strings.chooseAnOccupiedTileOrPress;
}
