/**
 * The state of the editor: the draft with undo and redo, the current tool, and Rust's check of the draft. Sheet and
 * panels read it; every change goes through here. It saves the draft after each change, so that closing the window loses
 * nothing.
 */
import { computed, effect, signal } from '@preact/signals';
import * as strings from '../../../strings/editors.js';
import { makeSteps } from '../../../ui/steps.js';
import { DIRECTIONS, sameBorder } from '../transitions.js';
import * as draft from './draft.js';

/** @typedef {import('../../contract.js').EditorProps} EditorProps */
/** @typedef {import('../../../pkg/totora.js').ReversiParts} Parts */
/** @typedef {import('../../../pkg/totora.js').ReversiBorder} Border */
/** @typedef {import('../../../pkg/totora.js').ReversiCheck} Check */
/** @typedef {import('../../../pkg/totora.js').ReversiMap[]} Maps */
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
  TILES.find((one) => one.letter === letter)?.name ?? strings.stoneOfPlayer(letter);

/** @param {EditorProps} props */
export function makeEditorState(props) {
  const initial = /** @type {Check | null} */ (props.inspect({ check: props.layout.map }) ?? null);
  const kept = props.recall();
  const restored = draft.isDraft(kept?.parts);
  const first = restored ? kept.parts : (initial?.parts ?? draft.blank(2, 8, 8));
  /** @type {import('@preact/signals').Signal<Parts>} */
  const parts = signal(first);
  /** @type {ReturnType<typeof makeSteps<Parts>>} */
  const steps = makeSteps();
  /** A letter, or `link`. */
  const tool = signal('1');
  /** @type {import('@preact/signals').Signal<draft.Symmetry>} */
  const symmetry = signal('none');
  /** Whether the stones of images belong to the next players. */
  const turns = signal(true);
  /** @type {import('@preact/signals').Signal<{ parts: Parts, check: Check } | null>} */
  const checked = signal(null);
  /** A typed or pasted text that is not a valid map. @type {import('@preact/signals').Signal<{ text: string, check: Check } | null>} */
  const typed = signal(null);
  const status = signal(restored ? strings.yourLastDraft : strings.mapOfThisGameChanges);
  /** The tile at the cursor. */
  const cursor = signal(/** @type {number | null} */ (null));
  /** The border from which a transition is being drawn. */
  const from = signal(/** @type {Border | null} */ (null));
  /** The border that the keyboard is choosing. */
  const choosing = signal(/** @type {Border | null} */ (null));
  /** The selected transition. */
  const selected = signal(/** @type {number | null} */ (null));
  /** The draft before the current stroke, which is not a step yet. @type {Parts | null} */
  let before = null;

  /** Rust's check of the current draft; null while that is pending. */
  const known = computed(() => (checked.value?.parts === parts.value ? checked.value.check : null));

  /** The draft's text at the last check, shortly after each change. */
  const written = computed(() => checked.value?.check.text ?? '');

  /** @param {number} tile */
  const placeName = (tile) =>
    `${tile % parts.value.columns},${Math.floor(tile / parts.value.columns)}`;
  /** @param {Border} border */
  const borderName = (border) => `${placeName(border.tile)} ${DIRECTIONS[border.direction]}`;

  function check() {
    const now = parts.peek();
    if (checked.peek()?.parts === now) return;
    const response = /** @type {Check | undefined} */ (props.inspect({ write: now }));
    if (response) checked.value = { parts: now, check: response };
  }
  check();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const stop = effect(() => {
    parts.value;
    clearTimeout(timer);
    timer = setTimeout(() => {
      check();
      remember();
    }, PAUSE);
  });

  /** Saves the draft, unless it is an unchanged map. */
  function remember() {
    if (restored || steps.canUndo.peek()) props.keep({ parts: parts.peek() });
  }

  /**
   * Makes a change that can be undone.
   * @param {Parts} next
   * @param {string} [words]
   */
  function change(next, words) {
    if (words) status.value = words;
    if (next === parts.peek() && !before) return;
    const old = before ?? parts.peek();
    before = null;
    if (next === old) return;
    steps.add(old);
    forget(old, next);
    parts.value = next;
  }

  /** Clears selections that may no longer exist. @param {Parts} old @param {Parts} next */
  function forget(old, next) {
    if (old.transitions !== next.transitions) selected.value = null;
    if (old.columns !== next.columns || old.rows !== next.rows) {
      from.value = choosing.value = cursor.value = null;
    }
  }

  /** @param {'undo' | 'redo'} way */
  function step(way) {
    const now = parts.peek();
    const next = steps[way](now);
    if (!next) return;
    forget(now, next);
    parts.value = next;
    typed.value = null;
    status.value = way === 'undo' ? strings.undone : strings.redone;
  }

  /** Joins two borders, or reports why that is not possible. @param {Border} one @param {Border} other */
  function join(one, other) {
    const taken = [one, other].find((border) => draft.linkAt(parts.peek(), border) >= 0);
    from.value = choosing.value = null;
    if (taken) {
      status.value = strings.hasATransitionAlready(borderName(taken));
      return;
    }
    const mirror = sameBorder(one, other);
    change(
      draft.join(parts.peek(), one, other, symmetry.peek()),
      mirror
        ? strings.nowSendsWalksStraightBack(borderName(one))
        : strings.andAreJoined(borderName(one), borderName(other)),
    );
  }

  return {
    /** The text of the current game's map. */
    ofGame: /** @type {string} */ (props.layout.map),
    parts,
    steps,
    tool,
    symmetry,
    turns,
    known,
    written,
    typed,
    status,
    cursor,
    from,
    choosing,
    selected,
    placeName,
    borderName,
    change,
    join,
    undo: () => step('undo'),
    redo: () => step('redo'),
    check,

    /** @param {number[]} tiles @param {string} [letter] */
    paint(tiles, letter = tool.peek()) {
      const how = { symmetry: symmetry.peek(), turns: turns.peek() };
      return draft.paint(parts.peek(), tiles, letter, how);
    },
    /** Shows an unfinished stroke. @param {Parts} next */
    show(next) {
      before ??= parts.peek();
      parts.value = next;
    },
    /** Ends the stroke: keeps it as a step, or discards it. @param {boolean} keep */
    settle(keep) {
      if (!before) return;
      const [old, now] = [before, parts.peek()];
      before = null;
      if (!keep) parts.value = old;
      else if (old !== now) steps.add(old);
    },
    /** @param {number} link */
    remove(link) {
      const ends = parts.peek().transitions[link];
      if (!ends) return;
      change(
        draft.unjoin(parts.peek(), link, symmetry.peek()),
        strings.transitionOfAndIsGone(borderName(ends[0]), borderName(ends[1])),
      );
    },
    /** @param {number} tile */
    clearLinks(tile) {
      change(
        draft.unjoinTile(parts.peek(), tile),
        strings.hasNoTransitionsAnyMore(placeName(tile)),
      );
    },
    /** @param {number} columns @param {number} rows */
    resize(columns, rows) {
      const fit = (/** @type {number} */ n) => Math.max(1, Math.min(draft.MOST, Math.round(n)));
      change(draft.resize(parts.peek(), fit(columns), fit(rows)), strings.byTiles(columns, rows));
    },
    /**
     * Reads a map's text. An invalid text stays in its field, with its problems.
     * @param {string} text
     * @param {string} [words]   the status if it is valid
     * @returns {boolean}
     */
    read(text, words) {
      const response = /** @type {Check | undefined} */ (props.inspect({ check: text }));
      if (!response) return false;
      if (response.parts) {
        typed.value = null;
        change(response.parts, words ?? strings.read);
        check();
        return true;
      }
      typed.value = { text, check: response };
      const one = response.problems[0];
      status.value = one
        ? strings.notAMapYetLine(one.line, one.column, one.message, response.problems.length - 1)
        : strings.notAMapYetSentence;
      return false;
    },
    /** The text for a file: the typed text, or the current draft's. */
    text() {
      check();
      return typed.peek()?.text ?? written.peek();
    },
    /** @returns {Maps} */
    maps: () => props.inspect({ maps: true }) ?? [],
    destroy() {
      stop();
      clearTimeout(timer);
      remember();
    },
  };
}
