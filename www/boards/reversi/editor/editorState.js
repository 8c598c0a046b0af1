/**
 * The state of the editor: the draft with undo and redo, the current tool, and Rust's check of the draft. Sheet and
 * panels read it; every change goes through here. It saves the draft after each change, so that closing the window loses
 * nothing.
 */
import { computed, effect, signal } from '@preact/signals';
import * as strings from '../../../strings/editors.js';
import { makeSteps } from '../../../ui/steps.js';
import { columnRow } from '../../grid.js';
import { DIRECTIONS, sameBorder } from '../transitions.js';
import * as draft from './draft.js';

/** @typedef {import('../../contract.js').EditorProps} EditorProps */
/** @typedef {import('../../../pkg/totora.js').ReversiParts} Parts */
/** @typedef {import('../../../pkg/totora.js').ReversiBorder} Border */
/** @typedef {import('../../../pkg/totora.js').ReversiCheck} Check */
/** @typedef {ReturnType<typeof makeEditorState>} EditorState */

/** The draft is checked and saved after this many milliseconds without a change. */
const PAUSE = 70;
/** The kinds of tiles. @type {{ letter: string, name: string }[]} */
export const TILES = [
  { letter: '0', name: 'empty' },
  { letter: '-', name: 'hole' },
  { letter: 'c', name: 'choice' },
  { letter: 'i', name: 'inversion' },
  { letter: 'b', name: 'bonus' },
  { letter: 'x', name: strings.expansionStone },
];

/** @param {string} letter */
export const tileName = (letter) =>
  TILES.find((one) => one.letter === letter)?.name ??
  strings.stoneOf(strings.COLOURS[Number(letter) - 1]);

/** @param {EditorProps} props */
export function makeEditorState(props) {
  const initial = /** @type {Check | null} */ (props.inspect({ check: props.layout.map }) ?? null);
  const kept = props.recall();
  const restored = draft.isDraft(kept?.parts);
  const first = restored ? kept.parts : (initial?.parts ?? draft.blank(2, 8, 8));
  const parts = signal(/** @type {Parts} */ (first));
  const checked = signal(/** @type {{ parts: Parts, check: Check } | null} */ (null));
  const state = {
    props,
    restored,
    parts,
    checked,
    /** @type {ReturnType<typeof makeSteps<Parts>>} */
    steps: makeSteps(),
    tool: signal('1'), // a letter, or `link`
    symmetry: signal(/** @type {draft.Symmetry} */ ('none')),
    turns: signal(true), // the stones of images belong to the next players
    /** A typed or pasted text that is not a valid map. */
    typed: signal(/** @type {{ text: string, check: Check } | null} */ (null)),
    status: signal(restored ? strings.yourLastDraft : strings.mapOfThisGameChanges),
    cursor: signal(/** @type {number | null} */ (null)), // the tile at the cursor
    from: signal(/** @type {Border | null} */ (null)), // where the transition begins that is being drawn
    choosing: signal(/** @type {Border | null} */ (null)), // the border that the keyboard is choosing
    selected: signal(/** @type {number | null} */ (null)), // the selected transition
    before: /** @type {Parts | null} */ (null), // the draft before the current stroke, which is not a step yet
    /** Rust's check of the current draft; null while that is pending. */
    known: computed(() => (checked.value?.parts === parts.value ? checked.value.check : null)),
    /** The draft's text at the last check, shortly after each change. */
    written: computed(() => checked.value?.check.text ?? ''),
    timer: /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined),
    stop: () => {},
  };
  check(state);
  state.stop = effect(() => {
    parts.value;
    clearTimeout(state.timer);
    state.timer = setTimeout(() => {
      check(state);
      remember(state);
    }, PAUSE);
  });
  return state;
}

/** @param {EditorState} state @param {number} tile */
export const placeName = ({ parts }, tile) => columnRow(parts.value.columns, tile).join(',');
/** @param {EditorState} state @param {Border} border */
export const borderName = (state, { tile, direction }) =>
  `${placeName(state, tile)} ${DIRECTIONS[direction]}`;

/** @param {EditorState} state */
function check({ parts, checked, props }) {
  const now = parts.peek();
  if (checked.peek()?.parts === now) return;
  const response = /** @type {Check | undefined} */ (props.inspect({ write: now }));
  if (response) checked.value = { parts: now, check: response };
}

/** Saves the draft, unless it is an unchanged map. @param {EditorState} state */
function remember({ restored, steps, parts, props }) {
  if (restored || steps.canUndo.peek()) props.keep({ parts: parts.peek() });
}

/** Makes a change that can be undone. @param {EditorState} state @param {Parts} next @param {string} [words] */
export function change(state, next, words) {
  const { parts, status, steps, before } = state;
  if (words) status.value = words;
  const old = before ?? parts.peek();
  state.before = null;
  if (next === old) return;
  steps.add(old);
  forget(state, old, next);
  parts.value = next;
}

/** Clears selections that may no longer exist. @param {EditorState} state @param {Parts} old @param {Parts} next */
function forget({ selected, from, choosing, cursor }, old, next) {
  if (old.transitions !== next.transitions) selected.value = null;
  if (old.columns !== next.columns || old.rows !== next.rows)
    from.value = choosing.value = cursor.value = null;
}

/** @param {EditorState} state @param {'undo' | 'redo'} way */
export function step(state, way) {
  const now = state.parts.peek();
  const next = state.steps[way](now);
  if (!next) return;
  forget(state, now, next);
  state.parts.value = next;
  state.typed.value = null;
  state.status.value = way === 'undo' ? strings.undone : strings.redone;
}

/** Joins two borders, or reports why that is not possible. @param {EditorState} state @param {Border} one @param {Border} other */
export function join(state, one, other) {
  const parts = state.parts.peek();
  const taken = [one, other].find((border) => draft.linkAt(parts, border) >= 0);
  state.from.value = state.choosing.value = null;
  if (taken) {
    state.status.value = strings.hasATransitionAlready(borderName(state, taken));
    return;
  }
  const words = sameBorder(one, other)
    ? strings.nowSendsWalksStraightBack(borderName(state, one))
    : strings.andAreJoined(borderName(state, one), borderName(state, other));
  change(state, draft.join(parts, one, other, state.symmetry.peek()), words);
}

/** The draft with painted tiles. @param {EditorState} state @param {number[]} tiles @param {string} [letter] */
export function paint({ parts, tool, symmetry, turns }, tiles, letter = tool.peek()) {
  const how = { symmetry: symmetry.peek(), turns: turns.peek() };
  return draft.paint(parts.peek(), tiles, letter, how);
}

/** Paints a tile. @param {EditorState} state @param {number} tile @param {string} letter */
export function paintTile(state, tile, letter) {
  const words = strings.isNow(placeName(state, tile), tileName(letter));
  change(state, paint(state, [tile], letter), words);
}

/** Shows an unfinished stroke. @param {EditorState} state @param {Parts} next */
export function show(state, next) {
  state.before ??= state.parts.peek();
  state.parts.value = next;
}

/** Ends the stroke: it becomes a step, or is discarded. @param {EditorState} state @param {boolean} done */
export function settle(state, done) {
  const { before, parts, steps } = state;
  if (!before) return;
  state.before = null;
  if (!done) parts.value = before;
  else if (before !== parts.peek()) steps.add(before);
}

/** Removes a transition. @param {EditorState} state @param {number} link */
export function remove(state, link) {
  const parts = state.parts.peek();
  const ends = parts.transitions[link];
  if (!ends) return;
  const [one, other] = ends.map((border) => borderName(state, border));
  const next = draft.unjoin(parts, link, state.symmetry.peek());
  change(state, next, strings.transitionOfAndIsGone(one, other));
}

/** @param {EditorState} state @param {number} tile */
export const clearLinks = (state, tile) =>
  change(
    state,
    draft.unjoinTile(state.parts.peek(), tile),
    strings.hasNoTransitionsAnyMore(placeName(state, tile)),
  );

/** @param {EditorState} state @param {number} columns @param {number} rows */
export function resize(state, columns, rows) {
  const [c, r] = [columns, rows].map((n) => Math.max(1, Math.min(draft.MOST, Math.round(n))));
  change(state, draft.resize(state.parts.peek(), c, r), strings.byTiles(columns, rows));
}

/**
 * Reads a map's text. An invalid text stays in its field, with its problems.
 * @param {EditorState} state
 * @param {string} text
 * @param {string} [words]   the status if it is valid
 */
export function read(state, text, words = strings.read) {
  const response = /** @type {Check | undefined} */ (state.props.inspect({ check: text }));
  if (!response) return;
  if (response.parts) {
    state.typed.value = null;
    change(state, response.parts, words);
    check(state);
    return;
  }
  state.typed.value = { text, check: response };
  const [one, ...more] = response.problems;
  state.status.value = one
    ? strings.notAMapYetLine(one.line, one.column, one.message, more.length)
    : strings.notAMapYetSentence;
}

/** The text for a file: the typed text, or the current draft's. @param {EditorState} state */
export function textOf(state) {
  check(state);
  return state.typed.peek()?.text ?? state.written.peek();
}

/** @param {EditorState} state */
export function destroy(state) {
  state.stop();
  clearTimeout(state.timer);
  remember(state);
}
