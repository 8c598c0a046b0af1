/**
 * What people add to positions: notes, verdicts, arrows and coloured places. Rust stores and checks them; here they become
 * marks of the board, and what is printed below it. Loaded with a study, with the list of moves, or with a game that has notes.
 */
import '../style/print.css';
import { computed, effect, untracked } from '@preact/signals';
import { marksOf } from './noteMarks.js';
import { save } from './saving.js';
import { ask, change, publish, whenWhole } from './session.js';
import * as store from './store.js';

/** @typedef {import('../pkg/totora.js').Annotation} Annotation */
/** @typedef {import('../pkg/totora.js').Annotated} Annotated */

/** All annotated positions of the game. @type {import('@preact/signals').ReadonlySignal<Annotated[]>} */
export const annotations = computed(() => {
  const known = store.state.value && store.engineReady.value;
  return (known && ask((session) => session.annotations())) || [];
});

/** The annotation of the displayed position; empty if there is none. @type {import('@preact/signals').ReadonlySignal<Annotation>} */
export const noteHere = computed(() => {
  if (annotations.value.length === 0) return {};
  return ask((session) => session.annotation()) ?? {};
});

/** The printed names of the board's cells, by their numbers. @type {import('@preact/signals').ReadonlySignal<string[]>} */
export const places = computed(() => {
  const { game, layout } = { game: store.game.value, layout: store.layout.value };
  const found = game && layout && store.engineReady.value;
  return (found && ask((session) => session.printed_cells())) || [];
});

// The board and the list of moves read the store, so that they do not need this module.
effect(() => {
  const given = annotations.value.filter((one) => one.glyph);
  store.glyphs.value = Object.fromEntries(
    given.map((one) => [`${one.line}:${one.ply}`, one.glyph ?? '']),
  );
});
// Printing has no code of its own.
effect(() => {
  document.body.dataset.note = noteHere.value.note ?? '';
});
effect(() => {
  const found = noteHere.value;
  const marked = (found.arrows?.length ?? 0) + (found.places?.length ?? 0) > 0;
  const marks = marked ? marksOf(found, places.value) : [];
  untracked(() => {
    if (marks.length + store.noted.value.length > 0) store.noted.value = marks;
  });
});

/** Changes the annotation of the displayed position. @param {(now: Annotation) => Annotation} edit */
export const annotate = (edit) =>
  whenWhole(() => {
    const now = ask((session) => session.annotation());
    if (!now) return;
    change((session) => session.annotate(edit(now)));
    // The position stays, but not what can be undone.
    publish(store.rows.peek().length);
    save();
  });

/**
 * Marks a place, or draws an arrow; the same mark again removes it.
 * @param {string} from
 * @param {string} to         the same place for no arrow
 * @param {'green' | 'red' | 'blue' | 'yellow'} colour   of a place
 */
export const toggleMark = (from, to, colour) =>
  annotate((now) => {
    const { arrows = [], places: coloured = [] } = now;
    if (from !== to) {
      const left = arrows.filter((one) => one.from !== from || one.to !== to);
      const added = left.length === arrows.length ? [{ from, to }] : [];
      return { ...now, arrows: [...left, ...added] };
    }
    const left = coloured.filter((one) => one.place !== from);
    const same = coloured.some((one) => one.place === from && one.colour === colour);
    return { ...now, places: same ? left : [...left, { place: from, colour }] };
  });

/** Removes all marks of the displayed position. */
export const clearMarks = () => annotate((now) => ({ ...now, arrows: [], places: [] }));
